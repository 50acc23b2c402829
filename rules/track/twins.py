"""Dice that look alike: which of them lies there, where nothing that was seen can tell."""

from collections.abc import Mapping, Sequence

import msgspec

from rules.core import DieName, KindName, Placement
from rules.track.fit import Board


class Unclear(msgspec.Struct, frozen=True):
    """A piece that may be one of several dice."""

    number: int  # of the piece
    lie: Placement  # what the explanation takes it for
    kinds: tuple[KindName, ...]  # what it may be, that first


def unclear(
    board: Board, before: Sequence[Placement], after: Sequence[Placement]
) -> tuple[Unclear, ...]:
    """The pieces that may as well be other dice, if the dice went from `before` to `after`.

    Two dice of different kinds that look alike can be told by where they lay: in different places,
    or as they still lie. One that is known, or nobody touched, is no other.
    """
    lay = {lie.die: lie for lie in before}
    lies = {lie.die: lie for lie in after}
    pieces = {lie.die: number for lie, number in board.fit(after).pairs}
    found: list[Unclear] = []
    for die, number in pieces.items():
        kinds = board.pieces[number].kinds
        if len(kinds) == 1 or die not in lay:
            continue
        mates = (lie for lie in after if lie.kind in kinds and lie.kind != lies[die].kind)
        others = {
            mate.kind
            for mate in mates
            if mate.die in lay
            and _may_be_exchanged(board, lay, lies, pieces, die=die, mate=mate.die)
        }
        if others:
            found.append(Unclear(number, lies[die], (lies[die].kind, *sorted(others))))
    return tuple(found)


def _may_be_exchanged(
    board: Board,
    lay: Mapping[DieName, Placement],
    lies: Mapping[DieName, Placement],
    pieces: Mapping[DieName, int],
    *,
    die: DieName,
    mate: DieName,
) -> bool:
    """Whether two dice may each have done what the other is said to have done."""
    if lay[die].place != lay[mate].place:
        return False
    if lay[die] == lies[die] and lay[mate] == lies[mate]:
        return False
    here, there = board.slot(lies[die]), board.slot(lies[mate])
    if here[1:] == there[1:]:
        return False
    number = pieces.get(mate)
    return number is None or lies[die].kind in board.pieces[number].kinds
