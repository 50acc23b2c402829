"""The phone's page, for as long as a program takes a phone for its camera."""

import logging
import os
import re
import secrets
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

from hardware.cameras.phone import pictures_socket
from ui.app.errors import UserError
from ui.web.certificate import Certificate
from ui.web.connections import is_loopback
from ui.web.page_address import own_address
from ui.web.starting import next_line, started
from words import tr

log = logging.getLogger(__name__)

PORT: Final = 8643
AGAIN_S: Final = 5.0
CLOSING_S: Final = 3.0
EVENING_S: Final = 12 * 3600.0
MODULE: Final = "ui.web.phone.process"


class PhonePage:
    """Serves the page from a process of its own, which is started again if it ends."""

    def __init__(
        self,
        where: tuple[str, int],
        certificate: Certificate | None,
        pictures: Path | None = None,
        code: str = "",
    ) -> None:
        """`pictures`: the socket where it hands on pictures; by default this program's own.

        `code`: what a phone has to say; by default another one each time.

        Raises `UserError` when it cannot listen.
        """
        try:
            self.pictures = pictures or pictures_socket()
        except OSError as error:
            raise UserError(tr("no phone can be the camera here: {error}.", error=error)) from None
        self.host, self.port = where
        self.certificate = certificate
        self.code = code or _new_code()
        self.phone_came = threading.Event()
        self._closed = threading.Event()
        self._page = self._started()
        threading.Thread(target=self._keep, name="phone's page", daemon=True).start()

    @property
    def address(self) -> str:
        """For the phone's browser; what follows the # never leaves the phone."""
        scheme = "https" if self.certificate is not None else "http"
        host = self.host if is_loopback(self.host) else own_address()
        return f"{scheme}://{host}:{self.port}/#code={self.code}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self._closed.set()
        with suppress(OSError):
            assert self._page.stdin is not None
            self._page.stdin.close()
        try:
            self._page.wait(CLOSING_S)
        except subprocess.TimeoutExpired:
            self._page.kill()
            self._page.wait()
        with suppress(OSError):
            self.pictures.unlink()

    def _started(self) -> "subprocess.Popen[bytes]":
        """The process, listening. Raises `UserError`."""
        certificate = self.certificate
        try:
            options = {
                "host": self.host,
                "port": self.port,
                "code": self.code,
                "local": is_loopback(self.host),
                "pictures": str(self.pictures),
                "certificate": str(certificate.certificate) if certificate else "",
                "key": str(certificate.key) if certificate else "",
            }
            page, said = started(MODULE, options)
        except OSError as error:
            raise UserError(
                tr(
                    "the phone's page cannot be served on {host}:{port} ({error}); choose "
                    "another address with --phone HOST:PORT.",
                    host=self.host,
                    port=self.port,
                    error=error,
                )
            ) from None
        self.port = int(said["listening"])
        return page

    def _keep(self) -> None:
        """Listen to the process; start it again when it has ended."""
        while not self._closed.is_set():
            self._listen()
            if self._closed.wait(AGAIN_S):
                return
            log.warning("the process of the phone's page has ended; it is started again")
            self._page.kill()
            self._page.wait()
            with suppress(UserError):
                self._page = self._started()

    def _listen(self) -> None:
        """Take what the process says until it has ended."""
        with suppress(OSError, ValueError):  # closed meanwhile
            while (said := next_line(self._page)) is not None:
                match said:
                    case {"phone": True}:
                        self.phone_came.set()
                    case {"log": str(line), "level": int(level)}:
                        log.log(level, "%s", line)


def code_of_today(kept: Path) -> str:
    """The code in this file, if it is not older than an evening; otherwise a new one, kept there.

    So a phone whose page stays open is the camera of the next game too. Raises `OSError`.
    """
    try:
        code = kept.read_text("ascii")
        if time.time() - kept.stat().st_mtime < EVENING_S and re.fullmatch(r"\d{8}", code):
            return code
        kept.unlink()
    except (FileNotFoundError, ValueError):
        kept.unlink(missing_ok=True)
    code = _new_code()
    with os.fdopen(os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(code)
    return code


def _new_code() -> str:
    return f"{secrets.randbelow(10**8):08}"
