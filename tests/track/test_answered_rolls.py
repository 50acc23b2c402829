"""Rolls that players had to tell, and what hands do with the dice afterwards."""

from random import Random

from pebbles import PebblesGame

from rules.track import Ask, Tracker
from tests.bench.sightings.hands import SimulatedTable


class SixesStand(PebblesGame):
    """Pebbles in which one die that is rolled to its six stands at once."""

    def apply(self, state, action):
        after, events = super().apply(state, action)
        if action[0] == "rolled":
            mine = [d for d in after.dice if d.seat == after.active and d.zone == "hand"]
            six = next((d.name for d in mine if d.face == 5), None)
            if six is not None:
                after = self._change(after, six, zone="stand")
        return after, events


def test_of_two_dice_alike_either_may_be_brought_after_the_players_told_a_roll(desk):
    desk.game = SixesStand()
    kinds = desk.game.dice({})
    desk.tracker = Tracker(desk.game, desk.state, kinds=kinds)
    desk.table = SimulatedTable(desk.game.zones, kinds, Random(1))
    drawn, _ = desk.game.apply(desk.state, ("drawn", "red", "red"))
    fallen, _ = PebblesGame().apply(drawn, ("rolled", 5, 5))
    desk.table.follow(desk.game.layout(fallen))
    desk.disturb()
    for face in (5, 2, 5, 2, 5, 5):  # one die is hard to read
        desk.table.bodies["0-red-2"].face = face
        assert desk.look() is None
    asked = desk.tracker.move_is_over()
    assert isinstance(asked, Ask), asked
    desk.state, _ = desk.game.apply(drawn, ("rolled", 5, 5))
    for answer in asked.answers:
        shown = [(kind, face) for track, kind, face in answer.shows if track in asked.tracks]
        if answer.steps:  # the die that is hard to read, as this answer has it
            assert [kind for kind, _ in shown] == ["red"]
            assert shown[0][1] in answer.steps[-1].action[1:]
        else:
            assert shown == []
    ends = [answer.steps[-1].action for answer in asked.answers if answer.steps]
    desk.tracker.answer(asked.number, ends.index(("rolled", 5, 5)))
    assert desk.tracker.state == desk.state
    desk.table.follow(desk.game.layout(desk.state))  # the hands bring the one that was read well
    desk.disturb()
    assert desk.look(8) is None
    assert desk.tracker.state == desk.state
