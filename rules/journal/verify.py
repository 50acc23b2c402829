"""Is the record whole, and what can be saved of one that is not."""

import hashlib
import json
import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

import msgspec

from rules.journal import schema
from rules.journal.entry import BEFORE_THE_FIRST, Entry, fault, read_body
from rules.journal.store import Journal, JournalError, Picture, only_reading

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
    try:
        for number, row in enumerate(_rows(path), start=1):
            entry = read_body(*row)
            wrong = fault(entry, number, previous)
            if wrong:
                return whole, wrong
            previous = entry.hash
            whole.append(entry)
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
    except sqlite3.Error:
        scattered = _scattered(path)
        if len(scattered) <= read:
            raise
        yield from scattered[read:]
        raise


def _asked_for(path: Path) -> Iterator[tuple[str, str]]:
    with closing(sqlite3.connect(only_reading(path), uri=True)) as database:
        yield from database.execute("SELECT body, hash FROM entry ORDER BY number")


def _scattered(path: Path) -> list[tuple[str, str]]:
    """The chain of whole entries found in the raw bytes of the file and its log."""
    content = path.read_bytes()
    log = path.with_name(path.name + "-wal")
    if log.is_file():
        content += log.read_bytes()
    follows: dict[str, tuple[str, str]] = {}
    for start in re.finditer(rb'\{"kind":"', content):
        body = _object_at(content, start.start())
        end = start.start() + len(body)
        digest = content[end : end + 64].decode("latin-1")
        if body and hashlib.sha256(body).hexdigest() == digest:
            with suppress(ValueError):
                entry = read_body(body, digest)
                follows[entry.previous] = (body.decode(), digest)
    chain: list[tuple[str, str]] = []
    tip = BEFORE_THE_FIRST
    while tip in follows:
        chain.append(follows[tip])
        tip = follows[tip][1]
    return chain


def _object_at(content: bytes, start: int) -> bytes:
    """The JSON object that begins at `start`, or b"" when it does not end on its page."""
    piece = content[start : start + schema.PAGE].decode("utf-8", "replace")
    try:
        _, end = _DECODER.raw_decode(piece)
    except ValueError:
        return b""
    return piece[:end].encode()


_DECODER: Final = json.JSONDecoder()


def _lost_pictures(path: Path, whole: list[Entry]) -> list[str]:
    return [
        name.sha256
        for entry in whole
        for name in entry.pictures
        if _picture(path, name.sha256) is None
    ]


def _picture(path: Path, sha256: str) -> bytes | None:
    """The picture's bytes if they are still the ones that were written."""
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(only_reading(path), uri=True)) as database,
    ):
        row = database.execute("SELECT content FROM picture WHERE sha256 = ?", (sha256,)).fetchone()
        if row is not None and hashlib.sha256(row[0]).hexdigest() == sha256:
            return bytes(row[0])
    return None
