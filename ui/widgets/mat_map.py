"""The mat as it lies under the camera, to scale: zones that light up where a die lies."""

from collections.abc import Iterable
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from calibration.mat import Mat
from calibration.mats import zone_at
from ui.screens.themes import mixed_colour, palette

ZonePlace = tuple[str, int | None]
"""A zone's name and its seat."""


@lru_cache(maxsize=8)
def zones_of_squares(mat: Mat, columns: int, rows: int) -> tuple[tuple[ZonePlace | None, ...], ...]:
    """For a grid of squares over the mat: the zone in the middle of each."""
    found = []
    for row in range(rows):
        y = (row + 0.5) * mat.height / rows
        line: list[ZonePlace | None] = []
        for column in range(columns):
            zone, _ = zone_at(mat, (column + 0.5) * mat.width / columns, y)
            line.append(None if zone is None else (zone.name, zone.seat))
        found.append(tuple(line))
    return tuple(found)


class MatMap(Widget):
    """Half-cell squares in the mat's proportions; zones are dim until a die has been there."""

    def __init__(self, mat: Mat, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        super().__init__(id=id)
        self._mat = mat
        self._order = {(zone.name, zone.seat): at for at, zone in enumerate(mat.zones)}
        self._lit: frozenset[ZonePlace] = frozenset()
        self._seen: frozenset[ZonePlace] = frozenset()
        self._dice: tuple[tuple[float, float], ...] = ()

    def show(
        self,
        lit: Iterable[ZonePlace],
        seen: Iterable[ZonePlace],
        dice: Iterable[tuple[float, float]],
    ) -> None:
        """`lit`: a die lies there now; `seen`: one has lain there; `dice` in mat millimetres."""
        now = (frozenset(lit), frozenset(seen), tuple(dice))
        if now != (self._lit, self._seen, self._dice):
            self._lit, self._seen, self._dice = now
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row of cells: two rows of squares."""
        width, height = self.size
        scale = min(width / self._mat.width, 2 * height / self._mat.height)
        columns = max(1, int(self._mat.width * scale))
        rows = max(2, int(self._mat.height * scale) // 2 * 2)
        if 2 * y + 1 >= rows:
            return Strip.blank(width, self.rich_style)
        zones = zones_of_squares(self._mat, columns, rows)
        spots = {
            (int(py * rows / self._mat.height), int(px * columns / self._mat.width))
            for px, py in self._dice
        }
        pieces = [
            Segment(
                "▀",
                Style(
                    color=self._colour(zones[2 * y][x], (2 * y, x) in spots),
                    bgcolor=self._colour(zones[2 * y + 1][x], (2 * y + 1, x) in spots),
                ),
            )
            for x in range(columns)
        ]
        left = (width - columns) // 2
        strip = Strip([Segment(" " * left, self.rich_style), *pieces])
        return strip.adjust_cell_length(width, self.rich_style)

    def _colour(self, zone: ZonePlace | None, die: bool) -> str:
        look = palette(self.app.theme_variables)
        if die:
            return look.text
        if zone is None:
            return look.felt
        own = look.muted if zone[1] is None else look.seats[zone[1] % 2]
        if zone in self._lit:
            return look.lit
        tint = 0.1 if self._order[zone] % 2 else 0.0  # neighbours differ a little
        return mixed_colour(own, look.felt, (0.3 if zone in self._seen else 0.7) + tint)
