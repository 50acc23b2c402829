"""Who may watch and who may play from another machine: codes typed once, tokens kept since."""

import hmac
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

log = logging.getLogger(__name__)

TRIES: Final = 5  # wrong codes from one address ...
TRIES_IN_ALL: Final = 60  # ... and from all of them ...
TRIES_SECONDS: Final = 60.0  # ... within this time
WRONG_FOR_ONE_CODE: Final = 50
"""After so many wrong ones, from wherever, the player's code is another one."""

MOST_TOKENS: Final = 2000
"""Of each kind; the oldest then enters anew."""


def _new_code() -> str:
    return f"{secrets.randbelow(10**8):08}"


@dataclass(slots=True)
class AccessCodes:
    """Codes and tokens live as long as the process."""

    announce: Callable[[str], None]  # prints a new player's code where the game runs
    watch_code: str = field(default_factory=_new_code)
    player_code: str = field(default_factory=_new_code)
    _watchers: dict[str, None] = field(default_factory=dict)
    _players: dict[str, None] = field(default_factory=dict)
    _wrong: list[tuple[float, str]] = field(default_factory=list)  # when, from where
    _wrong_for_this: int = 0

    def enter(self, code: str, came_from: str) -> str | None:
        """A token for this code; None when it is wrong or was tried too often."""
        now, tried_code = time.monotonic(), code.encode("utf-8", "replace")
        self._wrong = [wrong for wrong in self._wrong if now - wrong[0] < TRIES_SECONDS]
        tried = sum(address == came_from for _, address in self._wrong)
        if tried >= TRIES or len(self._wrong) >= TRIES_IN_ALL:
            whose = came_from if tried >= TRIES else "everybody"
            log.warning("%s refused: %d wrong codes in a minute", whose, len(self._wrong))
            return None
        if hmac.compare_digest(tried_code, self.player_code.encode()):
            self._replace_player_code()
            log.info("%s may play", came_from)
            return _kept(self._players)
        if hmac.compare_digest(tried_code, self.watch_code.encode()):
            log.info("%s may watch", came_from)
            return _kept(self._watchers)
        self._wrong.append((now, came_from))
        log.warning("%s refused: wrong code, try %d", came_from, tried + 1)
        self._wrong_for_this += 1
        if self._wrong_for_this >= WRONG_FOR_ONE_CODE:
            log.warning("the player's code is replaced: it was guessed at too often")
            self._replace_player_code()
        return None

    def _replace_player_code(self) -> None:
        self.player_code = _new_code()
        self._wrong_for_this = 0
        self.announce(self.player_code)

    def may_watch(self, token: str) -> bool:
        """Whether this token opens the table."""
        return token in self._watchers or token in self._players

    def may_play(self, token: str) -> bool:
        """Whether this token may answer."""
        return token in self._players


def _kept(tokens: dict[str, None]) -> str:
    """A new token; there are never more than so many."""
    token = secrets.token_urlsafe(24)
    tokens[token] = None
    if len(tokens) > MOST_TOKENS:
        del tokens[next(iter(tokens))]
    return token
