"""The network behind `vision.pips`: pips on top of a whole die, on the first layers of YOLOv8n."""

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from models.backbone import first_layers
from models.tops_train import SecondLook
from models.unfolded import load_unfolded
from vision.pips import ANSWERS, SIDE


def _block(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.SiLU(),
    )


class PipNet(nn.Module):  # type: ignore[misc]  # torch has no types here
    """Per crop: logits of one to six pips and of none, the top's middle, the height of view.

    The finer map (8 px a cell) and the coarser one (16 px) are joined, since pips are fine and
    which face is the top is coarse.
    """

    def __init__(self, start: Path | None = None) -> None:
        """Begin with weights of YOLOv8n in `start`, else by chance."""
        super().__init__()
        layers = first_layers(start)
        self.fine, self.coarse = layers[:5], layers[5:]
        self.down = _block(64, 96, 2)
        self.joined = nn.Sequential(_block(128 + 96, 192), _block(192, 192), _block(192, 64, 1, 1))
        self.dense = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.15), nn.Linear(64 * (SIDE // 16) ** 2, 192), nn.SiLU()
        )
        self.told = nn.Linear(192, ANSWERS + 3)

    def forward(self, crops: Tensor) -> Tensor:
        """All numbers side by side (see `vision.pips`)."""
        seen = crops - crops.mean((1, 2, 3), keepdim=True)
        seen = seen / (seen.square().mean((1, 2, 3), keepdim=True).sqrt() + 0.05)
        fine = self.fine(seen)
        coarse = self.coarse(fine)
        answers: Tensor = self.told(
            self.dense(self.joined(torch.cat([coarse, self.down(fine)], 1)))
        )
        return answers


def begin_as_tops(network: PipNet, tops: Path, samples: Tensor) -> None:
    """Give the first layers what the second look has learnt about dice; `samples` are its crops."""
    known = SecondLook()
    load_unfolded(known, tops, samples)
    network.fine.load_state_dict(known.fine.state_dict())
    network.coarse.load_state_dict(known.coarse.state_dict())


def losses(answers: Tensor, wanted: dict[str, Any]) -> dict[str, Tensor]:
    """Cross entropy of the values, and errors of the middle and the height where they are known."""
    found = {
        "value": nn.functional.cross_entropy(
            answers[:, :ANSWERS], wanted["values"], label_smoothing=0.02
        )
    }
    known = ~torch.isnan(wanted["places"][:, 0])
    if bool(known.any()):
        off = answers[known, ANSWERS:] - wanted["places"][known]
        found["place"] = 4 * nn.functional.smooth_l1_loss(
            off, torch.zeros_like(off), beta=0.05, reduction="mean"
        )
    return found
