"""A line-up before a game: one die of each card in rows teaches the camera the dice's colours."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from hardware.dice import Colour, DieKind
from hardware.frame import Image
from ui.app.enrolled_dice import enrolled_dice, enrolled_dice_file
from ui.app.enrolling import pictures_of_throws
from ui.app.errors import UserError
from ui.app.folders import folder
from vision.detect import Detector
from vision.enrol import ProfileError, read_profile, write_profile
from vision.faces import FaceReader
from vision.identify import Enrolled, confusable, printing_of
from vision.line_up import LineUp, learned_in_rows, merged_with
from vision.look import look_at
from vision.weights import WeightsError
from words import tr

Rows = Sequence[Sequence[DieKind]]
"""The dice to lay out, row by row from the top, each from left to right."""

BRIGHTER: Final = 1.6
"""A table that is brighter or darker by this factor lies in another light."""

TINTED: Final = 0.06
"""So does one of whose colour red, green or blue make up so much more or less."""

DARK: Final = 20.0
"""Grey levels (of three parts together) below which no picture tells how dark it is."""

_SIDES: Final = ("A", "B", "")


def rows_of(dice: Sequence[DieKind]) -> Rows:
    """One die of each card: a row of each side, and one of the cards that both share."""
    cards: dict[str, DieKind] = {}
    for kind in dice:
        printing = printing_of(kind.kind)
        if printing != kind.kind:  # dice of every game, such as Sidekicks, come from no card
            cards.setdefault(printing, kind)
    rows = [[kind for kind in cards.values() if kind.side == side] for side in _SIDES]
    return [row for row in rows if row]


def wanting(dice: Sequence[DieKind], enrolled: Sequence[Enrolled]) -> tuple[DieKind, ...]:
    """The dice that a line-up would help: of unknown colours, or near to each other in colour.

    Those that were lined up or enrolled before are not asked for again.
    """
    known = {look.kind for look in enrolled}
    cards = [kind for row in rows_of(dice) for kind in row]
    near = {
        kind.kind
        for pair in confusable(cards, enrolled)
        for kind in (pair.first, pair.second)
        if pair.first.body_known and pair.second.body_known
    }
    return tuple(
        kind
        for kind in cards
        if printing_of(kind.kind) not in known and (not kind.body_known or kind.kind in near)
    )


@dataclass(frozen=True, slots=True, eq=False)
class LineUpSeen:
    """A picture of a line-up, and what it teaches."""

    picture: Image
    line_up: LineUp


def seen_in(pictures: Iterable[Image], rows: Rows) -> Iterator[LineUpSeen]:
    """What each picture of a line-up teaches. Raises `UserError`."""
    try:
        detector, reader = Detector(), FaceReader()
    except WeightsError as error:
        raise UserError(str(error)) from error
    for picture in pictures:
        line_up = learned_in_rows(look_at(picture, detector, reader), rows)
        light = light_of(picture)
        looks = tuple(replace(look, light=light) for look in line_up.enrolled)
        yield LineUpSeen(picture, replace(line_up, enrolled=looks))


def light_of(picture: Image) -> Colour:
    """The colour of most of a picture: the table under its lamp."""
    blue, green, red = (round(float(part)) for part in np.median(picture[::8, ::8], axis=(0, 1)))
    return red, green, blue


def in_another_light(enrolled: Sequence[Enrolled], picture: Image) -> bool:
    """Whether the table looks unlike it did when these dice were lined up."""
    lights = [look.light for look in enrolled if look.light is not None]
    if not lights:
        return False
    then = np.median(np.array(lights, float), axis=0)
    now = np.array(light_of(picture), float)
    brighter = (now.sum() + DARK) / (then.sum() + DARK)
    tinted = now / max(1.0, now.sum()) - then / max(1.0, then.sum())
    return not 1 / BRIGHTER < brighter < BRIGHTER or float(np.abs(tinted).max()) > TINTED


def watched(source: str, rows: Rows, given_up: Callable[[], bool]) -> Iterator[LineUpSeen]:
    """What the camera sees whenever the table is at rest again. Raises `UserError`."""
    return seen_in(pictures_of_throws(source, given_up), rows)


def keep(line_up: LineUp) -> None:
    """Keep the colours for every later game. Raises `UserError`."""
    folder("")  # makes the place, or says why it cannot
    write_profile(enrolled_dice_file(), merged_with(enrolled_dice(), line_up))


def save(line_up: LineUp, path: Path) -> None:
    """Write what was learned into a file to share. Raises `UserError`."""
    try:
        write_profile(path, line_up.enrolled)
    except OSError as error:
        raise UserError(
            tr(
                "{path} cannot be written ({strerror}): name another file.",
                path=path,
                strerror=error.strerror,
            )
        ) from None


def take(path: Path) -> int:
    """Learn from somebody else's file; answers how many kinds of dice. Raises `UserError`."""
    if not path.is_file():
        raise UserError(
            tr("{path} is not there: give a file that 'diceref line-up --save' wrote.", path=path)
        )
    try:
        given = read_profile(path)
    except ProfileError as error:
        raise UserError(str(error)) from error
    keep(LineUp(given, ()))
    return len({look.kind for look in given})
