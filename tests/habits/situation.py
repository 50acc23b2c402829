"""Table situations played by hand: dice are put, turned and pushed, and the hands rest anywhere.

Nothing here knows a rule; a situation says with its own eyes what a good judge would write down.
"""

from random import Random

from rules.core import Place
from rules.dicemasters.engine.position import face_named, state_from_lines
from rules.dicemasters.engine.setup import demo_setup
from rules.dicemasters.game import GAMES
from rules.track import Ask, Commit, Infraction, Tracker, Wait
from tests.bench.sightings.hands import Noise, SimulatedTable

QUIET = Noise(misread=0, missed=0, ghosts=0, jitter_mm=0.1, near_line=0, beside=0)
HANDS_S = 0.5
"""Seconds a movement of a hand takes."""


class Situation:
    """A table, a tracker, and hands that do what a test says."""

    def __init__(self, edition, lines, rate=4.0, setup=None, **turn):
        self.game = GAMES[edition]
        setup = setup or demo_setup(edition)
        self.state = state_from_lines(edition, setup, lines, **turn)
        kinds = self.game.dice(setup)
        self.titles = {facts.kind: facts.title for facts in kinds}
        self.tracker = Tracker(self.game, self.state, kinds=kinds)
        self.table = SimulatedTable(self.game.zones, kinds, Random(1))
        self.table.follow(self.game.layout(self.state))
        self.rate = rate
        self.time, self.number = 0.0, 0
        self.entered, self.asked, self.named, self.waits = [], [], [], []
        self.rest(2)

    # -- hands

    def rest(self, seconds):
        """Nobody moves for so long."""
        for _ in range(max(1, round(seconds * self.rate))):
            self._look(hands=False)
        return self

    def hand(self, seconds=HANDS_S):
        """A hand is over the table."""
        for _ in range(max(1, round(seconds * self.rate))):
            self._look(hands=True)
        return self

    def bring(self, seat, zone, title, shows=None):
        """A die from the bag or a card is laid down."""
        die = self._hidden(seat, title)
        kind = self._kind(die)
        self.table.put(die, kind, Place(zone, seat), self._face(die, shows))
        return die

    def move(self, die, zone, shows=None, seat=None):
        """A die is put somewhere else, on the face it shows or another."""
        body = self.table.bodies[die]
        face = body.face if shows is None else self._face(die, shows)
        seat = body.place.seat if seat is None else seat
        self.table.put(die, body.kind, Place(zone, seat), face)

    def throw(self, dice, zone, *faces):
        """Dice are thrown, and come up so."""
        for die, shows in zip(dice, faces, strict=True):
            self.move(die, zone, shows)

    def spin(self, die, shows):
        """A die is turned where it lies."""
        self.table.bodies[die].face = self._face(die, shows)
        self.table.bodies[die].track = self.table.fresh_track()

    def away(self, die):
        """A die leaves the table."""
        del self.table.bodies[die]

    def dice(self, seat, zone, title):
        """The dice of this name that lie there, in the order they came."""
        return [
            die
            for die, body in self.table.bodies.items()
            if body.place == Place(zone, seat) and self.titles[body.kind] == title
        ]

    def _kind(self, die):
        return next(p.kind for p in self.game.layout(self.state) if p.die == die)

    def _hidden(self, seat, title):
        hidden = ("bag", "cards")
        return next(
            p.die
            for p in self.game.layout(self.state)
            if p.die not in self.table.bodies
            and p.place.zone in hidden
            and p.place.seat in (seat, None)
            and self.titles[p.kind] == title
        )

    def _face(self, die, shows):
        if shows is None or isinstance(shows, int):
            return shows
        number = next(n for n, name in enumerate(self.state.match.die_names) if name == die)
        return face_named(self.state.match, number, shows)

    # -- the judge

    def _look(self, *, hands):
        self.number += 1
        self.time += 1 / self.rate
        look = self.table.look(self.time, self.number, QUIET, still=not hands, hands=hands)
        verdict = self.tracker.look(look)
        match verdict:
            case Commit(steps):
                self.entered += [step.action for step in steps]
            case Ask():
                self.asked.append(verdict)
            case Infraction():
                self.named.append(verdict)
            case Wait(reason):
                if not self.waits or self.waits[-1] != reason:
                    self.waits.append(reason)

    def record(self):
        """What is entered so far, in the game's notation."""
        return self._said(self.entered)

    def tail(self):
        """What is shown and not entered."""
        return self._said([*self.entered, *self.tracker.tail])[len(self.entered) :]

    def _said(self, actions):
        state, said = self.state, []
        for action in actions:
            said.append(self.game.say(state, action))
            state, _ = self.game.apply(state, action)
        return said
