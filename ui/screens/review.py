"""A recorded game on the table's own widgets: step, jump, search, correct, export."""

import os
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from time import localtime, strftime
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widgets import Static

from rules.journal import JournalError, clip_of
from ui.app.errors import UserError
from ui.app.exporting import WRITERS, save_clip, write_export
from ui.app.folders import folder
from ui.app.review import Review, Sought
from ui.app.table_model import TableModel
from ui.screens.correct import CorrectScreen
from ui.screens.table import TableScreen
from ui.screens.text_prompt import TextPromptScreen
from ui.screens.why import WhyScreen
from ui.widgets.life_curve import LifeCurve
from ui.widgets.timeline import Timeline
from words import say, tr, translated

SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Entries a second."""


class ReviewScreen(TableScreen, inherit_bindings=False):
    """The table as it was after each entry of a record."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "step(1)", say("On"), priority=True),
        Binding("left", "step(-1)", say("Back"), priority=True),
        Binding("pagedown", "seek('turn', 1)", say("Next turn"), key_display="PgDn", priority=True),
        Binding("pageup", "seek('turn', -1)", say("Previous turn"), show=False),
        Binding("f", "seek('foul', 1)", say("Next foul"), show=False),
        Binding("F", "seek('foul', -1)", say("Previous foul"), show=False),
        Binding("s", "seek('question', 1)", say("Next question"), show=False),
        Binding("S", "seek('question', -1)", say("Previous question"), show=False),
        Binding("home", "edge(0)", say("First entry"), show=False, priority=True),
        Binding("end", "edge(1)", say("Last entry"), show=False, priority=True),
        Binding("space", "play", say("Go on"), key_display="␣"),
        Binding("p", "pause", say("Pause"), show=False),
        Binding("greater_than_sign", "faster(1)", say("Faster"), key_display=">", show=False),
        Binding("less_than_sign", "faster(-1)", say("Slower"), key_display="<", show=False),
        Binding("slash", "search", say("Search"), key_display="/"),
        Binding("g", "go_to", say("Jump to an entry"), show=False),
        Binding("e", "correct", say("Correct")),
        Binding("W", "why", say("Why it was entered"), show=False),
        Binding("w", "export", say("Write")),
        Binding("v", "clip", say("Clip"), show=False),
        Binding("c", "camera", say("Camera"), show=False),
        Binding("i", "cards", say("What the cards say"), show=False),
        Binding("q,ctrl+q", "leave", say("Quit"), key_display="q"),
        Binding("l", "app.large_type", say("Large type"), show=False),  # no room for it below
    ]

    LIVE = False
    INTRO = say(
        "A recorded game, entry by entry. Nothing is ever erased: a correction is a new entry."
    )

    def __init__(self, review: Review, *, plays: float = 0.0) -> None:
        """`plays`: entries a second that it shows by itself from the beginning; 0: none."""
        super().__init__(review)
        self.review = review
        self._speed = min(SPEEDS, key=lambda one: abs(one - (plays or 1.0)))
        self._begins = bool(plays)
        self._playing: Timer | None = None

    def compose(self) -> ComposeResult:
        """The table, and the time line above the keys."""
        yield from super().compose()
        yield Static(id="entry", markup=False)
        yield LifeCurve(id="curve")
        yield Timeline(id="timeline")

    def on_mount(self) -> None:
        """Begin to play where that was asked for."""
        super().on_mount()
        if self._begins:
            self.action_play()

    def _show(self, model: TableModel) -> None:
        super()._show(model)
        review = self.review
        if not self.query("#entry"):
            return
        self.query_one("#entry", Static).update(self._entry_words(), layout=False)
        marks = review.marks()
        self.query_one(LifeCurve).show(review.lives, review.position, marks)
        self.query_one(Timeline).show(len(review.pages), review.position, marks)

    def _entry_words(self) -> str:
        page = self.review.page
        entry = page.entry
        words = [
            say("Entry {number} of {count}", number=entry.number, count=len(self.review.pages)),
            strftime("%Y-%m-%d %H:%M:%S", localtime(entry.wall_time)),
        ]
        if self._playing is not None:
            words.insert(0, say("▶ {speed} a second", speed=f"{self._speed:g}"))
        if entry.cause:
            words.append(
                say("{cause}, {sure} %", cause=entry.cause, sure=round(100 * entry.confidence))
            )
        if not page.counts:
            words.append(say("(taken back)"))
        return pluralised(" · ".join(words), " · ", entry.evidence, self.app.size.width)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Everything is always possible, except over another window."""
        del parameters
        return not (action in {"step", "edge", "seek"} and self.app.screen is not self)

    def on_timeline_touched(self, event: Timeline.Touched) -> None:
        """A tap on the time line or the life curve."""
        self.action_pause()
        self.review.jump(event.page)

    def action_play(self) -> None:
        """Show one entry after the other by itself, or stop; from the beginning at the end."""
        if self._playing is not None:
            self.action_pause()
            return
        if self.review.position == len(self.review.pages) - 1:
            self.review.jump(0)
        self._playing = self.set_interval(1.0 / self._speed, self._play_on)
        self._show(self.review.latest())

    def _play_on(self) -> None:
        if self.app.screen is not self:  # another window is open over it
            return
        self.review.step(1)
        if self.review.position == len(self.review.pages) - 1:
            self.action_pause()

    def action_pause(self) -> None:
        """Stop playing."""
        if self._playing is not None:
            self._playing.stop()
            self._playing = None
            self._show(self.review.latest())

    def action_faster(self, by: int) -> None:
        """Play quicker, or slower."""
        at = SPEEDS.index(self._speed) + by
        self._speed = SPEEDS[min(max(at, 0), len(SPEEDS) - 1)]
        if self._playing is not None:
            self._playing.stop()
            self._playing = self.set_interval(1.0 / self._speed, self._play_on)
        self.notify(say("{speed} entries a second", speed=f"{self._speed:g}"), timeout=2)
        self._show(self.review.latest())

    def action_step(self, by: int) -> None:
        """The next entry, or the one before."""
        self.action_pause()
        self.review.step(by)

    def action_edge(self, last: int) -> None:
        """The first entry, or the last."""
        self.action_pause()
        self.review.jump(len(self.review.pages) if last else 0)

    def action_seek(self, sought: Sought, by: int) -> None:
        """The next page of this kind."""
        self.action_pause()
        if not self.review.seek(sought, by):
            self.notify(say("There is none further on."), timeout=2)

    def action_search(self) -> None:
        """Look for words in what happened."""

        def asked(words: str | None) -> None:
            if words and not (self.review.search(words) or self.review.search(words, -1)):
                self.notify(say('Nothing says "{words}".', words=words), timeout=3)

        self.app.push_screen(TextPromptScreen(say("Search for words in what happened:")), asked)

    def action_go_to(self) -> None:
        """Jump to an entry by its number."""

        def asked(number: str | None) -> None:
            if number and number.strip().isdecimal():
                self.review.jump(int(number) - 1)
            elif number:
                self.notify(say('"{text}" is not an entry\'s number.', text=number), timeout=3)

        self.app.push_screen(TextPromptScreen(say("Jump to entry number:")), asked)

    def action_correct(self) -> None:
        """What happened instead of the shown entry; of a correction, to undo it."""
        entry = self.review.page.entry
        if entry.kind in {"step", "correction", "setup"}:
            self.app.push_screen(CorrectScreen(self.review, entry.number))
        else:
            self.notify(
                say(
                    "Entry {number} is no move: go to the move that is wrong, or to a correction "
                    "to undo it.",
                    number=entry.number,
                ),
                timeout=5,
            )

    def action_why(self) -> None:
        """Why the shown entry stands there."""
        self.app.push_screen(WhyScreen(self.review.why()))

    def action_export(self) -> None:
        """Write the game to a file; its ending says how."""
        where = Path(self.review.journal.where)

        def asked(name: str | None) -> None:
            if name:
                self._export(Path(name).expanduser())

        question = say(
            "Write the game to which file? Its ending says how: {endings}.",
            endings=", ".join(WRITERS),
        )
        self.app.push_screen(TextPromptScreen(question, str(where.with_suffix(".md"))), asked)

    def _export(self, path: Path) -> None:
        try:
            write_export(self.review.journal, self.review.game, path)
        except (UserError, JournalError) as error:
            self.notify(translated(str(error)), severity="error", timeout=8, markup=False)
            return
        self.notify(say("Written: {path}", path=path), timeout=5)

    def action_clip(self) -> None:
        """Save the clip of the shown question or foul, and let the system play it."""
        review = self.review
        clip = clip_of(review.journal, review.page.entry.number)
        if clip is None:
            self.notify(say("No clip was kept of this entry."), timeout=3)
            return
        try:
            path = save_clip(review.journal, clip, folder("clips"))
        except (UserError, JournalError) as error:
            self.notify(translated(str(error)), severity="error", timeout=8, markup=False)
            return
        self.notify(say("The clip is in {path}.", path=path), timeout=8)
        if has_windows():
            self.app.open_url(path.as_uri())

    def action_leave(self) -> None:
        """Close the record."""
        self.app.exit()

    def commands(self) -> Iterable[SystemCommand]:
        """What the command palette offers in a record."""
        seek = self.action_seek
        for title, act in (
            (tr("Go on"), self.action_play),
            (tr("Next turn"), partial(seek, "turn", 1)),
            (tr("Previous turn"), partial(seek, "turn", -1)),
            (tr("Next foul"), partial(seek, "foul", 1)),
            (tr("Next question"), partial(seek, "question", 1)),
            (tr("Search"), self.action_search),
            (tr("Jump to an entry"), self.action_go_to),
            (tr("Correct"), self.action_correct),
            (tr("Why it was entered"), self.action_why),
            (tr("Write"), self.action_export),
            (tr("Clip"), self.action_clip),
            (tr("Quit"), self.action_leave),
        ):
            yield SystemCommand(say(title), say("In the record"), act)


def pluralised(words: str, sign: str, evidence: str, room: int) -> str:
    """The words and as many clauses of the evidence as fit: the rest is not cut in a word."""
    for clause in filter(None, evidence.split(", ")):
        longer = f"{words}{sign}{clause}"
        if cell_len(longer) > room:
            break
        words, sign = longer, ", "
    return words


def has_windows() -> bool:
    """Whether a player of films could open a window; on a bare terminal it would take ours."""
    beside = ("DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform in {"darwin", "win32"} or any(os.environ.get(name) for name in beside)
