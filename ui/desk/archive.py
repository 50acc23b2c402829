"""The archive: every table's entries as they were handed in, and what they tell.

Entries and the places up to which the hub was read are kept in one transaction. An entry is kept
only where it follows the one before: nothing is ever overwritten; what contradicts it is an alarm.
"""

import logging
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from rules.core import AnyGame, Outcome
from rules.journal import Entry, Header, Journal, PictureName, outcome_of
from rules.journal.entry import BEFORE_THE_FIRST, read_body
from rules.journal.replay import UNCHECKED
from rules.journal.signing import Signature, signed_runs
from rules.journal.store import JournalError
from ui.app.errors import UserError
from ui.desk import tables
from ui.desk.arriving import Arrivals, RefusedError, Tip
from ui.desk.projections import Projection, projected
from ui.hub.follower import Arrived, Cursor, Taken
from ui.hub.names import game_id
from words import tr
from words.written import read_text, write_text

log = logging.getLogger(__name__)

OVER: Final = frozenset({"game-over", "conceded", "banked", "farkle"})
"""After events with these codes a game may be over."""


class Alarm(msgspec.Struct, frozen=True):
    """Two versions of one entry, or an entry that is not genuine: for the organiser to see."""

    number: int  # of the alarm
    table: str
    game: str
    entry: int
    text: str
    at: float
    seen_by: str


class ArchivedGame(msgspec.Struct, frozen=True, kw_only=True):
    """One game as the archive knows it."""

    id: str
    table: str
    kind: str
    event: str
    round: int | None
    match: str
    game_of_match: int
    best_of: int
    players: tuple[str, ...]
    sides: int
    format: str
    started: float
    signer: str
    entries: int
    tip: str
    updated: float
    outcome: Outcome | None


class Archive:
    """One database; `take` and all that writes is called from one thread at a time."""

    def __init__(self, where: str | Path) -> None:
        """`where`: a file of SQLite, or the URL of a PostgreSQL database. Raises `UserError`."""
        self.where = _address(where)
        try:
            self._engine = sql.create_engine(self.where)
            if self._engine.dialect.name == "sqlite":
                sql.event.listen(self._engine, "connect", _lay_open)
            self._lay_out()
        except (SQLAlchemyError, ImportError) as error:
            raise UserError(
                tr(
                    "the archive {without_password}: {plain}.",
                    without_password=_without_password(self.where),
                    plain=_plain(error),
                )
            ) from None
        self._tips: dict[str, Tip] = {}
        self.arrivals = Arrivals()

    def _lay_out(self) -> None:
        with self._engine.begin() as database:
            tables.METADATA.create_all(database)
            for statement in tables.WORDS[self._engine.dialect.name]:
                database.execute(sql.text(statement))
            found = database.execute(sql.select(tables.about.c.version)).scalar()
            if found is None:
                database.execute(tables.about.insert(), {"version": tables.VERSION})
            elif found > tables.VERSION:
                raise UserError(
                    tr(
                        "the archive {without_password} was written by a newer DiceRef: update "
                        "DiceRef.",
                        without_password=_without_password(self.where),
                    )
                )

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    @contextmanager
    def _writing(self) -> Iterator[sql.Connection]:
        """One transaction; what it has learned of the games is forgotten when it fails."""
        try:
            with self._engine.begin() as database:
                yield database
        except BaseException:
            self._tips.clear()
            self.arrivals.forget()
            raise

    # -- taking in

    def cursor(self, stream: str) -> Cursor | None:
        """How far this stream was read."""
        wanted = sql.select(tables.cursor).where(tables.cursor.c.stream == stream)
        with self._engine.connect() as database:
            row = database.execute(wanted).one_or_none()
        return None if row is None else Cursor(row.created, row.sequence, row.digest)

    def take(
        self, arrived: Sequence[Arrived], cursors: Mapping[str, Cursor], *, by_hand: bool = False
    ) -> Taken:
        """Keep what is new, and the cursors, in one piece.

        `by_hand`: the organiser answers for which table it is of; whose keys signed it is shown.
        """
        gaps: set[str] = set()
        with self._writing() as database:
            known = self._known(database, arrived)
            fresh = [
                proved
                for one in arrived
                for proved in self._follows(database, one, known, gaps, by_hand=by_hand)
            ]
            self._insert(database, fresh)
            for stream, cursor in cursors.items():
                self._put_cursor(database, stream, cursor)
        arrived_now, entries = tuple(one for one, _ in fresh), tuple(entry for _, entry in fresh)
        return Taken(arrived_now, entries, frozenset(gaps))

    def _known(
        self, database: sql.Connection, arrived: Iterable[Arrived]
    ) -> dict[tuple[str, int], str]:
        """The hashes of those entries that are in the archive already."""
        wanted: dict[str, list[int]] = defaultdict(list)
        for one in arrived:
            if one.number <= self._tip(database, one.game).number:
                wanted[one.game].append(one.number)
        column = tables.entry.c
        return {
            (game, row.number): row.hash
            for game, numbers in wanted.items()
            for row in database.execute(
                sql.select(column.number, column.hash).where(
                    column.game == game, column.number.between(min(numbers), max(numbers))
                )
            )
        }

    def _tip(self, database: sql.Connection, game: str) -> Tip:
        if game not in self._tips:
            column = tables.game.c
            row = database.execute(
                sql.select(column.number, column.tip, column.table_name, column.signer).where(
                    column.id == game
                )
            ).one_or_none()
            self._tips[game] = Tip(*row) if row else Tip(0, BEFORE_THE_FIRST)
        return self._tips[game]

    def _follows(
        self,
        database: sql.Connection,
        one: Arrived,
        known: dict[tuple[str, int], str],
        gaps: set[str],
        *,
        by_hand: bool,
    ) -> list[tuple[Arrived, Entry]]:
        """The entries of its game that can be kept now; alarms and gaps are noted."""
        tip = self._tip(database, one.game)
        if one.number <= tip.number:
            if known.get((one.game, one.number)) != one.digest:
                self._raise_alarm(
                    database,
                    one,
                    tr("entry {number} came again and is another one", number=one.number),
                )
            return []
        if self.arrivals.is_gap(one, tip):
            gaps.add(one.stream)
            return []
        try:
            proved = self.arrivals.follows(one, tip, by_hand=by_hand)
        except RefusedError as refused:
            self._raise_alarm(database, one, str(refused))
            return []
        if proved:
            last = proved[-1][0]
            first = proved[0][1]
            signer = tip.signer if tip.number else str(first.facts.get("table", ""))
            self._tips[one.game] = Tip(last.number, last.digest, tip.table or one.table, signer)
            known.update({(one.game, each.number): each.digest for each, _ in proved})
        return proved

    def _raise_alarm(self, database: sql.Connection, one: Arrived, text: str) -> None:
        log.error("table %s, game %s: %s", one.table, one.game, text)
        row = {
            "game": one.game,
            "table_name": one.table,
            "number": one.number,
            "hash": one.digest[:64],
            "body": one.body,
            "text": text,
            "at": time.time(),
        }
        adding = self._insert_of(tables.alarm).values(row).on_conflict_do_nothing()
        database.execute(adding)

    def _insert_of(self, table: sql.Table) -> Any:
        """An INSERT that knows what to do about a row that is there already."""
        return (postgresql if self._engine.dialect.name == "postgresql" else sqlite).insert(table)

    def _put_cursor(self, database: sql.Connection, stream: str, cursor: Cursor) -> None:
        row = msgspec.structs.asdict(cursor)
        adding = self._insert_of(tables.cursor).values(stream=stream, **row)
        database.execute(adding.on_conflict_do_update(index_elements=["stream"], set_=row))

    def _insert(self, database: sql.Connection, fresh: Sequence[tuple[Arrived, Entry]]) -> None:
        if not fresh:
            return
        rows = [
            {
                "game": one.game,
                "number": one.number,
                "body": one.body,
                "hash": one.digest,
                "signer": one.signer,
                "signature": one.signature,
            }
            for one, _ in fresh
        ]
        database.execute(tables.entry.insert(), rows)
        told: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
        words: list[Mapping[str, Any]] = []
        for one, entry in fresh:
            if entry.number == 1:
                database.execute(tables.game.insert(), _game_row(one, entry))
            if entry.kind == "correction":
                self._flush(database, told, words)
                self._take_back(database, one.game, entry)
            found = projected(entry)
            for name in Projection.__struct_fields__:
                told[name] += ({"game": one.game, **row} for row in getattr(found, name))
            words += (
                {"game": one.game, "entry": entry.number, "text": row["text"]}
                for row in found.event
                if row["text"]
            )
            if entry.kind in {"mended", "allowed"}:
                self._flush(database, told, words)
                self._end_foul(database, one.game, entry)
        self._flush(database, told, words)
        latest = {one.game: one for one, _ in fresh}
        for one in latest.values():
            database.execute(
                tables.game.update()
                .where(tables.game.c.id == one.game)
                .values(number=one.number, tip=one.digest, updated=time.time())
            )

    def _flush(
        self,
        database: sql.Connection,
        told: dict[str, list[Mapping[str, Any]]],
        words: list[Mapping[str, Any]],
    ) -> None:
        for name, rows in told.items():
            if rows:
                database.execute(tables.TOLD[name].insert(), rows)
        if words:
            database.execute(tables.words.insert(), words)
        told.clear()
        words.clear()

    def _take_back(self, database: sql.Connection, game: str, entry: Entry) -> None:
        """What a correction replaces counts no more; the steps after it say what does."""
        if entry.replaces is None:
            return
        for name in ("event", "life", "roll", "card"):
            table = tables.TOLD[name]
            these = [table.c.game == game, table.c.entry >= entry.replaces]
            if name == "event":
                these.append(table.c.kind == "step")
            database.execute(table.update().where(*these).values(counts=False))
        fouls = tables.foul
        database.execute(
            fouls.update()
            .where(fouls.c.game == game, fouls.c.entry >= entry.replaces, fouls.c.ended == "")
            .values(ended="judged")
        )

    def _end_foul(self, database: sql.Connection, game: str, entry: Entry) -> None:
        fouls = tables.foul
        database.execute(
            fouls.update()
            .where(fouls.c.game == game, fouls.c.number == entry.facts.get("number", 0))
            .where(fouls.c.ended == "")
            .values(ended=entry.kind)
        )

    # -- asking

    def games(self, **wanted: Any) -> tuple[ArchivedGame, ...]:
        """All games, or those whose columns have these values, the oldest first."""
        column = tables.game.c
        asked = sql.select(tables.game).order_by(column.started, column.id)
        for name, value in wanted.items():
            asked = asked.where(column[name] == value)
        with self._engine.connect() as database:
            return tuple(_archived(row) for row in database.execute(asked))

    def entries(self, game: str, after: int = 0) -> Iterator[tuple[Entry, Signature | None]]:
        """The entries of a game after one of them, with their signatures."""
        column = tables.entry.c
        asked = (
            sql.select(tables.entry)
            .where(column.game == game, column.number > after)
            .order_by(column.number)
        )
        with self._engine.connect() as database:
            for row in database.execute(asked):
                signed = Signature(row.number, row.signer, row.signature) if row.signer else None
                yield read_body(bytes(row.body), row.hash), signed

    def pictures(self, game: str) -> tuple[PictureName, ...]:
        """The stills and clips that a game's entries name, the oldest first."""
        return tuple(name for entry, _ in self.entries(game) for name in entry.pictures)

    def journal(self, game: str) -> Journal:
        """The record of a game, in memory: to replay, export or verify it."""
        journal = Journal.unwritten()
        for entry, signature in self.entries(game):
            journal.copy_in([entry], [], [signature] if signature else [])
        return journal

    def told(self, name: str, game: str, last: int = 0) -> tuple[Mapping[str, Any], ...]:
        """Rows of a projection for one game, in order; at most the `last` ones."""
        table = tables.TOLD[name]
        asked = sql.select(table).where(table.c.game == game).order_by(table.c.id.desc())
        if last:
            asked = asked.limit(last)
        with self._engine.connect() as database:
            return tuple(dict(row._mapping) for row in database.execute(asked))[::-1]  # noqa: SLF001 - SQLAlchemy's public name

    def lives(self, game: str) -> Mapping[int, int]:
        """Seat -> life as it stands."""
        return {row["seat"]: row["life"] for row in self.told("life", game) if row["counts"]}

    def search(self, wanted: str, most: int = 50) -> tuple[tuple[str, int, str], ...]:
        """Entries whose words match: game, number, text."""
        name = self._engine.dialect.name
        if name == "sqlite":  # every word as it stands, and nothing of the search's own language
            quoted = ('"' + word.replace('"', '""') + '"' for word in wanted.split())
            wanted = " ".join(quoted)
        if not wanted:
            return ()
        with self._engine.connect() as database:
            rows = database.execute(tables.FOUND[name], {"wanted": wanted, "most": most})
            return tuple((row.game, int(row.entry), row.text) for row in rows)

    def alarms(self) -> tuple[Alarm, ...]:
        """All of them, the newest first."""
        column = tables.alarm.c
        with self._engine.connect() as database:
            return tuple(
                Alarm(r.id, r.table_name, r.game, r.number, r.text, r.at, r.seen_by)
                for r in database.execute(sql.select(tables.alarm).order_by(column.id.desc()))
            )

    def look_for_unsigned(self) -> None:
        """Raise an alarm for what has waited too long for its table's signature."""
        late = list(self.arrivals.overdue())
        if not late:
            return
        with self._writing() as database:
            for one in late:
                self._raise_alarm(
                    database,
                    one,
                    tr(
                        "entry {number} was not signed by table {table}",
                        number=one.number,
                        table=one.table,
                    ),
                )

    def see_alarm(self, number: int, who: str) -> None:
        """Somebody has looked at it; it stays."""
        with self._writing() as database:
            database.execute(
                tables.alarm.update().where(tables.alarm.c.id == number).values(seen_by=who)
            )

    # -- how games ended

    def judge_outcome(self, game: str, rules: AnyGame) -> Outcome | None:
        """How a game has ended, worked out by its rules and kept; None while it goes on."""
        try:
            with self.journal(game) as journal:
                outcome = outcome_of(journal, rules)
        except (JournalError, *UNCHECKED) as error:
            log.warning("game %s cannot be replayed: %s", game, error)
            return None
        written = (
            None if outcome is None else msgspec.json.encode(outcome, enc_hook=write_text).decode()
        )
        with self._writing() as database:
            database.execute(
                tables.game.update().where(tables.game.c.id == game).values(outcome=written)
            )
        return outcome

    # -- by hand

    def import_record(self, journal: Journal, table: str) -> int:
        """Take in a record that came by another way; how many entries were new.

        Done twice it does nothing the second time. Raises `JournalError` where its signatures do
        not hold.
        """
        entries = tuple(journal.entries())
        _, wrong = signed_runs(entries, journal.signatures())
        if wrong:
            raise JournalError(tr("this record cannot be taken in: {wrong}.", wrong=wrong))
        signed = {one.number: one for one in journal.signatures()}
        game = game_id(entries[0].hash)
        self.arrivals.forget(game)
        arrived = [_by_hand(journal, table, game, entry, signed) for entry in entries]
        return len(self.take(arrived, {}, by_hand=True).fresh)


def _by_hand(
    journal: Journal, table: str, game: str, entry: Entry, signed: Mapping[int, Signature]
) -> Arrived:
    """An entry of a record as if it had come over the hub."""
    found = signed.get(entry.number, Signature(entry.number, "", b""))
    body = journal.body(entry.number)
    return Arrived(
        "", 0, table, game, entry.number, body, entry.hash, found.signer, found.signature
    )


def may_be_over(entry: Entry) -> bool:
    """Whether a game may have ended, or gone on again, with this entry."""
    if entry.kind in {"result", "correction"}:
        return True
    return any(event.code in OVER for event in entry.events)


def _game_row(one: Arrived, entry: Entry) -> Mapping[str, Any]:
    facts = entry.facts
    header = msgspec.convert(facts.get("header", {}), Header)
    return {
        "id": one.game,
        "table_name": one.table,
        "kind": str(facts.get("game", ""))[:40],
        "event": header.event,
        "round": header.round,
        "match": header.match,
        "game_of_match": header.game_of_match,
        "best_of": header.best_of,
        "players": msgspec.json.encode(header.players, enc_hook=write_text).decode(),
        "sides": header.sides,
        "format": header.format,
        "started": entry.wall_time,
        "signer": str(facts.get("table", "")),
        "number": 1,
        "tip": one.digest,
        "updated": time.time(),
    }


def _archived(row: Any) -> ArchivedGame:
    outcome = (
        None
        if row.outcome is None
        else msgspec.json.decode(row.outcome, type=Outcome, dec_hook=read_text)
    )
    return ArchivedGame(
        id=row.id,
        table=row.table_name,
        kind=row.kind,
        event=row.event,
        round=row.round,
        match=row.match,
        game_of_match=row.game_of_match,
        best_of=row.best_of,
        players=tuple(msgspec.json.decode(row.players)),
        sides=row.sides,
        format=row.format,
        started=row.started,
        signer=row.signer,
        entries=row.number,
        tip=row.tip,
        updated=row.updated,
        outcome=outcome,
    )


def _address(where: str | Path) -> str:
    """The database's URL. Raises `UserError` for one that nobody here can use."""
    if isinstance(where, Path):
        where.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        return f"sqlite:///{where}"
    scheme, sign, rest = where.partition("://")
    if scheme in {"postgres", "postgresql"} and sign:
        return f"postgresql+psycopg://{rest}"
    raise UserError(
        tr(
            "--archive {without_password}: name a PostgreSQL database, as "
            "postgresql://user@host/name; without it the archive is a file of the desk's.",
            without_password=_without_password(where),
        )
    )


def _without_password(url: str) -> str:
    before, sign, after = url.rpartition("@")
    return f"{before.partition('://')[0]}://…@{after}" if sign else url


def _plain(error: Exception) -> str:
    """The first line of what a database says."""
    told = getattr(error, "orig", None) or error
    return str(told).strip().splitlines()[0].rstrip(".") if str(told).strip() else tr("no answer")


def _lay_open(connection: Any, _record: Any) -> None:
    """Readers never wait for the writer; after a power cut the last moments are read again."""
    for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "busy_timeout = 5000"):
        connection.execute(f"PRAGMA {pragma}")
