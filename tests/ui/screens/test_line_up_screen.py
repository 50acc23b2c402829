"""The line-up screen: shows what was learned, keeps it on Enter, is offered when needed."""

import numpy as np

from hardware.dice import CharacterFace, DieKind, EnergyFace
from ui.app.errors import UserError
from ui.app.game_plan import example
from ui.app.lining_up import LineUpSeen
from ui.screens.app import DiceRefApp
from ui.screens.confirm import ConfirmScreen
from ui.screens.line_up import LineUpScreen
from ui.screens.setup import Preparation, SetupScreen
from vision.identify import Enrolled
from vision.line_up import LineUp, Problem

FACES = (
    EnergyFace("Fist"), EnergyFace("Fist", 2), EnergyFace("Bolt"),
    CharacterFace(1, 4, 4), CharacterFace(1, 5, 5), CharacterFace(2, 6, 6),
)  # fmt: skip
HULK, THOR = (
    DieKind(f"{side}:{name}", name.title(), FACES, (9, 9, 9), (9, 9, 9), name, side=side)
    for side, name in (("A", "hulk"), ("B", "thor"))
)
PICTURE = np.full((120, 160, 3), 90, np.uint8)
TAUGHT = (
    Enrolled("hulk", 3, (), (20, 200, 40), (0, 0, 0)),
    Enrolled("thor", 0, (), (200, 20, 40), (255, 255, 255)),
)
WHOLE = LineUp(TAUGHT, (), (((40.0, 40.0),), ((90.0, 40.0),)))
HALF = LineUp(TAUGHT[:1], (Problem(1, "empty"),), (((40.0, 40.0),), ()))


def screen_on(looks, kept, rows=((HULK,), (THOR,))):
    def watch(_given_up):
        for look in looks:
            if isinstance(look, UserError):
                raise look
            yield LineUpSeen(PICTURE, look)

    return LineUpScreen(rows, watch, kept.append)


def told(screen, name):
    return str(screen.query_one(f"#line-up-{name}").content)


async def settled(pilot):
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def test_what_a_look_taught_is_shown_and_enter_keeps_it():
    kept = []
    screen = screen_on([HALF, WHOLE], kept)
    async with DiceRefApp(None, first=screen).run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        assert "All 2 dice are learned" in told(screen, "says")
        assert "Hulk  level 1 (1/4/4)" in told(screen, "rows")
        assert told(screen, "problems") == ""
        await pilot.press("enter")
        await pilot.pause()
        assert kept == [WHOLE]


async def test_a_wrong_spot_is_named_and_the_rest_can_be_kept():
    kept = []
    screen = screen_on([HALF], kept)
    async with DiceRefApp(None, first=screen).run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        assert "1 of 2 dice are learned" in told(screen, "says")
        assert told(screen, "problems") == "No die on spot 2: put one die of Thor there."
        assert "·   Thor" in told(screen, "rows")
        await pilot.press("enter")
        await pilot.pause()
        assert kept == [HALF]


async def test_nothing_is_kept_of_a_camera_that_is_not_there():
    kept = []
    screen = screen_on([UserError("there is no camera 7.")], kept)
    async with DiceRefApp(None, first=screen).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert told(screen, "says") == "there is no camera 7."
        await pilot.press("enter")
        await pilot.pause()
        assert kept == []
        assert "No die was learned yet" in told(screen, "says")


async def test_a_game_without_cards_needs_none():
    screen = screen_on([], [], rows=())
    async with DiceRefApp(None, first=screen).run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "needs a line-up" in told(screen, "says")


def prepared(began, wanting):
    def begin(plan):
        began.append(plan)
        raise UserError("no camera")

    return Preparation(begin, line_up=lambda _: screen_on([WHOLE], []), wanting=lambda _: wanting)


async def test_starting_offers_a_line_up_once_where_colours_are_unknown():
    began = []
    setup = SetupScreen(example("tmnt"), prepared(began, ("April", "Karai")))
    app = DiceRefApp(None, first=setup)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("f5")
        await pilot.pause()
        assert isinstance(app.screen, ConfirmScreen)
        assert began == []
        await pilot.press("y")
        await settled(pilot)
        assert isinstance(app.screen, LineUpScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is setup
        await pilot.press("f5")
        await settled(pilot)
        assert len(began) == 1


async def test_a_game_starts_without_a_line_up_when_the_answer_is_no():
    began = []
    setup = SetupScreen(example("tmnt"), prepared(began, ("April",)))
    app = DiceRefApp(None, first=setup)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("f5")
        await pilot.pause()
        await pilot.press("n")
        await settled(pilot)
        assert len(began) == 1


async def test_where_all_colours_are_known_nothing_is_asked():
    began = []
    setup = SetupScreen(example("avx"), prepared(began, ()))
    app = DiceRefApp(None, first=setup)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("f5")
        await settled(pilot)
        assert len(began) == 1
        await pilot.press("f9")
        await settled(pilot)
        assert isinstance(app.screen, LineUpScreen)
