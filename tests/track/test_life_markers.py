"""A marker on the mat is checked against the record: asked about once, never without cause."""

from random import Random

import msgspec
import pytest
from pebbles import PebblesGame

from rules.core import Citation, Violation
from rules.journal import Journal, replay
from rules.track import Ask, Commit, Infraction, Look, Marker, Options, Wait
from rules.track.life import WITHOUT_CAUSE, LifeWatch, Patience
from rules.track.referee import Referee

CALM = Patience(looks=3, late=4.0, moved=6.0)


class MarkedPebbles(PebblesGame):
    """Pebbles whose life can be put right by hand."""

    def life_rule(self, state):
        return Citation("Pebbles", "Life")

    def life_by_hand(self, state, seat, life):
        return ("life", seat, life)

    def why_not(self, state, action):
        return None if action[0] == "life" else super().why_not(state, action)

    def apply(self, state, action):
        if action[0] != "life":
            return super().apply(state, action)
        lives = list(state.life)
        lives[action[1]] = action[2]
        return msgspec.structs.replace(state, life=tuple(lives)), ()


class Desk:
    """A referee over an empty table with markers on both life tracks."""

    def __init__(self, path):
        self.path, self.game = path, MarkedPebbles()
        self.referee = Referee(self.game, Journal.create(path, "pebbles", {}), Options(), CALM)
        self.markers = [6, 6]
        self.number = 0

    def look(self, seconds, *, hands=False):
        """Everything that is said while the table lies like this."""
        told = []
        for _ in range(seconds * 4):
            self.number += 1
            life = tuple(Marker(seat, marker) for seat, marker in enumerate(self.markers))
            look = Look(
                0.25 * self.number, 0.25 * self.number, self.number, not hands, hands, (), life
            )
            ruling = self.referee.look(look)
            told += [ruling] if not isinstance(ruling.verdict, Wait) else []
        return told


def hurt(desk, seat, life):
    """Life changes in the record, by what happened in the game."""
    desk.referee.announce(("life", seat, life))


@pytest.fixture
def desk(tmp_path):
    made = Desk(tmp_path / "game.diceref")
    assert made.look(20) == []
    return made


def kinds(journal):
    return [entry.kind for entry in journal.entries()]


def test_a_marker_that_follows_a_little_late_is_never_asked_about(desk):
    hurt(desk, 1, 4)
    assert desk.look(3) == []
    desk.markers[1] = 4
    assert desk.look(20) == []


def test_a_marker_that_stays_behind_is_asked_about_once(desk):
    hurt(desk, 1, 4)
    (ruling,) = desk.look(30)
    assert isinstance(ruling.verdict, Ask)
    assert "marker says 6, the record says 4" in ruling.verdict.text
    assert desk.referee.question == ruling.verdict
    assert ruling.entries[0].facts["marker"] == 6


def test_the_question_goes_when_the_marker_is_moved(desk):
    hurt(desk, 1, 4)
    desk.look(10)
    desk.markers[1] = 4
    (ruling,) = desk.look(5)
    assert ruling.verdict == Commit(())
    assert desk.referee.question is None
    assert replay(desk.referee.journal.entries(), desk.game).question is None


def test_who_has_the_wrong_marker_is_reminded_until_it_is_moved(desk):
    hurt(desk, 1, 4)
    (asked,) = desk.look(10)
    desk.referee.answer(asked.verdict.number, 0)
    assert [reminder.seat for reminder in desk.referee.reminders] == [1]
    assert "4" in desk.referee.reminders[0].text
    assert desk.look(20) == []
    desk.markers[1] = 4
    desk.look(1)
    assert desk.referee.reminders == ()


def test_where_the_record_is_wrong_it_is_corrected_by_an_entry(desk):
    hurt(desk, 1, 4)
    desk.markers[1] = 5
    (asked,) = desk.look(10)
    ruling = desk.referee.answer(asked.verdict.number, 1)
    assert [entry.kind for entry in ruling.entries] == ["answer", "step"]
    assert ruling.entries[1].cause == "corrected"
    assert desk.referee.state.life == (6, 5)
    assert desk.look(20) == []
    assert replay(desk.referee.journal.entries(), desk.game).state.life == (6, 5)


def test_a_marker_moved_without_cause_is_a_foul_and_moving_it_back_mends_it(desk):
    desk.markers[0] = 5
    (ruling,) = desk.look(30)
    foul = ruling.verdict
    assert isinstance(foul, Infraction)
    assert (foul.code, foul.seat, foul.citation.book) == (WITHOUT_CAUSE, 0, "Pebbles")
    assert desk.referee.foul == foul
    desk.markers[0] = 6
    (mended,) = desk.look(5)
    assert mended.verdict.mended
    assert desk.referee.foul is None
    assert kinds(desk.referee.journal)[-2:] == ["foul", "mended"]


def test_a_marker_moved_before_the_dice_that_explain_it_is_no_foul(desk):
    desk.markers[1] = 4
    assert desk.look(5) == []
    hurt(desk, 1, 4)
    assert desk.look(20) == []


def test_a_judge_may_let_the_marker_stand(desk):
    desk.markers[0] = 5
    (ruling,) = desk.look(10)
    desk.referee.allow(ruling.verdict.number)
    assert desk.referee.foul is None
    assert desk.referee.state.life == (5, 6)
    assert desk.look(20) == []


@pytest.mark.parametrize("markers", [[None, None], [None, 6], []])
def test_without_a_marker_there_is_never_a_question(tmp_path, markers):
    desk = Desk(tmp_path / "game.diceref")
    desk.markers = markers
    hurt(desk, 0, 2)
    assert desk.look(30) == []


def test_nothing_is_asked_while_hands_are_over_the_table(desk):
    hurt(desk, 1, 4)
    assert desk.look(20, hands=True) == []


@pytest.mark.parametrize("moved", [False, True])
def test_what_is_open_about_a_marker_is_open_after_a_restart(desk, moved):
    if moved:
        desk.markers[1] = 4
    else:
        hurt(desk, 1, 4)
    (said,) = desk.look(10)
    desk.referee.journal.close()
    desk.referee = Referee(desk.game, Journal.open(desk.path), Options(), CALM)
    standing = desk.referee.foul if moved else desk.referee.question
    assert standing is not None
    assert standing.number == said.verdict.number
    assert desk.look(10) == []
    desk.markers[1] = 6 if moved else 4
    assert len(desk.look(5)) == 1
    assert desk.referee.foul is None
    assert desk.referee.question is None


@pytest.mark.parametrize("seed", range(6))
def test_honest_players_who_move_their_markers_early_or_late_hear_nothing(tmp_path, seed):
    rng = Random(seed)
    desk = Desk(tmp_path / "game.diceref")
    for life in (5, 4, 3, 2, 1):
        seat = rng.randrange(2)
        lives = desk.referee.state.life
        if lives[seat] < life:
            continue
        if rng.random() < 0.5:  # first the marker, then the dice that say why
            desk.markers[seat] = life
            assert desk.look(rng.randrange(1, 5)) == []
            hurt(desk, seat, life)
        else:
            hurt(desk, seat, life)
            assert desk.look(rng.randrange(1, 4)) == []
            desk.markers[seat] = life
        assert desk.look(rng.randrange(1, 20)) == []


@pytest.mark.parametrize("seed", range(6))
def test_whoever_gives_themselves_life_is_found_out_whenever_it_happens(tmp_path, seed):
    rng = Random(seed)
    desk = Desk(tmp_path / "game.diceref")
    for life in (5, 4):
        hurt(desk, 0, life)
        desk.markers[0] = life
        assert desk.look(rng.randrange(1, 20)) == []
    desk.markers[0] = rng.choice([3, 5, 6])
    (said,) = desk.look(20)
    assert said.verdict.code == WITHOUT_CAUSE
    assert said.verdict.seat == 0


class MidEffect(MarkedPebbles):
    """What was done last is an effect that nobody has finished: no life is set in it."""

    def why_not(self, state, action):
        if action[0] == "life" and state.life[0] == 5:
            return Violation("effect", "An effect is open.", Citation("Pebbles", "Effects"), "")
        return super().why_not(state, action)


def test_a_marker_moved_for_an_effect_that_is_not_in_the_record_yet_is_no_foul():
    game = MidEffect()
    watch, state = LifeWatch(game, CALM), game.new({})
    open_effect = msgspec.structs.replace(state, life=(5, 6))
    for number in range(60):
        marked = Look(
            number, number, number, still=True, hands=False, dice=(), life=(Marker(0, 4),)
        )
        watch.see(marked, state)
    assert watch.due(state, open_effect) is None
    assert watch.due(state, state) is not None
