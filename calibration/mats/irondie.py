"""The IRONDIE mat for two.

The board's four zones per player as the manual lists them, and a place for the dice still in
hand. The battle zone is divided into attack, life and defence: a player's attack then faces the
defence it is compared with. Nine dice a side need far less room than Dice Masters, so the
zones are wide enough to sort dice by value.
"""

from calibration.mat import Mat, Tag, Zone
from calibration.mats.layout import LONG_EDGE_ASIDE, across, rectangle, tags_around

WIDTH, HEIGHT = 524.0, 384.0


def irondie() -> Mat:
    """The mat; seat 0 sits at the bottom edge, seat 1 at the top."""
    near = _near_zones()
    far = tuple(across(zone, 1, WIDTH, HEIGHT) for zone in near)
    return Mat("irondie", WIDTH, HEIGHT, near + far, _tags())


def _tags() -> tuple[Tag, ...]:
    return tags_around(8, WIDTH, HEIGHT, aside=LONG_EDGE_ASIDE)


def _near_zones() -> tuple[Zone, ...]:
    return (
        Zone("skirmish", 0, rectangle(38, 193, 486, 239), "Skirmish"),
        Zone("battle", 0, rectangle(38, 242, 486, 313), "Battle"),
        Zone("reserve", 0, rectangle(38, 316, 202, 378), "Reserve"),
        Zone("limbo", 0, rectangle(242, 316, 362, 378), "Limbo"),
        Zone("abyss", 0, rectangle(365, 316, 486, 378), "Abyss"),
    )
