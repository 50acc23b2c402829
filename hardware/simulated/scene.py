"""What lies on the simulated table, in millimetres, and what a picture of it truly shows.

Coordinates are the mat's: x to the right, y down, heights upward from the table. An angle is that
of a direction: 0 points along x, a quarter turn clockwise (as the camera sees it) along y. A die
whose face reads upright for seat 0 therefore has yaw -pi/2.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from calibration.mat import Mat
from hardware.dice import Colour, DieKind

Millimetres: TypeAlias = float
Point: TypeAlias = tuple[float, float]

Finish = Literal["plain", "marbled", "speckled", "pearl", "translucent", "metal"]
"""What a die is made of; the print lies on top of it."""

Cloth = Literal["wood", "felt", "paper", "stone", "fabric", "plain"]
"""What a table, a tray's floor or a play mat somebody already owns is made of."""


@dataclass(frozen=True, slots=True)
class Material:
    """How a die's surface answers light."""

    finish: Finish = "plain"
    gloss: float = 0.4  # 0 matt, 1 polished
    bevel: float = 0.16  # radius of the rounded edges over half the die's side
    grain: int = 0  # seeds the marble, the speckles
    second: Colour = (230, 230, 230)  # the colour swirled or sprinkled into the body
    fine: float = 1.0  # how many times finer than usual the swirls and flakes are
    bold: float = 0.0  # 0 soft swirls and few flakes, 1 patches with sharp edges and many flakes


@dataclass(frozen=True, slots=True)
class DieBody:
    """One die as it lies."""

    kind: DieKind
    x_mm: Millimetres
    y_mm: Millimetres
    yaw: float  # radians, of the up direction of the face that is up
    face: int  # index of the face that is up
    base_mm: Millimetres = 0.0  # how high its lowest point lies: the die under it, a tray's rim
    tilt: float = 0.0  # radians a cocked die leans over
    lean: float = 0.0  # radians, the direction it leans towards
    material: Material = field(default_factory=Material)
    name: str = ""  # who it is in the books of whoever placed it

    @property
    def cocked(self) -> bool:
        """Whether no face is fairly up."""
        return abs(self.tilt) > 0.07


@dataclass(frozen=True, slots=True)
class SceneHand:
    """A hand and its forearm reaching over the table."""

    x_mm: Millimetres  # the middle of the palm
    y_mm: Millimetres
    reach: float  # radians, the direction the fingers point
    height_mm: Millimetres = 45.0
    curl: float = 0.3  # 0 flat fingers, 1 a fist
    left: bool = False
    skin: Colour = (214, 164, 134)
    sleeve: Colour | None = (52, 62, 88)  # None: a bare arm
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Bead:
    """A flat glass bead, as players mark their life with."""

    x_mm: Millimetres
    y_mm: Millimetres
    colour: Colour
    size_mm: Millimetres = 11.0


@dataclass(frozen=True, slots=True)
class Clutter:
    """A thing on the table that is none of our dice; a gem is a die with other than six faces."""

    shape: Literal["card", "pen", "coin", "cable", "token", "sheet", "box", "gem", "keys", "print"]
    x_mm: Millimetres
    y_mm: Millimetres
    yaw: float
    size_mm: Millimetres
    colour: Colour
    grain: int = 0  # seeds its picture


@dataclass(frozen=True, slots=True)
class Tray:
    """A dice tray: a floor with a raised rim around it."""

    x_mm: Millimetres
    y_mm: Millimetres
    width_mm: Millimetres
    depth_mm: Millimetres
    rim_mm: Millimetres
    colour: Colour
    floor: Cloth
    floor_colour: Colour


@dataclass(frozen=True, slots=True)
class Tabletop:
    """What everything lies on."""

    cloth: Cloth = "wood"
    colour: Colour = (150, 106, 70)
    contrast: float = 0.5
    grain: int = 0
    scale: float = 1.0
    pattern: Literal["dots", "stripes", "checks"] | None = None
    pattern_mm: Millimetres = 12.0
    second: Colour = (240, 240, 240)  # the pattern's colour


@dataclass(frozen=True, slots=True)
class TableScene:
    """Everything a camera over the table could see."""

    bodies: tuple[DieBody, ...] = ()
    tabletop: Tabletop = field(default_factory=Tabletop)
    mat: Mat | None = None
    tray: Tray | None = None
    clutter: tuple[Clutter, ...] = ()
    hands: tuple[SceneHand, ...] = ()
    beads: tuple[Bead, ...] = ()


@dataclass(frozen=True, slots=True)
class SceneLamp:
    """A light over the table: a bulb is small and casts hard shadows, a window is large."""

    x_mm: Millimetres
    y_mm: Millimetres
    height_mm: Millimetres
    size_mm: Millimetres = 180.0
    power: float = 0.6  # share of the light in the middle of the table


@dataclass(frozen=True, slots=True)
class Conditions:
    """Light, lens and sensor on the day."""

    lamps: tuple[SceneLamp, ...] = (SceneLamp(40.0, -420.0, 900.0),)
    ambient: float = 0.4  # share of the light that comes from everywhere
    exposure: float = 1.0
    white_balance: tuple[float, float, float] = (1.0, 1.0, 1.0)  # gains of red, green, blue
    vignette: float = 0.12  # light lost in the corners
    blur_px: float = 0.5  # sigma of the defocus at this resolution
    motion_px: tuple[float, float] = (0.0, 0.0)  # camera or table shake during the exposure
    noise: float = 2.0  # grey levels (sigma) in the mid tones
    gamma: float = 1.0  # tone curve on top of sRGB-like encoding
    saturation: float = 1.0
    haze: float = 0.0  # share of stray light: a dusty lens, a cheap webcam
    sharpening: float = 0.0  # what a phone adds: bright and dark seams along edges
    jpeg: int | None = None  # quality; None delivers raw pictures, as a Pi camera does


@dataclass(frozen=True, slots=True)
class TrueDie:
    """What a rendered picture truly shows of one die. Pixel centres are whole numbers."""

    name: str
    kind: DieKind
    face: int
    cocked: bool
    box: tuple[float, float, float, float]  # left, top, right, bottom of the whole die
    corners: tuple[Point, Point, Point, Point]  # top face, clockwise from its own top left
    visible: float  # share of the die's silhouette that shows, 0 to 1
    x_mm: Millimetres
    y_mm: Millimetres
    yaw: float
    height_mm: Millimetres  # of the middle of the top face
    top: float = 1.0  # share of the top face that shows, 0 to 1
