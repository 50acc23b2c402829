"""Fouls in the course of a game: committed, left lying while the play goes on, mended."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from hardware.simulated.people.course import Course, Due, named
from hardware.simulated.people.errands import Errand
from hardware.simulated.people.forbidden_acts import ForbiddenActs
from hardware.simulated.people.fouls import AT_ONCE, LATE, FoulScene, Plot
from hardware.simulated.people.hands_at_work import Person
from hardware.simulated.people.paying import Paying
from hardware.simulated.people.script import CommittedFoul
from hardware.simulated.people.spoilt_acts import SpoiltActs
from hardware.simulated.people.throwing import Throwing
from rules.core import CHANCE, Draw, KeepsLife, Roll, Violation
from words import NOTHING

SPOILING: Final = 0.7
"""Of the fouls that are thought of, how many are lawful acts spoilt, if that can be done."""

MARKING: Final = 0.1
"""Of the others, how many change a life for no reason."""

WAITING: Final = 0.2
"""How often players wait for long after a foul, instead of going on."""

LIFE: Final = "life"
"""The kind of foul that no die shows."""

LONG_S: Final = 60.0
"""As long as anybody stops in the middle of a move: who waits longer has done."""


@dataclass(slots=True)
class _OpenFoul:
    """A foul that is committed and not mended yet."""

    plot: Plot
    deed: int
    begun: float
    done: float
    late: int  # moves after which it is a foul, and not only late
    goes_on: int  # moves that are made before anybody mends it
    gone_on: float | None = None  # when it was a foul for certain, and not only late
    moves: int = 0  # made since


class Offending:
    """How people commit fouls: at each move with a chance of `share`, as long as none is open."""

    def __init__(
        self, course: Course, scene: FoulScene, throwing: Throwing, paying: Paying, share: float
    ) -> None:
        """Commit fouls in the course of a game."""
        self._course = course
        self._scene = scene
        rng, handling = course.rng, course.handling
        self._spoilt = SpoiltActs(course.game, scene, handling, rng)
        self._forbidden = ForbiddenActs(course.game, scene, handling, rng)
        self._throwing = throwing
        self._paying = paying
        self._foul_share = share
        self._foul: _OpenFoul | None = None
        self.fouls: list[CommittedFoul] = []

    def before_move(self, unit: Sequence[int]) -> None:
        """What was put off is done when it is noticed; a foul is mended if its dice are needed."""
        to_put_right = self._foul.plot.put_right if self._foul is not None else ()
        if self._course.touched(unit) & {errand.die for errand in to_put_right}:
            self.put_right()
        self._course.catch_up(unit)

    def _may_foul(self) -> bool:
        share = self._foul_share
        return share > 0 and self._foul is None and self._course.rng.random() < share

    def between_moves(self, unit: Sequence[int]) -> None:
        """Between two moves, something is done that nothing allows."""
        if not self._may_foul() or self._course.put_off or self._course.rng.random() < SPOILING:
            return
        if self._course.rng.random() < MARKING:
            self._mark_wrongly(unit)
            return
        plot = self._forbidden.act(self._course.steps[unit[0]].before)
        if plot is None:
            return
        person = self._course.person(plot.seat)
        begun = person.clock
        self._do(plot, person)
        self._open(plot, unit[0] - 1, begun, person)
        self.before_move(unit)

    def _mark_wrongly(self, unit: Sequence[int]) -> None:
        """Somebody changes their life, and nothing in the game did."""
        state = self._course.steps[unit[0]].before
        game = self._course.game
        if game.to_move(state) == CHANCE or not isinstance(game, KeepsLife):
            return
        seats = game.view(state).seats
        seat = self._course.rng.randrange(len(seats))
        life = seats[seat].life
        wrong = self._course.rng.choice([n for n in range(seats[seat].life_start + 1) if n != life])
        clock = max(one.clock for one in self._course.people)
        if any(mark.time > clock - LONG_S for mark in self._course.marked):
            return
        cleared = clock + self._course.rng.uniform(40.0, 60.0)
        self._course.mark(clock, seat, wrong)
        self._course.mark(cleared, seat, life)
        violation = Violation("life-changed-without-cause", NOTHING, game.life_rule(state))
        foul = CommittedFoul(
            LIFE, seat, frozenset(), (violation,), unit[0] - 1, clock, clock, cleared, cleared
        )
        self.fouls.append(foul)
        self._scene.committed[LIFE] += 1
        for one in self._course.people:
            one.leave()
            one.clock = max(one.clock, cleared + 10.0)

    def spoil(self, unit: Sequence[int], errands: Sequence[Errand], person: Person) -> bool:
        """Whether a decision is carried out wrongly."""
        step = self._course.steps[unit[0]]
        if step.chance is not None or not self._may_foul():
            return False
        following = (
            self._course.steps[unit[-1] + 1] if unit[-1] + 1 < len(self._course.steps) else None
        )
        meant = named(self._course.game, step)
        plot = self._spoilt.spoil(step, errands, meant, following if len(unit) == 1 else None)
        if plot is None:
            return False
        begun = person.clock
        self._foul = _OpenFoul(plot, unit[0], begun, begun, 1, 1)
        self._course.run(self._paying.in_order(step, list(plot.now), person), person)
        self._course.note(unit[0], begun, person.clock)
        self._course.put_off += [
            Due(errand, len(self._course.steps) + 1) for errand in plot.put_right
        ]
        for n in unit[1:]:
            self._course.note(n, begun, person.clock)
        self._course.mark_lives(unit)
        self._open(plot, unit[0], begun, person)
        return True

    def _do(self, plot: Plot, person: Person) -> None:
        """The hands do what nothing allows."""
        if plot.thrown:
            dice = {errand.die: errand.lie.face or 0 for errand in plot.now}
            self._throwing.throw(person, dice, plot.now[0].lie.place)
        elif plot.leaning:
            for errand in plot.now:
                person.take([errand.die])
                pose = person.pose(
                    self._course.handling.spot(person, errand.lie),
                    errand.lie.face or 0,
                    errand.lie.place,
                )
                person.put(errand.die, replace(pose, leaning=True))
        else:
            for grip in self._course.handling.handfuls(plot.now):
                self._course.handling.carry(person, grip)
        person.leave()
        self._course.put_off += [
            Due(errand, len(self._course.steps) + 1) for errand in plot.put_right
        ]

    def _open(self, plot: Plot, deed: int, begun: float, person: Person) -> None:
        """From now on a foul lies on the table; the players go on, or wait for long."""
        late = LATE.get(plot.kind, 1)
        goes_on = late + self._course.rng.randrange(2)
        self._foul = _OpenFoul(plot, deed, begun, person.clock, late, goes_on)
        self._course.handling.hands_off = plot.culprits
        self._scene.committed[plot.kind] += 1
        if late == 1 and self._course.rng.random() < WAITING:
            self._foul.gone_on = person.clock + LONG_S
            for one in self._course.people:
                one.rest(0.0)
                one.clock = max(
                    one.clock, person.clock + LONG_S + self._course.rng.uniform(15.0, 30.0)
                )
            self.put_right()

    def went_on(self, unit: Sequence[int]) -> None:
        """Somebody has gone on after a foul, and after a while it is mended."""
        foul = self._foul
        if foul is None or unit[0] <= foul.deed:
            return
        foul.moves += 1
        if foul.moves == foul.late:
            begun = self._course.times[unit[0]].begun
            foul.gone_on = max(foul.done, begun if begun is not None else foul.done)
        if foul.moves >= foul.goes_on:
            self.put_right()

    def put_right(self) -> None:
        """The foul is put right; one that was put right before it was over never was one."""
        foul = self._foul
        if foul is None:
            return
        due = [one for one in self._course.put_off if one.errand in foul.plot.put_right]
        self._course.put_off = [one for one in self._course.put_off if one not in due]
        for one in self._course.people:
            one.leave()
        clock = max(one.clock for one in self._course.people)
        if foul.gone_on is not None:
            clock = max(clock, foul.gone_on) + self._course.rng.uniform(12.0, 25.0)
        else:
            clock += self._course.rng.uniform(0.5, 3.0)
        person = self._course.person(foul.plot.seat)
        for one in self._course.people:
            one.clock = clock
        errands = [one.errand for one in due]
        for grip in self._course.handling.handfuls(errands):
            self._course.carry(person, grip)
        person.leave()
        for one in self._course.people:
            one.clock = max(one.clock, person.clock)
        plot = foul.plot
        at_once = plot.kind in AT_ONCE
        if at_once or foul.gone_on is not None:
            committed = CommittedFoul(
                plot.kind,
                plot.seat,
                plot.culprits,
                plot.violations,
                deed=foul.deed,
                begun=foul.begun,
                over=foul.done if at_once or foul.gone_on is None else foul.gone_on,
                lasting=foul.gone_on is not None,
                mended=clock,
                cleared=person.clock,
            )
            self.fouls.append(committed)
        if foul.gone_on is None:
            self._scene.committed[plot.kind] -= 1
        self._foul, self._course.handling.hands_off = None, frozenset()

    def plot_draw(self, unit: Sequence[int]) -> Plot | None:
        """A foul at this draw, if one is committed."""
        step = self._course.steps[unit[0]]
        if not isinstance(step.chance, Draw) or self._course.put_off or not self._may_foul():
            return None
        rolled = {die for n in unit for die in self._course.steps[n].faces}
        drawn = [die for die in rolled if die not in self._course.table.poses]
        if len([n for n in unit if isinstance(self._course.steps[n].chance, Roll)]) != 1:
            return None
        return self._spoilt.draw(step, sorted(drawn))

    def misdraw(self, plot: Plot, unit: Sequence[int], person: Person) -> None:
        """A die too many is thrown with the others, or one too few was."""
        rolled = next(iter(self._course.steps[unit[-1]].faces))
        lying = self._course.table.poses.get(rolled)
        for errand in plot.now:
            face = self._course.rng.randrange(6)
            place = lying.place if lying is not None else errand.lie.place
            self._throwing.throw(person, {errand.die: face}, place)
        deed = unit[-1] if plot.kind == "missing-drawn" else -1
        put_right = tuple(
            Errand(e.die, self._course.layouts[unit[-1] + 1][e.die], deed) for e in plot.put_right
        )
        self._course.put_off += [Due(errand, len(self._course.steps) + 1) for errand in put_right]
        begun = self._course.times[unit[0]].begun or person.clock
        self._open(replace(plot, put_right=put_right), unit[-1], begun, person)
