"""Training the pip reader (`vision.pips`): resumable at any moment, by the same command.

    python -m models.pips_train RUN --photos PHOTOS --minutes 60     # begin
    python -m models.pips_train RUN                                  # go on
    python -m models.pips_train RUN --minutes 600 --rate 5e-4        # go on for longer

What RUN holds is told by `models.runs`.
"""

import argparse
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from models import photos
from models.pips_lessons import Lesson, crop_of, drawn_die, of_photos, textured
from models.pips_net import PipNet, begin_as_tops, losses
from models.runs import Training, asked_for, rate
from models.texture_views import Textures
from vision.detect import Detector
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


@dataclass(frozen=True, slots=True)
class PipsRecipe:
    """Everything that decides the outcome."""

    photos: str = ""
    textures: str = ""  # photographed grounds and things (see `models.texture_views`), if any
    textured: float = 0.4  # share of the drawn pictures on them
    minutes: float = 60.0  # of processor time; the rate falls over this time
    rate: float = 1.2e-3
    batch: int = 128
    seed: int = 1
    drawn: float = 0.5  # share of the lessons that are drawn
    nothing: float = 0.1  # and of those of photos that show no die
    pool: int = 9000  # drawn dice kept in memory
    first: int = 1000  # of them drawn before the first step
    every: int = 2  # steps for one picture drawn anew
    measure: int = 1000  # steps between two looks at the development part
    warm_up: int = 300
    threads: int = 1


@dataclass(slots=True)
class PipsLessons:
    """What batches are drawn from."""

    recipe: PipsRecipe
    real: dict[str, list[Lesson]]
    nothing: list[Lesson]
    pool: list[Lesson]
    rng: np.random.Generator
    textures: Textures | None
    detector: Detector
    at: int = 0

    def draw(self) -> None:
        """Draw one picture more; its dice take the places of the oldest."""
        made = drawn_die(self.rng)
        if self.textures is not None and self.rng.random() < self.recipe.textured:
            made = textured(self.rng, self.textures, self.detector)
        for one in made:
            if len(self.pool) < self.recipe.pool:
                self.pool.append(one)
            else:
                self.pool[self.at] = one
                self.at = (self.at + 1) % len(self.pool)

    def batch(self) -> Sample:
        """A random batch."""
        picked = [self._one() for _ in range(self.recipe.batch)]
        return sample(picked, [crop_of(one, self.rng) for one in picked])

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


def sample(
    lessons: Sequence[Lesson],
    made: Sequence[tuple[NDArray[np.uint8], tuple[float, float, float]]],
) -> Sample:
    """These lessons, cut like this, as a batch."""
    crops = torch.from_numpy(planes(np.stack([crop for crop, _ in made])))
    wanted = {
        "values": torch.tensor([one.value for one in lessons]),
        "places": torch.tensor([place for _, place in made], dtype=torch.float32),
    }
    return crops.to(memory_format=torch.channels_last), wanted


def answers_to(network: Any, lessons: Sequence[Lesson]) -> NDArray[np.float32]:
    """What the network says of lessons as they are, each also mirrored (values only)."""
    rng = np.random.default_rng(0)
    said = []
    network.eval()
    with torch.no_grad():
        for at in range(0, len(lessons), 128):
            part = lessons[at : at + 128]
            crops, _ = sample(part, [crop_of(one, rng, plainly=True) for one in part])
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


def step(run: Training, lessons: PipsLessons) -> dict[str, float]:
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


def train(
    run: Training,
    recipe: PipsRecipe,
    lessons: PipsLessons,
    kept_out: Mapping[str, Sequence[Lesson]],
) -> None:
    """Train until the time is over, saving and measuring on the way."""
    run.begin()
    while run.seconds < recipe.minutes * 60:
        if run.step % recipe.every == 0:
            lessons.draw()
        now = rate(recipe.rate, recipe.minutes, recipe.warm_up, run.step, run.seconds)
        for group in run.optimiser.param_groups:
            group["lr"] = now
        run.stepped(step(run, lessons))
        if run.step % recipe.measure == 0:
            run.judged(measured(run.mean, kept_out), "mean")
    run.judged(measured(run.mean, kept_out), "mean")
    run.end()


def main(words: Sequence[str] | None = None) -> None:
    """Train, or go on training."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--photos", help="the sets of labelled photos (to begin)")
    parser.add_argument("--textures", help="photographed grounds and things")
    parser.add_argument("--minutes", type=float, help="of processor time, in all")
    parser.add_argument("--rate", type=float)
    parser.add_argument("--seed", type=int)
    given = vars(parser.parse_args(words))
    folder: Path = given.pop("folder")
    recipe = PipsRecipe(**asked_for(folder, asdict(PipsRecipe()), given))
    torch.set_num_threads(recipe.threads)
    torch.manual_seed(recipe.seed)
    cv2.setNumThreads(recipe.threads)
    network = PipNet().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), lr=recipe.rate, weight_decay=0.02)
    run = Training(folder, network, optimiser)
    going_on = run.load()
    source = Path(recipe.photos)
    cache = folder / "lessons"
    every = [one for name in SETS for one in of_photos(source, name, "train", cache)]
    kept_out = {name: of_photos(source, name, "test", cache) for name in MEASURED}
    rng = np.random.default_rng((recipe.seed, run.step))
    real = {name: [one for one in every if one.source == name] for name in SETS}
    nothing = [one for one in every if one.value == NO_PIPS]
    textures = Textures.of(Path(recipe.textures), lessons=True) if recipe.textures else None
    lessons = PipsLessons(recipe, real, nothing, [], rng, textures, Detector(threads=1))
    counts = {name: len(kept) for name, kept in real.items()} | {"nothing": len(nothing)}
    run.note("log.jsonl", {"lessons": counts, "pid": os.getpid()})
    while len(lessons.pool) < recipe.first:
        lessons.draw()
    if not going_on:
        plain = [crop_of(one, rng, plainly=True)[0] for one in lessons.pool[:256]]
        small = np.stack([cv2.resize(crop, (80, 80)).astype(np.uint8) for crop in plain])
        begin_as_tops(network, FOLDER / "tops.onnx", torch.from_numpy(planes(small)))
    train(run, recipe, lessons, kept_out)


if __name__ == "__main__":
    main()
