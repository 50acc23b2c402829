"""Whether the referee still follows the table, or people have played on without it."""

from typing import Final

from rules.track.verdict import Commit, Look, Verdict, Wait

LOST_S: Final = 30.0
"""Seconds without anything that explains the table after which the referee says so."""

LOST_RESTS: Final = 3
"""Times that hands came back meanwhile: a table that nobody touches waits for its players."""

FOLLOWS: Final = frozenset({"nothing-new", "provisional", "halfway"})
"""What a table is waited for that is explained."""


class LostTrack:
    """Counts the rests since the table was last explained."""

    def __init__(self) -> None:
        self._since: float | None = None  # when it was explained last, camera seconds
        self._rests = 0
        self._touched = False

    def see(self, look: Look, verdict: Verdict) -> None:
        """Take in a look and what was said of it."""
        if isinstance(verdict, Commit) or (isinstance(verdict, Wait) and verdict.reason in FOLLOWS):
            self.found(look.time)
            return
        if self._since is None:
            self._since = look.time
        if look.hands or not look.still:
            self._rests += not self._touched
            self._touched = True
        else:
            self._touched = False
        self._now = look.time

    def found(self, now: float) -> None:
        """The table is explained."""
        self._since = self._now = now
        self._rests = 0

    @property
    def lost(self) -> bool:
        """Whether people have played on for long and nothing explains the table any more."""
        if self._since is None or self._rests < LOST_RESTS:
            return False
        return self._now - self._since >= LOST_S
