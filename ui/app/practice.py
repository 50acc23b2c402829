"""Practice without a camera: the program draws and rolls, and plays some of the seats."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from time import monotonic
from typing import Final

from rules.core import CHANCE, State
from rules.journal import Entry, JournalError, replay
from rules.journal.corrections import CLOCK
from rules.track.referee import Referee, Ruling
from ui.app.correcting import in_words
from ui.app.opponent import best_move, tried_moves
from ui.app.refereed_game import CLOCK_S, RefereedGame
from ui.app.table_clocks import TableClocks
from ui.app.table_model import Announce, AskHint, Command, TableModel
from words import NOTHING, Text, tr

HINT_GAMES: Final = 300
"""How many games the program plays on for a hint."""


class Practice(RefereedGame):
    """A game of which the program plays some seats."""

    def __init__(
        self,
        referee: Referee,
        *,
        title: str,
        automatic: frozenset[int] = frozenset({1}),
        seed: int | None = None,
        pace: float = 0.6,
        strength: str = "easy",
        clocks: TableClocks | None = None,
    ) -> None:
        """`automatic`: the program's seats; `pace`: seconds before each of its moves.

        `strength`: how it plays, one of `ui.app.opponent.STRENGTHS`.
        """
        self._automatic = automatic
        clocks = clocks or TableClocks(referee, by_themselves=False)
        super().__init__(referee, title=title, clocks=clocks)
        self._random = Random(seed)
        easy = strength == "easy"  # which thinks not at all
        # of its own: the dice fall the same however long it thinks
        self._thinking = self._random if easy else Random(seed)
        self._strength = strength
        self._pace = pace

    def play(self) -> None:
        """Play until the players leave: the program moves where nobody else is to decide."""
        due = monotonic() + self._pace
        while not self.stopped:
            mine = not (self.halted or self._person_decides(self.state))
            left = due - monotonic() if mine else CLOCK_S
            came = self.wait(max(0.0, min(CLOCK_S, left)))
            if mine and left <= 0 and not came:
                self._move()
            if came or not mine or left <= 0:
                due = monotonic() + self._pace

    def _person_decides(self, state: State) -> bool:
        mover = self._referee.game.to_move(state)
        return mover is not None and mover != CHANCE and mover not in self._automatic

    def _move(self) -> None:
        """The program draws, rolls or decides, and announces it like any player."""
        game, state = self._referee.game, self.state
        if game.to_move(state) == CHANCE:
            action = game.sample(state, self._random)
        else:
            action = best_move(game, state, self._thinking, self._strength, self._is_called)
        try:
            self._announce(action)
        except JournalError as error:
            self._ask_about_the_record(error)

    def _do(self, command: Command) -> None:
        """As at the table; nobody says what the program does."""
        if isinstance(command, Announce) and not self._person_decides(self.state):
            raise ValueError(tr("It is not your turn to decide: the program plays now."))
        if isinstance(command, AskHint):
            self._publish(replace(self._model, notice=self._hint()))
        else:
            super()._do(command)

    def _fresh(self) -> TableModel:
        """Nothing is offered while the program decides."""
        model = super()._fresh()
        return model if self._person_decides(self.state) else replace(model, offers=())

    def _is_called(self) -> bool:
        """Whether somebody waits while the program thinks."""
        return self.stopped or not self._incoming.empty()

    def _hint(self) -> Text:
        """What the program would do here, and why. Raises `ValueError` when nobody decides."""
        game, state = self._referee.game, self.state
        if not self._person_decides(state):
            raise ValueError(tr("It is not your turn to decide: the program plays now."))
        found = tried_moves(game, state, self._thinking, HINT_GAMES, self._is_called)
        if len(found) == 1:
            return tr(
                "There is only one thing to do: {move}.", move=game.say(state, found[0].action)
            )
        first, second = found[:2]
        return tr(
            "I would: {move}. It went well in {share} % of {games} games played on from "
            "there; next best, {other}: {other_share} %.",
            move=game.say(state, first.action),
            share=round(100 * first.share),
            games=first.games,
            other=game.say(state, second.action),
            other_share=round(100 * second.share),
        )

    def _undo(self) -> Ruling:
        """Back to before the last decision of a person, whatever the program has done since.

        Raises `ValueError` when no person has decided anything yet.
        """
        if self._referee.result is not None:
            return self._referee.undo()  # somebody gave up
        last = max((entry.number for entry in self._decisions()), default=None)
        if last is None:
            raise ValueError(tr("There is nothing to take back."))
        return self._referee.correct(last, (), "undo", keep_later=False)

    def _to_undo(self) -> Text:
        """As at the table; what the program has done since goes with it."""
        game = self._referee.game
        if self._referee.result is not None:
            return super()._to_undo()
        last = max((entry.number for entry in self._decisions()), default=0)
        moments = replay(self._referee.journal.entries(), game).moments
        gone = [moment for moment in moments[1:] if moment.entry.number >= last]
        if not last or not gone:
            return NOTHING
        said = in_words(game, gone[0], self._dice)
        return (
            said
            if len(gone) == 1
            else tr("{text}, and what has happened since ({more})", text=said, more=len(gone) - 1)
        )

    def _decisions(self) -> Iterator[Entry]:
        """The steps that persons decided."""
        moments = replay(self._referee.journal.entries(), self._referee.game).moments
        for before, made in pairwise(moments):
            if made.entry.cause != CLOCK and self._person_decides(before.state):
                yield made.entry
