"""Processes of `diceref bench desk`: simulated tables, their publishers, the desk.

`python -m tests.bench.desk_processes write|publish|desk FOLDER …`. The folder holds `hub`, `access`
and `journals`; a table's journal is its name with `.diceref`.
"""

import asyncio
import json
import random
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from typing import Final

import psutil

from rules.journal import Draft, Header, Journal, TableKey
from rules.registry import known_game
from tests.bench.random_steps import random_steps
from ui.desk.archive import Archive
from ui.desk.service import DeskService
from ui.hub.connection import HubAccess
from ui.hub.follower import Arrived
from ui.hub.messages import Hello
from ui.hub.process import TableProcess
from ui.hub.server import HubServer

GAME: Final = "tmnt"
LONG: Final = 200
"""Steps of the random game that all tables play."""


def table_names(first: int, count: int) -> list[str]:
    """T1, T2, …"""
    return [f"T{number}" for number in range(first, first + count)]


def steps() -> list[Draft]:
    """The steps of one random game: what they are does not matter here, how large they are does."""
    game = known_game(GAME)
    drawn = random_steps(game.load(), game.demo_setup(), random.Random(3))
    return list(islice(drawn, LONG))


def begin(folder: Path, names: list[str]) -> dict[str, Journal]:
    """The journals of these tables; their disk is not what is measured."""
    found, key = {}, TableKey.at(folder / "journals" / "table.key")
    for name in names:
        path = folder / "journals" / f"{name}.diceref"
        header = Header(table=name, players=(f"Ana {name}", f"Ben {name}"))
        setup = known_game(GAME).demo_setup()
        found[name] = Journal.create(path, GAME, setup, header, wall_time=time.time(), key=key)
        found[name]._database.execute("PRAGMA synchronous = OFF")
    return found


def write(folder: Path, first: int, count: int, entries: int, rate: float) -> None:
    """So many entries for each table in turn, at this rate over all; then wait to be ended."""
    journals = begin(folder, table_names(first, count))
    print(json.dumps({"begun": len(journals)}), flush=True)
    sys.stdin.readline()
    drafts = cycle(steps())
    began = time.monotonic()
    for done, name in enumerate(islice(cycle(journals), entries * count)):
        due = began + done / rate if rate else 0.0
        if (early := due - time.monotonic()) > 0:
            time.sleep(early)
        journals[name].append(_now(next(drafts)))
    print(json.dumps({"written": entries * count}), flush=True)
    sys.stdin.read()


def _now(draft: Draft) -> Draft:
    fields = {name: getattr(draft, name) for name in Draft.__struct_fields__}
    return Draft(**{**fields, "wall_time": time.time()})


async def publish(folder: Path, first: int, count: int) -> None:
    """The publishers of so many tables, until killed."""
    tables = []
    for name in table_names(first, count):
        table = TableProcess(HubAccess.at(folder / "access" / f"{name}.json"))
        table._add(folder / "journals" / f"{name}.diceref")
        table._hello = Hello(players=(f"Ana {name}", f"Ben {name}"))
        tables.append(table.run())
    print(json.dumps({"publishing": len(tables)}), flush=True)
    await asyncio.gather(*tables)


async def desk(folder: Path, port: int, *, screen: bool, seconds: float) -> None:
    """The desk on its hub; with a screen it tells after a while how late entries were shown."""
    server = HubServer(folder / "hub", "127.0.0.1", port)
    archive = Archive(folder / "archive.db")
    server.start()
    service = DeskService(folder, server=server, archive=archive, host="127.0.0.1")
    print(json.dumps({"desk": True}), flush=True)
    if not screen:
        await service.run()
        return
    print(json.dumps(await _shown(service, seconds)), flush=True)
    server.stop()


async def _shown(service: DeskService, seconds: float) -> dict[str, float]:
    from ui.screens.desk.app import DeskApp

    waiting: list[float] = []
    lags: list[float] = []
    draws: list[float] = []

    class TimedDesk(DeskApp):
        def _draw(self) -> None:
            due, waiting[:] = list(waiting), []
            began = time.perf_counter()
            super()._draw()
            draws.append(time.perf_counter() - began)
            lags.extend(time.time() - written for written in due)

    def arrived(one: Arrived) -> None:
        written = json.loads(one.body).get("wall_time", 0.0)
        waiting.append(written)

    service.arrived_at = arrived
    app = TimedDesk(service, who="bench", exports=service.folder, ask_for_event=False)
    async with app.run_test(size=(160, 60)):
        await asyncio.to_thread(sys.stdin.readline)  # everybody is at work
        lags.clear()
        draws.clear()
        await asyncio.sleep(seconds)
    me = psutil.Process()
    return {
        "entries": len(lags),
        "p50": percentile(lags, 50),
        "p95": percentile(lags, 95),
        "draw_p95": percentile(draws, 95),
        "rss": me.memory_info().rss,
        "hub_rss": service.server.memory,
    }


def percentile(values: list[float], part: float) -> float:
    """The value below which this many of a hundred lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part / 100))] if ordered else 0.0


def prepared(folder: Path, count: int, port: int) -> HubServer:
    """A hub's folder with an account for each table, and its access files; nothing runs yet."""
    (folder / "journals").mkdir(parents=True, exist_ok=True)
    server = HubServer(folder / "hub", "127.0.0.1", port)
    certificate = server.certificate.certificate.read_text(encoding="ascii")
    for name in table_names(1, count):
        account = server.accounts.table(name)
        account.password = f"{random.getrandbits(200):050x}"
        access = HubAccess(
            (f"127.0.0.1:{port}",), server.accounts.event, f"table_{name}", account.password,
            certificate, name,
        )  # fmt: skip
        access.keep(folder / "access" / f"{name}.json")
    server.accounts.keep(server.accounts_file)
    return server


def journals_of(folder: Path) -> Iterator[Path]:
    """All tables' records."""
    yield from sorted((folder / "journals").glob("*.diceref"))


def main() -> None:
    """One of the three."""
    what, folder, *rest = sys.argv[1:]
    with suppress(KeyboardInterrupt):
        match what:
            case "write":
                first, count, entries, rate = rest
                write(Path(folder), int(first), int(count), int(entries), float(rate))
            case "publish":
                asyncio.run(publish(Path(folder), int(rest[0]), int(rest[1])))
            case "desk":
                seconds = float(rest[1]) if len(rest) > 1 else 0.0
                asyncio.run(desk(Path(folder), int(rest[0]), screen=len(rest) > 1, seconds=seconds))


if __name__ == "__main__":
    main()
