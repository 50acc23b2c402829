"""Is the record the same as what truly happened, entry for entry?

What counts as the same, and why the table cannot show a difference:

- dice of one kind that lie alike carry one name in the books and another: nobody can tell them;
- two acts that lead to one and the same state are one act to everybody at the table;
- dice that were thrown again and show again what lay there: once they lie, nothing tells that from
  sorting, and no rate of looks is sure to catch them rolling. A record may leave such a reroll
  out; it may not claim one that was none;
- of dice that are thrown again, those that show again what they showed: a record may say that only
  the others were thrown;
- of acts that were made as one movement, or with less than `UNSEEN` looks between them, nobody
  sees which was first, nor which die of one heap paid for which of them: a record may tell them
  in another order as long as it agrees again where they end;
- the same of acts of one kind that look alike from above at each step: which of two attackers of
  one kind was pushed up first. A record must agree with the truth again within the turn;
- acts of one step of a turn that together lead to the same state as the true ones did: a target
  that was destroyed before the die that aimed at it was resolved. A record must agree again
  within `TOLD_OTHERWISE` acts;
- dice that are thrown, and all thrown again before anything else is done, look like dice that were
  laid down and then thrown. A record may leave out the first of two such throws.

Everything else is wrong, also when it is corrected later, and also when it comes true later: an
entry before the hands (or a voice) had begun the deed is a guess. Only what nobody can decide
otherwise (the one legal act there is) may be entered before.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from hardware.simulated.people.script import Deed, Script
from rules.core import CHANCE, Action, AnyGame, Roll, State, ZoneKind

UNSEEN: Final = 3.0
"""Looks: a rest shorter than that is none to the eye, which needs two and may miss one."""

TOLD_OTHERWISE: Final = 4
"""Acts that may be told as others that lead to the same state together."""

UNSEEN_S: Final = 0.6
"""Nor is one in which the hands do not leave the table."""

TOO_EARLY: Final = "before it was begun"
"""What is wrong with an entry that is a guess."""

NEARLY_S: Final = 0.25
"""A deed may be entered so long before its time: clocks of look and hand are not one."""


def appearance(game: AnyGame, state: State) -> object:
    """A state as everybody at the table knows it, without the books' names of dice."""
    layout = game.layout(state)
    view = game.view(state)
    kinds = {lie.die: lie.kind for lie in layout}
    carried = {die.die: (die.stats, die.detail) for die in view.dice}
    dice = Counter(
        (
            lie.kind,
            lie.place,
            None if game.zones[lie.place.zone] is not ZoneKind.OPEN else lie.face,
            kinds.get(lie.under) if lie.under else None,
            kinds.get(lie.paired) if lie.paired else None,
            carried.get(lie.die),
        )
        for lie in layout
    )
    mover = game.to_move(state)
    return (
        frozenset(dice.items()),
        tuple((seat.life, seat.notes) for seat in view.seats),
        (view.turn, view.active, view.step, view.substep, view.chosen, mover),
        _due(game, state) if mover == CHANCE else None,
    )


def _due(game: AnyGame, state: State) -> object:
    chance = game.chance(state)
    if not isinstance(chance, Roll):
        return chance
    lies = {lie.die: lie for lie in game.layout(state)}
    return frozenset(
        Counter((kind, lies[die].place, lies[die].face) for die, kind in chance.dice).items()
    )


class Comparison:
    """Holds a record against the truth as it grows."""

    def __init__(self, game: AnyGame, script: Script, look_s: float) -> None:
        """`look_s`: seconds between two looks."""
        self._game = game
        self.deeds: Sequence[Deed] = script.deeds
        self._spoken = {one.deed: one.time for one in script.spoken}
        self._look_s = look_s
        self._known: dict[int, Any] = {}
        self.position = 0  # deeds that are in the record
        self.pending: list[State] = []  # entries that may be told in another order

    def state(self, number: int) -> State:
        """The true state after so many deeds."""
        return self.deeds[number].before if number < len(self.deeds) else self.deeds[-1].after

    def truth(self, number: int) -> object:
        """What the table is like after so many deeds."""
        if number not in self._known:
            self._known[number] = appearance(self._game, self.state(number))
        return self._known[number]

    def enter(self, time: float, before: State, action: Action) -> tuple[State, str]:
        """Take an entry in: the state after it, and what is wrong with it, if anything."""
        after, _ = self._game.apply(before, action)
        target = self.position + len(self.pending) + 1
        if target > len(self.deeds):
            return after, "nothing more happened"
        return after, self._compared(time, after, action, target)

    def _compared(self, time: float, after: State, action: Action, target: int) -> str:
        """What is wrong with an entry that stands where so many deeds lead to."""
        if appearance(self._game, after) == self.truth(target):
            early = [n for n in range(self.position, target) if self._early(n, time)]
            self.position, self.pending = target, []
            return TOO_EARLY if early else ""
        again = self._agrees_again(time, after, target) if self.pending else None
        if again is not None:
            self.position, self.pending = again, []
            return ""
        alike = self._looks_like(after, action, target) or self._told_otherwise(
            time, after, action, target
        )
        if self.pending and not alike and not self._one_move(self.position, target - 1):
            return "not what happened"
        shorter = None if self.pending else self._with_rolls_left_out(target, after)
        if shorter is not None:
            self.position = shorter
            return TOO_EARLY if self._early(shorter - 1, time) else ""
        if alike or self._one_move(self.position, target):
            self.pending.append(after)
            return ""
        return "not what happened"

    def _told_otherwise(self, time: float, after: State, action: Action, target: int) -> bool:
        """Whether an entry may be one of several that lead to the true state together."""
        deed, game = self.deeds[target - 1], self._game
        same_kind = type(action) is type(deed.action) or deed.seat is None
        held = self.pending[:1] or [after]
        same_step = game.view(held[0]).step == game.view(self.state(self.position)).step
        few = len(self.pending) < TOLD_OTHERWISE
        return same_kind and same_step and few and not self._early(target - 1, time)

    def _agrees_again(self, time: float, after: State, target: int) -> int | None:
        """After how many deeds the record agrees again that told some of them otherwise."""
        looked = range(max(self.position + 1, target - 2), min(target + 3, len(self.deeds) + 1))
        found = (n for n in looked if appearance(self._game, after) == self.truth(n))
        number = next(found, None)
        if number is None or any(self._early(n, time) for n in range(self.position, number)):
            return None
        return number

    def _with_rolls_left_out(self, target: int, after: State) -> int | None:
        """After which deed an entry stands that leaves out throws of which nothing is left."""
        whole = self._thrown_whole_again(target, after)
        if whole is not None:
            return whole
        past = self._past_idle_rerolls(target)
        agrees = past != target and appearance(self._game, after) == self.truth(past)
        return past if agrees else None

    def _looks_like(self, after: State, action: Action, target: int) -> bool:
        """Whether an entry is of the kind of the deed in its place, and looks like it from above.

        The first entry of another turn must agree.
        """
        deed = self.deeds[target - 1]
        same_turn = self._game.view(deed.after).turn == self._game.view(after).turn
        same_turn = same_turn and self._game.view(self.state(self.position)).turn == (
            self._game.view(after).turn
        )
        due, told = self._kinds_thrown(deed.after), self._kinds_thrown(after)
        return (
            same_turn
            and type(action) is type(deed.action)
            and (bool(told) and told <= due if due else self._game.to_move(after) != CHANCE)
            and self._from_above(after, but=due) == self._from_above(deed.after, but=due)
        )

    def _thrown_whole_again(self, target: int, after: State) -> int | None:
        """After which deed a roll stands that leaves out that its dice were all thrown twice."""
        first = self.deeds[target - 1].before
        thrown = self._dice_thrown(first)
        found = None
        while thrown and target + 1 < len(self.deeds):
            if self._dice_thrown(self.deeds[target + 1].before) != thrown:
                break
            target += 2
            if self._from_above(self.deeds[target - 1].after) == self._from_above(after):
                found = target
        return found

    def _dice_thrown(self, state: State) -> frozenset[str]:
        chance = self._game.chance(state)
        return frozenset(die for die, _ in chance.dice) if isinstance(chance, Roll) else frozenset()

    def _past_idle_rerolls(self, target: int) -> int:
        """The deed that comes next when rerolls that changed no face are left out."""
        while target + 1 < len(self.deeds):
            decided, rolled = self.deeds[target - 1], self.deeds[target]
            rolls = isinstance(self._game.chance(rolled.before), Roll)
            if decided.seat is None or not rolls:
                break
            if self._from_above(decided.before) != self._from_above(rolled.after):
                break
            target += 2
        return target

    def _kinds_thrown(self, state: State) -> Counter[str]:
        """By kind, how many dice are due to be thrown."""
        chance = self._game.chance(state) if self._game.to_move(state) == CHANCE else None
        return Counter(kind for _, kind in chance.dice) if isinstance(chance, Roll) else Counter()

    def _from_above(self, state: State, but: Counter[str] | None = None) -> object:
        """How the dice lie; of kinds that are due to be thrown, nothing tells the faces."""
        return Counter(
            (lie.kind, lie.place, None if but and lie.kind in but else lie.face, lie.under)
            for lie in self._game.layout(state)
        )

    def _one_move(self, first: int, last: int) -> bool:
        """Whether nobody saw a rest between these deeds."""
        if last >= len(self.deeds):
            return False
        return all(self._joined(n) for n in range(first, last))

    def _joined(self, number: int) -> bool:
        one, other = self.deeds[number], self.deeds[number + 1]
        if one.one_move == other.one_move:
            return True
        return other.begun - one.done < max(UNSEEN_S, UNSEEN * self._look_s)

    def _early(self, number: int, time: float) -> bool:
        deed = self.deeds[number]
        known = min(deed.begun, self._spoken.get(number, deed.begun))
        if time >= known - NEARLY_S:
            return False
        return not (deed.seat is not None and len(self._game.legal_actions(deed.before)) == 1)

    def begun_by(self, time: float) -> int:
        """How many deeds were begun by then."""
        begun = self.position
        while begun < len(self.deeds) and self.deeds[begun].begun <= time:
            begun += 1
        return begun

    def done_by(self, time: float) -> int:
        """How many deeds were done by then, one after the other."""
        done = 0
        while done < len(self.deeds) and self.deeds[done].done <= time:
            done += 1
        return done

    def go_on_from(self, number: int) -> None:
        """The record was put right."""
        self.position, self.pending = number, []
