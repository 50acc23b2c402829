"""Dice that lie so near a line that the eye takes them for being beside their zone."""

from collections import Counter

import msgspec

from rules.core import Place, Placement, Roll, ZoneKind
from rules.track.chance import rolled
from rules.track.evidence import Piece, Table
from rules.track.fit import Board
from rules.track.slots import Slots

HAND, PILE, BESIDE = Place("hand", 0), Place("pile", 0), Place("", None)
SLOTS = Slots({"hand": ZoneKind.OPEN, "pile": ZoneKind.HEAP})


def piece(track, x, place, face=5):
    return Piece(
        tracks=(track,), x_mm=x, y_mm=50.0, place=place, places={place: 0.0}, elsewhere=14.0,
        reading=("red", face), faces={("red", face): 0.0}, unread=20.0, seen=4, missed=0,
        cocked=False,
    )  # fmt: skip


def at_the_line(track, x, place, face=5):
    """A die that most looks have beside its zone."""
    return msgspec.structs.replace(piece(track, x, BESIDE, face), places={BESIDE: 0.0, place: 2.0})


def test_of_two_dice_alike_the_one_that_was_touched_was_thrown():
    before = Table(4, 0.0, 1.0, (at_the_line(1, 2.0, HAND), piece(2, 40.0, HAND, 1)))
    now = Table(4, 2.0, 3.0, (at_the_line(1, 2.0, HAND), piece(3, 90.0, HAND, 5)))
    board = Board(now, SLOTS, before)
    layout = (Placement("kept", "red", HAND, 5), Placement("thrown", "red", HAND, 1))
    reading = next(rolled(Roll(0, (("thrown", "red"),)), board, layout))
    assert reading.result == (5,)
    assert reading.cost == 0.0


def test_a_die_thought_to_be_covered_is_not_one_too_many_when_it_shows_at_a_line():
    slot = ("red", PILE, None)
    board = Board(Table(4, 0.0, 1.0, (at_the_line(1, 2.0, PILE),)), SLOTS, covered={slot: 1})
    assert board.compare(board.slots([Placement("one", "red", PILE)])).cost == 2.0


def test_a_die_that_shows_at_a_line_is_not_taken_for_covered():
    board = Board(Table(4, 0.0, 1.0, (at_the_line(1, 2.0, PILE),)), SLOTS)
    assert not board.unseen(board.slots([Placement("one", "red", PILE)]))


def test_an_untouched_die_that_looks_as_if_beside_its_zone_lies_where_it_lay():
    before = Table(4, 0.0, 1.0, (piece(1, 2.0, HAND),))
    board = Board(Table(4, 2.0, 3.0, (piece(2, 2.0, BESIDE),)), SLOTS, before)
    assert board.compare(board.slots([Placement("one", "red", HAND, 5)])).cost == 0.0


def test_of_dice_that_may_face_another_the_one_put_down_does_though_it_lies_at_a_line():
    mine, yours = Place("hand", 0), Place("hand", 1)
    left, right = piece(1, 0.0, mine, face=1), piece(2, 80.0, mine, face=2)
    facing_right, facing_left = (
        msgspec.structs.replace(other, y_mm=120.0)
        for other in (piece(3, 80.0, yours), at_the_line(4, 1.0, yours))
    )
    before = Table(4, 0.0, 1.0, (left, right, facing_right))
    now = Table(4, 2.0, 3.0, (left, right, facing_right, facing_left))
    board = Board(now, SLOTS, before)
    blocker = ("red", yours, 5)
    at_left, at_right = ((blocker, ("red", mine, face)) for face in (1, 2))
    assert board.pairing_cost(Counter([at_left])) < 1.0
    assert board.pairing_cost(Counter([at_right])) > 6.0
