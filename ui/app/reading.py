"""Reading single pictures, for `diceref read`."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.dice import DieKind, write_face
from hardware.frame import Image
from rules.core import DieFacts
from rules.core.printed_faces import die_in_words, printed_in_words
from rules.registry import families, readable
from ui.app.enrolled_dice import enrolled_dice
from ui.app.errors import UserError
from ui.app.looks import die_kinds
from vision.picture import PictureError, PictureReader, ReadDie, load_picture
from vision.weights import WeightsError
from words import as_text, joined, ntr, say, tr, translated


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
        enrolled = enrolled_dice() if expected.kinds else ()
        reader = PictureReader(expected.family, expected.kinds, enrolled)
    except WeightsError as error:
        raise UserError(str(error)) from error
    outcome = 0
    for path in paths:
        try:
            picture = read_picture(Path(path))
        except UserError as error:
            print(f"diceref: {translated(str(error))}", file=sys.stderr)
            outcome = 2
            continue
        seen = reader.look(picture)
        told: dict[str, Any] = {"image": path, "dice": [_as_json(die) for die in seen.dice]}
        if seen.too_low:
            told["view"] = tr("too low")
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
            tr(
                "--dice {given}: neither {names} nor a team file that exists; give one of these.",
                given=given,
                names=joined(tr(" nor "), sorted(known)),
            )
        )
    kinds = kinds_of_teams(path)
    return Expected(str(write_face(kinds[0].faces[0])["family"]), kinds)


def kinds_of_teams(path: Path) -> tuple[DieKind, ...]:
    """The dice both teams of a file may bring to the table. Raises `UserError`."""
    complaint = tr("{path} is no team file: it names no dice that a game knows.", path=path)
    for family in families():
        try:
            dice = family.dice_in_file(path)
        except ValueError as error:
            complaint = as_text(str(error))
            continue
        if dice:
            return die_kinds(dice)
    raise UserError(complaint)


def read_picture(path: Path) -> Image:
    """The picture in this file. Raises `UserError`."""
    try:
        return load_picture(path)
    except PictureError as error:
        raise UserError(str(error)) from None


def _as_json(die: ReadDie) -> dict[str, Any]:
    kind = die.kind
    return {
        "box": [round(edge, 1) for edge in die.box],
        "corners": [[round(x, 1), round(y, 1)] for x, y in die.corners],
        "score": round(die.score, 3),
        "flat": die.flat,
        "face": write_face(die.face),
        "face_score": round(die.face_score, 3),
        "die": {"title": kind.title, "side": kind.side} if kind else None,
    }


def _print_plainly(told: Mapping[str, Any]) -> None:
    dice: Sequence[Mapping[str, Any]] = told["dice"]
    counted = ntr("1 die", "{count} dice", len(dice))
    print(f"{told['image']}: {translated(counted)}", file=sys.stderr)
    if told.get("view") == "too low":
        print(
            say("  seen from too low: sides may be taken for tops; look from higher"),
            file=sys.stderr,
        )
    for die in dice:
        x1, y1, x2, y2 = die["box"]
        named = f"{die['die']['title']}: " if die["die"] else ""
        cocked = "" if die["flat"] else tr(", cocked")
        print(
            say(
                "  {named}{face} ({share:.0%}) at {x:.0f}, {y:.0f}{cocked}",
                named=named,
                face=printed_in_words(die["face"]),
                share=die["face_score"],
                x=(x1 + x2) / 2,
                y=(y1 + y2) / 2,
                cocked=cocked,
            ),
            file=sys.stderr,
        )


def faces_in_words(dice: Iterable[DieFacts]) -> dict[str, list[str]]:
    """Of each kind of die, its six faces: "Sidekick: 1 Shield"."""
    return {
        facts.kind: [die_in_words(facts, face) for face in range(len(facts.faces))]
        for facts in dice
    }
