"""What runs a network: onnxruntime, or NCNN where `DICEREF_RUNTIME=ncnn` says so.

Both answer `run` alike, so that nobody else need know which one it is. NCNN runs files that
`diceref models export --format ncnn` makes of the shipped ones, one picture at a time.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from words import joined, tr

VARIABLE: Final = "DICEREF_RUNTIME"
RUNTIMES: Final = ("onnxruntime", "ncnn")

STRIDES: Final = (8, 16, 32)
"""Pixels a cell of each of the detector's three maps stands for."""

BINS: Final = 16
"""Of the detector: each distance is a mean over so many steps of a cell."""

Answers = list[NDArray[np.float32]]


class RuntimeChoiceError(ValueError):
    """No such runtime, or it is not installed; the message is one sentence that says what to do."""


class Network(Protocol):
    """An open network."""

    def run(self, outputs: Sequence[str] | None, inputs: Mapping[str, Any]) -> Answers:
        """All answers to these inputs; `outputs` is None."""


def chosen_runtime() -> str:
    """The runtime that the environment names. Raises `RuntimeChoiceError`."""
    name = os.environ.get(VARIABLE, RUNTIMES[0]) or RUNTIMES[0]
    if name not in RUNTIMES:
        raise RuntimeChoiceError(
            tr(
                "{VARIABLE}={name}: choose {names}.",
                VARIABLE=VARIABLE,
                name=name,
                names=joined(tr(" or "), RUNTIMES),
            )
        )
    return name


def open_onnx(content: bytes, threads: int) -> Network:
    """A network in onnxruntime."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Threads wait awake between a network's steps, and asleep while the table lies still.
    options.add_session_config_entry("session.force_spinning_stop", "1")
    session: Network = onnxruntime.InferenceSession(
        content, sess_options=options, providers=["CPUExecutionProvider"]
    )
    return session


def open_ncnn(name: str, param: Path, outputs: int, threads: int) -> Network:
    """A network in NCNN. Raises `RuntimeChoiceError` when that is not installed.

    Only the detector is large enough for more than one thread to pay.
    """
    if name == "detector":
        return NcnnDetector(NcnnNetwork(param, outputs, threads))
    return NcnnNetwork(param, outputs, 1)


class NcnnNetwork:
    """A network in NCNN that takes pictures one after the other."""

    def __init__(self, param: Path, outputs: int, threads: int) -> None:
        """Open NAME.ncnn.param and the .bin beside it. Raises `RuntimeChoiceError`."""
        try:
            import ncnn  # noqa: PLC0415 - an extra, which few need
        except ImportError:
            raise RuntimeChoiceError(
                tr(
                    "{VARIABLE}=ncnn needs NCNN: run 'pip install diceref[pi]', or 'pip install "
                    "ncnn'.",
                    VARIABLE=VARIABLE,
                )
            ) from None
        self._ncnn, self._outputs = ncnn, outputs
        self._network = ncnn.Net()
        options = self._network.opt
        options.num_threads = threads
        options.openmp_blocktime = 0  # threads sleep, rather than wait awake, between two layers
        options.use_fp16_storage = options.use_fp16_arithmetic = False
        options.use_fp16_packed = options.use_bf16_storage = False
        if self._network.load_param(str(param)) or self._network.load_model(
            str(param.with_suffix(".bin"))
        ):
            raise RuntimeChoiceError(
                tr("NCNN cannot open {param}: make the files anew.", param=param)
            )

    def run(self, outputs: Sequence[str] | None, inputs: Mapping[str, Any]) -> Answers:
        """The answers to each picture of the first input, one below the other."""
        del outputs
        (pictures,) = inputs.values()
        rows = [self.answers(picture) for picture in pictures]
        return [np.stack([row[n] for row in rows]) for n in range(self._outputs)]

    def answers(self, picture: NDArray[np.float32]) -> Answers:
        """What it says of one picture (3 x height x width)."""
        with self._network.create_extractor() as extractor:
            extractor.input("in0", self._ncnn.Mat(np.ascontiguousarray(picture)).clone())
            return [np.array(extractor.extract(f"out{n}")[1]) for n in range(self._outputs)]


class NcnnDetector:
    """The detector in NCNN, whose maps are made into boxes here."""

    def __init__(self, network: NcnnNetwork) -> None:
        self._network = network

    def run(self, outputs: Sequence[str] | None, inputs: Mapping[str, Any]) -> Answers:
        """Boxes (N x 4: left, top, right, bottom, px of the picture) and scores of one picture."""
        del outputs
        maps = self._network.answers(inputs["images"][0])
        least = float(inputs["least"])
        found = [
            _boxes(distances, logits, stride, least)
            for distances, logits, stride in zip(maps[::2], maps[1::2], STRIDES, strict=True)
        ]
        boxes, scores = zip(*found, strict=True)
        return [np.concatenate(boxes), np.concatenate(scores)]


def _boxes(
    distances: NDArray[np.float32], logits: NDArray[np.float32], stride: int, least: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The boxes of one map whose scores are high enough."""
    scores = 1 / (1 + np.exp(-logits[0]))
    rows, columns = np.nonzero(scores >= least)
    steps = distances[:, rows, columns].reshape(4, BINS, -1)
    raised = np.exp(steps - steps.max(axis=1, keepdims=True))
    cells = (raised / raised.sum(axis=1, keepdims=True) * np.arange(BINS)[:, None]).sum(axis=1)
    left, top, right, bottom = cells
    x, y = columns + 0.5, rows + 0.5
    boxes = np.stack([x - left, y - top, x + right, y + bottom], axis=1) * stride
    return boxes.astype(np.float32), scores[rows, columns].astype(np.float32)
