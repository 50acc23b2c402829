"""The face reader's networks.

`YoloReader` reads what is printed; `TurnFinder` says how far the crop is turned. Both take the
three planes of `vision.faces.canonical`.
"""

from pathlib import Path
from typing import Any, Final

import torch
from torch import Tensor, nn

from models.backbone import first_layers
from models.faces_art import COLUMNS
from vision.faces import CROP, DIGITS, EMBEDDING, HEADS


def block(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    """Convolution, normalisation, rectifier."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class TurnFinder(nn.Module):  # type: ignore[misc]  # torch has no types here
    """How many quarter turns anticlockwise the crop must be turned back: four logits."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 16, 2),
            block(16, 32, 2),
            block(32, 64),
            nn.MaxPool2d(2),
            block(64, 64),
            block(64, 96, 2),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(96 * 25, 96),
            nn.ReLU(inplace=True),
            nn.Linear(96, 4),
        )

    def forward(self, crops: Tensor) -> Tensor:
        """Logits of the turn."""
        return self.body(crops)


CELLS: Final = CROP // 8
"""Side of the finer of the two maps that `YoloReader` looks at."""


class YoloReader(nn.Module):  # type: ignore[misc]  # torch has no types here
    """Everything printed on an upright crop, on the first layers of YOLOv8n.

    The four quarters of the finer map (8 px a cell) pass through one shared set of weights, so
    that every digit teaches all three places; the coarser map (16 px) tells of the whole face.
    """

    def __init__(self, icons: int = 0, start: Path | None = None) -> None:
        """Begin with the weights in `start` (YOLOv8n, trained on COCO), else by chance."""
        super().__init__()
        layers = first_layers(start)
        self.fine, self.coarse = layers[:5], layers[5:]
        self.corner = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(64 * (CELLS // 2) ** 2, 128),
            nn.ReLU(inplace=True),
        )
        self.digit = nn.Linear(128, DIGITS)
        self.burst = nn.Linear(128, 3)
        self.whole = nn.Sequential(
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(128 * (CELLS // 2) ** 2, 256),
            nn.ReLU(inplace=True),
        )
        self.kind = nn.Linear(256, 6)
        self.energy = nn.Linear(256, 6)
        self.amount = nn.Linear(256, 2)
        self.value = nn.Linear(256, 6)
        self.embedding = nn.Linear(256, EMBEDDING)
        self.icon = nn.Linear(EMBEDDING, icons, bias=False) if icons else None

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """All logits side by side in the order of `HEADS`, and the icon's unit embedding."""
        fine = self.fine(crops)
        whole = self.whole(self.coarse(fine))
        near, end = slice(0, CELLS // 2), slice(CELLS // 2, CELLS)
        quarters = ((near, near), (near, end), (end, end), (end, near))
        # One after the other, not as one batch: NCNN knows no batches.
        field, attack, defence, bursts = (self.corner(fine[:, :, y, x]) for y, x in quarters)
        heads = {
            "kind": self.kind(whole),
            "energy": self.energy(whole),
            "amount": self.amount(whole),
            "field": self.digit(field),
            "attack": self.digit(attack),
            "defence": self.digit(defence),
            "burst": self.burst(bursts),
            "value": self.value(whole),
        }
        embedding = nn.functional.normalize(self.embedding(whole), dim=1)
        return torch.cat([heads[name] for name in HEADS], 1), embedding


FINER: Final = 96
"""`FusedReader` looks at the crop in this size, px: thin digits then fill more than one cell."""


class FusedReader(nn.Module):  # type: ignore[misc]  # torch has no types here
    """Everything printed on an upright crop; each map of YOLOv8n helps the finer one.

    Digits and bursts are read from the quarters of the finest map (4 px a cell of a larger picture)
    by one shared set of weights, with what the coarser maps tell of the whole face beside it.
    """

    def __init__(self, icons: int = 0, start: Path | None = None) -> None:
        """Begin with the weights in `start` (YOLOv8n), else by chance."""
        super().__init__()
        layers = first_layers(start)
        self.fine, self.coarse = layers[:5], layers[5:]
        self.grow = nn.Upsample(scale_factor=2, mode="nearest")
        self.middle = block(128 + 64, 96)
        self.finest = block(96 + 32, 64)
        cells = FINER // 4 // 2  # of a quarter
        self.corner = nn.Sequential(
            block(64, 96, 2),
            block(96, 48),
            nn.Flatten(),
            nn.Dropout(0.15),
            nn.Linear(48 * ((cells + 1) // 2) ** 2, 160),
            nn.ReLU(inplace=True),
        )
        self.digit = nn.Linear(160, DIGITS)
        self.burst = nn.Linear(160, 3)
        self.whole = nn.Sequential(
            block(128, 80),
            nn.Flatten(),
            nn.Dropout(0.15),
            nn.Linear(80 * (FINER // 16) ** 2, 256),
            nn.ReLU(inplace=True),
        )
        self.kind = nn.Linear(256 + 160, 6)
        self.energy = nn.Linear(256, 6)
        self.amount = nn.Linear(256, 2)
        self.value = nn.Linear(256, 6)
        self.embedding = nn.Linear(256, EMBEDDING)
        self.icon = nn.Linear(EMBEDDING, icons, bias=False) if icons else None

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """All logits side by side in the order of `HEADS`, and the icon's unit embedding."""
        seen = nn.functional.interpolate(crops, size=(FINER, FINER), mode="bilinear")
        edges = self.fine[:3](seen)
        fine = self.fine[3:](edges)
        coarse = self.coarse(fine)
        middle = self.middle(torch.cat([self.grow(coarse), fine], 1))
        finest = self.finest(torch.cat([self.grow(middle), edges], 1))
        whole = self.whole(coarse)
        half, end = FINER // 8, FINER // 4
        near, far = slice(0, half), slice(half, end)
        quarters = ((near, near), (near, far), (far, far), (far, near))
        # One after the other, not as one batch: NCNN knows no batches.
        told = [self.corner(finest[:, :, y, x]) for y, x in quarters]
        field, attack, defence, bursts = told
        printed = torch.stack(told[:3]).amax(0)
        heads = {
            "kind": self.kind(torch.cat([whole, printed], 1)),
            "energy": self.energy(whole),
            "amount": self.amount(whole),
            "field": self.digit(field),
            "attack": self.digit(attack),
            "defence": self.digit(defence),
            "burst": self.burst(bursts),
            "value": self.value(whole),
        }
        embedding = nn.functional.normalize(self.embedding(whole), dim=1)
        return torch.cat([heads[name] for name in HEADS], 1), embedding


def losses(reader: Any, logits: Tensor, embedding: Tensor, labels: Tensor) -> dict[str, Tensor]:
    """Cross entropy per attribute where the label knows it, and of the icon's name."""
    found = {}
    start = 0
    for name, width in HEADS.items():
        wanted = labels[:, COLUMNS.index(name)]
        known = wanted >= 0
        part = logits[:, start : start + width]
        start += width
        if bool(known.any()):
            found[name] = nn.functional.cross_entropy(part[known], wanted[known])
    wanted = labels[:, COLUMNS.index("icon")]
    known = wanted >= 0
    if reader.icon is not None and bool(known.any()):
        names = nn.functional.normalize(reader.icon.weight, dim=1)
        likeness = 14 * embedding[known] @ names.T
        found["icon"] = 0.25 * nn.functional.cross_entropy(likeness, wanted[known])
    return found
