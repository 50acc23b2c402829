"""A game at a real or simulated table that a camera watches.

Frames come in beside the commands of `RefereedGame`; what the eye sees in them goes to the
referee.
"""

import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from queue import SimpleQueue
from time import monotonic, perf_counter
from typing import TypeAlias

from calibration.registration import Registration
from hardware.frame import Camera, CameraError, Frame, Image
from rules.core import DieView
from rules.journal import JournalError, Picture
from rules.track.referee import Referee, Ruling
from rules.track.verdict import Answer, Verdict, Wait
from ui.app.camera_reader import Arrival, CameraReader, FilmEnded, FrameSeen, seen_by
from ui.app.clips import ClipKeeper
from ui.app.errors import UserError
from ui.app.eyes import TableEye
from ui.app.health import MachineHealth
from ui.app.kept_corrections import keep_answered
from ui.app.logs import log_fault
from ui.app.look_log import LookLog
from ui.app.looks import die_kinds, look_of
from ui.app.pictures import closeup, dice_crops, disputed_die, seen_table, thumbnail_of
from ui.app.reading import faces_in_words
from ui.app.refereed_game import RefereedGame
from ui.app.table_clocks import TableClocks
from ui.app.table_model import UNWRITTEN, TableModel
from vision.observe import Still
from vision.sighting import Observation
from words import NOTHING, as_text, tr

log = logging.getLogger(__name__)

ANEW_S = 60.0
"""Seconds between two recoveries from a fault of ours."""

THUMBNAIL_S = 1.0
"""Seconds between two pictures for the dashboard."""


def _disputed_tracks(model: TableModel) -> frozenset[int]:
    """The dice that an open question or foul is about."""
    asked = model.question.tracks if model.question is not None else ()
    return frozenset(model.fouls[0].tracks if model.fouls else asked)


DISPUTES = ("question", "foul")
"""Kinds of entries around which clips are kept."""


Greeting: TypeAlias = Callable[[Registration, Image], str]
"""What to say when the mat is first seen, where it lies and in which picture; "" for nothing."""


class Session(RefereedGame):
    """A running game whose table is watched."""

    def __init__(
        self,
        referee: Referee,
        eye: TableEye,
        *,
        title: str,
        clips: ClipKeeper | None = None,
        clocks: TableClocks | None = None,
        looks: LookLog | None = None,
        greet: Greeting | None = None,
        waits: bool = False,
    ) -> None:
        """`clips`, where wanted, keeps what was seen around each dispute in the record.

        `looks` keeps the last looks for a report of a bug.
        `greet` is asked once, at the first sight of the mat, what to say of the camera.
        A film that `waits` stands still while a question is open.
        """
        self._seen: tuple[Frame, Observation] | None = None
        super().__init__(referee, title=title, clocks=clocks)
        self._faces = faces_in_words(self._dice)
        self._eye = eye
        self._clips = clips
        self._greet = greet
        self._looks = looks
        self._pictured_at = float("-inf")
        self._reader: CameraReader | None = None  # while a camera is followed
        self._film_ended = False
        self._waits, self._stands = waits, False
        self._anew_at = float("-inf")  # when a fault of ours was last recovered from
        self._vitals = MachineHealth(referee.journal.where)

    @property
    def seen(self) -> tuple[Frame, Observation] | None:
        """The frame in which dice were last read, and what was read."""
        return self._seen if self._eye.pictured is not None else None

    # -- the thread

    def watch(self, camera: Camera) -> None:
        """Watch an open camera until the dashboard closes or a recording ends.

        A command is carried out as soon as it comes, whatever the camera or the eye is doing.
        """
        try:
            while not (self.stopped or self._film_ended):
                try:
                    self._watch(camera)
                except (UserError, KeyboardInterrupt):
                    raise
                except Exception as fault:  # noqa: BLE001 - a fault of ours must not end a game
                    self._start_anew(fault)
        finally:
            self.finish()

    def _watch(self, camera: Camera) -> None:
        with CameraReader(camera, self._eye, self._deliver) as self._reader:
            self._request_frame()
            while not (self.stopped or self._film_ended):
                self.wait()
                if self._stands and self._model.question is None:
                    self._request_frame()

    def _start_anew(self, fault: Exception) -> None:
        """Go on from the record after a fault of ours: once a minute at most, so that it is seen.

        Until then the table stays as it is, and commands are carried out.
        """
        told = tr(
            "A fault of ours: the table is being looked at anew from what is written; "
            "{where} Nothing that was shown is lost.",
            where=log_fault("play", fault),
        )
        now = monotonic()
        again = max(now, self._anew_at + ANEW_S)
        self._publish(replace(self._model, notice=told, waiting="camera"))
        while monotonic() < again and not self.stopped:
            with suppress(
                Exception
            ):  # the same fault in a command: the minute is waited all the same
                self.wait()
        self._anew_at = monotonic()
        self._incoming = SimpleQueue()  # what was on its way belongs to what has failed
        if not self.stopped:
            self._go_on(in_memory=False)
            self._publish(replace(self._model, notice=told))

    def _deliver(self, arrival: Arrival) -> None:
        """Called in the thread that reads the camera."""
        self._incoming.put(partial(self._take_in, arrival))

    def _request_frame(self) -> None:
        self._stands = self._waits and self._model.question is not None
        if self._reader is not None and not self._stands:
            self._reader.request(look=not self.halted)

    def _take_in(self, arrival: Arrival) -> None:
        """Use what the camera has brought, then ask for the next frame."""
        match arrival:
            case FrameSeen() as seen:
                self._see(seen)
            case FilmEnded():
                self._tell(self._referee.move_is_over(self._crops))
                self._film_ended = True
                return
            case CameraError() as error:  # it may go in the middle of a still as well
                self._camera_lost(str(error))
            case fault:
                raise fault
        self._request_frame()

    def _see(self, seen: FrameSeen) -> None:
        """Say whether the table is in the picture, then judge what lies on it."""
        trouble = str(getattr(self._eye, "trouble", ""))
        if trouble:
            self._camera_lost(trouble)
        else:
            self._camera_back()
        self.tick()  # time is called before a turn that ends with this look
        self._judge(seen)

    def finish(self) -> None:
        """Write the clips that are still being made."""
        if self._clips is not None:
            self._clips.finish()
            self._write_clips()

    def step(self, frame: Frame, still: Still | None = None) -> None:
        """Do all that has come in, this frame last: for a caller who reads the camera himself.

        It goes the way of a frame that the camera's thread brings: through the queue.
        """
        self.obey()
        self._deliver(FrameSeen(frame) if self.halted else seen_by(self._eye, frame, still))
        self.obey()

    def _judge(self, seen: FrameSeen) -> Verdict:
        """Let the referee judge what was seen, record it and show it."""
        frame, observation = seen.frame, seen.observation
        if self.halted or observation is None:
            return Wait(self.halted)
        began = perf_counter()
        if observation.still and not observation.hands:
            self._seen = (self._eye.pictured or frame, observation)
        try:
            ruling = self._referee.look(look_of(observation), self._crops)
        except JournalError as error:
            self._ask_about_the_record(error)
            return Wait(UNWRITTEN)
        if self._looks is not None:
            self._looks.see(observation, ruling.verdict)
        self._vitals.count(frame, seen.seconds + perf_counter() - began)
        self._tell(ruling)
        self._greet_once(frame)
        self._keep_clips(frame, ruling)
        self._show_picture(frame, observation)
        return ruling.verdict

    def _greet_once(self, frame: Frame) -> None:
        mat_found = self._eye.registration if self._greet is not None else None
        if self._greet is not None and mat_found is not None:
            said = self._greet(mat_found, frame.image)
            self._greet = None
            log.info("the mat is found: %s", said or "as it was calibrated")
            if said:
                self._publish(replace(self._model, notice=as_text(said)))

    def _named_by(self, answer: Answer) -> None:
        if answer.shows:
            keep_answered(answer, self.seen, {kind.kind: kind for kind in die_kinds(self._dice)})

    # -- clips

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
                self._publish(
                    replace(
                        self._model,
                        notice=tr("Clips end here, the game goes on: {why}", why=error),
                    )
                )
                return

    # -- the camera

    def _show_picture(self, frame: Frame, observation: Observation) -> None:
        if frame.monotonic - self._pictured_at < THUMBNAIL_S:
            return
        self._pictured_at = frame.monotonic
        pictured, tracks = self._eye.pictured or frame, _disputed_tracks(self._model)
        picture = thumbnail_of(frame, pictured, observation, self._faces, boxed=tracks)
        near = closeup(pictured, observation, tracks)
        table = seen_table(
            frame, pictured, observation, self._faces, self._eye.registration, boxed=tracks
        )
        health = self._vitals.lines(observation.health)
        age = self._question_age() if self._model.question else 0.0
        seen = replace(
            self._model,
            thumbnail=picture,
            camera=frame.image,
            seen=table,
            closeup=near,
            health=health,
        )
        self._publish(replace(seen, question_age=age, disputed=self._disputed(tracks)))

    def _disputed(self, tracks: Collection[int]) -> tuple[DieView, ...]:
        """The dice that a question or foul is about, as they were seen last."""
        if self._seen is None or not tracks:
            return ()
        sign = "✖" if self._model.fouls else "?"
        return tuple(
            disputed_die(die, self._faces, sign)
            for die in self._seen[1].dice
            if die.track in tracks and die.zone
        )

    def _fresh(self) -> TableModel:
        model = super()._fresh()
        return replace(model, disputed=self._disputed(_disputed_tracks(model)))

    def _camera_lost(self, sentence: str) -> None:
        if self._unwritten or (self._unseen, self._model.waiting) == (sentence, "camera"):
            return
        if self._unseen != sentence:
            log.warning("no frames: %s", sentence)
        self._unseen = sentence
        health = self._vitals.lost(sentence)
        self._publish(
            replace(self._model, notice=as_text(sentence), health=health, waiting="camera")
        )

    def _camera_back(self) -> None:
        if not self._unseen:
            return
        log.info("frames come again")
        notice = NOTHING if self._model.notice == self._unseen else self._model.notice
        self._unseen = ""
        self._publish(replace(self._model, notice=notice, waiting=""))

    def _crops(self, tracks: tuple[int, ...]) -> Sequence[Picture]:
        if self._seen is None:
            return ()
        return tuple(dice_crops(*self._seen, tracks))
