"""Requests of browsers, as bytes on a line, read by the page's own server and application."""

import asyncio
import logging
import socket
from contextlib import suppress
from functools import cache

import uvicorn
from h11 import LocalProtocolError
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from tests.bench.replayed import ReplayedSource
from ui.web.codes import AccessCodes
from ui.web.connections import ConnectedSocket, Connections
from ui.web.facts import command_of
from ui.web.site import Site

HEAD = b" HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
REQUESTS = (
    b"GET /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: diceref=abc\r\n\r\n",
    b"GET /page.js HTTP/1.1\r\nHost: localhost:8642\r\n\r\nGET / HTTP/1.1\r\nHost: [::1]\r\n\r\n",
    b"POST /command" + HEAD + b"Content-Length: 44\r\n\r\n"
    b'{"do": "answer", "question": 3, "choice": 0}',
    b"POST /command" + HEAD + b"Content-Length: 58\r\n\r\n"
    b'{"do": "announce", "offer": 0, "text": "attacks with Thor"}',
    b"POST /command" + HEAD + b"Transfer-Encoding: chunked\r\n\r\nd\r\n"
    b'{"do":"undo"}\r\n0\r\n\r\n',
    b"POST /enter" + HEAD + b"Content-Length: 20\r\n\r\n" + b'{"code": "12345678"}',
)  # fmt: skip


STOPPING_S = 8.0
"""Within this time an answer has been given up whose line is closed."""


class Faults(logging.Handler):
    """What the server logs as a fault of the application."""

    def __init__(self):
        super().__init__(logging.ERROR)
        self.seen = []

    def emit(self, record):
        fault = record.exc_info[1] if record.exc_info else record.getMessage()
        if not isinstance(fault, LocalProtocolError):  # a broken request was hung up on already
            self.seen.append(fault)


class Page:
    """The page's server without a port: each visitor comes by a pair of sockets."""

    def __init__(self, source):
        self.source = source
        self.loop = asyncio.new_event_loop()
        self.site = Site(
            AccessCodes(lambda _: None), Connections(), self.ask, local=True, secure=False
        )
        self.config = uvicorn.Config(
            self.site.app(), http="h11", ws="none", lifespan="off", log_config=None,
            access_log=False, h11_max_incomplete_event_size=16_384, timeout_keep_alive=1,
        )  # fmt: skip
        self.config.load()
        self.faults = Faults()
        logging.getLogger("uvicorn.error").addHandler(self.faults)
        logging.getLogger("ui.web").setLevel(logging.CRITICAL)
        self.loop.run_until_complete(self.site.show(b"{}"))

    async def ask(self, command):
        try:
            command_of(command, self.source.latest())
        except ValueError as error:
            return str(error)
        return ""

    def answer(self, content):
        """What the server sends for these bytes. Raises the fault of ours, if there is one."""
        self.faults.seen.clear()
        answer = self.loop.run_until_complete(self._answer(content))
        if self.faults.seen:
            fault = self.faults.seen[0]
            raise fault if isinstance(fault, BaseException) else RuntimeError(fault)
        if b" 500 " in answer.partition(b"\r\n")[0]:
            raise RuntimeError("500")
        return answer

    async def _answer(self, content):
        ours, theirs = socket.socketpair()
        ours.settimeout(0.0)
        theirs = ConnectedSocket(fileno=theirs.detach())
        self.site.connections.admit(theirs, ("", 0))
        state = ServerState()
        _, protocol = await self.loop.connect_accepted_socket(
            lambda: H11Protocol(self.config, state, {}), theirs
        )
        protocol.data_received(content or b" ")  # no line ever brings nothing
        for _ in range(5):
            if not state.tasks:
                break
            await asyncio.wait(tuple(state.tasks), timeout=0.01)
        answer = b""
        with suppress(BlockingIOError, ConnectionError):
            while more := ours.recv(65_536):
                answer += more
        ours.close()
        async with asyncio.timeout(STOPPING_S):  # the line is closed: each answer ends
            while state.tasks or len(self.site.connections):  # noqa: ASYNC110 - the server's own
                await asyncio.sleep(0)
        return answer


@cache
def page():
    from tests.ui import tables

    return Page(ReplayedSource([tables.question(), tables.attack_step(), tables.foul()]))


def read_requests(content):
    page().answer(content)
