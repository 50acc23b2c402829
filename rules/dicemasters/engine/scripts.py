"""Runs scripts between two decisions, and runs them again when an answer comes.

A script that needs an answer is dropped, not kept. The state remembers where the script began
and the answers so far; the next answer runs it again from there. Scripts are short: that is cheap.
"""

from collections.abc import Callable, Generator, Iterator
from typing import Any, Final

from rules.core import Event
from rules.dicemasters.engine.perform import PERFORM
from rules.dicemasters.engine.state import DiceMastersState, Request
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.engine.turn import AUTOMATIC
from rules.dicemasters.moves.actions import BY_HAND, Action

CHECKPOINT: Final = object()
"""Yielded by a script when the table alone says how to go on."""


def run_to_first_decision(state: DiceMastersState) -> DiceMastersState:
    """Run from the very beginning to the first decision."""
    return _run(GameTable(state), state, None, ())[0]


def run_action(
    state: DiceMastersState,
    action: Action,
    on: Callable[[DiceMastersState], GameTable] = GameTable,
) -> tuple[DiceMastersState, tuple[Event, ...]]:
    """The state after an action, which is taken to be legal. `on` sets up the table it runs on."""
    if state.request is None:
        return _run(on(state), state, action, ())
    assert state.origin is not None
    if isinstance(action, BY_HAND):
        return _run(on(state.origin), state.origin, action, ())
    return _run(on(state.origin), state.origin, state.began, (*state.answers, action))


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

    def add_event(self, code: str, text: str, seat: int | None = None, **facts: Any) -> None:
        super().add_event(code, text, seat, **facts)
        self.moments.append((self.events[-1], self.freeze()))


def run_again(
    origin: DiceMastersState, began: Action | None, answers: tuple[Action, ...]
) -> DiceMastersState:
    """The state a script reaches from `origin` with these answers."""
    return _run(GameTable(origin), origin, began, answers)[0]


def run_concession(
    state: DiceMastersState, action: Action
) -> tuple[DiceMastersState, tuple[Event, ...]]:
    """The state after a concession, whatever was going on."""
    table = GameTable(state)
    list(PERFORM[type(action)](table, action))
    return table.freeze(), tuple(table.events)


def _run(
    table: GameTable,
    origin: DiceMastersState,
    began: Action | None,
    answers: tuple[Action, ...],
) -> tuple[DiceMastersState, tuple[Event, ...]]:
    script = _script(table, began)
    told_before = 0  # events before the newest answer were told before
    given = 0
    since: list[Action] = []  # answers since the last checkpoint
    reply: Any = None
    while True:
        try:
            request: Any = script.send(reply)
        except StopIteration:
            return table.freeze(), tuple(table.events[told_before:])
        reply = None
        if request is CHECKPOINT:
            origin, began, since = table.freeze(), None, []
        elif given < len(answers):
            reply = answers[given]
            given += 1
            since.append(reply)
            told_before = len(table.events)
        else:
            asked: Request = request
            state = table.freeze(origin, began, tuple(since), asked)
            return state, tuple(table.events[told_before:])


def _script(table: GameTable, began: Action | None) -> Generator[Any, Any, None]:
    if began is not None:
        yield from PERFORM[type(began)](table, began)
    yield from _automatic(table, fresh=began is not None)


def _automatic(table: GameTable, *, fresh: bool) -> Iterator[Any]:
    while table.step in AUTOMATIC:
        if fresh:
            yield CHECKPOINT
        yield from AUTOMATIC[table.step](table)
        table.paid = ()
        fresh = True
