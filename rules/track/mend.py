"""A story that does not fit, better told.

Going for what explains most at once leaves small things behind, and finds no way back to them.
"""

from collections.abc import Hashable, Iterator, Sequence
from itertools import chain, islice
from typing import Final

from rules.core import CHANCE, Action, Draw
from rules.track.follow import BRIDGES, answers, chapters_of, going_on
from rules.track.promise import CHUNK, Promise
from rules.track.story import Chapter, Node
from rules.track.variations import cleared_away, orders, passed_on, since_chance
from rules.track.walk import Walk

NEARLY: Final = 5.0
"""Nats by which a story with one action put in may be worse and still worth a second one."""

TWICE: Final = 2
"""Stories that a second action is put into."""


def mended(walk: Walk, best: Node) -> Iterator[Node]:
    """The best story better told: an action less, one or two more, or in another order."""
    better = False
    nearly: dict[Hashable, Node] = {}  # by key: where several ways lead, the cheapest
    told = (
        drawn_otherwise(walk, best),
        shortened(walk, best),
        exchanged(walk, best),
        passed_on(walk, best),
        inserted(walk, best),
    )
    for end in chain(*told):
        if end.total < best.total:
            better = True
            yield end
        elif end.total < best.total + NEARLY and end.here.key != best.here.key:
            other = nearly.setdefault(end.here.key, end)
            if end.total < other.total:
                nearly[end.here.key] = end
    if not better:  # of two that were left out, one alone may explain no more than none
        for start in sorted(nearly.values(), key=lambda end: end.total)[:TWICE]:
            yield from (end for end in inserted(walk, start) if end.total < best.total)
    path = best.path()
    first = since_chance(path, len(path))
    for end, _ in orders(walk, path[first - 1], path[first:], walk.applies):
        if end.total < best.total:
            yield end


def drawn_otherwise(walk: Walk, best: Node) -> Iterator[Node]:
    """The best story with other dice in one of its draws.

    Where two players draw before the next look, dice that lie together may be either's.
    """
    path = best.path()
    for place, node in enumerate(path[:-1]):
        if not isinstance(node.here.chance, Draw):
            continue
        rest = chapters_of(path[place + 2 :])
        for other in walk.outcomes(node):
            if other.action != path[place + 1].action:
                yield other
                yield from going_on(walk, other, rest)


def shortened(walk: Walk, best: Node) -> Iterator[Node]:
    """The best story without one of its actions: what came later moved the same dice anyway.

    The choices that only it asked for are left out as well.
    """
    path = best.path()
    for place, node in enumerate(path[:-1]):
        if node.here.mover == CHANCE:
            continue
        rest = chapters_of(path[place + 2 :])
        yield from going_on(walk, node, rest)
        asked = _asked_by_it(walk, node, rest)
        if asked:
            yield from going_on(walk, node, rest[asked:])


def _asked_by_it(walk: Walk, node: Node, rest: Sequence[Chapter]) -> int:
    """How many of the next actions are not possible at a node: what asked for them is left out."""
    for place, chapter in enumerate(rest):
        if chapter.reading is not None or walk.step(node, chapter.action) is not None:
            return place
    return len(rest)


def exchanged(walk: Walk, best: Node) -> Iterator[Node]:
    """The best story with one action exchanged: of a few for any other, or with the same dice.

    One die pays for either of two globals, and one of two dice was struck; only what comes of it
    later tells them apart.
    """
    path = best.path()
    for place, node in enumerate(path[:-1]):
        if node.here.mover == CHANCE:
            continue
        told, legal = path[place + 1].action, walk.legal_actions(node)
        few, dice = len(legal) <= BRIDGES, walk.touches(node, told)
        rest = chapters_of(path[place + 2 :])
        for action in legal:
            if action == told or not (few or (dice and walk.touches(node, action) == dice)):
                continue
            end = walk.step(node, action)
            if end is not None:
                yield end
                yield from going_on(walk, end, rest)


def inserted(walk: Walk, best: Node) -> Iterator[Node]:
    """The best story with one more action put in where it was left out.

    Going for what explains most at once leaves small things behind that had to be done
    earlier: a character fielded before the turn was over.
    """
    path = best.path()
    promise = Promise(walk, best)
    for place, node in enumerate(path[:-1]):
        if node.here.mover == CHANCE:
            continue
        tried = _restless(walk, node, promise)
        for action in (*tried, *islice(cleared_away(walk, node, best), CHUNK)):
            end = walk.step(node, action)
            if end is None:
                continue
            yield end  # the story may have gone too far because it began wrongly
            rest = chapters_of(path[place + 1 :])
            for further in going_on(walk, end, rest, freely=True):
                end = further
                yield end
            yield from _said_now(walk, end)


def _restless(walk: Walk, node: Node, promise: Promise) -> list[Action]:
    """The actions most worth doing: those with restless dice, or that do something unasked.

    An ability may turn a die that nobody has to touch for it.
    """
    shares = [(*promise.share(action), action) for action in walk.legal_actions(node)]
    shares.sort(key=lambda told: (-told[0], told[1]))
    with_dice = [action for share, _, action in shares if share > 0]
    without = [action for _, dice, action in shares if not dice]
    telling = [action for action in without[:CHUNK] if walk.shows(node, action)]
    return [*with_dice[:CHUNK], *telling]


def _said_now(walk: Walk, end: Node) -> Iterator[Node]:
    """A story with what may have to be said now that was not due before.

    With an attacker in the field the turn is not over before nobody attacks.
    """
    if end.here.mover not in (CHANCE, None):
        for action in answers(walk, end):
            now = walk.step(end, action)
            if now is not None:
                yield now
