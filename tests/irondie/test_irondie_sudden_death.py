"""Sudden death at the table: what the tracker makes of it in positions that random sets come to."""

from random import Random

import pytest

from rules.core import CHANCE
from rules.irondie.end_of_turn import seat_taking_back
from rules.irondie.game import Irondie
from rules.irondie.random_sets import random_setup
from rules.irondie.state import TakeLifeDieBack, TimeUp
from rules.track import Ask, Infraction, Tracker, Wait
from tests.bench.sightings.hands import NOISES, SimulatedTable
from ui.app.simulated_players import same_table

GAME = Irondie()


def end_of_a_turn(seed):
    """A set-up and a state in which nobody has decided yet whether to take a life die back."""
    rng = Random(seed)
    while True:
        setup = random_setup(rng, "tournament")
        state = GAME.new(setup)
        while (mover := GAME.to_move(state)) is not None:
            if state.phase == "return" and seat_taking_back(state) == 0:
                return setup, state
            chance = mover == CHANCE
            action = GAME.sample(state, rng) if chance else rng.choice(GAME.legal_actions(state))
            state, _ = GAME.apply(state, action)


class Desk:
    """A tracker over a table on which a test plays with random sets."""

    def __init__(self, seed):
        setup, self.state = end_of_a_turn(seed)
        kinds = GAME.dice(setup)
        self.tracker = Tracker(GAME, self.state, kinds=kinds)
        self.table = SimulatedTable(GAME.zones, kinds, Random(1))
        self.table.follow(GAME.layout(self.state))
        self.number, self.said = 0, []
        self.rest(6)

    def do(self, *actions):
        for action in actions:
            chance = GAME.chance(self.state)
            thrown = [die for die, _ in chance.dice] if chance is not None else []
            self.state, _ = GAME.apply(self.state, action)
            self.table.follow(GAME.layout(self.state), thrown)
        self._look(still=False, hands=True)
        self.rest(12)

    def call_time(self):
        self.tracker.interject(GAME.time_called(self.tracker.shown), "clock")
        self.state, _ = GAME.apply(self.state, GAME.time_called(self.state))

    def rest(self, looks):
        for _ in range(looks):
            self._look(still=True, hands=False)

    def over(self):
        self._heard(self.tracker.move_is_over())
        self.rest(4)
        self._heard(self.tracker.move_is_over())

    def _look(self, **how):
        self.number += 1
        look = self.table.look(0.25 * self.number, self.number, NOISES["plain"], **how)
        self._heard(self.tracker.look(look))

    def _heard(self, verdict):
        if not isinstance(verdict, Wait):
            self.said.append(verdict)

    def nobody_takes_a_die_back(self):
        while self.state.phase == "return":
            self.do(TakeLifeDieBack(seat_taking_back(self.state), None))

    def battle(self, seed):
        """Both roll what they roll."""
        rng, state, actions = Random(seed), self.state, []
        while state.phase == "battle":
            if GAME.to_move(state) == CHANCE:
                actions.append(GAME.sample(state, rng))
            else:
                few = rng.sample(GAME.legal_actions(state), min(4, len(GAME.legal_actions(state))))
                actions.append(max(few, key=lambda group: len(group.dice)))
            state, _ = GAME.apply(state, actions[-1])
        self.do(*actions)


@pytest.mark.parametrize("seed", range(12))
def test_sudden_death_that_begins_without_a_die_taken_back_is_recorded_right(seed):
    desk = Desk(seed)
    desk.call_time()
    desk.nobody_takes_a_die_back()
    if desk.state.phase != "over":
        desk.battle(seed + 1000)
    desk.over()
    assert not any(isinstance(verdict, Infraction) for verdict in desk.said)
    assert len([verdict for verdict in desk.said if isinstance(verdict, Ask)]) <= 1
    assert same_table(GAME, desk.tracker.state, desk.state)
    assert desk.tracker.state.sudden == desk.state.sudden


def test_time_called_in_the_middle_of_a_move_loses_nothing_of_it():
    desk = Desk(3)
    desk.nobody_takes_a_die_back()
    desk.battle(1003)
    tail = desk.tracker.tail
    assert tail
    desk.call_time()
    assert desk.tracker.tail == tail
    desk.over()
    assert same_table(GAME, desk.tracker.state, desk.state)


def test_time_called_in_a_turn_that_is_not_on_record_yet_ends_that_turn_and_not_the_one_before():
    desk = Desk(3)
    desk.nobody_takes_a_die_back()
    assert desk.tracker.state.turn < desk.tracker.shown.turn
    desk.call_time()
    desk.battle(1003)
    desk.over()
    assert desk.tracker.state.turn == desk.state.turn
    assert not desk.tracker.state.sudden
    assert desk.tracker.state.in_last_turn


def test_no_turn_that_is_over_is_called_the_last_one():
    _, state = end_of_a_turn(3)
    state, _ = GAME.apply(state, TakeLifeDieBack(0, None))
    while state.turn == 1:
        state, _ = GAME.apply(state, GAME.legal_actions(state)[0])
    violation = GAME.why_not(state, TimeUp(1))
    assert violation is not None
    assert violation.code == "turn-is-over"
