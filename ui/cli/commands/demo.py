"""`diceref demo`: the rulebook's example game on the simulated table, no camera needed."""

import argparse
import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from rules.registry import games
from ui.app.errors import UserError
from ui.app.exporting import check_picture
from ui.app.game_plan import example, formats, setup_of, with_format
from ui.app.game_thread import Ended, game_thread
from ui.app.known_games import known_game
from ui.app.match import games_with_exchanges, standing_in_words
from ui.app.records import nobody_to_ask, recording, tell_where
from ui.cli.open_dashboard import add_options, check_window, open_dashboard
from words import joined, nsay, say, tr, translated

DOUBLES = "doubles"
"""The format of two partners a side, in the books that have it."""

MOST_ACTIONS = 2000
"""In one game of a match."""


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "demo",
        help=say("watch the rulebook's example game on a simulated table"),
        description=say(
            "Simulated hands move simulated dice under a simulated camera; everything "
            "behind the camera is the real thing. Headless, it ends with a summary line; "
            "exit code 1 when the record does not agree with what really happened."
        ),
        epilog=say(
            "examples:\n  diceref demo --game tmnt\n  diceref demo --headless --json\n  "
            "diceref demo --headless --record book.dicerec\n  diceref play --game tmnt "
            "--camera book.dicerec"
        ),
    )
    command.add_argument(
        "--game", default="tmnt", help=say("one of {names}", names=joined(", ", games()))
    )
    command.add_argument(
        "--doubles",
        action="store_true",
        help=say("four players, two a side (imwm, tmnt), by chance"),
    )
    command.add_argument(
        "--teams",
        type=_team_size,
        nargs="?",
        const=2,
        metavar="2|3",
        help=say("IRONDIE: two against two, or three against three, with sets by chance"),
    )
    command.add_argument(
        "--headless", action="store_true", help=say("no dashboard; print a summary")
    )
    command.add_argument(
        "--json", action="store_true", help=say("headless: the summary as one JSON object")
    )
    command.add_argument(
        "--eye",
        choices=("camera", "truth"),
        default="camera",
        help=say("camera: the eye reads every frame; truth: it is told what lies there"),
    )
    command.add_argument("--seed", type=_count, default=1, help=say("decides every throw"))
    command.add_argument(
        "--by-chance",
        action="store_true",
        help=say("legal teams or sets by chance, whether or not their dice can be told apart"),
    )
    command.add_argument(
        "--match",
        default="",
        metavar="NAME",
        help=say(
            "{games_with_exchanges}: a whole match, to two wins",
            games_with_exchanges=games_with_exchanges(),
        ),
    )
    command.add_argument(
        "--speed", type=_speed, default=1.0, help=say("times real time (dashboard)")
    )
    command.add_argument(
        "--most",
        type=_count,
        default=None,
        metavar="N",
        help=say("N actions, also beyond the example"),
    )
    command.add_argument(
        "--record",
        metavar="FILE.dicerec",
        help=say("keep every frame, as a film that play takes for a camera"),
    )
    add_options(command)
    command.add_argument(
        "--clips", action="store_true", help=say("keep the minute around each question and foul")
    )
    command.add_argument(
        "--picture", metavar="FILE", help=say("headless: the last frame with its readings drawn in")
    )
    command.set_defaults(run=run)


def _speed(written: str) -> float:
    with suppress(ValueError):
        if 0.1 <= float(written) <= 20:
            return float(written)
    raise argparse.ArgumentTypeError(
        tr("'{written}' is no speed between 0.1 and 20", written=written)
    )


def _team_size(written: str) -> int:
    if written in {"2", "3"}:
        return int(written)
    raise argparse.ArgumentTypeError(
        tr(
            "'{written}' is no size of a team: two teams sit across from each other, of "
            "2 or 3 players",
            written=written,
        )
    )


def _count(written: str) -> int:
    if written.isdecimal():
        return int(written)
    raise argparse.ArgumentTypeError(
        tr("'{written}' is no whole number from 0 on", written=written)
    )


def run(arguments: argparse.Namespace) -> int:
    """Play; 1 when an entry is wrong."""
    known = known_game(arguments.game)
    if arguments.match and known.family.exchanges is None:
        raise UserError(
            tr(
                "only {games_with_exchanges} plays matches with a side set: add --game {names}.",
                games_with_exchanges=games_with_exchanges(),
                names=joined(
                    tr(" or "), (name for name, game in games().items() if game.family.exchanges)
                ),
            )
        )
    if arguments.picture and arguments.eye == "truth":
        raise UserError(tr("--picture shows what the camera saw: leave out --eye truth."))
    if arguments.picture:
        check_picture(Path(arguments.picture))  # before a game is played for nothing
    if arguments.match and arguments.teams is not None:
        raise UserError(tr("a match is played by two: leave out --teams, or --match."))
    if arguments.match and (arguments.picture or arguments.record):
        raise UserError(tr("--picture and --record are of one game: leave out --match."))
    setup = _setup(arguments)
    arguments.headless = bool(arguments.headless or arguments.json or arguments.picture)
    if not arguments.headless:
        check_window()
    if arguments.match:
        return _run_match(arguments)
    from ui.app.simulation import Simulation  # noqa: PLC0415 - loads the eye: seconds on a Pi

    name = f"demo-{arguments.game}-{datetime.now().astimezone():%Y%m%d-%H%M%S-%f}"
    simulation = Simulation(
        arguments.game,
        eye=arguments.eye,
        seed=arguments.seed,
        speed=None if arguments.headless else arguments.speed,
        journal_name=name,
        clips=arguments.clips,
        film=Path(arguments.record) if arguments.record else None,
        setup=setup,
    )
    with recording(simulation.journal, unplayed="drop"):
        if arguments.headless:
            return _play_headless(simulation, arguments)
        _show(simulation, arguments)
    tell_where(simulation.journal)
    return 0


def _play_headless(simulation: Any, arguments: argparse.Namespace) -> int:
    simulation.session.subscribe(nobody_to_ask)
    score = simulation.play(most=arguments.most)
    _report(simulation.summary(score), as_json=arguments.json)
    if arguments.picture:
        simulation.draw_readings(Path(arguments.picture))
    return 0 if score.wrong == 0 else 1


def _setup(arguments: argparse.Namespace) -> Mapping[str, Any] | None:
    """Who plays with what; None: the example, or whoever plays a match."""
    game, seed = arguments.game, arguments.seed
    if arguments.teams is not None:
        return _in_teams(game, arguments.teams, seed)
    if arguments.doubles:
        return _four_players(game)
    if arguments.by_chance and not arguments.match:
        return known_game(game).family.random_setup(game, Random(seed), formats(game)[0])
    return None


def _four_players(game: str) -> Mapping[str, Any]:
    """A game of Doubles between legal teams. Raises `UserError` where the book has none."""
    if DOUBLES not in formats(game):
        with_it = [name for name in games() if DOUBLES in formats(name)]
        raise UserError(
            tr(
                "Doubles is in the books of 2016 only: add {names}, or leave --doubles out.",
                names=joined(tr(" or "), (f"--game {name}" for name in with_it)),
            )
        )
    return setup_of(with_format(example(game), DOUBLES))


def _in_teams(game: str, size: int, seed: int) -> Mapping[str, Any]:
    """A game between two teams of this size, with sets by chance. Raises `UserError`."""
    name = {2: "teams", 3: "teams-of-three"}[size]
    if name not in formats(game):
        with_it = joined(
            tr(" or "), (f"--game {each}" for each in games() if name in formats(each))
        )
        raise UserError(
            tr(
                "{game} has no game of two teams: add {with_it}, or leave --teams out.",
                game=game,
                with_it=with_it,
            )
        )
    return known_game(game).family.random_setup(game, Random(seed), name)


def _run_match(arguments: argparse.Namespace) -> int:
    """One game after the other until the match is won; 1 when an entry is wrong."""
    from ui.app.demo_match import match_games  # noqa: PLC0415 - only for a match
    from ui.app.simulation import Simulation  # noqa: PLC0415 - loads the eye

    wrong = 0
    games_of_it = match_games(
        arguments.game, arguments.match, arguments.seed, by_chance=arguments.by_chance
    )
    for seed, journal in games_of_it:
        speed = None if arguments.headless else arguments.speed
        simulation = Simulation(
            arguments.game,
            eye=arguments.eye,
            seed=seed,
            speed=speed,
            setup=journal.setup,
            journal=journal,
            clips=arguments.clips,
        )
        with recording(journal, unplayed="drop"):
            if not arguments.headless:
                _show(simulation, arguments)
                if not simulation.session.over:
                    return 0
                continue
            simulation.session.subscribe(nobody_to_ask)
            score = simulation.play(most=arguments.most or MOST_ACTIONS)
            wrong += score.wrong
            _report(simulation.summary(score), as_json=arguments.json)
            if not simulation.session.over:
                break
    print(
        f"diceref: {translated(standing_in_words(arguments.match))}",
        file=sys.stderr,
    )
    return 0 if wrong == 0 else 1


def _show(simulation: Any, arguments: argparse.Namespace) -> None:
    """The dashboard in front, the game in a thread behind it."""
    play = partial(_play, simulation, arguments.most)
    with game_thread(simulation.session, "demo", play):
        open_dashboard(simulation.session, arguments)


def _play(simulation: Any, most: int | None) -> Ended:
    return "changed-by-hand" if simulation.play(most=most).wrong else "demo-over"


def _report(summary: Mapping[str, Any], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(summary))
        return
    settle = summary["settle_ms"]
    life = ", ".join(f"{name} {points}" for name, points in summary["life"].items())
    print(
        say(
            "{game}: {recorded} recorded, {wrong} wrong, {questions}, {fouls} "
            "named; {said} said aloud; life: {life}; from rest to record "
            "{half:.0f} ms (p95 {most:.0f} ms)",
            game=summary["game"],
            recorded=nsay("1 action", "{count} actions", summary["committed"]),
            wrong=summary["wrong"],
            questions=nsay("1 question", "{count} questions", summary["questions"]),
            fouls=nsay("1 foul", "{count} fouls", summary["infractions"]),
            said=summary["announced"],
            life=life,
            half=settle["p50"],
            most=settle["p95"],
        ),
        file=sys.stderr,
    )
