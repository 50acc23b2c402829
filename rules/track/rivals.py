"""Which other explanations fit nearly as well as the best and end differently: its rivals."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Final

from rules.core import Action
from rules.track.alternatives import (
    chosen_otherwise,
    cut_short,
    exchanged,
    moved,
    other_explanations,
    reordered,
    unseen_instead,
    with_more,
)
from rules.track.expansion import Expansion
from rules.track.explanation import TOLERATED, Node
from rules.track.fit import Board, Residue
from rules.track.likeness import Likeness, changed
from rules.track.replay import steps_of
from rules.track.variations import passed_on

HIDDEN: Final = 8.0
"""What a die that is seen nowhere says less against lying in the open, in nats, when the best
explanation has it under others: see `against`."""

TUCKED: Final = 10.0
"""The same when the best one has it where nothing is to be seen: attached to another die."""

LAST: Final = 2
"""Last actions of an explanation in whose place passes may have cleared the same dice."""

FAVOURED: Final = 4
"""Ends alike that the rests favour, of which the orders are tried."""

OTHERS: Final = 2
"""Rivals that are told otherwise in their turn: in other orders, or with one action exchanged."""


def rivals(expansion: Expansion, best: Node, ends: Sequence[Node], margin: float) -> list[Node]:
    """Other explanations within `margin` nats that end in a different state, best first.

    `ends` are those that the search for the best one came by.
    """
    found: list[Node] = []
    heads: list[Node] = []  # of each that ends differently, the one found first
    known = {expansion.like(best)}
    limit = best.total + margin
    near = [
        end
        for end in ends
        if end.total - TUCKED <= limit
        and cost_against(expansion, best, end) <= limit
        and goes_as_far(end, best)
    ]
    near.sort(key=lambda node: node.total)
    left = best.residue.cost - expansion.board.under_others(best.residue)
    told = (
        unseen_instead(expansion, best),
        exchanged(expansion, best),
        _of_each(heads, lambda rival: exchanged(expansion, rival)),  # of two choices, both
        chosen_otherwise(expansion, best, limit),
        passed_on(expansion, best, LAST),
        cut_short(expansion, best),
        moved(expansion, best),
        reordered(expansion, best, limit),
        with_more(expansion, best),
        other_explanations(expansion, best),
        _of_each(heads, lambda rival: reordered(expansion, rival, limit)),
        _as_seen(expansion, best, found, limit),
    )
    for end in chain(near, *(told if left <= TOLERATED else ())):
        if cost_against(expansion, best, end) > limit or contains(expansion, end, best):
            continue
        found.append(end)
        like = expansion.like(end)
        if like not in known:
            known.add(like)
            heads.append(end)
    return of_their_own(expansion, found, best)


def _of_each(
    heads: Sequence[Node], told_otherwise: Callable[[Node], Iterator[Node]]
) -> Iterator[Node]:
    """The first few rivals there are by now, told otherwise."""
    for rival in heads[:OTHERS]:
        yield from told_otherwise(rival)


def _as_seen(
    expansion: Expansion, best: Node, found: Sequence[Node], limit: float
) -> Iterator[Node]:
    """Of what ends like the best explanation what the rests favour, told in other orders."""
    if not expansion.weighs_rests:
        return
    like, thrown = expansion.like(best), _thrown(best)
    alike = [end for end in found if expansion.like(end) == like and _thrown(end) == thrown]
    favoured: dict[frozenset[Action], Node] = {}
    for end in sorted(alike, key=expansion.with_rests):
        favoured.setdefault(frozenset(step.action for step in steps_of(end.path())), end)
    for end in list(favoured.values())[:FAVOURED]:
        yield from reordered(expansion, end, limit)


def cost_against(expansion: Expansion, best: Node, other: Node) -> float:
    """What another explanation costs, held against the best one."""
    return other.cost + other.pending + against(expansion.board, best.residue, other.residue)


def against(board: Board, best: Residue, other: Residue) -> float:
    """The cost of another explanation's disagreement, held against the best one's.

    A die that is seen nowhere may be under others, as the best explanation has it, or it may as
    well lie overlooked where the other explanation leaves it.
    """
    if not board.overlooked(other):
        return other.cost
    if board.under_others(best):
        return max(0.0, other.cost - HIDDEN)
    return max(0.0, other.cost - TUCKED) if best.shows < other.shows else other.cost


def goes_as_far(other: Node, best: Node) -> bool:
    """Whether `other` may be a rival: a state before a due roll is none to the state after it."""
    return not other.due or best.due


def of_their_own(expansion: Expansion, found: Sequence[Node], best: Node) -> list[Node]:
    """Rivals, best first: of all that end alike the likeliest, or only a detour would be told of.

    None that adds to another what need not have happened; one that ends like the best explanation
    only if it is cheaper, or the rests on the way make it likelier.
    """
    kept: list[Node] = []
    likes: dict[Likeness, Node] = {}
    for end in sorted((best, *found), key=lambda node: node.total):
        shorter = (other for other in found if other.depth < end.depth)
        like = expansion.like(end)
        known = likes.get(like)
        if end is not best and any(contains(expansion, end, other) for other in shorter):
            continue
        if known is not None and not _likelier(expansion, end, known):
            continue
        likes[like] = end
        if known in kept:
            kept.remove(known)
        if end is not best:
            kept.append(end)
    return kept


def _likelier(expansion: Expansion, end: Node, known: Node) -> bool:
    """Whether the rests on the way favour one of two that end alike and tell of the same throws."""
    if _thrown(end) != _thrown(known):
        return False  # what was thrown is told by its own looks, and not by where dice lay
    return expansion.with_rests(end) < expansion.with_rests(known)


def _thrown(node: Node) -> list[Action]:
    return [each.action for each in node.path()[1:] if each.by_chance]


def contains(expansion: Expansion, longer: Node, shorter: Node) -> bool:
    """Whether an explanation is another one with silent actions added that need not have happened.

    An action that moves dice is an explanation of its own, even where a later action would have
    moved the same dice: an action die used, and one put away unused at the end of the turn. So is
    the same answer to another question.
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
        _does(expansion, one) == _does(expansion, other)
        for one, other in shared
        if not one.by_chance
    )


def _does(expansion: Expansion, node: Node) -> object:
    """What the last action did for everybody at the table."""
    assert node.parent is not None
    return changed(expansion.like(node.parent), expansion.like(node))


def _comes_to_the_same(longer: Node, shorter: Node, told: int) -> bool:
    """Whether an explanation goes on where the other ends, by choices that together change nothing.

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
