"""The last looks at the table, kept as JSON for whoever has to find out why a die was misread."""

import json
import logging
import math
from pathlib import Path
from typing import Any, Final

from rules.track.verdict import Verdict, Wait
from vision.sighting import Observation, Sighting

log = logging.getLogger(__name__)

MOST_LOOKS: Final = 200
"""In one file; the file before it holds as many."""

READINGS: Final = 3
"""Of each die, the likeliest ones."""


class LookLog:
    """Writes each look that differs from the one before, one JSON object a line."""

    def __init__(self, folder: Path, most: int = MOST_LOOKS) -> None:
        """Begins anew: what an earlier game left becomes the file before."""
        self.file = folder / "looks.jsonl"
        self.before = folder / "looks.1.jsonl"
        self._most = most
        self._written = most  # so that the first look begins a new file
        self._last: tuple[object, ...] = ()
        self._broken = False

    def see(self, observation: Observation, verdict: Verdict) -> None:
        """Keep the look when the table lies still and it says something new."""
        if self._broken or observation.hands or not observation.still:
            return
        said = verdict.reason if isinstance(verdict, Wait) else type(verdict).__name__.lower()
        lies = tuple((die.track, die.zone, die.seat, *_best(die)[:1]) for die in observation.dice)
        if (said, lies) == self._last:
            return
        self._last = (said, lies)
        try:
            self._write(json.dumps(_plain(observation, said), ensure_ascii=False))
        except OSError as error:
            self._broken = True
            log.warning("the last looks are not kept any more: %s", error.strerror)

    def _write(self, line: str) -> None:
        if self._written >= self._most:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            if self.file.exists():
                self.file.replace(self.before)
            self._written = 0
        with self.file.open("a", encoding="utf-8") as kept:
            kept.write(line + "\n")
        self._written += 1


def _plain(observation: Observation, said: str) -> dict[str, Any]:
    health = observation.health
    return {
        "frame": observation.sequence,
        "wall": round(observation.wall, 3),
        "referee": said,
        "mat": {"found": health.registered, "off_mm": round(health.residual_mm, 3)},
        "view": health.note,
        "life": [[mark.seat, mark.life] for mark in observation.life],
        "dice": [_plain_die(die) for die in observation.dice],
    }


def _plain_die(die: Sighting) -> dict[str, Any]:
    return {
        "track": die.track,
        "mm": [round(die.x_mm, 1), round(die.y_mm, 1)],
        "zone": die.zone,
        "seat": die.seat,
        "border_mm": round(die.border_mm, 1),
        "cocked": die.cocked,
        "readings": _best(die),
    }


def _best(die: Sighting) -> list[tuple[str, int, float]]:
    """The likeliest readings: kind, face, chance."""
    ranked = sorted(die.likelihood.items(), key=lambda reading: -reading[1])[:READINGS]
    return [(one.kind, one.face, round(math.exp(chance), 4)) for one, chance in ranked]
