"""A camera that comes back with another picture is said and waited out; nothing wrong is seen."""

import threading
import time
from dataclasses import replace
from random import Random
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from calibration.mats import mat_named
from hardware.frame import CameraError, Frame
from hardware.simulated import SimulatedTable, Viewpoint
from rules.journal import Journal
from tests.attacks.cameras import FITTED_ANEW, PICTURES, WatchedGame
from ui.app.eyes import camera_eye
from ui.app.known_games import known_game
from ui.app.looks import die_kinds
from ui.app.records import referee_of
from ui.app.recovering_eye import RecoveringEye
from ui.app.session import Session
from ui.app.table_model import Undo


@pytest.fixture(scope="module")
def known():
    return known_game("tmnt")


@pytest.fixture(scope="module")
def kinds(known):
    return die_kinds(known.load().dice(known.demo_setup()))


@pytest.fixture(scope="module")
def picture(known, kinds):
    """Dice on a mat, as a camera sees them."""
    own = mat_named(known.mat_for(known.demo_setup()))
    view = Viewpoint.overlooking(own.width, own.height, size=(1280, 720))
    table = SimulatedTable(own, view=view, seed=1)
    for n, kind in enumerate(kinds[:5]):
        table.place(f"die-{n}", kind, 120.0 + 60 * n, 110.0 + 35 * (n % 2), face=n % 6)
    for _ in range(3):
        image = table.read().image
    return image


class Film:
    """Frames of one's own, ten a second."""

    def __init__(self, eye):
        self.eye = eye
        self.sequence = 0

    def look(self, image, count=1, whole=None):
        """Frames of this picture; `whole`: what stills show, where they are larger."""
        for _ in range(count):
            self.sequence += 1
            frame = Frame(image, self.sequence / 10, 1e9, self.sequence, "film")
            still = None if whole is None else lambda frame=frame: replace(frame, image=whole)
            seen = self.eye.look(frame, still)
        return seen


@pytest.fixture
def film(known, kinds):
    own = mat_named(known.mat_for(known.demo_setup()))
    return Film(camera_eye(own, kinds, drawn=True))


def dice(seen):
    return sorted((round(die.x_mm), round(die.y_mm)) for die in seen.dice)


@pytest.mark.parametrize("fault", PICTURES)
def test_a_picture_of_another_kind_is_said_at_once_and_nothing_wrong_is_seen(film, picture, fault):
    before = film.look(picture, 8)
    assert dice(before)
    numbers = {die.track for die in before.dice}
    said = []
    for _ in range(12):
        seen = film.look(PICTURES[fault](picture))
        said.append(film.eye.trouble)
        if seen.still and not seen.hands:  # nobody may conclude that dice have gone, or moved
            assert len(dice(seen)) == len(dice(before))
    assert any(said[:8]), "within a second"
    back = film.look(picture, 25)
    assert film.eye.trouble == ""
    assert back.still
    assert dice(back) == dice(before)
    if fault not in FITTED_ANEW:
        assert {die.track for die in back.dice} == numbers, "nobody touched them"


def small(picture):
    return cv2.resize(picture, (640, 360), interpolation=cv2.INTER_AREA)


@pytest.mark.parametrize("fault", ["double", "4 by 3", "half a turn", "mirrored"])
def test_dice_lie_where_they_lay_though_stills_are_larger_than_frames(film, picture, fault):
    before = film.look(small(picture), 8, picture)
    film.look(PICTURES[fault](small(picture)), 12, PICTURES[fault](picture))
    back = film.look(small(picture), 25, picture)
    assert len(back.dice) == len(before.dice)
    for was, now in zip(sorted(before.dice, key=place), sorted(back.dice, key=place), strict=True):
        assert abs(was.x_mm - now.x_mm) < 1.5
        assert abs(was.y_mm - now.y_mm) < 1.5


def place(die):
    return die.x_mm, die.y_mm


TELLING = ("half", "half a turn", "mirrored", "grey", "one channel", "no signal")


@pytest.mark.parametrize(
    "fault",
    [*TELLING, *(pytest.param(f, marks=pytest.mark.slow) for f in PICTURES if f not in TELLING)],
)
def test_a_fault_that_only_the_still_shows_is_no_change_of_the_table(film, picture, fault):
    before = film.look(small(picture), 8, picture)
    moved = small(picture).copy()
    moved[150:190, 300:340] = 128  # something was put down: another still is wanted
    for _ in range(12):
        seen = film.look(moved, 1, PICTURES[fault](picture))
        if seen.still and not seen.hands:
            assert len(dice(seen)) == len(dice(before))
            assert all(
                abs(x - u) < 3 for (x, _), (u, _) in zip(dice(seen), dice(before), strict=True)
            )
    assert dice(film.look(small(picture), 25, picture)) == dice(before)


@pytest.mark.parametrize("more", ["with alpha", "floats", "one more axis"])
def test_the_same_picture_in_another_form_is_no_fault(film, picture, more):
    form = {
        "with alpha": lambda image: np.dstack([image, image[:, :, 0]]),
        "floats": lambda image: image.astype(np.float32),
        "one more axis": lambda image: image,
    }[more]
    before = film.look(picture, 8)
    assert dice(film.look(form(picture), 3)) == dice(before)
    assert film.eye.trouble == ""


def test_a_camera_that_goes_in_the_middle_of_a_still_is_no_fault_of_the_eye(picture):
    made = []

    class WantsAStill(FaultyEye):
        def look(self, frame, still=None):
            still()

    def make():
        made.append(WantsAStill(0))
        return made[-1]

    def gone():
        raise CameraError("pulled out")

    eye = RecoveringEye(make)
    with pytest.raises(CameraError, match="pulled out"):
        eye.look(Frame(picture, 1.0, 1e9, 1, "film"), gone)
    assert len(made) == 1, "the same eye goes on"
    assert eye.trouble == ""


class FaultyEye:
    """An eye that throws so many times, then sees an empty table."""

    pictured = registration = None
    trouble = ""

    def __init__(self, times):
        self.left = times

    def look(self, frame, still=None):
        if self.left:
            self.left -= 1
            raise IndexError("a bug")
        from vision.sighting import Observation

        return Observation(frame.monotonic, frame.wall, frame.sequence, still=False, hands=False)


class Camera:
    def __init__(self):
        self.sequence = 0

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass

    def read(self):
        time.sleep(0.01)
        self.sequence += 1
        image = np.full((36, 64, 3), 90, np.uint8)
        return Frame(image, time.monotonic(), time.time(), self.sequence, "x")

    still = read


@pytest.fixture
def playing(known, tmp_path, monkeypatch):
    """A game whose eye throws, followed in a thread of its own."""
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    running = []

    def start(times):
        journal = Journal.create(tmp_path / "game.diceref", "tmnt", known.demo_setup())
        session = Session(referee_of(known.load(), journal), FaultyEye(times), title="t")
        worker = threading.Thread(target=session.watch, args=(Camera(),), daemon=True)
        worker.start()
        running.append((session, worker, journal))
        return session, worker

    yield start
    for session, worker, journal in running:
        session.stop()
        worker.join(10)
        journal.close()


def wait_for(condition, seconds=10.0):
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it never came about"
        time.sleep(0.02)


def test_a_worker_that_throws_is_started_anew_from_the_journal(playing):
    notices = []
    session, worker = playing(1)
    session.subscribe(lambda model: notices.append(model.notice))
    wait_for(lambda: session._eye.left == 0 and session._reader is not None)
    wait_for(lambda: "looked at anew" in session.latest().notice)
    wait_for(lambda: session._incoming is not None and worker.is_alive())
    seen = session._reader
    wait_for(lambda: session.latest().waiting != "camera")
    assert worker.is_alive()
    assert seen is session._reader


def test_it_is_started_anew_once_a_minute_and_keys_are_obeyed_meanwhile(playing, monkeypatch):
    monkeypatch.setattr("ui.app.session.ANEW_S", 1.0)
    session, worker = playing(3)
    began = time.monotonic()
    wait_for(lambda: session._eye.left == 1, 20)
    assert "looked at anew" in session.latest().notice
    session.send(Undo())
    wait_for(lambda: "could be taken back" in session.latest().notice)
    wait_for(lambda: session._eye.left == 0, 20)
    assert time.monotonic() - began > 1.0, "not at once each time"
    assert worker.is_alive()


class ToldEye(FaultyEye):
    """An eye that says what is amiss, or that all is well."""

    def __init__(self):
        super().__init__(0)


def test_what_is_amiss_with_the_camera_stays_said_until_it_is_over(known, tmp_path):
    from rules.journal import Journal

    eye = ToldEye()
    session = Session(
        referee_of(known.load(), Journal.in_memory("tmnt", known.demo_setup())), eye, title="t"
    )
    worker = threading.Thread(target=session.watch, args=(Camera(),), daemon=True)
    worker.start()
    try:
        wait_for(lambda: session.latest().waiting not in {"", "camera"})
        eye.trouble = "The camera shows something else."
        wait_for(lambda: session.latest().waiting == "camera")
        shown = []
        session.subscribe(lambda model: shown.append((model.waiting, model.notice)))
        time.sleep(0.4)  # forty frames that the referee judges too
        assert set(shown) <= {("camera", eye.trouble)}
        assert session.latest().notice == eye.trouble
        eye.trouble = ""
        wait_for(lambda: session.latest().waiting != "camera")
        assert session.latest().notice == ""
    finally:
        session.stop()
        worker.join(10)


def test_what_is_shown_and_never_happened_is_counted_apart_from_what_is_entered(known):
    game, setup = known.load(), known.demo_setup()
    before = game.new(setup)
    after, _ = game.apply(before, game.sample(before, Random(1)))
    shown = SimpleNamespace(shown=before, state=before, latest=None)
    played = WatchedGame.__new__(WatchedGame)
    played._game, played._past, played._session = game, [(None, before)], shown
    assert not played.shows_untruth
    shown.shown = after  # nobody has drawn
    assert played.shows_untruth
    assert played._still_right()  # the record itself is right
    assert played.untrue == 1
