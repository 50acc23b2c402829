"""A whole game with a phone for its camera: Chromium films a film of the simulated table."""

import threading
import time
from contextlib import ExitStack

import cv2
import pytest

from hardware.cameras.open import open_camera
from rules.journal import Journal
from tests.browser import chromium, opened
from ui.app.known_games import known_game
from ui.app.live import live_session
from ui.app.rig import open_rig
from ui.app.simulated_game import _moved, _shrunk
from ui.app.simulated_players import same_table
from ui.app.simulation import Simulation
from ui.app.table_model import MoveIsOver
from ui.web.phone.page import PhonePage

GAME, SEED, FPS, SIZE = "tenthousand", 1, 8, (1600, 900)
FIRST_REST_S, REST_S, LAST_REST_S = 10.0, 2.0, 25.0
"""How long the film dwells on the table before the game, on each rest, and on the last one: then it
would begin anew."""


class Film:
    """Films what a simulated game's session sees, for Chromium; people take their time in it."""

    def __init__(self, camera, path):
        self._camera = camera
        self._file = path.open("wb")
        self._file.write(f"YUV4MPEG2 W{SIZE[0]} H{SIZE[1]} F{FPS}:1 Ip A1:1 C420\n".encode())
        self._last = None
        self._same = 0
        self.seconds = 0.0

    def read(self):
        frame = self._camera.read()
        if self._last is None:
            self._last = frame.image
            self.keep(FIRST_REST_S)
        moved = _moved(_shrunk(frame.image), _shrunk(self._last))
        self._same, self._last = 0 if moved else self._same + 1, frame.image
        self.keep(REST_S if self._same == 1 else 1 / FPS)
        return frame

    def keep(self, seconds):
        packed = b"FRAME\n" + cv2.cvtColor(self._last, cv2.COLOR_BGR2YUV_I420).tobytes()
        for _ in range(round(seconds * FPS)):
            self._file.write(packed)
            self.seconds += 1 / FPS

    def close(self):
        self.keep(LAST_REST_S)
        self._file.close()


@pytest.fixture(scope="module")
def filmed(tmp_path_factory):
    """The film, how long it is, and who played: with each state of the game and its second."""
    path = tmp_path_factory.mktemp("film") / "game.y4m"
    simulation = Simulation(GAME, eye="truth", seed=SEED, fps=FPS, size=SIZE)
    states = [(0.0, simulation.session.state)]
    players = simulation._play._players
    move = players.move

    def remember():
        moved = move()
        if moved is not None:
            states.append((film.seconds, moved.state))
        return moved

    players.move = remember
    film = Film(simulation._camera, path)
    simulation._play._camera = film
    score = simulation.play()
    film.close()
    assert score.wrong == 0
    assert simulation.session.latest().outcome is not None
    yield path, film.seconds, states, simulation
    path.unlink()


def answering(session, players, states, second):
    """Answers as the players do, who know what lies on the table at this second of the film."""
    players._session, players._answered = session, set()

    def reply(model):
        ask = model.question
        if ask is None or ask.number in players._answered:
            return
        now = [state for since, state in states if since <= second()]
        known = [
            n for n, state in enumerate(now) if same_table(players._game, state, session.state)
        ]
        players._past = [(None, state) for state in now[known[-1] if known else 0 :]]
        players._reply(ask)

    return reply


@pytest.mark.slow
def test_a_whole_game_is_followed_through_a_phone_with_nothing_wrong(filmed, tmp_path, monkeypatch):
    path, seconds, states, played = filmed
    setup = played.journal.setup
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    known = known_game(GAME)
    game = known.load()
    camera_of_chromium = (
        "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={path}",
    )  # fmt: skip
    with ExitStack() as stack:
        page = stack.enter_context(PhonePage(("127.0.0.1", 0), None))
        journal = Journal.create(tmp_path / "game.diceref", GAME, setup, wall_time=1.0)
        stack.callback(journal.close)
        session = live_session(known, journal, open_rig("phone", None, known.mat_for(setup)))
        browser = stack.enter_context(chromium(*camera_of_chromium))
        stack.enter_context(opened(browser, page.address, "phone", permissions=["camera"]))
        assert page.phone_came.wait(20)
        began = time.monotonic()
        end = began + seconds - 5.0
        session.subscribe(
            answering(session, played._play, states, lambda: time.monotonic() - began)
        )
        camera = stack.enter_context(open_camera("phone"))
        watching = threading.Thread(target=session.watch, args=(camera,), daemon=True)
        watching.start()
        while session.latest().outcome is None and time.monotonic() < end:
            if time.monotonic() > end - 12.0:
                session.send(MoveIsOver())
            time.sleep(0.5)
        session.stop()
        watching.join(10)
        reached = [n for n, (_, true) in enumerate(states) if same_table(game, true, session.state)]
        assert reached, "the record parted from what happened"
        assert session.tally.fouls == 0
        assert reached[-1] == len(states) - 1, (reached, session.tally)
        assert session.latest().outcome is not None
