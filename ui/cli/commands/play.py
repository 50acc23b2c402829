"""`diceref play`: a real game under a camera."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.frame import Camera, CameraError
from rules import registry
from rules.core.set_up import Plan
from rules.journal import Journal, Recorded
from ui.app.errors import UserError
from ui.app.found_cameras import camera_source
from ui.app.game_plan import (
    example,
    family_of,
    faults,
    last_plan,
    plan_of,
    setup_of,
    starter_of,
)
from ui.app.game_thread import Ended, game_thread
from ui.app.known_games import known_game
from ui.app.match import (
    carry_clock,
    games_with_exchanges,
    next_plan,
    players_of,
    read_swaps,
    standing_in_words,
)
from ui.app.records import (
    add_header_options,
    in_match,
    new_record,
    next_starter,
    nobody_to_ask,
    recording,
    resumed_record,
    score,
    take_header,
    tell_where,
    to_resume,
)
from ui.app.rig import Rig, open_rig
from ui.app.settings import read_settings
from ui.app.table_model import TableModel
from ui.cli.handing_in import add_desk_option, handed_in, join_desk, seated_plan
from ui.cli.open_dashboard import add_options, check_window, open_dashboard
from ui.cli.phone import ToldAtCamera, add_phone_option, phone_page
from words import joined, say, tr, translated

if TYPE_CHECKING:
    from ui.app.session import Session


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "play",
        help=say("follow a real game under a camera"),
        description=say(
            "Follows a game on the printed mat, keeps the record and shows the "
            "dashboard. Without a game the set-up screen asks; without teams it is the "
            "rulebook's first game."
        ),
        epilog=say(
            "examples:\n  diceref play\n  diceref play --game tmnt\n  diceref play --game "
            "avx --team a.toml --team b.toml --camera 0\n  diceref play --resume"
        ),
    )
    command.add_argument("--game", help=say("one of {names}", names=joined(", ", registry.games())))
    command.add_argument(
        "--team", action="append", default=[], metavar="FILE|LINK", help=say("one per side, or one")
    )
    command.add_argument("--format", help=say("the format the teams are built for"))
    command.add_argument(
        "--first",
        metavar="WHO",
        help=say("who begins: a player's name, or 0 (the first team, on the near side) or 1"),
    )
    command.add_argument(
        "--camera", metavar="SRC", help=say("picamera, phone, 0, a file or a stream")
    )
    add_phone_option(command)
    command.add_argument("--profile", metavar="FILE", help=say("the calibration profile"))
    command.add_argument(
        "--record", metavar="FILE.dicerec", help=say("keep every frame, to replay the game")
    )
    command.add_argument(
        "--clips",
        action="store_true",
        help=say("for tournaments: keep the minute around each question and foul in the record"),
    )
    command.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="JOURNAL",
        help=say(
            "go on with a recorded game; without a name the last one that was left unfinished"
        ),
    )
    command.add_argument(
        "--no-record", action="store_true", help=say("keep the record in memory only")
    )
    add_header_options(command)
    command.add_argument(
        "--exchange", action="append", default=[], metavar="PLAYER:OUT=IN,…",
        help=say("{games_with_exchanges}, between two games of a match: dice of the side set "
"for dice of the set", games_with_exchanges=games_with_exchanges()),
    )  # fmt: skip
    for option in (option for family in registry.families() for option in family.command_options):
        command.add_argument(f"--{option.name}", metavar=option.metavar, help=option.help)
    add_desk_option(command)
    command.add_argument(
        "--wait", action="store_true", help=say("a film stands still while a question is open")
    )
    command.add_argument("--headless", action="store_true", help=say("no dashboard; print entries"))
    command.add_argument(
        "--json", action="store_true", help=say("headless: one JSON object per entry")
    )
    add_options(command)
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play until the dashboard closes or a recording ends."""
    arguments.headless = bool(arguments.headless or arguments.json)
    if arguments.wait and arguments.headless:
        raise UserError(tr("--wait needs somebody who answers: leave out --headless and --json."))
    if arguments.wait and not Path(camera_source(arguments.camera)).is_file():
        raise UserError(tr("--wait is for films: a camera cannot stand still (--camera FILE)."))
    arguments.seated = join_desk(arguments, _say_to_players)
    with phone_page(arguments):
        return _play(arguments) if _is_decided(arguments) else _choose_and_play(arguments)


def _say_to_players(sentence: str) -> None:
    print(f"diceref: {translated(str(sentence))}", file=sys.stderr, flush=True)


def _is_decided(arguments: argparse.Namespace) -> bool:
    """Whether the command line says which game; otherwise the set-up screen asks."""
    named = arguments.game or arguments.team or arguments.resume is not None
    return bool(named or arguments.headless or not sys.stdout.isatty())


def _play(arguments: argparse.Namespace) -> int:
    journal = _journal(arguments, arguments.game or read_settings().game)
    try:
        with recording(journal, unplayed="if-begun" if arguments.resume is None else "keep"):
            return _watched(arguments, journal)
    finally:
        if arguments.match and (told := standing_in_words(arguments.match)):
            print(f"diceref: {translated(str(told))}", file=sys.stderr)


def _watched(arguments: argparse.Namespace, journal: Journal) -> int:
    """Follow the game with the dashboard in front, or without one. Raises `UserError`."""
    session, camera = _session(arguments, journal)
    with _opened(camera):  # a source that cannot open is said before the screen is taken
        if arguments.headless:
            _name_look_alikes(journal)  # a dashboard shows them itself
            session.subscribe(nobody_to_ask)
            session.subscribe(_Printer(as_json=arguments.json))
            session.subscribe(ToldAtCamera(camera))
            with _handing_in(arguments, session):
                session.watch(camera)
            _say_what_is_open(session, journal)
            return 0 if _saw_the_mat(session) else 2
        check_window()
        session.subscribe(ToldAtCamera(camera))
        with _followed(session, camera):
            open_dashboard(session, arguments)
        _say_where(session, journal)
        return 0


def _handing_in(
    arguments: argparse.Namespace, session: "Session"
) -> AbstractContextManager[object]:
    if arguments.joined is None:
        return nullcontext()
    return handed_in(arguments.joined, session, _say_to_players)


def _say_what_is_open(session: "Session", journal: Journal) -> None:
    """Without a dashboard nobody answers, and a record never guesses."""
    question = session.latest().question
    if question is not None:
        print(
            say(
                "diceref: the record in {where} ends where question {number} was asked; play "
                "the film without --headless to answer it.",
                where=journal.where,
                number=question.number,
            ),
            file=sys.stderr,
        )


def _say_where(session: "Session", journal: Journal) -> None:
    """Where the record is, and how a game that is not over goes on."""
    tell_where(
        journal, "" if session.over else say("; 'diceref play --resume' goes on with this game")
    )


@contextmanager
def _opened(camera: Camera) -> Iterator[None]:
    """The camera, open. Raises `UserError`."""
    try:
        with camera:
            yield
    except CameraError as error:
        raise UserError(str(error)) from None


def _saw_the_mat(session: "Session") -> bool:
    """Whether the mat was found; why not has been said."""
    return (
        session.seen is None or session.seen[1].health.registered or not session.seen[1].health.note
    )


def _choose_and_play(arguments: argparse.Namespace) -> int:
    """The set-up screen first, filled in as it was the last time."""
    from ui.app.camera_choice import CameraChoice  # noqa: PLC0415 - opens video libraries
    from ui.screens.preparing import preparation  # noqa: PLC0415 - headless needs no toolkit
    from ui.screens.setup import SetupScreen  # noqa: PLC0415 - the same
    from ui.screens.table import TableScreen  # noqa: PLC0415 - the same

    chosen, keep = read_settings(), not arguments.no_record
    choice = CameraChoice(arguments.camera)
    with ExitStack() as playing:

        def begin(plan: Plan) -> TableScreen:
            arguments.camera = choice.source
            with ExitStack() as beginning:
                games = in_match(arguments.match) if arguments.match else ()
                plan = next_plan(seated_plan(plan, arguments.seated), games, {})
                journal = new_record(arguments, plan, setup_of(plan), keep=keep)
                beginning.enter_context(recording(journal))
                carry_clock(journal, games)
                session, camera = _session(arguments, journal)
                beginning.enter_context(_opened(camera))
                session.subscribe(ToldAtCamera(camera))
                beginning.callback(_say_where, session, journal)
                beginning.enter_context(_followed(session, camera))
                playing.push(beginning.pop_all())
            return TableScreen(session)

        profile = arguments.profile or chosen.profile
        before = preparation(choice, profile or None, begin)
        before = replace(before, header=partial(take_header, arguments))
        first = SetupScreen(_with_options(arguments, last_plan() or example(chosen.game)), before)
        open_dashboard(None, arguments, first)
    return 0


def _with_options(arguments: argparse.Namespace, plan: Plan) -> Plan:
    """What the form begins with: options of its game that the command line names stand in it."""
    return replace(plan, common={**plan.common, **_common(arguments, plan.game)})


def _session(arguments: argparse.Namespace, journal: Journal) -> tuple["Session", Camera]:
    from ui.app.live import live_session  # noqa: PLC0415 - loads the eye

    chosen = read_settings()
    source = camera_source(arguments.camera)
    known = known_game(journal.game)
    found = open_rig(
        source, arguments.profile or chosen.profile or None, known.mat_for(journal.setup)
    )
    session = live_session(known, journal, found, clips=arguments.clips, waits=arguments.wait)
    return session, _camera(arguments, source, found)


def _name_look_alikes(journal: Journal) -> None:
    from ui.app.live import look_alike_advice  # noqa: PLC0415 - loads the eye

    for sentence in look_alike_advice(known_game(journal.game), journal):
        print(f"diceref: {translated(str(sentence))}", file=sys.stderr)


def _followed(session: "Session", camera: Camera) -> AbstractContextManager[None]:
    """The session follows the camera in a thread of its own."""
    return game_thread(session, "play", partial(_follow, session, camera))


def _follow(session: "Session", camera: Camera) -> Ended:
    session.watch(camera)
    return "recording-over"


def _journal(arguments: argparse.Namespace, game: str) -> Journal:
    keep = not arguments.no_record
    if arguments.resume is not None:
        return resumed_record(to_resume(arguments.resume), arguments.game, keep=keep)
    starter = next_starter(arguments)
    plan = plan_of(
        game,
        arguments.team,
        format_name=arguments.format,
        first=starter,
        common=_common(arguments, game),
    )
    if arguments.first is not None:
        plan = replace(plan, first=starter_of(plan, arguments.first))
    plan = seated_plan(plan, arguments.seated)
    games = in_match(arguments.match) if arguments.match else ()
    plan = _between_games(arguments, plan, games)
    setup = setup_of(plan)
    try:
        known_game(game).load().new(setup)
    except ValueError as error:
        raise UserError(str(error)) from None
    for fault in faults(plan) if arguments.team else ():
        print(say("diceref: not by the book, but played: {fault}", fault=fault), file=sys.stderr)
    journal = new_record(arguments, plan, setup, keep=keep)
    carry_clock(journal, games)
    return journal


def _common(arguments: argparse.Namespace, game: str) -> dict[str, str]:
    """What the options of the game's family were given."""
    given = {
        option.name: getattr(arguments, option.name)
        for option in known_game(game).family.command_options
    }
    return {name: value for name, value in given.items() if value is not None}


def _between_games(arguments: argparse.Namespace, plan: Plan, games: Sequence[Recorded]) -> Plan:
    """What both bring to the next game of the match, after an exchange on screen or as written."""
    exchanges = family_of(plan).exchanges
    if exchanges is not None and games and not arguments.team:
        plan = replace(
            plan, players=players_of(games[-1]), format=games[-1].header.format or plan.format
        )
    plan = next_plan(plan, games, read_swaps(arguments.exchange))
    over = bool(games) and not score(tuple(games)).unfinished
    may_exchange = over and any(player.aside for player in plan.players)
    if (
        exchanges is None
        or not may_exchange
        or arguments.exchange
        or arguments.headless
        or not sys.stdout.isatty()
    ):
        return plan
    from ui.screens.exchange import ExchangeScreen  # noqa: PLC0415 - headless needs no toolkit

    screen = ExchangeScreen(plan.players, exchanges)
    open_dashboard(None, arguments, screen)
    if not screen.finished:
        raise UserError(tr("the exchange was left before both had decided: no game was begun."))
    return replace(plan, players=screen.players)


def _camera(arguments: argparse.Namespace, source: str, found: Rig) -> Camera:
    from hardware.cameras.open import open_camera  # noqa: PLC0415 - the same
    from hardware.cameras.recorded import RecordingCamera  # noqa: PLC0415 - opens video libraries

    try:
        camera = open_camera(source, lock=found.lock)
    except CameraError as error:
        raise UserError(str(error)) from None
    return RecordingCamera(camera, Path(arguments.record)) if arguments.record else camera


class _Printer:
    """Prints what has been recorded since it was last called, and what is wrong with the view."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self._shown = 0
        self._trouble = ""

    def __call__(self, model: TableModel) -> None:
        trouble = next((line.note for line in model.health if line.name == "camera"), "")
        if trouble and trouble != self._trouble:
            print(f"diceref: {translated(str(trouble))}", file=sys.stderr, flush=True)
        self._trouble = trouble
        fresh = [line for line in model.events if (line.entry or 0) > self._shown]
        for line in fresh:
            self._shown = max(self._shown, line.entry or 0)
            if self._as_json:
                told = {"entry": line.entry, "time": line.time, "seat": line.seat}
                print(json.dumps(told | {"kind": line.kind, "text": line.text}), flush=True)
            else:
                print(translated(str(line.text)), file=sys.stderr, flush=True)
