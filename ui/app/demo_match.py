"""A whole match on the simulated table, with exchanges at random between its games."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count
from random import Random

from rules.core.family import Exchanges
from rules.core.set_up import Plan, Player
from rules.journal import Journal
from ui.app.game_plan import setup_of
from ui.app.known_games import known_game
from ui.app.match import carry_clock, next_plan, players_of
from ui.app.records import in_match, new_record, score

MOST_GAMES = 9
"""Draws could make a match of random players last for ever."""


def match_games(
    game: str, name: str, seed: int, *, by_chance: bool = False
) -> Iterator[tuple[int, Journal]]:
    """The records of a match's games, each begun when the one before is over, with its seed.

    `by_chance`: with legal sets by chance, whether or not their dice can be told apart.
    """
    arguments = Namespace(match=name, event="", round=None, table="", best_of=None)
    known = known_game(game)
    exchanges = known.family.exchanges
    assert exchanges is not None
    rng, plan = Random(seed), known.example()
    if by_chance:
        setup = known.family.random_setup(game, Random(seed), plan.format)
        plan = replace(plan, players=tuple(exchanges.players_of(setup)))
    plan = exchanges.with_spares(plan)
    for number in count():
        games = in_match(name)
        if number == MOST_GAMES or (games and score(games).winner is not None):
            return
        if games:
            plan = replace(plan, players=players_of(games[-1]))
            plan = _swapped(exchanges, next_plan(plan, games, {}), rng)
        journal = new_record(arguments, plan, setup_of(plan))
        carry_clock(journal, games)
        yield seed + number, journal


def _swapped(exchanges: Exchanges, plan: Plan, rng: Random) -> Plan:
    """Each player with one die exchanged for another, where that is legal."""
    players = tuple(_with_one_swap(exchanges, player, rng) for player in plan.players)
    return replace(plan, players=players)


def _with_one_swap(exchanges: Exchanges, player: Player, rng: Random) -> Player:
    after: list[Player] = []
    for out in exchanges.pieces(player.brings):
        for into in exchanges.pieces(player.aside):
            with suppress(ValueError):
                after.append(exchanges.exchanged(player, [out], [into]))
    return rng.choice(after) if after else player
