"""A camera that fails in every way it can while a game is played; the game goes on.

    python -m tests.attacks.cameras --times 10

A simulated table in real time, watched through the same reconnecting camera, threads and eye as a
real one. Each fault comes in the middle of play: is it said within a second, is the table followed
again within three seconds after it, is nothing wrong entered? Half of the faults come while hands
move dice. Time for which other programs had this machine's cores does not count. The same games are
then played without any fault: what is shown provisionally may be untrue no oftener with faults than
without, beyond what chance makes of such counts. One JSON line per figure.
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
from pathlib import Path
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


class Stopwatch:
    """Seconds in which this program could have gone on: less what it waited for a core.

    Of all its threads only the longest wait is taken off, so it rather shows too much.
    """

    def __init__(self):
        self.began, self.waited = time.monotonic(), self._waits()

    @staticmethod
    def _waits():
        """Of Python's threads: those of the libraries that wait awake wait for a core all day."""
        found = {}
        for thread in threading.enumerate():
            with suppress(OSError):  # it has ended
                told = Path(f"/proc/self/task/{thread.native_id}/schedstat").read_text()
                found[thread.native_id] = int(told.split()[1]) / 1e9
        return found

    @property
    def seconds(self):
        before = self.waited
        waits = [now - before.get(thread, 0.0) for thread, now in self._waits().items()]
        return max(0.0, time.monotonic() - self.began - max(waits, default=0.0))


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

NONE = "nothing"
"""No fault at all, for `--only`: what the same games are like without any."""

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


LONGEST_LOOK_S = 3.0
"""For so long the players wait for the next look; a camera that is away gives none."""


class WatchedGame(SimulatedGame):
    """The same simulated game, but the session follows its camera by itself, in its own threads."""

    looks = 0
    untrue = 0
    """How often something was shown provisionally that had not happened."""

    fails = staticmethod(lambda: False)

    def _frame(self):
        """The time of a frame, and until the session has looked: a machine may be slow."""
        looks, until = self.looks, time.monotonic() + LONGEST_LOOK_S
        time.sleep(1.0 / self._table.fps)
        while self.looks == looks and not self.fails() and time.monotonic() < until:
            time.sleep(0.01)
        self._clock = time.monotonic()
        self._hear_time()
        question = self._session.latest().question
        if question is not None and question.number not in self._answered:
            self._reply(question)

    def _say_aloud(self, moved):
        offers = self._session.latest().offers
        action = next((o.action for o in offers if o.text == moved.said), moved.action)
        before = self._session.latest().sequence
        self._session.send(Announce(action))
        until = time.monotonic() + LONGEST_LOOK_S
        while self._session.latest().sequence == before and time.monotonic() < until:
            time.sleep(0.01)
        self._frame()
        self.score.announced += 1

    def _say_that_it_is_over(self):
        self._session.send(MoveIsOver())
        self._watch(1.0)

    def _still_right(self):
        """Whether the record is on the truth's path: what it lacks is said until it has it.

        What is only shown, and may still be taken back, is no entry; it is counted by itself.
        """
        self.untrue += self.shows_untruth
        for _ in range(5):
            lag = self._lag(self._session.state)
            if not lag or self._actions_behind() == 0:
                break
            self._say_aloud(self._past[-lag][0])
            self._watch(1.0)
        return self._lag(self._session.state) is not None or super()._still_right()

    @property
    def shows_untruth(self):
        return self._lag(self._session.shown) is None


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
        self.game.fails = lambda: self.fault
        self.table.read()  # drawing the first picture takes seconds
        self.table.still()
        self.camera = ReconnectingCamera("the camera", partial(Source, self))

    def __enter__(self):
        self.session._looks = self  # it is told what was seen in every frame
        self.camera.__enter__()
        self.worker = threading.Thread(target=self.session.watch, args=(self.camera,), daemon=True)
        self.worker.start()
        return self

    def __exit__(self, *exc):
        self.session.stop()
        self.worker.join(10)
        self.camera.__exit__()

    def see(self, observation, verdict):
        """As a log of looks: the last one in which the mat was where it should be."""
        self.game.looks += 1
        if observation.health.registered and not self.session._eye.trouble:
            self.seen = observation

    @property
    def said(self):
        return self.session.latest().waiting == "camera"

    def wait_for(self, wanted, seconds):
        """The seconds until it was so; None when it was not in this time."""
        watch = Stopwatch()
        while not wanted():
            if watch.seconds > seconds:
                return None
            time.sleep(0.02)
        return watch.seconds

    def suffer(self, fault):
        """One fault: seconds until it was said, and after its end until the table was followed."""
        before = self.game.shows_untruth
        came = self._suffered(fault)
        self.game.untrue += self.game.shows_untruth and not before
        return came

    def _suffered(self, fault):
        if fault == NONE:
            time.sleep(1.0)
            return 0.0, 0.0
        self.over.clear()
        self.fault = fault
        said = self.wait_for(lambda: self.said, 8.0)
        time.sleep(0.5)
        self.fault = ""
        self.over.set()
        ended = time.monotonic()
        return said, self.wait_for(lambda: self.follows_since(ended), 15.0)

    def suffer_in_play(self, fault, after):
        """The same so many seconds after the next move was begun; what `play` said of it too."""
        came = []

        def meanwhile():
            time.sleep(after)
            came.append(self.suffer(fault))

        thread = threading.Thread(target=meanwhile)
        thread.start()
        going_on = self.play(1)
        thread.join()
        return came[0], going_on

    def follows_since(self, ended):
        """Whether nothing is amiss with the camera, and the table has been seen since."""
        seen = self.seen
        return not self.said and seen is not None and seen.time > ended

    def recorded(self):
        """The last lines of the log, for whoever looks into it."""
        return [line.text for line in self.session.latest().events[-6:]]

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


def attack(times, seed, faults, tell=lambda *_: None, until=float("inf")):
    """Every fault so many times, in games that go on meanwhile; no new one after `until`."""
    rng = Random(seed)
    waiting = [fault for _ in range(times) for fault in rng.sample(faults, len(faults))]
    found, wrong, accused, untrue, games = defaultdict(list), 0, 0, 0, 0
    while waiting:
        games += 1
        with Rig(seed + games) as rig:
            rig.game._watch(2.0)
            going_on = True
            while waiting and going_on:
                if time.monotonic() > until:
                    waiting.clear()
                    break
                fault = waiting.pop(0)
                if rng.random() < 0.5:
                    came, going_on = rig.suffer_in_play(fault, rng.uniform(0.2, 2.0))
                else:
                    going_on = rig.play(1)
                    came = rig.suffer(fault)
                found[fault].append(came)
                tell(fault, came)
            if going_on is False:
                wrong += 1
                tell("wrong", (rig.game.score.diary[-1:], rig.recorded()))
            untrue += rig.game.untrue
            if rig.game.untrue:
                tell("shown and untrue", rig.recorded())
            fouls = rig.session.tally.fouls
            if fouls:
                accused += fouls
                tell("accused", rig.recorded())
    return found, wrong, accused, untrue, games


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--times", type=int, default=10)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--only", default="")
    words.add_argument(
        "--without", type=int, metavar="N", help="so often nothing fails, to compare with"
    )
    words.add_argument("--seconds", type=float, default=float("inf"), help="begin none after")
    asked = words.parse_args()
    os.environ["DICEREF_HOME"] = mkdtemp(prefix="diceref-cameras-")
    faults = asked.only.split(",") if asked.only else [*PICTURES, *FAILURES]
    begun = time.monotonic()

    def tell(what, came):
        print(f"{time.monotonic() - begun:6.0f} s  {what}: {came}", file=sys.stderr, flush=True)

    found, wrong, accused, untrue, games = attack(
        asked.times, asked.seed, faults, tell, begun + asked.seconds
    )
    every = [one for some in found.values() for one in some]
    times = min(len(found[fault]) for fault in faults)
    on = f"{len(faults)} kinds of camera fault, {times} times each, in {games} games"
    late = sum(said is None or said > SAID_S for said, _ in every)
    good = figure("camera.not_said", late, "faults", f"0 later than {SAID_S:.0f} s", not late, on)
    away = sum(back is None or back > BACK_S for _, back in every)
    good &= figure("camera.not_back", away, "faults", f"0 later than {BACK_S:.0f} s", not away, on)
    good &= figure("camera.wrong", wrong, "entries", "0", not wrong, on)
    figure("camera.accused", accused, "fouls named", "as few as without faults", ok=True, on=on)
    without = len(every) if asked.without is None else asked.without
    if without:
        *_, usual, games = attack(without, asked.seed, [NONE], tell)
        expected = usual * len(every) / without
        chance = 2 * (untrue + expected * len(every) / without) ** 0.5
        good &= figure(
            "camera.shown_untrue", untrue, "times", f"<= {expected:.1f}, and chance",
            untrue <= expected + chance,
            f"{on}; {len(every)} of them, and {usual} in {without} times without any, in {games} "
            "games",
        )  # fmt: skip
    return int(not good)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        sys.exit(main())
