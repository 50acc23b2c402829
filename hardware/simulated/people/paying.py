"""Paying, and taking what is paid for: in one order or another, together, counted, heaped up."""

from collections.abc import Sequence
from dataclasses import replace

from hardware.simulated.people.course import Course, Due, named
from hardware.simulated.people.errands import Errand
from hardware.simulated.people.hands_at_work import Person
from hardware.simulated.people.legal_game import Step
from hardware.simulated.people.script import Area


class Paying:
    """How people with these habits pay."""

    def __init__(self, course: Course) -> None:
        """Pay for what is done in the course of a game."""
        self._course = course

    def for_both(self, unit: Sequence[int], following: Sequence[int]) -> bool:
        """Whether these two purchases are paid for in one heap."""
        if len(unit) > 1 or len(following) > 1 or not self._course.habits.share("one-heap"):
            return False
        one, other = self._course.steps[unit[0]], self._course.steps[following[0]]
        if one.seat is None or one.seat != other.seat or type(one.action) is not type(other.action):
            return False
        both = [self._course.errands(n) for n in (unit[0], following[0])]
        dice = [{errand.die for errand in errands} for errands in both]
        paying = all(0 < sum(map(self._course.handling.spent, some)) < len(some) for some in both)
        person = self._course.person(one.seat)
        return paying and not (dice[0] & dice[1]) and self._course.handling.show("one-heap", person)

    def decide_both(self, first: int, second: int) -> None:
        """Two purchases, paid for in one heap; what was bought is taken before or after."""
        self._course.move += 1
        person = self._course.person(self._course.seat(first))
        errands = self._course.errands(first) + self._course.errands(second)
        paid = [errand for errand in errands if self._course.handling.spent(errand)]
        other = [errand for errand in errands if errand not in paid]
        self._course.rng.shuffle(paid)
        order = [*self._course.grips(paid, person), *self._course.grips(other, person)]
        if self._course.handling.show("take-first", person):
            order = [*self._course.grips(other, person), *self._course.grips(paid, person)]
        self._course.run(order, person)
        times = [self._course.times[n] for n in (first, second)]
        times[1].begun = max(one.begun or 0.0 for one in times)
        times[0].begun = min(one.begun or 0.0 for one in times)
        times[1].done = max(times[1].done, times[1].begun)
        times[1].one_move = times[0].one_move
        self._course.mark_lives([first])
        self._course.mark_lives([second])

    def push_and_count(self, errands: Sequence[Errand], person: Person) -> None:
        """More energy than is needed is pushed forward, counted, and some of it pulled back."""
        paid = [errand for errand in errands if self._pushed(errand)]
        if not paid or not self._course.handling.habits.share("push-and-count"):
            return
        mine = self._course.table.poses[paid[0].die].place
        moved = {errand.die for errand in errands}
        spare = [
            die
            for die, pose in self._course.table.poses.items()
            if pose.place == mine and die not in moved and not pose.under
        ]
        if not spare or not self._course.handling.show("push-and-count", person):
            return
        extra = self._course.rng.choice(spare)
        before = self._course.table.poses[extra]
        pile = self._pile(paid[0], person)
        for die in (*(errand.die for errand in paid if self._course.rng.random() < 0.5), extra):
            pose = self._course.table.poses[die]
            spot = person.spot_for(pile)
            person.slide(die, replace(pose, x_mm=spot[0], y_mm=spot[1]))
        self._course.handling.think(person)
        area = self._course.table.surface.area(mine) if mine is not None else None
        spot = person.spot_for(area) if area is not None else (before.x_mm, before.y_mm)
        person.slide(extra, replace(self._course.table.poses[extra], x_mm=spot[0], y_mm=spot[1]))

    def _pushed(self, errand: Errand) -> bool:
        """Whether a die is spent by pushing it to a pile."""
        pose = self._course.table.poses.get(errand.die)
        return (
            pose is not None
            and self._course.handling.spent(errand)
            and pose.place != errand.lie.place
        )

    def _pile(self, errand: Errand, person: Person) -> Area:
        """Where spent dice are gathered before they lie in their pile: beside it, or in it."""
        area = self._course.table.surface.area(errand.lie.place)
        assert area is not None, f"{errand.lie.place} is off the mat"
        beside = self._course.table.surface.beside(area, person.seat)
        return beside if self._course.rng.random() < 0.7 else area

    def heap_up(self, step: Step, errands: list[Errand], person: Person) -> list[Errand]:
        """Spent dice are left in a little heap until the turn ends; what is left to be done."""
        paid = [errand for errand in errands if self._pushed(errand)]
        if (
            not paid
            or len(paid) == len(errands)
            or not self._course.handling.show("spent-heap", person)
        ):
            return errands
        area = self._course.table.surface.area(paid[0].lie.place)
        assert area is not None
        beside = self._course.table.surface.beside(area, person.seat)
        turn = self._course.game.view(step.before).turn
        for errand in paid:
            person.await_dice([errand.die])
            begun = person.clock
            pose = self._course.table.poses[errand.die]
            spot = person.spot_for(beside)
            person.slide(errand.die, replace(pose, x_mm=spot[0], y_mm=spot[1], place=None))
            self._course.note(errand.deed, begun, person.clock)
            self._course.put_off.append(Due(errand, len(self._course.steps) + 1, turn))
        return [errand for errand in errands if errand not in paid]

    def in_order(self, step: Step, errands: list[Errand], person: Person) -> list[list[Errand]]:
        """The grips that carry out a deed, in the order in which they are done."""
        paid = [errand for errand in errands if self._course.handling.spent(errand)]
        other = [errand for errand in errands if errand not in paid]
        grips_paid, grips_other = (self._course.grips(some, person) for some in (paid, other))
        if paid and other and self._course.handling.show("mixed-order", person):
            grips = grips_paid + grips_other
            self._course.rng.shuffle(grips)
            return grips
        if paid and other and self._course.handling.show("take-first", person):
            return grips_other + grips_paid
        clears = len(grips_other) > 1 and not named(self._course.game, step)
        if clears and self._course.handling.show("staged-clearing", person):
            self._course.rng.shuffle(grips_other)
        return grips_paid + grips_other
