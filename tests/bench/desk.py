"""The tournament desk's figures: what is lost when anything is killed, how late, how large."""

import asyncio
import gc
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, Final

import psutil

from rules.journal import Journal
from rules.tournament import acts
from rules.tournament.pairing import (
    byes_had,
    could_avoid,
    next_round,
    rounds_planned,
)
from rules.tournament.plan import TournamentPlan
from rules.tournament.standings import Tally
from rules.tournament.state import Tournament, perform
from tests.bench.desk_processes import journals_of, percentile, prepared
from ui.desk.archive import Archive
from ui.hub import names
from ui.hub.connection import HubAccess, connect_once

Figure = Mapping[str, object]

TABLES: Final = 200
PUBLISHERS: Final = 8
ENTRIES: Final = int(os.environ.get("DICEREF_BENCH_ENTRIES", "500"))  # of each table
KILLS: Final = int(os.environ.get("DICEREF_BENCH_KILLS", "300"))
STOPS: Final = 20
PAIRED: Final = 400
EVENTS: Final = int(os.environ.get("DICEREF_BENCH_EVENTS", "1000"))
VIEWERS: Final = 5000
SETTLING_S: Final = 600.0
MEASURED_S: Final = 30.0
SETTLED_S: Final = 8.0
BACKLOG: Final = 60
GAMES: Final = 6


def figures() -> Iterator[Figure]:
    """Every figure of the desk."""
    yield from pairing()
    yield from rate()
    yield from lag()
    yield from table_cost()
    yield from viewers()
    yield from cluster()
    yield from durability()


def _figure(  # noqa: PLR0917 - the columns of the table
    name: str, value: object, unit: str, must: str, ok: object, on: str
) -> Figure:
    return {"name": name, "value": value, "unit": unit, "must": must, "ok": bool(ok), "on": on}


# -- pairing


def pairing() -> Iterator[Figure]:
    """400 players in round 8, and rematches and byes in many simulated events."""
    state = _entered(PAIRED, seed=8)
    chance = Random(8)
    for _ in range(7):
        state = _reported(perform(state, next_round(state).act()), chance)
    began = time.perf_counter()
    draft = next_round(state)
    seconds = time.perf_counter() - began
    on = f"{PAIRED} players, round 8, {len(draft.remarks)} remarks"
    yield _figure("desk.pair", seconds, "s", "<= 3", seconds <= 3.0, on)
    again = byes = rounds = 0
    for seed in range(EVENTS):
        for before, drafted in _event(seed):
            rounds += 1
            tally = Tally(before)
            met = sum(
                one.second in tally.opponents(one.first) for one in drafted.seatings if one.second
            )
            bye = sum(byes_had(before)[one.first] for one in drafted.seatings if not one.second)
            if (met or bye) and could_avoid(before):
                again, byes = again + met, byes + bye
    on = f"{EVENTS} simulated events, {rounds} rounds, with drops, returns and late entries"
    yield _figure("desk.rematches", again, "pairs", "0", again == 0, on)
    yield _figure("desk.second_byes", byes, "players", "0", byes == 0, on)


def _entered(players: int, seed: int) -> Tournament:
    plan = TournamentPlan(name="bench", seed=seed)
    state = perform(Tournament(), acts.Found(plan=plan))
    for number in range(players):
        state = perform(state, acts.Enter(name=f"P{number}"))
    return state


def _reported(state: Tournament, chance: Random) -> Tournament:
    assert state.round is not None
    for seating in state.round.outstanding:
        score = chance.choice([(1, 0), (0, 1), (1, 0), (0, 1), (1, 0), (0, 1), (0, 0)])
        state = perform(
            state,
            acts.ReportResult(round=state.round.number, table=seating.table, wins=score),
        )
    return state


def _event(seed: int) -> Iterator[tuple[Tournament, Any]]:
    chance = Random(seed)
    state = _entered(chance.randint(2, 30), seed)
    while len(state.rounds) < rounds_planned(state) + seed % 2 and len(state.playing) >= 2:
        if len(state.rounds) >= rounds_planned(state):
            return
        draft = next_round(state)
        yield state, draft
        state = _reported(perform(state, draft.act()), chance)
        if chance.random() < 0.35 and len(state.playing) > 3:
            state = perform(state, acts.Drop(player=chance.choice(state.playing).id))
        if chance.random() < 0.25:
            state = perform(state, acts.Enter(name=f"Late {len(state.players)}"))
        gone = [one for one in state.players.values() if not one.plays]
        if gone and chance.random() < 0.1:
            state = perform(state, acts.Return(player=chance.choice(gone).id))


# -- processes


def free_port() -> int:
    """A port of this machine that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _start(what: str, folder: Path, *rest: object) -> "subprocess.Popen[bytes]":
    words = [sys.executable, "-m", "tests.bench.desk_processes", what, str(folder)]
    return subprocess.Popen(
        [*words, *map(str, rest)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=(folder / f"{what}.err").open("ab"),
        start_new_session=True,
    )


def _said(process: "subprocess.Popen[bytes]") -> Mapping[str, Any]:
    assert process.stdout is not None
    line = process.stdout.readline()
    return json.loads(line) if line else {}


@contextmanager
def _ended(process: "subprocess.Popen[bytes]") -> Iterator["subprocess.Popen[bytes]"]:
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        process.wait()


def _go(writer: "subprocess.Popen[bytes]") -> None:
    assert writer.stdin is not None
    writer.stdin.write(b"\n")
    writer.stdin.flush()


def _hub_process(folder: Path) -> psutil.Process | None:
    with suppress(OSError, ValueError, psutil.Error):
        return psutil.Process(int((folder / "hub" / "nats.pid").read_text(encoding="ascii")))
    return None


def _end_hub(folder: Path) -> None:
    hub = _hub_process(folder)
    if hub is not None:
        with suppress(psutil.Error):
            hub.kill()


def _archived(folder: Path) -> int:
    archive = Archive(folder / "archive.db")
    try:
        return sum(game.entries for game in archive.games())
    finally:
        archive.close()


def _publishers(folder: Path, tables: int) -> list["subprocess.Popen[bytes]"]:
    share = tables // PUBLISHERS
    started = [_start("publish", folder, 1 + share * at, share) for at in range(PUBLISHERS)]
    for one in started:
        _said(one)
    return started


# -- how fast


def rate() -> Iterator[Figure]:
    """Entries a second from the tables' disks into the archive, each synced at the hub."""
    with tempfile.TemporaryDirectory() as scratch, ExitStack() as stack:
        folder = Path(scratch)
        port = free_port()
        prepared(folder, TABLES, port)
        writer = stack.enter_context(_ended(_start("write", folder, 1, TABLES, BACKLOG - 1, 0)))
        _said(writer)
        _go(writer)
        _said(writer)
        stack.callback(_end_hub, folder)
        desk = stack.enter_context(_ended(_start("desk", folder, port)))
        _said(desk)
        whole = TABLES * BACKLOG
        began = time.monotonic()
        for publisher in _publishers(folder, TABLES):
            stack.enter_context(_ended(publisher))
        counted: list[tuple[float, int]] = []
        while time.monotonic() - began < SETTLING_S:
            counted.append((time.monotonic(), _archived(folder)))
            if counted[-1][1] >= whole:
                break
            time.sleep(0.2)
        first = next((at for at in counted if at[1] > 0), counted[-1])
        seconds = max(0.001, counted[-1][0] - first[0])
        found = (counted[-1][1] - first[1]) / seconds
        on = f"{TABLES} tables with {BACKLOG} entries each handed in at once, synced, archived"
        yield _figure("desk.rate", found, "1/s", ">= 600", found >= 600, on)


def lag() -> Iterator[Figure]:
    """How late an entry is on the desk's screen, and how large desk and hub are."""
    with tempfile.TemporaryDirectory() as scratch, ExitStack() as stack:
        folder = Path(scratch)
        port = free_port()
        prepared(folder, TABLES, port)
        writer = stack.enter_context(_ended(_start("write", folder, 1, TABLES, 100_000, TABLES)))
        _said(writer)
        stack.callback(_end_hub, folder)
        desk = stack.enter_context(_ended(_start("desk", folder, port, MEASURED_S)))
        _said(desk)
        for publisher in _publishers(folder, TABLES):
            stack.enter_context(_ended(publisher))
        _go(writer)
        time.sleep(SETTLED_S)
        _go(desk)
        told = _said(desk)
        busy = os.getloadavg()[0]
        on = (
            f"{TABLES} tables, an entry a second each, {told['entries']} entries, disk to screen; "
            f"p50 {1000 * told['p50']:.0f} ms; load of the machine {busy:.0f}"
        )
        late = 1000 * told["p95"]
        yield _figure("desk.lag_p95", late, "ms", "<= 500", late <= 500, on)
        on = f"{TABLES} tables with the desk's screen"
        desk_mb, hub_mb = told["rss"] / 1e6, told["hub_rss"] / 1e6
        yield _figure("desk.rss", desk_mb, "MB", "<= 300", desk_mb <= 300, on)
        yield _figure("desk.hub_rss", hub_mb, "MB", "<= 150", hub_mb <= 150, on)


# -- nothing lost


def durability() -> Iterator[Figure]:
    """Everything is killed, deleted, put back and stopped; then all is compared."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        told = _torture(folder)
        whole, lost, twice, disorder, alarms = compared(folder)
        on = (
            f"{TABLES} tables, {whole} entries; {told['publisher']} kills of publishers, "
            f"{told['hub']} of the hub, {told['desk']} of the desk at random instants; hub's store "
            f"deleted {told['deleted']}x, put back {told['put back']}x, stopped {told['stopped']}x"
        )
        yield _figure("desk.lost", lost, "entries", "0", lost == 0, on)
        yield _figure("desk.twice", twice, "entries", "0", twice == 0, on)
        yield _figure("desk.disorder", disorder, "entries", "0", disorder == 0, on)
        yield _figure("desk.false_alarms", alarms, "alarms", "0", alarms == 0, on)


def _torture(folder: Path) -> Counter[str]:
    port = free_port()
    prepared(folder, TABLES, port)
    done: Counter[str] = Counter()
    chance = Random(26)
    share = TABLES // PUBLISHERS
    pace = ENTRIES * TABLES / max(30.0, KILLS * 1.1)
    with ExitStack() as stack:
        writer = stack.enter_context(_ended(_start("write", folder, 1, TABLES, ENTRIES, pace)))
        _said(writer)
        stack.callback(_end_hub, folder)
        processes = {"desk": _start("desk", folder, port)}
        _said(processes["desk"])
        for at in range(PUBLISHERS):
            processes[f"publisher {at}"] = _start("publish", folder, 1 + share * at, share)
        stack.callback(_stop_all, processes)
        _go(writer)
        while done["publisher"] + done["hub"] + done["desk"] < KILLS:
            time.sleep(chance.uniform(0.1, 1.4))
            kills = done["publisher"] + done["hub"] + done["desk"]
            if done["stopped"] < STOPS and kills * STOPS >= KILLS * done["stopped"]:
                _stop_network(folder, chance.uniform(1.0, 4.0))
                done["stopped"] += 1
            if kills >= KILLS // 4 and not done["copied"]:
                _with_hub_down(folder, port, processes, "copy")
                done["copied"] += 1
            if kills >= KILLS // 2 and not done["put back"]:
                _with_hub_down(folder, port, processes, "put back")
                done["put back"] += 1
            if kills >= 3 * KILLS // 4 and not done["deleted"]:
                _with_hub_down(folder, port, processes, "delete")
                done["deleted"] += 1
            victim = chance.choices(["publisher", "hub", "desk"], [6, 3, 2])[0]
            if victim == "hub":
                _end_hub(folder)
            elif victim == "desk":
                _stop(processes["desk"])
                processes["desk"] = _start("desk", folder, port)
            else:
                at = chance.randrange(PUBLISHERS)
                _stop(processes[f"publisher {at}"])
                processes[f"publisher {at}"] = _start("publish", folder, 1 + share * at, share)
            done[victim] += 1
        _said(writer)
        _settle(folder)
        done["settled"] = 1
    return done


def _stop_all(processes: Mapping[str, "subprocess.Popen[bytes]"]) -> None:
    for process in processes.values():
        _stop(process)


def _stop(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait()


def _stop_network(folder: Path, seconds: float) -> None:
    """The hub neither takes nor gives for a while; every connection stays."""
    hub = _hub_process(folder)
    if hub is not None:
        with suppress(psutil.Error):
            hub.send_signal(signal.SIGSTOP)
            time.sleep(seconds)
            hub.send_signal(signal.SIGCONT)


def _with_hub_down(
    folder: Path, port: int, processes: dict[str, "subprocess.Popen[bytes]"], what: str
) -> None:
    """Desk and hub are killed; the store is copied, put back or deleted; they start again."""
    _stop(processes["desk"])
    _end_hub(folder)
    time.sleep(0.3)
    store, copy = folder / "hub" / "store", folder / "copy"
    if what == "copy":
        shutil.copytree(store, copy)
    else:
        shutil.rmtree(store)
        if what == "put back":
            shutil.copytree(copy, store)
    processes["desk"] = _start("desk", folder, port)


def _settle(folder: Path) -> None:
    """Wait until the archive grows no more and has what the tables have."""
    whole = _on_disks(folder)
    deadline = time.monotonic() + SETTLING_S
    while time.monotonic() < deadline and _archived(folder) < whole:
        time.sleep(1.0)


def _on_disks(folder: Path) -> int:
    count = 0
    for path in journals_of(folder):
        with Journal.open(path, read_only=True) as journal:
            count += len(journal)
    return count


def compared(folder: Path) -> tuple[int, int, int, int, int]:
    """Entries on the disks; lost, twice and out of order at the desk or the hub; alarms."""
    archive = Archive(folder / "archive.db")
    whole = lost = disorder = 0
    for path in journals_of(folder):
        with Journal.open(path, read_only=True) as journal:
            bodies = [(entry.number, entry.hash) for entry in journal.entries()]
        game = names.game_id(bodies[0][1])
        kept = [(entry.number, entry.hash) for entry, _ in archive.entries(game)]
        whole += len(bodies)
        lost += len(set(bodies) - set(kept))
        disorder += kept != bodies[: len(kept)]
    alarms = len(archive.alarms())
    archive.close()
    at_hub = asyncio.run(_at_hub(folder))
    lost += max(0, whole - len(set(at_hub)))
    twice = len(at_hub) - len(set(at_hub))
    last: dict[str, int] = {}
    for game, number in at_hub:
        disorder += number != last.get(game, 0) + 1
        last[game] = number
    return whole, lost, twice, disorder, alarms


async def _at_hub(folder: Path) -> list[tuple[str, int]]:
    """Game and entry number of every message that the hub has, stream by stream."""
    from ui.hub.server import HubServer

    port = int(HubAccess.at(folder / "access" / "T1.json").servers[0].rpartition(":")[2])
    server = HubServer(folder / "hub", "127.0.0.1", port)
    server.start()
    accounts = server.accounts
    certificate = server.certificate.certificate.read_text(encoding="ascii")
    access = HubAccess(
        (f"127.0.0.1:{port}",), accounts.event, names.DESK, accounts.desk_password, certificate
    )
    found: list[tuple[str, int]] = []
    client = await connect_once(access)
    try:
        for shard in range(names.SHARDS):
            stream = names.stream_name(accounts.event, shard)
            info = await client.jsm().stream_info(stream)
            subscribed = await client.jetstream().subscribe(
                names.stream_subjects(accounts.event, shard), stream=stream, ordered_consumer=True
            )
            for _ in range(info.state.messages):
                message = await subscribed.next_msg(timeout=20)
                headers = message.headers or {}
                game = message.subject.rpartition(".")[2]
                found.append((game, int(headers[names.NUMBER])))
            await subscribed.unsubscribe()
    finally:
        await client.close()
        server.stop()
    return found


# -- what it costs a table


def table_cost() -> Iterator[Figure]:
    """A simulated table with the desk on, over one without: how soon it shows, how large it is."""
    with tempfile.TemporaryDirectory() as scratch, ExitStack() as stack:
        folder = Path(scratch)
        port = free_port()
        prepared(folder, 1, port)
        stack.callback(_end_hub, folder)
        desk = stack.enter_context(_ended(_start("desk", folder, port)))
        _said(desk)
        settled: dict[bool, list[float]] = {False: [], True: []}
        sizes = []
        for seed in range(1, GAMES + 1):
            for joined in (seed % 2 == 0, seed % 2 == 1):  # by turns: the machine has other work
                times, size = _settled(seed, folder / "access" / "T1.json" if joined else None)
                settled[joined] += times
                sizes.append(size)
        yield _over("desk.table_cost", settled, "with the desk over without")
        megabytes = max(sizes) / 1e6
        on = "the table's process for the desk: memory of its own (uss)"
        yield _figure("desk.table_rss", megabytes, "MB", "<= 30", megabytes <= 30, on)


def _over(name: str, settled: Mapping[bool, list[float]], what: str) -> Figure:
    """How soon games show what has settled, p95, one way over the other."""
    ratio = percentile(settled[True], 95) / percentile(settled[False], 95)
    middle = percentile(settled[True], 50) / percentile(settled[False], 50)
    told = (
        f"rest to shown p95 of {len(settled[True])} and {len(settled[False])} actions of {GAMES} "
        f"demo games each, by turns, the eye told the truth: {what} (p50: {middle:.3f}); load of "
        f"the machine {os.getloadavg()[0]:.0f}"
    )
    return _figure(name, ratio, "x", "<= 1.05", ratio <= 1.05, told)


def _settled(seed: int, access: Path | None) -> tuple[list[float], int]:
    """How soon a simulated game shows what it settled (ms), and the link's memory."""
    from ui.app.simulation import Simulation
    from ui.hub.link import TableLink

    os.environ["DICEREF_HOME"] = tempfile.mkdtemp()
    simulation = Simulation("tmnt", eye="truth", seed=seed, journal_name=f"bench-{time.time_ns()}")
    link = None
    if access is not None:
        record = Path(simulation.journal.where)
        link = TableLink(access, [record], lambda _: None, simulation.session)
    gc.collect()
    score = simulation.play(most=40)
    size = 0
    if link is not None:
        with suppress(psutil.Error):
            size = psutil.Process(link.pid).memory_full_info().uss
        link.close()
    simulation.journal.close()
    return list(score.settle_ms), size


# -- viewers


def viewers() -> Iterator[Figure]:
    """A game's settling with many loopback viewers of a public page, over without."""
    with tempfile.TemporaryDirectory() as scratch, ExitStack() as stack:
        pages = Path(scratch)
        (pages / "table-T1.html").write_text("<!doctype html><p>life", encoding="utf-8")
        port = free_port()
        words = [sys.executable, "-m", "ui.desk.page_server", str(pages), "127.0.0.1", str(port)]
        server = stack.enter_context(_ended(subprocess.Popen(words, stderr=subprocess.DEVNULL)))
        watching, heard = asyncio.run(_watched(pages, port))
        for viewer in watching:
            stack.callback(viewer.close)
        settled: dict[bool, list[float]] = {False: [], True: []}
        for seed in range(1, GAMES + 1):
            for on in (seed % 2 == 0, seed % 2 == 1):
                with _changing(pages) if on else _stopped(server):
                    settled[on] += _settled(seed, None)[0]
        told = f"with {len(watching)} viewers of one page that changes every second, over without"
        figure = _over("desk.viewers", settled, told)
        yield {**figure, "ok": figure["ok"] and len(watching) == VIEWERS == heard}


@contextmanager
def _stopped(server: "subprocess.Popen[bytes]") -> Iterator[None]:
    """Nobody is told anything meanwhile: as if nobody watched."""
    server.send_signal(signal.SIGSTOP)
    yield
    server.send_signal(signal.SIGCONT)


@contextmanager
def _changing(pages: Path) -> Iterator[None]:
    """The table's page is written anew every second meanwhile."""
    over = threading.Event()

    def write() -> None:
        number = 0
        while not over.wait(1.0):
            number += 1
            page = f"<!doctype html><p>life {number}"
            (pages / "table-T1.html").write_text(page, encoding="utf-8")

    writing = threading.Thread(target=write)
    writing.start()
    yield
    over.set()
    writing.join()


async def _watched(pages: Path, port: int) -> tuple[list[socket.socket], int]:
    """So many open connections, each told of a change; the connections stay open."""
    import resource

    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    found: list[socket.socket] = []
    loop = asyncio.get_running_loop()
    deadline = time.monotonic() + 120
    while len(found) < VIEWERS and time.monotonic() < deadline:
        viewer = socket.socket()
        viewer.setblocking(False)  # noqa: FBT003 - as sockets have it
        try:
            await loop.sock_connect(viewer, ("127.0.0.1", port))
            await loop.sock_sendall(viewer, b"GET /changes HTTP/1.1\r\nHost: bench\r\n\r\n")
        except OSError:
            viewer.close()
            await asyncio.sleep(0.1)
            continue
        found.append(viewer)
        if len(found) % 50 == 0:
            await asyncio.sleep(0.02)
    await asyncio.gather(*(_until(one, b"retry") for one in found))
    (pages / "table-T1.html").write_text("<!doctype html><p>less life", encoding="utf-8")
    told = await asyncio.gather(*(_until(one, b"table-T1.html") for one in found))
    return found, sum(told)


async def _until(viewer: socket.socket, wanted: bytes) -> bool:
    loop = asyncio.get_running_loop()
    got = b""
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(60):
            while wanted not in got:
                more = await loop.sock_recv(viewer, 4096)
                if not more:
                    return False
                got += more
    return wanted in got


# -- a cluster


def cluster() -> Iterator[Figure]:
    """Three servers on loopback, the leader killed, another stopped for six seconds."""
    with tempfile.TemporaryDirectory() as scratch:
        lost, waited, entries = asyncio.run(_clustered(Path(scratch)))
        on = (
            f"three servers, three copies, {entries} entries; a stream's leader killed and started "
            "again, another server stopped for 6 s"
        )
        yield _figure("desk.cluster_lost", lost, "entries", "0", lost == 0, on)
        on = "the longest that writing one entry took meanwhile"
        yield _figure("desk.cluster_waited", waited * 1000, "ms", "<= 500", waited <= 0.5, on)


async def _clustered(folder: Path) -> tuple[int, float, int]:
    from tests.bench.desk_cluster import run_cluster

    return await run_cluster(folder)
