"""Networks run in onnxruntime or in NCNN, chosen by one variable, and answer alike."""

import shutil
from importlib.util import find_spec

import numpy as np
import pytest

from vision.detect import Detector
from vision.faces import FaceReader
from vision.look import look_at
from vision.runtime import BINS, VARIABLE, NcnnDetector
from vision.weights import FOLDER, WeightsError, open_network

NEEDS = pytest.mark.skipif(
    any(find_spec(name) is None for name in ("ncnn", "pnnx", "onnx")),
    reason="ncnn, pnnx and onnx are not installed",
)


def test_a_runtime_that_is_not_there_is_refused_with_those_there_are(monkeypatch):
    monkeypatch.setenv(VARIABLE, "abacus")
    with pytest.raises(WeightsError, match="choose onnxruntime or ncnn"):
        open_network("tops")


def test_without_ncnn_files_of_these_weights_it_is_said_how_to_make_them(monkeypatch, tmp_path):
    monkeypatch.setenv(VARIABLE, "ncnn")
    weights = tmp_path / "weights"
    shutil.copytree(FOLDER, weights, ignore=shutil.ignore_patterns("ncnn"))
    with pytest.raises(WeightsError, match="models export --format ncnn"):
        open_network("tops", folder=weights)


class Maps:
    """A detector whose three maps show one die, in the middle one."""

    def answers(self, picture):
        assert picture.shape == (3, 64, 96)
        told = []
        for stride in (8, 16, 32):
            rows, columns = 64 // stride, 96 // stride
            logits = np.full((1, rows, columns), -9.0, np.float32)
            distances = np.zeros((4 * BINS, rows, columns), np.float32)
            if stride == 16:
                logits[0, 2, 3] = 2.0
                for side, cells in enumerate((1, 1, 2, 1)):  # left, top, right, bottom
                    distances[side * BINS + cells, 2, 3] = 50.0
            told += [distances, logits]
        return told


def test_maps_of_distances_become_boxes():
    picture = np.zeros((1, 3, 64, 96), np.float32)
    least = np.array(0.3, np.float32)
    boxes, scores = NcnnDetector(Maps()).run(None, {"images": picture, "least": least})
    assert boxes == pytest.approx(np.array([[40.0, 24.0, 88.0, 56.0]]), abs=0.01)
    assert scores == pytest.approx([1 / (1 + np.exp(-2))], abs=1e-4)


@NEEDS
def test_a_picture_is_read_alike_by_both(monkeypatch, tmp_path):
    from hardware.simulated.random_scenes import random_setup
    from hardware.simulated.render import render
    from models.faces_scenes import printed_dice
    from models.to_ncnn import SHAPES, convert

    weights = tmp_path / "weights"
    shutil.copytree(FOLDER, weights, ignore=shutil.ignore_patterns("ncnn"))
    for name in SHAPES:
        assert convert(name, weights / "ncnn", weights).ok
    rng = np.random.default_rng(4)
    kinds = [kind for kind, _ in printed_dice(rng, unseen=True).values()]
    setup = random_setup(rng, kinds, None, size=(800, 600), die_px=(40.0, 60.0), tilt=(0.0, 10.0))
    picture, _ = render(*setup, rng)
    looks = []
    for runtime in ("onnxruntime", "ncnn"):
        monkeypatch.setenv(VARIABLE, runtime)
        detector = Detector(folder=weights, threads=1)
        looks.append(look_at(picture, detector, FaceReader(weights, threads=1)))
    here, there = looks
    assert len(here) == len(there) > 2
    for one, other in zip(here, there, strict=True):
        assert one.detection.box == pytest.approx(other.detection.box, abs=0.1)
        assert one.best("dicemasters")[0] == other.best("dicemasters")[0]
