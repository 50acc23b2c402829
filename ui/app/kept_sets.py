"""Sets of dice that players keep for other evenings, one file each."""

from pathlib import Path
from typing import Final

from rules.core.family import SetEditor
from rules.core.set_up import Plan, Player
from ui.app.errors import UserError
from ui.app.folders import folder, home
from ui.app.game_plan import example, family_of
from words import tr

SETS: Final = "sets"
"""The folder of the sets that were kept."""


def known_sets(plan: Plan) -> tuple[Player, ...]:
    """The sets to choose from: those that were kept, then the two every game can begin with."""
    kept = []
    for path in sorted((home() / SETS).glob("*.toml")):
        try:
            kept.append(family_of(plan).player_in_file(path))
        except ValueError:
            continue  # changed by hand until it was none any more
    return (*kept, *example(plan.game).players)


def keep(player: Player, editor: SetEditor) -> Path:
    """Write the set to a file named after the player; `--team` takes it. Raises `UserError`."""
    name = "".join(sign if sign.isalnum() or sign in " -_" else "_" for sign in player.name).strip()
    path = folder(SETS) / f"{name or 'set'}.toml"
    try:
        path.write_text(editor.written(player), encoding="utf-8")
    except OSError as error:
        raise UserError(
            tr("cannot write {path} ({strerror}).", path=path, strerror=error.strerror)
        ) from None
    return path
