"""A camera that fails in every way it can while a game is played; the game goes on.

    python -m tests.attacks.cameras --times 10

A simulated table in real time, watched through the same reconnecting camera, threads and eye as a
real one. Each fault comes in the middle of play: is it said within a second, is the table followed
again within three seconds after it, is nothing wrong entered? One JSON line per figure.
"""

import argparse
import os
import sys
import threading
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import replace
from functools import partial
from random import Random
from tempfile import mkdtemp

import cv2
import numpy as np

from hardware.cameras.reconnecting import ReconnectingCamera
from hardware.frame import CameraError
from tests.attacks.told import figure
from ui.app.simulated_game import SimulatedGame
from ui.app.simulation import Simulation
from ui.app.table_model import Announce, MoveIsOver

SAID_S, BACK_S = 1.0, 3.0


def card(image):
    shown = np.full_like(image, (120, 40, 10))
    words, font = "NO SIGNAL", cv2.FONT_HERSHEY_SIMPLEX
    return cv2.putText(
        shown, words, (image.shape[1] // 6, image.shape[0] // 2), font, 2, (255, 255, 255), 6
    )


def noise(image):
    return np.random.default_rng(1).integers(0, 255, image.shape).astype(np.uint8)


PICTURES = {
    "half": lambda image: cv2.resize(image, None, fx=0.5, fy=0.5),
    "double": lambda image: cv2.resize(image, None, fx=2, fy=2),
    "4 by 3": lambda image: np.ascontiguousarray(
        image[:, image.shape[1] // 8 : -image.shape[1] // 8]
    ),
    "squeezed": lambda image: cv2.resize(image, None, fx=0.75, fy=1),
    "a quarter turn": lambda image: np.ascontiguousarray(np.rot90(image)),
    "half a turn": lambda image: np.ascontiguousarray(np.rot90(image, 2)),
    "three quarter turns": lambda image: np.ascontiguousarray(np.rot90(image, 3)),
    "mirrored": lambda image: np.ascontiguousarray(image[:, ::-1]),
    "upside down": lambda image: np.ascontiguousarray(image[::-1]),
    "one channel": lambda image: cv2.cvtColor(image, cv2.COLOR_BGR2GRAY),
    "grey": lambda image: np.repeat(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[..., None], 3, 2),
    "colours exchanged": lambda image: np.ascontiguousarray(image[:, :, ::-1]),
    "negative": lambda image: 255 - image,
    "no signal": card,
    "black": np.zeros_like,
    "white": lambda image: np.full_like(image, 255),
    "noise": noise,
    "one pixel": lambda image: image[:1, :1],
    "empty": lambda image: image[:0],
    "two channels": lambda image: image[:, :, :2],
}
"""What comes instead of the table's picture."""

FAILURES = ("unplugged", "hangs", "throws", "gone when a still is wanted")
"""What the camera does instead of sending one."""

FITTED_ANEW = {"half", "double", "4 by 3", "squeezed", "a quarter turn", "half a turn",
               "three quarter turns"}  # fmt: skip
"""Read in their own right; after all others the dice are known to be the same ones."""


class Source:
    """What `ReconnectingCamera` opens: the table, or what the fault of the moment makes of it."""

    def __init__(self, rig):
        self.rig = rig
        self.table = rig.table

    def __enter__(self):
        if self.rig.fault == "unplugged":
            raise CameraError("The camera was not found.")
        return self

    def __exit__(self, *exc):
        pass

    def read(self):
        return self._spoilt(self.table.read())

    def still(self):
        if self.rig.fault == "gone when a still is wanted":
            raise CameraError("The camera went away.")
        return self._spoilt(self.table.still())

    def _spoilt(self, frame):
        if self.rig.fault == "hangs":
            self.rig.over.wait(20.0)
        fault = self.rig.fault
        if fault == "throws":
            raise cv2.error("the library failed")
        if fault in {"unplugged", "gone when a still is wanted"}:
            raise CameraError("The camera was pulled out.")
        # the simulated table's clock begins when it is opened; a live camera's never does
        frame = replace(frame, monotonic=time.monotonic(), wall=time.time())
        return replace(frame, image=PICTURES[fault](frame.image)) if fault else frame


class WatchedGame(SimulatedGame):
    """The same simulated game, but the session follows its camera by itself, in its own threads."""

    def _frame(self):
        time.sleep(1.0 / self._table.fps)
        self._clock = time.monotonic()
        self._hear_time()
        question = self._session.latest().question
        if question is not None and question.number not in self._answered:
            self._reply(question)

    def _say_aloud(self, moved):
        offers = self._session.latest().offers
        action = next((o.action for o in offers if o.text == moved.said), moved.action)
        self._session.send(Announce(action))
        self._frames_of(0.7)
        self.score.announced += 1

    def _frames_of(self, seconds):
        for _ in range(self._frames(seconds)):
            self._frame()

    def _say_that_it_is_over(self):
        self._session.send(MoveIsOver())
        self._frames_of(1.0)


class Rig:
    """A game in play, and the camera over it."""

    def __init__(self, seed, game="tmnt"):
        self.fault = ""
        self.over = threading.Event()
        self.seen = None
        self.simulation = Simulation(
            game, seed=seed, size=(640, 360), still=(1280, 720), fps=10.0, speed=1.0
        )
        self.session = self.simulation.session
        played = self.simulation._play
        self.table = played._table
        self.game = WatchedGame(
            played._game, self.session, played._players, self.table, played._hands
        )
        self.table.read()  # drawing the first picture takes seconds
        self.table.still()
        self.camera = ReconnectingCamera("the camera", partial(Source, self))

    def __enter__(self):
        self.session._looks = self  # it is told what was seen in every frame
        self.camera.__enter__()
        self.worker = threading.Thread(target=self.session.follow, args=(self.camera,), daemon=True)
        self.worker.start()
        return self

    def __exit__(self, *exc):
        self.session.stop()
        self.worker.join(10)
        self.camera.__exit__()

    def see(self, observation, verdict):
        """As a log of looks: the last one in which the mat was where it should be."""
        if observation.health.registered and not self.session._eye.trouble:
            self.seen = observation

    @property
    def said(self):
        return self.session.latest().waiting == "camera"

    def wait_for(self, wanted, seconds):
        """The seconds until it was so; None when it was not in this time."""
        began = time.monotonic()
        while not wanted():
            if time.monotonic() - began > seconds:
                return None
            time.sleep(0.01)
        return time.monotonic() - began

    def suffer(self, fault):
        """One fault: seconds until it was said, and after its end until the table was followed."""
        self.over.clear()
        self.fault = fault
        said = self.wait_for(lambda: self.said, 8.0)
        time.sleep(0.5)
        self.fault = ""
        self.over.set()
        ended = time.monotonic()
        return said, self.wait_for(lambda: self.follows_since(ended), 15.0)

    def follows_since(self, ended):
        """Whether nothing is amiss with the camera, and the table has been seen since."""
        seen = self.seen
        return not self.said and seen is not None and seen.time > ended

    def play(self, actions):
        """So many actions; False when the record left the truth."""
        for _ in range(actions):
            moved = self.game._players.move()
            if moved is None:
                return None
            self.game._past.append((moved, moved.state))
            self.game._thrown |= moved.rolled
            if self.game._game.to_move(moved.state) == -1:
                continue
            if moved.traced and not self.game._show(moved):
                return False
            if moved.by_hand:
                self.game._say_aloud(moved)
        return True


def attack(times, seed, faults, tell=lambda *_: None):
    """Every fault so many times, in games that go on meanwhile."""
    rng = Random(seed)
    waiting = [fault for _ in range(times) for fault in rng.sample(faults, len(faults))]
    found, wrong, games = defaultdict(list), 0, 0
    while waiting:
        games += 1
        with Rig(seed + games) as rig:
            rig.game._watch(2.0)
            while waiting:
                fault = waiting[0]
                going_on = rig.play(1)
                if going_on is None:
                    break
                if not going_on:
                    wrong += 1
                    tell("wrong", rig.game.score.diary[-1:])
                    break
                if rng.random() < 0.5:  # in the middle of a movement
                    timer = threading.Timer(rng.uniform(0.1, 0.8), lambda: None)
                    timer.run()
                waiting.pop(0)
                found[fault].append(rig.suffer(fault))
                tell(fault, found[fault][-1])
    return found, wrong, games


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--times", type=int, default=10)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--only", default="")
    asked = words.parse_args()
    os.environ["DICEREF_HOME"] = mkdtemp(prefix="diceref-cameras-")
    faults = asked.only.split(",") if asked.only else [*PICTURES, *FAILURES]
    begun = time.monotonic()

    def tell(what, came):
        print(f"{time.monotonic() - begun:6.0f} s  {what}: {came}", file=sys.stderr, flush=True)

    found, wrong, games = attack(asked.times, asked.seed, faults, tell)
    every = [one for some in found.values() for one in some]
    on = f"{len(faults)} kinds of camera fault, {asked.times} times each, in {games} games"
    late = sum(said is None or said > SAID_S for said, _ in every)
    good = figure("camera.not_said", late, "faults", f"0 later than {SAID_S:.0f} s", not late, on)
    away = sum(back is None or back > BACK_S for _, back in every)
    good &= figure("camera.not_back", away, "faults", f"0 later than {BACK_S:.0f} s", not away, on)
    good &= figure("camera.wrong", wrong, "entries", "0", not wrong, on)
    return int(not good)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        sys.exit(main())
