"""What a judge would remind the players of now."""

from collections.abc import Iterator

from rules.core import Citation, Reminder, first_seat
from rules.irondie.battle_phase import bonuses_due
from rules.irondie.legal_actions import may_declare
from rules.irondie.rolls import awaits_roll, awaits_rolloff
from rules.irondie.skirmish_phase import side_to_roll
from rules.irondie.state import IrondieState
from rules.irondie.why_not import BOOK
from words import tr


def current_reminders(state: IrondieState) -> Iterator[Reminder]:
    """Everything a judge would say now."""
    yield from _in_battle(state)
    if may_declare(state):
        text = tr("Show the die and name its target before it is rolled.")
        yield Reminder(text, Citation(BOOK, "Breakdown of a duel"), first_seat(side_to_roll(state)))
    if state.phase == "skirmish" and state.next_offence >= 0:
        text = tr(
            "Renouncing the offensive holds for the rest of this skirmish; answering stays free."
        )
        yield Reminder(
            text, Citation(BOOK, "The alternation of duels"), first_seat(state.next_offence)
        )
    if state.phase == "duel" and state.duel is not None and state.duel.opportunity:
        text = tr("Only the dice of this duel and their targets may be aimed at now.")
        yield Reminder(text, Citation(BOOK, "Breakdown of a duel"), first_seat(side_to_roll(state)))
    if state.duel is not None and any(not roll.target_known for roll in state.duel.rolls):
        text = tr("A target has not been told: name it, or let what the die does show it.")
        yield Reminder(text, Citation(BOOK, "Breakdown of a duel"))
    if state.phase == "return" and not state.sudden:
        text = tr(
            "One life die may go back to the hand; without any left in battle the game is lost."
        )
        yield Reminder(text, Citation(BOOK, "Phase 4: End of turn"))
    if state.in_last_turn and not state.sudden:
        text = tr("Time is up: this turn is finished as usual, sudden death begins with the next.")
        yield Reminder(text, Citation(BOOK, "Tournament rules"), urgent=True)
    if state.sudden:
        text = tr(
            "Sudden death: no skirmish, no life die taken back, each loses 1 as a turn begins."
        )
        yield Reminder(text, Citation(BOOK, "Tournament rules"), urgent=True)


def _in_battle(state: IrondieState) -> Iterator[Reminder]:
    """What concerns groups, priority and bonuses."""
    if state.bonus and not awaits_roll(state):
        for die in bonuses_due(state):
            yield Reminder(
                tr(
                    "The {title} rolled its bonus: it must be given now.",
                    title=state.dice[die].title,
                ),
                Citation(BOOK, "Color bonus"),
                state.dice[die].seat,
                urgent=True,
            )
    if awaits_rolloff(state):
        text = tr(
            "Roll off for priority: each side rolls any die at hand, the higher number "
            "has it, ties are rolled again."
        )
        yield Reminder(text, Citation(BOOK, "Phase 1: Battle"), urgent=True)
    if state.phase == "battle" and state.turn == 1:
        text = tr("Whoever rolls no life die loses as soon as the first battle phase is over.")
        yield Reminder(text, Citation(BOOK, "The end of the game"))
