"""The summaries of all records in one SQLite file, made once for each record.

It can be thrown away at any time: what is missing or older than its record is made again. Records
are read by as many processes as there are processors.
"""

import logging
import os
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

import msgspec

from rules.journal import Journal, JournalError
from rules.journal.matches import ENDING
from rules.journal.replay import UNCHECKED
from rules.registry import known_game
from ui.app.errors import UserError
from ui.app.folders import home
from ui.app.statistics.summary import GameSummary, summary_of, words_of
from words import tr
from words.written import write_text

log = logging.getLogger(__name__)

VERSION: Final = 3
"""Of a summary; another one makes all of them again."""

ALONE: Final = 16
"""So many records are read without starting other processes."""

TOGETHER: Final = 64  # records that a process is given at once

_TABLES: Final = """
DROP TABLE IF EXISTS summary;
CREATE TABLE IF NOT EXISTS record (
    number INTEGER PRIMARY KEY, path TEXT UNIQUE, changed INTEGER, size INTEGER, version INTEGER,
    fault TEXT, told BLOB
);
CREATE VIRTUAL TABLE IF NOT EXISTS said USING fts5 (
    words, tokenize = "unicode61 remove_diacritics 2"
);
"""

MOST_WORDS: Final = 200
"""Letters of what a search is for; nobody types more."""


@dataclass(frozen=True, slots=True)
class Summarised:
    """One record: its summary, or why there is none."""

    path: Path
    summary: GameSummary | None
    fault: str = ""


class RecordIndex:
    """The index in one file; in memory where that cannot be written."""

    def __init__(self, where: Path) -> None:
        self._database = _opened(where)

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def of(self, paths: Iterable[Path]) -> Iterator[Summarised]:
        """Every record, the oldest first; what the index lacks is read now."""
        stamps = {str(path.absolute()): _stamp(path) for path in paths}
        known = {
            row[0]: row[1:]
            for row in self._database.execute(
                "SELECT path, changed, size, version, fault, told FROM record"
            )
        }
        lacking = [
            path for path, stamp in stamps.items() if known.get(path, ())[:3] != (*stamp, VERSION)
        ]
        for path, fault, told, words in _read(lacking):
            known[path] = (*stamps[path], VERSION, fault, told)
            with suppress(sqlite3.Error):  # another program writes: it is made again next time
                self._keep(path, known[path], words)
        with suppress(sqlite3.Error):
            self._database.commit()
        decoder = msgspec.msgpack.Decoder(GameSummary)
        found = []
        for path in stamps:
            fault, told = known[path][3:]
            summary = decoder.decode(told) if told else None
            found.append(Summarised(Path(path), summary, fault))
        yield from sorted(found, key=lambda one: one.summary.started if one.summary else 0.0)

    def _keep(self, path: str, row: tuple[object, ...], words: str) -> None:
        (number,) = self._database.execute(
            "INSERT INTO record (path, changed, size, version, fault, told) "
            "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (path) DO UPDATE SET "
            "(changed, size, version, fault, told) = (excluded.changed, excluded.size, "
            "excluded.version, excluded.fault, excluded.told) RETURNING number",
            (path, *row),
        ).fetchone()
        self._database.execute("DELETE FROM said WHERE rowid = ?", (number,))
        self._database.execute("INSERT INTO said (rowid, words) VALUES (?, ?)", (number, words))

    def search(self, wanted: str) -> Mapping[Path, str]:
        """The records in which all of these words stand, the best first, with where they do.

        `"several words"` stand one after the other, `nov*` begins so. What `of` was never asked
        about is not found. Raises `UserError` for what is no word.
        """
        try:
            rows = self._database.execute(
                "SELECT path, snippet(said, 0, '', '', '…', 14) FROM said "
                "JOIN record ON record.number = said.rowid WHERE said MATCH ? ORDER BY rank",
                (_as_query(wanted),),
            ).fetchall()
        except sqlite3.Error as error:
            raise UserError(
                tr("the index of the games cannot be searched ({error}).", error=error)
            ) from None
        return {Path(path): " ".join(where.split()) for path, where in rows}


def _as_query(wanted: str) -> str:
    """What people type, as SQLite takes it: nothing in it is an operator. Raises `UserError`."""
    parts = re.findall(r'"([^"]*)"?|([^\s"]+)', wanted[:MOST_WORDS])
    words = [(phrase or word, bool(word) and word.endswith("*")) for phrase, word in parts]
    terms = [
        f'"{text.rstrip("*")}"' + "*" * begins
        for text, begins in words
        if any(letter.isalnum() for letter in text)
    ]
    if not terms:
        raise UserError(tr("'{wanted}' holds no word to search for.", wanted=wanted[:40]))
    return " ".join(terms)


def index_file() -> Path:
    """Where the summaries of this user's records are kept."""
    home().mkdir(parents=True, exist_ok=True, mode=0o700)
    return home() / "index.sqlite"


def records_in(named: Iterable[Path]) -> list[Path]:
    """The records among files and folders."""
    found: dict[Path, None] = {}
    for path in named:
        if path.is_dir():
            found |= dict.fromkeys(sorted(path.rglob(f"*{ENDING}")))
        else:
            found[path] = None
    return list(found)


def kind_of(path: Path) -> str:
    """How a game was played, as its file's name says."""
    if path.name.startswith("demo-"):
        return "demo"
    return "practice" if "-practice-" in path.name else "play"


def _opened(where: Path) -> sqlite3.Connection:
    """The database; anew where it is damaged."""
    for place in (str(where), str(where), ":memory:"):
        database = sqlite3.connect(place, timeout=2.0)
        try:
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=OFF")  # it is made again if it is lost
            database.executescript(_TABLES)
        except sqlite3.Error as error:
            log.warning("the index %s: %s", place, error)
            database.close()
            with suppress(OSError):
                where.unlink(missing_ok=True)
            continue
        return database
    raise AssertionError(tr("an index in memory can always be opened"))


def _stamp(path: Path) -> tuple[int, int]:
    """When the record was changed last and how large it is, with what is not in the file yet."""
    changed = size = 0
    for part in (path, path.with_name(f"{path.name}-wal")):
        with suppress(OSError):
            told = part.stat()
            changed, size = max(changed, told.st_mtime_ns), size + told.st_size
    return changed, size


def _read(paths: Sequence[str]) -> Iterator[tuple[str, str, bytes, str]]:
    """Path, fault, packed summary and all words of each."""
    workers = min(os.cpu_count() or 1, -(-len(paths) // ALONE))
    if workers <= 1:
        yield from map(_summarised, paths)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(_summarised, paths, chunksize=TOGETHER)


def _summarised(path: str) -> tuple[str, str, bytes, str]:
    try:
        with closing(Journal.open(Path(path), read_only=True)) as journal:
            entries = tuple(journal.entries())
            game = known_game(journal.game)
            told = summary_of(journal, game.load(), kind_of(Path(path)), entries)
        packed = msgspec.msgpack.encode(told, enc_hook=write_text)
        msgspec.msgpack.decode(packed, type=GameSummary)  # whatever stood there is what we count
        words = "\n".join(dict.fromkeys((game.title, *words_of(told, entries))))
    except (JournalError, OverflowError, *UNCHECKED) as error:
        why = str(error) if isinstance(error, JournalError | ValueError) else type(error).__name__
        return path, why or tr("it cannot be read"), b"", ""
    return path, "", packed, words.encode("utf-8", "replace").decode()
