"""Ways to read faces, trained on the same drawings for the same time.

`quarters` is the shipped reader; `heads` puts one head per attribute on the same YOLOv8n
backbone, all looking at the whole crop; `corners` is made of small networks that start from
chance; `glyphs` lets a whole YOLOv8n find symbols, digits and bursts on the upright crop, and
reads the face from where they lie.
"""

import argparse
import json
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import onnxruntime
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from ultralytics import YOLO

from hardware.dice import ActionFace, CharacterFace, EnergyFace, Face
from hardware.frame import Image
from models.backbone import first_layers
from models.faces_art import Artist, split_icons
from models.faces_eval import read_all
from models.faces_export import difference
from models.faces_net import YoloReader, block, losses
from models.faces_photo import photograph
from models.faces_real import crops, real_faces
from models.faces_sources import read_sources
from models.faces_train import CropPool, FaceRecipe
from vision.faces import COMMON, CROP, DIGITS, EMBEDDING, ENERGIES, HEADS, FaceReader, canonical
from vision.weights import FOLDER as WEIGHTS
from vision.weights import register_network

GLYPHS: Final = (*"0123456789", *ENERGIES, "burst", "icon", "dot", "triangle")
WINDOW: Final = 36
"""Side of a corner window, pixels: the largest number and the detector's error fit."""

PICTURE: Final = 96
"""Side of the glyph finder's pictures: a multiple of the network's stride."""


class CornerReader(nn.Module):  # type: ignore[misc]  # torch has no types here
    """The four corners through one small set of weights, the whole crop through another."""

    def __init__(self, icons: int = 0) -> None:
        super().__init__()
        self.corner = nn.Sequential(
            block(3, 24, 2),
            block(24, 32),
            nn.MaxPool2d(2),
            block(32, 64),
            block(64, 64),
            nn.MaxPool2d(2, ceil_mode=True),
            block(64, 96),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(96 * 25, 128),
            nn.ReLU(inplace=True),
        )
        self.digit = nn.Linear(128, DIGITS)
        self.burst = nn.Linear(128, 3)
        self.whole = nn.Sequential(
            block(3, 24, 2),
            block(24, 32, 2),
            block(32, 48),
            block(48, 48),
            nn.MaxPool2d(2),
            block(48, 96),
            block(96, 96),
            block(96, 128, 2),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(128 * 25, 192),
            nn.ReLU(inplace=True),
        )
        self.kind = nn.Linear(192, 6)
        self.energy = nn.Linear(192, 6)
        self.amount = nn.Linear(192, 2)
        self.value = nn.Linear(192, 6)
        self.embedding = nn.Linear(192, EMBEDDING)
        self.icon = nn.Linear(EMBEDDING, icons, bias=False) if icons else None

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """All logits side by side in the order of `HEADS`, and the icon's unit embedding."""
        far = CROP - WINDOW
        near, end = slice(0, WINDOW), slice(far, CROP)
        corners = torch.cat(
            [
                crops[:, :, near, near],
                crops[:, :, near, end],
                crops[:, :, end, end],
                crops[:, :, end, near],
            ]
        )
        field, attack, defence, bursts = self.corner(corners).chunk(4)
        whole = self.whole(crops)
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


class HeadsOnYolo(nn.Module):  # type: ignore[misc]  # torch has no types here
    """One head per attribute on the first layers of YOLOv8n (stride 16)."""

    def __init__(self, weights: Path, icons: int = 0) -> None:
        super().__init__()
        self.backbone = first_layers(weights)
        self.neck = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.1), nn.Linear(128 * 25, 256), nn.ReLU(inplace=True)
        )
        self.heads = nn.ModuleDict({name: nn.Linear(256, width) for name, width in HEADS.items()})
        self.embedding = nn.Linear(256, EMBEDDING)
        self.icon = nn.Linear(EMBEDDING, icons, bias=False) if icons else None

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """All logits side by side, and the icon's unit embedding."""
        seen = self.neck(self.backbone(crops))
        embedding = nn.functional.normalize(self.embedding(seen), dim=1)
        return torch.cat([self.heads[name](seen) for name in HEADS], 1), embedding


READERS: Final[Mapping[str, Callable[[Path, int], Any]]] = {
    "quarters": lambda yolo, icons: YoloReader(icons, yolo),
    "heads": HeadsOnYolo,
    "corners": lambda _, icons: CornerReader(icons),
}
"""How to begin each reader: from YOLOv8n's file, if it wants it, for so many icons."""


def train_reader(network: Any, pool: CropPool, minutes: float) -> int:
    """Train for so many minutes of one core; answers the number of steps."""
    recipe = FaceRecipe()
    optimiser = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=0.02)
    pool.draw(6_000)
    began, steps = time.process_time(), 0
    network.train()
    while (along := (time.process_time() - began) / (60 * minutes)) < 1:
        pool.draw(recipe.fresh)
        for group in optimiser.param_groups:
            group["lr"] = 1e-3 * min(1, (steps + 1) / 100) * (1.02 - along)
        pictures, labels = pool.sample(recipe.batch)
        planes = torch.from_numpy(canonical(pictures)[0]).to(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            logits, embedding = network(planes)
        parts = losses(network, logits.float(), embedding.float(), torch.from_numpy(labels))
        optimiser.zero_grad()
        torch.stack(list(parts.values())).sum().backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        steps += 1
    return steps


def export_reader(network: Any, folder: Path) -> None:
    """Write the network as the reader `faces` of this folder."""
    network.icon = None
    network.eval()
    example = torch.randn(5, 3, CROP, CROP)
    torch.onnx.export(
        network,
        (example,),
        str(folder / "faces.onnx"),
        input_names=["crops"],
        output_names=["attributes", "embedding"],
        dynamic_axes={name: {0: "n"} for name in ("crops", "attributes", "embedding")},
        opset_version=17,
        dynamo=False,
    )
    assert difference(network, folder / "faces.onnx", example) < 0.01
    register_network("faces", "faces.onnx", {"crop": CROP}, folder)


# -- glyphs ----------------------------------------------------------------------------------


def write_glyph_pictures(artist: Artist, folder: Path, count: int, part: str) -> None:
    """Upright crops with the boxes of their glyphs, in ultralytics' layout."""
    for kind in ("images", "labels"):
        (folder / kind / part).mkdir(parents=True, exist_ok=True)
    for number in range(count):
        planes, _ = artist.face()
        crop, onto = photograph(planes, artist.rng)
        rows = [_row(glyph.name, glyph.box, onto) for glyph in artist.glyphs]
        picture = cv2.resize(crop, (PICTURE, PICTURE), interpolation=cv2.INTER_LINEAR)
        cv2.imwrite(str(folder / "images" / part / f"{number:06d}.png"), picture)
        label = folder / "labels" / part / f"{number:06d}.txt"
        label.write_text("".join(rows), encoding="utf-8")
    names = "\n".join(f"  {n}: '{name}'" for n, name in enumerate(GLYPHS))
    (folder / "glyphs.yaml").write_text(
        f"path: {folder}\ntrain: images/train\nval: images/val\nnames:\n{names}\n"
    )


def _row(name: str, box: tuple[float, float, float, float], onto: NDArray[np.float32]) -> str:
    left, top, right, bottom = box
    corners = np.array([[[left, top], [right, top], [right, bottom], [left, bottom]]], np.float32)
    spots = np.clip(cv2.perspectiveTransform(corners, onto)[0] / CROP, 0, 1)
    low, high = spots.min(0), spots.max(0)
    numbers = (*(low + high) / 2, *(high - low))
    return f"{GLYPHS.index(name)} " + " ".join(f"{n:.5f}" for n in numbers) + "\n"


def face_of(names: Sequence[str], boxes: NDArray[np.float32]) -> Face | None:
    """The Dice Masters face that glyphs at these places (shares of the crop) make."""
    found = list(zip(names, boxes, strict=True))
    energies = [name for name, _ in found if name in ENERGIES]
    corner: dict[tuple[bool, bool], list[tuple[float, str]]] = {}
    for name, box in found:
        x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        if name.isdigit() and (x < 0.36 or x > 0.6) and (y < 0.4 or y > 0.6):
            corner.setdefault((x > 0.5, y > 0.5), []).append((float(x), name))
    bursts = min(2, sum(name == "burst" for name, _ in found))
    if all(place in corner for place in ((False, False), (True, False), (True, True))):
        field, attack, defence = (
            int("".join(name for _, name in sorted(corner[place])[:2]))
            for place in ((False, False), (True, False), (True, True))
        )
        return CharacterFace(field, attack, defence, bursts)
    if energies:
        name = max(set(energies), key=energies.count)
        digits = [int(name) for name, _ in found if name in {"1", "2"}]
        amount = digits[0] if name == "Generic" and digits else min(2, energies.count(name))
        return EnergyFace(next(e for e in ENERGIES if e == name), amount)
    return ActionFace(bursts) if found else None


def read_glyphs(network: Any, pictures: Sequence[NDArray[np.uint8]]) -> Iterator[Face | None]:
    """The faces of upright crops."""
    for picture in pictures:
        large = cv2.resize(picture, (PICTURE, PICTURE), interpolation=cv2.INTER_LINEAR)
        answer = network.predict(large, imgsz=PICTURE, conf=0.25, iou=0.5, verbose=False)[0].boxes
        names = [GLYPHS[int(n)] for n in answer.cls]
        yield face_of(names, answer.xyxyn.numpy())


# -- the table -------------------------------------------------------------------------------


def measured(
    read: Callable[[Sequence[Image]], Iterable[Face | None]], file: Path
) -> dict[str, object]:
    """Accuracy on real faces, latency of the network alone and size on disk."""
    shown = list(crops(real_faces(), 1, seed=5))
    turns = [r.turn for r in read_all(FaceReader(threads=1), [crop for _, crop in shown])]
    upright = [
        np.ascontiguousarray(np.rot90(crop, -turn))
        for (_, crop), turn in zip(shown, turns, strict=True)
    ]
    right = [face == real.face for face, (real, _) in zip(read(upright), shown, strict=True)]
    return {
        "attributes": round(100 * float(np.mean(right)), 1),
        "ms_per_40": round(_network_ms(file), 1),
        "megabytes": round(file.stat().st_size / 1e6, 1),
    }


def _network_ms(file: Path) -> float:
    """Milliseconds of processor time for forty crops: the median of nine."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(file), options)
    takes = session.get_inputs()[0]
    side = CROP if takes.shape[2] == CROP else PICTURE
    blob = {takes.name: np.random.default_rng(0).normal(size=(40, 3, side, side)).astype("f4")}
    took = []
    for _ in range(9):
        before = time.process_time()
        session.run(None, blob)
        took.append(1000 * (time.process_time() - before))
    return float(np.median(took))


def _shipped_readings(folder: Path) -> Callable[[Sequence[Image]], Iterator[Face]]:
    """Reads crops with the networks of this folder."""
    reader = FaceReader(folder, threads=1)
    return lambda pictures: (r.best("dicemasters")[0] for r in read_all(reader, pictures))


def main(arguments: Sequence[str] | None = None) -> None:
    """Train one of them and print its row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("entrant", choices=(*READERS, "glyphs", "shipped"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--yolo", type=Path, required=True, help="yolov8n.pt, trained on COCO")
    parser.add_argument("--fonts", type=Path, required=True)
    parser.add_argument("--icons", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=4.0, help="of one core")
    parser.add_argument("--pictures", type=int, default=6_000)
    parser.add_argument("--epochs", type=int, default=2, help="of the glyph finder")
    chosen = parser.parse_args(arguments)
    torch.set_num_threads(1)
    torch.manual_seed(1)
    sources = read_sources(chosen.fonts, chosen.icons, chosen.folder.parent / "sources.pkl")
    icons, _ = split_icons(sources)
    artist = Artist(sources, icons, np.random.default_rng(7))
    chosen.folder.mkdir(parents=True, exist_ok=True)
    row: dict[str, object]
    if chosen.entrant in READERS:
        network = READERS[chosen.entrant](chosen.yolo, len(icons) + len(COMMON))
        steps = train_reader(network, CropPool(artist, 30_000), chosen.minutes)
        export_reader(network, chosen.folder)
        for name in ("faces_turn", "faces_aim"):
            shutil.copy(WEIGHTS / f"{name}.onnx", chosen.folder)
            register_network(name, f"{name}.onnx", {}, chosen.folder)
        row = {"steps": steps, "core_s": round(time.process_time())}
        row |= measured(_shipped_readings(chosen.folder), chosen.folder / "faces.onnx")
    elif chosen.entrant == "shipped":
        row = measured(_shipped_readings(chosen.folder), chosen.folder / "faces.onnx")
    else:
        write_glyph_pictures(artist, chosen.folder, chosen.pictures, "train")
        write_glyph_pictures(artist, chosen.folder, 400, "val")
        YOLO(str(chosen.yolo)).train(
            data=str(chosen.folder / "glyphs.yaml"),
            imgsz=PICTURE,
            batch=64,
            epochs=chosen.epochs,
            optimizer="AdamW",
            lr0=1e-3,
            workers=0,
            device="cpu",
            fliplr=0.0,
            mosaic=0.0,
            scale=0.1,
            translate=0.03,
            hsv_h=0.0,
            amp=False,
            plots=False,
            project=str(chosen.folder),
            name="run",
            exist_ok=True,
        )
        row = {"core_s": round(time.process_time())}
        network = YOLO(str(chosen.folder / "run" / "weights" / "last.pt"))
        exported = network.export(format="onnx", imgsz=PICTURE, dynamic=True, simplify=False)
        row |= measured(partial(read_glyphs, network), Path(exported))
    print(json.dumps({"entrant": chosen.entrant} | row), flush=True)


if __name__ == "__main__":
    main()
