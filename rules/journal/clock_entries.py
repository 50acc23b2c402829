"""What the record says of the clocks: every start, stop and extension is an entry."""

from collections.abc import Iterable, Mapping
from math import inf
from typing import Any

from rules.core.clocks import Clock
from rules.journal.entry import Entry

Clocks = Mapping[str, Clock]

LONGEST_GAP_S = 65.0
"""While a clock can run out something is recorded each minute; a longer time between two entries
means that the machine's clock was set (a Pi without a battery learns the time after it started)."""


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
    gaps: list[float] = []
    before = 0.0
    for entry in entries:
        if entry.wall_time:  # nobody knows the time of some
            gaps.append(max(0.0, entry.wall_time - before))  # nothing when the clock was set back
            before = entry.wall_time
        if entry.kind == "clock" and "clocks" in entry.facts:
            facts, gaps = entry.facts["clocks"], []
    clocks = dict(new)
    for name, written in facts.items():
        most = inf if written["limit"] is None else LONGEST_GAP_S
        ran = sum(min(gap, most) for gap in gaps) if written["runs"] else 0.0
        clocks[name] = Clock(written["limit"], float(written["spent"]) + ran)
    return clocks, frozenset(name for name, written in facts.items() if written["runs"])
