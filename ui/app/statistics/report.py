"""Figures as tables of text: for the terminal, the screen, the page, CSV and JSON alike."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from operator import itemgetter
from typing import Final

from rules.registry import games
from ui.app.statistics.figures import GameFigures, GameLine, ResultCount, middle
from ui.app.statistics.luck import DiceTest, luckier_than
from ui.app.statistics.summary import GameSummary
from ui.words import COLUMNS, STATS, words_for
from words import say, translated

LONGEST: Final[Mapping[str, int]] = {
    "games": 20,
    "cards": 25,
    "damage": 15,
    "fielded": 15,
    "dice": 25,
}
"""Rows of a table that people are shown; CSV and JSON have all."""

_BARS: Final = "▁▂▃▄▅▆▇█"


@dataclass(frozen=True, slots=True)
class StatsTable:
    """One table: `columns` name the values in every row, and for people their headings."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | int | float | None, ...], ...]

    @property
    def title(self) -> str:
        """What people call it."""
        return translated(words_for(STATS, self.name))

    def heads(self) -> tuple[str, ...]:
        """The headings."""
        return tuple(translated(words_for(COLUMNS, column)) for column in self.columns)

    def shown(self) -> tuple[tuple[str, ...], ...]:
        """The first rows, in letters."""
        return tuple(
            tuple(map(_in_letters, row))
            for row in self.rows[: LONGEST.get(self.name, len(self.rows))]
        )

    @property
    def left_out(self) -> int:
        """How many rows people are not shown."""
        return max(0, len(self.rows) - LONGEST.get(self.name, len(self.rows)))


def _in_letters(value: str | float | None) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.3g}" if abs(value) < 10 else f"{value:.0f}"
    return str(value)


def overview(figures: GameFigures, broken: int) -> str:
    """All games in a sentence or two."""
    count = len(figures.games)
    turns, seconds = f"{middle(figures.turns):.0f}", f"{middle(figures.turn_times):.0f}"
    if count == 1:
        told = say(
            "One game of {turns} turns; half of them took {seconds} s or more.",
            turns=turns,
            seconds=seconds,
        )
    else:
        told = say(
            "{games} games, {over} of them over; half of these took {turns} turns or "
            "more, half of all turns {seconds} s or more.",
            games=count,
            over=figures.over,
            turns=turns,
            seconds=seconds,
        )
    disputes = say(
        "{fouls} fouls, {questions} questions, {corrections} corrections.",
        fouls=sum(figures.fouls.values()),
        questions=figures.questions,
        corrections=figures.corrections,
    )
    left = (
        " " + say("{count} records cannot be read and are left out.", count=broken)
        if broken
        else ""
    )
    return f"{told} {disputes}{left}"


def tables(figures: GameFigures) -> tuple[StatsTable, ...]:
    """Every table that has rows."""
    made = (
        StatsTable("games",
              ("date", "game", "kind", "players", "result", "turns", "minutes", "luck"),
              tuple(_games(figures.games))),
        StatsTable("players", ("player", "games", "won", "tied", "lost", "share", "turn_s",
                          "energy_rolled", "energy_spent", "energy_left", "dealt", "taken",
                          "fielded", "fouls"),
              tuple(_players(figures))),
        StatsTable("teams", ("team", "games", "won", "tied", "lost", "share"),
              tuple(_tallies(figures.teams))),
        StatsTable("cards", ("card", "games", "won", "tied", "lost", "share"),
              tuple(_tallies(figures.cards))),
        StatsTable("steps", ("step", "seconds_a_turn"), tuple(_steps(figures))),
        StatsTable("damage", ("by", "amount"), tuple(figures.damage.most_common())),
        StatsTable("fielded", ("die", "times"), tuple(figures.fielded.most_common())),
        StatsTable("fouls", ("foul", "times"), tuple(figures.fouls.most_common())),
        StatsTable("dice", ("die", "rolled", "faces", "bars", "p", "corrected", "verdict"),
              tuple(map(_dice, figures.dice))),
        StatsTable("dice-of-players",
              ("player", "die", "rolled", "faces", "bars", "p", "corrected", "verdict"),
              tuple((one.player, *_dice(one)) for one in figures.dice_of_players)),
    )  # fmt: skip
    return tuple(table for table in made if table.rows)


def titled(game: str) -> str:
    """What people call a game; its short name where nobody knows it."""
    known = games().get(game)
    return known.title if known is not None else game


def day(seconds: float) -> str:
    """The day of a moment, as people write it in lists."""
    return f"{datetime.fromtimestamp(seconds, UTC).astimezone():%Y-%m-%d}" if seconds else ""


def result_of(summary: GameSummary) -> str:
    """Who won."""
    if not summary.over:
        return say("not over")
    if not summary.winners:
        return say("tie")
    return " & ".join(
        summary.players[seat] for seat in summary.winners if seat < len(summary.players)
    )


def _games(lines: Sequence[GameLine]) -> Iterator[tuple[str | int | float | None, ...]]:
    for line in reversed(lines):  # the newest first
        one = line.summary
        luck = " : ".join("?" if found is None else str(luckier_than(found)) for found in line.luck)
        yield (
            day(one.started), titled(one.game), one.kind, " : ".join(one.players), result_of(one),
            one.turns, round((one.ended - one.started) / 60), luck,
        )  # fmt: skip


def _players(figures: GameFigures) -> Iterator[tuple[str | int | float | None, ...]]:
    ranked = sorted(figures.players.items(), key=lambda one: (-one[1].results.games, one[0]))
    for name, one in ranked:
        if not name:
            continue
        left = 1 - one.spent / one.rolled if one.rolled else None
        yield (
            name, *_results(one.results), round(middle(one.turn_times), 1), one.rolled, one.spent,
            None if left is None else round(max(0.0, left), 3),
            one.dealt, one.taken, one.fielded, one.fouls,
        )  # fmt: skip


def _results(one: ResultCount) -> tuple[int | float, ...]:
    return one.games, one.won, one.tied, one.lost, round(one.share, 3)


def _tallies(found: Mapping[str, ResultCount]) -> Iterator[tuple[str | int | float | None, ...]]:
    for name, one in sorted(
        found.items(), key=lambda item: (-item[1].games, -item[1].share, item[0])
    ):
        yield (name, *_results(one))


def _steps(figures: GameFigures) -> Iterator[tuple[str | int | float | None, ...]]:
    for step, seconds in sorted(figures.step_times.items(), key=itemgetter(1), reverse=True):
        yield step, round(seconds / max(1, figures.step_turns), 1)


def _dice(one: DiceTest) -> tuple[str | int | float | None, ...]:
    faces = ", ".join(
        f"{name} {seen} ({expected:.0f})"
        for name, seen, expected in zip(one.outcomes, one.seen, one.expected, strict=True)
    )
    return (
        one.title, one.rolled, faces, bars(one.seen, one.expected), round(one.p, 5),
        round(one.corrected, 5), one.verdict,
    )  # fmt: skip


def bars(seen: Iterable[float], expected: Iterable[float]) -> str:
    """A bar for each outcome: half as high is as often as expected."""
    ratios = (one / other if other else 0.0 for one, other in zip(seen, expected, strict=True))
    return "".join(_BARS[min(7, round(ratio * 3.5))] for ratio in ratios)


def as_text(table: StatsTable, width: int) -> Iterator[str]:
    """The table for a terminal of this width; the last column takes what is left."""
    rows = [table.heads(), *table.shown()]
    wide = [max(len(row[at]) for row in rows) for at in range(len(table.columns))]
    room = width - 2 * (len(wide) - 1)
    while sum(wide) > room and max(wide) > 8:
        wide[wide.index(max(wide))] -= 1
    yield table.title
    for row in rows:
        cells = (
            cell if len(cell) <= most else cell[: most - 1] + "…"
            for cell, most in zip(row, wide, strict=True)
        )
        yield "  ".join(cell.ljust(most) for cell, most in zip(cells, wide, strict=True)).rstrip()
    if table.left_out:
        yield say("and {count} more", count=table.left_out)


def _fitted(cell: str, most: int) -> str:
    return (cell if len(cell) <= most else f"{cell[: most - 1]}…").ljust(most)
