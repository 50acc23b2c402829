"""The event's acts on the disk: each synced before anybody is shown what came of it."""

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from rules.tournament.acts import TournamentAct, read_act, write_act
from rules.tournament.exchange import write_acts
from rules.tournament.plan import VERSION
from rules.tournament.state import Tournament, perform
from ui.app.errors import UserError
from words import tr

APPLICATION_ID: Final = 0x44524556
"""SQLite's own mark for the kind of file: the letters DREV."""

BEFORE_THE_FIRST: Final = "0" * 64


class EventLog:
    """All acts of one event, chained by hashes, and the tournament that follows from them."""

    def __init__(self, path: Path) -> None:
        """Raises `UserError`."""
        self.path = path
        self.state = Tournament()
        self.tip = BEFORE_THE_FIRST
        self._acts: list[TournamentAct] = []
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._lay_out()
            self._read()
        except (sqlite3.Error, OSError) as error:
            raise UserError(
                tr("the event {path} cannot be opened ({error}).", path=path, error=error)
            ) from None

    def _lay_out(self) -> None:
        database = self._database
        mark = database.execute("PRAGMA application_id").fetchone()[0]
        version = database.execute("PRAGMA user_version").fetchone()[0]
        if mark not in {0, APPLICATION_ID}:
            raise UserError(tr("{path} is no event of DiceRef.", path=self.path))
        if version > VERSION:
            raise UserError(
                tr("{path} was written by a newer DiceRef: update DiceRef.", path=self.path)
            )
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute(
            "CREATE TABLE IF NOT EXISTS act (number INTEGER PRIMARY KEY, body TEXT NOT NULL, "
            "hash TEXT NOT NULL) STRICT"
        )
        database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        database.execute(f"PRAGMA user_version = {VERSION}")

    def _read(self) -> None:
        rows = self._database.execute("SELECT number, body, hash FROM act ORDER BY number")
        for expected, (number, body, digest) in enumerate(rows, start=1):
            if number != expected or _chained(self.tip, body) != digest:
                raise UserError(
                    tr(
                        "{path} is damaged at act {expected}: put it back from a backup.",
                        path=self.path,
                        expected=expected,
                    )
                )
            try:
                act = read_act(body)
                self.state = perform(self.state, act)
            except ValueError as error:
                raise UserError(
                    tr(
                        "{path} is damaged at act {number}: {error}",
                        path=self.path,
                        number=number,
                        error=error,
                    )
                ) from None
            self._acts.append(act)
            self.tip = digest

    def __len__(self) -> int:
        return len(self._acts)

    def __iter__(self) -> Iterator[TournamentAct]:
        return iter(tuple(self._acts))

    def do(self, act: TournamentAct) -> Tournament:
        """Carry out an act; it is on the disk when this returns.

        Raises `ValueError` with one sentence when it is refused, `UserError` when the disk is.
        """
        state = perform(self.state, act)
        body = write_act(act).decode()
        digest = _chained(self.tip, body)
        try:
            self._database.execute(
                "INSERT INTO act VALUES (?, ?, ?)", (len(self._acts) + 1, body, digest)
            )
        except sqlite3.Error as error:
            raise UserError(
                tr("the event {path} cannot be written ({error}).", path=self.path, error=error)
            ) from None
        self._acts.append(act)
        self.state, self.tip = state, digest
        return state

    def text(self) -> str:
        """All acts, one line each."""
        return write_acts(self._acts)

    def back_up(self, path: Path) -> None:
        """A copy of the whole file, taken while it is in use."""
        with closing(sqlite3.connect(path)) as target:
            self._database.backup(target)

    def close(self) -> None:
        """Close the file; what was done is safe with or without."""
        self._database.close()


def _chained(before: str, body: str) -> str:
    return hashlib.sha256(f"{before}\n{body}".encode()).hexdigest()
