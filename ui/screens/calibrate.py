"""The calibration wizard: the camera's picture, the steps, one sentence that says what to do."""

from collections.abc import Callable, Iterator
from functools import partial
from time import monotonic
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, Static
from textual.worker import get_current_worker

from calibration.guide import CalibrationStep, Guide
from calibration.overlay import overlay
from calibration.profile import profile_file
from hardware.cameras import PHONE
from ui.app.calibrating import (
    Opener,
    Progress,
    calibrate,
    draw_over,
    has_own_mat,
    open_unpaced,
)
from ui.app.errors import UserError
from ui.app.folders import folder
from ui.app.zone_drawing import draw_zones
from ui.widgets.camera_picture import CameraPicture
from words import say, tr, translated

SECONDS_BETWEEN_PICTURES = 0.25
SECONDS_TO_CALIBRATE = 600.0
_STEPS = (
    (CalibrationStep.MAT, tr("See the mat")),
    (CalibrationStep.LENS, tr("Measure the lens")),
    (CalibrationStep.LOCK, tr("Hold exposure and colour")),
    (CalibrationStep.CHECK, tr("Check focus and size")),
)
_DRAWING = (CalibrationStep.ZONES, tr("Draw the zones"))


def wizard(source: str, template: str) -> "CalibrateScreen":
    """The wizard for a camera, over whichever mat lies there.

    A mat of the players' own gets the zones of `template` to begin with.
    """
    kept = profile_file(folder("profiles"), source)
    guide = Guide(template=template, phone=source == PHONE)
    return CalibrateScreen(
        partial(calibrate, source, kept, guide, SECONDS_TO_CALIBRATE), drawer(source)
    )


def drawer(
    source: str, open_source: Opener = open_unpaced
) -> Callable[[Progress], Iterator[Progress]]:
    """Draws the zones of a mat that this camera has been calibrated over."""
    return lambda calibrated: draw_over(source, calibrated, draw_zones, open_source)


class CalibrateScreen(Screen[None]):
    """Runs a calibration and shows it; Esc leaves, R begins again, D draws an own mat's zones."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", say("Close")),
        Binding("r", "again", say("Again")),
        Binding("z", "draw", say("Draw the zones")),
    ]
    DEFAULT_CSS = """
    #calibrate-title { height: 1; background: $panel; text-style: bold; }
    #calibrate-picture { width: 1fr; height: 1fr; }
    #calibrate-side { width: 44; padding: 1 2; background: $surface; }
    #calibrate-says { margin: 1 0; text-style: bold; }
    CalibrateScreen.-narrow #calibrate-side { width: 36; }
    """

    def __init__(
        self,
        begin: Callable[[], Iterator[Progress]],
        draw: Callable[[Progress], Iterator[Progress]],
    ) -> None:
        super().__init__()
        self._begin = begin
        self._draw = draw
        self._calibrated: Progress | None = None
        self._shown = 0.0

    @property
    def all_good(self) -> bool:
        """Whether a profile was made and no verdict asks for better."""
        done = self._calibrated
        return done is not None and all(verdict.good for verdict in done.guide.advice)

    def compose(self) -> ComposeResult:
        """The picture on the left, what to do on the right."""
        yield Static(say(" DiceRef · set up the camera"), id="calibrate-title")
        with Horizontal():
            yield CameraPicture(id="calibrate-picture")
            with Vertical(id="calibrate-side"):
                yield Static(id="calibrate-steps", markup=False)
                yield Static(id="calibrate-says", markup=False)
                yield Static(id="calibrate-verdicts", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Begin at once."""
        self.action_again()

    def action_again(self) -> None:
        """Begin from the first step; a calibration under way is given up."""
        self._calibrated = None
        self._show_verdicts()
        self._run(self._begin)

    def action_draw(self) -> None:
        """Draw the zones with dice, from the first one on."""
        if self._calibrated is not None:
            self.query_one("#calibrate-verdicts", Static).update("")
            self._run(partial(self._draw, self._calibrated))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only the zones of a mat of the players' own can be drawn, once it is calibrated."""
        del parameters
        made = None if self._calibrated is None else self._calibrated.made
        return action != "draw" or (made is not None and has_own_mat(made))

    def action_leave(self) -> None:
        """Back to where this screen was opened from, or out."""
        self.workers.cancel_node(self)
        if len(self.app.screen_stack) > 1:
            self.dismiss(None)
        else:
            self.app.exit()

    @work(thread=True, exclusive=True)
    def _run(self, begin: Callable[[], Iterator[Progress]]) -> None:
        worker = get_current_worker()
        try:
            for progress in begin():
                if worker.is_cancelled:
                    return
                self.app.call_from_thread(self._show, progress)
        except UserError as error:
            if not worker.is_cancelled:
                self.app.call_from_thread(self._stopped, translated(str(error)))

    def _show(self, progress: Progress) -> None:
        guide = progress.guide
        self.query_one("#calibrate-steps", Static).update(_steps(progress))
        self._say(translated(progress.trouble or guide.says))
        if progress.made is not None:
            self._calibrated = progress
            self._show_verdicts()
        picture = progress.frame
        due = monotonic() - self._shown >= SECONDS_BETWEEN_PICTURES or progress.made is not None
        if picture is not None and due:
            self._shown = monotonic()
            lies = guide.registration
            image = picture.image if lies is None else overlay(picture.image, lies, names=False)
            self.query_one(CameraPicture).show(image)

    def _stopped(self, sentence: str) -> None:
        """Why it goes no further; what was reached before still holds."""
        self._say(sentence)
        self._show_verdicts()

    def _show_verdicts(self) -> None:
        done = self._calibrated
        shown = _verdicts(done) if done is not None else ""
        self.query_one("#calibrate-verdicts", Static).update(shown)
        self.refresh_bindings()

    def _say(self, sentence: str) -> None:
        self.query_one("#calibrate-says", Static).update(sentence)


def _steps(progress: Progress) -> Text:
    """The steps, with a sign for done, now and to come."""
    at = progress.guide.step
    steps = (*_STEPS, _DRAWING) if at is CalibrationStep.ZONES else _STEPS
    order = [step for step, _ in steps]
    now = order.index(at) if at in order and progress.made is None else len(order)
    text = Text()
    for place, (_, name) in enumerate(steps):
        sign = "✔" if place < now else "▶" if place == now else "·"
        text.append(f" {sign} {say(name)}\n", style="bold" if place == now else "")
    return text


def _verdicts(progress: Progress) -> Text:
    """What to mend, where everything was kept and, as far as there is room, what is good."""
    text, verdicts = Text(), progress.guide.advice
    for verdict in (one for one in verdicts if not one.good):
        text.append(f"✗ {translated(verdict.words)}\n", style="bold")
    text.append("\n" + say("The profile is saved; every game with this camera uses it.") + "\n\n")
    if progress.made is not None and has_own_mat(progress.made):
        text.append(
            say(
                "Do the zones in the picture fit your own mat? If not, Z draws them with "
                "dice. They are in {path}.",
                path=progress.made.mat,
            )
            + "\n\n"
        )
    for verdict in (one for one in verdicts if one.good):
        text.append(f"✔ {translated(verdict.words)}\n")
    return text
