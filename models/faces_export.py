"""From a trained run to the shipped networks, with proof that they answer alike."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnxruntime
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.faces_calibrate import calibrated, validation
from models.faces_net import TurnFinder, YoloReader
from models.faces_sources import read_sources
from vision.faces import COMMON, CONTEXT, CROP, EMBEDDING, HEADS
from vision.weights import FOLDER, register_network

TOLERANCE: Final = 2e-3
"""The largest difference of a logit between torch and onnxruntime."""


class Shipped(nn.Module):  # type: ignore[misc]  # torch has no types here
    """The reader with its temperatures folded in, and nothing of the training's icons."""

    def __init__(self, reader: nn.Module, temperatures: Mapping[str, float]) -> None:
        super().__init__()
        self.reader = reader
        scale = [
            1 / temperatures.get(head, 1.0) for head, width in HEADS.items() for _ in range(width)
        ]
        self.register_buffer("scale", torch.tensor(scale))

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """Calibrated logits and the embedding."""
        logits, embedding = self.reader(crops)
        return logits * self.scale, embedding


class Turned(nn.Module):  # type: ignore[misc]  # torch has no types here
    """The turn finder with its temperature folded in."""

    def __init__(self, finder: TurnFinder, temperature: float) -> None:
        super().__init__()
        self.finder, self.temperature = finder, temperature

    def forward(self, crops: Tensor) -> Tensor:
        """Calibrated logits."""
        return self.finder(crops) / self.temperature


@dataclass(frozen=True, slots=True)
class Trained:
    """The networks of a run, ready to answer, and the embeddings of `COMMON` drawings."""

    reader: YoloReader
    turn: TurnFinder
    common: Mapping[str, NDArray[np.float32]]

    @classmethod
    def of(cls, run: Path) -> "Trained":
        """The means of the run's last steps."""
        means = torch.load(run / "last.pt", weights_only=False, map_location="cpu")["averages"]
        weights = {k: v for k, v in means["reader"].items() if not k.startswith("icon.")}
        reader, turn = YoloReader(), TurnFinder()
        reader.load_state_dict(weights)
        turn.load_state_dict(means["turn"])
        last = means["reader"]["icon.weight"][-len(COMMON) :]
        named = nn.functional.normalize(last, dim=1).numpy()
        return cls(reader.eval(), turn.eval(), dict(zip(COMMON, named, strict=True)))


def export(
    networks: Trained,
    folder: Path,
    temperatures: Mapping[str, float],
    common: Mapping[str, Any],
    facts: Mapping[str, Any],
) -> float:
    """Write both networks and their manifest entries; answers the largest difference."""
    folder.mkdir(parents=True, exist_ok=True)
    example = torch.randn(5, 3, CROP, CROP)
    worst = 0.0
    turn = Turned(networks.turn, temperatures.get("turn", 1.0)).eval()
    shipped: tuple[tuple[str, Any, list[str], Mapping[str, Any]], ...] = (
        (
            "faces",
            Shipped(networks.reader, temperatures).eval(),
            ["attributes", "embedding"],
            {"common": common},
        ),
        ("faces_turn", turn, ["turn"], {}),
    )
    for name, network, outputs, more in shipped:
        path = folder / f"{name}.onnx"
        torch.onnx.export(
            network,
            (example,),
            str(path),
            input_names=["crops"],
            output_names=outputs,
            dynamic_axes={"crops": {0: "n"}, **{output: {0: "n"} for output in outputs}},
            opset_version=17,
            dynamo=False,
        )
        worst = max(worst, difference(network, path, example))
        register_network(
            name,
            path.name,
            {"crop": CROP, "context": CONTEXT, "embedding": EMBEDDING, **more, **facts},
            folder,
        )
    if worst > TOLERANCE:
        raise ValueError(f"The exported face reader differs by {worst:.2g}: export it again.")
    return worst


def difference(network: Any, path: Path, example: Tensor) -> float:
    """The largest difference between the two on the same crops."""
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    here = session.run(None, {"crops": example.numpy()})
    with torch.no_grad():
        there = network(example)
    there = there if isinstance(there, tuple) else (there,)
    return max(float(np.abs(h - t.numpy()).max()) for h, t in zip(here, there, strict=True))


def main(arguments: Sequence[str] | None = None) -> None:
    """Calibrate a run and export it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--fonts", type=Path, required=True, help="npm tarballs of @fontsource")
    parser.add_argument("--icons", type=Path, required=True, help="the unpacked icon package")
    parser.add_argument("--scenes", type=Path, nargs="*", default=[], help="kept out of training")
    parser.add_argument("--crops", type=int, default=1500, help="drawn to calibrate on")
    chosen = parser.parse_args(arguments)
    torch.set_num_threads(1)
    sources = read_sources(chosen.fonts, chosen.icons, chosen.run.parent / "sources.pkl")
    crops, labels = validation(sources, chosen.scenes, chosen.crops)
    networks = Trained.of(chosen.run)
    warmth, common = calibrated(networks.reader, networks.turn, networks.common, crops, labels)
    state = torch.load(chosen.run / "last.pt", weights_only=False, map_location="cpu")
    facts = {
        "steps": state["step"],
        "core_minutes": round(state["seconds"] / 60, 1),
        "recipe": state["recipe"],
        "temperatures": {head: round(value, 3) for head, value in warmth.items()},
    }
    difference = export(networks, chosen.folder, warmth, common, facts)
    print(f"step {state['step']}, torch and onnxruntime differ by at most {difference:.1g}")


if __name__ == "__main__":
    main()
