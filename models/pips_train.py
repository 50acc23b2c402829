"""Training the pip reader (`vision.pips`): resumable at any moment, by the same command.

    python -m models.pips_train RUN --photos PHOTOS --minutes 60     # begin
    python -m models.pips_train RUN                                  # go on
    python -m models.pips_train RUN --minutes 600 --rate 5e-4        # go on for longer

RUN holds `run.json` (what was asked for), `last.pt` (everything to go on from), `log.jsonl` (losses)
and `figures.jsonl` (how the development part moves; models.chart draws it).
"""

import argparse
import copy
import json
import math
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from models import photos
from models.pips_lessons import Lesson, crop_of, drawn, of_photos
from models.pips_net import PipNet, begin_as_tops, losses
from vision.pips import NO_PIPS, planes
from vision.weights import FOLDER

Sample: TypeAlias = tuple[torch.Tensor, dict[str, torch.Tensor]]

SHARES: Final[Mapping[str, float]] = {
    "byler_d6": 0.2,
    "chase_casino_crops": 0.12,
    "matteop65_webcam": 0.08,
    "round_stage_grey": 0.33,
    "coloured_trays": 0.27,
}
"""Of each set among the real dice in a batch."""

SETS: Final = tuple(SHARES)
MEASURED: Final = (*photos.SETS, *photos.NEWER)
SAVED_EVERY: Final = 180.0  # seconds
FOLLOW: Final = 0.998  # of the running mean of the weights, per step


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that decides the outcome."""

    photos: str
    minutes: float = 60.0  # of processor time; the rate falls over this time
    rate: float = 1.2e-3
    batch: int = 128
    seed: int = 1
    drawn: float = 0.5  # share of the lessons that are drawn
    nothing: float = 0.1  # and of those of photos that show no die
    pool: int = 9000  # drawn dice kept in memory
    first: int = 2500  # of them drawn before the first step
    every: int = 2  # steps for one picture drawn anew
    measure: int = 1000  # steps between two looks at the development part
    warm_up: int = 300
    threads: int = 1


@dataclass(slots=True)
class Lessons:
    """What batches are drawn from."""

    recipe: Recipe
    real: dict[str, list[Lesson]]
    nothing: list[Lesson]
    pool: list[Lesson]
    rng: np.random.Generator
    at: int = 0

    def draw(self) -> None:
        """Draw one picture more; its dice take the places of the oldest."""
        for one in drawn(self.rng):
            if len(self.pool) < self.recipe.pool:
                self.pool.append(one)
            else:
                self.pool[self.at] = one
                self.at = (self.at + 1) % len(self.pool)

    def batch(self) -> Sample:
        """A random batch."""
        picked = [self._one() for _ in range(self.recipe.batch)]
        return _sample(picked, [crop_of(one, self.rng) for one in picked])

    def _one(self) -> Lesson:
        pick = self.rng.random()
        if pick < self.recipe.drawn:
            kept: Sequence[Lesson] = self.pool
        elif pick < self.recipe.drawn + self.recipe.nothing and self.nothing:
            kept = self.nothing
        else:
            names = list(self.real)
            shares = np.array([SHARES[name] for name in names])
            kept = self.real[names[int(self.rng.choice(len(names), p=shares / shares.sum()))]]
        return kept[int(self.rng.integers(len(kept)))]


def _sample(
    lessons: Sequence[Lesson],
    made: Sequence[tuple[NDArray[np.uint8], tuple[float, float, float]]],
) -> Sample:
    crops = torch.from_numpy(planes(np.stack([crop for crop, _ in made])))
    wanted = {
        "values": torch.tensor([one.value for one in lessons]),
        "places": torch.tensor([place for _, place in made], dtype=torch.float32),
    }
    return crops.to(memory_format=torch.channels_last), wanted


@dataclass(slots=True)
class Run:
    """A training in progress."""

    folder: Path
    recipe: Recipe
    network: Any
    mean: Any  # the running mean of the weights, which is what is shipped
    optimiser: Any
    step: int = 0
    seconds: float = 0.0

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

    def load(self) -> bool:
        """Go on where an earlier run stopped, if there is one."""
        if not (self.folder / "last.pt").exists():
            return False
        state = torch.load(self.folder / "last.pt", weights_only=True)
        for name in ("network", "mean", "optimiser"):
            getattr(self, name).load_state_dict(state[name])
        self.step, self.seconds = state["step"], state["seconds"]
        return True

    def follow(self) -> None:
        """Let the mean follow the weights."""
        share = 1 - min(FOLLOW, (1 + self.step) / (10 + self.step))
        kept = self.mean.state_dict()
        for key, value in self.network.state_dict().items():
            if value.is_floating_point():
                kept[key].lerp_(value, share)
            else:
                kept[key].copy_(value)

    def note(self, file: str, facts: Mapping[str, Any]) -> None:
        """Add a line to a file of this run, and print it."""
        told = {"step": self.step, "minutes": round(self.seconds / 60, 1), **facts}
        with (self.folder / file).open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(told) + "\n")
        print(json.dumps(told), flush=True)


def rate(recipe: Recipe, step: int, seconds: float) -> float:
    """The learning rate: a short rise, then a cosine over the time given."""
    along = min(1.0, seconds / (recipe.minutes * 60))
    fallen = 0.02 + 0.98 * (1 + math.cos(math.pi * along)) / 2
    return recipe.rate * min(1.0, (step + 1) / recipe.warm_up) * fallen


def answers_to(network: Any, lessons: Sequence[Lesson]) -> NDArray[np.float32]:
    """What the network says of lessons as they are, each also mirrored (values only)."""
    rng = np.random.default_rng(0)
    said = []
    network.eval()
    with torch.no_grad():
        for at in range(0, len(lessons), 128):
            part = lessons[at : at + 128]
            crops, _ = _sample(part, [crop_of(one, rng, plainly=True) for one in part])
            said.append(
                (
                    network(crops).float().log_softmax(1)
                    + network(crops.flip(3)).float().log_softmax(1)
                ).numpy()
                / 2
            )
    return np.concatenate(said)


def measured(network: Any, lessons: Mapping[str, Sequence[Lesson]]) -> dict[str, float]:
    """Per development set: percent of the values told right."""
    told = {}
    for name, kept in lessons.items():
        said = answers_to(network, kept)[:, : NO_PIPS + 1]
        wanted = np.array([one.value for one in kept])
        dice = wanted != NO_PIPS
        if dice.any():
            right = said[dice, :NO_PIPS].argmax(1) == wanted[dice]
            told[name] = round(100 * float(right.mean()), 2)
        if (~dice).any():
            wrong = said[~dice].argmax(1) != NO_PIPS
            told[f"{name}, nothing"] = round(100 * float(wrong.mean()), 2)
    real = [value for name, value in told.items() if name in MEASURED]
    return told | {"mean": round(float(np.mean(real)), 3)}


def step(run: Run, lessons: Lessons) -> dict[str, float]:
    """One step of the optimiser; the losses."""
    crops, wanted = lessons.batch()
    run.network.train()
    with torch.autocast("cpu", torch.bfloat16):
        said = run.network(crops)
    parts = losses(said.float(), wanted)
    run.optimiser.zero_grad()
    torch.stack(list(parts.values())).sum().backward()
    torch.nn.utils.clip_grad_norm_(run.network.parameters(), 5.0)
    run.optimiser.step()
    return {name: float(loss.detach()) for name, loss in parts.items()}


def train(run: Run, lessons: Lessons, kept_out: Mapping[str, Sequence[Lesson]]) -> None:
    """Train until the time is over, saving and measuring on the way."""
    began, before, saved = time.process_time(), run.seconds, time.monotonic()
    seen: dict[str, list[float]] = {}
    best = _best(run.folder)
    while run.seconds < run.recipe.minutes * 60:
        if run.step % run.recipe.every == 0:
            lessons.draw()
        for group in run.optimiser.param_groups:
            group["lr"] = rate(run.recipe, run.step, run.seconds)
        for name, loss in step(run, lessons).items():
            seen.setdefault(name, []).append(loss)
        run.step += 1
        run.follow()
        run.seconds = before + time.process_time() - began
        if run.step % 100 == 0:
            means = {name: round(float(np.mean(values)), 4) for name, values in seen.items()}
            run.note("log.jsonl", means)
            seen = {}
        if run.step % run.recipe.measure == 0:
            told = measured(run.mean, kept_out)
            run.note("figures.jsonl", told)
            if told["mean"] > best:
                best = told["mean"]
                torch.save(run.mean.state_dict(), run.folder / "best.pt")
        if time.monotonic() - saved > SAVED_EVERY:
            run.save()
            saved = time.monotonic()
    run.note("figures.jsonl", measured(run.mean, kept_out))
    torch.save(run.mean.state_dict(), run.folder / "mean.pt")
    run.save()


def _best(folder: Path) -> float:
    """The best mean figure so far."""
    file = folder / "figures.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return max((json.loads(line)["mean"] for line in lines), default=0.0)


def started(folder: Path, recipe: Recipe) -> Run:
    """The run in the folder, or a new one on the second look's first layers."""
    torch.manual_seed(recipe.seed)
    network = PipNet().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), lr=recipe.rate, weight_decay=0.02)
    run = Run(folder, recipe, network, copy.deepcopy(network), optimiser)
    return run


def main(words: Sequence[str] | None = None) -> None:
    """Train, or go on training."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--photos", type=Path, help="the sets of labelled photos (to begin)")
    parser.add_argument("--minutes", type=float, help="of processor time, in all")
    parser.add_argument("--rate", type=float)
    parser.add_argument("--seed", type=int)
    chosen = parser.parse_args(words)
    asked = {
        name: value
        for name, value in vars(chosen).items()
        if value is not None and name in {"minutes", "rate", "seed"}
    }
    chosen.folder.mkdir(parents=True, exist_ok=True)
    facts = chosen.folder / "run.json"
    if facts.exists():
        known = json.loads(facts.read_text(encoding="utf-8"))
    elif chosen.photos is not None:
        known = asdict(Recipe(str(chosen.photos.resolve())))
    else:
        parser.error("a new run needs --photos.")
    recipe = Recipe(**(known | asked))
    facts.write_text(json.dumps(asdict(recipe), indent=1), encoding="utf-8")
    torch.set_num_threads(recipe.threads)
    cv2.setNumThreads(recipe.threads)
    run = started(chosen.folder, recipe)
    going_on = run.load()
    source = Path(recipe.photos)
    every = of_photos(source, SETS, "train")
    kept_out = {name: of_photos(source, (name,), "test") for name in MEASURED}
    rng = np.random.default_rng((recipe.seed, run.step))
    real = {name: [one for one in every if one.source == name] for name in SETS}
    nothing = [one for one in every if one.value == NO_PIPS]
    lessons = Lessons(recipe, real, nothing, [], rng)
    counts = {name: len(kept) for name, kept in real.items()} | {"nothing": len(nothing)}
    run.note("log.jsonl", {"lessons": counts, "pid": os.getpid()})
    while len(lessons.pool) < recipe.first:
        lessons.draw()
    if not going_on:
        plain = [crop_of(one, rng, plainly=True)[0] for one in lessons.pool[:256]]
        small = np.stack([cv2.resize(crop, (80, 80)).astype(np.uint8) for crop in plain])
        begin_as_tops(run.network, FOLDER / "tops.onnx", torch.from_numpy(planes(small)))
        run.mean.load_state_dict(run.network.state_dict())
    train(run, lessons, kept_out)


if __name__ == "__main__":
    main()
