"""Three servers on this machine as one hub, for `diceref bench desk`."""

import asyncio
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import psutil

from rules.journal import Draft, Header, Journal
from ui.desk.archive import Archive
from ui.hub import names
from ui.hub.connection import HubAccess, connect_once
from ui.hub.follower import Follower
from ui.hub.publisher import Publisher
from ui.hub.server import HubServer

COPIES: Final = 3
ENTRIES: Final = 600
STOPPED_S: Final = 6.0
TABLE: Final = "T1"


def _ports(count: int) -> list[int]:
    from tests.bench.desk import free_port

    return [free_port() for _ in range(count)]


def _servers(folder: Path) -> list[HubServer]:
    """Three servers with the same accounts and certificate."""
    ports, routes = _ports(COPIES), _ports(COPIES)
    links = ", ".join(f'"nats://127.0.0.1:{port}"' for port in routes)
    first = HubServer(folder / "hub1", "127.0.0.1", ports[0])
    first.accounts.table(TABLE).password = "t" * 40
    first.accounts.keep(first.accounts_file)
    found = []
    for number, (port, route) in enumerate(zip(ports, routes, strict=True), start=1):
        own = folder / f"hub{number}"
        own.mkdir(exist_ok=True)
        for name in ("accounts.json", "page.crt", "page.key"):
            (own / name).write_bytes((folder / "hub1" / name).read_bytes())
        more = f'cluster {{ name: "bench", listen: "127.0.0.1:{route}", routes: [{links}] }}\n'
        found.append(HubServer(own, "127.0.0.1", port, cluster=more))
    return found


async def run_cluster(folder: Path) -> tuple[int, float, int]:
    """Entries lost, the longest wait of a writer in seconds, entries in all."""
    servers = _servers(folder)
    # none answers as JetStream before two are there, but each accepts connections at once
    await asyncio.gather(*(asyncio.to_thread(server.start) for server in servers))
    certificate = servers[0].certificate.certificate.read_text(encoding="ascii")
    where = tuple(f"127.0.0.1:{server.port}" for server in servers)
    accounts = servers[0].accounts
    desk = HubAccess(where, accounts.event, names.DESK, accounts.desk_password, certificate)
    table = HubAccess(where, accounts.event, names.account_of(TABLE), "t" * 40, certificate, TABLE)
    archive = Archive(folder / "archive.db")
    path = folder / "a.diceref"
    journal = Journal.create(path, "tmnt", {}, Header(), wall_time=time.time())
    client = await connect_once(desk)
    follower = Follower(client, accounts.event, archive, lambda _: None, replicas=COPIES)
    publisher = Publisher(table, lambda _: None)
    publisher.add(path)
    tasks = [asyncio.create_task(follower.run()), asyncio.create_task(publisher.run())]
    try:
        await _until_first(archive)
        longest = await _write_and_break(journal, servers, client, accounts.event)
        deadline = time.monotonic() + 120
        lost = ENTRIES + 1
        while time.monotonic() < deadline and lost:
            await asyncio.sleep(0.5)
            game = names.game_id(journal.entry(1).hash)
            lost = len(journal) - len(list(archive.entries(game)))
        return lost, longest, len(journal)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await client.close()
        publisher.close()
        archive.close()
        journal.close()
        for server in servers:
            server.stop()


async def _until_first(archive: Archive) -> None:
    """The three have found each other and the record's first entry has come through."""
    async with asyncio.timeout(120):
        while not archive.games():  # noqa: ASYNC110 - it lies in a file
            await asyncio.sleep(0.2)


async def _write_and_break(
    journal: Journal, servers: list[HubServer], client: object, event: str
) -> float:
    """Write on while servers go; the longest that one entry took."""
    longest = 0.0
    for number in range(ENTRIES):
        if number == ENTRIES // 4:
            leader = await _leader(client, event)
            for server in servers:
                if str(server.port) in leader:
                    with suppress(psutil.Error):
                        psutil.Process(server.pid).kill()  # its watch starts it again
        if number == ENTRIES // 2:
            halted = psutil.Process(servers[1].pid)
            halted.send_signal(signal.SIGSTOP)
            asyncio.get_running_loop().call_later(STOPPED_S, halted.send_signal, signal.SIGCONT)
        began = time.perf_counter()
        journal.append(Draft(kind="note", facts={"text": f"entry {number}"}))
        longest = max(longest, time.perf_counter() - began)
        await asyncio.sleep(0.03)
    return longest


async def _leader(client: object, event: str) -> str:
    """The name of the server that leads the table's stream."""
    stream = names.stream_name(event, names.shard_of(TABLE))
    for _ in range(20):
        with suppress(Exception):  # while they find each other
            info = await client.jsm().stream_info(stream)  # type: ignore[attr-defined]  # of nats
            return str(info.cluster.leader)
        await asyncio.sleep(1.0)
    return ""
