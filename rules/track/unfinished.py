"""A table at rest in the middle of a move: which explanation the hands have begun and not finished.

A move takes a while. Half of its dice lie where they will lie, the others where they lay, some
are in the hand. Such a table is no foul and no question: it says that the players are not ready.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final

import msgspec

from rules.core import (
    AnyGame,
    DieName,
    KindName,
    NamesTouchedDice,
    Placement,
    Roll,
    ZoneKind,
)
from rules.track.explanation import Explanation, Node
from rules.track.fit import MISREAD, Board
from rules.track.slots import Slot, lies_otherwise

LAGS: Final = 0.7
"""Nats for a die of a begun move that still lies where it lay."""

NOT_YET: Final = 1.0
"""Nats for a die of a begun move that has not come out of the bag or off its card yet."""

ON_ITS_WAY: Final = 2.0
"""Nats for a die of a begun move that lies somewhere between, or is in a hand."""

UNROLLED_ANYWHERE: Final = 0.3
"""Nats for a die that waits to be rolled, wherever its owner has put it."""

STILL_LIES: Final = 0.2
"""Nats for a die on its way into the bag that nobody has picked up yet: they are scooped up."""

PICKED_UP: Final = 0.6
"""Nats for a die of a pile that nobody sees: piles are picked up to be counted or put away."""

TWO_AT_ONCE: Final = 4.0
"""Nats for each further move that was begun before the first was finished."""

BEGUN: Final = 9.0
"""Nats up to which a table is taken for half a move."""


ACTS_LATER: Final = 3
"""So many finished actions later, what should have been cleared away was forgotten."""

PER_ACTION: Final = 2.0
"""Nats that an ordinary action of an explanation may cost besides."""


class Begun(msgspec.Struct, frozen=True, eq=False):
    """An explanation whose last moves the hands have not finished."""

    explanation: Explanation
    gone_on: bool  # something else was done after what was left unfinished


class Halfway:
    """What may have been begun at one table."""

    def __init__(self, game: AnyGame, board: Board) -> None:
        """Look at `board`."""
        self._game = game
        self._board = board

    def find(self, ends: Iterable[Node]) -> Begun | None:
        """The likeliest of these explanations, if the hands may be in the middle of it."""
        best: tuple[float, float, Node, bool] | None = None
        for node in ends:
            if best is not None and node.cost >= best[0]:
                continue
            found = self._cost(node)
            if found is None:
                continue
            cost, gone_on = found
            if node.cost + cost <= BEGUN + PER_ACTION * node.depth:
                total = node.cost + cost
                if best is None or total < best[0]:
                    best = total, cost, node, gone_on
        if best is None:
            return None
        total, _, node, gone_on = best
        return Begun(
            msgspec.structs.replace(node.explanation(), cost=total, unfinished=True), gone_on
        )

    def _cost(self, node: Node) -> tuple[float, bool] | None:
        """What speaks against the hands being on their way to a node; None: no sign of it.

        With it comes whether they have finished something else after what they left unfinished.
        """
        board, residue = self._board, node.residue
        lacking = dict(residue.lacking)
        spare = set(residue.spare)
        cost = 0.0
        for slot, number in residue.paired:
            against = board.row_cost(slot, number)
            if against <= MISREAD and lacking.get(slot):
                cost += against
                lacking[slot] -= 1
                spare.discard(number)
        begun: set[int] = set()
        named = False
        path = node.path()
        newest = max((n for n in range(1, len(path)) if _moves(path, n)), default=0)
        last = _moved_by(path, newest)
        ways = _ways(path)
        last_moved = sum(die in last for die in ways)
        lying = self._not_put_away(ways, spare)
        cost += STILL_LIES * len(lying)
        begun.update(ways[die][0] for die in lying)
        last_lags = len(last & lying)
        for still in (True, False):  # of dice alike, those that still lie where they lay lag
            for die, (first, places) in list(ways.items()):
                now = self._shown(places[-1])
                if now is None or not lacking.get(now):
                    continue
                lies = self._still(places[:-1], spare) if still else None
                if still and lies is None:
                    continue
                spare.discard(-1 if lies is None else lies)
                del ways[die]
                last_lags += die in last
                lacking[now] -= 1
                begun.add(first)
                named = named or die in self._named(path[first - 1], path[first])
                cost += LAGS if still else self._behind(now, places[:-1], spare)
        if newest and last_moved and last_lags == last_moved:
            return None
        cost += self._as_thrown(node, lacking, spare)
        chance = node.here.chance
        if isinstance(chance, Roll):
            cost += self._waiting(node, {die for die, _ in chance.dice}, lacking, spare)
        for slot, count in lacking.items():
            heap = self._game.zones[slot[1].zone] is ZoneKind.HEAP
            cost += count * (PICKED_UP if heap else board.missing_cost(slot))
        cost += sum(board.extra_cost(number) for number in spare)
        return cost + TWO_AT_ONCE * max(0, len(begun) - 1), self._gone_on(path, begun, named)

    def _not_put_away(
        self, ways: Mapping[DieName, tuple[int, list[Placement]]], spare: set[int]
    ) -> set[DieName]:
        """The dice on their way out of sight that still lie where they lay."""
        lying: set[DieName] = set()
        for die, (_, places) in ways.items():
            number = None if self._shown(places[-1]) else self._still(places[:-1], spare)
            if number is not None:
                spare.discard(number)
                lying.add(die)
        return lying

    def _gone_on(self, path: Sequence[Node], begun: set[int], named: bool) -> bool:
        """Whether so much was finished after what was left unfinished that it was forgotten.

        What an action names its owner moves with it; what only follows from it is often cleared
        away late, and by anybody. `named`: whether dice of the former kind lag.
        """
        finished = [n for n in range(1, len(path)) if n not in begun and _moves(path, n)]
        later = [n for n in finished if begun and n > min(begun)]
        return bool(later) if named else sum(not path[n].by_chance for n in later) >= ACTS_LATER

    def _named(self, before: Node, node: Node) -> Container[DieName]:
        """The dice that the action between two nodes names."""
        if not isinstance(self._game, NamesTouchedDice):
            return _moved_by((before, node), 1)
        return self._game.touches(before.here.state, node.action)

    def _still(self, before: Sequence[Placement], spare: set[int]) -> int | None:
        """A piece left over that lies where a die lay before its move."""
        lay = [slot for slot in map(self._shown, before) if slot is not None]
        lies_in = self._board.lies_in
        return next((n for slot in lay for n in spare if lies_in(n, slot)), None)

    def _behind(self, slot: Slot, before: Sequence[Placement], spare: set[int]) -> float:
        """What it costs that a die of a begun move lies neither where it will nor where it lay."""
        board = self._board
        lay = [self._shown(placement) for placement in before]
        newest = lay[-1]
        turned = newest is not None and newest[1] == slot[1]  # it only shows another face then
        left = {old[1] for old in lay if old is not None and not turned}
        other = self._alike(slot[0], {n for n in spare if board.pieces[n].place not in left})
        if other is not None:
            spare.discard(other)
            return ON_ITS_WAY
        return NOT_YET if lay[0] is None else ON_ITS_WAY

    def _as_thrown(self, node: Node, lacking: dict[Slot, int], spare: set[int]) -> float:
        """Dice that were thrown lie where they fell, or are being sorted."""
        cost = 0.0
        for placement in node.here.layout:
            slot = self._shown(placement) if placement.die in node.loose else None
            if slot is None or not lacking.get(slot):
                continue
            pieces = self._board.pieces
            near = [n for n in spare if pieces[n].reading_cost(slot[0], slot[2]) < MISREAD]
            lacking[slot] -= 1
            cost += UNROLLED_ANYWHERE if near else ON_ITS_WAY
            spare.discard(near[0] if near else -1)
        return cost

    def _waiting(
        self, node: Node, due: set[DieName], lacking: dict[Slot, int], spare: set[int]
    ) -> float:
        """Dice that wait to be rolled lie where their owner has put them, with any face up."""
        cost = 0.0
        for placement in node.here.layout:
            slot = self._shown(placement) if placement.die in due else None
            if slot is not None and lacking.get(slot):
                other = self._alike(slot[0], spare - self._board.untouched)
                lacking[slot] -= 1
                cost += UNROLLED_ANYWHERE if other is not None else ON_ITS_WAY
                spare.discard(-1 if other is None else other)
        return cost

    def _alike(self, kind: KindName, spare: set[int]) -> int | None:
        """A piece left over that may well be of this kind."""
        pieces = self._board.pieces
        near = [n for n in spare if pieces[n].reading_cost(kind, None) < MISREAD]
        return min(near, key=lambda n: pieces[n].reading_cost(kind, None), default=None)

    def _shown(self, placement: Placement) -> Slot | None:
        zone = self._game.zones[placement.place.zone]
        if placement.under is not None or zone is ZoneKind.HIDDEN:
            return None
        return self._board.slot(placement)


def _changed(path: Sequence[Node], at: int) -> list[tuple[Placement, Placement]]:
    """The dice that the action leading to one node of a path moved."""
    before, now = path[at - 1].here.layout, path[at].here.layout
    if len(before) != len(now):
        return []
    return [(old, new) for old, new in lies_otherwise(before, now) if old != new]


def _moves(path: Sequence[Node], at: int) -> bool:
    return bool(_changed(path, at))


def _moved_by(path: Sequence[Node], at: int) -> set[DieName]:
    return {new.die for _, new in _changed(path, at)} if at else set()


def _ways(path: Sequence[Node]) -> dict[DieName, tuple[int, list[Placement]]]:
    """By die that was moved: the last action that moved it, and all its placements in order."""
    ways: dict[DieName, tuple[int, list[Placement]]] = {}
    for at in range(1, len(path)):
        for old, new in _changed(path, at):
            _, places = ways.get(new.die, (at, [old]))
            ways[new.die] = at, [*places, new]
    return ways
