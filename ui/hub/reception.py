"""Lets tables in that ask with a join code."""

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from ui.app.errors import UserError
from ui.hub import names
from ui.hub.accounts import JoinDesk
from ui.hub.connection import HubAccess, JoinAnswer, JoinRequest
from ui.hub.join_codes import FINGERPRINT, JoinCode
from ui.hub.server import HubServer
from words import tr
from words.written import write_text

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg

log = logging.getLogger(__name__)


class Reception:
    """Answers join requests for one hub."""

    def __init__(
        self,
        server: HubServer,
        title: Callable[[], str],
        joined: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`title`: what people call the event; `joined` is told each table that was let in."""
        self._server, self._title, self._joined = server, title, joined
        self._desk = JoinDesk(server.accounts)
        self._one_by_one = asyncio.Lock()
        self.outside: tuple[str, int, bytes] | None = None  # where another hub is
        self.access: HubAccess | None = None  # how the desk gets there

    @property
    def besieged(self) -> bool:
        """Whether somebody is guessing codes: nobody joins for a minute."""
        return self._desk.besieged

    def code(self, table: str, host: str) -> str:
        """The join code of a table, which is made when it is new. Raises `UserError`."""
        server = self._server
        if table not in server.accounts.tables:
            server.accounts.table(table)
            server.keep_accounts()
        fingerprint = bytes.fromhex(server.certificate.fingerprint)[:FINGERPRINT]
        secret = bytes.fromhex(server.accounts.tables[table].secret)
        where = self.outside or (host, server.port, fingerprint)
        return JoinCode(*where, secret).written()

    def new_code(self, table: str) -> None:
        """Give a table another code; whatever plays there with the old one is cut off."""
        self._server.accounts.new_code(table)
        self._server.keep_accounts()

    async def open(self, client: "Client") -> None:
        """Answer from now on."""
        await client.subscribe(names.JOIN, cb=self._asked)

    async def _asked(self, message: "Msg") -> None:
        async with self._one_by_one:
            await message.respond(
                msgspec.json.encode(await self._answer(message.data), enc_hook=write_text)
            )

    async def _answer(self, asked: bytes) -> JoinAnswer:
        try:
            request = msgspec.json.decode(asked, type=JoinRequest)
            if request.version != 1:
                return JoinAnswer(refused=tr("this table has a newer DiceRef: update the desk."))
            table, changed = self._desk.let_in(
                request.secret, request.password, request.device, request.key
            )
            if changed:
                await asyncio.to_thread(self._server.keep_accounts)
                log.info("table %s has joined: %s", table, request.device)
                self._joined(table)
        except msgspec.ValidationError:
            return JoinAnswer(refused=tr("the desk does not understand this table: update both."))
        except (ValueError, UserError) as refused:
            log.warning("a join code was refused: %s", refused)
            return JoinAnswer(refused=str(refused))
        accounts = self._server.accounts
        outside = self.access
        if outside is None:
            return JoinAnswer(table, accounts.event, self._title())
        return JoinAnswer(
            table, outside.event, self._title(), outside.servers,
            password=accounts.tables[table].issued, certificate=outside.certificate,
        )  # fmt: skip
