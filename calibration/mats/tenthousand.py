"""The mats for Ten Thousand: any number of players share one throwing zone and one keep zone.

The large one has room to throw six dice; the small one is a single sheet of paper (A4 or letter)
with four tags, printed on any printer on the evening of the game.
"""

from calibration.mat import Mat, Tag, Zone
from calibration.mats.layout import LONG_EDGE_ASIDE, TAG_SIDE, rectangle, tags_around

WIDTH, HEIGHT = 524.0, 384.0
SHEET_WIDTH, SHEET_HEIGHT = 264.0, 190.0
"""What any printer prints on a sheet of A4 or letter, turned sideways."""


def tenthousand_mat() -> Mat:
    """The large mat: the dice are thrown in the middle and kept along one long edge."""
    zones = (
        Zone("throw", None, rectangle(38, 38, 486, 270), "Throw"),
        Zone("keep", None, rectangle(38, 275, 486, 346), "Keep"),
    )
    tags = tags_around(34, WIDTH, HEIGHT, aside=LONG_EDGE_ASIDE)
    return Mat("tenthousand", WIDTH, HEIGHT, zones, tags)


def tenthousand_sheet() -> Mat:
    """One sheet with a tag in each corner."""
    zones = (
        Zone("throw", None, rectangle(36, 4, 228, 128), "Throw"),
        Zone("keep", None, rectangle(36, 132, 228, 186), "Keep"),
    )
    inset = TAG_SIDE / 2 + 4.0
    left, right, top, bottom = inset, SHEET_WIDTH - inset, inset, SHEET_HEIGHT - inset
    centres = ((left, top), (right, top), (right, bottom), (left, bottom))
    tags = tuple(Tag(42 + place, centre, TAG_SIDE) for place, centre in enumerate(centres))
    return Mat("tenthousand-sheet", SHEET_WIDTH, SHEET_HEIGHT, zones, tags)
