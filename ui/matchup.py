"""From what users name (team files, links, sets of dice) to the set-up of a game."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rules.dicemasters.cards import team as teams
from rules.dicemasters.cards.formats import format_named
from rules.irondie import chromatic
from ui.errors import UserError
from ui.games import KnownGame


def setup_of(
    known: KnownGame,
    given: Sequence[str],
    *,
    format_name: str | None = None,
    first: int | None = None,
    table: str | None = None,
) -> Mapping[str, Any]:
    """The set-up of a game with these teams; without any, the rulebook's first game.

    `given` is one file with both teams, or one file or link per side. `table` names a file with
    the chromatic table of IRONDIE. Raises `UserError`.
    """
    try:
        setup = dict(_setup(known, given, format_name))
        if table is not None:
            setup["chromatic"] = chromatic.write(chromatic.load(Path(table)))
        if first is not None:
            setup["first"] = first
        known.load().new(setup)
    except ValueError as error:
        raise UserError(str(error)) from None
    return setup


def _setup(known: KnownGame, given: Sequence[str], format_name: str | None) -> Mapping[str, Any]:
    if not given:
        return known.demo_setup()
    if known.name == "irondie":
        return _irondie(given)
    written = [_read(word, known.name) for word in given]
    sides = [team for each in written for team in each.teams]
    if len(sides) < 2:
        raise UserError("two teams are needed: name a file with both, or --team twice.")
    centre = [choice for each in written for choice in each.centre]
    colours = {code: colour for each in written for code, colour in each.colours.items()}
    named = format_name or written[0].format.name
    setup = teams.setup_of_teams(sides, named, centre, colours)
    options = {name: value for each in written for name, value in each.options.items()}
    return {**setup, "options": options} if options else setup


def _read(word: str, edition: str) -> teams.TeamFile:
    """A team file, or a team link as a file of one team."""
    if word.endswith(".toml") or Path(word).is_file():
        return teams.read_file(Path(word))
    return teams.TeamFile(edition, format_named("tournament", edition), (teams.read_link(word),))


def _irondie(given: Sequence[str]) -> Mapping[str, Any]:
    """Set files of IRONDIE: TOML with `name` and `dice`, nine words as in smasher-black."""
    names, sets = [], []
    for word in given:
        try:
            written = tomllib.loads(Path(word).read_text(encoding="utf-8"))
        except OSError as error:
            raise UserError(f"{word} cannot be read ({error.strerror}).") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise UserError(f"{word} is no TOML: {error}.") from None
        dice = written.get("dice")
        if not isinstance(dice, list):
            raise UserError(f'{word} has no dice; add dice = ["smasher-black", …], nine of them.')
        names.append(str(written.get("name") or Path(word).stem))
        sets.append([str(die) for die in dice])
    return {"names": names, "sets": sets}
