"""From a trained run to the shipped networks, with proof that they answer alike."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnxruntime
import torch
from torch import Tensor, nn

from models.faces_calibrate import temperatures, validation
from models.faces_net import CornerReader, TurnFinder
from models.faces_sources import read_sources
from vision.faces import CONTEXT, CROP, EMBEDDING, HEADS
from vision.weights import FOLDER, register_network

TOLERANCE: Final = 2e-3
"""The largest difference of a logit between torch and onnxruntime."""


class Shipped(nn.Module):  # type: ignore[misc]  # torch has no types here
    """The reader with its temperatures folded in, and nothing of the training's icons."""

    def __init__(self, reader: CornerReader, temperatures: Mapping[str, float]) -> None:
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


def trained(run: Path) -> tuple[CornerReader, TurnFinder]:
    """The networks of a run, ready to answer."""
    state = torch.load(run / "last.pt", weights_only=False, map_location="cpu")
    means = state["averages"]
    weights = {k: v for k, v in means["reader"].items() if not k.startswith("icon.")}
    reader, turn = CornerReader(), TurnFinder()
    reader.load_state_dict(weights)
    turn.load_state_dict(means["turn"])
    return reader.eval(), turn.eval()


def export(
    run: Path, folder: Path, temperatures: Mapping[str, float], facts: Mapping[str, Any]
) -> float:
    """Write both networks and their manifest entries; answers the largest difference."""
    reader, turn = trained(run)
    folder.mkdir(parents=True, exist_ok=True)
    example = torch.randn(5, 3, CROP, CROP)
    worst = 0.0
    networks: tuple[tuple[str, Any, list[str]], ...] = (
        ("faces", Shipped(reader, temperatures).eval(), ["attributes", "embedding"]),
        ("faces_turn", Turned(turn, temperatures.get("turn", 1.0)).eval(), ["turn"]),
    )
    for name, network, outputs in networks:
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
            {"crop": CROP, "context": CONTEXT, "embedding": EMBEDDING, **facts},
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
    warmth = temperatures(*trained(chosen.run), crops, labels)
    state = torch.load(chosen.run / "last.pt", weights_only=False, map_location="cpu")
    facts = {
        "steps": state["step"],
        "core_minutes": round(state["seconds"] / 60, 1),
        "recipe": state["recipe"],
        "temperatures": {head: round(value, 3) for head, value in warmth.items()},
    }
    difference = export(chosen.run, chosen.folder, warmth, facts)
    print(f"step {state['step']}, torch and onnxruntime differ by at most {difference:.1g}")


if __name__ == "__main__":
    main()
