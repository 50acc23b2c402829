"""An explanation that does not fit, better told.

Going for what explains most at once leaves small things behind, and finds no way back to them.
"""

from collections.abc import Hashable, Iterator, Sequence
from itertools import chain, islice
from typing import Final

from rules.core import CHANCE, Action, Draw
from rules.track.expansion import Expansion
from rules.track.explanation import ExplainedAction, Node
from rules.track.priority import CHUNK, Priority
from rules.track.replay import BRIDGES, answers, going_on, steps_of
from rules.track.variations import cleared_away, orders, passed_on, since_chance

NEARLY: Final = 5.0
"""Nats by which an explanation with one action put in may be worse and still worth a second one."""

TWICE: Final = 2
"""Explanations that a second action is put into."""


def repaired(expansion: Expansion, best: Node) -> Iterator[Node]:
    """The best explanation better told: an action less, one or two more, or in another order."""
    better = False
    nearly: dict[Hashable, Node] = {}  # by key: where several ways lead, the cheapest
    told = (
        drawn_otherwise(expansion, best),
        shortened(expansion, best),
        exchanged(expansion, best),
        passed_on(expansion, best),
        inserted(expansion, best),
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
            yield from (end for end in inserted(expansion, start) if end.total < best.total)
    path = best.path()
    first = since_chance(path, len(path))
    for end, _ in orders(expansion, path[first - 1], path[first:], expansion.applies):
        if end.total < best.total:
            yield end


def drawn_otherwise(expansion: Expansion, best: Node) -> Iterator[Node]:
    """The best explanation with other dice in one of its draws.

    Where two players draw before the next look, dice that lie together may be either's.
    """
    path = best.path()
    for place, node in enumerate(path[:-1]):
        if not isinstance(node.here.chance, Draw):
            continue
        rest = steps_of(path[place + 2 :])
        for other in expansion.outcomes(node):
            if other.action != path[place + 1].action:
                yield other
                yield from going_on(expansion, other, rest)


def shortened(expansion: Expansion, best: Node) -> Iterator[Node]:
    """The best explanation without one of its actions: what came later moved the same dice anyway.

    The choices that only it asked for are left out as well.
    """
    path = best.path()
    for place, node in enumerate(path[:-1]):
        if node.here.mover == CHANCE:
            continue
        rest = steps_of(path[place + 2 :])
        yield from going_on(expansion, node, rest)
        asked = _asked_by_it(expansion, node, rest)
        if asked:
            yield from going_on(expansion, node, rest[asked:])


def _asked_by_it(expansion: Expansion, node: Node, rest: Sequence[ExplainedAction]) -> int:
    """How many of the next actions are not possible at a node: what asked for them is left out."""
    for place, step in enumerate(rest):
        if step.reading is not None or expansion.step(node, step.action) is not None:
            return place
    return len(rest)


def exchanged(expansion: Expansion, best: Node) -> Iterator[Node]:
    """The best one with one action exchanged: of a few for any other, or with the same dice.

    One die pays for either of two globals, and one of two dice was struck; only what comes of it
    later tells them apart.
    """
    path = best.path()
    for place, node in enumerate(path[:-1]):
        if node.here.mover == CHANCE:
            continue
        told, legal = path[place + 1].action, expansion.legal_actions(node)
        few, dice = len(legal) <= BRIDGES, expansion.touches(node, told)
        rest = steps_of(path[place + 2 :])
        for action in legal:
            if action == told or not (few or (dice and expansion.touches(node, action) == dice)):
                continue
            end = expansion.step(node, action)
            if end is not None:
                yield end
                yield from going_on(expansion, end, rest)


def inserted(expansion: Expansion, best: Node) -> Iterator[Node]:
    """The best explanation with one more action put in where it was left out.

    Going for what explains most at once leaves small things behind that had to be done
    earlier: a character fielded before the turn was over.
    """
    path = best.path()
    promise = Priority(expansion, best)
    for place, node in enumerate(path[:-1]):
        if node.here.mover == CHANCE:
            continue
        tried = _restless(expansion, node, promise)
        for action in (*tried, *islice(cleared_away(expansion, node, best), CHUNK)):
            end = expansion.step(node, action)
            if end is None:
                continue
            yield end  # the explanation may have gone too far because it began wrongly
            rest = steps_of(path[place + 1 :])
            for further in going_on(expansion, end, rest, freely=True):
                end = further
                yield end
            yield from _said_now(expansion, end)


def _restless(expansion: Expansion, node: Node, promise: Priority) -> list[Action]:
    """The actions most worth doing: those with restless dice, or that do something unasked.

    An ability may turn a die that nobody has to touch for it.
    """
    shares = [(*promise.share(action), action) for action in expansion.legal_actions(node)]
    shares.sort(key=lambda told: (-told[0], told[1]))
    with_dice = [action for share, _, action in shares if share > 0]
    without = [action for _, dice, action in shares if not dice]
    telling = [action for action in without[:CHUNK] if expansion.shows(node, action)]
    return [*with_dice[:CHUNK], *telling]


def _said_now(expansion: Expansion, end: Node) -> Iterator[Node]:
    """An explanation with what may have to be said now that was not due before.

    With an attacker in the field the turn is not over before nobody attacks.
    """
    if end.here.mover not in (CHANCE, None):
        for action in answers(expansion, end):
            now = expansion.step(end, action)
            if now is not None:
                yield now
