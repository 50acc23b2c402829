"""Enrolling from the set-up screen: dice that look alike are thrown, doubts are answered."""

import numpy as np

from hardware.dice import CharacterFace, DieKind, EnergyFace
from ui.app.enrolling import DieThrown
from ui.app.errors import UserError
from ui.app.game_plan import example
from ui.screens.app import DiceRefApp
from ui.screens.enrol import EnrolScreen
from ui.screens.setup import Preparation, SetupScreen
from vision.enrol import Enrolment, UnclearCrop

FACES = (
    EnergyFace("Fist"), EnergyFace("Fist", 2), EnergyFace("Bolt"),
    CharacterFace(1, 4, 4), CharacterFace(1, 5, 5), CharacterFace(2, 6, 6),
)  # fmt: skip
HULK, THOR = (
    DieKind(name, name.title(), FACES, (40, 90, 170), (240, 240, 235), name)
    for name in ("hulk", "thor")
)
CROP = np.full((32, 32, 3), 90, np.uint8)


def screen_on(thrown, kept):
    return EnrolScreen((HULK, THOR), lambda: {"thor": "Hulk"}, lambda _die, _stop: thrown(), kept)


def said(screen):
    return str(screen.query_one("#enrol-says").content)


async def settled(pilot):
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def test_a_die_that_looks_like_another_is_named_first_and_learned():
    kept = []
    whole = Enrolment(THOR, (), {face: face for face in range(6)}, ())
    screen = screen_on(lambda: iter([DieThrown(whole, (CROP,))]), kept.append)
    async with DiceRefApp(None, first=screen).run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        first = screen.query_one("#enrol-dice").get_option_at_index(0)
        assert str(first.prompt) == "Thor (looks like Hulk)"
        await pilot.press("enter")
        await settled(pilot)
        assert kept == [whole]
        assert said(screen) == "Thor is enrolled."


async def test_what_the_eye_cannot_tell_is_answered_with_a_number_key():
    kept = []
    doubtful = Enrolment(
        THOR, (), {face: face for face in range(5)}, (UnclearCrop(0, ((4, 0.6), (5, 0.4))),)
    )
    screen = screen_on(lambda: iter([DieThrown(doubtful, (CROP,))]), kept.append)
    async with DiceRefApp(None, first=screen).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert kept == []
        await pilot.press("9", "2")
        await pilot.pause()
        assert kept[0].shown[0] == 5
        assert "without" in said(screen)  # the face of crop 0 was another one


async def test_a_die_of_another_kind_is_called_so_and_nothing_is_said_to_be_0_percent_likely():
    kept = []
    stranger = Enrolment(
        THOR, (), dict.fromkeys(range(6), 0), (UnclearCrop(0, ((4, 0.002), (5, 0.0))),)
    )
    screen = screen_on(lambda: iter([DieThrown(stranger, (CROP,))]), kept.append)
    async with DiceRefApp(None, first=screen).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert "a die of another kind" in said(screen)
        assert "%" not in str(screen.query_one("#enrol-faces").content)
        await pilot.press("n")
        assert len(kept) == 1


async def test_a_camera_that_is_not_there_is_one_sentence_and_nothing_is_kept():
    def absent():
        raise UserError("there is no camera 7.")
        yield

    kept = []
    screen = screen_on(absent, kept.append)
    async with DiceRefApp(None, first=screen).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert said(screen) == "there is no camera 7."
        assert kept == []


async def test_the_set_up_screen_opens_it_and_esc_leads_back():
    setup = SetupScreen(
        example("avx"),
        Preparation(lambda _: None, enrol=lambda _: screen_on(lambda: iter(()), print)),
    )
    app = DiceRefApp(None, first=setup)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f7")
        await pilot.pause()
        assert isinstance(app.screen, EnrolScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is setup
