"""The table as browsers draw it: a mat for wide screens and one for narrow ones."""

from collections.abc import Mapping
from typing import Any, Final

from calibration.mats import mat_named
from ui.app.looks import die_kinds
from ui.app.table_model import TableModel
from ui.svg.mat import MatPicture, rows
from ui.svg.narrow import narrow
from ui.svg.pieces import DiceToDraw

SHAPES: Final = ("wide", "narrow")


class DrawnTable:
    """Draws the tables of one game after another; a die keeps its place from table to table."""

    def __init__(self) -> None:
        self._game: tuple[Any, ...] = ()
        self._mats: dict[str, MatPicture] = {}

    def of_another_game(self, model: TableModel) -> bool:
        """Whether the mats are to be sent anew."""
        names = tuple(seat.name for seat in model.view.seats)
        game = (model.mat, model.dice, names)
        if game == self._game:
            return False
        self._game, self._mats = game, {}
        if model.mat and model.dice:
            mat = mat_named(model.mat)
            kinds = die_kinds(model.dice)
            drawn = {"wide": mat, "narrow": narrow(mat)}
            self._mats = {shape: MatPicture(drawn[shape], kinds, names) for shape in SHAPES}
        return True

    def mats(self) -> Mapping[str, str]:
        """The mats without dice, as SVG; empty for a game that has none."""
        return {shape: mat.svg() for shape, mat in self._mats.items()}

    def pieces(self, model: TableModel) -> Mapping[str, Any]:
        """Where everything lies on each mat, and the same in words."""
        lying = DiceToDraw(model.view, model.faces, model.zones, model.moving)
        drawn: dict[str, Any] = {
            shape: rows(mat.pieces(lying)) for shape, mat in self._mats.items()
        }
        words = next((mat.described(model.view) for mat in self._mats.values()), "")
        return {**drawn, "words": words}
