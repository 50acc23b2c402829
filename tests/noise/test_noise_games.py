"""Whole games by simulated hands under a noisy simulated eye: nothing false is ever written."""

from random import Random

import msgspec
import pytest

from rules.core import Place, Placement
from rules.dicemasters.engine.setup import demo_setup
from rules.dicemasters.game import GAMES
from rules.track.alike import may_lie
from tests.bench.sightings import foul_play
from tests.bench.sightings.foul_play import KINDS, Foul, commit_foul, is_legal
from tests.bench.sightings.hands import Noise, SimulatedTable, joined, readings
from tests.bench.sightings.sweep import EVERYTHING, play
from tests.bench.sightings.table import Habits

FAST = Habits(actions=60)


def played(name, seed, habits):
    return play(GAMES[name], demo_setup(name), seed, habits)


@pytest.mark.parametrize("name", ["tmnt", "avx"])
def test_no_wrong_entry_is_written_in_a_noisy_game(name):
    score = played(name, 0, FAST)
    assert score.wrong == 0, score.diary
    assert score.committed + score.announced > 40


def test_fouls_are_named_and_seen_mended():
    score = played("tmnt", 2, Habits(foul=0.3, actions=60))
    assert score.fouls.total() >= 4
    assert score.missed_fouls.total() <= 0.25 * score.fouls.total(), score.diary
    assert score.unmended == 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8000, 8003))
@pytest.mark.parametrize("name", sorted(GAMES))
def test_nothing_wrong_is_written_in_a_whole_noisy_game_with_fouls(name, seed):
    score = played(name, seed, EVERYTHING)
    assert score.wrong == 0, score.diary


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_simulated_foul_spoils_the_table(kind):
    game = GAMES["tmnt"]
    rng = Random(1)
    state = game.new(demo_setup("tmnt"))
    for _ in range(600):
        foul = KINDS[kind](game, state, rng)
        if foul is not None and (foul.cocked or not is_legal(game, state, foul.layout)):
            return
        legal = game.legal_actions(state)
        action = rng.choice(list(legal)) if legal else game.sample(state, rng)
        state, _ = game.apply(state, action)
        if game.to_move(state) is None:
            state = game.new(demo_setup("tmnt"))
    pytest.fail(f"no {kind} in 600 states")


def test_no_simulated_foul_puts_a_die_under_another_where_nobody_sees_it(monkeypatch):
    game = GAMES["tmnt"]
    state = game.new(demo_setup("tmnt"))

    def hidden(game, state, rng):
        first, second, *others = game.layout(state)
        lies_under = msgspec.structs.replace(first, under=second.die)
        return Foul("hidden", (lies_under, second, *others))

    monkeypatch.setattr(foul_play, "KINDS", {"hidden": hidden})
    assert commit_foul(game, state, Random(1)) is None


def test_where_any_face_will_do_no_face_is_a_foul():
    game = GAMES["tmnt"]
    prep = Place("prep", 0)
    any_face = Placement("one", "sidekick", prep)
    shows = msgspec.structs.replace(any_face, face=3)
    assert may_lie([shows], [any_face], game)
    assert not may_lie([shows], [msgspec.structs.replace(shows, face=4)], game)
    assert not may_lie([shows], [any_face, any_face], game)


def test_one_misread_look_in_five_leaves_the_right_face_ahead():
    kinds = {facts.kind: facts for facts in GAMES["tmnt"].dice(demo_setup("tmnt"))}
    right, wrong = readings(kinds, ("sidekick", 2), 0.99), readings(kinds, ("sidekick", 4), 0.99)
    together = joined([wrong, right, right, right, right])
    assert max(together, key=together.get) == ("sidekick", 2)


def test_a_simulated_eye_without_noise_sees_every_die_as_it_lies():
    game = GAMES["tmnt"]
    setup = demo_setup("tmnt")
    table = SimulatedTable(game.zones, game.dice(setup), Random(3))
    state = game.new(setup)
    rng = Random(3)
    for _ in range(40):
        legal = game.legal_actions(state)
        action = rng.choice(list(legal)) if legal else game.sample(state, rng)
        state, _ = game.apply(state, action)
    table.follow(game.layout(state))
    quiet = Noise(misread=0, missed=0, ghosts=0, hesitant=0, overlooked=0, covered=0, beside=0)
    look = table.look(0.0, 1, quiet)
    assert len(look.dice) == len(table.bodies) > 0
    shown = sorted((body.kind, body.place.zone) for body in table.bodies.values())
    seen = sorted((max(s.likelihood, key=s.likelihood.get)[0], s.zone) for s in look.dice)
    assert seen == shown


def test_of_simulated_dice_that_all_lie_under_others_the_topmost_is_seen():
    game = GAMES["tmnt"]
    table = SimulatedTable(game.zones, game.dice(demo_setup("tmnt")), Random(3))
    for name in ("one", "two", "three"):
        table.put(name, "sidekick", Place("used", 0), 0)
    buried = Noise(missed=0, ghosts=0, overlooked=0, covered=1.0, beside=0)
    assert len(table.look(0.0, 1, buried).dice) == 1


def lying(table):
    return {(body.kind, body.place, body.x, body.y, body.track) for body in table.bodies.values()}


def test_sparing_hands_leave_a_die_lying_that_would_come_back_where_it_lay():
    game = GAMES["tmnt"]
    table = SimulatedTable(game.zones, game.dice(demo_setup("tmnt")), Random(3))
    field, used = Place("field", 0), Place("used", 0)
    table.put("back", "sidekick", field, 5)
    table.put("swapped", "sidekick", used, 1)
    before, lay = table.at_rest(), lying(table)
    table.put("back", "sidekick", Place("attack", 0), 5)
    table.put("back", "sidekick", field, 5)
    del table.bodies["swapped"]
    table.put("another", "sidekick", used, 4)
    table.leave_lying(before, (), share=1.0)
    assert lying(table) == lay
    assert set(table.bodies) == {"back", "another"}


def test_sparing_hands_move_what_must_be_thrown_or_shows_another_face():
    game = GAMES["tmnt"]
    table = SimulatedTable(game.zones, game.dice(demo_setup("tmnt")), Random(3))
    field = Place("field", 0)
    table.put("thrown", "sidekick", field, 5)
    table.put("turned", "sidekick", field, 1)
    before, lay = table.at_rest(), lying(table)
    table.put("thrown", "sidekick", field, 5)
    table.put("turned", "sidekick", field, 2)
    table.leave_lying(before, ("thrown",), share=1.0)
    assert not lying(table) & lay


def test_players_may_say_all_before_the_hands_do_what_is_left_of_it():
    score = played("tmnt", 0, Habits(announce=0.0, aloud=1.0, actions=60))
    assert score.announced > 20
    assert score.wrong == 0, score.diary
    assert score.false_alarms == 0, score.diary
