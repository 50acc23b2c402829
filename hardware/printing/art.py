"""One face of a die as a flat picture."""

import re
from collections.abc import Callable, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.dice import (
    ActionFace,
    CharacterFace,
    Colour,
    DieKind,
    EnergyFace,
    Face,
    IrondieFace,
    PipFace,
)
from hardware.frame import Image
from hardware.printing import symbols
from hardware.printing.icons import icon_coverage
from hardware.printing.lettering import centred, lettered, width
from hardware.printing.outline import Coverage, Drawing, inked, placed, turned

DIGIT: Final = 0.19  # cap height of the numbers, as a share of the face
MARGIN: Final = 0.065  # from the face's edge to a number
SYMBOLS: Final[dict[str, Callable[[], Drawing]]] = {
    "Fist": symbols.fist,
    "Bolt": symbols.bolt,
    "Mask": symbols.mask,
    "Shield": symbols.shield,
}
PIPS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((0.5, 0.5),),
    2: ((0.25, 0.25), (0.75, 0.75)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)),
    5: ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)),
    6: ((0.27, 0.22), (0.27, 0.5), (0.27, 0.78), (0.73, 0.22), (0.73, 0.5), (0.73, 0.78)),
}


def draw_face(kind: DieKind, face: int, px: int) -> NDArray[np.uint8]:
    """The face with this index, upright, `px` x `px` pixels, BGR, without light or shade."""
    if kind.pictures is not None:
        return _sized(kind.pictures.faces[face], px)
    printed = kind.faces[face]
    coverage = inked(drawings_on(kind, printed), px)
    scale = icon_scale(kind, printed)
    if scale:
        coverage = np.maximum(coverage, icon_coverage(kind.icon, px, scale))
    return _coloured(coverage, kind.body, kind.ink)


def _sized(picture: Image, px: int) -> NDArray[np.uint8]:
    way = cv2.INTER_AREA if px < len(picture) else cv2.INTER_CUBIC
    return cv2.resize(picture, (px, px), interpolation=way).astype(np.uint8)


def _coloured(coverage: Coverage, body: Colour, ink: Colour) -> NDArray[np.uint8]:
    """Ink on body, as BGR."""
    share = coverage[:, :, None]
    rgb = np.asarray(body, np.float32) * (1 - share) + np.asarray(ink, np.float32) * share
    return np.ascontiguousarray(np.rint(rgb).astype(np.uint8)[:, :, ::-1])


def icon_scale(kind: DieKind, face: Face) -> float:
    """How large a character's own icon stands on the face, as a share of it; 0: there is none."""
    if not kind.icon or not isinstance(face, CharacterFace | ActionFace):
        return 0.0
    return 0.52 if isinstance(face, CharacterFace) else 0.64


def drawings_on(kind: DieKind, face: Face) -> Sequence[Drawing]:
    """Everything printed on the face except a character's own icon."""
    match face:
        case CharacterFace():
            numbers = _numbers(face)
            own = () if kind.icon else (placed(symbols.pawn(), 0.5, 0.5, 0.52),)
            return (*numbers, *_bursts(face.burst), *own)
        case ActionFace():
            own = () if kind.icon else (placed(symbols.starburst(), 0.5, 0.46, 0.72),)
            return (*_bursts(face.burst), *own)
        case EnergyFace():
            return (*_energy(face), *_serial(kind, face))
        case PipFace():
            return [placed(symbols.dot(), x, y, 0.2) for x, y in PIPS[face.value]]
        case IrondieFace():
            engraved = symbols.engraving() if kind.shape.endswith("-rare") else ()
            return (*_irondie(face), *([engraved] if engraved else []))


def _numbers(face: CharacterFace) -> tuple[Drawing, ...]:
    """Field cost top left, attack top right, defence bottom right."""
    right = 1 - MARGIN
    attack, defence = str(face.attack), str(face.defence)
    return (
        lettered(str(face.field), MARGIN, MARGIN, DIGIT),
        lettered(attack, right - width(attack, DIGIT), MARGIN, DIGIT),
        lettered(defence, right - width(defence, DIGIT), right - DIGIT, DIGIT),
    )


def _bursts(count: int) -> tuple[Drawing, ...]:
    """Up to two bursts bottom left."""
    return tuple(placed(symbols.burst(), 0.155 + 0.185 * i, 0.845, 0.19) for i in range(count))


def _energy(face: EnergyFace) -> tuple[Drawing, ...]:
    """One large symbol, or two smaller ones from top left to bottom right."""
    if face.energy == "Generic":
        two = centred(str(face.amount), 0.5, 0.5, 0.34, inked=False)
        return (placed(symbols.disc(), 0.5, 0.5, 0.6), two)
    if face.energy == "Wild":
        return (centred("?", 0.5, 0.5, 0.45),)
    symbol = SYMBOLS[face.energy]()
    if face.amount == 1:
        return (placed(symbol, 0.5, 0.5, 0.68),)
    return (placed(symbol, 0.30, 0.29, 0.44), placed(symbol, 0.69, 0.70, 0.44))


def _serial(kind: DieKind, face: EnergyFace) -> tuple[Drawing, ...]:
    """Yu-Gi-Oh! dice carry the card's number up the left side of the single-energy face."""
    number = re.search(r"(\d+)ygo", kind.kind.lower())
    if number is None or face.amount != 1 or face.energy == "Generic":
        return ()
    text = number.group(1).zfill(3)
    upright = lettered(text, 0.04, 0.04, 0.13)
    return (turned(upright, -90),)


def _irondie(face: IrondieFace) -> tuple[Drawing, ...]:
    """As many triangles or dots as the value, or its numeral."""
    if face.die_class == "life":
        return (centred(str(face.value), 0.5, 0.5, 0.6),)
    mark = symbols.triangle() if face.die_class == "attack" else symbols.dot()
    return tuple(placed(mark, x, y, 0.23) for x, y in PIPS[face.value])
