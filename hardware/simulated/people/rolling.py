"""A whole roll: what leads up to it, the throw, and what follows from it at once."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from hardware.simulated.people.course import Course
from hardware.simulated.people.errands import errands_between
from hardware.simulated.people.hands_at_work import Person
from hardware.simulated.people.offending import Offending
from hardware.simulated.people.throwing import Throwing
from rules.core import Place, Placement, Roll

ROLL_ALSO_IN: Final[Mapping[str, tuple[str, ...]]] = {"prep": ("prep", "reserve")}
"""Zones in which dice due in a zone may be rolled as well: the books and mats differ."""


class Rolling:
    """How people with these habits draw and roll."""

    def __init__(self, course: Course, throwing: Throwing, offending: Offending) -> None:
        """Roll in the course of a game; `offending` now and then miscounts."""
        self._course = course
        self._throwing = throwing
        self._offending = offending

    def roll(self, unit: Sequence[int]) -> None:
        """Draw and roll, or reroll: from the first die taken to the last one that rests."""
        rolls = [n for n in unit if isinstance(self._course.steps[n].chance, Roll)]
        plot = self._offending.plot_draw(unit)
        first, last = unit[0], unit[-1]
        seat = self._course.seat(rolls[0])
        person = self._course.person(seat)
        to_roll = {die for n in rolls for die in self._course.steps[n].faces}
        missing: frozenset[str] = frozenset()
        if plot is not None and plot.kind == "missing-drawn":
            missing = plot.culprits
        to_roll -= missing
        for n in unit:
            if n not in rolls:
                self._lead_up(n, person, to_roll | missing, missing)
        gathers = self._course.steps[first].chance is None
        for n in rolls:
            self._throw(n, gathers=gathers, missing=missing)
            left = errands_between(self._fallen(n), self._course.layouts[n + 1].values(), n)
            left = [e for e in left if self._course.moves_it(e) and e.die not in missing]
            if left:
                self._course.handling.think(person)
                self._course.run(self._course.grips(left, person), person)
        for n in unit:
            self._course.times[n].one_move = self._course.times[first].one_move
            if self._course.times[n].begun is None:
                self._course.note(n, person.clock, person.clock)
        self._course.announce(last, person.clock)
        self._course.mark_lives(unit)
        if plot is not None:
            self._offending.misdraw(plot, unit, person)

    def _lead_up(
        self,
        number: int,
        person: Person,
        to_roll: Collection[str],
        missing: Collection[str] = (),
    ) -> None:
        """What comes before the throw: piles back into the bag, dice out of it, a decision."""
        before, after = self._course.layouts[number], self._course.layouts[number + 1]
        begun = person.clock
        errands = errands_between(before, after.values(), number)
        drawn = [
            errand.die
            for errand in errands
            if errand.die in to_roll and errand.die not in self._course.table.poses
        ]
        rest = [e for e in errands if e.die not in drawn and self._course.moves_it(e)]
        drawn = [die for die in drawn if die not in missing]
        self._course.run(list(self._course.handling.handfuls(rest)), person)
        if drawn and self._course.handling.show("laid-down-first", person):
            places = [after[drawn[0]].place, *self._roll_places(after[drawn[0]].place)]
            self._throwing.lay_unrolled(person, drawn, places)
        self._course.note(number, begun, person.clock)

    def _throw(self, number: int, *, gathers: bool, missing: Collection[str] = ()) -> None:
        """Everybody's dice of one roll are thrown, by each player their own."""
        step, before = self._course.steps[number], self._course.layouts[number]
        by_place: dict[Place, list[str]] = {}
        for die in [die for die in step.faces if die not in missing]:
            by_place.setdefault(before[die].place, []).append(die)
        for place, dice in by_place.items():
            person = self._course.person(
                place.seat if place.seat is not None else self._course.seat(number)
            )
            if self._course.habits.rest is not None or not self._course.habits.share("overlap"):
                person.clock = max(one.clock for one in self._course.people)
            begun = person.clock
            where = self._throw_where(person, place, dice)
            if gathers:
                kept = self._beside_them(dice, before)
                if kept and self._course.handling.show("gather-reroll", person):
                    self._throwing.gather(person, kept)
            self._throwing.throw(person, {die: step.faces[die] for die in dice}, where)
            self._course.note(number, begun, person.clock)

    def _beside_them(self, dice: Sequence[str], before: Mapping[str, Placement]) -> list[str]:
        """Dice that lie with those that are thrown again, and are kept."""
        place = before[dice[0]].place
        return [
            die
            for die, lie in before.items()
            if lie.place == place and die not in dice and die in self._course.table.poses
        ]

    def _throw_where(self, person: Person, place: Place, dice: Sequence[str]) -> Place | None:
        """Where these dice are rolled: where they lie, where they are due, or beside the mat."""
        lying = [self._course.table.poses[die] for die in dice if die in self._course.table.poses]
        thrown_before = [pose for pose in lying if pose.place != place]
        if thrown_before and len(thrown_before) == len(lying):
            at = thrown_before[0]
            tray = self._course.table.surface.tray(person.seat)
            if at.place is not None or tray.holds(at.x_mm, at.y_mm):
                return at.place
        if self._course.table.surface.area(place) is None:
            return None
        if place.zone in ROLL_ALSO_IN:
            if self._course.handling.show("tray", person):
                return None
            others = self._roll_places(place)
            if others and self._course.handling.show("roll-in-reserve", person):
                return self._course.rng.choice(others)
        return place

    def _roll_places(self, place: Place) -> list[Place]:
        """Other places on the mat in which dice due here may be rolled."""
        names = [name for name in ROLL_ALSO_IN.get(place.zone, ()) if name != place.zone]
        places = [Place(name, place.seat) for name in names]
        return [p for p in places if self._course.table.surface.area(p) is not None]

    def _fallen(self, number: int) -> dict[str, Placement]:
        """The dice after the throw, before anything follows from it."""
        faces = self._course.steps[number].faces
        return {
            die: Placement(
                lie.die, lie.kind, lie.place, faces.get(die, lie.face), lie.under, lie.paired
            )
            for die, lie in self._course.layouts[number].items()
        }
