"""What players and dice do. Dice are named by their number in the engine.

Each physical move is one action. The answer to a question of an effect is an action too. Chance
carries its outcome.
"""

from typing import Final, TypeAlias

import msgspec

from rules.core import DieNumber, FaceIndex, Seat
from rules.dicemasters.engine.numbers import CardNumber
from words import tr

Payment: TypeAlias = tuple[tuple[DieNumber, int], ...]
"""(die, energy taken from it), by die number."""


class DrawnDice(msgspec.Struct, frozen=True, gc=False, tag="drawn"):
    """Chance: these dice came out of the bag."""

    dice: tuple[DieNumber, ...]


class RolledFaces(msgspec.Struct, frozen=True, gc=False, tag="rolled"):
    """Chance: the faces the dice show, in the order in which they were asked for."""

    faces: tuple[FaceIndex, ...]


class Reroll(msgspec.Struct, frozen=True, gc=False, tag="reroll"):
    """Reroll these dice of the Prep Area, all at once."""

    dice: tuple[DieNumber, ...]


class HandOver(msgspec.Struct, frozen=True, gc=False, tag="hand"):
    """Doubles: the partner rolls this die of the shared Prep Area instead."""

    die: DieNumber


class KeepRoll(msgspec.Struct, frozen=True, gc=False, tag="keep"):
    """Keep the roll: all dice of the Prep Area go to the Reserve Pool."""


class Purchase(msgspec.Struct, frozen=True, gc=False, tag="buy"):
    """Purchase a die from its card."""

    die: DieNumber
    pay: Payment = ()

    @property
    def free(self) -> bool:
        """Whether a card gives the die for nothing: it "pays" for itself with no energy."""
        return self.pay == ((self.die, 0),)


class FieldDie(msgspec.Struct, frozen=True, gc=False, tag="field"):
    """Send a character die from the Reserve Pool to the field."""

    die: DieNumber
    pay: Payment = ()


class UseAction(msgspec.Struct, frozen=True, gc=False, tag="use"):
    """Use an action die that shows its action face."""

    die: DieNumber


class UseGlobal(msgspec.Struct, frozen=True, gc=False, tag="global"):
    """Use the global ability of a card (by number among the match's cards).

    Paid for several times at once it is one effect.
    """

    card: CardNumber
    number: int
    pay: Payment = ()
    times: int = 1


class PayAtOnce(msgspec.Struct, frozen=True, gc=False, tag="at-once"):
    """Several purchases, fieldings and uses of globals, all paid for with one payment."""

    parts: tuple[Purchase | FieldDie | UseGlobal, ...]
    pay: Payment = ()


class Discard(msgspec.Struct, frozen=True, gc=False, tag="discard"):
    """Send a Continuous action die from the field to the Used Pile, as its text allows."""

    die: DieNumber


class Pass(msgspec.Struct, frozen=True, gc=False, tag="pass"):
    """Do nothing (more)."""


class AttackWith(msgspec.Struct, frozen=True, gc=False, tag="attack"):
    """Move a character into the Attack Zone to attack."""

    die: DieNumber


class Block(msgspec.Struct, frozen=True, gc=False, tag="block"):
    """Move a character into the Attack Zone to block this attacker."""

    die: DieNumber
    attacker: DieNumber


class EndDeclaration(msgspec.Struct, frozen=True, gc=False, tag="declare"):
    """That is all: attackers (or blockers) are declared."""


class ChooseDie(msgspec.Struct, frozen=True, gc=False, tag="die"):
    """Answer: this die."""

    die: DieNumber


class ChoosePlayer(msgspec.Struct, frozen=True, gc=False, tag="player"):
    """Answer: this player."""

    seat: Seat


class Yes(msgspec.Struct, frozen=True, gc=False, tag="yes"):
    """Answer: do it, paying so."""

    pay: Payment = ()


class No(msgspec.Struct, frozen=True, gc=False, tag="no"):
    """Answer: do not, or no more."""


class ChooseNumber(msgspec.Struct, frozen=True, gc=False, tag="number"):
    """Answer: this number (damage to the die asked about, up or down a level)."""

    amount: int


class ChooseName(msgspec.Struct, frozen=True, gc=False, tag="name"):
    """Answer: this kind of die, or this face."""

    what: str


class ResolveFirst(msgspec.Struct, frozen=True, gc=False, tag="first"):
    """Answer: resolve this one of several simultaneous effects first."""

    number: int
    title: str = ""  # of the card whose text it is


class ConcedeGame(msgspec.Struct, frozen=True, gc=False, tag="concede"):
    """A player gives the game up; possible at any time."""

    seat: Seat


class ChangeLife(msgspec.Struct, frozen=True, gc=False, tag="life"):
    """By hand: a player's life changes by so much, as a card says that is not encoded."""

    seat: Seat
    by: int
    why: str = ""


class MoveDie(msgspec.Struct, frozen=True, gc=False, tag="move"):
    """By hand: a die goes to a zone of a seat, showing this face (-1: none)."""

    die: DieNumber
    zone: str
    seat: Seat
    face: FaceIndex = FaceIndex(-1)
    why: str = ""


class SpinDie(msgspec.Struct, frozen=True, gc=False, tag="spin"):
    """By hand: a die is turned to this face."""

    die: DieNumber
    face: FaceIndex
    why: str = ""


class BuffDie(msgspec.Struct, frozen=True, gc=False, tag="buff"):
    """By hand: a die gets a bonus, and damage, until the turn ends."""

    die: DieNumber
    attack: int = 0
    defence: int = 0
    damage: int = 0
    why: str = ""


class Note(msgspec.Struct, frozen=True, gc=False, tag="note"):
    """By hand: a remark in the record."""

    text: str


class PutUnder(msgspec.Struct, frozen=True, gc=False, tag="under"):
    """By hand: a die goes under another in the field: captured, or an action die attached."""

    die: DieNumber
    under: DieNumber
    why: str = ""


HandAct: TypeAlias = ChangeLife | MoveDie | SpinDie | BuffDie | PutUnder | Note
"""One thing done by hand."""


class ByHand(msgspec.Struct, frozen=True, tag="by-hand"):
    """By hand: all that one effect does, entered and taken back as one."""

    acts: tuple[HandAct, ...]
    why: str = ""  # "effect of Nova"


ByHandAction: TypeAlias = HandAct | ByHand
BY_HAND: Final = (ChangeLife, MoveDie, SpinDie, BuffDie, PutUnder, Note, ByHand)

Action: TypeAlias = (
    DrawnDice
    | RolledFaces
    | Reroll
    | HandOver
    | KeepRoll
    | Purchase
    | FieldDie
    | UseAction
    | UseGlobal
    | PayAtOnce
    | Discard
    | Pass
    | AttackWith
    | Block
    | EndDeclaration
    | ChooseDie
    | ChoosePlayer
    | Yes
    | No
    | ChooseNumber
    | ChooseName
    | ResolveFirst
    | ConcedeGame
    | ChangeLife
    | MoveDie
    | SpinDie
    | BuffDie
    | PutUnder
    | Note
    | ByHand
)

KEEP: Final = KeepRoll()
PASS: Final = Pass()
END_DECLARATION: Final = EndDeclaration()
NO: Final = No()


def read_action(written: object) -> Action:
    """An action from plain JSON values. Raises `ValueError` when it is none."""
    try:
        action: Action = msgspec.convert(written, Action)
    except msgspec.ValidationError as error:
        raise ValueError(tr("This is no action of Dice Masters: {error}.", error=error)) from error
    return action


def write_action(action: Action) -> object:
    """The action as plain JSON values."""
    return msgspec.to_builtins(action)
