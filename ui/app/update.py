"""Whether a newer DiceRef is to be had. Nobody is asked before somebody says `diceref update`."""

import importlib.util
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlparse

from ui.app.errors import UserError
from words import tr

WAITS_S: Final = 30.0
"""Seconds for an answer from wherever newer versions are."""

ROOT: Final = Path(__file__).resolve().parents[2]


def newer() -> str:
    """What a newer version is and how to get it; "" when this is the newest. Raises `UserError`."""
    checkout = _checkout()
    return _newer_commits(checkout) if checkout is not None else _newer_release()


def _checkout() -> Path | None:
    """The folder that was cloned, when this is no installed package."""
    try:
        told = distribution("diceref").read_text("direct_url.json")
    except PackageNotFoundError:
        return ROOT
    source = json.loads(told) if told else {}
    if not source.get("dir_info", {}).get("editable"):
        return None
    return Path(unquote(urlparse(source["url"]).path))


def _newer_commits(folder: Path) -> str:
    git = ["git", "-C", str(folder)]
    _asked(
        [*git, "fetch", "--quiet"], tr("the repository that this was cloned from cannot be asked")
    )
    behind = int(
        _asked([*git, "rev-list", "--count", "HEAD..@{upstream}"], tr("it follows no branch"))
    )
    if not behind:
        return ""
    what = tr("1 change") if behind == 1 else tr("{behind} changes", behind=behind)
    return tr("{what} came since: run 'git pull', then 'make demo'.", what=what)


def _newer_release() -> str:
    if importlib.util.find_spec("pip") is None:  # as where `uv tool` installed it
        listed = ["uv", "pip", "list", "--outdated", "--format", "json", "--python", sys.executable]
        lacking = tr("neither pip nor uv is there to ask the package index")
        told = json.loads(_asked(listed, lacking))
        newest = next((one["latest_version"] for one in told if one["name"] == "diceref"), "")
    else:
        asked = [sys.executable, "-m", "pip", "index", "versions", "diceref", "--no-color"]
        told = _asked(asked, tr("the package index cannot be asked by pip"))
        found = re.search(r"^diceref \((\S+)\)", told, re.MULTILINE)
        newest = found[1] if found else ""
    here = version("diceref")
    if not _is_newer(newest, here):
        return ""
    return tr(
        "{found} is out, this is {here}: run 'pipx upgrade diceref', 'uv tool "
        "upgrade diceref' or 'pip install --upgrade diceref', as it was installed.",
        found=newest,
        here=here,
    )


def _is_newer(one: str, other: str) -> bool:
    """By their numbers; what is no number, as a release candidate's mark, counts for nothing."""
    first, second = ([int(n) for n in re.findall(r"\d+", text)[:3]] for text in (one, other))
    return first > second


def _asked(words: Sequence[str], otherwise: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603 - fixed words
            words, capture_output=True, text=True, check=True, timeout=WAITS_S
        )
    except subprocess.CalledProcessError as error:
        lines = error.stderr.strip().splitlines() or [""]
        raise UserError(f"{otherwise} ({lines[-1][:200]}).") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UserError(f"{otherwise} ({str(error)[:200]}).") from error
    return done.stdout
