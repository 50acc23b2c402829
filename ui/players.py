"""Simulated players: they choose legal actions, by a script or by chance, and know the truth."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from hardware.simulated import Wanted
from rules.core import CHANCE, Action, Game, Lie, Roll, State

QUIET_GROUPS = frozenset({"pass", "hand"})
"""Offers that do nothing on the table; players who play at random choose them less often."""

LIVELY = 0.8
"""Chance that a random player does something when something can be done."""


@dataclass(frozen=True, slots=True)
class Moved:
    """One thing that happened at the simulated table."""

    action: Action
    said: str
    state: State  # after it
    rolled: frozenset[str]  # dice that were thrown
    traced: bool  # whether the dice lie differently now


class Players:
    """Everybody at a simulated table; `state` is what is really true."""

    def __init__(self, game: Game, state: State, rng: Random, script: Sequence[Any] = ()) -> None:
        """`script`: written actions to play first; then the players choose at random."""
        self._game = game
        self._rng = rng
        self._script = list(script)
        self.state = state

    @property
    def scripted(self) -> bool:
        """Whether the script is not at its end."""
        return bool(self._script)

    def move(self) -> Moved | None:
        """Do the next thing; None when the game is over."""
        before = self.state
        if self._game.to_move(before) is None:
            return None
        action = self._game.read_action(self._script.pop(0)) if self._script else self._chosen()
        chance = self._game.chance(before)
        self.state, _ = self._game.apply(before, action)
        return Moved(
            action,
            self._game.say(before, action),
            self.state,
            frozenset(die for die, _ in chance.dice) if isinstance(chance, Roll) else frozenset(),
            _lies(self._game, before) != _lies(self._game, self.state),
        )

    def _chosen(self) -> Action:
        if self._game.to_move(self.state) == CHANCE:
            return self._game.sample(self.state, self._rng)
        legal = self._game.legal(self.state)
        quiet = [o.action for o in self._game.offers(self.state) if o.group in QUIET_GROUPS]
        lively = [action for action in legal if action not in quiet]
        return self._rng.choice(lively if lively and self._rng.random() < LIVELY else legal)


def wanted(lies: Sequence[Lie]) -> Iterator[tuple[str, Wanted]]:
    """Where the hands must put each die."""
    for lie in lies:
        place = lie.place
        yield lie.die, Wanted(lie.kind, place.zone, place.seat, lie.face, lie.under, lie.paired)


def same_table(game: Game, one: State, other: State) -> bool:
    """Whether two states are the same to players: dice of one kind are interchangeable."""
    return _appearance(game, one) == _appearance(game, other)


def _lies(game: Game, state: State) -> list[tuple[str, str, str, int]]:
    return sorted(
        (lie.kind, lie.place.zone, str(lie.place.seat), -1 if lie.face is None else lie.face)
        for lie in game.layout(state)
    )


def _appearance(game: Game, state: State) -> object:
    view = game.view(state)
    lives = [seat.life for seat in view.seats]
    return _lies(game, state), lives, view.turn, view.step, game.to_move(state)
