"""The chromatic table: what a colour gives when its die rolls a 1."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal

import msgspec

from rules.core.toml_file import read_toml
from rules.irondie.dice import COLOURS, DieClass
from words import joined, tr


class Grant(msgspec.Struct, frozen=True, rename={"die_class": "class"}, forbid_unknown_fields=True):
    """Points for one own die in play."""

    amount: int
    die_class: DieClass
    colour: Literal["allied", "any"]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One colour: what it gives, and how sure that is."""

    status: Literal["sourced", "reconstructed"]
    why: str
    grants: tuple[Grant, ...]


ChromaticTable = Mapping[str, Row]


@cache
def shipped() -> ChromaticTable:
    """The table that comes with DiceRef."""
    text = (resources.files("rules.irondie") / "chromatic.toml").read_text(encoding="utf-8")
    return read(tomllib.loads(text), tr("the shipped chromatic table"))


def load(file: Path) -> ChromaticTable:
    """A user's own table. Raises `ValueError` with one sentence."""
    try:
        written = read_toml(file)
    except OSError as error:
        raise ValueError(
            tr("cannot read {file}: {strerror}.", file=file, strerror=error.strerror)
        ) from None
    except ValueError as error:
        raise ValueError(tr("{file} is not valid TOML: {error}.", file=file, error=error)) from None
    return read(written, str(file))


def read(written: Mapping[str, Any], source: str) -> ChromaticTable:
    """A table from plain values; every colour must have its row."""
    missing = [colour for colour in COLOURS if colour not in written]
    if missing:
        raise ValueError(
            tr("{source} has no row for {names}.", source=source, names=joined(", ", missing))
        )
    unknown = [colour for colour in written if colour not in COLOURS]
    if unknown:
        raise ValueError(
            tr(
                "{source} has a row for {unknown}, which is no colour of IRONDIE.",
                source=source,
                unknown=unknown[0],
            )
        )
    try:
        return {colour: msgspec.convert(written[colour], Row) for colour in COLOURS}
    except msgspec.ValidationError as error:
        raise ValueError(f"{source}: {error}.") from None


def write(table: ChromaticTable) -> dict[str, Any]:
    """The table as plain values, for the setup that a journal keeps."""
    return {colour: msgspec.to_builtins(row) for colour, row in table.items()}
