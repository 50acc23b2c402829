"""A lesson on the simulated table: a foul, a question and a correction, with a word to each.

Simulated hands play the rulebook's example. They break a rule once and put it right, and throw a
die that is hard to read; the player puts a wrong answer right. Nothing goes on before the player
has seen it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from math import log
from typing import ClassVar, Final

from hardware.simulated import DieBody, SimulatedTable, WantedDie
from rules.core import FaceIndex
from rules.track.verdict import Ask
from ui.app.simulated_game import SimulatedGame, SimulationScore
from ui.app.simulated_players import SimulatedMove, wanted
from ui.app.simulation import Simulation
from ui.app.table_model import TableIsRight
from ui.app.truth_eye import TruthEye
from ui.words import LESSONS
from vision.sighting import Candidate, Sighting

GAME: Final = "tmnt"
"""Whose example of play the hands play."""

BEFORE_THE_FOUL: Final = "buy April"
"""After this an energy die lies in the Reserve Pool, which nobody may field."""

WILD: Final = FaceIndex(4)
"""The face of a Sidekick that the hands put into the field against the rules."""

HARD_ROLL: Final = 2
"""The roll that is hard to read, counted from the beginning: what Sebastian rolls first."""

BOLT, SHIELD = FaceIndex(0), FaceIndex(3)
"""What glare makes a Sidekick of that roll look like as well, and what it shows."""

FRAMES_PER_SECOND: Final = 15.0

MENDED_S: Final = 20.0
"""Seconds in which a foul that was mended goes; one that was let stand never does."""

LONGEST_S: Final = 90.0
"""Seconds that a foul or a question is waited for; then the lesson goes on without."""


class EyeWithGlare(TruthEye):
    """Sees what lies there, but for one die, which may show either of two faces."""

    def __init__(self, table: SimulatedTable) -> None:
        super().__init__(table)
        self.glare: Mapping[str, FaceIndex] = {}  # by die: the other face

    def _sighting(self, name: str, body: DieBody) -> Sighting:
        seen, other = super()._sighting(name, body), self.glare.get(name)
        if other is None:
            return seen
        chances = {Candidate(body.kind.kind, face): log(0.5) for face in (body.face, other)}
        return replace(seen, likelihood=chances)


class Lessons(SimulatedGame):
    """The hands, and what is said to the player while they play."""

    eye: EyeWithGlare
    _rolls = 0
    _player_answers = False  # the hands answer all other questions

    def play(self, *, most: int = 2000, script_only: bool = False) -> SimulationScore:
        """One lesson after the other, until the last or until the player leaves."""
        del most, script_only
        self._tell("hello")
        self._play_until(lambda: self._last.startswith(BEFORE_THE_FOUL))
        self._tell("watched")
        self._show_a_foul()
        self._play_until(lambda: self._rolls == HARD_ROLL)
        self._say("over")
        return self.score

    # -- saying something, and waiting until it is read

    def _say(self, name: str) -> None:
        self._session.coach(LESSONS[name])

    def _tell(self, name: str) -> None:
        """Say it, and look at the table until the player wants to go on."""
        told = self._session.went_on
        self._say(name)
        self._wait_for(lambda: self._session.went_on > told)
        self._say("watch")

    def _wait_for(self, what: Callable[[], object], seconds: float | None = None) -> bool:
        """Look at the table until this is so; False when it takes too long."""
        until = None if seconds is None else self._clock + seconds
        while not (self._session.stopped or what()):
            if until is not None and self._clock > until:
                return False
            self._frame()
        return True

    # -- the hands

    @property
    def _last(self) -> str:
        """What was done last, in the game's words."""
        moved, _ = self._past[-1]
        return "" if moved is None else moved.said

    def _play_until(self, done: Callable[[], bool]) -> None:
        while not (self._session.stopped or done()) and self._act():
            pass

    def _lay(self, target: Mapping[str, WantedDie], rolled: frozenset[str] = frozenset()) -> None:
        self._hands.arrange(target, rolled=rolled)
        self._wait_for(lambda: not self._table.busy)

    def _show(self, moved: SimulatedMove) -> bool:
        """As at any simulated table, but for one roll."""
        self._rolls += bool(moved.rolled)
        if moved.rolled and self._rolls == HARD_ROLL:
            self._show_hard_roll(moved)
            return True
        return super()._show(moved)

    def _reply(self, ask: Ask) -> None:
        if not self._player_answers:
            super()._reply(ask)

    # -- a foul

    def _show_a_foul(self) -> None:
        lies = self._game.layout(self._past[-1][1])
        right = dict(wanted(lies))
        wild = next(lie.die for lie in lies if lie.place.zone == "reserve" and lie.face == WILD)
        self._say("foul-begins")
        self._lay({**right, wild: right[wild]._replace(zone="field")})
        if self._wait_for(lambda: self._session.latest().fouls, LONGEST_S):
            self._tell("foul")
        self._say("foul-mends")
        self._lay(right)
        self._wait_for(lambda: not self._session.latest().fouls, MENDED_S)
        if self._actions_behind() < 0 or self._session.latest().fouls:  # it was let stand
            self._session.send(TableIsRight(LESSONS["who"]))
            self._wait_for(lambda: self._actions_behind() >= 0, LONGEST_S)
        self._tell("foul-mended")

    # -- a question, and a wrong answer put right

    def _show_hard_roll(self, moved: SimulatedMove) -> None:
        lies = self._game.layout(moved.state)
        die = next(lie.die for lie in lies if lie.die in moved.rolled and lie.face == SHIELD)
        self.eye.glare, self._player_answers = {die: BOLT}, True
        self._say("question-begins")
        thrown, self._thrown = self._thrown, frozenset()
        self._lay(dict(wanted(lies)), thrown)
        self._wait_for(
            lambda: self._session.latest().question or not self._actions_behind(), MENDED_S
        )
        self._watch(1.0)
        while (due := self._due()) and not self._session.stopped:
            self._say(due)
            if due == "taken-back":  # the dice may lie so unrolled: nothing to see
                self.eye.glare = {}
                self._lay(dict(wanted(lies)), thrown)
                self._wait_for(lambda: self._session.latest().provisional, MENDED_S)
            else:
                self._wait_for(partial(self._due_is_not, due))
        self.eye.glare, self._player_answers = {}, False
        self._tell("corrected")

    def _due_is_not(self, said: str) -> bool:
        return self._due() != said

    def _due(self) -> str:
        """What the player is to do next; "" when the record is true."""
        model = self._session.latest()
        if model.question:
            return "question"
        if model.provisional:
            return "say-done" if model.waiting == "provisional" else "watch"
        behind = self._actions_behind()
        if behind > 0:
            return "taken-back"
        return "correct" if behind else ""


class Tutorial(Simulation):
    """The lessons, ready to begin."""

    plays: ClassVar[type[SimulatedGame]] = Lessons
    knows: ClassVar[type[TruthEye]] = EyeWithGlare

    def __init__(self, *, speed: float | None = 1.0) -> None:
        """`speed` None: as fast as it can be computed."""
        super().__init__(GAME, eye="truth", speed=speed, fps=FRAMES_PER_SECOND)
        assert isinstance(self._play, Lessons)
        assert isinstance(self.eye, EyeWithGlare)
        self._play.eye = self.eye
