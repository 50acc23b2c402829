"""Is the record whole, and what can be saved of one that is not."""

import hashlib
import logging
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Final

import msgspec

from rules.core import AnyGame, Event, State
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
from rules.journal.matches import GameNamed
from rules.journal.replay import UNCHECKED, Moment, moments_of
from rules.journal.signing import Signature, SignedRun, Witness, in_groups, signed_runs
from rules.journal.store import Journal, Picture
from words import joined, tr
from words.written import write_text

log = logging.getLogger(__name__)


class Report(msgspec.Struct, frozen=True):
    """What `verify` found."""

    entries: int  # whole and in order, from the first on
    tip: str  # hash of the last whole entry
    damage: str = ""  # one sentence; "" when everything is whole
    lost_pictures: tuple[str, ...] = ()
    unlawful: str = ""  # one sentence: where the rules do not bear out what is written
    sealed: int | None = None  # the entry that the seal or the witness is of
    signed: tuple[SignedRun, ...] = ()  # who signed which entries

    @property
    def whole(self) -> bool:
        """Whether nothing is missing or changed, and all of it follows by the rules."""
        return not (self.damage or self.lost_pictures or self.unlawful)

    @property
    def seal(self) -> str:
        """The seal that the record has now."""
        return in_groups(self.tip)


def verify(
    path: Path | str,
    *,
    seal: str = "",
    witness: Witness | None = None,
    signer: str = "",
    game_named: GameNamed | None = None,
) -> Report:
    """Check every entry, the chain, the signatures and the pictures.

    `seal` (`Journal.seal`) and `witness` were kept by somebody else and show a record that was cut
    short or written anew. `signer`, the beginning of a table's key, shows one of another table.
    With `game_named` every step is played again by the rules. Raises `JournalError` only when
    there is no record to read.
    """
    path = Path(path)
    whole, damage = _whole_entries(path)
    if not whole:
        _check_is_record(path)
    tip = whole[-1].hash if whole else BEFORE_THE_FIRST
    if damage:
        return Report(len(whole), tip, damage)
    runs, damage = signed_runs(whole, _signatures(path))
    sealed, contradiction = None, ""
    if witness is not None:
        sealed, contradiction = _fits_witness(whole, witness)
    if seal and not contradiction:
        sealed, contradiction = _fits_seal(whole, seal)
    damage = damage or contradiction
    if not damage and signer and any(not run.signer.startswith(signer) for run in runs):
        damage = tr("not all of it is signed by the table {signer}", signer=signer)
    lost = tuple(_lost_pictures(path, whole))
    unlawful = "" if game_named is None else not_by_the_rules(whole, game_named)
    return Report(len(whole), tip, damage, lost, unlawful, sealed, runs)


def _check_is_record(path: Path) -> None:
    """Raise `JournalError` for a file that never held a record; a damaged one holds pieces."""
    with path.open("rb") as handle:
        start = handle.read(len(EXPORTED))
    if start == EXPORTED:
        raise JournalError(
            tr("{path} is an export: take it in with --import, then verify that.", path=path)
        )
    if path.stat().st_size:
        with path.open("rb") as handle, mmap(handle.fileno(), 0, access=ACCESS_READ) as content:
            if content.find(BODY_START) >= 0:
                return
    ends = "" if path.suffix == ".diceref" else tr(": name a file that ends in .diceref")
    raise JournalError(tr("{path} is no record of DiceRef{ends}.", path=path, ends=ends))


def _fits_witness(whole: Sequence[Entry], witness: Witness) -> tuple[int | None, str]:
    """The entry that the witness saw, and how the record contradicts it, or ""."""
    if whole[0].hash != witness.game:
        return None, tr("the witness is of another game")
    if len(whole) < witness.number:
        return None, tr(
            "its end was cut: entry {number} had a witness and is gone", number=witness.number
        )
    if whole[witness.number - 1].hash != witness.tip:
        return None, tr(
            "entry {number} was another one when the witness saw it", number=witness.number
        )
    return witness.number, ""


def _fits_seal(whole: Sequence[Entry], seal: str) -> tuple[int | None, str]:
    """The entry that has the seal; that none has it, or ""."""
    digits = seal.replace("-", "")
    found = next((entry.number for entry in whole if entry.hash.startswith(digits)), None)
    if found is None:
        return None, tr(
            "no entry has the seal {seal}: the record was cut or written anew", seal=seal
        )
    return found, ""


def not_by_the_rules(whole: Sequence[Entry], game_named: GameNamed) -> str:
    """Where an entry is not lawful, or says what does not follow from it, in a sentence; or ""."""
    question: Entry | None = None
    opened: dict[str, set[object]] = {"question": set(), "foul": set()}  # their numbers
    try:
        game = game_named(str(whole[0].facts["game"]))
        for moment in moments_of(whole, game):
            entry = moment.entry
            wrong = (
                _amiss(moment, question)
                or _from_nothing(moment, opened, game)
                or _asks_what_cannot_be(moment, game)
            )
            if wrong:
                return tr("entry {number} {wrong}", number=entry.number, wrong=wrong)
            if entry.kind in opened:
                opened[entry.kind].add(entry.facts.get("number"))
            if entry.kind in {"question", "answer", "correction"}:
                question = entry if entry.kind == "question" else None
    except (JournalError, *UNCHECKED) as error:
        return str(error).removesuffix(".")
    return ""


def _amiss(moment: Moment, question: Entry | None) -> str:
    """What is wrong with a step or an answer, or ""."""
    entry = moment.entry
    if entry.kind == "step" and not entry.digest:
        return tr("does not say which state it led to")
    if entry.kind == "step" and entry.cause not in CAUSES:
        return tr("came about by '{cause:.40}', and no step does", cause=entry.cause)
    if entry.kind == "step" and _plain(entry.events) != _plain(moment.events):
        told = joined("; ", (event.text for event in entry.events)) or "nothing"
        follows = joined("; ", (event.text for event in moment.events)) or "nothing"
        return tr("tells '{told}', and what follows is '{follows}'", told=told, follows=follows)
    if entry.kind == "answer" and question is not None and not _answers(entry, question):
        return tr("answers what entry {number} did not ask", number=question.number)
    return ""


def _from_nothing(moment: Moment, opened: Mapping[str, set[object]], game: AnyGame) -> str:
    """What an entry ends though it never began, or which result it invents; or ""."""
    entry = moment.entry
    number = entry.facts.get("number")
    if entry.kind == "answer" and number not in opened["question"]:
        return tr("answers a question that nobody asked")
    if entry.kind in {"mended", "allowed"} and number not in opened["foul"]:
        return tr("ends a foul that nobody named")
    if entry.kind == "result" and not _ends(entry, game, moment.state):
        return tr("tells a result that the rules do not bear out")
    return ""


def _asks_what_cannot_be(moment: Moment, game: AnyGame) -> str:
    """Which answer of a question is not lawful where it was asked, or ""."""
    asked = moment.entry.facts.get("answers", ()) if moment.entry.kind == "question" else ()
    for answer in asked:
        state = moment.state
        for written in answer.get("actions", ()):
            try:
                state, _ = game.apply(state, game.read_action(written))
            except UNCHECKED:
                return tr(
                    "offers '{get:.80}', which the rules do not allow", get=answer.get("text", "")
                )
    return ""


def _ends(entry: Entry, game: AnyGame, state: State) -> bool:
    """Whether a game can end so: somebody who plays gave it up, or these have won by the rules."""
    won = game.outcome(state)
    if "winners" in entry.facts:
        return won is not None and set(entry.facts["winners"]) == set(won.winners)
    return won is None and entry.facts.get("conceded") in range(len(game.view(state).seats))


def _plain(events: Sequence[Event]) -> bytes:
    """Events as they stand in a file."""
    return msgspec.json.encode(events, order="deterministic", enc_hook=write_text)


def _answers(entry: Entry, question: Entry) -> bool:
    """Whether an answer is one of those that could be given; what the camera saw has no choice."""
    choices, choice = question.facts.get("answers", ()), entry.facts.get("choice") or 0
    if entry.facts.get("number") != question.facts.get("number"):
        return False
    if entry.cause == "seen":
        return True
    return choice < len(choices) and entry.facts.get("text") == choices[choice].get("text")


def recover(path: Path | str, target: Path | str) -> Report:
    """Write everything before the damage to a new file. Raises `JournalError`.

    Pictures that did not survive are left out; the entries that name them stay as they are.
    """
    whole, damage = _whole_entries(Path(path))
    if not whole:
        raise JournalError(
            tr(
                "{path} holds nothing that can be saved: {what}.",
                path=path,
                what=damage or tr("it is empty"),
            )
        )
    if Path(target).exists():
        raise JournalError(tr("{target} already exists: choose another name.", target=target))
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
    saved.copy_in([], [], [one for one in _signatures(Path(path)) if one.number <= len(whole)])
    saved.save_as(target)
    log.info("%d entries of %s are saved to %s: %s", len(whole), path, target, damage or "whole")
    return Report(len(whole), whole[-1].hash, damage, tuple(lost))


def _signatures(path: Path) -> list[Signature]:
    """The signatures in a file, as far as they can be read."""
    found: list[Signature] = []
    with suppress(sqlite3.Error, JournalError, ValueError), closing(_read(path)) as database:
        for one in Journal(database, str(path)).signatures():
            found.append(one)
            if len(found) > MOST_ENTRIES:
                break
    return found


def _whole_entries(path: Path) -> tuple[list[Entry], str]:
    """Everything up to the first damage, and what the damage is."""
    if not path.is_file():
        raise JournalError(tr("{path} is not there: name an existing journal.", path=path))
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
                return whole, tr(
                    "no game has as much text as stands before entry {number}", number=number
                )
    except (sqlite3.Error, ValueError) as error:
        reason = str(error).partition(" with text ")[0]  # what was found instead is no text
        return whole, tr(
            "the file is damaged after entry {count} ({reason})", count=len(whole), reason=reason
        )
    if not whole:
        return whole, tr("the file holds no entries")
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
CAUSES: Final = frozenset(
    {"", "seen", "announced", "answered", "corrected", "judge", "clock", "agreed"}
)
"""How the referee knows of a step; "" where nobody said."""

EXPORTED: Final = b'{"format":"diceref-journal"'
"""How an export in lines begins."""

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
