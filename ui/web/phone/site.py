"""The phone's side of its page: three files and a web socket, which asks for one picture at a time.

Whoever connects says the code first. A phone only ever answers: what nobody asked for, what is too
large and what takes too long ends its connection, with a sentence on its screen.
"""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from hardware.frame import Image
from hardware.pictures import MOST_PIXELS, decoded, picture_size
from ui.web.codes import AccessCodes
from ui.web.connections import Connections, is_loopback
from ui.web.site import HTML, SCRIPT, SHEET, Guard
from ui.words.pages import served
from words import say, tr

log = logging.getLogger("ui.web")

PAGES: Final[Mapping[str, tuple[str, str]]] = {
    "/": ("web/page/phone.html", HTML),
    "/phone.js": ("web/page/phone.js", SCRIPT),
    "/phone.css": ("web/page/phone.css", SHEET),
}
LARGEST_PICTURE: Final = 24_000_000
"""Bytes of one message; more is never taken in. A still of 12 million pixels has 3 to 6 million."""

MOST_WORDS: Final = 2_000  # bytes of an answer that is no picture
KNOCK_S: Final = 5.0  # seconds in which the code has come
FRAME_S, STILL_S, SETTLE_S = 2.5, 10.0, 8.0
"""Seconds that a phone has for an answer: for a frame, a still, its automatics."""

COMING_S: Final = 2.5
"""Seconds that a question waits for a phone that is not there."""

SILENT_S: Final = 3.0
"""A phone that owes an answer for so long makes room for another one."""

QUALITY: Final[Mapping[str, float]] = {"frame": 0.8, "still": 0.92}
PATIENCE: Final[Mapping[str, float]] = {
    "frame": FRAME_S, "still": STILL_S, "settings": SETTLE_S, "hold": SETTLE_S,
}  # fmt: skip

BUSY, WRONG, THROWN_OUT, COME_BACK = 4001, 4003, 4008, 4000
"""Why a connection is closed: another phone, the code, what it sent. After the last one, and after
all others, the page comes back by itself."""


class PhoneError(Exception):
    """There is no picture; the message is one sentence."""


@dataclass(eq=False)
class _Phone:
    """The phone that is connected."""

    line: WebSocket
    name: str  # drawn by chance when its page was opened
    answer: "asyncio.Future[str | bytes] | None" = None  # what it was asked for
    asked: float = 0.0  # when


@dataclass
class PhoneSite:
    """Who is let in, and what is asked of it."""

    codes: AccessCodes
    connections: Connections
    local: bool
    held: Mapping[str, Any] | None = None  # what every phone that comes is to hold
    words: str = ""  # on the phone's screen
    came: Callable[[], None] = lambda: None  # called when a phone is the camera
    _phone: _Phone | None = None
    _come: asyncio.Event = field(default_factory=asyncio.Event)

    def app(self) -> ASGIApp:
        """The application."""
        pages = [Route(path, self._page, methods=["GET"]) for path in PAGES]
        return Guard(Starlette(routes=[*pages, WebSocketRoute("/pictures", self._connected)]), self)

    def known_host(self, host: str) -> bool:
        """On loopback a foreign name in the request is another page's trick."""
        name = host[: host.rindex("]") + 1] if "]" in host else host.partition(":")[0]
        return not self.local or is_loopback(name)

    async def _page(self, request: Request) -> Response:
        name, kind = PAGES[request.url.path]
        return Response(served(name), media_type=kind)

    # -- a phone comes and goes

    async def _connected(self, line: WebSocket) -> None:
        await line.accept()
        with suppress(WebSocketDisconnect, TimeoutError, RuntimeError):
            name = await self._let_in(line)
            if name is not None:
                phone = _Phone(line, name)
                await self._replace(phone)
                try:
                    await line.send_json({"welcome": True, "hold": self.held, "tell": self.words})
                    await self._listen(phone)
                finally:
                    self._forget(phone)

    async def _listen(self, phone: _Phone) -> None:
        """Take its answers until it goes. Raises `WebSocketDisconnect`."""
        while self._phone is phone:
            said = await _message(phone.line)
            if phone.answer is None or phone.answer.done():
                await self._throw_out(
                    phone, say("This page does not speak as it should: load it again.")
                )
            else:
                phone.answer.set_result(said)

    def _forget(self, phone: _Phone) -> None:
        if phone.answer is not None and not phone.answer.done():
            phone.answer.set_exception(
                PhoneError(
                    say(
                        "The phone has gone: unlock it and look at its page; "
                        "it comes back by itself."
                    )
                )
            )
        if self._phone is phone:
            log.info("the phone has gone")
            self._phone = None
            self._come.clear()

    async def _let_in(self, line: WebSocket) -> str | None:
        """The name of whoever said the code; the others are told why not and hung up on."""
        origin = urlsplit(line.headers.get("origin", ""))
        async with asyncio.timeout(KNOCK_S):
            said = _read(await _message(line))
        name, code = said.get("phone"), said.get("code")
        client = line.client.host if line.client else ""
        if origin.netloc != line.headers.get("host") or not (
            isinstance(name, str) and 0 < len(name) <= 64
        ):
            await _hang_up(
                line, WRONG, say("This page does not speak as it should: load it again.")
            )
        elif not isinstance(code, str) or self.codes.enter(code.strip(), client) is None:
            await _hang_up(
                line,
                WRONG,
                say("The code is wrong, or was tried too often: scan the one that is shown now."),
            )
        elif self._is_another(name):
            await _hang_up(line, BUSY, say("Another phone is the camera already."))
        else:
            return name
        return None

    def _is_another(self, name: str) -> bool:
        """Whether another phone is the camera, and answers."""
        now = self._phone
        if now is None or now.name == name:
            return False
        owes = now.answer is not None and not now.answer.done()
        return not (owes and time.monotonic() - now.asked > SILENT_S)

    async def _replace(self, phone: _Phone) -> None:
        """This one is the camera from now on; its own connection of before is given up."""
        before = self._phone
        if before is not None:
            self._forget(before)
            await _hang_up(before.line, BUSY, say("Another phone is the camera already."))
        self._phone = phone
        self._come.set()
        self.came()
        log.info("a phone is the camera now")

    # -- what the game wants

    async def tell(self, words: str) -> None:
        """Show a sentence on the phone, and on every one that comes."""
        self.words = words
        if self._phone is not None:
            with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
                await self._phone.line.send_json({"tell": words})

    async def picture(self, want: str, width: int) -> Image:
        """A frame or a still, no wider than this. Raises `PhoneError`."""
        phone = await self._there()
        content = await self._exchange(
            phone, {"want": want, "width": width, "quality": QUALITY[want]}
        )
        if isinstance(content, str):
            away = _read(content).get("cannot") == "hidden"
            raise PhoneError(
                say(
                    tr("The phone's page is not in front: unlock the phone and go back to it.")
                    if away
                    else tr(
                        "The phone's camera gives no picture: end calls and other programs "
                        "that use it."
                    )
                )
            )
        size = picture_size(content)
        if size is not None and size[0] * size[1] > MOST_PIXELS:
            told = say(
                "The phone sent a picture of {width} x {height}, more than can be read: "
                "choose another camera or browser on it.",
                width=size[0],
                height=size[1],
            )
            await self._throw_out(phone, told)
            raise PhoneError(told)
        image = await asyncio.to_thread(decoded, content)
        if image is None or not size or image.shape[0] * image.shape[1] != size[0] * size[1]:
            await self._throw_out(
                phone,
                say("The phone sent what is no picture: open its page again in another browser."),
            )
            raise PhoneError(
                say("The phone sent what is no picture: open its page again in another browser.")
            )
        return image

    async def settings(self, want: str, held: Mapping[str, Any] | None = None) -> Any:
        """What the phone's camera holds, after its automatics settled or `held` was set.

        Raises `PhoneError`.
        """
        if held is not None:
            self.held = held
        phone = await self._there()
        said = await self._exchange(phone, {"want": want, "hold": held})
        return _read(said).get("settings") if isinstance(said, str) else None

    async def _there(self) -> _Phone:
        """The phone, as soon as there is one. Raises `PhoneError`."""
        if self._phone is None:
            with suppress(TimeoutError):
                async with asyncio.timeout(COMING_S):
                    await self._come.wait()
        if self._phone is None:
            raise PhoneError(
                say(
                    "No phone sends pictures: open its page again, or scan the code that was "
                    "shown at the start."
                )
            )
        return self._phone

    async def _exchange(self, phone: _Phone, wanted: Mapping[str, Any]) -> str | bytes:
        """Its answer. Raises `PhoneError`."""
        phone.answer, phone.asked = asyncio.get_running_loop().create_future(), time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE[wanted["want"]]):
                await phone.line.send_json(wanted)
                return await phone.answer
        except TimeoutError:
            await self._throw_out(
                phone,
                say(
                    "The phone takes too long to send its pictures: bring it nearer to the router."
                ),
                COME_BACK,
            )
            raise PhoneError(
                say("The phone takes too long to send its pictures: bring it nearer to the router.")
            ) from None
        except (WebSocketDisconnect, RuntimeError):
            self._forget(phone)
            raise PhoneError(
                say("The phone has gone: unlock it and look at its page; it comes back by itself.")
            ) from None

    async def _throw_out(self, phone: _Phone, why: str, code: int = THROWN_OUT) -> None:
        log.warning("the phone is hung up on: %s", why)
        self._forget(phone)
        await _hang_up(phone.line, code, why)


async def _message(line: WebSocket) -> str | bytes:
    """What comes next. Raises `WebSocketDisconnect`."""
    message = await line.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1006)
    text, content = message.get("text"), message.get("bytes")
    return text if text is not None else content or b""


def _read(said: str | bytes) -> Mapping[str, Any]:
    """The JSON object in an answer; an empty one where there is none."""
    if isinstance(said, bytes) or len(said) > MOST_WORDS:
        return {}
    try:
        found = json.loads(said)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


async def _hang_up(line: WebSocket, code: int, why: str) -> None:
    """Say why on the phone's screen, and close."""
    with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
        await line.send_json({"refused": why})
        await line.close(code)
