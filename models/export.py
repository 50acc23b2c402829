"""From trained weights to the shipped network: ONNX, stored in half precision, checked.

Only how the weights are stored is halved; the arithmetic stays in single precision, which is
what processors without half-precision units are fast at.
"""

import logging
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import onnx
import onnxruntime
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from ultralytics import YOLO

from models.scenes import random_scene_truths
from models.sparse_head import where_dice_are, with_a_short_way
from vision.weights import FOLDER, register_network

log = logging.getLogger(__name__)

SURE: Final = 0.3
"""The chance from which a die is believed in."""

TOLERANCE_PX: Final = 0.5
"""How far a box of the exported network may lie from the trained network's."""

TOLERANCE_SCORE: Final = 0.01
"""How much a score may differ."""


def export(trained: Path, folder: Path = FOLDER) -> Path:
    """Write `detector.onnx` and its manifest entry; its scores still want calibrating."""
    written = Path(
        YOLO(str(trained)).export(
            format="onnx", dynamic=True, opset=17, simplify=False, nms=False, device="cpu"
        )
    )
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / "detector.onnx"
    onnx.save(where_dice_are(onnx.load(str(written))), str(written))
    halve(written, target)
    onnx.save(with_a_short_way(onnx.load(str(target))), str(target))
    if written.parent != folder:
        shutil.move(written, trained.with_suffix(".onnx"))
    register_network("detector", target.name, {"classes": 1, "threshold": SURE}, folder)
    return target


def halve(source: Path, target: Path) -> None:
    """Store the large weights of a network in half precision, widened again when it is opened."""
    model = onnx.load(str(source))
    graph = model.graph
    widened = []
    for weights in list(graph.initializer):
        values = numpy_helper.to_array(weights)
        if weights.data_type != TensorProto.FLOAT or values.size < 256:
            continue
        name = weights.name
        graph.initializer.remove(weights)
        half = values.astype(np.float16)
        graph.initializer.append(numpy_helper.from_array(half, f"{name}.half"))
        widened.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
    for node in reversed(widened):
        graph.node.insert(0, node)
    del model.metadata_props[:]  # ultralytics writes paths and dates of this machine there
    onnx.checker.check_model(model)
    onnx.save(model, str(target))


class ParityError(Exception):
    """The exported network answers otherwise than the trained one."""


def check(trained: Path, exported: Path, scenes: int = 8) -> tuple[float, float]:
    """Compare both on kept-out scenes: the largest difference in px and in score.

    Raises `ParityError` where one of them is more than tolerated.
    """
    pictures = [
        random_scene_truths(np.random.default_rng((9600, number)), (1280, 704), unseen=True)[0]
        for number in range(scenes)
    ]
    furthest, unlike = differences(trained, exported, pictures)
    log.info(
        "%s beside %s: %.2f px, %.4f in score at most (%s px, %s tolerated)",
        exported,
        trained,
        furthest,
        unlike,
        TOLERANCE_PX,
        TOLERANCE_SCORE,
    )
    if furthest > TOLERANCE_PX or unlike > TOLERANCE_SCORE:
        raise ParityError(
            f"{exported} differs from {trained} by {furthest:.2f} px and {unlike:.4f} in score "
            f"where {TOLERANCE_PX} px and {TOLERANCE_SCORE} are tolerated: it is not to be shipped."
        )
    return furthest, unlike


def differences(
    trained: Path, exported: Path, pictures: Sequence[NDArray[np.uint8]]
) -> tuple[float, float]:
    """Largest difference in px and in score where either network sees a die (score > 0.25)."""
    model = YOLO(str(trained)).model.float().eval()
    session = onnxruntime.InferenceSession(str(exported), providers=["CPUExecutionProvider"])
    # With this least score all places are answered, in order.
    everywhere = {"least": np.array(0, np.float32), "small": np.zeros((), bool)}
    furthest, unlike = 0.0, 0.0
    for picture in pictures:
        blob = np.ascontiguousarray(picture[None, :, :, ::-1].transpose(0, 3, 1, 2)) / 255
        blob = blob.astype(np.float32)
        with torch.no_grad():
            wanted = model(torch.from_numpy(blob))[0].numpy()[0]
        boxes, scores = session.run(None, {"images": blob, **everywhere})
        sure = np.maximum(wanted[4], scores) > 0.25
        if not sure.any():
            continue
        half = wanted[2:4] / 2
        drawn = np.concatenate([wanted[:2] - half, wanted[:2] + half]).T
        furthest = max(furthest, float(np.abs(drawn - boxes)[sure].max()))
        unlike = max(unlike, float(np.abs(wanted[4] - scores)[sure].max()))
    return furthest, unlike
