"""Readable TOML of calibration's files: a comment for the reader, then the values."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import tomli_w

from words import tr

ROW_OF_NUMBERS: Final = re.compile(r"\[\s+((?:-?[\d.e+-]+,\s+)+)\]")
"""An array of numbers as tomli-w writes it, one on each line. No string can look like it: line
breaks within strings are escaped."""


def toml_text(comment: str, values: Mapping[str, Any]) -> str:
    """The values as TOML below a comment; points and other rows of numbers keep to one line."""
    head = "".join(f"# {line}\n" for line in comment.strip().splitlines())
    return head + ROW_OF_NUMBERS.sub(_on_one_line, tomli_w.dumps(values))


LARGEST: Final = 1_000_000
"""Bytes; a profile or a mat has some thousands."""


def read_toml(path: Path) -> dict[str, Any]:
    """The values in a file of anybody's. Raises `OSError`, and `ValueError` for no TOML."""
    with path.open("rb") as file:
        content = file.read(LARGEST)
    try:
        return tomllib.loads(content.decode())
    except RecursionError:
        raise ValueError(tr("values within values, too often")) from None


def _on_one_line(row: re.Match[str]) -> str:
    return "[" + ", ".join(row.group(1).replace(",", " ").split()) + "]"
