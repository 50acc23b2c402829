"""What is decided before a game, whichever game it is: made, examined, kept for the next time."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

from rules.core import PlayerNumber, Seat, numbered, side_names
from rules.core.family import GameFamily
from rules.core.set_up import Finding, Hit, Plan, Player
from rules.journal.replay import UNCHECKED
from ui.app.errors import UserError
from ui.app.folders import folder, home
from ui.app.known_games import known_game
from words import as_text, tr

LAST: Final = "last-setup.json"


def family_of(plan: Plan) -> GameFamily:
    """The family of the plan's game."""
    return known_game(plan.game).family


def formats(game: str) -> tuple[str, ...]:
    """The formats the game's book knows."""
    return known_game(game).family.formats(game)


def example(game: str) -> Plan:
    """The rulebook's own first game, ready to start."""
    return known_game(game).example()


def playing(plan: Plan) -> tuple[Player, ...]:
    """Those who play; the plan may hold more."""
    return plan.players[: family_of(plan).player_count(plan)]


def plan_of(
    game: str,
    brought: Sequence[str],
    *,
    format_name: str | None = None,
    first: Seat | None = None,
    common: Mapping[str, str] | None = None,
) -> Plan:
    """The plan the command line names; without anything brought, the rulebook's first game.

    `brought` is one file with every player, or a file or link per player. Raises `UserError`.
    """
    plan = example(game)
    if brought:
        try:
            plan = known_game(game).family.from_words(game, brought)
        except ValueError as error:
            raise UserError(str(error)) from None
    if format_name is not None:
        plan = with_format(plan, format_name)
        play = family_of(plan).player_count(plan)
        if len(brought) > 2 and len(brought) != play:
            raise UserError(
                tr(
                    "the format {format_name} is for {play} players; {count} bring something: "
                    "leave --format out, or name as many.",
                    format_name=format_name,
                    play=play,
                    count=len(brought),
                )
            )
    if common:
        plan = replace(plan, common={**plan.common, **common})
    return plan if first is None else replace(plan, first=first)


def examine(plan: Plan, number: PlayerNumber) -> tuple[Finding, ...]:
    """Everything that is wrong with what this player brings, or one line that all is well."""
    try:
        return family_of(plan).examine(plan, number)
    except ValueError as error:
        return (Finding(legal=False, text=as_text(str(error))),)


def faults(plan: Plan) -> tuple[str, ...]:
    """Why the game cannot start; empty when it can."""
    found = [
        f"{player.name}: " + finding.text
        for number, player in numbered(PlayerNumber, playing(plan))
        for finding in examine(plan, number)
        if not finding.legal
    ]
    if not found:
        try:
            known_game(plan.game).load().new(setup_of(plan))
        except (ValueError, UserError) as error:
            found.append(as_text(str(error)))
    return tuple(found)


def setup_of(plan: Plan) -> dict[str, Any]:
    """What `Game.new` is given. Raises `UserError` when something cannot be read."""
    try:
        return family_of(plan).setup(plan)
    except ValueError as error:
        raise UserError(str(error)) from None


def search(plan: Plan, words: str, limit: int = 30) -> tuple[Hit, ...]:
    """What could be brought, by name."""
    return family_of(plan).search(plan, words, limit) if words.strip() else ()


def with_hit(plan: Plan, number: PlayerNumber, hit: Hit) -> Plan:
    """The plan in which this player brings that, too."""
    player = plan.players[number]
    parts = (player.brings.strip(" ;,"), hit.entry)
    brings = family_of(plan).separator.join(part for part in parts if part)
    return plan.with_player(number, replace(player, brings=brings))


def with_name(plan: Plan, number: PlayerNumber, name: str) -> Plan:
    """The plan with this name at a place; where players may join, an empty place takes one.

    There, whoever is written last leaves when the name is erased.
    """
    family, players = family_of(plan), plan.players
    if number < len(players):
        plan = plan.with_player(number, replace(players[number], name=name))
        while family.players_join and len(plan.players) > 2 and not plan.players[-1].name:
            plan = replace(plan, players=plan.players[:-1])
    elif family.players_join and name and number == len(players) < family.most_players:
        plan = replace(plan, players=(*players, Player(name)))
    return plan


def from_file(path: Path, plan: Plan, number: PlayerNumber) -> Plan:
    """The plan with what the file brings: every player, or this one. Raises `UserError`."""
    try:
        return family_of(plan).from_file(plan, path, number)
    except ValueError as error:
        raise UserError(str(error)) from None


def with_format(plan: Plan, name: str) -> Plan:
    """The plan in another format, perhaps with more players."""
    return family_of(plan).with_format(plan, name)


def team_names(plan: Plan) -> tuple[str, ...]:
    """Who sits on the near and who on the far side: `Ana`, or `Ana & Bo`."""
    names = [player.name for player in seated(plan)]
    return side_names(names, family_of(plan).side_count(plan))


def seat_of(plan: Plan, number: PlayerNumber) -> Seat:
    """The seat of the player written at this place."""
    return family_of(plan).seat_of(plan, number)


def starter_of(plan: Plan, who: str) -> Seat:
    """The seat of the player with this name, or the seat of this number. Raises `UserError`."""
    players = playing(plan)
    names = [player.name.casefold() for player in players]
    if names.count(who.casefold()) == 1:
        return seat_of(plan, PlayerNumber(names.index(who.casefold())))
    if who.isdecimal() and int(who) < len(names):
        return Seat(int(who))
    known = ", ".join(player.name for player in players if player.name)
    numbers = tr("0 to {most}", most=len(names) - 1)
    raise UserError(
        tr(
            "nobody named '{who}' plays: name one of {known}, or a number, {numbers}.",
            who=who,
            known=known,
            numbers=numbers,
        )
    )


def seated(plan: Plan) -> tuple[Player, ...]:
    """Those who play, seat by seat."""
    players = sorted(numbered(PlayerNumber, playing(plan)), key=lambda item: seat_of(plan, item[0]))
    return tuple(player for _, player in players)


def remember(plan: Plan) -> None:
    """Keep the plan for the next time; not being able to is no reason to stop."""
    with suppress(OSError, UserError):
        folder(".")
        (home() / LAST).write_text(json.dumps(asdict(plan), indent=1), encoding="utf-8")


def last_plan() -> Plan | None:
    """The plan of the last game, if there was one and it can still be read."""
    try:
        written = json.loads((home() / LAST).read_text(encoding="utf-8"))
        return _read_plan(written)
    except (OSError, *UNCHECKED, UserError):
        return None


def _read_plan(written: Mapping[str, Any]) -> Plan:
    known_game(written["game"])
    players = tuple(
        Player(str(one["name"]), str(one["brings"]), str(one.get("aside", "")))
        for one in written["players"]
    )
    if len(players) < 2:
        raise ValueError(tr("a game needs two players"))
    common = {str(name): str(value) for name, value in written.get("common", {}).items()}
    return Plan(
        written["game"], str(written["format"]), players, Seat(int(written["first"])), common
    )
