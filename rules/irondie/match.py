"""A tournament match: to two wins, with a side set of three dice exchanged in secret."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from rules.irondie.dice import parse_die, parse_set

WINS_NEEDED = 2
SIDE_SET_SIZE = 3


class Entrant(msgspec.Struct, frozen=True):
    """A player with a main set of nine and a side set of three (or none)."""

    name: str
    main: tuple[str, ...]
    side: tuple[str, ...] = ()


class TournamentMatch(msgspec.Struct, frozen=True):
    """Two entrants and the results so far: each the winner's seat, None for a draw."""

    entrants: tuple[Entrant, Entrant]
    results: tuple[int | None, ...] = ()

    def wins(self, seat: int) -> int:
        """Games won."""
        return self.results.count(seat)

    @property
    def winner(self) -> int | None:
        """The first to two wins."""
        return next((seat for seat in (0, 1) if self.wins(seat) >= WINS_NEEDED), None)

    def record(self, result: int | None) -> "TournamentMatch":
        """Add the result of a game. Raises `ValueError` when the match is over."""
        if self.winner is not None:
            raise ValueError(f"{self.entrants[self.winner].name} has won this match already.")
        if result not in {0, 1, None}:
            raise ValueError(f"a game is won by seat 0, by seat 1 or by nobody, not by {result}.")
        return msgspec.structs.replace(self, results=(*self.results, result))

    def leader_after_time(self) -> int | None:
        """Who wins when the match's time is over: the side with more games, None if equal."""
        first, second = self.wins(0), self.wins(1)
        return None if first == second else int(second > first)


def checked_entrant(name: str, main: Sequence[str], side: Sequence[str] = ()) -> Entrant:
    """An entrant with legal sets. Raises `ValueError` with one sentence."""
    parse_set(main, 0, name)
    for word in side:
        parse_die(word, 0)
    if side and len(side) != SIDE_SET_SIZE:
        raise ValueError(
            f"{name}'s side set has {len(side)} dice; it has exactly {SIDE_SET_SIZE}, or none."
        )
    return Entrant(name, tuple(main), tuple(side))


def exchange(entrant: Entrant, out: Sequence[str], into: Sequence[str]) -> Entrant:
    """Between games: put `out` from the main set aside and take `into` from the side set.

    Raises `ValueError` when a die is not there or the new main set is not legal.
    """
    if len(out) != len(into):
        raise ValueError(f"{entrant.name} must take in as many dice as are put aside.")
    main = _without(entrant.main, out, f"{entrant.name}'s main set")
    side = _without(entrant.side, into, f"{entrant.name}'s side set")
    new = Entrant(entrant.name, (*main, *into), (*side, *out))
    parse_set(new.main, 0, entrant.name)
    return new


def _without(dice: Sequence[str], taken: Sequence[str], where: str) -> tuple[str, ...]:
    missing = Counter(taken) - Counter(dice)
    if missing:
        raise ValueError(f"{where} has no {next(iter(missing))}.")
    left = Counter(dice) - Counter(taken)
    return tuple(left.elements())
