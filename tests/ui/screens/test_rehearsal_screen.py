import math
import threading

import pytest
from textual.widgets import Select, Static

from calibration.mats import mat_named
from hardware.frame import CameraError
from ui.app.errors import UserError
from ui.app.game_plan import example
from ui.app.roll_off import look_on, roll_off
from ui.screens.app import DiceRefApp
from ui.screens.rehearsal import RehearsalScreen, RollOffScreen
from ui.screens.setup import Preparation, SetupScreen
from ui.widgets.mat_map import zones_of_squares
from vision.sighting import Candidate, Health, Observation, Sighting

MAT = mat_named("dicemasters")


def middle_of(zone):
    xs, ys = [x for x, _ in zone.outline], [y for _, y in zone.outline]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def lying(zone, face=0, kind="d6"):
    x, y = middle_of(zone)
    return Sighting(
        1, x, y, 0.0, zone.name, zone.seat, 20.0,
        cocked=False, likelihood={Candidate(kind, face): math.log(0.99)},
    )  # fmt: skip


def look(*dice, still=True, hands=False, registered=True):
    return Observation(
        1.0, 1.0, 1, still=still, hands=hands, dice=dice, health=Health(registered=registered)
    )


class Table:
    """Looks that arrive one by one, when the test says so."""

    def __init__(self):
        self._more = threading.Semaphore(0)
        self._looks = []

    def put(self, observation):
        self._looks.append(observation)
        self._more.release()

    def end(self):
        self._looks.append(None)
        self._more.release()

    def looking(self):
        while True:
            self._more.acquire()
            observation = self._looks.pop(0)
            if observation is None:
                return
            yield observation


async def until(pilot, condition):
    for _ in range(200):
        await pilot.pause(0.01)
        if condition():
            return
    raise AssertionError("it did not come to this")


async def test_each_zone_answers_when_a_die_is_put_there():
    table = Table()
    screen = RehearsalScreen(MAT, table.looking)
    app = DiceRefApp(None, first=screen)
    async with app.run_test(size=(100, 30)) as pilot:
        says = screen.query_one("#rehearsal-says", Static)
        for left, zone in reversed(list(enumerate(MAT.zones))):
            table.put(look(lying(zone)))
            wanted = f"{left} zones" if left else "Every zone answers"
            await until(pilot, lambda wanted=wanted: wanted in str(says.render()))
        table.end()


async def test_the_zones_are_listed_by_the_side_they_belong_to():
    table = Table()
    screen = RehearsalScreen(mat_named("doubles"), table.looking)
    async with DiceRefApp(None, first=screen).run_test(size=(100, 50)) as pilot:
        await pilot.pause()
        lines = str(screen.query_one("#rehearsal-zones", Static).render()).splitlines()
        heads = [line for line in lines if not line.startswith(" ")]
        assert heads == ["Far side", "Far side, the partner", "Near side", "Near side, the partner"]
        table.end()


async def test_a_camera_that_does_not_open_is_said_where_players_look():
    def no_camera():
        raise UserError("There is no camera: plug one in.")
        yield

    screen = RehearsalScreen(MAT, no_camera)
    async with DiceRefApp(None, first=screen).run_test(size=(80, 24)) as pilot:
        says = screen.query_one("#rehearsal-says", Static)
        await until(pilot, lambda: "plug one in" in str(says.render()))


async def test_a_mat_out_of_view_is_said():
    table = Table()
    screen = RehearsalScreen(MAT, table.looking)
    async with DiceRefApp(None, first=screen).run_test(size=(80, 24)) as pilot:
        table.put(look(registered=False))
        says = screen.query_one("#rehearsal-says", Static)
        await until(pilot, lambda: "do not see the mat" in str(says.render()))
        table.end()


async def test_the_higher_roll_on_the_table_begins():
    table = Table()
    near = next(zone for zone in MAT.zones if zone.seat == 0)
    far = next(zone for zone in MAT.zones if zone.seat == 1)
    plan = example("avx")
    preparation = Preparation(
        begin=lambda plan: None,
        roll_off=lambda plan: RollOffScreen(MAT, ("Ana", "Bo"), table.looking),
    )
    screen = SetupScreen(plan, preparation)
    app = DiceRefApp(None, first=screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f6")
        await pilot.pause()
        says = app.screen.query_one("#rolloff-says", Static)
        table.put(look(lying(near, 2), lying(far, 2)))
        await until(pilot, lambda: "tie" in str(says.render()))
        await pilot.press("enter")
        assert isinstance(app.screen, RollOffScreen)
        table.put(look(lying(near, 1), lying(far, 4)))
        await until(pilot, lambda: "Bo begins" in str(says.render()))
        await pilot.press("enter")
        table.end()
        await until(pilot, lambda: app.screen is screen)
        assert screen.query_one("#first", Select).value == 1
        assert screen.plan.first == 1


@pytest.mark.parametrize(
    "observation",
    [
        look(lying(MAT.zones[0]), still=False),
        look(lying(MAT.zones[0]), hands=True),
        look(lying(MAT.zones[0]), lying(MAT.zones[0])),
        look(),
    ],
)
def test_a_roll_counts_only_when_still_and_one_die_a_side(observation):
    assert roll_off(observation, MAT.height / 2) == {}


def test_a_camera_that_cannot_open_is_one_sentence():
    def no_camera():
        raise CameraError("There is no camera: plug one in.")

    with pytest.raises(UserError, match="plug one in"):
        next(look_on(no_camera, lambda: None)())


def test_the_map_shows_every_zone_of_every_mat():
    for name in ("dicemasters", "irondie", "doubles"):
        drawn = mat_named(name)
        squares = zones_of_squares(drawn, 60, 44)
        shown = {place for row in squares for place in row if place is not None}
        assert shown == {(zone.name, zone.seat) for zone in drawn.zones}
