"""Teaching the reader of faces what players put right: minutes on a laptop, refused when worse.

    diceref models learn FOLDER --out WEIGHTS

Only the last layers learn: what reads corners, and the kinds of print. Half of what they are shown
are the corrections, in other colours, focus and aim; the other half are dice that the simulated
table prints, of which the reader must go on saying what it said before, so that nothing else is
forgotten. A quarter of the corrections and other printed dice
are kept out: the learned reader is written only if it reads those corrections better and the
printed dice no worse.
"""

import copy
import json
import logging
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from hardware.dice import Face
from models.faces_net import FusedReader, losses
from models.faces_photo import weathered
from models.faces_scenes import label_of, printed_dice, scene_lessons
from models.reader_export import export
from models.reader_train import Exam, marked, upright_planes, useful
from models.unfolded import load_unfolded
from vision.corrections import TaughtFace
from vision.detect import Detector
from vision.faces import CROP, HEADS, WIDE, FaceReader, canonical, cut_face, sized
from vision.weights import FOLDER, manifest

log = logging.getLogger(__name__)

LEARNS: Final = ("corner", "digit", "burst", "kind", "energy", "amount", "value")
"""The parts of the reader that learn; its icons stay as they are."""

FEWEST: Final = 12
"""Fewer corrections teach nothing that could be checked."""

KEPT_OUT: Final = 4
"""One correction of so many is kept out of the lessons."""

WORSE: Final = 0.5
"""By so many points printed dice may be read worse."""

PRACTICE: Final = 900
EXAMINED: Final = 800
"""Printed dice to practise on, and to be examined on."""

FAITHFUL: Final = 2.0
"""How much it counts that printed dice are read as before, beside what they truly show."""

SHARES: Final = (1.0, 0.7, 0.4)
"""How much of what was learned is tried, until nothing is read worse."""

BATCH: Final = 48
RATE: Final = 1e-3


class NotBetterError(Exception):
    """The learned reader is not better; the message says in which figure."""


class TooFewError(ValueError):
    """There is too little to learn from."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """Percent of faces read right before and after: of kept-out corrections, of printed dice."""

    corrections: tuple[float, float]
    printed: tuple[float, float]
    steps: int

    def figures(self) -> Iterator[Mapping[str, object]]:
        """As lines of JSON."""
        for name, (before, after) in (
            ("learn.corrections", self.corrections),
            ("learn.printed", self.printed),
        ):
            yield {"name": name, "before": round(before, 2), "after": round(after, 2), "unit": "%"}


@dataclass(frozen=True, slots=True)
class ShownCrops:
    """Wide crops as the shipped networks aim and turn them, and what they show."""

    wide: Sequence[NDArray[np.uint8]]
    quads: NDArray[np.float64]
    turns: Sequence[int]
    faces: Sequence[Face]

    @classmethod
    def of(
        cls, reader: FaceReader, wide: Sequence[NDArray[np.uint8]], faces: Sequence[Face]
    ) -> "ShownCrops":
        """Aimed and turned."""
        quads = reader.aim(np.stack(wide))
        return cls(wide, quads, [one.turn for one in reader.read(list(wide))], faces)

    def some(
        self, count: int, rng: np.random.Generator
    ) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Upright planes of some of them, each in other colours and aim, and their labels."""
        crops, rows, turns = [], [], []
        for at in rng.integers(len(self.faces), size=count):
            quad = self.quads[at] + rng.normal(0, 0.9, 2) + rng.normal(0, 0.4, (4, 2))
            crop = cut_face(self.wide[at], quad, CROP)
            crops.append(weathered(crop, rng) if rng.random() < 0.7 else crop)
            rows.append(label_of(self.faces[at]).row())
            turns.append(self.turns[at])
        planes, _, _ = canonical(np.stack(crops))
        upright = [np.rot90(each, -turn, (1, 2)) for each, turn in zip(planes, turns, strict=True)]
        return np.stack(upright), np.array(rows, np.int64)


def printed(count: int, seed: int, *, unseen: bool) -> tuple[list[NDArray[np.uint8]], list[Face]]:
    """Wide crops of dice that the simulated table prints, and their faces."""
    detector = Detector(threads=1)
    wide: list[NDArray[np.uint8]] = []
    faces: list[Face] = []
    number = 0
    while len(wide) < count:
        rng = np.random.default_rng((seed, number))
        number += 1
        dice = printed_dice(rng, unseen=unseen)
        drawn = [(one, face) for one, face in scene_lessons(rng, dice, detector) if useful(one)]
        wide += [one.crop for one, _ in drawn]
        faces += [face for _, face in drawn]
    return wide[:count], faces[:count]


def known_reader(folder: Path, planes: NDArray[np.float32]) -> FusedReader:
    """The reader in this folder, made trainable."""
    reader = FusedReader()
    load_unfolded(reader, folder / "faces.onnx", torch.from_numpy(planes))
    reader.eval()
    return reader


def family_of(face: Face) -> str:
    """The family of dice that carries the face."""
    name = type(face).__name__
    return {"PipFace": "pips", "IrondieFace": "irondie"}.get(name, "dicemasters")


def exam_of(reader: FaceReader, wide: Sequence[NDArray[np.uint8]], faces: Sequence[Face]) -> Exam:
    """Crops as the shipped networks cut and turn them."""
    return Exam(upright_planes(reader, wide), faces, [family_of(face) for face in faces])


def learn(
    corrections: Sequence[TaughtFace],
    out: Path,
    folder: Path = FOLDER,
    minutes: float = 3.0,
    seed: int = 1,
) -> Learnt:
    """Write weights that read the corrections better. Raises `NotBetterError` or `TooFewError`."""
    if len(corrections) < FEWEST:
        raise TooFewError(
            f"{len(corrections)} corrections are too few to learn from: wait for {FEWEST}."
        )
    shipped = FaceReader(folder, threads=1)
    kept_out = [one for n, one in enumerate(corrections) if n % KEPT_OUT == 0]
    taught = [one for n, one in enumerate(corrections) if n % KEPT_OUT]
    lessons = ShownCrops.of(shipped, [_wide(one) for one in taught], [one.face for one in taught])
    practice = ShownCrops.of(shipped, *printed(PRACTICE, seed, unseen=False))
    exams = (
        exam_of(shipped, [_wide(one) for one in kept_out], [one.face for one in kept_out]),
        exam_of(shipped, *printed(EXAMINED, 990, unseen=True)),
    )
    rng = np.random.default_rng(seed)
    reader = known_reader(folder, practice.some(300, rng)[0])
    before = [marked(reader, exam)["all"] for exam in exams]
    known = copy.deepcopy(reader.state_dict())
    steps = _train(reader, lessons, practice, minutes, rng)
    trained = copy.deepcopy(reader.state_dict())
    for share in SHARES:  # the last that is tried says why it is refused
        mixed = {
            name: torch.lerp(of, trained[name], share)
            for name, of in known.items()
            if of.is_floating_point()
        }
        reader.load_state_dict(trained | mixed)
        after = [marked(reader, exam)["all"] for exam in exams]
        learnt = Learnt((before[0], after[0]), (before[1], after[1]), steps)
        log.info(
            "%.0f %% of the way: corrections %.1f %% (%.1f before), others %.1f %% (%.1f): %s",
            100 * share,
            after[0],
            before[0],
            after[1],
            before[1],
            "taken" if _better(learnt) else "refused",
        )
        if _better(learnt):
            break
    _refuse_worse(learnt)
    _write(reader, folder, out, lessons)
    return learnt


def _better(learnt: Learnt) -> bool:
    """Whether the corrections are read better and nothing else worse."""
    (wrong, right), (before, after) = learnt.corrections, learnt.printed
    return right > wrong and after >= before - WORSE


def _wide(one: TaughtFace) -> NDArray[np.uint8]:
    return sized(one.crop, WIDE)


def _train(
    reader: FusedReader,
    lessons: ShownCrops,
    practice: ShownCrops,
    minutes: float,
    rng: np.random.Generator,
) -> int:
    """Train the last layers for so long; answers the steps."""
    torch.manual_seed(int(rng.integers(1 << 30)))
    weights = [weight for part in LEARNS for weight in getattr(reader, part).parameters()]
    reader.requires_grad_(requires_grad=False)
    for part in LEARNS:
        getattr(reader, part).requires_grad_(requires_grad=True)
    optimiser = torch.optim.AdamW(weights, lr=RATE, weight_decay=0.01)
    before = copy.deepcopy(reader)
    began, steps = time.process_time(), 0
    while (spent := time.process_time() - began) < minutes * 60:
        for group in optimiser.param_groups:
            group["lr"] = RATE * max(0.05, 1 - spent / (minutes * 60))
        shown = [each.some(BATCH // 2, rng) for each in (lessons, practice)]
        planes = torch.from_numpy(np.concatenate([each[0] for each in shown]))
        labels = torch.from_numpy(np.concatenate([each[1] for each in shown]))
        logits, embedding = reader(planes)
        parts = losses(reader, logits, embedding, labels)
        parts["as before"] = FAITHFUL * _unlike(before, planes[BATCH // 2 :], logits[BATCH // 2 :])
        optimiser.zero_grad()
        torch.stack(list(parts.values())).sum().backward()
        nn.utils.clip_grad_norm_(weights, 5.0)
        optimiser.step()
        steps += 1
    return steps


def _unlike(before: FusedReader, planes: torch.Tensor, logits: torch.Tensor) -> torch.Tensor:
    """By how much these answers differ from those the reader gave before it learned."""
    with torch.no_grad():
        said, _ = before(planes)
    widths = list(HEADS.values())
    told = zip(torch.split(logits, widths, 1), torch.split(said, widths, 1), strict=True)
    apart = [
        nn.functional.kl_div(
            now.log_softmax(1), then.log_softmax(1), log_target=True, reduction="batchmean"
        )
        for now, then in told
    ]
    return torch.stack(apart).sum()


def _refuse_worse(learnt: Learnt) -> None:
    before, after = learnt.corrections
    if after <= before:
        raise NotBetterError(
            f"of the corrections kept out {after:.1f} % are read right, {before:.1f} % before: "
            "the reader stays as it is."
        )
    before, after = learnt.printed
    if after < before - WORSE:
        raise NotBetterError(
            f"of other dice {after:.1f} % would be read right, {before:.1f} % before: "
            "the reader stays as it is."
        )


def _write(reader: FusedReader, folder: Path, out: Path, lessons: ShownCrops) -> None:
    """All networks of the folder with this reader among them."""
    facts: dict[str, Any] = dict(manifest(folder)["faces"].facts)
    out.mkdir(parents=True, exist_ok=True)
    if out.resolve() != folder.resolve():
        for file in [*folder.glob("*.onnx"), folder / "manifest.json"]:
            shutil.copy(file, out)
    crops = [
        cut_face(crop, quad, CROP)
        for crop, quad in zip(lessons.wide[:60], lessons.quads[:60], strict=True)
    ]
    facts["learned_from"] = len(lessons.faces)
    export(reader, facts["temperatures"], facts, out, np.stack(crops))


def tell(learnt: Learnt) -> None:
    """Print the figures."""
    for line in learnt.figures():
        print(json.dumps(line))
