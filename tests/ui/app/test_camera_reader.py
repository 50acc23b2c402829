"""A command never waits for the camera, and a film is seen frame by frame."""

import threading
from time import monotonic

import numpy as np
import pytest

from hardware.frame import CameraError, Frame
from rules.journal import Journal
from rules.track.referee import Referee
from rules.track.verdict import Answer, Ask
from ui.app.background import in_background
from ui.app.known_games import known_game
from ui.app.session import Session
from ui.app.table_model import GiveUp, Pause, RunClocks
from vision.sighting import Observation

SECONDS = 20.0
AT_ONCE_S = 0.3  # far below the time a camera hangs here, far above what a command takes
GAME = known_game("irondie")
PICTURE = np.zeros((90, 160, 3), np.uint8)


def frame(number):
    return Frame(PICTURE, number / 30, 0.0, number, "test")


class Film:
    """Frames of a recorded source; `read` hangs where it is told to, or fails."""

    def __init__(self, frames, *, hangs_at=None, fails_at=()):
        self._left = list(range(1, frames + 1))
        self._hangs_at, self._fails_at = hangs_at, list(fails_at)
        self.hangs, self.go_on = threading.Event(), threading.Event()

    def read(self):
        if not self._left:
            return None
        if self._left[0] in self._fails_at:
            self._fails_at.remove(self._left[0])
            raise CameraError("The camera is away.")
        if self._left[0] == self._hangs_at:
            self.hangs.set()
            assert self.go_on.wait(SECONDS)
        return frame(self._left.pop(0))

    def still(self):
        raise AssertionError("nobody asked for a still")


class CountingEye:
    """Notes which frames it was shown; looking hangs where it is told to."""

    pictured = None
    registration = None

    def __init__(self, *, hangs_at=None, fails_at=None):
        self.looked_at = []
        self._hangs_at, self._fails_at = hangs_at, fails_at
        self.hangs, self.go_on = threading.Event(), threading.Event()

    def look(self, seen, still=None):
        del still
        self.looked_at.append(seen.sequence)
        if seen.sequence == self._fails_at:
            raise ZeroDivisionError("a bug in the eye")
        if seen.sequence == self._hangs_at:
            self.hangs.set()
            assert self.go_on.wait(SECONDS)
        return Observation(seen.monotonic, 0.0, seen.sequence, still=False, hands=True)


def session(eye):
    journal = Journal.in_memory("irondie", GAME.demo_setup())
    return Session(Referee(GAME.load(), journal), eye, title="a test")


def seconds_until(table, command, done):
    """How long the command takes to be shown."""
    shown = threading.Event()
    table.subscribe(lambda model: done(model) and shown.set())
    began = monotonic()
    table.send(command)
    assert shown.wait(SECONDS)
    return monotonic() - began


def test_every_frame_of_a_film_is_looked_at_once_and_in_order():
    eye = CountingEye()
    session(eye).watch(Film(200))
    assert eye.looked_at == list(range(1, 201))


@pytest.mark.parametrize("which", ["camera", "eye"])
def test_a_command_is_carried_out_while_camera_or_eye_hang(which):
    eye = CountingEye(hangs_at=3 if which == "eye" else None)
    film = Film(5, hangs_at=3 if which == "camera" else None)
    hanging = eye if which == "eye" else film
    table = session(eye)
    thread = in_background(lambda: table.watch(film), "test")
    assert hanging.hangs.wait(SECONDS)
    assert seconds_until(table, RunClocks(on=True), lambda m: m.clocks[0].running) < AT_ONCE_S
    assert seconds_until(table, Pause(on=True), lambda m: m.paused) < AT_ONCE_S
    hanging.go_on.set()
    thread.join(SECONDS)
    assert eye.looked_at == [1, 2, 3]


def test_clocks_go_on_while_the_camera_hangs():
    film = Film(5, hangs_at=1)
    table = session(CountingEye())
    noted = threading.Event()
    table.subscribe(lambda model: any(line.kind == "note" for line in model.events) and noted.set())
    thread = in_background(lambda: table.watch(film), "test")
    assert noted.wait(SECONDS)  # that the sets are shown
    assert not film.go_on.is_set()
    film.go_on.set()
    thread.join(SECONDS)


def test_what_was_seen_before_a_pause_is_not_judged_after_it():
    eye = CountingEye(hangs_at=3)
    table = session(eye)
    judged = []
    look = table._referee.look
    table._referee.look = lambda seen, *more: judged.append(seen.sequence) or look(seen, *more)
    thread = in_background(lambda: table.watch(Film(9)), "test")
    assert eye.hangs.wait(SECONDS)
    seconds_until(table, Pause(on=True), lambda m: m.paused)
    eye.go_on.set()
    thread.join(SECONDS)
    assert judged == [1, 2]
    assert eye.looked_at == [1, 2, 3]


def test_after_the_game_is_over_no_frame_is_looked_at():
    eye = CountingEye()
    table = session(eye)
    table.send(GiveUp(0))
    table.obey()
    table.watch(Film(20))
    assert eye.looked_at == []


def test_a_camera_that_fails_is_asked_again_and_no_frame_is_lost(monkeypatch):
    monkeypatch.setattr("ui.app.camera_reader.RETRY_S", 0.01)
    eye = CountingEye()
    table, waiting = session(eye), []
    table.subscribe(lambda model: waiting.append((model.waiting, model.notice)))
    table.watch(Film(4, fails_at=[2, 3]))
    assert eye.looked_at == [1, 2, 3, 4]
    assert ("camera", "The camera is away.") in waiting
    assert waiting[-1][0] != "camera"


def test_a_bug_in_the_eye_is_told_and_the_game_goes_on(tmp_path, monkeypatch):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    eye, said = CountingEye(fails_at=2), []
    table = session(eye)
    table.subscribe(lambda model: said.append(model.notice))
    table.watch(Film(4))
    assert eye.looked_at == [1, 2, 3, 4]
    assert any("A fault of ours" in notice for notice in said)
    assert "ZeroDivisionError" in (tmp_path / "log" / "diceref.log").read_text()


def test_a_film_that_waits_stands_still_while_a_question_is_open():
    eye = CountingEye()
    journal = Journal.in_memory("irondie", GAME.demo_setup())
    table = Session(Referee(GAME.load(), journal), eye, title="a test", waits=True)

    def asks(question):
        table._referee._tracker.question = question
        table._refresh(())

    asks(Ask(1, "Which?", (Answer("that", (), 1.0),)))
    thread = in_background(lambda: table.watch(Film(5)), "test")
    assert seconds_until(table, Pause(on=True), lambda model: model.paused) < AT_ONCE_S
    assert eye.looked_at == []
    seconds_until(table, Pause(on=False), lambda model: not model.paused)
    table._incoming.put(lambda: asks(None))
    thread.join(SECONDS)
    assert eye.looked_at == [1, 2, 3, 4, 5]
