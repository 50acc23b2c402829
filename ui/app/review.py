"""A recorded game, shown page by page: one page for each entry of its journal."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from time import time
from typing import Any, Literal

import msgspec

from hardware.frame import Image
from hardware.pictures import decoded
from rules.core import Action, AnyGame, State, side_lives
from rules.journal import (
    Draft,
    Entry,
    Journal,
    JournalError,
    Moment,
    clocks_at_end,
    corrected,
    counting,
    moments_of,
    pictures_of,
    undone,
    written_down,
)
from rules.journal.clips import MEDIA
from rules.track.verdict import Answer, Ask, Infraction
from ui.app.correcting import form_of
from ui.app.log_lines import lines_of, text_of
from ui.app.state_model import KEPT_EVENTS, die_colours, mat_of, model_of, with_changes
from ui.app.table_clocks import recorded_faces
from ui.app.table_model import (
    ClockFace,
    Command,
    Correct,
    CorrectionForm,
    LogLine,
    Subscriber,
    Subscribers,
    TableModel,
    TryCorrection,
    UndoCorrection,
)
from ui.app.why import why
from words import NOTHING, as_text, plain, recognised, tr
from words.written import read_text

Sought = Literal["turn", "foul", "question", "correction"]


@dataclass(frozen=True, slots=True)
class Page:
    """One entry and the state the game stood in after it."""

    moment: Moment
    counts: bool  # False: a later correction took it back
    turn: int

    @property
    def entry(self) -> Entry:
        """The entry itself."""
        return self.moment.entry

    @property
    def state(self) -> State:
        """The state after it."""
        return self.moment.state


class Review:
    """Steps through a record; corrections are appended, nothing is erased."""

    def __init__(self, journal: Journal, game: AnyGame, title: str) -> None:
        self.journal = journal
        self.game = game
        self._title = title
        self._colours = die_colours(game.dice(journal.setup))
        self._subscribers = Subscribers()
        self._dice = game.dice(journal.setup)
        self._mat = mat_of(journal.game, journal.setup)
        self._form: CorrectionForm | None = None
        self.notice = NOTHING
        self._read()
        self._at = 0

    def _read(self) -> None:
        self.pages = pages(tuple(self.journal.entries()), self.game)
        self._model = lru_cache(maxsize=64)(self._draw)
        self.lives = tuple(side_lives(self.game.view(page.state)) for page in self.pages)

    def why(self) -> list[str]:
        """Why the shown entry stands there, in plain lines."""
        moments = [page.moment for page in self.pages]
        return why(moments, self.page.entry.number, self.game, self._dice)

    # -- a source of tables

    def subscribe(self, callback: Subscriber) -> Callable[[], None]:
        """See `TableSource`."""
        return self._subscribers.add(callback)

    def latest(self) -> TableModel:
        """See `TableSource`."""
        model = self._model(self._at)
        return replace(model, notice=self.notice, sequence=self._at, correction=self._form)

    def send(self, command: Command) -> None:
        """See `TableSource`; a record is corrected, and not played on."""
        self.notice, form = NOTHING, None
        try:
            match command:
                case TryCorrection():
                    form = form_of(self.journal.entries(), self.game, self._dice, command)
                case Correct(entry, actions, why, who, ruling):
                    self.correct(entry, actions, why=why, who=who, ruling=ruling)
                case UndoCorrection(entry, who):
                    self.undo_correction(entry, why="undo", who=who)
        except (ValueError, JournalError) as refused:
            self.notice = as_text(str(refused))
        self._form = form
        self._tell()

    # -- moving

    @property
    def position(self) -> int:
        """The index of the page that is shown."""
        return self._at

    @property
    def page(self) -> Page:
        """The page that is shown."""
        return self.pages[self._at]

    def jump(self, to: int) -> None:
        """Show the page at index `to`, or the nearest there is."""
        self._at = min(max(to, 0), len(self.pages) - 1)
        self._tell()

    def step(self, by: int) -> None:
        """So many pages on, or back when negative."""
        self.jump(self._at + by)

    def seek(self, sought: Sought, by: int) -> bool:
        """The next page of this kind in direction `by`; False, and no move, when there is none."""
        return self._find(by, lambda at: self._is(sought, at))

    def search(self, words: str, by: int = 1) -> bool:
        """The next page in direction `by` whose text holds all the words."""
        wanted = words.casefold().split()

        def found(at: int) -> bool:
            moment = self.pages[at].moment
            action = moment.action
            said = "" if action is None else self.game.say(moment.before, action)
            shown = (line.text for line in lines_of(moment, self.game, self._dice))
            text = " ".join((text_of(moment.entry), said, *shown)).casefold()
            return all(word in text for word in wanted)

        return bool(wanted) and self._find(by, found)

    def _find(self, by: int, wanted: Callable[[int], bool]) -> bool:
        at = self._at + by
        while 0 <= at < len(self.pages):
            if wanted(at):
                self.jump(at)
                return True
            at += by
        return False

    def _is(self, sought: Sought, at: int) -> bool:
        page = self.pages[at]
        if sought == "turn":
            return at > 0 and page.turn != self.pages[at - 1].turn
        return page.entry.kind == sought

    def marks(self) -> Sequence[tuple[int, str]]:
        """The pages worth a mark on the time line, with its sign."""
        signs = {"foul": "✖", "question": "?", "correction": "↺", "result": "■"}
        found = []
        for at, page in enumerate(self.pages):
            if page.entry.kind in signs:
                found.append((at, signs[page.entry.kind]))
            elif self._is("turn", at):
                found.append((at, "│"))
        return found

    # -- correcting

    def correct(
        self, number: int, actions: Sequence[Action], *, why: str, who: str = "", ruling: str = ""
    ) -> None:
        """These actions happened instead of the step of this entry.

        The later ones stay where they still follow. Raises `ValueError` or `JournalError` when
        it cannot be.
        """
        entries = tuple(self.journal.entries())
        found = corrected(entries, self.game, number, actions)
        self._enter(written_down(found, self.game, draft_now, why=why, who=who, ruling=ruling))

    def undo_correction(self, number: int, *, why: str, who: str = "") -> None:
        """What the correction of this entry took away counts again. Raises as `correct`."""
        found = undone(tuple(self.journal.entries()), self.game, number)
        self._enter(written_down(found, self.game, draft_now, why=why, who=who))

    def _enter(self, drafts: Sequence[Draft]) -> None:
        self.journal.append_all(drafts)
        number = len(self.journal) - len(drafts) + 1
        self._read()
        self.jump(number - 1)  # the correction itself

    # -- drawing

    def _tell(self) -> None:
        self._subscribers.tell(self.latest())

    def _draw(self, at: int) -> TableModel:
        page = self.pages[at]
        model = model_of(
            self.game,
            page.state,
            title=self._title,
            colours=self._colours,
            dice=self._dice,
            mat=self._mat,
        )
        before = self.pages[max(0, at - 1)]
        lines = self._lines(at)
        earlier = replace(model, view=self.game.view(before.state))
        followed = replace(with_changes(earlier, model, self._own_lines(page)), events=lines)
        question = _question(page.entry)
        foul = _foul(page.entry)
        picture = self._picture(page.entry)
        return replace(
            followed,
            offers=() if question else followed.offers,
            question=question,
            fouls=(foul,) if foul else (),
            journal=self.journal.where,
            thumbnail=picture,
            closeup=picture if question or foul else None,
            clocks=self._clocks(at),
        )

    def _lines(self, at: int) -> tuple[LogLine, ...]:
        lines: list[LogLine] = []
        for page in reversed(self.pages[max(0, at - KEPT_EVENTS) : at + 1]):
            lines[:0] = self._own_lines(page)
            if len(lines) > KEPT_EVENTS:
                break
        return tuple(lines[-KEPT_EVENTS:])

    def _own_lines(self, page: Page) -> list[LogLine]:
        lines = lines_of(page.moment, self.game, self._dice)
        if page.counts:
            return lines
        return [replace(line, text=tr("(taken back)") + " " + line.text) for line in lines]

    def _clocks(self, at: int) -> tuple[ClockFace, ...]:
        """What the clocks showed at this page, if the record says anything of them."""
        told = [page.entry for page in self.pages[: at + 1]]
        if all(entry.kind != "clock" for entry in told):
            return ()
        clocks, _ = clocks_at_end(told, {})
        return recorded_faces(clocks)

    def _picture(self, entry: Entry) -> Image | None:
        for named in entry.pictures:
            try:
                content = self.journal.picture(named.sha256)
            except JournalError:  # lost or changed: the entry is shown all the same
                return None
            if named.media == MEDIA:  # the moment of the dispute lies towards its end
                content = next(iter(reversed(tuple(pictures_of(content)))), b"")
            if named.media == MEDIA or named.media.startswith("image/"):
                return decoded(content)
        return None


def draft_now(**fields: Any) -> Draft:
    """A draft that no camera saw."""
    return Draft(wall_time=time(), **fields)


def pages(entries: Sequence[Entry], game: AnyGame) -> tuple[Page, ...]:
    """One page per entry. Raises `JournalError` where game and record part."""
    counts = {entry.number for entry in counting(entries)}
    return tuple(
        Page(
            moment,
            moment.action is None or moment.entry.number in counts,
            game.view(moment.state).turn,
        )
        for moment in moments_of(entries, game)
    )


def _question(entry: Entry) -> Ask | None:
    if entry.kind != "question":
        return None
    facts = entry.facts
    answers = tuple(_answer(written) for written in facts.get("answers", ()))
    return Ask(
        number=int(facts.get("number", entry.number)),
        text=recognised(str(facts.get("text", ""))),
        answers=answers,
        evidence=recognised(entry.evidence or str(facts.get("evidence", ""))),
    )


def _answer(written: Mapping[str, Any]) -> Answer:
    return Answer(
        recognised(str(written.get("text", ""))), (), float(written.get("probability", 0.0))
    )


def _foul(entry: Entry) -> Infraction | None:
    if entry.kind != "foul":
        return None
    facts = {"citation": {"book": "", "section": ""}, "number": 0, "code": "", "text": "",
             "seat": None, "remedy": "", **entry.facts}  # fmt: skip
    try:
        foul = msgspec.convert(facts, Infraction, strict=False, dec_hook=read_text)
    except msgspec.ValidationError:
        return None
    text, remedy = recognised(plain(foul.text)), recognised(plain(foul.remedy))
    return msgspec.structs.replace(foul, text=text, remedy=remedy)
