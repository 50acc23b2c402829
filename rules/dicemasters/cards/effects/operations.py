"""What a text does, and when it does it."""

from typing import Literal, TypeAlias

import msgspec

from rules.dicemasters.cards.effects.fixed_words import (
    Burst,
    Event,
    KeywordName,
    Rule,
    Seats,
    Until,
)
from rules.dicemasters.cards.effects.selectors import (
    THIS,
    Amount,
    Dice,
    Selector,
    Target,
)


class Damage(msgspec.Struct, frozen=True, tag=True):
    """Damage dice or players, all at the same time. `by`: who deals it (default: this die)."""

    to: Selector
    amount: Amount
    by: Selector = THIS


class KO(msgspec.Struct, frozen=True, tag=True):
    """Knock dice out. `to` where another place than the Prep Area is said."""

    who: Selector
    to: Literal["prep", "used"] = "prep"


class Sacrifice(msgspec.Struct, frozen=True, tag=True):
    """Dice leave the field as if spent; they are not knocked out."""

    who: Selector


class Spin(msgspec.Struct, frozen=True, tag=True):
    """Spin dice up or down so many levels; `by` 0 lets the player choose up or down by 1."""

    who: Selector
    by: int


class Buff(msgspec.Struct, frozen=True, tag=True):
    """A bonus to attack and defence."""

    who: Selector
    attack: Amount = 0
    defence: Amount = 0
    until: Until = "turn"


class Give(msgspec.Struct, frozen=True, tag=True):
    """Dice gain a keyword or come under a rule."""

    who: Selector
    what: KeywordName | Rule
    until: Until = "turn"


class ImposeRule(msgspec.Struct, frozen=True, tag=True):
    """A rule over all dice meant by `who` (also those that come later), or over players."""

    what: Rule | Literal["fielding-cost", "purchase-cost", "bonus"]
    who: Dice | None = None
    amount: int = 0  # less to pay; life to pay
    least: int = 0  # a price never falls below this
    attack: int = 0
    defence: int = 0
    until: Until = "turn"


class GainLife(msgspec.Struct, frozen=True, tag=True):
    """Gain life, never above the start."""

    amount: Amount
    seats: Seats = "you"
    most: int = 0  # life is not raised above this


class SetLife(msgspec.Struct, frozen=True, tag=True):
    """A player's life becomes so much. Damage would be the wrong word: nothing answers to it."""

    amount: int
    seats: Seats = "you"


class LoseLife(msgspec.Struct, frozen=True, tag=True):
    """Lose life; this is no damage."""

    amount: Amount
    seats: Seats = "opponent"


class DrawDice(msgspec.Struct, frozen=True, tag=True):
    """Draw from the bag. `to` "reserve" rolls them into the Reserve Pool."""

    count: Amount
    to: Literal["prep", "reserve", "used", "out", "bag"] = "prep"
    seats: Seats = "you"
    pick: bool = False  # what follows speaks of the dice drawn


class DrawAndSort(msgspec.Struct, frozen=True, tag=True):
    """Draw dice; the player chooses `keep` of them for one place, the others go to another."""

    count: int
    keep: int = 1
    to: Literal["prep", "reserve"] = "prep"  # to the reserve is rolled
    other: Literal["used", "bag", "prep"] = "used"
    character: Literal["reserve", "field", "used", "prep"] = "reserve"  # where rolled dice go
    rest: Literal["reserve", "used", "prep", "bag"] = "reserve"


class DrawAndLook(msgspec.Struct, frozen=True, tag=True):
    """Draw dice: those meant by `who` go to one place, the others to another.

    To the "reserve" is rolled. What follows counts the dice meant.
    """

    count: int
    who: Dice
    to: Literal["prep", "reserve", "used", "bag"] = "prep"
    other: Literal["prep", "reserve", "used", "bag", "bag or used"] = "bag"  # or: the player's
    all_or_none: bool = False  # only when all of them are meant


class Move(msgspec.Struct, frozen=True, tag=True):
    """Move dice; nothing is triggered by it. `level` turns them to that character face.

    -1: the level the die had when the event happened to it.
    """

    who: Selector
    to: Literal["prep", "used", "field", "bag", "reserve", "out"]
    level: int = 0


class FieldFree(msgspec.Struct, frozen=True, tag=True):
    """Field dice at `level` without paying; this is fielding."""

    who: Selector
    level: int = 0  # 0: at the face they show


class RollDice(msgspec.Struct, frozen=True, tag=True):
    """Roll dice where they lie now and sort them by what they show.

    `character` and `other` name where they go: a zone, or "field" for fielding free.
    """

    who: Selector
    character: Literal["field", "reserve", "used", "bag", "prep", "stay"] = "reserve"
    other: Literal["reserve", "used", "bag", "prep", "stay"] = "reserve"


class SwapAttack(msgspec.Struct, frozen=True, tag=True):
    """Two dice exchange their attack values for the turn."""

    one: Selector
    other: Selector


class SwapFigures(msgspec.Struct, frozen=True, tag=True):
    """A die's attack and defence change places for the turn."""

    who: Selector


class SwapDice(msgspec.Struct, frozen=True, tag=True):
    """Two dice exchange their places; the one that comes into the field shows level 1.

    `same_level`: the level of the one that leaves; `up`: so many levels more.
    """

    one: Selector
    other: Selector
    same_level: bool = False
    up: int = 0


class Capture(msgspec.Struct, frozen=True, tag=True):
    """Dice go under this die until the turn ends or this die leaves.

    One from outside the field shows `level`, or its action, and returns to the Used Pile.
    """

    who: Selector
    level: int = 0


class Control(msgspec.Struct, frozen=True, tag=True):
    """Take control of a die until the turn ends; `with_` is the die that controls it, if any."""

    who: Selector
    with_: Selector | None = None


class Copy(msgspec.Struct, frozen=True, tag=True):
    """A die takes on another's printed numbers, its card's text, or both."""

    of: Selector
    what: Literal["stats", "abilities", "both"]
    who: Selector = THIS
    until: Until = "turn"


class Attach(msgspec.Struct, frozen=True, tag=True):
    """This action die stays on a die and puts it under a rule.

    It goes to the Used Pile when that die leaves the field, or at the end of the opponent's
    turn where `until` says so.
    """

    who: Selector
    rule: Rule | Literal[""] = ""
    until: Until = "leaves"


class ReturnToField(msgspec.Struct, frozen=True, tag=True):
    """An attacker goes from the Attack Zone back to the field, a blocker too."""

    who: Selector


class NameDie(msgspec.Struct, frozen=True, tag=True):
    """Name a die, then draw: the same goes to the Prep Area, another back to the bag."""


class DrawToReplace(msgspec.Struct, frozen=True, tag=True):
    """The owner draws: a character replaces the die at its lowest level, else back to the bag."""

    who: Selector


class DrawAndField(msgspec.Struct, frozen=True, tag=True):
    """Draw dice: those of `team` are fielded at level 1, the others return to the bag."""

    count: Amount
    team: str


class NameTitle(msgspec.Struct, frozen=True, tag=True):
    """Name a title of this affiliation: all its dice, whoever owns them, come under the rules.

    Until "leaves" it lasts while a die of this card is active, or until another is named.
    """

    team: str
    rules: tuple[Rule, ...]
    until: Until = "turn"


class NameCard(msgspec.Struct, frozen=True, tag=True):
    """Choose a character card of the opponent's, instead of the one chosen before.

    All its dice come under the rules while a die of this card is active; or, with `copy`, this
    card's dice have its text (and its figures on faces with `figures`) until it is done again.
    """

    rules: tuple[Rule, ...] = ()
    copy: bool = False
    figures: Literal["", "*", "**", "*/**"] = ""


class NameKind(msgspec.Struct, frozen=True, tag=True):
    """Choose an energy type or an affiliation: its dice get a bonus or come under a rule."""

    what: Literal["energy", "affiliation"]
    who: Dice = Dice()
    rules: tuple[Rule | KeywordName, ...] = ()
    attack: int = 0
    defence: int = 0
    until: Until = "turn"


class Join(msgspec.Struct, frozen=True, tag=True):
    """Dice gain an affiliation."""

    who: Selector
    team: str
    until: Until = "turn"


class ForbidBlock(msgspec.Struct, frozen=True, tag=True):
    """The die chosen cannot block the dice meant; or, `by`, cannot be blocked by them."""

    who: Selector
    against: Dice
    by: bool = False


class Choose(msgspec.Struct, frozen=True, tag=True):
    """Only choose dice: what follows speaks of them. `mark` lets later texts find them again."""

    who: Selector
    mark: bool = False


class ForEach(msgspec.Struct, frozen=True, tag=True):
    """Do it once for each die meant."""

    who: Dice
    do: "Operations"


class Whenever(msgspec.Struct, frozen=True, tag=True):
    """From now on until the turn ends this answers, too, though no die may be active."""

    when: "When"


class Later(msgspec.Struct, frozen=True, tag=True):
    """Do it when the turn (or the attack) ends, with the dice picked now."""

    do: "Operations"
    at: Literal["turn-end", "attack-end"] = "turn-end"


class BuyDie(msgspec.Struct, frozen=True, tag=True):
    """You may buy a die meant by `who` for this price; it goes there (the reserve: is rolled)."""

    who: Dice
    energy: str = ""
    to: Literal["used", "prep", "bag", "reserve", "field"] = "used"


class FabricateDie(msgspec.Struct, frozen=True, tag=True):
    """Knock out so many own characters of so much cost together: a die of this card is bought."""

    count: int
    cost: int


class UseCaptured(msgspec.Struct, frozen=True, tag=True):
    """Use the action die captured by this die, without its bursts; it stays where it is."""


class Lift(msgspec.Struct, frozen=True, tag=True):
    """What this card bans or charges does not hold for this player until the turn ends."""


class SpinFace(msgspec.Struct, frozen=True, tag=True):
    """Turn a die to any other of its faces, or to one of a kind."""

    who: Selector
    to: Literal["", "character", "energy"] = ""


class SetAside(msgspec.Struct, frozen=True, tag=True):
    """Dice lie Out of Play until the turn ends, then return to the field as they were."""

    who: Selector


class AssignBlocker(msgspec.Struct, frozen=True, tag=True):
    """Dice able to do so block this attacker at once."""

    who: Selector


class CallOut(msgspec.Struct, frozen=True, tag=True):
    """Only the die chosen may block this attacker this turn."""

    who: Selector


class CorruptBag(msgspec.Struct, frozen=True, tag=True):
    """A player draws so many dice, sends one to the Used Pile and returns the others."""

    count: int
    who: Selector = Target(player="only")


class Remember(msgspec.Struct, frozen=True, tag=True):
    """This card remembers until the turn ends that it happened: see `If.remembered`."""


class GainToken(msgspec.Struct, frozen=True, tag=True):
    """A token on this card: all its dice have the bonus for the rest of the game."""

    attack: int = 1
    defence: int = 1


class CancelGlobals(msgspec.Struct, frozen=True, tag=True):
    """Effects of global abilities used so far this turn end."""


class May(msgspec.Struct, frozen=True, tag=True):
    """The player may do this, or not; with a cost only when it is paid.

    `energy` is a cost like "Fist" or "2"; `life` a cost in life; `by` says whose choice it is.
    """

    do: "Operations"
    energy: str = ""
    life: int = 0
    otherwise: "Operations" = ()
    by: Literal["you", "opponent", "owner"] = "you"  # owner: of the last die picked


class If(msgspec.Struct, frozen=True, tag=True):
    """Do this only when so many dice are meant by `who` (or when the die picked is one of them).

    `burst` asks for the burst on this die's face instead.
    """

    do: "Operations"
    who: Dice | None = None
    at_least: int = 1
    at_most: int = 99
    different: int = 0  # so many different titles among them
    picked: Selector | None = None  # this die must be among them
    burst: Literal["", "*", "**", "*/**"] = ""
    any_moved: bool = False  # the operation before touched at least one die
    no_attack: bool = False  # the active player has not attacked this turn
    behind: Literal["", "life", "characters"] = ""  # you have fewer than your opponent
    life_below: int = 0  # you have less life than that
    remembered: bool = False  # this card has remembered something this turn
    teamwork: bool = False  # two characters of yours share an affiliation
    otherwise: "Operations" = ()


class DoByHand(msgspec.Struct, frozen=True, tag=True):
    """An effect the engine leaves to the players; `text` says what to do."""

    text: str


class EachPlayer(msgspec.Struct, frozen=True, tag=True):
    """Each player in turn does this, the active player first."""

    do: "Operations"


Operation: TypeAlias = (
    Damage
    | KO
    | Sacrifice
    | Spin
    | Buff
    | Give
    | ImposeRule
    | GainLife
    | LoseLife
    | DrawDice
    | DrawAndSort
    | DrawAndLook
    | Move
    | FieldFree
    | RollDice
    | SwapAttack
    | SwapFigures
    | SwapDice
    | Capture
    | Control
    | Attach
    | Copy
    | ReturnToField
    | NameDie
    | DrawToReplace
    | DrawAndField
    | NameTitle
    | NameCard
    | NameKind
    | Join
    | ForbidBlock
    | Choose
    | ForEach
    | Whenever
    | Later
    | BuyDie
    | FabricateDie
    | UseCaptured
    | Lift
    | SetLife
    | SpinFace
    | CancelGlobals
    | SetAside
    | AssignBlocker
    | CallOut
    | CorruptBag
    | Remember
    | GainToken
    | May
    | If
    | EachPlayer
    | DoByHand
)
Operations: TypeAlias = Operation | tuple[Operation, ...]


class When(msgspec.Struct, frozen=True, tag=True):
    """Something happens, then this.

    Without `subject` the event must happen to a die of this card, and each die answers for
    itself. With `subject` the card must be active, and it answers once. `star` and `double`
    replace the text on faces with one or two bursts; `burst` limits the text to such faces.
    `by` asks for the event's other die. `once` per turn belongs to the card.
    """

    event: Event
    do: Operations
    subject: Dice | None = None
    by: Dice | None = None
    star: Operations | None = None
    double: Operations | None = None
    burst: Burst = ""
    once: bool = False  # the first time each turn only
    step: Literal["", "attack", "main"] = ""  # only during that step
    seats: Seats = "you"  # whose turn or whose life ("turn-start", "life-damaged", ...)
    alone: bool = False  # the only attacker
    in_combat: bool | None = None  # by combat damage (ko, kos, damaged)
    together: bool = False  # answers once to things that happen at the same time
    others: int = 0  # at least so many other dice of this card do the same (attacks)
    doing: Literal["", "attacking", "blocking"] = ""  # the die's part when it happened
    or_you: bool = False  # the same happening to you counts too ("damaged")
    each_blocker: bool = False  # "blocked" answers once for each blocker, not once in all
    each_die: bool = False  # every die of the card in the field answers ("turn-start")
    inactive: bool = False  # answers though no die of the card is in the field
    own_turn: bool = False  # only on its owner's turn
    engaged: bool = False  # only to a die that was blocking or blocked
    word: KeywordName | Literal[""] = ""  # the keyword that stands before this text


def operations_of(do: Operations | None) -> tuple[Operation, ...]:
    """One operation or several, as a tuple."""
    if do is None:
        return ()
    return do if isinstance(do, tuple) else (do,)
