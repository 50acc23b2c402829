"""Which rolls the eye had a chance to read.

Dice may be covered by a hand from when they come to rest until they are taken up again, or lie so
shortly that no look fell in between. To ask what such a roll showed is no mistake.
"""

from collections.abc import Iterator

from hardware.simulated.people.script import Script
from hardware.simulated.people.seen import SeenTable
from rules.core import AnyGame, Roll


class Visibility:
    """Notes which rolled dice were seen lying as they fell."""

    def __init__(self, game: AnyGame, script: Script) -> None:
        """Nothing was seen yet."""
        self._waiting = sorted(_lying(game, script))
        self._due: list[tuple[float, float, int, str]] = []
        self._unseen: dict[int, set[str]] = {}
        for _, _, deed, die in self._waiting:
            self._unseen.setdefault(deed, set()).add(die)

    def see(self, seen: SeenTable, names: dict[int, str]) -> None:
        """One look; `names`: which die bears which track."""
        time = seen.time
        while self._waiting and self._waiting[0][0] <= time:
            self._due.append(self._waiting.pop(0))
        if not self._due:
            return
        flat = {names.get(die.track) for die in seen.dice if die.flat and not die.moving}
        left = []
        for one in self._due:
            _, until, deed, die = one
            if time < until and die in flat:
                self._unseen[deed].discard(die)
            elif time < until:
                left.append(one)
        self._due = left

    def unread(self, first: int, last: int) -> bool:
        """Whether a roll among these deeds was not seen whole."""
        return any(self._unseen.get(number) for number in range(first, last))


def _lying(game: AnyGame, script: Script) -> Iterator[tuple[float, float, int, str]]:
    """From when to when each rolled die lies as it fell: since, until, deed, die."""
    moves: dict[str, list[float]] = {}
    for movement in script.movements:
        moves.setdefault(movement.die, []).append(movement.time)
    for number, deed in enumerate(script.deeds):
        chance = game.chance(deed.before)
        if not isinstance(chance, Roll):
            continue
        for die, _ in chance.dice:
            times = moves.get(die, [])
            since = max((time for time in times if time <= deed.done), default=deed.done)
            until = min((time for time in times if time > deed.done), default=script.end)
            yield since, until, number, die
