"""One file to send with a bug: the log, the last looks, versions, settings, profile, findings."""

import json
import platform
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

from calibration.errors import CalibrationError
from calibration.profile import newest_profile, profile_text
from ui.app.doctor import HealthCheck
from ui.app.errors import UserError
from ui.app.folders import home, log_folder
from ui.app.masking import shareable
from ui.app.settings import origins
from words import tr

ABOUT: Final = """\
What DiceRef found on the machine that made this report. Passwords in addresses are masked and
the home folder is written ~; have a look before you send it.
findings.jsonl  what `diceref doctor` found
versions.json   DiceRef, Python, the libraries, the platform
settings.jsonl  every setting and where it came from
profile.toml    how the camera was calibrated
log/            what was decided lately and why, and the last looks at the table
"""

NAME: Final = re.compile(r"[\w.-]+")
"""How a requirement begins: `numpy>=2.0`."""

LARGEST: Final = 2_000_000
"""Bytes of one file in the report, counted from its end."""


def write_report(target: Path, findings: Iterable[HealthCheck]) -> None:
    """Write the report as a zip file. Raises `UserError` when it cannot be written."""
    try:
        with ZipFile(target, "w", ZIP_DEFLATED) as report:
            for name, text in _parts(findings):
                report.writestr(name, shareable(text))
    except OSError as error:
        raise UserError(
            tr(
                "the report cannot be written to {target} ({strerror}): name another file.",
                target=target,
                strerror=error.strerror,
            )
        ) from None


def _parts(findings: Iterable[HealthCheck]) -> Iterator[tuple[str, str]]:
    """Each file of the report with its text, as it is on this machine."""
    yield "about.txt", ABOUT
    yield "findings.jsonl", "".join(f"{json.dumps(asdict(one))}\n" for one in findings)
    yield "versions.json", json.dumps(_versions(), indent=1)
    yield "settings.jsonl", _settings()
    yield "profile.toml", _profile()
    for file in sorted(log_folder().glob("*")):
        if file.is_file():
            yield f"log/{file.name}", _end_of(file)


def _versions() -> dict[str, object]:
    needed = metadata.requires("diceref") or ()
    names = sorted({NAME.findall(line)[0] for line in needed if "extra ==" not in line})
    return {
        "diceref": _version("diceref"),
        "python": sys.version,
        "platform": platform.platform(),
        "machine": platform.machine(),
        "libraries": {name: _version(name) for name in names},
    }


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return tr("not installed")


def _settings() -> str:
    try:
        found = origins()
    except UserError as error:  # a report is wanted just when something is wrong
        return f"{json.dumps({'wrong': str(error)})}\n"
    lines = ({"name": name, "value": o.value, "from": o.where} for name, o in found.items())
    return "".join(f"{json.dumps(line)}\n" for line in lines)


def _profile() -> str:
    """The profile that a game would use now, or why there is none."""
    try:
        found = origins()
        named, camera = str(found["profile"].value), str(found["camera"].value)
        if named:
            return _end_of(Path(named))
        folder = home() / "profiles"
        newest = newest_profile(folder, camera)
    except (UserError, CalibrationError) as error:
        return f"# {error}\n"
    return f"# There is no profile of '{camera}'.\n" if newest is None else profile_text(newest)


def _end_of(file: Path) -> str:
    """The last part of a file, beginning with a whole line."""
    try:
        content = file.read_bytes()
    except OSError as error:
        return f"# {file} cannot be read ({error.strerror}).\n"
    text = content[-LARGEST:].decode("utf-8", "replace")
    return text if len(content) <= LARGEST else text.partition("\n")[2]
