"""One log for all rooms: what was decided and why, a line each, in one format.

Every module logs under its own name and only when something changes. A file of bounded size in
the log folder always keeps the last of it; `--verbose` shows it on stderr too and `--log` writes
it to another file. A dashboard has the terminal to itself.
"""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

from calibration.masking import without_passwords
from ui.app.errors import UserError
from ui.app.folders import log_folder
from words import tr

FORMAT: Final = "%(asctime)s.%(msecs)03d %(levelname)-7s %(threadName)s %(name)s: %(message)s"
TIME_FORMAT: Final = "%Y-%m-%d %H:%M:%S"

ROOMS: Final = ("calibration", "hardware", "models", "rules", "ui", "vision")
"""The top-level packages, whose modules name their loggers after themselves."""

MOST_BYTES: Final = 1_000_000
"""Of the log that is always kept; twice this with the file before it."""

log = logging.getLogger(__name__)


def log_file() -> Path:
    """The log that is always kept."""
    return log_folder() / "diceref.log"


def start_logging(*, verbose: bool = False, file: Path | None = None) -> None:
    """Keep the log; `verbose` also shows it on stderr, `file` is written too.

    Replaces what an earlier call set up. Raises `UserError` when `file` cannot be written.
    """
    stop_logging()
    handlers: list[logging.Handler] = [_KeptLog()]
    if verbose:
        handlers.append(_Terminal(sys.stderr))
    if file is not None:
        try:
            handlers.append(logging.FileHandler(file, encoding="utf-8"))
        except OSError as error:
            raise UserError(
                tr(
                    "the log cannot be written to {file} ({strerror}): name another --log file.",
                    file=file,
                    strerror=error.strerror,
                )
            ) from None
    for handler in handlers:
        handler.setFormatter(_Masked(FORMAT, TIME_FORMAT))
        handler.name = "diceref"
    for room in ROOMS:
        logger = logging.getLogger(room)
        logger.setLevel(logging.INFO)
        for handler in handlers:
            logger.addHandler(handler)


def stop_logging() -> None:
    """Take away what `start_logging` set up."""
    for handler in _handlers():
        handler.close()
        for room in ROOMS:
            logging.getLogger(room).removeHandler(handler)


@contextmanager
def terminal_kept_free() -> Iterator[None]:
    """While a dashboard is shown, nothing is logged to the terminal; the files go on."""
    shown = [handler for handler in _handlers() if isinstance(handler, _Terminal)]
    if shown:
        log.info("the dashboard has the terminal: the log goes on in %s", log_file())
    for handler in shown:
        handler.paused = True
    try:
        yield
    finally:
        for handler in shown:
            handler.paused = False


def log_fault(doing: str, fault: BaseException) -> str:
    """Keep the traceback of a bug that ended `doing`; says where it is."""
    kept = [one for one in _handlers() if isinstance(one, _KeptLog)]
    if not any(one.baseFilename == str(log_file().absolute()) for one in kept):
        start_logging()
    try:
        log_folder().mkdir(parents=True, exist_ok=True)
        log_file().open("a").close()
        said = tr("the details are in {log_file}.", log_file=log_file())
    except OSError:
        logging.getLogger("ui").addHandler(logging.StreamHandler())
        said = tr("the details are above.")
    log.error("a bug in diceref %s", doing, exc_info=fault)
    return said


def _handlers() -> list[logging.Handler]:
    """Ours, as they hang on the first room."""
    return [one for one in logging.getLogger(ROOMS[0]).handlers if one.name == "diceref"]


class _Masked(logging.Formatter):
    """Passwords in the addresses of cameras never reach a log."""

    def format(self, record: logging.LogRecord) -> str:
        return without_passwords(super().format(record))


class _Terminal(logging.StreamHandler):  # type: ignore[type-arg]
    """Stderr, silent while a dashboard is on it."""

    paused = False

    def emit(self, record: logging.LogRecord) -> None:
        if not self.paused:
            super().emit(record)


class _KeptLog(RotatingFileHandler):
    """The log in the log folder; where nothing can be written, the game goes on without it."""

    def __init__(self) -> None:
        super().__init__(
            log_file(), maxBytes=MOST_BYTES, backupCount=1, encoding="utf-8", delay=True
        )

    def emit(self, record: logging.LogRecord) -> None:
        try:
            Path(self.baseFilename).parent.mkdir(parents=True, exist_ok=True)
        except OSError:
            return
        super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's own name
        """A full disk is told by the record, which matters; not here."""
