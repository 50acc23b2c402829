"""The search for the best explanation: best first, and mended where that leads nowhere."""

import heapq
from collections.abc import Iterator
from itertools import count
from typing import Final

from rules.core import CHANCE
from rules.track.expansion import Expansion
from rules.track.explanation import AGREES, Node
from rules.track.priority import CHUNK, rank_actions
from rules.track.repair import repaired

REPAIR_AFTER: Final = 24
"""Actions applied in vain before the best explanation is searched for what it left out."""


def search_best_first(  # noqa: C901 - one loop that stops for several reasons
    expansion: Expansion, root: Node, wary: float
) -> tuple[Node, list[Node]]:
    """The best node there is to be found, and all that were looked at.

    `wary` is how many nats later a node gets its turn for every die that its action puts
    where none is seen.
    """
    effort = expansion.effort
    best = root
    ends = [root]
    since_better = 0
    order = count()
    queue = [(root.priority, next(order), root, 0)]
    searched: Node | None = None  # the explanation last searched for what it left out
    began = expansion.applies
    found = 0  # actions applied when the table was first explained
    while queue:
        if best.unexplained <= AGREES and queue[0][0] >= best.total:
            found = found or expansion.applies
            if expansion.applies - found >= effort.rivals:
                break
        _, _, node, start = heapq.heappop(queue)
        before = expansion.applies
        for child in _children(expansion, node, start):
            ends.append(child)
            if child.total < best.total - 1e-9:
                best, since_better, before = child, 0, expansion.applies
            if child.depth < effort.depth:
                turn = child.priority + (wary * child.unseen if wary else 0.0)
                heapq.heappush(queue, (turn, next(order), child, 0))
        since_better += expansion.applies - before
        later = _later(node, start)
        if later is not None:
            heapq.heappush(queue, (later, next(order), node, start + CHUNK))
        if since_better > REPAIR_AFTER and best.unexplained > AGREES and best is not searched:
            searched = best
            for end in repaired(expansion, best):
                ends.append(end)
                if end.total < best.total - 1e-9:
                    best, since_better = end, 0
                    heapq.heappush(queue, (end.priority, next(order), end, 0))
        if expansion.applies - began > effort.applies or since_better > effort.in_vain:
            break
    return best, ends


def _children(expansion: Expansion, node: Node, start: int) -> Iterator[Node]:
    """The states one action further: the next few of the node's actions."""
    if node.here.mover is None:
        return
    if node.here.mover == CHANCE:
        if start == 0:
            yield from expansion.outcomes(node, anew=True)
        return
    for _, action in rank_actions(expansion, node)[start : start + CHUNK]:
        child = expansion.step(node, action, anew=True)
        if child is not None:
            yield child


def _later(node: Node, start: int) -> float | None:
    """When the rest of a node's actions deserve their turn, if any are left."""
    scored = node.ranked
    if scored is None or start + CHUNK >= len(scored):
        return None
    drop = scored[start][0] - scored[start + CHUNK][0]
    return node.priority + 0.5 + 3.0 * drop + start / CHUNK
