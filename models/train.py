"""Training the die detector with ultralytics.

The network is a YOLOv8n that knows one class; it starts from COCO weights. Scenes and photos are
turned when they are written, so that training flips and turns nothing; hue shifts are small,
because the colours of dice are made to differ already.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from ultralytics.models.yolo.detect import DetectionTrainer
from ultralytics.nn.tasks import DetectionModel
from ultralytics.utils import DEFAULT_CFG


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that decides the outcome of a training run, besides the pictures."""

    architecture: str = "yolov8n.yaml"
    start: str = ""  # weights to start from; "" starts from chance
    picture: int = 512  # px
    epochs: int = 6
    batch: int = 16
    rate: float = 1e-3
    last_rate: float = 0.02  # as a part of the first, along a cosine
    seed: int = 1
    frozen: int = 0  # layers, from the first, that keep what they learnt before
    half: bool = True  # multiply in bfloat16, where the processor can

    def settings(self) -> dict[str, Any]:
        """The same in ultralytics' words."""
        return {
            "imgsz": self.picture,
            "epochs": self.epochs,
            "batch": self.batch,
            "seed": self.seed,
            "freeze": self.frozen or None,
            "optimizer": "AdamW",
            "lr0": self.rate,
            "lrf": self.last_rate,
            "cos_lr": True,
            "weight_decay": 5e-4,
            "warmup_epochs": 0.4,
            "warmup_bias_lr": 0.01,
            "mosaic": 0.0,
            "fliplr": 0.0,
            "flipud": 0.0,
            "degrees": 0.0,
            "translate": 0.08,
            "scale": 0.35,
            "hsv_h": 0.012,
            "hsv_s": 0.4,
            "hsv_v": 0.3,
            "erasing": 0.0,
            "device": "cpu",
            "workers": 0,
            "amp": False,
            "plots": False,
            "val": False,  # `models.evaluate` measures, on what matters here
        }


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


def train(data: Path, recipe: Recipe, run: Path, *, threads: int = 1, resume: bool = False) -> Path:
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
