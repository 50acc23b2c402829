"""What a correction would do to a record, before anything is written."""

import random

import pytest

from rules.core import CHANCE
from rules.journal import Draft, Journal, corrected, counting, last_step, moments_of, replay
from rules.registry import known_game

KNOWN = known_game("tmnt")
GAME = KNOWN.load()
STEPS = 30


@pytest.fixture(scope="module")
def entries():
    setup, rng = KNOWN.demo_setup(), random.Random(4)
    journal, state = Journal.in_memory("tmnt", setup), GAME.new(setup)
    for _ in range(STEPS):
        by_chance = GAME.to_move(state) == CHANCE
        action = GAME.sample(state, rng) if by_chance else rng.choice(GAME.legal_actions(state))
        state, _ = GAME.apply(state, action)
        journal.append(
            Draft(kind="step", action=GAME.write_action(action), digest=GAME.digest(state))
        )
    return tuple(journal.entries())


def test_without_anything_instead_the_game_stands_before_the_entry(entries):
    done = corrected(entries, GAME, 12)
    before = replay(entries[:11], GAME).state
    assert GAME.digest(done.before) == GAME.digest(done.after) == GAME.digest(before)
    assert done.kept == ()


def test_the_same_again_keeps_all_that_followed(entries):
    action = GAME.read_action(entries[11].action)
    done = corrected(entries, GAME, 12, [action], keep_later=True)
    assert [moment.entry.number for moment in done.kept] == list(range(13, STEPS + 2))
    assert done.dropped == ()
    assert GAME.digest(done.after) == entries[-1].digest


def test_what_no_longer_follows_is_dropped_with_all_after_it(entries):
    done = corrected(entries, GAME, 12, keep_later=True)
    numbers = [*(moment.entry.number for moment in done.kept), *done.dropped]
    assert numbers == list(range(13, STEPS + 2))
    assert done.dropped


def test_nothing_goes_back_before_the_set_up(entries):
    assert GAME.digest(corrected(entries, GAME, 1).after) == GAME.digest(
        GAME.new(entries[0].facts["setup"])
    )


def test_a_step_that_was_taken_back_is_told_and_does_not_count(entries):
    journal = Journal.in_memory("tmnt", KNOWN.demo_setup())
    for entry in entries[1:6]:
        journal.append(Draft(kind="step", action=entry.action, digest=entry.digest))
    journal.append(Draft(kind="correction", replaces=4))
    journal.append(Draft(kind="step", action=entries[3].action, digest=entries[3].digest))
    written = tuple(journal.entries())
    assert [entry.number for entry in counting(written)] == [1, 2, 3, 8]
    told = list(moments_of(written, GAME))
    assert [moment.entry.number for moment in told] == list(range(1, 9))
    assert GAME.digest(told[6].state) == entries[2].digest  # right after the correction
    assert GAME.digest(told[7].state) == GAME.digest(replay(written, GAME).state)


def test_the_last_step_may_leave_out_those_of_a_clock(entries):
    journal = Journal.in_memory("tmnt", KNOWN.demo_setup())
    for entry, cause in zip(entries[1:4], ("seen", "seen", "clock"), strict=True):
        journal.append(Draft(kind="step", action=entry.action, digest=entry.digest, cause=cause))
    moments = replay(journal.entries(), GAME).moments
    assert (last_step(moments), last_step(moments, but="clock")) == (4, 3)
    assert last_step(moments[:1]) is None
