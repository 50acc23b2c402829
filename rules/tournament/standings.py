"""Who stands where, with every tie-breaker and how it came about."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Final

from rules.tournament.plan import FLOOR, Breaker, TournamentPlan
from rules.tournament.state import Tournament
from words import Text, tr


@dataclass(frozen=True, slots=True)
class Played:
    """One round of one player."""

    round: int
    opponent: int | None  # None: a bye, or a round that was missed
    points: int
    wins: int
    losses: int
    ties: int
    missed: bool = False

    @property
    def games(self) -> int:
        """That were finished."""
        return self.wins + self.losses + self.ties


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table."""

    rank: int
    player: int
    points: int
    record: tuple[int, int, int]  # matches won, lost, tied
    breakers: tuple[tuple[Breaker, float], ...]
    separated: str  # by what from the one above, in words

    @property
    def key(self) -> tuple[float, ...]:
        """The greater the better."""
        return (self.points, *(value for _, value in self.breakers))


class Tally:
    """What all have played so far, worked out once."""

    def __init__(self, state: Tournament, *, through: int | None = None) -> None:
        """`through`: up to this round only. Rounds of the bracket count for nobody's standing."""
        assert state.plan is not None
        self.plan: TournamentPlan = state.plan
        self._state = state
        self._rounds = [
            one for one in state.swiss_rounds if through is None or one.number <= through
        ]
        self.played: Mapping[int, tuple[Played, ...]] = {
            player: tuple(sorted(self._of(player), key=lambda one: one.round))
            for player in state.players
        }

    @cached_property
    def _lines(self) -> Mapping[int, list[Played]]:
        """Every player's rounds, from the rounds' own lists."""
        lines: dict[int, list[Played]] = {player: [] for player in self._state.players}
        win, tie, loss = self.plan.points
        for played in self._rounds:
            for seating in played.seatings:
                if seating.second is None:
                    wins = self.plan.bye_wins
                    lines[seating.first].append(Played(played.number, None, win, wins, 0, 0))
                    continue
                found = played.results.get(seating.table)
                if found is None or not found.stands(seating):
                    continue
                first, second = found.wins
                one = tie if first == second else win if first > second else loss
                other = tie if first == second else loss if first > second else win
                number, ties = played.number, found.ties
                lines[seating.first].append(
                    Played(number, seating.second, one, first, second, ties)
                )
                lines[seating.second].append(
                    Played(number, seating.first, other, second, first, ties)
                )
        return lines

    def _of(self, player: int) -> Iterator[Played]:
        yield from self._lines[player]
        entered = self._state.players[player].entered
        for number in range(1, min(entered, len(self._rounds)) + 1):
            yield Played(number, None, self.plan.points[2], 0, self.plan.bye_wins, 0, missed=True)

    # -- shares

    def points(self, player: int) -> int:
        """Match points."""
        return sum(one.points for one in self.played[player])

    def record(self, player: int) -> tuple[int, int, int]:
        """Matches won, lost, tied."""
        win, tie, _ = self.plan.points
        told = [one.points for one in self.played[player]]
        won, tied = told.count(win), sum(points == tie != win for points in told)
        if tie == self.plan.points[2]:
            tied = sum(one.wins == one.losses and not one.missed for one in self.played[player])
        return won, len(told) - won - tied, tied

    def match_wins(self, player: int) -> float:
        """Share of the points that could be had, a third at least."""
        rounds = len(self.played[player])
        most = self.plan.points[0] * rounds
        return max(FLOOR, self.points(player) / most) if most else FLOOR

    def game_wins(self, player: int) -> float:
        """Share of games won, a tied one a third of a win, a third at least."""
        played = self.played[player]
        games = sum(one.games for one in played)
        win, tie, _ = self.plan.points
        got = sum(one.wins * win + one.ties * tie for one in played)
        return max(FLOOR, got / (win * games)) if games else FLOOR

    def opponents(self, player: int) -> list[int]:
        """Whom they have met; byes and missed rounds are nobody."""
        return [one.opponent for one in self.played[player] if one.opponent is not None]

    def _mean(self, player: int, share: Callable[[int], float]) -> float:
        met = self.opponents(player)
        return sum(map(share, met)) / len(met) if met else FLOOR

    def opponents_match_wins(self, player: int) -> float:
        """The mean of the opponents' match wins."""
        return self._mean(player, self._match_wins_of)

    @cached_property
    def _match_wins(self) -> Mapping[int, float]:
        return {player: self.match_wins(player) for player in self.played}

    def _match_wins_of(self, player: int) -> float:
        return self._match_wins[player]

    @cached_property
    def _opponents_match_wins(self) -> Mapping[int, float]:
        return {player: self.opponents_match_wins(player) for player in self.played}

    def _opponents_match_wins_of(self, player: int) -> float:
        return self._opponents_match_wins[player]

    @cached_property
    def _game_wins(self) -> Mapping[int, float]:
        return {player: self.game_wins(player) for player in self.played}

    def breaker(self, name: Breaker, player: int) -> float:
        """The value of one tie-breaker; the greater the better."""
        match name:
            case "opponents' match wins":
                return self._opponents_match_wins[player]
            case "game wins":
                return self._game_wins[player]
            case "opponents' game wins":
                return self._mean(player, self._game_wins.__getitem__)
            case "opponents' opponents":
                return self._mean(player, self._opponents_match_wins_of)
            case "lot":
                return lot(self.plan.seed, player)


def lot(seed: int, player: int) -> float:
    """From 0 to 1, the same whenever it is asked for: drawn from the recorded seed."""
    digest = sha256(f"{seed}:{player}".encode()).digest()
    return int.from_bytes(digest[:7]) / 2**56


SAME: Final = 1e-9
"""Shares that differ by less are equal."""


def standings(state: Tournament, *, through: int | None = None) -> tuple[Standing, ...]:
    """Everybody, the best first; who has dropped keeps their place."""
    tally = Tally(state, through=through)
    asked = tally.plan.asked
    lines = [
        Standing(
            0,
            player,
            tally.points(player),
            tally.record(player),
            tuple((name, tally.breaker(name, player)) for name in asked),
            "",
        )
        for player in state.players
    ]
    lines.sort(key=lambda line: (*(-round(value, 9) for value in line.key), line.player))
    return tuple(
        Standing(
            rank,
            line.player,
            line.points,
            line.record,
            line.breakers,
            _separated(lines[rank - 2], line) if rank > 1 else "",
        )
        for rank, line in enumerate(lines, start=1)
    )


def _separated(above: Standing, below: Standing) -> str:
    """By what two neighbours in the standings are told apart."""
    if above.points != below.points:
        return tr("points: {points} over {points2}", points=above.points, points2=below.points)
    for (name, more), (_, less) in zip(above.breakers, below.breakers, strict=True):
        if abs(more - less) > SAME:
            if name == "lot":
                return tr("a lot drawn from the event's seed")
            return tr("{name}: {more:.2%} over {less:.2%}", name=name, more=more, less=less)
    return tr("nothing: the order of entering")


def explained(state: Tournament, player: int) -> tuple[str, ...]:
    """How a player's line came about, in sentences."""
    tally = Tally(state)
    win, tie, loss = tally.plan.points
    told = [tr("{name} has {points} points.", name=state.name(player), points=tally.points(player))]
    for one in tally.played[player]:
        if one.missed:
            told.append(
                tr(
                    "Round {round}: entered later, counts as lost, {loss} points.",
                    round=one.round,
                    loss=loss,
                )
            )
        elif one.opponent is None:
            told.append(
                tr(
                    "Round {round}: a bye, {win} points, no opponent to count.",
                    round=one.round,
                    win=win,
                )
            )
        else:
            ties = tr(" and {ties} tied", ties=one.ties) if one.ties else ""
            told.append(
                tr(
                    "Round {round}: {wins}:{losses}{ties} against {name}, {points} points.",
                    round=one.round,
                    wins=one.wins,
                    losses=one.losses,
                    ties=ties,
                    name=state.name(one.opponent),
                    points=one.points,
                )
            )
    met = tally.opponents(player)
    for name in tally.plan.asked:
        value = tally.breaker(name, player)
        if name == "lot":
            told.append(
                tr(
                    "Lot: {value:.6f}, drawn from the event's seed {seed}.",
                    value=value,
                    seed=tally.plan.seed,
                )
            )
        elif name == "opponents' match wins" and met:
            shares = ", ".join(f"{state.name(one)} {tally.match_wins(one):.2%}" for one in met)
            told.append(
                tr(
                    "Opponents' match wins {value:.2%}: the mean of {shares} (33.33% at least).",
                    value=value,
                    shares=shares,
                )
            )
        elif name == "opponents' game wins" and met:
            shares = ", ".join(f"{state.name(one)} {tally.game_wins(one):.2%}" for one in met)
            told.append(
                tr(
                    "Opponents' game wins {value:.2%}: the mean of {shares}.",
                    value=value,
                    shares=shares,
                )
            )
        elif name == "opponents' opponents" and met:
            shares = ", ".join(
                f"{state.name(one)} {tally.opponents_match_wins(one):.2%}" for one in met
            )
            told.append(
                tr(
                    "Opponents' opponents {value:.2%}: the mean of {shares}.",
                    value=value,
                    shares=shares,
                )
            )
        elif name == "game wins":
            told.append(
                tr(
                    "Game wins {value:.2%} (33.33% at least; a tied game counts {tie} of {win}).",
                    value=value,
                    tie=tie,
                    win=win,
                )
            )
        else:
            told.append(
                tr(
                    "{capitalize} {value:.2%}: nobody was met yet.",
                    capitalize=name.capitalize(),
                    value=value,
                )
            )
    return tuple(told)


def changed(before: Sequence[Standing], after: Sequence[Standing], state: Tournament) -> list[Text]:
    """What differs between two standings, in sentences."""
    were = {line.player: line for line in before}
    told = []
    for line in after:
        was = were.get(line.player)
        if was is None or (was.rank, was.points) != (line.rank, line.points):
            old = (
                tr("was {rank} with {points} points", rank=was.rank, points=was.points)
                if was
                else tr("was not there")
            )
            told.append(
                tr(
                    "{name} {old}, is {rank} with {points} points.",
                    name=state.name(line.player),
                    old=old,
                    rank=line.rank,
                    points=line.points,
                )
            )
    return told
