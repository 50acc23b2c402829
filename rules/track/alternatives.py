"""The best explanation told otherwise: what else may have left the same table."""

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from rules.core import CHANCE, Action
from rules.track.expansion import Expansion
from rules.track.explanation import Node
from rules.track.priority import rank_actions
from rules.track.replay import BRIDGES, answers, gone_on, steps_of
from rules.track.slots import Slot
from rules.track.variations import PASSES, apart, cleared_away, orders, since_chance

PUT_OFF: Final = 4
"""Later actions in whose place what was told first may have been done."""

CHOSEN: Final = 2
"""Silent choices that are made otherwise before the rest is tried in other orders."""

REPARTED: Final = 4
"""Actions since the last roll of which it is asked what else may have moved the same dice."""


def unseen_instead(expansion: Expansion, best: Node) -> Iterator[Node]:
    """The best explanation with other dice in the place of those that it puts where none is seen.

    Of a bought die that lies under others nobody knows what was bought.
    """
    spent, path = expansion.applies, best.path()
    for place, node in enumerate(path[1:]):
        before = path[place]
        if not node.unseen:
            continue
        told = expansion.touches(before, node.action)
        rest = steps_of(path[place + 2 :])
        for action in expansion.legal_actions(before):
            other = expansion.touches(before, action)
            if other == told or len(other) != len(told) or len(told - other) > node.unseen:
                continue
            if expansion.applies - spent >= expansion.effort.alternatives:
                return
            end = gone_on(expansion, expansion.step(before, action), rest)
            if end is not None:
                yield end


# -- one action for another


def exchanged(expansion: Expansion, best: Node) -> Iterator[Node]:
    """The best explanation with one action exchanged for another that looks the same.

    Of a few legal actions all are tried; of many those that are as likely by their dice.
    """
    spent = 0
    path = best.path()
    for place, node in enumerate(path[:-1]):
        if node.here.mover == CHANCE:
            continue
        told = path[place + 1]
        scored = rank_actions(expansion, node)
        own = next((score for score, action in scored if action == told.action), None)
        few = len(scored) <= BRIDGES
        for score, action in scored:
            less = own is not None and score < own - 0.5 and not few
            if action == told.action or (less and not _as_silent(action, told)):
                continue
            if spent >= expansion.effort.rivals:
                return
            other, used = _retold(expansion, node, action, path[place + 1 :], at_once=not few)
            spent += used
            if other is not None:
                yield other
            if few:
                before = expansion.applies
                yield from put_off(expansion, node, action, path[place + 1 :])
                spent += expansion.applies - before


def _retold(
    expansion: Expansion, node: Node, action: Action, rest: Sequence[Node], *, at_once: bool = True
) -> tuple[Node | None, int]:
    """The explanation with `action` in place of the first of `rest`, if it ends as it did.

    `at_once`: only if it looks the same already then, and not by what came later.
    """
    now = expansion.step(node, action)
    used = 1
    if now is None or (at_once and now.here.wanted != rest[0].here.wanted):
        return None, used
    for told in rest[1:]:
        now = expansion.step(now, told.action)
        used += 1
        if now is None:
            return None, used
    return now, used


def put_off(
    expansion: Expansion, node: Node, action: Action, rest: Sequence[Node]
) -> Iterator[Node]:
    """The explanation with `action` first, and what was told first in the place of a later choice.

    Of two effects that each struck somebody, either may have struck the one who fell.
    """
    first, *later = steps_of(rest)
    for place, step in enumerate(later[:PUT_OFF]):
        if step.reading is not None:
            return
        rest_of_it = [*later[:place], first, *later[place + 1 :]]
        end = gone_on(expansion, expansion.step(node, action), rest_of_it)
        if end is not None:
            yield end


def chosen_otherwise(  # noqa: C901 - one test per reason to leave a choice out
    expansion: Expansion, best: Node, limit: float
) -> Iterator[Node]:
    """The best explanation with another silent choice, which may want the rest in another order.

    What costs more than `limit` is no rival.
    """
    path, tried, spent = best.path(), 0, expansion.applies
    for place, told in enumerate(path[1:]):
        if not told.silent:
            continue
        before, rest = path[place], path[place + 2 :]
        legal = expansion.legal_actions(before)
        few = len(legal) <= BRIDGES
        for action in legal:
            silent = few or _as_silent(action, told) or not expansion.touches(before, action)
            if action == told.action or not silent:
                continue
            if expansion.applies - spent >= expansion.effort.alternatives:
                return
            start = expansion.step(before, action)
            if start is None or start.here.wanted != told.here.wanted:
                continue
            end = gone_on(expansion, start, steps_of(rest))
            if end is not None and end.here.wanted == best.here.wanted:
                yield end
            tried += 1
            if tried <= CHOSEN and not any(node.by_chance for node in rest):
                began = expansion.applies
                for end, left in orders(expansion, start, rest, began, limit):
                    if not left and end.here.wanted == best.here.wanted:
                        yield end
                spent += expansion.applies - began


def _as_silent(action: Action, told: Node) -> bool:
    """Whether it may be told instead whatever dice it names: a choice that moves none of them."""
    return told.silent and type(action) is type(told.action)


def cut_short(expansion: Expansion, best: Node) -> Iterator[Node]:
    """The best one without the last actions before a stroke of chance: passes led there as well.

    What is left at the end of a turn is cleared away, whether anybody used it or not.
    """
    path = best.path()
    for place, node in enumerate(path[:-1]):
        ends = next((n for n in range(place + 1, len(path)) if path[n].by_chance), None)
        if node.here.mover in (CHANCE, None) or ends is None or ends - place <= PASSES:
            continue
        now: Node | None = node
        for _ in range(PASSES):
            said = answers(expansion, now)[:1] if now is not None else []
            now = expansion.step(now, said[0]) if now is not None and said else None
            if now is None or now.here.mover in (CHANCE, None):
                break
        if now is not None and now.here.mover == CHANCE:
            end = gone_on(expansion, now, steps_of(path[ends:]))
            if end is not None:
                yield end


# -- the same actions, or more of them


def moved(expansion: Expansion, best: Node) -> Iterator[Node]:
    """The best explanation with one action done after all others, or before the last roll was due.

    What is used before anybody attacks may as well be used once the attackers are declared; what
    was used when a text had a die rolled may strengthen it, or not.
    """
    path, spent = best.path(), expansion.applies
    steps = steps_of(path)
    last = rolled = since_chance(path, len(path)) - 1  # actions up to the last stroke of chance
    while path[last].by_chance:
        last -= 1
    before = since_chance(path, last + 1) - 1
    for place in reversed(range(len(steps))):
        step = steps[place]
        if step.silent or step.reading is not None:
            continue
        others = [*steps[:place], *steps[place + 1 :]]
        ways = [(place, [*others[place:], step])] if place < len(others) else []
        if place >= rolled > 0:
            ways.append((before, [step, *others[before:]]))
        for kept, rest in ways:
            if expansion.applies - spent >= expansion.effort.alternatives:
                return
            end = gone_on(expansion, path[kept], rest)
            if end is not None and end.here.wanted == best.here.wanted:
                yield end


def reordered(expansion: Expansion, best: Node, limit: float) -> Iterator[Node]:
    """The best explanation with actions done in another order: it may matter.

    Only the order between two strokes of chance is open; the latest is looked at first. What
    costs more than `limit` is no rival.
    """
    path = best.path()
    spent = expansion.applies
    end = len(path)
    while end > 1:
        last = end
        while last > 1 and path[last - 1].by_chance:
            last -= 1
        first = since_chance(path, last)
        after = steps_of(path[last:])
        aim = path[last - 1].here.wanted
        for node, unsaid in orders(expansion, path[first - 1], path[first:last], spent, limit):
            if node.here.wanted != aim:
                continue
            other = node if not after else gone_on(expansion, node, [*unsaid, *after])
            if other is None and unsaid:
                other = gone_on(expansion, node, after)
            if other is not None and other.here.wanted == best.here.wanted:
                yield other
        end = first


def with_more(expansion: Expansion, best: Node) -> Iterator[Node]:
    """The best explanation with more actions that what came later covers up.

    An action die used, or left lying until the end of the turn takes it away; two of them, too.
    """
    spent = expansion.applies
    told = [best]
    likes = {expansion.like(best)}
    for explanation in told:
        for end in _with_one_more(expansion, explanation, spent):
            if end.here.wanted == best.here.wanted and expansion.like(end) not in likes:
                likes.add(expansion.like(end))
                told.append(end)
                yield end


def _with_one_more(expansion: Expansion, explanation: Node, spent: int) -> Iterator[Node]:
    """One more action, or another one in the place of one that was told."""
    path = explanation.path()
    for place, node in enumerate(path[:-1]):
        if node.here.mover == CHANCE:
            continue
        rest = steps_of(path[place + 1 :])
        for action in cleared_away(expansion, node, explanation):
            if action == path[place + 1].action:
                continue
            if expansion.applies - spent >= expansion.effort.more:
                return
            start = expansion.step(node, action)
            for following in (rest[1:], rest):
                end = gone_on(expansion, start, following)
                if end is not None:
                    yield end


# -- other actions with the same dice


def other_explanations(expansion: Expansion, best: Node) -> Iterator[Node]:
    """Other actions that together move just the dice that the best explanation moves.

    What two purchases paid may as well have paid for two others, or for a global besides.
    """
    path = best.path()
    first = since_chance(path, len(path))
    if not 1 < sum(not step.silent for step in steps_of(path[first:])) <= REPARTED:
        return
    aim, root, spent, turn = best.here.wanted, path[first - 1], expansion.applies, count()
    queue = [(0.0, next(turn), root)]
    reached = {root.here.key}
    while queue and expansion.applies - spent < expansion.effort.alternatives:
        _, _, node = heapq.heappop(queue)
        for action in _moving(expansion, node, aim):
            now = expansion.step(node, action)
            if now is None:
                continue
            away = apart(now.here.wanted, aim)
            ends = expansion.weighs_rests and not away  # alike, but not to who saw it done
            if now.here.key in reached and not ends:
                continue
            reached.add(now.here.key)
            if not away:
                yield now
            elif away <= apart(node.here.wanted, aim):  # what is used moves only once it is done
                heapq.heappush(queue, (now.cost + away, next(turn), now))


def _moving(expansion: Expansion, node: Node, aim: Counter[Slot]) -> Iterator[Action]:
    """The actions with none but dice that do not lie yet as they shall."""
    if node.here.mover in (CHANCE, None):
        return
    over = node.here.wanted - aim
    short = Counter(slot[0] for slot in (aim - node.here.wanted).elements())
    lies = {lie.die: expansion.board.slot(lie) for lie in node.here.layout}
    for action in expansion.legal_actions(node):
        slots = [lies[die] for die in expansion.touches(node, action)]
        if slots and all(s in over or (s not in aim and short[s[0]]) for s in slots):
            yield action
