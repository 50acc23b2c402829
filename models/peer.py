"""Our detector beside ultralytics' own `predict()`, on the same frames in one run.

Needs the extra `train`: `python -m models.peer runs/detector/weights/best.pt`.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np
import torch
from ultralytics import YOLO

from hardware.frame import Image
from models.scenes import random_scene_truths
from vision.detect import LONGEST, Detector


def figures(trained: Path, frames: int = 12, threads: int = 2) -> Iterator[Mapping[str, object]]:
    """Median milliseconds per frame of 2304x1296, from the picture to boxes."""
    torch.set_num_threads(threads)
    pictures = [
        random_scene_truths(np.random.default_rng((9400, number)), (2304, 1296))[0]
        for number in range(frames)
    ]
    ours, peer = Detector(threads=threads), YOLO(str(trained))
    runs: Mapping[str, Callable[[Image], object]] = {
        "vision.detect_ms": ours,
        "vision.propose_ms": ours.propose,
        "peer.ultralytics_ms": lambda picture: peer.predict(
            picture, imgsz=LONGEST, device="cpu", verbose=False
        ),
    }
    for name, run in runs.items():
        run(pictures[0])
        walls, spent = [], time.process_time()
        for picture in pictures:
            begun = time.perf_counter()
            run(picture)
            walls.append(1000 * (time.perf_counter() - begun))
        spent = 1000 * (time.process_time() - spent) / frames
        yield {
            "name": name,
            "value": round(float(np.median(walls)), 1),
            "unit": "ms",
            "must": None,
            "ok": None,
            "on": f"{frames} rendered frames 2304x1296, {threads} threads; {spent:.0f} ms of cores",
        }


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("trained", type=Path)
    for line in figures(words.parse_args().trained):
        print(json.dumps(line), flush=True)
