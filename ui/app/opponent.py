"""An opponent for practice: it plays each move on by itself many times and takes the best.

It knows no game: it asks for what is lawful, lets chance be drawn, and looks at who won or leads.
"""

import math
from collections.abc import Callable, Mapping
from random import Random
from time import monotonic
from typing import Final, NamedTuple

from rules.core import CHANCE, Action, AnyGame, Seat, State, View, side_of, sides_of

SECONDS: Final[Mapping[str, float]] = {"easy": 0.0, "fair": 0.25, "strong": 1.2}
"""How long each strength thinks about a move; "easy" plays anything lawful."""

FARTHEST: Final = 120
"""Actions that a game is played on at most, from the move that is tried."""

MOST_MOVES: Final = 40
"""Moves that are tried, at most."""

CURIOUS: Final = 0.7
"""How much moves that were tried seldom are preferred (UCB1)."""


class Tried(NamedTuple):
    """A move, how often the game was played on from it, and how well that went, 0 to 1."""

    action: Action
    games: int
    share: float


def best_move(
    game: AnyGame,
    state: State,
    chance: Random,
    strength: str = "strong",
    interrupted: Callable[[], bool] = lambda: False,
) -> Action:
    """What the program plays; at "easy", anything. The mover must be a player."""
    if strength == "easy":
        return chance.choice(list(game.legal_actions(state)))
    return tried_moves(game, state, chance, SECONDS[strength], interrupted)[0].action


def tried_moves(
    game: AnyGame,
    state: State,
    chance: Random,
    seconds: float,
    interrupted: Callable[[], bool] = lambda: False,
) -> list[Tried]:
    """The moves that may be made now, the most promising first."""
    offered = [offer.action for offer in game.offers(state) if offer.action is not None]
    moves = offered or list(game.legal_actions(state))
    if len(moves) > MOST_MOVES:
        moves = chance.sample(moves, MOST_MOVES)
    seat = game.to_move(state)
    assert seat is not None
    games, won = [0] * len(moves), [0.0] * len(moves)
    until = monotonic() + seconds
    while len(moves) > 1 and monotonic() < until and not interrupted():
        at = _next_to_try(games, won)
        after, _ = game.apply(state, moves[at])
        value = _played_on(game, after, Seat(seat), chance, until)
        games[at] += 1
        won[at] += value
    found = [
        Tried(move, count, share / count if count else 0.0)
        for move, count, share in zip(moves, games, won, strict=True)
    ]
    return sorted(found, key=lambda each: (-each.games, -each.share))


def _next_to_try(games: list[int], won: list[float]) -> int:
    total = math.log(sum(games) + 1)
    worth = [
        math.inf if not count else share / count + CURIOUS * math.sqrt(total / count)
        for count, share in zip(games, won, strict=True)
    ]
    return worth.index(max(worth))


def _played_on(game: AnyGame, state: State, seat: Seat, chance: Random, until: float) -> float:
    """How a game that is played on at random goes for a seat: 1 won, 0 lost."""
    for _ in range(FARTHEST):
        mover = game.to_move(state)
        if mover is None or monotonic() > until:
            break
        if mover == CHANCE:
            action = game.sample(state, chance)
        else:
            action = chance.choice(list(game.legal_actions(state)))
        state, _ = game.apply(state, action)
    outcome = game.outcome(state)
    if outcome is not None:
        return float(seat in outcome.winners) if outcome.winners else 0.5
    return _lead(game.view(state), seat)


def _lead(view: View, seat: Seat) -> float:
    """Who is ahead, 0 to 1; even is a half."""
    mine = side_of(view, seat)
    own = view.seats[mine].life
    others = [view.seats[side].life for side in sides_of(view) if side != mine]
    start = view.seats[mine].goal or view.seats[mine].life_start or 1
    return 0.5 + 0.5 * max(-1.0, min(1.0, (own - max(others, default=own)) / start))
