"""Who plays whom next: Swiss, round robin, bracket; a draft that is looked at before it is told."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from rules.tournament.acts import PublishRound, Seating
from rules.tournament.standings import Tally, standings
from rules.tournament.state import Tournament, missing_results
from words import tr

NEIGHBOURS: Final = 8
"""Opponents that are considered for each player at first, in the order of the standings."""

BYE: Final = 0
"""Whom somebody plays who has none to play: no player has this number."""

REMATCH: Final = 10**9
SECOND_BYE: Final = 10**10
GAP: Final = 10**4
"""What a pairing costs: by points apart (squared), far less by places apart."""


@dataclass(frozen=True, slots=True)
class RoundDraft:
    """Pairings to look at: nobody has been told."""

    round: int
    seatings: tuple[Seating, ...]
    cut: bool = False
    remarks: tuple[str, ...] = ()  # what is not as it should be, in sentences

    def act(self, at: float = 0.0, by: str = "") -> PublishRound:
        """As it is published."""
        return PublishRound(round=self.round, seatings=self.seatings, cut=self.cut, at=at, by=by)


def next_round(state: Tournament) -> RoundDraft:
    """A draft of what comes next. Raises `ValueError` with one sentence."""
    if state.plan is None:
        raise ValueError(tr("there is no event yet."))
    if missing := missing_results(state):
        raise ValueError(missing)
    if any(one.cut for one in state.rounds):
        return _next_of_bracket(state)
    if len(state.playing) < 2:
        raise ValueError(tr("two players at least are needed for a round."))
    played = len(state.rounds)
    if played >= rounds_planned(state):
        if state.plan.cut:
            return _first_of_bracket(state)
        raise ValueError(
            tr("all {played} rounds have been played: the standings are final.", played=played)
        )
    if state.plan.style == "round robin":
        return _round_robin(state)
    return _swiss(state)


def rounds_planned(state: Tournament) -> int:
    """Rounds before the cut; counted from those who played the first."""
    assert state.plan is not None
    first = state.rounds[0].seatings if state.rounds else ()
    return state.plan.rounds_for(
        sum(len(one.players) for one in first) if first else len(state.playing)
    )


def is_over(state: Tournament) -> bool:
    """Whether nothing is left to be played."""
    if state.plan is None or state.round is None or state.round.outstanding:
        return False
    if state.round.cut:
        return len(state.round.seatings) == 1
    return len(state.rounds) >= rounds_planned(state) and not state.plan.cut


# -- Swiss


def _swiss(state: Tournament) -> RoundDraft:
    number = len(state.rounds) + 1
    assert state.plan is not None
    chance = Random(f"{state.plan.seed}:{number}")
    tally = Tally(state)
    order = [player.id for player in state.playing]
    chance.shuffle(order)  # among equals, anybody may meet anybody
    order.sort(key=lambda player: -tally.points(player))
    points = {player: tally.points(player) for player in order}
    met = {player: Counter(tally.opponents(player)) for player in order}
    byes = byes_had(state)
    pairs = matched(order, points, met, byes)
    return RoundDraft(
        number, seated(state, pairs, order), remarks=tuple(_remarks(state, pairs, met, byes))
    )


def byes_had(state: Tournament) -> Counter[int]:
    """How often each player had a bye."""
    return Counter(
        one.first for played in state.rounds for one in played.seatings if one.second is None
    )


def matched(
    order: Sequence[int],
    points: Mapping[int, int],
    met: Mapping[int, Counter[int]],
    byes: Mapping[int, int],
) -> list[tuple[int, int]]:
    """Everybody with somebody, at the least cost; one with `BYE` when they are odd.

    A few neighbours in `order` are enough nearly always; they are widened until all are paired,
    and only when nothing else is left does somebody meet the same opponent or have a bye again.
    """
    reach = NEIGHBOURS
    while True:
        found = _matching(order, points, met, byes, reach, strict=True)
        if found is not None:
            return found
        if reach >= len(order):
            break
        reach *= 3
    found = _matching(order, points, met, byes, len(order), strict=False)
    assert found is not None
    return found


def _matching(
    order: Sequence[int],
    points: Mapping[int, int],
    met: Mapping[int, Counter[int]],
    byes: Mapping[int, int],
    reach: int,
    *,
    strict: bool,
) -> list[tuple[int, int]] | None:
    """The cheapest perfect matching among neighbours; None when there is none.

    `strict`: without a rematch and without a second bye.
    """
    import networkx as nx  # noqa: PLC0415 - loads slowly, and only the desk has it

    graph = nx.Graph()
    count = len(order)
    for at, one in enumerate(order):
        for far in range(at + 1, min(count, at + reach + 1)):
            other = order[far]
            again = met[one][other]
            if not (strict and again):
                gap = abs(points[one] - points[other])
                cost = GAP * gap * gap + (far - at) + REMATCH * again
                graph.add_edge(one, other, weight=-cost)
    if count % 2:
        for at, one in enumerate(order[-4 * reach :], start=max(0, count - 4 * reach)):
            again = byes.get(one, 0)
            if not (strict and again):
                gap = points[one] - points[order[-1]]
                cost = GAP * gap * gap + (count - at) + SECOND_BYE * again
                graph.add_edge(one, BYE, weight=-cost)
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(pairs) < count + count % 2:
        return None
    place = {player: at for at, player in enumerate(order)} | {BYE: count}
    return sorted(
        ((one, two) if place[one] < place[two] else (two, one) for one, two in pairs),
        key=lambda pair: (place[pair[0]], place[pair[1]]),
    )


def _remarks(
    state: Tournament,
    pairs: Iterable[tuple[int, int]],
    met: Mapping[int, Counter[int]],
    byes: Mapping[int, int],
) -> Iterable[str]:
    for one, two in pairs:
        if two == BYE and byes.get(one, 0):
            yield tr("{name} has a bye again: nobody is left who had none.", name=state.name(one))
        elif two != BYE and met[one][two]:
            yield (
                tr(
                    "{name} meets {other} again: there is no other way to pair everybody.",
                    name=state.name(one),
                    other=state.name(two),
                )
            )


def seated(
    state: Tournament, pairs: Sequence[tuple[int, int]], order: Sequence[int]
) -> tuple[Seating, ...]:
    """The pairs at tables: the first table for the first pair, fixed tables kept."""
    del order
    fixed: dict[int, tuple[int, int]] = {}
    free = []
    for one, two in pairs:
        if two == BYE:
            continue
        wanted = next(
            (
                table
                for player in (one, two)
                if (table := state.players[player].table) and table not in fixed
            ),
            None,
        )
        if wanted is None:
            free.append((one, two))
        else:
            fixed[wanted] = (one, two)
    reserved = {player.table for player in state.playing if player.table}
    tables = (table for table in range(1, 10_000) if table not in reserved)
    placed = {**fixed, **dict(zip(tables, free, strict=False))}
    seatings = [Seating(table, *placed[table]) for table in sorted(placed)]
    seatings += (Seating(0, one) for one, two in pairs if two == BYE)
    return tuple(seatings)


def swapped(draft: RoundDraft, one: int, other: int, state: Tournament) -> RoundDraft:
    """The draft with two players in each other's places, looked at anew.

    Raises `ValueError` when one of them is not in it.
    """
    there = {player for seating in draft.seatings for player in seating.players}
    for player in (one, other):
        if player not in there:
            raise ValueError(tr("{name} is not paired in this round.", name=state.name(player)))
    change = {one: other, other: one}

    def put(player: int | None) -> int | None:
        return None if player is None else change.get(player, player)

    seatings = tuple(
        Seating(seating.table, put(seating.first) or 0, put(seating.second))
        for seating in draft.seatings
    )
    return RoundDraft(draft.round, seatings, draft.cut, tuple(checked(state, seatings)))


def checked(state: Tournament, seatings: Iterable[Seating]) -> Iterable[str]:
    """What is not as it should be in pairings made by hand."""
    tally = Tally(state)
    met = {player: Counter(tally.opponents(player)) for player in state.players}
    pairs = [(one.first, one.second or BYE) for one in seatings]
    yield from _remarks(state, pairs, met, byes_had(state))
    for one, two in pairs:
        if two != BYE and (gap := abs(tally.points(one) - tally.points(two))) > state_win(state):
            yield tr(
                "{name} and {other} are {gap} points apart.",
                name=state.name(one),
                other=state.name(two),
                gap=gap,
            )


def state_win(state: Tournament) -> int:
    """Points of a win."""
    return state.plan.points[0] if state.plan else 3


# -- round robin


def _round_robin(state: Tournament) -> RoundDraft:
    """Everybody meets everybody once; who has dropped leaves a bye."""
    assert state.plan is not None
    everybody: list[int] = list(state.players)
    Random(f"{state.plan.seed}:circle").shuffle(everybody)
    if len(everybody) % 2:
        everybody.append(BYE)
    number = len(state.rounds) + 1
    turned = everybody[1:]
    by = (number - 1) % len(turned)
    circle = [everybody[0], *turned[by:], *turned[:by]]
    pairs: list[tuple[int, int]] = []
    for one, two in zip(circle, reversed(circle), strict=True):
        if len(pairs) * 2 >= len(circle):
            break
        here = [player for player in (one, two) if player != BYE and state.players[player].plays]
        pairs.append((here[0], here[1]) if len(here) == 2 else (here[0] if here else BYE, BYE))
    pairs = [pair for pair in pairs if pair[0] != BYE]
    return RoundDraft(number, seated(state, pairs, everybody))


# -- the bracket


def seeds(state: Tournament) -> tuple[int, ...]:
    """Who plays on after the cut, the best first: a power of two, no larger than planned."""
    assert state.plan is not None
    through = len(state.swiss_rounds)
    best = [
        line.player
        for line in standings(state, through=through)
        if state.players[line.player].plays
    ]
    size = state.plan.cut
    while size > len(best):
        size //= 2
    return tuple(best[:size])


def folded(size: int) -> list[int]:
    """The places of a bracket from top to bottom, by seed: 1 and 2 meet in the last match."""
    places = [1]
    while len(places) < size:
        places = [seed for one in places for seed in (one, 2 * len(places) + 1 - one)]
    return places


def _first_of_bracket(state: Tournament) -> RoundDraft:
    found = seeds(state)
    if len(found) < 2:
        raise ValueError(tr("two players at least are needed for a bracket."))
    places = [found[seed - 1] for seed in folded(len(found))]
    return _bracket_round(state, places)


def _next_of_bracket(state: Tournament) -> RoundDraft:
    played = state.round
    assert played is not None
    if len(played.seatings) == 1:
        raise ValueError(tr("the final has been played."))
    return _bracket_round(state, [_winner(state, seating) for seating in played.seatings])


def _winner(state: Tournament, seating: Seating) -> int:
    """Who goes on; when they have dropped since, the one they beat."""
    assert state.round is not None
    if seating.second is None:
        return seating.first
    won = state.round.results[seating.table].winner or 0
    winner, loser = (seating.players[won], seating.players[1 - won])
    if not state.players[winner].plays and state.players[loser].plays:
        return loser
    return winner


def _bracket_round(state: Tournament, places: Sequence[int]) -> RoundDraft:
    seatings = []
    table = 1
    for one, two in zip(places[::2], places[1::2], strict=True):
        here = [player for player in (one, two) if state.players[player].plays]
        if not here:
            raise ValueError(tr("two players of one match have dropped: the bracket cannot go on."))
        if len(here) == 1:
            seatings.append(Seating(0, here[0]))
        else:
            seatings.append(Seating(table, one, two))
            table += 1
    if all(seating.second is None for seating in seatings):
        raise ValueError(tr("nobody is left to be played: the bracket is over."))
    return RoundDraft(len(state.rounds) + 1, tuple(seatings), cut=True)


def rematches(state: Tournament) -> list[tuple[int, int]]:
    """Pairs that met more than once before the cut."""
    met = Counter(
        tuple(sorted(one.players))
        for played in state.swiss_rounds
        for one in played.seatings
        if one.second is not None
    )
    return [(pair[0], pair[1]) for pair, times in met.items() if times > 1]


def could_avoid(state: Tournament) -> bool:
    """Whether the next round can be paired without a rematch and a second bye: tried in full."""
    tally = Tally(state)
    order = [player.id for player in state.playing]
    met = {player: Counter(tally.opponents(player)) for player in order}
    points = {player: tally.points(player) for player in order}
    return _matching(order, points, met, byes_had(state), len(order), strict=True) is not None


__all__ = [
    "RoundDraft",
    "byes_had",
    "checked",
    "could_avoid",
    "folded",
    "is_over",
    "matched",
    "next_round",
    "rematches",
    "rounds_planned",
    "seated",
    "seeds",
    "swapped",
]
