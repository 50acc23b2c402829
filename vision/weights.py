"""The shipped networks: found, checked against the manifest's hashes, opened for inference.

`models/weights/manifest.json` names each network's file, its SHA-256, and whatever figures it
needs beside its weights.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
import onnxruntime

FOLDER: Final = Path(__file__).resolve().parent.parent / "models" / "weights"
"""Where the shipped weights lie."""


class WeightsError(RuntimeError):
    """The weights cannot be used; the message is one sentence that says what to do."""


class Network(msgspec.Struct, frozen=True):
    """One entry of the manifest."""

    file: str
    sha256: str
    facts: Mapping[str, Any] = {}


def manifest(folder: Path = FOLDER) -> dict[str, Network]:
    """The networks by name. Raises `WeightsError` when the list is missing or spoilt."""
    path = folder / "manifest.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Network])
    except FileNotFoundError:
        raise WeightsError(
            f"{path} is missing: install DiceRef again, or run 'diceref models export'."
        ) from None
    except msgspec.DecodeError as error:
        raise WeightsError(
            f"{path} is not a list of networks ({error}): install DiceRef again."
        ) from None


def open_network(
    name: str, threads: int = 2, folder: Path = FOLDER
) -> tuple[onnxruntime.InferenceSession, Mapping[str, Any]]:
    """A session for the network of this name, and its facts from the manifest.

    Raises `WeightsError` when the file is missing or is not the one the manifest means.
    """
    listed = manifest(folder)
    if name not in listed:
        raise WeightsError(f"{folder / 'manifest.json'} names no network '{name}'.")
    entry = listed[name]
    path = folder / entry.file
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise WeightsError(f"{path} is missing: install DiceRef again.") from None
    if hashlib.sha256(content).hexdigest() != entry.sha256:
        raise WeightsError(
            f"{path} does not match the hash in manifest.json: install DiceRef again, "
            "or run 'diceref models export' if you trained it yourself."
        )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Threads wait awake between a network's steps, and asleep while the table lies still.
    options.add_session_config_entry("session.force_spinning_stop", "1")
    session = onnxruntime.InferenceSession(
        content, sess_options=options, providers=["CPUExecutionProvider"]
    )
    return session, entry.facts


def register_network(name: str, file: str, facts: Mapping[str, Any], folder: Path = FOLDER) -> None:
    """Write a network's entry, with the hash of its file, into the manifest."""
    listed = manifest(folder) if (folder / "manifest.json").exists() else {}
    digest = hashlib.sha256((folder / file).read_bytes()).hexdigest()
    listed[name] = Network(file, digest, facts)
    text = msgspec.json.format(msgspec.json.encode(dict(sorted(listed.items()))), indent=2)
    (folder / "manifest.json").write_bytes(text + b"\n")
