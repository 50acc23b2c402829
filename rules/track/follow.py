"""The same actions once more: from another state on, or at a table that is seen better by now."""

from collections.abc import Iterator, Sequence
from typing import Final

from rules.core import CHANCE, Action, Roll
from rules.track.promise import CHUNK, ranked
from rules.track.story import Chapter, Node, Stories, Story
from rules.track.walk import Walk

BRIDGES: Final = 4
"""Legal actions tried to get from a step that was skipped to what was done next; where no more are
legal, all of them are tried in the place of the one that was told."""


def all_told_again(walk: Walk, root: Node, known: Stories) -> list[Node]:
    """The ends of stories that were found before."""
    stories = (known.best, *known.rivals, *known.nearest)
    ends = (_told_again(walk, root, story) for story in stories)
    return [end for end in ends if end is not None]


def _told_again(walk: Walk, root: Node, story: Story) -> Node | None:
    """The end of a story, its rolls read anew."""
    node = root
    for chapter in story.chapters:
        chance = node.here.chance if chapter.reading is not None else None
        if isinstance(chance, Roll):
            child = walk.rolled_again(node, chance, chapter.action)
        else:
            child = walk.step(node, chapter.action, chapter.reading)
        if child is None:
            return None
        node = child
    return node


def chapters_of(nodes: Sequence[Node]) -> list[Chapter]:
    """What led to these nodes; nothing led to a root."""
    return [node.chapter for node in nodes if node.chapter is not None]


def gone_on(walk: Walk, node: Node | None, chapters: Sequence[Chapter]) -> Node | None:
    """The end of the same actions from another node on; None when they cannot follow it."""
    if node is None:
        return None
    nodes = [node, *going_on(walk, node, chapters)]
    return nodes[-1] if len(nodes) == len(chapters) + 1 else None


def going_on(
    walk: Walk, node: Node, chapters: Sequence[Chapter], *, freely: bool = False
) -> Iterator[Node]:
    """The same actions from another node on, as far as they can follow it.

    What the dice decide is read anew. `freely`: what can no longer be done so is done
    otherwise, paid with other dice, or one action is left out: another took its place.
    """
    may_skip = freely
    for chapter in chapters:
        child = _next(walk, node, chapter) or _bridged(walk, node, chapter)
        if child is None and freely:
            child = _instead(walk, node, chapter)
        if child is not None:
            node = child
            yield node
        elif may_skip:
            may_skip = False
        else:
            return


def _next(walk: Walk, node: Node, chapter: Chapter) -> Node | None:
    """The same chapter from another node on; dice that differ now are read anew."""
    if chapter.reading is None:
        return walk.step(node, chapter.action)
    if node.here.mover != CHANCE:
        return None
    for reading in (chapter.reading, None):
        ends = list(walk.outcomes(node, reading))
        if ends:
            return min(ends, key=lambda end: end.total)
    return None


def _bridged(walk: Walk, node: Node, chapter: Chapter) -> Node | None:
    """The same after an action without dice: a step that was skipped has to be ended.

    Of several choices that an effect leaves, the one that explains most; where it then asks the
    same again, that is chosen as well.
    """
    best, nearest = _over_one(walk, node, chapter)
    if best is None and nearest is not None and _asks_again(walk, nearest):
        best, _ = _over_one(walk, nearest, chapter)
    return best


def _over_one(walk: Walk, node: Node, chapter: Chapter) -> tuple[Node | None, Node | None]:
    """The best end of the same after one action, and the best state that one action leads to."""
    if node.here.mover in (CHANCE, None):
        return None, None
    best, bridge, nearest = None, None, None
    for action in answers(walk, node):
        if best is not None and (not best.unexplained or type(action) is not bridge):
            continue
        between = walk.step(node, action)
        if between is None:
            continue
        if nearest is None or between.unexplained < nearest.unexplained:
            nearest = between
        child = _next(walk, between, chapter)
        if child is not None and (best is None or child.unexplained < best.unexplained):
            best, bridge = child, type(action)
    return best, nearest


def _asks_again(walk: Walk, node: Node) -> bool:
    """Whether nothing is possible but more of what was done last."""
    return {type(action) for action in walk.legal_actions(node)} == {type(node.action)}


def _instead(walk: Walk, node: Node, chapter: Chapter) -> Node | None:
    """The best action with some of the same dice: the others are spent already."""
    if chapter.reading is not None or node.here.mover == CHANCE:
        return None
    told = walk.touches(node, chapter.action)
    for _, action in ranked(walk, node)[:CHUNK]:
        if not told.isdisjoint(walk.touches(node, action)):
            return walk.step(node, action)
    return None


def answers(walk: Walk, node: Node) -> Sequence[Action]:
    """The first few legal actions, those for which nobody touches a die before the others."""
    return walk.quiet_first(node)[:BRIDGES]
