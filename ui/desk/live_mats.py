"""The mat of each table as the public pages draw it: its record, played again as it comes."""

import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from rules.core import AnyGame, State
from rules.journal import Entry, JournalError
from rules.journal.replay import UNCHECKED, replay
from rules.registry import known_game
from ui.app.state_model import mat_of
from ui.app.table_model import TableModel
from ui.web.drawn import DrawnTable

if TYPE_CHECKING:
    from ui.desk.archive import Archive, ArchivedGame

Drawn: TypeAlias = tuple[Mapping[str, str], Mapping[str, Any]]
"""Mats as SVG, and pieces as `follow.js` takes them."""

log = logging.getLogger(__name__)

MOST_AT_ONCE: Final = 50
"""Mats drawn anew at one time; the others wait for the next second."""


class LiveMat:
    """One game, as far as it may be shown."""

    def __init__(self, archive: "Archive", found: "ArchivedGame") -> None:
        self._archive, self._id = archive, found.id
        self._game: AnyGame = known_game(found.kind).load()
        self._state: State | None = None
        self._model: TableModel | None = None
        self._drawn = DrawnTable()
        self._seats = found.players
        self.at = 0  # the entry up to which it was played

    def play(self, last: int) -> None:
        """Play what was recorded up to this entry. Raises as rules do on a record that is amiss."""
        fresh = [one for one, _ in self._archive.entries(self._id, self.at) if one.number <= last]
        if self._state is None or any(entry.replaces is not None for entry in fresh):
            whole = [one for one, _ in self._archive.entries(self._id) if one.number <= last]
            self._begin(whole)
        else:
            for entry in fresh:
                if entry.kind == "step":
                    action = self._game.read_action(entry.action)
                    self._state, _ = self._game.apply(self._state, action)
        self.at = last

    def _begin(self, entries: list[Entry]) -> None:
        setup = entries[0].facts["setup"]
        self._state = replay(entries, self._game).state
        dice = self._game.dice(setup)
        mat = mat_of(str(entries[0].facts["game"]), setup)
        view = self._game.view(self._state)
        self._model = TableModel("", view, zones=self._game.zones, dice=dice, mat=mat)

    def drawn(self) -> Drawn:
        """The mats without dice where they are new, by shape; where everything lies by now."""
        assert self._model is not None
        assert self._state is not None
        lies = self._game.layout(self._state)
        faces = {lie.die: lie.face for lie in lies if lie.face is not None}
        model = replace(self._model, view=self._game.view(self._state), faces=faces)
        mats = self._drawn.mats() if self._drawn.of_another_game(model) else {}
        pieces = self._drawn.pieces(model)
        life = [seat.life for seat in model.view.seats]
        return mats, {"title": self._id, "seats": self._seats, "life": life, "mat": pieces}


class LiveMats:
    """The newest game of each table."""

    def __init__(self, archive: "Archive") -> None:
        self._archive = archive
        self._mats: dict[str, LiveMat | None] = {}  # by game; None: it cannot be played again
        self._turns: Counter[str] = Counter()  # how often each table was drawn

    def update(self, wanted: Mapping[str, tuple["ArchivedGame", int]]) -> Mapping[str, Drawn]:
        """Table -> its mats and pieces, of those that have changed; `wanted`: game, last entry."""
        current = {game.id for game, _ in wanted.values()}
        self._mats = {one: mat for one, mat in self._mats.items() if one in current}
        found: dict[str, Drawn] = {}
        for table in sorted(wanted, key=self._turns.__getitem__):
            game, last = wanted[table]
            if len(found) >= MOST_AT_ONCE:
                break
            try:
                drawn = self._of(game, last)
            except (JournalError, *UNCHECKED) as error:
                log.warning("the mat of table %s cannot be drawn: %s", table, error)
                self._mats[game.id] = None
                continue
            if drawn is not None:
                found[table] = drawn
                self._turns[table] += 1
        return found

    def _of(self, game: "ArchivedGame", last: int) -> Drawn | None:
        if game.id not in self._mats:
            self._mats[game.id] = LiveMat(self._archive, game)
        mat = self._mats[game.id]
        if mat is None or last < 1 or mat.at == last:
            return None
        if last < mat.at:
            mat = self._mats[game.id] = LiveMat(self._archive, game)
        mat.play(last)
        return mat.drawn()
