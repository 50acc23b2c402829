"""Connecting to the hub: one certificate is trusted, found by the fingerprint in the join code."""

import asyncio
import hashlib
import hmac
import logging
import platform
import socket
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Self, cast

import msgspec

from ui.app.errors import UserError
from ui.hub import names
from ui.hub.join_codes import JoinCode
from ui.hub.server import check_version
from ui.hub.whole_files import write_whole
from words import tr
from words.written import write_text

if TYPE_CHECKING:
    from nats.aio.client import Client

log = logging.getLogger(__name__)

logging.getLogger("asyncio").addFilter(
    lambda record: (
        "eof_received" not in record.getMessage()
    )  # told whenever TLS ends: it is no news
)

PING_S: Final = 4
"""Two pings without an answer: the connection is dead."""

ANSWER_S: Final = 4.0
JOINING_S: Final = 10.0
CONNECTING_S: Final = 4.0
PATIENCE_S: Final = 12.0
RECONNECT_S: Final = cast("int", 0.3)  # declared whole, and any number will do
SHOWN_THE_DOOR: Final = 3
"""So often in a row an account is refused, then it is no more."""


class HubAccess(msgspec.Struct, frozen=True):
    """How one account gets to the hub; kept in a file that only its owner can read."""

    servers: tuple[str, ...]  # host:port
    event: str
    account: str
    password: str
    certificate: str  # in PEM; "": as any web site's
    table: str = ""  # "": the desk
    title: str = ""  # what people call the event

    @classmethod
    def at(cls, path: Path) -> Self:
        """As it was kept. Raises `UserError`."""
        try:
            return msgspec.json.decode(path.read_bytes(), type=cls)
        except FileNotFoundError:
            raise UserError(
                tr("this table has joined no desk yet: use `diceref play --desk CODE`.")
            ) from None
        except (OSError, ValueError) as error:
            raise UserError(
                tr(
                    "{path} cannot be read ({error}): join with a code again.",
                    path=path,
                    error=error,
                )
            ) from None

    def keep(self, path: Path) -> None:
        """Write it down. Raises `UserError`."""
        write_whole(path, msgspec.json.encode(self, enc_hook=write_text))

    def trust(self) -> ssl.SSLContext:
        """What this side believes: the hub's one certificate, whatever name it is reached by."""
        if not self.certificate:
            return ssl.create_default_context()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False  # the certificate itself is known
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        context.verify_flags &= ~ssl.VERIFY_X509_STRICT
        context.load_verify_locations(cadata=self.certificate)
        return context


class _Line:
    """What happens to one connection."""

    def __init__(self, client: "Client", changed: Callable[[bool], None]) -> None:
        self._client, self._changed = client, changed
        self.complaints: list[Exception] = []

    async def lost(self) -> None:
        self._changed(False)  # noqa: FBT003 - lost or back

    async def back(self) -> None:
        self.complaints.clear()
        self._changed(True)  # noqa: FBT003 - the same

    async def complain(self, error: Exception) -> None:
        log.info("the hub: %s", error)
        self.complaints.append(error)
        lately = self.complaints[-SHOWN_THE_DOOR:]
        if len(lately) == SHOWN_THE_DOOR and all(map(_not_let_in, lately)):
            self._client.options["max_reconnect_attempts"] = 1  # a new code was given out: give up


async def connect_once(
    access: HubAccess, *, changed: Callable[[bool], None] = lambda _: None
) -> "Client":
    """A connection that looks for the hub again whenever it is lost.

    `changed` is told when it is lost (False) or back (True). Raises `OSError` when the hub cannot
    be reached now, `UserError` when it never will be: an old server, an account that is no more.
    """
    try:
        from nats.aio.client import Client as NatsClient  # noqa: PLC0415 - diceref[desk] only
        from nats.errors import Error  # noqa: PLC0415 - the same
    except ImportError:
        raise UserError(
            tr("tables and desk talk over NATS: pip install 'diceref[desk]'.")
        ) from None
    client = NatsClient()
    line = _Line(client, changed)
    connecting = client.connect(
        servers=[f"tls://{server}" for server in access.servers],
        user=access.account,
        password=access.password,
        tls=access.trust(),
        inbox_prefix=names.inbox_of(access.account),
        name=access.table or access.account,
        connect_timeout=3,
        reconnect_time_wait=RECONNECT_S,
        max_reconnect_attempts=-1,
        ping_interval=PING_S,
        max_outstanding_pings=2,
        disconnected_cb=line.lost,
        reconnected_cb=line.back,
        error_cb=line.complain,
    )
    try:
        await asyncio.wait_for(connecting, CONNECTING_S)
    except (TimeoutError, Error, OSError) as error:
        why = line.complaints[-1] if line.complaints else error
        if _not_let_in(why):
            raise UserError(
                tr("the hub does not know this table any more: ask for a new code.")
            ) from None
        raise ConnectionError(str(why) or tr("no answer")) from error
    line.complaints.clear()
    try:
        check_version(str(client.connected_server_version))
    except UserError:
        await client.close()
        raise
    return client


class LostConnection:
    """How long a lost connection is left to the library to mend.

    Its own task for that may die of an error that it does not expect; it then never comes back.
    """

    def __init__(self, client: "Client") -> None:
        self._client = client
        self._lost: float | None = None

    @property
    def is_over(self) -> bool:
        """Whether a connection of one's own should be made; to be asked again and again."""
        now = time.monotonic()
        if self._client.is_connected:
            self._lost = None
        elif self._lost is None:
            self._lost = now
        return self._lost is not None and now - self._lost > PATIENCE_S


def stop_if_cancelled() -> None:
    """Raise `CancelledError` in a task that was cancelled while a library passed over that.

    `asyncio.wait_for` of Python 3.11 does so when its answer comes at that moment, and so does the
    client when it flushes: a loop that asks the hub asks this as well.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


async def let_go(client: "Client") -> None:
    """Close a connection, in whatever state it is."""
    with suppress(Exception):
        await asyncio.wait_for(client.close(), CONNECTING_S)


def _not_let_in(error: Exception) -> bool:
    return "authorization" in str(error).lower()


def fetch_certificate(host: str, port: int, fingerprint: bytes) -> str:
    """The hub's certificate in PEM, if it is the one that the code means. Raises `UserError`."""
    unseen = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    unseen.check_hostname = False
    unseen.verify_mode = ssl.CERT_NONE  # it is compared with the code's fingerprint instead
    try:
        with socket.create_connection((host.strip("[]"), port), timeout=5.0) as talk:
            talk.settimeout(5.0)
            said = b""
            while not said.endswith(b"\r\n") and len(said) < 100_000:
                more = talk.recv(1)
                if not more:
                    break
                said += more
            with unseen.wrap_socket(talk) as secured:
                found = secured.getpeercert(binary_form=True) or b""
    except OSError as error:
        raise UserError(
            tr(
                "no desk answers at {host}:{port} ({error}): is it running, and on this network?",
                host=host,
                port=port,
                error=error,
            )
        ) from None
    if hashlib.sha256(found).digest()[: len(fingerprint)] != fingerprint:
        raise UserError(
            tr(
                "who answers at {host}:{port} is not the desk that gave out this code: look "
                "at the desk's code again.",
                host=host,
                port=port,
            )
        )
    return ssl.DER_cert_to_PEM_cert(found)


class JoinRequest(msgspec.Struct, frozen=True):
    """What a table sends to be let in."""

    secret: str
    password: Annotated[str, msgspec.Meta(min_length=32, max_length=100, pattern="^[0-9a-z]+$")]
    device: Annotated[str, msgspec.Meta(max_length=100)]
    version: int = 1
    key: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")] = ""  # what signs its records


class JoinAnswer(msgspec.Struct, frozen=True):
    """Where it belongs, or why not."""

    table: str = ""
    event: str = ""
    title: str = ""  # what people call the event
    servers: tuple[str, ...] = ()  # "": where it was asked
    refused: str = ""
    password: str = ""  # of servers of one's own; "": the one that was asked with
    certificate: str = ""  # theirs, in PEM; "": that of the server that was asked


async def _answered(client: "Client", request: bytes) -> JoinAnswer:
    """The desk's word on a join code; a desk that is just being opened is waited for."""
    from nats.errors import NoRespondersError  # noqa: PLC0415 - loaded with the connection

    until = time.monotonic() + JOINING_S
    while True:
        try:
            said = await client.request(names.JOIN, request, timeout=JOINING_S)
            return msgspec.json.decode(said.data, type=JoinAnswer)
        except NoRespondersError:
            if time.monotonic() > until:
                raise
            await asyncio.sleep(0.3)


async def join(code: JoinCode, device_key: bytes, table_key: str = "") -> HubAccess:
    """Ask to be let in; the same device may ask again with the same code. Raises `UserError`.

    `table_key`: the public key by which the desk knows this table's entries.
    """
    from nats.errors import Error  # noqa: PLC0415 - comes with diceref[desk] only

    certificate = await asyncio.to_thread(fetch_certificate, code.host, code.port, code.fingerprint)
    server = f"{code.host}:{code.port}"
    asking = HubAccess((server,), "", names.JOINING, names.JOINING, certificate)
    password = hmac.digest(device_key, code.secret, "sha256").hex()
    device = platform.node()[:60] or tr("a table")
    request = JoinRequest(code.secret.hex(), password, device, key=table_key)
    try:
        client = await connect_once(asking)
    except OSError as error:
        raise UserError(
            tr("the desk at {server} does not answer ({error}).", server=server, error=error)
        ) from None
    try:
        answer = await _answered(client, msgspec.json.encode(request, enc_hook=write_text))
    except (Error, ValueError, TimeoutError) as error:
        raise UserError(
            tr(
                "the desk at {server} did not answer the join code ({error}).",
                server=server,
                error=error,
            )
        ) from None
    finally:
        await client.close()
    if answer.refused:
        raise UserError(answer.refused)
    return HubAccess(
        answer.servers or (server,),
        answer.event,
        names.account_of(answer.table),
        answer.password or password,
        answer.certificate or certificate,
        answer.table,
        answer.title,
    )
