"""Mats people already own, as files: where the loose markers lie and where the zones are."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from calibration.mat import Mat, Point, Tag, Zone


def write_mat(mat: Mat, path: Path) -> None:
    """Save a mat as TOML that a person can edit. Raises `OSError`."""
    lines = [
        "# A mat of your own. Millimetres from its top left corner as the camera sees it, x to the",
        "# right, y down. Seat 0 sits at the bottom, seat 1 at the top. Change the outlines of the",
        "# zones until they fit what is printed; any number of corners, clockwise.",
        f"name = {_quoted(mat.name)}",
        f"size = [{mat.width:.1f}, {mat.height:.1f}]",
    ]
    for zone in mat.zones:
        corners = ", ".join(f"[{x:.1f}, {y:.1f}]" for x, y in zone.outline)
        lines += ["", "[[zone]]", f"name = {_quoted(zone.name)}", f"title = {_quoted(zone.title)}"]
        lines += [f"seat = {zone.seat}"] if zone.seat is not None else []
        lines.append(f"outline = [{corners}]")
    for tag in mat.tags:
        x, y = tag.centre
        lines += ["", "[[marker]]", f"number = {tag.number}", f"centre = [{x:.2f}, {y:.2f}]"]
        lines += [f"side = {tag.side:.2f}", f"turn = {tag.turn:.2f}  # degrees"]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_mat(path: Path) -> Mat:
    """Read it back. Raises `ValueError` with one sentence: what, where, what to do."""
    try:
        with path.open("rb") as file:
            said = tomllib.load(file)
    except OSError as error:
        raise ValueError(
            f"The mat {path} cannot be read ({error.strerror}): name another file."
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"The mat {path} is no TOML ({error}): mend that line.") from error
    try:
        width, height = _point(said["size"])
        zones = tuple(_zone(zone, width, height) for zone in said["zone"])
        tags = tuple(_tag(tag) for tag in said["marker"])
        return Mat(str(said["name"]), width, height, zones, tags)
    except KeyError as error:
        raise ValueError(f"The mat {path} has no '{error.args[0]}': add it.") from error
    except (TypeError, ValueError) as error:
        raise ValueError(f"The mat {path} is wrong ({error}): mend it.") from error


def _zone(said: Mapping[str, Any], width: float, height: float) -> Zone:
    name = str(said["name"])
    outline = tuple(_point(corner) for corner in said["outline"])
    if len(outline) < 3:
        raise ValueError(f"zone '{name}' has {len(outline)} corners and needs three or more")
    if not all(0 <= x <= width and 0 <= y <= height for x, y in outline):
        raise ValueError(f"zone '{name}' reaches beyond the mat")
    seat = said.get("seat")
    return Zone(name, None if seat is None else int(seat), outline, str(said.get("title", name)))


def _tag(said: Mapping[str, Any]) -> Tag:
    turn = float(said.get("turn", 0.0))
    return Tag(int(said["number"]), _point(said["centre"]), float(said["side"]), turn)


def _point(pair: Any) -> Point:
    x, y = pair
    return float(x), float(y)


def _quoted(words: str) -> str:
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
