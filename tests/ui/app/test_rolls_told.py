"""The record tells of the rolls that were thrown, though others would end alike."""

from ui.app.simulation import Simulation


def test_a_roll_that_was_thrown_again_whole_is_told_as_it_fell():
    simulation = Simulation("tmnt", eye="truth", seed=1)
    simulation.play(most=16)
    events = (event for entry in simulation.journal.entries() for event in entry.events)
    rolls = [event.text for event in events if event.code == "rolled"]
    assert "Sebastian rolls 2 Shield, 2 Sidekick" in rolls, rolls
    assert "Sebastian rolls Fist, Mask, 2 Bolt" in rolls, rolls
