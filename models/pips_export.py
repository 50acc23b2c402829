"""From a trained run of `models.pips_train` to the shipped network, calibrated.

    python -m models.pips_export RUN/best.pt --photos PHOTOS --textures TEXTURES

The temperature, and how what the top alone tells is weighed beside it, are fitted on drawn dice and
on the development photos of the newer sets.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import onnxruntime
import torch
from numpy.typing import NDArray
from scipy.optimize import minimize

from models import photos
from models.calibrate import calibrate_expected
from models.evaluate import middles_inside, pairs, shared_parts
from models.export import halve
from models.pips_lessons import drawn_die
from models.pips_net import PipNet
from vision.detect import Detector
from vision.faces import FaceReader
from vision.look import crops_of
from vision.pips import NO_PIPS, SIDE, planes
from vision.weights import FOLDER, manifest, register_network

TOLERANCE: Final = 2e-2
"""The largest difference of an answer between torch and onnxruntime, whose weights are halved."""

Floats = NDArray[np.float64]


def export(trained: Path, folder: Path = FOLDER) -> Path:
    """Write `pips.onnx` and its manifest entry; answers the file."""
    network = PipNet()
    network.load_state_dict(torch.load(trained, weights_only=True))
    network.eval()
    folder.mkdir(parents=True, exist_ok=True)
    whole = trained.with_suffix(".onnx")
    torch.onnx.export(
        network,
        (torch.zeros(2, 3, SIDE, SIDE),),
        str(whole),
        input_names=["crops"],
        output_names=["answers"],
        dynamic_axes={"crops": {0: "n"}, "answers": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
    target = folder / "pips.onnx"
    halve(whole, target)
    unlike = difference(network, target)
    if unlike > TOLERANCE:
        raise ValueError(f"{target} differs from {trained} by {unlike:.2g}: export it again.")
    register_network("pips", target.name, {}, folder)
    return target


def difference(network: PipNet, exported: Path) -> float:
    """The largest difference of a log-probability on drawn dice."""
    lessons = [one for seed in range(6) for one in drawn_die(np.random.default_rng((9700, seed)))]
    low = (lessons[0].wide.shape[0] - SIDE) // 2
    crops = planes(np.stack([one.wide[low : low + SIDE, low : low + SIDE] for one in lessons]))
    session = onnxruntime.InferenceSession(str(exported), providers=["CPUExecutionProvider"])
    here = session.run(None, {"crops": crops})[0][:, : NO_PIPS + 1]
    with torch.no_grad():
        there = network(torch.from_numpy(crops)).numpy()[:, : NO_PIPS + 1]
    chances = [
        np.exp(said - np.logaddexp.reduce(said, axis=1, keepdims=True)) for said in (here, there)
    ]
    return float(np.abs(chances[0] - chances[1]).max())


def told_of(
    folder: Path, source: Path, sets: Sequence[str]
) -> tuple[Floats, Floats, NDArray[np.int64]]:
    """Of each die found in the development photos: what the top says, the whole die, the truth."""
    detector, reader = (
        Detector(folder=folder, threads=1, lowest=0.05),
        FaceReader(folder, threads=1),
    )
    tops, wholes, truths = [], [], []
    for name in sets:
        for photo in photos.photos(source, name, "test"):
            image = photo.image()
            found = detector(image)
            boxes = np.array([die.box for die in found]).reshape(-1, 4)
            whole = photos.WHOLE_DIE.get(name, False)
            like = shared_parts(photo.boxes, boxes) if whole else middles_inside(photo.boxes, boxes)
            matched = pairs(like, 0.5)
            readings = reader.read(crops_of(image, found))
            counted = reader.pips(image, boxes)
            for row, column in matched:
                tops.append(readings[column].attributes["value"])
                wholes.append(counted[column].values)
                truths.append(photo.values[row] - 1)
    return np.array(tops, float), np.array(wholes, float), np.array(truths)


def fit_weights(tops: Floats, wholes: Floats, truths: NDArray[np.int64]) -> tuple[float, float]:
    """How both are weighed so that the right value is likeliest."""

    def surprise(logs: Floats) -> float:
        first, second = np.exp(logs)
        said = first * tops + second * wholes[:, :NO_PIPS]
        said = said - np.logaddexp.reduce(said, axis=1, keepdims=True)
        return -float(np.maximum(said[np.arange(len(truths)), truths], -7.0).mean())

    found = minimize(surprise, np.log([0.3, 0.7]), method="Nelder-Mead").x
    first, second = np.exp(found).tolist()
    return first, second


def calibrate(folder: Path, source: Path) -> tuple[float, float]:
    """Fit the weights and write them into the manifest."""
    first, second = fit_weights(*told_of(folder, source, photos.NEWER))
    entry = manifest(folder)["pips"]
    facts = {**entry.facts, "weights": [round(first, 3), round(second, 3)]}
    register_network("pips", entry.file, facts, folder)
    return first, second


def main(words: Sequence[str] | None = None) -> None:
    """Export and calibrate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trained", type=Path)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--textures", type=Path, help="photographed grounds and things")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    chosen = parser.parse_args(words)
    torch.set_num_threads(1)
    export(chosen.trained, chosen.folder)
    print("weights of top and whole:", calibrate(chosen.folder, chosen.photos))
    calibrate_expected(chosen.folder, chosen.photos, chosen.textures)


if __name__ == "__main__":
    main()
