"""The mats we print, in millimetres, and where on a mat a point lies.

A mat is data: its zones bear the names of the game's own zones. Nothing here looks at a picture.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from calibration.mat import Mat
from calibration.mats.dicemasters import dicemasters
from calibration.mats.doubles import doubles
from calibration.mats.irondie import irondie
from calibration.mats.places import zone_at

__all__ = ["MATS", "mat", "zone_at"]

MATS: Final[Mapping[str, Callable[[], Mat]]] = MappingProxyType(
    {"dicemasters": dicemasters, "doubles": doubles, "irondie": irondie}
)
"""Every mat by name."""


def mat(name: str) -> Mat:
    """The mat of this name. Raises `ValueError` with one sentence when there is none."""
    if name not in MATS:
        raise ValueError(f"There is no mat '{name}'; choose one of {', '.join(sorted(MATS))}.")
    return MATS[name]()
