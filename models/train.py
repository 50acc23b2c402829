"""Training the die detector with ultralytics.

The network is a YOLOv8n that knows one class; it starts from COCO weights. Scenes and photos are
turned when they are written, so that training flips and turns nothing; hue shifts are small,
because the colours of dice are made to differ already.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from ultralytics.models.yolo.detect import DetectionTrainer
from ultralytics.nn.tasks import DetectionModel
from ultralytics.utils import DEFAULT_CFG

from models.stages import DetectorRecipe


class HalfPrecision(DetectionModel):  # type: ignore[misc]  # ultralytics has no types
    """A detector that multiplies in bfloat16 and computes its loss in float32."""

    def loss(self, batch: Mapping[str, Any], preds: Any = None) -> Any:
        """Ultralytics' own loss, on predictions made at half precision while training."""
        if self.training and preds is None:
            picture = batch["img"].to(memory_format=torch.channels_last)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                preds = self.forward(picture)
            preds = torch.utils._pytree.tree_map(  # noqa: SLF001  # torch names no public one
                lambda leaf: leaf.float() if torch.is_tensor(leaf) else leaf, preds
            )
        return super().loss(batch, preds)


class DiceTrainer(DetectionTrainer):  # type: ignore[misc]  # ultralytics has no types
    """Ultralytics' trainer, with the half-precision model and a fixed number of threads."""

    threads = 1
    half = True

    def get_model(self, cfg: Any = None, weights: Any = None, verbose: bool = True) -> Any:
        """The network to train, from `weights` where given."""
        if not self.half:
            return super().get_model(cfg, weights, verbose)
        model = HalfPrecision(cfg, nc=self.data["nc"], ch=3, verbose=False)
        if weights:
            model.load(weights)
        return model.to(memory_format=torch.channels_last)

    def _setup_train(self, *args: Any, **options: Any) -> None:
        super()._setup_train(*args, **options)
        torch.set_num_threads(self.threads)


def train(
    data: Path, recipe: DetectorRecipe, run: Path, *, threads: int = 1, resume: bool = False
) -> Path:
    """Train or resume; the path of the best weights. `run` keeps checkpoints and the recipe."""
    run.mkdir(parents=True, exist_ok=True)
    facts = json.loads((data.parent / "data.json").read_text(encoding="utf-8"))
    (run / "recipe.json").write_text(json.dumps({**asdict(recipe), "data": facts}, indent=1))
    overrides = {
        **recipe.settings(),
        "model": recipe.architecture,
        "pretrained": recipe.start or False,
        "data": str(data),
        "project": str(run.parent),
        "name": run.name,
        "exist_ok": True,
        "task": "detect",
        "mode": "train",
    }
    if resume:
        overrides["resume"] = str(run / "weights" / "last.pt")
    trainer = DiceTrainer(cfg=DEFAULT_CFG, overrides=overrides)
    trainer.threads, trainer.half = threads, recipe.half
    trainer.train()
    return Path(trainer.best)
