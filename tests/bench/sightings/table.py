"""A simulated table at which a game is played, with a tracker that looks at it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random
from time import process_time
from typing import Any, Final

import msgspec

from rules.core import AnyGame, Placement, State
from rules.track.life import LifeWatch
from rules.track.options import Options
from rules.track.printed import printed_alike
from rules.track.tracker import Tracker
from rules.track.verdict import Marker, Step, Verdict, Wait
from tests.bench.sightings.hands import Noise, SimulatedTable
from tests.bench.sightings.score import Remark, Score
from tests.bench.sightings.truth import Truth

LOOK_S: Final = 0.25
"""Seconds between two looks."""

OVER_LOOKS: Final = 12
"""Looks after which players who see nothing of what they did say all the same that it is over."""


class Habits(msgspec.Struct, frozen=True):
    """How the simulated players play."""

    batch: tuple[int, ...] = (1, 1, 1, 2, 2, 3, 4, 6, 8)  # actions between two rests
    announce: float = 0.5  # share of what no eye could tell that is said aloud
    foul: float = 0.0  # chance of a foul at a rest
    aloud: float = 0.1  # chance that all is said before the hands do what is left of it
    sparing: float = 0.7  # of dice to be put where one alike is taken away, the share left alone
    shoving: float = 0.1  # chance that a die near those that are moved is pushed aside
    deaf: float = 0.1  # share of the questions that are left open for some rests of play
    hasty: bool = False  # do not pause where no eye could tell: for measuring time only
    actions: int = 400  # per game at most


class Sitting:
    """What is true, what lies on the table, and what the tracker makes of it."""

    def __init__(
        self,
        game: AnyGame,
        setup: Mapping[str, Any],
        rng: Random,
        *,
        noise: Noise,
        habits: Habits,
        options: Options | None = None,
    ) -> None:
        """A game begins."""
        self.game = game
        self.rng = rng
        self.habits = habits
        self.score = Score(games=1)
        kinds = game.dice(setup)
        self.alike = printed_alike(kinds)
        self.titles: dict[str, str] = {facts.kind: facts.title for facts in kinds}
        self.truth = Truth(game, game.new(setup))
        self.tracker = Tracker(game, self.truth.state, options, kinds=kinds)
        self.table = SimulatedTable(game.zones, kinds, rng, noise.near_line)
        self.table.follow(game.layout(self.truth.state))
        self.life = LifeWatch(game)
        self.markers: tuple[Marker, ...] = ()  # on the life tracks, where any lie
        self.believed = self.truth.state  # by the tracker, before the newest look
        self._looks = 0  # in the present rest
        self.took_ms = 0.0  # CPU time of the newest look
        self._noise = noise
        self._lay = self.table.at_rest()  # how the dice lay when hands came
        self._thrown: set[str] = set()  # dice rolled since
        self._time = 0.0
        self._number = 0

    # -- hands

    def lay_out(self, layout: Iterable[Placement], thrown: Iterable[str] = ()) -> None:
        """Move the dice to where `layout` says; `thrown` ones are rolled."""
        rolled = tuple(thrown)
        self.table.follow(layout, rolled)
        self._thrown.update(rolled)

    def hands_leave(self, layout: Sequence[Placement]) -> None:
        """The table as real hands would have brought it about."""
        facing = {
            die
            for placement in layout
            if placement.paired
            for die in (placement.die, placement.paired)
        }
        if self.habits.sparing:
            self.table.leave_lying(self._lay, self._thrown | facing, self.habits.sparing)
        self._shove(facing)
        self.disturb()

    def _shove(self, facing: Collection[str]) -> None:
        """At times a die that lies near those that were put down is pushed."""
        if not self.habits.shoving or self.rng.random() >= self.habits.shoving:
            return
        bodies = self.table.bodies
        still = {die for die, lay in self._lay.items() if bodies.get(die) is lay.body}
        put_down = {body.place for die, body in bodies.items() if die not in still}
        near = [die for die in bodies if die in still - {*facing} and bodies[die].place in put_down]
        if near:
            self.table.shove(self.rng.choice(near))

    def disturb(self) -> None:
        """Hands over the table, then a movement as they leave."""
        for hands in (True, False):
            self._number += 1
            self._time += LOOK_S
            look = self.table.look(self._time, self._number, self._noise, still=False, hands=hands)
            self.tracker.look(look)
        self._looks = 0
        self._lay, self._thrown = self.table.at_rest(), set()

    # -- looks

    def look(self) -> Verdict:
        """What the tracker says of one look at the table at rest."""
        self._number += 1
        self._time += LOOK_S
        look = self.table.look(self._time, self._number, self._noise)
        look = msgspec.structs.replace(look, life=self.markers)
        self._looks += 1
        self.believed = self.tracker.state
        started = process_time()
        verdict = self.tracker.look(look)
        self.took_ms = 1000.0 * (process_time() - started)
        self.life.see(look, self.tracker.shown)
        return self.tracker.move_is_over() if self._players_say_so(verdict) else verdict

    def _players_say_so(self, verdict: Verdict) -> bool:
        """Whether the players say now that their move is over: once they see it, or after a while.

        They have seen for long enough that it is shown, and do not look whether it is shown right.
        """
        if not isinstance(verdict, Wait):
            return False
        shown = verdict.reason == "provisional" and self._looks >= self.tracker.options.patience
        return shown or self._looks >= OVER_LOOKS

    def after(self, steps: Sequence[Step]) -> State:
        """The tracker's state after these steps."""
        state = self.tracker.state
        for step in steps:
            state, _ = self.game.apply(state, step.action)
        return state

    def said(self, steps: Sequence[Step]) -> Sequence[str]:
        """Steps from the tracker's state before the newest look, in the game's notation."""
        said, state = [], self.believed
        for step in steps:
            said.append(self.game.say(state, step.action))
            state, _ = self.game.apply(state, step.action)
        return said

    def put_right(self) -> None:
        """Tell the tracker how the game stands."""
        self.tracker.correct(self.truth.state)
        self.truth.known()

    def note(self, about: str, text: str) -> None:
        """Write into the diary of the game."""
        self.score.diary.append(Remark(about, self._number, text))
