"""Training faces as ink coverage: every shape drawn anew, no two alike.

A face is two planes of 0..255: where the ink is, and where a second, darker ink outlines it.
Colours, light and the camera come later (`models.faces_photo`), so one drawing serves often.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.printing import symbols
from hardware.printing.art import PIPS
from hardware.printing.outline import Drawing, Shape, circle, lay, placed, points, shifted, turned
from models.faces_sources import Font, Sources
from vision.faces import COMMON, ENERGIES, KINDS

SIDE: Final = 96
_FINER: Final = 3
UNKNOWN: Final = -1

_STATISTICS: Final = (0.07, 0.09, 0.13, 0.14, 0.12, 0.15, 0.12, 0.06, 0.08, 0.04)
"""How often attack and defence are 0 to 9: half as on cards, half all alike, and those more often
that are mistaken for each other."""

_GROTESQUE: Final = re.compile(
    r"arimo|archivo-l|public-sans|libre-franklin|roboto-l|roboto-flex|inter-l|golos|chivo|LiberationSans"
    r"|DejaVuSans|hanken|instrument|albert|schibsted|heebo|work-sans|rubik|onest|geologica",
    re.IGNORECASE,
)
"""Fonts of the kind that most dice are printed in."""

_PLAINEST: Final = re.compile(r"arimo|LiberationSans-", re.IGNORECASE)
"""Those of them that dice of Dice Masters resemble most."""

Canvas = NDArray[np.uint8]


@dataclass(slots=True)
class Label:
    """What a drawn face shows; `UNKNOWN` where the question does not arise."""

    kind: int
    energy: int = UNKNOWN
    amount: int = UNKNOWN  # 0: one symbol, 1: two
    field: int = UNKNOWN
    attack: int = UNKNOWN
    defence: int = UNKNOWN
    burst: int = UNKNOWN
    value: int = UNKNOWN  # 0 to 5 for one to six marks
    icon: int = UNKNOWN  # those of `COMMON` come after the artist's icons
    turn: bool = True  # whether the face has an up direction

    def row(self) -> list[int]:
        """The label as numbers, in the order of `COLUMNS`."""
        return [int(getattr(self, column)) for column in COLUMNS]


COLUMNS: Final = (
    "kind",
    "energy",
    "amount",
    "field",
    "attack",
    "defence",
    "burst",
    "value",
    "icon",
    "turn",
)


@dataclass(frozen=True, slots=True)
class PrintedMark:
    """One thing printed on a face: its name ("7", "Fist", "burst", "icon") and its box."""

    name: str
    box: tuple[float, float, float, float]  # left, top, right, bottom in shares of the face


@dataclass(slots=True)
class Artist:
    """Draws faces from these shapes; `icons` are the names it may use, in label order."""

    sources: Sources
    icons: Sequence[str]
    rng: np.random.Generator
    fonts: Sequence[Font] = ()
    glyphs: list["PrintedMark"] = field(default_factory=list, init=False)  # of the last face drawn
    _drawing: Canvas = field(init=False)  # the icon alone of the last face drawn
    _bold: Sequence[Font] = field(default=(), init=False)
    _grotesque: Sequence[Font] = field(default=(), init=False)
    _plainest: Sequence[Font] = field(default=(), init=False)

    def __post_init__(self) -> None:
        self.fonts = self.fonts or self.sources.fonts
        self._bold = [font for font in self.fonts if font.bold]
        self._grotesque = [font for font in self.fonts if _GROTESQUE.search(font.name)]
        self._plainest = [font for font in self.fonts if _PLAINEST.search(font.name)]

    # -- chance ---------------------------------------------------------------------------

    def chance(self, probability: float) -> bool:
        """True this often."""
        return bool(self.rng.random() < probability)

    def between(self, low: float, high: float) -> float:
        """A uniform number."""
        return float(self.rng.uniform(low, high))

    def font(self, bold: float = 0.72) -> Font:
        """A font: mostly a bold one, as dice are printed."""
        pool = self._bold if self.chance(bold) and self._bold else self.fonts
        return pool[int(self.rng.integers(len(pool)))]

    def _digits_font(self) -> Font:
        """What digits in corners are printed in: mostly a plain sans serif such as Arial."""
        if self._plainest and self.chance(0.4):
            return self._plainest[int(self.rng.integers(len(self._plainest)))]
        if self._grotesque and self.chance(0.75):
            return self._grotesque[int(self.rng.integers(len(self._grotesque)))]
        return self.font(0.5)

    # -- whole faces ----------------------------------------------------------------------

    def face(self) -> tuple[NDArray[np.uint8], Label]:
        """A random face: (2, SIDE, SIDE) of coverage, and its label."""
        kinds: Mapping[str, tuple[float, Callable[[Canvas], Label]]] = {
            "character": (0.66, self._character),
            "energy": (0.14, self._energy),
            "action": (0.10, self._action),
            "dots": (0.04, self._dots),
            "triangles": (0.03, self._triangles),
            "numeral": (0.03, self._numeral),
        }
        name = str(self.rng.choice(list(kinds), p=[share for share, _ in kinds.values()]))
        self.glyphs = []
        side = SIDE * _FINER
        ink = np.zeros((side, side), np.uint8)
        self._drawing = np.zeros_like(ink)
        label = kinds[name][1](ink)
        rim = self._rim(ink) if self.chance(0.10) else np.zeros_like(ink)
        if self.chance(0.15):  # the drawing has an ink of its own
            np.maximum(rim, self._drawing, out=rim)
        ink = self._print(ink)
        small = [cv2.resize(p, (SIDE, SIDE), interpolation=cv2.INTER_AREA) for p in (ink, rim)]
        return np.stack(small), label

    def _character(self, ink: Canvas) -> Label:
        font, height = self._digits_font(), self.between(0.15, 0.28)
        margin_x, margin_y = self.between(0.0, 0.09), self.between(0.0, 0.09)
        label = Label(
            KINDS.index("character"),
            field=int(self.rng.choice(6, p=[0.25, 0.27, 0.22, 0.16, 0.06, 0.04])),
            attack=self._statistic(),
            defence=self._statistic(),
            burst=int(self.rng.choice(3, p=[0.5, 0.3, 0.2])),
        )
        pawn = self.chance(0.06)
        if pawn:
            self._lay(ink, placed(symbols.pawn(), 0.5, self.between(0.46, 0.54), 0.5), "icon")
            label.icon = len(self.icons) + COMMON.index("pawn")
        else:
            label.icon = self._icon(ink, self.between(0.45, 0.74))
        squeeze = self.between(0.82, 1.15)
        numbers = np.zeros_like(ink)
        for text, right, bottom in (
            (label.field, False, False),
            (label.attack, True, False),
            (label.defence, True, True),
        ):
            drawing, width = self._text(font, str(text), height, squeeze)
            x = 1 - margin_x - width if right else margin_x
            y = 1 - margin_y - height if bottom else margin_y
            self._lay_text(numbers, drawing, x + self.between(-0.01, 0.01), y, str(text))
        self._bursts(numbers, label.burst)
        np.maximum(ink, self._of_their_own(numbers), out=ink)
        return label

    def _of_their_own(self, numbers: Canvas) -> Canvas:
        """Digits and bursts as printed beside an icon: often thinner and fainter than it."""
        if self.chance(0.3):
            element = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2, 2))
            numbers = cv2.erode(numbers, element).astype(np.uint8)
        strength = self.between(0.5, 1.0) if self.chance(0.5) else 1.0
        return (numbers * strength).astype(np.uint8)

    def _statistic(self) -> int:
        return 10 if self.chance(0.07) else int(self.rng.choice(10, p=_STATISTICS))

    def _energy(self, ink: Canvas) -> Label:
        energy = int(self.rng.choice(6, p=[0.21, 0.2, 0.2, 0.2, 0.07, 0.12]))
        label = Label(KINDS.index("energy"), energy=energy, amount=0, burst=UNKNOWN)
        name = ENERGIES[energy]
        if name == "Generic":
            label.amount = 0 if self.chance(0.15) else 1
            self._generic(ink, label.amount + 1)
            return label
        if name == "Wild":
            font, height = self.font(), self.between(0.36, 0.62)
            drawing, width = self._text(font, "?", height, self.between(0.8, 1.2))
            x, y = self.between(-0.04, 0.04), self.between(-0.04, 0.04)
            self._lay_text(ink, drawing, 0.5 - width / 2 + x, 0.5 - height / 2 + y, ["Wild"])
            return label
        label.amount = int(self.chance(0.5))
        symbol = self._symbol(name)
        if label.amount == 0:
            scale = self.between(0.5, 0.82)
            x, y = self.between(0.46, 0.58), self.between(0.45, 0.55)
            self._lay(ink, placed(symbol, x, y, scale), name)
            if self.chance(0.35):
                self._serial(ink)
        else:
            scale, reach = self.between(0.32, 0.5), self.between(0.15, 0.22)
            lean = self.between(0.9, 1.1)
            self._lay(ink, placed(symbol, 0.5 - reach, 0.5 - reach * lean, scale), name)
            self._lay(ink, placed(symbol, 0.5 + reach, 0.5 + reach * lean, scale), name)
            if self.chance(0.12):
                self._serial(ink)
        return label

    def _action(self, ink: Canvas) -> Label:
        label = Label(KINDS.index("action"), burst=int(self.rng.integers(3)))
        if self.chance(0.4):
            scale = self.between(0.55, 0.85)
            x, y = self.between(0.45, 0.58), self.between(0.42, 0.52)
            self._lay(ink, placed(self._star(), x, y, scale), "icon")
            label.icon = len(self.icons) + COMMON.index("star")
        else:
            label.icon = self._icon(ink, self.between(0.5, 0.8))
        self._bursts(ink, label.burst)
        return label

    def _dots(self, ink: Canvas) -> Label:
        value, drawing, size = int(self.rng.integers(6)), symbols.dot(), self.between(0.13, 0.25)
        if self.chance(0.2):  # clear dice show the pips of their other sides
            self._faint(ink, lambda patch: self._through(patch, drawing, size), 0.15, 0.45)
        if value % 2 and self.chance(0.25):  # no pip in the middle: makers put their mark there
            self._faint(ink, lambda patch: self._icon(patch, self.between(0.2, 0.42), ""), 0.25, 1)
        if value == 0 and self.chance(0.5):  # in some countries the one is larger
            size = self.between(0.25, 0.4)
        self._marks(ink, drawing, value + 1, size, "dot")
        return Label(KINDS.index("dots"), value=value, turn=False)

    def _through(self, ink: Canvas, drawing: Drawing, size: float) -> None:
        for x, y in PIPS[int(self.rng.integers(1, 7))]:
            self._lay(ink, placed(drawing, y, x, size * self.between(0.6, 1.0)))

    def _faint(
        self, ink: Canvas, draw: Callable[[Canvas], object], weakest: float, strongest: float
    ) -> None:
        """Lay what `draw` draws in thinner ink."""
        patch = np.zeros_like(ink)
        draw(patch)
        np.maximum(ink, (patch * self.between(weakest, strongest)).astype(np.uint8), out=ink)

    def _triangles(self, ink: Canvas) -> Label:
        value = int(self.rng.integers(6))
        drawing = symbols.triangle()
        if self.chance(0.2):  # outlined only
            inner = placed(drawing, 0.5, 0.55, 0.55)
            drawing = (*drawing, *(Shape(s.paths, inked=False) for s in inner))
        self._marks(ink, drawing, value + 1, self.between(0.17, 0.32), "triangle")
        return Label(KINDS.index("triangles"), value=value)

    def _numeral(self, ink: Canvas) -> Label:
        value, height = int(self.rng.integers(6)), self.between(0.4, 0.72)
        drawing, width = self._text(self.font(), str(value + 1), height, self.between(0.85, 1.15))
        self._lay_text(ink, drawing, 0.5 - width / 2, 0.5 - height / 2, str(value + 1))
        return Label(KINDS.index("numeral"), value=value)

    # -- parts ----------------------------------------------------------------------------

    def _symbol(self, name: str) -> Drawing:
        """One of the four energy symbols, never twice the same."""
        if self.chance(0.12):
            stand_ins = STAND_INS[name]
            icon = stand_ins[int(self.rng.integers(len(stand_ins)))]
            return self._varied((Shape(self.sources.icons[icon]),), 0.02)
        drawing = {
            "Fist": symbols.fist,
            "Bolt": symbols.bolt,
            "Mask": symbols.mask,
            "Shield": symbols.shield,
        }[name]()
        if name == "Mask" and self.chance(0.12):
            drawing = drawing[:1]  # without ribbons
        wider = float(np.exp(self.rng.normal(0, 0.35)))
        if name in {"Fist", "Shield"} and self.chance(0.15):
            drawing = drawing[:1]  # no lines inside: small print fills them
        drawing = tuple(Shape(s.paths, s.inked, s.width * wider) for s in drawing)
        return self._varied(drawing, 0.032)

    def _varied(self, drawing: Drawing, bend: float) -> Drawing:
        """Bent by a smooth random field, leant, stretched and turned a little."""
        grid = self.rng.normal(0, bend, (2, 4, 4)).astype(np.float32)
        stretch = np.exp(self.rng.normal(0, 0.08, 2)).astype(np.float32)
        lean = self.rng.normal(0, 0.08)
        mirrored = -1.0 if self.chance(0.05) else 1.0
        matrix = np.array([[stretch[0] * mirrored, 0], [lean, stretch[1]]], np.float32)
        bent = []
        for shape in drawing:
            paths = []
            for path in shape.paths:
                at = np.clip(path, 0, 1)[None] * 3
                pull = [
                    cv2.remap(g, at[..., 0].astype(np.float32), at[..., 1].astype(np.float32), 1)[0]
                    for g in grid
                ]
                paths.append(((path + np.stack(pull, 1) - 0.5) @ matrix + 0.5).astype(np.float32))
            bent.append(Shape(tuple(paths), shape.inked, shape.width))
        return turned(bent, float(self.rng.normal(0, 5)))

    def _star(self) -> Drawing:
        """A jagged star, with or without an exclamation mark."""
        if self.chance(0.5):
            return self._varied(symbols.starburst(), 0.03)
        spikes = int(self.rng.integers(6, 12))
        angle = np.arange(2 * spikes) * np.pi / spikes + self.between(0, 1)
        radius = np.where(np.arange(2 * spikes) % 2, self.between(0.18, 0.32), 0.5)
        radius = radius * self.rng.uniform(0.8, 1.0, 2 * spikes)
        star = np.stack([0.5 + radius * np.cos(angle), 0.5 + radius * np.sin(angle)], 1)
        shapes = [Shape((star.astype(np.float32),))]
        if self.chance(0.8):
            drawing, width = self._text(self.font(), "!", 0.34, 1.0)
            mark = shifted(drawing, 0.5 - width / 2, 0.33)
            shapes += [Shape(s.paths, inked=False) for s in mark]
        return tuple(shapes)

    def _generic(self, ink: Canvas, number: int) -> None:
        scale, drawing = self.between(0.42, 0.72), symbols.disc()
        kind = self.rng.choice(["disc", "ringed", "ring", "square"], p=[0.45, 0.35, 0.1, 0.1])
        hole = True
        if kind == "disc":
            drawing = drawing[:1]
        elif kind == "ring":
            inner = self.between(0.38, 0.46)
            drawing = (Shape((circle(0.5, 0.5, 0.5), circle(0.5, 0.5, inner))),)
            hole = False
        elif kind == "square":
            drawing = (Shape((points((0.08, 0.08), (0.92, 0.08), (0.92, 0.92), (0.08, 0.92)),)),)
        x, y = self.between(0.47, 0.53), self.between(0.47, 0.53)
        self._lay(ink, placed(drawing, x, y, scale), "Generic")
        height = scale * self.between(0.5, 0.75)
        text, width = self._text(self.font(), str(number), height, self.between(0.9, 1.15))
        cleared = tuple(Shape(s.paths, inked=not hole) for s in text)
        self._lay_text(ink, cleared, x - width / 2, y - height / 2, str(number))

    def _icon(self, ink: Canvas, scale: float, name: str = "icon") -> int:
        """A character's icon in the middle, noted by this name; answers its label."""
        number = int(self.rng.integers(len(self.icons)))
        drawing: Drawing = (Shape(self.sources.icons[self.icons[number]]),)
        if self.chance(0.3):
            drawing = self._varied(drawing, 0.012)
        x, y = self.between(0.46, 0.54), self.between(0.45, 0.55)
        patch = np.zeros_like(ink)
        self._lay(patch, placed(drawing, x, y, scale), name)
        if self.chance(0.15):  # only its outline is printed
            thick = int(self.rng.integers(4, 9))
            patch = cv2.morphologyEx(
                patch, cv2.MORPH_GRADIENT, np.ones((thick, thick), np.uint8)
            ).astype(np.uint8)
        np.maximum(ink, patch, out=ink)
        self._drawing = patch
        return number

    def _bursts(self, ink: Canvas, count: int) -> None:
        if count == 0:
            return
        size = self.between(0.10, 0.22)
        x, y = self.between(0.03, 0.08) + size / 2, 1 - self.between(0.02, 0.08) - size / 2
        gap = size * self.between(0.8, 1.2)
        if self.chance(0.5):
            arms = int(self.rng.choice([5, 6, 6, 8]))
            drawing = turned(symbols.burst(arms), self.between(0, 60))
            wider = self.between(0.6, 1.25)
            drawing = tuple(Shape(s.paths, s.inked, s.width * wider) for s in drawing)
        else:
            glyph = self.font().glyphs["*"]
            whole = np.vstack(glyph.outlines)
            low, high = whole.min(0), whole.max(0)
            reach = float((high - low).max())
            drawing = (Shape(tuple((p - (low + high) / 2) / reach + 0.5 for p in glyph.outlines)),)
        for index in range(count):
            self._lay(ink, placed(drawing, x + gap * index, y, size), "burst")

    def _serial(self, ink: Canvas) -> None:
        """A number printed up (or down) one side of the face, as some sets do."""
        text = f"{int(self.rng.integers(1, 200)):03d}"
        height, font = self.between(0.09, 0.17), self.font()
        drawing, _ = self._text(font, text, height, self.between(0.85, 1.2))
        along, inset = self.between(0.02, 0.1), self.between(0.02, 0.06)
        angle = -90.0 if self.chance(0.9) else 90.0
        self._lay(ink, turned(shifted(drawing, along, inset), angle))

    def _marks(self, ink: Canvas, drawing: Drawing, count: int, size: float, name: str) -> None:
        spread = self.between(0.75, 1.15)
        for x, y in PIPS[count]:
            at_x, at_y = 0.5 + (x - 0.5) * spread, 0.5 + (y - 0.5) * spread
            self._lay(ink, placed(drawing, at_x, at_y, size), name)

    def _text(self, font: Font, text: str, height: float, squeeze: float) -> tuple[Drawing, float]:
        """The text at the origin and its width; `squeeze` narrows it."""
        shapes, x = [], 0.0
        for character in text:
            glyph = font.glyphs[character]
            zoom = np.array([height * squeeze, height], np.float32)
            moved = shifted((Shape(glyph.outlines),), x, 0)
            shapes.append(Shape(tuple(p * zoom for p in moved[0].paths)))
            x += glyph.advance
        return tuple(shapes), x * height * squeeze

    def _lay_text(
        self, ink: Canvas, drawing: Drawing, x: float, y: float, names: Sequence[str] = ()
    ) -> None:
        """Lay text with its corner at (x, y), noting its characters by these names."""
        moved = shifted(drawing, x, y)
        self._lay(ink, moved)
        for name, shape in zip(names, moved, strict=False):
            self._note(name, (shape,))

    def _lay(self, ink: Canvas, drawing: Drawing, name: str = "") -> None:
        """Lay a drawing; one with a name is noted among the glyphs."""
        for shape in drawing:
            lay(ink, shape)
        if name:
            self._note(name, drawing)

    def _note(self, name: str, drawing: Drawing) -> None:
        spots = np.vstack([path for shape in drawing for path in shape.paths])
        left, top = (float(edge) for edge in spots.min(0))
        right, bottom = (float(edge) for edge in spots.max(0))
        self.glyphs.append(PrintedMark(name, (left, top, right, bottom)))

    # -- print ----------------------------------------------------------------------------

    def _rim(self, ink: Canvas) -> Canvas:
        """A second ink along the border of the first."""
        thick = int(self.rng.integers(3, 6))
        return cv2.morphologyEx(ink, cv2.MORPH_GRADIENT, np.ones((thick, thick), np.uint8)).astype(
            np.uint8
        )

    def _print(self, ink: Canvas) -> Canvas:
        """What the press does to the shapes: fatter, thinner, uneven."""
        grow = int(self.rng.choice([-2, -1, 0, 0, 0, 1, 2]))
        if grow:
            element = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (abs(grow) + 1,) * 2)
            ink = (cv2.dilate if grow > 0 else cv2.erode)(ink, element).astype(np.uint8)
        if self.chance(0.25):  # shading inside the printed shapes
            coarse = self.rng.uniform(0.45, 1.0, (7, 7)).astype(np.float32)
            smooth = cv2.resize(coarse, ink.shape[::-1], interpolation=cv2.INTER_CUBIC)
            ink = (ink * np.clip(smooth, 0.3, 1)).astype(np.uint8)
        return ink


STAND_INS: Final[Mapping[str, Sequence[str]]] = {
    "Fist": ("fist", "punch", "mailed-fist", "thor-fist"),
    "Bolt": ("lightning-branches", "power-lightning", "focused-lightning", "lightning-arc"),
    "Mask": ("domino-mask", "robber-mask", "carnival-mask"),
    "Shield": ("shield", "bordered-shield", "cross-shield", "checked-shield"),
}
"""Icons near enough to a symbol to widen its class."""

CONFUSING: Final = frozenset(name for names in STAND_INS.values() for name in names) | frozenset(
    {"domino-tiles", "american-shield", "edged-shield", "shield-disabled", "rosa-shield"}
)
"""Icons that a character or an action must not wear in training: they mean an energy."""

HELD_OUT: Final = 400
"""Icons never trained on, to validate and calibrate on."""


def split_icons(sources: Sources) -> tuple[list[str], list[str]]:
    """Icons to train on, and icons to validate on."""
    names = sorted(set(sources.icons) - CONFUSING)
    order = np.random.default_rng(0).permutation(len(names))
    return [names[i] for i in order[HELD_OUT:]], [names[i] for i in order[:HELD_OUT]]
