"""What every game is to the tracker, the journal and the dashboard: the `Game` protocol.

Only types and the few functions every game needs; no game's own words or numbers live here.
"""

from rules.core.game import (
    CHANCE,
    Action,
    Chance,
    Citation,
    DieFacts,
    DieView,
    Draw,
    Event,
    Game,
    Lie,
    Offer,
    Outcome,
    Place,
    Reminder,
    Roll,
    SeatView,
    State,
    View,
    Violation,
    ZoneKind,
)
from rules.core.judging import Blaming, ByHand, Change, Hesitating, KeepingLife, Touching
from rules.core.sides import SIDES, seats_of, side_lives, side_name, side_names
from rules.core.timing import Clock, Timed, clocks_of

__all__ = [
    "CHANCE",
    "SIDES",
    "Action",
    "Blaming",
    "ByHand",
    "Chance",
    "Change",
    "Citation",
    "Clock",
    "DieFacts",
    "DieView",
    "Draw",
    "Event",
    "Game",
    "Hesitating",
    "KeepingLife",
    "Lie",
    "Offer",
    "Outcome",
    "Place",
    "Reminder",
    "Roll",
    "SeatView",
    "State",
    "Timed",
    "Touching",
    "View",
    "Violation",
    "ZoneKind",
    "clocks_of",
    "seats_of",
    "side_lives",
    "side_name",
    "side_names",
]
