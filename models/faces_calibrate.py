"""One temperature per head, so that a probability of 0.9 is right nine times in ten.

Fitted on drawn faces with icons that training never saw and on crops of the simulated table;
real faces are left for measuring.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from scipy.optimize import minimize, minimize_scalar

from models.faces_art import COLUMNS, Artist, split_icons
from models.faces_photo import USUAL
from models.faces_sources import Sources
from models.faces_train import CropPool, stored
from vision.faces import HEADS, KINDS, FaceReader, canonical

Crops = NDArray[np.uint8]
Labels = NDArray[np.int64]

_STEEPEST: Final = 40.0
"""Of a likeness' slope: what fits the drawn faces perfectly may fit others less."""


def validation(
    sources: Sources, scenes: Sequence[Path], count: int, seed: int = 99
) -> tuple[Crops, Labels]:
    """Crops never trained on, with their labels: a quarter of them from the scenes, if any."""
    _, kept_out = split_icons(sources)
    artist = Artist(sources, kept_out, np.random.default_rng(seed))
    rendered = stored(scenes, FaceReader(threads=1)) if scenes else {}
    pool = CropPool(artist, count, rendered=rendered, scenes=0.25, aim=USUAL, weathered=False)
    pool.draw(count)
    return pool.crops, pool.labels


def calibrated(
    reader: Any,
    turn: Any,
    common: Mapping[str, NDArray[np.float32]],
    crops: Crops,
    labels: Labels,
) -> tuple[dict[str, float], dict[str, dict[str, Any]]]:
    """The best temperature of every head, and what `vision.faces.Drawn` needs of `COMMON`.

    Without a turn finder only the reader's.
    """
    said = _answers(reader, turn, crops)
    found = {}
    start = 0
    for head, width in HEADS.items():
        wanted = labels[:, COLUMNS.index(head)]
        known = wanted >= 0
        found[head] = _fitted(said.logits[known, start : start + width], wanted[known])
        start += width
    if turn is not None:
        upright = labels[:, COLUMNS.index("turn")] == 1
        found["turn"] = _fitted(said.turn_logits[upright], said.turns[upright])
    return found, _drawings(common, said.embeddings, labels)


def _drawings(
    common: Mapping[str, NDArray[np.float32]], embeddings: NDArray[Any], labels: Labels
) -> dict[str, dict[str, Any]]:
    """How a likeness to each drawing speaks for it, on faces of the kind that carries it."""
    kinds = {"pawn": KINDS.index("character"), "star": KINDS.index("action")}
    icon = labels[:, COLUMNS.index("icon")]
    first = icon.max() + 1 - len(common)  # these come after all other icons
    told = {}
    for number, (name, embedding) in enumerate(common.items()):
        chosen = (labels[:, COLUMNS.index("kind")] == kinds[name]) & (icon >= 0)
        likeness = embeddings[chosen] @ embedding
        slope, middle = _leaning(likeness, icon[chosen] == first + number)
        told[name] = {
            "embedding": [round(float(part), 4) for part in embedding],
            "slope": round(slope, 2),
            "middle": round(middle, 3),
        }
    return told


def _leaning(likeness: NDArray[Any], right: NDArray[np.bool_]) -> tuple[float, float]:
    """Slope and middle of the log-likelihood ratio; both sides weigh the same."""
    weight = np.where(right, 0.5 / max(1, right.sum()), 0.5 / max(1, (~right).sum()))

    def surprise(line: NDArray[Any]) -> float:
        lean = np.exp(line[0]) * (likeness - line[1]) * np.where(right, 1, -1)
        return float((weight * np.logaddexp(0, -lean)).sum())

    steepness, middle = minimize(surprise, np.array([2.0, 0.5]), method="Nelder-Mead").x
    return float(min(np.exp(steepness), _STEEPEST)), float(middle)


@dataclass(frozen=True, slots=True)
class _Answers:
    """What the networks say of upright crops, and the turn finder of turned ones."""

    logits: NDArray[Any]
    embeddings: NDArray[Any]
    turn_logits: NDArray[Any]
    turns: NDArray[Any]


def _answers(reader: Any, turn: Any, crops: Crops) -> _Answers:
    rng = np.random.default_rng(5)
    turns = rng.integers(4, size=len(crops))
    logits, embeddings, turn_logits = [], [], []
    with torch.no_grad():
        for start in range(0, len(crops), 100):
            planes = canonical(crops[start : start + 100])[0]
            some = turns[start : start + 100]
            turned = [np.rot90(p, int(t), (1, 2)) for p, t in zip(planes, some, strict=True)]
            said, seen = reader(torch.from_numpy(planes))
            logits.append(said.numpy())
            embeddings.append(seen.numpy())
            if turn is not None:
                turn_logits.append(turn(torch.from_numpy(np.stack(turned))).numpy())
    turned_back = np.concatenate(turn_logits) if turn_logits else np.zeros((0, 4))
    return _Answers(np.concatenate(logits), np.concatenate(embeddings), turned_back, turns)


def _fitted(logits: NDArray[Any], wanted: NDArray[Any]) -> float:
    """The temperature under which the right answers were most likely."""

    def surprise(log_temperature: float) -> float:
        scaled = logits.astype(np.float64) / np.exp(log_temperature)
        scaled -= np.logaddexp.reduce(scaled, axis=1, keepdims=True)
        return -float(scaled[np.arange(len(wanted)), wanted].mean())

    return float(np.exp(minimize_scalar(surprise, bounds=(-1.6, 1.6), method="bounded").x))
