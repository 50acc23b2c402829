"""Opening a desk: its folder, its hub, its archive, its pages."""

import asyncio
import hashlib
import os
import ssl
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

import ui
from ui.app.errors import UserError
from ui.app.folders import folder
from ui.desk.archive import Archive
from ui.desk.pages import PublicPages
from ui.desk.service import DeskService
from ui.hub.connection import HubAccess, fetch_certificate
from ui.hub.join_codes import FINGERPRINT
from ui.hub.names import PORT
from ui.hub.server import HubServer
from words import tr

WRITTEN_S = 1.0
"""Between two looks at what the public pages show."""

CLUSTER = 3
"""Copies of each entry in a hub of several servers."""


@dataclass(frozen=True, slots=True)
class DeskOptions:
    """How a desk is opened."""

    name: str = "event"
    host: str = "127.0.0.1"
    port: int = PORT
    reached: str = ""  # how tables reach this machine; "": by `host`
    archive: str = ""  # a PostgreSQL database; "": a file
    hub: str = ""  # servers of one's own: tls://user:password@host:port,…
    event: str = ""  # the event's short name there
    pages: str = ""  # where public pages are written
    delay: float = 0.0


def desk_folder(name: str) -> Path:
    """The folder of a desk. Raises `UserError`."""
    if not name or any(sign in name for sign in "/\\") or name.startswith("."):
        raise UserError(
            tr("a desk cannot be called '{name:.40}': letters, digits and - will do.", name=name)
        )
    return folder("desk") / f"desk-{name}"


@contextmanager
def opened(
    options: DeskOptions, changed: Callable[[], None] = lambda: None
) -> Iterator[DeskService]:
    """A desk with its hub running, until the end. Raises `UserError`."""
    where = desk_folder(options.name)
    server = HubServer(where / "hub", options.host, options.port)
    access = outside_hub(options, server)
    archive = Archive(options.archive or where / "archive.db")
    if access is None:
        server.start()
    try:
        service = DeskService(
            where,
            server=server,
            archive=archive,
            host=options.reached or options.host,
            changed=changed,
            access=access,
            replicas=CLUSTER if access is not None and len(access.servers) >= CLUSTER else 1,
        )
        if access is not None:
            service.reception.outside, service.reception.access = _known_by(access), access
        try:
            yield service
        finally:
            service.close()
    finally:
        archive.close()
        if access is None:
            server.stop()


def outside_hub(options: DeskOptions, server: HubServer) -> HubAccess | None:
    """How to get to servers of one's own; None where the desk starts its own.

    Raises `UserError` for an address that is none.
    """
    if not options.hub:
        return None
    first, *others = options.hub.split(",")
    found = urlsplit(first)
    if found.scheme not in {"tls", "nats"} or not found.hostname or not found.username:
        raise UserError(
            tr("--hub takes tls://USER:PASSWORD@HOST:PORT, and more HOST:PORT after commas.")
        )
    servers = (f"{found.hostname}:{found.port or 4222}", *filter(None, others))
    event = options.event or server.accounts.event
    return HubAccess(
        servers, event, unquote(found.username), unquote(found.password or ""), _trusted(server)
    )


def _known_by(access: HubAccess) -> tuple[str, int, bytes]:
    """Where tables find an outside hub, and how they know it. Raises `UserError`."""
    host, _, port = access.servers[0].rpartition(":")
    certificate = fetch_certificate(host, int(port), b"")
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate)).digest()
    return host, int(port), digest[:FINGERPRINT]


def _trusted(server: HubServer) -> str:
    """The certificate of an outside hub, where one lies in the desk's folder; else the system's."""
    given = server.folder / "hub.crt"
    return given.read_text(encoding="ascii") if given.exists() else ""


@asynccontextmanager
async def pages_written(service: DeskService, options: DeskOptions) -> AsyncIterator[None]:
    """Public pages are kept up to date meanwhile, where they were asked for."""
    if not options.pages:
        yield
        return
    pages = PublicPages(service, Path(options.pages), delay=options.delay)
    service.arrived_at = pages.arrived

    async def keep() -> None:
        while True:
            with suppress(UserError):
                await asyncio.to_thread(pages.draw, pages.shown())
                pages.write()
            await asyncio.sleep(WRITTEN_S)

    keeping = asyncio.create_task(keep())
    try:
        yield
    finally:
        keeping.cancel()
        pages.write()


@contextmanager
def pages_served(pages: Path, host: str, port: int) -> Iterator[None]:
    """The public pages are served by a process of their own."""
    pages.mkdir(parents=True, exist_ok=True)
    words = [sys.executable, "-P", "-m", "ui.desk.page_server", str(pages), host, str(port)]
    serving = subprocess.Popen(  # noqa: S603 - our own module
        words,
        env={**os.environ, "PYTHONPATH": str(Path(ui.__file__).parents[1])},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
    finally:
        serving.terminate()
        serving.wait()
