"""Practice without a camera: the program draws and rolls, and plays some of the seats."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from time import monotonic, time

from rules.core import CHANCE, Action, State
from rules.journal import Entry, JournalError, replay
from rules.track.referee import CLOCK, Referee, Ruling
from ui.app.refereed_game import CLOCK_S, RefereedGame
from ui.app.table_clocks import TableClocks
from ui.app.table_model import LogLine
from ui.words import say


class Practice(RefereedGame):
    """A game of which the program plays some seats by random legal moves."""

    def __init__(
        self,
        referee: Referee,
        *,
        title: str,
        automatic: frozenset[int] = frozenset({1}),
        seed: int | None = None,
        pace: float = 0.6,
        clocks: TableClocks | None = None,
    ) -> None:
        """`automatic`: the program's seats; `pace`: seconds before each of its moves."""
        super().__init__(referee, title=title, clocks=clocks)
        self._automatic = automatic
        self._random = Random(seed)
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
            action = self._random.choice(game.legal_actions(state))
        try:
            self._announce(action)
        except JournalError as error:
            self._ask_about_the_record(error)

    def _announce(self, action: Action) -> None:
        """As at the table; nobody sees hands do it, so what no event tells is told in words."""
        game, state = self._referee.game, self.state
        mover, said = game.to_move(state), game.say(state, action)
        ruling = self._referee.announce(action)
        number = ruling.entries[-1].number if ruling.entries else None
        words = LogLine(time(), said, mover, entry=number)
        self._tell(ruling, () if mover == CHANCE else (words,))

    def _undo(self) -> Ruling:
        """Back to before the last decision of a person, whatever the program has done since.

        Raises `ValueError` when no person has decided anything yet.
        """
        if self._referee.result is not None:
            return self._referee.undo()  # somebody gave up
        last = max((entry.number for entry in self._decisions()), default=None)
        if last is None:
            raise ValueError(say("practice.nothing-to-undo"))
        return self._referee.correct(last, (), "undo", keep_later=False)

    def _decisions(self) -> Iterator[Entry]:
        """The steps that persons decided."""
        moments = replay(self._referee.journal.entries(), self._referee.game).moments
        for before, made in pairwise(moments):
            if made.entry.cause != CLOCK and self._person_decides(before.state):
                yield made.entry
