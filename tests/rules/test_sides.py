"""Who plays against whom, for two sides, partners and more than two."""

import msgspec
import pytest

from rules.core import SeatView, View, seats_of, side_lives, side_name, side_names, sides_of
from rules.journal.matches import conceded

NAMES = ("Ana", "Bo", "Cy", "Di")


def view(players, sides=2):
    seats = tuple(SeatView(name, 10 + n, 20) for n, name in enumerate(NAMES[:players]))
    return View(seats, 1, 0, "", "", (), sides=sides)


@pytest.mark.parametrize(
    ("players", "sides", "names"),
    [
        (2, 2, ("Ana", "Bo")),
        (4, 2, ("Ana & Cy", "Bo & Di")),
        (3, 3, ("Ana", "Bo", "Cy")),
        (4, 4, NAMES),
    ],
)
def test_every_seat_plays_for_one_side(players, sides, names):
    table = view(players, sides)
    assert side_names(NAMES[:players], sides) == names
    assert tuple(side_name(table, side) for side in sides_of(table)) == names
    seats = [seat for side in sides_of(table) for seat in seats_of(table, side)]
    assert sorted(seats) == list(range(players))
    assert len(side_lives(table)) == sides


def test_who_concedes_loses_with_their_partner_and_all_others_win():
    assert conceded(view(2), 0).winners == (1,)
    assert conceded(view(4), 2).winners == (1, 3)
    assert conceded(view(4, sides=4), 2).winners == (0, 1, 3)


def test_a_record_of_two_sides_is_written_as_before():
    from rules.journal import Header

    assert b"sides" not in msgspec.json.encode(Header(players=("Ana", "Bo")))
