"""Training the face reader: an endless stream of new faces, resumable at any moment."""

import argparse
import copy
import json
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from models.faces_art import COLUMNS, Artist, split_icons
from models.faces_net import TurnFinder, YoloReader, losses
from models.faces_photo import WELL, Aim, photograph, weathered
from models.faces_pips import PipCrop, SeenPips, balanced, pip_crops, random_pips, seen_pips
from models.faces_sources import read_sources
from models.unfolded import load_unfolded
from vision.detect import Detector
from vision.faces import COMMON, CROP, FaceReader, canonical, corners_aimed_at, cut_face

_FOLLOW = 0.995  # of the running mean of the weights, per step
_SAMPLES = 500  # crops that show a revived network what it usually sees
_FIRST = 6_000  # crops drawn before the first step
_WEATHERED = 0.8  # of the crops of the simulated table, which are few, are changed each time


@dataclass(slots=True)
class FaceRecipe:
    """Everything that decides the outcome of a training."""

    seed: int = 1
    batch: int = 128
    pool: int = 40_000  # crops kept in memory
    fresh: int = 64  # crops of the pool redrawn before every step
    minutes: float = 30.0  # of one core; the learning rate falls over this time
    rate: float = 1.5e-3
    photos: float = 0.25  # share of crops from photos of real pipped dice
    scenes: float = 0.3  # share of crops from the simulated table
    warm_up: int = 300
    half: bool = True  # bfloat16 arithmetic where the processor has it


@dataclass(slots=True)
class CropPool:
    """Crops with their labels, part of them redrawn before every step."""

    artist: Artist
    size: int
    dice: Sequence[PipCrop | SeenPips] = ()
    photos: float = 0.0
    rendered: Mapping[str, NDArray[Any]] = field(default_factory=dict)  # crops and labels
    scenes: float = 0.0
    aim: Aim = WELL
    weathered: bool = True  # change crops of the simulated table
    crops: NDArray[np.uint8] = field(init=False)
    labels: NDArray[np.int64] = field(init=False)
    filled: int = 0
    at: int = 0

    def __post_init__(self) -> None:
        self.crops = np.zeros((self.size, CROP, CROP, 3), np.uint8)
        self.labels = np.zeros((self.size, len(COLUMNS)), np.int64)

    def draw(self, count: int) -> None:
        """Replace the oldest crops by new ones."""
        for _ in range(count):
            self.crops[self.at], self.labels[self.at] = self._one()
            self.at = (self.at + 1) % self.size
            self.filled = min(self.size, self.filled + 1)

    def _one(self) -> tuple[NDArray[np.uint8], Sequence[int]]:
        """A crop and its label's row."""
        rng = self.artist.rng
        source = rng.random()
        if self.rendered and source < self.scenes:
            return self._rendered()
        if self.dice and source > 1 - self.photos:
            crop, label = random_pips(self.dice, rng)
            return crop, label.row()
        planes, label = self.artist.face()
        askew = not label.turn and rng.random() < 0.6
        return photograph(planes, rng, any_angle=askew, aim=self.aim)[0], label.row()

    def _rendered(self) -> tuple[NDArray[np.uint8], Sequence[int]]:
        """A wide crop of the simulated table, cut again where its face lies, nearly."""
        rng = self.artist.rng
        at = int(rng.integers(len(self.rendered["crops"])))
        if rng.random() < 0.4:  # as the shipped networks aim
            quad = self.rendered["aimed"][at] + rng.normal(0, 0.5, 2)
        else:
            quad = corners_aimed_at(self.rendered["offsets"][at : at + 1])[0]
            middle = quad.mean(0)
            quad = (quad - middle) * np.exp(rng.normal(0, 0.04)) + middle
            quad += rng.normal(0, 1.4, 2) + rng.normal(0, 0.8, (4, 2))
        crop = cut_face(self.rendered["crops"][at], quad, CROP)
        if self.weathered and rng.random() < _WEATHERED:
            crop = weathered(crop, rng)
        return crop, self.rendered["labels"][at]

    def sample(self, count: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """A random batch."""
        picked = self.artist.rng.integers(self.filled, size=count)
        return self.crops[picked], self.labels[picked]


def turned_batch(
    planes: torch.Tensor, rng: np.random.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Every crop turned by some quarter turns, and by how many."""
    turns = torch.from_numpy(rng.integers(4, size=len(planes)))
    turned = planes.clone()
    for quarter in (1, 2, 3):
        chosen = turns == quarter
        turned[chosen] = torch.rot90(planes[chosen], quarter, (2, 3))
    return turned, turns


@dataclass(slots=True)
class FaceTraining:
    """A training in progress, as it is kept on disk."""

    recipe: FaceRecipe
    folder: Path
    reader: Any
    turn: Any
    optimiser: Any
    averages: dict[str, Any] = field(default_factory=dict)
    step: int = 0
    seconds: float = 0.0  # of processor time

    def save(self) -> None:
        """Keep everything needed to go on; the old file stays until the new one is whole."""
        state = {
            "recipe": asdict(self.recipe),
            "reader": self.reader.state_dict(),
            "turn": self.turn.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "averages": {name: kept.state_dict() for name, kept in self.averages.items()},
            "step": self.step,
            "seconds": self.seconds,
        }
        torch.save(state, self.folder / "last.pt.new")
        (self.folder / "last.pt.new").rename(self.folder / "last.pt")

    def load(self) -> None:
        """Go on where an earlier run stopped, if there is one."""
        kept = self.folder / "last.pt"
        if kept.exists():
            state = torch.load(kept, weights_only=False)
            self.reader.load_state_dict(state["reader"])
            self.turn.load_state_dict(state["turn"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.step, self.seconds = state["step"], state["seconds"]
        self.averages = {"reader": copy.deepcopy(self.reader), "turn": copy.deepcopy(self.turn)}
        if kept.exists():
            for name, weights in state.get("averages", {}).items():
                self.averages[name].load_state_dict(weights)

    def average(self) -> None:
        """Follow the weights slowly: what is shipped is their mean over the last steps."""
        follow = min(_FOLLOW, (1 + self.step) / (10 + self.step))
        for name, trained in (("reader", self.reader), ("turn", self.turn)):
            mean = self.averages[name].state_dict()
            for key, value in trained.state_dict().items():
                if value.is_floating_point():
                    mean[key].lerp_(value, 1 - follow)
                else:
                    mean[key].copy_(value)


def start(recipe: FaceRecipe, folder: Path, icons: int, yolo: Path | None) -> FaceTraining:
    """The run in the folder, or a new one on `yolo` (YOLOv8n, trained on COCO)."""
    torch.manual_seed(recipe.seed)
    folder.mkdir(parents=True, exist_ok=True)
    reader, turn = YoloReader(icons, yolo), TurnFinder()
    reader.to(memory_format=torch.channels_last)
    parameters = [*reader.parameters(), *turn.parameters()]
    optimiser = torch.optim.AdamW(parameters, lr=recipe.rate, weight_decay=0.02)
    run = FaceTraining(recipe, folder, reader, turn, optimiser)
    run.load()
    return run


def go_on_from(run: FaceTraining, weights: Path, pool: CropPool) -> None:
    """Give a run that has not begun the weights of shipped networks.

    The icons' names were not shipped: each begins as the mean of what the reader says of it.
    """
    crops, labels = pool.crops[: pool.filled], pool.labels[: pool.filled]
    planes = torch.from_numpy(canonical(crops[:_SAMPLES])[0])
    load_unfolded(run.reader, weights / "faces.onnx", planes)
    load_unfolded(run.turn, weights / "faces_turn.onnx", planes)
    names = labels[:, COLUMNS.index("icon")]
    with torch.no_grad():
        said = torch.cat(
            [
                run.reader(torch.from_numpy(canonical(crops[at : at + _SAMPLES])[0]))[1]
                for at in range(0, len(crops), _SAMPLES)
            ]
        ).numpy()
        for icon in np.unique(names[names >= 0]):
            run.reader.icon.weight[icon] = torch.from_numpy(said[names == icon].mean(0))
    for name, network in (("reader", run.reader), ("turn", run.turn)):
        run.averages[name].load_state_dict(network.state_dict())


def rate(recipe: FaceRecipe, step: int, seconds: float) -> float:
    """Learning rate: a short rise, then a cosine down to nearly nothing over the time given."""
    if step < recipe.warm_up:
        return recipe.rate * (step + 1) / recipe.warm_up
    along = min(1.0, seconds / (recipe.minutes * 60))
    return recipe.rate * (0.02 + 0.98 * (1 + math.cos(math.pi * along)) / 2)


def train(run: FaceTraining, pool: CropPool) -> Iterator[dict[str, float]]:
    """Train to the last step; yields the losses now and then, saving every time."""
    rng = np.random.default_rng(run.recipe.seed + run.step)
    began, before = time.process_time(), run.seconds
    seen: dict[str, list[float]] = {}
    while run.seconds < run.recipe.minutes * 60:
        pool.draw(run.recipe.fresh)
        for group in run.optimiser.param_groups:
            group["lr"] = rate(run.recipe, run.step, run.seconds)
        crops, labels = pool.sample(run.recipe.batch)
        for name, loss in _step(run, crops, labels, rng).items():
            seen.setdefault(name, []).append(loss)
        run.average()
        run.step += 1
        run.seconds = before + time.process_time() - began
        if run.step % 200 == 0:
            run.save()
            yield {"step": run.step, "seconds": run.seconds} | {
                name: float(np.mean(values)) for name, values in seen.items()
            }
            seen = {}
    run.save()


def _step(
    run: FaceTraining, crops: NDArray[np.uint8], labels: NDArray[np.int64], rng: np.random.Generator
) -> dict[str, float]:
    """One step of the optimiser; answers the losses."""
    planes = torch.from_numpy(canonical(crops)[0])
    wanted = torch.from_numpy(labels)
    upright = wanted[:, COLUMNS.index("turn")] == 1
    turned, turns = turned_batch(planes[upright], rng)
    run.reader.train()
    run.turn.train()
    with torch.autocast("cpu", torch.bfloat16, enabled=run.recipe.half):
        logits, embedding = run.reader(planes.to(memory_format=torch.channels_last))
        turn_logits = run.turn(turned)
    parts = losses(run.reader, logits.float(), embedding.float(), wanted)
    parts["turn"] = torch.nn.functional.cross_entropy(turn_logits.float(), turns)
    total = torch.stack(list(parts.values())).sum()
    run.optimiser.zero_grad()
    total.backward()
    torch.nn.utils.clip_grad_norm_(run.reader.parameters(), 5.0)
    run.optimiser.step()
    return {name: float(loss.detach()) for name, loss in parts.items()}


def stored(files: Sequence[Path], reader: FaceReader) -> dict[str, NDArray[Any]]:
    """Crops, offsets, labels and aimed corners of these files; nothing without files."""
    if not files:
        return {}
    opened = [np.load(file) for file in files]
    keys = ("crops", "offsets", "labels")
    rendered = {key: np.concatenate([one[key] for one in opened]) for key in keys}
    crops = rendered["crops"]
    aimed = [reader.aim(crops[at : at + 100]) for at in range(0, len(crops), 100)]
    return rendered | {"aimed": np.concatenate(aimed)}


def main(arguments: Sequence[str] | None = None) -> None:
    """Train (or go on training) in a folder."""
    usual = FaceRecipe()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fonts", type=Path, required=True, help="npm tarballs of @fontsource")
    parser.add_argument("--icons", type=Path, required=True, help="the unpacked icon package")
    parser.add_argument("--photos", type=Path, help="the sets of pipped dice")
    begin = parser.add_mutually_exclusive_group(required=True)
    begin.add_argument("--yolo", type=Path, help="begin with yolov8n.pt, trained on COCO")
    begin.add_argument("--weights", type=Path, help="go on from the networks in this folder")
    parser.add_argument(
        "--scenes", type=Path, nargs="*", default=[], help="crops of models.faces_scenes"
    )
    parser.add_argument("--minutes", type=float, default=usual.minutes)
    parser.add_argument("--rate", type=float, default=usual.rate)
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--scene-share", type=float, default=usual.scenes)
    parser.add_argument("--photo-share", type=float, default=usual.photos)
    parser.add_argument("--threads", type=int, default=1)
    chosen = parser.parse_args(arguments)
    torch.set_num_threads(chosen.threads)
    recipe = FaceRecipe(
        seed=chosen.seed,
        minutes=chosen.minutes,
        rate=chosen.rate,
        scenes=chosen.scene_share,
        photos=chosen.photo_share,
    )
    sources = read_sources(chosen.fonts, chosen.icons, chosen.folder.parent / "sources.pkl")
    trained, _ = split_icons(sources)
    run = start(recipe, chosen.folder, len(trained) + len(COMMON), chosen.yolo)
    artist = Artist(sources, trained, np.random.default_rng([recipe.seed, run.step]))
    eyes = FaceReader(threads=1)
    dice: list[PipCrop | SeenPips] = []
    if chosen.photos is not None:
        dice += balanced(seen_pips(chosen.photos, "train", Detector(), eyes))
        dice += balanced(pip_crops(chosen.photos, "train"), 3000)
    rendered = stored(chosen.scenes, eyes)
    pool = CropPool(artist, recipe.pool, dice, recipe.photos, rendered, recipe.scenes)
    pool.draw(min(pool.size, _FIRST))
    if chosen.weights is not None and run.step == 0:
        go_on_from(run, chosen.weights, pool)
    for line in train(run, pool):
        print(json.dumps({k: round(v, 4) for k, v in line.items()}), flush=True)


if __name__ == "__main__":
    main()
