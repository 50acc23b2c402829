"""`make event`: a whole tournament plays itself on this machine, and the desk is shown.

16 players, 8 simulated tables as processes of their own that join by code, Swiss rounds, a cut to
four, judges' calls, a drop, a late entry, the hub killed twice. Exit code 0 when every entry of
every table is in the archive and the sealed archive of the event is whole.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Final

import psutil

from rules.journal import Journal
from rules.tournament import acts
from rules.tournament.pairing import is_over
from rules.tournament.plan import TournamentPlan
from ui.desk.exporting import check_archive, export_event
from ui.desk.opening import DeskOptions, opened, pages_written
from ui.desk.service import DeskService
from ui.desk.sheets import standing_rows, waiting_calls
from ui.hub.names import game_id

PLAYERS: Final = tuple(
    "Ana Ben Caro Dan Eva Finn Gita Hugo Ida Jon Kim Lea Max Nora Otto Pia".split()  # noqa: SIM905 - names
)
TABLES: Final = 8
ROUND_S: Final = 240.0
"""A round that takes longer is a failure."""


class Organiser:
    """Runs the event as a person would, by the same acts."""

    def __init__(self, service: DeskService, rounds: int, kills: int) -> None:
        self._service = service
        self._rounds, self._kills = rounds, kills
        self._chance = Random(5)
        self.rulings = 0

    async def run(self) -> None:
        """From the announcement to the final."""
        service = self._service
        plan = TournamentPlan(
            name="Rehearsal", game="tmnt", rounds=self._rounds, cut=4, cut_best_of=3, seed=2026
        )
        service.do(acts.Found(plan=plan, by="rehearsal"))
        for name in PLAYERS:
            service.do(acts.Enter(name=name, by="rehearsal"))
        judging = asyncio.create_task(self._judge())
        try:
            while not is_over(service.state):
                await self._round()
        finally:
            judging.cancel()

    async def _round(self) -> None:
        service = self._service
        state = service.state
        number = len(state.rounds) + 1
        if number == 3:
            service.do(acts.Drop(player=4, why="had to leave", by="rehearsal"))
            service.do(acts.Enter(name="Quinn, who came late", by="rehearsal"))
        service.prepare()
        service.publish(by="rehearsal")
        service.do(acts.RunClock(on=True, by="rehearsal"))
        if number <= self._kills:
            await asyncio.sleep(1.0)
            with suppress(psutil.Error):
                psutil.Process(service.server.pid).kill()  # the hub: nothing may be lost by it
        deadline = time.monotonic() + ROUND_S
        while service.state.round and service.state.round.outstanding:
            if time.monotonic() > deadline:
                waiting = [one.table for one in service.state.round.outstanding]
                raise TimeoutError(f"round {number}: no result from tables {waiting}")
            await asyncio.sleep(0.1)

    async def _judge(self) -> None:
        """Take each call and rule on it."""
        while True:
            for call in waiting_calls(self._service.state):
                self._service.do(acts.TakeCall(call=call.id, judge="Judge Ruth"))
                await asyncio.sleep(0.5)
                self._service.do(
                    acts.Rule(
                        call=call.id, judge="Judge Ruth", ruling="roll that die again",
                        why="it left the mat",
                    )
                )  # fmt: skip
                self.rulings += 1
            await asyncio.sleep(0.2)


@contextmanager
def simulated_tables(service: DeskService, home: Path, count: int) -> Iterator[list[Path]]:
    """Tables as processes of their own; yields their folders."""
    homes = []
    with ExitStack() as stack:
        for number in range(1, count + 1):
            own = home / f"table-{number}"
            homes.append(own)
            words = [sys.executable, "-m", "tests.bench.event_table"]
            table = stack.enter_context(
                subprocess.Popen(
                    [*words, service.code(f"T{number}"), str(number)],
                    env={**os.environ, "DICEREF_HOME": str(own)},
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=(home / f"table-{number}.err").open("wb"),
                )
            )
            stack.callback(_end, table)
        yield homes


def _end(table: "subprocess.Popen[bytes]") -> None:
    with suppress(OSError):
        assert table.stdin is not None
        table.stdin.close()
    try:
        table.wait(30)
    except subprocess.TimeoutExpired:
        table.kill()


def missing(service: DeskService, homes: list[Path]) -> tuple[int, int]:
    """Entries on the tables' disks, and those that are not in the archive as they are there."""
    whole = lost = 0
    for home in homes:
        for path in sorted((home / "journals").glob("*.diceref")):
            with Journal.open(path, read_only=True) as journal:
                entries = list(journal.entries())
            kept = [one for one, _ in service.archive.entries(game_id(entries[0].hash))]
            whole += len(entries)
            lost += sum(entry not in kept for entry in entries) + (kept != entries)
    return whole, lost


async def play(
    service: DeskService, home: Path, options: DeskOptions, rounds: int
) -> tuple[bool, list[str]]:
    """The whole event; whether nothing was lost, and what came of it, line by line."""
    organiser = Organiser(service, rounds, kills=2)
    homes = [home / f"table-{number}" for number in range(1, TABLES + 1)]
    async with pages_written(service, options):
        await organiser.run()
        deadline = time.monotonic() + 60
        found = missing(service, homes)
        while found[1] and time.monotonic() < deadline:
            await asyncio.sleep(0.5)
            found = missing(service, homes)
    whole, lost = found
    written = export_event(service, home / "exports")
    seal, wrong = check_archive(written.with_suffix(".zip"))
    told = list(_told(service, organiser, whole, lost, f"seal {seal} {wrong or 'whole'}"))
    good = not lost and not wrong and organiser.rulings >= 2 and service.server.restarts >= 2
    return good, told


def _told(
    service: DeskService, organiser: Organiser, whole: int, lost: int, archive: str
) -> Iterator[str]:
    _, rows = standing_rows(service.state)
    for row in rows[:8]:
        yield "  ".join(f"{cell:<14}" for cell in row[:4])
    final = service.state.round
    if final is not None and final.results:
        seating = final.seatings[0]
        won = final.results[seating.table].winner or 0
        winner = service.state.name(seating.players[won])
        yield f"the final was won by {winner}"
    yield (
        f"{len(service.state.rounds)} rounds, {len(service.archive.games())} games, {whole} "
        f"entries on the tables, {lost} missing at the desk, {service.server.restarts} restarts "
        f"of the hub, {organiser.rulings} rulings, {len(service.archive.alarms())} alarms; "
        f"archive: {archive}"
    )


def _complaints(home: Path) -> bool:
    """Print what tables had to complain of; whether any had."""
    found = False
    for number in range(1, TABLES + 1):
        told = (home / f"table-{number}.err").read_text(encoding="utf-8").strip()
        if told:
            print(f"table {number}: {told[-400:]}", file=sys.stderr)
            found = True
    return found


def main() -> int:
    """Play the event; with a terminal the desk is shown meanwhile."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--headless", action="store_true", help="do not show the desk")
    parser.add_argument("--rounds", type=int, default=4, help="before the cut")
    parser.add_argument("--port", type=int, default=0, help="of the hub; 0: any that is free")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(scratch)
        os.environ["DICEREF_HOME"] = str(home / "desk")
        options = DeskOptions(
            name="rehearsal", port=arguments.port or _free_port(), pages=str(home / "public")
        )
        try:
            with opened(options) as service, simulated_tables(service, home, TABLES):
                show = sys.stdout.isatty() and not arguments.headless
                good, told = asyncio.run(_run(service, home, options, arguments.rounds, show=show))
            print("\n".join(told), file=sys.stderr)  # the screen is free again
        finally:
            complained = _complaints(home)
    return 0 if good and not complained else 1


def _free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def _run(
    service: DeskService, home: Path, options: DeskOptions, rounds: int, *, show: bool
) -> tuple[bool, list[str]]:
    if not show:
        working = asyncio.create_task(service.run())
        playing = asyncio.create_task(play(service, home, options, rounds))
        await asyncio.wait({working, playing}, return_when=asyncio.FIRST_COMPLETED)
        working.cancel()
        return await playing
    from ui.screens.desk.app import DeskApp

    app = DeskApp(service, who="rehearsal", exports=home / "exports", ask_for_event=False)
    showing = asyncio.create_task(app.run_async())
    playing = asyncio.create_task(play(service, home, options, rounds))
    await asyncio.wait({showing, playing}, return_when=asyncio.FIRST_COMPLETED)
    if not playing.done():
        playing.cancel()
        return False, [f"the desk was closed: {app.fault or 'by a key'}"]
    app.exit()
    await showing
    return await playing


if __name__ == "__main__":
    sys.exit(main())
