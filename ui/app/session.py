"""One game at the table: frames in, models for the dashboard out.

The session owns the camera's eye and the referee, and works frame by frame in one thread.
Whatever it publishes, the referee has written to the journal first.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from time import time
from typing import TypeAlias

from calibration.registration import Registration
from hardware.frame import Camera, CameraError, Frame, Image
from rules.core import State
from rules.journal import Entry, JournalError, Picture
from rules.track.referee import Referee, Ruling
from rules.track.verdict import Answer as Choice
from rules.track.verdict import Ask, Commit, Infraction, Verdict, Wait
from ui.app.clips import ClipKeeper
from ui.app.eyes import Eye
from ui.app.health import Vitals
from ui.app.looks import look_of
from ui.app.pictures import crops, thumbnail
from ui.app.reading import faces_in_words
from ui.app.sides import gave_up
from ui.app.state_model import colours_of, follow, log_line, model_of
from ui.app.subscribers import Subscribers
from ui.app.table_clocks import TableClocks
from ui.app.table_model import (
    UNWRITTEN,
    AllowFoul,
    Announce,
    Answer,
    Command,
    Concede,
    Correct,
    EventKind,
    LogLine,
    MoreTime,
    Pause,
    Quit,
    RunClocks,
    Subscriber,
    TableModel,
    Undo,
)
from ui.words import say
from vision.observe import Still
from vision.sighting import Observation

THUMBNAIL_S = 1.0
"""Seconds between two pictures for the dashboard."""

DISPUTES = ("question", "foul")
"""Kinds of entries around which clips are kept."""

RETRY_S = 0.5
"""Seconds before a camera that failed is asked again."""

STAY_S = 0.05
"""Seconds between two looks at what the players want when there is nothing else to do."""


Greeting: TypeAlias = Callable[[Registration, Image], str]
"""What to say when the mat is first seen, where it lies and in which picture; "" for nothing."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What a session has done so far."""

    committed: int = 0
    questions: int = 0
    fouls: int = 0


class Session:
    """A running game; see `ui.app.table_model.TableSource` for how the dashboard talks to it."""

    def __init__(
        self,
        referee: Referee,
        eye: Eye,
        *,
        title: str,
        clips: ClipKeeper | None = None,
        clocks: TableClocks | None = None,
        greet: Greeting | None = None,
    ) -> None:
        """`clips`, where wanted, keeps what was seen around each dispute in the record.

        `clocks` are those of the game, on this machine's own time, unless others are handed in.
        `greet` is asked once, at the first sight of the mat, what to say of the camera.
        """
        self._referee = referee
        self._eye = eye
        self._clips = clips
        self._greet = greet
        self._clocks = clocks or TableClocks(referee)
        self._title = title
        dice = referee.game.dice(referee.journal.setup)
        self._colours, self._faces = colours_of(dice), faces_in_words(dice)
        self._seen: tuple[Frame, Observation] | None = None
        self._asked_at = 0.0
        self._pictured_at = float("-inf")
        self._unwritten = False  # the record could not be written: the players decide
        self._vitals = Vitals(referee.journal.where)
        self.tally = Tally()
        self._subscribers = Subscribers()
        self._commands: SimpleQueue[Command] = SimpleQueue()
        self._stopped = threading.Event()
        lines = [
            log_line(event, moment.entry.wall_time, moment.entry.number)
            for moment in referee.past
            for event in moment.events
        ]
        fresh = replace(self._fresh(), clocks=self._clocks.faces(), journal=referee.journal.file)
        self._model = follow(fresh, fresh, lines)

    @property
    def state(self) -> State:
        """What the record says the game stands at."""
        return self._referee.state

    @property
    def seen(self) -> tuple[Frame, Observation] | None:
        """The frame in which dice were last read, and what was read."""
        return self._seen if self._eye.pictured is not None else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._model.outcome is not None

    # -- for the dashboard

    def subscribe(self, callback: Subscriber) -> Callable[[], None]:
        """See `TableSource`."""
        return self._subscribers.add(callback)

    def latest(self) -> TableModel:
        """See `TableSource`."""
        return self._model

    def send(self, command: Command) -> None:
        """See `TableSource`."""
        self._commands.put(command)

    # -- the thread

    def follow(self, camera: Camera) -> None:
        """Watch an open camera until the dashboard closes or a recording ends."""
        try:
            self._follow(camera)
        finally:
            self.finish()

    def _follow(self, camera: Camera) -> None:
        while not self.stopped:
            try:
                frame = camera.read()
                if frame is None:
                    return
                self._camera_back()
                self.step(frame, camera.still)
            except CameraError as error:  # it may go in the middle of a still as well
                self._camera_lost(str(error))

    @property
    def stopped(self) -> bool:
        """Whether the dashboard has been closed."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """Ask `run` to return; the record is complete as it is."""
        self._stopped.set()

    def stay(self, ended: str, notice: str) -> None:
        """Look at nothing any more, but carry out what the players say until they leave.

        `ended`: why, as the headline says it; `notice` says it at length.
        """
        if self.stopped:
            return
        if not self.over:
            self._keep_time(self._clocks.run(on=False))
        self._publish(replace(self._model, waiting=ended, notice="" if self.over else notice))
        while not self._stopped.wait(STAY_S):
            self.obey()
            if self._model.waiting != ended and not self._unwritten:
                self._publish(replace(self._model, waiting=ended))

    def finish(self) -> None:
        """Write the clips that are still being made."""
        if self._clips is not None:
            self._clips.finish()
            self._write_clips()

    def step(self, frame: Frame, still: Still | None = None) -> Verdict:
        """Take in one frame, and whatever the players have said meanwhile."""
        self.obey()
        if self._model.paused or self.over or self._unwritten:
            return Wait(UNWRITTEN if self._unwritten else "paused")
        with self._vitals.timing(frame):
            observation = self._eye.look(frame, still)
            if observation.still and not observation.hands:
                self._seen = (self._eye.pictured or frame, observation)
            try:
                ruling = self._referee.look(look_of(observation), self._crops)
            except JournalError as error:
                self._ask_about_the_record(error)
                return Wait(UNWRITTEN)
        self._tell(ruling)
        self._greet_once(frame)
        self._keep_clips(frame, ruling)
        self._show_picture(frame, observation)
        return ruling.verdict

    def _greet_once(self, frame: Frame) -> None:
        lies = self._eye.registration if self._greet is not None else None
        if self._greet is not None and lies is not None:
            said = self._greet(lies, frame.image)
            self._greet = None
            if said:
                self._publish(replace(self._model, notice=said))

    def _keep_clips(self, frame: Frame, ruling: Ruling) -> None:
        """Clips are written only while nothing waits to be recorded."""
        if self._clips is None:
            return
        self._clips.see(frame)
        for entry in ruling.entries:
            if entry.kind in DISPUTES:
                self._clips.dispute(entry.number, frame.monotonic)
        if isinstance(ruling.verdict, Wait):
            self._write_clips()

    def _write_clips(self) -> None:
        assert self._clips is not None
        for film in self._clips.films():
            try:
                self._tell(self._referee.clip(film.entry, film.picture))
            except JournalError as error:
                self._clips = None
                self._publish(replace(self._model, notice=say("session.no-clips", why=error)))
                return

    def obey(self) -> None:
        """Carry out the commands that have come in."""
        while True:
            try:
                command = self._commands.get_nowait()
            except Empty:
                if not self._unwritten:
                    self._keep_time(self._clocks.tick())
                return
            try:
                self._carry_out(command)
            except ValueError as refused:
                self._publish(replace(self._model, notice=str(refused)))
            except JournalError as error:
                self._ask_about_the_record(error)

    def _carry_out(self, command: Command) -> None:
        referee = self._referee
        match command:
            case Answer(choice=choice) if self._unwritten:
                self._go_on(in_memory=choice == 1)
            case Answer(question, choice):
                self._tell(referee.answer(question, choice))
            case Announce(action):
                self._tell(referee.announce(action))
            case AllowFoul(number):
                self._tell(referee.allow(number))
            case Correct(entry, actions, why, who):
                self._tell(referee.correct(entry, actions, why, who))
            case Undo():
                self._tell(referee.undo())
            case Concede(seat):
                self._tell(referee.concede(seat))
            case Pause(on):
                self._publish(replace(self._model, paused=on))
                self._keep_time(self._clocks.pause(on=on))
            case RunClocks(on):
                self._keep_time(self._clocks.run(on=on))
            case MoreTime(seconds):
                self._keep_time(self._clocks.extend(seconds))
            case Quit():
                self._keep_time(self._clocks.run(on=False))
                self.stop()

    def _keep_time(self, happened: Iterable[Ruling | str]) -> None:
        """Show what the clocks have brought: entries, or a word to the players."""
        try:
            for told in happened:
                if isinstance(told, str):
                    self._publish(replace(self._model, notice=told))
                else:
                    self._refresh(told.entries)
        except JournalError as error:
            self._ask_about_the_record(error)

    # -- a record that cannot be written

    def _ask_about_the_record(self, error: JournalError) -> None:
        """Nothing more is followed until the players say how to go on."""
        self._unwritten = True
        answers = tuple(Choice(say(name), (), 0.0) for name in ("record.again", "record.in-memory"))
        ask = Ask(0, say("record.how"), answers, str(error))
        self._publish(replace(self._model, question=ask, notice=str(error), waiting=UNWRITTEN))

    def _go_on(self, *, in_memory: bool) -> None:
        """From what is written: whatever was not, the table still shows."""
        journal = self._referee.journal
        try:
            self._referee = self._referee.anew(
                journal.carry_on_in_memory() if in_memory else journal
            )
        except JournalError as error:
            self._ask_about_the_record(error)
            return
        self._unwritten = False
        self._clocks.follow(self._referee)
        self._refresh(())
        journal = self._referee.journal
        self._publish(replace(self._model, journal=journal.file, notice="", waiting=""))

    # -- telling the dashboard

    def _tell(self, ruling: Ruling) -> None:
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
                self._publish(replace(self._model, notice=f"{refusal.text} {refusal.remedy}"))
            case Infraction(mended=mended):
                self.tally = replace(self.tally, fouls=self.tally.fouls + (not mended))
                self._refresh(ruling.entries)
            case Wait(reason):
                if reason != self._model.waiting:
                    self._publish(replace(self._model, waiting=reason))

    def _refresh(self, entries: Sequence[Entry]) -> None:
        lines = [line for entry in entries for line in self._lines(entry)]
        fresh = follow(self._model, self._fresh(), lines)
        self._publish(replace(fresh, paused=self._model.paused))

    def _lines(self, entry: Entry) -> Sequence[LogLine]:
        if entry.kind == "step":
            happened = [log_line(event, entry.wall_time, entry.number) for event in entry.events]
            if happened:
                return happened
            return []
        if entry.facts.get("mark"):
            return []
        text = say(f"entry.{entry.kind}", **{"text": "", **entry.facts})
        kind: EventKind = "note"
        if entry.kind == "question" or entry.kind == "foul" or entry.kind == "correction":  # noqa: PLR1714 - the type checker follows it
            kind = entry.kind
        return [LogLine(entry.wall_time, text, kind=kind, entry=entry.number)]

    def _fresh(self) -> TableModel:
        referee = self._referee
        model = model_of(referee.game, referee.state, title=self._title, colours=self._colours)
        foul, given = referee.foul, referee.result
        if given is not None and given.text == "conceded":
            given = gave_up(model.view, 1 - given.winners[0])
        return replace(
            model,
            question=referee.question,
            question_age=time() - self._asked_at if referee.question else 0.0,
            fouls=(foul,) if foul is not None else (),
            reminders=(*referee.reminders, *model.reminders),
            outcome=given or model.outcome,
        )

    def _show_picture(self, frame: Frame, observation: Observation) -> None:
        if frame.monotonic - self._pictured_at < THUMBNAIL_S:
            return
        self._pictured_at = frame.monotonic
        picture = thumbnail(frame, self._eye.pictured or frame, observation, self._faces)
        health = self._vitals.lines(observation.health)
        age = time() - self._asked_at if self._model.question else 0.0
        self._publish(replace(self._model, thumbnail=picture, health=health, question_age=age))

    def _camera_lost(self, sentence: str) -> None:
        if self._model.notice != sentence:
            health = self._vitals.lost(sentence)
            self._publish(replace(self._model, notice=sentence, health=health, waiting="camera"))
        self._stopped.wait(RETRY_S)
        self.obey()

    def _camera_back(self) -> None:
        if self._model.waiting == "camera":
            self._publish(replace(self._model, notice="", waiting=""))

    def _crops(self, tracks: tuple[int, ...]) -> Sequence[Picture]:
        if self._seen is None:
            return ()
        return tuple(crops(*self._seen, tracks))

    def _publish(self, model: TableModel) -> None:
        sequence = self._model.sequence + 1
        self._model = replace(model, clocks=self._clocks.faces(), sequence=sequence)
        self._subscribers.tell(self._model)


__all__ = ["JournalError", "Session", "Tally"]
