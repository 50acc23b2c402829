"""Ways to play: how much life, how many cards and dice, and where the book says so."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from rules.core import Citation
from rules.dicemasters.engine.edition import EDITIONS
from words import joined, tr

BOOKS: Final[Mapping[str, str]] = {name: each.book for name, each in EDITIONS.items()}
"""Short names of the rulebooks by edition: what a `Citation` calls them."""


@dataclass(frozen=True, slots=True)
class Format:
    """One way to play. Numbers are upper limits unless they say otherwise."""

    name: str
    life: int  # at the start; of a team of two in Doubles
    cards: int | None  # character and action cards of one player; None: the books set no limit
    dice: int | None  # dice on those cards
    basics: int  # basic action cards each player brings, exactly
    sections: Mapping[str, str]  # edition -> the section that sets the limits
    basic_dice: tuple[int, ...] = (3,)  # dice a basic action card may have
    shared_basics: tuple[int, int] | None = None  # so many (from, to) lie there for both
    fewer_in: str = ""  # the only edition that allows the smaller of two numbers of basic dice

    @property
    def written(self) -> str:
        """The name with the limit, where a draft has one of its own."""
        own = self.name == DRAFT.name and self.dice != DRAFT.dice
        return f"{self.name}:{self.dice}" if own else self.name

    def basic_dice_in(self, edition: str) -> tuple[int, ...]:
        """How many dice a basic action card may have by the edition's book."""
        if self.fewer_in and self.fewer_in != edition:
            return self.basic_dice[-1:]
        return self.basic_dice

    def citation(self, edition: str) -> Citation:
        """Where the edition's book sets these limits."""
        return Citation(BOOKS[edition], self.sections[edition])


_TEAM_2014 = {
    "avx": "Customizing Your Team: {} Teams",
    "ygo": "Customizing Your Force: {} Forces",
}


def _in_2014(name: str) -> dict[str, str]:
    return {edition: section.format(name) for edition, section in _TEAM_2014.items()}


_TOURNAMENT_2016 = {"imwm": "Tournament Teams", "tmnt": "Tournament Teams"}

DEMO: Final = Format(
    name="demo",
    life=10,
    cards=2,
    dice=6,
    basics=0,
    sections={
        "avx": "Setup: Your First Game",
        "ygo": "Setup: Your First Game",
        "imwm": "Setup: A Demo Game",
        "tmnt": "Setup: A Demo Game",
    },
    shared_basics=(3, 3),
)
DRAFT: Final = Format(
    name="draft",
    life=20,
    cards=None,
    dice=20,
    basics=0,
    sections=_in_2014("Draft"),
    shared_basics=(3, 4),
)
BASIC: Final = Format(name="basic", life=15, cards=6, dice=15, basics=2, sections=_in_2014("Basic"))
CASUAL: Final = Format(
    name="casual", life=15, cards=8, dice=15, basics=2, sections=_TOURNAMENT_2016
)
TOURNAMENT: Final = Format(
    name="tournament",
    life=20,
    cards=8,
    dice=20,
    basics=2,
    sections={**_in_2014("Tournament"), **_TOURNAMENT_2016},
)
RAINBOW: Final = Format(
    name="rainbow",
    life=20,
    cards=None,
    dice=24,  # twelve packs of two dice
    basics=2,
    sections={
        "imwm": "Play Variants: Rainbow Draft",
        "tmnt": "Play Variants: Rainbow Draft",
    },
)
DOUBLES: Final = Format(
    name="doubles",
    life=30,
    cards=4,
    dice=None,
    basics=1,
    sections={"imwm": "Dice Masters Doubles", "tmnt": "Dice Masters Doubles Quick Start Rules"},
    basic_dice=(3, 6),  # three are for newcomers
    fewer_in="tmnt",
)
FORMATS: Final[Mapping[str, Format]] = {
    chosen.name: chosen for chosen in (DEMO, DRAFT, BASIC, CASUAL, TOURNAMENT, RAINBOW, DOUBLES)
}

DEMO_TEAMS: Final[Mapping[str, tuple[str, str, str]]] = {
    "avx": ("2x12avx;2x17avx", "2x3avx;2x4avx", "3x27avx;3x29avx;3x34avx"),
    "ygo": ("2x4ygo;2x1ygo", "2x5ygo;2x7ygo", "3x112ygo;3x116ygo;3x120ygo"),
    "imwm": ("2x1imw;2x23imw", "2x13imw;2x19imw", "3x29imw;3x30imw;3x28imw"),
    "tmnt": ("3x1hhs;3x7hhs", "3x12hhs;3x17hhs", "3x55hhs;3x58hhs;3x57hhs"),
}
"""Per edition: first player's team, second player's team, basic actions in the centre."""


def format_named(name: str, edition: str) -> Format:
    """The format of this name as the edition's book knows it; `draft:12` sets a draft's limit.

    Raises `ValueError` with one sentence when the book does not know it.
    """
    if edition not in BOOKS:
        raise ValueError(
            tr(
                "There is no edition '{edition}'; use {names}.",
                edition=edition,
                names=joined(", ", BOOKS),
            )
        )
    word, _, limit = name.partition(":")
    known = [each for each in FORMATS.values() if edition in each.sections]
    if word not in FORMATS or edition not in FORMATS[word].sections:
        raise ValueError(
            tr(
                "The {BOOKS} book knows no format '{word}'; it knows {names}.",
                BOOKS=BOOKS[edition],
                word=word,
                names=joined(", ", (each.name for each in known)),
            )
        )
    if not limit:
        return FORMATS[word]
    if word != "draft" or not limit.isdigit() or not 8 <= int(limit) <= 20:
        raise ValueError(
            tr("'{name}' is no format; only a draft takes a number, 8 to 20.", name=name)
        )
    return replace(DRAFT, life=int(limit), dice=int(limit))
