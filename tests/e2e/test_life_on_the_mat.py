"""The bead on the printed life track, seen by the camera, against the record."""

import pytest

from calibration.mats import mat_named
from hardware.simulated import SimulatedHands, SimulatedTable, Viewpoint
from rules.journal import Journal
from rules.track.life import WITHOUT_CAUSE, Patience
from rules.track.referee import Referee
from ui.app.eyes import camera_eye
from ui.app.known_games import known_game
from ui.app.looks import die_kinds
from ui.app.session import Session
from ui.app.simulated_players import wanted
from ui.app.table_model import AllowFoul


class Evening:
    """A game about to begin on the simulated table, with both beads where the game begins."""

    def __init__(self):
        known = known_game("tmnt")
        game, setup = known.load(), known.demo_setup()
        dice = die_kinds(game.dice(setup))
        lies = mat_named(known.mat_for(setup))
        view = Viewpoint.overlooking(lies.width, lies.height, size=(640, 360), tilt=6.0)
        self.table = SimulatedTable(lies, view=view, fps=8.0, still_size=(1920, 1080))
        self.hands = SimulatedHands(self.table, {kind.kind: kind for kind in dice})
        state = game.new(setup)
        self.hands.arrange_now(dict(wanted(game.layout(state))))
        self.lives = [seat.life for seat in game.view(state).seats]
        for seat, life in enumerate(self.lives):
            self.hands.mark_life(seat, life)
        self.journal = Journal.in_memory(game.name, setup)
        referee = Referee(game, self.journal, None, Patience(looks=3, late=2.0, moved=2.0))
        eye = camera_eye(lies, dice, drawn=True)
        self.session = Session(referee, eye, title=known.title)

    def watch(self, seconds):
        for _ in range(round(seconds * self.table.fps)):
            self.session.step(self.table.read(), self.table.still)


@pytest.fixture(scope="module")
def evening():
    made = Evening()
    made.watch(5)
    return made


def test_a_bead_pushed_without_cause_is_named_and_mended_through_the_camera(evening):
    assert evening.journal.numbers("foul") == ()
    assert evening.journal.numbers("question") == ()
    evening.hands.mark_life(1, evening.lives[1] - 3)
    evening.watch(6)
    (foul,) = evening.session.latest().fouls
    assert (foul.code, foul.seat) == (WITHOUT_CAUSE, 1)
    assert f"to {evening.lives[1] - 3}" in foul.text
    evening.hands.mark_life(1, evening.lives[1])
    evening.watch(4)
    assert evening.session.latest().fouls == ()


def test_a_bead_that_is_let_stand_changes_the_record(evening):
    evening.hands.mark_life(0, evening.lives[0] - 1)
    evening.watch(6)
    (foul,) = evening.session.latest().fouls
    evening.session.send(AllowFoul(foul.number))
    evening.watch(1)
    assert evening.session.latest().fouls == ()
    assert evening.session.latest().view.seats[0].life == evening.lives[0] - 1
