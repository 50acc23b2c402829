"""Drawing and rolling: dice come out of the bag, are laid down or thrown, sorted, thrown again."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from hardware.simulated.people.errands import Handling
from hardware.simulated.people.habits import pause
from hardware.simulated.people.hands_at_work import Person
from hardware.simulated.people.script import Area, Pose
from rules.core import Place


class Throwing:
    """How people with these habits throw dice."""

    def __init__(self, handling: Handling, rng: Random) -> None:
        """Throw dice that `handling` knows."""
        self._handling = handling
        self._table = handling.table
        self._rng = rng

    def lay_unrolled(self, person: Person, dice: Sequence[str], places: Sequence[Place]) -> None:
        """Dice out of the bag are laid down, showing whatever they show, before they are thrown."""
        surface, rng = self._table.surface, self._rng
        where: list[tuple[Area, Place | None]] = [(surface.before(person.seat), None)]
        for place in places:
            area = surface.area(place)
            if area is not None:
                where += [(area, place), (area, place)]
        area, meant = rng.choice(where)
        one_by_one = self._handling.show("die-by-die", person)
        for die in dice:
            if one_by_one or die == dice[0]:
                person.leave()
                person.clock += rng.uniform(0.3, 0.9)
            spot = person.spot_for(area)
            person.put(die, person.pose(spot, rng.randrange(6), meant, thrown=True))
        self._handling.think(person)

    def throw(self, person: Person, faces: Mapping[str, int], place: Place | None) -> None:
        """Throw dice so that they come to show these faces, into a place or (None) a tray."""
        area = self._table.surface.tray(person.seat)
        if place is not None:
            area = self._table.surface.area(place) or area
        for few in self._handfuls(person, list(faces)):
            if self._handling.show("rest-anywhere", person):
                self._handling.think(person)
            person.take(few)
            if self._handling.show("held-in-the-air", person):
                person.stay(pause(self._rng))
            self._let_roll(person, {die: faces[die] for die in few}, area, place)
        if self._handling.show("sort", person):
            self.sort(person, list(faces), area, place)

    def _handfuls(self, person: Person, dice: list[str]) -> list[list[str]]:
        if len(dice) > 1 and self._handling.show("die-by-die", person):
            return [[die] for die in dice]
        if len(dice) > 1 and self._handling.show("two-handfuls", person):
            cut = self._rng.randrange(1, len(dice))
            return [dice[:cut], dice[cut:]]
        return [dice]

    def _let_roll(
        self, person: Person, faces: Mapping[str, int], area: Area, place: Place | None
    ) -> None:
        rng, handling = self._rng, self._handling
        poses: dict[str, Pose] = {}
        for die, face in faces.items():
            beside = [(pose.x_mm, pose.y_mm) for pose in poses.values()]
            spot = person.spot_for(area, beside=beside)
            poses[die] = person.pose(spot, face, place, thrown=True)
        fallen = [die for die in poses if len(poses) > 1 and handling.show("fallen-die", person)]
        leaning = [
            die for die in poses if die not in fallen and handling.show("leaning-die", person)
        ]
        first = {
            die: replace(pose, face=rng.randrange(6), leaning=True) if die in leaning else pose
            for die, pose in poses.items()
            if die not in fallen
        }
        if first:
            person.throw(first)
        for die in (*fallen, *leaning):
            person.rest(rng.uniform(0.5, 4.0))
            person.take([die])
            person.throw({die: poses[die]})

    def sort(self, person: Person, dice: Sequence[str], area: Area, place: Place | None) -> None:
        """Put rolled dice in rows, like beside like; no face changes."""
        rng = self._rng
        person.rest(pause(rng))
        poses = self._table.poses
        for die in sorted(dice, key=lambda die: (poses[die].face, rng.random())):
            before = poses[die]
            spot = person.spot_for(area, but=[die])
            pose = replace(before, x_mm=spot[0], y_mm=spot[1], yaw=person.yaw(), place=place)
            if rng.random() < 0.6:
                person.slide(die, pose)
            else:
                person.take([die])
                person.put(die, pose)
        person.leave()

    def gather(self, person: Person, kept: Sequence[str]) -> None:
        """Dice that are not thrown again are taken up with the others and set down again."""
        table = self._table
        before = {die: table.poses[die] for die in kept if die in table.poses}
        person.take(list(before))
        if self._rng.random() < 0.5:
            self._handling.think(person)
        for die, pose in before.items():
            area = table.surface.area(pose.place) if pose.place is not None else None
            spot = person.spot_for(area or table.surface.tray(person.seat))
            person.put(die, person.pose(spot, pose.face, pose.place))
        person.leave()
