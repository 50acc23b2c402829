"""The cheapest legal explanation that turns the state we believe in into the table we see.

Best-first search over legal actions and the outcomes of chance that the table shows (`best_first`),
mending what it left out (`repair`), then for what else may have left the same table (`rivals`).
"Nothing happened" is the root and stays in the race; whether something illegal happened is for
`tracker` to weigh against the best explanation.
"""

from collections.abc import Callable, Sequence
from typing import Final

from rules.core import Action, AnyGame, DieName, State
from rules.track.best_first import search_best_first
from rules.track.expansion import Effort, Expansion
from rules.track.explanation import AGREES, Explanation, Explanations, Node
from rules.track.fit import Board
from rules.track.known_states import KnownStates
from rules.track.replay import replay_all
from rules.track.rivals import contains, cost_against, goes_as_far, of_their_own, rivals
from rules.track.throws import Throws

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
        known: KnownStates | None = None,
        *,
        traces: bool = False,
        throws: Throws | None = None,
        passed: Callable[[Explanation], float] | None = None,
    ) -> None:
        """Search for what `board` shows; `known` remembers what earlier searches asked.

        `traces`: believe of no action that it moved only dice that nobody touched. `throws` were
        seen since the state searched from; `passed` tells what the rests since then say.
        """
        known = known or KnownStates(game, board.sorted)
        self._expansion = Expansion(
            game, board, effort, known, traces=traces, throws=throws, passed=passed
        )
        self.ends: list[Node] = []

    def run(
        self,
        state: State,
        margin: float,
        known: Explanations | None = None,
        *,
        wary: bool = False,
        moved: frozenset[DieName] = frozenset(),
        loose: frozenset[DieName] = frozenset(),
    ) -> Explanations:
        """Find the best explanation from `state`, and its rivals within `margin` nats.

        `known` was found before, with a doubtful die in the way or less wary. One action may seem
        to explain what several did: a `wary` search believes less in what nobody sees.
        `moved` dice were moved before, though after the table that the board compares with;
        `loose` ones lie where they were thrown.
        """
        expansion = self._expansion
        root = expansion.root(state, moved, loose)
        self.ends = [root]
        if root.unexplained <= AGREES:
            return _nothing_happened(root)
        best, ends = search_best_first(expansion, root, WARY if wary else 0.0)
        if known is not None and best.unexplained > AGREES:
            ends += replay_all(expansion, root, known)
            best = min(ends, key=lambda node: node.total)
        others = rivals(expansion, best, ends, margin)
        if others and others[0].total < best.total:  # what explains most at once may be a detour
            ends += [best, *others]
            best = others[0]
            others = rivals(expansion, best, ends, margin)
        ends.sort(key=lambda node: node.total)
        self.ends = list(dict.fromkeys([best, *others, *ends]))
        return _stories(root, best, others, ends)

    def retell(
        self,
        state: State,
        known: Explanations,
        margin: float,
        moved: frozenset[DieName] = frozenset(),
        loose: frozenset[DieName] = frozenset(),
    ) -> Explanations:
        """Explanations that were found before, held against a table seen better by now."""
        expansion = self._expansion
        root = expansion.root(state, moved, loose)
        self.ends = [root]
        if root.unexplained <= AGREES:
            return _nothing_happened(root)
        told = [root, *replay_all(expansion, root, known)]
        told.sort(key=lambda node: node.total)
        self.ends = told
        best = told[0]
        near = [
            node
            for node in told[1:]
            if cost_against(expansion, best, node) <= best.total + margin
            and goes_as_far(node, best)
            and not contains(expansion, node, best)
        ]
        return _stories(root, best, of_their_own(expansion, near, best), told)


def _nothing_happened(root: Node) -> Explanations:
    return Explanations(root.explanation(), (), root.explanation(), (), explained=True)


def _stories(root: Node, best: Node, others: Sequence[Node], ends: Sequence[Node]) -> Explanations:
    """What was found; `ends` are all there were, best first."""
    return Explanations(
        best.explanation(),
        tuple(node.explanation() for node in others),
        root.explanation(),
        _nearest(ends),
        explained=best.unexplained <= AGREES,
    )


def _nearest(ends: Sequence[Node]) -> tuple[Explanation, ...]:
    """The first of these ends, each explanation once: what is told again is often found again."""
    different: dict[tuple[Action, ...], Explanation] = {}
    for node in ends:
        explanation = node.explanation()
        different.setdefault(explanation.actions, explanation)
        if len(different) == NEAREST:
            break
    return tuple(different.values())
