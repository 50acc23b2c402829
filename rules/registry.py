"""The families of games that DiceRef knows, and their games by name.

A new game is a folder beside this file and one line in `FAMILIES`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Final

from rules.core import AnyGame
from rules.core.family import GameFamily
from rules.core.set_up import Plan
from words import joined, tr

FAMILIES: Final = (
    "rules.dicemasters.family",
    "rules.irondie.family",
    "rules.pips.family",
)
"""Modules with a `FAMILY`; the first one's games and mat are what a newcomer is offered."""


@dataclass(frozen=True, slots=True)
class KnownGame:
    """One game; its rules are loaded only when asked for."""

    name: str  # "avx"
    family: GameFamily

    @property
    def title(self) -> str:
        """What people call it."""
        return self.family.titles[self.name]

    def load(self) -> AnyGame:
        """Its rules."""
        return self.family.load(self.name)

    def mat_for(self, setup: Mapping[str, Any]) -> str:
        """The name of the printed mat that this set-up is played on."""
        return self.family.mat_for(self.name, setup)

    def example(self) -> Plan:
        """The rulebook's own first game, ready to start."""
        return self.family.example(self.name)

    def demo_setup(self) -> Mapping[str, Any]:
        """The set-up of the rulebook's example of play, with the players' names."""
        return self.family.demo_setup(self.name)

    def script(self) -> Sequence[Mapping[str, Any]]:
        """The moves of the rulebook's example of play; empty where the book plays none."""
        return self.family.example_of_play(self.name).steps

    def goes_on(self) -> bool:
        """Whether the example is only the beginning of a game that is played to its end."""
        return self.family.example_of_play(self.name).go_on


@cache
def families() -> tuple[GameFamily, ...]:
    """Every family."""
    return tuple(import_module(name).FAMILY for name in FAMILIES)


@cache
def games() -> Mapping[str, KnownGame]:
    """Every game by its name on the command line."""
    return {name: KnownGame(name, family) for family in families() for name in family.titles}


def known_game(name: str) -> KnownGame:
    """The game of this name. Raises `ValueError` naming those there are."""
    if name not in games():
        raise ValueError(
            tr(
                "there is no game '{name}'; choose one of {names}.",
                name=name,
                names=joined(", ", games()),
            )
        )
    return games()[name]


def usual_mat() -> str:
    """The mat that lies there while nobody has said otherwise."""
    first = next(iter(games().values()))
    return first.mat_for({})


def readable() -> Mapping[str, str]:
    """What `read --dice` may name, and the face family that the eye then reads."""
    return {word: faces for family in families() for word, faces in family.readable.items()}
