"""The mats we print, in millimetres, and where on a mat a point lies.

A mat is data: its zones bear the names of the game's own zones. Nothing here looks at a picture.
"""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from calibration.mat import Mat
from calibration.mats.dicemasters import dicemasters_mat
from calibration.mats.doubles import doubles_mat
from calibration.mats.files import read_mat
from calibration.mats.irondie import irondie_mat, irondie_six, irondie_teams
from calibration.mats.official import official_mat
from calibration.mats.tenthousand import tenthousand_mat, tenthousand_sheet
from calibration.mats.zone_at import REACH_MM, zone_at, zones_about
from words import joined, tr

__all__ = [
    "MATS",
    "REACH_MM",
    "TEMPLATES",
    "mat_named",
    "recognised",
    "template",
    "zone_at",
    "zones_about",
]

MATS: Final[Mapping[str, Callable[[], Mat]]] = MappingProxyType(
    {
        "dicemasters": dicemasters_mat,
        "doubles": doubles_mat,
        "irondie": irondie_mat,
        "irondie-six": irondie_six,
        "irondie-teams": irondie_teams,
        "tenthousand": tenthousand_mat,
        "tenthousand-sheet": tenthousand_sheet,
    }
)
"""Every mat we print, by name."""

TEMPLATES: Final[Mapping[str, Callable[[], Mat]]] = MappingProxyType(
    {**MATS, "official": official_mat}
)
"""Whose zones a mat of the players' own may be given to begin with."""


def mat_named(name: str) -> Mat:
    """The printed mat of this name, or the own mat of a `.toml` file.

    Raises `ValueError` with one sentence when there is none.
    """
    if name.endswith(".toml"):
        return read_mat(Path(name))
    if name not in MATS:
        raise ValueError(
            tr(
                "There is no mat '{name}'; choose one of {names}.",
                name=name,
                names=joined(", ", sorted(MATS)),
            )
        )
    return MATS[name]()


def template(name: str) -> Mat:
    """The mat of this name whose zones are to be stretched. Raises `ValueError`."""
    if name not in TEMPLATES:
        raise ValueError(
            tr(
                "There is no template '{name}'; choose one of {names}.",
                name=name,
                names=joined(", ", sorted(TEMPLATES)),
            )
        )
    return TEMPLATES[name]()


def recognised(numbers: Collection[int]) -> Mat | None:
    """The printed mat that most of these tags belong to, None when none is its."""
    tables = [make() for make in MATS.values()]
    shares = [sum(tag.number in numbers for tag in table.tags) for table in tables]
    best = max(shares)
    return tables[shares.index(best)] if best else None
