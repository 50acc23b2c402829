"""What must still be done with the dice, and hands that do it in one way or another."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from hardware.simulated.people.habits import Habits, pause
from hardware.simulated.people.hands_at_work import Person, Table
from hardware.simulated.people.legal_game import ROWS
from hardware.simulated.people.script import Pose, Shown
from hardware.simulated.people.surface import Spot
from rules.core import DieFacts, Place, Placement, ZoneKind

OPPOSITE_MM: Final = 12.0
"""A die that stands so near to the middle of another faces it."""


@dataclass(frozen=True, slots=True)
class Errand:
    """One die that must come to lie so, because of one deed."""

    die: str
    lie: Placement
    deed: int


class Handling:
    """Knows how dice lie and how people with these habits bring them elsewhere."""

    def __init__(
        self,
        zones: Mapping[str, ZoneKind],
        kinds: Sequence[DieFacts],
        table: Table,
        habits: Habits,
        rng: Random,
    ) -> None:
        """Handle the dice of a game on a table."""
        self.zones = zones
        self.table = table
        self.habits = habits
        self.rng = rng
        self.shown: list[Shown] = []
        self.hands_off: frozenset[str] = frozenset()  # dice of a foul: nobody fidgets with them
        self._printed: dict[str, tuple[Mapping[str, object], ...]] = {
            facts.kind: facts.faces for facts in kinds
        }

    # -- how dice lie

    def same_print(self, kind: str, one: int, other: int) -> bool:
        """Whether two faces of a kind are printed alike."""
        faces = self._printed[kind]
        return one == other or faces[one] == faces[other]

    def hidden(self, place: Place) -> bool:
        """Whether dice there are off the table."""
        kind = self.zones[place.zone]
        return kind is ZoneKind.HIDDEN or self.table.surface.area(place) is None

    def lies_so(self, lie: Placement) -> bool:
        """Whether a die lies as it must, where somebody means it to."""
        pose = self.table.poses.get(lie.die)
        if self.hidden(lie.place):
            return pose is None or pose.place == lie.place
        if pose is None or pose.leaning or pose.place != lie.place:
            return False
        if pose.under != (lie.under is not None):
            return False
        if self.zones[lie.place.zone] is ZoneKind.HEAP:
            return True
        if lie.face is not None and not self.same_print(lie.kind, pose.face, lie.face):
            return False
        partner = self.table.poses.get(lie.paired or "")
        return partner is None or abs(partner.x_mm - pose.x_mm) <= OPPOSITE_MM

    def spent(self, errand: Errand) -> bool:
        """Whether the errand is a payment: a die goes to a pile, or is turned where it lies."""
        pose = self.table.poses.get(errand.die)
        if pose is None or pose.place is None:
            return False
        if pose.place == errand.lie.place:
            return errand.lie.paired is None
        heap = self.zones[errand.lie.place.zone] is ZoneKind.HEAP
        return heap and self.zones[pose.place.zone] is ZoneKind.OPEN

    # -- grouping

    def handfuls(self, errands: Iterable[Errand], most: int = 6) -> Iterator[list[Errand]]:
        """Dice that one grip takes from one place to another."""
        together: dict[object, list[Errand]] = {}
        for errand in errands:
            pose = self.table.poses.get(errand.die)
            start = pose.place if pose is not None else None
            alone = errand.lie.paired is not None or (start == errand.lie.place)
            key = (start, errand.lie.place, errand.die if alone else "")
            together.setdefault(key, []).append(errand)
        for dice in together.values():
            for first in range(0, len(dice), most):
                yield dice[first : first + most]

    # -- doing

    def show(self, habit: str, person: Person) -> bool:
        """Whether a habit shows here; that it did is noted with the time."""
        if not self.habits.shows(habit, self.rng):
            return False
        self.shown.append(Shown(person.clock, habit))
        return True

    def think(self, person: Person) -> None:
        """Stop for a while, with the hand over the table or away."""
        seconds = pause(self.rng, self.habits.temperament.pause)
        if seconds < 1.0 and self.rng.random() < 0.5:
            person.stay(seconds)
        else:
            person.rest(seconds)

    def carry(self, person: Person, errands: Sequence[Errand]) -> float:
        """Bring the dice of one grip where they belong; when the first was touched."""
        first, rest = errands[0], errands[1:]
        pose = self.table.poses.get(first.die)
        if pose is not None and pose.place == first.lie.place and not rest:
            return self._adjust(person, first, pose)
        if self.hidden(first.lie.place):
            return self._take_away(person, [errand.die for errand in errands])
        dice = [errand.die for errand in errands]
        begun = self._pick_up(person, dice, slide=len(errands) == 1)
        if self.show("held-in-the-air", person):
            person.stay(pause(self.rng))
        for errand in errands:
            self._lay(person, errand.lie)
        return begun

    def _pick_up(self, person: Person, dice: Sequence[str], *, slide: bool) -> float:
        """Take dice in the hand; one that is only pushed stays on the table."""
        lying = [die for die in dice if die in self.table.poses]
        if not lying:  # out of a bag, or from a card
            person.leave()
            person.clock += self.rng.uniform(0.3, 0.9)
            return person.clock
        person.await_dice(lying)
        begun = person.clock
        if not (slide and self.rng.random() < 0.5):
            person.take(lying)
        return begun

    def _take_away(self, person: Person, dice: Sequence[str]) -> float:
        person.await_dice(die for die in dice if die in self.table.poses)
        begun = person.clock
        person.take(dice)
        person.leave()
        return begun

    def _adjust(self, person: Person, errand: Errand, pose: Pose) -> float:
        """Turn a die where it lies, or push it before another."""
        person.await_dice([errand.die])
        begun = person.clock
        lie = errand.lie
        if lie.face is not None and not self.same_print(lie.kind, pose.face, lie.face):
            if self.show("wrong-side-first", person):
                wrong = [f for f in range(6) if not self.same_print(lie.kind, f, lie.face)]
                person.turn(errand.die, self.rng.choice(wrong))
                self.think(person)
            person.turn(errand.die, lie.face)
        if lie.under is not None or pose.under or not self.lies_so(lie):
            self._lay(person, lie)
        return begun

    def _lay(self, person: Person, lie: Placement) -> None:
        """Put one die down where it belongs, from the hand or by pushing it."""
        table = self.table
        face = table.faces.get(lie.die, self.rng.randrange(6)) if lie.face is None else lie.face
        pose = person.pose(self.spot(person, lie), face, lie.place)
        if lie.under is not None:
            pose = replace(pose, under=True)
        lying = table.poses.get(lie.die)
        if lying is None:
            person.put(lie.die, pose)
        elif lie.face is None or self.same_print(lie.kind, lying.face, lie.face):
            person.slide(lie.die, replace(pose, face=lying.face))
        else:
            person.take([lie.die])
            person.put(lie.die, pose)

    def spot(self, person: Person, lie: Placement) -> Spot:
        """Where a person puts a die: before the one it faces, under another, or where room is."""
        table = self.table
        area = table.surface.area(lie.place)
        assert area is not None, f"{lie.place} is off the mat"
        host = table.poses.get(lie.under or "")
        if host is not None:
            return host.x_mm, host.y_mm
        partner = table.poses.get(lie.paired or "")
        if partner is not None:
            y = area.top + 9 if partner.y_mm < area.top else area.bottom - 9
            return person.spot_for(area, near=(partner.x_mm, y), but=[lie.die])
        row: list[float] = []
        if lie.place.zone in ROWS:
            row = [p.x_mm for p in table.poses.values() if p.place and p.place.zone in ROWS]
        return person.spot_for(area, apart_x=row, but=[lie.die])


def errands_between(
    before: Mapping[str, Placement], after: Iterable[Placement], deed: int
) -> list[Errand]:
    """The dice that a deed moves or turns."""
    return [Errand(lie.die, lie, deed) for lie in after if before[lie.die] != lie]
