"""The clocks of a tournament: a match of 45 minutes, games of 20.

Time is handed in (monotonic seconds), so that the record of every start and stop is enough to
tell what a clock showed at any moment.
"""

import msgspec

MATCH_SECONDS = 45 * 60
GAME_SECONDS = 20 * 60


class Clock(msgspec.Struct, frozen=True):
    """A clock that counts down; `since` is when it was last started, None while it stands."""

    limit: float
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
        """Seconds left, never below zero."""
        return max(0.0, self.limit - self.elapsed(now))

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
        if seconds <= 0:
            raise ValueError(f"a time extension must be longer than {seconds:g} seconds.")
        return msgspec.structs.replace(self, limit=self.limit + seconds)


def match_clock() -> Clock:
    """Forty-five minutes for a match."""
    return Clock(MATCH_SECONDS)


def game_clock() -> Clock:
    """Twenty minutes for a game under the normal rules."""
    return Clock(GAME_SECONDS)
