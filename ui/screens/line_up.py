"""Before the game: one die of each card in rows teaches the camera the colours of both teams."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import ClassVar

import cv2
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Static
from textual.worker import get_current_worker

from hardware.dice import Colour, DieKind
from hardware.frame import Image
from ui.app.enrolling import face_words
from ui.app.errors import UserError
from ui.app.lining_up import LineUpSeen, Rows, keep, rows_of, watched
from ui.widgets.camera_picture import CameraPicture
from vision.identify import Enrolled, printing_of
from vision.line_up import LineUp
from words import say, tr, translated

Watch = Callable[[Callable[[], bool]], Iterator[LineUpSeen]]
"""Look after look at the table, until all is learned or the argument says to stop."""


def line_up_screen(dice: Sequence[DieKind], source: str) -> "LineUpScreen":
    """The screen for the dice of a game under this camera."""
    rows = rows_of(dice)
    return LineUpScreen(rows, partial(watched, source, rows), keep)


class LineUpScreen(Screen[None]):
    """Shows which die goes where and what was learned of it; Enter keeps it, Esc leaves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "keep", say("Keep")),
        Binding("r", "again", say("Again")),
        Binding("escape,q", "leave", say("Close")),
    ]
    DEFAULT_CSS = """
    #line-up-left { width: 1fr; padding: 1 2; background: $surface; }
    #line-up-says { text-style: bold; height: auto; margin-bottom: 1; }
    #line-up-rows, #line-up-problems { height: auto; }
    #line-up-problems { color: $warning; margin-top: 1; }
    LineUpScreen CameraPicture { width: 1fr; height: 1fr; background: $felt; }
    """

    def __init__(self, rows: Rows, watch: Watch, keep_it: Callable[[LineUp], None]) -> None:
        super().__init__()
        self._rows = rows
        self._watch_table = watch
        self._keep = keep_it
        self._last: LineUp | None = None

    def compose(self) -> ComposeResult:
        """The rows on the left, the camera's picture on the right."""
        yield Static(say(" DiceRef · line up the dice"), id="setup-title", markup=False)
        with Horizontal():
            with VerticalScroll(id="line-up-left"):
                yield Static(
                    say(
                        "Lay one die of each card on the table in these rows, any face up, a die's "
                        "width apart."
                    ),
                    id="line-up-says",
                    markup=False,
                )
                yield Static(id="line-up-rows")
                yield Static(id="line-up-problems", markup=False)
            yield CameraPicture(id="line-up-picture")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Look at once."""
        if self._rows:
            self._show_rows(())
            self._watch()
        else:
            self._say(say("No die of this game needs a line-up."))

    @work(thread=True, exclusive=True, group="watch")
    def _watch(self) -> None:
        worker = get_current_worker()
        try:
            for seen in self._watch_table(lambda: worker.is_cancelled):
                if worker.is_cancelled:
                    return
                self.app.call_from_thread(self._seen, seen)
        except UserError as error:
            if not worker.is_cancelled:
                self.app.call_from_thread(self._say, translated(str(error)))

    def _seen(self, seen: LineUpSeen) -> None:
        """Show what one look taught, and what is wrong."""
        line_up = seen.line_up
        kinds = [kind for row in self._rows for kind in row]
        self._last = line_up
        self._show_rows(line_up.enrolled)
        wrong = "\n".join(translated(problem.sentence(kinds)) for problem in line_up.problems)
        self.query_one("#line-up-problems", Static).update(wrong)
        counts = {"known": len(line_up.enrolled), "all": len(kinds)}
        self._say(
            say(
                tr(
                    "{known} of {all} dice are learned. Put the others right, or press Enter to "
                    "keep these."
                )
                if line_up.problems
                else tr("All {all} dice are learned. Enter keeps their colours."),
                **counts,
            )
        )
        self.query_one(CameraPicture).show(_marked(seen))

    def _show_rows(self, learned: Sequence[Enrolled]) -> None:
        """Each die with its number, and with its colours once they are known."""
        looks = {look.kind: look for look in learned}
        starts = accumulate((len(row) for row in self._rows), initial=1)
        shown = Text()
        for number, (first, row) in enumerate(zip(starts, self._rows, strict=False), start=1):
            shown.append(say("row {row}, from left to right", row=number) + "\n", "dim")
            for spot, kind in enumerate(row, start=first):
                shown.append_text(_spot(spot, kind, looks.get(printing_of(kind.kind))))
        self.query_one("#line-up-rows", Static).update(shown)

    def action_keep(self) -> None:
        """Keep what was learned for every later game."""
        if self._last is None or not self._last.enrolled:
            self._say(say("No die was learned yet: lay them out as shown."))
            return
        try:
            self._keep(self._last)
        except UserError as error:
            self._say(translated(str(error)))
            return
        kept = say("The colours of {count} dice are kept.", count=len(self._last.enrolled))
        self._say(kept)
        if len(self.app.screen_stack) > 1:
            self.app.notify(kept)
            self.action_leave()

    def action_again(self) -> None:
        """Look again: the camera gives up after two minutes."""
        if self._rows:
            self._say(
                say(
                    "Lay one die of each card on the table in these rows, any face up, a die's "
                    "width apart."
                )
            )
            self._watch()

    def action_leave(self) -> None:
        """Back to the set-up."""
        self.workers.cancel_node(self)
        self.dismiss(None)

    def _say(self, sentence: str) -> None:
        self.query_one("#line-up-says", Static).update(sentence)


def _spot(number: int, kind: DieKind, look: Enrolled | None) -> Text:
    """A line about one die: its number, its colours, its name, the face that was seen."""
    if look is None:
        return Text(f"{number:>3}  ·   {kind.title}\n")
    line = Text(f"{number:>3} ")
    line.append(" ■ ", f"{_hex(look.ink)} on {_hex(look.body)}")
    return line.append(f" {kind.title}  {translated(face_words(kind, look.face))}\n")


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _marked(seen: LineUpSeen) -> Image:
    """The picture with a ring around each die that was taken for one of the line-up."""
    picture = seen.picture.copy()
    wrong = {problem.spot for problem in seen.line_up.problems}
    reach = max(8, picture.shape[1] // 40)
    for spot, dice in enumerate(seen.line_up.lying):
        colour = (60, 60, 240) if spot in wrong else (120, 220, 60)
        for x, y in dice:
            cv2.circle(picture, (round(x), round(y)), reach, colour, max(3, reach // 4))
    return picture
