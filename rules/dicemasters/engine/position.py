"""Positions written down by hand: which die lies where and shows what.

A line of a position reads like the table: `"0 field Thor 1"`, `"1 reserve Sidekick Bolt"`,
`"0 reserve Force Beam **"`, `"1 used Beast"`. Dice that are not named stay where a game starts:
Sidekicks in their bags, the others on their cards.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rules.dicemasters.engine.edition import EDITIONS
from rules.dicemasters.engine.scripts import run_to_first_decision
from rules.dicemasters.engine.setup import new_match, state_before_first_turn
from rules.dicemasters.engine.state import (
    NO_FACE,
    NOBODY,
    ZONES,
    DiceMastersState,
    DieState,
    Match,
    StepName,
)

SHOWS_FACE = ("reserve", "field", "attack")


def state_from_lines(
    edition: str,
    setup: Mapping[str, Any],
    lines: Iterable[str],
    *,
    active: int = 0,
    step: StepName = "main",
    life: Sequence[int] = (),
    turn: int = 1,
) -> DiceMastersState:
    """A state with these dice on the table. Raises `ValueError` naming the line at fault."""
    match = new_match(EDITIONS[edition], setup)
    start = state_before_first_turn(match)
    dice = list(start.dice)
    placed: set[int] = set()
    for line in lines:
        number, die = _read(match, dice, placed, line)
        dice[number] = die
        placed.add(number)
    state = replace(
        start,
        dice=tuple(dice),
        active=active,
        mover=active,
        step=step,
        turn=turn,
        life=tuple(life) or start.life,
        started=tuple(int(seat == active and step != "clear") for seat in range(match.seats)),
    )
    return run_to_first_decision(state) if step in ("clear", "draw", "roll") else state


def face_named(match: Match, number: int, word: str) -> int:
    """The face of a die that a word names: "2" (a level), "Bolt", "2 Bolt", "?", "*", "action"."""
    faces = match.faces[number]
    for index, face in enumerate(faces):
        if word in face_words(match, number, index) and (face.level or face.energy or face.action):
            return index
    raise ValueError(f"no face '{word}' on {match.die_names[number]}")


def face_words(match: Match, number: int, index: int) -> tuple[str, ...]:
    """The words that name a face."""
    face = match.faces[number][index]
    if face.level:
        return (str(face.level), "pawn")
    if face.energy == "Wild":
        return ("?", "Wild")
    if face.energy == "Generic":
        return ("Generic", f"{face.amount} Generic")
    if face.energy:
        return (f"{face.amount} {face.energy}",) if face.amount > 1 else (face.energy,)
    return ("*" * face.burst,) if face.burst else ("action",)


def _read(
    match: Match, dice: Sequence[DieState], placed: set[int], line: str
) -> tuple[int, DieState]:
    words = line.split()
    if len(words) < 3 or not words[0].isdigit() or words[1] not in ZONES:
        raise ValueError(f"'{line}' is no line of a position; write '0 field Thor 1'.")
    seat, zone, rest = int(words[0]), words[1], " ".join(words[2:])
    title, shown = _split(match, rest)
    for number, die in enumerate(dice):
        facts = match.cards[match.card_of[number]].card
        if number in placed or facts.title != title or die.seat not in (seat, NOBODY):
            continue
        face = NO_FACE
        if zone in SHOWS_FACE:
            try:
                face = face_named(match, number, shown)
            except ValueError as error:
                raise ValueError(f"'{line}': {error}.") from error
        return number, DieState(zone, seat, seat, face)
    raise ValueError(f"'{line}': seat {seat} has no (more) '{title}' in this game.")


def _split(match: Match, rest: str) -> tuple[str, str]:
    """The title and the words after it."""
    titles = sorted({c.card.title for c in match.cards}, key=len, reverse=True)
    for title in titles:
        if rest == title or rest.startswith(title + " "):
            return title, rest[len(title) :].strip()
    return rest, ""
