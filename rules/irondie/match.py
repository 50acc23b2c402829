"""What players bring to a tournament match: a main set, and a side set to exchange dice with."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from rules.core import FIRST_SEAT
from rules.irondie.clocks import TEAMS
from rules.irondie.dice import parse_die, parse_set
from words import tr

SIDE_SET_SIZE = 3

MOST_PLAYERS = 6
"""Three a side: for more there is no mat."""


class Entrant(msgspec.Struct, frozen=True):
    """A player with a main set of nine and a side set of three (or none)."""

    name: str
    main: tuple[str, ...]
    side: tuple[str, ...] = ()


def checked_entrant(name: str, main: Sequence[str], side: Sequence[str] = ()) -> Entrant:
    """An entrant with legal sets. Raises `ValueError` with one sentence."""
    parse_set(main, FIRST_SEAT, name)
    for word in side:
        parse_die(word)
    if side and len(side) != SIDE_SET_SIZE:
        raise ValueError(
            tr(
                "{name}'s side set has {count} dice; it has exactly {size}, or none.",
                name=name,
                count=len(side),
                size=SIDE_SET_SIZE,
            )
        )
    return Entrant(name, tuple(main), tuple(side))


def check_players(count: int, format_name: str = "") -> None:
    """Two players, or two teams of the same size. Raises `ValueError` with one sentence."""
    if count < 2:
        raise ValueError(
            tr("IRONDIE needs two sets, one for each player; got {count}.", count=count)
        )
    if count % 2:
        raise ValueError(
            tr(
                "IRONDIE is played by two sets of dice against each other, or by two teams "
                "with as many players each, never by three teams: {count} players make no "
                "two equal teams.",
                count=count,
            )
        )
    if count > MOST_PLAYERS:
        raise ValueError(
            tr(
                "at most {most} play IRONDIE, three a team; got {count}.",
                most=MOST_PLAYERS,
                count=count,
            )
        )
    wanted = TEAMS.get(format_name, count)
    if count != wanted:
        raise ValueError(
            tr(
                "the format {format_name} is played by {wanted}; got {count} sets.",
                format_name=format_name,
                wanted=wanted,
                count=count,
            )
        )


def exchange(entrant: Entrant, out: Sequence[str], into: Sequence[str]) -> Entrant:
    """Between games: put `out` from the main set aside and take `into` from the side set.

    Raises `ValueError` when a die is not there or the new main set is not legal.
    """
    if len(out) != len(into):
        raise ValueError(
            tr("{name} must take in as many dice as are put aside.", name=entrant.name)
        )
    main = _without(entrant.main, out, tr("{name}'s main set", name=entrant.name))
    side = _without(entrant.side, into, tr("{name}'s side set", name=entrant.name))
    new = Entrant(entrant.name, (*main, *into), (*side, *out))
    parse_set(new.main, FIRST_SEAT, entrant.name)
    return new


def _without(dice: Sequence[str], taken: Sequence[str], where: str) -> tuple[str, ...]:
    missing = Counter(taken) - Counter(dice)
    if missing:
        raise ValueError(tr("{where} has no {next}.", where=where, next=next(iter(missing))))
    left = Counter(dice) - Counter(taken)
    return tuple(left.elements())
