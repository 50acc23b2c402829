"""A whole match on the simulated table: to two wins, dice exchanged at random between games."""

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from random import Random

from rules.irondie.match import exchange
from rules.journal import Journal
from ui.app.game_plan import IRONDIE, Plan, Side, example, setup_of, words_of_set
from ui.app.match import carry_clock, entrant, exchanged, next_plan, sides_of
from ui.app.records import in_match, new_record, score

SIDE_SETS = (
    ("smasher-red-rare", "powerup-blue", "swarm-black"),
    ("assault-green", "barrier-purple-rare", "regeneration-white"),
)
"""What the two players of the example bring besides their sets."""

MOST_GAMES = 9
"""Draws could make a match of random players last for ever."""


def match_games(name: str, seed: int) -> Iterator[tuple[int, Journal]]:
    """The records of a match's games, each begun when the one before is over, with its seed."""
    arguments = Namespace(match=name, event="", round=None, table="", best_of=None)
    rng, plan = Random(seed), _first_plan()
    for number in count():
        games = in_match(name)
        if number == MOST_GAMES or (games and score(games).winner is not None):
            return
        if games:
            plan = replace(plan, sides=sides_of(games[-1]))
            plan = replace(next_plan(plan, games, {}), sides=_swapped(plan.sides, rng))
        journal = new_record(arguments, plan, setup_of(plan))
        carry_clock(journal, games)
        yield seed + number, journal


def _first_plan() -> Plan:
    plan = example(IRONDIE)
    aside = zip(plan.sides, SIDE_SETS, strict=True)
    return replace(plan, sides=tuple(replace(s, aside=", ".join(three)) for s, three in aside))


def _swapped(sides: tuple[Side, ...], rng: Random) -> tuple[Side, ...]:
    """Each side with one die exchanged for another, where that is legal."""
    return tuple(_with_one_swap(side, rng) for side in sides)


def _with_one_swap(side: Side, rng: Random) -> Side:
    pairs = [
        ((out,), (into,))
        for out in words_of_set(side.brings)
        for into in words_of_set(side.aside)
        if _legal(side, out, into)
    ]
    return exchanged(side, rng.choice(pairs)) if pairs else side


def _legal(side: Side, out: str, into: str) -> bool:
    try:
        exchange(entrant(side), [out], [into])
    except ValueError:
        return False
    return True
