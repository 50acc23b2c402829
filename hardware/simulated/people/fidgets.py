"""What hands do to dice that is no move: everything comes to lie as it meant before."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from hardware.simulated.people.errands import Handling
from hardware.simulated.people.habits import pause
from hardware.simulated.people.hands_at_work import Person
from hardware.simulated.people.script import Area, Cover
from rules.core import ZoneKind


class Fidgets:
    """Things people do to dice for no reason."""

    def __init__(self, handling: Handling, rng: Random) -> None:
        """Fidget with dice that `handling` knows."""
        self._handling = handling
        self._table = handling.table
        self._rng = rng
        self.covers: list[Cover] = []
        self._ways: dict[str, Callable[[Person, list[str]], None]] = {
            "knocked-over": self._knock_over,
            "look-at-sides": self._look_at_sides,
            "lifted-to-count": self._count,
            "spun-on-the-spot": self._spin,
            "pushed-together": self._push,
            "nudged-over-a-line": self._nudge,
            "covered": self._cover,
            "mat-pulled": self._pull_mat,
        }

    def at(self, person: Person) -> None:
        """Whatever fidgeting shows here."""
        for habit, way in self._ways.items():
            if not self._handling.habits.shows(habit, self._rng):
                continue
            dice = [
                die
                for die, pose in self._table.poses.items()
                if not pose.under
                and not pose.moving
                and die not in self._handling.hands_off
                and pose.place is not None
                and self._handling.zones[pose.place.zone] is ZoneKind.OPEN
                and self._table.free_at[die] < person.clock
            ]
            if dice and self._handling.show(habit, person):
                self._rng.shuffle(dice)
                way(person, dice)
                person.leave()

    def _knock_over(self, person: Person, dice: list[str]) -> None:
        die, face = dice[0], self._table.poses[dice[0]].face
        person.turn(die, self._rng.choice([other for other in range(6) if other != face]))
        person.rest(self._rng.uniform(0.3, 4.0))
        person.turn(die, face)

    def _look_at_sides(self, person: Person, dice: list[str]) -> None:
        pose = self._table.poses[dice[0]]
        person.take(dice[:1])
        person.stay(pause(self._rng))
        spot = (pose.x_mm + self._rng.uniform(-2, 2), pose.y_mm + self._rng.uniform(-2, 2))
        person.put(dice[0], person.pose(spot, pose.face, pose.place))

    def _count(self, person: Person, dice: list[str]) -> None:
        place = self._table.poses[dice[0]].place
        few = [die for die in dice if self._table.poses[die].place == place][:4]
        for die in few:
            pose = self._table.poses[die]
            person.take([die])
            person.stay(self._rng.uniform(0.1, 0.4))
            person.put(die, replace(pose, yaw=person.yaw()))

    def _spin(self, person: Person, dice: list[str]) -> None:
        person.turn(dice[0], self._table.poses[dice[0]].face)

    def _push(self, person: Person, dice: list[str]) -> None:
        place = self._table.poses[dice[0]].place
        for die in [die for die in dice if self._table.poses[die].place == place][:5]:
            pose = self._table.poses[die]
            x, y = self._aside(die, 12.0)
            person.slide(die, replace(pose, x_mm=x, y_mm=y))

    def _nudge(self, person: Person, dice: list[str]) -> None:
        """A die comes to lie on the line of its zone, or a few millimetres over it."""
        die = dice[0]
        pose = self._table.poses[die]
        assert pose.place is not None
        area = self._table.surface.area(pose.place)
        if area is None:
            return
        over = self._rng.uniform(-2.5, 3.0)
        x, y = self._rng.choice(
            [
                (area.left - over, pose.y_mm),
                (area.right + over, pose.y_mm),
                (pose.x_mm, area.top - over),
                (pose.x_mm, area.bottom + over),
            ]
        )
        if self._free(die, x, y):
            person.slide(die, replace(pose, x_mm=x, y_mm=y))

    def _pull_mat(self, person: Person, dice: list[str]) -> None:
        """The mat is pulled at an edge: what lies on it shifts a little, each die its own way."""
        first = self._table.poses[dice[0]]
        person.reach((first.x_mm, person.table.surface.mat.height * (1 - person.seat % 2)))
        for die, pose in list(self._table.poses.items()):
            if self._table.free_at[die] >= person.clock or die in self._handling.hands_off:
                continue
            x, y = pose.x_mm + self._rng.gauss(0, 0.7), pose.y_mm + self._rng.gauss(0, 0.7)
            self._table.move(person.clock, die, replace(pose, moving=True))
            self._table.move(person.clock + 0.3, die, replace(pose, x_mm=x, y_mm=y))
        person.stay(0.4)

    def _cover(self, person: Person, dice: list[str]) -> None:
        pose = self._table.poses[dice[0]]
        width, height = self._rng.choice(((63.0, 88.0), (88.0, 63.0), (80.0, 80.0)))
        x = pose.x_mm + self._rng.uniform(-0.4, 0.4) * width
        y = pose.y_mm + self._rng.uniform(-0.4, 0.4) * height
        person.reach((x, y))
        since = person.clock
        person.leave()
        until = since + pause(self._rng, 4.0)
        area = Area(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        self.covers.append(Cover(since, until, area))
        for die, other in self._table.poses.items():
            if area.holds(other.x_mm, other.y_mm):
                self._table.free_at[die] = max(self._table.free_at[die], until)

    def _aside(self, die: str, most: float) -> tuple[float, float]:
        """A free spot a little aside, in the same zone; else where it lies."""
        pose = self._table.poses[die]
        area = self._table.surface.area(pose.place) if pose.place is not None else None
        for _ in range(8):
            x = pose.x_mm + self._rng.uniform(-most, most)
            y = pose.y_mm + self._rng.uniform(-most, most)
            inside = area is None or Area(
                area.left + 4, area.top + 4, area.right - 4, area.bottom - 4
            ).holds(x, y)
            if inside and self._free(die, x, y):
                return x, y
        return pose.x_mm, pose.y_mm

    def _free(self, die: str, x: float, y: float) -> bool:
        return all(
            abs(other.x_mm - x) > 13.0 or abs(other.y_mm - y) > 13.0
            for name, other in self._table.poses.items()
            if name != die
        )
