"""The dice of IRONDIE: nine types in three classes, eight colours and their kinship."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from rules.core import FIRST_SEAT, KindName, Seat
from rules.core.near import near
from words import Text, joined, name_of, tr

DieClass = Literal["attack", "defence", "life"]
TargetRule = Literal["any", "attack", "defence", "each-defence", "each-attack", "limbo"]
Comparison = Literal["higher", "lower", "none"]

SET_SIZE: Final = 9
RARE_LIMIT: Final = 3


class DieType(msgspec.Struct, frozen=True):
    """One row of the manual's table of dice."""

    name: str
    die_class: DieClass
    specialisation: str  # the colour that wins ties; "" for none
    target_rule: TargetRule
    comparison: Comparison


TYPES: Final[Mapping[str, DieType]] = {
    row.name: row
    for row in (
        DieType("smasher", "attack", "black", "any", "higher"),
        DieType("assault", "attack", "red", "attack", "higher"),
        DieType("ballistic", "attack", "purple", "any", "higher"),
        DieType("nullifier", "defence", "blue", "any", "higher"),
        DieType("barrier", "defence", "green", "defence", "higher"),
        DieType("powerup", "defence", "white", "any", "higher"),
        DieType("swarm", "life", "orange", "each-defence", "lower"),
        DieType("fortress", "life", "yellow", "each-attack", "lower"),
        DieType("regeneration", "life", "", "limbo", "none"),
    )
}

PARENTS: Final[Mapping[str, frozenset[str]]] = {
    "purple": frozenset({"red", "blue"}),
    "green": frozenset({"blue", "yellow"}),
    "orange": frozenset({"red", "yellow"}),
}
CATEGORIES: Final = (
    frozenset({"red", "blue", "yellow"}),
    frozenset(PARENTS),
    frozenset({"black", "white"}),
)
COLOURS: Final = tuple(sorted(colour for category in CATEGORIES for colour in category))

APPEARANCE: Final[Mapping[str, tuple[str, str]]] = {
    # body and ink, as enamelled metal looks from above
    "red": ("#b3202a", "#f2efe8"),
    "blue": ("#1f4fa8", "#f2efe8"),
    "yellow": ("#e3c11d", "#1c1c1c"),
    "purple": ("#6a2f8f", "#f2efe8"),
    "green": ("#1f8a44", "#f2efe8"),
    "orange": ("#e0761b", "#1c1c1c"),
    "black": ("#1d1d20", "#e8e6e0"),
    "white": ("#e9e7e1", "#1c1c1c"),
}


class Die(msgspec.Struct, frozen=True):
    """One die of a set: what it is, not where it lies."""

    seat: Seat
    type_name: str
    colour: str
    rare: bool = False

    @property
    def type(self) -> DieType:
        """Its row in the table of dice."""
        return TYPES[self.type_name]

    @property
    def die_class(self) -> DieClass:
        """Attack, defence or life."""
        return self.type.die_class

    @property
    def kind(self) -> KindName:
        """The physical kind: dice of both players may be of one kind."""
        return KindName(f"{self.type_name}-{self.colour}" + ("-rare" if self.rare else ""))

    @property
    def title(self) -> Text:
        """For people: "rare black Smasher"."""
        title = f"{self.colour} {self.type_name.capitalize()}"
        return tr("rare {die}", die=title) if self.rare else name_of(title)


def allied(one: str, other: str) -> bool:
    """Whether the colours are allied: equal, or parent and child."""
    return one == other or one in PARENTS.get(other, ()) or other in PARENTS.get(one, ())


def hostile(one: str, other: str) -> bool:
    """Whether the colours are hostile: different ones of one category."""
    return one != other and any(one in category and other in category for category in CATEGORIES)


def triggers_bonus(die: Die, rolled: int) -> bool:
    """A rolled 1 triggers the colour bonus; on a rare die a 2 does so too."""
    return rolled == 1 or (die.rare and rolled == 2)


def parse_die(written: str, seat: Seat = FIRST_SEAT) -> Die:
    """A die from "smasher-black" or "smasher-black-rare". Raises `ValueError`."""
    found = re.fullmatch(r"([a-z]+)-([a-z]+)(-rare)?", written.strip().lower())
    if found is None:
        raise ValueError(
            tr(
                "'{written}' is no die: write type-colour, as in smasher-black-rare.",
                written=written,
            )
        )
    type_name, colour, rare = found.groups()
    _known(type_name, TYPES, tr("the type of '{written}'", written=written))
    _known(colour, COLOURS, tr("the colour of '{written}'", written=written))
    return Die(seat, type_name, colour, rare is not None)


def _known(word: str, words: Mapping[str, Any] | Sequence[str], what: str) -> None:
    if word not in words:
        meant = near(word, words)
        hint = (
            tr("did you mean {meant}?", meant=meant[0])
            if meant
            else tr("it is one of {names}.", names=joined(", ", words))
        )
        raise ValueError(tr("{what} does not exist: {hint}", what=what, hint=hint))


def parse_set(written: Sequence[str], seat: Seat, owner: str) -> tuple[Die, ...]:
    """A legal set of nine. Raises `ValueError` with the rule that is broken."""
    dice = tuple(parse_die(word, seat) for word in written)
    if len(dice) != SET_SIZE:
        raise ValueError(
            tr(
                "{owner}'s set has {count} dice; a set has exactly {size}.",
                owner=owner,
                count=len(dice),
                size=SET_SIZE,
            )
        )
    for die_class in ("attack", "defence", "life"):
        if all(die.die_class != die_class for die in dice):
            raise ValueError(
                tr(
                    "{owner}'s set has no {die_class} die; it needs at least one.",
                    owner=owner,
                    die_class=die_class,
                )
            )
    rare = sum(die.rare for die in dice)
    if rare > RARE_LIMIT:
        raise ValueError(
            tr(
                "{owner}'s set has {rare} rare dice; at most {most} are allowed.",
                owner=owner,
                rare=rare,
                most=RARE_LIMIT,
            )
        )
    return dice
