"""What entries must prove when they arrive: that they follow, are whole, and are the table's own.

A table signs the last entry of each batch, and that signature covers all before it. What has not
been signed yet waits here, in memory: were it lost, the hub is asked for it again.
"""

import hashlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

import msgspec

from rules.journal import Entry
from rules.journal.entry import read_body
from rules.journal.signing import genuine
from ui.hub.follower import Arrived
from ui.hub.names import game_id
from words import tr

UNSIGNED_S: Final = 20.0
"""So long entries may wait for the signature that covers them; a batch comes within a second."""

MOST_WAITING: Final = 16_000_000
"""Bytes of one game's entries without a signature; a long correction has some thousands."""


class Tip(msgspec.Struct, frozen=True):
    """The last entry that is kept of a game."""

    number: int
    digest: str
    table: str = ""  # who handed the game in
    signer: str = ""  # the key that the set-up names


@dataclass(slots=True)
class Unsigned:
    """Entries of one game that wait for a signature."""

    entries: list[tuple[Arrived, Entry]] = field(default_factory=list)
    since: float = field(default_factory=time.monotonic)
    size: int = 0
    told: bool = False


class RefusedError(ValueError):
    """An entry is not what it should be: a red alarm."""


class Arrivals:
    """Decides what becomes of each entry; who keeps them tells it how far a game is kept."""

    def __init__(self) -> None:
        self.key_of: Callable[[str], str | None] = lambda _: None
        """The key with which a table has joined, where it is known."""
        self._unsigned: dict[str, Unsigned] = {}
        self._refused: dict[str, bool] = {}  # by game: whether the hub was asked once more for it

    def forget(self, game: str | None = None) -> None:
        """Drop what waits, of one game or of all: the hub can be asked again."""
        for one in (game,) if game is not None else tuple(self._unsigned):
            self._unsigned.pop(one, None)

    def is_gap(self, one: Arrived, tip: Tip) -> bool:
        """Whether entries before this one are missing, and may still come."""
        if one.number <= self._last(one.game, tip)[0] + 1 or self._refused.get(one.game):
            return False
        if one.game in self._refused:
            self._refused[one.game] = True
        return True

    def follows(
        self, one: Arrived, tip: Tip, *, by_hand: bool = False
    ) -> list[tuple[Arrived, Entry]]:
        """All entries that are proved by this one, which comes after the tip of its game.

        Raises `RefusedError` with what is wrong.
        """
        number, digest = self._last(one.game, tip)
        if one.number <= number:
            self._compare(one)
            return []
        if one.number > number + 1:
            return []
        try:
            entry = _entry_of(one, digest)
            if not by_hand:
                self._check_signer(one, entry, tip)
        except RefusedError:
            self._refused.setdefault(one.game, False)
            raise
        waiting = self._unsigned.setdefault(one.game, Unsigned())
        waiting.entries.append((one, entry))
        waiting.size += len(one.body)
        if not by_hand and not one.signer and self._signer_of(one.game, tip, entry):
            self._check_size(one, waiting)
            return []
        self._refused.pop(one.game, None)
        return self._unsigned.pop(one.game).entries

    def _last(self, game: str, tip: Tip) -> tuple[int, str]:
        """Number and hash of the last entry of a game that has come."""
        waiting = self._unsigned.get(game)
        if waiting:
            last = waiting.entries[-1][0]
            return last.number, last.digest
        return tip.number, tip.digest

    def _compare(self, one: Arrived) -> None:
        """An entry that waits already came again."""
        if not any(one.digest == known.digest for known, _ in self._unsigned[one.game].entries):
            raise RefusedError(
                tr("entry {number} came again and is another one", number=one.number)
            )

    def _signer_of(self, game: str, tip: Tip, entry: Entry) -> str:
        """The key that the set-up of a game names, "" when nobody signs it."""
        if tip.signer or tip.number:
            return tip.signer
        waiting = self._unsigned.get(game)
        first = waiting.entries[0][1] if waiting else entry
        return str(first.facts.get("table", ""))

    def _check_signer(self, one: Arrived, entry: Entry, tip: Tip) -> None:
        if tip.table and tip.table != one.table:
            raise RefusedError(
                tr(
                    "entry {number} was handed in by table {table}, and the game is table "
                    "{table2}'s",
                    number=one.number,
                    table=one.table,
                    table2=tip.table,
                )
            )
        joined_with = self.key_of(one.table) or ""
        named = self._signer_of(one.game, tip, entry)
        if joined_with and not named:
            raise RefusedError(
                tr(
                    "entry {number} is of a game that table {table} did not sign",
                    number=one.number,
                    table=one.table,
                )
            )
        if one.signer and one.signer != (joined_with or named or one.signer):
            raise RefusedError(
                tr(
                    "entry {number} is signed by another key than table {table}'s",
                    number=one.number,
                    table=one.table,
                )
            )

    def _check_size(self, one: Arrived, waiting: Unsigned) -> None:
        if waiting.size > MOST_WAITING:
            del self._unsigned[one.game]
            self._refused.setdefault(one.game, False)
            raise RefusedError(
                tr("too many entries before entry {number} are not signed", number=one.number)
            )

    def overdue(self) -> Iterator[Arrived]:
        """The first of those entries, once each, that have waited too long for a signature."""
        for waiting in self._unsigned.values():
            late = time.monotonic() - waiting.since > UNSIGNED_S
            if late and not waiting.told:
                waiting.told = True
                yield waiting.entries[0][0]


def _entry_of(one: Arrived, tip: str) -> Entry:
    """The entry, whole and in its place. Raises `RefusedError`."""
    if hashlib.sha256(one.body).hexdigest() != one.digest:
        raise RefusedError(tr("entry {number} was changed on its way", number=one.number))
    try:
        entry = read_body(one.body, one.digest)
    except ValueError:
        raise RefusedError(tr("entry {number} is no entry", number=one.number)) from None
    if entry.number != one.number or entry.previous != tip:
        raise RefusedError(
            tr("entry {number} does not follow the entry before it", number=one.number)
        )
    if entry.number == 1 and (entry.kind != "setup" or game_id(one.digest) != one.game):
        raise RefusedError(tr("its first entry is not the one that names the game"))
    if one.signer and not genuine(one.signer, one.digest, one.signature):
        raise RefusedError(tr("the signature of entry {number} is not genuine", number=one.number))
    return entry
