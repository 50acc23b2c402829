"""How well the opponent of practice plays, and how long it thinks: games against each other."""

from collections.abc import Iterator, Mapping
from random import Random
from time import perf_counter
from typing import NamedTuple

from rules.core import CHANCE
from rules.registry import known_game
from ui.app.opponent import best_move

GAMES = 6
LONGEST = 800
"""Actions after which a game counts for nobody."""

SLOWEST_S = 2.0
PAIRS = (("fair", "easy"), ("strong", "fair"))


class Duel(NamedTuple):
    """Games of two strengths against each other."""

    won: int
    lost: int
    slowest: float  # seconds for one move


def duel(name: str, better: str, other: str, games: int, first: int = 0) -> Duel:
    """So many games; each begins as often."""
    won = lost = 0
    slowest = 0.0
    known = known_game(name)
    game = known.load()
    for number in range(first, first + games):
        chance, state = Random(number), game.new(known.demo_setup())
        for _ in range(LONGEST):
            mover = game.to_move(state)
            if mover is None:
                break
            began = perf_counter()
            if mover == CHANCE:
                action = game.sample(state, chance)
            else:
                strength = better if mover % 2 == number % 2 else other
                action = best_move(game, state, chance, strength)
                slowest = max(slowest, perf_counter() - began)
            state, _ = game.apply(state, action)
        outcome = game.outcome(state)
        if outcome is not None and outcome.winners:
            mine = any(seat % 2 == number % 2 for seat in outcome.winners)
            won, lost = won + mine, lost + (not mine)
    return Duel(won, lost, slowest)


def figures(games: int = GAMES) -> Iterator[Mapping[str, object]]:
    """Who wins, and the slowest move."""
    slowest = 0.0
    for better, other in PAIRS:
        found = [duel(name, better, other, games) for name in ("tmnt", "irondie", "tenthousand")]
        won, lost = sum(each.won for each in found), sum(each.lost for each in found)
        slowest = max(slowest, *(each.slowest for each in found))
        share = won / max(1, won + lost)
        on = f"{won + lost} games of tmnt, irondie and tenthousand that were won, {games} of each"
        yield {"name": f"practice.{better}_beats_{other}", "value": round(share, 3), "unit": "",
               "must": "> 0.5", "ok": share > 0.5, "on": on}  # fmt: skip
    yield {"name": "practice.slowest", "value": round(slowest, 2), "unit": "s", "must": "<= 2",
           "ok": slowest <= SLOWEST_S, "on": "the slowest move of these games"}  # fmt: skip
