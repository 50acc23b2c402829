"""Clocks, and what a game may know of them.

Time is handed in (seconds of any clock that only goes forward), so that the record of every
start and stop is enough to tell what a clock showed at any moment.
"""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import msgspec

from rules.core.types import Action, State
from words import tr


class Clock(msgspec.Struct, frozen=True):
    """A clock that counts down from `limit` seconds, or up where there is no limit.

    `since` is when it was last started, None while it stands.
    """

    limit: float | None
    spent: float = 0.0
    since: float | None = None

    @property
    def running(self) -> bool:
        """Whether it counts."""
        return self.since is not None

    def elapsed(self, now: float) -> float:
        """Seconds counted so far."""
        return self.spent + (max(0.0, now - self.since) if self.since is not None else 0.0)

    def left(self, now: float) -> float:
        """Seconds left, never below zero; infinite without a limit."""
        return float("inf") if self.limit is None else max(0.0, self.limit - self.elapsed(now))

    def expired(self, now: float) -> bool:
        """Whether the time has run out."""
        return self.left(now) <= 0.0

    def start(self, now: float) -> "Clock":
        """Go on counting; nothing changes when it is running."""
        return self if self.running else msgspec.structs.replace(self, since=now)

    def pause(self, now: float) -> "Clock":
        """Stand still."""
        return msgspec.structs.replace(self, spent=self.elapsed(now), since=None)

    def extend(self, seconds: float) -> "Clock":
        """Give more time, as a judge does after a ruling. Raises `ValueError`."""
        if self.limit is None:
            raise ValueError(tr("a clock without a limit needs no time extension."))
        if not seconds > 0:
            raise ValueError(tr("a time extension must be longer than nothing."))
        return msgspec.structs.replace(self, limit=self.limit + seconds)


GAME, MATCH, REVEAL = "game", "match", "reveal"
"""The clocks there may be: of this game, of the match it belongs to, and before its start."""


@runtime_checkable
class HasClocks(Protocol):
    """A game whose rules know clocks."""

    def clocks(self, setup: Mapping[str, Any]) -> Mapping[str, Clock]:
        """The clocks of a game with this set-up, all standing; `GAME` is always among them."""

    def time_called(self, state: State) -> Action | None:
        """What is entered once the game clock has run out; None when nothing is, or is no more.

        `state` is what the players have come to; what they did last may not be on record yet.
        """


def clocks_of(game: object, setup: Mapping[str, Any]) -> Mapping[str, Clock]:
    """The game's own clocks, or one that only says how long the game has lasted."""
    return game.clocks(setup) if isinstance(game, HasClocks) else {GAME: Clock(None)}
