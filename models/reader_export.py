"""From a run of `models.reader_train` to the shipped reader of faces, calibrated.

    python -m models.reader_export RUN [--weights mean.pt] [--folder models/weights]

Temperatures and likenesses are fitted on drawn faces and on dice of the simulated table with icons
that training never saw; real faces are left for measuring.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from models.export import halve
from models.faces_art import Artist, split_icons
from models.faces_calibrate import Crops, Labels, calibrated
from models.faces_export import Shipped, difference
from models.faces_net import FusedReader
from models.faces_photo import USUAL
from models.faces_sources import Sources, read_sources
from models.faces_train import CropPool
from models.reader_train import Ring
from vision.faces import COMMON, CONTEXT, CROP, EMBEDDING, canonical
from vision.weights import FOLDER, register_network

TOLERANCE: Final = 5e-2
"""The largest difference of a logit between torch and onnxruntime, whose weights are halved."""


def trained_reader(weights: Path) -> tuple[FusedReader, Mapping[str, NDArray[np.float32]]]:
    """The reader of a run without the training's icons, and the embeddings of `COMMON`."""
    state = torch.load(weights, weights_only=True, map_location="cpu")
    names = nn.functional.normalize(state["icon.weight"][-len(COMMON) :], dim=1).numpy()
    reader = FusedReader()
    reader.load_state_dict({k: v for k, v in state.items() if not k.startswith("icon.")})
    return reader.eval(), dict(zip(COMMON, names, strict=True))


def unseen(sources: Sources, count: int, seed: int = 99) -> tuple[Crops, Labels]:
    """Crops never trained on, with their labels: half drawn, half of the simulated table."""
    _, kept_out = split_icons(sources)
    artist = Artist(sources, kept_out, np.random.default_rng(seed))
    ring = Ring.empty(artist, count)
    while ring.filled < count // 2:
        ring.draw()
    pool = CropPool(artist, count, rendered=ring.rendered(), scenes=0.5, aim=USUAL, weathered=False)
    pool.draw(count)
    return pool.crops, pool.labels


def export(
    reader: FusedReader,
    temperatures: Mapping[str, float],
    facts: Mapping[str, Any],
    folder: Path,
    crops: Crops,
) -> float:
    """Write `faces.onnx` and its manifest entry; answers the largest difference."""
    shipped = Shipped(reader, temperatures).eval()
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / "faces.onnx"
    whole = target.with_suffix(".whole")
    outputs = ["attributes", "embedding"]
    torch.onnx.export(
        shipped,
        (torch.zeros(2, 3, CROP, CROP),),
        str(whole),
        input_names=["crops"],
        output_names=outputs,
        dynamic_axes={name: {0: "n"} for name in ("crops", *outputs)},
        opset_version=17,
        dynamo=False,
    )
    halve(whole, target)
    whole.unlink()
    unlike = difference(shipped, target, torch.from_numpy(canonical(crops[:60])[0]))
    if unlike > TOLERANCE:
        raise ValueError(f"The exported face reader differs by {unlike:.2g}: export it again.")
    known = {"crop": CROP, "context": CONTEXT, "embedding": EMBEDDING, **facts}
    register_network("faces", target.name, known, folder)
    return unlike


def main(words: Sequence[str] | None = None) -> None:
    """Calibrate a run and export it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path)
    parser.add_argument("--weights", default="best.pt", help="which of the run's weights")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--crops", type=int, default=2000, help="to calibrate on")
    chosen = parser.parse_args(words)
    torch.set_num_threads(1)
    reader, common = trained_reader(chosen.run / chosen.weights)
    recipe = json.loads((chosen.run / "run.json").read_text(encoding="utf-8"))
    sources = read_sources(Path(recipe["fonts"]), Path(recipe["icons"]), chosen.run / "sources.pkl")
    crops, labels = unseen(sources, chosen.crops)
    warmth, drawings = calibrated(reader, None, common, crops, labels)
    state = torch.load(chosen.run / "last.pt", weights_only=True, map_location="cpu")
    facts = {
        "common": drawings,
        "steps": state["step"],
        "core_minutes": round(state["seconds"] / 60, 1),
        "recipe": {key: value for key, value in recipe.items() if not _is_path(key)},
        "temperatures": {head: round(value, 3) for head, value in warmth.items()},
    }
    unlike = export(reader, warmth, facts, chosen.folder, crops)
    print(f"step {state['step']}, torch and onnxruntime differ by at most {unlike:.1g}")


def _is_path(key: str) -> bool:
    return key in {"fonts", "icons", "photos"}


if __name__ == "__main__":
    main()
