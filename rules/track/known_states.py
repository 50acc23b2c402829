"""What would follow from what, worked out once for all looks at a table at rest.

Every look at the same rest is explained from the same state, so nearly all that a search asks
the game has been asked before.
"""

import math
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

import msgspec

from rules.core import (
    CHANCE,
    Action,
    AnyGame,
    Chance,
    DieName,
    KeysStates,
    NamesTouchedDice,
    Placement,
    State,
    UpdatesLayout,
)
from rules.track.likeness import Likeness, Likenesses
from rules.track.slots import NO_PAIRS, Slot, Slots, Wanted, lies_otherwise

REMEMBERED: Final = 3000
"""KnownStates kept before all are forgotten, so that memory stays flat."""

ROOM: Final = 1000
"""KnownStates kept when hands come to the table: forgetting more takes a moment nobody needs then,
and would need in the middle of a search."""


class EnoughError(Exception):
    """As much was worked out as was allowed."""


class KnownState(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A state, how its dice lie, and who decides next."""

    state: State
    key: Hashable  # equal for equal states
    layout: tuple[Placement, ...]
    wanted: Wanted
    pairs: Counter[tuple[Slot, Slot]]  # which dice face which
    mover: int | None
    chance: Chance | None


class KnownStates:
    """A game's answers to what was asked before."""

    def __init__(self, game: AnyGame, slots: Slots) -> None:
        self._game = game
        self._slots = slots
        self._stepping = game if isinstance(game, UpdatesLayout) else None
        self._touching = game if isinstance(game, NamesTouchedDice) else None
        self._key = game.state_key if isinstance(game, KeysStates) else game.digest
        self._likenesses = Likenesses(game)
        self._allowed = math.inf  # consequences that may still be worked out
        # by the key of a state:
        self._after: dict[tuple[Hashable, Action], KnownState | None] = {}
        self._legal: dict[Hashable, Sequence[Action]] = {}
        self._quiet_first: dict[Hashable, Sequence[Action]] = {}
        self._touches: dict[tuple[Hashable, Action], frozenset[DieName]] = {}
        self._like: dict[Hashable, Likeness] = {}

    def here(self, state: State, before: KnownState | None = None) -> KnownState:
        """A state by itself; `before` is one in which most dice lie alike."""
        game = self._game
        mover = game.to_move(state)
        layout = self._layout(state, before)
        wanted, pairs = self._asked_for(layout, before)
        chance = game.chance(state) if mover == CHANCE else None
        return KnownState(state, self._key(state), layout, wanted, pairs, mover, chance)

    def _asked_for(
        self, layout: tuple[Placement, ...], before: KnownState | None
    ) -> tuple[Wanted, Counter[tuple[Slot, Slot]]]:
        """What a layout asks of the table, and which dice face which."""
        slots = self._slots
        if before is None or len(layout) != len(before.layout):
            return slots.wanted(layout), slots.pairs(layout)
        moved = tuple(lies_otherwise(before.layout, layout))
        facing = before.pairs or any(lie.paired is not None for _, lie in moved)
        return (
            slots.wanted_next(moved, before.wanted) if moved else before.wanted,
            slots.pairs(layout) if facing else NO_PAIRS,
        )

    def _layout(self, state: State, before: KnownState | None) -> tuple[Placement, ...]:
        if before is not None and self._stepping is not None:
            return self._stepping.layout_after(state, before.state, before.layout)
        return tuple(self._game.layout(state))

    def after(self, before: KnownState, action: Action) -> KnownState | None:
        """What follows from an action; None when it is not legal."""
        key = (before.key, action)
        known = self._after.get(key)
        if known is not None or key in self._after:
            return known
        if self._allowed <= 0:
            raise EnoughError
        self._allowed -= 1
        if len(self._after) >= REMEMBERED:
            self._forget()
        try:
            state, _ = self._game.apply(before.state, action)
        except ValueError:
            after = None
        else:
            after = self.here(state, before)
        self._after[key] = after
        return after

    @contextmanager
    def at_most(self, count: int) -> Iterator[None]:
        """Meanwhile, so many consequences that are not known yet are worked out, and no more."""
        self._allowed = count
        try:
            with suppress(EnoughError):
                yield
        finally:
            self._allowed = math.inf

    def make_room(self) -> None:
        """Forget now what would soon be forgotten anyway."""
        if len(self._after) > ROOM:
            self._forget()

    def _forget(self) -> None:
        self._after.clear()
        self._legal.clear()
        self._quiet_first.clear()
        self._touches.clear()
        self._like.clear()

    def legal_actions(self, now: KnownState) -> Sequence[Action]:
        """Every legal action."""
        legal = self._legal.get(now.key)
        if legal is None:
            legal = self._legal[now.key] = self._game.legal_actions(now.state)
        return legal

    def quiet_first(self, now: KnownState) -> Sequence[Action]:
        """Every legal action, those for which nobody touches a die before the others."""
        legal = self._quiet_first.get(now.key)
        if legal is None:
            legal = sorted(
                self.legal_actions(now), key=lambda action: bool(self.touches(now, action))
            )
            self._quiet_first[now.key] = legal
        return legal

    @property
    def tells_touches(self) -> bool:
        """Whether the game says which dice an action handles."""
        return self._touching is not None

    def touches(self, now: KnownState, action: Action) -> frozenset[DieName]:
        """The dice that somebody touches for an action, as far as the game says."""
        if self._touching is None:
            return frozenset()
        key = (now.key, action)
        touched = self._touches.get(key)
        if touched is None:
            touched = self._touches[key] = frozenset(self._touching.touches(now.state, action))
        return touched

    def like(self, now: KnownState) -> Likeness:
        """What a state is for everybody at the table: see `likeness`."""
        like = self._like.get(now.key)
        if like is None:
            like = self._like[now.key] = self._likenesses.likeness(now.state, now.layout)
        return like
