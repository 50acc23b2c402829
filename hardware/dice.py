"""Physical dice: their bodies and what is printed on their faces.

This is what a camera can see of a die, in the words of the printing, not of the rules. The
simulated table draws it, `vision.faces` reads it, `vision.identify` compares the two.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from hardware.frame import Image

Energy = Literal["Fist", "Bolt", "Mask", "Shield", "Wild", "Generic"]
Colour: TypeAlias = tuple[int, int, int]
"""Red, green, blue, each 0 to 255."""


@dataclass(frozen=True, slots=True)
class CharacterFace:
    """Three numbers in the corners around the character's icon, and bursts bottom left."""

    field: int
    attack: int
    defence: int
    burst: int = 0


@dataclass(frozen=True, slots=True)
class EnergyFace:
    """One large symbol, or two smaller ones on the diagonal; Generic is a 2 in a disc."""

    energy: Energy
    amount: int = 1


@dataclass(frozen=True, slots=True)
class ActionFace:
    """The die's own icon (a star on basic action dice) and bursts bottom left."""

    burst: int = 0


@dataclass(frozen=True, slots=True)
class PipFace:
    """The pips of an ordinary die."""

    value: int


@dataclass(frozen=True, slots=True)
class IrondieFace:
    """Triangles (attack), dots (defence) or a numeral (life)."""

    die_class: Literal["attack", "defence", "life"]
    value: int


Face: TypeAlias = CharacterFace | EnergyFace | ActionFace | PipFace | IrondieFace


@dataclass(frozen=True, slots=True, eq=False)
class FacePictures:
    """What is printed on the six faces of a die that the program does not draw itself."""

    faces: tuple[Image, ...]  # square, upright, BGR, to the edges of the cube


@dataclass(frozen=True, slots=True)
class DieKind:
    """One kind of physical die: all dice of a kind are indistinguishable."""

    kind: str  # the same name the game engine gives it
    title: str
    faces: tuple[Face, Face, Face, Face, Face, Face]
    body: Colour
    ink: Colour
    icon: str = ""  # which drawing stands for the character; "" draws the family's own symbol
    size_mm: float = 13.0
    side: str = ""  # "A", "B", or "" when both sides may own it
    body_known: bool = True  # False: the colours are a guess and must not decide an identity
    pictures: FacePictures | None = None  # None: the program draws the faces
    shape: str = ""  # the form of its body, where that tells dice with the same faces apart


def read_face(written: Mapping[str, Any]) -> Face:
    """A face from its plain form, as `diceref read --json` prints it. Raises `ValueError`."""
    values = dict(written)
    family, kind = values.pop("family", None), values.pop("kind", None)
    if family == "irondie":
        values["die_class"] = values.pop("class", None)
    made: type[Face] | None = {
        ("dicemasters", "character"): CharacterFace,
        ("dicemasters", "energy"): EnergyFace,
        ("dicemasters", "action"): ActionFace,
        ("pips", None): PipFace,
        ("irondie", None): IrondieFace,
    }.get((family, kind))
    if made is None:
        raise ValueError(f"no die has a face of family {family!r} and kind {kind!r}.")
    try:
        return made(**values)
    except TypeError:
        raise ValueError(f"a face of family {family!r} is not written {dict(written)}.") from None


def write_face(face: Face) -> dict[str, Any]:
    """The inverse of `read_face`."""
    values = asdict(face)
    match face:
        case CharacterFace():
            return {"family": "dicemasters", "kind": "character", **values}
        case EnergyFace():
            return {"family": "dicemasters", "kind": "energy", **values}
        case ActionFace():
            return {"family": "dicemasters", "kind": "action", **values}
        case PipFace():
            return {"family": "pips", **values}
        case IrondieFace():
            return {"family": "irondie", "class": face.die_class, "value": face.value}


def read_colour(written: str, unknown: Colour) -> Colour:
    """A colour from "#rrggbb"; `unknown` for the empty string. Raises `ValueError`."""
    if not written:
        return unknown
    digits = written.removeprefix("#")
    if len(digits) != 6:
        raise ValueError(f"a colour is written #rrggbb, not {written!r}.")
    red, green, blue = bytes.fromhex(digits)
    return (red, green, blue)
