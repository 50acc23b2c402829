"""Figures over the summaries of any games."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Final

from ui.app.statistics.luck import DiceTest, corrected, dice_test, luck_of, worth
from ui.app.statistics.summary import NOBODY, GameSummary
from words import tr

_LEVEL: Final = re.compile(r" \(level \d\)")
_COUNT: Final = re.compile(r"^\d+ ")
LEAST_ROLLS: Final = 12
"""A kind that a player rolled less often is not tested on its own."""


@dataclass(slots=True)
class ResultCount:
    """What a player, a team or a card has to show."""

    games: int = 0
    won: int = 0
    tied: int = 0
    lost: int = 0

    def count(self, summary: GameSummary, side: int) -> None:
        """One more game that is over."""
        self.games += 1
        if not summary.winners:
            self.tied += 1
        elif any(seat % summary.sides == side for seat in summary.winners):
            self.won += 1
        else:
            self.lost += 1

    @property
    def share(self) -> float:
        """Of games won, ties half."""
        return (self.won + self.tied / 2) / self.games if self.games else 0.0


@dataclass(slots=True)
class PlayerFigures:
    """One player over all games."""

    results: ResultCount = field(default_factory=ResultCount)
    turn_times: list[float] = field(default_factory=list)
    rolled: int = 0  # energy
    spent: int = 0
    dealt: int = 0
    taken: int = 0
    fielded: int = 0
    fouls: int = 0


@dataclass(slots=True)
class GameLine:
    """One game as a list shows it."""

    summary: GameSummary
    luck: tuple[float | None, ...]  # seat by seat


@dataclass(slots=True)
class GameFigures:
    """Everything that is counted."""

    games: list[GameLine] = field(default_factory=list)
    players: defaultdict[str, PlayerFigures] = field(
        default_factory=lambda: defaultdict(PlayerFigures)
    )
    teams: defaultdict[str, ResultCount] = field(default_factory=lambda: defaultdict(ResultCount))
    cards: defaultdict[str, ResultCount] = field(default_factory=lambda: defaultdict(ResultCount))
    step_times: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    step_turns: int = 0
    damage: Counter[str] = field(default_factory=Counter)
    fielded: Counter[str] = field(default_factory=Counter)
    fouls: Counter[str] = field(default_factory=Counter)
    questions: int = 0
    corrections: int = 0
    dice: list[DiceTest] = field(default_factory=list)  # all players together
    dice_of_players: list[DiceTest] = field(default_factory=list)

    @property
    def over(self) -> int:
        """Games with an end."""
        return sum(line.summary.over for line in self.games)

    @property
    def turns(self) -> list[int]:
        """Of each game that is over."""
        return [line.summary.turns for line in self.games if line.summary.over]

    @property
    def turn_times(self) -> list[float]:
        """Seconds of every turn."""
        return [seconds for line in self.games for _, seconds in line.summary.turn_times]


def figures_of(summaries: Iterable[GameSummary]) -> GameFigures:
    """Count all of them."""
    found = GameFigures()
    rolls, luck = _Rolls(), _Luck()
    for summary in summaries:
        found.games.append(GameLine(summary, luck.of(summary)))
        _count_results(found, summary)
        _count_play(found, summary)
        _count_dice(found, summary)
        rolls.count(summary)
    found.dice = corrected(rolls.tests(""))
    found.dice_of_players = corrected(
        test
        for player in rolls.players()
        for test in rolls.tests(player)
        if test.rolled >= LEAST_ROLLS
    )
    return found


def name_of(summary: GameSummary, seat: int) -> str:
    """Who sat there."""
    return summary.players[seat] if 0 <= seat < len(summary.players) else ""


class _Luck:
    """Luck of every seat; what faces are worth is worked out once for each kind of a game."""

    def __init__(self) -> None:
        self._worth: dict[tuple[str, str], tuple[float, ...]] = {}

    def of(self, summary: GameSummary) -> tuple[float | None, ...]:
        by_seat: defaultdict[int, list[tuple[Sequence[float], Sequence[int]]]] = defaultdict(list)
        for seat, kind, counts in summary.rolls:
            key = summary.game, kind
            if key not in self._worth:
                faces = summary.faces.get(kind)
                self._worth[key] = worth(faces) if faces else (0.0,) * 6
            by_seat[seat].append((self._worth[key], counts))
        return tuple(luck_of(by_seat[seat]) for seat in range(len(summary.players)))


def _count_results(found: GameFigures, summary: GameSummary) -> None:
    if not summary.over:
        return
    for seat, player in enumerate(summary.players):
        found.players[player].results.count(summary, seat % summary.sides)
    for side, cards in enumerate(summary.teams):
        found.teams[", ".join(cards)].count(summary, side)
        for card in cards:
            found.cards[card].count(summary, side)


def _count_play(found: GameFigures, summary: GameSummary) -> None:
    for seat, seconds in summary.turn_times:
        found.players[name_of(summary, seat)].turn_times.append(seconds)
    for step, seconds in summary.step_times.items():
        found.step_times[step] += seconds
    found.step_turns += len(summary.turn_times)
    found.questions += summary.questions
    found.corrections += summary.corrections
    for seat, code in summary.fouls:
        found.fouls[code or "foul"] += 1
        if seat != NOBODY:
            found.players[name_of(summary, seat)].fouls += 1


def _count_dice(found: GameFigures, summary: GameSummary) -> None:
    for code, seat, title, often in summary.done:
        if code == "fielded":
            found.fielded[title] += often
            found.players[name_of(summary, seat)].fielded += often
    for seat, by, amount in summary.damage:
        found.damage[_dealers(by, set(summary.titles.values()))] += amount
        found.players[name_of(summary, seat)].taken += amount
        for other, player in enumerate(summary.players):
            if other % summary.sides != seat % summary.sides:
                found.players[player].dealt += amount
    for seat, rolled, spent in summary.energy:
        who = found.players[name_of(summary, seat)]
        who.rolled, who.spent = who.rolled + rolled, who.spent + spent


def _dealers(told: str, titles: Collection[str]) -> str:
    """Who dealt damage, each title once: "Karai (level 3), 2 Sidekicks" is "Karai, Sidekick"."""
    names: dict[str, None] = {}
    for part in filter(None, _LEVEL.sub("", told).split(", ")):
        name = _COUNT.sub("", part)
        names[name[:-1] if name not in titles and name[:-1] in titles else name] = None
    return ", ".join(sorted(names)) or tr("an effect")


class _Rolls:
    """Faces by game, kind and player; dice of one kind are the same in every game of a family."""

    def __init__(self) -> None:
        self._counts: dict[str, dict[str, list[int]]] = {"": {}}  # player, kind
        self._known: dict[str, tuple[str, str, tuple[Mapping[str, Any], ...]]] = {}

    def count(self, summary: GameSummary) -> None:
        for seat, kind, counts in summary.rolls:
            if kind not in summary.faces:
                continue
            plain = kind.partition(":")[2] or kind  # on whose side it is says nothing of the die
            self._known.setdefault(
                plain, (summary.game, summary.titles.get(kind, kind), summary.faces[kind])
            )
            for player in ("", name_of(summary, seat)):
                faces = self._counts.setdefault(player, {}).setdefault(plain, [0] * 6)
                for face, often in enumerate(counts):
                    faces[face] += often

    def players(self) -> list[str]:
        """Everybody with a name."""
        return [player for player in self._counts if player]

    def tests(self, player: str) -> list[DiceTest]:
        """Every kind that was rolled by this player, "" for all."""
        return [
            dice_test((game, kind, title), player, faces, counts)
            for kind, counts in self._counts[player].items()
            for game, title, faces in [self._known[kind]]
        ]


def middle(values: Sequence[float]) -> float:
    """The median; 0 of nothing."""
    return float(median(values)) if values else 0.0
