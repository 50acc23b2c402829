"""What a rest in the middle of a move says against the move: each reason by itself."""

import pytest
from acts import Acts, Position, act, board, expansion_towards, lying, told

from rules.core import Place
from rules.track.known_states import KnownStates
from rules.track.passed_rests import (
    LAID_DOWN,
    NO_TRACE,
    ON_ITS_WAY,
    OUT_OF_ORDER,
    OVERTAKEN,
    TRIED,
    TRIED_CAP,
    TURNED,
    TWO_AT_ONCE,
    Passing,
    at_a_glance,
    costs,
    without_a_trace,
)
from rules.track.slots import Slots

GAME = Acts(
    act("stand", "red: hand > stand", "green: hand > stand"),
    act("drop", "blue: hand > pile", "grey: hand > pile"),
    act("throw", rolls=("red",)),
    act("draw", draws=1),
    act("fetch", "gold: card > hand"),
    act("up", "red: hand > stand"),
    act("down", "red: stand > pile"),
    act("stand one", "red1: hand > stand"),
    act("drop other", "red2: hand > pile"),
)


def stretch_of(start, *actions, shown=None, loose=()):
    """What these actions move, as a rest sees it; `loose` dice lay where they were thrown."""
    steps = told(expansion_towards(GAME, start), start, *actions).explanation().steps
    passing = Passing(GAME, KnownStates(GAME, Slots(GAME.zones)))
    return passing.stretch(start, frozenset(loose), steps, board(GAME, shown or start))


def against(start, *actions, shown):
    """What a rest at which the dice lie as in `shown` says against these actions."""
    return sum(costs(board(GAME, shown), stretch_of(start, *actions, shown=shown))[:3])


# -- which dice an explanation moves


def test_dice_that_no_action_moves_lie_still():
    stretch = stretch_of(lying(hand="red green blue"), "stand")
    assert dict(stretch.still) == {("blue", Place("hand", 0), 0): 1}
    assert sorted(way.kind for way in stretch.ways) == ["green", "red"]


def test_a_way_holds_every_place_in_order_and_the_action_that_led_there():
    (way,) = stretch_of(lying(hand="red"), "up", "down").ways
    lay = [(slot[1].zone, done) for slot, done in way.slots]
    assert lay == [("hand", 0), ("stand", 1), ("pile", 2)]
    assert way.moves == (0, 1)
    assert not way.unseen
    assert not way.thrown


def test_a_die_that_is_thrown_is_on_its_way_from_when_it_is_taken_until_it_has_fallen():
    (way,) = stretch_of(lying(hand="red blue"), "throw").ways
    assert (way.kind, way.thrown, way.moves) == ("red", True, (0, 1))


def test_a_die_that_lay_where_it_was_thrown_is_on_its_way_with_the_face_it_fell_on():
    ways = stretch_of(lying(hand="red blue gold"), "throw", loose=["blue"]).ways
    found = sorted((way.kind, way.thrown, way.fell) for way in ways)
    assert found == [("blue", False, 0), ("red", True, None)]


def test_a_die_that_comes_off_its_card_was_out_of_sight_before():
    (way,) = stretch_of(lying(card="gold", hand="blue"), "fetch").ways
    assert way.unseen
    assert [slot[1].zone for slot, _ in way.slots] == ["hand"]


# -- what a rest says against it

HAND = lying(hand="red green blue grey")


@pytest.mark.parametrize(
    "shown",
    [
        HAND,  # nothing was begun
        lying(hand="green blue grey", stand="red"),  # half of it is done
        lying(hand="blue grey", stand="red green"),  # all of it
    ],
)
def test_a_rest_before_in_the_middle_of_or_after_a_move_says_nothing_against_it(shown):
    assert against(HAND, "stand", shown=shown) == 0.0


def test_a_die_of_the_move_that_lies_somewhere_between_says_a_little():
    shown = lying(hand="green blue grey", pile="red")
    assert against(HAND, "stand", shown=shown) == ON_ITS_WAY


def test_a_die_of_the_move_that_is_in_a_hand_says_a_little():
    assert against(HAND, "stand", shown=lying(hand="green blue grey")) == ON_ITS_WAY


def test_a_die_that_waits_to_be_thrown_may_lie_anywhere():
    shown = lying(hand="green blue grey", pile="red")
    assert against(HAND, "throw", shown=shown) == LAID_DOWN


def test_a_die_that_is_in_the_hand_before_it_is_thrown_says_more_than_one_laid_down():
    assert against(HAND, "throw", shown=lying(hand="green blue grey")) == ON_ITS_WAY > LAID_DOWN


def test_a_die_that_is_not_out_yet_says_nothing():
    start = lying(card="gold", hand="blue")
    assert against(start, "fetch", shown=start) == 0.0
    drawn = lying(bag="red", hand="blue")
    assert against(drawn, "draw", shown=lying(bag="red", hand="blue")) == 0.0


def test_a_die_that_the_story_does_not_move_was_tried_and_taken_back():
    shown = lying(hand="red green grey", pile="blue")
    assert against(HAND, "stand", shown=shown) == pytest.approx(TRIED)


def test_however_much_was_tried_it_says_no_more_than_so_much():
    most = lying(hand="red green blue grey one two three")
    shown = lying(hand="red green", pile="blue grey one two three")
    assert against(most, "stand", shown=shown) == TRIED_CAP


def test_two_moves_begun_before_either_is_finished_are_unlikely():
    shown = lying(hand="green grey", stand="red", pile="blue")
    assert against(HAND, "stand", "drop", shown=shown) == TWO_AT_ONCE


def test_one_move_finished_and_the_next_begun_is_not():
    shown = lying(hand="grey", stand="red green", pile="blue")
    assert against(HAND, "stand", "drop", shown=shown) == 0.0


def test_a_die_that_has_gone_on_counts_where_it_came_to_last():
    assert against(lying(hand="red"), "up", "down", shown=lying(stand="red")) == 0.0


def test_of_dice_alike_the_one_that_moved_lies_where_it_moved_to():
    start, shown = lying(hand="red1 red2"), lying(hand="red2", stand="red1")
    assert against(start, "stand one", "drop other", shown=shown) == 0.0


@pytest.mark.parametrize(("face", "says"), [(0, LAID_DOWN), (3, TURNED)])
def test_a_die_that_was_thrown_before_may_lie_anywhere_on_the_face_it_fell_on(face, says):
    start = lying(hand="red blue gold")
    shown = Position((("red", "hand", 0), ("gold", "hand", 0), ("blue", "stand", face)))
    stretch = stretch_of(start, "throw", shown=shown, loose=["blue"])
    assert sum(costs(board(GAME, shown), stretch)[:3]) == says


def test_a_move_begun_before_an_earlier_one_was_forgotten():
    shown = lying(hand="red green", pile="blue grey")
    assert against(HAND, "stand", "drop", shown=shown) == OUT_OF_ORDER


def test_a_move_done_before_an_earlier_one_is_finished_says_a_little():
    shown = lying(hand="green", stand="red", pile="blue grey")
    assert against(HAND, "stand", "drop", shown=shown) == OVERTAKEN


def test_of_dice_alike_that_lie_apart_the_one_that_nobody_touched_has_not_moved_yet():
    """The other one was dropped: standing one is still to be done, though it was told first."""
    start, shown = lying(hand="red1 red2"), lying(hand="red1", pile="red2")
    assert against(start, "stand one", "drop other", shown=shown) == OUT_OF_ORDER


def test_a_die_that_has_not_come_off_its_card_says_that_its_move_is_unfinished():
    start = Position((("red", "hand", 0), ("green", "hand", 0), ("gold", "card", 0)))
    shown = Position((("gold", "card", 0), ("red", "stand", 0), ("green", "stand", 0)))
    assert at_a_glance(board(GAME, shown), stretch_of(start, "fetch", "stand")).order > 0.0


def test_a_glance_that_misses_dice_says_nothing_of_them():
    shown = lying(pile="blue")
    assert at_a_glance(board(GAME, shown), stretch_of(HAND, "stand", "drop")).order == 0.0


def test_an_action_that_a_later_one_covers_up_needs_a_rest_that_shows_it():
    start = lying(hand="red blue grey")
    stretch = stretch_of(start, "up", "down")
    seen, unseen = lying(hand="blue grey", stand="red"), lying(hand="red blue grey")
    trace = at_a_glance(board(GAME, seen), stretch)
    none = at_a_glance(board(GAME, unseen), stretch)
    assert without_a_trace(stretch, [trace, none]) == 0.0
    assert without_a_trace(stretch, [none]) == NO_TRACE
