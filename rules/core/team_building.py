"""Players put together what they bring, piece by piece, out of all there is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from rules.core.set_up import Plan, Player
from rules.core.types import PlayerNumber


@dataclass(frozen=True, slots=True)
class TeamPiece:
    """Something a player may bring: a card with its dice."""

    code: str
    text: str
    about: tuple[str, ...] = ()  # what the rules say of it, line by line
    dice: int = 0  # that come along


@dataclass(frozen=True, slots=True)
class PieceFilter:
    """One thing to choose pieces by, and what may be chosen: a value, and it in words."""

    name: str  # "set", "cost"
    choices: tuple[tuple[str, str], ...]


class TeamBuilder(Protocol):
    """What a family does for a list of teams. What users get wrong raises `ValueError`."""

    @property
    def filters(self) -> Sequence[PieceFilter]:
        """What pieces may be chosen by, beside words."""

    def found(
        self, plan: Plan, words: str, chosen: Mapping[str, str], limit: int
    ) -> Sequence[TeamPiece]:
        """The pieces whose names or texts hold all words, and that are as `chosen`."""

    def brought(self, plan: Plan, number: PlayerNumber) -> Sequence[TeamPiece]:
        """What this player brings."""

    def with_more(self, plan: Plan, number: PlayerNumber, code: str, step: int) -> Plan:
        """The plan in which this player brings so many dice more of it, or fewer."""

    def teams_in(self, path: Path) -> Sequence[Player]:
        """The teams in a file."""

    def with_team(self, plan: Plan, number: PlayerNumber, team: Player, path: Path | None) -> Plan:
        """The plan in which this player, whose name stays, brings the team of a file."""

    def written(self, plan: Plan, number: PlayerNumber) -> str:
        """The team as the text of a file that `GameFamily.from_file` reads."""
