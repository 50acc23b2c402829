"""What a card has: what happens when, what holds while it is active, globals; the whole text."""

from typing import Literal, TypeAlias

import msgspec

from rules.dicemasters.cards.effects.fixed_words import Burst, KeywordName, Rule
from rules.dicemasters.cards.effects.operations import Operations, When
from rules.dicemasters.cards.effects.selectors import Amount, Dice


class While(msgspec.Struct, frozen=True, tag=True):
    """While this card is active, dice meant by `who` get a bonus or come under a rule.

    It counts once, however many dice are active. Without `who` it is about this card's dice
    themselves, each by its own face.
    """

    who: Dice | None = None
    attack: Amount = 0
    defence: Amount = 0
    rule: Rule | KeywordName | Literal[""] = ""
    against: Dice | None = None  # cannot be blocked by these; a bonus only when engaged with them
    burst: Burst = ""
    needs: Dice | None = None  # only while so many of these dice are there
    at_least: int = 1
    at_most: int = 99
    behind: Literal["", "life", "characters"] = ""  # only while you have fewer than your opponent
    life_below: int = 0  # only while you have less life than that
    only_fielded: bool = False  # only for the one character die fielded this turn
    word: KeywordName | Literal[""] = ""  # the keyword that stands before this text


class Cheaper(msgspec.Struct, frozen=True, tag=True):
    """While active, dice meant by `who` cost their owner less to buy or to field."""

    who: Dice
    less: int = 1
    what: Literal["purchase", "fielding"] = "purchase"
    least: int = 0  # never below this
    needs: Dice | None = None  # only while such a die is there
    life_below: int = 0  # only with less life than that


class Dearer(msgspec.Struct, frozen=True, tag=True):
    """While active, dice of the opponent meant by `who` cost more to buy or to field."""

    who: Dice
    more: int = 1
    what: Literal["purchase", "fielding"] = "purchase"
    seats: Literal["opponent", "each"] = "opponent"


Deed = Literal["reroll", "action", "global", "field", "purchase", "attack"]
"""What a player may be kept from, or charged for."""


class Ban(msgspec.Struct, frozen=True, tag=True):
    """While active, a player cannot do this (with the dice meant by `who`)."""

    what: tuple[Deed, ...]
    who: Dice | None = None
    seats: Literal["opponent", "each"] = "opponent"


class Toll(msgspec.Struct, frozen=True, tag=True):
    """While active, a player pays so much more life or energy to do this."""

    what: tuple[Deed, ...]
    life: int = 0
    energy: int = 0  # of globals only
    seats: Literal["opponent", "each"] = "opponent"


class Cancels(msgspec.Struct, frozen=True, tag=True):
    """An opponent's action die or global is used in vain; a die of this card pays for that.

    `price`: the die is knocked out, or spun down a level (a level 1 die cannot). `again`: that
    global cannot be used again this turn.
    """

    what: Literal["action", "global"]
    price: Literal["ko", "spin"] = "ko"
    again: bool = True


class Substitute(msgspec.Struct, frozen=True, tag=True):
    """When a die meant by `who` would be knocked out, a die meant by `instead` is."""

    who: Dice
    instead: Dice
    do: "Operations" = ()
    may: bool = False


class Redirect(msgspec.Struct, frozen=True, tag=True):
    """Damage to this die may go to another: up to so much, the first time each turn."""

    amount: int = 99
    to: Literal["blocked", "any", "opposing"] = "any"  # the die it blocks; any character
    first: bool = False


class DrawsMore(msgspec.Struct, frozen=True, tag=True):
    """While active, each die its owner draws by an effect is two, for so much life."""

    life: int = 0


class FreePurchase(msgspec.Struct, frozen=True, tag=True):
    """While active, once a turn a die meant by `who` may be bought for nothing."""

    who: Dice


class Ritual(msgspec.Struct, frozen=True, tag=True):
    """A character of the Reserve Pool may pay the whole of its fielding cost."""


class NoWild(msgspec.Struct, frozen=True, tag=True):
    """Its dice are not purchased with wild energy."""


class Shoots(msgspec.Struct, frozen=True, tag=True):
    """While it does not block, it may deal its attack to an attacker with the combat damage."""


class Protection(msgspec.Struct, frozen=True, tag=True):
    """Damage this die would take is reduced or prevented.

    `pay` asks for energy first. `first` counts each source's first damage of a turn only.
    `effects` prevents any effect on the die instead, but not damage of dice engaged with it.
    """

    amount: Amount = 0
    star: int = 0  # instead of `amount` on a burst face
    pay: str = ""
    first: bool = False
    effects: bool = False
    by: Dice | None = None  # only damage of these dice
    in_combat: bool | None = None  # only combat damage, or only other damage
    who: Dice | None = None  # damage these dice would take, while this card is active
    needs: Dice | None = None  # only while such a die is there


class Survive(msgspec.Struct, frozen=True, tag=True):
    """Instead of being knocked out by combat damage: pay, spin up, clear the damage."""

    pay: str


class BlocksSeveral(msgspec.Struct, frozen=True, tag=True):
    """This die may block several attackers; `spins`: one level down for each further one."""

    count: int
    who: Dice = Dice()
    spins: bool = False


class ExtraReroll(msgspec.Struct, frozen=True, tag=True):
    """While active, so many dice may be rerolled once more in the Roll and Reroll Step.

    `own_energy`: as often as wished, this card's own dice that show energy, active or not.
    """

    count: int = 1
    own_energy: bool = False
    needs: Dice | None = None  # only while such a die is there


class SuitUp(msgspec.Struct, frozen=True, tag=True):
    """On purchase you may KO one of your characters so named: the new die is fielded at level 2."""

    titles: tuple[str, ...]


class WhenUsed(msgspec.Struct, frozen=True, tag=True):
    """What an action die does. `star` and `double` replace the text on burst faces."""

    do: Operations
    star: Operations | None = None
    double: Operations | None = None
    step: Literal["", "attack-start"] = ""  # only at the start of the Attack Step
    needs: Dice | None = None
    at_least: int = 0  # so many dice meant by `needs` must be there
    life_below: int = 0  # only with less life than that


Reaction = Literal[
    "",
    "redirect-from-you",  # damage to you
    "dealt",  # damage of your action die or global
    "prevent",  # damage to anybody: 1 less
    "prevent-to-die",  # damage to a die: 1 less
    "damaged-player",  # a die of yours has damaged a player in combat
]
"""What a global answers to, when it is no act of its own."""


class Global(msgspec.Struct, frozen=True, tag=True):
    """A global ability: either player may pay `cost` ("Bolt", "2", "0") and do it.

    `react` limits it to answering damage.
    """

    cost: str
    do: Operations
    once: bool = False  # once per turn
    own_turn: bool = False
    react: Reaction = ""
    needs: Dice | None = None  # only while such a die is there
    step: Literal["", "attack", "main"] = ""
    subject: Dice | None = None  # "damaged-player": the die of the payer's that did it


class Paid(Global, frozen=True, tag=True):
    """While active, its owner may pay and do this whenever globals may be used; it is none.

    `by` gives it to the opponent, or to both; `life` is a price in life; `at` names a step of the
    turn in which it may be used besides.
    """

    by: Literal["you", "opponent", "each"] = "you"
    life: int = 0
    at: Literal["", "reroll", "attackers"] = ""
    inactive: bool = False  # its owner's though no die of the card is in the field


class ContinuousDie(msgspec.Struct, frozen=True, tag=True):
    """A Continuous action die in the field: at a time of its own, or by a player's will.

    `life` is what a player pays to send it to the Used Pile, on faces with `burst`.
    """

    life: int = 0
    burst: Burst = ""
    do: Operations = ()


Ability: TypeAlias = (
    When
    | While
    | Cheaper
    | Dearer
    | Protection
    | Survive
    | BlocksSeveral
    | ExtraReroll
    | SuitUp
    | WhenUsed
    | Global
    | Paid
    | Ban
    | Toll
    | Cancels
    | Substitute
    | Redirect
    | DrawsMore
    | FreePurchase
    | Ritual
    | NoWild
    | Shoots
    | ContinuousDie
)


class CardText(msgspec.Struct, frozen=True):
    """All that a card says, and how sure we are of it."""

    abilities: tuple[Ability, ...] = ()
    keywords: tuple[KeywordName, ...] = ()
    note: str = ""  # a decision taken where the sources leave it open


def card_text(
    *abilities: Ability, keywords: tuple[KeywordName, ...] = (), note: str = ""
) -> CardText:
    """A card's text."""
    return CardText(abilities, keywords, note)
