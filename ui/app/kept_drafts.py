"""Team files of drafts that players keep."""

from datetime import datetime
from pathlib import Path
from typing import Final

from ui.app.errors import UserError
from ui.app.folders import folder
from words import tr

DRAFTS: Final = "drafts"
"""The folder of the drafts that were kept."""


def keep_draft(text: str) -> Path:
    """Write the teams to a file named after the moment. Raises `UserError`."""
    path = folder(DRAFTS) / f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S}.toml"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(
            tr("cannot write {path} ({strerror}).", path=path, strerror=error.strerror)
        ) from None
    return path
