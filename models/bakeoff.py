"""Several detectors, one small budget: which one deserves the long training?

Every candidate sees the same pictures in the same order for one pass, then finds the dice of the
same kept-out scenes. Needs the extra `train`:

    python -m models.bakeoff runs/bakeoff --data runs/data --coco FOLDER
"""

import argparse
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnxruntime
import torch
from ultralytics import YOLO

from models.evaluate import SHARED, known, pairs, shared_parts
from models.render import describe
from models.scenes import random_scene_truths
from models.stages import DetectorRecipe
from models.train import train

SIZE: Final = (1280, 704)


@dataclass(frozen=True, slots=True)
class Architecture:
    """An architecture, and the COCO weights it starts from, if there are any to be had."""

    architecture: str
    start: str = ""


CANDIDATES: Final = (
    Architecture("yolov8n.yaml", "yolov8n.pt"),
    Architecture("yolov5n.yaml", "yolov5nu.pt"),
    Architecture("yolo11n.yaml"),
    Architecture("yolo26n.yaml"),
)


def share_of(data: Path, folder: Path, pictures: int, seed: int = 3) -> Path:
    """A folder with some of the training pictures, the same for every candidate."""
    names = sorted(path.stem for path in (data / "labels" / "train").glob("*.txt"))
    chosen = np.random.default_rng(seed).permutation(names)[:pictures]
    for kind, end in (("images", ".jpg"), ("labels", ".txt"), ("tops", ".txt")):
        target = folder / kind / "train"
        target.mkdir(parents=True, exist_ok=True)
        (folder / kind / "val").unlink(missing_ok=True)
        (folder / kind / "val").symlink_to(data.resolve() / kind / "val")
        for name in chosen:
            copied = target / f"{name}{end}"
            copied.write_bytes((data / kind / "train" / f"{name}{end}").read_bytes())
    return describe(folder).description


def found_and_false(trained: Path, scenes: int) -> Mapping[str, float]:
    """On kept-out scenes: the best balance of found and false over all thresholds, in percent."""
    model = YOLO(str(trained))
    dice, right, wrong = 0, [], []
    for number in range(scenes):
        rng = np.random.default_rng((9500, number))
        image, truths = random_scene_truths(rng, SIZE, unseen=True)
        answer = model.predict(
            image, imgsz=SIZE[0], conf=0.02, iou=0.6, max_det=200, device="cpu", verbose=False
        )[0].boxes
        boxes, scores = answer.xyxy.numpy().astype(np.float64), answer.conf.numpy()
        asked = known(truths, SIZE[::-1])
        wanted = np.array([die.box for die in asked], np.float64).reshape(-1, 4)
        matched = pairs(shared_parts(wanted, boxes), SHARED)
        right += [float(scores[column]) for row, column in matched if asked[row].asked]
        lonely = set(range(len(boxes))) - {column for _, column in matched}
        wrong += [float(scores[column]) for column in lonely]
        dice += sum(die.asked for die in asked)
    hits, misses = np.array(right), np.array(wrong)

    def balance(least: float) -> float:
        told = (hits >= least).sum() + (misses >= least).sum()
        return float(2 * (hits >= least).sum() / (dice + told))

    best = max(np.linspace(0.02, 0.9, 45), key=balance)
    return {
        "found": 100 * float((hits >= best).sum()) / dice,
        "false": 100 * float((misses >= best).sum()) / dice,
        "balance": 100 * float(balance(best)),
    }


def latency_ms(trained: Path) -> Mapping[str, float]:
    """Milliseconds of one core for a picture of `SIZE` in onnxruntime, and megabytes."""
    written = Path(
        YOLO(str(trained)).export(
            format="onnx", imgsz=SIZE[::-1], opset=17, simplify=False, device="cpu", verbose=False
        )
    )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(written), options, ["CPUExecutionProvider"])
    picture = np.random.default_rng(1).random((1, 3, SIZE[1], SIZE[0]), np.float32)
    name = session.get_inputs()[0].name
    session.run(None, {name: picture})
    begun = time.process_time()
    for _ in range(5):
        session.run(None, {name: picture})
    return {
        "core_ms": 1000 * (time.process_time() - begun) / 5,
        "half_mb": written.stat().st_size / 2e6,
    }


def rows(
    candidates: Sequence[Architecture], described: Path, folder: Path, coco: Path, scenes: int
) -> Iterator[Mapping[str, Any]]:
    """Train and measure one candidate after the other."""
    for candidate in candidates:
        recipe = DetectorRecipe(
            architecture=candidate.architecture,
            start=str(coco / candidate.start) if candidate.start else "",
            picture=384,
            epochs=1,
            rate=1e-3,
        )
        begun = time.process_time()
        best = train(described, recipe, folder / Path(candidate.architecture).stem)
        spent = time.process_time() - begun
        measured = {**found_and_false(best, scenes), **latency_ms(best), "train_core_s": spent}
        yield {
            "detector": Path(candidate.architecture).stem,
            "start": "COCO" if candidate.start else "chance",
            **{name: round(value, 1) for name, value in measured.items()},
        }


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folder", type=Path)
    words.add_argument("--data", type=Path, required=True)
    words.add_argument("--coco", type=Path, required=True)
    words.add_argument("--pictures", type=int, default=800)
    words.add_argument("--scenes", type=int, default=12)
    given = words.parse_args()
    torch.set_num_threads(1)
    few = share_of(given.data, given.folder / "pictures", given.pictures)
    for row in rows(CANDIDATES, few, given.folder, given.coco, given.scenes):
        print(json.dumps(row), flush=True)
