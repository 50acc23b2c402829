"""How long after the table came to rest the screen shows what was done."""

from typing import Any, Final

from hardware.simulated.people.seen import SeenTable
from rules.core import AnyGame, State
from tests.bench.following.comparison import Comparison, appearance

A_REST_S: Final = 2.0
"""Only rests at least so long are measured: in a shorter one people see no screen."""


class Latency:
    """Watches the screen of one game."""

    def __init__(self, game: AnyGame, comparison: Comparison) -> None:
        """`comparison` knows what happened."""
        self._game = game
        self._comparison = comparison
        self._target = 0  # deeds done, at the present rest
        self._since: float | None = None  # the first look at it
        self._shown_ms: float | None = None
        self._known: tuple[State, Any] | None = None
        self.measured_ms: list[int] = []

    def see(self, seen: SeenTable, shown: State, took_ms: float) -> None:
        """One look, the state on the screen after it, and what that took."""
        if seen.hidden or seen.moving:
            self._end(seen.time)
            return
        target = self._comparison.done_by(seen.time)
        if target != self._target:
            self._end(seen.time)
            self._target, self._since = target, seen.time
        if self._since is None or self._shown_ms is not None:
            return
        if self._like(shown) == self._comparison.truth(target):
            self._shown_ms = 1000.0 * (seen.time - self._since) + took_ms

    def _end(self, time: float) -> None:
        """Hands come back: the rest counts if it was one."""
        if self._since is not None and time - self._since >= A_REST_S:
            waited = 1000.0 * (time - self._since)
            self.measured_ms.append(round(self._shown_ms if self._shown_ms is not None else waited))
        self._since = self._shown_ms = None

    def _like(self, state: State) -> object:
        if self._known is None or self._known[0] is not state:
            self._known = (state, appearance(self._game, state))
        return self._known[1]
