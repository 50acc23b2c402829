"""What the record says of the clocks: every start, stop and extension is an entry."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.core.timing import Clock
from rules.journal.entry import Entry

Clocks = Mapping[str, Clock]


def clock_facts(clocks: Clocks, now: float, text: str) -> dict[str, Any]:
    """The facts of a `clock` entry: what happened in words, and what every clock shows."""
    shown = {
        name: {"limit": clock.limit, "spent": round(clock.elapsed(now), 3), "runs": clock.running}
        for name, clock in clocks.items()
    }
    return {"text": text, "clocks": shown}


def clocks_at_end(entries: Iterable[Entry], new: Clocks) -> tuple[Clocks, frozenset[str]]:
    """What the clocks showed when the record ended, all standing, and which of them ran.

    `new` are the clocks of a game that has not begun. What happened after the last entry nobody
    knows: a clock that ran is taken to have run until then, not longer.
    """
    facts: Mapping[str, Any] = {}
    since = until = 0.0
    for entry in entries:
        until = max(until, entry.wall_time)
        if entry.kind == "clock" and "clocks" in entry.facts:
            facts, since = entry.facts["clocks"], entry.wall_time
    clocks = dict(new)
    for name, written in facts.items():
        spent = float(written["spent"]) + (until - since if written["runs"] else 0.0)
        clocks[name] = Clock(written["limit"], spent)
    return clocks, frozenset(name for name, written in facts.items() if written["runs"])
