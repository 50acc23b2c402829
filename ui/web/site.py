"""The page in a browser, as an application of Starlette: its three files, the stream, commands.

It knows no game: tables come in as JSON and commands go out as JSON, through the process's pipes.
"""

import asyncio
import json
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import Any, Final, Protocol, TypeAlias

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.web.codes import AccessCodes
from ui.web.connections import Connections, is_loopback
from ui.words.pages import served

MOST_BODY: Final = 4096  # bytes
BODY_S: Final = 5.0  # seconds in which a body has come
STALLED_S: Final = 20.0  # seconds that a reader may leave an answer unread
ASKED_EACH_S: Final = 2.0
LOOKED_AT_S: Final = 5  # seconds for which somebody looks at the picture they asked for
BEAT_S: Final = 10.0  # seconds between two signs of life
COOKIE: Final = "diceref"
SECURITY: Final[Mapping[str, str]] = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; "
    "img-src 'self'; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
HTML: Final = "text/html; charset=utf-8"
SCRIPT: Final = "text/javascript; charset=utf-8"
SHEET: Final = "text/css; charset=utf-8"
PAGES: Final[Mapping[str, tuple[str, str]]] = {
    "/": ("web/page/index.html", HTML),
    "/page.js": ("web/page/page.js", SCRIPT),
    "/page.css": ("web/page/page.css", SHEET),
    "/watch": ("web/page/watch.html", HTML),
    "/watch.js": ("web/page/watch.js", SCRIPT),
    "/watch.css": ("web/page/watch.css", SHEET),
    "/overlay": ("web/page/overlay.html", HTML),
    "/overlay.js": ("web/page/overlay.js", SCRIPT),
    "/overlay.css": ("web/page/overlay.css", SHEET),
    "/follow.js": ("web/page/follow.js", SCRIPT),
    "/mat.js": ("svg/mat.js", SCRIPT),
}
MOST_DELAY: Final = 900  # seconds
KEPT_EACH_S: Final = 0.5
"""Of the tables that those behind are still to see, at most one is kept in this time."""

MOST_PICTURES: Final = 120
"""Pictures of the camera that are kept for those behind."""

DESK_PAGES: Final[Mapping[str, tuple[str, str]]] = {
    "/": ("web/page/desk.html", HTML),
    "/desk.js": ("web/page/desk.js", SCRIPT),
    "/follow.js": ("web/page/follow.js", SCRIPT),
    "/desk.css": ("web/page/desk.css", SHEET),
}
"""For helpers of a tournament desk."""

Ask: TypeAlias = Callable[[Mapping[str, Any]], Awaitable[str]]
"""Hands a command to the game; what it answers: "" when it was taken, else why not."""


@dataclass
class Site:
    """What the page shows and whom it lets in."""

    codes: AccessCodes
    connections: Connections
    ask: Ask
    local: bool  # only this machine can reach it: no codes
    secure: bool  # behind TLS
    delay: float = 0.0  # seconds by which those who only watch are behind
    want_pictures: Callable[[int], None] = lambda _seconds: None
    pages: Mapping[str, tuple[str, str]] = field(default_factory=lambda: PAGES)
    most_delay: float = MOST_DELAY
    closed: bool = False
    mats: Mapping[str, str] = field(default_factory=dict)
    _table: bytes = b""
    _number: int = 0
    _furthest: float = 0.0  # seconds by which anybody has been behind
    _wanted_until: float = float("-inf")  # so long the game sends pictures
    _past: deque[tuple[float, int, bytes]] = field(default_factory=deque)  # when, number, table
    _pictures: deque[tuple[float, bytes]] = field(
        default_factory=partial(deque, maxlen=MOST_PICTURES)
    )
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)

    def app(self) -> ASGIApp:
        """The application."""
        pages = [Route(path, self._page, methods=["GET"]) for path in self.pages]
        return Guard(
            Starlette(
                routes=[
                    *pages,
                    Route("/mat/{shape}", self._mat, methods=["GET"]),
                    Route("/picture", self._picture, methods=["GET"]),
                    Route("/tables", self._tables, methods=["GET"]),
                    Route("/enter", self._enter, methods=["POST"]),
                    Route("/command", self._command, methods=["POST"]),
                ],
            ),
            self,
        )

    async def show(self, table: bytes) -> None:
        """The newest table, as JSON."""
        async with self._news:
            self._table, self._number = table, self._number + 1
            self._remember()
            self._news.notify_all()

    def _remember(self) -> None:
        """Keep the table for those behind, no more of them than anybody could tell apart."""
        now, past, furthest = time.monotonic(), self._past, max(self.delay, self._furthest)
        if not furthest:
            return
        while len(past) > 1 and past[1][0] < now - furthest:
            past.popleft()  # whoever is the furthest behind sees the one after it
        if len(past) > 1 and now - past[-2][0] < KEPT_EACH_S:
            past.pop()
        past.append((now, self._number, self._table))

    def picture(self, content: bytes) -> None:
        """The camera's newest picture, as JPEG."""
        furthest = max(self.delay, self._furthest)
        if not furthest:
            self._pictures.clear()
        elif self._pictures:
            apart = furthest / MOST_PICTURES
            if time.monotonic() - self._pictures[-1][0] < apart:
                return
        self._pictures.append((time.monotonic(), content))

    async def close(self) -> None:
        """Tell those who watch that the game has closed."""
        async with self._news:
            self.closed = True
            self._news.notify_all()

    async def _page(self, request: Request) -> Response:
        name, kind = self.pages[request.url.path]
        return Response(served(name), media_type=kind)

    async def _mat(self, request: Request) -> Response:
        if not self._may_watch(request):
            return _said(HTTPStatus.UNAUTHORIZED, "code")
        drawn = self.mats.get(request.path_params["shape"])
        if drawn is None:
            return _said(HTTPStatus.NOT_FOUND, "no such mat")
        return Response(drawn, media_type="image/svg+xml")

    async def _picture(self, request: Request) -> Response:
        """What the camera saw, as long ago as this viewer is behind."""
        if not self._may_watch(request):
            return _said(HTTPStatus.UNAUTHORIZED, "code")
        behind = self._behind(request)
        now = time.monotonic()
        until = now - behind
        wanted = now + behind + LOOKED_AT_S
        if wanted > self._wanted_until + ASKED_EACH_S:  # however many look, the game is told seldom
            self._wanted_until = wanted
            self.want_pictures(round(behind) + LOOKED_AT_S)
        seen = next((picture for when, picture in reversed(self._pictures) if when <= until), None)
        if seen is None:
            return _said(HTTPStatus.NOT_FOUND, "no picture yet")
        return Response(seen, media_type="image/jpeg")

    def _may_watch(self, request: Request) -> bool:
        return self.local or self.codes.may_watch(_token(request))

    def _behind(self, request: Request) -> float:
        """Seconds by which this viewer is behind: as set for all who watch, or more by wish."""
        wished = request.query_params.get("delay", "")
        seconds = int(wished) if wished.isascii() and wished.isdecimal() and len(wished) < 6 else 0
        plays = self._may_play(request) and "watch" not in request.query_params
        set_for_all = 0.0 if plays else self.delay
        behind = min(self.most_delay, max(set_for_all, seconds))
        self._furthest = max(self._furthest, behind)  # so much is kept from now on
        return behind

    async def _tables(self, request: Request) -> Response:
        if not self._may_watch(request):
            return _said(HTTPStatus.UNAUTHORIZED, "code")
        if not self.connections.may_stream(_client(request.scope)):
            return _said(HTTPStatus.SERVICE_UNAVAILABLE, "too many watchers")
        return StreamingResponse(
            self._stream(player=self._may_play(request), behind=self._behind(request)),
            media_type="text/event-stream",
            headers={"Connection": "close"},
        )

    async def _stream(self, *, player: bool, behind: float) -> AsyncIterator[bytes]:
        """The role, then each newest table; a slow reader misses some."""
        code = self.codes.watch_code if player and not self.local else ""
        role = {"player": player, "behind": behind, "code": code}
        yield b"event: role\ndata: " + json.dumps(role).encode() + b"\n\n"
        shown, told = 0, time.monotonic()
        while not self.closed:
            number, table = self._seen_from(behind)
            if number != shown or time.monotonic() - told >= BEAT_S:
                yield b": beat\n\n" if number == shown else b"data: " + table + b"\n\n"
                shown, told = number, time.monotonic()
            if behind:
                await asyncio.sleep(KEPT_EACH_S)
            else:
                await self._newer_than(shown)
        yield b"event: closed\ndata: {}\n\n"

    def _seen_from(self, behind: float) -> tuple[int, bytes]:
        """The newest table that is as old as this, and its number; 0 when there is none yet."""
        if not behind:
            return self._number, self._table
        until = time.monotonic() - behind
        past = ((number, table) for when, number, table in reversed(self._past) if when <= until)
        return next(past, (0, b""))

    async def _newer_than(self, shown: int) -> None:
        async with self._news:
            try:
                async with asyncio.timeout(BEAT_S):
                    await self._news.wait_for(lambda: self._number > shown or self.closed)
            except TimeoutError:
                return

    async def _enter(self, request: Request) -> Response:
        written = await _body(request)
        if written is None:
            return _said(HTTPStatus.BAD_REQUEST, "not understood")
        token = self.codes.enter(str(written.get("code", "")).strip(), _client(request.scope)[0])
        if token is None:
            return _said(HTTPStatus.FORBIDDEN, "wrong code")
        answer = JSONResponse({"player": self.codes.may_play(token)})
        answer.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=self.secure)
        return answer

    async def _command(self, request: Request) -> Response:
        written = await _body(request)
        if written is None:
            return _said(HTTPStatus.BAD_REQUEST, "not understood")
        if not self._may_play(request):
            return _said(HTTPStatus.FORBIDDEN, "watching only")
        refused = await self.ask(written)
        return _said(HTTPStatus.CONFLICT, refused) if refused else JSONResponse({})

    def _may_play(self, request: Request) -> bool:
        return self.local or self.codes.may_play(_token(request))

    def known_host(self, host: str) -> bool:
        """On loopback a foreign name in the request is another page's trick."""
        name = host[: host.rindex("]") + 1] if "]" in host else host.partition(":")[0]
        return not self.local or is_loopback(name)


class GuardedSite(Protocol):
    """What the guard needs to know of whom it guards."""

    connections: Connections

    def known_host(self, host: str) -> bool:
        """Whether this is a name that the site goes by."""


class Guard:
    """Around the application: deadlines, the headers of every answer, who has asked."""

    def __init__(self, app: ASGIApp, site: GuardedSite) -> None:
        self._app = app
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one web socket."""
        if scope["type"] not in {"http", "websocket"}:
            return
        client, connections = _client(scope), self._site.connections

        async def send_soon(message: Message) -> None:
            if message["type"] == "http.response.start":
                extra = [(name.lower().encode(), v.encode()) for name, v in SECURITY.items()]
                message["headers"] = [*message["headers"], *extra]
            async with asyncio.timeout(STALLED_S):
                await send(message)

        connections.asks(client)
        try:
            hosts = [value for name, value in scope["headers"] if name == b"host"]
            if len(hosts) != 1 or not self._site.known_host(hosts[0].decode("latin-1")):
                refusal = _said(HTTPStatus.FORBIDDEN, "unknown host")
                await refusal(scope, receive, send_soon)
                return
            await self._app(scope, receive, send_soon)
        except (TimeoutError, ClientDisconnect):
            return  # the server closes what was left unanswered
        finally:
            connections.answered(client)


def _client(scope: Scope) -> tuple[str, int]:
    host, port = scope.get("client") or ("", 0)
    return str(host), int(port)


def _said(status: HTTPStatus, error: str) -> Response:
    return JSONResponse({"error": error}, status)


def _token(request: Request) -> str:
    return request.cookies.get(COOKIE, "")


async def _body(request: Request) -> Mapping[str, Any] | None:
    """The JSON object that was sent; a form of another page cannot send this type."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        return None
    content = b""
    async with asyncio.timeout(BODY_S):
        async for piece in request.stream():
            content += piece
            if len(content) > MOST_BODY:
                return None
    try:
        written = json.loads(content)
    except (ValueError, RecursionError):
        return None
    return written if isinstance(written, dict) else None
