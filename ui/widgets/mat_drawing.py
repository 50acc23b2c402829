"""Draws the zones of a table as rows of cells, as they lie on the mat.

The far seat is at the top with its outermost zone first, the near seat at the bottom; the
zones that face each other meet in the middle, and a blocker stands in the column of the die it
faces. Pure functions from a view to coloured cells; the widget only puts them on the screen.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style

from rules.core import SIDES, DieView, Place, Seat, View, ZoneKind, numbered
from ui.app.state_model import counted, face_shown
from ui.app.table_model import TableModel
from ui.screens.themes import Palette, contrast, luminance, mixed_colour, readable_on
from ui.widgets.big_type import big, big_width
from ui.words import ZONES
from words import say, translated

Form = Literal["large", "card", "tall", "pair", "line"]
"""How much of a die is shown: its face as large as a card, large figures, a small card, name over
figures, the name alone."""

_SMALL: Final = ("pair", "line")
_CHIPS: Final[Sequence[tuple[Form, int, int]]] = (
    ("large", 24, 34), ("card", 20, 22), ("tall", 12, 20), ("pair", 11, 16), ("pair", 9, 9),
    ("pair", 8, 8), ("line", 8, 12),
)  # fmt: skip
"""Forms from the largest to the smallest, each with the narrowest and the widest chip, cells."""

_CHIP_HEIGHT: Final[Mapping[Form, int]] = {"large": 8, "card": 5, "tall": 3, "pair": 2, "line": 1}
_LABEL: Final = 10
_GAP: Final = 1

_FROM_THE_MIDDLE: Final = ("attack", "arena", "field", "transition", "reserve")
"""Zones of open dice, nearest to the other player first; others follow in the game's order."""

_SAID_ALREADY: Final = re.compile(r"\b\d+A \d+D|[+-]0[AD]")
"""Attack and defence as a die's detail repeats them, and bonuses that are none."""

_NEUTRAL_BODY: Final = "#6b7480"


@dataclass(frozen=True, slots=True)
class MatDrawing:
    """Rows of cells, and where each die stands in them: (row, first cell, width, height)."""

    rows: tuple[tuple[Segment, ...], ...]
    dice: Mapping[str, tuple[int, int, int, int]]
    broken: bool = False  # whether a zone goes on on a second line


@lru_cache(maxsize=512)
def _style(colour: str, ground: str, bold: bool = False, italic: bool = False) -> Style:
    return Style(color=colour, bgcolor=ground, bold=bold, italic=italic)


def zone_title(name: str) -> str:
    """The zone's title in the user's language, or its own name when it has none."""
    return translated(ZONES[name]) if name in ZONES else name.replace("-", " ").capitalize()


def zone_order(zones: Mapping[str, ZoneKind], view: View) -> tuple[list[str], list[str]]:
    """The zones drawn die by die, from the middle out, and the ones that are counted."""
    kinds = dict(zones)
    for die in view.dice:
        kinds.setdefault(die.place.zone, ZoneKind.OPEN)
    opened = [name for name, kind in kinds.items() if kind is ZoneKind.OPEN]
    rank = {name: at for at, name in enumerate(_FROM_THE_MIDDLE)}
    opened.sort(key=lambda name: rank.get(name, len(rank)))
    return opened, [name for name, kind in kinds.items() if kind is not ZoneKind.OPEN]


def draw_mat(model: TableModel, look: Palette, size: tuple[int, int]) -> MatDrawing:
    """The table in the largest form that fits `size` (cells, rows).

    Forms in which every zone stays on one line come first: then dice that face each other do so.
    Where nothing fits, empty zones are left out; even that may not fit.
    """
    width, height = size
    for sparse in (False, True):
        broken: MatDrawing | None = None
        for form, chip in _chips(model.view, width):
            drawing = _Pen(model, look, width, form, chip, sparse=sparse).draw(height)
            if len(drawing.rows) <= height:
                if not drawing.broken:
                    return drawing
                broken = broken or drawing
        if broken is not None:
            return broken
    return drawing


def _chips(view: View, width: int) -> Iterator[tuple[Form, int]]:
    """Forms and widths to try, the most readable first: long names in full before cut ones."""
    longest = max((cell_len(die.title) for die in view.dice), default=0) + 2
    for form, narrowest, widest in _CHIPS:
        if form not in _SMALL and width < _LABEL + 3 * (narrowest + _GAP):
            continue
        fitting = min(max(narrowest, longest), widest)
        yield from ((form, chip) for chip in dict.fromkeys((fitting, narrowest)))


class _Pen:
    """One drawing in the making."""

    def __init__(
        self,
        model: TableModel,
        look: Palette,
        width: int,
        form: Form,
        chip: int,
        *,
        sparse: bool = False,
    ) -> None:
        self.view = model.view
        self.colours = model.colours
        self.lit = frozenset(model.lit)
        self.moving = model.moving
        self.look = look
        self.width = width
        self.form = form
        self.opened, self.counted = zone_order(model.zones, model.view)
        self.sparse = sparse
        self.label = _LABEL if form in _SMALL and len(self.view.seats) == 2 else _LABEL + 2
        self.chip = chip
        self.columns = max(1, (width - self.label) // (self.chip + _GAP))
        self.rows: list[list[Segment]] = []
        self.dice: dict[str, tuple[int, int, int, int]] = {}
        self.broken = False

    def draw(self, height: int) -> MatDrawing:
        """All rows; spare rows of `height` are spread between the zones."""
        seats = [seat for seat, _ in numbered(Seat, self.view.seats)]
        near = [block for seat in seats[0::2] for block in self._blocks(seat)]
        far = [block for seat in seats[1::2] for block in self._blocks(seat)]
        blocks = [block for block in (*reversed(far), self._middle(), *near) if block]
        used = sum(len(block) for block in blocks)
        spare = max(0, height - used)
        gaps = max(1, len(blocks) - 1)
        extra = min(2, spare // gaps)
        self.rows.extend([self._blank()] for _ in range((spare - extra * gaps) // 2))
        for index, block in enumerate(blocks):
            top = len(self.rows)
            for row in block:
                self.rows.append([piece for piece, _ in row])
            for offset, row in enumerate(block):
                self._note(row, top + offset)
            if index < len(blocks) - 1:
                self.rows.extend([self._blank()] for _ in range(extra))
        return MatDrawing(tuple(tuple(row) for row in self.rows), self.dice, self.broken)

    def _note(self, row: Sequence[tuple[Segment, str | None]], at: int) -> None:
        """Remember where the dice of this row stand."""
        cell = 0
        for piece, die in row:
            wide = cell_len(piece.text)
            if die is not None:
                top, left, chip, high = self.dice.get(die, (at, cell, wide, 0))
                self.dice[die] = (top, left, chip, high + 1)
            cell += wide

    def _blocks(self, seat: Seat) -> list[list[list[tuple[Segment, str | None]]]]:
        """The seat's zones from the middle out, each a list of rows."""
        used = {die.place for die in self.view.dice}
        places = [(Place(name, seat), at == 0) for at, name in enumerate(self.opened)]
        zones = [
            self._zone(place, frontline)
            for place, frontline in places
            if self._has(place) and (not self.sparse or place in used)
        ]
        return [*zones, self._summary(seat)]

    def _middle(self) -> list[list[tuple[Segment, str | None]]]:
        line = _style(self.look.line, self.look.felt)
        shared = [die for die in self.view.dice if die.place.seat is None]
        rule: list[list[tuple[Segment, str | None]]] = [[(Segment("─" * self.width, line), None)]]
        others = sorted({die.place.zone for die in shared} - set(self.view.common))
        for name in (*self.view.common, *others):
            dice = [die for die in shared if die.place.zone == name]
            rule.extend(self._zone_rows(Place(name, None), [dice]))
        return rule

    def _zone(self, place: Place, frontline: bool) -> list[list[tuple[Segment, str | None]]]:
        dice = [die for die in self.view.dice if die.place == place]
        if frontline:
            return self._zone_rows(place, self._front_ranks(place, dice))
        dice.sort(key=lambda die: (die.under or die.die, die.under is not None))
        return self._zone_rows(place, [_fold_under(dice)])

    def _front_ranks(self, place: Place, dice: list[DieView]) -> list[list[DieView | None]]:
        """Dice that face each other stand in one column: attackers keep their order."""
        facing = {die.paired: die for die in dice if die.paired}
        opposite = [
            die
            for die in self.view.dice
            if die.place.zone == place.zone and _across(die.place.seat, place.seat)
        ]
        if not facing or any(die.paired for die in opposite):
            return [list(_fold_under(dice))]
        rest = list(dice)
        ranks: list[list[DieView | None]] = []
        while any(die.paired for die in rest):
            rank: list[DieView | None] = []
            for attacker in opposite[: self.columns]:
                blocker = next((die for die in rest if die.paired == attacker.die), None)
                if blocker is not None:
                    rest.remove(blocker)
                rank.append(blocker)
            if not any(rank):
                break
            ranks.append(rank)
        if rest:
            ranks.append(list(_fold_under(rest)))
        return ranks

    def _zone_rows(
        self, place: Place, ranks: Sequence[Sequence[DieView | None]]
    ) -> list[list[tuple[Segment, str | None]]]:
        lines = [
            rank[start : start + self.columns]
            for rank in ranks
            for start in range(0, len(rank), self.columns)
        ]
        self.broken = self.broken or len(lines) > len(ranks)
        if not any(lines):
            return [self._labelled(place, [], 0, 0)]
        return [
            self._labelled(place if at == 0 and part == 0 else None, line, part, at)
            for at, line in enumerate(lines)
            for part in range(self._height(line))
        ]

    def _height(self, line: Sequence[DieView | None]) -> int:
        """Dice without figures need no second row."""
        if self.form == "pair" and not any(die and die.stats for die in line):
            return 1
        return _CHIP_HEIGHT[self.form]

    def _labelled(
        self, place: Place | None, line: Sequence[DieView | None], part: int, number: int
    ) -> list[tuple[Segment, str | None]]:
        felt = _style(self.look.text, self.look.felt)
        row: list[tuple[Segment, str | None]] = [(self._label_piece(place), None)]
        for die in line:
            if die is None:
                row.append((Segment(" " * self.chip, felt), None))
            else:
                row.append((self._chip_piece(die, part, number), die.die))
            row.append((Segment(" " * _GAP, felt), None))
        used = sum(cell_len(piece.text) for piece, _ in row)
        row.append((Segment(" " * max(0, self.width - used), felt), None))
        return row

    def _label_piece(self, place: Place | None) -> Segment:
        if place is None:
            return Segment(" " * self.label, _style(self.look.text, self.look.felt))
        seat = self.look.muted if place.seat is None else self.look.seats[place.seat % 2]
        title = set_cell_size(f" {self._whose(place)}{zone_title(place.zone)}", self.label - 1)
        if place in self.lit:
            return Segment(title + "◀", _style(self.look.felt, self.look.lit, bold=True))
        return Segment(title + " ", _style(seat, self.look.felt))

    def _has(self, place: Place) -> bool:
        """Whether there is such a zone: what partners share lies with the first of them."""
        if place.zone in self.view.common:
            return False
        first = place.seat is not None and place.seat < len(SIDES)
        return first or place.zone not in self.view.shared

    def _whose(self, place: Place) -> str:
        """Where partners share a side, the first letter of whose zone it is."""
        if len(self.view.seats) <= len(SIDES) or place.seat is None:
            return ""
        if place.zone in self.view.shared:
            return ""
        return self.view.seats[place.seat].name[:1] + " "

    def _chip_piece(self, die: DieView, part: int, line: int) -> Segment:
        body, ink = self.colours.get(die.kind, ("", ""))
        ground = self._body_on_felt(body or _NEUTRAL_BODY, line)
        moving = die.die in self.moving
        if moving:
            ground = mixed_colour(ground, self.look.felt, 0.5)
        leans = moving or bool(die.under)
        style = _style(
            readable_on(ground, ink), ground, bold=part == 0 and not moving, italic=leans
        )
        text = self._chip_text(die, part)
        return Segment("…" + text[1:] if moving and part == 0 and text[0] == " " else text, style)

    def _body_on_felt(self, body: str, line: int) -> str:
        """The die's colour, set off from the mat and, on every second line, from the one above."""
        if contrast(body, self.look.felt) < 1.6:
            body = mixed_colour(
                body, "#ffffff" if luminance(self.look.felt) < 0.2 else "#000000", 0.22
            )
        return mixed_colour(body, "#000000", 0.14) if line % 2 else body

    def _chip_text(self, die: DieView, part: int) -> str:
        hung = "└" if die.under else ""
        room = self.chip - cell_len(hung)
        if self.form == "large":
            return _centred(self._large_face(die)[part], self.chip)
        if self.form == "card":
            figures = _fitting_large(face_shown(die), self.chip)
            middle = big(figures) if figures else ["", shown_within(die, self.chip), ""]
            text = (hung + name_within(die, room), *middle, _joined(remarks(die), self.chip))[part]
            return _centred(text, self.chip)
        if self.form == "tall":
            said = _joined(remarks(die), self.chip)
            text = (hung + name_within(die, room), shown_within(die, self.chip), said)[part]
            return _centred(text, self.chip)
        if self.form == "line":
            figures = shown_within(die, room) if die.stats and "/" not in die.stats else ""
            return _centred(
                hung + (figures or _joined((name_within(die, room), die.stats), room)), self.chip
            )
        figures = _joined((shown_within(die, self.chip), *remarks(die)[:1]), self.chip)
        return _centred(hung + name_within(die, room) if part == 0 else figures, self.chip)

    def _large_face(self, die: DieView) -> Sequence[str]:
        """Name, figures twice as large as on a card, what they do not say."""
        hung, said = "└ " if die.under else "", _joined(remarks(die), self.chip)
        name = hung + name_within(die, self.chip - len(hung))
        shown = face_shown(die)
        count, _, words = shown.partition(" ")
        if count.isdecimal() and cell_len(words) <= self.chip:  # 2 Bolt energy
            figures, said = big(count, 2), words
        elif fitting := _fitting_large(shown, self.chip, 2):
            figures = big(fitting, 2)
        else:
            small = _fitting_large(shown, self.chip)
            figures = ("", *big(small), "") if small else ("", "", shown_within(die, self.chip))
        rows = [name, "", *figures]
        return (*rows, *[""] * (7 - len(rows)), said)

    def _summary(self, seat: Seat) -> list[list[tuple[Segment, str | None]]]:
        """The counted zones on one line: what lies in a heap or is hidden.

        How many there are of everything always fits; what they are stands there as room allows.
        """
        bare = self._counts(seat, named=False)
        if not bare:
            return []
        pieces = self._counts(seat, named=self.form not in _SMALL)
        if sum(cell_len(piece.text) for piece in pieces) > self.width:
            pieces = bare
        felt = _style(self.look.text, self.look.felt)
        return [[(p, None) for p in Segment.adjust_line_length(pieces, self.width, felt)]]

    def _counts(self, seat: Seat, *, named: bool) -> list[Segment]:
        """`Used 4 Sidekick  Bag 6`, or with several kinds `Used 5: Karai, 4 Sidekick`."""
        felt = _style(self.look.text, self.look.felt, bold=True)
        muted = _style(self.look.muted, self.look.felt)
        row: list[Segment] = []
        for name in self.counted:
            place = Place(name, seat)
            titles = [die.title for die in self.view.dice if die.place == place]
            hidden = [(t, n) for where, t, n in self.view.hidden if where == place]
            count = len(titles) + sum(n for _, n in hidden)
            if not count and not any(where.zone == name for where, _, _ in self.view.hidden):
                continue
            label = self._label_piece(place)
            row.append(Segment(f" {self._whose(place)}{zone_title(name)} ", label.style))
            row.append(Segment(f"{count}", felt))
            if named and titles:
                one_kind = len(set(titles)) == 1
                told = f" {titles[0]}" if one_kind else f": {counted(titles)}"
                row.append(Segment(told, muted))
            row.append(Segment(" ", muted))
        return row

    def _blank(self) -> Segment:
        return Segment(" " * self.width, _style(self.look.text, self.look.felt))


def _across(one: int | None, other: int | None) -> bool:
    """Whether two seats sit on opposite sides."""
    return one is not None and other is not None and one % 2 != other % 2


def _fold_under(dice: Sequence[DieView]) -> list[DieView | None]:
    """Every die, those that lie under another right behind it."""
    below: dict[str, list[DieView]] = {}
    here = {die.die for die in dice}
    for die in dice:
        if die.under in here and die.under is not None:
            below.setdefault(die.under, []).append(die)
    folded: list[DieView | None] = []
    for die in dice:
        if die.under in here:
            continue
        folded.append(die)
        folded.extend(below.get(die.die, []))
    return folded


def _centred(text: str, width: int) -> str:
    room = width - cell_len(text)
    if room <= 0:
        return set_cell_size(text, width)
    left = (room + 1) // 2
    return " " * left + text + " " * (room - left)


def _fitting_large(figures: str, width: int, scale: int = 1) -> str:
    """What of a die's figures can be drawn large: without its damage if need be; "" if nothing."""
    tries = (figures, figures.partition(" ")[0])
    return next((each for each in tries if "/" in each and big_width(each, scale) < width), "")


def name_within(die: DieView, width: int) -> str:
    """The die's name; where it does not fit `width` cells with first words as initials or without.

    "Human Torch" becomes "H. Torch" or "Torch", "green Fortress" the Fortress that it is.
    """
    words = die.title.split()
    if cell_len(die.title) > width:
        words = [word for word in words if not word.islower()] or words
    initials = [*(f"{word[:1]}." for word in words[:-1]), *words[-1:]]
    longest = max(reversed(words), key=cell_len, default=die.title)
    tries = (" ".join(words), " ".join(initials), longest)
    return next((name for name in tries if name and cell_len(name) <= width), longest)


def shown_within(die: DieView, width: int) -> str:
    """What the die shows, in words where they fit `width` cells; nothing where it shows nothing."""
    full = face_shown(die) if die.stats else die.detail
    first_words = " ".join(full.split()[:2])  # "1 Shield" of "1 Shield energy"
    if die.stats and first_words.startswith(_begun(die)) and cell_len(full) > width:
        full = first_words
    return full if cell_len(full) <= width else die.stats


def _begun(die: DieView) -> str:
    """A die's figures as its detail repeats them: "1 Shi" of "1 Shi." begins "1 Shield"."""
    return die.stats.rstrip(".")


def _joined(parts: Sequence[str], width: int) -> str:
    """The first of the parts and as many more as fit `width` cells."""
    text = ""
    for part in parts:
        longer = f"{text} {part}".strip()
        if text and cell_len(longer) > width:
            break
        text = longer
    return text


def remarks(die: DieView) -> tuple[str, ...]:
    """What a die's figures do not say: its level first, then bonuses, damage and the rest."""
    if not die.stats:
        return ()
    clauses = (_SAID_ALREADY.sub("", clause).strip("() ") for clause in die.detail.split(", "))
    return tuple(
        clause.replace("level ", say("L"))
        for clause in clauses
        if clause and _begun(die) not in clause
    )
