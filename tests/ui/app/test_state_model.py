"""What the screen says of a step: the sentence names the dice that did it."""

from dataclasses import replace

from rules.core import Event, Outcome, SeatView
from tests.ui import tables
from ui.app.log_lines import line_of_event
from ui.app.state_model import with_changes


def hurt(*events, outcome=None):
    """The cause shown for seat 0 losing two life by these events."""
    before = tables.attack_step()
    view = before.view
    ana, bo = view.seats
    hurt_view = type(view)(
        (SeatView(ana.name, ana.life - 2, ana.life_start), bo),
        view.turn, view.active, view.step, view.substep, view.dice,
    )  # fmt: skip
    after = replace(before, view=hurt_view, outcome=outcome)
    shown = with_changes(before, after, [line_of_event(event, 1.0) for event in events])
    return {change.seat: change.cause for change in shown.life_changes}[0]


DAMAGED = Event("die-damaged", "April takes 1 damage", 1)


def test_life_is_lost_to_the_dice_that_dealt_it():
    facts = {"life": 15, "by": -2, "dealers": "Thor, Sidekick"}
    assert (
        hurt(DAMAGED, Event("player-damaged", "Ana takes 2 damage", 0, facts)) == "Thor, Sidekick"
    )


def test_the_end_of_the_game_is_no_cause():
    gone = Event("into-abyss", "Ana's Fortress goes to the abyss.")
    won = Event("won", "Bo wins.")
    assert hurt(gone, won, outcome=Outcome((1,), "Bo wins.")) == gone.text
