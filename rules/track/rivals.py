"""Which other stories fit nearly as well as the best and end differently: its rivals."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Final

from rules.track.fit import Board, Residue
from rules.track.likeness import Likeness, changed
from rules.track.otherwise import (
    chosen_otherwise,
    cut_short,
    exchanged,
    moved,
    otherwise,
    reordered,
    unseen_instead,
    with_more,
)
from rules.track.story import TOLERATED, Node
from rules.track.variations import passed_on
from rules.track.walk import Walk

HIDDEN: Final = 8.0
"""What a die that is seen nowhere says less against lying in the open, in nats, when the best
story has it under others: see `against`."""

TUCKED: Final = 10.0
"""The same when the best story has it where nothing is to be seen: attached to another die."""

LAST: Final = 2
"""Last actions of a story in whose place passes may have cleared the same dice."""

OTHERS: Final = 2
"""Rivals that are told otherwise in their turn: in other orders, or with one action exchanged."""


def rivals(walk: Walk, best: Node, ends: Sequence[Node], margin: float) -> list[Node]:
    """Other stories within `margin` nats that end in a different state, best first.

    `ends` are those that the search for the best one came by.
    """
    found: list[Node] = []
    heads: list[Node] = []  # of each that ends differently, the one found first
    known = {walk.like(best)}
    limit = best.total + margin
    near = [
        end
        for end in ends
        if end.total - TUCKED <= limit
        and cost_against(walk, best, end) <= limit
        and as_far(end, best)
    ]
    near.sort(key=lambda node: node.total)
    left = best.residue.cost - walk.board.under_others(best.residue)
    told = (
        unseen_instead(walk, best),
        exchanged(walk, best),
        _of_each(heads, lambda rival: exchanged(walk, rival)),  # of two choices, both
        chosen_otherwise(walk, best, limit),
        passed_on(walk, best, LAST),
        cut_short(walk, best),
        moved(walk, best),
        reordered(walk, best, limit),
        with_more(walk, best),
        otherwise(walk, best),
        _of_each(heads, lambda rival: reordered(walk, rival, limit)),
    )
    for end in chain(near, *(told if left <= TOLERATED else ())):
        if cost_against(walk, best, end) > limit or contains(walk, end, best):
            continue
        found.append(end)
        like = walk.like(end)
        if like not in known:
            known.add(like)
            heads.append(end)
    return of_their_own(walk, found, best)


def _of_each(
    heads: Sequence[Node], told_otherwise: Callable[[Node], Iterator[Node]]
) -> Iterator[Node]:
    """The first few rivals there are by now, told otherwise."""
    for rival in heads[:OTHERS]:
        yield from told_otherwise(rival)


def cost_against(walk: Walk, best: Node, other: Node) -> float:
    """What another story costs, held against the best one."""
    return other.cost + other.pending + against(walk.board, best.residue, other.residue)


def against(board: Board, best: Residue, other: Residue) -> float:
    """The cost of another story's disagreement, held against the best one's.

    A die that is seen nowhere may be under others, as the best story has it, or it may as well
    lie overlooked where the other story leaves it.
    """
    if not board.overlooked(other):
        return other.cost
    if board.under_others(best):
        return max(0.0, other.cost - HIDDEN)
    return max(0.0, other.cost - TUCKED) if best.shows < other.shows else other.cost


def as_far(other: Node, best: Node) -> bool:
    """Whether `other` may be a rival: a state before a due roll is none to the state after it."""
    return not other.due or best.due


def of_their_own(walk: Walk, found: Sequence[Node], best: Node) -> list[Node]:
    """Rivals, best first: of all that end alike the cheapest, or only a detour would be told of.

    None that adds to another what need not have happened; one that ends like the best story only
    if it is cheaper.
    """
    kept: list[Node] = []
    likes: set[Likeness] = set()
    for end in sorted((best, *found), key=lambda node: node.total):
        shorter = (other for other in found if other.depth < end.depth)
        like = walk.like(end)
        if like in likes or (end is not best and any(contains(walk, end, o) for o in shorter)):
            continue
        likes.add(like)
        if end is not best:
            kept.append(end)
    return kept


def contains(walk: Walk, longer: Node, shorter: Node) -> bool:
    """Whether a story is another one with silent actions added that need not have happened.

    An action that moves dice is a story of its own, even where a later action would have moved
    the same dice: an action die used, and one put away unused at the end of the turn. So is the
    same answer to another question.
    """
    wanted = shorter.path()[1:]
    if _comes_to_the_same(longer, shorter, len(wanted)):
        return True
    shared: list[tuple[Node, Node]] = []
    for node in longer.path()[1:]:
        if len(shared) < len(wanted) and node.action == wanted[len(shared)].action:
            shared.append((node, wanted[len(shared)]))
        elif not node.silent:
            return False
    return len(shared) == len(wanted) and all(
        _does(walk, one) == _does(walk, other) for one, other in shared if not one.by_chance
    )


def _does(walk: Walk, node: Node) -> object:
    """What the last action did for everybody at the table."""
    assert node.parent is not None
    return changed(walk.like(node.parent), walk.like(node))


def _comes_to_the_same(longer: Node, shorter: Node, told: int) -> bool:
    """Whether a story goes on where the other ends, by choices that together change nothing.

    A die turned down by one effect and up again by the next lies as if neither had happened.
    """
    path = longer.path()[1:]
    if (
        longer.here.wanted != shorter.here.wanted
        or len(path) <= told
        or any(node.by_chance for node in path[told:])
    ):
        return False
    same = zip(path, shorter.path()[1:], strict=False)
    return all(one.action == other.action for one, other in same)
