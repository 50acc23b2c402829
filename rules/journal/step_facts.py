"""What a step's entry tells without the rules: when in the game it was, which dice were rolled.

Who counts over many records, or reads one without its cards, need not play it again.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.core import Action, AnyGame, Roll, State


def step_facts(game: AnyGame, before: State, action: Action) -> Mapping[str, Any]:
    """Of an action that is legal in the state `before`: turn, step, and what was rolled.

    `rolled` lists for each die the seat it lay with, its kind, the index of its face, and its name.
    """
    view = game.view(before)
    facts: dict[str, Any] = {"turn": view.turn, "step": view.step, "active": view.active}
    if rolled := _rolled(game, before, action):
        facts["rolled"] = rolled
    return facts


def _rolled(game: AnyGame, before: State, action: Action) -> list[list[Any]]:
    chance = game.chance(before)
    if not isinstance(chance, Roll):
        return []
    faces = _faces(game, before, action, len(chance.dice))
    lay = {lie.die: lie.place.seat for lie in game.layout(before)}
    found = []
    for (die, kind), face in zip(chance.dice, faces, strict=False):
        seat = lay.get(die)
        found.append([chance.seat if seat is None else seat, kind, face, die])
    return found


def _faces(game: AnyGame, before: State, action: Action, count: int) -> Sequence[int]:
    """The faces' indices, however the game writes them: those that settle to this very action."""
    for listed in _lists_of(game.write_action(action), count):
        for first in (0, 1):  # games write indices, or the numbers on the dice
            faces = [number - first for number in listed]
            try:
                if game.settle(before, faces) == action:
                    return faces
            except (ValueError, LookupError):
                continue
    return ()


def _lists_of(written: Any, count: int) -> Iterator[list[int]]:
    if isinstance(written, Mapping):
        for value in written.values():
            listed = isinstance(value, list | tuple) and len(value) == count
            if listed and all(type(number) is int for number in value):
                yield list(value)
