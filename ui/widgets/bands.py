"""The bands that take over a strip of the screen: a question, a foul, the end of the game."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from rich.cells import cell_len
from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Button, Static

from rules.core import EFFECT_BY_HAND
from rules.track.verdict import Ask, Infraction
from ui.app.table_model import TableModel
from ui.widgets.picture_view import PictureView
from words import say, tr

ANSWER_KEYS = 9
ANSWER_TAPS = 4  # each three cells high, and the mat still to be seen
ROOMY = 28
"""Rows from which on a foul's dice are told one by one."""

MOST_DICE = 4


def answers_shown(app: App[Any]) -> int:
    """So many at a time."""
    return ANSWER_TAPS if app.has_class("-touch") else ANSWER_KEYS


class AnswerRow(Static):
    """One answer; a tap picks it."""

    class Tapped(Message):
        """This answer was picked."""

        def __init__(self, choice: int) -> None:
            super().__init__()
            self.choice = choice

    def __init__(self, choice: int) -> None:
        super().__init__(markup=False, classes="answer")
        self.choice = choice

    def on_click(self) -> None:
        """A tap or click picks the answer."""
        self.post_message(self.Tapped(self.choice))


class QuestionBand(Vertical):
    """One question, its ranked answers, the evidence and its age."""

    def __init__(self, *, live: bool = True, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        """Unless `live`, the question is one of a record: nobody waits for an answer."""
        super().__init__(id=id)
        self._live = live
        self._question: Ask | None = None
        self._age = 0.0  # seconds
        self.first = 0  # the answer in the first row

    def on_resize(self) -> None:
        """There may be room for more words now."""
        self._explain()

    def compose(self) -> ComposeResult:
        """The question, at most nine answers, the evidence; beside them the dice it is about."""
        yield PictureView(id="question-picture")
        yield Static(markup=False, id="question-text")
        for choice in range(ANSWER_KEYS):
            yield AnswerRow(choice)
        yield Static(markup=False, id="question-evidence")

    def show(self, model: TableModel, age: float) -> None:
        """Show the model's question, `age` seconds old, or nothing."""
        self.display = model.question is not None
        if model.question is None:
            self._question = None
            self.query_one(PictureView).draw(None)
            return
        picture = self.query_one(PictureView)
        picture.display = model.closeup is not None
        self.set_class(model.closeup is not None, "-pictured")
        if model.closeup is not picture.image:
            picture.draw(model.closeup)
        question = model.question
        known, self._question, self._age = self._question, question, age
        self._explain()
        if question == known:
            return
        self.first = 0
        self._rank(question)

    def turn_page(self) -> None:
        """The next answers; after the last ones the first again."""
        if self._question is not None:
            following = self.first + answers_shown(self.app)
            self.first = following if following < len(self._question.answers) else 0
            self._rank(self._question)

    def _rank(self, question: Ask) -> None:
        """Show the question and the answers of this page, one key each."""
        kind = tr("? QUESTION {number}") if question.number else tr("? QUESTION")
        title = f"{say(kind, number=question.number)}  {question.text}"
        shown = answers_shown(self.app)
        if len(question.answers) > shown:
            last = min(self.first + shown, len(question.answers))
            page = say(
                "({first} to {last} of {of}; 0: more)",
                first=self.first + 1,
                last=last,
                of=len(question.answers),
            )
            title = f"{title}  {page}"
        self.query_one("#question-text", Static).update(title)
        likely = [answer.text for answer in question.answers if answer.probability]
        shared = shared_words(likely)
        for row in self.query(AnswerRow):
            at = self.first + row.choice
            row.display = row.choice < shown and at < len(question.answers)
            if row.display:
                answer = question.answers[at]
                percent = round(100 * answer.probability)
                alike = shared if answer.probability else (0, 0)
                row.update(answer_text(row.choice, answer.text, percent, alike))

    def _explain(self) -> None:
        """Say how long ago it was asked, why, and, where there is room, what to do."""
        if self._question is None:
            return
        evidence = self._question.evidence
        why = say("Why I ask: {evidence}", evidence=evidence) if evidence else ""
        if not self._live:
            self.query_one("#question-evidence", Static).update(why)
            return
        said, keys = f"{_age(self._age)}  {why}", say("Press a number, or tap an answer.")
        if cell_len(said) + cell_len(keys) + 6 <= self.size.width:
            said = f"{said}  {keys}"
        self.query_one("#question-evidence", Static).update(said)


def shared_words(answers: Sequence[str]) -> tuple[int, int]:
    """How many words all answers begin with, and how many they end in; what differs matters."""
    told = [answer.split() for answer in answers]
    if len(told) < 2:
        return 0, 0
    first = _alike(told)
    last = _alike([words[first:][::-1] for words in told])
    return first, last


def _alike(told: Sequence[Sequence[str]]) -> int:
    """How many words all begin with; each keeps one of its own."""
    columns = zip(*(words[:-1] for words in told), strict=False)
    return sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, columns))


def answer_text(choice: int, text: str, percent: int, shared: tuple[int, int] = (0, 0)) -> Text:
    """`[1] Thor, two Bolts  62 %`; `shared` words at both ends say nothing that others do not."""
    first, last = shared
    words = text.split()
    until = len(words) - last
    own = "bold" if choice == 0 or first or last else ""
    row = Text()
    row.append(f" {choice + 1} ", style="bold reverse")
    for said, style in ((words[:first], "dim"), (words[first:until], own), (words[until:], "dim")):
        if said:
            row.append(f" {' '.join(said)}", style=style)
    if percent:
        row.append(f"  {percent}\u00a0%", style="dim")  # never the sign alone on a line
    return row


def _age(seconds: float) -> str:
    if seconds < 90:
        return say("{seconds} s ago", seconds=max(0, round(seconds)))
    return say("{minutes} min ago", minutes=round(seconds / 60))


class FoulBand(Horizontal):
    """The oldest foul that is not mended: what is wrong, by which rule, what to do."""

    def __init__(self, *, live: bool = True, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        """Unless `live`, the foul is one of a record: nothing is to be done about it."""
        super().__init__(id=id)
        self._live = live
        self._fouls: tuple[Infraction, ...] | None = None

    def compose(self) -> ComposeResult:
        """The foul in words, and the button to let it stand."""
        with Vertical(id="foul-words"):
            yield Static(markup=False, id="foul-text")
            yield Static(markup=False, id="foul-dice")
            yield Static(markup=False, id="foul-remedy")
            yield Static(
                say("Mend it on the table and this clears itself. X: both players let it stand.")
                if self._live
                else "",
                markup=False,
                id="foul-keys",
            )
        if self._live:
            yield Button(say("Let it stand"), id="foul-allow", compact=True)

    def show(self, model: TableModel) -> None:
        """Show the first open foul, or nothing."""
        self.display = bool(model.fouls)
        if not model.fouls or model.fouls == self._fouls:
            self._fouls = model.fouls
            return
        self._fouls = model.fouls
        first = model.fouls[0]
        place = first.citation
        title = tr("? EFFECT") if first.code == EFFECT_BY_HAND else tr("✖ FOUL ✖")
        head = Text.assemble((f" {say(title)} ", "bold reverse"))
        head.append("  " + first.text, style="bold")
        if len(model.fouls) > 1:
            head.append("  " + say("and {count} more", count=len(model.fouls) - 1))
        source = say("{book}, {section}", book=place.book, section=place.section)
        remedy = Text.assemble(
            (say("→ {remedy}", remedy=first.remedy) if first.remedy else "", "bold")
        )
        remedy.append(f"  ({source})", style="italic not bold")
        self.query_one("#foul-text", Static).update(head)
        dice = self.query_one("#foul-dice", Static)
        dice.display = bool(first.dice) and self.app.size.height >= ROOMY
        dice.update(" · ".join(first.dice[:MOST_DICE]))
        self.query_one("#foul-remedy", Static).update(remedy)


class OutcomeBand(Static):
    """The end of the game and where its record is."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        super().__init__(id=id, markup=False)

    def show(self, model: TableModel) -> None:
        """Show the outcome, or nothing."""
        self.display = model.outcome is not None
        if model.outcome is None:
            return
        text = Text.assemble((f" {say('■ GAME OVER')} ", "bold reverse"))
        text.append("  " + model.outcome.text, style="bold")
        if model.journal:
            text.append("\n" + say("The record: {path}", path=model.journal))
        self.update(text)
