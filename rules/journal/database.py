"""Opening the SQLite file of a record, and saying in one sentence what is wrong with one.

A file may come from anybody. Nothing but our own tables is ever asked, nothing in the file can run,
and no question to it takes longer than a bounded number of steps.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn, Self

from rules.journal import schema
from words import name_of, tr

MEMORY_ONLY: Final = tr("go on in memory only (`diceref play --no-record`)")
"""The way out when nothing can be written."""

STEPS_BETWEEN: Final = 100_000
"""SQLite's own steps between two looks at how long a question takes."""

MOST_LOOKS: Final = 300
"""So often, then the question is given up: thirty million steps, a few seconds."""

LONGEST_VALUE: Final = 64_000_000
"""Bytes of one value in the file; a clip has twelve million at most."""


class JournalError(RuntimeError):
    """The record cannot be read or written; the message is one sentence with the way out."""


class RecordDatabase(sqlite3.Connection):
    """A connection that trusts nothing in the file and gives up what takes too long."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._looks = 0
        self.set_progress_handler(self._too_long, STEPS_BETWEEN)
        self.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
        self.execute("PRAGMA trusted_schema = OFF")

    def execute(self, *asked: Any) -> sqlite3.Cursor:
        """As ever; each question may take its own number of steps."""
        self._looks = 0
        return super().execute(*asked)

    def _too_long(self) -> bool:
        self._looks += 1
        return self._looks > MOST_LOOKS

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False, beside: bool = False) -> Self:
        """Open a record's file; unless `read_only` every commit reaches the disk before it returns.

        `beside`: another program may write to it meanwhile.
        Raises `JournalError` when the file is no record, or one of a newer DiceRef.
        """
        address = f"{path.resolve().as_uri()}?mode={'ro' if read_only else 'rw'}"
        if read_only and not beside:
            address = only_reading(path)
        database = sqlite3.connect(
            address,
            uri=True,
            isolation_level=None,
            timeout=2.0,
            check_same_thread=False,
            factory=cls,
        )
        try:
            _check(path, database)
            if not read_only:
                keep_synced(database)
        except BaseException:
            database.close()
            raise
        return database

    @classmethod
    def new(cls, path: Path | None) -> Self:
        """A record's file with empty tables; None: in memory."""
        if path is not None:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))  # nobody else's business
        database = sqlite3.connect(
            ":memory:" if path is None else path,
            isolation_level=None,
            timeout=2.0,
            check_same_thread=False,
            factory=cls,
        )
        if path is not None:
            keep_synced(database)
        schema.lay_out(database)
        return database


def keep_synced(database: sqlite3.Connection) -> None:
    """Every commit reaches the disk before it returns."""
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")


def _check(path: Path, database: sqlite3.Connection) -> None:
    """Raise `JournalError` unless the file holds the tables of a journal and nothing else."""
    if not schema.is_journal(database):
        raise JournalError(_no_journal(path, database))
    found = schema.version(database)
    if found > schema.VERSION:
        raise JournalError(
            tr(
                "{path} was written by a newer DiceRef (journal version {found}, this one "
                "reads up to {VERSION}): update DiceRef.",
                path=path,
                found=found,
                VERSION=schema.VERSION,
            )
        )
    known = _laid_out(found) | SQLITES_OWN
    for kind, name, written in database.execute("SELECT type, name, sql FROM sqlite_master"):
        if (kind, name, written) not in known:
            what = f"{kind} '{name}'" if str(name).isprintable() else str(kind)
            raise JournalError(
                tr(
                    "{path} was not written by DiceRef: it holds a {what:.60} that no record has.",
                    path=path,
                    what=what,
                )
            )


SQLITES_OWN: Final = frozenset(
    {("table", "sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)")}
)
"""What SQLite adds by itself when a record is closed."""


@cache
def _laid_out(version: int) -> frozenset[tuple[str, str, str]]:
    """Everything that the tables of a record of this version consist of."""
    with closing(sqlite3.connect(":memory:")) as empty:
        schema.lay_out(empty, version)
        return frozenset(empty.execute("SELECT type, name, sql FROM sqlite_master"))


def _no_journal(path: Path, database: sqlite3.Connection) -> str:
    """Why this file is no journal: another kind of file, or one half of a journal."""
    empty = not database.execute("SELECT 1 FROM sqlite_master").fetchone()
    if empty and path.stat().st_size:  # until a game is closed its entries stand in a second file
        return tr(
            "{path} is empty without the file '{name}-wal' that lay beside it while the "
            "game was played: copy both.",
            path=path,
            name=path.name,
        )
    return tr("{path} is not a DiceRef journal: name another file.", path=path)


def only_reading(path: Path) -> str:
    """The address under which SQLite opens a record to be read."""
    address = f"{path.resolve().as_uri()}?mode=ro"
    if path.with_name(path.name + "-wal").exists():
        return address
    return f"{address}&immutable=1"  # nobody is writing: leave no files beside it


def take_away(path: Path) -> None:
    """Leave nothing of a record that could not be begun."""
    for ending in ("", "-wal", "-shm"):
        with suppress(OSError):
            path.with_name(path.name + ending).unlink()


def sync_folder(folder: Path) -> None:
    """Make the new file's name itself survive a power cut."""
    with suppress(OSError):  # not every file system lets a folder be synced
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def plainly(where: Path | str, what: str) -> Iterator[None]:
    """Turn the trouble of SQLite and the system into one sentence."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise JournalError(
            tr("{where} is being written by another DiceRef: close one of the two.", where=where)
        ) from error
    except (sqlite3.Error, OSError, ValueError) as error:
        _explain(error, where, what)


def _is_read_only(error: Exception, name: str, where: Path | str) -> bool:
    """Whether the file, or the folder in which SQLite needs room, cannot be written."""
    if isinstance(error, PermissionError) or name.startswith(("SQLITE_READONLY", "SQLITE_PERM")):
        return True
    return name.startswith("SQLITE_CANTOPEN") and Path(where).is_file()


def _is_illegible(error: Exception) -> bool:
    """Whether what was read is no entry, or not even text."""
    return isinstance(error, ValueError) or str(error).startswith("Could not decode")


def _explain(error: Exception, where: Path | str, what: str) -> NoReturn:
    name = getattr(error, "sqlite_errorname", "") or ""
    text = str(error)
    if name.startswith("SQLITE_FULL") or getattr(error, "errno", None) == 28:
        reason = tr("the disk is full: free some space, or {MEMORY_ONLY}", MEMORY_ONLY=MEMORY_ONLY)
    elif _is_read_only(error, name, where):
        reason = tr(
            "it is read-only: choose another folder, or {MEMORY_ONLY}", MEMORY_ONLY=MEMORY_ONLY
        )
    elif name.startswith("SQLITE_CANTOPEN"):
        reason = tr("the folder or file cannot be opened: check the path and its permissions")
    elif name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        reason = tr("another program is writing it: close one of the two")
    elif name.startswith("SQLITE_NOTADB"):
        reason = tr("it is not a DiceRef journal, or its beginning is destroyed")
    elif name.startswith("SQLITE_INTERRUPT"):
        reason = tr("reading it takes too long: it is damaged, or not written by DiceRef")
    elif name.startswith(("SQLITE_CORRUPT", "SQLITE_IOERR")) or _is_illegible(error):
        reason = tr("it is damaged: run `diceref review FILE --recover NEW` to save what is whole")
    else:
        reason = name_of(text)
    raise JournalError(
        tr("{where} {what}: {reason}.", where=where, what=what, reason=reason)
    ) from error
