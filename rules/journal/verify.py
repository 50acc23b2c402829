"""Is the record whole, and what can be saved of one that is not."""

import hashlib
import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Final

import msgspec

from rules.journal import schema
from rules.journal.database import JournalError, RecordDatabase
from rules.journal.entry import (
    BEFORE_THE_FIRST,
    MOST_ENTRIES,
    MOST_TEXT,
    Entry,
    fault,
    read_body,
)
from rules.journal.store import Journal, Picture

log = logging.getLogger(__name__)


class Report(msgspec.Struct, frozen=True):
    """What `verify` found."""

    entries: int  # whole and in order, from the first on
    tip: str  # hash of the last whole entry
    damage: str = ""  # one sentence; "" when everything is whole
    lost_pictures: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether nothing is missing or changed."""
        return not self.damage and not self.lost_pictures


def verify(path: Path | str, *, seal: str = "") -> Report:
    """Check every entry, the chain and the pictures.

    `seal`, where it was written down (`Journal.seal`), also shows a record that was cut short
    at the end or written anew from the start. Raises `JournalError` only when there is no file.
    """
    whole, damage = _whole_entries(Path(path))
    tip = whole[-1].hash if whole else BEFORE_THE_FIRST
    if not damage and seal and not tip.startswith(seal):
        damage = f"the record does not end with the seal {seal}: its end was cut or rewritten"
    lost = [] if damage else _lost_pictures(Path(path), whole)
    return Report(len(whole), tip, damage, tuple(lost))


def recover(path: Path | str, target: Path | str) -> Report:
    """Write everything before the damage to a new file. Raises `JournalError`.

    Pictures that did not survive are left out; the entries that name them stay as they are.
    """
    whole, damage = _whole_entries(Path(path))
    if not whole:
        raise JournalError(f"{path} holds nothing that can be saved: {damage or 'it is empty'}.")
    if Path(target).exists():
        raise JournalError(f"{target} already exists: choose another name.")
    saved = Journal.unwritten()
    lost: list[str] = []
    for entry in whole:
        pictures = []
        for name in entry.pictures:
            content = _picture(Path(path), name.sha256)
            if content is None:
                lost.append(name.sha256)
            else:
                pictures.append(Picture(name.name, name.media, content))
        saved.copy_in([entry], pictures)
    saved.save_as(target)
    log.info("%d entries of %s are saved to %s: %s", len(whole), path, target, damage or "whole")
    return Report(len(whole), whole[-1].hash, damage, tuple(lost))


def _whole_entries(path: Path) -> tuple[list[Entry], str]:
    """Everything up to the first damage, and what the damage is."""
    if not path.is_file():
        raise JournalError(f"{path} is not there: name an existing journal.")
    whole: list[Entry] = []
    previous = BEFORE_THE_FIRST
    letters = 0
    try:
        for number, row in enumerate(_rows(path), start=1):
            entry = read_body(*row)
            wrong = fault(entry, number, previous)
            if wrong:
                return whole, wrong
            previous = entry.hash
            whole.append(entry)
            letters += len(row[0])
            if letters > MOST_TEXT or number > MOST_ENTRIES:
                return whole, f"no game has as much text as stands before entry {number}"
    except (sqlite3.Error, ValueError) as error:
        reason = str(error).partition(" with text ")[0]  # what was found instead is no text
        return whole, f"the file is damaged after entry {len(whole)} ({reason})"
    if not whole:
        return whole, "the file holds no entries"
    return whole, ""


def _rows(path: Path) -> Iterator[tuple[str, str]]:
    """Bodies and hashes in order, through SQLite where it can, from the raw pages elsewhere."""
    read = 0
    try:
        for row in _asked_for(path):
            yield row
            read += 1
    except (sqlite3.Error, JournalError):
        scattered = _scattered(path)
        if len(scattered) <= read:
            raise
        yield from scattered[read:]
        raise


def _asked_for(path: Path) -> Iterator[tuple[str, str]]:
    with closing(_read(path)) as database:
        yield from database.execute("SELECT body, hash FROM entry ORDER BY number")


def _scattered(path: Path) -> list[tuple[str, str]]:
    """The chain of whole entries found in the raw bytes of the file and its log."""
    follows: dict[str, tuple[str, str]] = {}
    left = MOST_HASHED
    for file in (path, path.with_name(path.name + "-wal")):
        if not file.is_file() or not file.stat().st_size:
            continue
        with file.open("rb") as handle, mmap(handle.fileno(), 0, access=ACCESS_READ) as content:
            for tail in HASH_AFTER_BODY.finditer(content):
                at = end = tail.start() + 1
                low = max(0, end - schema.PAGE)
                while left > 0 and (at := content.rfind(BODY_START, low, at)) >= 0:
                    left -= end - at
                    body, digest = content[at:end], tail[1].decode()
                    if hashlib.sha256(body).hexdigest() == digest:
                        with suppress(ValueError):
                            entry = read_body(body, digest)
                            follows[entry.previous] = (body.decode(), digest)
                        break
    chain: list[tuple[str, str]] = []
    tip = BEFORE_THE_FIRST
    while tip in follows:
        chain.append(follows[tip])
        tip = follows[tip][1]
    return chain


BODY_START: Final = b'{"kind":"'
HASH_AFTER_BODY: Final = re.compile(rb"\}([0-9a-f]{64})")
"""How an entry's row ends in the raw bytes: its body's last brace, then its hash."""

MOST_HASHED: Final = 1_000_000_000
"""Bytes that looking for entries may cost: a few seconds."""


def _lost_pictures(path: Path, whole: list[Entry]) -> list[str]:
    return [
        name.sha256
        for entry in whole
        for name in entry.pictures
        if _picture(path, name.sha256) is None
    ]


def _picture(path: Path, sha256: str) -> bytes | None:
    """The picture's bytes if they are still the ones that were written."""
    with suppress(sqlite3.Error, JournalError), closing(_read(path)) as database:
        row = database.execute("SELECT content FROM picture WHERE sha256 = ?", (sha256,)).fetchone()
        if row is not None and hashlib.sha256(row[0]).hexdigest() == sha256:
            return bytes(row[0])
    return None


def _read(path: Path) -> RecordDatabase:
    return RecordDatabase.open(path, read_only=True)
