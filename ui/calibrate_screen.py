"""The calibration wizard: the camera's picture, the steps, one sentence that says what to do."""

from collections.abc import Callable, Iterator
from functools import partial
from time import monotonic
from typing import ClassVar

from rich.segment import Segment
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Footer, Static
from textual.worker import get_current_worker

from calibration.guide import Guide, Step
from calibration.overlay import overlay
from calibration.profile import profile_file
from hardware.frame import Image
from ui.calibrating import Progress, calibrate
from ui.errors import UserError
from ui.places import folder
from ui.widgets.thumbnail import half_cells
from ui.words import say

SECONDS_BETWEEN_PICTURES = 0.25
SECONDS_TO_CALIBRATE = 600.0
_STEPS = (
    (Step.MAT, "calibrate.mat"),
    (Step.LENS, "calibrate.lens"),
    (Step.LOCK, "calibrate.lock"),
    (Step.CHECK, "calibrate.check"),
)


def wizard(source: str) -> "CalibrateScreen":
    """The wizard for a camera, over whichever mat lies there."""
    kept = profile_file(folder("profiles"), source)
    return CalibrateScreen(partial(calibrate, source, kept, Guide(), SECONDS_TO_CALIBRATE))


class CameraPicture(Widget):
    """A picture in half cells, as large as there is room."""

    def __init__(self) -> None:
        super().__init__(id="calibrate-picture")
        self._image: Image | None = None

    def show(self, image: Image) -> None:
        """Show this picture from now on."""
        self._image = image
        self.refresh()

    def render_lines(self, crop: object) -> list[Strip]:
        """All rows at once: they come from one scaled picture."""
        del crop
        width, height = self.size
        ground = self.rich_style
        blank = Strip([Segment(" " * width, ground)])
        strips = half_cells(self._image, width, height, ground) if self._image is not None else []
        rows = [strip.adjust_cell_length(width, ground) for strip in strips]
        above = (height - len(rows)) // 2
        return [blank] * above + rows + [blank] * (height - len(rows) - above)


class CalibrateScreen(Screen[None]):
    """Runs a calibration and shows it; Esc leaves, R begins again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", say("keys.close")),
        Binding("r", "again", say("calibrate.again")),
    ]
    DEFAULT_CSS = """
    #calibrate-title { height: 1; background: $panel; text-style: bold; }
    #calibrate-picture { width: 1fr; height: 1fr; }
    #calibrate-side { width: 44; padding: 1 2; background: $surface; }
    #calibrate-says { margin: 1 0; text-style: bold; }
    CalibrateScreen.-narrow #calibrate-side { width: 36; }
    """

    def __init__(self, begin: Callable[[], Iterator[Progress]]) -> None:
        super().__init__()
        self._begin = begin
        self._shown = 0.0

    def compose(self) -> ComposeResult:
        """The picture on the left, what to do on the right."""
        yield Static(say("calibrate.title"), id="calibrate-title")
        with Horizontal():
            yield CameraPicture()
            with Vertical(id="calibrate-side"):
                yield Static(id="calibrate-steps", markup=False)
                yield Static(id="calibrate-says", markup=False)
                yield Static(id="calibrate-verdicts", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Begin at once."""
        self.action_again()

    def action_again(self) -> None:
        """Begin from the first step; a calibration under way is given up."""
        self.query_one("#calibrate-verdicts", Static).update("")
        self._run()

    def action_leave(self) -> None:
        """Back to where this screen was opened from, or out."""
        self.workers.cancel_node(self)
        if len(self.app.screen_stack) > 1:
            self.dismiss(None)
        else:
            self.app.exit()

    @work(thread=True, exclusive=True)
    def _run(self) -> None:
        worker = get_current_worker()
        try:
            for progress in self._begin():
                if worker.is_cancelled:
                    return
                self.app.call_from_thread(self._show, progress)
        except UserError as error:
            if not worker.is_cancelled:
                self.app.call_from_thread(self._say, str(error))

    def _show(self, progress: Progress) -> None:
        guide = progress.guide
        self.query_one("#calibrate-steps", Static).update(_steps(guide))
        self._say(progress.trouble or guide.says)
        if progress.made is not None:
            self.query_one("#calibrate-verdicts", Static).update(_verdicts(progress))
        picture = progress.frame
        due = monotonic() - self._shown >= SECONDS_BETWEEN_PICTURES or progress.made is not None
        if picture is not None and due:
            self._shown = monotonic()
            lies = guide.registration
            image = picture.image if lies is None else overlay(picture.image, lies, names=False)
            self.query_one(CameraPicture).show(image)

    def _say(self, sentence: str) -> None:
        self.query_one("#calibrate-says", Static).update(sentence)


def _steps(guide: Guide) -> Text:
    """The steps, with a sign for done, now and to come."""
    order = [step for step, _ in _STEPS]
    now = order.index(guide.step) if guide.step in order else len(order)
    text = Text()
    for place, (_, name) in enumerate(_STEPS):
        sign = "✔" if place < now else "▶" if place == now else "·"
        text.append(f" {sign} {say(name)}\n", style="bold" if place == now else "")
    return text


def _verdicts(progress: Progress) -> Text:
    text = Text()
    for verdict in progress.guide.verdicts:
        text.append("✔ " if verdict.good else "✗ ", style="" if verdict.good else "bold")
        text.append(verdict.words + "\n", style="" if verdict.good else "bold")
    if progress.own_mat is not None:
        text.append("\n" + say("calibrate.own-mat", path=progress.own_mat) + "\n")
    text.append("\n" + say("calibrate.saved"))
    return text
