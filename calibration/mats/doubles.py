"""The Dice Masters Doubles mat: two teams of two, side by side, each across from an opponent.

756 x 384 mm: three A3 or tabloid sheets, six A4 or letter sheets. Seats 0 and 2 sit at the
bottom edge (0 on the left), seats 1 and 3 at the top, 1 across from 0. A team has one prep area
and one life track; they bear the seat of the team's first player, 0 or 1. The mat is half as wide
again as the one for two, so two more tags stand between the fields of team mates.
"""

from dataclasses import replace

from calibration.mat import Mat, Tag, Zone
from calibration.mats.layout import TAG_SIDE, across, rectangle, strip_around_a_tag, tags_around
from words import tr

WIDTH, HEIGHT = 756.0, 384.0


def doubles_mat() -> Mat:
    """The mat for four."""
    left, shared = _left_player(), _shared()
    right = tuple(_mirrored(zone) for zone in left)
    near = left + right + shared
    opposite = {0: 3, 2: 1}
    far = tuple(across(zone, opposite[zone.seat or 0], WIDTH, HEIGHT) for zone in left + right)
    far += tuple(across(zone, 1, WIDTH, HEIGHT) for zone in shared)
    return Mat("doubles", WIDTH, HEIGHT, near + far, _tags())


def _tags() -> tuple[Tag, ...]:
    between = ((WIDTH / 2, 269.0), (WIDTH / 2, HEIGHT - 269.0))
    inner = (Tag(32 + place, centre, TAG_SIDE) for place, centre in enumerate(between))
    return (*tags_around(16, WIDTH, HEIGHT), *inner)


def _left_player() -> tuple[Zone, ...]:
    return (
        Zone("attack", 0, rectangle(38, 193, 376.5, 242), tr("Attack zone")),
        Zone("field", 0, rectangle(38, 245, 360, 293), tr("Field zone")),
        Zone("used", 0, rectangle(6, 296, 93, 343), tr("Used pile")),
        Zone("out", 0, rectangle(96, 296, 161, 343), tr("Out of play")),
        Zone("reserve", 0, rectangle(164, 296, 315, 343), tr("Reserve pool")),
    )


def _shared() -> tuple[Zone, ...]:
    life = strip_around_a_tag(38, 346, WIDTH - 38, 380, (WIDTH / 2, HEIGHT - 19))
    return (
        Zone("prep", 0, rectangle(318, 296, WIDTH - 318, 343), tr("Team prep area")),
        Zone("life", 0, life, tr("Team life")),
    )


def _mirrored(zone: Zone) -> Zone:
    """The team mate's zone: mirrored, so that the prep area lies between the two."""
    flipped = tuple((WIDTH - x, y) for x, y in reversed(zone.outline))
    return replace(zone, seat=2, outline=flipped[-2:] + flipped[:-2])
