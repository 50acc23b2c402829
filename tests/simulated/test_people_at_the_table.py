"""The simulated people: what they play is a legal game, and their dice are solid things."""

from bisect import bisect_right
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.mats import mat_named
from hardware.simulated import SimulatedTable
from hardware.simulated.people.eye import NOISES, Eye
from hardware.simulated.people.film import moments
from hardware.simulated.people.habits import PLAIN, TEMPERAMENTS, USUAL, every, only, pause
from hardware.simulated.people.play import People
from hardware.simulated.people.script import Pose, Script
from rules.core import Place, ZoneKind
from rules.dicemasters.cards.random_teams import random_setup
from rules.registry import families, known_game
from ui.app.looks import die_kinds

EDITIONS = tuple(families()[0].titles)
GAMES = {name: known_game(name).load() for name in EDITIONS}


def played(edition="avx", seed=1, habits=PLAIN, most=60) -> Script:
    known = known_game(edition)
    setup = known.family.random_setup(edition, Random(seed))
    people = People(known.load(), setup, mat_named(known.mat_for(setup)), habits, seed, most=most)
    return people.play()


def lying_at(script: Script, time: float) -> dict[str, Pose]:
    lying: dict[str, Pose] = {}
    for movement in script.movements:
        if movement.time > time:
            break
        if movement.pose is None:
            lying.pop(movement.die, None)
        else:
            lying[movement.die] = movement.pose
    return lying


def assert_lies_as_the_rules_say(script, edition, setup_seed, lying, state):
    game = GAMES[edition]
    printed = {f.kind: f.faces for f in game.dice(random_setup(Random(setup_seed), edition))}
    for lie in game.layout(state):
        kind = game.zones[lie.place.zone]
        pose = lying.get(lie.die)
        if kind is ZoneKind.HIDDEN:
            assert pose is None or pose.place == lie.place, lie  # not bought, beside the mat
            continue
        assert pose is not None, lie
        rolled_elsewhere = lie.place.zone == "prep" and pose.place in {
            None,  # a tray
            Place("reserve", lie.place.seat),
        }
        assert pose.place == lie.place or rolled_elsewhere, (lie, pose)
        if kind is ZoneKind.OPEN and lie.face is not None and lie.under is None:
            assert printed[lie.kind][pose.face] == printed[lie.kind][lie.face], (lie, pose)


@pytest.mark.parametrize("edition", EDITIONS)
def test_played_plainly_the_table_is_as_the_rules_say_at_every_rest(edition):
    script = played(edition, 3)
    rests = 0
    for deed, following in zip(script.deeds, script.deeds[1:], strict=False):
        if following.begun - deed.done < 1.0:
            continue
        rests += 1
        lying = lying_at(script, deed.done + 0.9)
        assert_lies_as_the_rules_say(script, edition, 3, lying, deed.after)
    assert rests > 20


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(EDITIONS),
    st.integers(0, 10_000),
    st.sampled_from([*(only(name) for name in USUAL), *(every(name) for name in TEMPERAMENTS)]),
)
def test_whatever_the_habits_it_is_a_legal_game_in_order(edition, seed, habits):
    script = played(edition, seed, habits)
    game, state, begun = GAMES[edition], script.start, 0.0
    for deed in script.deeds:
        assert game.why_not(state, deed.action) is None
        state, _ = game.apply(state, deed.action)
        assert game.digest(state) == game.digest(deed.after)
        assert begun <= deed.begun + 1e-6
        assert deed.begun <= deed.done <= script.end
        begun = deed.begun
    assert_lies_as_the_rules_say(script, edition, seed, lying_at(script, script.end), state)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(EDITIONS), st.integers(0, 10_000), st.sampled_from(tuple(TEMPERAMENTS)))
def test_a_die_is_in_one_place_and_moves_forward_in_time(edition, seed, temperament):
    script = played(edition, seed, every(temperament))
    last: dict[str, float] = {}
    for movement in script.movements:
        assert movement.time >= last.get(movement.die, 0.0)
        last[movement.die] = movement.time
        pose = movement.pose
        if pose is not None:
            assert 0 <= pose.face < 6
            assert -200 < pose.x_mm < script.mat.width + 200
            assert -200 < pose.y_mm < script.mat.height + 200


def test_every_habit_is_described():
    page = (Path(__file__).parents[2] / "docs" / "simulated-people.md").read_text()
    assert not [habit for habit in USUAL if f"`{habit}`" not in page]


def test_the_game_does_not_depend_on_the_habits():
    plain, messy = played(), played(habits=every("messy"))
    assert [deed.action for deed in plain.deeds] == [deed.action for deed in messy.deeds]


def test_the_same_seed_and_habits_play_the_same():
    one, other = played(habits=every()), played(habits=every())
    assert one.movements == other.movements


def test_played_plainly_no_habit_shows():
    assert not played().shown


@pytest.mark.parametrize("habit", sorted(USUAL))
def test_a_habit_alone_shows_and_no_other(habit):
    """In one of some games: not every game has a blocker or a burst."""
    for seed in range(8):
        for edition in ("avx", "imwm", "irondie"):
            shown = {one.habit for one in played(edition, seed, only(habit), most=90).shown}
            assert shown <= {habit}
            if shown:
                return
    pytest.fail(f"{habit} never showed")


def test_unrolled_dice_lie_on_the_table_before_they_are_thrown():
    script = played(habits=only("laid-down-first"))
    times = [one.time for one in script.shown]
    moves = [movement.time for movement in script.movements]
    for time in times:
        after = script.movements[bisect_right(moves, time) :][:8]
        assert any(m.pose is not None and not m.pose.moving for m in after)


def test_pauses_are_mostly_short_at_times_long_and_never_over_a_minute():
    rng = Random(1)
    pauses = sorted(pause(rng) for _ in range(5000))
    assert pauses[0] >= 0.2
    assert 0.5 < pauses[2500] < 2.0
    assert 20.0 < pauses[4950] <= 60.0
    assert pauses[-1] <= 60.0


def test_a_hand_blinds_what_it_covers_and_not_the_table():
    script = played(habits=every())
    game = GAMES["avx"]
    kinds = game.dice(random_setup(Random(1), "avx"))
    seen_beside_a_hand = 0
    for look in Eye(script, kinds, NOISES["none"], Random(1)).looks(8.0):
        for die in look.dice:
            assert not any(area.holds(die.x_mm, die.y_mm) for area in look.hidden)
        seen_beside_a_hand += bool(look.hands and look.dice)
    assert seen_beside_a_hand > 50


def test_without_noise_the_eye_sees_each_die_that_lies_free_as_it_lies():
    script = played()
    kinds = GAMES["avx"].dice(random_setup(Random(1), "avx"))
    for look in Eye(script, kinds, NOISES["none"], Random(1)).looks(2.0):
        if look.hands or look.moving:
            continue
        lying = {
            (round(p.x_mm, 3), round(p.y_mm, 3)): p
            for p in lying_at(script, look.time).values()
            if not p.under
        }
        assert {(round(d.x_mm, 3), round(d.y_mm, 3)) for d in look.dice} == set(lying)


def test_how_often_the_eye_looks_changes_no_truth():
    script = played()
    kinds = GAMES["avx"].dice(random_setup(Random(1), "avx"))
    numbers = {
        rate: sum(1 for _ in Eye(script, kinds, NOISES["plain"], Random(1)).looks(rate))
        for rate in (1.0, 30.0)
    }
    assert numbers[30.0] > 5 * numbers[1.0]


def test_the_rendered_table_shows_the_same_dice_at_every_rest():
    script = played(habits=every(), most=40)
    facts = GAMES["avx"].dice(random_setup(Random(1), "avx"))
    kinds = {kind.kind: kind for kind in die_kinds(facts)}
    table = SimulatedTable(script.mat, fps=10.0)
    rests = 0
    for frame, moment in enumerate(moments(script, kinds, 10.0)):
        table.play([moment])
        table.finish()
        lying = lying_at(script, frame / 10.0) if frame % 50 == 0 else None
        if lying is None or any(pose.moving for pose in lying.values()):
            continue
        rests += 1
        shown = {name: (b.x_mm, b.y_mm, b.face) for name, b in table.truth().items()}
        assert shown == {die: (p.x_mm, p.y_mm, p.face) for die, p in lying.items()}
    assert rests > 20
