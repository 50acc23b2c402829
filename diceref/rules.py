"""The games by name."""

from collections.abc import Mapping
from typing import Any

from rules.core import Game
from ui.app.errors import UserError
from ui.app.known_games import KNOWN, KnownGame, known_game


def games() -> Mapping[str, str]:
    """Every game: its short name and its title.

    >>> games()["irondie"]
    'IRONDIE'
    """
    return {name: known.title for name, known in KNOWN.items()}


def game(name: str) -> Game:
    """The rules of a game. Raises `ValueError` naming those there are.

    >>> game("avx").name
    'avx'
    """
    return _known(name).load()


def example_setup(name: str) -> Mapping[str, Any]:
    """The set-up of the rulebook's first game, for `Game.new`. Raises `ValueError`.

    >>> [team["name"] for team in example_setup("tmnt")["teams"]]
    ['Victoria', 'Sebastian']
    """
    return _known(name).demo_setup()


def _known(name: str) -> KnownGame:
    try:
        return known_game(name)
    except UserError as error:
        raise ValueError(str(error)) from None
