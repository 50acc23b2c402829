"""Where each book says what: the headings of the rulebooks, and citations that name them."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, get_args

from rules.core import Citation

Section: TypeAlias = Literal[
    "Setup",
    "Dice",
    "Play Areas",
    "How to Play",
    "Turn Order",
    "Clear and Draw Step",
    "Roll and Reroll Step",
    "Main Step",
    "Spending Energy",
    "Purchasing a Die",
    "Using a Global Ability",
    "Playing Actions",
    "Fielding Characters",
    "Attack Step",
    "Declare Attackers",
    "Declare Blockers",
    "Use Actions and Global Abilities",
    "Cleanup Step",
    "Winning",
    "Bursts",
    "Timing Conflicts",
    "More About Dice",
    "Rerolling Dice",
    "Levels and Spinning",
    "Using Global Abilities",
    "Play Variants",
    "Dice Masters Doubles",
    "Lexicon",
]
"""What a citation may name. Most books have a section of that name; see `IN_OTHER_WORDS`."""

SECTIONS: Final[tuple[Section, ...]] = get_args(Section)

IN_OTHER_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "AvX": {
        "Fielding Characters": "Field Characters",
        "Spending Energy": "Purchasing a Die",
        "Cleanup Step": "Cleanup",
        "Play Variants": "Customizing Your Team",
        "Dice Masters Doubles": "Customizing Your Team",
    },
    "YGO": {
        "Fielding Characters": "Summon Monsters",
        "Spending Energy": "Purchasing a Die",
        "Cleanup Step": "Cleanup",
        "Play Variants": "Customizing Your Force",
        "Dice Masters Doubles": "Customizing Your Force",
    },
    "HHS": {"Dice Masters Doubles": "Dice Masters Doubles Quick Start Rules"},
}
"""By book: the heading of a section where it is another, or of the one that says it there."""

_EVERYWHERE: Final = (
    "Components", "Dice", "Setup", "Play Areas", "How to Play", "Turn Order",
    "Clear and Draw Step", "Roll and Reroll Step", "Main Step", "Purchasing a Die",
    "Using a Global Ability", "Playing Actions", "Attack Step", "Declare Attackers",
    "Declare Blockers", "Use Actions and Global Abilities", "Assign Damage", "Winning",
    "Example of Play", "Tournament Rules", "Fundamental Rules", "Bonuses and Damage", "Bursts",
    "Preventing and Redirecting", "Timing Conflicts", "More About Dice", "Rerolling Dice",
    "Levels and Spinning", "Using Global Abilities", "Rarity", "Lexicon",
)  # fmt: skip
_IN_2014: Final = (
    "Your First Game", "Energy and Costs", "Burst Symbols", "Cleanup",
    "Detailed Combat Example", "Capturing, Controlling, and Copying", "Recap",
)  # fmt: skip
_IN_2016: Final = (
    "Quick Start", "Getting Ready to Play", "Purchase Dice", "Field Characters", "Play Actions",
    "Special: Burst and Double Burst", "Use Global Abilities", "Cards", "Energy",
    "Cards and Dice", "A Demo Game", "Spending Energy", "Fielding Characters", "Cleanup Step",
    "Reducing Purchase Costs and Fielding Costs", "Customizing Your Team", "Play Variants",
    "Rainbow Draft", "Tournament Teams", "Turn Summary",
)  # fmt: skip

HEADINGS: Final[Mapping[str, frozenset[str]]] = {
    "AvX": frozenset(
        (
            *_EVERYWHERE, *_IN_2014, "Cards", "Cards and Dice", "Field Characters",
            "Powers, Abilities, and Card Text", "Active and Fielded", "Customizing Your Team",
            "Draft Teams", "Basic Teams", "Tournament Teams",
        )
    ),
    "YGO": frozenset(
        (
            *_EVERYWHERE, *_IN_2014, "Die Data Cards", "Dice and Cards", "Summon Monsters",
            "Powers, Abilities, and Game Text", "Active and Summoned", "Customizing Your Force",
            "Serial Numbers", "Draft Forces", "Basic Forces", "Tournament Forces",
        )
    ),
    "IMW": frozenset(
        (
            *_EVERYWHERE, *_IN_2016, "Powers, Abilities and Card Text",
            "As Much as Possible vs Costed Effects", "Capturing, Controlling, and Copying",
            "Dice Masters Doubles",
        )
    ),
    "HHS": frozenset(
        (
            *_EVERYWHERE, *_IN_2016, "Powers, Abilities, and Card Text",
            "Dice Masters Doubles Quick Start Rules", "Playing the Game",
        )
    ),
}  # fmt: skip
"""The headings of each book that rules stand under, as the book writes them, in small letters."""


def cite(book: str, section: Section) -> Citation:
    """Where this book says it."""
    return Citation(book, IN_OTHER_WORDS.get(book, {}).get(section, section))
