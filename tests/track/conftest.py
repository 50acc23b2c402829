"""Pebbles on a simulated table."""

from random import Random

import pytest
from judged import judged
from pebbles import PebblesGame

from rules.track import Commit, Tracker, Wait
from tests.bench.sightings.hands import Noise, SimulatedTable

QUIET = Noise(misread=0, missed=0, ghosts=0, jitter_mm=0.1, near_line=0)


class Desk:
    """A tracker over a table that a test moves dice on."""

    def __init__(self):
        self.game = PebblesGame()
        self.state = self.game.new({})
        kinds = self.game.dice({})
        self.tracker = Tracker(self.game, self.state, kinds=kinds)
        self.table = SimulatedTable(self.game.zones, kinds, Random(1))
        self.time = 0.0
        self.number = 0

    def do(self, *actions, rolled=()):
        """True actions, with hands; then the hands leave."""
        for action in actions:
            chance = self.game.chance(self.state)
            self.state, _ = self.game.apply(self.state, action)
            thrown = [die for die, _ in chance.dice] if action[0] == "rolled" else []
            self.table.follow(self.game.layout(self.state), thrown)
        self.disturb()

    def turn(self, die, face):
        """Somebody turns a die where it lies."""
        self.table.bodies[die].face = face
        self.table.bodies[die].track = self.table.fresh_track()

    def disturb(self):
        self.number += 1
        self.time += 0.25
        self.tracker.look(self.table.look(self.time, self.number, QUIET, still=False, hands=True))

    def look(self, times=1, noise=QUIET):
        """What was said in this many looks, and once the players say that their move is over."""
        return judged(lambda: self._look(noise), times, self.tracker.move_is_over)

    def rest(self, seconds):
        """Every verdict that says something, while nobody touches or says anything."""
        told = [self._look(QUIET) for _ in range(round(4 * seconds))]
        return [verdict for verdict in told if not isinstance(verdict, Wait)]

    def _look(self, noise):
        self.number += 1
        self.time += 0.25
        return self.tracker.look(self.table.look(self.time, self.number, noise))

    def settled(self):
        """Play the opening draw and roll: two red dice showing 3 and 5."""
        self.do(("drawn", "blue", "red"), ("rolled", 2, 4))
        assert isinstance(self.look(8), Commit)
        return self


@pytest.fixture
def desk():
    return Desk()
