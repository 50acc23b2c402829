"""Before the game, with the camera: dice that look alike are thrown and learned by sight."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from hardware.dice import DieKind
from ui.app.enrolled_dice import enrolled_dice
from ui.app.enrolling import (
    DieThrown,
    face_words,
    keep_enrolment,
    learn,
    pictures_of_throws,
    unlike,
)
from ui.app.errors import UserError
from ui.app.kept_corrections import keep_named
from ui.widgets.camera_picture import CameraPicture
from vision.enrol import CROPS, Enrolment
from vision.identify import confusable
from words import say, tr, translated

Learn = Callable[[DieKind, Callable[[], bool]], Iterator[DieThrown]]
"""Throw after throw of a die, until all is known or the second argument says to stop."""

Alike = Callable[[], Mapping[str, str]]
"""Titles by kind: which other die a die looks like; computed when called."""


def enrolling(dice: Sequence[DieKind], source: str) -> "EnrolScreen":
    """The screen for the dice of a game under this camera."""

    def alike() -> Mapping[str, str]:
        pairs = confusable(dice, enrolled_dice())
        both = chain.from_iterable(((p.first, p.second), (p.second, p.first)) for p in pairs)
        return {one.kind: other.title for one, other in both}

    def learning(kind: DieKind, given_up: Callable[[], bool]) -> Iterator[DieThrown]:
        return learn(kind, pictures_of_throws(source, given_up))

    return EnrolScreen(dice, alike, learning, keep_enrolment)


class EnrolScreen(Screen[None]):
    """Choose a die, throw it, name the faces the eye is unsure of; Esc leaves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", say("Close")),
        Binding("f5", "enough", say("That is all"), key_display="F5"),
        *(
            Binding(str(n), f"answer({n})", say("Answer {key}", key=n), show=False)
            for n in range(1, 10)
        ),
        Binding("n", "answer(0)", say("No (n)"), show=False),
    ]
    DEFAULT_CSS = """
    #enrol-dice { width: 34; height: 1fr; border: none; padding: 0 1; background: $surface; }
    #enrol-right { width: 1fr; padding: 1 2; background: $felt; }
    #enrol-says { text-style: bold; height: auto; margin-bottom: 1; }
    #enrol-faces { height: auto; }
    #enrol-right CameraPicture { height: 1fr; }
    """

    def __init__(
        self,
        dice: Sequence[DieKind],
        alike: Alike,
        learn_die: Learn,
        keep_it: Callable[[Enrolment], None],
    ) -> None:
        super().__init__()
        self._dice = tuple(dice)
        self._alike = alike
        self._learn_die = learn_die
        self._keep = keep_it
        self._last: DieThrown | None = None
        self._enough = False

    def compose(self) -> ComposeResult:
        """The dice on the left; what was seen of the chosen one on the right."""
        yield Static(say(" DiceRef · learn dice by sight"), id="setup-title", markup=False)
        with Horizontal():
            yield OptionList(*(self._option(die, "") for die in self._dice), id="enrol-dice")
            with Vertical(id="enrol-right"):
                yield Static(
                    say("Comparing the dice of both sides …"), id="enrol-says", markup=False
                )
                yield Static(id="enrol-faces", markup=False)
                yield CameraPicture(id="calibrate-picture")
        yield Footer(show_command_palette=False, compact=True)

    @staticmethod
    def _option(die: DieKind, other: str) -> Option:
        title = (
            say("{title} (looks like {other})", title=die.title, other=other)
            if other
            else die.title
        )
        return Option(Text(title, "bold" if other else ""), id=die.kind)

    def on_mount(self) -> None:
        """Find out which dice need it."""
        self.query_one("#enrol-dice").focus()
        self._compare()

    @work(thread=True, group="compare")
    def _compare(self) -> None:
        try:
            found = self._alike()
        except UserError as error:
            self.app.call_from_thread(self._say, translated(str(error)))
            return
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._list, found)

    def _list(self, alike: Mapping[str, str]) -> None:
        """Those that look like another first."""
        self._dice = tuple(sorted(self._dice, key=lambda die: die.kind not in alike))
        options = self.query_one("#enrol-dice", OptionList)
        options.clear_options()
        options.add_options([self._option(die, alike.get(die.kind, "")) for die in self._dice])
        options.highlighted = 0 if self._dice else None
        self._say(
            say("Choose a die and press Enter.")
            if alike
            else say(
                "All dice of this game can be told apart by sight: nothing needs to be enrolled."
            )
        )

    @on(OptionList.OptionSelected, "#enrol-dice")
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        die = self._dice[event.option_index]
        self._last, self._enough = None, False
        self._say(
            say(
                "Throw {title}, alone on the mat, a few times. {pictures} pictures of at "
                "most {most} so far.",
                title=die.title,
                pictures=0,
                most=CROPS,
            )
        )
        self._watch(die)

    @work(thread=True, exclusive=True, group="watch")
    def _watch(self, die: DieKind) -> None:
        worker = get_current_worker()
        show = partial(self.app.call_from_thread, self._thrown)
        try:
            for thrown in self._learn_die(die, lambda: worker.is_cancelled or self._enough):
                if worker.is_cancelled:
                    return
                show(thrown)
        except UserError as error:
            if not worker.is_cancelled:
                self.app.call_from_thread(self._say, translated(str(error)))
            return
        if not worker.is_cancelled:
            self.app.call_from_thread(self._go_on, die)

    def _thrown(self, thrown: DieThrown) -> None:
        """Show which faces are known by now."""
        self._last = thrown
        kind, seen = thrown.enrolment.kind, len(thrown.enrolment.readings)
        self._say(
            say(
                "Throw {title}, alone on the mat, a few times. {pictures} pictures of at "
                "most {most} so far.",
                title=kind.title,
                pictures=seen,
                most=CROPS,
            )
        )
        missing = thrown.enrolment.missing
        faces = Text("\n").join(
            Text(f"{'·' if face in missing else '✔'} {translated(face_words(kind, face))}")
            for face in range(len(kind.faces))
        )
        self.query_one("#enrol-faces", Static).update(faces)
        if thrown.crops:
            self.query_one(CameraPicture).show(thrown.crops[-1])

    def _go_on(self, die: DieKind) -> None:
        """Ask about the next crop that cannot be told, or keep what is known."""
        last = self._last
        if last is None or not (last.enrolment.shown or last.enrolment.doubts):
            self._last = None
            self._say(say("No face of {title} was seen; nothing was changed.", title=die.title))
            return
        if last.enrolment.doubts:
            self._ask(last)
            return
        self._last = None
        try:
            self._keep(last.enrolment)
        except UserError as error:
            self._say(translated(str(error)))
            return
        missing = ", ".join(translated(face_words(die, face)) for face in last.enrolment.missing)
        done = (
            tr("{title} is enrolled without: {faces}. Enrol it again to learn them.")
            if missing
            else tr("{title} is enrolled.")
        )
        self._say(say(done, title=die.title, faces=missing))

    def _ask(self, last: DieThrown) -> None:
        doubt, kind = last.enrolment.doubts[0], last.enrolment.kind
        if last.crops:
            self.query_one(CameraPicture).show(last.crops[doubt.crop])
        other = unlike(doubt)
        answers = (
            say(
                tr("{number}  {face}") if other else tr("{number}  {face}, {percent} %"),
                number=number,
                face=face_words(kind, face),
                percent=round(100 * chance),
            )
            for number, (face, chance) in enumerate(doubt.choices, start=1)
        )
        self._say(
            say(
                tr(
                    "This looks like a die of another kind. Press n to leave it out, or the "
                    "number of what it shows."
                )
                if other
                else tr("What does this one show? Press its number, n for none of these.")
            )
        )
        self.query_one("#enrol-faces", Static).update("\n".join(answers))

    def action_answer(self, number: int) -> None:
        """Name the face of the crop that is shown; 0 leaves it out."""
        last = self._last
        if last is None or not last.enrolment.doubts or self._watching:
            return
        doubt = last.enrolment.doubts[0]
        if number > len(doubt.choices):
            return
        face = doubt.choices[number - 1][0] if number else None
        if face is not None and last.crops:
            keep_named(last.crops[doubt.crop], last.enrolment.kind.faces[face], "enrol")
        self._last = DieThrown(last.enrolment.answered(doubt.crop, face), last.crops)
        self._go_on(last.enrolment.kind)

    @property
    def _watching(self) -> bool:
        return any(worker.group == "watch" and worker.is_running for worker in self.workers)

    def action_enough(self) -> None:
        """Throw no more: go on with what was seen."""
        self._enough = True

    def action_leave(self) -> None:
        """Back to the set-up."""
        self.workers.cancel_node(self)
        self.dismiss(None)

    def _say(self, sentence: str) -> None:
        self.query_one("#enrol-says", Static).update(sentence)
