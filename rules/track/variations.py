"""What mending and rivals both try: other orders, other actions with the same dice, passes."""

import heapq
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from rules.core import CHANCE, Action
from rules.track.expansion import Expansion
from rules.track.explanation import ExplainedAction, Node
from rules.track.replay import answers, steps_of
from rules.track.slots import Slot

PASSES: Final = 3
WAYS_ON: Final = 2
"""Actions without dice that may come next, and how many of them are tried each time."""

TOLD_APART: Final = 4
"""Actions of which all orders are told apart: of more there are too many."""


def since_chance(path: Sequence[Node], end: int) -> int:
    """Where on an explanation's path the actions begin that led to `end` without a draw or roll."""
    return next((n for n in range(end, 0, -1) if path[n - 1].by_chance), 1)


def passed_on(expansion: Expansion, best: Node, last: int = 0) -> Iterator[Node]:
    """The best explanation broken off, and only what needs no dice said from there on.

    Passes leave no trace until the last of them ends the turn. `last`: only broken off before
    one of this many actions, the last ones.
    """
    for node in best.path()[-last - 1 : -1] if last else best.path():
        ends = [node]
        for _ in range(PASSES):
            ends = [
                end
                for before in ends
                if before.here.mover not in (CHANCE, None)
                for action in answers(expansion, before)[:WAYS_ON]
                if (end := expansion.step(before, action)) is not None
            ]
            yield from ends


def cleared_away(expansion: Expansion, node: Node, best: Node) -> Iterator[Action]:
    """Other actions with dice that are moved between here and the end of the explanation."""
    legal = expansion.legal_actions(node)
    if not expansion.tells_touches:
        yield from legal
        return
    ended = {lie.die: lie for lie in best.here.layout}
    moved = {lie.die for lie in node.here.layout if ended.get(lie.die) != lie}
    for action in legal:
        touched = expansion.touches(node, action)
        if touched and moved.issuperset(touched):
            yield action


def orders(
    expansion: Expansion, node: Node, told: Sequence[Node], spent: int, limit: float = math.inf
) -> Iterator[tuple[Node, tuple[ExplainedAction, ...]]]:
    """Where these actions lead in other orders: the cheapest first, then those most like it.

    With each comes what is left of them: what one order asks for, another may never ask. `spent`
    is how many actions had been applied when the search for orders began; an order that costs
    more than `limit` is not followed. Orders that come to the same are told apart only where
    something was seen on the way.
    """
    if len(told) < 2:
        return
    turn = count()
    aim = told[-1].here.wanted
    left = tuple(steps_of(told))
    queue: list[tuple[float, int, int, int, Node, tuple[ExplainedAction, ...]]] = []
    heapq.heappush(queue, (0.0, 0, len(left), next(turn), node, left))
    reached: set[tuple[object, ...]] = set()
    apart_by_rests = expansion.weighs_rests and len(left) <= TOLD_APART
    while queue and expansion.applies - spent < expansion.effort.orders:
        _, swaps, _, _, before, left = heapq.heappop(queue)
        for skipped, now, rest in _next_in_order(expansion, before, left, aim):
            still = tuple(step.action for step in rest)
            done = tuple(step.action for step in steps_of(now.path())) if apart_by_rests else ()
            key = (expansion.like(now), still, done)
            if key in reached or now.cost > limit:
                continue
            reached.add(key)
            yield now, rest
            if now.here.wanted != aim:
                whole = now.cost + sum(expansion.costs(step) for step in rest)
                place = (whole, swaps + skipped, len(rest), next(turn))
                heapq.heappush(queue, (*place, now, rest))


def _next_in_order(
    expansion: Expansion, node: Node, left: tuple[ExplainedAction, ...], aim: Counter[Slot]
) -> Iterator[tuple[bool, Node, tuple[ExplainedAction, ...]]]:
    """Each action that may come next: whether it skips another, and what is left then.

    Where none may, something is asked that the order told did not ask: what takes no die away
    from where it shall lie is said.
    """
    if node.here.mover in (CHANCE, None):
        return
    stuck, skipped = True, False
    for place, step in enumerate(left):
        now = expansion.step(node, step.action)
        if now is not None:
            stuck = False
            yield skipped, now, (*left[:place], *left[place + 1 :])
        skipped = skipped or not step.silent
    if stuck:
        away = apart(node.here.wanted, aim)
        for action in answers(expansion, node):
            now = expansion.step(node, action)
            if now is not None and apart(now.here.wanted, aim) <= away:
                yield True, now, left


def apart(one: Counter[Slot], other: Counter[Slot]) -> int:
    """How many dice lie in one layout and not in the other, both ways."""
    return (one - other).total() + (other - one).total()
