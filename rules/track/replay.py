"""The same actions once more: from another state on, or at a table that is seen better by now."""

from collections.abc import Iterator, Sequence
from typing import Final

from rules.core import CHANCE, Action, Roll
from rules.track.expansion import Expansion
from rules.track.explanation import ExplainedAction, Explanation, Explanations, Node
from rules.track.priority import CHUNK, rank_actions

BRIDGES: Final = 4
"""Legal actions tried to get from a step that was skipped to what was done next; where no more are
legal, all of them are tried in the place of the one that was told."""


def replay_all(expansion: Expansion, root: Node, known: Explanations) -> list[Node]:
    """The ends of explanations that were found before."""
    explanations = (known.best, *known.rivals, *known.nearest)
    ends = (_told_again(expansion, root, explanation) for explanation in explanations)
    return [end for end in ends if end is not None]


def _told_again(expansion: Expansion, root: Node, explanation: Explanation) -> Node | None:
    """The end of an explanation, its rolls read anew."""
    node = root
    for step in explanation.steps:
        chance = node.here.chance if step.reading is not None else None
        if isinstance(chance, Roll):
            child = expansion.rolled_again(node, chance, step.action)
        else:
            child = expansion.step(node, step.action, step.reading)
        if child is None:
            return None
        node = child
    return node


def steps_of(nodes: Sequence[Node]) -> list[ExplainedAction]:
    """What led to these nodes; nothing led to a root."""
    return [node.step for node in nodes if node.step is not None]


def gone_on(
    expansion: Expansion, node: Node | None, steps: Sequence[ExplainedAction]
) -> Node | None:
    """The end of the same actions from another node on; None when they cannot follow it."""
    if node is None:
        return None
    nodes = [node, *going_on(expansion, node, steps)]
    return nodes[-1] if len(nodes) == len(steps) + 1 else None


def going_on(
    expansion: Expansion, node: Node, steps: Sequence[ExplainedAction], *, freely: bool = False
) -> Iterator[Node]:
    """The same actions from another node on, as far as they can follow it.

    What the dice decide is read anew. `freely`: what can no longer be done so is done
    otherwise, paid with other dice, or one action is left out: another took its place.
    """
    may_skip = freely
    for step in steps:
        child = _next(expansion, node, step) or _bridged(expansion, node, step)
        if child is None and freely:
            child = _instead(expansion, node, step)
        if child is not None:
            node = child
            yield node
        elif may_skip:
            may_skip = False
        else:
            return


def _next(expansion: Expansion, node: Node, step: ExplainedAction) -> Node | None:
    """The same step from another node on; dice that differ now are read anew."""
    if step.reading is None:
        return expansion.step(node, step.action)
    if node.here.mover != CHANCE:
        return None
    for reading in (step.reading, None):
        ends = list(expansion.outcomes(node, reading))
        if ends:
            return min(ends, key=lambda end: end.total)
    return None


def _bridged(expansion: Expansion, node: Node, step: ExplainedAction) -> Node | None:
    """The same after an action without dice: a step that was skipped has to be ended.

    Of several choices that an effect leaves, the one that explains most; where it then asks the
    same again, that is chosen as well.
    """
    best, nearest = _over_one(expansion, node, step)
    if best is None and nearest is not None and _asks_again(expansion, nearest):
        best, _ = _over_one(expansion, nearest, step)
    return best


def _over_one(
    expansion: Expansion, node: Node, step: ExplainedAction
) -> tuple[Node | None, Node | None]:
    """The best end of the same after one action, and the best state that one action leads to."""
    if node.here.mover in (CHANCE, None):
        return None, None
    best, bridge, nearest = None, None, None
    for action in answers(expansion, node):
        if best is not None and (not best.unexplained or type(action) is not bridge):
            continue
        between = expansion.step(node, action)
        if between is None:
            continue
        if nearest is None or between.unexplained < nearest.unexplained:
            nearest = between
        child = _next(expansion, between, step)
        if child is not None and (best is None or child.unexplained < best.unexplained):
            best, bridge = child, type(action)
    return best, nearest


def _asks_again(expansion: Expansion, node: Node) -> bool:
    """Whether nothing is possible but more of what was done last."""
    return {type(action) for action in expansion.legal_actions(node)} == {type(node.action)}


def _instead(expansion: Expansion, node: Node, step: ExplainedAction) -> Node | None:
    """The best action with some of the same dice: the others are spent already."""
    if step.reading is not None or node.here.mover == CHANCE:
        return None
    told = expansion.touches(node, step.action)
    for _, action in rank_actions(expansion, node)[:CHUNK]:
        if not told.isdisjoint(expansion.touches(node, action)):
            return expansion.step(node, action)
    return None


def answers(expansion: Expansion, node: Node) -> Sequence[Action]:
    """The first few legal actions, those for which nobody touches a die before the others."""
    return expansion.quiet_first(node)[:BRIDGES]
