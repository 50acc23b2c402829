"""Teaching the pip reader's last layers something new in minutes, the others staying as they are.

    python -m models.pips_tune RUN --weights FOLDER --out RUN/tuned.pt

For textures: photographed grounds and things of RUN's recipe are shown to the networks in FOLDER;
what these take for dice with pips is shown often, among all other lessons. A run goes on from the
tuned weights with `--into-run`.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from models.evaluate import shared_parts
from models.pips_lessons import AWAY, SHOWS, Lesson, crop_of, drawn_die, lesson, of_photos, pipped
from models.pips_net import PipNet, losses
from models.pips_train import SHARES, sample
from models.runs import asked_for
from models.texture_views import Textures, shown
from vision.detect import Detector
from vision.faces import FaceReader
from vision.pips import NO_PIPS
from vision.weights import FOLDER

PICTURE: Final = (768, 576)
TAKEN: Final = 0.15
"""What is no die and is thought with more than this chance to show pips is shown often."""

PROPOSED: Final = 24
"""At most so many boxes of a picture."""


@dataclass(frozen=True, slots=True)
class PipsTuning:
    """Everything that decides the outcome."""

    pictures: int = 520  # of textures
    scenes: int = 110  # drawn
    steps: int = 700
    batch: int = 192
    rate: float = 5e-4
    seed: int = 15


CROPS: Final = {"textured": 5000, "taken for dice": 5000, "drawn": 6000, "nothing": 1500}
"""How many crops of each kind of lesson; of dice in photos there are `PHOTOGRAPHED`."""

PHOTOGRAPHED: Final = 9000


def mined(
    textures: Textures, weights: Path, tuning: PipsTuning
) -> tuple[list[Lesson], list[Lesson]]:
    """Lessons on textures: plain ones, and what the networks take for dice with pips."""
    detector, reader = Detector(folder=weights, threads=1), FaceReader(weights, threads=1)
    plain: list[Lesson] = []
    taken: list[Lesson] = []
    for number in range(tuning.pictures):
        rng = np.random.default_rng((tuning.seed, number))
        kinds = [pipped(rng, n) for n in range(int(rng.integers(1, 5)))]
        image, truths = shown(rng, textures, kinds, dice=number % 3 == 0, size=PICTURE)
        boxes = np.array([die.box for die in truths], np.float64).reshape(-1, 4)
        plain += [
            lesson(image, np.array(die.box), die.face, "textured")
            for die in truths
            if not die.cocked and die.top >= SHOWS
        ]
        proposed = detector.propose(image).boxes
        far = shared_parts(proposed, boxes).max(axis=1, initial=0.0) < AWAY
        beside = proposed[far][:PROPOSED]
        for box, said in zip(beside, reader.pips(image, beside), strict=True):
            kept = taken if said.counts > TAKEN else plain
            kept.append(lesson(image, box, NO_PIPS, "textured, nothing"))
    return plain, taken


def last_layers(network: PipNet) -> tuple[nn.Module, ...]:
    """What learns; it follows the first block behind the joined maps."""
    return network.joined[1], network.joined[2], network.dense, network.told


def seen_by(network: PipNet, crops: Tensor) -> Tensor:
    """What the layers before those see."""
    even = crops - crops.mean((1, 2, 3), keepdim=True)
    even = even / (even.square().mean((1, 2, 3), keepdim=True).sqrt() + 0.05)
    fine = network.fine(even)
    joined = torch.cat([network.coarse(fine), network.down(fine)], 1)
    maps: Tensor = network.joined[0](joined)
    return maps


def tune(
    network: PipNet, lessons: Sequence[tuple[Sequence[Lesson], int]], tuning: PipsTuning
) -> Iterator[Mapping[str, float]]:
    """Teach the last layers; `lessons` says how many crops are made of which. Yields losses."""
    rng = np.random.default_rng((tuning.seed, 2))
    network.eval()
    maps, values, places = [], [], []
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        for kept, count in lessons:
            for _ in range(0, count if kept else 0, 128):
                picked = [kept[int(rng.integers(len(kept)))] for _ in range(128)]
                crops, wanted = sample(picked, [crop_of(one, rng) for one in picked])
                maps.append(seen_by(network, crops).to(torch.float16))
                values.append(wanted["values"])
                places.append(wanted["places"])
    everything: tuple[Any, ...] = (torch.cat(maps), torch.cat(values), torch.cat(places))
    first, second, dense, told = last_layers(network)
    parameters = [each for part in last_layers(network) for each in part.parameters()]
    optimiser = torch.optim.AdamW(parameters, lr=tuning.rate, weight_decay=0.02)
    dense.train()
    for step in range(tuning.steps):
        fallen = 0.02 + 0.98 * (1 + np.cos(np.pi * step / tuning.steps)) / 2
        for group in optimiser.param_groups:
            group["lr"] = tuning.rate * min(1.0, (step + 1) / 30) * fallen
        picked = torch.randint(len(everything[0]), (tuning.batch,))
        some, value, place = (part[picked] for part in everything)
        with torch.autocast("cpu", torch.bfloat16):
            said = told(dense(second(first(some.float()))))
        parts = losses(said.float(), {"values": value, "places": place})
        optimiser.zero_grad()
        torch.stack(list(parts.values())).sum().backward()
        optimiser.step()
        if step % 100 == 99:
            yield {"step": step + 1, **{name: float(of.detach()) for name, of in parts.items()}}
    network.eval()


def main(words: Sequence[str] | None = None) -> None:
    """Tune the newest weights of a run for textures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="of a run of models.pips_train")
    parser.add_argument("--weights", type=Path, default=FOLDER, help="the networks that propose")
    parser.add_argument("--start", type=Path, help="the network to tune; else the run's mean")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--into-run", action="store_true", help="let the run go on from here")
    chosen = parser.parse_args(words)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    recipe, tuning = asked_for(chosen.folder, {}, {}), PipsTuning()
    torch.manual_seed(tuning.seed)
    state = torch.load(chosen.folder / "last.pt", weights_only=True)
    network = PipNet().to(memory_format=torch.channels_last)
    start = torch.load(chosen.start, weights_only=True) if chosen.start else state["mean"]
    network.load_state_dict(start)
    cache, photos = chosen.folder / "lessons", Path(recipe["photos"])
    real = {name: of_photos(photos, name, "train", cache) for name in SHARES}
    plain, taken = mined(
        Textures.of(Path(recipe["textures"]), lessons=True), chosen.weights, tuning
    )
    scenes = [
        one
        for number in range(tuning.scenes)
        for one in drawn_die(np.random.default_rng((tuning.seed, 1, number)))
    ]
    nothing = [one for kept in real.values() for one in kept if one.value == NO_PIPS]
    kinds = zip((plain, taken, scenes, nothing), CROPS.values(), strict=True)
    lessons = [(kept, count) for kept, count in kinds]
    for name, kept in real.items():
        dice = [one for one in kept if one.value != NO_PIPS]
        lessons.append((dice, round(PHOTOGRAPHED * SHARES[name])))
    for line in tune(network, lessons, tuning):
        print(line, flush=True)
    torch.save(network.state_dict(), chosen.out)
    if chosen.into_run:
        tuned = network.state_dict()
        torch.save(state | {"network": tuned, "mean": tuned}, chosen.folder / "last.pt")


if __name__ == "__main__":
    main()
