"""Games of Dice Masters from a written position on, played by hands under a tracker."""

from random import Random

from judged import judged

from rules.core import Roll
from rules.dicemasters.engine.position import state_from_lines
from rules.dicemasters.engine.setup import demo_setup
from rules.dicemasters.game import GAMES
from rules.track import Tracker, Wait
from rules.track.likeness import likeness
from tests.bench.sightings.hands import Noise, SimulatedTable

QUIET = Noise(misread=0, missed=0, ghosts=0, jitter_mm=0.1, near_line=0, beside=0)


class Match:
    """A game from a written position on, under a tracker."""

    def __init__(self, edition, lines, options=None, **turn):
        self.game = GAMES[edition]
        setup = demo_setup(edition)
        self.state = state_from_lines(edition, setup, lines, **turn)
        kinds = self.game.dice(setup)
        self.tracker = Tracker(self.game, self.state, options, kinds=kinds)
        self.table = SimulatedTable(self.game.zones, kinds, Random(1))
        self.table.follow(self.game.layout(self.state))
        self.playing_on = False  # whether nobody says any more when a move is over
        self.looks = 0
        self.look(12)

    def do(self, *said, covered=""):
        """Hands do what is said, then leave; new dice of the kind `covered` lie under others.

        Numbers are the faces that the dice to be rolled come up with; what is drawn is sampled.
        """
        lay = set(self.table.bodies)
        for words in said:
            chance = self.game.chance(self.state)
            thrown = [die for die, _ in chance.dice] if isinstance(chance, Roll) else ()
            if words == "draw":
                action = self.game.sample(self.state, Random(1))
            elif thrown:
                action = self.game.settle(self.state, words)
            else:
                found = {
                    self.game.say(self.state, a): a for a in self.game.legal_actions(self.state)
                }
                action = next((found[text] for text in found if text.startswith(words)), None)
                assert action is not None, f"{words} is none of {sorted(found)}"
            self.state, _ = self.game.apply(self.state, action)
            self.table.follow(self.game.layout(self.state), thrown)
        for die, body in self.table.bodies.items():
            if die not in lay and body.kind == covered:
                body.looked_at, body.unseen = body.track, True
        self.hands()
        return self.rest(12) if self.playing_on else self.look(12)

    def hands(self):
        """Hands come over the table."""
        self.tracker.look(self.table.look(self.looks / 4, self.looks, QUIET, hands=True))

    def say(self, said):
        """Somebody says what they do; it is for the hands to follow."""
        assert self.tracker.announce(self.named(self.tracker.state, said)).steps
        self.state, _ = self.game.apply(self.state, self.named(self.state, said))

    def named(self, state, said):
        """The action that is said so."""
        return next(a for a in self.game.legal_actions(state) if self.game.say(state, a) == said)

    def look(self, times):
        """What is said in so many looks, and once the players say that their move is over."""
        return judged(self._look, times, self.tracker.move_is_over)

    def rest(self, times):
        """What is said in so many looks while nobody says anything."""
        return judged(self._look, times, lambda: Wait("nobody says so"))

    def _look(self):
        self.looks += 1
        return self.tracker.look(self.table.look(self.looks / 4, self.looks, QUIET))

    def ends(self, ask):
        """What each answer would lead to."""
        found = []
        for answer in ask.answers:
            state = self.tracker.state
            for step in answer.steps:
                state, _ = self.game.apply(state, step.action)
            found.append(likeness(self.game, state))
        return found
