"""What a judge answers: is this act allowed here, by which rule, and what follows from it."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import msgspec

from rules.core import Event, Violation
from rules.dicemasters.engine.position import PositionError
from rules.dicemasters.engine.scripts import run_in_steps
from rules.dicemasters.engine.state import ChoiceRequest, DiceMastersState
from rules.dicemasters.game import GAMES
from rules.dicemasters.moves.actions import Action
from rules.dicemasters.presentation.notation import action_in_words
from rules.dicemasters.written.acts import action_of_words
from rules.dicemasters.written.positions import Position, WrittenAct
from words import tr


class WrittenRuling(msgspec.Struct, frozen=True):
    """The answer to one act."""

    by: str  # the player who wants to do it
    act: str  # in the words of the notation
    against: Violation | None  # None: it is allowed
    moments: tuple[tuple[Event, DiceMastersState], ...] = ()  # what follows, and how it stands then
    asked: str = ""  # who must answer what, when an effect waits for it
    after: DiceMastersState | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """What follows, when it is allowed."""
        return tuple(event for event, _ in self.moments)


def rulings(position: Position) -> Iterator[WrittenRuling]:
    """An answer for each act, each in the same position. Raises `PositionError`."""
    for written in position.acts:
        yield ruling(position.state, written, position.names)


def ruling(
    state: DiceMastersState, written: WrittenAct, names: Mapping[str, int] = MappingProxyType({})
) -> WrittenRuling:
    """The answer to one act. Raises `PositionError` when its words mean none."""
    game = GAMES[state.match.edition.name]
    asked = state.mover if state.request is None else state.request.seat
    seat = asked if written.seat is None else written.seat
    try:
        action = action_of_words(state, written.words, seat, names=names)
    except ValueError as error:
        raise PositionError(tr("Line {line}: {error}", line=written.line, error=error)) from error
    by, said = state.match.names[seat], action_in_words(state, action)
    wrong = game.why_not(state, action, seat)
    if wrong is not None:
        return WrittenRuling(by, said, wrong)
    after, _ = game.apply(state, action)
    return WrittenRuling(by, said, None, tuple(steps(state, action)), _asked(after), after)


def steps(state: DiceMastersState, action: Action) -> Iterator[tuple[Event, DiceMastersState]]:
    """A legal act in its smallest steps: each thing that happens, and the state at that moment."""
    return run_in_steps(state, action)


def _asked(state: DiceMastersState) -> str:
    request = state.request
    if not isinstance(request, ChoiceRequest):
        return ""
    return f"{state.match.names[request.seat]}: {request.text}"
