"""What is decided before a game: which game and format, who plays, what they bring, who begins."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from rules.core.types import FIRST_SEAT, PlayerNumber, Seat
from words import Text


@dataclass(frozen=True, slots=True)
class Player:
    """One player: a name, and what they bring as it was written."""

    name: str
    brings: str = ""  # as the family writes it: a team link, nine dice, nothing
    aside: str = ""  # what may be exchanged between the games of a match


@dataclass(frozen=True, slots=True)
class Plan:
    """A game that could be started.

    `players` may hold more than play: what was written for partners is kept while others play.
    """

    game: str  # "avx"
    format: str  # "tournament"
    players: tuple[Player, ...]
    first: Seat = FIRST_SEAT  # the seat that begins
    common: Mapping[str, str] = field(default_factory=dict)  # what no single player brings, by name
    files: tuple[str, ...] = ()  # what these files declare beyond the players counts too

    def with_player(self, number: PlayerNumber, player: Player) -> "Plan":
        """The plan with another player at this place."""
        players = tuple(player if at == number else kept for at, kept in enumerate(self.players))
        return replace(self, players=players)


@dataclass(frozen=True, slots=True)
class Finding:
    """What is to be said about what one player brings; `legal` False stops the start."""

    legal: bool
    text: Text


@dataclass(frozen=True, slots=True)
class Hit:
    """Something a search found that a player could bring."""

    text: str
    entry: str  # as it is added to `Player.brings`
    about: tuple[str, ...] = ()  # what the rules say of it, line by line


def names_a_file(word: str) -> bool:
    """Whether what stands for a player on the command line is a file."""
    try:
        return word.endswith(".toml") or Path(word).expanduser().is_file()
    except (OSError, ValueError):  # too long or odd for the name of a file
        return False
