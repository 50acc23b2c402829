"""What the tracker makes of Ten Thousand, played by simulated hands."""

from random import Random

import pytest
from msgspec.structs import replace
from pips_positions import GAME, begun, keep

from rules.core import Place
from rules.pips.state import Bank, DiceRolled, Gather, Keep, PutBack, SetDie, ThrowDice
from rules.track import Ask, Commit, Infraction, Tracker, Wait
from tests.bench.sightings.hands import Noise, SimulatedTable
from tests.bench.sightings.sweep import play
from tests.bench.sightings.table import Habits
from tests.track.judged import said

QUIET = Noise(misread=0, missed=0, ghosts=0, jitter_mm=0.1, near_line=0, beside=0)
FACE = {value: value - 1 for value in range(1, 7)}


class Desk:
    """A tracker over a simulated table on which a test plays."""

    def __init__(self, **setup):
        self.state = begun(**setup)
        kinds = GAME.dice({})
        self.tracker = Tracker(GAME, self.state, kinds=kinds)
        self.table = SimulatedTable(GAME.zones, kinds, Random(1))
        self.table.follow(GAME.layout(self.state))
        self.time, self.number = 0.0, 0
        self.look()

    def do(self, *actions):
        """True actions, carried out with hands; then the hands leave."""
        for action in actions:
            chance = GAME.chance(self.state)
            dice = [die for die, _ in chance.dice] if chance is not None else []
            self.state, _ = GAME.apply(self.state, action)
            self.table.follow(GAME.layout(self.state), dice)
        self.disturb()
        return self

    def throw(self, *values, aside=()):
        """Set dice aside, throw the others, and let the table rest."""
        chosen = keep(self.state, *aside).dice if aside else ()
        told = self.do(ThrowDice(chosen), DiceRolled(values)).look()
        assert actions(told)[-1] == DiceRolled(values)
        return self

    def move(self, die, zone, value=None):
        """A hand moves a die of the table, or turns it, whatever the rules say."""
        body = self.table.bodies[str(die)]
        face = body.face if value is None else FACE[value]
        self.table.put(str(die), "d6", Place(zone), face)

    def disturb(self):
        self._look(still=False, hands=True)

    def look(self, times=16):
        """What is said in this many looks, and once the players say that their move is over."""
        return list(said(self._at_rest, times, self.tracker.move_is_over))

    def rest(self, times):
        """What is said in this many looks while nobody says anything."""
        told = [self._at_rest() for _ in range(times)]
        return [verdict for verdict in told if not isinstance(verdict, Wait)]

    def _at_rest(self):
        return self._look(still=True, hands=False)

    def foul(self, times=20):
        """The one foul that is named."""
        self.disturb()
        fouls = [verdict for verdict in self.look(times) if isinstance(verdict, Infraction)]
        assert len(fouls) == 1, fouls
        assert fouls[0].citation.book == "Ten Thousand"
        assert fouls[0].remedy
        return fouls[0]

    def _look(self, **how):
        self.number += 1
        self.time += 0.25
        return self.tracker.look(self.table.look(self.time, self.number, QUIET, **how))


def actions(verdicts):
    assert all(isinstance(verdict, Commit) for verdict in verdicts), verdicts
    return [step.action for verdict in verdicts for step in verdict.steps]


def test_a_throw_is_entered_when_the_dice_lie_still():
    desk = Desk().do(ThrowDice(), DiceRolled((1, 2, 3, 4, 6, 6)))
    assert actions(desk.look()) == [ThrowDice(), DiceRolled((1, 2, 3, 4, 6, 6))]


def test_dice_that_nobody_touches_are_thrown_by_nobody():
    desk = Desk()
    desk.disturb()
    assert desk.look() == []
    assert desk.tracker.state.phase == "start"


def test_keeping_and_throwing_in_one_movement_is_entered_as_that():
    desk = Desk().throw(1, 5, 3, 4, 6, 6)
    desk.do(ThrowDice((0, 1)), DiceRolled((2, 2, 3, 5)))
    assert actions(desk.look()) == [ThrowDice((0, 1)), DiceRolled((2, 2, 3, 5))]


def test_dice_are_kept_one_after_the_other_and_one_is_put_back():
    desk = Desk().throw(1, 5, 5, 4, 6, 6)
    for action in (Keep((0,)), Keep((1,)), PutBack((1,))):
        assert actions(desk.do(action).look()) == [action]


def test_what_is_kept_is_entered_when_the_others_are_thrown_and_not_before():
    desk = Desk().throw(1, 5, 3, 4, 6, 6)
    before = desk.tracker.state
    assert desk.do(Keep((0,))).rest(240) == []  # a minute
    assert desk.tracker.tail == (Keep((0,)),)
    assert desk.tracker.state == before
    told = desk.do(ThrowDice((1,)), DiceRolled((2, 2, 3, 5))).rest(12)
    assert actions(told) == [Keep((0,))]
    assert desk.tracker.tail == (ThrowDice((1,)), DiceRolled((2, 2, 3, 5)))


def test_the_next_players_throw_shows_that_the_one_before_banked():
    desk = Desk().throw(1, 5, 3, 4, 6, 6).do(Bank("throw"), DiceRolled((2, 2, 3, 3, 5, 6)))
    assert actions(desk.look()) == [Bank("throw"), DiceRolled((2, 2, 3, 3, 5, 6))]
    assert desk.tracker.state.banked == (150, 0)


def test_dice_gathered_show_a_bank_at_once():
    desk = Desk().throw(1, 5, 3, 4, 6, 6).do(Bank("gather"))
    assert actions(desk.look()) == [Bank("gather")]
    assert desk.tracker.state.banked == (150, 0)


def test_a_farkle_is_seen_and_the_next_player_takes_the_dice():
    desk = Desk().throw(2, 2, 3, 3, 4, 6)
    assert desk.tracker.state.seat == 1
    desk.throw(1, 2, 3, 4, 6, 6)
    assert desk.tracker.state.seat == 1
    assert actions(desk.do(Bank(), Gather()).look()) == [Bank("gather")]


def test_hot_dice_are_thrown_by_the_same_player():
    desk = Desk().throw(1, 2, 3, 4, 5, 6).throw(1, 2, 3, 4, 6, 6, aside=(1, 2, 3, 4, 5, 6))
    assert desk.tracker.state.seat == 0
    assert desk.tracker.state.points == 1500


def test_where_hot_dice_may_be_banked_it_is_asked_who_threw():
    desk = Desk(format="farkle").throw(1, 2, 3, 4, 5, 6)
    desk.do(Keep((0, 1, 2, 3, 4, 5)))
    assert any(isinstance(verdict, Ask) for verdict in desk.look(30))


# -- fouls


def test_a_kept_die_that_scores_nothing_is_named():
    desk = Desk().throw(1, 5, 3, 4, 6, 6)
    desk.move(2, "keep")
    foul = desk.foul()
    assert foul.code == "kept-nothing"
    assert "3" in foul.text
    desk.move(2, "throw")
    desk.disturb()
    mended = [verdict for verdict in desk.look() if isinstance(verdict, Infraction)]
    assert [verdict.mended for verdict in mended] == [True]


def test_a_kept_die_thrown_again_is_named():
    desk = Desk().throw(1, 5, 3, 4, 6, 6).throw(5, 2, 3, 4, aside=(1, 5))
    desk.move(0, "throw", 4)
    for die, value in ((3, 2), (4, 4), (5, 3)):
        desk.move(die, "throw", value)
    foul = desk.foul()
    assert foul.code == "rolled-a-kept-die"


def test_dice_thrown_again_with_nothing_kept_are_named():
    desk = Desk(format="standard").throw(5, 2, 3, 4, 6, 6)
    for die, value in enumerate((4, 4, 3, 2, 2, 1)):
        desk.move(die, "throw", value)
    assert desk.foul().code == "nothing-kept"


def passed_on(desk):
    """Ana keeps a 1, and then Bo throws all six dice."""
    desk.throw(1, 2, 3, 4, 6, 6).do(Keep((0,))).look()
    for die, value in enumerate((4, 4, 3, 2, 2, 1)):
        desk.move(die, "throw", value)
    return desk


def test_dice_passed_on_below_the_entry_score_are_named():
    foul = passed_on(Desk(format="standard")).foul()
    assert foul.code == "passed-below-entry"
    assert "500" in foul.text
    assert "100" in foul.text
    assert foul.seat == 0


def test_dice_gathered_below_the_entry_score_are_named():
    desk = Desk(format="standard").throw(1, 2, 3, 4, 6, 6).do(Keep((0,)))
    desk.look()
    for die in range(1, 6):
        desk.move(die, "keep")
    assert desk.foul().code == "passed-below-entry"


def test_a_turn_begun_with_fewer_dice_is_named():
    desk = Desk().throw(1, 5, 3, 4, 6, 6).throw(2, 3, 4, 6, aside=(1, 5))
    assert desk.tracker.state.seat == 1
    for die, value in ((2, 1), (3, 1), (4, 6), (5, 5)):
        desk.move(die, "throw", value)
    assert desk.foul().code == "threw-too-few"


def test_a_seventh_die_is_named():
    desk = Desk().throw(1, 5, 3, 4, 6, 6)
    desk.table.put("seventh", "d6", Place("keep"), FACE[2])
    foul = desk.foul()
    assert foul.code == "seventh-die"
    assert "six" in foul.text


def test_a_die_off_the_mat_is_named():
    desk = Desk().throw(1, 5, 3, 4, 6, 6)
    del desk.table.bodies["5"]
    desk.disturb()
    told = desk.look(30)
    asked = next(verdict for verdict in told if isinstance(verdict, Ask))
    assert asked.text == "Where is the die?"
    assert asked.answers[0].text == "the die lies in the throwing zone"
    desk.tracker.answer(asked.number, len(asked.answers) - 1)  # it lies nowhere: it was taken away
    fouls = [verdict for verdict in desk.look(20) if isinstance(verdict, Infraction)]
    assert [foul.code for foul in fouls] == ["die-off-the-mat"]


def test_a_leaning_die_is_named():
    desk = Desk().throw(1, 5, 3, 4, 6, 6)
    desk.move(5, "throw")
    desk.table.bodies["5"] = replace(desk.table.bodies["5"], cocked=True)
    assert desk.foul().code == "leaning-die"


def test_a_judge_lets_a_foul_stand():
    desk = Desk().throw(1, 5, 3, 4, 6, 6)
    desk.move(2, "keep")
    foul = desk.foul()
    desk.tracker.allow(foul.number)
    assert desk.tracker.state.zone[2] == "keep"
    assert desk.look() == []


def test_a_judge_who_lets_dice_be_passed_on_ends_the_turn():
    desk = passed_on(Desk(format="standard"))
    desk.tracker.allow(desk.foul().number)
    after = desk.tracker.state
    assert (after.seat, after.banked, sorted(after.value)) == (1, (0, 0), [1, 2, 2, 3, 4, 4])


def test_what_a_judge_sets_by_hand_is_never_a_dead_end():
    desk = Desk().throw(1, 5, 3, 4, 6, 6)
    state = desk.tracker.state
    for die in range(6):
        state, _ = GAME.apply(state, SetDie(die, "keep", 3 + die % 2))
    assert GAME.legal_actions(state)


# -- whole games


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_are_followed_without_a_wrong_entry(players):
    names = ["Ana", "Bo", "Cy", "Di"][:players]
    score = play(
        GAME, {"names": names, "format": "quick"}, 200 + players, Habits(foul=0.05), "plain"
    )
    assert score.wrong == 0, score.diary
    assert score.false_alarms == 0, score.diary
    assert score.actions > 25
