"""The mat of a game as one SVG: the printed mat, a symbol for each face, and the dice on it.

A browser is given the drawing once and then only where the pieces lie (`rows`); `mat.js` beside
this file moves them there. Without a script the drawing shows the table that it was made with.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape
from importlib.resources import files
from typing import Any

from calibration.artwork import on_screen
from calibration.mat import Mat
from hardware.dice import DieKind
from rules.core import SIDES, KindName, Place, View
from ui.svg.faces import symbols
from ui.svg.markup import FONT, number, of_shapes
from ui.svg.pieces import Arrangement, DiceToDraw, DrawnPiece

_TEXT = 'text-anchor="middle" stroke="#fffdf6" stroke-width=".035" paint-order="stroke"'
_USE = '<use x="-.5" y="-.5" width="1" height="1"'


class MatPicture:
    """Draws one mat with the dice of one game."""

    def __init__(self, mat: Mat, kinds: Sequence[DieKind], names: Sequence[str] = ()) -> None:
        """`names`: of the seats; where there are more than two, each zone says whose it is."""
        self._mat = _owned(mat, names) if len(names) > len(SIDES) else mat
        self._kinds = tuple(kinds)
        self._arrangement = Arrangement(mat, [KindName(kind.kind) for kind in kinds])
        self._titles = {(zone.name, zone.seat): zone.title or zone.name for zone in mat.zones}

    def pieces(self, lying: DiceToDraw) -> tuple[DrawnPiece, ...]:
        """What lies where; a die that stays in its zone keeps its place from call to call."""
        return self._arrangement.pieces(lying)

    def described(self, view: View) -> str:
        """The mat in words, for those who do not see it."""
        zones: dict[Place, list[str]] = {}
        for die in view.dice:
            figures = f" {die.stats}" if die.stats else ""
            zones.setdefault(die.place, []).append(f"{die.title}{figures}")
        lines = []
        for place, dice in zones.items():
            whose = "" if place.seat is None else f"{view.seats[place.seat].name}, "
            title = self._titles.get((place.zone, place.seat), place.zone)
            lines.append(f"{whose}{title}: {', '.join(dice)}.")
        return " ".join(lines) or "No dice lie on the mat."

    def symbols(self) -> str:
        """The faces alone, for a page with several drawings."""
        return f'<svg class="symbols" aria-hidden="true"><defs>{symbols(self._kinds)}</defs></svg>'

    def svg(self, pieces: Iterable[DrawnPiece] = (), words: str = "", *, faces: bool = True) -> str:
        """The whole drawing; without `faces` the page has them already."""
        drawn = symbols(self._kinds) if faces else ""
        wide, high = number(self._mat.width), number(self._mat.height)
        label = f' aria-label="{escape(words)}"' if words else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img"{label}'
            f' font-family="{FONT}"><defs>{drawn}'
            f'<g class="pattern">{_group(DrawnPiece("", "", 0, 0, 1))}</g></defs>'
            f'<g class="mat">{of_shapes(on_screen(self._mat))}</g>'
            f'<g class="dice">{"".join(map(_group, pieces))}</g></svg>'
        )


def _owned(mat: Mat, names: Sequence[str]) -> Mat:
    """The mat with the owner's name in each title."""
    zones = (
        zone
        if zone.seat is None or zone.seat >= len(names)
        else replace(zone, title=f"{zone.title} · {names[zone.seat]}")
        for zone in mat.zones
    )
    return replace(mat, zones=tuple(zones))


def rows(pieces: Iterable[DrawnPiece]) -> list[list[Any]]:
    """The pieces as `mat.js` takes them."""
    return [piece.row() for piece in pieces]


def script() -> bytes:
    """`mat.js`."""
    return files(__package__).joinpath("mat.js").read_bytes()


def _group(piece: DrawnPiece) -> str:
    """One piece in units of its edge; `mat.js` fills copies of it."""
    x, y, size = number(piece.x), number(piece.y), number(piece.size)
    faint = ' opacity=".55"' if piece.tentative else ""
    drawing = f' href="#{piece.drawing}"' if piece.drawing else ""
    return (
        f'<g data-die="{escape(piece.name)}" transform="translate({x} {y}) scale({size})"{faint}>'
        f"<title>{escape(piece.detail)}</title>{_USE}{drawing}/>"
        f'<text y=".68" font-size=".17" fill="#1c2320" {_TEXT}>{escape(piece.title)}</text>'
        f'<text y=".9" font-size=".24" font-weight="700" fill="#1c2320" {_TEXT}>'
        f"{escape(piece.figures)}</text></g>"
    )
