"""What the camera can do before a game: rehearse the zones, calibrate, read the roll-off."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from textual.screen import Screen

from calibration.mat import Mat
from hardware.cameras.open import open_camera
from hardware.dice import DieKind
from rules.core.set_up import Plan
from ui.app.camera_choice import CameraChoice, in_words
from ui.app.enrolled_dice import enrolled_dice
from ui.app.errors import UserError
from ui.app.eyes import camera_eye
from ui.app.game_plan import setup_of, team_names
from ui.app.known_games import known_game
from ui.app.lining_up import wanting
from ui.app.looks import die_kinds
from ui.app.rig import open_rig
from ui.app.roll_off import ROLL_OFF_DIE, LookOn, look_on
from ui.screens.calibrate import CalibrateScreen, wizard
from ui.screens.enrol import EnrolScreen, enrolling
from ui.screens.line_up import line_up_screen
from ui.screens.rehearsal import RehearsalScreen, RollOffScreen
from ui.screens.setup import Preparation
from words import say


def preparation(
    choice: CameraChoice, profile: str | None, begin: Callable[[Plan], Screen[None]]
) -> Preparation:
    """With the camera that is chosen, lens and lock as in the profile, or in its newest one."""

    def looking(plan: Plan, dice: Callable[[], Sequence[DieKind]]) -> tuple[Mat, LookOn]:
        found = open_rig(choice.source, profile, known_game(plan.game).mat_for(setup_of(plan)))
        eye = partial(camera_eye, found.mat, lens=found.lens, enrolled=enrolled_dice())
        camera = partial(open_camera, choice.source, lock=found.lock)
        return found.mat, look_on(camera, lambda: eye(dice()))

    def rehearse(plan: Plan) -> RehearsalScreen:
        game, setup = known_game(plan.game).load(), setup_of(plan)
        return RehearsalScreen(*looking(plan, lambda: die_kinds(game.dice(setup))))

    def roll_off(plan: Plan) -> RollOffScreen:
        lying_on, look = looking(plan, lambda: (ROLL_OFF_DIE,))
        return RollOffScreen(lying_on, team_names(plan), look)

    def enrol(plan: Plan) -> EnrolScreen:
        return enrolling(_dice_of(plan), choice.source)

    def calibrate(plan: Plan) -> CalibrateScreen:
        return wizard(choice.source, known_game(plan.game).mat_for({"format": plan.format}))

    def camera(plan: Plan) -> str:
        name = in_words(choice.source)
        if Path(choice.source).is_file():
            return name
        try:
            known = open_rig(
                choice.source, profile, known_game(plan.game).mat_for({"format": plan.format})
            )
        except UserError:  # said when the game begins
            return name
        return say("{name}, not calibrated yet (F4)", name=name) if known.lens is None else name

    return Preparation(
        begin,
        rehearse,
        calibrate,
        roll_off,
        enrol,
        line_up=lambda plan: line_up_screen(_dice_of(plan), choice.source),
        wanting=_wanting_line_up,
        camera=camera,
        choice=choice,
    )


def _dice_of(plan: Plan) -> Sequence[DieKind]:
    return die_kinds(known_game(plan.game).load().dice(setup_of(plan)))


def _wanting_line_up(plan: Plan) -> Sequence[str]:
    """Titles of the dice whose colours the camera does not know for sure."""
    try:
        return [kind.title for kind in wanting(_dice_of(plan), enrolled_dice())]
    except UserError:  # said when the game begins
        return ()
