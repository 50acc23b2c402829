"""A die that hands push aside in passing changes nothing of the explanation."""

from random import Random

import msgspec
import pytest
from pebbles import PebblesGame

from rules.track import Tracker
from tests.bench.sightings.hands import SimulatedTable


class Recalling(PebblesGame):
    """Pebbles in which a spent die may be taken back into the hand and rolled."""

    def legal_actions(self, state):
        acts = super().legal_actions(state)
        if not acts:
            return acts
        spent = (d for d in state.dice if d.seat == state.active and d.zone == "spent")
        return (*acts, *(("recall", d.name) for d in spent))

    def apply(self, state, action):
        if action[0] != "recall":
            return super().apply(state, action)
        dice = tuple(
            msgspec.structs.replace(d, zone="hand", face=None, fresh=True)
            if d.name == action[1]
            else d
            for d in state.dice
        )
        return msgspec.structs.replace(state, dice=dice, phase="roll"), ()


@pytest.fixture
def recalling(desk):
    """One die is spent; two lie in the hand."""
    desk.game = Recalling()
    kinds = desk.game.dice({})
    lies = {"0-red-1": ("spent", 4), "0-red-2": ("hand", 4), "0-blue-1": ("hand", 1)}
    dice = tuple(
        msgspec.structs.replace(d, zone=lies[d.name][0], face=lies[d.name][1])
        if d.name in lies
        else d
        for d in desk.state.dice
    )
    desk.state = msgspec.structs.replace(desk.state, dice=dice, phase="play")
    desk.tracker = Tracker(desk.game, desk.state, kinds=kinds)
    desk.table = SimulatedTable(desk.game.zones, kinds, Random(1))
    desk.table.follow(desk.game.layout(desk.state))
    desk.look(8)
    return desk


def test_a_die_is_rolled_beside_two_that_were_pushed(recalling):
    for die in ("0-red-2", "0-blue-1"):
        recalling.table.shove(die)
    recalling.do(("recall", "0-red-1"), ("rolled", 3), rolled=("0-red-1",))
    recalling.look(16)
    assert recalling.tracker.state == recalling.state
