"""Teaching the second look what textures and clutter look like, all else staying as it is.

    python -m models.tops_tune --textures TEXTURES --lessons LESSONS --out OUT.pt --photos PHOTOS

The shipped network gets a part of its own (`SecondLook.veto`) that can only say "this is no die",
more or less loudly. It learns alone, in minutes, from boxes that the detector proposes on
photographed grounds and things, among the dice and the wrong boxes of all other lessons; corners
and leaning answer as before. LESSONS holds the dice of real photos that `models.pips_train`
cut out.
"""

import argparse
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from hardware.frame import Image
from hardware.simulated.scene import TrueDie
from models.calibrate import calibrate
from models.evaluate import shared_parts
from models.lessons import lesson_truths
from models.pips_lessons import DIE, WIDE, Lesson
from models.scenes import enough_shows, random_kind, random_scene_truths
from models.texture_views import Textures, shown
from models.tops_train import SecondLook, export
from models.unfolded import load_unfolded
from vision.detect import Detector
from vision.pips import NO_PIPS
from vision.tops import MARGIN, crop_squares, cut, planes
from vision.weights import FOLDER, manifest, register_network

PICTURE: Final = (768, 576)
AWAY: Final = 0.05
"""A box that shares more than this part of its union with a die is no "nothing"."""

SAME: Final = 0.5
"""And one that shares more than this is that die."""

PROPOSED: Final = 0.05
MOST: Final = 24
"""Wrong boxes of a picture, at most."""

Crops = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class TopsTuning:
    """Everything that decides the outcome."""

    textured: int = 300  # pictures
    scenes: int = 120
    photographed: int = 2500  # dice
    steps: int = 1500
    batch: int = 256
    rate: float = 1e-3
    seed: int = 21


def boxes_of(
    detector: Detector, image: Image, truths: Sequence[TrueDie]
) -> Iterator[tuple[Crops, bool]]:
    """Crops of the boxes that the detector proposes, and whether they hold a die."""
    dice = np.array([die.box for die in truths], np.float64).reshape(-1, 4)
    shows = np.array([enough_shows(die.box, die.top) for die in truths], bool)
    proposed = detector.propose(image).boxes
    like = shared_parts(proposed, dice)
    most = like.max(axis=1, initial=0.0)
    wrong = np.flatnonzero(most < AWAY)[:MOST]
    right = [n for n in np.flatnonzero(most > SAME) if shows[int(like[n].argmax())]]
    for numbers, holds in ((wrong, False), (right, True)):
        for square in crop_squares(proposed[numbers].reshape(-1, 4)):
            yield cut(image, square), holds


def on_textures(
    detector: Detector, textures: Textures, tuning: TopsTuning
) -> Iterator[tuple[Crops, bool]]:
    """Boxes on photographed grounds, two thirds of the pictures without any die."""
    for number in range(tuning.textured):
        rng = np.random.default_rng((tuning.seed, number))
        kinds = [random_kind(rng, n, unseen=False) for n in range(int(rng.integers(1, 5)))]
        image, truths = shown(rng, textures, kinds, dice=number % 3 == 0, size=PICTURE)
        yield from boxes_of(detector, image, truths)


def in_scenes(detector: Detector, tuning: TopsTuning) -> Iterator[tuple[Crops, bool]]:
    """Boxes in the scenes of the other lessons."""
    for number in range(tuning.scenes):
        rng = np.random.default_rng((tuning.seed, 1, number))
        made = random_scene_truths if number % 2 else lesson_truths
        image, truths = made(rng, PICTURE, unseen=False)
        yield from boxes_of(detector, image, truths)


def in_photos(folder: Path, tuning: TopsTuning) -> Iterator[tuple[Crops, bool]]:
    """Dice, and what is none, in the training parts of real photos."""
    rng = np.random.default_rng((tuning.seed, 2))
    lessons: list[Lesson] = []
    for file in sorted(folder.glob("*-train.pkl")):
        with file.open("rb") as kept:
            lessons += pickle.load(kept)  # noqa: S301 - our own file, written by pips_lessons
    side = DIE * MARGIN
    for at in rng.permutation(len(lessons))[: tuning.photographed]:
        square = np.array([(WIDE - 1) / 2, (WIDE - 1) / 2, side * rng.uniform(0.92, 1.08)])
        yield cut(lessons[at].wide, square), lessons[at].value != NO_PIPS


def seen_by(network: SecondLook, crops: Crops, rng: np.random.Generator) -> tuple[Any, Any]:
    """What the layers before see of crops, each turned and in other light, and what is told."""
    turned = [np.rot90(one, int(rng.integers(4))) for one in crops]
    light = rng.uniform(0.8, 1.2, (len(crops), 1, 1, 3)) + 0.0
    lit = np.clip(np.stack(turned) * light + rng.uniform(-12, 12, light.shape), 0, 255)
    pictures = torch.from_numpy(planes(lit.astype(np.uint8)))
    with torch.no_grad():
        coarse = network.coarse(network.fine(pictures))
        told = network(pictures)[:, 7:10]
    return coarse.flatten(1).to(torch.float16), told


def odds(told: Any, veto: Any) -> Any:
    """The log-odds of being a die."""
    return torch.logsumexp(told[:, :2], 1) - told[:, 2] - veto[:, 0]


def tune(network: SecondLook, lessons: Sequence[tuple[Crops, bool]], tuning: TopsTuning) -> None:
    """Teach the veto; one lesson in eight is kept out, to tell how it goes."""
    rng = np.random.default_rng((tuning.seed, 3))
    crops = np.stack([crop for crop, _ in lessons])
    truths = np.array([holds for _, holds in lessons])
    kept_out = rng.random(len(crops)) < 1 / 8
    parts = [np.flatnonzero(~kept_out)] * 3 + [np.flatnonzero(kept_out)]
    maps, said, right = [], [], []
    for part in parts:
        looks = [
            seen_by(network, crops[part[at : at + 128]], rng) for at in range(0, len(part), 128)
        ]
        maps.append(torch.cat([one for one, _ in looks]))
        said.append(torch.cat([one for _, one in looks]))
        right.append(torch.from_numpy(truths[part].astype(np.float32)))
    all_maps, all_said, all_right = (torch.cat(of[:3]) for of in (maps, said, right))
    network.requires_grad_(requires_grad=False).eval()
    network.veto.requires_grad_(requires_grad=True)
    optimiser = torch.optim.AdamW(network.veto.parameters(), lr=tuning.rate, weight_decay=0.05)
    network.veto.train()
    for step in range(tuning.steps):
        for group in optimiser.param_groups:
            group["lr"] = tuning.rate * (0.51 + 0.49 * np.cos(np.pi * step / tuning.steps))
        some = torch.randint(len(all_right), (tuning.batch,))
        veto = network.veto(all_maps[some].float())
        found = odds(all_said[some], veto)
        # Quiet where nothing asks for it: dice keep the scores they had.
        loss = nn.functional.binary_cross_entropy_with_logits(found, all_right[some])
        loss = loss + 0.003 * (veto.square()).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 250 == 249:
            network.veto.eval()
            print(
                step + 1,
                round(float(loss.detach()), 4),
                *judged(network, maps[3], said[3], right[3]),
            )
            network.veto.train()
    network.eval()


def judged(network: SecondLook, maps: Any, said: Any, right: Any) -> Iterator[str]:
    """Of what is no die, how much passes where 99.5 % of the dice do: before, and now."""
    with torch.no_grad():
        now = odds(said, network.veto(maps.float()))
        before = odds(said, torch.zeros(len(said), 1))
    for name, chances in (("before", before), ("now", now)):
        bar = torch.quantile(chances[right > 0.5], 0.005)
        passed = float((chances[right < 0.5] >= bar).float().mean())
        yield f"{name} {100 * passed:.1f} %"


def main(words: Sequence[str] | None = None) -> None:
    """Tune the shipped second look."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--textures", type=Path, required=True)
    parser.add_argument("--lessons", type=Path, required=True, help="of a run of models.pips_train")
    parser.add_argument("--weights", type=Path, default=FOLDER)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--photos", type=Path, help="export and calibrate with these, too")
    chosen = parser.parse_args(words)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    tuning = TopsTuning()
    torch.manual_seed(tuning.seed)
    detector = Detector(folder=chosen.weights, threads=1, proposed=PROPOSED)
    lessons = list(in_photos(chosen.lessons, tuning))
    lessons += in_scenes(detector, tuning)
    lessons += on_textures(detector, Textures.of(chosen.textures, lessons=True), tuning)
    held = sum(holds for _, holds in lessons)
    print(f"{held} dice, {len(lessons) - held} boxes without", flush=True)
    network = SecondLook()
    crops = np.stack([crop for crop, _ in lessons[:: max(1, len(lessons) // 300)]])
    load_unfolded(network, chosen.weights / "tops.onnx", torch.from_numpy(planes(crops)))
    tune(network, lessons, tuning)
    torch.save(network.state_dict(), chosen.out)
    if chosen.photos is not None:
        facts = manifest(chosen.weights)["tops"].facts
        export(chosen.out, chosen.weights)
        register_network("tops", "tops.onnx", facts, chosen.weights)
        calibrate(chosen.weights, chosen.photos, chosen.textures)


if __name__ == "__main__":
    main()
