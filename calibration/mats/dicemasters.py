"""The Dice Masters mat for two.

524 x 384 mm: the largest mat that two A3 or tabloid sheets, or four A4 or letter sheets, make
with printing margins and a strip for glue, and close to the 16:9 of the camera. Dice travel from
the player's left to the right: prep area, reserve pool, out of play, used pile; the field lies
between them and the attack zones, which meet in the middle so that blockers stand before
their attackers. There is room for 20 dice side by side in reserve and 48 in the field.
"""

from calibration.mat import Mat, Tag, Zone
from calibration.mats.layout import (
    LONG_EDGE_ASIDE,
    across,
    rectangle,
    strip_around_a_tag,
    tags_around,
)
from words import tr

WIDTH, HEIGHT = 524.0, 384.0


def dicemasters_mat() -> Mat:
    """The mat; seat 0 sits at the bottom edge, seat 1 at the top."""
    near = _near_zones()
    far = tuple(across(zone, 1, WIDTH, HEIGHT) for zone in near)
    return Mat("dicemasters", WIDTH, HEIGHT, near + far, _tags())


def _tags() -> tuple[Tag, ...]:
    return tags_around(0, WIDTH, HEIGHT, aside=LONG_EDGE_ASIDE)


def _near_zones() -> tuple[Zone, ...]:
    life = strip_around_a_tag(38, 346, 486, 380, (WIDTH / 2 - LONG_EDGE_ASIDE, HEIGHT - 19))
    return (
        Zone("attack", 0, rectangle(38, 193, 486, 242), tr("Attack zone")),
        Zone("field", 0, rectangle(38, 245, 486, 293), tr("Field zone")),
        Zone("prep", 0, rectangle(6, 296, 122, 343), tr("Prep area")),
        Zone("reserve", 0, rectangle(125, 296, 313, 343), tr("Reserve pool")),
        Zone("out", 0, rectangle(316, 296, 396, 343), tr("Out of play")),
        Zone("used", 0, rectangle(399, 296, 518, 343), tr("Used pile")),
        Zone("life", 0, life, "Life"),
    )
