"""Opens the dashboard on a source, with voice and browser window where they were asked for."""

import argparse
import os
import sys
from contextlib import ExitStack
from functools import partial
from shutil import get_terminal_size
from signal import SIGINT
from typing import TYPE_CHECKING, Any

from ui.app.doctor import SMALLEST
from ui.app.errors import UserError
from ui.app.folders import folder, home
from ui.app.logs import terminal_kept_free
from ui.app.settings import Settings, read_settings
from ui.app.table_model import TableSource
from ui.cli.leaving import ENDING, Terminated, end_on_signals
from ui.web.connections import is_loopback
from words import say, tr

if TYPE_CHECKING:
    from textual.screen import Screen

    from ui.screens.app import DiceRefApp
    from ui.voice.speech import Voice
    from ui.web.certificate import Certificate
    from ui.web.serve import TableServer
    from ui.widgets.graphics.terminal import Graphics


def add_options(command: argparse.ArgumentParser) -> None:
    """The options every command with a dashboard has."""
    command.add_argument(
        "--theme", type=_theme, help=say("felt, paper, high-contrast or colour-blind")
    )
    command.add_argument("--large", action="store_true", help=say("start in large type"))
    command.add_argument(
        "--touch",
        action="store_true",
        help=say("large buttons and letters, for a screen without keys"),
    )
    command.add_argument(
        "--speak", action="store_true", help=say("say fouls, questions and life changes aloud")
    )
    command.add_argument(
        "--serve",
        nargs="?",
        const="",
        metavar="HOST:PORT",
        help=say("show the table in a browser too: on this machine, or for all with 0.0.0.0"),
    )
    command.add_argument(
        "--delay",
        type=_delay,
        default=0,
        metavar="SECONDS",
        help=say("with --serve: those who only watch see the table of so long ago"),
    )


def _delay(written: str) -> int:
    """Seconds that the page can keep."""
    from ui.web.site import MOST_DELAY  # noqa: PLC0415 - loads the server, seldom needed

    if not (written.isascii() and written.isdecimal() and int(written) <= MOST_DELAY):
        raise argparse.ArgumentTypeError(
            tr(
                "'{written}' is no delay: give whole seconds from 0 to {MOST_DELAY}",
                written=written,
                MOST_DELAY=MOST_DELAY,
            )
        )
    return int(written)


def _theme(written: str) -> str:
    """A theme there is, told before cameras open and networks load."""
    try:
        return known_theme(written)
    except UserError as error:
        raise argparse.ArgumentTypeError(str(error).rstrip(".")) from None


def known_theme(name: str) -> str:
    """The name of a theme there is. Raises `UserError` for any other."""
    from ui.screens.themes import THEMES  # noqa: PLC0415 - the toolkit loads only when a screen opens

    names = [known.name for known in THEMES]
    if name not in names:
        raise UserError(
            tr(
                "there is no theme '{name}'; choose one of {names}.",
                name=name,
                names=", ".join(names),
            )
        )
    return name


def check_window() -> None:
    """Raise `UserError` when the dashboard cannot begin in this terminal, or there is none."""
    columns, lines = get_terminal_size()
    if columns < SMALLEST[0] or lines < SMALLEST[1]:
        raise UserError(
            tr(
                "this terminal is {columns}x{lines} and the dashboard needs at least "
                "{SMALLEST}x{SMALLEST2}: enlarge it or choose a smaller font.",
                columns=columns,
                lines=lines,
                SMALLEST=SMALLEST[0],
                SMALLEST2=SMALLEST[1],
            )
        )
    if not (sys.stdin.isatty() and sys.stderr.isatty()):  # where the toolkit reads and draws
        raise UserError(
            tr(
                "the dashboard needs a terminal to itself: leave out pipes and redirections "
                "('demo' and 'play' can do without one by --headless)."
            )
        )
    if os.environ.get("TERM") == "dumb":
        raise UserError(
            tr("this terminal calls itself 'dumb' and cannot draw the dashboard: use another one.")
        )


def open_dashboard(
    source: TableSource | None, arguments: argparse.Namespace, first: "Screen[None] | None" = None
) -> None:
    """Run the dashboard until it is closed; `first`: the screen to begin with, if not the table.

    Raises `UserError`.
    """
    check_window()
    from ui.screens.app import DiceRefApp  # noqa: PLC0415 - the toolkit loads only when a screen opens

    chosen = read_settings()
    app = DiceRefApp(source, **theme_options(arguments, chosen), first=first)
    app.graphics = _graphics(chosen.graphics)
    app.ended_on = (*ENDING, SIGINT)  # Ctrl-C is a key here; this is `kill -INT`
    app.companions = partial(_companions, app, arguments, chosen)
    try:
        with terminal_kept_free():
            app.run()
    finally:
        app.dismiss_companions()
        end_on_signals()  # the toolkit's loop had them meanwhile
    if app.ended_by:
        raise Terminated(app.ended_by)


def _graphics(wanted: str) -> "Graphics":
    """What the terminal shows pictures by. Raises `UserError` for a setting that means nothing."""
    from ui.widgets.graphics.terminal import (  # noqa: PLC0415 - only when a screen opens
        Kind,
        ask_terminal,
        graphics_here,
        system_cell,
    )

    kinds = ["auto", *(kind.value for kind in Kind)]
    if wanted not in kinds:
        raise UserError(
            tr(
                "graphics is '{wanted}' in the settings; choose one of {names}.",
                wanted=wanted,
                names=", ".join(kinds),
            )
        )
    return graphics_here(wanted, os.environ, ask_terminal, system_cell())


def theme_options(arguments: argparse.Namespace, chosen: Settings) -> dict[str, Any]:
    """Theme, type size and touch, from the command line or the settings."""
    theme = known_theme(arguments.theme or chosen.theme)
    large, touch = arguments.large or chosen.large_type, arguments.touch or chosen.touch
    return {"theme": theme, "large": large, "touch": touch}


def _companions(
    app: "DiceRefApp", arguments: argparse.Namespace, chosen: Settings, source: TableSource
) -> ExitStack:
    """Voice and browser window beside the table; closing the stack ends them."""
    with ExitStack() as stack:
        if (joined := getattr(arguments, "joined", None)) is not None:
            from ui.cli.handing_in import handed_in  # noqa: PLC0415 - only at a tournament

            link = stack.enter_context(handed_in(joined, source, app.tell))
            app.desk = link.call_judge
            link.ask_players = partial(app.ask_result, link.confirm)
        if arguments.serve is not None:
            stack.callback(_window(app, source, arguments.serve, arguments.delay).close)
        if arguments.speak or chosen.speak:
            try:
                stack.callback(_voice(source, chosen).close)
            except UserError as error:  # a silent table is watched all the same
                app.notify(str(error), severity="error", timeout=20)
        return stack.pop_all()


def _voice(source: TableSource, chosen: Settings) -> "Voice":
    from ui.voice.speech import Voice, speech_program  # noqa: PLC0415 - only when asked for

    program = speech_program(chosen.voice)
    if program is None:
        raise UserError(
            tr(
                "no speech program was found; install espeak-ng, or name one as 'voice' in "
                "the settings (`diceref config --path`)."
            )
        )
    return Voice(source, program)


def _window(
    app: "DiceRefApp", source: TableSource, where: str, delay: float = 0.0
) -> "TableServer":
    from ui.web.page_address import page_address, where_to_look  # noqa: PLC0415 - beside it
    from ui.web.serve import TableServer, address  # noqa: PLC0415 - only when asked for

    at = address(where)
    window = TableServer(
        source,
        at,
        lambda _code: app.tell(where_to_look(window), page_address(window)),
        certificate=certificate_for(at[0]),
        delay=delay,
    )
    app.tell(where_to_look(window), page_address(window))
    return window


def certificate_for(host: str) -> "Certificate | None":
    """The pages' certificate, made at its first start; none is needed on this machine alone.

    Raises `UserError`.
    """
    if is_loopback(host):
        return None
    from ui.web.certificate import certificate_in  # noqa: PLC0415 - only when asked for

    try:
        return certificate_in(folder("."))
    except (OSError, ValueError) as error:
        raise UserError(
            tr(
                "the page's certificate in {home} can be neither read nor made ({error}): "
                "move page.crt and page.key away.",
                home=home(),
                error=error,
            )
        ) from None
