"""Playing alone, without a camera: one or both sides are played by random legal moves."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from queue import Empty, SimpleQueue
from random import Random
from time import time
from typing import Any

from rules.core import CHANCE, AnyGame, State
from rules.journal import Draft, Journal
from ui.app.sides import gave_up
from ui.app.state_model import colours_of, follow, log_line, model_of
from ui.app.subscribers import Subscribers
from ui.app.table_model import (
    Announce,
    Command,
    Concede,
    Correct,
    LogLine,
    Pause,
    Quit,
    Subscriber,
    TableModel,
    Undo,
)
from ui.words import say


class PracticeSource:
    """A game on the simulated table: the program draws and rolls, and plays some of the seats.

    Runs in a thread of its own, so that the pace of the game never holds up the screen.
    """

    def __init__(
        self,
        game: AnyGame,
        setup: Mapping[str, Any],
        *,
        title: str,
        automatic: frozenset[int] = frozenset({1}),
        seed: int | None = None,
        pace: float = 0.6,
        journal: Journal | None = None,
    ) -> None:
        """`pace`: seconds between two moves nobody has to decide; `journal`: None keeps none."""
        self._game = game
        self._title = title
        self._automatic = automatic
        self._random = Random(seed)
        self._pace = pace
        self._journal = journal
        self._colours = colours_of(game.dice(setup))
        self._past: list[tuple[State, TableModel, int]] = []
        self._state = game.new(setup)
        self._model = replace(self._fresh(), journal=journal.file if journal else "")
        self._paused = False
        self._over = False
        self._subscribers = Subscribers()
        self._commands: SimpleQueue[Command] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="practice", daemon=True)

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def join(self, timeout: float | None = None) -> None:
        """Wait until the game has stopped."""
        self._thread.join(timeout)

    def subscribe(self, callback: Subscriber) -> Callable[[], None]:
        """See `TableSource`."""
        return self._subscribers.add(callback)

    def latest(self) -> TableModel:
        """See `TableSource`."""
        return self._model

    def send(self, command: Command) -> None:
        """See `TableSource`."""
        self._commands.put(command)

    # -- the thread

    def _run(self) -> None:
        while True:
            waiting = self._paused or not self._moves_itself()
            try:
                command = self._commands.get(timeout=None if waiting else self._pace)
            except Empty:
                self._play(self._own_move())
                continue
            if isinstance(command, Quit):
                return
            self._obey(command)

    def _moves_itself(self) -> bool:
        mover = self._game.to_move(self._state)
        return not self._over and (mover == CHANCE or mover in self._automatic)

    def _own_move(self) -> Any:
        if self._game.to_move(self._state) == CHANCE:
            return self._game.sample(self._state, self._random)
        return self._random.choice(self._game.legal_actions(self._state))

    def _obey(self, command: Command) -> None:
        match command:
            case Announce(action):
                violation = self._game.why_not(self._state, action)
                if violation is None:
                    self._past.append((self._state, self._model, self._length()))
                    self._play(action)
                else:
                    self._refuse(violation.text)
            case Undo():
                self._undo()
            case Pause(on):
                self._paused = on
                self._publish(replace(self._model, paused=on))
            case Concede(seat):
                self._concede(seat)
            case Correct():
                self._refuse(say("practice.take-back"))
            case _:
                self._refuse(say("practice.no-camera"))

    def _play(self, action: Any) -> None:
        """Apply one legal action, write it down, then show it."""
        said = self._game.say(self._state, action)
        before = self._model
        self._state, events = self._game.apply(self._state, action)
        now = time()
        entry = self._write(action, events, now)
        lines = [log_line(event, now, entry) for event in events]
        if not lines and before.to_move != CHANCE:
            lines = [LogLine(now, said, before.to_move)]
        model = follow(before, self._fresh(), lines)
        self._publish(replace(model, paused=self._paused))

    def _write(self, action: Any, events: tuple[Any, ...], now: float) -> int | None:
        if self._journal is None:
            return None
        draft = Draft(
            kind="step",
            action=self._game.write_action(action),
            digest=self._game.digest(self._state),
            events=events,
            cause="announced",
            wall_time=now,
        )
        return self._journal.append(draft).number

    def _length(self) -> int:
        return len(self._journal) if self._journal is not None else 0

    def _undo(self) -> None:
        """Back to the last decision of a person."""
        if not self._past:
            self._refuse(say("practice.nothing-to-undo"))
            return
        self._state, model, length = self._past.pop()
        if self._journal is not None:
            self._journal.append(
                Draft(kind="correction", replaces=length + 1, cause="corrected", wall_time=time())
            )
        self._publish(replace(model, paused=self._paused))

    def _concede(self, seat: int) -> None:
        """The other side wins; nobody moves any more."""
        if self._journal is not None:
            self._journal.append(Draft(kind="result", facts={"conceded": seat}, wall_time=time()))
        self._over = True
        outcome = gave_up(self._model.view, seat)
        self._publish(replace(self._model, outcome=outcome, to_move=None, offers=()))

    def _refuse(self, sentence: str) -> None:
        self._publish(replace(self._model, notice=sentence))

    def _fresh(self) -> TableModel:
        return model_of(self._game, self._state, title=self._title, colours=self._colours)

    def _publish(self, model: TableModel) -> None:
        self._model = replace(model, sequence=self._model.sequence + 1)
        self._subscribers.tell(self._model)
