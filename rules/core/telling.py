"""What an action is to people: a game's short notation says of thrown dice only their numbers."""

from typing import Final

from rules.core.game import AnyGame, Event
from rules.core.types import Action, State
from words import NOTHING, Text

FALLEN: Final = frozenset({"rolled", "drawn"})
"""The events that say how dice fell."""


def carried_out(
    game: AnyGame, state: State, action: Action
) -> tuple[Text, State, tuple[Event, ...]]:
    """The action in words, the state after it, and its events."""
    after, events = game.apply(state, action)
    fallen = next((event.text for event in events if event.code in FALLEN), NOTHING)
    return fallen or game.say(state, action), after, events
