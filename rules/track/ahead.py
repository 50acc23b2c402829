"""What would follow from what, worked out once for all looks at a table at rest.

Every look at the same rest is explained from the same state, so nearly all that a search asks
the game has been asked before.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from rules.core import CHANCE, Action, Chance, Game, Lie, State, Stepping
from rules.track.fit import Slot, Slots
from rules.track.likeness import Likeness, likeness

REMEMBERED: Final = 3000
"""Consequences kept before all are forgotten, so that memory stays flat."""


class Ahead(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A state, how its dice lie, and who decides next."""

    state: State
    digest: str
    layout: tuple[Lie, ...]
    wanted: Counter[Slot]
    pairs: Counter[tuple[Slot, Slot]]  # which dice face which
    mover: int | None
    chance: Chance | None


class Consequences:
    """A game's answers to what was asked before."""

    def __init__(self, game: Game, slots: Slots) -> None:
        self._game = game
        self._slots = slots
        self._stepping = game if isinstance(game, Stepping) else None
        self._after: dict[tuple[str, Action], Ahead | None] = {}
        self._legal: dict[str, Sequence[Action]] = {}
        self._like: dict[str, Likeness] = {}

    def here(self, state: State, before: Ahead | None = None) -> Ahead:
        """A state by itself; `before` is one in which most dice lie alike."""
        game = self._game
        mover = game.to_move(state)
        layout = self._layout(state, before)
        return Ahead(
            state,
            game.digest(state),
            layout,
            self._slots.wanted_next(layout, before.layout, before.wanted)
            if before is not None
            else self._slots.wanted(layout),
            self._slots.pairs(layout),
            mover,
            game.chance(state) if mover == CHANCE else None,
        )

    def _layout(self, state: State, before: Ahead | None) -> tuple[Lie, ...]:
        if before is not None and self._stepping is not None:
            return self._stepping.layout_after(state, before.state, before.layout)
        return tuple(self._game.layout(state))

    def after(self, before: Ahead, action: Action) -> Ahead | None:
        """What follows from an action; None when it is not legal."""
        key = (before.digest, action)
        if key not in self._after:
            if len(self._after) >= REMEMBERED:
                for remembered in (self._after, self._legal, self._like):
                    remembered.clear()
            try:
                state, _ = self._game.apply(before.state, action)
            except ValueError:
                self._after[key] = None
            else:
                self._after[key] = self.here(state, before)
        return self._after[key]

    def legal(self, now: Ahead) -> Sequence[Action]:
        """Every legal action."""
        if now.digest not in self._legal:
            self._legal[now.digest] = self._game.legal(now.state)
        return self._legal[now.digest]

    def like(self, now: Ahead) -> Likeness:
        """What a state is for everybody at the table: see `likeness`."""
        if now.digest not in self._like:
            self._like[now.digest] = likeness(self._game, now.state)
        return self._like[now.digest]
