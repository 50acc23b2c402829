"""The shipped networks: found, checked against the manifest's hashes, opened for inference.

`models/weights/manifest.json` names each network's file, its SHA-256, and whatever figures it
needs beside its weights.
"""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec

from vision.runtime import Network as OpenNetwork
from vision.runtime import RuntimeChoiceError, chosen_runtime, open_ncnn, open_onnx
from words import tr

FOLDER: Final = Path(__file__).resolve().parent.parent / "models" / "weights"
"""Where the shipped weights lie."""


NCNN: Final = "ncnn"
"""The folder beside the weights that holds them as NCNN files, if somebody made them."""


class WeightsError(RuntimeError):
    """The weights cannot be used; the message is one sentence that says what to do."""


class ManifestEntry(msgspec.Struct, frozen=True):
    """One entry of the manifest."""

    file: str
    sha256: str
    facts: Mapping[str, Any] = {}


class NcnnFiles(msgspec.Struct, frozen=True):
    """A network as NCNN files: what they are called, and the hash of what they were made of."""

    param: str
    outputs: int
    made_of: str


def manifest(folder: Path = FOLDER) -> dict[str, ManifestEntry]:
    """The networks by name. Raises `WeightsError` when the list is missing or spoilt."""
    path = folder / "manifest.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, ManifestEntry])
    except FileNotFoundError:
        raise WeightsError(
            tr(
                "{path} is missing: install DiceRef again, or run 'diceref models export'.",
                path=path,
            )
        ) from None
    except msgspec.DecodeError as error:
        raise WeightsError(
            tr(
                "{path} is not a list of networks ({error}): install DiceRef again.",
                path=path,
                error=error,
            )
        ) from None


def open_network(
    name: str, threads: int = 2, folder: Path = FOLDER, runtime: str = ""
) -> tuple[OpenNetwork, Mapping[str, Any]]:
    """A session for the network of this name, and its facts from the manifest.

    Raises `WeightsError` when the file is missing or is not the one the manifest means.
    """
    listed = manifest(folder)
    if name not in listed:
        raise WeightsError(
            tr("{folder} names no network '{name}'.", folder=folder / "manifest.json", name=name)
        )
    entry = listed[name]
    path = folder / entry.file
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise WeightsError(tr("{path} is missing: install DiceRef again.", path=path)) from None
    if hashlib.sha256(content).hexdigest() != entry.sha256:
        raise WeightsError(
            tr(
                "{path} does not match the hash in manifest.json: install DiceRef again, or "
                "run 'diceref models export' if you trained it yourself.",
                path=path,
            )
        )
    try:
        if (runtime or chosen_runtime()) == "ncnn":
            return _open_as_ncnn(name, entry, threads, folder), entry.facts
    except RuntimeChoiceError as error:
        raise WeightsError(str(error)) from None
    return _opened(path, entry.sha256, threads), entry.facts


@lru_cache(maxsize=8)
def _opened(path: Path, sha256: str, threads: int) -> OpenNetwork:
    """The weights of this hash in onnxruntime, opened once: game after game takes no more memory.

    Several eyes may use a network at the same time.
    """
    del sha256
    return open_onnx(path.read_bytes(), threads)


def _open_as_ncnn(name: str, entry: ManifestEntry, threads: int, folder: Path) -> OpenNetwork:
    """The network as NCNN files, which must have been made of just these weights."""
    made = ncnn_files(folder)
    if name not in made or made[name].made_of != entry.sha256:
        raise WeightsError(
            tr(
                "{folder} holds no NCNN files of today's network '{name}': run 'diceref "
                "models export --format ncnn'.",
                folder=folder / NCNN,
                name=name,
            )
        )
    return open_ncnn(name, folder / NCNN / made[name].param, made[name].outputs, threads)


def ncnn_files(folder: Path = FOLDER) -> dict[str, NcnnFiles]:
    """The networks that were made into NCNN files, by name."""
    path = folder / NCNN / "made.json"
    if not path.exists():
        return {}
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, NcnnFiles])
    except msgspec.DecodeError as error:
        raise WeightsError(
            tr("{path} is no list of NCNN files ({error}): make them anew.", path=path, error=error)
        ) from None


def register_ncnn(name: str, param: str, outputs: int, out: Path, folder: Path = FOLDER) -> None:
    """Note that these files in `out` were made of the network in `folder`."""
    path = out / "made.json"
    known = path.read_bytes() if path.exists() else b"{}"
    made = msgspec.json.decode(known, type=dict[str, NcnnFiles])
    made[name] = NcnnFiles(param, outputs, manifest(folder)[name].sha256)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(made), indent=2) + b"\n")


def register_network(name: str, file: str, facts: Mapping[str, Any], folder: Path = FOLDER) -> None:
    """Write a network's entry, with the hash of its file, into the manifest."""
    listed = manifest(folder) if (folder / "manifest.json").exists() else {}
    digest = hashlib.sha256((folder / file).read_bytes()).hexdigest()
    listed[name] = ManifestEntry(file, digest, facts)
    text = msgspec.json.format(msgspec.json.encode(dict(sorted(listed.items()))), indent=2)
    (folder / "manifest.json").write_bytes(text + b"\n")
