"""Who may be connected: limits per address and in all, and deadlines, before anything is read.

Whoever has not asked for anything yet makes room for others, the oldest first; an address that
sends many connections only ever pushes out its own.
"""

import socket
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from ipaddress import ip_address
from typing import Final, TypeAlias

MOST: Final = 700
"""Connections in all; the files that the process may open are a few more."""

MOST_OF_ONE: Final = 24
"""Connections of one address."""

MOST_STREAMS: Final = 400
MOST_STREAMS_OF_ONE: Final = 6

ASKING_S: Final = 5.0
"""Within this time a request has come whole but for its body, the handshake of TLS included."""

WAITING: Final = 2048
"""Connections that the system holds until they are taken."""

ACCEPTED_AT_ONCE: Final = 32
REFUSED_AT_ONCE: Final = 64
"""Before who was hung up on is closed: the files of both are held meanwhile."""

Client: TypeAlias = tuple[str, int]
"""The address and port of the other end."""


def is_loopback(host: str) -> bool:
    """Whether an address, or the name of one, is this machine's own and nobody else's."""
    if host.lower().rstrip(".") == "localhost":
        return True
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:  # another name, whatever it looks like
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


class ConnectedSocket(socket.socket):
    """One connection: when it is closed, its place is free at once."""

    forget: Callable[[], None] | None = None

    def close(self) -> None:
        """As ever."""
        super().close()
        if self.forget is not None:
            forget, self.forget = self.forget, None
            forget()


@dataclass(slots=True)
class Visitor:
    """Who is at the other end of a line."""

    line: ConnectedSocket
    since: float = field(default_factory=time.monotonic)  # it has asked for nothing
    streaming: bool = False

    def hang_up(self) -> None:
        """Close the line; the server notices by itself."""
        with suppress(OSError):
            self.line.shutdown(socket.SHUT_RDWR)


class Connections:
    """Everybody who is connected now."""

    def __init__(self) -> None:
        self._all: dict[Client, Visitor] = {}
        self._idle: dict[Client, Visitor] = {}  # have asked for nothing yet, the oldest first
        self._own: dict[str, dict[Client, Visitor]] = {}  # of each address

    def __len__(self) -> int:
        return len(self._all)

    def admit(self, line: ConnectedSocket, client: Client) -> bool:
        """Whether this connection may stay; another one may have to make room for it."""
        own = self._own.get(client[0], {})
        if len(own) >= MOST_OF_ONE and not self._make_room(own):
            return False
        if len(self._all) >= MOST and not self._make_room(self._idle):
            return False
        visitor = Visitor(line)
        line.forget = partial(self._forget, client)
        self._own.setdefault(client[0], {})[client] = visitor
        self._all[client] = self._idle[client] = visitor
        return True

    def asks(self, client: Client) -> None:
        """A request has come whole."""
        self._idle.pop(client, None)

    def answered(self, client: Client) -> None:
        """It has been answered: the next one is waited for."""
        if (visitor := self._all.get(client)) is not None:
            visitor.streaming, visitor.since = False, time.monotonic()
            self._idle[client] = visitor

    def may_stream(self, client: Client) -> bool:
        """Whether one more may watch from there; it counts from now on."""
        visitor = self._all.get(client)
        if visitor is None or _streams(self._all.values()) >= MOST_STREAMS:
            return False
        visitor.streaming = _streams(self._own[client[0]].values()) < MOST_STREAMS_OF_ONE
        return visitor.streaming

    def sweep(self) -> None:
        """Hang up on all who take too long to ask."""
        late = time.monotonic() - ASKING_S
        for client, visitor in list(self._idle.items()):
            if visitor.since < late:
                del self._idle[client]
                visitor.hang_up()

    def _make_room(self, among: Mapping[Client, Visitor]) -> bool:
        """Hang up on the one of these who has asked for nothing the longest, if there is one."""
        longest = next((client for client in among if client in self._idle), None)
        if longest is None:
            return False
        self._idle.pop(longest).hang_up()
        return True

    def _forget(self, client: Client) -> None:
        self._idle.pop(client, None)
        if self._all.pop(client, None) is not None:
            own = self._own[client[0]]
            del own[client]
            if not own:
                del self._own[client[0]]


def _streams(visitors: Iterable[Visitor]) -> int:
    return sum(visitor.streaming for visitor in visitors)


class LimitedListener(socket.socket):
    """A listening socket that hands on only connections that may stay."""

    connections: Connections

    def listen(self, backlog: int = 0) -> None:
        """As many as the system lets wait; `backlog` says how many the server takes at once."""
        del backlog
        super().listen(WAITING)

    def accept(self) -> tuple[socket.socket, tuple[str, int]]:
        """The next connection. Raises `BlockingIOError` when there is none for now."""
        for _ in range(REFUSED_AT_ONCE):
            accepted, address = super().accept()
            line = ConnectedSocket(fileno=accepted.detach())
            if self.connections.admit(line, (address[0], address[1])):
                return line, address
            line.close()
        raise BlockingIOError


def listen(host: str, port: int, connections: Connections) -> LimitedListener:
    """Listen there. Raises `OSError`."""
    family, _, _, _, where = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = LimitedListener(family, socket.SOCK_STREAM)
    listener.connections = connections
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.settimeout(0.0)
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener
