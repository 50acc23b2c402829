"""Simulated players: they choose legal actions, by a script or by chance, and know the truth."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from hardware.simulated import Wanted
from rules.core import CHANCE, Action, Game, Lie, State

QUIET_GROUPS = frozenset({"pass", "hand"})
"""Offers that move the game on without doing anything; chosen less often when playing at random."""


@dataclass(frozen=True, slots=True)
class Moved:
    """One thing that happened on the simulated table."""

    action: Action
    before: State
    after: State

    def leaves_trace(self, game: Game) -> bool:
        """Whether the dice lie differently now."""
        return game.layout(self.before) != game.layout(self.after)


class Players:
    """Both players of a simulated game; `state` is what is really true."""

    def __init__(
        self,
        game: Game,
        state: State,
        rng: Random,
        script: Sequence[Any] = (),
    ) -> None:
        self._game = game
        self.state = state
        self._rng = rng
        self._script = iter(script)
        self.script_left = bool(script)

    def move(self) -> Moved | None:
        """Do the next thing; None when the game is over."""
        if self._game.to_move(self.state) is None:
            return None
        action = self._scripted()
        if action is None:
            action = self._chosen()
        before = self.state
        self.state, _ = self._game.apply(before, action)
        return Moved(action, before, self.state)

    def _scripted(self) -> Action:
        written = next(self._script, None)
        if written is None:
            self.script_left = False
            return None
        return self._game.read_action(written)

    def _chosen(self) -> Action:
        if self._game.to_move(self.state) == CHANCE:
            return self._game.sample(self.state, self._rng)
        legal = self._game.legal(self.state)
        quiet = {
            repr(offer.action)
            for offer in self._game.offers(self.state)
            if offer.group in QUIET_GROUPS
        }
        lively = [action for action in legal if repr(action) not in quiet]
        if lively and self._rng.random() < 0.8:
            return self._rng.choice(lively)
        return self._rng.choice(legal)


def wanted(lies: Sequence[Lie]) -> Iterator[tuple[str, Wanted]]:
    """Where the hands must put each die."""
    for lie in lies:
        place = lie.place
        yield lie.die, Wanted(lie.kind, place.zone, place.seat, lie.face, lie.under, lie.paired)


def same_table(game: Game, one: State, other: State) -> bool:
    """Whether two states look the same to players: dice of one kind are interchangeable."""
    return _appearance(game, one) == _appearance(game, other)


def _appearance(game: Game, state: State) -> object:
    view = game.view(state)
    lies = sorted(
        (lie.kind, lie.place.zone, str(lie.place.seat), -1 if lie.face is None else lie.face)
        for lie in game.layout(state)
    )
    return lies, [seat.life for seat in view.seats], view.turn, game.to_move(state)
