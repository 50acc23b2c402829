"""Averages two states of the detector: what both know stays, what one forgot comes back.

python -m models.average first.pt second.pt --share 0.4 --out both.pt
"""

import argparse
from pathlib import Path

import torch


def average(first: Path, second: Path, share: float, out: Path) -> Path:
    """Write `share` of the first state and the rest of the second, as a file like the second's."""
    one, other = (
        torch.load(path, map_location="cpu", weights_only=False) for path in (first, second)
    )
    kept, model = one["model"].float().state_dict(), other["model"].float()
    mixed = {
        name: share * kept[name] + (1 - share) * value if value.is_floating_point() else value
        for name, value in model.state_dict().items()
    }
    model.load_state_dict(mixed)
    torch.save({**other, "model": model.half(), "ema": None}, out)
    return out


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("first", type=Path)
    words.add_argument("second", type=Path)
    words.add_argument("--share", type=float, default=0.4)
    words.add_argument("--out", type=Path, required=True)
    told = words.parse_args()
    average(told.first, told.second, told.share, told.out)
