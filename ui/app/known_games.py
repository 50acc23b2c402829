"""The game a user names."""

from rules import registry
from rules.registry import KnownGame
from ui.app.errors import UserError


def known_game(name: str) -> KnownGame:
    """The game of this name. Raises `UserError` naming those there are."""
    try:
        return registry.known_game(name)
    except ValueError as error:
        raise UserError(str(error)) from None
