"""'The table is right': what lies there becomes the state, by one entry with both names."""

from random import Random

import pytest

from rules.core import CHANCE
from rules.journal import Journal, replay
from rules.journal.verify import not_by_the_rules
from rules.registry import known_game
from rules.track import Infraction
from rules.track.referee import Referee
from tests.bench.sightings.hands import Noise, SimulatedTable

QUIET = Noise(misread=0, missed=0, ghosts=0, jitter_mm=0.1, near_line=0, beside=0)
BOTH = "Ana, Ben"


class Table:
    """A referee whose record and table part."""

    def __init__(self, name, steps, seed=3):
        known, self.chance = known_game(name), Random(seed)
        self.game, setup = known.load(), known.demo_setup()
        self.referee = Referee(self.game, Journal.in_memory(name, setup))
        for _ in range(steps):
            if self.game.to_move(self.referee.state) is not None:
                self.referee.announce(self.any_action(self.referee.state))
        self.state = self.referee.state
        self.table = SimulatedTable(self.game.zones, self.game.dice(setup), Random(1))
        self.number = 0
        self.lay()

    def any_action(self, state):
        if self.game.to_move(state) == CHANCE:
            return self.game.sample(state, self.chance)
        return self.chance.choice(list(self.game.legal_actions(state)))

    def play_unseen(self, steps):
        """So much is played that nobody sees."""
        for _ in range(steps):
            if self.game.to_move(self.state) is not None:
                self.state, _ = self.game.apply(self.state, self.any_action(self.state))
        self.lay()

    def lay(self):
        self.table.follow(self.game.layout(self.state))
        for body in self.table.bodies.values():
            body.track = self.table.fresh_track()

    def look(self, times, *, hands=False):
        told = []
        for _ in range(times):
            self.number += 1
            seen = self.table.look(
                self.number / 4, self.number, QUIET, hands=hands, still=not hands
            )
            told.append(self.referee.look(seen).verdict)
        return told

    def rest(self, times=12):
        self.look(1, hands=True)
        return self.look(times)

    @property
    def entries(self):
        return tuple(self.referee.journal.entries())

    def lies(self, state):
        """What can be seen: how many dice of a kind show which face where."""
        seen = [
            (
                lie.kind,
                lie.place,
                lie.face if self.game.zones[lie.place.zone].value == "open" else 0,
            )
            for lie in self.game.layout(state)
        ]
        return sorted(seen, key=repr)


@pytest.mark.parametrize(("name", "seed"), [("tmnt", 0), ("avx", 2), ("imwm", 1)])
def test_what_lies_there_becomes_the_state(name, seed):
    table = Table(name, 60, seed)
    table.rest()
    table.play_unseen(25)
    table.rest(3)
    before = len(table.entries)
    table.referee.table_is_right(BOTH)
    entry = table.entries[before]
    assert (entry.kind, entry.cause, entry.facts["who"]) == ("correction", "agreed", BOTH)
    assert entry.facts["differences"]
    assert {step.kind for step in table.entries[before + 1 :]} == {"step"}
    assert not_by_the_rules(table.entries, lambda _: table.game) == ""
    told = table.rest(20)
    assert not any(isinstance(verdict, Infraction) for verdict in told), told
    assert told[-1].reason in {"nothing-new", "provisional"}


def test_a_whole_game_goes_on_from_there():
    table = Table("tmnt", 60)
    table.play_unseen(30)
    table.rest(3)
    table.referee.table_is_right(BOTH)
    assert replay(table.entries, table.game).state == table.referee.state


def test_ten_thousand_is_put_right_too():
    table = Table("tenthousand", 60, 0)
    table.rest()
    table.play_unseen(25)
    table.rest(3)
    assert table.referee.table_is_right(BOTH).entries


def test_a_table_that_agrees_with_the_record_is_said_to():
    table = Table("tmnt", 60)
    table.rest()
    with pytest.raises(ValueError, match="the table and the record agree"):
        table.referee.table_is_right(BOTH)


def test_nothing_is_taken_from_a_table_under_hands():
    table = Table("tmnt", 20)
    table.look(1, hands=True)
    with pytest.raises(ValueError, match="nothing lies still yet"):
        table.referee.table_is_right(BOTH)


def test_a_name_of_300_letters_is_refused_and_nothing_is_written():
    table = Table("tmnt", 20)
    table.play_unseen(25)
    table.rest()
    before = len(table.entries)
    with pytest.raises(ValueError, match="a name has at most 100 letters"):
        table.referee.table_is_right("x" * 300)
    assert len(table.entries) == before


def test_a_referee_that_nothing_explains_the_table_to_says_so_while_people_play_on():
    table = Table("tmnt", 60)
    table.rest()
    assert not table.referee.lost
    for _ in range(6):
        table.play_unseen(25)
        table.rest(40)
    assert table.referee.lost
    table.referee.table_is_right(BOTH)
    assert not table.referee.lost


@pytest.mark.slow
def test_twenty_minutes_of_a_question_nobody_answers_are_caught_up_or_said():
    """The question is open while they play on: in the end it is followed, said, or named a foul."""
    table = Table("tmnt", 60)
    table.rest()
    silent = 0.0
    for _ in range(60):  # 20 minutes, four looks a second
        table.play_unseen(2)
        said = table.rest(79)
        referee = table.referee
        follows = table.lies(referee.shown) == table.lies(table.state)
        heard = referee.lost or referee.foul is not None or referee.question is not None
        silent = 0.0 if follows or heard else silent + 20
        assert silent <= 60, (said[-1], referee.tail)


def test_a_table_that_nobody_touches_is_waited_for():
    table = Table("tmnt", 60)
    table.rest()
    table.play_unseen(25)
    table.rest(400)
    assert not table.referee.lost
