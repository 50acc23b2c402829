"""Runs scripts between two decisions, and runs them again when an answer comes.

A script that stops for an answer is not kept: the state remembers where it began and the
answers so far, and the next answer runs it from there. Scripts are short, so that is cheap.
"""

from collections.abc import Generator, Iterator
from typing import Any, Final

from rules.core import Event
from rules.dicemasters.engine.state import Request, State
from rules.dicemasters.engine.table import Table
from rules.dicemasters.engine.turn import AUTOMATIC, PERFORM
from rules.dicemasters.moves.actions import BY_HAND, Action

CHECKPOINT: Final = object()
"""Said by a script when the table alone tells how to go on."""


def begin(state: State) -> State:
    """Run from the very beginning to the first decision."""
    return _drive(state, None, ())[0]


def advance(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after an action, which is taken to be legal."""
    if state.request is None:
        return _drive(state, action, ())
    assert state.origin is not None
    if isinstance(action, BY_HAND):
        return _drive(state.origin, action, ())
    return _drive(state.origin, state.began, (*state.answers, action))


def resume(origin: State, began: Action | None, answers: tuple[Action, ...]) -> State:
    """The state a script reaches from `origin` with these answers."""
    return _drive(origin, began, answers)[0]


def abandon(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """The state after an action that ends whatever is going on (conceding)."""
    table = Table(state)
    list(PERFORM[type(action)](table, action))
    return table.freeze(), tuple(table.events)


def _drive(
    origin: State, began: Action | None, answers: tuple[Action, ...]
) -> tuple[State, tuple[Event, ...]]:
    table = Table(origin)
    script = _script(table, began)
    told = 0  # events before the newest answer were told before
    given = 0
    since: list[Action] = []  # answers since the last checkpoint
    reply: Any = None
    while True:
        try:
            request: Any = script.send(reply)
        except StopIteration:
            return table.freeze(), tuple(table.events[told:])
        reply = None
        if request is CHECKPOINT:
            origin, began, since = table.freeze(), None, []
        elif given < len(answers):
            reply = answers[given]
            given += 1
            since.append(reply)
            told = len(table.events)
        else:
            asked: Request = request
            state = table.freeze(origin, began, tuple(since), asked)
            return state, tuple(table.events[told:])


def _script(table: Table, began: Action | None) -> Generator[Any, Any, None]:
    if began is not None:
        yield from PERFORM[type(began)](table, began)
    yield from _automatic(table, fresh=began is not None)


def _automatic(table: Table, *, fresh: bool) -> Iterator[Any]:
    while table.step in AUTOMATIC:
        if fresh:
            yield CHECKPOINT
        yield from AUTOMATIC[table.step](table)
        table.paid = ()
        fresh = True
