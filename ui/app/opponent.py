"""An opponent for practice: it plays each move on by itself many times and takes the best.

It knows no game: it asks for what is lawful, lets chance be drawn, and looks at who won or leads.
"""

import math
from collections.abc import Callable, Mapping
from random import Random
from time import monotonic
from typing import Final, NamedTuple

from rules.core import CHANCE, Action, AnyGame, Seat, State, side_of, sides_of

STRENGTHS: Final[Mapping[str, int]] = {"easy": 0, "fair": 80, "strong": 400}
"""How many games each strength plays on before a move; "easy" plays anything lawful."""

LONGEST_S: Final = 1.7
"""Seconds after which it has thought long enough, on a slow machine."""

SOON: Final = 8
"""Actions after which it is looked at who leads, for the first time."""

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
    return tried_moves(game, state, chance, STRENGTHS[strength], interrupted)[0].action


def tried_moves(
    game: AnyGame,
    state: State,
    chance: Random,
    most: int,
    interrupted: Callable[[], bool] = lambda: False,
) -> list[Tried]:
    """The moves that may be made now, the most promising first, after so many games at most."""
    offered = [offer.action for offer in game.offers(state) if offer.action is not None]
    moves = offered or list(game.legal_actions(state))
    if len(moves) > MOST_MOVES:
        moves = chance.sample(moves, MOST_MOVES)
    seat = game.to_move(state)
    assert seat is not None
    games, won = [0] * len(moves), [0.0] * len(moves)
    scales = _Scale(), _Scale()
    until = monotonic() + LONGEST_S
    while len(moves) > 1 and sum(games) < most:
        if monotonic() > until or interrupted():
            break
        at = _next_to_try(games, won)
        after, _ = game.apply(state, moves[at])
        soon, late = _played_on(game, after, Seat(seat), chance, until)
        games[at] += 1
        won[at] += (scales[0].share(soon) + scales[1].share(late)) / 2
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


class _Scale:
    """Turns leads into shares, 0 to 1, by how far the leads of this move lie apart."""

    def __init__(self) -> None:
        self._count, self._mean, self._squares = 0, 0.0, 0.0

    def share(self, lead: float) -> float:
        """The share of a lead, among those before."""
        self._count += 1
        off = lead - self._mean
        self._mean += off / self._count
        self._squares += off * (lead - self._mean)
        spread = math.sqrt(self._squares / self._count)
        return 0.5 + 0.5 * math.tanh((lead - self._mean) / spread) if spread else 0.5


def _played_on(
    game: AnyGame, state: State, seat: Seat, chance: Random, until: float
) -> tuple[float, float]:
    """The lead of a seat soon and much later in a game that is played on at random."""
    soon: float | None = None
    for number in range(FARTHEST):
        mover = game.to_move(state)
        if mover is None or monotonic() > until:
            break
        if number >= SOON and soon is None:
            soon = _lead(game, state, seat)
        if mover == CHANCE:
            action = game.sample(state, chance)
        else:
            action = chance.choice(list(game.legal_actions(state)))
        state, _ = game.apply(state, action)
    late = _lead(game, state, seat)
    return late if soon is None else soon, late


def _lead(game: AnyGame, state: State, seat: Seat) -> float:
    """By how much a seat is ahead: of all that is played for, once it has won or lost."""
    view = game.view(state)
    mine = side_of(view, seat)
    whole = float(view.seats[mine].goal or view.seats[mine].life_start or 1)
    outcome = game.outcome(state)
    if outcome is not None and outcome.winners:
        return whole if seat in outcome.winners else -whole
    own = view.seats[mine].life
    others = [view.seats[side].life for side in sides_of(view) if side != mine]
    return float(own - max(others, default=own))
