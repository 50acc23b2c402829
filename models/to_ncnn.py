"""The shipped networks as NCNN files, for boards where that is faster; checked to answer alike.

DiceRef plays by them where `DICEREF_RUNTIME=ncnn` says so (`vision.runtime`). They are converted by
`pnnx` (from the Python package index, as is `ncnn`) from the ONNX files.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import numpy as np

from vision.faces import AIM, CROP
from vision.pips import SIDE as PIPS_SIDE
from vision.runtime import NcnnNetwork, Network, open_onnx
from vision.tops import SIDE
from vision.weights import FOLDER, manifest, open_network, register_ncnn

SHAPES: Final[Mapping[str, tuple[int, int, int, int]]] = {
    "detector": (1, 3, 736, 1280),
    "tops": (1, 3, SIDE, SIDE),
    "faces": (1, 3, CROP, CROP),
    "faces_aim": (1, 3, AIM, AIM),
    "faces_turn": (1, 3, CROP, CROP),
    "pips": (1, 3, PIPS_SIDE, PIPS_SIDE),
}
"""NCNN files are made for one size of picture, and one picture at a time."""

OUTPUTS: Final[Mapping[str, int]] = {"detector": 6, "faces": 2}
"""Answers of a network, where it gives more than one."""

INPUTS: Final[Mapping[str, str]] = {"detector": "images"}
"""What a network's input is called, where it is not `crops`."""

TOLERANCE: Final = 0.01
"""How far an answer may lie from onnxruntime's, over the largest answer (weights are halved)."""

_INPUTS: Final = 3


@dataclass(frozen=True, slots=True)
class Converted:
    """One network as NCNN files, and by how much its answers differ from onnxruntime's."""

    name: str
    param: Path
    apart: float  # over the largest answer

    @property
    def ok(self) -> bool:
        """Whether it answers alike."""
        return self.apart <= TOLERANCE

    @property
    def sentence(self) -> str:
        """What to tell the user."""
        found = f"answers differ from onnxruntime's by {100 * self.apart:.2g} %"
        return found if self.ok else f"{found}: do not use it (tolerated: {100 * TOLERANCE:g} %)"


class ConversionError(RuntimeError):
    """The network could not be converted; the message says why and what to do."""


def convert(name: str, out: Path, folder: Path = FOLDER) -> Converted:
    """Write `NAME.ncnn.param` and `NAME.ncnn.bin` into `out`.

    Raises `ConversionError`, and `vision.weights.WeightsError` when the network is not as listed.
    """
    if find_spec("pnnx") is None or find_spec("ncnn") is None:
        raise ConversionError("NCNN files are made by pnnx and ncnn: run 'pip install pnnx ncnn'.")
    open_network(name, 1, folder, runtime="onnxruntime")  # checks the hash
    source = folder / manifest(folder)[name].file
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        copied = Path(scratch) / f"{name}.onnx"
        if name == "detector":
            _plain(source, copied)
        else:
            shutil.copy(source, copied)
        session = open_onnx(copied.read_bytes(), 1)
        _run_pnnx(copied, SHAPES[name])
        for ending in ("param", "bin"):
            written = copied.with_suffix(f".ncnn.{ending}")
            if not written.is_file():
                raise ConversionError(f"pnnx made nothing of {source}: try another version of it.")
            shutil.move(written, out / written.name)
    param = out / f"{name}.ncnn.param"
    register_ncnn(name, param.name, OUTPUTS.get(name, 1), out, folder)
    return Converted(name, param, max(_differences(name, session, param)))


def _plain(source: Path, target: Path) -> None:
    """Write the detector without the parts NCNN does not know (see `models.sparse_head`)."""
    import onnx  # noqa: PLC0415 - only converting needs it

    from models.sparse_head import everywhere  # noqa: PLC0415

    onnx.save(everywhere(onnx.load(str(source))), str(target))


def _run_pnnx(network: Path, shape: tuple[int, ...]) -> None:
    found = find_spec("pnnx")
    assert found is not None
    assert found.origin is not None
    program = Path(found.origin).with_name("pnnx")  # importing the package would load torch
    size = ",".join(map(str, shape))
    command = [str(program), str(network), f"inputshape=[{size}]", "fp16=1"]
    done = subprocess.run(  # noqa: S603 - fixed words and our own file
        command, cwd=network.parent, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise ConversionError(f"pnnx failed on {network.name}: {done.stderr.strip()[-300:]}")


def _differences(name: str, session: Network, param: Path) -> Iterator[float]:
    """How far the answers to smooth random pictures lie apart, over the largest answer."""
    rng, shape = np.random.default_rng(0), SHAPES[name]
    converted = NcnnNetwork(param, OUTPUTS.get(name, 1), 1)
    for _ in range(_INPUTS):
        coarse = rng.uniform(0, 1, (*shape[:2], shape[2] // 8, shape[3] // 8))
        picture = np.kron(coarse, np.ones((1, 1, 8, 8))).astype(np.float32)
        here = session.run(None, {INPUTS.get(name, "crops"): picture})
        there = converted.answers(picture[0])
        for one, other in zip(here, there, strict=True):
            largest = max(float(np.abs(one).max()), 1e-6)
            yield float(np.abs(one - other.reshape(one.shape)).max()) / largest
