"""People play a game: a legal game, carried out by hands in continuous time."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any, Final

from calibration.mat import Mat
from hardware.simulated.people.course import Course, Due, named
from hardware.simulated.people.errands import Errand, Handling, errands_between
from hardware.simulated.people.fidgets import Fidgets
from hardware.simulated.people.fouls import FoulScene
from hardware.simulated.people.habits import Habits, pause
from hardware.simulated.people.hands_at_work import Person, Table
from hardware.simulated.people.legal_game import Step, by_die, legal_game, time_runs_out
from hardware.simulated.people.offending import Offending
from hardware.simulated.people.paying import Paying
from hardware.simulated.people.rolling import Rolling
from hardware.simulated.people.script import Deed, Marked, Script, Spoken
from hardware.simulated.people.surface import Surface
from hardware.simulated.people.throwing import Throwing
from hardware.simulated.people.trying import Trying
from rules.core import AnyGame, Draw, Place, Placement, Roll, Seat, State, ZoneKind, numbered

READING_S: Final = (0.8, 2.0)
"""Seconds people look at what was rolled before they do anything, however quick they are."""

FORGOTTEN_FOR: Final = 2
"""Moves after which people notice what they forgot."""


class People:
    """Everybody at one table, and one game as they play it."""

    def __init__(
        self,
        game: AnyGame,
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
        self._start: State = game.new(setup)
        time_up = time_runs_out(game, setup, Random(f"clock {game.name} {seed}"))
        by_chance = Random(f"game {game.name} {seed}")
        steps = tuple(legal_game(game, self._start, by_chance, most, time_up))
        rng = Random(f"hands {game.name} {seed} {sorted(habits.shares)} {habits.temperament.name}")
        handling = Handling(game.zones, game.dice(setup), Table(Surface(mat), rng), habits, rng)
        self._course = Course(game, self._start, steps, handling)
        self._fidgets = Fidgets(handling, rng)
        throwing = Throwing(handling, rng)
        scene = FoulScene(game, game.dice(setup), handling, rng)
        self._paying = Paying(self._course)
        self._trying = Trying(self._course)
        self._offending = Offending(self._course, scene, throwing, self._paying, fouls)
        self._rolling = Rolling(self._course, throwing, self._offending)

    def play(self) -> Script:
        """The whole game as a script."""
        self._lay_out()
        moves = list(self._moves())
        while moves:
            unit = moves.pop(0)
            self._course.move += 1
            self._begin_move(unit)
            self._offending.between_moves(unit)
            if any(isinstance(self._course.steps[n].chance, Roll) for n in unit):
                self._rolling.roll(unit)
            elif moves and self._paying.for_both(unit, moves[0]):
                self._paying.decide_both(unit[0], moves.pop(0)[0])
            else:
                self._decide(unit)
            self._offending.went_on(unit)
        self._offending.put_right()
        self._course.catch_up(all_of_it=True)
        for person in self._course.people:
            person.leave()
        return self._script()

    def _moves(self) -> Iterator[list[int]]:
        """The steps of the game, those together that hands do as one movement."""
        number = 0
        while number < len(self._course.steps):
            unit = [number]
            while self._goes_on(unit[-1]):
                unit.append(unit[-1] + 1)
            yield unit
            number = unit[-1] + 1

    def _goes_on(self, number: int) -> bool:
        """Whether the step after this one is carried out together with it."""
        if number + 1 >= len(self._course.steps):
            return False
        step, following = self._course.steps[number], self._course.steps[number + 1]
        if following.chance is None:
            return False
        if isinstance(step.chance, Draw):
            return True  # more is drawn, or what was drawn is rolled
        # a reroll and its roll; turns are ended before the next player draws
        return step.chance is None and isinstance(following.chance, Roll)

    def _begin_move(self, unit: Sequence[int]) -> None:
        """Rest, fidget, clear up what was put off; the hands of different people may overlap."""
        person = self._course.person(self._course.seat(unit[0]))
        latest = max(self._course.people, key=lambda one: one.clock)
        rests = self._course.habits.rest
        if latest is not person and self._course.handling.show("overlap", person):
            begun = self._course.times[unit[0] - 1].begun if unit[0] else 0.0
            person.clock = max(person.clock, (begun or 0.0) + 0.3)
        else:
            for one in self._course.people:
                one.leave()
            clock = max(one.clock for one in self._course.people)
            if rests is not None:
                wait = self._course.rng.uniform(*rests)
            elif self._course.handling.show("quick", person):
                wait = self._course.rng.uniform(0.05, 0.5)
            else:
                wait = pause(self._course.rng, 1.5 * self._course.habits.temperament.pause)
            if unit[0] and isinstance(self._course.steps[unit[0] - 1].chance, Roll):
                wait = max(wait, self._course.rng.uniform(*READING_S))
            for one in self._course.people:
                one.clock = max(one.clock, clock + wait)
        self._fidgets.at(self._course.rng.choice(self._course.people))
        person.clock = max(person.clock, self._course.last_begun(unit[0]))
        self._offending.before_move(unit)

    def _decide(self, unit: Sequence[int]) -> None:
        """What a player decides, and all that follows from it on the table."""
        number = unit[0]
        step = self._course.steps[number]
        person = self._course.person(self._course.seat(number))
        before, after = self._course.layouts[number], self._course.layouts[unit[-1] + 1]
        errands = [
            e for e in errands_between(before, after.values(), number) if self._course.moves_it(e)
        ]
        if not errands:
            self._say_or_not(unit, person)
            return
        if self._offending.spoil(unit, errands, person):
            return
        if step.chance is None:
            self._trying.instead_of(step, person, errands)
        errands = self._keep_in_hand(number, errands, person)
        self._course.announce(number, person.clock)
        kept, later = self._forgotten(step, errands)
        self._paying.push_and_count(kept, person)
        kept = self._paying.heap_up(step, kept, person)
        self._course.run(self._paying.in_order(step, kept, person), person)
        if self._is_vague(step) and not self._course.handling.show("unsaid", person):
            self._course.spoken.append(Spoken(person.clock, number))
        for errand in later:
            self._course.put_off.append(Due(errand, self._course.move + FORGOTTEN_FOR))
        for n in unit[1:]:
            self._course.note(
                n, self._course.times[number].begun or 0.0, self._course.times[number].done
            )
            self._course.times[n].one_move = self._course.times[number].one_move
        self._course.mark_lives(unit)

    def _is_vague(self, step: Step) -> bool:
        """Whether another lawful act would leave the very same table: one global or another."""
        game = self._course.game
        meant = named(game, step)
        if step.chance is not None or not meant:
            return False
        layout, digest = game.layout(step.after), game.digest(step.after)
        for action in game.legal_actions(step.before):
            other = replace(step, action=action)
            if action == step.action or named(game, other) != meant:
                continue
            after, _ = game.apply(step.before, action)
            if game.layout(after) == layout and game.digest(after) != digest:
                return True
        return False

    def _keep_in_hand(self, number: int, errands: list[Errand], person: Person) -> list[Errand]:
        """Dice chosen for the next roll are only taken up; what else is to be done."""
        later = self._course.steps[number + 1 :]
        chance = next((step for step in later if step.chance is not None), None)
        rolled = chance.faces if chance is not None else {}  # of a draw there are none
        chosen = [e for e in errands if e.die in rolled and e.lie.face is None]
        lying = [errand.die for errand in chosen if errand.die in self._course.table.poses]
        if not lying or not self._course.handling.show("kept-in-hand", person):
            return errands
        begun = person.clock
        person.take(lying)
        person.leave()
        self._course.note(number, begun, person.clock)
        return [errand for errand in errands if errand not in chosen]

    def _say_or_not(self, unit: Sequence[int], person: Person) -> None:
        """Nothing on the table tells: they say it, or what they do next must tell."""
        for n in unit:
            person.clock += 0.1
            self._course.note(n, person.clock, person.clock)
        nobody_s = self._course.steps[unit[0]].seat is None  # a clock's, and that is never silent
        if nobody_s or not self._course.handling.show("unsaid", person):
            self._course.spoken.append(Spoken(person.clock, unit[0]))
        self._course.mark_lives(unit)

    def _forgotten(self, step: Step, errands: list[Errand]) -> tuple[list[Errand], list[Errand]]:
        """What is done now, and what somebody forgets for a while."""
        meant = named(self._course.game, step)
        person = self._course.person(step.seat)
        later = [
            errand
            for errand in errands
            if (errand.die not in meant or self._was_used(errand, meant))
            and errand.die in self._course.table.poses
            and errand.lie.paired is None
            and len(errands) > 1
            and self._course.handling.show("forget", person)
        ]
        return [errand for errand in errands if errand not in later], later

    def _was_used(self, errand: Errand, meant: frozenset[str]) -> bool:
        """Whether the die is what was used, and goes away only because of that."""
        heap = self._course.game.zones[errand.lie.place.zone] is ZoneKind.HEAP
        return meant == {errand.die} and heap and errand.die in self._course.table.poses

    def _lay_out(self) -> None:
        """The table as the game begins, before anybody looks."""
        person = self._course.people[0]
        unsold: dict[str, Placement] = {}
        for lie in self._course.layouts[0].values():
            if self._course.handling.hidden(lie.place):
                unsold.setdefault(lie.kind, lie)
                continue
            face = lie.face if lie.face is not None else self._course.rng.randrange(6)
            pose = person.pose(self._course.handling.spot(person, lie), face, lie.place)
            self._course.table.move(0.0, lie.die, pose)
        self._lay_supply(person, list(unsold.values()))
        for seat, player in numbered(Seat, self._course.game.view(self._start).seats):
            if self._course.table.surface.area(Place("life", seat)) is not None:
                self._course.marked.append(Marked(0.0, seat, player.life))
        for one in self._course.people:
            one.clock = 2.0

    def _lay_supply(self, person: Person, unsold: Sequence[Placement]) -> None:
        """One die of each kind that can be bought lies in view, beside the mat."""
        draws = {lie.place for step in self._course.steps[:40] for lie in self._drawn_from(step)}
        supply = [lie for lie in unsold if lie.place not in draws]
        if not supply or not self._course.handling.show("supply-in-view", person):
            return
        for lie in supply:
            area = self._course.table.surface.supply(lie.place.seat)
            spot = person.spot_for(area)
            pose = person.pose(spot, self._course.rng.randrange(6), lie.place)
            self._course.table.move(0.0, lie.die, pose)

    def _drawn_from(self, step: Step) -> Iterator[Placement]:
        """Where dice came from that were drawn unseen."""
        if isinstance(step.chance, Draw):
            game = self._course.game
            before, after = by_die(game.layout(step.before)), by_die(game.layout(step.after))
            yield from (lie for die, lie in before.items() if after[die].place != lie.place)

    def _deeds(self, end: float) -> Iterator[Deed]:
        """What was truly done, with its times."""
        steps, times = self._course.steps, self._course.times
        for earlier, later in reversed(list(pairwise(times))):  # hands may overlap
            if earlier.begun is not None and later.begun is not None:
                earlier.begun = min(earlier.begun, later.begun)
        said: dict[int, float] = {}
        for spoken in self._course.spoken:
            said[spoken.deed] = min(spoken.time, said.get(spoken.deed, end))
        for number, (step, own) in enumerate(zip(steps, times, strict=True)):
            begun = own.begun if own.begun is not None else own.done
            following = times[number + 1].begun if number + 1 < len(steps) else None
            settled = end - 2.0 if following is None else following
            yield Deed(
                step.action,
                step.before,
                step.after,
                step.seat,
                begun=begun,
                done=own.done,
                settled=max(begun, min(settled, said.get(number, settled))),
                one_move=own.one_move,
            )

    def _script(self) -> Script:
        course, table = self._course, self._course.table
        end = max(one.clock for one in course.people) + 5.0
        return Script(
            table.surface.mat,
            {die: lie.kind for die, lie in course.layouts[0].items()},
            self._start,
            movements=tuple(sorted(table.movements, key=lambda one: one.time)),
            hands=tuple(sorted(table.paths, key=lambda path: path.since)),
            deeds=tuple(self._deeds(end)),
            spoken=tuple(sorted(course.spoken, key=lambda one: one.time)),
            marked=tuple(sorted(course.marked, key=lambda one: one.time)),
            covers=tuple(self._fidgets.covers),
            shown=tuple(course.handling.shown),
            fouls=tuple(self._offending.fouls),
            end=end,
        )
