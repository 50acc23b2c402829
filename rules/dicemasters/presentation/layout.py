"""Where every die must lie and what it must show."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress
from operator import is_not

from rules.core import DieName, DieNumber, FaceIndex, KindName, Place, Placement, Seat, numbered
from rules.dicemasters.engine.state import (
    NO_DIE,
    NO_FACE,
    NOBODY,
    DiceMastersState,
    DieState,
    Match,
)

SHOWS_FACE = ("prep", "reserve", "field", "attack")


def layout_of(state: DiceMastersState) -> tuple[Placement, ...]:
    """Where every die must lie and what it must show."""
    return tuple(
        _placement_of(state.match, number, die) for number, die in numbered(DieNumber, state.dice)
    )


def layout_after(
    state: DiceMastersState, before: DiceMastersState, layout_of: Sequence[Placement]
) -> tuple[Placement, ...]:
    """The layout, when that of a state before is known: most dice lie where they lay."""
    placements, dice, match = list(layout_of), state.dice, state.match
    for number in compress(map(DieNumber, range(len(dice))), map(is_not, dice, before.dice)):
        placements[number] = _placement_of(match, number, dice[number])
    return tuple(placements)


def _placement_of(match: Match, number: DieNumber, die: DieState) -> Placement:
    names = match.die_names
    return _placement(
        names[number],
        match.kinds[match.kind_of[number]].name,
        die.zone,
        die.seat,
        die.face,
        names[die.under] if die.under != NO_DIE else None,
        names[die.blocks[0]] if die.blocks else None,
    )


@lru_cache(maxsize=1 << 14)
def _placement(  # noqa: PLR0917 - the key of a cache
    die: DieName,
    kind: KindName,
    zone: str,
    seat: Seat,
    face: FaceIndex,
    under: DieName | None,
    paired: DieName | None,
) -> Placement:
    """One die's placement, from a cache: most dice lie where they lay a moment ago."""
    shows = zone in SHOWS_FACE and face != NO_FACE
    place = Place(zone, None if seat == NOBODY else seat)
    return Placement(die, kind, place, face if shows else None, under, paired)


def same_layout(one: DiceMastersState, other: DiceMastersState) -> bool:
    """Whether two states of a game have the same layout, die by die."""
    return all(
        mine is theirs or _same_placement(mine, theirs)
        for mine, theirs in zip(one.dice, other.dice, strict=True)
    )


def _same_placement(one: DieState, other: DieState) -> bool:
    return (
        one.zone == other.zone
        and one.seat == other.seat
        and (one.face == other.face or one.zone not in SHOWS_FACE)
        and one.under == other.under
        and one.blocks[:1] == other.blocks[:1]
    )
