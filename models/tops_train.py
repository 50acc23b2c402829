"""Trains the small network that finds top faces in boxes (see `vision.tops`)."""

import json
import math
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from models.backbone import first_layers
from models.export import halve
from models.render import TRACED, WEBCAM
from models.stages import TopsRecipe
from models.tops_crops import COCKED, FLAT, NOTHING, crops_of_picture, labelled
from models.unfolded import load_unfolded
from vision.tops import SIDE, planes
from vision.weights import FOLDER, register_network

Floats = NDArray[np.float64]

WARM_UP: Final = 30.0
"""Seconds of processor time in which the rate grows from nothing."""


class SecondLook(nn.Module):  # type: ignore[misc]  # torch has no types here
    """Fourteen numbers per crop (see `vision.tops.decode`), on the first layers of YOLOv8n.

    The finer map (8 px a cell) tells where the corners are, the coarser one (16 px) what it is, and
    both together whether it leans. That part can learn alone: then all else stays as it was.
    """

    def __init__(self, start: Path | None = None) -> None:
        """Begin with the layers of the detector in `start`, else by chance."""
        super().__init__()
        layers = first_layers(start)
        self.fine, self.coarse = layers[:5], layers[5:]
        self.where = nn.Sequential(
            nn.Conv2d(64, 48, 3, 1, 1, bias=False),
            nn.BatchNorm2d(48),
            nn.SiLU(),
            nn.Flatten(),
            nn.Linear(48 * (SIDE // 8) ** 2, 128),
            nn.SiLU(),
        )
        self.what = nn.Sequential(nn.Flatten(), nn.Linear(128 * (SIDE // 16) ** 2, 192), nn.SiLU())
        self.told = nn.Linear(128 + 192, 10)
        self.leans = Leans()
        self.veto = nn.Sequential(
            nn.Linear(128 * (SIDE // 16) ** 2, 64), nn.SiLU(), nn.Dropout(0.2), nn.Linear(64, 1)
        )
        for weights in self.veto[
            -1
        ].parameters():  # silent until it has learnt (`models.tops_tune`)
            nn.init.zeros_(weights)

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Centre, size, turn, slant, the kinds (flat, cocked, nothing); `Leans`; the veto."""
        edges = self.fine[:3](crops)
        fine = self.fine[3:](edges)
        coarse = self.coarse(fine)
        seen = torch.cat([self.where(fine), self.what(coarse)], 1)
        leans = self.leans(edges, fine, coarse, seen)
        return torch.cat([self.told(seen), leans, self.veto(coarse.flatten(1))], 1)


class Leans(nn.Module):  # type: ignore[misc]  # torch has no types here
    """The log-odds that a die leans, and how far its top is off its middle, in sides of the top.

    It looks at edges (32 planes, 4 px a cell), at both maps and at what the other answers come of.
    """

    def __init__(self) -> None:
        super().__init__()
        self.edges = nn.Sequential(nn.Conv2d(32, 48, 3, 2, 1), nn.SiLU())
        self.fine = nn.Sequential(
            nn.Conv2d(64 + 48, 64, 3, 1, 1),
            nn.SiLU(),
            nn.Conv2d(64, 48, 3, 1, 1),
            nn.SiLU(),
            nn.Flatten(),
            nn.Linear(48 * (SIDE // 8) ** 2, 128),
            nn.SiLU(),
        )
        self.coarse = nn.Sequential(
            nn.Conv2d(128, 48, 3, 1, 1),
            nn.SiLU(),
            nn.Flatten(),
            nn.Linear(48 * (SIDE // 16) ** 2, 96),
            nn.SiLU(),
        )
        self.told = nn.Sequential(nn.Linear(128 + 96 + 128 + 192, 96), nn.SiLU(), nn.Linear(96, 3))

    def forward(
        self, edges: torch.Tensor, fine: torch.Tensor, coarse: torch.Tensor, seen: torch.Tensor
    ) -> torch.Tensor:
        """Three numbers per crop."""
        near = self.fine(torch.cat([self.edges(edges), fine], 1))
        answers: torch.Tensor = self.told(torch.cat([near, self.coarse(coarse), seen], 1))
        return answers


def batches(
    folder: Path,
    part: str,
    rng: np.random.Generator,
    size: int,
    *,
    copies: int,
    recipe: TopsRecipe,
) -> Iterator[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]:
    """Shuffled batches of one pass over the pictures, `copies` crops of every die."""
    labels = [
        rows
        for rows in sorted((folder / "tops" / part).glob("*.txt"))
        for _ in range(_times(rows.stem, recipe))
    ]
    pool: list[tuple[NDArray[np.uint8], Floats, int]] = []
    for index in rng.permutation(len(labels)):
        picture = folder / "images" / part / f"{labels[index].stem}.jpg"
        image = np.asarray(cv2.imread(str(picture)), np.uint8)
        rows = labels[index].read_text(encoding="utf-8")
        boxes = labelled(rows, image.shape[1], image.shape[0])
        pool.extend(crops_of_picture(rng, image, boxes, copies, recipe.loose))
        while len(pool) > 12 * size:
            yield _batch(pool, rng, size)
    while len(pool) >= size:
        yield _batch(pool, rng, size)


def _times(name: str, recipe: TopsRecipe) -> int:
    """How often a picture is taken in a pass."""
    if name.startswith(TRACED):
        return recipe.favour
    return recipe.webcam if name.startswith(WEBCAM) else 1


def _batch(
    pool: list[tuple[NDArray[np.uint8], Floats, int]], rng: np.random.Generator, size: int
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Take `size` random crops out of the pool."""
    taken = [pool.pop(int(rng.integers(len(pool)))) for _ in range(size)]
    crops, targets, kinds = zip(*taken, strict=True)
    return (
        torch.from_numpy(planes(np.stack(crops))),
        torch.from_numpy(np.stack(targets)).float(),
        torch.tensor(kinds),
    )


def surprise(answers: torch.Tensor, targets: torch.Tensor, kinds: torch.Tensor) -> torch.Tensor:
    """The loss: where, how large, which way, how slanted, and what it is."""
    known = ~torch.isnan(targets[:, 0]) & (kinds != NOTHING)
    loss = nn.functional.cross_entropy(answers[:, 7:10], kinds, label_smoothing=0.01)
    if known.any():
        given, wanted = answers[known], targets[known]
        loss = loss + 20 * nn.functional.smooth_l1_loss(given[:, :2], wanted[:, :2], beta=0.02)
        loss = loss + 4 * nn.functional.smooth_l1_loss(given[:, 2], wanted[:, 2], beta=0.05)
        loss = loss + 3 * nn.functional.smooth_l1_loss(given[:, 3:5], wanted[:, 3:5], beta=0.2)
        loss = loss + 6 * nn.functional.smooth_l1_loss(given[:, 5:7], wanted[:, 5:7], beta=0.05)
    return loss


def surprise_of_leans(
    answers: torch.Tensor, targets: torch.Tensor, kinds: torch.Tensor
) -> torch.Tensor:
    """The loss where only leaning is learnt: of dice alone, as nothing else leans."""
    dice = kinds != NOTHING
    leaning = (kinds[dice] == COCKED).float()
    loss: torch.Tensor = nn.functional.binary_cross_entropy_with_logits(answers[dice, 10], leaning)
    whole = dice & ~torch.isnan(targets[:, 7])
    if whole.any():
        given, wanted = answers[whole, 11:], targets[whole, 7:]
        loss = loss + 20 * nn.functional.smooth_l1_loss(given, wanted, beta=0.03)
    return loss


def measured_leans(model: nn.Module, folder: Path, seed: int = 5) -> dict[str, float]:
    """On the kept-out part: the leaning dice told where so many flat ones are called cocked."""
    rng = np.random.default_rng(seed)
    model.eval()
    odds, kinds_seen, apart = [], [], []
    with torch.no_grad():
        for crops, targets, kinds in batches(folder, "val", rng, 64, copies=1, recipe=TopsRecipe()):
            answers = model(crops)
            odds.append(answers[:, 10].numpy())
            kinds_seen.append(kinds.numpy())
            apart.append((answers[:, 11:] - targets[:, 7:]).norm(dim=1).numpy())
    far = np.concatenate(apart)
    far = far[~np.isnan(far)]
    all_odds, all_kinds = np.concatenate(odds), np.concatenate(kinds_seen)
    leaning, flat = all_odds[all_kinds == COCKED], all_odds[all_kinds == FLAT]
    return {"above": float(np.median(far)), "above_p95": float(np.quantile(far, 0.95))} | {
        f"told_at_{share:.1%}": float((leaning > np.quantile(flat, 1 - share)).mean())
        for share in (0.003, 0.01, 0.05)
    }


def measured(model: nn.Module, folder: Path, seed: int = 5) -> dict[str, float]:
    """On the kept-out part: median errors of centre, size and angle, and kinds told right."""
    rng = np.random.default_rng(seed)
    model.eval()
    centres, sizes, angles, right, total = [], [], [], 0, 0
    odds: list[Floats] = []
    truly: list[NDArray[np.bool_]] = []
    with torch.no_grad():
        for crops, targets, kinds in batches(folder, "val", rng, 64, copies=1, recipe=TopsRecipe()):
            answers = model(crops)
            known = ~torch.isnan(targets[:, 0]) & (kinds != NOTHING)
            given, wanted = answers[known].numpy(), targets[known].numpy()
            centres.append(np.hypot(*(given[:, :2] - wanted[:, :2]).T) / np.exp(wanted[:, 2]))
            sizes.append(np.abs(given[:, 2] - wanted[:, 2]))
            turns = np.arctan2(given[:, 4], given[:, 3]) - np.arctan2(wanted[:, 4], wanted[:, 3])
            angles.append(np.abs(np.angle(np.exp(1j * turns))) / 4)
            right += int((answers[:, 7:10].argmax(1) == kinds).sum())
            total += len(kinds)
            chances = answers[:, 7:10].softmax(1)[:, NOTHING].clamp(1e-6, 1 - 1e-6).logit()
            odds.append(-chances.numpy().astype(np.float64))
            truly.append((kinds != NOTHING).numpy())
    model.train()
    turned = np.degrees(np.concatenate(angles))
    return {
        "centre": float(np.median(np.concatenate(centres))),
        "size": float(np.median(np.concatenate(sizes))),
        "angle": float(np.median(turned)),
        "angle_p95": float(np.percentile(turned, 95)),
        "kinds": right / max(total, 1),
        "let_through": _let_through(np.concatenate(odds), np.concatenate(truly)),
    }


def _let_through(odds: Floats, dice: NDArray[np.bool_], kept: float = 0.995) -> float:
    """The part of what is no die that passes where this part of the dice does."""
    bar = np.quantile(odds[dice], 1 - kept)
    return float((odds[~dice] >= bar).mean()) if (~dice).any() else 0.0


def _averaged(mean: torch.Tensor, now: torch.Tensor, seen: torch.Tensor | int) -> torch.Tensor:
    """A running mean of the weights over the last few hundred steps."""
    share = max(0.003, 1 / (int(seen) + 1))
    return mean + (now - mean) * share


def _begun(data: Path, recipe: TopsRecipe) -> SecondLook:
    """The network before its first lesson: a detector's layers, or a state of its own."""
    if not recipe.start or recipe.from_detector:
        return SecondLook(Path(recipe.start) if recipe.start else None)
    model = SecondLook()
    if Path(recipe.start).suffix == ".onnx":
        load_unfolded(model, Path(recipe.start), _some_crops(data, recipe))
    else:
        model.load_state_dict(torch.load(recipe.start, weights_only=True), strict=False)
    return model


def _some_crops(data: Path, recipe: TopsRecipe) -> torch.Tensor:
    """What the network usually sees."""
    rng = np.random.default_rng(recipe.seed)
    crops, _, _ = next(batches(data, "val", rng, 256, copies=1, recipe=recipe))
    return crops


def _learning(model: SecondLook, recipe: TopsRecipe) -> list[nn.Parameter]:
    """The weights to learn; the others are set to stay."""
    if recipe.leans_alone:
        model.requires_grad_(requires_grad=False).eval()
        model.leans.requires_grad_()
    return [weights for weights in model.parameters() if weights.requires_grad]


def train(data: Path, recipe: TopsRecipe, run: Path, *, threads: int = 1) -> Path:
    """Train for the recipe's processor time; goes on where `run` left off."""
    torch.set_num_threads(threads)
    torch.manual_seed(recipe.seed)
    run.mkdir(parents=True, exist_ok=True)
    facts = json.loads((data / "data.json").read_text(encoding="utf-8"))
    (run / "recipe.json").write_text(json.dumps({**asdict(recipe), "data": facts}, indent=1))
    minutes, rate = recipe.minutes, recipe.rate
    surprised = surprise_of_leans if recipe.leans_alone else surprise
    measure = measured_leans if recipe.leans_alone else measured
    model = _begun(data, recipe).to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(_learning(model, recipe), lr=rate, weight_decay=1e-3)
    average = torch.optim.swa_utils.AveragedModel(model, avg_fn=_averaged, use_buffers=True)
    begun, passes, spent = time.process_time(), 0, 0.0
    last = run / "last.pt"
    if last.exists():
        kept = torch.load(last, weights_only=True)
        model.load_state_dict(kept["model"])
        average.load_state_dict(kept["average"])
        optimiser.load_state_dict(kept["optimiser"])
        passes, spent = kept["passes"], kept["spent"]
    begun -= spent
    while (spent := time.process_time() - begun) < minutes * 60:
        rng = np.random.default_rng((recipe.seed, passes))
        losses = []
        for crops, targets, kinds in batches(
            data, "train", rng, recipe.batch, copies=2, recipe=recipe
        ):
            spent = time.process_time() - begun
            part = min(1.0, spent / (minutes * 60))
            slow = min(1.0, (spent + 1) / WARM_UP)
            for group in optimiser.param_groups:
                group["lr"] = rate * slow * (0.51 + 0.49 * math.cos(math.pi * part))
            with torch.autocast("cpu", dtype=torch.bfloat16):
                answers = model(crops.to(memory_format=torch.channels_last))
            loss = surprised(answers.float(), targets, kinds)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            average.update_parameters(model)
            losses.append(float(loss.detach()))
            if part >= 1:
                break
        passes += 1
        state: dict[str, Any] = {
            "model": model.state_dict(),
            "average": average.state_dict(),
            "optimiser": optimiser.state_dict(),
            "passes": passes,
            "spent": spent,
        }
        torch.save(state, last)
        told = {"pass": passes, "cpu_s": round(spent), "loss": round(float(np.mean(losses)), 4)}
        print(json.dumps({**told, **measure(average.module, data)}), flush=True)
    best = run / "best.pt"
    torch.save(average.module.state_dict(), best)
    return best


def export(trained: Path, folder: Path = FOLDER) -> Path:
    """Write `tops.onnx` and its manifest entry."""
    model = SecondLook()
    model.load_state_dict(torch.load(trained, weights_only=True))
    model.eval()
    folder.mkdir(parents=True, exist_ok=True)
    whole = trained.with_suffix(".onnx")
    torch.onnx.export(
        model,
        (torch.zeros(2, 3, SIDE, SIDE),),
        str(whole),
        input_names=["crops"],
        output_names=["answers"],
        dynamic_axes={"crops": {0: "n"}, "answers": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
    halve(whole, folder / "tops.onnx")
    register_network("tops", "tops.onnx", {}, folder)
    return folder / "tops.onnx"
