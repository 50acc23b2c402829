"""The journal file: SQLite with a write-ahead log, synced to the disk at every append."""

import hashlib
import logging
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import msgspec

from rules.journal import schema
from rules.journal.database import (
    JournalError,
    RecordDatabase,
    plainly,
    sync_folder,
    take_away,
)
from rules.journal.entry import (
    BEFORE_THE_FIRST,
    MOST_ENTRIES,
    MOST_TEXT,
    Draft,
    Entry,
    Kind,
    PictureName,
    chained,
    fault,
    read_body,
    write_body,
)
from rules.journal.facts import Header, Media
from rules.journal.signing import Signature, TableKey, Witness, in_groups
from words import tr
from words.written import write_text

log = logging.getLogger(__name__)

__all__ = ["Journal", "JournalError", "Picture", "StoredEntry"]

MOST_FOLLOWED: Final = 1000
"""Entries that one look of a follower brings; the next look brings those after them."""

IN_MEMORY: Final = "memory"
"""Where a record is that has no file."""


class Picture(msgspec.Struct, frozen=True):
    """The bytes of a crop or a clip."""

    name: str  # "die-17"
    media: Media
    content: bytes

    def named(self) -> PictureName:
        """How an entry refers to it."""
        return PictureName(self.name, self.media, hashlib.sha256(self.content).hexdigest())


class StoredEntry(msgspec.Struct, frozen=True):
    """An entry with the very bytes that stand in the file, and its signature where it has one."""

    body: bytes
    entry: Entry
    signature: Signature | None = None


class Journal:
    """The record of one game.

    Everything `append` returns is on the disk. There is one writer: a second one is told so
    at its first append, because the entry number it wants is taken.
    """

    def __init__(
        self, database: sqlite3.Connection, where: str, key: TableKey | None = None
    ) -> None:
        self._database = database
        self._key = key
        self.where = where
        self._number, self._tip = self._read_tip()
        self._first: str | None = None

    @property
    def file(self) -> str:
        """The file it is kept in; "" when it ends with the program."""
        return "" if self.where == IN_MEMORY else self.where

    # -- opening and closing

    @classmethod
    def create(
        cls,
        path: Path | str,
        game: str,
        setup: Mapping[str, Any],
        header: Header | None = None,
        *,
        wall_time: float = 0.0,
        key: TableKey | None = None,
    ) -> Self:
        """Begin the record of a new game. Raises `JournalError`.

        `game` is the game's short name, `setup` what `Game.new` was given, `key` what the table
        signs with.
        """
        path = Path(path)
        if path.exists():
            raise JournalError(
                tr("{path} already exists: choose another name, or resume it.", path=path)
            )
        try:
            with plainly(path, tr("cannot be created")):
                path.parent.mkdir(parents=True, exist_ok=True)
                database = RecordDatabase.new(path)
            journal = cls(database, str(path), key)
            journal.append(_first_draft(game, setup, header, wall_time, key))
        except JournalError:
            take_away(path)
            raise
        sync_folder(path.parent)
        log.info("a record of %s begins in %s", game, path)
        return journal

    @classmethod
    def in_memory(
        cls,
        game: str,
        setup: Mapping[str, Any],
        header: Header | None = None,
        *,
        wall_time: float = 0.0,
        key: TableKey | None = None,
    ) -> Self:
        """A record that ends with the program, for when the user says so."""
        journal = cls.unwritten(key)
        journal.append(_first_draft(game, setup, header, wall_time, key))
        return journal

    @classmethod
    def open(
        cls,
        path: Path | str,
        *,
        game: str | None = None,
        read_only: bool = False,
        key: TableKey | None = None,
    ) -> Self:
        """Open an existing record, to go on with it or to read it. Raises `JournalError`.

        `game`, when given, must be the game the record is of; what is added is signed with `key`.
        Older tables are brought up to the present version unless `read_only`.
        """
        path = Path(path)
        if not path.is_file():
            raise JournalError(tr("{path} is not there: name an existing journal.", path=path))
        with plainly(path, tr("cannot be opened")):
            database = RecordDatabase.open(path, read_only=read_only)
            try:
                journal = cls._of(database, path, game, key, bring_up=not read_only)
            except BaseException:
                database.close()
                raise
        log.info("the record %s is opened at entry %d", path, len(journal))
        return journal

    @classmethod
    def beside(cls, path: Path | str) -> Self:
        """A record that another program may be writing, to `follow`. Raises `JournalError`."""
        path = Path(path)
        if not path.is_file():
            raise JournalError(tr("{path} is not there: name an existing journal.", path=path))
        with plainly(path, tr("cannot be opened")):
            database = RecordDatabase.open(path, read_only=True, beside=True)
            try:
                return cls._of(database, path, None, None, bring_up=False)
            except BaseException:
                database.close()
                raise

    @classmethod
    def _of(
        cls,
        database: sqlite3.Connection,
        path: Path,
        game: str | None,
        key: TableKey | None,
        *,
        bring_up: bool,
    ) -> Self:
        """The record in an open file. Raises `JournalError` when it is none of `game`."""
        found = schema.version(database)
        if bring_up and found < schema.VERSION:
            log.info("%s is brought up from journal version %d", path, found)
            schema.bring_up(database)
        journal = cls(database, str(path), key)
        if not journal._number:
            raise JournalError(tr("{path} holds no entries: start a new game.", path=path))
        if journal._number > MOST_ENTRIES:
            raise JournalError(
                tr(
                    "{path} says it holds {number} entries: no game has them.",
                    path=path,
                    number=journal._number,
                )
            )
        if journal.entry(1).kind != "setup":
            raise JournalError(
                tr("{path} does not begin with a set-up: no game was recorded.", path=path)
            )
        if game is not None and journal.game != game:
            raise JournalError(
                tr(
                    "{path} is the record of a {game:.40} game, not of {game2}: resume it with "
                    "--game {game:.40}.",
                    path=path,
                    game=journal.game,
                    game2=game,
                )
            )
        return journal

    @classmethod
    def unwritten(cls, key: TableKey | None = None) -> Self:
        """A record in memory without even its first entry, to copy another one into."""
        return cls(RecordDatabase.new(None), IN_MEMORY, key)

    @classmethod
    def bare(cls, path: Path) -> Self:
        """A new file without even its first entry, to copy another record into."""
        return cls(RecordDatabase.new(path), str(path))

    def carry_on_in_memory(self) -> Self:
        """The same record, from now on in memory only: the way out of a full disk."""
        copy = self.unwritten(self._key)
        with plainly(self.where, tr("cannot be read")):
            for entry in self.entries():
                pictures = [
                    Picture(p.name, p.media, self.picture(p.sha256)) for p in entry.pictures
                ]
                copy.copy_in([entry], pictures)
            copy.copy_in([], [], self.signatures())
        log.warning("the record %s goes on in memory only", self.where)
        return copy

    def save_as(self, path: Path | str) -> None:
        """Write the whole record to a new file. Raises `JournalError`."""
        path = Path(path)
        if path.exists():
            raise JournalError(tr("{path} already exists: choose another name.", path=path))
        with plainly(path, tr("cannot be written")), closing(sqlite3.connect(path)) as target:
            self._database.backup(target)
            target.execute("PRAGMA journal_mode = WAL")
        sync_folder(path.parent)

    def close(self) -> None:
        """Close the file; what was appended is safe with or without."""
        with suppress(sqlite3.Error):
            self._database.execute("PRAGMA optimize")
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # -- writing

    def append(self, draft: Draft, pictures: Sequence[Picture] = ()) -> Entry:
        """Write one entry; returns only once it is on the disk. Raises `JournalError`."""
        return self.append_all([draft], pictures)[-1]

    def append_all(
        self, drafts: Sequence[Draft], pictures: Sequence[Picture] = ()
    ) -> tuple[Entry, ...]:
        """Write several entries in one piece: after a power cut all or none are there.

        The pictures belong to the last one. Raises `JournalError`.
        """
        if pictures:
            names = tuple(picture.named() for picture in pictures)
            drafts = [*drafts[:-1], msgspec.structs.replace(drafts[-1], pictures=names)]
        entries: list[Entry] = []
        number, tip = self._number, self._tip
        for draft in drafts:
            number += 1
            entry = chained(draft, number, tip)
            tip = entry.hash
            entries.append(entry)
        signatures = []
        if self._key is not None and entries:
            signatures = [Signature(number, self._key.signer, self._key.sign(tip))]
        self.copy_in(entries, pictures, signatures)
        for entry in entries:
            log.info("entry %d is written: %s", entry.number, _in_short(entry))
        return tuple(entries)

    def copy_in(
        self,
        entries: Sequence[Entry],
        pictures: Sequence[Picture],
        signatures: Iterable[Signature] = (),
    ) -> None:
        """Write entries that are chained already, as they are. Raises `JournalError`.

        For copying a record; a new entry goes through `append`.
        """
        rows = [(entry.number, write_body(entry).decode(), entry.hash) for entry in entries]
        blobs = [(picture.named().sha256, picture.content) for picture in pictures]
        with plainly(self.where, tr("cannot be written")), self._transaction():
            self._database.executemany(
                "INSERT INTO entry (number, body, hash) VALUES (?, ?, ?)", rows
            )
            self._database.executemany("INSERT OR IGNORE INTO picture VALUES (?, ?)", blobs)
            self._database.executemany(
                "INSERT INTO signature VALUES (?, ?, ?)", map(msgspec.structs.astuple, signatures)
            )
        if entries:
            self._number, self._tip = entries[-1].number, entries[-1].hash

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._database.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")
            raise

    # -- reading

    def __len__(self) -> int:
        return self._number

    @property
    def tip(self) -> str:
        """The hash of the last entry: whoever knows it can prove the whole record."""
        return self._tip

    @property
    def seal(self) -> str:
        """The first 128 bits of the tip in groups, for a result sheet."""
        return in_groups(self._tip)

    @property
    def witness(self) -> Witness:
        """How the record stands now, for somebody else to keep."""
        if self._first is None:
            self._first = self.entry(1).hash
        with plainly(self.where, tr("cannot be read")):
            last = next(self._signed(self._number), None)
        signer, signature = (last.signer, last.signature) if last else ("", b"")
        return Witness(self._first, self._number, self._tip, signer, signature)

    def signatures(self) -> Iterator[Signature]:
        """Every signature, in the order of its entry. Raises `JournalError`."""
        with plainly(self.where, tr("cannot be read to its end")):
            yield from self._signed()

    def _signed(self, first: int = 1) -> Iterator[Signature]:
        if schema.version(self._database) < schema.SIGNED_FROM:
            return
        rows = self._database.execute(
            "SELECT number, signer, signature FROM signature WHERE number >= ? ORDER BY number",
            (first,),
        )
        for row in rows:
            yield Signature(int(row[0]), str(row[1]), bytes(row[2]))

    @property
    def game(self) -> str:
        """The short name of the game this is a record of."""
        return str(self.entry(1).facts["game"])

    @property
    def setup(self) -> Mapping[str, Any]:
        """What `Game.new` was given."""
        return dict(self.entry(1).facts["setup"])

    @property
    def header(self) -> Header:
        """Event, round, table, players and the like."""
        return msgspec.convert(self.entry(1).facts.get("header", {}), Header)

    def entry(self, number: int) -> Entry:
        """One entry by its number. Raises `JournalError` when there is none."""
        with plainly(self.where, tr("cannot be read at entry {number}", number=number)):
            row = self._database.execute(
                "SELECT body, hash FROM entry WHERE number = ?", (number,)
            ).fetchone()
            if row is None:
                raise JournalError(
                    tr("{where} has no entry {number}.", where=self.where, number=number)
                )
            return read_body(*row)

    def entries(self, start: int = 1, stop: int | None = None) -> Iterator[Entry]:
        """The entries from `start` up to, not including, `stop`, each checked against its hash.

        Raises `JournalError` at the first damage; what came before has been yielded.
        """
        previous = BEFORE_THE_FIRST if start == 1 else self.entry(start - 1).hash
        wanted = range(start, min(stop or self._number + 1, self._number + 1))
        with plainly(self.where, tr("cannot be read to its end")):
            rows = self._database.execute(
                "SELECT body, hash FROM entry WHERE number >= ? AND number < ? ORDER BY number",
                (wanted.start, wanted.stop),
            )
            letters = 0
            for number, row in zip(wanted, rows, strict=False):
                entry = read_body(*row)
                letters += len(row[0])
                if letters > MOST_TEXT:
                    raise JournalError(
                        tr("{where} holds more text than any game.", where=self.where)
                    )
                wrong = fault(entry, number, previous)
                if wrong:
                    raise JournalError(
                        tr(
                            "{where} is damaged: {wrong}; run `diceref review FILE --recover NEW` "
                            "to "
                            "save what came before.",
                            where=self.where,
                            wrong=wrong,
                        )
                    )
                previous = entry.hash
                yield entry

    def entries_after(self, after: int = 0) -> Iterator[StoredEntry]:
        """What stands after entry `after` by now, each entry checked against its hash.

        For a reader beside the writer (`Journal.beside`): call it again for what came since.
        `after` must be an entry that was read before, or 0. Raises `JournalError`.
        """
        previous = self.entry(after).hash if after else BEFORE_THE_FIRST
        with plainly(self.where, tr("cannot be read")), self._one_look():
            rows = self._database.execute(
                "SELECT number, body, hash FROM entry WHERE number > ? ORDER BY number LIMIT ?",
                (after, MOST_FOLLOWED),
            ).fetchall()
            last = rows[-1][0] if rows else after
            signed = {
                one.number: one for one in self._signed(after + 1) if rows and one.number <= last
            }
        for number, (found, body, digest) in enumerate(rows, start=after + 1):
            with plainly(self.where, tr("cannot be read at entry {number}", number=number)):
                entry = read_body(body, digest)
            intact = hashlib.sha256(body.encode()).hexdigest() == digest
            if not intact or (entry.number, entry.previous) != (number, previous):
                wrong = fault(entry, number, previous) or tr(
                    "entry {number} is written differently", number=number
                )
                raise JournalError(
                    tr("{where} is damaged: {wrong}.", where=self.where, wrong=wrong)
                )
            previous = digest
            yield StoredEntry(body.encode(), entry, signed.get(found))

    @property
    def changed(self) -> int:
        """Another number whenever somebody else has written; asking costs next to nothing."""
        with plainly(self.where, tr("cannot be read")):
            return int(self._database.execute("PRAGMA data_version").fetchone()[0])

    @property
    def newest(self) -> int:
        """The number of the last entry that stands in the file by now, whoever wrote it."""
        with plainly(self.where, tr("cannot be read")):
            return self._read_tip()[0]

    def body(self, number: int) -> bytes:
        """The bytes of one entry as they stand in the file. Raises `JournalError`."""
        with plainly(self.where, tr("cannot be read at entry {number}", number=number)):
            row = self._database.execute(
                "SELECT body FROM entry WHERE number = ?", (number,)
            ).fetchone()
        if row is None:
            raise JournalError(
                tr("{where} has no entry {number}.", where=self.where, number=number)
            )
        return str(row[0]).encode()

    @contextmanager
    def _one_look(self) -> Iterator[None]:
        """Everything that is read in here stood in the file at one moment."""
        self._database.execute("BEGIN")
        try:
            yield
        finally:
            self._database.execute("ROLLBACK")

    def numbers(self, kind: Kind) -> tuple[int, ...]:
        """The numbers of all entries of one kind."""
        with plainly(self.where, tr("cannot be read")):
            rows = self._database.execute(
                "SELECT number FROM entry WHERE body >= ? AND body < ? ORDER BY number",
                (f'{{"kind":"{kind}"', f'{{"kind":"{kind}#'),
            ).fetchall()
        return tuple(row[0] for row in rows)

    def picture(self, sha256: str) -> bytes:
        """The bytes of a crop or clip. Raises `JournalError` when missing or changed."""
        with plainly(self.where, tr("cannot be read")):
            row = self._database.execute(
                "SELECT content FROM picture WHERE sha256 = ?", (sha256,)
            ).fetchone()
        if row is None or hashlib.sha256(row[0]).hexdigest() != sha256:
            raise JournalError(
                tr(
                    "{where} lost or changed the picture {sha256}.",
                    where=self.where,
                    sha256=sha256[:12],
                )
            )
        return bytes(row[0])

    def _read_tip(self) -> tuple[int, str]:
        row = self._database.execute(
            "SELECT number, hash FROM entry ORDER BY number DESC LIMIT 1"
        ).fetchone()
        return (int(row[0]), str(row[1])) if row else (0, BEFORE_THE_FIRST)


def _in_short(entry: Entry) -> str:
    """An entry for the log: what it is, and why it was written."""
    what = "; ".join(event.text for event in entry.events) or str(entry.facts.get("text", ""))
    why = " ".join(filter(None, (entry.cause, entry.evidence)))
    return ", ".join(filter(None, (entry.kind, what, why)))


def _first_draft(
    game: str,
    setup: Mapping[str, Any],
    header: Header | None,
    wall_time: float,
    key: TableKey | None,
) -> Draft:
    facts = {
        "schema": schema.VERSION,
        "game": game,
        "setup": dict(setup),
        "header": msgspec.to_builtins(header or Header(), enc_hook=write_text),
    }
    if key is not None:
        facts["table"] = key.signer
    return Draft(kind="setup", facts=facts, wall_time=wall_time)
