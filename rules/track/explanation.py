"""Explanations: legal actions one after the other, and how well their end fits the table."""

from collections.abc import Callable
from typing import Final

import msgspec

from rules.core import Action, DieName, Roll, State
from rules.track import chance as dice_decide
from rules.track.fit import Residue
from rules.track.known_states import KnownState
from rules.track.throws import Rolled

AGREES: Final = 3.0
"""A table that disagrees by no more than this is explained: an explanation need not go on."""

TOLERATED: Final = 9.0
"""Disagreement in nats that a commit may leave: a die not found in two looks, a ghost in two. A
explanation that leaves more is told to nobody, and needs no rivals."""

UNROLLED: Final = 8.0
"""Cost of ending just before a roll: dice that lie ready have most likely been rolled."""

READY: Final = 0.5
"""The same where somebody watched and saw nothing roll."""


class ExplainedAction(msgspec.Struct, frozen=True, eq=False, gc=False):
    """One action of an explanation."""

    action: Action
    silent: bool  # nothing on the table changes by it
    reading: dice_decide.Reading | None = None  # for draws and rolls: what the table showed
    rolled: frozenset[DieName] = frozenset()  # for rolls: the dice that were thrown
    fell: Rolled | None = None  # the same by kind, and what they came up with

    @property
    def margin(self) -> float:
        """Evidence for the least certain face, nats; infinite where no face was read."""
        return self.reading.margin if self.reading is not None else float("inf")

    @property
    def clear(self) -> float:
        """Evidence that some die shows one of its two likeliest faces; the least there is."""
        return self.reading.clear if self.reading is not None else float("inf")

    @property
    def piece(self) -> int | None:
        """The die with the least certain face."""
        return self.reading.piece if self.reading is not None else None

    @property
    def lost(self) -> bool:
        """Whether a die of a roll was not found."""
        return self.reading is not None and self.reading.lost


class Explanation(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A sequence of legal actions and how well its end agrees with the table."""

    steps: tuple[ExplainedAction, ...]
    state: State
    cost: float  # of the actions themselves
    residue: Residue
    unfinished: bool = False  # the dice rolled lie as they fell; what follows is still to be done
    loose: frozenset[DieName] = (
        frozenset()
    )  # dice that lie where they were thrown, wherever that is
    pending: float = 0.0  # what a roll that is due says against ending here
    rests: float = 0.0  # what the rests on the way say against it, part of the cost

    @property
    def total(self) -> float:
        """Cost of the actions and of all that still disagrees."""
        return self.cost + self.residue.cost

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions in order."""
        return tuple(step.action for step in self.steps)

    def begins(self, other: "Explanation") -> bool:
        """Whether the other one goes on where this one ends: what is sure may be entered."""
        so_far = len(self.steps)
        return 0 < so_far < len(other.steps) and self.actions == other.actions[:so_far]


class Explanations(msgspec.Struct, frozen=True, eq=False, gc=False):
    """What the search found."""

    best: Explanation
    rivals: tuple[Explanation, ...]  # other ends that fit nearly as well, best first
    nothing: Explanation  # the empty explanation
    nearest: tuple[Explanation, ...]  # the best few ends, for naming what is wrong
    explained: bool  # whether the best leaves nothing open


class Node(msgspec.Struct, eq=False, gc=False):
    """A state reached by the search: the end of an explanation, and where others go on."""

    here: KnownState
    compared: Callable[
        [KnownState, frozenset[DieName]], Residue
    ]  # asked only when somebody asks what disagrees
    parent: "Node | None" = None
    step: ExplainedAction | None = None  # what led here
    cost: float = 0.0  # of all actions so far
    depth: int = 0
    pending: float = 0.0  # what a roll that is due says against ending here
    ranked: list[tuple[float, Action]] | None = None  # legal actions, once asked for
    unfinished: bool = False
    found: Residue | None = None  # what disagrees, once asked for
    rolled: frozenset[DieName] = frozenset()  # dice rolled on the way that lie as they fell
    moved: frozenset[DieName] = (
        frozenset()
    )  # dice that lie otherwise than when the explanation began
    loose: frozenset[DieName] = frozenset()  # dice that lie where they were thrown
    rolls: tuple[Rolled, ...] = ()  # those of this explanation so far
    watched: float = 0.0  # what the throws that were seen say against these, part of the cost

    def __post_init__(self) -> None:
        """Count the actions."""
        if self.parent is not None:
            self.depth = self.parent.depth + 1

    @property
    def residue(self) -> Residue:
        """What disagrees."""
        if self.found is None:
            self.found = self.compared(self.here, self.loose)
        return self.found

    @property
    def unexplained(self) -> float:
        """What disagrees, and a roll that is due."""
        return self.residue.cost + self.pending

    @property
    def total(self) -> float:
        """Cost of the actions, of what disagrees and of a roll that is due."""
        return self.cost + self.unexplained

    @property
    def priority(self) -> float:
        """How good a place to go on from: a roll that is due does not count against it."""
        return self.cost + self.residue.cost

    @property
    def action(self) -> Action:
        """The action that led here."""
        return self.step.action if self.step is not None else None  # type: ignore[return-value]  # none led to the first

    @property
    def due(self) -> bool:
        """Whether a roll comes next."""
        return isinstance(self.here.chance, Roll)

    @property
    def by_chance(self) -> bool:
        """Whether the dice decided what led here."""
        return self.step is not None and self.step.reading is not None

    @property
    def silent(self) -> bool:
        """Whether what led here left nothing to see."""
        return self.step is not None and self.step.silent

    @property
    def unseen(self) -> int:
        """Dice that the last action puts where the table shows none."""
        if self.parent is None or self.step is None or self.step.reading is not None:
            return 0
        before = self.parent.residue.lacking
        return sum(max(0, n - before.get(slot, 0)) for slot, n in self.residue.lacking.items())

    def path(self) -> list["Node"]:
        """The nodes from the root to this one."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def explanation(self) -> Explanation:
        """The explanation that ends here."""
        steps = tuple(node.step for node in self.path() if node.step is not None)
        return Explanation(
            steps,
            self.here.state,
            self.cost,
            self.residue,
            self.unfinished,
            self.loose,
            self.pending,
        )
