"""A game of Ten Thousand at one moment, and the actions that move it on."""

from typing import Final, Literal, TypeAlias

import msgspec

from rules.core import FIRST_SEAT, DieNumber, Seat
from rules.pips.scoring import DICE, ScoringTable, points, points_of_all

Zone = Literal["throw", "keep"]
Phase = Literal["start", "rolling", "choose", "over"]
"""A turn starts; dice are rolling; the thrower chooses what to keep; the game is over."""

ALL_DICE: Final = tuple(map(DieNumber, range(DICE)))

UNSEEN: Final = 0
"""The value of a die whose face means nothing: nobody has thrown it yet."""


class TenThousandState(msgspec.Struct, frozen=True):
    """Everything about a game; `zone`, `value` and `locked` run parallel to the six dice."""

    names: tuple[str, ...]
    table: ScoringTable
    banked: tuple[int, ...]
    entered: tuple[bool, ...]  # who has banked at least once
    seat: Seat = FIRST_SEAT  # whose turn it is
    first: Seat = FIRST_SEAT  # who began
    round: int = 1
    phase: Phase = "start"
    zone: tuple[Zone, ...] = ("keep",) * DICE
    value: tuple[int, ...] = (UNSEEN,) * DICE
    locked: tuple[bool, ...] = (False,) * DICE  # kept in an earlier throw of this turn
    points: int = 0  # of the earlier throws of this turn
    leader: Seat | None = None  # who reached the target first: the last round is on

    @property
    def lying(self) -> tuple[DieNumber, ...]:
        """The dice of the last throw that still lie in the throwing zone."""
        return tuple(die for die in ALL_DICE if self.zone[die] == "throw")

    @property
    def kept(self) -> tuple[DieNumber, ...]:
        """The dice of the last throw that were set aside."""
        return tuple(die for die in ALL_DICE if self.zone[die] == "keep" and not self.locked[die])

    @property
    def thrown(self) -> tuple[DieNumber, ...]:
        """All dice of the last throw, wherever they lie now."""
        return tuple(die for die in ALL_DICE if not self.locked[die])

    def values(self, dice: tuple[DieNumber, ...]) -> tuple[int, ...]:
        """What these dice show."""
        return tuple(self.value[die] for die in dice)

    @property
    def kept_points(self) -> int:
        """What the dice set aside of the last throw score."""
        return points(self.table, self.values(self.kept))

    @property
    def at_stake(self) -> int:
        """What banking now would add: the last throw counts at its best."""
        if self.phase != "choose":
            return self.points
        return self.points + points(self.table, self.values(self.thrown))

    @property
    def hot(self) -> bool:
        """Whether all six dice score: those of earlier throws, and every one of the last."""
        if self.phase != "choose":
            return False
        return points_of_all(self.table, self.values(self.thrown)) is not None

    @property
    def next_to_throw(self) -> tuple[DieNumber, ...]:
        """The dice that the next throw takes: what was not kept, or all six."""
        if self.phase == "start" or not self.lying:
            return ALL_DICE
        return self.lying


class ThrowDice(msgspec.Struct, frozen=True, tag="throw"):
    """Take up the dice that may be thrown, and throw them; `keep` are set aside before."""

    keep: tuple[DieNumber, ...] = ()


class DiceRolled(msgspec.Struct, frozen=True, tag="rolled"):
    """Chance: what the dice show that were thrown, in their order."""

    values: tuple[int, ...]


class Keep(msgspec.Struct, frozen=True, tag="keep"):
    """Set dice of the last throw aside; with those set aside before, each of them must score."""

    dice: tuple[DieNumber, ...]


class PutBack(msgspec.Struct, frozen=True, tag="put-back"):
    """Change one's mind: dice of the last throw go back before anything is thrown."""

    dice: tuple[DieNumber, ...]


class Bank(msgspec.Struct, frozen=True, tag="bank"):
    """Stop, and write the points of the turn down.

    What follows shows it: the next player throws all six, or somebody gathers them. A bank that
    is told alone leaves nothing to see.
    """

    then: Literal["", "throw", "gather"] = ""


class Gather(msgspec.Struct, frozen=True, tag="gather"):
    """Once a turn is over: push the dice together in the keep zone, for the next player."""


class SetDie(msgspec.Struct, frozen=True, tag="set-die"):
    """By hand: a judge lets a die count where it lies and as it lies."""

    die: DieNumber
    zone: Zone
    value: int


class SetScore(msgspec.Struct, frozen=True, tag="set-score"):
    """By hand: what a player has banked is put right."""

    seat: Seat
    points: int


class EndTurn(msgspec.Struct, frozen=True, tag="end-turn"):
    """By hand: the turn is over, and its points are lost."""


Action: TypeAlias = (
    ThrowDice | DiceRolled | Keep | PutBack | Bank | Gather | SetDie | SetScore | EndTurn
)
