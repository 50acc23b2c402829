"""What DiceRef installs, and under which licence: `python -m tests.bench.licences`.

Prints docs/dependencies.md; exit code 1 when a licence does not go with AGPL-3.0-or-later.
"""

import re
import sys
from collections.abc import Iterator
from email.message import Message
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final, cast

ROOT: Final = Path(__file__).parents[2]
PLAYING: Final = ROOT / "requirements.lock"
LOCKS: Final = (PLAYING, ROOT / "requirements-dev.lock", ROOT / "requirements-attacks.lock")
"""What playing needs, what testing needs as well, and what `make attacks` does."""

COMPATIBLE: Final = re.compile(
    r"MIT|BSD|Apache|PSF|Python Software|ISC|MPL|Mozilla|LGPL|HPND|Unlicense|Zlib|CC0|GPLv3|GPL-3",
    re.IGNORECASE,
)
"""Licences whose software may be part of a work under AGPL-3.0-or-later."""

TOLD_ELSEWHERE: Final = {
    "flatbuffers": "Apache-2.0",
    "ast-serialize": "MIT",
    "atheris": "Apache-2.0",
    "axe-playwright-python": "MIT, and axe-core in it MPL-2.0",
}
"""Packages whose metadata say nothing, and what the licence file beside them says."""


def locked(*locks: Path) -> dict[str, str]:
    """Every package of these lock files, or all, with its version; the newest of several."""
    text = "\n".join(lock.read_text(encoding="utf-8") for lock in locks or LOCKS)
    return {
        found[1].lower(): found[2]
        for found in re.finditer(r"^([A-Za-z0-9._-]+)==(\S+)", text, re.MULTILINE)
    }


def licence_of(name: str) -> str | None:
    """The licence as the installed package tells it; None when it is not installed here."""
    try:
        told = distribution(name)
    except PackageNotFoundError:
        return None
    return TOLD_ELSEWHERE.get(name) or next(filter(None, _told(told)), "")


def _told(package: Distribution) -> Iterator[str]:
    facts = cast("Message", package.metadata)
    yield str(facts.get("License-Expression") or "")
    classifiers = facts.get_all("Classifier") or []
    names = [one.rpartition(" :: ")[2] for one in classifiers if one.startswith("License ::")]
    yield ", ".join(name for name in names if name != "OSI Approved")
    yield str(facts.get("License") or "").strip().partition("\n")[0][:60]


def incompatible() -> list[str]:
    """Packages whose licence does not go with ours, or is not told."""
    found = {name: licence_of(name) for name in locked()}
    return [
        f"{name}: {licence or 'not told'}"
        for name, licence in found.items()
        if licence is not None and not COMPATIBLE.search(licence)
    ]


def page() -> str:
    """The page that lists them; what only attacks need is not installed everywhere."""
    playing, developing = locked(PLAYING), locked(*LOCKS[:2])
    rows = [
        f"| {name} | {licence} | {needed} |"
        for name in sorted(locked())
        if (licence := licence_of(name) or TOLD_ELSEWHERE.get(name)) is not None
        for needed in [
            "playing" if name in playing else "developing" if name in developing else "attacking"
        ]
    ]
    return "\n".join(
        [
            "# What DiceRef installs",
            "",
            "`make demo` installs exactly the files that `requirements.lock` names by their",
            "hashes, `make test` those of `requirements-dev.lock` too, `make attacks` those of",
            "`requirements-attacks.lock` too. `make lock` renews all of them and this page.",
            "All licences go with DiceRef's own, AGPL-3.0-or-later; a test checks it.",
            "",
            "| package | licence | needed for |",
            "|---|---|---|",
            *rows,
            "",
        ]
    )


if __name__ == "__main__":
    print(page(), end="")
    for line in incompatible():
        print(line, file=sys.stderr)
    sys.exit(bool(incompatible()))
