"""A table's side: hands its records in at the hub, entry by entry, and says how it is.

It always goes on from the last entry of a game that the hub has, and tells the hub which one it
believes that to be: what was handed in twice, or out of turn, the hub refuses.
"""

import asyncio
import base64
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rules.journal import Journal, JournalError
from rules.journal.store import StoredEntry
from ui.app.errors import UserError
from ui.hub import names
from ui.hub.connection import HubAccess, LostConnection, connect_once, let_go, stop_if_cancelled
from words import tr

if TYPE_CHECKING:
    from nats.aio.client import Client

log = logging.getLogger(__name__)

LOOK_S: Final = 0.03
"""Between two looks at the record while nothing comes."""

ACKNOWLEDGED_S: Final = 4.0
AGAIN_S: Final = 1.0
CERTAIN_S: Final = 20.0
"""After so long without an entry the hub is asked whether it still has them all."""

NO_MESSAGE: Final = "404"
WRONG_LAST: Final = 10071


class OutdatedError(Exception):
    """What was believed of the hub is no longer so: ask it anew."""


@dataclass(slots=True)
class HandedIn:
    """One record, and how far the hub has it."""

    path: Path
    journal: Journal
    game: str
    number: int = 0  # of the last entry that the hub has
    sequence: int = 0  # of that entry's message
    digest: str = ""  # its hash
    known: bool = False  # whether the hub was asked
    seen: int = -1  # the file, as it was when nothing more was found
    contradicted: str = ""
    asked: float = 0.0  # when the hub was asked last
    waiting: list[StoredEntry] = field(default_factory=list)


class Publisher:
    """Hands in the records of one table until cancelled; the newest record may still be growing."""

    def __init__(self, access: HubAccess, told: Callable[[str], None]) -> None:
        """`told` gets one sentence whenever something changed that people should know."""
        self._access = access
        self._told = told
        self._records: dict[Path, HandedIn] = {}
        self._said = ""
        self._connected = False
        self.client: Client | None = None

    def add(self, path: Path) -> None:
        """Hand in this record as well. Raises `JournalError`."""
        if path not in self._records:
            journal = Journal.beside(path)
            game = names.game_id(journal.entry(1).hash)
            self._records[path] = HandedIn(path, journal, game)

    @property
    def behind(self) -> int:
        """Entries on this disk that the hub does not have yet, as far as is known."""
        return sum(
            max(0, newest - record.number)
            for record in self._records.values()
            if not record.contradicted and (newest := _newest(record.journal)) is not None
        )

    @property
    def contradictions(self) -> list[str]:
        """What is wrong with records of which the hub has another version."""
        return [record.contradicted for record in self._records.values() if record.contradicted]

    def close(self) -> None:
        """Close the records."""
        for record in self._records.values():
            record.journal.close()

    # -- the connection

    async def run(self, joined: Callable[["Client"], Any] | None = None) -> None:
        """Connect, whenever the hub is there, and hand in. Raises `UserError` when it is over.

        `joined` is awaited with each new connection.
        """
        while True:
            try:
                self.client = await connect_once(self._access, changed=self._changed)
            except OSError as error:
                self._away(str(error))
                await asyncio.sleep(AGAIN_S)
                continue
            self._changed(back=True)
            try:
                if joined is not None:
                    await joined(self.client)
                await self._hand_in(self.client)
            finally:
                await let_go(self.client)

    def _changed(self, back: bool) -> None:
        self._connected = back
        if back:
            for record in self._records.values():
                record.known = False
        else:
            self._away(tr("the connection is lost"))

    def _away(self, why: str) -> None:
        log.info("the desk is out of reach: %s", why)
        self._tell("away")

    def _failed(self, client: "Client", why: str) -> None:
        """An entry was not acknowledged: the connection is gone, or the hub takes nothing in."""
        if not client.is_connected:
            self._away(why)
        elif not self._said.startswith("full"):
            log.info("the hub takes nothing in: %s", why)
            self._tell("stalled")

    def _tell(self, state: str) -> None:
        if state != self._said:
            self._said = state
            self._told(state)

    # -- handing in

    async def _hand_in(self, client: "Client") -> None:
        """Until the connection is given up. Raises `UserError` when the hub has closed it."""
        from nats.errors import Error  # noqa: PLC0415 - loaded with the connection

        lost = LostConnection(client)
        while not client.is_closed:
            stop_if_cancelled()
            if lost.is_over:
                return
            moved = False
            for record in tuple(self._records.values()):
                if record.contradicted:
                    continue
                try:
                    moved |= await self._go_on(client, record)
                except OutdatedError:
                    record.known = False
                    moved = True
                except (Error, TimeoutError, OSError) as error:
                    record.known = False
                    self._failed(client, str(error) or type(error).__name__)
                    await asyncio.sleep(AGAIN_S / 2)
                except JournalError as error:
                    log.warning("%s", error)
                    record.contradicted = str(error)
                    self._told(f"contradicted: {error}")
            if not moved:
                await asyncio.sleep(LOOK_S)
        raise UserError(tr("the hub has closed this table's account: ask the desk for a new code."))

    async def _go_on(self, client: "Client", record: HandedIn) -> bool:
        """Hand in what stands in one record by now; whether there was anything."""
        now = asyncio.get_running_loop().time()
        if not record.known or now - record.asked > CERTAIN_S:
            if not client.is_connected:
                return False
            await self._resume(client, record)
            record.asked, record.seen = now, -1
        changed = record.journal.changed
        if changed == record.seen:
            return False
        moved = False
        for stored in record.journal.entries_after(record.number):
            await self._publish(client, record, stored)
            moved = True
        if not moved:
            record.seen = changed
            self._tell("up to date" if not self.contradictions else "contradicted")
        return moved

    async def _resume(self, client: "Client", record: HandedIn) -> None:
        """Ask the hub for the last entry of this game that it has."""
        access = self._access
        asked = names.last_entry_request(access.event, access.table, record.game)
        found = await client.request(asked, b"", timeout=ACKNOWLEDGED_S)
        headers = found.headers or {}
        if headers.get("Status") == NO_MESSAGE:
            record.number, record.sequence, record.digest = 0, 0, ""
        else:
            number, digest = int(headers[names.NUMBER]), headers[names.HASH]
            self._compare(record, number, digest)
            record.number, record.digest = number, digest
            record.sequence = int(headers["Nats-Sequence"])
        record.known = True

    def _compare(self, record: HandedIn, number: int, digest: str) -> None:
        """Raise `JournalError` when the hub's copy is not of this record."""
        newest = _newest(record.journal) or 0
        if number > newest:
            raise JournalError(
                tr(
                    "the hub has {number} entries of {name} and this disk only {newest}: the "
                    "record was put back from an older copy",
                    number=number,
                    name=record.path.name,
                    newest=newest,
                )
            )
        own = record.journal.entry(number).hash
        if own != digest:
            raise JournalError(
                tr(
                    "entry {number} of {name} is another one at the hub: nothing more of it is "
                    "handed in",
                    number=number,
                    name=record.path.name,
                )
            )

    async def _publish(self, client: "Client", record: HandedIn, stored: StoredEntry) -> None:
        """One entry, acknowledged once it is on the hub's disk. Raises `OutdatedError`."""
        access, entry = self._access, stored.entry
        headers = {
            names.EXPECTED: str(record.sequence),
            names.NUMBER: str(entry.number),
            names.HASH: entry.hash,
        }
        if stored.signature is not None:
            headers[names.SIGNER] = stored.signature.signer
            headers[names.SIGNATURE] = base64.b64encode(stored.signature.signature).decode()
        subject = names.entry_subject(access.event, access.table, record.game)
        said = await client.request(subject, stored.body, timeout=ACKNOWLEDGED_S, headers=headers)
        answer = json.loads(said.data)
        if error := answer.get("error"):
            if error.get("err_code") == WRONG_LAST:
                raise OutdatedError
            self._tell(f"full: {error.get('description')}")
            raise OSError(error.get("description"))
        record.number, record.sequence = entry.number, int(answer["seq"])
        record.digest = entry.hash


def _newest(journal: Journal) -> int | None:
    """The number of the last entry in the file by now; None when it cannot be read."""
    try:
        return journal.newest
    except JournalError:
        return None
