"""The words for what cards say: typed data, no behaviour.

A card's effect reads like the card:

    "1avx": (When("blocks", Buff(THIS, 1, 1), star=Buff(THIS, 2, 2)),)

`docs/effects.md` explains every word; `interpreter` carries them out; `linter` rejects what
makes no sense.
"""

from typing import Final, Literal, TypeAlias

import msgspec

Side = Literal["any", "own", "opposing", "picked"]
"""`picked`: of the player just picked, or of the owner of the last die picked."""
Zone = Literal[
    "field", "used", "prep", "reserve", "bag", "cards", "out", "used or prep", "used or reserve"
]
Seats = Literal["you", "opponent", "each", "any", "owner", "active"]
Event = Literal[
    "fielded",  # a character is fielded
    "attacks",  # assigned to attack
    "attack-start",  # the Attack Step begins
    "attack-end",  # after combat damage, for each die still in the Attack Zone
    "attack-set",  # all attackers are declared (once)
    "blocks",  # assigned to block
    "blocked",  # an attacker has at least one blocker
    "unblocked",  # an attacker has no blocker once blockers are declared
    "blockers-set",  # all blockers are declared
    "damaged",  # takes damage and is still there or not
    "life-damaged",  # a player takes damage
    "deals-player",  # a character damages a player
    "deals-combat",  # a character deals combat damage, whatever it is to
    "ko",  # is knocked out
    "kos",  # knocks out another die
    "turn-start",
    "turn-end",
    "rolled",  # the end of the Roll and Reroll Step
    "purchased",
    "action-used",
    "global-used",
    "energize",  # rolled to its double energy face; answers though not active
    "crosspulse",  # purchased with energy of its own types only; answers though not active
    "back-for-more",  # rolled from the Prep Area it lay in when the turn began
    "spun-up",  # spun up a level or more
    "lethal",  # about to be knocked out by combat damage; answered at once, by `ImposeRule` only
]
KeywordName = Literal[
    "Ally",
    "Continuous",
    "Fast",
    "Iron Will",
    "Overcrush",
    "Regenerate",
    "Suit Up",
    "Swarm",
    "Turtle Power",
    "Immortal",
    # These are texts of their own: see `cards.texts.words`.
    "Amplify",
    "Attune",
    "Call Out",
    "Cleave",
    "Deadly",
    "Energy Drain",
    "Experience",
    "Frag",
    "Infiltrate",
    "Intimidate",
    "Obscure",
    "Strike",
    "Tag Out",
    # These stand before a text or a number: `When(..., word="Energize")`.
    "Awaken",
    "Breath Weapon",
    "Corrupt",
    "Energize",
    "Enlistment",
    "Impulse",
    "Loyalty",
    "Range",
    "Resistance",
    "Retaliation",
    "Sacrifice",
    "Teamwatch",
    "Underdog",
    "Vengeance",
    # Rules of the engine, and labels that other cards count.
    "Boomerang",
    "Adventurer",
    "Crossover",
    "Founder",
    "Zombie",
    "Fusion",
    "Ritual",
    "Anti-Breath Weapon",
    "Back for More",
    "Common Ground",
    "Crosspulse",
    "Fabricate",
    "Teamwork",
]
"""Keywords the engine itself knows; every other keyword is written with the words below."""

Rule = Literal[
    "cannot-attack",
    "must-attack",
    "cannot-block",
    "must-block",
    "cannot-be-blocked",
    "must-be-blocked",  # every opposing die able to block blocks this attacker
    "blocked-by-two",  # cannot be blocked by fewer than two dice
    "blocked-by-one",  # cannot be blocked by more than one die
    "two-blockers-first",  # others are blocked only once two dice block this attacker
    "no-damage",  # deals no damage
    "no-combat-damage",  # deals no combat damage
    "takes-no-combat-damage",
    "takes-no-damage-blocking",  # while it blocks
    "one-to-player",  # deals a player no more than 1 damage while attacking
    "takes-no-damage",
    "cannot-be-ko'd",
    "cannot-be-ko'd-blocking",
    "returns-if-ko'd",  # goes back to the field instead of the Prep Area
    "half",  # attack and defence are halved, rounded down
    "double-to-player",  # deals double combat damage to the opponent when unblocked
    "hits-each",  # deals its whole attack to each die it is engaged with
    "hits-player",  # deals its combat damage to the opponent, not to its blockers
    "ko-at-end",  # is knocked out when the turn ends
    "falls-to-used",  # goes to the Used Pile when knocked out in combat
    "to-bag-after-attack",  # goes into the bag instead of the Used Pile after its attack
    "rerolled-after-attack",  # unblocked: rolled after its damage, a character face to Prep
    "purchases-to-bag",  # over a player: dice bought may go into the bag
    "less-damage",  # damage from each source is reduced by the amount
    "draws-targets",  # the opponent's actions and abilities target this die, or none of its owner's
    "no-purchase",
    "no-fielding",
    "no-globals",
    "global-costs-life",
    "untargetable-by-global",  # by any global
    "untargetable-by-action",  # by any action die
    "untargetable-by-ability",  # by any text of a character
    "untargetable",  # by anything of the opponent's
    "untargetable-by-opponent",  # by opposing action dice and globals
]
Until = Literal[
    "turn",
    "your-next-turn",
    "opponent-turn-end",
    "leaves",
    "forever",
    "next-fielding",
    "next-purchase",
    "next-attack",
    "attached",  # as long as this action die is attached
]


class Dice(msgspec.Struct, frozen=True, kw_only=True, tag="Who"):
    """Which dice are meant. Every field left at its default admits every die.

    In the field only dice that show a character count; elsewhere any die that could.
    """

    side: Side = "any"
    zone: Zone = "field"
    title: str = ""  # the name on top of the card
    title_has: str = ""  # a word in that name
    not_title: str = ""
    own_card: bool = False  # dice of this very card
    sidekick: bool | None = None  # an Ally counts as a Sidekick in the field
    kind: Literal["character", "action", "action-die", "die"] = "character"
    energy: str = ""  # the card's energy type, "Bolt/Mask" for either
    not_energy: str = ""
    team: tuple[str, ...] = ()  # any of these affiliations
    or_sidekick: bool = False  # a Sidekick is meant too, whatever its team
    not_team: str = ""
    keyword: str = ""  # the card carries this keyword
    alignment: str = ""  # "Good", "Evil", "Neutral"
    level: tuple[int, int] = (0, 9)  # from, to
    than_this: Literal["", "lower", "higher", "equal or lower"] = ""  # its level beside this die's
    cost: tuple[int, int] = (0, 99)  # purchase cost from, to
    attack: tuple[int, int] = (0, 99)  # attack now from, to
    defence: tuple[int, int] = (0, 99)
    attacking: bool | None = None
    blocking: bool | None = None
    blocked: bool | None = None  # an attacker that was blocked, or not
    in_attack: bool | None = None  # attacking or blocking
    engaged_with_this: bool | None = None
    another: bool = False  # not the die whose text this is
    not_event_die: bool = msgspec.field(default=False, name="not_that")  # not the event's own die
    level_to_picked: int | None = None  # up to the last picked die's level plus this
    shows_energy: bool | None = None  # its face up is energy (reserve, prep)
    burst: Literal["", "*", "**", "*/**"] = ""  # its face shows this burst
    shows: str = ""  # its face shows energy of this type (wild energy does not)
    same_energy: bool = False  # an energy type of the last die picked
    other_title: bool = False  # another title than the last die picked
    shares_team: bool = False  # an affiliation of this die
    lowest: Literal["", "cost", "attack", "defence", "level"] = ""  # only those with the lowest
    attack_like: "Dice | None" = None  # with the lowest attack among these dice
    speaks: Literal["", "fielded"] = ""  # its card answers to being fielded
    marked: bool = False  # marked by a die of this card
    card: str = ""  # dice of the card with this code (named while playing)
    without: tuple[int, ...] = ()  # not the n-th chosen die (0 is the first)


class This(msgspec.Struct, frozen=True, tag=True):
    """The die whose text this is."""


class OtherDie(msgspec.Struct, frozen=True, tag=True):
    """The other die of the event: the blocker, the attacker blocked, the one that did it."""


class EventDie(msgspec.Struct, frozen=True, tag=True):
    """The die the event happened to: with a `subject`, the one that was fielded, attacked, ..."""


class PickedDie(msgspec.Struct, frozen=True, tag=True):
    """The n-th die chosen so far in this effect, beginning with 0; -1 is the last."""

    number: int = -1


class Each(msgspec.Struct, frozen=True, tag=True):
    """All dice meant by `who`."""

    who: Dice


class Target(msgspec.Struct, frozen=True, tag=True):
    """Dice chosen one by one among those meant by `who`.

    `up_to` allows fewer; `by` says who chooses; `player` admits a player instead of a die.
    """

    who: Dice = Dice()
    count: int = 1
    up_to: bool = False
    by: Literal["you", "opponent"] = "you"
    player: Literal["", "any", "opponent", "only"] = ""


class WhichPlayers(msgspec.Struct, frozen=True, tag=True):
    """Players, not dice."""

    seats: Seats


Selector: TypeAlias = This | OtherDie | EventDie | PickedDie | Each | Target | WhichPlayers

THIS: Final = This()
OTHER_DIE: Final = OtherDie()
EVENT_DIE: Final = EventDie()
PICKED: Final = PickedDie()
OPPONENT: Final = WhichPlayers("opponent")
EACH_PLAYER: Final = WhichPlayers("each")


class CountOf(msgspec.Struct, frozen=True, tag=True):
    """How many dice `who` means, or how many different names among them."""

    who: Dice
    times: int = 1
    plus: int = 0
    different: bool = False  # count names, not dice
    for_each_die: bool = False  # counted anew for each die that gets a bonus, as if it were this


class StatOf(msgspec.Struct, frozen=True, tag=True):
    """A number of one die, or the highest among several."""

    selector: Selector
    stat: Literal["attack", "defence", "level", "cost"]
    half: bool = False  # rounded down
    least: int = 0
    total: bool = False  # the sum of all of them


class FieldedThisTurn(msgspec.Struct, frozen=True, tag=True):
    """How many character dice you fielded this turn."""


class HowMany(msgspec.Struct, frozen=True, tag=True):
    """The event's number: the damage taken; after an operation, how many dice it touched."""

    times: int = 1


class EnergyOf(msgspec.Struct, frozen=True, tag=True):
    """How much energy a player's Reserve Pool shows; symbols count, not faces."""

    seats: Seats = "opponent"
    energy: str = ""  # of this type only; wild energy is not counted


class RolledEnergy(msgspec.Struct, frozen=True, tag=True):
    """How many dice of this card you rolled to an energy face this turn."""


class LifeOf(msgspec.Struct, frozen=True, tag=True):
    """A player's life, or half of it."""

    seats: Seats = "opponent"
    half: Literal["", "down", "up"] = ""  # rounded so


Amount: TypeAlias = (
    int | CountOf | StatOf | FieldedThisTurn | HowMany | EnergyOf | RolledEnergy | LifeOf
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
Burst = Literal["", "*", "**", "*/**"]


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


def operations_of(do: Operations | None) -> tuple[Operation, ...]:
    """One operation or several, as a tuple."""
    if do is None:
        return ()
    return do if isinstance(do, tuple) else (do,)


def card_text(
    *abilities: Ability, keywords: tuple[KeywordName, ...] = (), note: str = ""
) -> CardText:
    """A card's text."""
    return CardText(abilities, keywords, note)
