"""Random legal games: they look for faults and give the engine something to be timed on.

`python -m tests.bench.dicemasters_games --games 10000` plays over all editions, formats and
random teams of encoded cards. A game that fails is named by its seed, which plays it again.
With `--all-cards` every team is drawn from the encoded cards of all sets.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import msgspec

from rules.core import CHANCE
from rules.dicemasters.cards.random_teams import random_setup
from rules.dicemasters.engine.setup import demo_setup
from rules.dicemasters.engine.state import DiceMastersState
from rules.dicemasters.game import GAMES, DiceMasters
from rules.dicemasters.moves.actions import Action, Pass

LONGEST: Final = 6000
"""Decisions after which a random game is given up as endless."""

PLANS: Final = (
    ("demo", False),
    ("tournament", False),
    ("tournament", True),
    ("basic", True),
    ("casual", True),
    ("doubles", True),
)
"""Formats, and whether teams mix the boxes of all editions."""


ALL_CARDS: Final = tuple(plan for plan in PLANS if plan[1])


class Played(msgspec.Struct, frozen=True):
    """One random game."""

    seed: int
    edition: str
    format: str
    decisions: int
    turns: int
    finished: bool
    text: str


def planned(seed: int, *, all_cards: bool = False) -> tuple[DiceMasters, dict[str, Any], Random]:
    """Which game a seed plays: edition, format and teams are drawn from it too."""
    rng = Random(seed)
    edition = rng.choice(sorted(GAMES))
    plans = ALL_CARDS if all_cards else PLANS
    named, mixed = plans[seed % len(plans)]
    in_2014 = GAMES[edition].edition.year == 2014
    if named in {"doubles", "casual"} and in_2014:
        named = "tournament"
    if named == "basic" and not in_2014:
        named = "tournament"
    if named == "demo":
        setup = demo_setup(edition)
    else:
        setup = random_setup(rng, edition, named, mixed=mixed)
    setup["first"] = rng.randrange(len(setup["teams"]))
    if seed % 7 == 0:
        setup["options"] = {"no_first_attack": True, "first_draws": 3}
    return GAMES[edition], setup, rng


def steps(
    game: DiceMasters, setup: dict[str, Any], rng: Random
) -> Iterator[tuple[DiceMastersState, Action]]:
    """Every state of a random game with the action taken in it; all legal actions are listed."""
    state = game.new(setup)
    for _ in range(LONGEST):
        mover = game.to_move(state)
        if mover is None:
            return
        if mover == CHANCE:
            action = game.sample(state, rng)
        else:
            legal = game.legal_actions(state)
            if not legal:
                raise RuntimeError(f"nobody can do anything in step '{state.step}'")
            action = _prefer_doing(rng, legal)
        yield state, action
        state, _ = game.apply(state, action)


def _prefer_doing(rng: Random, legal: Any) -> Action:
    """Any action, but a pass only now and then: games with things in them find more faults."""
    action: Action = rng.choice(legal)
    if isinstance(action, Pass) and len(legal) > 1 and rng.random() < 0.5:
        action = rng.choice(legal)
    return action


def play(seed: int, *, all_cards: bool = False) -> Played:
    """Play the game of a seed to its end."""
    game, setup, rng = planned(seed, all_cards=all_cards)
    decisions = 0
    for last_step in steps(game, setup, rng):
        decisions += 1
        before_last = last_step
    last, _ = game.apply(*before_last)
    return Played(
        seed=seed,
        edition=game.name,
        format=setup["format"],
        decisions=decisions,
        turns=last.turn,
        finished=last.winners is not None,
        text=last.over_text,
    )


def main(argv: list[str] | None = None) -> int:
    """Play many games; exit code 1 when one fails."""
    command = argparse.ArgumentParser(prog="python -m tests.bench.dicemasters_games")
    command.add_argument("--games", type=int, default=1000)
    command.add_argument("--seed", type=int, default=0, help="the first seed")
    command.add_argument("--all-cards", action="store_true", help="teams of all sets' cards")
    chosen = command.parse_args(argv)
    began = time.perf_counter()
    failed = endless = decisions = 0
    for seed in range(chosen.seed, chosen.seed + chosen.games):
        try:
            played = play(seed, all_cards=chosen.all_cards)
        except Exception as fault:  # noqa: BLE001 - whatever goes wrong, the seed is what helps
            failed += 1
            print(f"seed {seed}: {type(fault).__name__}: {fault}")
            continue
        decisions += played.decisions
        if not played.finished:
            endless += 1
            print(f"seed {seed}: not over after {played.decisions} decisions")
    seconds = time.perf_counter() - began
    print(
        f"{chosen.games} games, {decisions} decisions, {failed} failed, {endless} not over, "
        f"{chosen.games / seconds:.1f} games/s"
    )
    return 1 if failed or endless else 0


if __name__ == "__main__":
    sys.exit(main())
