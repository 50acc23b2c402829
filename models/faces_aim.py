"""The aim network: by how much a wide crop misses its face, so that it can be cut anew.

Trained on badly aimed crops of the simulated table and of drawn faces; small and quick.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.faces_art import Artist, split_icons
from models.faces_export import difference
from models.faces_net import block
from models.faces_photo import BADLY, photograph
from models.faces_scenes import offsets_in
from models.faces_sources import read_sources
from vision.faces import AIM, FAR_OFF, WIDE, aim_planes
from vision.weights import FOLDER, register_network

UNIT: Final = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
_POOL: Final = 12_000
_FRESH: Final = 10
_BATCH: Final = 96
_RATE: Final = 2e-3


class AimFinder(nn.Module):  # type: ignore[misc]  # torch has no types here
    """Eight numbers: how far each corner of the face lies from its nominal place, in sides."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 16, 2),
            block(16, 32),
            nn.MaxPool2d(2),
            block(32, 64),
            nn.MaxPool2d(2),
            block(64, 64),
            nn.Flatten(),
            nn.Linear(64 * 49, 96),
            nn.ReLU(inplace=True),
            nn.Linear(96, 8),
        )

    def forward(self, crops: Tensor) -> Tensor:
        """The offsets, n x 8."""
        return self.body(crops) / 5


def turned(
    crop: NDArray[np.uint8], offsets: NDArray[Any], quarters: int
) -> tuple[NDArray[np.uint8], NDArray[Any]]:
    """The crop turned anticlockwise and its offsets with it."""
    for _ in range(quarters):
        crop = np.rot90(crop)
        offsets = np.roll(np.stack([offsets[:, 1], -offsets[:, 0]], 1), -1, axis=0)
    return crop, offsets


def drawn_crop(artist: Artist) -> tuple[NDArray[np.uint8], NDArray[Any]]:
    """A badly aimed crop of a drawn face, and its offsets."""
    while True:
        planes, label = artist.face()
        askew = not label.turn and artist.rng.random() < 0.6
        crop, onto = photograph(planes, artist.rng, any_angle=askew, aim=BADLY)
        starts = [
            offsets_in(np.roll(UNIT, roll, axis=0), onto.astype(np.float64)) for roll in range(4)
        ]
        nearest = min(starts, key=lambda offsets: float(np.abs(offsets).max()))
        if np.abs(nearest).max() < FAR_OFF:
            return crop, nearest


class AimLessons:
    """Badly aimed crops: half of them rendered, half drawn and redrawn all the time."""

    def __init__(self, artist: Artist, scenes: Sequence[Path]) -> None:
        self._artist = artist
        stored = [np.load(file) for file in scenes]
        self._crops = np.concatenate([one["crops"] for one in stored])
        self._offsets = np.concatenate([one["offsets"] for one in stored])
        self._drawn: list[tuple[NDArray[np.uint8], NDArray[Any]]] = []

    def draw(self, count: int) -> None:
        """Draw new faces, forgetting the oldest."""
        self._drawn = [*self._drawn, *(drawn_crop(self._artist) for _ in range(count))][-_POOL:]

    def batch(self, count: int) -> tuple[Tensor, Tensor]:
        """Planes and offsets, at every quarter turn."""
        rng = self._artist.rng
        crops, offsets = [], []
        for _ in range(count):
            if rng.random() < 0.5:
                at = int(rng.integers(len(self._crops)))
                crop, missed = self._crops[at], self._offsets[at]
            else:
                crop, missed = self._drawn[int(rng.integers(len(self._drawn)))]
            crop, missed = turned(crop, missed, int(rng.integers(4)))
            crops.append(np.ascontiguousarray(crop))
            offsets.append(missed.reshape(8))
        planes = aim_planes(np.stack(crops))
        return torch.from_numpy(planes), torch.tensor(np.stack(offsets), dtype=torch.float32)


def train(network: Any, lessons: AimLessons, minutes: float) -> Iterator[dict[str, float]]:
    """Train for so many minutes of one core; tells the mean error in percent of a side."""
    optimiser = torch.optim.AdamW(network.parameters(), lr=_RATE, weight_decay=0.01)
    lessons.draw(2_500)
    began, step, errors = time.process_time(), 0, []
    while (along := (time.process_time() - began) / (60 * minutes)) < 1:
        lessons.draw(_FRESH)
        for group in optimiser.param_groups:
            group["lr"] = _RATE * min(1, (step + 1) / 100) * (0.5 + 0.5 * np.cos(np.pi * along))
        planes, offsets = lessons.batch(_BATCH)
        network.train()
        missed = (network(planes) - offsets).abs()
        optimiser.zero_grad()
        missed.mean().backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        errors.append(100 * float(missed.detach().mean()))
        step += 1
        if step % 100 == 0:
            yield {"step": step, "along": along, "error": float(np.mean(errors[-100:]))}


def export(network: Any, folder: Path, facts: dict[str, object]) -> None:
    """Write the network and its manifest entry."""
    network.eval()
    example = torch.randn(5, 3, AIM, AIM)
    path = folder / "faces_aim.onnx"
    torch.onnx.export(
        network,
        (example,),
        str(path),
        input_names=["crops"],
        output_names=["offsets"],
        dynamic_axes={"crops": {0: "n"}, "offsets": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
    apart = difference(network, path, example)
    if apart > 1e-3:
        raise ValueError(f"The exported aim network differs by {apart:.2g}: export it again.")
    register_network("faces_aim", path.name, {"wide": WIDE, **facts}, folder)


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, measure on scenes kept out, and export."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the run is kept")
    parser.add_argument("--scenes", type=Path, nargs="+", required=True)
    parser.add_argument("--kept-out", type=Path, required=True, help="scenes to measure on")
    parser.add_argument("--fonts", type=Path, required=True)
    parser.add_argument("--icons", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=6.0, help="of one core")
    parser.add_argument("--out", type=Path, default=FOLDER)
    chosen = parser.parse_args(arguments)
    torch.set_num_threads(1)
    torch.manual_seed(1)
    sources = read_sources(chosen.fonts, chosen.icons, chosen.folder.parent / "sources.pkl")
    icons, _ = split_icons(sources)
    lessons = AimLessons(Artist(sources, icons, np.random.default_rng(21)), chosen.scenes)
    network = AimFinder()
    for line in train(network, lessons, chosen.minutes):
        print(json.dumps(line), flush=True)
    kept = np.load(chosen.kept_out)
    network.eval()
    with torch.no_grad():
        found = network(torch.from_numpy(aim_planes(kept["crops"]))).numpy()
    meant = kept["offsets"].reshape(-1, 8)
    facts = {
        "error_before": round(100 * float(np.abs(meant).mean()), 2),
        "error_after": round(100 * float(np.abs(found - meant).mean()), 2),
        "core_minutes": chosen.minutes,
    }
    chosen.folder.mkdir(parents=True, exist_ok=True)
    torch.save(network.state_dict(), chosen.folder / "aim.pt")
    chosen.out.mkdir(parents=True, exist_ok=True)
    export(network, chosen.out, facts)
    print(json.dumps(facts), flush=True)


if __name__ == "__main__":
    main()
