"""When two states are the same for everybody at the table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from rules.core import (
    CHANCE,
    AnyGame,
    DieName,
    FaceIndex,
    KindName,
    Place,
    Placement,
    Roll,
    State,
    SummarisesView,
)
from rules.track.slots import lies_otherwise


class Likeness(NamedTuple):
    """A state as everybody at the table knows it."""

    lies: frozenset[object]  # how many dice of one kind lie alike, with what they carry
    seats: tuple[tuple[int, object], ...]  # lives, and what is beside them
    moment: object  # turn, step and who decides; the dice that are due to be rolled


def changed(before: Likeness, after: Likeness) -> object:
    """What is different on the table; two actions that change the same did the same."""
    lives = tuple(now - then for (then, _), (now, _) in zip(before.seats, after.seats, strict=True))
    return after.lies - before.lies, before.lies - after.lies, lives


Told: TypeAlias = tuple[KindName, Place, FaceIndex | None]
"""Kind, place, face: all there is to tell of most dice."""


class Likenesses:
    """Tells what states are like, each from the one asked about before: most dice lie alike."""

    def __init__(self, game: AnyGame) -> None:
        """Nothing was asked yet."""
        self._game = game
        self._view = game.summary if isinstance(game, SummarisesView) else game.view
        self._layout: Sequence[Placement] = ()
        self._told: dict[Told, int] = {}  # how many dice of that layout lie alike

    def likeness(self, state: State, layout: Sequence[Placement]) -> Likeness:
        """What a state with this layout is like: see `likeness`."""
        view = self._view(state)
        details = {die.die: (die.detail, die.stats) for die in view.dice}
        mover = self._game.to_move(state)
        due = _due(self._game, state, layout) if mover == CHANCE else None
        return Likeness(
            self._lies(layout, details),
            tuple((seat.life, seat.notes) for seat in view.seats),
            (view.turn, view.active, view.step, view.substep, view.chosen, mover, due),
        )

    def _lies(
        self, layout: Sequence[Placement], details: Mapping[DieName, tuple[str, str]]
    ) -> frozenset[object]:
        """How many dice of one kind lie alike, with what they carry and whom they face."""
        joined = [lie for lie in layout if lie.under is not None or lie.paired is not None]
        kinds = {lie.die: lie.kind for lie in layout} if joined else {}
        facing: dict[str, list[str]] = {}
        for lie in joined:
            for other in (lie.under, lie.paired):
                if other is not None:
                    facing.setdefault(other, []).append(lie.kind)
        apart = {*details, *facing, *(lie.die for lie in joined)}
        alike: dict[object, int] = dict(self._counted(layout).items())
        for lie in [lie for lie in layout if lie.die in apart]:
            _one_less(alike, _told(lie))
            more = (
                *_told(lie),
                kinds.get(lie.under) if lie.under else None,
                kinds.get(lie.paired) if lie.paired else None,
                tuple(sorted(facing.get(lie.die, ()))),
                details.get(lie.die),
            )
            alike[more] = alike.get(more, 0) + 1
        return frozenset(alike.items())

    def _counted(self, layout: Sequence[Placement]) -> Mapping[Told, int]:
        """How many dice lie alike, whatever they carry."""
        told = self._told
        if len(layout) == len(self._layout):
            for old, new in lies_otherwise(self._layout, layout):
                _one_less(told, _told(old))
                told[_told(new)] = told.get(_told(new), 0) + 1
        else:
            told = self._told = dict(Counter(map(_told, layout)))
        self._layout = layout
        return told


def likeness(game: AnyGame, state: State, layout: Sequence[Placement] | None = None) -> Likeness:
    """What a state is when dice of one kind that lie alike cannot be told apart.

    Two states with the same likeness show the same table, the same lives and the same step,
    their dice carry the same bonuses and damage, and the same dice are due to be rolled; they may
    differ in the books' names of dice and in the order in which things happened. `layout` is that
    of the state, where it is known.
    """
    layout = game.layout(state) if layout is None else layout
    return Likenesses(game).likeness(state, layout)


def _told(lie: Placement) -> Told:
    return lie.kind, lie.place, lie.face


def _one_less(counted: dict[Any, int], of: object) -> None:
    """Count one less, and none as nothing."""
    left = counted[of] - 1
    if left:
        counted[of] = left
    else:
        del counted[of]


def _due(game: AnyGame, state: State, layout: Sequence[Placement]) -> object:
    """What the dice are to decide: of dice to be rolled, how they lie."""
    chance = game.chance(state)
    if not isinstance(chance, Roll):
        return chance
    rolled = {die for die, _ in chance.dice}
    lies = Counter((lie.kind, lie.place, lie.face) for lie in layout if lie.die in rolled)
    return chance.seat, frozenset(lies.items())
