"""Which of the recorded games are meant."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from typing import Final

from ui.app.errors import UserError
from ui.app.statistics.report import day
from ui.app.statistics.summary import GameSummary
from words import joined, tr

KINDS: Final = ("play", "practice", "demo")

_TESTS: Final[Mapping[str, Callable[[GameSummary, str], bool]]] = {
    "player": lambda one, value: value in map(str.casefold, one.players),
    "winner": lambda one, value: (
        value in (one.players[seat].casefold() for seat in one.winners if seat < len(one.players))
    ),
    "card": lambda one, value: any(value == card.casefold() for team in one.teams for card in team),
    "since": lambda one, value: day(one.started) >= value,
    "until": lambda one, value: day(one.started) <= value,
    "over": lambda one, value: one.over == (value == "yes"),
    **{
        name: lambda one, value, name=name: str(getattr(one, name)).casefold() == value  # type: ignore[misc]
        for name in ("game", "kind", "event", "match", "format")
    },
}

NAMES: Final = tuple(_TESTS)
"""What games can be chosen by."""


def check_wanted(wanted: Mapping[str, str]) -> None:
    """Raise `UserError` for what no game can be chosen by."""
    for name, value in wanted.items():
        if name not in _TESTS:
            raise UserError(
                tr(
                    "games cannot be chosen by '{name}'; there are {names}.",
                    name=name,
                    names=joined(", ", NAMES),
                )
            )
        if name == "kind" and value not in KINDS:
            raise UserError(
                tr(
                    "there is no kind '{value}'; choose one of {names}.",
                    value=value,
                    names=joined(", ", KINDS),
                )
            )
        if name == "over" and value not in {"yes", "no"}:
            raise UserError(tr("'over' is yes or no, not '{value}'.", value=value))
        if name in {"since", "until"}:
            try:
                date.fromisoformat(value)
            except ValueError:
                raise UserError(
                    tr("'{value}' is no day: write it as 2026-11-20.", value=value)
                ) from None


def chosen(games: Iterable[GameSummary], wanted: Mapping[str, str]) -> Iterator[GameSummary]:
    """Those games that fit everything that is wanted."""
    for one in games:
        if all(_TESTS[name](one, value.casefold()) for name, value in wanted.items()):
            yield one
