"""Averages two states of a network: what both know stays, what one forgot comes back.

    python -m models.average first.pt second.pt --share 0.4 --out both.pt

The states are the detector's, or plain ones as `models.runs` keeps them.
"""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch


def average(first: Path, second: Path, share: float, out: Path) -> Path:
    """Write `share` of the first state and the rest of the second, as a file like the second's."""
    one, other = (
        torch.load(path, map_location="cpu", weights_only=False) for path in (first, second)
    )
    if "model" not in other:
        torch.save(mixed(one, other, share), out)
        return out
    model = other["model"].float()
    model.load_state_dict(mixed(one["model"].float().state_dict(), model.state_dict(), share))
    torch.save({**other, "model": model.half(), "ema": None}, out)
    return out


def mixed(first: Mapping[str, Any], second: Mapping[str, Any], share: float) -> dict[str, Any]:
    """The weights between two states."""
    return {
        name: share * first[name] + (1 - share) * value if value.is_floating_point() else value
        for name, value in second.items()
    }


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("first", type=Path)
    words.add_argument("second", type=Path)
    words.add_argument("--share", type=float, default=0.4)
    words.add_argument("--out", type=Path, required=True)
    told = words.parse_args()
    average(told.first, told.second, told.share, told.out)
