"""A game of IRONDIE at one moment, and the actions that move it on."""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeAlias

import msgspec

from rules.core import DieNumber, Seat, Side, numbered
from rules.irondie.colour_table import ChromaticTable
from rules.irondie.dice import Die, DieClass

Zone = Literal["reserve", "battle", "skirmish", "limbo", "abyss"]
Phase = Literal[
    "battle", "bonus", "skirmish", "duel", "rolled", "resolve", "fought", "damage", "return", "over"
]
"""Where a turn stands; in "rolled" and "fought" all dice lie to be seen before anything moves."""

SIDES = 2
BOTH_SIDES = (Side(0), Side(1))


def side_of(seat: Seat) -> Side:
    """The side a seat plays for; with four players, teams sit at seats 0, 2 and 1, 3."""
    return Side(seat % SIDES)


def other_side(side: Side) -> Side:
    """The side that plays against this one."""
    return Side(1 - side)


BATTLE: Final[Mapping[DieClass, str]] = {
    "attack": "battle-attack",
    "life": "battle-life",
    "defence": "battle-defence",
}
"""Where on the mat a class of dice lies in battle."""


class DuelRoll(msgspec.Struct, frozen=True):
    """One die rolled in a duel and the dice it aims at.

    Aims are spoken, not seen: while nobody has told the referee, `targets` is empty and
    `possible_targets` holds every die it may be aimed at.
    """

    die: DieNumber
    targets: tuple[DieNumber, ...]
    rolled: int = 0  # 0: declared, not rolled yet
    possible_targets: tuple[DieNumber, ...] = msgspec.field(default=(), name="among")

    @property
    def target_known(self) -> bool:
        """Whether its aim is known."""
        return bool(self.targets)

    def with_targets(self, targets: tuple[DieNumber, ...]) -> "DuelRoll":
        """The same roll, its aim known."""
        return msgspec.structs.replace(self, targets=targets, possible_targets=())


class Duel(msgspec.Struct, frozen=True):
    """A duel: four opportunities to roll, taken in turns, resolved last in first out."""

    offence: Side
    opportunity: int = 0  # 0 offence, 1 defence, 2 offence, 3 defence, 4 resolve
    rolls: tuple[DuelRoll, ...] = ()


class IrondieState(msgspec.Struct, frozen=True):
    """Everything about a game; `zone`, `value` run parallel to `dice`."""

    names: tuple[str, ...]
    dice: tuple[Die, ...]
    table: ChromaticTable
    zone: tuple[Zone, ...]
    value: tuple[int, ...]
    turn: int = 1
    phase: Phase = "battle"
    groups: tuple[tuple[DieNumber, ...] | None, ...] = msgspec.field(
        default=(), name="split"
    )  # per seat: the dice it rolls this turn
    bonus: tuple[DieNumber, ...] = ()  # dice whose colour bonus is still to be applied
    priority: Side | None = None  # side; None: not needed or not known yet
    rolloff: tuple[int, int] | None = None  # the last roll-off; 0: that die is put away
    renounced: tuple[bool, ...] = (False, False)
    next_offence: Side = BOTH_SIDES[0]
    duel: Duel | None = None
    damage: tuple[int, int] = (0, 0)  # still to be shared out, per side
    shared: tuple[DieNumber, ...] = ()  # life dice that have had their share
    returned: tuple[bool, ...] = ()  # per seat: has decided about its life die
    announced: tuple[str, ...] = msgspec.field(
        default=(), name="told"
    )  # colours whose reconstructed row has been announced
    time_up: bool = False
    sudden: bool = False  # the sudden-death rules apply in this turn
    winners: tuple[Seat, ...] | None = None  # seats; () is a draw
    # Fields below are written only while they are set: older records keep their digests.
    bonus_first: Side | msgspec.UnsetType = msgspec.UNSET  # whose battle bonuses come first
    rolloff_dice: tuple[DieNumber | None, ...] | msgspec.UnsetType = msgspec.UNSET
    """Per side, what it brings to the roll-off: a die of its reserve, or None: an ordinary one."""
    last_turn: int | msgspec.UnsetType = msgspec.UNSET  # when time is up: the last ordinary turn

    @property
    def seats(self) -> int:
        """How many players there are."""
        return len(self.names)

    def side(self, die: DieNumber) -> Side:
        """The side that owns a die."""
        return side_of(self.dice[die].seat)

    def members(self, side: Side) -> tuple[Seat, ...]:
        """The seats of a side."""
        return tuple(map(Seat, range(side, self.seats, SIDES)))

    def dice_in(
        self, zone: Zone, side: Side, die_class: DieClass | None = None
    ) -> Iterator[DieNumber]:
        """A side's dice in a zone."""
        for index, die in numbered(DieNumber, self.dice):
            if (
                self.zone[index] == zone
                and side_of(die.seat) == side
                and (die_class is None or die.die_class == die_class)
            ):
                yield index

    def place(self, index: DieNumber) -> str:
        """The name of the zone as the mat has it: the battle's is divided by the dice's class."""
        zone = "skirmish" if index in self.rolling_off else self.zone[index]
        return BATTLE[self.dice[index].die_class] if zone == "battle" else zone

    @property
    def in_last_turn(self) -> bool:
        """Whether time is up and sudden death begins with the next turn."""
        called = self.last_turn is msgspec.UNSET or self.turn >= self.last_turn
        return self.time_up and called

    @property
    def rolling_off(self) -> Mapping[DieNumber | None, int]:
        """Dice of the sets that lie on the table for a roll-off, and what they show; 0: not yet."""
        if self.rolloff_dice is msgspec.UNSET:
            return {}
        thrown = self.rolloff
        return {
            die: thrown[side] if thrown is not None else 0
            for side, die in enumerate(self.rolloff_dice)
            if die is not None and (thrown is None or thrown[side])
        }

    def ordinary_die(self, side: Side) -> int | None:
        """What a side's ordinary die of a roll-off shows, 0: not yet; None when none lies there."""
        brought: tuple[DieNumber | None, ...] = (None, None)
        if self.rolloff_dice is not msgspec.UNSET:
            brought = self.rolloff_dice
        elif self.rolloff is None:
            return None
        if side >= len(brought) or brought[side] is not None:
            return None
        if self.rolloff is None:
            return 0
        return self.rolloff[side] or None

    def in_play(self, index: DieNumber) -> bool:
        """Whether the die has been rolled into battle or into the duel."""
        return self.zone[index] in {"battle", "skirmish"}

    def life(self, side: Side) -> int:
        """A side's life points: the values of its life dice in battle."""
        return sum(self.value[index] for index in self.dice_in("battle", side, "life"))

    def with_dice(self, changes: Mapping[DieNumber, tuple[Zone, int]]) -> "IrondieState":
        """The state with these dice in these zones, showing these values."""
        zone, value = list(self.zone), list(self.value)
        for index, (where, points) in changes.items():
            zone[index], value[index] = where, points
        return msgspec.structs.replace(self, zone=tuple(zone), value=tuple(value))


class ChooseGroup(msgspec.Struct, frozen=True, tag="split"):
    """A player chooses, in secret, the dice to roll into battle; the rest stays in reserve."""

    seat: Seat
    dice: tuple[DieNumber, ...]


class RollResult(msgspec.Struct, frozen=True, tag="rolled"):
    """Chance: the faces of the dice that had to be rolled, in their order."""

    values: tuple[int, ...]


class GiveBonus(msgspec.Struct, frozen=True, tag="bonus"):
    """A colour bonus: one target for each grant that has a legal one, None for the others."""

    die: DieNumber
    targets: tuple[DieNumber | None, ...]


class DeclareDie(msgspec.Struct, frozen=True, tag="declare"):
    """A die from the reserve is shown and its targets named; it is rolled next.

    Without targets: they were named at the table, but the referee has not heard them.
    """

    die: DieNumber
    targets: tuple[DieNumber, ...] = ()


class NameTarget(msgspec.Struct, frozen=True, tag="aim"):
    """What a die of the duel is aimed at, told late or shown by what it did.

    `target` None: whatever it was, nothing came of it. The die itself: it lost, which told on
    nothing but itself.
    """

    die: DieNumber
    target: DieNumber | None


class ForgoRoll(msgspec.Struct, frozen=True, tag="forgo"):
    """The side to roll in a duel does not."""

    side: Side


class RenounceOffensive(msgspec.Struct, frozen=True, tag="renounce"):
    """A side gives up going on the offensive for the rest of this skirmish."""

    side: Side


class AddOrSubtract(msgspec.Struct, frozen=True, tag="turn"):
    """The Assault or Barrier being resolved adds to its target, or subtracts."""

    add: bool


class TakeDamage(msgspec.Struct, frozen=True, tag="share"):
    """This life die takes that many points of damage."""

    die: DieNumber
    points: int


class TakeLifeDieBack(msgspec.Struct, frozen=True, tag="take-back"):
    """At the end of the turn a player takes one life die back, or none."""

    seat: Seat
    die: DieNumber | None


class Proceed(msgspec.Struct, frozen=True, tag="proceed"):
    """All have seen the dice: resolve the duel, or deal the damage of the turn."""


class BringRollOffDie(msgspec.Struct, frozen=True, tag="bring"):
    """A side brings a die of its reserve to the roll-off for priority; None: an ordinary die."""

    side: Side
    die: DieNumber | None


class WinRollOff(msgspec.Struct, frozen=True, tag="won-roll-off"):
    """The players say who has won the roll-off, wherever its dice fell."""

    side: Side


class PutAwayRollOff(msgspec.Struct, frozen=True, tag="put-away", omit_defaults=True):
    """A side takes its die of the roll-off off the table, whenever it likes; None: both do."""

    side: Side | None = None


class TimeUp(msgspec.Struct, frozen=True, tag="time-up", omit_defaults=True):
    """The game clock has run out in this turn: sudden death from the next one on.

    `turn` is the turn that the players are in, which the record may not have reached; 0: its own.
    """

    turn: int = 0


class PutRight(msgspec.Struct, frozen=True, tag="put-right"):
    """A judge lets a die stand as it lies, whatever the rules say; 0 where no value counts."""

    die: DieNumber
    zone: Zone
    value: int


class ConcedeSide(msgspec.Struct, frozen=True, tag="concede"):
    """A side gives up."""

    side: Side


Action: TypeAlias = (
    ChooseGroup
    | RollResult
    | GiveBonus
    | DeclareDie
    | NameTarget
    | ForgoRoll
    | RenounceOffensive
    | AddOrSubtract
    | TakeDamage
    | TakeLifeDieBack
    | Proceed
    | BringRollOffDie
    | WinRollOff
    | PutAwayRollOff
    | TimeUp
    | PutRight
    | ConcedeSide
)
