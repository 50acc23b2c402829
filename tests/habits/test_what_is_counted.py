"""Somebody who knows the truth is found right, whatever the habits; whoever errs is found out."""

from collections.abc import Sequence
from random import Random

import pytest

from calibration.mats import mat_named
from hardware.simulated.people.habits import PLAIN, USUAL, Habits, every, only
from hardware.simulated.people.play import People
from hardware.simulated.people.script import Script
from hardware.simulated.people.seen import SeenTable
from rules.core import CHANCE, Action, AnyGame, State
from rules.irondie.state import TimeUp
from rules.registry import known_game
from tests.bench.following.adapter import Accused, Asked, Cleared, Entered, Word
from tests.bench.following.clock_calls import calls_apart
from tests.bench.following.followed_game import FollowedGame, Result


class Oracle:
    """Enters each deed once it is settled, and names each foul once it is over."""

    took_ms = 0.0
    open_question: int | None = None

    def __init__(self, script: Script) -> None:
        self.script = script
        self.entered = 0
        self.state = script.start
        self.named: set[int] = set()
        self.cleared: set[int] = set()

    @property
    def shown(self) -> State:
        return self.state

    def due(self, time: float) -> list[Action]:
        actions = []
        while self.entered < len(self.script.deeds):
            deed = self.script.deeds[self.entered]
            if max(deed.settled, deed.done) > time:
                break
            actions.append(deed.action)
            self.state = deed.after
            self.entered += 1
        return actions

    def fouls(self, time: float) -> list[Word]:
        words: list[Word] = []
        for number, foul in enumerate(self.script.fouls):
            if foul.over <= time and number not in self.named:
                self.named.add(number)
                words.append(self.name(number))
            if foul.cleared + 0.5 <= time and number not in self.cleared:
                self.cleared.add(number)
                words.append(Cleared(number))
        return words

    def name(self, number: int) -> Accused:
        foul = self.script.fouls[number]
        called = foul.violations[0] if foul.violations else None
        return Accused(
            number,
            called.code if called else "?",
            "Sidekick and all the others",
            foul.seat,
            "",
            called.citation.section if called else "",
            called.remedy or "put it back" if called else "put it back",
            (),
        )

    def look(self, seen: SeenTable) -> Sequence[Word]:
        actions = self.due(seen.time)
        return [*([Entered(tuple(actions))] if actions else []), *self.fouls(seen.time)]

    def announce(self, action: Action) -> Sequence[Word]:
        del action
        return []  # it knows

    def call_time(self) -> Sequence[Word]:
        return [Entered((TimeUp(self.state.turn),))]

    def answer(self, number: int, choice: int) -> Sequence[Word]:
        raise AssertionError((number, choice))

    def put_right(self, state: State) -> None:
        self.state = state
        deeds = self.script.deeds
        self.entered = next((n for n, d in enumerate(deeds) if d.before is state), len(deeds))


def followed(make=Oracle, habits: Habits = PLAIN, *, seed=1, name="avx", fouls=0.0) -> Result:
    known = known_game(name)
    game, setup = known.load(), known.family.random_setup(name, Random(seed))
    table = mat_named(known.mat_for(setup))
    script = People(game, setup, table, habits, seed, most=80, fouls=fouls).play()
    result = Result(name, seed, "?", "usual", 4.0, "plain")
    known_deeds, _ = calls_apart(game, script)
    return FollowedGame(game, setup, script, result, make(known_deeds)).run()


@pytest.mark.parametrize("habit", ["plain", *sorted(USUAL), "all", "messy"])
def test_who_knows_the_truth_is_right_whatever_the_habits(habit):
    ways = {"plain": PLAIN, "all": every(), "messy": every("messy")}
    result = followed(habits=ways[habit] if habit in ways else only(habit))
    assert (result.wrong, result.accused, result.questions, result.open) == (0, 0, 0, 0)
    assert result.entered == result.deeds


@pytest.mark.parametrize("name", ["imwm", "irondie"])
def test_who_knows_the_truth_names_each_foul_right(name):
    for seed in range(3):
        result = followed(name=name, seed=seed, fouls=0.3, habits=every())
        score, committed = result.fouls, result.fouls.committed.total()
        assert (result.wrong, result.accused, result.open, score.early) == (0, 0, 0, 0)
        assert score.named.total() == score.mended == committed
        assert score.player == score.remedy == committed
        assert score.rule == score.ruled


class Hasty(Oracle):
    """Enters what has not been begun."""

    def due(self, time: float) -> list[Action]:
        return super().due(time + 20.0)


class Lazy(Oracle):
    """Enters everything far too late."""

    def due(self, time: float) -> list[Action]:
        return super().due(time - 500.0)


class Muddled(Oracle):
    """Now and then enters something else that would have been legal."""

    def __init__(self, script: Script) -> None:
        super().__init__(script)
        self.rng = Random(3)
        self.game: AnyGame = known_game("avx").load()

    def due(self, time: float) -> list[Action]:
        before, actions = self.state, super().due(time)
        if not actions or self.game.to_move(before) == CHANCE:
            return actions
        others = [a for a in self.game.legal_actions(before) if a != actions[0]]
        return [self.rng.choice(others)] if others and self.rng.random() < 0.3 else actions


class Suspicious(Oracle):
    """Accuses honest people."""

    def fouls(self, time: float) -> list[Word]:
        if int(time) % 100 or int(time) in self.named:
            return []
        self.named.add(int(time))
        return [Accused(int(time), "unpaid", "", 0, "", "", "", ())]


class Nagging(Oracle):
    """Asks what everybody sees."""

    def look(self, seen: SeenTable) -> Sequence[Word]:
        words = super().look(seen)
        return [*words, Asked(1, "?", (("nothing", ()), ("else", None)))] if words else words


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (Hasty, "wrong"),
        (Muddled, "wrong"),
        (Lazy, "open"),
        (Suspicious, "accused"),
        (Nagging, "questions"),
    ],
)
def test_who_errs_is_found_out(make, field):
    assert getattr(followed(make), field) > 3


class Misnaming(Oracle):
    """Names each foul at once, and always the same player for another thing."""

    def fouls(self, time: float) -> list[Word]:
        words: list[Word] = []
        for number, foul in enumerate(self.script.fouls):
            if foul.begun + 0.5 <= time and number not in self.named:
                self.named.add(number)
                words.append(Accused(number, "?", "?", 1 - foul.seat, "", "?", "", (-5,)))
        return words


def test_fouls_named_wrongly_are_found_out():
    score = followed(Misnaming, fouls=0.3).fouls
    assert score.named.total() > 3
    assert (score.player, score.rule, score.remedy, score.mended) == (0, 0, 0, 0)
    assert score.early > 0


class Silent(Oracle):
    """Names no foul."""

    def fouls(self, time: float) -> list[Word]:
        del time
        return []


def test_fouls_not_named_are_found_out():
    score = followed(Silent, fouls=0.3).fouls
    assert score.committed.total() > 3
    assert score.named.total() == 0
