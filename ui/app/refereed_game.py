"""A game with a referee: commands come in, the record and the models for the dashboard go out.

No camera here. `Session` adds the camera that watches a real table, `Practice` the moves of a
program. Whatever is published, the referee has written to the journal first.
"""

import logging
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from queue import Empty, SimpleQueue
from time import time
from typing import Final, TypeAlias

from rules.core import EFFECT_BY_HAND, Action, ActsByHand, DieName, State, View
from rules.journal import (
    Entry,
    JournalError,
    Moment,
    Picture,
    last_step,
    moments_after,
    moments_of,
    replay,
)
from rules.journal.corrections import CLOCK
from rules.track.referee import Referee, Ruling
from rules.track.verdict import Answer, Ask, Commit, Infraction, Wait
from ui.app.correcting import form_of, in_words, table_form, tail_in_words
from ui.app.log_lines import lines_of, retold
from ui.app.sides import conceded_outcome
from ui.app.state_model import die_colours, mat_of, model_of, with_changes
from ui.app.table_clocks import TableClocks
from ui.app.table_model import (
    UNWRITTEN,
    AllowFoul,
    Announce,
    AnswerQuestion,
    Command,
    Correct,
    GiveUp,
    GoOn,
    JudgeRuled,
    LogLine,
    MoreTime,
    MoveIsOver,
    Pause,
    Quit,
    RunClocks,
    SayByHand,
    Subscriber,
    Subscribers,
    TableIsRight,
    TableModel,
    TimeCalled,
    TryCorrection,
    TryTable,
    TryUndo,
    Undo,
    UndoCorrection,
)
from ui.app.verdict_log import VerdictLog
from words import NOTHING, Text, as_text, tr

log = logging.getLogger(__name__)

Correcting: TypeAlias = TryCorrection | Correct | UndoCorrection | TryTable | TableIsRight

CLOCK_S: Final = 0.25
"""Seconds between two looks at the clocks while nothing comes in."""


@dataclass(frozen=True, slots=True)
class GameTally:
    """What a game has brought so far."""

    committed: int = 0
    questions: int = 0
    fouls: int = 0


class RefereedGame:
    """A running game; see `ui.app.table_model.TableSource` for how the dashboard talks to it.

    One thread plays it. All others hand over what they have to say: whatever comes in waits in
    one queue and is done in its order by `wait`.
    """

    def __init__(self, referee: Referee, *, title: str, clocks: TableClocks | None = None) -> None:
        """`clocks` are those of the game, on this machine's own time, unless others are given."""
        self._referee = referee
        self._clocks = clocks or TableClocks(referee)
        self._title = title
        self._dice = referee.game.dice(referee.journal.setup)
        self._colours = die_colours(self._dice)
        self._mat = mat_of(referee.journal.game, referee.journal.setup)
        self._asked_at = 0.0
        self._unwritten = False  # the record could not be written: the players decide
        self._drawn: tuple[State, TableModel] | None = None  # the state shown last
        self._unseen = ""  # why the table cannot be seen, in a sentence; "" when it can
        self.tally = GameTally()
        self.went_on = 0  # how often a lesson was read
        self._verdict_log = VerdictLog()
        self._subscribers = Subscribers()
        self._incoming: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._stopped = threading.Event()
        self._worded = referee.state  # what the log tells of stands in this state
        steps = [moment for moment in referee.past if moment.action is not None]
        lines = [line for moment in steps for line in lines_of(moment, referee.game, self._dice)]
        fresh = replace(self._fresh(), clocks=self._clocks.faces(), journal=referee.journal.file)
        self._witnessed = ("", "")  # the record's tip, and what is kept of it
        self._model = replace(with_changes(fresh, fresh, lines), witness=self._witness())

    @property
    def state(self) -> State:
        """The state the record stands in."""
        return self._referee.state

    @property
    def shown(self) -> State:
        """The state the players see, after what was done and may still be taken back."""
        return self._referee.shown

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._model.outcome is not None

    @property
    def halted(self) -> str:
        """Why the game does not go on for now; "" when it does."""
        if self._unwritten:
            return UNWRITTEN
        return "paused" if self._model.paused or self.over else ""

    # -- for the dashboard

    def subscribe(self, callback: Subscriber) -> Callable[[], None]:
        """See `TableSource`."""
        return self._subscribers.add(callback)

    def latest(self) -> TableModel:
        """See `TableSource`."""
        return self._model

    def send(self, command: Command) -> None:
        """See `TableSource`."""
        self._incoming.put(partial(self._carry_out, command))

    @property
    def stopped(self) -> bool:
        """Whether the dashboard has been closed."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """Ask the game's thread to end; the record is complete as it is."""
        self._stopped.set()
        self._incoming.put(lambda: None)

    # -- the thread

    def wait(self, seconds: float = CLOCK_S) -> bool:
        """Do the next thing that comes in, then what the clocks bring; False when nothing came."""
        try:
            task = self._incoming.get(timeout=seconds)
        except Empty:
            self.tick()
            return False
        task()
        self.tick()
        return True

    def obey(self) -> None:
        """Do all that has come in, then what the clocks bring."""
        while True:
            try:
                task = self._incoming.get_nowait()
            except Empty:
                self.tick()
                return
            task()

    def stay(self, ended: str, notice: Text) -> None:
        """Play no more, but carry out what the players say until they leave.

        `ended`: why, as the headline says it; `notice` says it at length.
        """
        if self.stopped:
            return
        if not self.over:
            self._keep_time(self._clocks.run(on=False))
        self._publish(replace(self._model, waiting=ended, notice=NOTHING if self.over else notice))
        while not self.stopped:
            self.wait()
            if self._model.waiting != ended and not self._unwritten:
                self._publish(replace(self._model, waiting=ended))

    def coach(self, words: Text) -> None:
        """What a lesson says to the player from now on."""
        self._publish(replace(self._model, coach=words))

    def tick(self) -> None:
        """Record and show what the clocks bring."""
        if not self._unwritten:
            self._keep_time(self._clocks.tick())

    # -- commands

    def _carry_out(self, command: Command) -> None:
        """Do what a player said; what cannot be done is answered with one sentence."""
        self.went_on += isinstance(command, GoOn)
        try:
            self._do(command)
        except ValueError as refused:
            log.info("refused %s: %s", type(command).__name__, refused)
            self._publish(replace(self._model, notice=as_text(str(refused))))
        except JournalError as error:
            self._ask_about_the_record(error)

    def _answer(self, question: int, choice: int) -> None:
        asked = self._model.question
        self._tell(self._referee.answer(question, choice))
        if asked is not None and asked.number == question:
            self._named_by(asked.answers[choice])

    def _named_by(self, answer: Answer) -> None:
        """A player picked this answer."""

    def _said_by_hand(self, text: str) -> Action:
        """What the players did by hand. Raises `ValueError` with one sentence."""
        game = self._referee.game
        if isinstance(game, ActsByHand):
            return game.said_by_hand(self._referee.state, text)
        raise ValueError(tr("this game has no effects that are carried out by hand."))

    def _do(self, command: Command) -> None:  # noqa: C901 - one case per command
        referee = self._referee
        match command:
            case AnswerQuestion(choice=choice) if self._unwritten:
                self._go_on(in_memory=choice == 1)
            case AnswerQuestion(question, choice):
                self._answer(question, choice)
            case Announce(action):
                self._announce(action)
            case SayByHand(text):
                self._announce(self._said_by_hand(text))
            case MoveIsOver():
                self._tell(referee.move_is_over(self._crops))
            case AllowFoul(number):
                self._tell(referee.allow(number))
            case TryCorrection() | Correct() | UndoCorrection() | TryTable() | TableIsRight():
                self._correct(command)
            case TryUndo() | Undo():
                self._take_back(command)
            case GiveUp(seat):
                self._tell(referee.concede(seat))
            case JudgeRuled(ruling, why, judge, penalty):
                self._tell(referee.ruled(ruling, why, judge, penalty))
            case Pause() | RunClocks() | MoreTime() | TimeCalled():
                self._keep_time(self._told_of_time(command))
            case Quit():
                self._keep_time(self._clocks.run(on=False))
                self.stop()

    def _correct(self, command: Correcting) -> None:
        """Show what a correction would do, or enter it."""
        referee = self._referee
        match command:
            case TryCorrection():
                entries = referee.journal.entries()
                form = form_of(entries, referee.game, self._dice, command)
                self._publish(replace(self._model, correction=form, notice=NOTHING))
            case Correct(entry, actions, why, who, ruling):
                self._tell(referee.correct(entry, actions, why, who, ruling=ruling))
            case UndoCorrection(entry, who):
                self._tell(referee.undo_correction(entry, who=who))
            case TryTable():
                form = table_form(referee.game, referee.as_it_lies())
                self._publish(replace(self._model, correction=form, notice=NOTHING))
            case TableIsRight(who):
                self._tell(referee.table_is_right(who))

    def _told_of_time(
        self, command: Pause | RunClocks | MoreTime | TimeCalled
    ) -> Iterable[Ruling | str]:
        """Stop following, or go on; stop or start the clocks; more time, or none any more."""
        match command:
            case Pause(on):
                self._publish(replace(self._model, paused=on))
                return self._clocks.pause(on=on)
            case RunClocks(on):
                return self._clocks.run(on=on)
            case MoreTime(seconds):
                return self._clocks.extend(seconds)
            case TimeCalled():
                return self._clocks.call_time()

    def _announce(self, action: Action) -> None:
        """A player says what they do."""
        self._tell(self._referee.announce(action))

    def _take_back(self, command: TryUndo | Undo) -> None:
        """Say what would be taken back, or take it back."""
        if isinstance(command, TryUndo):
            self._publish(replace(self._model, undo=self._to_undo()))
        else:
            self._tell(self._undo())

    def _to_undo(self) -> Text:
        """What undo would take back, in words; "" when there is nothing."""
        referee = self._referee
        if referee.result is not None:
            return tr("giving up")
        moments = replay(referee.journal.entries(), referee.game).moments
        last = last_step(moments, but=CLOCK)
        made = next((each for each in moments if each.entry.number == last), None)
        return NOTHING if made is None else in_words(referee.game, made, self._dice)

    def _undo(self) -> Ruling:
        """Take back the last step. Raises `ValueError` when there is none."""
        return self._referee.undo()

    def _keep_time(self, happened: Iterable[Ruling | str]) -> None:
        """Show what the clocks have brought: entries, or a word to the players."""
        try:
            for told in happened:
                if isinstance(told, str):
                    self._publish(replace(self._model, notice=as_text(told)))
                else:
                    self._refresh(told.entries)
        except JournalError as error:
            self._ask_about_the_record(error)

    # -- a record that cannot be written

    def _ask_about_the_record(self, error: JournalError) -> None:
        """Nothing more happens until the players say how to go on."""
        self._unwritten = True
        log.warning("nothing is followed until the players decide: %s", error)
        answers = tuple(
            Answer(words, (), 0.0)
            for words in (tr("try again"), tr("in memory only: it ends with the program"))
        )
        ask = Ask(
            0,
            tr("The record cannot be written. How shall the game go on?"),
            answers,
            as_text(str(error)),
        )
        self._publish(
            replace(self._model, question=ask, notice=as_text(str(error)), waiting=UNWRITTEN)
        )

    def _go_on(self, *, in_memory: bool) -> None:
        """From what is written; what was not has not happened yet."""
        journal = self._referee.journal
        try:
            self._referee = self._referee.anew(
                journal.carry_on_in_memory() if in_memory else journal
            )
        except JournalError as error:
            self._ask_about_the_record(error)
            return
        self._unwritten = False
        log.info("goes on from what is written, %s", "in memory" if in_memory else "on disk")
        self._clocks.go_on_with(self._referee)
        self._refresh(())
        journal = self._referee.journal
        self._publish(replace(self._model, journal=journal.file, notice=NOTHING, waiting=""))

    # -- telling the dashboard

    def _tell(self, ruling: Ruling) -> None:
        """Show what a ruling has changed."""
        self._verdict_log.see(ruling)
        match ruling.verdict:
            case Commit():
                steps = sum(entry.kind == "step" for entry in ruling.entries)
                self.tally = replace(self.tally, committed=self.tally.committed + steps)
                self._refresh(ruling.entries)
                if ruling.entries:
                    self._keep_time(self._clocks.recorded(acted=steps > 0))
            case Ask():
                self._asked_at = time()
                self.tally = replace(self.tally, questions=self.tally.questions + 1)
                self._refresh(ruling.entries)
            case Infraction(number=0) as refusal:
                self._publish(replace(self._model, notice=refusal.text + " " + refusal.remedy))
            case Infraction(mended=mended, code=code):
                new = not mended and code != EFFECT_BY_HAND
                self.tally = replace(self.tally, fouls=self.tally.fouls + new)
                self._refresh(ruling.entries)
            case Wait(reason, undone):
                if self._referee.lost != self._model.lost:
                    self._refresh(())
                if self._referee.tail != self._tail:
                    self._refresh(())
                shown = self._model.waiting, self._model.undone
                if (reason, undone) != shown and not self._unseen:
                    self._publish(replace(self._model, waiting=reason, undone=undone))

    def _refresh(self, entries: Sequence[Entry]) -> None:
        before = self._model
        if entries and entries[0].kind == "correction" and entries[0].replaces is not None:
            before = replace(before, events=retold(before.events, entries))
        lines = [line for moment in self._moments(entries) for line in self._told_now(moment)]
        self._worded = self._referee.state
        fresh = with_changes(before, self._fresh(), lines)
        self._publish(replace(fresh, paused=self._model.paused, coach=self._model.coach))

    def _moments(self, entries: Sequence[Entry]) -> Iterable[Moment]:
        """Entries that have just been written, with the states around them."""
        referee = self._referee
        if any(entry.kind == "correction" for entry in entries):
            return tuple(moments_of(referee.journal.entries(), referee.game))[-len(entries) :]
        return moments_after(self._worded, entries, referee.game)

    def _told_now(self, moment: Moment) -> Sequence[LogLine]:
        """What the log says when an entry comes; nothing of a clock's marks."""
        entry = moment.entry
        if entry.kind == "step" and entry.cause != "corrected" and "was" in entry.facts:
            return ()  # it stays after a correction: see `retold`
        told = lines_of(moment, self._referee.game, self._dice)
        return () if entry.facts.get("mark") else told

    def _fresh(self) -> TableModel:
        referee = self._referee
        self._tail = referee.tail
        model = self._shown_state(referee.shown)
        foul, given = referee.foul, referee.result
        if given is not None:
            if given.text == "conceded":
                given = conceded_outcome(model.view, given.winners)
            model = replace(model, to_move=None, offers=())
        return replace(
            model,
            question=referee.question,
            question_age=self._question_age() if referee.question else 0.0,
            fouls=(foul,) if foul is not None else (),
            reminders=(*referee.reminders, *model.reminders),
            outcome=given or referee.game.outcome(referee.state),  # one that is not taken back
            provisional=tuple(tail_in_words(referee.game, referee.state, referee.tail, self._dice)),
            moving=self._not_entered_yet(model.view) if referee.tail else frozenset(),
            lost=referee.lost,
        )

    def _not_entered_yet(self, shown: View) -> frozenset[DieName]:
        """Dice that lie, show or are worth something else than on record."""
        on_record = self._referee.game.view(self._referee.state)
        known = {die.die: die for die in on_record.dice}
        return frozenset(die.die for die in shown.dice if known.get(die.die) != die)

    def _shown_state(self, state: State) -> TableModel:
        """What the game itself says of a state, worked out once: most entries do not change it."""
        if self._drawn is None or self._drawn[0] is not state:
            model = model_of(
                self._referee.game,
                state,
                title=self._title,
                colours=self._colours,
                dice=self._dice,
                mat=self._mat,
            )
            self._drawn = state, model
        return self._drawn[1]

    def _crops(self, tracks: tuple[int, ...]) -> Sequence[Picture]:
        """Pictures of these dice, where there is a camera."""
        del tracks
        return ()

    def _witness(self) -> str:
        """How the record stands now, for whoever watches to keep."""
        journal = self._referee.journal
        if journal.tip != self._witnessed[0]:
            with suppress(JournalError):  # it is asked about where something is to be written
                self._witnessed = (journal.tip, journal.witness.line())
        return self._witnessed[1]

    def _question_age(self) -> float:
        return time() - self._asked_at

    def _publish(self, model: TableModel) -> None:
        sequence = self._model.sequence + 1
        self._model = replace(
            model, clocks=self._clocks.faces(), sequence=sequence, witness=self._witness()
        )
        self._subscribers.tell(self._model)
