"""Where on a drawn mat each die lies.

A record knows the zone of a die and not the millimetre, so each die has a place in its zone, and
keeps it for as long as it lies there: what moves in the drawing has moved on the table. Dice are
drawn as large as their zone allows, larger than they are.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from calibration.artwork import life_cells
from calibration.mat import Mat
from calibration.shapes import bounds
from rules.core import DieName, DieView, FaceIndex, KindName, Place, View, ZoneKind
from ui.svg.faces import BEAD, symbol_of

SIZES: Final = (26.0, 23.0, 20.0, 18.0, 16.0, 14.0, 12.0, 10.0, 8.0)
"""Edges of a drawn die, mm, the one that fits first."""

IN_HEAPS: Final = 14.0
"""The most in a zone where no face is read."""

PITCH: Final = 1.3
NAMED: Final = 1.3
FIGURED: Final = 1.5
"""Height of a die with its name beneath it, and with its figures too, in edges of a die."""

LETTERS: Final = 12
"""Letters of a name, at most."""

EDGE: Final = 2.5  # mm between a zone's line and its dice
TITLE: Final = 4.5  # mm of a zone's height that its title takes


@dataclass(frozen=True, slots=True)
class DrawnPiece:
    """One thing that lies on the mat: what it shows, where its middle is (mm) and how large."""

    name: str
    drawing: str
    x: float
    y: float
    size: float
    title: str = ""
    figures: str = ""
    detail: str = ""
    tentative: bool = False  # it lies so only by what is not entered yet
    beneath: bool = False  # other pieces are drawn over it

    def row(self) -> list[Any]:
        """The piece as `mat.js` takes it."""
        return [
            *(self.name, self.drawing, round(self.x, 1), round(self.y, 1), round(self.size, 1)),
            *(self.title, self.figures, self.detail, int(self.tentative), int(not self.beneath)),
        ]


@dataclass(frozen=True, slots=True)
class DiceToDraw:
    """Everything that is needed to lay dice on a mat."""

    view: View
    faces: Mapping[DieName, FaceIndex]
    zones: Mapping[str, ZoneKind]
    tentative: frozenset[DieName] = frozenset()


@dataclass(frozen=True, slots=True)
class _Grid:
    """The places of a zone."""

    size: float
    columns: int
    left: float
    first: float  # y of the middle of the first row of dice
    across: float
    down: float  # from row to row; negative on the far side

    def at(self, slot: int) -> tuple[float, float]:
        row, column = divmod(slot, self.columns)
        return self.left + column * self.across, self.first + row * self.down


class Arrangement:
    """Lays dice on one mat, look by look."""

    def __init__(self, mat: Mat, kinds: Sequence[KindName]) -> None:
        """`kinds`: of the game's dice, in the order of their symbols."""
        self._zones = {(zone.name, zone.seat): bounds(zone.outline) for zone in mat.zones}
        self._life = life_cells(mat)
        self._kinds = {kind: at for at, kind in enumerate(kinds)}
        self._slots: dict[Place, dict[DieName, int]] = {}

    def pieces(self, lying: DiceToDraw) -> tuple[DrawnPiece, ...]:
        """Everything on the mat, what lies beneath other dice first; what is hidden is left out."""
        placed: dict[DieName, DrawnPiece] = {}
        waiting: list[DieView] = []
        facing: list[DieView] = []
        shown = [
            die for die in lying.view.dice if lying.zones.get(die.place.zone) is not ZoneKind.HIDDEN
        ]
        there = {die.die for die in shown}
        by_place: dict[Place, list[DieView]] = {}
        for die in shown:
            if die.under in there:
                waiting.append(die)
            elif die.paired in there:
                facing.append(die)
            else:
                by_place.setdefault(die.place, []).append(die)
        self._slots = {
            place: self._kept(place, [die.die for die in dice]) for place, dice in by_place.items()
        }
        for place, dice in by_place.items():
            placed |= self._in_zone(place, dice, lying)
        for opposite in _by_opponent(facing):
            placed |= self._facing(opposite, placed, lying)
        beneath = self._beneath(waiting, placed, lying)
        return (*self._lives(lying.view), *reversed(beneath), *placed.values())

    def _kept(self, place: Place, dice: Sequence[DieName]) -> dict[DieName, int]:
        """Who lies there keeps its place; who comes takes the first that is free."""
        before = self._slots.get(place, {})
        slots = {die: before[die] for die in dice if die in before}
        taken = set(slots.values())
        free = (at for at in range(2 * len(dice) + len(taken)) if at not in taken)
        for die in dice:
            if die not in slots:
                slots[die] = next(free)
        return slots

    def _in_zone(
        self, place: Place, dice: Sequence[DieView], lying: DiceToDraw
    ) -> dict[DieName, DrawnPiece]:
        box = self._zones.get((place.zone, place.seat))
        if box is None:
            return {}
        heap = lying.zones.get(place.zone) is not ZoneKind.OPEN
        high = 1.08 if heap else FIGURED if any("/" in die.stats for die in dice) else NAMED
        far = bool((place.seat or 0) % 2)
        slots = self._slots[place]
        needed = max(slots.values()) + 1
        grid = _grid(box, needed, high, far=far, heap=heap)
        if needed > len(dice) and grid.size < _grid(box, len(dice), high, far=far, heap=heap).size:
            slots = self._slots[place] = {die: at for at, die in enumerate(slots)}
            grid = _grid(box, len(dice), high, far=far, heap=heap)
        return {
            die.die: self._piece(die, grid.at(slots[die.die]), grid.size, lying, bare=heap)
            for die in dice
        }

    def _facing(
        self, dice: Sequence[DieView], placed: Mapping[DieName, DrawnPiece], lying: DiceToDraw
    ) -> dict[DieName, DrawnPiece]:
        """Dice that face one die stand opposite it, side by side."""
        across = placed.get(dice[0].paired or DieName(""))
        found = {}
        for at, die in enumerate(dice):
            box = self._zones.get((die.place.zone, die.place.seat))
            if box is None:
                continue
            grid = _grid(box, len(dice), FIGURED, far=bool((die.place.seat or 0) % 2), heap=False)
            x, y = grid.at(at)
            if across is not None:
                x = across.x + (at - (len(dice) - 1) / 2) * grid.size * 0.9
            found[die.die] = self._piece(die, (x, y), grid.size, lying)
        return found

    def _beneath(
        self, dice: Iterable[DieView], placed: Mapping[DieName, DrawnPiece], lying: DiceToDraw
    ) -> list[DrawnPiece]:
        """Captured dice look out from under their captor."""
        counted: Counter[str] = Counter()
        pieces = []
        for die in dice:
            captor = placed.get(die.under or DieName(""))
            if captor is None:
                continue
            aside = captor.size * (0.3 + 0.22 * counted[captor.name])
            counted[captor.name] += 1
            at = (captor.x + aside, captor.y - captor.size * 0.3)
            piece = self._piece(die, at, captor.size * 0.72, lying, bare=True)
            pieces.append(replace(piece, beneath=True))
        return pieces

    def _piece(
        self,
        die: DieView,
        at: tuple[float, float],
        size: float,
        lying: DiceToDraw,
        *,
        bare: bool = False,
    ) -> DrawnPiece:
        face = lying.faces.get(die.die)
        return DrawnPiece(
            name=die.die,
            drawing=symbol_of(self._kinds[die.kind], face) if die.kind in self._kinds else "",
            x=at[0],
            y=at[1],
            size=size,
            title="" if bare else _cut(die.title),
            figures=die.stats if "/" in die.stats and not bare else "",
            detail=f"{die.title}, {die.detail}" if die.detail else die.title,
            tentative=die.die in lying.tentative,
        )

    def _lives(self, view: View) -> Iterable[DrawnPiece]:
        """A bead on each life track."""
        for seat, cells in self._life.items():
            if seat < len(view.seats) and 0 <= (life := view.seats[seat].life) < len(cells):
                left, top, right, bottom = cells[life]
                yield DrawnPiece(
                    name=f"life {seat}",
                    drawing=f"{BEAD}{seat % 2}",
                    x=(left + right) / 2,
                    y=(top + bottom) / 2,
                    size=min(right - left, bottom - top) * 0.8,
                    detail=f"{view.seats[seat].name}: {life}",
                )


def _grid(
    box: tuple[float, float, float, float], count: int, high: float, *, far: bool, heap: bool
) -> _Grid:
    """The largest places of which so many fit."""
    left, top, right, bottom = box
    wide, tall = right - left - 2 * EDGE, bottom - top - 2 * EDGE - TITLE
    for size in SIZES:
        across, down = size * PITCH, size * high
        columns, rows = int(wide // across), int(tall // down)
        if columns * rows >= count and not (heap and size > IN_HEAPS):
            break
    else:  # more than anybody has: they overlap
        columns, rows = max(1, int(wide // across)), max(1, int(tall // down))
        columns = max(columns, -(-count // rows))
        across = wide / columns
    first = bottom - EDGE - down + size / 2 if far else top + EDGE + size / 2
    return _Grid(size, columns, left + EDGE + across / 2, first, across, -down if far else down)


def _by_opponent(dice: Iterable[DieView]) -> Iterable[list[DieView]]:
    groups: dict[DieName | None, list[DieView]] = {}
    for die in dice:
        groups.setdefault(die.paired, []).append(die)
    return groups.values()


def _cut(title: str) -> str:
    return title if len(title) <= LETTERS else title[: LETTERS - 1].rstrip() + "…"
