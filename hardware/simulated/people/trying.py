"""Thinking with the hands: another lawful thing is begun, looked at and taken back."""

from collections.abc import Sequence
from dataclasses import replace

from hardware.simulated.people.course import Course, Due
from hardware.simulated.people.errands import Errand, errands_between
from hardware.simulated.people.hands_at_work import Person
from hardware.simulated.people.legal_game import ROWS, Step, by_die
from hardware.simulated.people.script import Pose, Shown
from rules.core import Placement


class Trying:
    """How people with these habits try things."""

    def __init__(self, course: Course) -> None:
        """Try things in the course of a game."""
        self._course = course

    def instead_of(self, step: Step, person: Person, errands: Sequence[Errand]) -> None:
        """Begin another lawful thing, think, take it back."""
        paired = any(errand.lie.paired for errand in errands)
        attack = any(errand.lie.place.zone in ROWS for errand in errands) and not paired
        habit = "other-attacker" if paired else "pull-back" if attack else "change-of-mind"
        shares = self._course.habits
        if attack and shares.shows("pulled-back-later", self._course.rng):
            habit = "pulled-back-later"
        if not shares.share(habit):
            return
        other = self._alternative(step, errands, same_die=paired)
        if other is None:
            return
        if habit != "pulled-back-later" and not self._course.handling.show(habit, person):
            return
        before = by_die(self._course.game.layout(step.before))
        saved = {e.die: self._course.table.poses.get(e.die) for e in other}
        for grip in self._course.grips(other, person):
            self._course.handling.carry(person, grip)
            if self._course.handling.habits.shows("rest-anywhere", self._course.rng):
                self._course.handling.think(person)
        self._course.handling.think(person)
        if paired:
            return  # it is slid on from there
        if habit == "pulled-back-later":
            self._course.handling.shown.append(Shown(person.clock, habit))
            back = [replace(errand, lie=before[errand.die]) for errand in other]
            self._course.put_off += [Due(errand, self._course.move + 1) for errand in back]
            return
        for errand in reversed(other):
            self._put_back(person, errand.die, saved[errand.die], before[errand.die])
        self._course.handling.think(person)

    def _put_back(self, person: Person, die: str, pose: Pose | None, lie: Placement) -> None:
        """A die goes back to where it lay, showing what it showed."""
        if pose is None:
            person.take([die])
            person.leave()
            return
        person.take([die])
        area = self._course.table.surface.area(lie.place)
        spot = person.spot_for(area) if area is not None else (pose.x_mm, pose.y_mm)
        person.put(die, person.pose(spot, pose.face, pose.place))

    def _alternative(
        self, step: Step, errands: Sequence[Errand], *, same_die: bool
    ) -> list[Errand] | None:
        """What another lawful act of the same sort would move; nothing hidden comes of it."""
        game = self._course.game
        before = by_die(game.layout(step.before))
        others = [a for a in game.legal_actions(step.before) if type(a) is type(step.action)]
        self._course.rng.shuffle(others)
        moved = {errand.die for errand in errands}
        for action in others[:6]:
            if action == step.action:
                continue
            after, _ = game.apply(step.before, action)
            if game.to_move(after) != step.seat:
                continue
            found = errands_between(before, game.layout(after), -1)
            dice = {errand.die for errand in found}
            quiet = all(
                not self._course.handling.hidden(errand.lie.place) and errand.lie.under is None
                for errand in found
            )
            if found and quiet and (dice == moved if same_die else dice != moved):
                return found
        return None
