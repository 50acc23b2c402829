"""DiceRef as a library: the games, the record, and the eye that reads pictures of dice.

>>> import diceref
>>> tmnt = diceref.game("tmnt")
>>> state = tmnt.new(diceref.example_setup("tmnt"))
>>> tmnt.chance(state).count  # the dice decide first: four are drawn
4

Everything a library user needs is named here; what lies in the other packages may change.
A name is loaded when it is first used, so that importing this package costs next to nothing.
"""

import logging
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from diceref.pictures import read_image
    from diceref.rules import example_setup, game, games
    from hardware.dice import (
        ActionFace,
        CharacterFace,
        DieKind,
        EnergyFace,
        Face,
        IrondieFace,
        PipFace,
    )
    from rules.core import (
        CHANCE,
        Action,
        Citation,
        DieFacts,
        Draw,
        Event,
        Game,
        Offer,
        Outcome,
        Place,
        Placement,
        Reminder,
        Roll,
        State,
        View,
        Violation,
    )
    from rules.dicemasters.engine.position import PositionError
    from rules.dicemasters.written.positions import read_position, write_position
    from rules.dicemasters.written.rulings import rulings
    from rules.journal import Draft, Entry, Header, Journal, JournalError, replay, verify
    from vision.picture import PictureError, ReadDie

__all__ = [
    "CHANCE",
    "Action",
    "ActionFace",
    "CharacterFace",
    "Citation",
    "DieFacts",
    "DieKind",
    "Draft",
    "Draw",
    "EnergyFace",
    "Entry",
    "Event",
    "Face",
    "Game",
    "Header",
    "IrondieFace",
    "Journal",
    "JournalError",
    "Offer",
    "Outcome",
    "PictureError",
    "PipFace",
    "Place",
    "Placement",
    "PositionError",
    "ReadDie",
    "Reminder",
    "Roll",
    "State",
    "View",
    "Violation",
    "example_setup",
    "game",
    "games",
    "read_image",
    "read_position",
    "replay",
    "rulings",
    "verify",
    "write_position",
]

_HOMES: Final = (
    ("diceref.rules", ("example_setup", "game", "games")),
    ("diceref.pictures", ("read_image",)),
    ("rules.dicemasters.engine.position", ("PositionError",)),
    ("rules.dicemasters.written.positions", ("read_position", "write_position")),
    ("rules.dicemasters.written.rulings", ("rulings",)),
    ("vision.picture", ("PictureError", "ReadDie")),
    (
        "hardware.dice",
        ("ActionFace", "CharacterFace", "DieKind", "EnergyFace", "Face", "IrondieFace", "PipFace"),
    ),
    ("rules.journal", ("Draft", "Entry", "Header", "Journal", "JournalError", "replay", "verify")),
)
"""Which module each name comes from; the other names are those of `rules.core`."""

for _room in ("calibration", "hardware", "rules", "ui", "vision"):
    logging.getLogger(_room).addHandler(logging.NullHandler())  # silent until the user asks


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used."""
    if name not in __all__:
        raise AttributeError(f"module 'diceref' has no attribute '{name}'")
    home = next((module for module, names in _HOMES if name in names), "rules.core")
    found = getattr(import_module(home), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
