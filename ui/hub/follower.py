"""The desk's side: reads every entry that the hub has, in order, from where it stopped before.

Where it stopped is kept by the archive in the same transaction as the entries themselves. A stream
that is younger, shorter or other than what was read before is read from its beginning: the archive
knows what it has.
"""

import asyncio
import base64
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

import msgspec

from rules.journal import Entry
from ui.hub import names
from ui.hub.connection import stop_if_cancelled

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg
    from nats.js.api import StreamInfo

log = logging.getLogger(__name__)

SILENT_S: Final = 5.0
"""Without even a heartbeat for so long the stream is asked for anew."""

AGAIN_S: Final = 0.5
MOST_AT_ONCE: Final = 500
MOST_WAITING: Final = 2000

T = TypeVar("T")


class Cursor(msgspec.Struct, frozen=True):
    """How far a stream was read."""

    created: str  # when the stream was made: a later one of the same name is another stream
    sequence: int
    digest: str  # hash of the entry that stands there


class Arrived(msgspec.Struct, frozen=True):
    """One entry as it lay at the hub."""

    stream: str
    sequence: int
    table: str
    game: str
    number: int
    body: bytes
    digest: str
    signer: str = ""
    signature: bytes = b""


class Taken(msgspec.Struct, frozen=True):
    """What became of entries that arrived."""

    fresh: tuple[Arrived, ...] = ()
    entries: tuple[Entry, ...] = ()  # the same, as they are read
    gaps: frozenset[str] = frozenset()  # streams in which an entry did not follow what is known


class Keeper(Protocol):
    """Whoever keeps what arrives, with the cursors, in one transaction."""

    def cursor(self, stream: str) -> Cursor | None:
        """How far this stream was read."""

    def take(self, arrived: Sequence[Arrived], cursors: Mapping[str, Cursor]) -> Taken:
        """Keep entries and cursors in one piece."""


class Follower:
    """Reads all streams of an event into a keeper until cancelled."""

    def __init__(
        self, client: "Client", event: str, keeper: Keeper, told: Callable[[Taken], None],
        *, replicas: int = 1,
    ) -> None:  # fmt: skip
        """`told` is called after each transaction, on this loop."""
        self._client, self._event, self._keeper, self._told = client, event, keeper, told
        self._replicas = replicas
        self._arrived: asyncio.Queue[tuple[Arrived, Cursor]] = asyncio.Queue(MOST_WAITING)
        self._keeping = ThreadPoolExecutor(1, "archive")
        self._again = [asyncio.Event() for _ in range(names.SHARDS)]
        self._rewind = [False] * names.SHARDS
        self._rewound: dict[str, tuple[str, int]] = {}
        self.fault: BaseException | None = None

    async def run(self) -> None:
        """Read until cancelled; raises what the keeper raises."""
        async with asyncio.TaskGroup() as tasks:
            for shard in range(names.SHARDS):
                tasks.create_task(self._follow(shard))
            tasks.create_task(self._keep())

    def close(self) -> None:
        """Let the keeper's thread go."""
        self._keeping.shutdown(wait=False)

    async def on_keeper(self, what: Callable[..., T], *given: object) -> T:
        """Run something in the thread that keeps: its database has one writer."""
        return await asyncio.get_running_loop().run_in_executor(self._keeping, what, *given)

    def reconnected(self) -> None:
        """The connection was lost and is back: what was subscribed may be gone."""
        for event in self._again:
            event.set()

    def rewind(self, table: str) -> None:
        """Something of this table's is missing: read its stream from the beginning."""
        shard = names.shard_of(table)
        self._rewind[shard] = True
        self._again[shard].set()

    # -- keeping

    async def _keep(self) -> None:
        while True:
            batch = [await self._arrived.get()]
            with suppress(asyncio.QueueEmpty):
                while len(batch) < MOST_AT_ONCE:
                    batch.append(self._arrived.get_nowait())
            cursors = {arrived.stream: cursor for arrived, cursor in batch}
            taken = await self.on_keeper(self._keeper.take, [one for one, _ in batch], cursors)
            self._told(taken)
            for stream in taken.gaps:
                self._after_gap(stream, cursors[stream])

    def _after_gap(self, stream: str, cursor: Cursor) -> None:
        """Read the stream again, once for each state of it."""
        if self._rewound.get(stream) == (cursor.created, cursor.sequence):
            return
        self._rewound[stream] = (cursor.created, cursor.sequence)
        shard = int(stream.rpartition("_")[2])
        log.warning("%s has a gap: it is read from its beginning", stream)
        self._rewind[shard] = True
        self._again[shard].set()

    # -- reading

    async def _follow(self, shard: int) -> None:
        from nats.errors import Error  # noqa: PLC0415 - loaded with the connection

        while True:
            self._again[shard].clear()
            stop_if_cancelled()
            try:
                await self._read(shard)
            except (Error, TimeoutError, OSError, KeyError, ValueError) as error:
                log.info("%s: %s", names.stream_name(self._event, shard), error)
                await asyncio.sleep(AGAIN_S)

    async def _read(self, shard: int) -> None:
        """Read one stream until something is wrong with it."""
        from nats.js import api  # noqa: PLC0415 - loaded with the connection

        manager = self._client.jsm()
        stream = names.stream_name(self._event, shard)
        created, start = await self._where_to_start(shard, stream)
        inbox = self._client.new_inbox()
        messages: asyncio.Queue[Msg] = asyncio.Queue(MOST_WAITING)
        subscribed = await self._client.subscribe(inbox, cb=messages.put)
        try:
            made = await manager.add_consumer(
                stream,
                api.ConsumerConfig(
                    deliver_subject=inbox,
                    deliver_policy=api.DeliverPolicy.BY_START_SEQUENCE,
                    opt_start_seq=start,
                    ack_policy=api.AckPolicy.NONE,
                    flow_control=True,
                    idle_heartbeat=1.0,
                    inactive_threshold=10.0,
                    mem_storage=True,
                    num_replicas=1,
                ),
            )
            await self._take_in(self._again[shard], messages, stream, created)
            with suppress(Exception):  # it ends by itself as well
                await manager.delete_consumer(stream, made.name)
        finally:
            with suppress(Exception):  # the connection may be gone
                await subscribed.unsubscribe()

    async def _where_to_start(self, shard: int, stream: str) -> tuple[str, int]:
        """When the stream was made, and the first message to read."""
        info = await self._stream(shard, stream)
        created = str(info.created)
        cursor = await self.on_keeper(self._keeper.cursor, stream)
        if cursor is None:
            return created, 1
        if self._rewind[shard]:
            self._rewind[shard] = False
        elif created == cursor.created and cursor.sequence <= info.state.last_seq:
            there = await self._client.jsm().get_msg(stream, cursor.sequence)
            if (there.headers or {}).get(names.HASH) == cursor.digest:
                return created, cursor.sequence + 1
        log.warning("%s is read from its beginning", stream)
        return created, 1

    async def _stream(self, shard: int, stream: str) -> "StreamInfo":
        from nats.js import api  # noqa: PLC0415 - loaded with the connection
        from nats.js.errors import NotFoundError  # noqa: PLC0415 - the same

        manager = self._client.jsm()
        try:
            return await manager.stream_info(stream)
        except NotFoundError:
            log.info("%s is made", stream)
            await manager.add_stream(
                api.StreamConfig(
                    name=stream,
                    subjects=[names.stream_subjects(self._event, shard)],
                    storage=api.StorageType.FILE,
                    num_replicas=self._replicas,
                    allow_direct=True,
                    deny_delete=True,
                    deny_purge=True,
                    max_msg_size=-1,
                )
            )
            return await manager.stream_info(stream)

    async def _take_in(
        self, again: asyncio.Event, messages: "asyncio.Queue[Msg]", stream: str, created: str
    ) -> None:
        """Hand on message by message; returns when one is missing, or nothing comes any more."""
        stop_if_cancelled()
        expected = 1
        calling = asyncio.create_task(again.wait())
        receiving: asyncio.Task[Msg] | None = None
        try:
            while not calling.done():
                receiving = asyncio.create_task(messages.get())
                await asyncio.wait(
                    {receiving, calling}, timeout=SILENT_S, return_when=asyncio.FIRST_COMPLETED
                )
                if not receiving.done():
                    return
                waiting = [receiving.result()]
                with suppress(asyncio.QueueEmpty):
                    while True:
                        waiting.append(messages.get_nowait())
                for message in waiting:
                    if not message.reply.startswith("$JS.ACK."):
                        await self._answer_status(message)
                        continue
                    sequence, delivered = _sequences(message.reply)
                    if delivered != expected:
                        return
                    expected += 1
                    arrived = _arrived(message, stream, sequence)
                    if arrived is not None:
                        cursor = Cursor(created, sequence, arrived.digest)
                        await self._arrived.put((arrived, cursor))
        finally:
            calling.cancel()
            if receiving is not None:
                receiving.cancel()

    async def _answer_status(self, message: "Msg") -> None:
        """A heartbeat, or the hub asks whether all was taken in so far."""
        reply = message.reply or (message.headers or {}).get("Nats-Consumer-Stalled", "")
        if reply:
            await self._client.publish(reply, b"")


def _sequences(reply: str) -> tuple[int, int]:
    """The message's number in the stream, and in what was delivered to us."""
    parts = reply.split(".")
    at = 5 if len(parts) < 11 else 7  # with domain and account in between
    return int(parts[at]), int(parts[at + 1])


def _arrived(message: "Msg", stream: str, sequence: int) -> Arrived | None:
    """The entry in a message; None for what no table of ours hands in."""
    headers = message.headers or {}
    try:
        _, _, _, _, table, game = message.subject.split(".")
        signature = base64.b64decode(headers.get(names.SIGNATURE, ""), validate=True)
        return Arrived(
            stream, sequence, table, game, int(headers[names.NUMBER]), message.data,
            headers[names.HASH], headers.get(names.SIGNER, ""), signature,
        )  # fmt: skip
    except (KeyError, ValueError):
        log.warning("message %d of %s is no entry", sequence, stream)
        return None
