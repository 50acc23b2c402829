"""Players draft what they bring out of one collection, one pick after the other."""

from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from rules.core.set_up import Plan

DraftUnderWay: TypeAlias = Any
"""A draft under way: a frozen value that only its own family looks into."""


@dataclass(frozen=True, slots=True)
class DraftCard:
    """A card that may be taken: with at most so many dice, and what it says."""

    code: str
    name: str
    most: int
    about: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftView:
    """A draft as a screen shows it."""

    chooser: str  # who picks now
    to_go: int  # dice the chooser may still take
    centre: tuple[str, ...]  # what was drawn for both
    stacks: tuple[tuple[DraftCard, ...], ...]  # what is left; a pick takes a whole stack
    taken: tuple[tuple[str, tuple[str, ...]], ...]  # each player's name and picks
    over: bool


class Drafter(Protocol):
    """What a family does for a draft. What users get wrong raises `ValueError`, one sentence."""

    @property
    def sizes(self) -> tuple[int, int]:
        """The smallest and the largest limit of dice."""

    @property
    def shared(self) -> tuple[int, ...]:
        """How many cards may be drawn for both."""

    def collection(self, plan: Plan) -> str:
        """A collection to begin with, out of what the plan holds."""

    def begin(self, plan: Plan, collection: str, dice: int, shared: int) -> DraftUnderWay:
        """Lay everything out. `collection` is a file or a link."""

    def view(self, draft: DraftUnderWay) -> DraftView:
        """What lies there, who picks."""

    def pick(self, draft: DraftUnderWay, code: str, dice: int) -> DraftUnderWay:
        """The chooser takes the stack of this card and so many dice."""

    def brought(self, plan: Plan, draft: DraftUnderWay) -> Plan:
        """The plan with what was drafted."""

    def file_of(self, draft: DraftUnderWay) -> str:
        """The teams as the text of a file."""


def dice_in_words(count: int) -> str:
    """How many dice: "1 die"."""
    return f"{count} {'die' if count == 1 else 'dice'}"
