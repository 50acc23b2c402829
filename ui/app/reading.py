"""Reading single pictures, for `diceref read`."""

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from hardware.dice import DieKind, write_face
from hardware.frame import Image
from rules.core import DieFacts
from rules.registry import families, readable
from ui.app.enrolled_dice import enrolled_dice
from ui.app.errors import UserError
from ui.app.looks import die_kinds
from vision.detect import Detector
from vision.faces import FaceReader
from vision.identify import Declared
from vision.look import look_at
from vision.weights import WeightsError

LARGEST: Final = 200_000_000
"""Bytes of a picture file; a full-sensor picture without compression is half of that."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The dice that may be in the picture: a family of faces, or the kinds of two teams."""

    family: str
    kinds: tuple[DieKind, ...] = ()


def read_pictures(paths: Sequence[str], dice: str, *, as_json: bool) -> int:
    """Print what each picture shows; 2 when one of them could not be read. Raises `UserError`.

    A file that is no picture keeps none of the others from being read.
    """
    expected = _expected(dice)
    try:
        reader = _reader(expected)
    except WeightsError as error:
        raise UserError(str(error)) from error
    outcome = 0
    for path in paths:
        try:
            picture = read_picture(Path(path))
        except UserError as error:
            print(f"diceref: {error}", file=sys.stderr)
            outcome = 2
            continue
        told = {"image": path, "dice": reader(picture)}
        if as_json:
            print(json.dumps(told, ensure_ascii=False), flush=True)
        else:
            _print_plainly(told)
    return outcome


def _expected(given: str) -> Expected:
    known = readable()
    if given in known:
        return Expected(known[given])
    path = Path(given)
    if not path.is_file():
        raise UserError(
            f"--dice {given}: neither {' nor '.join(sorted(known))} nor a team file that exists; "
            "give one of these."
        )
    kinds = kinds_of_teams(path)
    return Expected(str(write_face(kinds[0].faces[0])["family"]), kinds)


def kinds_of_teams(path: Path) -> tuple[DieKind, ...]:
    """The dice both teams of a file may bring to the table. Raises `UserError`."""
    try:
        for family in families():
            dice = family.dice_in_file(path)
            if dice:
                return die_kinds(dice)
    except ValueError as error:
        raise UserError(str(error)) from error
    raise UserError(f"{path} is no team file: it names no dice that a game knows.")


def read_picture(path: Path) -> Image:
    """The picture in this file. Raises `UserError`."""
    try:
        if path.stat().st_size > LARGEST:
            raise UserError(f"{path} is larger than any picture: {LARGEST // 10**6} MB are read.")
        content = np.fromfile(path, np.uint8)
    except OSError as error:
        raise UserError(f"{path} cannot be opened ({error.strerror}): check the name.") from error
    try:
        picture = cv2.imdecode(content, cv2.IMREAD_COLOR) if content.size else None
    except cv2.error:  # a small file can promise more pixels than any memory holds
        raise UserError(f"{path} has more pixels than can be read: make it smaller.") from None
    if picture is None:
        raise UserError(f"{path} is not a picture: give a JPEG, PNG, BMP, WebP or TIFF file.")
    return picture.astype(np.uint8)


def _reader(expected: Expected) -> Callable[[Image], list[dict[str, Any]]]:
    """Open the networks; what comes back reads one picture."""
    detector, faces = Detector(), FaceReader()
    declared = Declared(expected.kinds, enrolled_dice()) if expected.kinds else None
    by_name = {kind.kind: kind for kind in expected.kinds}

    def read(picture: Image) -> list[dict[str, Any]]:
        seen = look_at(picture, detector, faces, expected.family)
        readings = [die.reading for die in seen]
        matches = declared.match_all(readings) if declared else [{}] * len(seen)
        dice = []
        for die, match in zip(seen, matches, strict=True):
            best = max(match, key=lambda candidate: match[candidate], default=None)
            kind: DieKind | None = None
            if best is None:
                face, chance = die.reading.best(expected.family)
            else:
                kind = by_name[best.kind]
                face, chance = kind.faces[best.face], exp(match[best])
            dice.append(
                {
                    "box": [round(edge, 1) for edge in die.detection.box],
                    "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in die.corners],
                    "score": round(die.detection.score, 3),
                    "flat": die.detection.flat,
                    "face": write_face(face),
                    "face_score": round(min(1.0, chance), 3),
                    "die": {"title": kind.title, "side": kind.side} if kind else None,
                }
            )
        return dice

    return read


def _print_plainly(told: Mapping[str, Any]) -> None:
    dice: Sequence[Mapping[str, Any]] = told["dice"]
    counted = "1 die" if len(dice) == 1 else f"{len(dice)} dice"
    print(f"{told['image']}: {counted}", file=sys.stderr)
    for die in dice:
        x1, y1, x2, y2 = die["box"]
        named = f"{die['die']['title']}: " if die["die"] else ""
        cocked = "" if die["flat"] else ", cocked"
        print(
            f"  {named}{face_in_words(die['face'])} ({die['face_score']:.0%}) "
            f"at {(x1 + x2) / 2:.0f}, {(y1 + y2) / 2:.0f}{cocked}",
            file=sys.stderr,
        )


def faces_in_words(dice: Iterable[DieFacts]) -> dict[str, list[str]]:
    """Of each kind of die, its six faces: "Sidekick: 1 Shield"."""
    return {
        facts.kind: [f"{facts.title}: {face_in_words(face)}" for face in facts.faces]
        for facts in dice
    }


def face_in_words(face: Mapping[str, Any]) -> str:
    """A face in a few words."""
    if face["family"] == "pips":
        return str(face["value"])
    if face["family"] == "irondie":
        return f"{face['class']} {face['value']}"
    burst = "*" * int(face.get("burst", 0))
    match face["kind"]:
        case "energy":
            return f"{face['amount']} {face['energy']}"
        case "character":
            return f"{face['field']} / {face['attack']} / {face['defence']} {burst}".rstrip()
        case _:
            return f"action {burst}".rstrip()
