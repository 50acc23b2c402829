"""One temperature per head, so that a probability of 0.9 is right nine times in ten.

Fitted on drawn faces with icons that training never saw and on crops of the simulated table;
real faces are left for measuring.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar

from models.faces_art import COLUMNS, Artist
from models.faces_photo import USUAL
from models.faces_sources import Sources
from models.faces_train import Pool, Recipe, split_icons
from vision.faces import HEADS, canonical

Crops = NDArray[np.uint8]
Labels = NDArray[np.int64]


def validation(
    sources: Sources, scenes: Sequence[Path], count: int, seed: int = 99
) -> tuple[Crops, Labels]:
    """Crops never trained on, with their labels."""
    _, kept_out = split_icons(sources, Recipe().held_out)
    pool = Pool(Artist(sources, kept_out, np.random.default_rng(seed)), count, aim=USUAL)
    pool.draw(count)
    stored = [np.load(file) for file in scenes]
    crops = np.concatenate([pool.crops, *(one["crops"] for one in stored)])
    labels = np.concatenate([pool.labels, *(one["labels"] for one in stored)])
    return crops, labels


def temperatures(reader: Any, turn: Any, crops: Crops, labels: Labels) -> dict[str, float]:
    """The best temperature of every head, and of the turn finder."""
    logits, turn_logits, turns = _answers(reader, turn, crops)
    found = {}
    start = 0
    for head, width in HEADS.items():
        wanted = labels[:, COLUMNS.index(head)]
        known = wanted >= 0
        found[head] = _fitted(logits[known, start : start + width], wanted[known])
        start += width
    upright = labels[:, COLUMNS.index("turn")] == 1
    found["turn"] = _fitted(turn_logits[upright], turns[upright])
    return found


def _answers(
    reader: Any, turn: Any, crops: Crops
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """What the networks say of upright crops, and the turn finder of turned ones."""
    rng = np.random.default_rng(5)
    turns = rng.integers(4, size=len(crops))
    said, turn_said = [], []
    with torch.no_grad():
        for start in range(0, len(crops), 100):
            planes = canonical(crops[start : start + 100])[0]
            some = turns[start : start + 100]
            turned = [np.rot90(p, int(t), (1, 2)) for p, t in zip(planes, some, strict=True)]
            said.append(reader(torch.from_numpy(planes))[0].numpy())
            turn_said.append(turn(torch.from_numpy(np.stack(turned))).numpy())
    return np.concatenate(said), np.concatenate(turn_said), turns


def _fitted(logits: NDArray[Any], wanted: NDArray[Any]) -> float:
    """The temperature under which the right answers were most likely."""

    def surprise(log_temperature: float) -> float:
        scaled = logits.astype(np.float64) / np.exp(log_temperature)
        scaled -= np.logaddexp.reduce(scaled, axis=1, keepdims=True)
        return -float(scaled[np.arange(len(wanted)), wanted].mean())

    return float(np.exp(minimize_scalar(surprise, bounds=(-1.6, 1.6), method="bounded").x))
