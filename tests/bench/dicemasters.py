"""The figures of `diceref bench rules` for Dice Masters: random games, latency, memory.

Times are processor time of this process, so that what else the machine does stays out.
"""

import gc
import sys
import tracemalloc
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from random import Random
from statistics import quantiles
from time import perf_counter_ns, process_time
from typing import Any, Final, TypeAlias

from rules.core import CHANCE
from rules.dicemasters.cards.random_teams import encoded, setup_from_pool, starters
from rules.dicemasters.engine.state import DiceMastersState
from rules.dicemasters.game import GAMES
from tests.bench.dicemasters_games import planned, play, steps

Figure: TypeAlias = Mapping[str, object]

GAMES_MUST: Final = 60
WARMING_UP: Final = range(10_000, 10_012)
"""Games before the clock starts: other ones than are timed."""
ALL_CARDS_MUST: Final = 0.8
BESIDE: Final = "imwm"
LEGAL_MUST_MS: Final = 5.0
APPLY_MUST_MS: Final = 0.5


def figures(games: int = 60) -> Iterator[Figure]:
    """Games per second, latency of `legal` and `apply`, memory of a forked state."""
    on = f"{games} random games over all editions and formats, teams of encoded cards, one core"
    yield _games_per_second(games, on)
    yield _all_cards_beside_starters(games // 2)
    legal, apply = _latencies(games // 2)
    yield _figure("rules.legal_p50", _percentile(legal, 50), "ms", None, on)
    yield _figure("rules.legal_p95", _percentile(legal, 95), "ms", LEGAL_MUST_MS, on)
    yield _figure("rules.apply_p50", _percentile(apply, 50), "ms", None, on)
    yield _figure("rules.apply_p95", _percentile(apply, 95), "ms", APPLY_MUST_MS, on)
    yield _figure("rules.fork_kib", _fork_kib(), "KiB", None, "mean of a game's states kept alive")
    if find_spec("pokerkit") is not None:
        yield _pokerkit(on="PokerKit: random no-limit hands of six, same run")


def _figure(name: str, value: float, unit: str, must: float | None, on: str) -> Figure:
    at_least = unit.endswith("/s")
    ok = None if must is None else (value >= must if at_least else value <= must)
    return {"name": name, "value": round(value, 4), "unit": unit, "must": must, "ok": ok, "on": on}


def _games_per_second(games: int, on: str) -> Figure:
    for seed in WARMING_UP:  # every pool of cards is read once, which is no part of a game
        play(seed)
    gc.collect()
    gc.freeze()  # as the dashboard does: what is loaded is not searched for garbage again
    began = process_time()
    for seed in range(1, games + 1):
        play(seed)
    return _figure("rules.games_per_s", games / (process_time() - began), "games/s", GAMES_MUST, on)


def _all_cards_beside_starters(games: int) -> Figure:
    """How fast games with teams of all encoded cards are beside games of the starter boxes."""
    rates = []
    for pool in (encoded(BESIDE, mixed=True), starters()):
        began, decisions = process_time(), 0
        for seed in range(games):
            rng = Random(seed)
            setup = setup_from_pool(rng, BESIDE, "tournament", pool)
            decisions += sum(1 for _ in steps(GAMES[BESIDE], setup, rng))
        rates.append(decisions / (process_time() - began))
    ratio = rates[0] / rates[1]
    on = f"{games} random games with teams of all encoded cards, decisions per second; same run"
    return {
        "name": "rules.all_cards_ratio", "value": round(ratio, 3), "unit": "of starters' speed",
        "must": ALL_CARDS_MUST, "ok": ratio >= ALL_CARDS_MUST, "on": on,
    }  # fmt: skip


def _latencies(games: int) -> tuple[list[float], list[float]]:
    """Milliseconds of every `legal` at a decision and of every `apply`."""
    legal: list[float] = []
    apply: list[float] = []
    for seed in range(games):
        game, setup, rng = planned(seed)
        for state, action in steps(game, setup, rng):
            if game.to_move(state) != CHANCE:
                began = perf_counter_ns()
                game.legal_actions(state)
                legal.append((perf_counter_ns() - began) / 1e6)
            began = perf_counter_ns()
            game.apply(state, action)
            apply.append((perf_counter_ns() - began) / 1e6)
    return legal, apply


def _percentile(times: list[float], percent: int) -> float:
    return quantiles(times, n=100)[percent - 1]


def _fork_kib() -> float:
    """Memory each further state of a game takes while all of them are kept."""
    game, setup, rng = planned(1)
    list(steps(game, setup, Random(1)))
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept: list[DiceMastersState] = [state for state, _ in steps(game, setup, rng)]
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return used / len(kept) / 1024


def _pokerkit(on: str, hands: int = 30) -> Figure:
    """Actions per second of another engine in the same run, as a yardstick."""
    from pokerkit import Automation, NoLimitTexasHoldem

    rng = Random(7)
    actions = 0
    began = process_time()
    for _ in range(hands):
        hand = NoLimitTexasHoldem.create_state(
            automations=tuple(Automation),
            ante_trimming_status=True,
            raw_antes=0,
            raw_blinds_or_straddles=(1, 2),
            min_bet=2,
            raw_starting_stacks=(200,) * 6,
            player_count=6,
        )
        while hand.status:
            _act(hand, rng)
            actions += 1
    return _figure(
        "rules.pokerkit_actions_per_s", actions / (process_time() - began), "1/s", None, on
    )


def _act(hand: Any, rng: Random) -> None:
    """One random legal action of a hand."""
    choices = [hand.check_or_call]
    if hand.can_fold():
        choices.append(hand.fold)
    if hand.can_complete_bet_or_raise_to():
        choices.append(hand.complete_bet_or_raise_to)
    rng.choice(choices)()


if __name__ == "__main__":
    for figure in figures():
        print(figure)
    sys.exit(0)
