"""The table in a browser: the game's side of it.

The page has a process of its own (`ui.web.process`). The newest table goes to it, commands of
players come back, a line of JSON each; what it does, or whether it lives, never reaches the game.

Loopback only unless another address is given. From another machine the page is served by TLS; a
watcher needs the watch code, and a player, who may answer, the one-time code; both are printed
where the game runs.
"""

import json
import logging
import subprocess
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np

from hardware.frame import Image
from ui.app.errors import UserError
from ui.app.table_model import TableModel, TableSource
from ui.web.certificate import Certificate
from ui.web.connections import is_loopback
from ui.web.drawn import DrawnTable
from ui.web.facts import command_of, public_facts
from ui.web.starting import next_line, send_line, started
from words import tr, translated, translated_whole

log = logging.getLogger(__name__)

PORT: Final = 8642
PICTURE_WIDTH: Final = 960  # px
COMMANDS_A_SECOND: Final = 20.0
CLOSING_S: Final = 3.0
AGAIN_S: Final = 60.0
"""A page whose process ended is started again, once in this time at most."""


def address(written: str, option: str = "--serve", usual: int = PORT) -> tuple[str, int]:
    """Host and port of an option; "" is loopback and the usual port. Raises `UserError`."""
    if written.startswith("["):
        host, _, port = written[1:].partition("]")
        port = port.removeprefix(":")
    elif written.count(":") == 1:
        host, _, port = written.partition(":")
    else:  # an address of IPv6 without a port, or no port at all
        host, port = written, ""
    if port and not (port.isdecimal() and 0 < int(port) < 65536):
        raise UserError(
            tr(
                "{option} {written}: '{port}' is no port; use HOST:PORT, as 0.0.0.0:{usual}.",
                option=option,
                written=written,
                port=port,
                usual=usual,
            )
        )
    return host or "127.0.0.1", int(port or usual)


@dataclass(slots=True)
class Codes:
    """The codes that the page asks for now."""

    watch_code: str = ""
    player_code: str = ""


class TableServer:
    """Serves a source of tables to browsers until `close`."""

    def __init__(
        self,
        source: TableSource,
        where: tuple[str, int],
        announce: Callable[[str], None],
        *,
        certificate: Certificate | None = None,
        local: bool | None = None,
        delay: float = 0.0,
    ) -> None:
        """`announce` is told each new player's code. Raises `UserError` when it cannot listen.

        `local`: whether only this machine can reach it; told by the address unless given.
        `delay`: seconds by which those who only watch are behind.
        """
        self.source = source
        self.host, self.port = where
        self.local = is_loopback(self.host) if local is None else local
        self.certificate = certificate
        self.delay = delay
        self.codes = Codes()
        self._announce = announce
        self._closed = threading.Event()
        self._news = threading.Condition()
        self._newest: TableModel | None = source.latest()
        self._drawn = DrawnTable()
        self._begun_anew = True  # the page's process knows no mats yet
        self._pictures_until = float("-inf")  # so long somebody looks at them
        self._pictured: Image | None = None
        self._page = self._started()
        self._unsubscribe = source.subscribe(self._published)
        for work, name in ((self._write, "page out"), (self._keep, "page in")):
            threading.Thread(target=work, name=name, daemon=True).start()
        log.info("the table is served on %s:%d", self.host, self.port)

    @property
    def scheme(self) -> str:
        """How the page's address begins."""
        return "http" if self.certificate is None else "https"

    # -- the page's process

    def _started(self) -> "subprocess.Popen[bytes]":
        """The process, listening. Raises `UserError`."""
        certificate = self.certificate
        options = {
            "host": self.host,
            "port": self.port,
            "local": self.local,
            "delay": self.delay,
            "certificate": str(certificate.certificate) if certificate else "",
            "key": str(certificate.key) if certificate else "",
        }
        try:
            page, said = started("ui.web.process", options)
        except OSError as error:
            raise UserError(
                tr(
                    "the table cannot be served on {host}:{port} ({error}); choose another "
                    "address with --serve HOST:PORT.",
                    host=self.host,
                    port=self.port,
                    error=error,
                )
            ) from None
        self._begun_anew = True
        self.port = int(said["listening"])
        self.codes = Codes(str(said["watch_code"]), str(said["player_code"]))
        return page

    def _keep(self) -> None:
        """Listen to the process; start it again when it has ended."""
        begun = time.monotonic()
        while not self._closed.is_set():
            self._listen(self._page)
            if self._closed.wait(max(0.0, begun + AGAIN_S - time.monotonic())):
                return
            log.warning("the page's process has ended; it is started again")
            begun = time.monotonic()
            self._page.kill()
            self._page.wait()
            with suppress(UserError):
                self._page = self._started()
                self._announce(self.codes.player_code)
            self._published(self.source.latest())

    def _listen(self, page: "subprocess.Popen[bytes]") -> None:
        """Do what the process says until it has ended."""
        with suppress(OSError):
            while (said := next_line(page)) is not None:
                match said:
                    case {"ask": int(number), "command": dict(command)}:
                        refused = self._obey(command)
                        send_line(
                            page,
                            b"A"
                            + json.dumps({"ask": number, "refused": translated(refused)}).encode(),
                        )
                        self._closed.wait(1.0 / COMMANDS_A_SECOND)  # no faster than people tap
                    case {"pictures_for": int(seconds)}:
                        self._pictures_until = time.monotonic() + seconds
                    case {"player_code": str(code)}:
                        self.codes.player_code = code
                        self._announce(code)
                    case {"log": str(line), "level": int(level)}:
                        log.log(level, "%s", line)
                    case _:
                        log.warning("the page's process said what nobody understands")

    def _obey(self, command: Mapping[str, Any]) -> str:
        """Hand a command to the game; why not, or ""."""
        try:
            wanted = command_of(command, self.source.latest())
        except ValueError as error:
            log.info("refused: %s", error)
            return str(error)
        self.source.send(wanted)
        return ""

    # -- tables

    def _published(self, model: TableModel) -> None:
        """Called in the game's thread: it only leaves the table to be fetched."""
        with self._news:
            self._newest = model
            self._news.notify()

    def _write(self) -> None:
        """Hand the newest table on; however slowly it is taken, nobody else waits."""
        while not self._closed.is_set():
            with self._news:
                self._news.wait_for(lambda: self._newest is not None or self._closed.is_set())
                model, self._newest = self._newest, None
            if model is not None:
                with suppress(OSError, ValueError):  # between two processes
                    self._hand_on(model)

    def _hand_on(self, model: TableModel) -> None:
        """The mats of a game that has just begun, the table, and its picture where it is wanted."""
        model = translated_whole(model)
        if self._drawn.of_another_game(model) or self._begun_anew:
            self._begun_anew = False
            send_line(self._page, b"M" + _json(self._drawn.mats()))
        send_line(
            self._page, b"T" + _json({**public_facts(model), "mat": self._drawn.pieces(model)})
        )
        picture, wanted = model.camera, time.monotonic() < self._pictures_until
        if wanted and picture is not None and picture is not self._pictured:
            self._pictured = picture
            send_line(self._page, b"P" + b64encode(_small(picture)))

    def close(self) -> None:
        """Stop serving; whoever watches sees that the game has closed."""
        if self._closed.is_set():
            return
        self._unsubscribe()
        self._closed.set()
        with self._news:
            self._news.notify()
        page = self._page
        try:
            with suppress(OSError, ValueError):
                send_line(page, b"C")
            page.wait(CLOSING_S)
        except subprocess.TimeoutExpired:
            page.kill()
            page.wait()
        for pipe in (page.stdin, page.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()


def _json(facts: Mapping[str, Any]) -> bytes:
    return json.dumps(facts, ensure_ascii=False).encode("utf-8", "replace")


def _small(picture: Image) -> bytes:
    """The camera's picture as JPEG, no wider than a page shows it."""
    high, wide = picture.shape[:2]
    if wide > PICTURE_WIDTH:
        size = (PICTURE_WIDTH, max(1, round(high * PICTURE_WIDTH / wide)))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 75])[1])
