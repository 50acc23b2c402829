"""`diceref play`: a real game under a camera."""

import argparse
import json
import sys
import threading
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.frame import Camera, CameraError
from rules.journal import Journal, JournalError
from ui.errors import UserError
from ui.games import known_game
from ui.places import folder
from ui.rig import Rig, rig
from ui.settings import settings
from ui.table_model import TableModel

if TYPE_CHECKING:
    from ui.session import Session


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "play",
        help="follow a real game under a camera",
        description="Follows a game on the printed mat, keeps the record and shows the "
        "dashboard. Without teams it is the rulebook's first game.",
        epilog="examples: diceref play --game tmnt | diceref play --game avx --team a.toml "
        "--team b.toml --camera 0 | diceref play --resume evening.diceref",
    )
    command.add_argument("--game", help="avx, ygo, imwm, tmnt or irondie")
    command.add_argument(
        "--team", action="append", default=[], metavar="FILE|LINK", help="one per side, or one"
    )
    command.add_argument("--format", help="the format the teams are built for")
    command.add_argument("--first", type=int, choices=(0, 1), help="the seat that begins")
    command.add_argument("--camera", metavar="SRC", help="picamera, 0, a file or a stream")
    command.add_argument("--profile", metavar="FILE", help="the calibration profile")
    command.add_argument("--record", metavar="FILE", help="keep every frame, to replay the game")
    command.add_argument("--resume", metavar="JOURNAL", help="go on with a recorded game")
    command.add_argument("--chromatic", metavar="FILE", help="IRONDIE: your own colour table")
    command.add_argument("--headless", action="store_true", help="no dashboard; print entries")
    command.add_argument("--json", action="store_true", help="headless: one JSON object per entry")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play until the dashboard closes or a recording ends."""
    chosen = settings()
    journal = _journal(arguments, arguments.game or chosen.game)
    source = arguments.camera or chosen.camera
    known = known_game(journal.game)
    found = rig(source, arguments.profile or chosen.profile or None, known.mat)
    camera = _camera(arguments, source, found)
    from ui.live import live_session  # noqa: PLC0415 - loads the eye

    session = live_session(known, journal, found)
    try:
        with camera:  # a source that cannot open is said before the screen is taken
            if arguments.headless:
                session.subscribe(_Printer(as_json=arguments.json))
                session.follow(camera)
                return 0
            return _show(session, camera, chosen.theme, large=chosen.large_type)
    except CameraError as error:
        raise UserError(str(error)) from None
    finally:
        journal.close()


def _show(session: "Session", camera: Camera, theme: str, *, large: bool) -> int:
    from ui.app import DiceRefApp  # noqa: PLC0415 - headless needs no toolkit

    worker = threading.Thread(target=session.follow, args=(camera,), daemon=True)
    worker.start()
    DiceRefApp(session, theme=theme, large=large).run()
    session.stop()
    worker.join(timeout=5.0)
    return 0


def _journal(arguments: argparse.Namespace, game: str) -> Journal:
    from ui.matchup import setup_of  # noqa: PLC0415 - reads thousands of cards

    try:
        if arguments.resume:
            return Journal.open(Path(arguments.resume), game=arguments.game)
        setup = setup_of(
            known_game(game),
            arguments.team,
            format_name=arguments.format,
            first=arguments.first,
            table=arguments.chromatic,
        )
        now = datetime.now().astimezone()
        path = folder("journals") / f"{now:%Y-%m-%d-%H%M%S}-{game}.diceref"
        return Journal.create(path, game, setup, wall_time=now.timestamp())
    except JournalError as error:
        raise UserError(str(error)) from None


def _camera(arguments: argparse.Namespace, source: str, found: Rig) -> Camera:
    from hardware.recorded import Recording  # noqa: PLC0415 - opens video libraries
    from hardware.sources import open_camera  # noqa: PLC0415 - the same

    try:
        camera = open_camera(source, lock=found.lock)
    except CameraError as error:
        raise UserError(str(error)) from None
    return Recording(camera, Path(arguments.record)) if arguments.record else camera


class _Printer:
    """Prints what has been recorded since it was last called."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self._shown = 0

    def __call__(self, model: TableModel) -> None:
        fresh = [line for line in model.events if (line.entry or 0) > self._shown]
        for line in fresh:
            self._shown = max(self._shown, line.entry or 0)
            if self._as_json:
                told = {"entry": line.entry, "time": line.time, "seat": line.seat}
                print(json.dumps(told | {"kind": line.kind, "text": line.text}), flush=True)
            else:
                print(line.text, file=sys.stderr, flush=True)
