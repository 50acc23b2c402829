"""Mats people already own, as files: where the loose markers lie and where the zones are."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from calibration.mat import Mat, Point, Tag, Zone
from calibration.toml_text import read_toml, toml_text
from words import tr

ABOUT: Final = """\
A mat of your own. Millimetres from its top left corner as the camera sees it, x to the
right, y down. Seat 0 sits at the bottom, seat 1 at the top. Change the outlines of the
zones until they fit what is printed; any number of corners, clockwise. turn: degrees.
"""
"""What stands above the values in the file."""


def write_mat(mat: Mat, path: Path) -> None:
    """Save a mat as TOML that a person can edit. Raises `OSError`."""
    values = {
        "name": mat.name,
        "size": _millimetres((mat.width, mat.height), 1),
        "zone": [_zone_as_toml(zone) for zone in mat.zones],
        "marker": [_tag_as_toml(tag) for tag in mat.tags],
    }
    path.write_text(toml_text(ABOUT, values), encoding="utf-8")


def _zone_as_toml(zone: Zone) -> dict[str, Any]:
    seat = {} if zone.seat is None else {"seat": zone.seat}
    outline = [_millimetres(corner, 1) for corner in zone.outline]
    return {"name": zone.name, "title": zone.title, **seat, "outline": outline}


def _tag_as_toml(tag: Tag) -> dict[str, Any]:
    side, turn = _millimetres((tag.side, tag.turn), 2)
    return {"number": tag.number, "centre": _millimetres(tag.centre, 2), "side": side, "turn": turn}


def _millimetres(numbers: tuple[float, float], digits: int) -> list[float]:
    return [round(float(number), digits) for number in numbers]


def read_mat(path: Path) -> Mat:
    """Read it back. Raises `ValueError` with one sentence: what, where, what to do."""
    try:
        said = read_toml(path)
    except OSError as error:
        raise ValueError(
            tr(
                "The mat {path} cannot be read ({strerror}): name another file.",
                path=path,
                strerror=error.strerror,
            )
        ) from error
    except ValueError as error:
        raise ValueError(
            tr("The mat {path} is no TOML ({error}): mend that line.", path=path, error=error)
        ) from error
    try:
        width, height = _point(said["size"])
        zones = tuple(_zone(zone, width, height) for zone in said["zone"])
        tags = tuple(_tag(tag) for tag in said["marker"])
        return Mat(str(said["name"]), width, height, zones, tags)
    except KeyError as error:
        raise ValueError(
            tr("The mat {path} has no '{arg}': add it.", path=path, arg=error.args[0])
        ) from error
    except (TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise ValueError(
            tr("The mat {path} is wrong ({error}): mend it.", path=path, error=error)
        ) from error


def _zone(said: Mapping[str, Any], width: float, height: float) -> Zone:
    name = str(said["name"])
    outline = tuple(_point(corner) for corner in said["outline"])
    if len(outline) < 3:
        raise ValueError(
            tr(
                "zone '{name}' has {count} corners and needs three or more",
                name=name,
                count=len(outline),
            )
        )
    if not all(0 <= x <= width and 0 <= y <= height for x, y in outline):
        raise ValueError(tr("zone '{name}' reaches beyond the mat", name=name))
    seat = said.get("seat")
    return Zone(name, None if seat is None else int(seat), outline, str(said.get("title", name)))


def _tag(said: Mapping[str, Any]) -> Tag:
    turn = float(said.get("turn", 0.0))
    return Tag(int(said["number"]), _point(said["centre"]), float(said["side"]), turn)


def _point(pair: Any) -> Point:
    x, y = pair
    return float(x), float(y)
