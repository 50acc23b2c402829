"""The health of an installation: each check is good, or says what to do."""

import hashlib
import importlib.util
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hardware.cameras.picamera import why_not_loaded
from ui.app.folders import home
from ui.app.found_cameras import found_cameras
from vision.weights import FOLDER, WeightsError, manifest
from words import tr

ROOM_NEEDED = 200_000_000  # bytes: an evening of journals with the clips of their disputes
SMALLEST = (80, 24)  # columns and lines the dashboard needs


@dataclass(frozen=True, slots=True)
class HealthCheck:
    """What one check found; `needed` is False where DiceRef also works without it."""

    check: str
    good: bool
    text: str
    needed: bool = True


def _good(check: str, text: str) -> HealthCheck:
    return HealthCheck(check, good=True, text=text)


def _bad(check: str, text: str) -> HealthCheck:
    return HealthCheck(check, good=False, text=text)


def examine() -> Iterator[HealthCheck]:
    """Every check, in the order a newcomer meets them."""
    yield _python()
    for module, why in (
        ("cv2", tr("frames and tags")),
        ("onnxruntime", tr("the eye")),
        ("textual", tr("the dashboard")),
    ):
        yield _package(module, why)
    yield from _models()
    yield _cameras()
    if "picamera" in found_cameras():
        yield _pi_camera(why_not_loaded())
    yield _journal_folder(home() / "journals")
    yield _terminal(*shutil.get_terminal_size())


def _python() -> HealthCheck:
    good = sys.version_info >= (3, 11)
    text = tr(
        "Python {python_version} on {machine}",
        python_version=platform.python_version(),
        machine=platform.machine(),
    )
    return HealthCheck(
        "python", good, text if good else tr("{text}: 3.11 or newer is needed.", text=text)
    )


def _package(module: str, why: str) -> HealthCheck:
    try:
        loaded = importlib.import_module(module)
    except ImportError as error:
        return _bad(
            module,
            tr(
                "{module} ({why}) does not load: {error}. Install DiceRef again.",
                module=module,
                why=why,
                error=error,
            ),
        )
    return _good(module, f"{module} {getattr(loaded, '__version__', '')} ({why})")


def _models() -> Iterator[HealthCheck]:
    try:
        listed = manifest()
    except WeightsError as error:
        yield _bad("models", str(error))
        return
    for name, entry in listed.items():
        yield _model(name, FOLDER / entry.file, entry.sha256)


def _model(name: str, file: Path, sha256: str) -> HealthCheck:
    check = tr("model {name}", name=name)
    try:
        found = hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as error:
        return _bad(
            check,
            tr(
                "{name} cannot be read ({strerror}). Reinstall.",
                name=file.name,
                strerror=error.strerror,
            ),
        )
    if found != sha256:
        return _bad(
            check, tr("{name} is not the file that was shipped. Reinstall.", name=file.name)
        )
    size = file.stat().st_size / 1e6
    return _good(
        check,
        tr("{name}, {size:.1f} MB, sha256 {found}", name=file.name, size=size, found=found[:12]),
    )


def _cameras() -> HealthCheck:
    found = found_cameras()
    if found:
        return HealthCheck("cameras", good=True, text=", ".join(found), needed=False)
    return HealthCheck(
        "cameras",
        good=False,
        text=tr(
            "none found; the simulated table, a video file and a phone's stream work without one."
        ),
        needed=False,
    )


def _pi_camera(why_not: str) -> HealthCheck:
    text = why_not or tr("picamera2 loads")
    return HealthCheck(tr("pi camera"), not why_not, text, needed=False)


def _journal_folder(folder: Path) -> HealthCheck:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(b"DiceRef")
            os.fsync(trial.fileno())
    except OSError as error:
        text = tr(
            "cannot write to {folder} ({strerror}); set DICEREF_HOME to another folder.",
            folder=folder,
            strerror=error.strerror,
        )
        return _bad(tr("journal folder"), text)
    free = shutil.disk_usage(folder).free
    text = tr("{folder}, {free:.1f} GB free", folder=folder, free=free / 1000000000.0)
    if free < ROOM_NEEDED:
        text += tr(
            ": an evening may need {ROOM_NEEDED:.1f} GB; make room.",
            ROOM_NEEDED=ROOM_NEEDED / 1000000000.0,
        )
    return HealthCheck(tr("journal folder"), free >= ROOM_NEEDED, text)


def _terminal(columns: int, lines: int) -> HealthCheck:
    good = columns >= SMALLEST[0] and lines >= SMALLEST[1]
    text = f"{columns}x{lines}"
    if not good:
        text += tr(
            ": the dashboard needs {SMALLEST}x{SMALLEST2}; enlarge the window.",
            SMALLEST=SMALLEST[0],
            SMALLEST2=SMALLEST[1],
        )
    return HealthCheck("terminal", good, text, needed=False)
