"""TOML files that people, or strangers, wrote: read with bounds, refused in one sentence."""

import tomllib
from pathlib import Path
from typing import Any, Final

from words import tr

LARGEST: Final = 1_000_000
"""Bytes; a team file has some hundreds."""


def read_toml(path: Path) -> dict[str, Any]:
    """The values in a file. Raises `OSError`, and `ValueError` when they are no TOML."""
    with path.open("rb") as file:
        content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise ValueError(tr("it is larger than any such file"))
    try:
        return tomllib.loads(content.decode())
    except UnicodeDecodeError:
        raise ValueError(tr("it is not a text file")) from None
    except RecursionError:
        raise ValueError(tr("its values stand within each other too deep")) from None
