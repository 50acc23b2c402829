"""What may have happened since the state believed in, asked again at every look."""

from typing import Final

import msgspec

from rules.core import Game, State
from rules.track.ahead import Consequences
from rules.track.explain import Search
from rules.track.fit import Board
from rules.track.options import Options
from rules.track.slots import Slots
from rules.track.story import Stories

SEARCH_AGAIN: Final = 3
"""Looks after which a table that no known story explains is thought over once more."""


class _Searched(msgspec.Struct, frozen=True, eq=False):
    """The newest search for what may have happened."""

    digest: str  # of the state it began in
    seen: tuple[object, ...]  # the dice it was to explain
    stories: Stories
    times: int  # how often these dice were searched for
    wary: bool  # how it searched: see `Search.run`


class Inquiry:
    """Searches when there is something new to explain, and tells known stories again when not."""

    def __init__(self, game: Game, slots: Slots, options: Options) -> None:
        """Nothing was looked into yet."""
        self._game = game
        self._options = options
        self._known = Consequences(game, slots)
        self._last: _Searched | None = None

    def stories(self, state: State, board: Board) -> Stories:
        """What may have happened; the same dice seen once more only change how sure we are.

        What one search cannot explain the next look searches for in another way.
        """
        search = Search(self._game, board, self._options.effort, self._known)
        digest, seen = self._game.digest(state), (board.counts, board.untouched)
        last = self._last if self._last and self._last.digest == digest else None
        times = last.times if last is not None and last.seen == seen else 0
        if last is not None and times:
            stories = search.retell(state, last.stories, self._options.margin)
            if stories.explained or (times > 1 and board.table.looks % SEARCH_AGAIN):
                self._last = msgspec.structs.replace(last, stories=stories)
                return stories
        known = last.stories if last is not None else None
        wary = last is not None and not (last.wary or last.stories.explained)
        stories = search.run(state, self._options.margin, known, wary=wary)
        self._last = _Searched(digest, seen, stories, times + 1, wary)
        return stories

    def disturbed(self) -> None:
        """What lies on the table now is to be explained anew."""
        self._known.make_room()
        if self._last is not None:
            self._last = msgspec.structs.replace(self._last, times=0, wary=True)

    @property
    def thorough(self) -> bool:
        """Whether what is on the table was searched for in both ways."""
        return self._last is not None and self._last.times > 1
