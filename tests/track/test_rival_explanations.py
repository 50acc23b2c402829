"""Explanations that end with the same table are asked about, however they come about."""

from random import Random

import msgspec
import pytest
from pebbles import Pebbles, PebblesGame

from rules.track import Ask, Effort, Options, Tracker
from tests.bench.sightings.hands import Noise, SimulatedTable

QUIET = Noise(misread=0, missed=0, ghosts=0, jitter_mm=0.1, near_line=0)


class Proud(Pebbles, frozen=True):
    """Pebbles after a die was stood: its owner says whether to boast of it."""

    asked: bool = False


class ProudPebbles(PebblesGame):
    """Pebbles with a stand of six, where a hit after a stand counts for two.

    Whoever stands a die while another one is left in the hand must say whether they boast of it;
    nobody sees a boast.
    """

    def new(self, setup):
        plain = super().new({"life": 20})
        return Proud(**{name: getattr(plain, name) for name in plain.__struct_fields__})

    def to_move(self, state):
        return state.active if state.asked else super().to_move(state)

    def legal_actions(self, state):
        if state.asked:
            return (("boast",), ("hush",))
        return tuple(action for action in super().legal_actions(state) if action[0] != "curse")

    def apply(self, state, action):
        if action[0] in {"boast", "hush"}:
            return msgspec.structs.replace(state, asked=False, cursed=action[0] == "boast"), ()
        after, events = super().apply(state, action)
        if action[0] == "done":
            return Proud(after.dice, after.life, after.active, after.turn, after.phase), events
        mine = [die for die in after.dice if die.seat == after.active]
        stood = any(die.zone == "stand" for die in mine)
        if action[0] == "hit" and stood:
            life = [n - (seat != after.active) for seat, n in enumerate(after.life)]
            after = msgspec.structs.replace(after, life=tuple(life))
        left = any(die.zone == "hand" for die in mine)
        return msgspec.structs.replace(after, asked=action[0] == "stand" and left), events

    def view(self, state):
        shown = super().view(state)
        return msgspec.structs.replace(shown, substep="boast?" if state.asked else shown.substep)


class TossedPebbles(PebblesGame):
    """Pebbles with a slap, a hit that costs two; after either, what is in the hand is rolled."""

    def legal_actions(self, state):
        usual = super().legal_actions(state)
        slaps = [("slap", action[1]) for action in usual if action[0] == "hit"]
        return (*usual, *slaps)

    def apply(self, state, action):
        after, events = super().apply(state, ("hit", *action[1:]) if is_slap(action) else action)
        if action[0] not in {"hit", "slap"}:
            return after, events
        life = [n - (is_slap(action) and seat != after.active) for seat, n in enumerate(after.life)]
        return msgspec.structs.replace(after, life=tuple(life), phase="reroll"), events


def is_slap(action):
    return action[0] == "slap"


def at_a_desk(desk, game):
    """The search stops at the first explanation that fits: its rivals are told after it."""
    desk.game = game
    desk.state = desk.game.new({})
    kinds = desk.game.dice({})
    options = Options(effort=Effort(rivals=0))
    desk.tracker = Tracker(desk.game, desk.state, options, kinds=kinds)
    desk.table = SimulatedTable(desk.game.zones, kinds, Random(1))
    return desk.settled()


@pytest.fixture
def proud(desk):
    return at_a_desk(desk, ProudPebbles())


@pytest.fixture
def tossed(desk):
    return at_a_desk(desk, TossedPebbles())


def leads_to(desk, answer):
    state = desk.tracker.state
    for step in answer.steps:
        state, _ = desk.game.apply(state, step.action)
    return state


def assert_asked_with_the_truth(desk, verdict):
    assert isinstance(verdict, Ask)
    ends = [desk.game.view(leads_to(desk, answer)) for answer in verdict.answers]
    assert desk.game.view(desk.state) in ends


def test_two_dice_used_and_cleared_away_in_one_go_are_asked_about(desk):
    desk.settled()
    desk.do(("hit", "0-red-1"), ("hit", "0-blue-1"), ("done",))
    assert_asked_with_the_truth(desk, desk.look(12))


def test_an_order_that_skips_a_question_of_the_other_order_is_asked_about(proud):
    proud.do(("hit", "0-red-1"), ("stand", "0-blue-1"))
    assert_asked_with_the_truth(proud, proud.look(12))


def test_the_order_that_answers_a_question_is_asked_about_too(proud):
    proud.do(("stand", "0-blue-1"), ("hush",), ("hit", "0-red-1"))
    assert_asked_with_the_truth(proud, proud.look(12))


def test_two_stories_are_asked_about_also_while_a_roll_is_due(tossed):
    tossed.do(("slap", "0-red-1"))
    assert_asked_with_the_truth(tossed, tossed.look(12))
