"""The best story told otherwise: what else may have left the same table."""

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from rules.core import CHANCE, Action
from rules.track.follow import BRIDGES, answers, chapters_of, gone_on
from rules.track.promise import ranked
from rules.track.slots import Slot
from rules.track.story import Node
from rules.track.variations import PASSES, apart, cleared_away, orders, since_chance
from rules.track.walk import Walk

PUT_OFF: Final = 4
"""Later actions in whose place what was told first may have been done."""

CHOSEN: Final = 2
"""Silent choices that are made otherwise before the rest is tried in other orders."""

REPARTED: Final = 4
"""Actions since the last roll of which it is asked what else may have moved the same dice."""


def unseen_instead(walk: Walk, best: Node) -> Iterator[Node]:
    """The best story with other dice in the place of those that it puts where none is seen.

    Of a bought die that lies under others nobody knows what was bought.
    """
    spent, path = walk.applies, best.path()
    for place, node in enumerate(path[1:]):
        before = path[place]
        if not node.unseen:
            continue
        told = walk.touches(before, node.action)
        rest = chapters_of(path[place + 2 :])
        for action in walk.legal_actions(before):
            other = walk.touches(before, action)
            if other == told or len(other) != len(told) or len(told - other) > node.unseen:
                continue
            if walk.applies - spent >= walk.effort.otherwise:
                return
            end = gone_on(walk, walk.step(before, action), rest)
            if end is not None:
                yield end


# -- one action for another


def exchanged(walk: Walk, best: Node) -> Iterator[Node]:
    """The best story with one action exchanged for another that looks the same.

    Of a few legal actions all are tried; of many those that are as likely by their dice.
    """
    spent = 0
    path = best.path()
    for place, node in enumerate(path[:-1]):
        if node.here.mover == CHANCE:
            continue
        told = path[place + 1]
        scored = ranked(walk, node)
        own = next((score for score, action in scored if action == told.action), None)
        few = len(scored) <= BRIDGES
        for score, action in scored:
            less = own is not None and score < own - 0.5 and not few
            if action == told.action or (less and not _as_silent(action, told)):
                continue
            if spent >= walk.effort.rivals:
                return
            other, used = _retold(walk, node, action, path[place + 1 :], at_once=not few)
            spent += used
            if other is not None:
                yield other
            if few:
                before = walk.applies
                yield from put_off(walk, node, action, path[place + 1 :])
                spent += walk.applies - before


def _retold(
    walk: Walk, node: Node, action: Action, rest: Sequence[Node], *, at_once: bool = True
) -> tuple[Node | None, int]:
    """The story with `action` in place of the first of `rest`, if it ends as it did.

    `at_once`: only if it looks the same already then, and not by what came later.
    """
    now = walk.step(node, action)
    used = 1
    if now is None or (at_once and now.here.wanted != rest[0].here.wanted):
        return None, used
    for told in rest[1:]:
        now = walk.step(now, told.action)
        used += 1
        if now is None:
            return None, used
    return now, used


def put_off(walk: Walk, node: Node, action: Action, rest: Sequence[Node]) -> Iterator[Node]:
    """The story with `action` first, and what was told first in the place of a later choice.

    Of two effects that each struck somebody, either may have struck the one who fell.
    """
    first, *later = chapters_of(rest)
    for place, chapter in enumerate(later[:PUT_OFF]):
        if chapter.reading is not None:
            return
        rest_of_it = [*later[:place], first, *later[place + 1 :]]
        end = gone_on(walk, walk.step(node, action), rest_of_it)
        if end is not None:
            yield end


def chosen_otherwise(walk: Walk, best: Node, limit: float) -> Iterator[Node]:
    """The best story with another silent choice, which may want the rest in another order.

    What costs more than `limit` is no rival.
    """
    path, tried, spent = best.path(), 0, walk.applies
    for place, told in enumerate(path[1:]):
        if not told.silent:
            continue
        before, rest = path[place], path[place + 2 :]
        legal = walk.legal_actions(before)
        few = len(legal) <= BRIDGES
        for action in legal:
            silent = few or _as_silent(action, told) or not walk.touches(before, action)
            if action == told.action or not silent:
                continue
            if walk.applies - spent >= walk.effort.otherwise:
                return
            start = walk.step(before, action)
            if start is None or start.here.wanted != told.here.wanted:
                continue
            end = gone_on(walk, start, chapters_of(rest))
            if end is not None and end.here.wanted == best.here.wanted:
                yield end
            tried += 1
            if tried <= CHOSEN and not any(node.by_chance for node in rest):
                began = walk.applies
                for end, left in orders(walk, start, rest, began, limit):
                    if not left and end.here.wanted == best.here.wanted:
                        yield end
                spent += walk.applies - began


def _as_silent(action: Action, told: Node) -> bool:
    """Whether it may be told instead whatever dice it names: a choice that moves none of them."""
    return told.silent and type(action) is type(told.action)


def cut_short(walk: Walk, best: Node) -> Iterator[Node]:
    """The best story without the last actions before a stroke of chance: passes led there as well.

    What is left at the end of a turn is cleared away, whether anybody used it or not.
    """
    path = best.path()
    for place, node in enumerate(path[:-1]):
        ends = next((n for n in range(place + 1, len(path)) if path[n].by_chance), None)
        if node.here.mover in (CHANCE, None) or ends is None or ends - place <= PASSES:
            continue
        now: Node | None = node
        for _ in range(PASSES):
            said = answers(walk, now)[:1] if now is not None else []
            now = walk.step(now, said[0]) if now is not None and said else None
            if now is None or now.here.mover in (CHANCE, None):
                break
        if now is not None and now.here.mover == CHANCE:
            end = gone_on(walk, now, chapters_of(path[ends:]))
            if end is not None:
                yield end


# -- the same actions, or more of them


def moved(walk: Walk, best: Node) -> Iterator[Node]:
    """The best story with one action done after all others, or before the last roll was due.

    What is used before anybody attacks may as well be used once the attackers are declared; what
    was used when a text had a die rolled may strengthen it, or not.
    """
    path, spent = best.path(), walk.applies
    chapters = chapters_of(path)
    last = rolled = since_chance(path, len(path)) - 1  # actions up to the last stroke of chance
    while path[last].by_chance:
        last -= 1
    before = since_chance(path, last + 1) - 1
    for place in reversed(range(len(chapters))):
        chapter = chapters[place]
        if chapter.silent or chapter.reading is not None:
            continue
        others = [*chapters[:place], *chapters[place + 1 :]]
        ways = [(place, [*others[place:], chapter])] if place < len(others) else []
        if place >= rolled > 0:
            ways.append((before, [chapter, *others[before:]]))
        for kept, rest in ways:
            if walk.applies - spent >= walk.effort.otherwise:
                return
            end = gone_on(walk, path[kept], rest)
            if end is not None and end.here.wanted == best.here.wanted:
                yield end


def reordered(walk: Walk, best: Node, limit: float) -> Iterator[Node]:
    """The best story with actions done in another order: it may matter.

    Only the order between two strokes of chance is open; the latest is looked at first. What
    costs more than `limit` is no rival.
    """
    path = best.path()
    spent = walk.applies
    end = len(path)
    while end > 1:
        last = end
        while last > 1 and path[last - 1].by_chance:
            last -= 1
        first = since_chance(path, last)
        after = chapters_of(path[last:])
        aim = path[last - 1].here.wanted
        for node, unsaid in orders(walk, path[first - 1], path[first:last], spent, limit):
            if node.here.wanted != aim:
                continue
            other = node if not after else gone_on(walk, node, [*unsaid, *after])
            if other is None and unsaid:
                other = gone_on(walk, node, after)
            if other is not None and other.here.wanted == best.here.wanted:
                yield other
        end = first


def with_more(walk: Walk, best: Node) -> Iterator[Node]:
    """The best story with more actions that what came later covers up.

    An action die used, or left lying until the end of the turn takes it away; two of them, too.
    """
    spent = walk.applies
    told = [best]
    likes = {walk.like(best)}
    for story in told:
        for end in _with_one_more(walk, story, spent):
            if end.here.wanted == best.here.wanted and walk.like(end) not in likes:
                likes.add(walk.like(end))
                told.append(end)
                yield end


def _with_one_more(walk: Walk, story: Node, spent: int) -> Iterator[Node]:
    """One more action, or another one in the place of one that was told."""
    path = story.path()
    for place, node in enumerate(path[:-1]):
        if node.here.mover == CHANCE:
            continue
        rest = chapters_of(path[place + 1 :])
        for action in cleared_away(walk, node, story):
            if action == path[place + 1].action:
                continue
            if walk.applies - spent >= walk.effort.more:
                return
            start = walk.step(node, action)
            for following in (rest[1:], rest):
                end = gone_on(walk, start, following)
                if end is not None:
                    yield end


# -- other actions with the same dice


def otherwise(walk: Walk, best: Node) -> Iterator[Node]:
    """Other actions that together move just the dice that the best story moves.

    What two purchases paid may as well have paid for two others, or for a global besides.
    """
    path = best.path()
    first = since_chance(path, len(path))
    if not 1 < sum(not chapter.silent for chapter in chapters_of(path[first:])) <= REPARTED:
        return
    aim, root, spent, turn = best.here.wanted, path[first - 1], walk.applies, count()
    queue = [(0.0, next(turn), root)]
    reached = {root.here.key}
    while queue and walk.applies - spent < walk.effort.otherwise:
        _, _, node = heapq.heappop(queue)
        for action in _moving(walk, node, aim):
            now = walk.step(node, action)
            if now is None or now.here.key in reached:
                continue
            reached.add(now.here.key)
            away = apart(now.here.wanted, aim)
            if not away:
                yield now
            elif away <= apart(node.here.wanted, aim):  # what is used moves only once it is done
                heapq.heappush(queue, (now.cost + away, next(turn), now))


def _moving(walk: Walk, node: Node, aim: Counter[Slot]) -> Iterator[Action]:
    """The actions with none but dice that do not lie yet as they shall."""
    if node.here.mover in (CHANCE, None):
        return
    over = node.here.wanted - aim
    short = Counter(slot[0] for slot in (aim - node.here.wanted).elements())
    lies = {lie.die: walk.board.slot(lie) for lie in node.here.layout}
    for action in walk.legal_actions(node):
        slots = [lies[die] for die in walk.touches(node, action)]
        if slots and all(s in over or (s not in aim and short[s[0]]) for s in slots):
            yield action
