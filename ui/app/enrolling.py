"""Enrolling a die: throws become crops, crops become a profile, doubts become questions."""

import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2

from hardware.cameras.open import open_camera
from hardware.dice import DieKind, write_face
from hardware.frame import CameraError, Image
from rules.core.printed_faces import face_in_words
from ui.app.enrolled_dice import enrolled_dice, enrolled_dice_file
from ui.app.errors import UserError
from ui.app.folders import folder
from ui.app.kept_corrections import keep_named
from ui.app.reading import kinds_of_teams, read_picture
from vision.detect import Detector
from vision.enrol import CROPS, Enrolment, UnclearCrop, learned, sort_faces, write_profile
from vision.faces import FaceReader
from vision.gate import Gate
from vision.identify import LookAlike, confusable
from vision.look import SeenDie, look_at
from vision.weights import WeightsError
from words import say, tr

PATIENCE_S: Final = 120.0
"""Enrolling from a camera takes two minutes at most."""

UNLIKE: Final = 0.02
"""A crop to which no face of a die is likelier than this shows another die."""

Answer = Callable[[UnclearCrop, Image], int | None]
"""Names the face of a crop the program cannot tell; None throws the crop away."""


def die_kind_named(name: str, teams: Path) -> DieKind:
    """The die of these teams with this title or kind. Raises `UserError`."""
    kinds = kinds_of_teams(teams)
    wanted = name.casefold()
    found = [k for k in kinds if wanted in {k.kind.casefold(), k.title.casefold()}]
    if not found:
        found = [k for k in kinds if wanted in k.title.casefold()]
    if len(found) != 1:
        choices = ", ".join(k.title for k in (found or kinds))
        what = tr("several dice are") if found else tr("no die is")
        raise UserError(
            tr(
                "{what} called '{name}' in {teams}; choose one of {choices}.",
                what=what,
                name=name,
                teams=teams,
                choices=choices,
            )
        )
    return found[0]


def look_alikes_of_teams(teams: Path) -> tuple[LookAlike, ...]:
    """The dice of these teams that the camera cannot tell apart as things stand."""
    return confusable(kinds_of_teams(teams), enrolled_dice())


def pictures_in(paths: Sequence[str]) -> Iterator[Image]:
    """Pictures of throws. Raises `UserError`."""
    for path in paths:
        yield read_picture(Path(path))


def pictures_of_throws(
    source: str, given_up: Callable[[], bool] = lambda: False
) -> Iterator[Image]:
    """A camera's picture after every throw, for two minutes. Raises `UserError`."""
    gate = Gate()
    try:
        with open_camera(source) as camera:
            began: float | None = None
            moved = True
            while (frame := camera.read()) is not None:
                began = frame.monotonic if began is None else began
                if frame.monotonic - began > PATIENCE_S or given_up():
                    return
                glance = gate.look(frame)
                moved = moved or glance.changed
                if moved and glance.still and not glance.hands:
                    moved = False
                    yield camera.still().image
    except CameraError as error:
        raise UserError(str(error)) from error


@dataclass(frozen=True, slots=True, eq=False)
class DieThrown:
    """What is known of a die after a throw, and the crops it is known from."""

    enrolment: Enrolment
    crops: tuple[Image, ...]


def learn(kind: DieKind, seen: Iterable[Image]) -> Iterator[DieThrown]:
    """Learn a die from pictures of throws until every face was seen. Raises `UserError`."""
    try:
        detector, reader = Detector(), FaceReader()
    except WeightsError as error:
        raise UserError(str(error)) from error
    dice: list[SeenDie] = []
    for picture in seen:
        dice.extend(die for die in look_at(picture, detector, reader) if die.detection.flat)
        enrolment = sort_faces(kind, [die.reading for die in dice])
        yield DieThrown(enrolment, tuple(die.crop for die in dice))
        if not enrolment.missing or len(dice) >= CROPS:
            return


def keep_enrolment(enrolment: Enrolment) -> None:
    """Save the enrolled die for every later game. Raises `UserError`."""
    folder("")  # makes the place, or says why it cannot
    write_profile(enrolled_dice_file(), learned(enrolled_dice(), enrolment))


def enrol(kind: DieKind, seen: Iterable[Image], answer: Answer) -> Enrolment:
    """Learn a die from pictures and keep it, on a plain terminal. Raises `UserError`."""
    last = DieThrown(sort_faces(kind, ()), ())
    for last in learn(kind, seen):
        _tell(last.enrolment)
    enrolment = last.enrolment
    for doubt in enrolment.doubts:
        face = answer(doubt, last.crops[doubt.crop])
        enrolment = enrolment.answered(doubt.crop, face)
        if face is not None:
            keep_named(last.crops[doubt.crop], kind.faces[face], "enrol")
    keep_enrolment(enrolment)
    return enrolment


def _tell(enrolment: Enrolment) -> None:
    """Print how many faces are known after a throw."""
    seen = len(enrolment.readings)
    missing = ", ".join(face_words(enrolment.kind, face) for face in enrolment.missing)
    left = (
        tr("throw on, still to come: {missing}", missing=missing)
        if missing
        else tr("every face was seen")
    )
    print(
        say("{seen} of at most {CROPS} pictures; {left}.", seen=seen, CROPS=CROPS, left=left),
        file=sys.stderr,
    )


def face_words(kind: DieKind, face: int) -> str:
    """A face of the die in a few words."""
    return face_in_words([write_face(each) for each in kind.faces], face)


def unlike(doubt: UnclearCrop) -> bool:
    """Whether the crop shows a die of another kind, as far as can be seen."""
    return max((chance for _, chance in doubt.choices), default=0.0) < UNLIKE


def _why(doubt: UnclearCrop) -> str:
    if unlike(doubt):
        return tr("it looks like a die of another kind")
    return (
        tr("its colour is not that of the others") if doubt.stranger else tr("it is hard to read")
    )


def ask_on_terminal(kind: DieKind) -> Answer:
    """Questions on the terminal; where nobody can answer, doubtful crops are left out."""

    def asked(doubt: UnclearCrop, crop: Image) -> int | None:
        if not sys.stdin.isatty():
            return None
        place = Path(tempfile.gettempdir()) / f"diceref-face-{doubt.crop + 1}.png"
        cv2.imwrite(str(place), crop)
        print(say("What does {place} show? ({why})", place=place, why=_why(doubt)), file=sys.stderr)
        for number, (face, chance) in enumerate(doubt.choices, 1):
            likely = "" if unlike(doubt) else f" ({chance:.0%})"
            print(f"  {number}  {face_words(kind, face)}{likely}", file=sys.stderr)
        print(say("  0  none of these: leave it out"), file=sys.stderr)
        while True:
            typed = input("> ").strip()
            if typed.isdecimal() and int(typed) <= len(doubt.choices):
                return doubt.choices[int(typed) - 1][0] if int(typed) else None
            print(
                say("Type a number from 0 to {count}.", count=len(doubt.choices)), file=sys.stderr
            )

    return asked
