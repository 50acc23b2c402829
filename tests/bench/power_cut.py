"""Writers that are killed at any instant, and what the record holds afterwards."""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter

import msgspec

from rules.journal.entry import Draft
from rules.journal.signing import TableKey
from rules.journal.store import Journal
from rules.journal.verify import verify

Write = Callable[[Journal, int], None]
"""Append the next entry or entries to a journal; the number counts the calls."""


class Kill(msgspec.Struct, frozen=True):
    """One killed writer."""

    shown: int  # entries the writer had said were written
    kept: int  # whole entries found afterwards
    damage: str  # "" when the record is whole and all of it is signed
    open_s: float  # to open the record and read every entry

    @property
    def lost(self) -> int:
        """Entries that were shown and are not there."""
        return max(0, self.shown - self.kept)


def notes(journal: Journal, number: int) -> None:
    """Append a note: a writer for those who have no game at hand."""
    journal.append(Draft(kind="note", facts={"text": f"note {number} " + "x" * (number % 997)}))


def kill_writer(path: Path, rng: Random, write: Write = notes, longest_s: float = 0.08) -> Kill:
    """Let a child process write to a new journal at `path` and kill it at a random instant."""
    key = TableKey.at(path.parent / "table.key")
    Journal.create(path, "trial", {}, key=key).close()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        _write_until_killed(path, writer, write, key)
    os.close(writer)
    shown = _shown_before(reader, child, rng.uniform(0.0, longest_s))
    os.close(reader)
    started = perf_counter()
    report = verify(path)
    with Journal.open(path, key=key) as journal:
        journal.append(Draft(kind="note", facts={"text": "resumed"}))
    return Kill(shown, report.entries, report.damage, perf_counter() - started)


def _write_until_killed(path: Path, pipe: int, write: Write, key: TableKey) -> None:
    """The child: say how many entries are written each time some are."""
    try:
        with Journal.open(path, key=key) as journal:
            number = 0
            while True:
                write(journal, number)
                number += 1
                os.write(pipe, f"{len(journal)}\n".encode())
    finally:
        os._exit(0)


def _shown_before(pipe: int, child: int, after_s: float) -> int:
    """What the child had said when it was killed, `after_s` seconds after its first word."""
    heard = os.read(pipe, 64)
    until = perf_counter() + after_s
    while perf_counter() < until:
        heard += os.read(pipe, 4096)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(pipe, 65536):
        heard += more
    lines = heard.split(b"\n")[:-1]
    return int(lines[-1]) if lines else 0
