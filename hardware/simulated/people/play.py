"""People play a game: a legal game, carried out by hands in continuous time."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from calibration.mat import Mat
from hardware.simulated.people.errands import ROWS, Errand, Handling, errands_between
from hardware.simulated.people.fidgets import Fidgets
from hardware.simulated.people.fouls import AT_ONCE, LATE, Plot, Plots
from hardware.simulated.people.habits import Habits, pause
from hardware.simulated.people.hands_at_work import Person, Table
from hardware.simulated.people.legal_game import Step, by_die, legal_game
from hardware.simulated.people.script import (
    Area,
    CommittedFoul,
    Deed,
    Marked,
    Pose,
    Script,
    Shown,
    Spoken,
)
from hardware.simulated.people.surface import Surface
from hardware.simulated.people.throwing import Throwing
from rules.core import (
    CHANCE,
    Draw,
    Game,
    KeepingLife,
    Place,
    Placement,
    Roll,
    State,
    Touching,
    Violation,
    ZoneKind,
)

FORGOTTEN_FOR: Final = 2
"""Moves after which people notice what they forgot."""

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

ROLL_ALSO_IN: Final[Mapping[str, tuple[str, ...]]] = {"prep": ("prep", "reserve")}
"""Zones in which dice due in a zone may be rolled as well: the books and mats differ."""


@dataclass(slots=True)
class _Due:
    """An errand put off until later."""

    errand: Errand
    until: int  # the move at which it is done at the latest
    turn: int | None = None  # it is done as soon as this turn is over


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


@dataclass(slots=True)
class _Times:
    begun: float | None = None
    done: float = 0.0
    one_move: int = 0


class People:
    """Everybody at one table, and one game as they play it."""

    def __init__(
        self,
        game: Game,
        setup: Mapping[str, Any],
        mat: Mat,
        habits: Habits,
        seed: int,
        *,
        most: int = 400,
        fouls: float = 0.0,
    ) -> None:
        """Play one random legal game; its course depends on the seed, not on the habits.

        `fouls` is the chance of a foul at each move, as long as none is open.
        """
        self._game = game
        self._habits = habits
        self._start: State = game.new(setup)
        self.steps: Sequence[Step] = tuple(
            legal_game(game, self._start, Random(f"game {game.name} {seed}"), most)
        )
        self._rng = rng = Random(
            f"hands {game.name} {seed} {sorted(habits.shares)} {habits.temperament.name}"
        )
        self._table = Table(Surface(mat), rng)
        self._handling = Handling(game.zones, game.dice(setup), self._table, habits, rng)
        self._throwing = Throwing(self._handling, rng)
        self._fidgets = Fidgets(self._handling, rng)
        seats = len(game.view(self._start).seats)
        self._people = [Person(n, self._table, habits.temperament, rng) for n in range(seats)]
        self._layouts = [by_die(game.layout(self._start))]
        self._layouts += [by_die(game.layout(step.after)) for step in self.steps]
        self._times = [_Times(one_move=n) for n in range(len(self.steps))]
        self._put_off: list[_Due] = []
        self._foul_share = fouls
        self._plots = Plots(game, game.dice(setup), self._handling, rng)
        self._foul: _OpenFoul | None = None
        self._fouls: list[CommittedFoul] = []
        self._spoken: list[Spoken] = []
        self._marked: list[Marked] = []
        self._move = 0

    def play(self) -> Script:
        """The whole game as a script."""
        self._lay_out()
        moves = list(self._moves())
        while moves:
            unit = moves.pop(0)
            self._move += 1
            self._begin_move(unit)
            self._add_foul(unit)
            if any(isinstance(self.steps[n].chance, Roll) for n in unit):
                self._roll(unit)
            elif moves and self._pays_for_both(unit, moves[0]):
                self._decide_both(unit[0], moves.pop(0)[0])
            else:
                self._decide(unit)
            self._after_move(unit)
        self._catch_up(all_of_it=True)
        self._mend()
        for person in self._people:
            person.leave()
        return self._script()

    # -- the course of the game, move by move

    def _moves(self) -> Iterator[list[int]]:
        """The steps of the game, those together that hands do as one movement."""
        number = 0
        while number < len(self.steps):
            unit = [number]
            while self._goes_on(unit[-1]):
                unit.append(unit[-1] + 1)
            yield unit
            number = unit[-1] + 1

    def _goes_on(self, number: int) -> bool:
        """Whether the step after this one is carried out together with it."""
        if number + 1 >= len(self.steps):
            return False
        step, following = self.steps[number], self.steps[number + 1]
        if following.chance is None:
            return False
        if isinstance(step.chance, Draw):
            return True  # more is drawn, or what was drawn is rolled
        # a reroll and its roll; turns are ended before the next player draws
        return step.chance is None and isinstance(following.chance, Roll)

    def _begin_move(self, unit: Sequence[int]) -> None:
        """Rest, fidget, clear up what was put off; the hands of different people may overlap."""
        person = self._person(self._seat(unit[0]))
        latest = max(self._people, key=lambda one: one.clock)
        rests = self._habits.rest
        if latest is not person and self._handling.show("overlap", person):
            begun = self._times[unit[0] - 1].begun if unit[0] else 0.0
            person.clock = max(person.clock, (begun or 0.0) + 0.3)
        else:
            for one in self._people:
                one.leave()
            clock = max(one.clock for one in self._people)
            if rests is not None:
                wait = self._rng.uniform(*rests)
            elif self._handling.show("quick", person):
                wait = self._rng.uniform(0.05, 0.5)
            else:
                wait = pause(self._rng, 1.5 * self._habits.temperament.pause)
            for one in self._people:
                one.clock = max(one.clock, clock + wait)
        self._fidgets.at(self._rng.choice(self._people))
        person.clock = max(person.clock, self._last_begun(unit[0]))
        self._catch_up(unit)

    def _last_begun(self, number: int) -> float:
        """When the deed before this one was begun: people begin one after the other."""
        begun = [times.begun for times in self._times[:number] if times.begun is not None]
        return max(begun[-3:], default=0.0)

    def _seat(self, number: int) -> int:
        step = self.steps[number]
        return step.seat if step.seat is not None else step.chance.seat if step.chance else 0

    def _person(self, seat: int | None) -> Person:
        return self._people[(seat or 0) % len(self._people)]

    def _touched(self, unit: Sequence[int]) -> set[str]:
        """The dice that these steps move, turn or roll."""
        touched: set[str] = set()
        for number in unit:
            before, after = self._layouts[number], self._layouts[number + 1]
            touched.update(die for die, lie in after.items() if before[die] != lie)
            touched.update(self.steps[number].faces)
            for lie in after.values():
                if lie.paired and before[lie.die] != lie:
                    touched.add(lie.paired)
        return touched

    # -- deeds

    def _note(self, number: int, begun: float, done: float) -> None:
        times = self._times[number]
        times.begun = begun if times.begun is None else min(times.begun, begun)
        times.done = max(times.done, done)

    def _decide(self, unit: Sequence[int]) -> None:
        """What a player decides, and all that follows from it on the table."""
        number = unit[0]
        step = self.steps[number]
        person = self._person(self._seat(number))
        before, after = self._layouts[number], self._layouts[unit[-1] + 1]
        errands = [e for e in errands_between(before, after.values(), number) if self._moves_it(e)]
        if not errands:
            self._say_or_not(unit, person)
            return
        if self._spoil(unit, errands, person):
            return
        if step.chance is None:
            self._try_something_else(step, person, errands)
        errands = self._keep_in_hand(number, errands, person)
        self._announce(number, person.clock)
        kept, later = self._forgotten(step, errands)
        self._push_and_count(kept, person)
        kept = self._heap_up(step, kept, person)
        self._run(self._in_order(step, kept, person), person)
        for errand in later:
            self._put_off.append(_Due(errand, self._move + FORGOTTEN_FOR))
        for n in unit[1:]:
            self._note(n, self._times[number].begun or 0.0, self._times[number].done)
            self._times[n].one_move = self._times[number].one_move
        self._mark_lives(unit)

    # -- paying

    def _pays_for_both(self, unit: Sequence[int], following: Sequence[int]) -> bool:
        """Whether these two purchases are paid for in one heap."""
        if len(unit) > 1 or len(following) > 1 or not self._habits.share("one-heap"):
            return False
        one, other = self.steps[unit[0]], self.steps[following[0]]
        if one.seat is None or one.seat != other.seat or type(one.action) is not type(other.action):
            return False
        both = [self._errands(n) for n in (unit[0], following[0])]
        dice = [{errand.die for errand in errands} for errands in both]
        paying = all(0 < sum(map(self._handling.spent, some)) < len(some) for some in both)
        person = self._person(one.seat)
        return paying and not (dice[0] & dice[1]) and self._handling.show("one-heap", person)

    def _errands(self, number: int) -> list[Errand]:
        """What is left to be done for a step."""
        found = errands_between(self._layouts[number], self._layouts[number + 1].values(), number)
        return [errand for errand in found if self._moves_it(errand)]

    def _decide_both(self, first: int, second: int) -> None:
        """Two purchases, paid for in one heap; what was bought is taken before or after."""
        self._move += 1
        person = self._person(self._seat(first))
        errands = self._errands(first) + self._errands(second)
        paid = [errand for errand in errands if self._handling.spent(errand)]
        other = [errand for errand in errands if errand not in paid]
        self._rng.shuffle(paid)
        order = [*self._grips(paid, person), *self._grips(other, person)]
        if self._handling.show("take-first", person):
            order = [*self._grips(other, person), *self._grips(paid, person)]
        self._run(order, person)
        times = [self._times[n] for n in (first, second)]
        times[1].begun = max(one.begun or 0.0 for one in times)
        times[0].begun = min(one.begun or 0.0 for one in times)
        times[1].done = max(times[1].done, times[1].begun)
        times[1].one_move = times[0].one_move
        self._mark_lives([first])
        self._mark_lives([second])

    def _push_and_count(self, errands: Sequence[Errand], person: Person) -> None:
        """More energy than is needed is pushed forward, counted, and some of it pulled back."""
        paid = [errand for errand in errands if self._pushed(errand)]
        if not paid or not self._handling.habits.share("push-and-count"):
            return
        mine = self._table.poses[paid[0].die].place
        moved = {errand.die for errand in errands}
        spare = [
            die
            for die, pose in self._table.poses.items()
            if pose.place == mine and die not in moved and not pose.under
        ]
        if not spare or not self._handling.show("push-and-count", person):
            return
        extra = self._rng.choice(spare)
        before = self._table.poses[extra]
        pile = self._pile(paid[0], person)
        for die in (*(errand.die for errand in paid if self._rng.random() < 0.5), extra):
            pose = self._table.poses[die]
            spot = person.spot_for(pile)
            person.slide(die, replace(pose, x_mm=spot[0], y_mm=spot[1]))
        self._handling.think(person)
        area = self._table.surface.area(mine) if mine is not None else None
        spot = person.spot_for(area) if area is not None else (before.x_mm, before.y_mm)
        person.slide(extra, replace(self._table.poses[extra], x_mm=spot[0], y_mm=spot[1]))

    def _pushed(self, errand: Errand) -> bool:
        """Whether a die is spent by pushing it to a pile."""
        pose = self._table.poses.get(errand.die)
        return pose is not None and self._handling.spent(errand) and pose.place != errand.lie.place

    def _pile(self, errand: Errand, person: Person) -> Area:
        """Where spent dice are gathered before they lie in their pile: beside it, or in it."""
        area = self._table.surface.area(errand.lie.place)
        assert area is not None, f"{errand.lie.place} is off the mat"
        beside = self._table.surface.beside(area, person.seat)
        return beside if self._rng.random() < 0.7 else area

    def _heap_up(self, step: Step, errands: list[Errand], person: Person) -> list[Errand]:
        """Spent dice are left in a little heap until the turn ends; what is left to be done."""
        paid = [errand for errand in errands if self._pushed(errand)]
        if not paid or len(paid) == len(errands) or not self._handling.show("spent-heap", person):
            return errands
        area = self._table.surface.area(paid[0].lie.place)
        assert area is not None
        beside = self._table.surface.beside(area, person.seat)
        turn = self._game.view(step.before).turn
        for errand in paid:
            person.await_dice([errand.die])
            begun = person.clock
            pose = self._table.poses[errand.die]
            spot = person.spot_for(beside)
            person.slide(errand.die, replace(pose, x_mm=spot[0], y_mm=spot[1], place=None))
            self._note(errand.deed, begun, person.clock)
            self._put_off.append(_Due(errand, len(self.steps) + 1, turn))
        return [errand for errand in errands if errand not in paid]

    def _keep_in_hand(self, number: int, errands: list[Errand], person: Person) -> list[Errand]:
        """Dice chosen for the next roll are only taken up; what else is to be done."""
        later = self.steps[number + 1 :]
        rolled = next((step.faces for step in later if isinstance(step.chance, Roll)), {})
        chosen = [e for e in errands if e.die in rolled and e.lie.face is None]
        lying = [errand.die for errand in chosen if errand.die in self._table.poses]
        if not lying or not self._handling.show("kept-in-hand", person):
            return errands
        begun = person.clock
        person.take(lying)
        person.leave()
        self._note(number, begun, person.clock)
        return [errand for errand in errands if errand not in chosen]

    def _moves_it(self, errand: Errand) -> bool:
        return not self._handling.lies_so(errand.lie)

    def _say_or_not(self, unit: Sequence[int], person: Person) -> None:
        """Nothing on the table tells: they say it, or what they do next must tell."""
        for n in unit:
            person.clock += 0.1
            self._note(n, person.clock, person.clock)
        if not self._handling.show("unsaid", person):
            self._spoken.append(Spoken(person.clock, unit[0]))
        self._mark_lives(unit)

    def _announce(self, number: int, time: float) -> None:
        """What everybody will see is said as well: before, or after it was done."""
        if self._handling.show("said-aloud", self._person(self._seat(number))):
            self._spoken.append(Spoken(time + self._rng.uniform(-0.5, 3.0), number))

    def _in_order(self, step: Step, errands: list[Errand], person: Person) -> list[list[Errand]]:
        """The grips that carry out a deed, in the order in which they are done."""
        paid = [errand for errand in errands if self._handling.spent(errand)]
        other = [errand for errand in errands if errand not in paid]
        grips_paid, grips_other = (self._grips(some, person) for some in (paid, other))
        if paid and other and self._handling.show("mixed-order", person):
            grips = grips_paid + grips_other
            self._rng.shuffle(grips)
            return grips
        if paid and other and self._handling.show("take-first", person):
            return grips_other + grips_paid
        clears = len(grips_other) > 1 and not _named(self._game, step)
        if clears and self._handling.show("staged-clearing", person):
            self._rng.shuffle(grips_other)
        return grips_paid + grips_other

    def _grips(self, errands: Sequence[Errand], person: Person) -> list[list[Errand]]:
        handfuls = list(self._handling.handfuls(errands))
        grips: list[list[Errand]] = []
        for handful in handfuls:
            if len(handful) > 1 and self._handling.show("rest-anywhere", person):
                grips += [[errand] for errand in handful]
            else:
                grips.append(handful)
        # what faces another comes after it, what lies under another as well
        return sorted(
            grips, key=lambda g: g[0].lie.paired is not None or g[0].lie.under is not None
        )

    def _run(self, grips: Sequence[list[Errand]], person: Person) -> None:
        """Do the errands, each by its owner or by whoever does it."""
        both = len(grips) > 1 and self._handling.show("two-at-once", person)
        begun = person.clock
        for at, grip in enumerate(grips):
            hand = self._hand_for(grip[0], person)
            if both and hand is not person:
                hand.clock = max(hand.clock, begun)
                self._carry(hand, grip)
                hand.leave()
                continue
            if hand is not person and hand.clock < person.clock:
                if at or self._habits.rest is not None:
                    person.leave()
                    hand.clock = max(hand.clock, person.clock)
                else:
                    hand.clock = max(hand.clock, self._last_begun(grip[0].deed))
            if (at and self._handling.show("rest-anywhere", hand)) or (
                at and len(grips) > 2 and self._handling.show("staged-clearing", hand)
            ):
                self._handling.think(hand)
            self._carry(hand, grip)
            if hand is not person:
                hand.leave()
                if not self._habits.shares.get("overlap"):
                    person.clock = max(person.clock, hand.clock)
        person.leave()

    def _carry(self, hand: Person, grip: Sequence[Errand]) -> None:
        grip = [errand for errand in grip if not self._handling.lies_so(errand.lie)]
        if not grip:
            return
        if self._shows_purchase(hand, grip):
            return
        begun = self._handling.carry(hand, grip)
        for errand in grip:
            if errand.deed >= 0:
                self._note(errand.deed, begun, hand.clock)

    def _shows_purchase(self, hand: Person, grip: Sequence[Errand]) -> bool:
        """A bought die is laid near its pile, to be pushed in later."""
        die, lie = grip[0].die, grip[0].lie
        heap = self._game.zones[lie.place.zone] is ZoneKind.HEAP
        bought = len(grip) == 1 and heap and die not in self._table.poses and self._foul is None
        if not bought or not self._handling.show("shown-purchase", hand):
            return False
        area = self._table.surface.area(lie.place)
        assert area is not None, f"{lie.place} is off the mat"
        hand.leave()
        hand.clock += self._rng.uniform(0.3, 0.9)
        begun = hand.clock
        spot = hand.spot_for(self._table.surface.beside(area, hand.seat))
        hand.put(die, hand.pose(spot, self._rng.randrange(6), None))
        self._note(grip[0].deed, begun, hand.clock)
        if self._rng.random() < 0.5:
            self._put_off.append(_Due(grip[0], self._move + 1))
            return True
        self._handling.think(hand)
        self._handling.carry(hand, grip)
        self._note(grip[0].deed, begun, hand.clock)
        return True

    def _hand_for(self, errand: Errand, person: Person) -> Person:
        """Whose hand moves a die: its owner's, or the opponent's."""
        pose = self._table.poses.get(errand.die)
        place = pose.place if pose is not None and pose.place is not None else errand.lie.place
        owner = self._person(place.seat) if place.seat is not None else person
        if self._handling.show("other-hand", owner):
            return self._people[owner.seat ^ 1]
        return owner

    # -- what comes late

    def _forgotten(self, step: Step, errands: list[Errand]) -> tuple[list[Errand], list[Errand]]:
        """What is done now, and what somebody forgets for a while."""
        named = _named(self._game, step)
        later = [
            errand
            for errand in errands
            if errand.die not in named
            and errand.die in self._table.poses
            and errand.lie.paired is None
            and len(errands) > 1
            and self._handling.show("forget", self._person(self._seat(errand.deed)))
        ]
        return [errand for errand in errands if errand not in later], later

    def _catch_up(self, unit: Sequence[int] = (), *, all_of_it: bool = False) -> None:
        """Do what was put off, as soon as it is noticed or the dice are needed."""
        touched = self._touched(unit)
        foul = self._foul
        if foul is not None and touched & {errand.die for errand in foul.plot.mend}:
            self._mend()
        turn = self._game.view(self.steps[unit[0]].before).turn if unit else None
        due = [
            one
            for one in self._put_off
            if all_of_it
            or one.until <= self._move
            or one.errand.die in touched
            or (one.turn is not None and one.turn != turn)
        ]
        self._put_off = [one for one in self._put_off if one not in due]
        grips: dict[Place, list[Errand]] = {}
        for one in due:
            grips.setdefault(one.errand.lie.place, []).append(one.errand)
        for grip in grips.values():
            hand = self._hand_for(grip[0], self._people[0])
            hand.clock = max(hand.clock, *(p.clock - 0.5 for p in self._people))
            self._carry(hand, grip)
            hand.leave()
            for person in self._people:
                person.clock = max(person.clock, hand.clock)

    # -- fouls

    def _may_foul(self) -> bool:
        share = self._foul_share
        return share > 0 and self._foul is None and self._rng.random() < share

    def _add_foul(self, unit: Sequence[int]) -> None:
        """Between two moves, something is done that nothing allows."""
        if not self._may_foul() or self._put_off or self._rng.random() < SPOILING:
            return
        if self._rng.random() < MARKING:
            self._mark_wrongly(unit)
            return
        plot = self._plots.act(self.steps[unit[0]].before)
        if plot is None:
            return
        person = self._person(plot.seat)
        begun = person.clock
        self._commit(plot, person)
        self._open(plot, unit[0] - 1, begun, person)
        self._catch_up(unit)

    def _mark_wrongly(self, unit: Sequence[int]) -> None:
        """Somebody changes their life, and nothing in the game did."""
        state = self.steps[unit[0]].before
        game = self._game
        if game.to_move(state) == CHANCE or not isinstance(game, KeepingLife):
            return
        seats = game.view(state).seats
        seat = self._rng.randrange(len(seats))
        life = seats[seat].life
        wrong = self._rng.choice([n for n in range(seats[seat].life_start + 1) if n != life])
        clock = max(one.clock for one in self._people)
        if any(mark.time > clock - LONG_S for mark in self._marked):
            return
        cleared = clock + self._rng.uniform(40.0, 60.0)
        self._marked += [Marked(clock, seat, wrong), Marked(cleared, seat, life)]
        violation = Violation("life-changed-without-cause", "", game.life_rule(state))
        foul = CommittedFoul(
            LIFE, seat, frozenset(), (violation,), unit[0] - 1, clock, clock, cleared, cleared
        )
        self._fouls.append(foul)
        self._plots.committed[LIFE] += 1
        for one in self._people:
            one.leave()
            one.clock = max(one.clock, cleared + 10.0)

    def _spoil(self, unit: Sequence[int], errands: Sequence[Errand], person: Person) -> bool:
        """Whether a decision is carried out wrongly."""
        step = self.steps[unit[0]]
        if step.chance is not None or not self._may_foul():
            return False
        following = self.steps[unit[-1] + 1] if unit[-1] + 1 < len(self.steps) else None
        plot = self._plots.spoil(step, errands, following if len(unit) == 1 else None)
        if plot is None:
            return False
        begun = person.clock
        self._foul = _OpenFoul(plot, unit[0], begun, begun, 1, 1)
        self._run(self._in_order(step, list(plot.now), person), person)
        self._note(unit[0], begun, person.clock)
        self._put_off += [_Due(errand, len(self.steps) + 1) for errand in plot.mend]
        for n in unit[1:]:
            self._note(n, begun, person.clock)
        self._mark_lives(unit)
        self._open(plot, unit[0], begun, person)
        return True

    def _commit(self, plot: Plot, person: Person) -> None:
        """The hands do what nothing allows."""
        if plot.thrown:
            dice = {errand.die: errand.lie.face or 0 for errand in plot.now}
            self._throwing.throw(person, dice, plot.now[0].lie.place)
        elif plot.leaning:
            for errand in plot.now:
                person.take([errand.die])
                pose = person.pose(
                    self._handling.spot(person, errand.lie), errand.lie.face or 0, errand.lie.place
                )
                person.put(errand.die, replace(pose, leaning=True))
        else:
            for grip in self._handling.handfuls(plot.now):
                self._handling.carry(person, grip)
        person.leave()
        self._put_off += [_Due(errand, len(self.steps) + 1) for errand in plot.mend]

    def _open(self, plot: Plot, deed: int, begun: float, person: Person) -> None:
        """From now on a foul lies on the table; the players go on, or wait for long."""
        late = LATE.get(plot.kind, 1)
        goes_on = late + self._rng.randrange(2)
        self._foul = _OpenFoul(plot, deed, begun, person.clock, late, goes_on)
        self._handling.hands_off = plot.culprits
        self._plots.committed[plot.kind] += 1
        if late == 1 and self._rng.random() < WAITING:
            self._foul.gone_on = person.clock + LONG_S
            for one in self._people:
                one.rest(0.0)
                one.clock = max(one.clock, person.clock + LONG_S + self._rng.uniform(15.0, 30.0))
            self._mend()

    def _after_move(self, unit: Sequence[int]) -> None:
        """Somebody has gone on after a foul, and after a while it is mended."""
        foul = self._foul
        if foul is None or unit[0] <= foul.deed:
            return
        foul.moves += 1
        if foul.moves == foul.late:
            begun = self._times[unit[0]].begun
            foul.gone_on = max(foul.done, begun if begun is not None else foul.done)
        if foul.moves >= foul.goes_on:
            self._mend()

    def _mend(self) -> None:
        """The foul is put right; one that was put right before it was over never was one."""
        foul = self._foul
        if foul is None:
            return
        due = [one for one in self._put_off if one.errand in foul.plot.mend]
        self._put_off = [one for one in self._put_off if one not in due]
        for one in self._people:
            one.leave()
        clock = max(one.clock for one in self._people)
        if foul.gone_on is not None:
            clock = max(clock, foul.gone_on) + self._rng.uniform(12.0, 25.0)
        person = self._person(foul.plot.seat)
        for one in self._people:
            one.clock = clock
        errands = [one.errand for one in due]
        for grip in self._handling.handfuls(errands):
            self._carry(person, grip)
        person.leave()
        for one in self._people:
            one.clock = max(one.clock, person.clock)
        if foul.gone_on is not None:
            plot = foul.plot
            committed = CommittedFoul(
                plot.kind,
                plot.seat,
                plot.culprits,
                plot.violations,
                deed=foul.deed,
                begun=foul.begun,
                over=foul.done if plot.kind in AT_ONCE else foul.gone_on,
                mended=clock,
                cleared=person.clock,
            )
            self._fouls.append(committed)
        else:
            self._plots.committed[foul.plot.kind] -= 1
        self._foul, self._handling.hands_off = None, frozenset()

    # -- trying and taking back

    def _try_something_else(self, step: Step, person: Person, errands: Sequence[Errand]) -> None:
        """Begin another lawful thing, think, take it back."""
        paired = any(errand.lie.paired for errand in errands)
        attack = any(errand.lie.place.zone in ROWS for errand in errands) and not paired
        habit = "other-attacker" if paired else "pull-back" if attack else "change-of-mind"
        shares = self._habits
        if attack and shares.shows("pulled-back-later", self._rng):
            habit = "pulled-back-later"
        if not shares.share(habit):
            return
        other = self._alternative(step, errands, same_die=paired)
        if other is None:
            return
        if habit != "pulled-back-later" and not self._handling.show(habit, person):
            return
        before = by_die(self._game.layout(step.before))
        saved = {e.die: self._table.poses.get(e.die) for e in other}
        for grip in self._grips(other, person):
            self._handling.carry(person, grip)
            if self._handling.habits.shows("rest-anywhere", self._rng):
                self._handling.think(person)
        self._handling.think(person)
        if paired:
            return  # it is slid on from there
        if habit == "pulled-back-later":
            self._handling.shown.append(Shown(person.clock, habit))
            back = [replace(errand, lie=before[errand.die]) for errand in other]
            self._put_off += [_Due(errand, self._move + 1) for errand in back]
            return
        for errand in reversed(other):
            self._put_back(person, errand.die, saved[errand.die], before[errand.die])
        self._handling.think(person)

    def _put_back(self, person: Person, die: str, pose: Pose | None, lie: Placement) -> None:
        """A die goes back to where it lay, showing what it showed."""
        if pose is None:
            person.take([die])
            person.leave()
            return
        person.take([die])
        area = self._table.surface.area(lie.place)
        spot = person.spot_for(area) if area is not None else (pose.x_mm, pose.y_mm)
        person.put(die, person.pose(spot, pose.face, pose.place))

    def _alternative(
        self, step: Step, errands: Sequence[Errand], *, same_die: bool
    ) -> list[Errand] | None:
        """What another lawful act of the same sort would move; nothing hidden comes of it."""
        game = self._game
        before = by_die(game.layout(step.before))
        others = [a for a in game.legal(step.before) if type(a) is type(step.action)]
        self._rng.shuffle(others)
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
                not self._handling.hidden(errand.lie.place) and errand.lie.under is None
                for errand in found
            )
            if found and quiet and (dice == moved if same_die else dice != moved):
                return found
        return None

    # -- drawing and rolling

    def _roll(self, unit: Sequence[int]) -> None:
        """Draw and roll, or reroll: from the first die taken to the last one that rests."""
        rolls = [n for n in unit if isinstance(self.steps[n].chance, Roll)]
        plot = self._plot_draw(unit)
        first, last = unit[0], unit[-1]
        seat = self._seat(rolls[0])
        person = self._person(seat)
        to_roll = {die for n in rolls for die in self.steps[n].faces}
        missing: frozenset[str] = frozenset()
        if plot is not None and plot.kind == "missing-drawn":
            missing = plot.culprits
        to_roll -= missing
        for n in unit:
            if n not in rolls:
                self._lead_up(n, person, to_roll | missing, missing)
        gathers = self.steps[first].chance is None
        for n in rolls:
            self._throw(n, gathers=gathers, missing=missing)
            left = errands_between(self._fallen(n), self._layouts[n + 1].values(), n)
            left = [e for e in left if self._moves_it(e) and e.die not in missing]
            if left:
                self._handling.think(person)
                self._run(self._grips(left, person), person)
        for n in unit:
            self._times[n].one_move = self._times[first].one_move
            if self._times[n].begun is None:
                self._note(n, person.clock, person.clock)
        self._announce(last, person.clock)
        self._mark_lives(unit)
        if plot is not None:
            self._misdraw(plot, unit, person)

    def _plot_draw(self, unit: Sequence[int]) -> Plot | None:
        """A foul at this draw, if one is committed."""
        step = self.steps[unit[0]]
        if not isinstance(step.chance, Draw) or self._put_off or not self._may_foul():
            return None
        rolled = {die for n in unit for die in self.steps[n].faces}
        drawn = [die for die in rolled if die not in self._table.poses]
        if len([n for n in unit if isinstance(self.steps[n].chance, Roll)]) != 1:
            return None
        return self._plots.draw(step, sorted(drawn))

    def _misdraw(self, plot: Plot, unit: Sequence[int], person: Person) -> None:
        """A die too many is thrown with the others, or one too few was."""
        rolled = next(iter(self.steps[unit[-1]].faces))
        lying = self._table.poses.get(rolled)
        for errand in plot.now:
            face = self._rng.randrange(6)
            place = lying.place if lying is not None else errand.lie.place
            self._throwing.throw(person, {errand.die: face}, place)
        deed = unit[-1] if plot.kind == "missing-drawn" else -1
        mend = tuple(Errand(e.die, self._layouts[unit[-1] + 1][e.die], deed) for e in plot.mend)
        self._put_off += [_Due(errand, len(self.steps) + 1) for errand in mend]
        begun = self._times[unit[0]].begun or person.clock
        self._open(replace(plot, mend=mend), unit[-1], begun, person)

    def _lead_up(
        self,
        number: int,
        person: Person,
        to_roll: Collection[str],
        missing: Collection[str] = (),
    ) -> None:
        """What comes before the throw: piles back into the bag, dice out of it, a decision."""
        before, after = self._layouts[number], self._layouts[number + 1]
        begun = person.clock
        errands = errands_between(before, after.values(), number)
        drawn = [
            errand.die
            for errand in errands
            if errand.die in to_roll and errand.die not in self._table.poses
        ]
        rest = [e for e in errands if e.die not in drawn and self._moves_it(e)]
        drawn = [die for die in drawn if die not in missing]
        self._run(list(self._handling.handfuls(rest)), person)
        if drawn and self._handling.show("laid-down-first", person):
            places = [after[drawn[0]].place, *self._roll_places(after[drawn[0]].place)]
            self._throwing.lay_unrolled(person, drawn, places)
        self._note(number, begun, person.clock)

    def _throw(self, number: int, *, gathers: bool, missing: Collection[str] = ()) -> None:
        """Everybody's dice of one roll are thrown, by each player their own."""
        step, before = self.steps[number], self._layouts[number]
        by_place: dict[Place, list[str]] = {}
        for die in [die for die in step.faces if die not in missing]:
            by_place.setdefault(before[die].place, []).append(die)
        for place, dice in by_place.items():
            person = self._person(place.seat if place.seat is not None else self._seat(number))
            if self._habits.rest is not None or not self._habits.share("overlap"):
                person.clock = max(one.clock for one in self._people)
            begun = person.clock
            where = self._throw_where(person, place, dice)
            if gathers:
                kept = self._beside_them(dice, before)
                if kept and self._handling.show("gather-reroll", person):
                    self._throwing.gather(person, kept)
            self._throwing.throw(person, {die: step.faces[die] for die in dice}, where)
            self._note(number, begun, person.clock)

    def _beside_them(self, dice: Sequence[str], before: Mapping[str, Placement]) -> list[str]:
        """Dice that lie with those that are thrown again, and are kept."""
        place = before[dice[0]].place
        return [
            die
            for die, lie in before.items()
            if lie.place == place and die not in dice and die in self._table.poses
        ]

    def _throw_where(self, person: Person, place: Place, dice: Sequence[str]) -> Place | None:
        """Where these dice are rolled: where they lie, where they are due, or beside the mat."""
        lying = [self._table.poses[die] for die in dice if die in self._table.poses]
        thrown_before = [pose for pose in lying if pose.place != place]
        if thrown_before and len(thrown_before) == len(lying):
            at = thrown_before[0]
            tray = self._table.surface.tray(person.seat)
            if at.place is not None or tray.holds(at.x_mm, at.y_mm):
                return at.place
        if self._table.surface.area(place) is None:
            return None
        if place.zone in ROLL_ALSO_IN:
            if self._handling.show("tray", person):
                return None
            others = self._roll_places(place)
            if others and self._handling.show("roll-in-reserve", person):
                return self._rng.choice(others)
        return place

    def _roll_places(self, place: Place) -> list[Place]:
        """Other places on the mat in which dice due here may be rolled."""
        names = [name for name in ROLL_ALSO_IN.get(place.zone, ()) if name != place.zone]
        places = [Place(name, place.seat) for name in names]
        return [p for p in places if self._table.surface.area(p) is not None]

    def _fallen(self, number: int) -> dict[str, Placement]:
        """The dice after the throw, before anything follows from it."""
        faces = self.steps[number].faces
        return {
            die: Placement(
                lie.die, lie.kind, lie.place, faces.get(die, lie.face), lie.under, lie.paired
            )
            for die, lie in self._layouts[number].items()
        }

    # -- life

    def _mark_lives(self, unit: Sequence[int]) -> None:
        """Who gained or lost life moves the marker."""
        before = self._game.view(self.steps[unit[0]].before).seats
        after = self._game.view(self.steps[unit[-1]].after).seats
        times = self._times[unit[0]]
        for seat, (old, new) in enumerate(zip(before, after, strict=True)):
            if old.life == new.life:
                continue
            time = times.done + self._rng.uniform(0.5, 1.5)
            if self._handling.show("late-marker", self._person(seat)):
                begun = times.begun or 0.0
                time = self._rng.choice((begun - 0.5, begun + 0.2, time + pause(self._rng, 5.0)))
            earlier = [mark.time for mark in self._marked if mark.seat == seat]
            self._marked.append(Marked(max([time, 0.0, *earlier]), seat, new.life))

    # -- the start and the end

    def _lay_out(self) -> None:
        """The table as the game begins, before anybody looks."""
        person = self._people[0]
        for lie in self._layouts[0].values():
            if self._handling.hidden(lie.place):
                continue
            face = lie.face if lie.face is not None else self._rng.randrange(6)
            pose = person.pose(self._handling.spot(person, lie), face, lie.place)
            self._table.move(0.0, lie.die, pose)
        for seat, player in enumerate(self._game.view(self._start).seats):
            if self._table.surface.area(Place("life", seat)) is not None:
                self._marked.append(Marked(0.0, seat, player.life))
        for one in self._people:
            one.clock = 2.0

    def _script(self) -> Script:
        movements = sorted(self._table.movements, key=lambda one: one.time)
        end = max([one.clock for one in self._people]) + 5.0
        deeds = []
        for number in range(len(self._times) - 1, 0, -1):  # hands that overlap: begun in order
            earlier, later = self._times[number - 1], self._times[number]
            if earlier.begun is not None and later.begun is not None:
                earlier.begun = min(earlier.begun, later.begun)
        for number, (step, times) in enumerate(zip(self.steps, self._times, strict=True)):
            following = self._times[number + 1].begun if number + 1 < len(self.steps) else None
            settled = min(
                [s.time for s in self._spoken if s.deed == number]
                + [end - 2.0 if following is None else following]
            )
            begun = times.begun if times.begun is not None else times.done
            deeds.append(
                Deed(step.action, step.before, step.after, step.seat, begun, times.done,
                     max(settled, begun), times.one_move)
            )  # fmt: skip
        return Script(
            self._table.surface.mat,
            {die: lie.kind for die, lie in self._layouts[0].items()},
            self._start,
            tuple(movements),
            tuple(sorted(self._table.paths, key=lambda path: path.since)),
            tuple(deeds),
            tuple(sorted(self._spoken, key=lambda one: one.time)),
            tuple(sorted(self._marked, key=lambda one: one.time)),
            tuple(self._fidgets.covers),
            tuple(self._handling.shown),
            tuple(self._fouls),
            end,
        )


def _named(game: Game, step: Step) -> frozenset[str]:
    """The dice a player means when they say what they do."""
    if step.chance is not None or not isinstance(game, Touching):
        return frozenset()
    return frozenset(game.touches(step.before, step.action))
