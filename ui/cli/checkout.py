"""What lies in a checkout of the project only: the model workshop and the benchmarks."""

import sys
from pathlib import Path
from typing import Final

from ui.app.errors import UserError
from words import tr

CHECKOUT: Final = Path(__file__).resolve().parents[2]
"""Where the project lies, if this is no installation."""


def in_checkout(part: str) -> bool:
    """Whether this part of the project, "tests/bench", is here; it can then be imported."""
    if not (CHECKOUT / part).is_dir() or not (CHECKOUT / "pyproject.toml").is_file():
        return False
    if str(CHECKOUT) not in sys.path:
        sys.path.insert(0, str(CHECKOUT))
    return True


def need_checkout(part: str, command: str) -> None:
    """Raise `UserError` where the command's part of the project was not installed."""
    if not in_checkout(part):
        raise UserError(
            tr(
                "`diceref {command}` runs in a checkout of the project: this is an installation.",
                command=command,
            )
        )
