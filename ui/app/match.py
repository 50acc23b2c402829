"""Between two games of a match: the plan of the next game, exchanged dice, the time left."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from time import time
from typing import Any

from rules.core import Clock
from rules.core.clocks import MATCH
from rules.core.family import Exchanges
from rules.core.set_up import Plan, Player
from rules.journal import Draft, Journal, JournalError, Recorded, clock_facts, clocks_at_end
from rules.registry import families
from ui.app.errors import UserError
from ui.app.game_plan import family_of
from ui.app.known_games import known_game
from ui.app.records import in_match, score
from words import joined, tr

Swap = tuple[tuple[str, ...], tuple[str, ...]]
"""The dice put aside and those taken from the side set instead."""


def next_plan(plan: Plan, games: Sequence[Recorded], swaps: Mapping[str, Swap]) -> Plan:
    """The plan of a match's next game; `plan` is what the command line or the form says.

    From the second game on the sets are those of the game before, less what `swaps` (by
    player) exchanges. Raises `UserError` when that is not legal or the match's time is up.
    """
    exchanges = family_of(plan).exchanges
    if swaps and (exchanges is None or not games):
        raise UserError(
            tr(
                "dice are exchanged between two games of a match, in {games_with_exchanges}: "
                "name it with --match.",
                games_with_exchanges=games_with_exchanges(),
            )
        )
    if exchanges is None or not games:
        return plan
    check_time(games)
    if swaps and score(tuple(games)).unfinished:
        raise UserError(
            tr(
                "a game of match '{match}' is not over: dice are exchanged between two "
                "games; --resume goes on with it.",
                match=games[-1].header.match,
            )
        )
    before = players_of(games[-1])
    carried = exchanges.carried(setup_of_game(games[-1]))
    plan = replace(plan, common={**carried, **plan.common})
    if _brought(exchanges, plan.players) != _brought(exchanges, before):
        raise UserError(
            tr(
                "in match '{match}' both play with the sets of its first game: leave --team out.",
                match=games[-1].header.match,
            )
        )
    unknown = [name for name in swaps if name not in {player.name for player in before}]
    if unknown:
        names = joined(tr(" and "), (player.name for player in before))
        raise UserError(
            tr(
                "'{unknown}' does not play in this match; {names} do.",
                unknown=unknown[0],
                names=names,
            )
        )
    players = tuple(
        exchanged(exchanges, player, swaps.get(player.name, ((), ()))) for player in before
    )
    return replace(plan, players=players)


def games_with_exchanges() -> str:
    """The games in whose matches dice are exchanged, by title."""
    with_them = [family for family in families() if family.exchanges is not None]
    return joined(tr(" or "), (title for family in with_them for title in family.titles.values()))


def players_of(game: Recorded) -> tuple[Player, ...]:
    """Who played a recorded game with what. Raises `UserError`."""
    exchanges = known_game(game.game).family.exchanges
    assert exchanges is not None
    return exchanges.players_of(setup_of_game(game))


def setup_of_game(game: Recorded) -> Mapping[str, Any]:
    """The set-up of a recorded game. Raises `UserError`."""
    try:
        with Journal.open(game.path, read_only=True) as journal:
            return journal.setup
    except JournalError as error:
        raise UserError(str(error)) from None


def exchanged(exchanges: Exchanges, player: Player, swap: Swap) -> Player:
    """The player after their exchange. Raises `UserError` with the rule that is broken."""
    try:
        return exchanges.exchanged(player, *swap)
    except ValueError as error:
        raise UserError(str(error)) from None


def read_swaps(written: Sequence[str]) -> Mapping[str, Swap]:
    """`Zac:smasher-black=smasher-red,assault-red=swarm-blue`, by player. Raises `UserError`."""
    swaps: dict[str, Swap] = {}
    for line in written:
        name, sign, pairs = line.partition(":")
        halves = [pair.partition("=") for pair in pairs.split(",")]
        if not sign or not all(out and into for out, _, into in halves):
            raise UserError(
                tr(
                    "--exchange takes PLAYER:OUT=IN, as in Zac:smasher-black=swarm-blue, not "
                    "'{line}'.",
                    line=line,
                )
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
    result = (
        tr("{leader} has won it", leader=leaders[0])
        if len(leaders) == 1
        else tr("nobody has won it")
    )
    raise UserError(
        tr(
            "the time of match '{match}' is up at {wins}: {result}; name another match.",
            match=games[-1].header.match,
            wins=wins,
            result=result,
        )
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
        facts = clock_facts({MATCH: clock}, 0.0, tr("the match goes on"))
        journal.append(Draft(kind="clock", facts=facts, wall_time=time()))


def standing_in_words(name: str) -> str:
    """What a match stands at, and how to go on; "" when no game of it is recorded."""
    games = in_match(name)
    if not games:
        return ""
    standing = score(games)
    against = " : ".join(map(str, standing.wins))
    told = tr(
        "match '{name}': {names} {against}",
        name=name,
        names=joined(tr(" against "), standing.players),
        against=against,
    )
    if standing.winner is not None:
        return tr(
            "{told}, {player} has won it.", told=told, player=standing.players[standing.winner]
        )
    if standing.unfinished:
        return tr("{told}, the last game is not over; --resume goes on with it.", told=told)
    return tr(
        "{told}; its next game: diceref play --game {game} --match '{name}'",
        told=told,
        game=games[-1].game,
        name=name,
    )


def _brought(exchanges: Exchanges, players: Sequence[Player]) -> list[tuple[str, Counter[str]]]:
    """Who brings what, the set and what is kept aside together."""
    return [
        (
            player.name,
            Counter((*exchanges.pieces(player.brings), *exchanges.pieces(player.aside))),
        )
        for player in players
    ]
