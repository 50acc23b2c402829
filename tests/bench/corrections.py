"""Random games with wrong entries, corrected at the table and in review: is the record true then?

In each game five entries are wrong: another lawful move, draw or roll than what happened. The game
goes on as far as the record can follow it; then the entry is corrected, by the referee at the table
or by the review, sometimes undone and done again, sometimes corrected wrongly first. What had to
drop out is entered again, in its place. Then the record must be the truth, entry by entry.

`diceref bench correct --games 500` plays as many; a game that fails is named by its seed.
"""

import sys
from collections.abc import Iterator, Mapping
from random import Random
from typing import Final

import msgspec

from rules.core import CHANCE, Action, AnyGame, Roll, State
from rules.journal import Journal, Moment, replay, undoable
from rules.journal.verify import not_by_the_rules
from rules.registry import families, known_game
from rules.track.referee import Referee
from ui.app.review import Review

GAMES: Final = 20
"""Games for `diceref bench`; the figure on the page is of 500."""

LONGEST: Final = 90
"""Actions of a game, at most: the corrections lie in them."""

CORRECTIONS: Final = 5
TOO_MUCH: Final = 0.25
"""How often a wrong entry is one of something that did not happen at all."""

FARTHEST: Final = 12
"""Actions after a wrong entry before it is corrected, at most."""


class Tried(msgspec.Struct):
    """What came of some games."""

    games: int = 0
    corrections: int = 0
    entries: int = 0  # compared with the truth
    wrong: int = 0  # that are not what happened, or are missing
    untrue: int = 0  # that stayed after a correction and had never happened
    again: int = 0  # that had dropped out and were entered again
    bad: list[str] = msgspec.field(default_factory=list)


class Truth(msgspec.Struct):
    """What really happened."""

    game: AnyGame
    setup: Mapping[str, object]
    actions: list[Action]
    states: list[State]  # before each action, and after the last


def played(name: str, seed: int) -> Truth:
    """A random game, or its beginning."""
    known, chance = known_game(name), Random(seed)
    game, setup = known.load(), known.family.random_setup(name, chance)
    actions, states = list[Action](), [game.new(setup)]
    while len(actions) < LONGEST and game.to_move(states[-1]) is not None:
        actions.append(_any_action(game, states[-1], chance))
        states.append(game.apply(states[-1], actions[-1])[0])
    return Truth(game, setup, actions, states)


def _any_action(game: AnyGame, state: State, chance: Random) -> Action:
    if game.to_move(state) == CHANCE:
        return game.sample(state, chance)
    return chance.choice(list(game.legal_actions(state)))


def _another(truth: Truth, at: int, chance: Random) -> Action | None:
    """A lawful action that leads elsewhere than what happened; None when there is none."""
    game, state = truth.game, truth.states[at]
    real = game.digest(truth.states[at + 1])
    for _ in range(8):
        action = _any_action(game, state, chance)
        if game.digest(game.apply(state, action)[0]) != real:
            return action
    return None


class Recorder:
    """The record of a true game, with mistakes in it."""

    def __init__(self, truth: Truth, chance: Random, tried: Tried) -> None:
        self._truth, self._chance, self._tried = truth, chance, tried
        self._game = truth.game
        self._journal = Journal.in_memory(truth.game.name, truth.setup)
        self._referee = Referee(truth.game, self._journal)

    def play(self) -> None:
        """The whole game; five entries are wrong for a while."""
        actions, chance = self._truth.actions, self._chance
        due = sorted(chance.sample(range(len(actions)), min(CORRECTIONS, len(actions))))
        at = 0
        while at < len(actions):
            other = _another(self._truth, at, chance) if due and at >= due[0] else None
            if other is None:
                self._referee.announce(actions[at])
                at += 1
            else:
                due.pop(0)
                at = self._mistaken(at, other)
                self._compare(at)
        self._compare(at)
        self._tried.games += 1
        if told := not_by_the_rules(tuple(self._journal.entries()), lambda _: self._game):
            self._tried.bad.append(told)

    def _mistaken(self, at: int, other: Action) -> int:
        """Enter something else, go on as far as it goes, and put it right; how far that was.

        It is entered instead of what happened, or, now and then, beside it.
        """
        truth, before = self._truth, len(self._line())
        too_much = self._chance.random() < TOO_MUCH
        self._referee.announce(other)
        number = len(self._journal)
        then = at if too_much else at + 1
        for _ in range(self._chance.randrange(FARTHEST)):
            if then < len(truth.actions):
                self._follow(then)
                then += 1
        self._correct(number, () if too_much else (truth.actions[at],))
        self._count_untrue(before, at, then)
        self._enter_again(then)
        return then

    def _follow(self, at: int) -> None:
        """The record follows what really happens where it can: the same said in the same turn.

        Dice that fall are read, also where the record has other dice.
        """
        game, state, action = self._game, self._referee.state, self._truth.actions[at]
        real = self._truth.states[at]
        if game.to_move(state) is None or self._occasion(state)[:3] != self._occasion(real)[:3]:
            return
        if game.why_not(state, action) is not None:
            return
        if game.to_move(real) == CHANCE or game.say(state, action) == game.say(real, action):
            self._referee.announce(action)

    def _line(self) -> tuple[Moment, ...]:
        return replay(self._journal.entries(), self._game).moments[1:]

    def _correct(self, number: int, actions: tuple[Action, ...]) -> None:
        self._tried.corrections += 1
        how = self._chance.randrange(4)
        if how == 0:  # first nothing instead, then what happened
            self._once(number, ())
            self._undo()
        self._once(number, actions)
        if how == 1:  # undone, and the undoing undone
            self._undo()
            self._undo()

    def _once(self, number: int, actions: tuple[Action, ...]) -> None:
        if self._chance.random() < 0.5:
            self._referee.correct(number, actions, "misread", "Cy")
        else:
            Review(self._journal, self._game, "").correct(number, actions, why="misread")
            self._referee = self._referee.anew(self._journal)

    def _undo(self) -> None:
        last = undoable(tuple(self._journal.entries()))[-1]
        if self._chance.random() < 0.5:
            self._referee.undo_correction(last)
        else:
            Review(self._journal, self._game, "").undo_correction(last, why="undo")
            self._referee = self._referee.anew(self._journal)

    def _count_untrue(self, before: int, at: int, then: int) -> None:
        """Count what stands after the correction and is not, in its order, what happened."""
        really = zip(self._truth.states[at:then], self._truth.actions[at:then], strict=True)
        for moment in self._line()[before:]:
            if not any(self._means_the_same(moment, *true) for true in really):
                self._tried.untrue += 1

    def _means_the_same(self, moment: Moment, state: State, action: Action) -> bool:
        """The same player did the same, or the same dice fell so, in the same turn.

        The same action may be said otherwise: how strong a die is depends on what came before.
        """
        game = self._game
        alike = self._occasion(moment.before) == self._occasion(state)
        said = game.say(moment.before, moment.step) == game.say(state, action)
        return alike and (said or moment.step == action)

    def _occasion(self, state: State) -> tuple[object, ...]:
        chance, view = self._game.chance(state), self._game.view(state)
        dice = [kind for _, kind in chance.dice] if isinstance(chance, Roll) else []
        return view.turn, view.active, self._game.to_move(state), dice

    def _enter_again(self, then: int) -> None:
        """What dropped out is entered in its place, as a judge would who read the preview."""
        for at in range(then):
            line = self._line()
            state = line[at].state if at < len(line) else None
            if state is not None and self._same(state, at):
                continue
            self._tried.again += 1
            if state is None:
                self._referee.announce(self._truth.actions[at])
                continue
            number, real = line[at].entry.number, self._truth.actions[at]
            both = (real, line[at].step)
            after = self._truth.states[at + 1]
            lawful = self._game.why_not(after, both[1]) is None
            self._referee.correct(number, both if lawful else both[:1], "was missing")

    def _same(self, state: State, at: int) -> bool:
        return self._game.digest(state) == self._game.digest(self._truth.states[at + 1])

    def _compare(self, then: int) -> None:
        """Entry by entry: the state it leads to, and what it tells."""
        line, truth = self._line(), self._truth
        self._tried.entries += then
        self._tried.wrong += abs(len(line) - then)
        for at, moment in enumerate(line[:then]):
            told = self._means_the_same(moment, truth.states[at], truth.actions[at])
            self._tried.wrong += not (told and self._same(moment.state, at))


def names() -> list[str]:
    """All games there are."""
    return [game for family in families() for game in family.titles]


def try_games(games: int, seed: int = 0) -> Tried:
    """Correct so many random games, of all families in turn."""
    tried, known = Tried(), names()
    for number in range(seed, seed + games):
        name = known[number % len(known)]
        before = tried.wrong + tried.untrue
        try:
            Recorder(played(name, number), Random(number), tried).play()
        except (ValueError, AssertionError) as error:
            tried.bad.append(f"{name}, seed {number}: {error}")
        if tried.wrong + tried.untrue > before:
            tried.bad.append(f"{name}, seed {number}")
    return tried


def figures(games: int = GAMES, first: int = 0) -> Iterator[Mapping[str, object]]:
    """`correct.wrong` and what it stands on."""
    tried = try_games(games, first)
    wrong = tried.wrong + len(tried.bad)
    on = (
        f"{tried.games} random games, {tried.corrections} entries corrected at the table and in "
        f"review, {tried.entries} entries compared with the truth; {tried.again} that had dropped "
        f"out entered again"
    )
    yield _figure("correct.wrong", wrong, "entries", on)
    yield _figure("correct.untrue", tried.untrue, "entries", "kept by a correction, never happened")
    for bad in tried.bad:
        print(bad, file=sys.stderr)


def _figure(name: str, value: int, unit: str, on: str) -> Mapping[str, object]:
    return {"name": name, "value": value, "unit": unit, "must": "0", "ok": value == 0, "on": on}
