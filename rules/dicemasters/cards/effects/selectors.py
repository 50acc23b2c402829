"""Which dice and which players a text means, and how many."""

from typing import Final, Literal, TypeAlias

import msgspec

from rules.dicemasters.cards.effects.fixed_words import Seats, Side, Zone


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
