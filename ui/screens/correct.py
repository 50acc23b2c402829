"""What happened instead of an entry: chosen from what was lawful then, and seen before entered."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.css.query import NoMatches
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from rules.core import side_name, sides_of
from ui.app.table_model import (
    Correct,
    CorrectionForm,
    TableIsRight,
    TableModel,
    TableSource,
    TryCorrection,
    TryTable,
    UndoCorrection,
)
from ui.screens.chosen_offer import choose
from ui.screens.text_prompt import TextPromptScreen
from ui.widgets.touch import TapList
from words import say, tr, translated, translated_whole


class CorrectScreen(ModalScreen[None]):
    """The choices on the left, what becomes of everything after the entry on the right."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", say("Close")),
        Binding("backspace", "take_back", say("Take the last back")),
        Binding("left", "turn(-1)", say("Another face or die"), priority=True),
        Binding("right", "turn(1)", say("Another face or die"), priority=True),
    ]

    class Came(Message):
        """The source has something newer."""

    def __init__(self, source: TableSource, entry: int | None) -> None:
        """`entry`: the one that is wrong; None: the record is, and the table is right."""
        super().__init__()
        self._source = source
        self._tried = TryCorrection(entry or 0)
        self._first = TryTable() if entry is None else self._tried
        self._before = source.latest()
        self._heard = self._before.notice, self._before.sequence
        self._form: CorrectionForm | None = None
        self._unsubscribe: Callable[[], None] = lambda: None

    def compose(self) -> ComposeResult:
        """What is written, what may have been, what would become of the rest, the keys."""
        with Vertical(id="correct"):
            yield Static(id="correct-title", markup=False)
            yield Static(id="correct-instead", markup=False)
            with Horizontal():
                yield TapList(id="correct-choices", markup=False)
                with VerticalScroll(id="correct-preview"):
                    yield Static(id="correct-rest", markup=False)
            yield Static(
                say(
                    "Enter chooses · ← → another face or die · Backspace: not that · Esc: leave it"
                ),
                id="correct-keys",
                markup=False,
            )

    def on_mount(self) -> None:
        """Ask what may have been."""
        self.query_one(OptionList).focus()
        self._unsubscribe = self._source.subscribe(lambda _: self._published())
        self._source.send(self._first)
        self.on_correct_screen_came()

    def on_unmount(self) -> None:
        """Stop following."""
        self._unsubscribe()

    def _published(self) -> None:
        """Called by the source, from any thread."""
        self.post_message(self.Came())

    def on_correct_screen_came(self) -> None:
        """Show the newest form; what was refused is said, and the last form stays."""
        model = self._source.latest()
        form = model.correction
        with suppress(NoMatches):
            if form is not None and form is not self._form and form is not self._before.correction:
                self._form = form
                self._show(translated_whole(form))
            elif model.notice and (model.notice, model.sequence) != self._heard:
                self.query_one("#correct-instead", Static).update(translated(model.notice))

    def _show(self, form: CorrectionForm) -> None:
        title = say("Entry {number}: {text}", number=form.entry, text=form.text)
        self.query_one("#correct-title", Static).update(
            say(
                "The table is right: what lies there becomes the state. It differs so from "
                "the record:"
            )
            if form.table
            else title
        )
        instead = say("Instead: {text}", text=" · ".join(form.instead)) if form.instead else ""
        self.query_one("#correct-instead", Static).update(
            "" if form.undoes or form.table else instead or say("What happened instead?")
        )
        self.query_one("#correct-rest", Static).update("\n".join(form.preview))
        choices = self.query_one(OptionList)
        at = choices.highlighted or 0
        same = len(self._rows_of(form)) == choices.option_count and bool(form.rows)
        choices.clear_options()
        choices.add_options([Option(text) for text in self._rows_of(form)])
        choices.highlighted = at if same else 1 if form.rows and not form.settled else 0

    @staticmethod
    def _rows_of(form: CorrectionForm) -> list[str]:
        """All lines to choose from: enter it, the dice or the moves, by hand, a ruling."""
        if form.undoes or form.table:
            return [
                say(
                    tr("✔ Undo this correction: what it took away counts again")
                    if form.undoes
                    else tr("✔ Enter it, with the names of all who agree")
                )
            ]
        enter = say(
            tr("✔ That is what happened: enter it")
            if form.whole
            else tr("✔ Nothing: it did not happen")
        )
        dice = [f"{row.title}  ◂ {row.options[row.now]} ▸" for row in form.rows]
        by_hand = [say("… something else, by hand, in words")] if form.by_hand else []
        moves = [choice.text for choice in form.choices]
        return [enter, *dice, *moves, *by_hand, say("… what a judge decides, in words")]

    # -- choosing

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a tap."""
        form, at = self._form, event.option_index - 1
        if form is None:
            return
        lines = [*form.rows, *form.choices]
        if at < 0:
            self._ask_why()
        elif at < len(form.rows):
            self.action_turn(1)
        elif at < len(lines):
            choice = form.choices[at - len(form.rows)]
            choose(self.app, choice, lambda action: self._try(actions=(*form.whole, action)))
        elif form.by_hand and at == len(lines):
            self.app.push_screen(
                TextPromptScreen(
                    say('What happened by hand? As "2 damage to Thor, gain 1 life" (Esc: nothing)')
                ),
                self._said_by_hand,
            )
        else:
            self.app.push_screen(
                TextPromptScreen(
                    say(
                        "What does the judge decide? It is written down word for word. "
                        "(Esc: nothing)"
                    )
                ),
                self._ruled,
            )

    def _try(self, **chosen: object) -> None:
        fresh = {"actions": (), "result": (), "by_hand": "", **chosen}
        self._tried = replace(self._tried, **fresh)  # type: ignore[arg-type]  # its own fields
        self._source.send(self._tried)

    def action_turn(self, by: int) -> None:
        """Another face, or another die, in the row under the cursor."""
        form, at = self._form, (self.query_one(OptionList).highlighted or 0) - 1
        if form is None or not 0 <= at < len(form.rows):
            return
        now = [row.now for row in form.rows]
        now[at] = (now[at] + by) % len(form.rows[at].options)
        result = tuple(row.values[n] for row, n in zip(form.rows, now, strict=True))
        self._try(actions=form.actions, result=result)

    def action_take_back(self) -> None:
        """The last thing that was chosen is not meant."""
        if self._form is not None and self._form.whole:
            self._try(actions=self._form.whole[:-1])

    def _said_by_hand(self, words: str | None) -> None:
        if words and self._form is not None:
            self._try(actions=self._form.whole, by_hand=words)

    def _ruled(self, words: str | None) -> None:
        if words:
            self._ask_why(words)

    # -- entering

    def _ask_why(self, ruling: str = "") -> None:
        form = self._form
        assert form is not None
        if form.table:
            self._ask_who(TableIsRight)
            return
        if form.undoes:
            self._ask_who(lambda who: UndoCorrection(form.entry, who))
            return

        def reasoned(why: str | None) -> None:
            if why:
                self._ask_who(lambda who: Correct(form.entry, form.whole, why, who, ruling))

        if ruling:
            reasoned(say("the judge decides"))
        else:
            self.app.push_screen(
                TextPromptScreen(say("Why? (Enter alone: misread, Esc: leave it)"), say("misread")),
                reasoned,
            )

    def _ask_who(self, command: Callable[[str], Correct | UndoCorrection | TableIsRight]) -> None:
        def named(who: str | None) -> None:
            if who:
                self._source.send(command(who))
                self.dismiss()

        self.app.push_screen(TextPromptScreen(say("Who says so?"), _both(self._before)), named)

    def action_leave(self) -> None:
        """Esc."""
        self.dismiss()


def _both(model: TableModel) -> str:
    """The names of all who play."""
    return ", ".join(side_name(model.view, side) for side in sides_of(model.view))
