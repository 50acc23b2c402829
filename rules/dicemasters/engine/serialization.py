"""A state as plain JSON and back: the same game, the same digest."""

from typing import Any

import msgspec

from rules.core import DieNumber, Seat
from rules.dicemasters.engine.edition import EDITIONS
from rules.dicemasters.engine.scripts import run_again
from rules.dicemasters.engine.setup import new_match
from rules.dicemasters.engine.state import DiceMastersState, DieState, LastingRule
from rules.dicemasters.moves.actions import Action
from words import joined, tr
from words.written import write_text


class WrittenState(msgspec.Struct, frozen=True, kw_only=True):
    """What changes during a game. An open question is written as its start and the answers."""

    dice: tuple[DieState, ...]
    life: tuple[int, ...]
    turn: int
    active: Seat
    step: str
    mover: Seat
    passed: int
    short_draw_energy: tuple[int, ...] = msgspec.field(name="loose")
    turn_attacked: bool
    lasting: tuple[LastingRule, ...]
    done_this_turn: tuple[str, ...] = msgspec.field(name="once")
    fielded: tuple[DieNumber, ...]
    started: tuple[int, ...]
    winners: tuple[Seat, ...] | None
    over_text: str
    began: Action | None = None
    answers: tuple[Action, ...] = ()
    midway: bool = False  # the rest is where a question's script began


class WrittenGame(msgspec.Struct, frozen=True, kw_only=True):
    """A whole position with the game it belongs to."""

    game: str
    setup: dict[str, Any]
    state: WrittenState


def write_state(state: DiceMastersState) -> Any:
    """The state as plain JSON values."""
    base = state.origin or state
    fields = {name: getattr(base, name) for name in WrittenState.__struct_fields__ if name in _OWN}
    written = WrittenState(
        **fields,
        began=state.began,
        answers=state.answers,
        midway=state.origin is not None,
    )
    setup = msgspec.json.decode(state.match.setup)
    whole = WrittenGame(game=state.match.edition.name, setup=setup, state=written)
    return msgspec.to_builtins(whole, enc_hook=write_text)


def read_state(written: Any) -> DiceMastersState:
    """The inverse of `write_state`. Raises `ValueError` when it is no state."""
    try:
        whole = msgspec.convert(written, WrittenGame)
    except msgspec.ValidationError as error:
        raise ValueError(tr("This is no state of Dice Masters: {error}.", error=error)) from error
    if whole.game not in EDITIONS:
        raise ValueError(
            tr(
                "There is no game '{game}'; there are {names}.",
                game=whole.game,
                names=joined(", ", EDITIONS),
            )
        )
    match = new_match(EDITIONS[whole.game], whole.setup)
    if len(whole.state.dice) != len(match.kind_of):
        raise ValueError(
            tr(
                "The state has {count} dice, its setup {wanted}.",
                count=len(whole.state.dice),
                wanted=len(match.kind_of),
            )
        )
    base = DiceMastersState(match=match, **{name: getattr(whole.state, name) for name in _OWN})
    if not whole.state.midway:
        return base
    return run_again(base, whole.state.began, whole.state.answers)


_OWN = tuple(
    name
    for name in DiceMastersState.__struct_fields__
    if name not in {"match", "origin", "began", "answers", "request"}
)
