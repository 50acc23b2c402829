"""The table: everything two players want to see at a glance, and the few keys they need."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, ClassVar

from textual.app import ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.css.query import NoMatches
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Button, Footer, Static

from rules.core import SIDES, Action, Offer, Seat, numbered
from ui.app.errors import UserError
from ui.app.table_model import (
    AllowFoul,
    Announce,
    AnswerQuestion,
    GiveUp,
    MoreTime,
    MoveIsOver,
    Pause,
    Quit,
    RunClocks,
    SayByHand,
    TableModel,
    TableSource,
    TryUndo,
    Undo,
)
from ui.app.time_extension import extension
from ui.screens.cards import CardsScreen
from ui.screens.chosen_offer import choose
from ui.screens.confirm import ConfirmScreen
from ui.screens.correct import CorrectScreen
from ui.screens.hand import HandScreen
from ui.screens.pick import PickScreen
from ui.screens.text_prompt import TextPromptScreen
from ui.widgets.bands import (
    ANSWER_KEYS,
    AnswerRow,
    FoulBand,
    OutcomeBand,
    QuestionBand,
    answers_shown,
)
from ui.widgets.clocks import ClocksLine
from ui.widgets.headline import Headline
from ui.widgets.life import LifePanel
from ui.widgets.mat import MatView
from ui.widgets.panels import CardPanel, EventsPanel, HealthLineView, OffersPanel, RemindersPanel
from ui.widgets.thumbnail import Thumbnail
from words import say, tr, translated, translated_whole

SMALLEST = (80, 24)

STATUS_S = 30.0
"""How long a line of status stays, seconds."""

NO_MOVES = ("question", "foul", "note")
"""Kinds of lines of the log that no correction is about."""

MOST_CORRECTABLE = 40
"""Older entries are corrected in the review."""


class NewModel(Message):
    """The source has something newer."""


class JudgeWanted(Message):
    """The players call a judge."""


class TableScreen(Screen[None]):
    """Shows the newest model of a source and sends back what the players decide."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(str(n), f"answer({n - 1})", say("Answer {key}", key=n), show=False)
            for n in range(1, ANSWER_KEYS + 1)
        ),
        Binding("0", "more_answers", say("More answers"), show=False),
        Binding("tab", "app.focus_next", say("Next panel"), show=False),
        Binding("d", "done", say("Move is over")),
        Binding("x", "allow_foul", say("Let foul stand")),
        Binding("u", "undo", say("Undo")),
        Binding("e", "correct", say("Correct")),
        Binding("a", "table_is_right", say("The table is right"), show=False),
        Binding("h", "hand", say("Effect by hand"), show=False),
        Binding("i", "cards", say("What the cards say"), show=False),
        Binding("H", "say_hand", say("Effect by hand, in words"), show=False),
        Binding("p", "pause", say("Pause")),
        Binding("b", "browser", say("QR code for a phone"), show=False),
        Binding("k", "clocks", say("Stop or start the clocks"), show=False),
        Binding("K", "more_time", say("Time extension"), show=False),
        Binding("J", "call_judge", say("Call a judge"), show=False),
        Binding("c", "camera", say("Camera")),
        Binding("right_square_bracket", "move_mat(5)", say("Further down the mat"), show=False),
        Binding("left_square_bracket", "move_mat(-5)", say("Further up the mat"), show=False),
        Binding("q,ctrl+q", "leave", say("Quit"), key_display="q"),
    ]

    LIVE: ClassVar[bool] = True
    """Whether anybody plays at this table; a record only looks like one."""

    KEYS_COME_AND_GO = True
    """Some mean something only at times, as the answers to a question: help lists them all."""

    INTRO: ClassVar[str] = say(
        "DiceRef watches the mat. Play with your hands on the dice; you only need "
        "the screen when it asks."
    )
    """What the page of keys begins with."""

    TAKE_BACK: ClassVar[str] = say(
        "Take back the last entry? It stays in the record, marked as taken back."
    )
    """What is asked before the last entry, or decision, is taken back."""

    IN_PALETTE: ClassVar[Sequence[tuple[str, str, str]]] = (
        ("allow_foul", tr("Let the foul stand"), tr("Both players agree; the record says so")),
        ("pause", tr("Pause or go on"), tr("Stop following the table for a moment")),
        ("undo", tr("Take back the last entry"), tr("Adds a correction; nothing is erased")),
        ("done", tr("The move is over"), tr("What is shown as provisional is entered now")),
        (
            "correct",
            tr("Correct an earlier entry"),
            tr(
                "Pick it, choose what happened instead, see what becomes of the rest; "
                "nothing is erased"
            ),
        ),
        (
            "table_is_right",
            tr("The table is right"),
            tr("What lies there becomes the state, by one entry with all names under it"),
        ),
        (
            "cards",
            tr("What the cards say"),
            tr(
                "Figures, text and rulings of every card in this game, that of the "
                "highlighted line first"
            ),
        ),
        (
            "hand",
            tr("Effect by hand"),
            tr(
                "Life, damage, figures, levels and places, as a card says that does not play "
                "by itself"
            ),
        ),
        (
            "say_hand",
            tr("Effect by hand, in words"),
            tr(
                "Life, damage, figures, levels and places, as a card says that does not play "
                "by itself"
            ),
        ),
        ("clocks", tr("Stop or start the clocks"), tr("The table is followed all the same")),
        ("more_time", tr("Time extension"), tr("A judge gives game and match more time")),
        (
            "call_judge",
            tr("Call a judge"),
            tr("The tournament desk is told that this table wants a judge"),
        ),
        ("camera", tr("Camera picture large or small"), tr("With what was read on every die")),
        ("leave", tr("Leave the table"), tr("Asks first")),
    )
    """What has a key and a name: the action, its title, what it does."""

    class AddressAsked(Message):
        """Somebody wants to see the table on a phone."""

    class Opened(Message):
        """A table is on the screen now."""

        def __init__(self, source: TableSource) -> None:
            super().__init__()
            self.source = source

    def __init__(self, source: TableSource) -> None:
        super().__init__()
        self.source = source
        self._model = translated_whole(source.latest())
        self._received = monotonic()
        self._unsubscribe: Callable[[], None] | None = None
        self._waiting = False
        self._asks_undo: Screen[Any] | None = None  # the question whether to take back

    def compose(self) -> ComposeResult:
        """Life on the left, the mat in the middle, the rest on the right."""
        yield Static(id="too-small", markup=False)
        yield Headline(id="headline")
        yield ClocksLine(live=self.LIVE, id="clocks")
        yield Static(id="coach", markup=False)
        yield FoulBand(live=self.LIVE, id="foul")
        yield Static(
            say(
                "✖ I no longer follow the table. A: the table is right, what lies there is entered."
            ),
            id="lost",
            markup=False,
        )
        with Horizontal(id="table"):
            with Vertical(id="lives"):
                yield LifePanel(SIDES[1], id="life-1")
                yield Thumbnail(id="thumbnail")
                yield LifePanel(SIDES[0], id="life-0")
            with Vertical(id="middle"):
                yield MatView(id="mat")
                yield HealthLineView(id="health")
            with Vertical(id="side"):
                yield OffersPanel(id="offers")
                yield RemindersPanel(id="reminders")
                yield CardPanel(id="card")
                yield EventsPanel(id="events")
        yield QuestionBand(live=self.LIVE, id="question")
        yield OutcomeBand(id="outcome")
        yield Static(id="status", markup=False)
        yield Footer(show_command_palette=self.LIVE, compact=True)

    def on_mount(self) -> None:
        """Show what is known now and follow the source."""
        self._unsubscribe = self.source.subscribe(self._published)
        self._received = monotonic()
        self._show(self.source.latest())
        self.set_interval(1.0, self._grow_older)
        self.query_one(OffersPanel).focus()
        self.post_message(self.Opened(self.source))
        self.app.theme_changed_signal.subscribe(self, lambda _: self._recolour())

    def on_unmount(self) -> None:
        """Stop following."""
        if self._unsubscribe is not None:
            self._unsubscribe()

    def on_resize(self) -> None:
        """Say so when the window is too small, instead of showing half a table."""
        width, height = self.app.size
        small = width < SMALLEST[0] or height < SMALLEST[1]
        self.set_class(small, "-too-small")
        if small:
            sentence = say(
                "This window is {width}x{height}; DiceRef needs at least "
                "{need_width}x{need_height}: enlarge it or choose a smaller font.",
                width=width,
                height=height,
                need_width=SMALLEST[0],
                need_height=SMALLEST[1],
            )
            self.query_one("#too-small", Static).update(sentence)

    def _published(self, _model: TableModel) -> None:
        """Called by the source, from any thread; many models become one redraw."""
        if not self._waiting:
            self._waiting = True
            self.post_message(NewModel())

    def on_new_model(self) -> None:
        """Show the newest model."""
        self._waiting = False
        self._received = monotonic()
        self._show(self.source.latest())

    def _show(self, model: TableModel) -> None:
        before, self._model = self._model, translated_whole(model)
        model = self._model
        new_notice = model.notice and model.notice != before.notice
        try:
            self._show_everywhere(model)
        except NoMatches:  # a model arrives while the screen is being taken down
            return
        self.set_class(bool(model.fouls), "-foul")
        self.set_class(model.question is not None, "-asked")
        self.set_class(
            bool(model.fouls or model.question is not None or model.outcome is not None), "-banded"
        )
        if _open_matters(before) != _open_matters(model):
            self.refresh_bindings()
        asking = self.app.screen
        if model.undo and asking is self._asks_undo and isinstance(asking, ConfirmScreen):
            words = say("{text}\n\n{ask}", text=model.undo, ask=self.TAKE_BACK)
            asking.call_after_refresh(asking.tell, words)
        if new_notice:
            self.notify(model.notice, timeout=6, markup=False)

    def _show_everywhere(self, model: TableModel) -> None:
        """On every part of the screen. Raises `NoMatches` when one is gone already."""
        self.query_one(Headline).show(model)
        self.query_one(ClocksLine).show(model, 0.0)
        self.query_one(MatView).show(model)
        self.query_one(OffersPanel).show(model)
        self.query_one(RemindersPanel).show(model)
        self.query_one(CardPanel).show(model)
        self.query_one(EventsPanel).show(model)
        for life in self.query(LifePanel):
            life.show(model)
        self.query_one(Thumbnail).show(model, large=self.has_class("-camera"))
        self.query_one(HealthLineView).show(model)
        self.query_one(FoulBand).show(model)
        self.query_one(QuestionBand).show(model, self._question_age())
        self.query_one(OutcomeBand).show(model)
        self.query_one("#lost", Static).display = model.lost
        coach = self.query_one("#coach", Static)
        coach.display = bool(model.coach)
        coach.update(model.coach)

    def show_status(self, words: str) -> None:
        """A line above the keys, for a while."""
        line = self.query_one("#status", Static)
        line.update(words)
        line.display = True

        def over() -> None:
            line.display = False

        self.set_timer(STATUS_S, over)

    def _question_age(self) -> float:
        return self._model.question_age + monotonic() - self._received

    def _grow_older(self) -> None:
        """Clocks and the age of a question count on while nothing is published."""
        with suppress(NoMatches):  # the screen is being taken down
            self.query_one(ClocksLine).show(self._model, monotonic() - self._received)
            if self._model.question is not None:
                self.query_one(QuestionBand).show(self._model, self._question_age())

    def _recolour(self) -> None:
        """Draw everything once more in the new theme's colours."""
        self._show(self._model)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A key that means nothing now is not offered."""
        model = self._model
        answers = len(model.question.answers) if model.question is not None else 0
        going_on = model.outcome is None
        match action:
            case "answer":
                return isinstance(parameters[0], int) and parameters[0] < answers
            case "more_answers":
                means = answers > answers_shown(self.app)
            case "allow_foul":
                means = bool(model.fouls)
            case "cards":
                means = bool(model.cards)
            case "hand" | "say_hand":
                means = self.LIVE and model.hand is not None and going_on
            case "table_is_right":
                means = self.LIVE and going_on and model.thumbnail is not None
            case "done":
                means = self.LIVE and going_on and _something_lies_there(model)
            case "clocks" | "more_time":
                means = bool(model.clocks) and going_on
            case "pause":
                means = going_on
            case _:
                means = True
        return means

    def action_answer(self, row: int) -> None:
        """Answer the open question with what stands in this row of the page."""
        self._pick(self.query_one(QuestionBand).first + row)

    def _pick(self, choice: int) -> None:
        question = self._model.question
        if question is not None and choice < len(question.answers):
            self.source.send(AnswerQuestion(question.number, choice))

    def action_more_answers(self) -> None:
        """The next page of answers."""
        self.query_one(QuestionBand).turn_page()

    def on_answer_row_tapped(self, event: AnswerRow.Tapped) -> None:
        """A tap on an answer."""
        self.action_answer(event.choice)

    def on_option_list_option_highlighted(self) -> None:
        """Another offer is under the cursor."""
        with suppress(NoMatches):  # the screen is being taken down
            offer = self.query_one(OffersPanel).highlighted_offer
            self.query_one(CardPanel).speak_of(offer.text if offer else "")

    def on_offers_panel_chosen(self, event: OffersPanel.Chosen) -> None:
        """A player announces an action, and chooses its dice or how it is paid."""
        offer = event.offer
        choose(self.app, offer, lambda action: self._announce(offer, action))

    def _announce(self, offer: Offer, action: Action) -> None:
        """Say it; while a question or a foul is open only when it is meant: Enter ends neither."""
        question, words = self._model.question, ""
        if question is not None and question.number == 0:  # how the record goes on
            self.notify(question.text, timeout=6, markup=False)
            return
        if question is not None:
            words = say(
                "Question {number} is open: its answers have the keys 1 to 9. Is this what "
                "happened instead of all of them?\n\n{text}",
                number=question.number,
                text=offer.text,
            )
        elif self._model.fouls:
            words = say(
                "A foul is named and not mended yet. Was this done all the same?\n\n{text}",
                text=offer.text,
            )
        if words:
            self._confirm(words, lambda: self.source.send(Announce(action)), first="no")
        else:
            self.source.send(Announce(action))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The one button of the table lets a foul stand."""
        if event.button.id == "foul-allow":
            self.action_allow_foul()

    def action_allow_foul(self) -> None:
        """Both players agree that the foul stands."""
        if self._model.fouls:
            foul = self._model.fouls[0]
            self._confirm(
                say(
                    'Let the foul stand? "{text}" Both players must agree; the record will say so.',
                    text=foul.text,
                ),
                lambda: self.source.send(AllowFoul(foul.number)),
            )

    def action_done(self) -> None:
        """The players have done what they wanted: what is provisional is entered."""
        self.source.send(MoveIsOver())

    def action_undo(self) -> None:
        """Take back the last entry."""
        self._confirm(self.TAKE_BACK, lambda: self.source.send(Undo()))
        self._asks_undo = self.app.screen
        self.source.send(TryUndo())

    def action_correct(self) -> None:
        """Choose the entry that is wrong, and what happened instead."""
        numbers = dict[int, str]()
        for line in reversed(self._model.events):
            if line.entry is not None and line.kind not in NO_MOVES:
                numbers.setdefault(line.entry, line.text)
        lines = list(numbers.items())[:MOST_CORRECTABLE]
        if not lines:
            self.notify(say("There is nothing on record yet."), timeout=3)
            return

        def picked(index: int | None) -> None:
            if index is not None:
                self.app.push_screen(CorrectScreen(self.source, lines[index][0]))

        texts = [f"{number}  {text}" for number, text in lines]
        self.app.push_screen(
            PickScreen(
                say(
                    "Which entry is wrong? Later ones stay as far as they still fit. (Enter: "
                    "this one, Esc: none)"
                ),
                texts,
            ),
            picked,
        )

    def action_table_is_right(self) -> None:
        """What lies on the table becomes the state: see what differs, then enter it."""
        self.app.push_screen(CorrectScreen(self.source, None))

    def action_hand(self) -> None:
        """Players carry out by hand what a card says and the program does not."""
        self.app.push_screen(HandScreen(self._model), self._said_by_hand)

    def action_cards(self) -> None:
        """What the cards say, that of the highlighted offer first."""
        offer = self.query_one(OffersPanel).highlighted_offer
        self.app.push_screen(CardsScreen(self._model, offer.text if offer else ""))

    def action_say_hand(self) -> None:
        """The same, typed in words."""
        self.app.push_screen(
            TextPromptScreen(
                say(
                    'What happened by hand? As "effect of Nova: 2 damage to Thor, gain 1 life" '
                    "(Esc: nothing)"
                )
            ),
            self._said_by_hand,
        )

    def _said_by_hand(self, words: str | None) -> None:
        if words:
            self.source.send(SayByHand(words))

    def action_pause(self) -> None:
        """Pause, or go on."""
        self.source.send(Pause(not self._model.paused))

    def action_clocks(self) -> None:
        """Stop the clocks, or start them."""
        self.source.send(RunClocks(not any(clock.running for clock in self._model.clocks)))

    def action_more_time(self) -> None:
        """A judge gives game and match more time."""

        def typed(minutes: str | None) -> None:
            if not minutes:
                return
            try:
                self.source.send(MoreTime(extension(minutes)))
            except UserError as error:
                self.notify(translated(str(error)), severity="error", timeout=6)

        self.app.push_screen(
            TextPromptScreen(say("How many minutes more, for game and match? (Esc: none)")), typed
        )

    def action_browser(self) -> None:
        """Where a phone finds this table."""
        self.post_message(self.AddressAsked())

    def action_call_judge(self) -> None:
        """The tournament desk is told that a judge is wanted here."""
        self.post_message(JudgeWanted())

    def action_camera(self) -> None:
        """The camera's picture where the mat was, or back."""
        self.toggle_class("-camera")
        self.call_after_refresh(self._show, self._model)

    def action_move_mat(self, rows: int) -> None:
        """See the rest of a table that does not fit."""
        self.query_one(MatView).move(rows)

    def action_leave(self) -> None:
        """Leave the table."""
        name = (
            tr("Leave the table? The record is complete; nothing is lost.")
            if self._model.journal
            else tr("Leave the table? This game is kept in memory only: its record ends here.")
        )
        if self._model.journal and self._model.provisional:
            name = tr(
                "Leave the table? What stands slanted below the log is not on record yet (D "
                "records it); all else is kept."
            )
        self._confirm(say(name), self._leave, again="q")

    def _leave(self) -> None:
        self.source.send(Quit())
        self.app.exit()

    def _concede(self, seat: Seat) -> None:
        name = self._model.view.seats[seat].name
        self._confirm(
            say("{name} gives up the game?", name=name), lambda: self.source.send(GiveUp(seat))
        )

    def _confirm(
        self, sentence: str, act: Callable[[], None], again: str = "", first: str = "yes"
    ) -> None:
        def answered(yes: bool | None) -> None:
            if yes:
                act()

        self.app.push_screen(ConfirmScreen(sentence, again, first=first), answered)

    def commands(self) -> Iterable[SystemCommand]:
        """What the command palette offers at the table."""
        question = self._model.question
        for choice, answer in enumerate(question.answers if question else ()):
            yield SystemCommand(
                say("Answer: {text}", text=answer.text),
                say("To the open question"),
                partial(self._pick, choice),
            )
        for action, title, explained in self.IN_PALETTE:
            if self.check_action(action, ()):
                act = getattr(self, f"action_{action}")
                yield SystemCommand(say(title), say(explained), act)
        for seat, player in numbered(Seat, self._model.view.seats):
            yield SystemCommand(
                say("{name} concedes", name=player.name),
                say("Ends the game"),
                self._conceder(seat),
            )

    def _conceder(self, seat: Seat) -> Callable[[], None]:
        return lambda: self._concede(seat)


def _open_matters(model: TableModel) -> tuple[bool, int, bool, bool]:
    """What decides which keys mean something."""
    answers = len(model.question.answers) if model.question else 0
    return bool(model.fouls), answers, model.outcome is None, _something_lies_there(model)


def _something_lies_there(model: TableModel) -> bool:
    """Whether anything was done that is not on record: the players may say that it is over."""
    return bool(model.provisional) or model.waiting in {"halfway", "unexplained", "covered"}
