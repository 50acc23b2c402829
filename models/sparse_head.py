"""The detector's head, computed only where a die may be.

Of the twenty thousand places at which a YOLO could draw a box, forty have a die. As exported, the
network works out a box for every one of them; here its graph is rewritten so that the branch that
draws boxes sees nothing but the five by five cells around each place whose score is high enough.
What it answers there is the same; `models.export.check` compares.

Dice that are known to be small are all seen in the finest of its three maps: `with_a_short_way`
leaves out on demand what only the other two need.

`everywhere` undoes both for tools that know no such graphs.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

STRIDES: Final = (8, 16, 32)
"""Pixels a cell of each of the three maps stands for."""

AROUND: Final = 2
"""Cells that two convolutions of three by three see to each side."""

BINS: Final = 16
"""Each distance is a mean over so many steps of a cell."""

HEAD: Final = "model.22"

_OUTPUTS: Final = ("boxes", "scores")
_CHOSEN: Final = "dice_which_maps"


@dataclass(frozen=True, slots=True)
class _Level:
    """One map: what comes in, the scores that come out, and the box branch's parameters."""

    features: str
    logits: str
    stride: int
    channels: int
    parameters: tuple[tuple[str, str], ...]  # weight and bias of three convolutions

    @property
    def name(self) -> str:
        """What the new nodes' names begin with."""
        return f"dice_{self.stride}"


def where_dice_are(model: Any) -> Any:
    """The same network with the inputs `images` and `least`, and the outputs `boxes` and `scores`.

    Boxes are N x 4 (left, top, right, bottom, px of the input), of all places that score `least`.
    """
    graph = model.graph
    levels = list(_levels(graph))
    least = helper.make_tensor_value_info("least", TensorProto.FLOAT, [])
    nodes, constants = [], _constants(levels)
    for level in levels:
        nodes += _picked(level)
        nodes += _boxes(level)
    for output in _OUTPUTS:
        parts = [f"{level.name}_{output}" for level in levels]
        nodes.append(helper.make_node("Concat", parts, [output], axis=0))
    graph.node.extend(nodes)
    graph.initializer.extend(constants)
    graph.input.append(least)
    _answer(graph, _told(_OUTPUTS))
    onnx.checker.check_model(model)
    return model


def with_a_short_way(model: Any) -> Any:
    """A network that `where_dice_are` made, with one more input, `small`.

    Where that is true, only the finest map answers. The weights that it does not need lie in the
    branch of the graph that is passed over.
    """
    graph = model.graph
    finest = [f"dice_{STRIDES[0]}_{output}" for output in _OUTPUTS]
    short = list(_needed(graph, finest))
    known = {name for node in short for name in node.output}
    beyond = [node for node in _needed(graph, _OUTPUTS) if node.output[0] not in known]
    for node in beyond:
        if node.output[0] in _OUTPUTS:
            node.output[0] = f"{node.output[0]}_of_all"
    taken = {name for node in short for name in node.input}
    shared = [each for each in graph.initializer if each.name in taken]
    further = [each for each in graph.initializer if each.name not in taken]
    copied = [helper.make_node("Identity", [name], [f"{name}_alone"]) for name in finest]
    chosen = helper.make_node(
        "If",
        ["small"],
        list(_OUTPUTS),
        name=_CHOSEN,
        then_branch=helper.make_graph(
            copied, "short", [], _told(f"{name}_alone" for name in finest)
        ),
        else_branch=helper.make_graph(
            beyond, "whole", [], _told(f"{name}_of_all" for name in _OUTPUTS), further
        ),
    )
    del graph.node[:], graph.initializer[:]
    graph.node.extend([*short, chosen])
    graph.initializer.extend(shared)
    graph.input.append(helper.make_tensor_value_info("small", TensorProto.BOOL, []))
    onnx.checker.check_model(model)
    return model


def _told(names: Iterable[str]) -> list[Any]:
    """Boxes and scores of these names, as outputs of a graph."""
    boxes, scores = names
    return [
        helper.make_tensor_value_info(boxes, TensorProto.FLOAT, ["dice", 4]),
        helper.make_tensor_value_info(scores, TensorProto.FLOAT, ["dice"]),
    ]


def _unfolded(graph: Any) -> None:
    """Undo `with_a_short_way`, if it was done."""
    for chosen in [node for node in graph.node if node.name == _CHOSEN]:
        (whole,) = (each.g for each in chosen.attribute if each.name == "else_branch")
        graph.node.remove(chosen)
        graph.node.extend(whole.node)
        graph.initializer.extend(whole.initializer)


def everywhere(model: Any) -> Any:
    """A network that `where_dice_are` made, with plain maps for answers and nothing but `images`.

    Of each of the three maps it gives distances (64 channels) and score.
    """
    graph = model.graph
    _unfolded(graph)
    answers = []
    for level in _levels(graph):
        given = level.features
        for number, (weight, bias) in enumerate(level.parameters):
            out = f"{level.name}_everywhere_{number}"
            pad = 1 if number < 2 else 0
            graph.node.append(
                helper.make_node("Conv", [given, weight, bias], [out], pads=[pad] * 4)
            )
            given = out
            if number < 2:
                graph.node.append(helper.make_node("Sigmoid", [out], [f"{out}_gate"]))
                graph.node.append(helper.make_node("Mul", [out, f"{out}_gate"], [f"{out}_on"]))
                given = f"{out}_on"
        shape = ["batch", None, None, None]
        answers += [
            helper.make_tensor_value_info(given, TensorProto.FLOAT, shape),
            helper.make_tensor_value_info(level.logits, TensorProto.FLOAT, shape),
        ]
    kept = [each for each in graph.input if each.name == "images"]
    del graph.input[:]
    graph.input.extend(kept)
    _answer(graph, answers)
    onnx.checker.check_model(model)
    return model


def _levels(graph: Any) -> Iterator[_Level]:
    """The three maps, found by the names of the head's parameters."""
    weights = {each.name.removesuffix(".half"): each for each in graph.initializer}
    convolutions = {node.input[1]: node for node in graph.node if node.op_type == "Conv"}
    for number, stride in enumerate(STRIDES):
        score = f"{HEAD}.cv3.{number}"
        box = f"{HEAD}.cv2.{number}"
        yield _Level(
            features=convolutions[f"{score}.0.conv.weight"].input[0],
            logits=convolutions[f"{score}.2.weight"].output[0],
            stride=stride,
            channels=weights[f"{box}.0.conv.weight"].dims[1],
            parameters=(
                (f"{box}.0.conv.weight", f"{box}.0.conv.bias"),
                (f"{box}.1.conv.weight", f"{box}.1.conv.bias"),
                (f"{box}.2.weight", f"{box}.2.bias"),
            ),
        )


_SIDE: Final = 2 * AROUND + 1


def _constants(levels: Sequence[_Level]) -> list[Any]:
    """Numbers that the new nodes share."""
    reach = np.arange(-AROUND, AROUND + 1)
    steps = np.stack(np.meshgrid(reach, reach, indexing="ij"), axis=-1).reshape(1, -1, 2)
    numbers: dict[str, NDArray[Any]] = {
        "dice_steps": steps.astype(np.int64),
        "dice_zero": np.array([0], np.int64),
        "dice_one": np.array([1], np.int64),
        "dice_two": np.array([2], np.int64),
        "dice_four": np.array([4], np.int64),
        "dice_as_mask": np.array([0, 1, _SIDE, _SIDE], np.int64),
        "dice_as_distances": np.array([0, 4, BINS], np.int64),
        "dice_inner_from": np.array([1, 1], np.int64),
        "dice_inner_to": np.array([_SIDE - 1, _SIDE - 1], np.int64),
        "dice_inner_axes": np.array([2, 3], np.int64),
        "dice_bins": np.arange(BINS, dtype=np.float32),
        "dice_half": np.array([0.5, 0.5], np.float32),
    }
    for level in levels:
        numbers[f"{level.name}_px"] = np.array([level.stride], np.float32)
        numbers[f"{level.name}_flat"] = np.array([level.channels, -1], np.int64)
        numbers[f"{level.name}_patches"] = np.array([0, level.channels, _SIDE, _SIDE], np.int64)
    return [numpy_helper.from_array(np.asarray(each), name) for name, each in numbers.items()]


class _Steps:
    """Writes one node after the other; each is known by its output's short name."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self.nodes: list[Any] = []

    def __call__(self, kind: str, inputs: Sequence[str], output: str, **attributes: Any) -> str:
        """Add a node; returns its output's name."""
        name = f"{self._prefix}_{output}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name=name, **attributes))
        return name


def _picked(level: _Level) -> list[Any]:
    """Where the score is high enough: `cells` (N x 2: row, column) and `scores` (N)."""
    step = _Steps(level.name)
    chances = step("Sigmoid", [level.logits], "chances")
    high = step("GreaterOrEqual", [chances, "least"], "high")
    places = step("Transpose", [step("NonZero", [high], "where")], "places", perm=[1, 0])
    step("Slice", [places, "dice_two", "dice_four", "dice_one"], "cells")
    step("GatherND", [chances, places], "scores")
    return step.nodes


def _boxes(level: _Level) -> list[Any]:
    """The box branch at these cells, and the boxes (N x 4) it means."""
    step = _Steps(level.name)
    cells = f"{level.name}_cells"
    size = step(
        "Slice",
        [step("Shape", [level.features], "shape"), "dice_two", "dice_four", "dice_zero"],
        "size",
    )
    centre = step("Unsqueeze", [cells, "dice_one"], "centre")
    near = step("Add", [centre, "dice_steps"], "near")  # N x 25 x 2
    limit = step("Sub", [size, "dice_one"], "limit")
    held = step("Min", [step("Max", [near, "dice_zero"], "not_before"), limit], "held")
    beyond = step("Abs", [step("Sub", [near, held], "moved")], "beyond")
    out = step("ReduceSum", [beyond, "dice_two"], "outside", keepdims=0)
    inside = step("Cast", [step("Equal", [out, "dice_zero"], "in")], "inside", to=TensorProto.FLOAT)
    mask = step("Reshape", [inside, "dice_as_mask"], "mask")
    rows = step("Gather", [held, "dice_zero"], "rows", axis=2)
    columns = step("Gather", [held, "dice_one"], "columns", axis=2)
    width = step("Gather", [size, "dice_one"], "width", axis=0)
    index = step("Add", [step("Mul", [rows, width], "before"), columns], "index")  # N x 25 x 1
    index = step("Squeeze", [index, "dice_two"], "flat_index")
    flat = step("Reshape", [level.features, f"{level.name}_flat"], "row_by_row")  # channels x cells
    seen = step("Gather", [flat, index], "seen", axis=1)  # channels x N x 25
    seen = step("Transpose", [seen], "turned", perm=[1, 0, 2])
    patches = step("Reshape", [seen, f"{level.name}_patches"], "patches_all")
    given = step("Mul", [patches, mask], "patch")
    for number, (weight, bias) in enumerate(level.parameters):
        given = step("Conv", [given, weight, bias], f"box_{number}", pads=[0] * 4)
        if number == len(level.parameters) - 1:
            break
        gate = step("Sigmoid", [given], f"gate_{number}")
        given = step("Mul", [given, gate], f"on_{number}")
        if number == 0:  # beyond the map's edge the second convolution saw nothing
            inner = step(
                "Slice",
                [mask, "dice_inner_from", "dice_inner_to", "dice_inner_axes"],
                "inner",
            )
            given = step("Mul", [given, inner], "known")
    bins = step("Reshape", [given, "dice_as_distances"], "bins")
    share = step("Softmax", [bins], "share", axis=2)
    far = step("Mul", [share, "dice_bins"], "far")
    distances = step("ReduceSum", [far, "dice_two"], "distances", keepdims=0)  # N x 4, in cells
    middle = step("Cast", [cells], "row_column", to=TensorProto.FLOAT)
    middle = step("Add", [middle, "dice_half"], "middle")
    y = step("Gather", [middle, "dice_zero"], "y", axis=1)
    x = step("Gather", [middle, "dice_one"], "x", axis=1)
    middle = step("Concat", [x, y], "xy", axis=1)
    before = step("Slice", [distances, "dice_zero", "dice_two", "dice_one"], "to_start")
    after = step("Slice", [distances, "dice_two", "dice_four", "dice_one"], "to_end")
    start, end = step("Sub", [middle, before], "start"), step("Add", [middle, after], "end")
    step("Mul", [step("Concat", [start, end], "in_cells", axis=1), f"{level.name}_px"], "boxes")
    return step.nodes


def _answer(graph: Any, outputs: Sequence[Any]) -> None:
    """Make these the graph's outputs and drop what none of them needs."""
    del graph.output[:]
    graph.output.extend(outputs)
    ordered = list(_needed(graph, [output.name for output in outputs]))
    taken = {name for node in ordered for name in node.input}
    weights = [each for each in graph.initializer if each.name in taken]
    del graph.node[:], graph.initializer[:], graph.value_info[:]
    graph.node.extend(ordered)
    graph.initializer.extend(weights)


def _needed(graph: Any, outputs: Sequence[str]) -> Iterator[Any]:
    """The nodes on which outputs depend, each after those whose outputs it takes."""
    giver = {output: node for node in graph.node for output in node.output}
    done: set[str] = set()
    waiting = [giver[output] for output in outputs]
    while waiting:
        node = waiting[-1]
        before = [giver[name] for name in node.input if name in giver and name not in done]
        if before:
            waiting += before
            continue
        waiting.pop()
        if not done.issuperset(node.output):
            done.update(node.output)
            yield node
