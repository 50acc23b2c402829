"""A shipped network made trainable again: the normalisations that export folded away are put back.

Export multiplies each normalisation into the convolution before it. The product is all that is
shipped, so the parts are chosen anew: what a convolution gives for some sample pictures is taken
for its usual mean and spread, and the normalisation undoes and redoes just that. The network
answers as the shipped one does and can be trained further.
"""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

ROOTS: Final = ("reader", "finder")
"""What the exported wrappers call the network in them."""

HALVED: Final = ".half"
"""How the names end of weights that are stored in half precision."""


def load_unfolded(network: Any, path: Path, samples: Tensor) -> None:
    """Give the network the weights of an ONNX file; `samples` is what it usually sees."""
    graph = onnx.load(str(path)).graph
    stored = {
        kept.name.removesuffix(HALVED): torch.from_numpy(numpy_helper.to_array(kept).copy()).float()
        for kept in graph.initializer
    }
    for node in graph.node:  # weights that are used more than once have further names
        if node.op_type == "Identity" and node.input[0] in stored:
            stored[node.output[0]] = stored[node.input[0]]
    own = network.state_dict()
    for name, values in stored.items():
        plain = name.split(".", 1)[1] if name.split(".", 1)[0] in ROOTS else name
        if plain in own:
            own[plain].copy_(values)
    modules = dict(network.named_modules())
    folded = {
        _module_of(node.name): (stored[node.input[1]], stored[node.input[2]])
        for node in graph.node
        if node.op_type == "Conv"
    }
    normalised = dict(_normalised(network))
    if missing := normalised.keys() - folded.keys():
        raise ValueError(f"{path} holds no weights for {', '.join(sorted(missing))}.")
    for name, normalisation in normalised.items():
        weight, bias = folded[name]
        modules[name].weight.data.copy_(weight)
        _set(normalisation, torch.zeros_like(bias), torch.ones_like(bias), bias)
    _take_usual(network.eval(), list(normalised.values()), samples)


def _module_of(node: str) -> str:
    """A convolution's module from its node: "/reader/fine/fine.2/cv1/conv/Conv"."""
    steps = [step for step in node.strip("/").split("/")[:-1] if step not in ROOTS]
    names = [
        step
        for step, after in zip(steps, [*steps[1:], ""], strict=True)
        if not after.startswith(f"{step}.")
    ]
    return ".".join(names)


def _normalised(network: Any) -> Iterator[tuple[str, Any]]:
    """Each convolution that a normalisation follows: its name, and the normalisation."""
    for name, parent in network.named_modules():
        children = list(parent.named_children())
        for (first, one), (_, other) in pairwise(children):
            if isinstance(one, nn.Conv2d) and isinstance(other, nn.BatchNorm2d):
                yield f"{name}.{first}", other


def _set(normalisation: Any, mean: Tensor, variance: Tensor, bias: Tensor) -> None:
    """Normalise by this mean and variance, then undo it and add the bias."""
    normalisation.running_mean.copy_(mean)
    normalisation.running_var.copy_(variance)
    normalisation.weight.data.copy_(torch.sqrt(variance + normalisation.eps))
    normalisation.bias.data.copy_(bias + mean)


def _take_usual(network: Any, normalisations: list[Any], samples: Tensor) -> None:
    """Let each normalisation expect what reaches it when the network sees the samples."""
    usual: dict[int, tuple[Tensor, Tensor]] = {}

    def note(module: Any, inputs: tuple[Tensor, ...]) -> None:
        values = inputs[0].transpose(0, 1).flatten(1)
        usual[id(module)] = (values.mean(1), values.var(1))

    hooks = [module.register_forward_pre_hook(note) for module in normalisations]
    with torch.no_grad():
        network(samples)
    for module, hook in zip(normalisations, hooks, strict=True):
        hook.remove()
        _set(module, *usual[id(module)], module.bias.data.clone())
