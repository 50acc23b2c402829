"""The faces of a game's dice as symbols of an SVG, in our own drawings."""

from collections.abc import Sequence
from typing import Final

from hardware.dice import ActionFace, CharacterFace, DieKind
from hardware.printing.art import drawings_on, icon_scale
from hardware.printing.icons import icon_outline
from hardware.printing.outline import Drawing, Shape
from hardware.printing.outline import placed as laid
from hardware.printing.symbols import pawn, starburst
from ui.svg.markup import UNITS, hexadecimal, number, of_drawings, path

ANY_FACE: Final = "any"
"""Of a die that lies in a heap: nobody looks at its face."""

BEAD: Final = "bead"
"""The mark of a life, for each side."""

SEATS: Final = ("#e69f00", "#56b4e9")


def symbol_of(kind: int, face: int | None) -> str:
    """The name of the symbol for a face of the kind at this place of the game's kinds."""
    return f"k{kind}-{ANY_FACE if face is None else face}"


def symbols(kinds: Sequence[DieKind]) -> str:
    """A symbol for each face of each kind, and what else lies on a mat."""
    dice = "".join(_kind(number, kind) for number, kind in enumerate(kinds))
    beads = "".join(
        f'<symbol id="{BEAD}{side}" viewBox="0 0 100 100"><circle cx="50" cy="50" r="44" '
        f'fill="{colour}" stroke="#10201a" stroke-width="8"/></symbol>'
        for side, colour in enumerate(SEATS)
    )
    return dice + beads


def _kind(at: int, kind: DieKind) -> str:
    body, ink = hexadecimal(kind.body), hexadecimal(kind.ink)
    icon = ""
    if kind.icon:
        lines = [(line * UNITS).tolist() for line in icon_outline(kind.icon)]
        outline = path(lines, closed=True)
        icon = f'<path id="k{at}-icon" d="{outline}" fill="{ink}" fill-rule="evenodd"/>'
    faces = [
        _symbol(symbol_of(at, n), body, of_drawings(drawings_on(kind, face), ink, body))
        + _icon_use(at, icon_scale(kind, face))
        + "</symbol>"
        for n, face in enumerate(kind.faces)
    ]
    own = of_drawings(_own_mark(kind), ink, body)
    unread = _symbol(symbol_of(at, None), body, own) + _icon_use(at, 0.64 if kind.icon else 0.0)
    return icon + "".join(faces) + unread + "</symbol>"


def _symbol(name: str, body: str, printed: str) -> str:
    return (
        f'<symbol id="{name}" viewBox="0 0 100 100"><rect x="1" y="1" width="98" height="98" '
        f'rx="11" fill="{body}" stroke="#10201a" stroke-opacity=".55" stroke-width="2"/>{printed}'
    )


def _icon_use(at: int, scale: float) -> str:
    if not scale:
        return ""
    edge = number(UNITS * (1 - scale) / 2)
    return f'<use href="#k{at}-icon" transform="translate({edge} {edge}) scale({scale:.2f})"/>'


def _own_mark(kind: DieKind) -> tuple[Drawing, ...]:
    """What tells a die whose face nobody reads, where it has no icon."""
    if kind.icon:
        return ()
    if any(isinstance(face, CharacterFace) for face in kind.faces):
        return (_drawn(pawn(), 0.52),)
    if any(isinstance(face, ActionFace) for face in kind.faces):
        return (_drawn(starburst(), 0.72),)
    return ()


def _drawn(drawing: Sequence[Shape], scale: float) -> Drawing:
    return laid(drawing, 0.5, 0.5, scale)
