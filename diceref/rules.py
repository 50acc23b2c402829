"""The games by name."""

from collections.abc import Mapping
from typing import Any

from rules import registry
from rules.core import AnyGame


def games() -> Mapping[str, str]:
    """Every game: its short name and its title.

    >>> games()["irondie"]
    'IRONDIE'
    """
    return {name: known.title for name, known in registry.games().items()}


def game(name: str) -> AnyGame:
    """The rules of a game. Raises `ValueError` naming those there are.

    >>> game("avx").name
    'avx'
    """
    return registry.known_game(name).load()


def example_setup(name: str) -> Mapping[str, Any]:
    """The set-up of the rulebook's example of play, for `Game.new`. Raises `ValueError`.

    >>> [team["name"] for team in example_setup("tmnt")["teams"]]
    ['Victoria', 'Sebastian']
    """
    return registry.known_game(name).demo_setup()
