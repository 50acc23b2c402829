"""The cheapest legal story that turns the state we believe in into the table we see.

Best-first search over legal actions and the outcomes of chance that the table shows (`grow`),
mending what it left out (`mend`), then for what else may have left the same table (`rivals`).
"Nothing happened" is the root and stays in the race; whether something illegal happened is for
`tracker` to weigh against the best story.
"""

from collections.abc import Sequence
from typing import Final

from rules.core import Action, AnyGame, DieName, State
from rules.track.ahead import Consequences
from rules.track.fit import Board
from rules.track.follow import all_told_again
from rules.track.grow import grown
from rules.track.rivals import as_far, contains, cost_against, of_their_own, rivals
from rules.track.story import AGREES, Node, Stories, Story
from rules.track.throws import Throws
from rules.track.walk import Effort, Walk

NEAREST: Final = 6
"""Ends kept for naming what is wrong, and for holding against the table once more."""

WARY: Final = 16.0
"""Nats by which a second search holds back what puts a die where none is seen."""


class Search:
    """One search from one state towards one table."""

    def __init__(
        self,
        game: AnyGame,
        board: Board,
        effort: Effort,
        known: Consequences | None = None,
        *,
        traces: bool = False,
        throws: Throws | None = None,
    ) -> None:
        """Search for what `board` shows; `known` remembers what earlier searches asked.

        `traces`: believe of no action that it moved only dice that nobody touched. `throws` were
        seen since the state searched from.
        """
        known = known or Consequences(game, board.sorted)
        self._walk = Walk(game, board, effort, known, traces=traces, throws=throws)
        self.ends: list[Node] = []

    def run(
        self,
        state: State,
        margin: float,
        known: Stories | None = None,
        *,
        wary: bool = False,
        moved: frozenset[DieName] = frozenset(),
        loose: frozenset[DieName] = frozenset(),
    ) -> Stories:
        """Find the best story from `state`, and its rivals within `margin` nats.

        `known` was found before, with a doubtful die in the way or less wary. One action may seem
        to explain what several did: a `wary` search believes less in what nobody sees.
        `moved` dice were moved before, though after the table that the board compares with;
        `loose` ones lie where they were thrown.
        """
        walk = self._walk
        root = walk.root(state, moved, loose)
        self.ends = [root]
        if root.unexplained <= AGREES:
            return _nothing_happened(root)
        best, ends = grown(walk, root, WARY if wary else 0.0)
        if known is not None and best.unexplained > AGREES:
            ends += all_told_again(walk, root, known)
            best = min(ends, key=lambda node: node.total)
        others = rivals(walk, best, ends, margin)
        if others and others[0].total < best.total:  # what explains most at once may be a detour
            ends += [best, *others]
            best = others[0]
            others = rivals(walk, best, ends, margin)
        ends.sort(key=lambda node: node.total)
        self.ends = list(dict.fromkeys([best, *others, *ends]))
        return _stories(root, best, others, ends)

    def retell(
        self,
        state: State,
        known: Stories,
        margin: float,
        moved: frozenset[DieName] = frozenset(),
        loose: frozenset[DieName] = frozenset(),
    ) -> Stories:
        """Stories that were found before, held against a table seen better by now."""
        walk = self._walk
        root = walk.root(state, moved, loose)
        self.ends = [root]
        if root.unexplained <= AGREES:
            return _nothing_happened(root)
        told = [root, *all_told_again(walk, root, known)]
        told.sort(key=lambda node: node.total)
        self.ends = told
        best = told[0]
        near = [
            node
            for node in told[1:]
            if cost_against(walk, best, node) <= best.total + margin
            and as_far(node, best)
            and not contains(walk, node, best)
        ]
        return _stories(root, best, of_their_own(walk, near, best), told)


def _nothing_happened(root: Node) -> Stories:
    return Stories(root.story(), (), root.story(), (), explained=True)


def _stories(root: Node, best: Node, others: Sequence[Node], ends: Sequence[Node]) -> Stories:
    """What was found; `ends` are all there were, best first."""
    return Stories(
        best.story(),
        tuple(node.story() for node in others),
        root.story(),
        _nearest(ends),
        explained=best.unexplained <= AGREES,
    )


def _nearest(ends: Sequence[Node]) -> tuple[Story, ...]:
    """The first of these ends, each story once: what is told again is often found again."""
    different: dict[tuple[Action, ...], Story] = {}
    for node in ends:
        story = node.story()
        different.setdefault(story.actions, story)
        if len(different) == NEAREST:
            break
    return tuple(different.values())
