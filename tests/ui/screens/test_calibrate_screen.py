from dataclasses import replace
from functools import partial
from random import Random

import cv2
import numpy as np
import pytest
from textual.screen import Screen
from textual.widgets import Static

from calibration.guide import Guide
from calibration.mat_picture import draw
from calibration.mats import mat_named
from calibration.mats.files import read_mat, write_mat
from calibration.mats.layout import OWN_TAGS, rectangle
from calibration.profile import read_profile
from tests.bench.random_rigs import photograph, random_rig
from ui.app.calibrating import calibrate
from ui.app.game_plan import example
from ui.screens.app import DiceRefApp
from ui.screens.calibrate import CalibrateScreen, drawer, wizard
from ui.screens.setup import Preparation, SetupScreen

TABLE = mat_named("dicemasters")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))


@pytest.fixture(scope="module")
def clip(tmp_path_factory):
    return filmed(TABLE, tmp_path_factory.mktemp("clip"))


def filmed(lying, folder):
    rig = replace(random_rig(lying, Random(8), (1280, 720)), curls=(), hidden=(), blur_px=0.5)
    path = folder / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (1280, 720))
    planes = [np.ascontiguousarray(draw(lying, 3.0)[:, :, n]) for n in range(3)]
    colour = np.dstack([photograph(rig, Random(1), plane, 3.0) for plane in planes])
    for _ in range(8):
        writer.write(colour)
    writer.release()
    return path


@pytest.fixture(scope="module")
def own_clip(tmp_path_factory):
    """A mat of somebody's own with loose markers, before a camera."""
    tags = tuple(
        replace(tag, number=number) for tag, number in zip(TABLE.tags, OWN_TAGS, strict=True)
    )
    return filmed(replace(TABLE, name="own", tags=tags), tmp_path_factory.mktemp("own"))


def calibrating(source, kept, guide=None):
    begin = partial(calibrate, str(source), kept, guide or Guide(), 60.0)
    return DiceRefApp(None, first=CalibrateScreen(begin, drawer(str(source))))


def text(app, name):
    return str(app.screen.query_one(name, Static).render())


async def finished(app, pilot):
    await app.workers.wait_for_complete()
    await pilot.pause()


async def test_the_wizard_goes_through_the_steps_and_writes_the_profile(clip, tmp_path):
    kept = tmp_path / "table.toml"
    app = calibrating(clip, kept)
    async with app.run_test(size=(120, 40)) as pilot:
        await finished(app, pilot)
        assert text(app, "#calibrate-steps").count("✔") == 4
        verdicts = text(app, "#calibrate-verdicts")
        assert "All 8 markers are seen." in verdicts
        assert "The profile is saved" in verdicts
        done = app.screen._calibrated
        assert app.screen.all_good == all(verdict.good for verdict in done.guide.advice)
    assert read_profile(kept).mat == "dicemasters"


async def test_what_is_wrong_is_said_in_the_wizard_and_r_begins_again(clip, tmp_path):
    app = calibrating(clip, tmp_path / "table.toml", Guide("irondie"))
    async with app.run_test(size=(100, 30)) as pilot:
        await finished(app, pilot)
        assert "The dicemasters mat lies under the camera" in text(app, "#calibrate-says")
        await pilot.press("r")
        await finished(app, pilot)
        assert "The dicemasters mat lies under the camera" in text(app, "#calibrate-says")


async def test_a_camera_that_is_not_there_is_said_in_the_wizard(tmp_path):
    app = calibrating("71", tmp_path / "table.toml")
    async with app.run_test(size=(100, 30)) as pilot:
        await finished(app, pilot)
        assert "There is no camera 71" in text(app, "#calibrate-says")
        assert not app.screen.all_good
        await pilot.press("escape")
    assert app.return_code == 0


async def test_the_wizard_opens_from_the_set_up_screen_and_esc_leads_back(clip):
    setup = SetupScreen(
        example("avx"),
        Preparation(lambda _: Screen(), calibrate=lambda _: wizard(str(clip), "dicemasters")),
    )
    app = DiceRefApp(None, first=setup)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("f4")
        await finished(app, pilot)
        assert isinstance(app.screen, CalibrateScreen)
        assert "The profile is saved" in text(app, "#calibrate-verdicts")
        await pilot.press("escape")
        assert app.screen is setup


async def test_the_zones_of_an_own_mat_are_drawn_from_the_wizard(own_clip, tmp_path):
    app = calibrating(own_clip, tmp_path / "table.toml")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("z")  # too early: nothing is calibrated yet
        await finished(app, pilot)
        assert "Z draws them with dice" in text(app, "#calibrate-verdicts")
        await pilot.press("z")
        await finished(app, pilot)
        assert "▶ Draw the zones" in text(app, "#calibrate-steps")
        assert "The clip ended before all zones were drawn" in text(app, "#calibrate-says")
        assert "Z draws them with dice" in text(app, "#calibrate-verdicts")


async def test_the_zones_of_a_printed_mat_are_not_drawn(clip, tmp_path):
    app = calibrating(clip, tmp_path / "table.toml")
    async with app.run_test(size=(120, 40)) as pilot:
        await finished(app, pilot)
        assert not app.screen.check_action("draw", ())


def test_calibrating_an_own_mat_again_keeps_the_zones_drawn_for_it(own_clip, tmp_path):
    kept = tmp_path / "table.toml"
    *_, first = calibrate(str(own_clip), kept, Guide(), 60.0)
    drawn = read_mat(first.own_mat)
    zones = (replace(drawn.zones[0], outline=rectangle(10, 10, 60, 60)), *drawn.zones[1:])
    write_mat(replace(drawn, zones=zones), first.own_mat)
    *_, again = calibrate(str(own_clip), kept, Guide(), 60.0)
    assert read_mat(again.own_mat).zones[0].outline == rectangle(10, 10, 60, 60)
    assert again.guide.registration.mat.zones[0].outline == rectangle(10, 10, 60, 60)


def test_an_own_mat_for_another_game_gets_zones_of_its_own(own_clip, tmp_path):
    kept = tmp_path / "table.toml"
    list(calibrate(str(own_clip), kept, Guide(), 60.0))
    *_, other = calibrate(str(own_clip), kept, Guide(template="irondie"), 60.0)
    assert {zone.name for zone in read_mat(other.own_mat).zones} == {
        zone.name for zone in mat_named("irondie").zones
    }
