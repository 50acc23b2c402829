"""Cards: what is printed on every Dice Masters card and die, teams of them, and their effects.

Here live the facts of 4,079 printings, team links and files, team legality, and the effects of
the encoded cards as typed data. The engine that runs the effects does not.
"""

from rules.dicemasters.cards.facts import (
    SIDEKICK,
    Card,
    EnergySide,
    Level,
    UnknownCardError,
    card,
    faces,
    find_cards,
)

__all__ = [
    "SIDEKICK",
    "Card",
    "EnergySide",
    "Level",
    "UnknownCardError",
    "card",
    "faces",
    "find_cards",
]
