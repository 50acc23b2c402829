"""A training in progress: what is kept on disk so that the same command goes on at any moment.

A run's folder holds `run.json` (what was asked for), `last.pt` (everything to go on from),
`best.pt`, `mean.pt` (running means of the weights), `log.jsonl` (losses) and `figures.jsonl` (how
the development part moves).
"""

import copy
import json
import logging
import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

log = logging.getLogger(__name__)

FOLLOW: Final = 0.998
"""Of the running mean of the weights, per step."""

SAVED_EVERY: Final = 180.0
"""Seconds between two states kept."""


def asked_for(folder: Path, usual: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """What this run is asked for: as it was begun, but for what is given now; written down."""
    folder.mkdir(parents=True, exist_ok=True)
    facts = folder / "run.json"
    known = json.loads(facts.read_text(encoding="utf-8")) if facts.exists() else dict(usual)
    known |= {name: value for name, value in given.items() if value is not None}
    facts.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    return known


def rate(highest: float, minutes: float, warm_up: int, step: int, seconds: float) -> float:
    """The learning rate: a short rise, then a cosine over the time given, down to a fiftieth."""
    along = min(1.0, seconds / (minutes * 60))
    fallen = 0.02 + 0.98 * (1 + math.cos(math.pi * along)) / 2
    return highest * min(1.0, (step + 1) / warm_up) * fallen


@dataclass(slots=True)
class Training:
    """A network, the running mean of its weights (which is what is shipped), and its optimiser."""

    folder: Path
    network: Any
    optimiser: Any
    mean: Any = None
    step: int = 0
    seconds: float = 0.0  # of processor time
    _since: float = field(default_factory=time.process_time)
    _saved: float = field(default_factory=time.monotonic)
    _losses: dict[str, list[float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.mean = copy.deepcopy(self.network)

    def load(self) -> bool:
        """Go on where an earlier run stopped, if there is one."""
        kept = self.folder / "last.pt"
        if not kept.exists():
            log.info("%s begins: nothing of an earlier run is there", self.folder)
            return False
        state = torch.load(kept, weights_only=True)
        for name in ("network", "mean", "optimiser"):
            getattr(self, name).load_state_dict(state[name])
        self.step, self.seconds = state["step"], state["seconds"]
        log.info("%s goes on from step %d", self.folder, self.step)
        return True

    def save(self) -> None:
        """Keep everything needed to go on; the old file stays until the new one is whole."""
        state = {
            "network": self.network.state_dict(),
            "mean": self.mean.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "step": self.step,
            "seconds": self.seconds,
        }
        torch.save(state, self.folder / "last.pt.new")
        (self.folder / "last.pt.new").rename(self.folder / "last.pt")
        self._saved = time.monotonic()

    def begin(self) -> None:
        """Let the mean begin as the network, and the clock now."""
        if self.step == 0:
            self.mean.load_state_dict(self.network.state_dict())
        self._since = time.process_time()

    def stepped(self, losses: Mapping[str, float]) -> None:
        """One step is done: let the mean follow, count the time, note losses, save now and then."""
        share = 1 - min(FOLLOW, (1 + self.step) / (10 + self.step))
        kept = self.mean.state_dict()
        for key, value in self.network.state_dict().items():
            if value.is_floating_point():
                kept[key].lerp_(value, share)
            else:
                kept[key].copy_(value)
        self.step += 1
        now = time.process_time()
        self.seconds, self._since = self.seconds + now - self._since, now
        for name, loss in losses.items():
            self._losses.setdefault(name, []).append(loss)
        if self.step % 100 == 0:
            means = {name: round(float(np.mean(of)), 4) for name, of in self._losses.items()}
            self.note("log.jsonl", means)
            self._losses = {}
        if time.monotonic() - self._saved > SAVED_EVERY:
            self.save()

    def note(self, file: str, facts: Mapping[str, Any]) -> None:
        """Add a line to a file of this run, and print it."""
        told = {"step": self.step, "minutes": round(self.seconds / 60, 1), **facts}
        with (self.folder / file).open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(told) + "\n")
        print(json.dumps(told), flush=True)

    def judged(self, figures: Mapping[str, float], by: str) -> None:
        """Note how the development part is read now, and keep the weights if never better."""
        before = best(self.folder, by)
        self.note("figures.jsonl", figures)
        better = figures[by] >= before
        log.info(
            "step %d: %s %.3f, the best so far %.3f: %s",
            self.step,
            by,
            figures[by],
            before,
            "kept as the best" if better else "not kept",
        )
        if better:
            torch.save(self.mean.state_dict(), self.folder / "best.pt")

    def end(self) -> None:
        """Keep the mean and the state."""
        torch.save(self.mean.state_dict(), self.folder / "mean.pt")
        self.save()


def best(folder: Path, by: str) -> float:
    """The best figure of this name so far."""
    file = folder / "figures.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return max((json.loads(line)[by] for line in lines), default=0.0)
