"""A real hub for tests: nats-server as the desk starts it, on a free port of this machine."""

import asyncio
import socket
import time
from contextlib import asynccontextmanager, contextmanager, suppress
from random import Random

from rules.journal import Draft, Header, Journal
from ui.desk.archive import Archive
from ui.hub import names
from ui.hub.connection import HubAccess, connect_once
from ui.hub.follower import Follower
from ui.hub.publisher import Publisher
from ui.hub.server import HubServer


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def hub(folder, port=None):
    server = HubServer(folder, "127.0.0.1", port or free_port())
    server.start()
    try:
        yield server
    finally:
        server.stop()


def access(server, table=""):
    """How a table, or the desk, gets to this hub; a table that is new is let in."""
    certificate = server.certificate.certificate.read_text()
    account, password = names.DESK, server.accounts.desk_password
    if table:
        known = server.accounts.table(table)
        if not known.password:
            known.password = "p" * 40
            server.keep_accounts()
        account, password = names.account_of(table), known.password
    where = (f"127.0.0.1:{server.port}",)
    return HubAccess(where, server.accounts.event, account, password, certificate, table)


def begun(path, game="tmnt", **header):
    """A record with its first entry."""
    return Journal.create(path, game, {}, Header(**header), wall_time=time.time())


def note(journal, text="note"):
    return journal.append(Draft(kind="note", facts={"text": text}))


def random_record(path, length, seed=0):
    with begun(path) as journal:
        for number in range(length):
            note(journal, f"{seed} {number} {Random(seed + number).random()}")
    return path


@asynccontextmanager
async def publishing(server, table, *paths):
    """A table that hands in its records; yields what it has told."""
    told = []
    publisher = Publisher(access(server, table), told.append)
    for path in paths:
        publisher.add(path)
    task = asyncio.create_task(publisher.run())
    publisher.told, publisher.task = told, task
    try:
        yield publisher
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await task
        publisher.close()


@asynccontextmanager
async def following(server, archive: Archive):
    """The desk's reading side."""
    taken = []
    follower = None

    def changed(back):
        if back and follower is not None:
            follower.reconnected()

    client = await connect_once(access(server), changed=changed)
    follower = Follower(client, server.accounts.event, archive, taken.append)
    follower.taken = taken
    task = asyncio.create_task(follower.run())
    try:
        yield follower
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError, BaseExceptionGroup):
            await task
        await client.close()


async def until(what, seconds=60.0):
    """Wait until something holds."""
    async with asyncio.timeout(seconds):
        while not what():  # noqa: ASYNC110 - what is waited for lies in another process
            await asyncio.sleep(0.02)


def same(archive, path):
    """Whether the archive has this record, entry for entry."""
    with Journal.open(path, read_only=True) as journal:
        whole = list(journal.entries())
    return [entry for entry, _ in archive.entries(names.game_id(whole[0].hash))] == whole
