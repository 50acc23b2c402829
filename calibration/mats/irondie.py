"""The IRONDIE mats: for two players, and for two teams of two or three.

The board's zones per player as the manual lists them, and a place for the dice in hand, for those
who would rather lay them down. The battle zone is divided into attack, life and defence: a
player's attack then faces the defence it is compared with. Nine dice a player need far less room
than Dice Masters, so the zones are wide enough to sort dice by value.

In a team each player has a board of their own; team mates sit side by side, across from the other
team. Seats 0, 2, 4 sit at the bottom edge from left to right, 1, 3, 5 across from them.
"""

from dataclasses import replace

from calibration.mat import Mat, Tag, Zone
from calibration.mats.layout import (
    LONG_EDGE_ASIDE,
    SHORT_EDGE_ASIDE,
    TAG_SIDE,
    across,
    rectangle,
    tags_around,
)

WIDTH, HEIGHT = 524.0, 384.0

MARGIN = 38.0
"""Beside the boards, mm: room for the tags."""

BOARD, BETWEEN = 322.0, 36.0
"""Millimetres: the width of a team mate's board, and between two of them, room for a tag."""

INSET = 19.0
"""From an edge of the mat to the middle of a tag, mm."""


def irondie_mat() -> Mat:
    """The mat for two; seat 0 sits at the bottom edge, seat 1 at the top."""
    near = (
        *_battle_and_skirmish(MARGIN, WIDTH - MARGIN),
        Zone("reserve", 0, rectangle(38, 316, 202, 378), "Reserve"),
        Zone("limbo", 0, rectangle(242, 316, 362, 378), "Limbo"),
        Zone("abyss", 0, rectangle(365, 316, 486, 378), "Abyss"),
    )
    far = tuple(across(zone, 1, WIDTH, HEIGHT) for zone in near)
    tags = tags_around(8, WIDTH, HEIGHT, aside=LONG_EDGE_ASIDE)
    return Mat("irondie", WIDTH, HEIGHT, near + far, tags)


def irondie_teams() -> Mat:
    """The mat for two against two: 756 x 384 mm, three A3 or tabloid sheets."""
    return _for_teams("irondie-teams", 2, 46)


def irondie_six() -> Mat:
    """The mat for three against three: 1114 x 384 mm."""
    return _for_teams("irondie-six", 3, 56)


def _for_teams(name: str, mates: int, first_tag: int) -> Mat:
    width = 2 * MARGIN + mates * BOARD + (mates - 1) * BETWEEN
    near: list[Zone] = []
    for place in range(mates):
        left = MARGIN + place * (BOARD + BETWEEN)
        near += [replace(zone, seat=2 * place) for zone in _board(left, left + BOARD)]
    # Who sits at the left of the far side, seen from the near one, is across from seat 0.
    far = [across(zone, 2 * mates - 1 - (zone.seat or 0), width, HEIGHT) for zone in near]
    return Mat(name, width, HEIGHT, (*near, *far), _team_tags(width, mates, first_tag))


def _board(left: float, right: float) -> tuple[Zone, ...]:
    part = (right - left - 6.0) / 3
    heaps = (("reserve", "Reserve"), ("limbo", "Limbo"), ("abyss", "Abyss"))
    return _battle_and_skirmish(left, right) + tuple(
        Zone(
            name,
            0,
            rectangle(left + place * (part + 3.0), 316, left + place * (part + 3.0) + part, 378),
            title,
        )
        for place, (name, title) in enumerate(heaps)
    )


def _battle_and_skirmish(left: float, right: float) -> tuple[Zone, ...]:
    """The duel's zone in the middle of the table, and behind it the three of the battle."""
    part = (right - left - 6.0) / 3
    parts = (("attack", "Attack"), ("life", "Life"), ("defence", "Defence"))
    return (
        Zone("skirmish", 0, rectangle(left, 193, right, 239), "Skirmish"),
        *(
            Zone(
                f"battle-{name}",
                0,
                rectangle(
                    left + place * (part + 3.0), 242, left + place * (part + 3.0) + part, 313
                ),
                title,
            )
            for place, (name, title) in enumerate(parts)
        ),
    )


def _team_tags(width: float, mates: int, first: int) -> tuple[Tag, ...]:
    """In the corners, on the short edges, and between the boards of team mates."""
    right, bottom = width - INSET, HEIGHT - INSET
    between = [MARGIN + place * (BOARD + BETWEEN) - BETWEEN / 2 for place in range(1, mates)]
    centres = [(INSET, INSET), (right, INSET), (right, bottom), (INSET, bottom)]
    centres += [(right, HEIGHT / 2 - SHORT_EDGE_ASIDE), (INSET, HEIGHT / 2 + SHORT_EDGE_ASIDE)]
    centres += [(x, y) for x in between for y in (INSET, HEIGHT - 269.0, 269.0, bottom)]
    return tuple(Tag(first + place, centre, TAG_SIDE) for place, centre in enumerate(centres))
