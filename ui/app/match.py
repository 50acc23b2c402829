"""Between two games of a match: what both bring, the exchange of dice, the time that is left."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from time import time
from typing import TYPE_CHECKING

from rules.core import Clock
from rules.core.clocks import MATCH
from rules.journal import Draft, Journal, JournalError, Recorded, clock_facts, clocks_at_end
from ui.app.errors import UserError
from ui.app.game_plan import IRONDIE, Plan, Side, words_of_set
from ui.app.records import in_match, score
from ui.words import say

if TYPE_CHECKING:
    from rules.irondie.match import Entrant

Swap = tuple[tuple[str, ...], tuple[str, ...]]
"""The dice put aside and those taken from the side set instead."""


def next_plan(plan: Plan, games: Sequence[Recorded], swaps: Mapping[str, Swap]) -> Plan:
    """The plan of a match's next game; `plan` is what the command line or the form says.

    From the second game on the sets are those of the game before, less what `swaps` (by
    player) exchanges. Raises `UserError` when that is not legal or the match's time is up.
    """
    if swaps and (plan.game != IRONDIE or not games):
        raise UserError(
            "dice are exchanged between two games of an IRONDIE match: name it with --match."
        )
    if plan.game != IRONDIE or not games:
        return plan
    check_time(games)
    before = sides_of(games[-1])
    if _brought(plan.sides) != _brought(before):
        raise UserError(
            f"in match '{games[-1].header.match}' both play with the sets of its first game: "
            "leave --team out."
        )
    unknown = [name for name in swaps if name not in {side.name for side in before}]
    if unknown:
        names = " and ".join(side.name for side in before)
        raise UserError(f"'{unknown[0]}' does not play in this match; {names} do.")
    sides = tuple(exchanged(side, swaps.get(side.name, ((), ()))) for side in before)
    return replace(plan, sides=sides)


def sides_of(game: Recorded) -> tuple[Side, ...]:
    """Who played a recorded game with which dice. Raises `UserError`."""
    try:
        with Journal.open(game.path, read_only=True) as journal:
            setup = journal.setup
    except JournalError as error:
        raise UserError(str(error)) from None
    aside = setup.get("side_sets") or [[] for _ in setup["sets"]]
    return tuple(
        Side(name, ", ".join(dice), ", ".join(spare))
        for name, dice, spare in zip(setup["names"], setup["sets"], aside, strict=True)
    )


def entrant(side: Side) -> "Entrant":
    """A side with its two sets. Raises `UserError`."""
    from rules.irondie.match import enter  # noqa: PLC0415 - only the chosen game

    try:
        return enter(side.name, words_of_set(side.brings), words_of_set(side.aside))
    except ValueError as error:
        raise UserError(str(error)) from None


def exchanged(side: Side, swap: Swap) -> Side:
    """The side after its exchange. Raises `UserError` with the rule that is broken."""
    from rules.irondie.match import exchange  # noqa: PLC0415 - only the chosen game

    try:
        after = exchange(entrant(side), *swap)
    except ValueError as error:
        raise UserError(str(error)) from None
    return Side(side.name, ", ".join(after.main), ", ".join(after.side))


def read_swaps(written: Sequence[str]) -> Mapping[str, Swap]:
    """`Zac:smasher-black=smasher-red,assault-red=swarm-blue`, by player. Raises `UserError`."""
    swaps: dict[str, Swap] = {}
    for line in written:
        name, sign, pairs = line.partition(":")
        halves = [pair.partition("=") for pair in pairs.split(",")]
        if not sign or not all(out and into for out, _, into in halves):
            raise UserError(
                f"--exchange takes PLAYER:OUT=IN, as in Zac:smasher-black=swarm-blue, not '{line}'."
            )
        out = tuple(out.strip() for out, _, _ in halves)
        swaps[name.strip()] = (out, tuple(into.strip() for _, _, into in halves))
    return swaps


def check_time(games: Sequence[Recorded]) -> None:
    """Raises `UserError` with the result when the time of the match is up."""
    clock = match_clock(games[-1])
    if clock is None or not clock.expired(0.0):
        return
    standing = score(tuple(games))
    wins = " : ".join(map(str, standing.wins))
    most = max(standing.wins)
    leaders = [
        name for name, won in zip(standing.players, standing.wins, strict=True) if won == most
    ]
    result = f"{leaders[0]} has won it" if len(leaders) == 1 else "nobody has won it"
    raise UserError(
        f"the time of match '{games[-1].header.match}' is up at {wins}: {result}; "
        "name another match."
    )


def match_clock(game: Recorded) -> Clock | None:
    """What the match's clock shows now, standing; it runs on between two games."""
    try:
        with Journal.open(game.path, read_only=True) as journal:
            entries = tuple(journal.entries())
    except JournalError as error:
        raise UserError(str(error)) from None
    clocks, ran = clocks_at_end(entries, {})
    clock = clocks.get(MATCH)
    if clock is None:
        return None
    last = next((e.wall_time for e in reversed(entries) if e.wall_time), time())
    since = max(0.0, time() - last)
    return Clock(clock.limit, clock.spent + (since if MATCH in ran else 0.0))


def carry_clock(journal: Journal, games: Sequence[Recorded]) -> None:
    """The match's clock goes on in the record of its next game."""
    clock = match_clock(games[-1]) if games else None
    if clock is not None:
        facts = clock_facts({MATCH: clock}, 0.0, say("clocks.carried"))
        journal.append(Draft(kind="clock", facts=facts, wall_time=time()))


def standing_in_words(name: str) -> str:
    """What a match stands at, and how to go on; "" when no game of it is recorded."""
    games = in_match(name)
    if not games:
        return ""
    standing = score(games)
    against = " : ".join(map(str, standing.wins))
    told = f"match '{name}': {' against '.join(standing.players)} {against}"
    if standing.winner is not None:
        return f"{told}, {standing.players[standing.winner]} has won it."
    if standing.unfinished:
        return f"{told}, the last game is not over; --resume goes on with it."
    return f"{told}; its next game: diceref play --game {games[-1].game} --match '{name}'"


def _brought(sides: Sequence[Side]) -> list[tuple[str, Counter[str]]]:
    """Who brings which dice, main and side set together."""
    return [
        (side.name, Counter((*words_of_set(side.brings), *words_of_set(side.aside))))
        for side in sides
    ]
