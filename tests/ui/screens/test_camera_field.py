"""The set-up lists the cameras there are, shows what one sees, and lets it go in time."""

from threading import Event
from time import sleep

import numpy as np
import pytest
from textual.widgets import Select

from ui.app import found_cameras as module
from ui.app.camera_choice import CameraChoice
from ui.app.errors import UserError
from ui.app.found_cameras import camera_source, found_cameras, name_of
from ui.app.game_plan import example
from ui.screens.app import DiceRefApp
from ui.screens.setup import Preparation, SetupScreen
from ui.widgets.camera_picture import CameraPicture


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    monkeypatch.delenv("DICEREF_CAMERA", raising=False)
    monkeypatch.setattr(module, "found_cameras", lambda: ("0", "2"))
    monkeypatch.setattr("ui.app.camera_choice.found_cameras", lambda: ("0", "2"))
    return tmp_path


class Watched(CameraChoice):
    """Cameras of which 2 gives pictures and all others none; one at a time."""

    def __init__(self):
        super().__init__(None)
        self.held = Event()
        self.began_with = []

    def pictures(self, given_up):
        if self.source != "2":
            raise UserError("there is no camera 0.")
        assert not self.held.is_set()
        self.held.set()
        try:
            while not given_up():
                yield np.full((90, 160, 3), 200, np.uint8)
                sleep(0.01)
        finally:
            self.held.clear()


async def until(pilot, what):
    for _ in range(200):
        await pilot.pause(0.02)
        if what():
            return
    raise AssertionError("it never came")


def setting_up(choice):
    def begin(_plan):
        choice.began_with.append((choice.source, choice.held.is_set()))
        raise UserError("enough")

    screen = SetupScreen(example("tenthousand"), Preparation(begin, choice=choice))
    return DiceRefApp(None, first=screen), screen


async def test_cameras_are_chosen_seen_and_let_go_before_the_game_begins(own_home):
    choice = Watched()
    app, screen = setting_up(choice)
    async with app.run_test(size=(100, 40)) as pilot:
        field, picture = screen.query_one("#camera", Select), screen.query_one(CameraPicture)
        await until(pilot, lambda: "no camera 0" in picture._words)
        assert [value for _, value in field._options] == ["0", "2", "other"]
        field.value = "2"
        await until(pilot, lambda: picture.image is not None)
        screen.action_start()
        await until(pilot, lambda: choice.began_with)
        assert choice.began_with == [("2", False)]
    assert camera_source(None) == "2"  # for the next game


async def test_a_phones_address_is_typed(own_home):
    choice = Watched()
    app, screen = setting_up(choice)
    async with app.run_test(size=(80, 24)) as pilot:
        screen.query_one("#camera", Select).value = "other"
        await pilot.pause()
        await pilot.press(*"http://phone:8080", "enter")
        await until(pilot, lambda: choice.source == "http://phone:8080")
        assert screen.query_one("#camera", Select).value == "http://phone:8080"
        screen.query_one("#camera", Select).value = "other"
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert screen.query_one("#camera", Select).value == "http://phone:8080"
    assert camera_source(None) == "http://phone:8080"


def test_a_camera_that_is_gone_and_a_film_are_not_taken_again(own_home, tmp_path):
    film = tmp_path / "book.dicerec"
    film.write_bytes(b"")
    CameraChoice("0").choose(str(film))
    assert camera_source(None) == "0"
    CameraChoice("0").choose("7")
    assert camera_source(None) == "0"


def test_what_only_carries_a_cameras_picture_on_is_not_listed(tmp_path, monkeypatch):
    monkeypatch.undo()
    told = {"video0": ("Webcam C920", "0"), "video1": ("Webcam C920", "1"),
            "video10": ("bcm2835-codec-decode", "0"), "video3": (None, None)}  # fmt: skip
    for device, (name, index) in told.items():
        (tmp_path / "dev").mkdir(exist_ok=True)
        (tmp_path / "dev" / device).touch()
        if name:
            (tmp_path / device).mkdir()
            (tmp_path / device / "name").write_text(name + "\n")
            (tmp_path / device / "index").write_text(index + "\n")
    found = [each for each in found_cameras(tmp_path / "dev", tmp_path) if each != "picamera"]
    assert found == ["0", "3"]
    assert name_of("0", tmp_path) == "camera 0, Webcam C920"
    assert name_of("http://me:secret@phone/video").count("secret") == 0
