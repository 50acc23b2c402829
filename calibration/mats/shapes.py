"""Outlines the mats are made of, and the turn that gives a zone to the other side of the table."""

from dataclasses import replace

from calibration.mat import Point, Tag, Zone

TAG_SIDE = 24.0
"""Millimetres: three per cell, nine pixels per cell at 2304x1296 from 60 cm."""


def rectangle(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    """The corners, clockwise from the top left."""
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def across(zone: Zone, seat: int, width: float, height: float) -> Zone:
    """The same zone for the player on the other side: the mat turned by half a turn."""
    return replace(zone, seat=seat, outline=tuple((width - x, height - y) for x, y in zone.outline))


def tags_around(width: float, height: float, inset: float = 19.0) -> tuple[Tag, ...]:
    """Eight tags: the corners (0 to 3, clockwise), then the middles of the edges (4 to 7)."""
    left, right, top, bottom = inset, width - inset, inset, height - inset
    centres = (
        (left, top),
        (right, top),
        (right, bottom),
        (left, bottom),
        (width / 2, top),
        (right, height / 2),
        (width / 2, bottom),
        (left, height / 2),
    )
    return tuple(Tag(number, centre, TAG_SIDE) for number, centre in enumerate(centres))
