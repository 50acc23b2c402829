"""When two states are the same for everybody at the table."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rules.core import CHANCE, Game, Lie, Roll, State


class Likeness(NamedTuple):
    """A state as everybody at the table knows it."""

    lies: frozenset[object]  # how many dice of one kind lie alike, with what they carry
    seats: tuple[tuple[int, object], ...]  # lives, and what is beside them
    moment: object  # turn, step and who decides; the dice that are due to be rolled


def changed(before: Likeness, after: Likeness) -> object:
    """What is different on the table; two actions that change the same did the same."""
    lives = tuple(now - then for (then, _), (now, _) in zip(before.seats, after.seats, strict=True))
    return after.lies - before.lies, before.lies - after.lies, lives


def likeness(game: Game, state: State, layout: Sequence[Lie] | None = None) -> Likeness:
    """What a state is when dice of one kind that lie alike cannot be told apart.

    Two states with the same likeness show the same table, the same lives and the same step,
    their dice carry the same bonuses and damage, and the same dice are due to be rolled; they may
    differ in the books' names of dice and in the order in which things happened. `layout` is that
    of the state, where it is known.
    """
    layout = game.layout(state) if layout is None else layout
    kinds = {lie.die: lie.kind for lie in layout}
    view = game.view(state)
    details = {die.die: (die.detail, die.stats) for die in view.dice}
    facing: dict[str, list[str]] = {}
    for lie in layout:
        for other in (lie.under, lie.paired):
            if other is not None:
                facing.setdefault(other, []).append(lie.kind)
    lies = Counter(
        (
            lie.kind,
            lie.place,
            lie.face,
            kinds.get(lie.under or ""),
            kinds.get(lie.paired or ""),
            tuple(sorted(facing.get(lie.die, ()))),
            details.get(lie.die),
        )
        for lie in layout
    )
    mover = game.to_move(state)
    due = _due(game, state, layout) if mover == CHANCE else None
    return Likeness(
        frozenset(lies.items()),
        tuple((seat.life, seat.notes) for seat in view.seats),
        (view.turn, view.active, view.step, view.substep, view.chosen, mover, due),
    )


def _due(game: Game, state: State, layout: Sequence[Lie]) -> object:
    """What the dice are to decide: of dice to be rolled, how they lie."""
    chance = game.chance(state)
    if not isinstance(chance, Roll):
        return chance
    rolled = {die for die, _ in chance.dice}
    lies = Counter((lie.kind, lie.place, lie.face) for lie in layout if lie.die in rolled)
    return chance.seat, frozenset(lies.items())
