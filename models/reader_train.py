"""Training the reader of faces on lessons that never end; the same command goes on.

    python -m models.reader_train RUN --fonts FONTS --icons ICONS --photos PHOTOS   # begin
    python -m models.reader_train RUN                                              # go on
    python -m models.reader_train RUN --minutes 600 --rate 5e-4                    # for longer

Drawn faces, dice of the simulated table drawn anew all the time, and photos of pipped dice. How
whole tables with real faces (seed 404, for development) and crops of the simulated table are read
is noted as the run goes on (see `models.runs`).
"""

import argparse
import os
import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from hardware.dice import Face
from models import photos
from models.evaluate import pairs, shared_parts
from models.faces_art import COLUMNS, Artist, split_icons
from models.faces_eval import real_dice
from models.faces_net import FusedReader, losses
from models.faces_pips import balanced, pip_crops, seen_pips
from models.faces_scenes import SHOWS, FaceLesson, random_dice, scene_lessons
from models.faces_sources import Sources, read_sources
from models.faces_tables import rendered_table
from models.faces_train import CropPool
from models.runs import Training, asked_for, rate
from models.unfolded import load_unfolded
from vision.detect import Detector
from vision.faces import COMMON, CROP, HEADS, KINDS, WIDE, FaceReader, Reading, canonical, cut_face
from vision.look import crops_of
from vision.weights import FOLDER

DEVELOPMENT: Final = 404
"""Tables with real faces of this seed may be looked at; those that are reported are others."""

Made = TypeVar("Made")

_RING: Final = 14_000
"""Crops of the simulated table kept in memory."""


@dataclass(frozen=True, slots=True)
class ReaderRecipe:
    """Everything that decides the outcome."""

    fonts: str = ""
    icons: str = ""
    photos: str = ""
    minutes: float = 90.0  # of processor time; the rate falls over this time
    rate: float = 1.2e-3
    batch: int = 128
    pool: int = 30_000  # drawn crops kept in memory
    first: int = 5_000  # of them drawn before the first step
    fresh: int = 56  # of them drawn anew before every step
    scenes: float = 0.5  # share of the crops that show the simulated table
    pips: float = 0.04  # and of those from photos of pipped dice
    every: int = 2  # steps for one new picture of the simulated table
    before: int = 1_500  # crops of it before the first step
    measure: int = 500  # steps between two looks at the development part
    warm_up: int = 150
    threads: int = 1
    seed: int = 1


@dataclass(slots=True)
class Ring:
    """The newest crops of the simulated table."""

    artist: Artist
    detector: Detector
    reader: FaceReader
    kept: dict[str, NDArray[Any]]
    filled: int = 0
    at: int = 0

    @classmethod
    def empty(cls, artist: Artist, size: int = _RING) -> "Ring":
        """Nothing yet."""
        kept: dict[str, NDArray[Any]] = {
            "crops": np.zeros((size, WIDE, WIDE, 3), np.uint8),
            "offsets": np.zeros((size, 4, 2), np.float32),
            "aimed": np.zeros((size, 4, 2), np.float64),
            "labels": np.zeros((size, len(COLUMNS)), np.int64),
        }
        return cls(artist, Detector(threads=1), FaceReader(threads=1), kept)

    def draw(self) -> None:
        """Add the dice of one more picture."""
        dice = random_dice(self.artist, unseen=False)
        self.take(one for one, _ in scene_lessons(self.artist.rng, dice, self.detector))

    def take(self, drawn: Iterable[FaceLesson]) -> None:
        """Keep those of these lessons that are any use, in place of the oldest."""
        lessons = [one for one in drawn if useful(one)]
        if not lessons:
            return
        aimed = self.reader.aim(np.stack([one.crop for one in lessons]))
        for one, quad in zip(lessons, aimed, strict=True):
            self.kept["crops"][self.at] = one.crop
            self.kept["offsets"][self.at] = one.missed
            self.kept["aimed"][self.at] = quad
            self.kept["labels"][self.at] = one.row
            self.at = (self.at + 1) % len(self.kept["crops"])
            self.filled = min(self.filled + 1, len(self.kept["crops"]))

    def rendered(self) -> dict[str, NDArray[Any]]:
        """As `Pool` takes them; views, so that new crops are seen at once."""
        return {name: of[: self.filled] for name, of in self.kept.items()}


def useful(one: FaceLesson) -> bool:
    """Whether the face lies in the crop, and can be aimed at."""
    return bool(np.abs(one.missed).max() < 0.28)


# -- the development part -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Exam:
    """Upright planes as the shipped networks cut and turn them, and what they truly show."""

    planes: NDArray[np.float32]
    faces: Sequence[Face]
    families: Sequence[str]


def upright_planes(reader: FaceReader, wide: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """Crops aimed and turned by the shipped networks."""
    crops = np.stack(wide)
    quads = reader.aim(crops)
    cut = np.stack([cut_face(crop, quad, CROP) for crop, quad in zip(crops, quads, strict=True)])
    turns = [reading.turn for reading in reader.read(list(wide))]
    planes, _, _ = canonical(cut)
    return np.stack([np.rot90(p, -t, (1, 2)) for p, t in zip(planes, turns, strict=True)])


def tables_exam(detector: Detector, reader: FaceReader, count: int = 24) -> Exam:
    """The dice in full sight of whole tables with real faces."""
    dice = real_dice()
    planes: list[NDArray[np.float32]] = []
    faces: list[Face] = []
    for number in range(count):
        seen = rendered_table(DEVELOPMENT, number, dice)
        found = detector(seen.image)
        shown = [die for die in seen.dice if not die.cocked and die.top >= SHOWS]
        outlines = np.array([die.box for die in shown]).reshape(-1, 4)
        boxes = np.array([die.box for die in found]).reshape(-1, 4)
        matched = pairs(shared_parts(outlines, boxes), 0.5)
        if not matched:
            continue
        crops = crops_of(seen.image, [found[column] for _, column in matched])
        planes.append(upright_planes(reader, crops))
        faces += [shown[row].face for row, _ in matched]
    return Exam(np.concatenate(planes), faces, ["dicemasters"] * len(faces))


def scenes_exam(sources: Sources, kept_out: Sequence[str], count: int = 600) -> Exam:
    """Dice of the simulated table with icons kept out of training, as the program prints them."""
    ring = Ring.empty(Artist(sources, kept_out, np.random.default_rng(99)), 1)
    wide: list[NDArray[np.uint8]] = []
    faces: list[Face] = []
    families: list[str] = []
    number = 0
    while len(faces) < count:
        ring.artist.rng = np.random.default_rng((990, number))
        number += 1
        dice = random_dice(ring.artist, unseen=True)
        for one, face in scene_lessons(ring.artist.rng, dice, ring.detector):
            kind = KINDS[one.row[0]]
            family = "irondie" if kind in {"triangles", "numeral", "dots"} else "dicemasters"
            if useful(one) and not str(type(face).__name__).startswith("Pip"):
                wide.append(one.crop)
                faces.append(face)
                families.append(family)
    return Exam(upright_planes(ring.reader, wide), faces, families)


def marked(network: Any, exam: Exam) -> dict[str, float]:
    """Percent of the faces whose attributes are all right, by kind."""
    network.eval()
    right: dict[str, list[bool]] = {}
    with torch.no_grad():
        for at in range(0, len(exam.faces), 200):
            logits, _ = network(torch.from_numpy(exam.planes[at : at + 200].copy()))
            for row, face, family in zip(
                logits.float(), exam.faces[at : at + 200], exam.families[at : at + 200], strict=True
            ):
                found, _ = _reading(row).best(family)
                name = type(face).__name__.removesuffix("Face").lower()
                right.setdefault(name, []).append(found == face)
                right.setdefault("all", []).append(found == face)
    return {name: round(100 * float(np.mean(of)), 2) for name, of in right.items()}


def _reading(row: torch.Tensor) -> Reading:
    parts = torch.split(row, list(HEADS.values()))
    attributes = {
        head: part.log_softmax(0).numpy() for head, part in zip(HEADS, parts, strict=True)
    }
    return Reading(0, 1.0, attributes, (0, 0, 0), (0, 0, 0), np.zeros(1, np.float32))


# -- training -------------------------------------------------------------------------------------


def step(run: Training, crops: NDArray[np.uint8], labels: NDArray[np.int64]) -> dict[str, float]:
    """One step of the optimiser; answers the losses."""
    planes = torch.from_numpy(canonical(crops)[0]).to(memory_format=torch.channels_last)
    run.network.train()
    with torch.autocast("cpu", torch.bfloat16):
        logits, embedding = run.network(planes)
    parts = losses(run.network, logits.float(), embedding.float(), torch.from_numpy(labels))
    run.optimiser.zero_grad()
    torch.stack(list(parts.values())).sum().backward()
    torch.nn.utils.clip_grad_norm_(run.network.parameters(), 5.0)
    run.optimiser.step()
    return {name: float(loss.detach()) for name, loss in parts.items()}


def train(
    run: Training, recipe: ReaderRecipe, pool: CropPool, ring: Ring, exams: Mapping[str, Exam]
) -> None:
    """Train until the time is over."""
    run.begin()
    while run.seconds < recipe.minutes * 60:
        if run.step % recipe.every == 0:
            ring.draw()
            pool.rendered = ring.rendered()
        pool.draw(recipe.fresh)
        now = rate(recipe.rate, recipe.minutes, recipe.warm_up, run.step, run.seconds)
        for group in run.optimiser.param_groups:
            group["lr"] = now
        run.stepped(step(run, *pool.sample(recipe.batch)))
        if run.step % recipe.measure == 0:
            judge(run, exams)
    judge(run, exams)
    run.end()


def judge(run: Training, exams: Mapping[str, Exam]) -> None:
    """Note how the development part is read."""
    told = {
        f"{name}, {kind}": value
        for name, exam in exams.items()
        for kind, value in marked(run.mean, exam).items()
    }
    run.judged(told, "tables, all")


def made_once(file: Path, make: Callable[[], Made]) -> Made:
    """What `make` gives, kept in a file: a run that goes on need not make it again."""
    if file.exists():
        with file.open("rb") as kept:
            known: Made = pickle.load(kept)  # noqa: S301 - our own file, written below
        return known
    made = make()
    with file.with_suffix(".new").open("wb") as fresh:
        pickle.dump(made, fresh)
    file.with_suffix(".new").rename(file)
    return made


def begin_as_shipped(network: FusedReader, crops: NDArray[np.uint8]) -> None:
    """Give it all that the shipped reader has learnt, but the icons' names."""
    load_unfolded(network, FOLDER / "faces.onnx", torch.from_numpy(canonical(crops)[0]))


def main(words: Sequence[str] | None = None) -> None:
    """Train, or go on training."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fonts", help="npm tarballs of @fontsource (to begin)")
    parser.add_argument("--icons", help="the unpacked icon package (to begin)")
    parser.add_argument("--photos", help="the sets of labelled photos (to begin)")
    parser.add_argument("--minutes", type=float, help="of processor time, in all")
    parser.add_argument("--rate", type=float)
    parser.add_argument("--seed", type=int)
    given = vars(parser.parse_args(words))
    folder: Path = given.pop("folder")
    recipe = ReaderRecipe(**asked_for(folder, asdict(ReaderRecipe()), given))
    torch.set_num_threads(recipe.threads)
    torch.manual_seed(recipe.seed)
    cv2.setNumThreads(recipe.threads)
    cache = folder / "sources.pkl"
    sources = read_sources(Path(recipe.fonts), Path(recipe.icons), cache)
    trained, kept_out = split_icons(sources)
    network = FusedReader(len(trained) + len(COMMON)).to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(network.parameters(), lr=recipe.rate, weight_decay=0.02)
    run = Training(folder, network, optimiser)
    going_on = run.load()
    run.note("log.jsonl", {"pid": os.getpid(), "fonts": len(sources.fonts)})
    artist = Artist(sources, trained, np.random.default_rng((recipe.seed, run.step)))
    ring = Ring.empty(artist)
    dice = made_once(
        folder / "pips.pkl",
        lambda: [
            *balanced(seen_pips(Path(recipe.photos), "train", ring.detector, ring.reader), 3000),
            *balanced(pip_crops(Path(recipe.photos), "train", photos.SETS), 1500),
        ],
    )
    exams = made_once(
        folder / "exams.pkl",
        lambda: {
            "tables": tables_exam(ring.detector, ring.reader),
            "scenes": scenes_exam(sources, kept_out),
        },
    )
    while ring.filled < recipe.before:
        ring.draw()
    pool = CropPool(artist, recipe.pool, dice, recipe.pips, ring.rendered(), recipe.scenes)
    pool.draw(recipe.first)
    if not going_on:
        begin_as_shipped(network, pool.crops[:500])
        run.begin()
        judge(run, exams)
    train(run, recipe, pool, ring, exams)


if __name__ == "__main__":
    main()
