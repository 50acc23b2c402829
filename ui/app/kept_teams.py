"""Teams that players keep for other evenings, one file each."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rules.core import PlayerNumber
from rules.core.set_up import Plan, Player
from rules.core.team_building import TeamBuilder
from ui.app.errors import UserError
from ui.app.folders import folder, home
from ui.app.game_plan import example
from ui.app.kept_drafts import DRAFTS
from words import tr

TEAMS: Final = "teams"
"""The folder of the teams that were kept."""


@dataclass(frozen=True, slots=True)
class NamedTeam:
    """A team in a list; `path` is None of those that every game can begin with."""

    team: Player
    path: Path | None = None


def known_teams(plan: Plan, builder: TeamBuilder) -> tuple[NamedTeam, ...]:
    """The teams to choose from: those that were kept or drafted, then the rulebook's own."""
    own = example(plan.game).players[:2]
    return (*_kept(builder), *(NamedTeam(player) for player in own if player.brings))


def _kept(builder: TeamBuilder) -> Iterator[NamedTeam]:
    for place in (TEAMS, DRAFTS):
        for path in sorted((home() / place).glob("*.toml")):
            try:
                yield from (NamedTeam(team, path) for team in builder.teams_in(path))
            except ValueError:
                continue  # changed by hand until it was none any more


def keep_team(plan: Plan, number: PlayerNumber, builder: TeamBuilder) -> Path:
    """Write the team to a file named after the player; `--team` takes it. Raises `UserError`."""
    name = plan.players[number].name
    safe = "".join(sign if sign.isalnum() or sign in " -_" else "_" for sign in name).strip()
    path = folder(TEAMS) / f"{safe or 'team'}.toml"
    try:
        path.write_text(builder.written(plan, number), encoding="utf-8")
    except OSError as error:
        raise UserError(
            tr("cannot write {path} ({strerror}).", path=path, strerror=error.strerror)
        ) from None
    return path
