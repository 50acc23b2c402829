"""`diceref desk`: the tournament desk of many tables."""

import argparse
import asyncio
import json
import sys
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ui.app.errors import UserError
from ui.app.folders import folder
from words import say, tr, translated

if TYPE_CHECKING:
    from ui.desk.helper_page import HelperPage
    from ui.desk.opening import DeskOptions
    from ui.desk.service import DeskService


ANY = ("0.0.0.0", "::")  # noqa: S104 - compared
"""A desk that listens there is reached under this machine's own address."""


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "desk",
        help=say("run a tournament: many tables, pairings, standings, judges"),
        description=say(
            "Collects the records of all tables, pairs and ranks the players, and shows "
            "judges and spectators what happens. It starts its own server. More: "
            "docs/tournament.md."
        ),
        epilog=say(
            "examples:\n  diceref desk\n  diceref desk --host 0.0.0.0 --tables 8\n  diceref "
            "desk --pages public --serve 0.0.0.0:8080 --delay 180\n  diceref desk --host "
            "0.0.0.0 --helpers\n  diceref desk --import game.jsonl --table 7\n  diceref "
            "desk --check club-night.zip"
        ),
    )
    command.add_argument(
        "--name", default="event", help=say("one desk for each event (%(default)s)")
    )
    command.add_argument("--host", default="127.0.0.1", help=say("0.0.0.0 lets other machines in"))
    command.add_argument("--port", type=int, default=4253, help=say("of the hub (%(default)s)"))
    command.add_argument(
        "--reached",
        default="",
        metavar="ADDRESS",
        help=say("how tables reach this machine, for codes"),
    )
    command.add_argument(
        "--tables",
        type=int,
        default=0,
        metavar="N",
        help=say("make N tables and print their codes"),
    )
    command.add_argument("--who", default="desk", help=say("under this name acts are recorded"))
    command.add_argument(
        "--archive",
        default="",
        metavar="URL",
        help=say("PostgreSQL instead of a file of the desk's"),
    )
    command.add_argument(
        "--hub",
        default="",
        metavar="URL",
        help=say("servers of one's own: tls://user:password@host,…"),
    )
    command.add_argument(
        "--pages", default="", metavar="FOLDER", help=say("write the public pages here")
    )
    command.add_argument(
        "--serve", default=None, metavar="HOST:PORT", help=say("serve the public pages as well")
    )
    command.add_argument(
        "--helpers",
        nargs="?",
        const="",
        metavar="HOST:PORT",
        help=say("serve this desk to helpers and judges with phones"),
    )
    command.add_argument(
        "--delay", type=float, default=0.0, metavar="S", help=say("of the public pages, seconds")
    )
    command.add_argument(
        "--headless", action="store_true", help=say("no screen; print what happens")
    )
    command.add_argument("--import", dest="imported", metavar="FILE", help=say("take a record in"))
    command.add_argument(
        "--table", default="", metavar="NAME", help=say("of the record to take in")
    )
    command.add_argument(
        "--export", metavar="FOLDER", help=say("write everything as files, then end")
    )
    command.add_argument(
        "--check", metavar="ZIP", help=say("is the sealed archive of an event whole?")
    )
    command.add_argument(
        "--ratings",
        nargs="+",
        metavar="FILE",
        help=say("ratings over a season, from the event.jsonl of its events in their order"),
    )
    command.add_argument(
        "--accounts",
        action="store_true",
        help=say("print the accounts of desk and tables for servers of one's own, then end"),
    )
    command.add_argument(
        "--json", action="store_true", help=say("headless: one JSON object per line")
    )
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run the desk until it is closed. Raises `UserError`."""
    try:
        import nats  # noqa: F401, PLC0415 - is diceref[desk] there?
        import networkx as nx  # noqa: F401, PLC0415 - the same
        import sqlalchemy  # noqa: F401, PLC0415 - the same
    except ImportError:
        raise UserError(
            tr("the desk needs more than a table: pip install 'diceref[desk]'.")
        ) from None
    if arguments.check:
        return _check(Path(arguments.check))
    if arguments.ratings:
        return _ratings([Path(file) for file in arguments.ratings], as_json=arguments.json)
    if arguments.imported:
        return _import(arguments)
    if arguments.accounts:
        return _print_accounts(arguments)
    return _open(arguments)


def _options(arguments: argparse.Namespace, pages: str) -> "DeskOptions":
    from ui.desk.opening import DeskOptions  # noqa: PLC0415 - loads the archive
    from ui.web.page_address import own_address  # noqa: PLC0415 - only for join codes

    if not 0 < arguments.port < 65536:
        raise UserError(
            tr("--port {port}: a port is a number from 1 to 65535.", port=arguments.port)
        )
    if arguments.delay < 0:
        raise UserError(tr("--delay: the pages cannot show what has not happened yet."))
    return DeskOptions(
        name=arguments.name,
        host=arguments.host,
        port=arguments.port,
        reached=arguments.reached or (own_address() if arguments.host in ANY else ""),
        archive=arguments.archive,
        hub=arguments.hub,
        pages=pages,
        delay=arguments.delay,
    )


def _open(arguments: argparse.Namespace) -> int:
    from ui.desk.opening import opened, pages_served  # noqa: PLC0415 - loads the archive
    from ui.web.serve import address  # noqa: PLC0415 - only when served

    screen = not (arguments.headless or arguments.json or arguments.export)
    if screen:
        from ui.cli.open_dashboard import check_window  # noqa: PLC0415 - only with a screen

        check_window()
    with ExitStack() as stack:
        pages = arguments.pages
        if arguments.serve is not None:
            host, port = address(arguments.serve)
            pages = pages or stack.enter_context(tempfile.TemporaryDirectory())
            stack.enter_context(pages_served(Path(pages), host, port))
        options = _options(arguments, pages)
        service = stack.enter_context(opened(options))
        helpers = _helpers(arguments, service)
        for number in range(1, arguments.tables + 1):
            name = f"T{number}"
            print(
                say(
                    "diceref: table {name}: diceref play --desk {code}",
                    name=name,
                    code=service.code(name),
                ),
                file=sys.stderr,
            )
        if arguments.export:
            return _export(service, Path(arguments.export))
        if not screen:
            return _headless(service, options, helpers, as_json=arguments.json)
        return _with_screen(service, options, helpers, arguments)


def _helpers(arguments: argparse.Namespace, service: "DeskService") -> "HelperPage | None":
    """The page for helpers, where it was asked for."""
    from ui.desk.helper_page import PORT, HelperPage  # noqa: PLC0415 - loads the archive
    from ui.web.serve import address  # noqa: PLC0415 - only when served

    if arguments.helpers is None:
        return None
    host, port = address(arguments.helpers or arguments.host, "--helpers", PORT)
    return HelperPage(service, (host, port), service.server.certificate)


def _with_screen(
    service: "DeskService",
    options: "DeskOptions",
    helpers: "HelperPage | None",
    arguments: argparse.Namespace,
) -> int:
    from ui.app.logs import log_fault, terminal_kept_free  # noqa: PLC0415 - only with a screen
    from ui.desk.helper_page import helpers_served  # noqa: PLC0415 - the same
    from ui.desk.opening import pages_written  # noqa: PLC0415 - the same
    from ui.screens.desk.app import DeskApp  # noqa: PLC0415 - loads the toolkit

    app = DeskApp(service, who=arguments.who, exports=folder("desk") / "exports")

    async def show() -> None:
        async with pages_written(service, options), helpers_served(helpers):
            await app.run_async()

    with terminal_kept_free():
        asyncio.run(show())
    if isinstance(app.fault, UserError):
        raise app.fault
    if app.fault is not None:
        told = log_fault("desk", app.fault) if isinstance(app.fault, Exception) else ""
        raise UserError(
            tr("a fault of ours has stopped the desk; {told} Nothing is lost.", told=told)
        )
    return 0


def _headless(
    service: "DeskService",
    options: "DeskOptions",
    helpers: "HelperPage | None",
    *,
    as_json: bool,
) -> int:
    from ui.desk.helper_page import helpers_served  # noqa: PLC0415 - beside the service
    from ui.desk.opening import pages_written  # noqa: PLC0415 - beside the service

    shown = 0

    def tell() -> None:
        nonlocal shown
        fresh = service.notices[-(service.noted - shown) :] if service.noted > shown else []
        shown = service.noted
        for line in fresh:
            if as_json:
                print(json.dumps({"said": line}), flush=True)
            else:
                print(translated(str(line)), file=sys.stderr, flush=True)

    async def work() -> None:
        async with pages_written(service, options), helpers_served(helpers):
            for line in service.helpers():
                print(f"diceref: {translated(str(line))}", file=sys.stderr, flush=True)
            await service.run()

    service.changed = tell
    with suppress(KeyboardInterrupt):
        asyncio.run(work())
    return 0


def _export(service: "DeskService", where: Path) -> int:
    from ui.desk.exporting import export_event  # noqa: PLC0415 - only here

    if service.state.plan is None:
        raise UserError(tr("this desk has no event yet: there is nothing to write."))
    print(
        say("diceref: written to {export_event}", export_event=export_event(service, where)),
        file=sys.stderr,
    )
    return 0


def _check(path: Path) -> int:
    from ui.desk.exporting import check_archive  # noqa: PLC0415 - only here

    seal, wrong = check_archive(path)
    print(
        say(
            "diceref: {name}, seal {seal}: {what}.",
            name=path.name,
            seal=seal,
            what=wrong or tr("whole and genuine"),
        ),
        file=sys.stderr,
    )
    return 1 if wrong else 0


def _import(arguments: argparse.Namespace) -> int:
    """Take in a record that came by USB stick, as often as one likes. Raises `UserError`."""
    from rules.journal import Journal, JournalError, read_lines  # noqa: PLC0415 - only here
    from ui.desk.archive import Archive  # noqa: PLC0415 - the same
    from ui.desk.opening import desk_folder  # noqa: PLC0415 - the same
    from ui.hub.names import table_name  # noqa: PLC0415 - the same

    path, table = Path(arguments.imported), table_name(arguments.table or "USB")
    archive = Archive(arguments.archive or desk_folder(arguments.name) / "archive.db")
    with tempfile.TemporaryDirectory() as scratch:
        try:
            if path.suffix == ".jsonl":
                copy = Path(scratch) / "copy.diceref"
                with path.open(encoding="utf-8") as lines:
                    read_lines(lines, copy)
                path = copy
            with Journal.open(path, read_only=True) as journal:
                fresh = archive.import_record(journal, table)
                whole = len(journal)
        except OSError as error:
            raise UserError(
                tr("{path} cannot be read ({strerror}).", path=path, strerror=error.strerror)
            ) from None
        except (JournalError, ValueError) as error:
            raise UserError(str(error)) from None
    alarms = [alarm for alarm in archive.alarms() if not alarm.seen_by]
    archive.close()
    print(
        say("diceref: {fresh} of {whole} entries were new.", fresh=fresh, whole=whole),
        file=sys.stderr,
    )
    if alarms:
        newest = alarms[0]
        print(
            say("diceref: ALARM, table {table}: {text}.", table=newest.table, text=newest.text),
            file=sys.stderr,
        )
    return 1 if alarms else 0


def _ratings(files: list[Path], *, as_json: bool) -> int:
    from rules.tournament.exchange import read_acts  # noqa: PLC0415 - only here
    from rules.tournament.ratings import ratings  # noqa: PLC0415 - the same
    from rules.tournament.state import replayed  # noqa: PLC0415 - the same

    events = []
    for file in files:
        try:
            events.append(replayed(read_acts(file.read_text(encoding="utf-8"))))
        except OSError as error:
            raise UserError(
                tr("{file} cannot be read ({strerror}).", file=file, strerror=error.strerror)
            ) from None
        except ValueError as error:
            raise UserError(f"{file}: {error}") from None
    for place, one in enumerate(ratings(events), start=1):
        told = {"place": place, "name": one.name, "rating": round(one.shown, 2),
                "strength": round(one.strength, 2), "doubt": round(one.doubt, 2),
                "matches": one.matches}  # fmt: skip
        if as_json:
            print(json.dumps(told))
        else:
            print("  ".join(f"{value}" for value in told.values()))
    return 0


def _print_accounts(arguments: argparse.Namespace) -> int:
    from ui.desk.opening import desk_folder  # noqa: PLC0415 - only here
    from ui.hub.accounts import Accounts, as_configuration  # noqa: PLC0415 - the same

    path = desk_folder(arguments.name) / "hub" / "accounts.json"
    accounts = Accounts.at(path)
    for number in range(1, arguments.tables + 1):
        accounts.table(f"T{number}")
    for name, table in accounts.tables.items():
        if not table.issued:
            accounts.issue(name)
    accounts.keep(path)
    print(as_configuration(accounts), end="")
    return 0
