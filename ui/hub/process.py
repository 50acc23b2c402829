"""A table's process for the desk: the game never waits for what the network does.

`python -m ui.hub.process`, started by `ui.hub.link`. On its input: a line of options, then one JSON
object per line (`record`, `hello`, `ask`, `answer`). On its output the same (`state`, `order`,
`answer`, `log`). When its input ends it hands in what is left, for a few seconds, and ends.
"""

import asyncio
import base64
import logging
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from rules.journal import Journal, JournalError
from ui.app.errors import UserError
from ui.hub import names
from ui.hub.connection import HubAccess, stop_if_cancelled
from ui.hub.messages import (
    HELLO_S,
    Asked,
    Hello,
    NumberedOrder,
    Order,
    OrderAnswer,
    SendEntries,
    SendPicture,
)
from ui.hub.publisher import Publisher
from words import choose_language, tr, wanted_language
from words.written import write_text

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg

log = logging.getLogger(__name__)

LEAVING_S: Final = 6.0
"""How long what is left is handed in after the game has closed."""

ANSWER_S: Final = 6.0
"""Within this time the game has carried out an order or refused it."""

ASK_S: Final = 4.0
LARGEST_LINE: Final = 200_000
MOST_SENT: Final = 200
"""Entries in one answer."""

MOST_REMEMBERED: Final = 100
"""Orders: one that comes again is answered as before."""

LARGEST_ANSWER: Final = 4_000_000


class TableProcess:
    """One table of one desk."""

    def __init__(self, access: HubAccess) -> None:
        self._access = access
        self._publisher = Publisher(access, self._told)
        self._hello = Hello()
        self._paths: dict[str, Path] = {}
        self._orders: dict[int, asyncio.Future[OrderAnswer]] = {}
        self._ordered = 0
        self._carried_out: dict[str, asyncio.Future[OrderAnswer]] = {}

    # -- the game at the other end of the pipes

    def _say(self, **facts: object) -> None:
        with suppress(OSError):  # it has gone: the input ends as well
            os.write(sys.stdout.fileno(), msgspec.json.encode(facts, enc_hook=write_text) + b"\n")

    def _told(self, state: str) -> None:
        self._say(state=state, behind=self._publisher.behind)

    async def follow(self, reader: asyncio.StreamReader) -> None:
        """Do what the game says until it closes or is gone."""
        while line := await reader.readline():
            match msgspec.json.decode(line):
                case {"record": str(path)}:
                    self._add(Path(path))
                case {"hello": dict(hello)}:
                    self._hello = msgspec.convert(hello, Hello)
                    await self._greet()
                case {"ask": int(number), "what": dict(what)}:
                    asking = asyncio.create_task(self._ask(number, msgspec.convert(what, Asked)))
                    asking.add_done_callback(lambda _: None)
                case {"answer": int(number), **said}:
                    waiting = self._orders.get(number)
                    if waiting is not None and not waiting.done():
                        waiting.set_result(OrderAnswer(str(said.get("refused", ""))))

    def _add(self, path: Path) -> None:
        try:
            self._publisher.add(path)
            with Journal.beside(path) as journal:
                self._paths[names.game_id(journal.entry(1).hash)] = path
        except JournalError as error:
            self._say(state=f"contradicted: {error}", behind=0)

    # -- the hub

    async def run(self) -> None:
        """Hand in and obey until cancelled. Raises `UserError` when the account is no more."""
        greeting = asyncio.create_task(self._greet_for_ever())
        try:
            await self._publisher.run(self._joined)
        finally:
            greeting.cancel()

    async def leave(self) -> None:
        """Hand in what is left, for a while."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LEAVING_S):
                while self._publisher.behind:  # noqa: ASYNC110 - it is counted on the disk
                    await asyncio.sleep(0.05)
        await self._greet()

    async def _joined(self, client: "Client") -> None:
        order = names.order_subject(self._access.event, self._access.table)
        await client.subscribe(order, cb=self._obey)
        await self._greet()

    async def _greet_for_ever(self) -> None:
        while True:
            stop_if_cancelled()
            await asyncio.sleep(HELLO_S)
            await self._greet()

    async def _greet(self) -> None:
        client = self._publisher.client
        if client is None or not client.is_connected:
            return
        contradicted = "; ".join(self._publisher.contradictions)[:2000]
        hello = msgspec.structs.replace(
            self._hello, behind=self._publisher.behind, contradicted=contradicted
        )
        subject = names.hello_subject(self._access.event, self._access.table)
        with suppress(Exception):  # the next one comes in a moment
            await client.publish(subject, msgspec.json.encode(hello, enc_hook=write_text))

    async def _ask(self, number: int, what: Asked) -> None:
        try:
            client = self._at_hub()
            subject = names.ask_subject(self._access.event, self._access.table)
            said = await client.request(
                subject, msgspec.json.encode(what, enc_hook=write_text), timeout=ASK_S
            )
            answer: Mapping[str, Any] = msgspec.json.decode(said.data)
        except Exception as error:  # noqa: BLE001 - whatever the network does, the table is told
            log.info("the desk did not answer: %s", error)
            answer = {"refused": tr("the desk does not answer: call out, or try again.")}
        self._say(answer=number, said=answer)

    def _at_hub(self) -> "Client":
        """The connection, where there is one. Raises `ConnectionError`."""
        client = self._publisher.client
        if client is None or not client.is_connected:
            raise ConnectionError(tr("the hub is out of reach"))
        return client

    async def _obey(self, message: "Msg") -> None:
        answer = await self._answer(message.data)
        with suppress(Exception):  # the desk asks again
            await message.respond(msgspec.json.encode(answer, enc_hook=write_text))

    async def _answer(self, ordered: bytes) -> OrderAnswer:
        """Carry out an order, once however often it comes."""
        try:
            numbered = msgspec.json.decode(ordered, type=NumberedOrder)
        except ValueError:
            return OrderAnswer(tr("this table does not understand the desk: update DiceRef."))
        if numbered.id not in self._carried_out:
            doing = asyncio.ensure_future(self._carry_out(numbered.order))
            self._carried_out[numbered.id] = doing
            if len(self._carried_out) > MOST_REMEMBERED:
                del self._carried_out[next(iter(self._carried_out))]
        return await asyncio.shield(self._carried_out[numbered.id])

    async def _carry_out(self, order: Order) -> OrderAnswer:
        try:
            match order:
                case SendEntries(game, after):
                    return self._entries(game, after)
                case SendPicture(game, sha256):
                    return await self._picture(game, sha256)
        except (JournalError, KeyError) as error:
            return OrderAnswer(tr("not on this table's disk ({error}).", error=error))
        self._ordered += 1
        waiting: asyncio.Future[OrderAnswer] = asyncio.get_running_loop().create_future()
        self._orders[self._ordered] = waiting
        self._say(order=self._ordered, what=order)
        try:
            return await asyncio.wait_for(waiting, ANSWER_S)
        except TimeoutError:
            return OrderAnswer(tr("the game does not answer"))
        finally:
            self._orders = {n: one for n, one in self._orders.items() if one is not waiting}

    def _entries(self, game: str, after: int) -> OrderAnswer:
        """Entries of a record, as the archive takes them in."""
        sent: list[Mapping[str, Any]] = []
        room = LARGEST_ANSWER
        with Journal.beside(self._paths[game]) as journal:
            for stored in journal.entries_after(after):
                signature = stored.signature
                sent.append(
                    {
                        "number": stored.entry.number,
                        "hash": stored.entry.hash,
                        "body": base64.b64encode(stored.body).decode(),
                        "signer": signature.signer if signature else "",
                        "signature": base64.b64encode(signature.signature).decode()
                        if signature
                        else "",
                    }
                )
                room -= len(stored.body)
                if room < 0 or len(sent) >= MOST_SENT:
                    break
        return OrderAnswer(facts={"entries": sent})

    async def _picture(self, game: str, sha256: str) -> OrderAnswer:
        from nats.js.errors import Error  # noqa: PLC0415 - loaded with the connection

        with Journal.beside(self._paths[game]) as journal:
            content = journal.picture(sha256)
        try:
            client = self._at_hub()
            bucket = names.clip_bucket(self._access.event, self._access.table)
            store = await client.jetstream().object_store(bucket)
            await store.put(sha256, content)
        except (Error, TimeoutError, OSError) as error:
            return OrderAnswer(tr("the picture cannot be sent ({error}).", error=error))
        return OrderAnswer(facts={"bytes": len(content)})


class _ToGame(logging.Handler):
    """Hands lines on to the game's log."""

    def __init__(self, table: TableProcess) -> None:
        super().__init__()
        self._table = table

    def emit(self, record: logging.LogRecord) -> None:
        self._table._say(log=record.getMessage()[:300], level=record.levelno)  # noqa: SLF001 - its own pipe


def main() -> None:
    """Serve one game until it goes."""
    choose_language(wanted_language(os.environ))
    with suppress(OSError, AttributeError):
        os.nice(5)  # the referee comes first
    asyncio.run(_serve())


async def _serve() -> None:
    reader = asyncio.StreamReader(limit=LARGEST_LINE)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin.buffer)
    options = msgspec.json.decode(await reader.readline())
    table = TableProcess(HubAccess.at(Path(options["access"])))
    logger = logging.getLogger("ui.hub")
    logger.setLevel(logging.INFO)
    logger.addHandler(_ToGame(table))
    running = asyncio.create_task(table.run())
    following = asyncio.create_task(table.follow(reader))
    await asyncio.wait({running, following}, return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        fault = running.exception()
        told = (
            str(fault)
            if isinstance(fault, UserError)
            else tr("a fault of ours: {fault!r}", fault=fault)
        )
        table._say(state=f"ended: {told}", behind=0)  # noqa: SLF001 - its own pipe
        await following
        return
    await table.leave()
    running.cancel()
    with suppress(asyncio.CancelledError, UserError):
        await running


if __name__ == "__main__":
    main()
