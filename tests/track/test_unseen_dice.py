"""A die that players say lies unseen is that one die, and no other."""

from random import Random
from typing import ClassVar

from msgspec import structs
from pebbles import PebblesGame
from test_answered_rolls import SixesStand

from rules.core import Place, ZoneKind
from rules.track import Ask, Commit, Infraction, Tracker
from tests.bench.sightings.hands import Noise, SimulatedTable

QUIET = Noise(misread=0, missed=0, ghosts=0, jitter_mm=0.1, near_line=0)


def answer(desk, beginning):
    """Give the open question the answer that begins so."""
    question = desk.tracker.question
    texts = [a.text for a in question.answers]
    choice = next(n for n, text in enumerate(texts) if text.startswith(beginning))
    desk.tracker.answer(question.number, choice)


def red_unseen(desk):
    """Two red dice are rolled: one shows 4, the other is not seen and shows 6, as is said."""
    desk.do(("drawn", "red", "red"), ("rolled", 3, 5))
    desk.table.look(desk.time, 0, QUIET)
    desk.table.bodies["0-red-2"].unseen = True
    assert isinstance(desk.look(16), Ask)
    answer(desk, "the red lies in hand")
    assert isinstance(desk.look(16), Ask)
    answer(desk, "red: 6")
    desk.disturb()
    assert desk.look(8) is None


def test_a_die_that_is_said_to_lie_unseen_is_not_asked_for_again(desk):
    red_unseen(desk)


def test_a_die_that_lies_unseen_showing_one_face_does_not_excuse_another_that_was_turned(desk):
    red_unseen(desk)
    desk.turn("0-red-1", 5)
    desk.disturb()
    assert isinstance(desk.look(16), Ask | Infraction)


def test_a_roll_with_a_die_that_lay_unseen_is_given_more_looks(desk):
    red_unseen(desk)
    desk.do(("reroll",), ("rolled", 1, 2))
    body = desk.table.bodies.pop("0-red-2")
    assert desk.look(2) is None
    desk.table.bodies["0-red-2"] = body
    desk.look(12)
    assert desk.tracker.state == desk.state


class Idle(PebblesGame):
    """Pebbles in which a turn holds nothing but its end."""

    def legal_actions(self, state):
        return tuple(action for action in super().legal_actions(state) if action == ("done",))


def test_a_die_gone_from_where_it_lay_in_sight_lies_under_others_where_it_had_to_go(desk):
    desk.game = Idle()
    kinds = desk.game.dice({})
    lies = {"0-red-1": ("hand", 2), "0-red-2": ("pile", None), "0-blue-1": ("pile", None)}
    dice = tuple(
        structs.replace(d, zone=lies[d.name][0], face=lies[d.name][1]) if d.name in lies else d
        for d in desk.state.dice
    )
    desk.state = structs.replace(desk.state, dice=dice, phase="play")
    desk.tracker = Tracker(desk.game, desk.state, kinds=kinds)
    desk.table = SimulatedTable(desk.game.zones, kinds, Random(1))
    desk.table.follow(desk.game.layout(desk.state))
    desk.look(8)
    desk.do(("done",))
    del desk.table.bodies["0-red-1"]
    assert desk.look(4) is None  # it may still be in a hand
    assert isinstance(desk.look(8), Commit)
    assert desk.tracker.state == desk.state


def test_a_die_overlooked_while_a_six_is_still_to_be_stood_is_asked_for(desk):
    desk.game = SixesStand()
    kinds = desk.game.dice({})
    dice = tuple(
        structs.replace(d, zone="stand", face=2) if d.name == "0-red-1" else d
        for d in desk.state.dice
    )
    desk.state = structs.replace(desk.state, dice=dice)
    desk.tracker = Tracker(desk.game, desk.state, kinds=kinds)
    desk.table = SimulatedTable(desk.game.zones, kinds, Random(1))
    desk.table.follow(desk.game.layout(desk.state))
    desk.look(8)
    drawn, _ = desk.game.apply(desk.state, ("drawn", "blue", "red"))
    fallen, _ = PebblesGame().apply(drawn, ("rolled", 1, 5))
    desk.table.follow(desk.game.layout(fallen), ["0-blue-1", "0-red-2"])
    desk.disturb()
    desk.table.look(desk.time, 0, QUIET)
    desk.table.bodies["0-red-1"].unseen = True
    asked = desk.look(16)
    assert isinstance(asked, Ask), asked
    assert any(a.text.startswith("the red lies in stand") for a in asked.answers)


class OpenPile(PebblesGame):
    """Pebbles without hits, and with a pile on which every die is in sight."""

    zones: ClassVar = {**PebblesGame.zones, "pile": ZoneKind.OPEN}

    def legal_actions(self, state):
        return tuple(action for action in super().legal_actions(state) if action[0] != "hit")


def test_a_die_that_is_said_to_lie_unseen_where_hands_put_it_is_believed(desk):
    desk.game = OpenPile()
    kinds = desk.game.dice({})
    desk.tracker = Tracker(desk.game, desk.state, kinds=kinds)
    desk.table = SimulatedTable(desk.game.zones, kinds, Random(1))
    desk.settled().do(("done",))
    desk.table.look(desk.time, 0, QUIET)
    desk.table.bodies["0-red-1"].unseen = True
    assert isinstance(desk.look(16), Ask)
    answer(desk, "the red lies in pile")
    assert isinstance(desk.look(8), Commit)
    assert desk.tracker.state == desk.state


def test_a_ghost_does_not_lie_where_a_die_that_is_missed_went(desk):
    desk.settled().disturb()
    body = desk.table.bodies.pop("0-red-1")
    assert desk.look() is None
    desk.table.put("ghost", "red", Place("spent", 0), body.face)
    assert desk.look() is None
    del desk.table.bodies["ghost"]
    desk.table.bodies["0-red-1"] = body
    assert desk.look(8) is None


def test_a_die_that_is_said_to_be_gone_is_named_at_once_and_once(desk):
    desk.do(("drawn", "red", "red"), ("rolled", 3, 5))
    desk.table.look(desk.time, 0, QUIET)
    desk.table.bodies["0-red-2"].unseen = True
    assert isinstance(desk.look(16), Ask)
    answer(desk, "it was taken away")
    (foul,) = desk.rest(20)
    assert isinstance(foul, Infraction)
    assert not foul.mended
