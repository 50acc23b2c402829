"""Outlines the mats are made of, and the turn that gives a zone to the other side of the table."""

from dataclasses import replace

from calibration.mat import Point, Tag, Zone

TAG_SIDE = 24.0
"""Millimetres: three per cell, nine pixels per cell at 2304x1296 from 60 cm."""

OWN_TAGS = range(24, 32)
"""The numbers of the loose markers for mats people already own."""

SHORT_EDGE_ASIDE = 22.0
LONG_EDGE_ASIDE = 40.0

QUIET = TAG_SIDE / 8
"""The white a tag needs around itself: one cell."""


def rectangle(left: float, top: float, right: float, bottom: float) -> tuple[Point, ...]:
    """The corners, clockwise from the top left."""
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def strip_around_a_tag(
    left: float, top: float, right: float, bottom: float, tag: Point
) -> tuple[Point, ...]:
    """A strip along the near edge that leaves a tag free; a narrow bridge passes above it."""
    clear = TAG_SIDE / 2 + QUIET + 1.0
    x, y = tag
    return (
        (left, top),
        (right, top),
        (right, bottom),
        (x + clear, bottom),
        (x + clear, y - clear),
        (x - clear, y - clear),
        (x - clear, bottom),
        (left, bottom),
    )


def across(zone: Zone, seat: int, width: float, height: float) -> Zone:
    """The same zone for the player on the other side: the mat turned by half a turn."""
    return replace(zone, seat=seat, outline=tuple((width - x, height - y) for x, y in zone.outline))


def tags_around(
    first: int, width: float, height: float, *, aside: float = 0.0, inset: float = 19.0
) -> tuple[Tag, ...]:
    """Eight tags: the corners clockwise from the top left, then one on each edge.

    `first` is the number of the first tag: each mat has eight of its own, so that a picture
    tells which mat lies on the table. The tags of the edges stand off the middle, where the
    sheets of a printed mat meet: those of the long edges by `aside`, to each player's left, those
    of the short edges by 22 mm, so that a seam never cuts a tag.
    """
    left, right, top, bottom = inset, width - inset, inset, height - inset
    centres = (
        (left, top),
        (right, top),
        (right, bottom),
        (left, bottom),
        (width / 2 + aside, top),
        (right, height / 2 - SHORT_EDGE_ASIDE),
        (width / 2 - aside, bottom),
        (left, height / 2 + SHORT_EDGE_ASIDE),
    )
    return tuple(Tag(first + place, centre, TAG_SIDE) for place, centre in enumerate(centres))
