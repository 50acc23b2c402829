"""What mending and rivals both try: other orders, other actions with the same dice, passes."""

import heapq
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from rules.core import CHANCE, Action
from rules.track.follow import answers, chapters_of
from rules.track.slots import Slot
from rules.track.story import Chapter, Node
from rules.track.walk import Walk

PASSES: Final = 3
WAYS_ON: Final = 2
"""Actions without dice that a story may go on with, and how many of them are tried each time."""


def since_chance(path: Sequence[Node], end: int) -> int:
    """Where on a story's path the actions begin that led to `end` without a draw or roll."""
    return next((n for n in range(end, 0, -1) if path[n - 1].by_chance), 1)


def passed_on(walk: Walk, best: Node, last: int = 0) -> Iterator[Node]:
    """The best story broken off, and only what needs no dice said from there on.

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
                for action in answers(walk, before)[:WAYS_ON]
                if (end := walk.step(before, action)) is not None
            ]
            yield from ends


def cleared_away(walk: Walk, node: Node, best: Node) -> Iterator[Action]:
    """Other actions with dice that are moved between here and the end of the story."""
    legal = walk.legal_actions(node)
    if not walk.tells_touches:
        yield from legal
        return
    ended = {lie.die: lie for lie in best.here.layout}
    moved = {lie.die for lie in node.here.layout if ended.get(lie.die) != lie}
    for action in legal:
        touched = walk.touches(node, action)
        if touched and moved.issuperset(touched):
            yield action


def orders(
    walk: Walk, node: Node, told: Sequence[Node], spent: int, limit: float = math.inf
) -> Iterator[tuple[Node, tuple[Chapter, ...]]]:
    """Where these actions lead in other orders: the cheapest first, then those most like it.

    With each comes what is left of them: what one order asks for, another may never ask. `spent`
    is how many actions had been applied when the search for orders began; an order that costs
    more than `limit` is not followed.
    """
    if len(told) < 2:
        return
    turn = count()
    aim = told[-1].here.wanted
    left = tuple(chapters_of(told))
    queue: list[tuple[float, int, int, int, Node, tuple[Chapter, ...]]] = []
    heapq.heappush(queue, (0.0, 0, len(left), next(turn), node, left))
    reached: set[tuple[object, tuple[Action, ...]]] = set()
    while queue and walk.applies - spent < walk.effort.orders:
        _, swaps, _, _, before, left = heapq.heappop(queue)
        for skipped, now, rest in _next_in_order(walk, before, left, aim):
            still = tuple(chapter.action for chapter in rest)
            key = (walk.like(now), still)
            if key in reached or now.cost > limit:
                continue
            reached.add(key)
            yield now, rest
            if now.here.wanted != aim:
                whole = now.cost + sum(walk.costs(chapter) for chapter in rest)
                place = (whole, swaps + skipped, len(rest), next(turn))
                heapq.heappush(queue, (*place, now, rest))


def _next_in_order(
    walk: Walk, node: Node, left: tuple[Chapter, ...], aim: Counter[Slot]
) -> Iterator[tuple[bool, Node, tuple[Chapter, ...]]]:
    """Each action that may come next: whether it skips another, and what is left then.

    Where none may, something is asked that the order told did not ask: what takes no die away
    from where it shall lie is said.
    """
    if node.here.mover in (CHANCE, None):
        return
    stuck, skipped = True, False
    for place, chapter in enumerate(left):
        now = walk.step(node, chapter.action)
        if now is not None:
            stuck = False
            yield skipped, now, (*left[:place], *left[place + 1 :])
        skipped = skipped or not chapter.silent
    if stuck:
        away = apart(node.here.wanted, aim)
        for action in answers(walk, node):
            now = walk.step(node, action)
            if now is not None and apart(now.here.wanted, aim) <= away:
                yield True, now, left


def apart(one: Counter[Slot], other: Counter[Slot]) -> int:
    """How many dice lie in one layout and not in the other, both ways."""
    return (one - other).total() + (other - one).total()
