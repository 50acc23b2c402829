"""Hands put every die where it is wanted, and the camera sees them do it."""

import numpy as np
import pytest

from calibration.mats import mat_named, zone_at
from hardware.dice import DieKind, PipFace
from hardware.simulated import (
    CLUMSY,
    HONEST,
    Manner,
    SimulatedHands,
    SimulatedTable,
    Viewpoint,
    WantedDie,
)
from hardware.simulated.collisions import collides

MAT = mat_named("dicemasters")
KINDS = {
    name: DieKind(name, name, tuple(PipFace(value) for value in range(1, 7)), body, (0, 0, 0))
    for name, body in (("red", (200, 30, 30)), ("blue", (30, 30, 200)))
}
SMALL = Viewpoint.overlooking(MAT.width, MAT.height, size=(256, 144))


@pytest.fixture
def table():
    return SimulatedTable(MAT, view=SMALL, still_size=(512, 288), seed=1)


def watched(table):
    """Everything that happens, frame by frame: which dice lie there and whether hands show."""
    while table.busy:
        table.read()
        yield table.truth(), bool(table._scene.hands)


def zones_of(table):
    return {
        name: (zone.name, zone.seat)
        for name, body in table.truth().items()
        if (zone := zone_at(MAT, body.x_mm, body.y_mm)[0]) is not None
    }


def spread(count, seed=0):
    rng = np.random.default_rng(seed)
    zones = ("field", "reserve", "used", "prep", "attack")
    return {
        f"die {number}": WantedDie(
            ("red", "blue")[number % 2],
            zones[int(rng.integers(5))],
            int(rng.integers(2)),
            int(rng.integers(6)),
        )
        for number in range(count)
    }


@pytest.mark.parametrize("manner", [HONEST, CLUMSY])
def test_every_die_ends_in_its_zone_with_its_face_up(table, manner):
    hands = SimulatedHands(table, KINDS, manner=manner, seed=3)
    for seed in range(4):
        wanted = spread(36, seed)
        hands.arrange(wanted)
        table.finish()
        assert zones_of(table) == {name: (w.zone, w.seat) for name, w in wanted.items()}
        lying = table.truth()
        assert {name: body.face for name, body in lying.items()} == {
            name: want.face for name, want in wanted.items()
        }
        assert not any(body.cocked for body in lying.values())


@pytest.mark.parametrize("manner", [HONEST, CLUMSY])
def test_no_two_dice_lie_inside_each_other(table, manner):
    SimulatedHands(table, KINDS, manner=manner, seed=3).arrange_now(spread(40))
    lying = list(table.truth().values())
    assert not any(collides(body, lying[:place], -0.02) for place, body in enumerate(lying))


def test_a_reserve_of_eighteen_dice_finds_room(table):
    wanted = {f"die {number}": WantedDie("red", "reserve", 0, 1) for number in range(18)}
    SimulatedHands(table, KINDS, seed=5).arrange_now(wanted)
    assert set(zones_of(table).values()) == {("reserve", 0)}
    assert all(body.base_mm == 0 for body in table.truth().values())


def test_honest_players_keep_dice_clear_of_the_lines(table):
    SimulatedHands(table, KINDS, seed=3).arrange_now(spread(30))
    for body in table.truth().values():
        assert zone_at(MAT, body.x_mm, body.y_mm)[1] > 6.5


def test_dice_that_lie_right_are_not_touched(table):
    hands = SimulatedHands(table, KINDS, seed=3)
    wanted = spread(12)
    hands.arrange_now(wanted)
    before = table.truth()
    moved = hands.arrange({**wanted, "die 3": WantedDie("blue", "used", 1, 5)})
    table.finish()
    after = table.truth()
    assert moved == 1
    assert {name for name in after if after[name] != before[name]} == {"die 3"}


def test_dice_for_which_the_mat_has_no_zone_leave_the_table(table):
    hands = SimulatedHands(table, KINDS, seed=3)
    hands.arrange_now({"a": WantedDie("red", "field", 0, 1), "b": WantedDie("red", "field", 0, 2)})
    hands.arrange({"a": WantedDie("red", "bag", 0), "b": WantedDie("red", "field", 0, 2)})
    table.finish()
    assert set(table.truth()) == {"b"}


def test_dice_move_only_while_a_hand_is_in_view(table):
    hands = SimulatedHands(table, KINDS, seed=3)
    wanted = spread(10)
    hands.arrange_now(wanted)
    before = table.truth()
    hands.arrange({**wanted, "die 1": WantedDie("blue", "field", 0, 2)})
    for lying, hand in watched(table):
        assert hand or lying == before
        before = lying


def test_hands_have_left_when_everything_is_done(table):
    SimulatedHands(table, KINDS, seed=3).arrange(spread(6))
    *_, (_, hand) = watched(table)
    assert not hand


def test_a_rolled_die_tumbles_before_it_rests(table):
    hands = SimulatedHands(table, KINDS, seed=3)
    hands.arrange_now({"a": WantedDie("red", "prep", 0, 1)})
    hands.arrange({"a": WantedDie("red", "reserve", 0, 4)})
    moods = [lying["a"].cocked for lying, _ in watched(table) if "a" in lying]
    assert True in moods
    assert moods[-1] is False


def test_a_die_rolled_again_in_its_zone_is_thrown(table):
    hands = SimulatedHands(table, KINDS, seed=3)
    wanted = {"a": WantedDie("red", "reserve", 0, 1), "b": WantedDie("red", "reserve", 0, 1)}
    hands.arrange_now(wanted)
    assert hands.arrange(wanted, rolled=["a"]) == 1


def test_a_cocked_die_is_laid_flat_after_a_while(table):
    hands = SimulatedHands(table, KINDS, manner=Manner(cocked=1.0), seed=3)
    hands.arrange_now({"a": WantedDie("red", "prep", 0, 1)})
    hands.arrange({"a": WantedDie("red", "reserve", 0, 4)})
    leaning_unattended = [
        lying["a"].cocked for lying, hand in watched(table) if "a" in lying and not hand
    ]
    assert leaning_unattended.count(True) >= 9
    assert leaning_unattended[-1] is False


def test_a_captured_die_lies_under_its_captor_and_the_captor_comes_down_again(table):
    hands = SimulatedHands(table, KINDS, seed=3)
    free = {"a": WantedDie("red", "field", 0, 1), "b": WantedDie("blue", "field", 1, 2)}
    hands.arrange_now(free)
    hands.arrange_now({**free, "b": WantedDie("blue", "field", 0, 2, under="a")})
    a, b = table.truth()["a"], table.truth()["b"]
    assert (a.base_mm, b.base_mm) == (13.0, 0.0)
    assert (a.x_mm, a.y_mm) == (b.x_mm, b.y_mm)
    hands.arrange_now(free)
    assert {body.base_mm for body in table.truth().values()} == {0.0}


@pytest.mark.parametrize("seed", range(4))
def test_attackers_lie_in_a_row_and_blockers_straight_before_them(table, seed):
    hands = SimulatedHands(table, KINDS, seed=seed)
    attackers = {f"attacker {number}": WantedDie("red", "attack", 0, 1) for number in range(5)}
    hands.arrange_now(attackers)
    blockers = {
        f"blocker {number}": WantedDie("blue", "attack", 1, 2, paired=f"attacker {partner}")
        for number, partner in enumerate((4, 1, 1, 3))
    }
    hands.arrange_now({**attackers, **blockers})
    lying = table.truth()
    row = sorted(lying[name].x_mm for name in attackers)
    assert min(np.diff(row)) >= 45
    for name, want in blockers.items():
        assert abs(lying[name].x_mm - lying[want.paired].x_mm) < 8


def test_many_attackers_still_find_room(table):
    wanted = {f"die {number}": WantedDie("red", "attack", 0, 1) for number in range(16)}
    SimulatedHands(table, KINDS, seed=3).arrange_now(wanted)
    assert set(zones_of(table).values()) == {("attack", 0)}


def test_time_goes_on_by_one_frame_at_each_reading(table):
    first, second = table.read(), table.read()
    assert second.monotonic - first.monotonic == pytest.approx(1 / table.fps)
    assert second.wall - first.wall == pytest.approx(1 / table.fps, abs=1e-4)
    assert second.sequence > first.sequence


def test_a_late_reader_misses_frames_but_not_what_happened():
    table = SimulatedTable(MAT, view=SMALL, speed=1000.0)
    SimulatedHands(table, KINDS, seed=3).arrange(spread(30))
    waiting = len(table._moments)
    with table:
        readings = 0
        while table.busy:
            table.read()
            readings += 1
    assert readings < waiting
    assert len(table.truth()) == 30


def test_what_was_set_up_at_once_takes_no_time_on_the_clock():
    table = SimulatedTable(MAT, view=SMALL, speed=1.0)
    SimulatedHands(table, KINDS, seed=3).arrange_now(spread(30))
    assert table.now == 0.0
    table.read()
    assert table.now < 2.0


def test_a_still_shows_the_same_moment_larger(table):
    table.place("a", KINDS["red"], 262.0, 192.0)
    table.read()
    small = table.seen()[0]
    large = table.still()
    assert large.image.shape == (288, 512, 3)
    assert np.mean(table.seen()[0].corners, axis=0) + 0.5 == pytest.approx(
        2 * (np.mean(small.corners, axis=0) + 0.5), abs=0.05
    )


def test_the_same_seeds_give_the_same_frames():
    def played():
        table = SimulatedTable(MAT, view=SMALL, seed=4, drift=0.1)
        SimulatedHands(table, KINDS, manner=CLUMSY, seed=5).arrange(spread(8))
        return [table.read().image for _ in range(12)]

    assert all(np.array_equal(a, b) for a, b in zip(played(), played(), strict=True))


def test_a_hand_that_idles_touches_nothing(table):
    hands = SimulatedHands(table, KINDS, seed=3)
    hands.arrange_now(spread(20))
    before = table.truth()
    hands.idle(1)
    seen = list(watched(table))
    assert any(hand for _, hand in seen)
    assert all(lying == before for lying, _ in seen)


def test_clumsy_players_shove_dice_without_moving_them_out_of_their_zones(table):
    hands = SimulatedHands(table, KINDS, manner=Manner(shoving=1.0), seed=3)
    wanted = spread(30)
    hands.arrange_now(wanted)
    before = table.truth()
    wanted["die 3"] = wanted["die 3"]._replace(face=(wanted["die 3"].face + 1) % 6)
    hands.arrange_now(wanted)
    after = table.truth()
    shoved = {name for name in after if after[name] != before[name]} - {"die 3"}
    assert len(shoved) == 1
    assert zones_of(table) == {name: (w.zone, w.seat) for name, w in wanted.items()}


def test_many_dice_thrown_where_they_lie_find_room_again():
    lies = mat_named("doubles")
    view = Viewpoint.overlooking(lies.width, lies.height, size=(256, 144))
    table = SimulatedTable(lies, view=view, seed=1)
    hands = SimulatedHands(table, KINDS, manner=Manner(handful=9), seed=1)
    thrown = {f"die {n}": WantedDie("red", "prep", 0, n % 6) for n in range(8)}
    hands.arrange_now(thrown)
    hands.arrange(thrown, rolled=thrown)
    table.finish()
    lying = list(table.truth().values())
    assert all(body.base_mm == 0 for body in lying)
    assert not any(collides(body, lying[:at]) for at, body in enumerate(lying))
