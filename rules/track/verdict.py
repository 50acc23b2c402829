"""What the tracker says after a look at the table, and what it is told about the look."""

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from rules.core import Action, Citation, FaceIndex, KindName, Place, Seat
from words import NOTHING, Text


class Seen(msgspec.Struct, frozen=True):
    """One die as the tracker needs it: where it lies and what it may be showing.

    `likelihood` maps (kind, face index) to natural-log probabilities.
    """

    track: int
    x_mm: float
    y_mm: float
    zone: str | None
    seat: Seat | None
    border_mm: float
    cocked: bool
    likelihood: Mapping[tuple[KindName, FaceIndex], float]
    floor: float = -12.0
    near: tuple[Place, ...] | None = None
    """Other places it lies within half a die of; None when nobody knows."""
    rolling: bool = False
    """Whether it moves with no hand on it."""


class Marker(msgspec.Struct, frozen=True):
    """What lies on one seat's life track; `life` is None when nothing clear does."""

    seat: Seat
    life: int | None


class Look(msgspec.Struct, frozen=True):
    """One look at the table, free of the eye's own types."""

    time: float
    wall: float
    sequence: int
    still: bool
    hands: bool
    dice: tuple[Seen, ...]
    life: tuple[Marker, ...] = ()
    watches: bool = False
    """Whether dice are looked for beside the hands, and seen where they roll."""


class Step(msgspec.Struct, frozen=True):
    """One action that happened, why we think so, and how sure we are (0 to 1)."""

    action: Action
    cause: str  # "seen" | "announced" | "answered" | "corrected" | "clock"
    confidence: float = 1.0
    evidence: Text = NOTHING


class Considered(msgspec.Struct, frozen=True):
    """One thing that may have happened, and what spoke for and against it."""

    text: Text
    chance: float  # beside the others that were considered
    reasons: tuple[Text, ...] = ()


class Commit(msgspec.Struct, frozen=True):
    """The table is explained; these steps happened, in this order."""

    steps: tuple[Step, ...]
    why: tuple[Considered, ...] = ()


class Answer(msgspec.Struct, frozen=True):
    """One answer to a question, and what it would commit."""

    text: Text
    steps: tuple[Step, ...]
    probability: float
    shows: tuple[tuple[int, str, int], ...] = ()
    """Of dice it names the face of: track, kind, face."""


class Ask(msgspec.Struct, frozen=True):
    """The margin is too small: ranked answers, best first."""

    number: int
    text: Text
    answers: tuple[Answer, ...]
    evidence: Text = NOTHING
    since: float = 0.0
    tracks: tuple[int, ...] = ()  # the dice it is about, for the crops
    why: tuple[Considered, ...] = ()


class Infraction(msgspec.Struct, frozen=True):
    """Something illegal lies on the table."""

    number: int
    code: str  # stable, in kebab-case: "wrong-payment"
    text: Text
    seat: Seat | None
    citation: Citation
    remedy: Text
    tracks: tuple[int, ...] = ()
    mended: bool = False
    dice: tuple[Text, ...] = ()  # in words, where each of them should lie and where it does
    why: tuple[Considered, ...] = ()


class Wait(msgspec.Struct, frozen=True):
    """Nothing to say yet."""

    reason: str  # "hands" | "moving" | "unsettled" | "nothing-new" | "question-open" | ...
    undone: tuple[Text, ...] = ()  # what is left to do of a move, once it has lain so for a while


Verdict: TypeAlias = Commit | Ask | Infraction | Wait
