"""Figures of the IRONDIE engine: random legal games on one core."""

from collections.abc import Iterator, Mapping
from random import Random
from time import perf_counter

from rules.core import CHANCE
from rules.irondie.game import Irondie, demo_setup


def figures(games: int = 200) -> Iterator[Mapping[str, object]]:
    """Games per second, and the latency of listing and of applying an action."""
    game, listing, applying = Irondie(), list[float](), list[float]()
    began = perf_counter()
    for seed in range(games):
        _play(game, Random(seed), listing, applying)
    spent = perf_counter() - began
    on = f"{games} random games of the demo sets, every legal action listed at every decision"
    rate = games / spent
    yield {
        "name": "rules.irondie.games_per_s", "value": rate, "unit": "games/s",
        "must": ">= 10", "ok": rate >= 10, "on": on,
    }  # fmt: skip
    for name, times, most in (("legal", listing, 5.0), ("apply", applying, 0.5)):
        p95 = sorted(times)[int(0.95 * len(times))] * 1000
        yield {
            "name": f"rules.irondie.{name}_p95", "value": p95, "unit": "ms",
            "must": f"<= {most:g}", "ok": p95 <= most, "on": on,
        }  # fmt: skip


def _play(game: Irondie, rng: Random, listing: list[float], applying: list[float]) -> None:
    state = game.new(demo_setup())
    while (to_move := game.to_move(state)) is not None:
        began = perf_counter()
        legal = game.legal_actions(state)
        listed = perf_counter()
        action = game.sample(state, rng) if to_move == CHANCE else rng.choice(legal)
        chosen = perf_counter()
        state, _ = game.apply(state, action)
        applying.append(perf_counter() - chosen)
        listing.append(listed - began)
