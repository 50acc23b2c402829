"""Runs scripts between two decisions, and runs them again when an answer comes.

The state remembers where a script began and the answers so far; the next answer runs it again
from there, so states stay plain values. The newest run of each thread is kept: who goes on from the
state it ended in goes on with it, and only forks run anything again.
"""

import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any, Final

from rules.core import Event, Seat
from rules.dicemasters.engine.perform import PERFORM
from rules.dicemasters.engine.state import DiceMastersState, Request
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.engine.turn import AUTOMATIC
from rules.dicemasters.moves.actions import BY_HAND, Action
from words import Text

CHECKPOINT: Final = object()
"""Yielded by a script when the table alone says how to go on."""


class _Newest(threading.local):
    """The newest run of a thread, for whoever goes on from its state."""

    run: "_Run | None" = None

    def take(self, state: DiceMastersState) -> "_Run | None":
        """The run that ended in this very state; it is nobody else's from now on."""
        run = self.run
        if run is None or run.state is not state:
            return None
        self.run = None
        return run


_newest = _Newest()


def table_of(state: DiceMastersState) -> GameTable:
    """A table to look at a state on; nobody may change it."""
    run = _newest.run
    if run is not None and run.state is state and state.request is None:
        return run.table
    return GameTable(state)


def run_to_first_decision(state: DiceMastersState) -> DiceMastersState:
    """Run from the very beginning to the first decision."""
    return _Run(GameTable(state), state, None).reply(())[0]


def run_action(
    state: DiceMastersState,
    action: Action,
    on: Callable[[DiceMastersState], GameTable] = GameTable,
) -> tuple[DiceMastersState, tuple[Event, ...]]:
    """The state after an action, which is taken to be legal. `on` sets up the table it runs on."""
    kept = _newest.take(state) if on is GameTable else None
    if state.request is None:
        if kept is None:
            table = on(state)
        else:
            table = kept.table
            table.begin_again()
        return _Run(table, state, action).reply(())
    assert state.origin is not None
    if isinstance(action, BY_HAND):
        return _Run(on(state.origin), state.origin, action).reply(())
    if kept is not None:
        return kept.reply((action,))
    return _Run(on(state.origin), state.origin, state.began).reply((*state.answers, action))


def run_in_steps(
    state: DiceMastersState, action: Action
) -> Iterator[tuple[Event, DiceMastersState]]:
    """Everything an action brings about, one thing after the other, each with the state then."""
    watched: list[_WatchedTable] = []

    def watch(origin: DiceMastersState) -> GameTable:
        watched.append(_WatchedTable(origin))
        return watched[-1]

    _, events = run_action(state, action, watch)
    told = watched[-1].moments
    yield from told[len(told) - len(events) :]


class _WatchedTable(GameTable):
    """A table that keeps what it is like at each thing that happens."""

    def __init__(self, state: DiceMastersState) -> None:
        super().__init__(state)
        self.moments: list[tuple[Event, DiceMastersState]] = []

    def add_event(self, code: str, text: Text, seat: Seat | None = None, **facts: Any) -> None:
        super().add_event(code, text, seat, **facts)
        self.moments.append((self.events[-1], self.freeze()))


def run_again(
    origin: DiceMastersState, began: Action | None, answers: tuple[Action, ...]
) -> DiceMastersState:
    """The state a script reaches from `origin` with these answers."""
    return _Run(GameTable(origin), origin, began).reply(answers)[0]


def run_concession(
    state: DiceMastersState, action: Action
) -> tuple[DiceMastersState, tuple[Event, ...]]:
    """The state after a concession, whatever was going on."""
    table = GameTable(state)
    list(PERFORM[type(action)](table, action))
    return table.freeze(), tuple(table.events)


class _Run:
    """A script on its table, from where it began to the question that is open."""

    __slots__ = ("began", "origin", "script", "since", "state", "table", "waiting")

    def __init__(self, table: GameTable, origin: DiceMastersState, began: Action | None) -> None:
        self.table = table
        self.origin = origin
        self.began = began
        self.script = _script(table, began)
        self.since: list[Action] = []  # answers since the last checkpoint
        self.state: DiceMastersState | None = None  # it ended in
        self.waiting = False  # for an answer

    def reply(self, answers: Sequence[Action]) -> tuple[DiceMastersState, tuple[Event, ...]]:
        """Go on with these answers; the events are those since the last of them."""
        table, script = self.table, self.script
        left = iter(answers)
        told_before = 0
        reply: Any = None
        if self.waiting:
            reply = next(left)
            self.since.append(reply)
            told_before = len(table.events)
        while True:
            try:
                request: Any = script.send(reply)
            except StopIteration:
                state = table.freeze()
                break
            reply = None
            if request is CHECKPOINT:
                self.origin, self.began, self.since = table.freeze(), None, []
                continue
            reply = next(left, None)
            if reply is None:
                asked: Request = request
                self.waiting = True
                state = table.freeze(self.origin, self.began, tuple(self.since), asked)
                break
            self.since.append(reply)
            told_before = len(table.events)
        self.state = state
        if type(table) is GameTable:
            _newest.run = self
        return state, tuple(table.events[told_before:])


def _script(table: GameTable, began: Action | None) -> Generator[Any, Any, None]:
    if began is not None:
        yield from PERFORM[type(began)](table, began)
    yield from _automatic(table, fresh=began is not None)


ASKS_ONLY_WHEN: Final[dict[str, tuple[str, ...]]] = {
    "clear": ("turn-start",),
    "rolled": ("rolled", "energize"),
    "main-end": (),
}
"""Steps in which nobody is asked anything unless a card answers to one of these events."""


def _may_ask(table: GameTable) -> bool:
    """Whether somebody may be asked in the automatic step that begins."""
    events = ASKS_ONLY_WHEN.get(table.step)
    answered = table.match.triggered_abilities
    return events is None or not answered.keys().isdisjoint(events)


def _automatic(table: GameTable, *, fresh: bool) -> Iterator[Any]:
    while table.step in AUTOMATIC:
        if fresh and _may_ask(table):
            yield CHECKPOINT
        yield from AUTOMATIC[table.step](table)
        table.paid = ()
        fresh = True
