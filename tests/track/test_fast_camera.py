"""A camera with thirty frames a second looks often while a hand is only on its way back."""

from rules.track import Ask, Options, Tracker
from tests.bench.sightings.hands import Noise

LOOK_S = 1 / 30
QUIET = Noise(misread=0, missed=0, ghosts=0, jitter_mm=0.1, near_line=0)


def doubtful_look(desk, number):
    """A look at a rolled die that is read as one face and as another in turn."""
    desk.table.bodies["0-blue-1"].face = 4 if number % 2 else 1
    desk.number += 1
    desk.time += LOOK_S
    return desk.tracker.look(desk.table.look(desk.time, desk.number, QUIET))


def test_nobody_is_asked_before_half_a_second_of_rest(desk):
    patience = Options().patience_s
    desk.tracker = Tracker(desk.game, desk.state, Options(), kinds=desk.game.dice({}))
    desk.do(("drawn", "blue", "red"), ("rolled", 2, 4))
    began = desk.time + LOOK_S
    verdicts = []
    desk.tracker.move_is_over()  # the players say so as soon as their hands have left
    while desk.time < began + 3 * patience and not (verdicts and isinstance(verdicts[-1], Ask)):
        verdicts.append(doubtful_look(desk, len(verdicts)))
    assert isinstance(verdicts[-1], Ask)
    assert len(verdicts) > Options().patience
    assert desk.time - began >= patience - 1e-6
