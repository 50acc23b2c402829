"""The game that is played, how far the hands have come with it, and what was put off."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from calibration.artwork import life_cells
from hardware.simulated.people.errands import Errand, Handling, errands_between
from hardware.simulated.people.habits import pause
from hardware.simulated.people.hands_at_work import OUT_MM, Person
from hardware.simulated.people.legal_game import Step, by_die
from hardware.simulated.people.script import HandPath, Marked, Spoken
from rules.core import AnyGame, NamesTouchedDice, Place, Placement, State, ZoneKind


@dataclass(frozen=True, slots=True)
class Due:
    """An errand put off until later."""

    errand: Errand
    until: int  # the move at which it is done at the latest
    turn: int | None = None  # it is done as soon as this turn is over


@dataclass(slots=True)
class Times:
    """When the hands were at one deed."""

    begun: float | None = None
    done: float = 0.0
    one_move: int = 0


class Course:
    """One game at one table, shared by all that carry parts of it out."""

    def __init__(
        self,
        game: AnyGame,
        start: State,
        steps: Sequence[Step],
        handling: Handling,
    ) -> None:
        """`steps` are played from `start`, by people who handle dice so."""
        self.game = game
        self.habits = handling.habits
        self.rng = handling.rng
        self.steps = steps
        self.handling = handling
        self.table = handling.table
        seats = len(game.view(start).seats)
        self.people = [
            Person(n, self.table, self.habits.temperament, self.rng) for n in range(seats)
        ]
        self.layouts: list[Mapping[str, Placement]] = [by_die(game.layout(start))]
        self.layouts += [by_die(game.layout(step.after)) for step in steps]
        self.times = [Times(one_move=n) for n in range(len(steps))]
        self.put_off: list[Due] = []
        self.spoken: list[Spoken] = []
        self.marked: list[Marked] = []
        self.move = 0  # counts what hands do as one movement

    def seat(self, number: int) -> int:
        """Whose step it is."""
        step = self.steps[number]
        return step.seat if step.seat is not None else step.chance.seat if step.chance else 0

    def person(self, seat: int | None) -> Person:
        """Who sits there."""
        return self.people[(seat or 0) % len(self.people)]

    def last_begun(self, number: int) -> float:
        """When the deed before this one was begun: people begin one after the other."""
        begun = [times.begun for times in self.times[:number] if times.begun is not None]
        return max(begun[-3:], default=0.0)

    def touched(self, unit: Sequence[int]) -> set[str]:
        """The dice that these steps move, turn or roll."""
        touched: set[str] = set()
        for number in unit:
            before, after = self.layouts[number], self.layouts[number + 1]
            touched.update(die for die, lie in after.items() if before[die] != lie)
            touched.update(self.steps[number].faces)
            for lie in after.values():
                if lie.paired and before[lie.die] != lie:
                    touched.add(lie.paired)
        return touched

    def note(self, number: int, begun: float, done: float) -> None:
        """Hands were at a deed from then to then."""
        times = self.times[number]
        times.begun = begun if times.begun is None else min(times.begun, begun)
        times.done = max(times.done, done)

    def errands(self, number: int) -> list[Errand]:
        """What is left to be done for a step."""
        found = errands_between(self.layouts[number], self.layouts[number + 1].values(), number)
        return [errand for errand in found if self.moves_it(errand)]

    def moves_it(self, errand: Errand) -> bool:
        """Whether the errand is not done yet."""
        return not self.handling.lies_so(errand.lie)

    def grips(self, errands: Sequence[Errand], person: Person) -> list[list[Errand]]:
        """What is taken in one grip; what stands before a die, or under it, comes after it."""
        handfuls = list(self.handling.handfuls(errands))
        grips: list[list[Errand]] = []
        for handful in handfuls:
            if len(handful) > 1 and self.handling.show("rest-anywhere", person):
                grips += [[errand] for errand in handful]
            else:
                grips.append(handful)
        return sorted(
            grips, key=lambda g: g[0].lie.paired is not None or g[0].lie.under is not None
        )

    def run(self, grips: Sequence[list[Errand]], person: Person) -> None:
        """Do the errands, each by its owner or by whoever does it."""
        both = len(grips) > 1 and self.handling.show("two-at-once", person)
        begun = person.clock
        for at, grip in enumerate(grips):
            hand = self.hand_for(grip[0], person)
            if both and hand is not person:
                hand.clock = max(hand.clock, begun)
                self.carry(hand, grip)
                hand.leave()
                continue
            if hand is not person and hand.clock < person.clock:
                if at or self.habits.rest is not None:
                    person.leave()
                    hand.clock = max(hand.clock, person.clock)
                else:
                    hand.clock = max(hand.clock, self.last_begun(grip[0].deed))
            if (at and self.handling.show("rest-anywhere", hand)) or (
                at and len(grips) > 2 and self.handling.show("staged-clearing", hand)
            ):
                self.handling.think(hand)
            self.carry(hand, grip)
            if hand is not person:
                hand.leave()
                if not self.habits.shares.get("overlap"):
                    person.clock = max(person.clock, hand.clock)
        person.leave()

    def carry(self, hand: Person, grip: Sequence[Errand]) -> None:
        """One grip, by one hand."""
        grip = [errand for errand in grip if not self.handling.lies_so(errand.lie)]
        if not grip:
            return
        if self._shows_purchase(hand, grip):
            return
        begun = self.handling.carry(hand, grip)
        for errand in grip:
            if errand.deed >= 0:
                self.note(errand.deed, begun, hand.clock)

    def _shows_purchase(self, hand: Person, grip: Sequence[Errand]) -> bool:
        """A bought die is laid near its pile, to be pushed in later."""
        die, lie = grip[0].die, grip[0].lie
        heap = self.game.zones[lie.place.zone] is ZoneKind.HEAP
        bought = len(grip) == 1 and heap and self._is_fetched(die) and not self.handling.hands_off
        if not bought or not self.handling.show("shown-purchase", hand):
            return False
        area = self.table.surface.area(lie.place)
        assert area is not None, f"{lie.place} is off the mat"
        hand.leave()
        hand.clock += self.rng.uniform(0.3, 0.9)
        begun = hand.clock
        hand.take([die])
        spot = hand.spot_for(self.table.surface.beside(area, hand.seat))
        hand.put(die, hand.pose(spot, self.rng.randrange(6), None))
        self.note(grip[0].deed, begun, hand.clock)
        if self.rng.random() < 0.5:
            self.put_off.append(Due(grip[0], self.move + 1))
            return True
        self.handling.think(hand)
        self.handling.carry(hand, grip)
        self.note(grip[0].deed, begun, hand.clock)
        return True

    def _is_fetched(self, die: str) -> bool:
        """Whether a die comes from off the mat."""
        pose = self.table.poses.get(die)
        return pose is None or (pose.place is not None and self.handling.hidden(pose.place))

    def hand_for(self, errand: Errand, person: Person) -> Person:
        """Whose hand moves a die: its owner's, or the opponent's."""
        pose = self.table.poses.get(errand.die)
        place = pose.place if pose is not None and pose.place is not None else errand.lie.place
        owner = self.person(place.seat) if place.seat is not None else person
        if self.handling.show("other-hand", owner):
            return self.people[(owner.seat ^ 1) % len(self.people)]
        return owner

    def catch_up(self, unit: Sequence[int] = (), *, all_of_it: bool = False) -> None:
        """Do what was put off, as soon as it is noticed or the dice are needed."""
        touched = self.touched(unit)
        turn = self.game.view(self.steps[unit[0]].before).turn if unit else None
        due = [
            one
            for one in self.put_off
            if all_of_it
            or one.until <= self.move
            or one.errand.die in touched
            or (one.turn is not None and one.turn != turn)
        ]
        self.put_off = [one for one in self.put_off if one not in due]
        grips: dict[Place, list[Errand]] = {}
        for one in due:
            grips.setdefault(one.errand.lie.place, []).append(one.errand)
        for grip in grips.values():
            hand = self.hand_for(grip[0], self.people[0])
            hand.clock = max(hand.clock, *(p.clock - 0.5 for p in self.people))
            self.carry(hand, grip)
            hand.leave()
            for person in self.people:
                person.clock = max(person.clock, hand.clock)

    def announce(self, number: int, time: float) -> None:
        """What everybody will see is said as well: before, or after it was done."""
        if self.handling.show("said-aloud", self.person(self.seat(number))):
            self.spoken.append(Spoken(time + self.rng.uniform(-0.5, 3.0), number))

    def mark_lives(self, unit: Sequence[int]) -> None:
        """Who gained or lost life moves the marker."""
        before = self.game.view(self.steps[unit[0]].before).seats
        after = self.game.view(self.steps[unit[-1]].after).seats
        times = self.times[unit[0]]
        for seat, (old, new) in enumerate(zip(before, after, strict=True)):
            if old.life == new.life:
                continue
            time = times.done + self.rng.uniform(0.5, 1.5)
            if self.handling.show("late-marker", self.person(seat)):
                begun = times.begun or 0.0
                time = self.rng.choice((begun - 0.5, begun + 0.2, time + pause(self.rng, 5.0)))
            earlier = [mark.time for mark in self.marked if mark.seat == seat]
            self.mark(max([time, 0.0, *earlier]), seat, new.life)

    def mark(self, time: float, seat: int, life: int) -> None:
        """A hand pushes a life marker; it is the other hand of whoever is busy."""
        self.marked.append(Marked(time, seat, life))
        cells = life_cells(self.table.surface.mat).get(seat, ())
        if not 0 <= life < len(cells) or time < 1.0:
            return
        left, top, right, bottom = cells[life]
        x, y = (left + right) / 2, (top + bottom) / 2
        outside = -OUT_MM if seat % 2 else self.table.surface.mat.height + OUT_MM
        points = (
            (time - 0.6, x, outside),
            (time - 0.2, x, y),
            (time + 0.1, x, y),
            (time + 0.5, x, outside),
        )
        self.table.paths.append(HandPath(seat, points))


def named(game: AnyGame, step: Step) -> frozenset[str]:
    """The dice a player means when they say what they do."""
    if step.chance is not None or not isinstance(game, NamesTouchedDice):
        return frozenset()
    return frozenset(game.touches(step.before, step.action))
