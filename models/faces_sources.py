"""Where the shapes of the training faces come from: installed fonts and the icon package.

Neither is shipped; both are read once and kept in a cache file beside the training runs.
"""

import io
import itertools
import json
import pickle
import re
import subprocess
import tarfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from fontTools.pens.recordingPen import DecomposingRecordingPen, RecordingPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont

from hardware.printing.outline import Path as Outline

CHARACTERS: Final = "0123456789?!*"
_UNUSABLE = re.compile(
    r"Noto(?!Sans-|SansDisplay|SansMono|Serif-|SansCondensed)"
    r"|Ital|Oblique|Thin|Hairline|ExtraLight|Symbol|Emoji|Math|Dingbats|D05",
    re.IGNORECASE,
)
_BOLD = re.compile(r"Bold|Black|Heavy|Demi|-[6-9]00-", re.IGNORECASE)
_ICON_SIDE: Final = 512  # the icons' own view box


@dataclass(frozen=True, slots=True)
class Glyph:
    """One character: advance and outlines in units of the font's capitals, y down."""

    advance: float
    outlines: tuple[Outline, ...]


@dataclass(frozen=True, slots=True)
class Font:
    """The characters that faces are printed with."""

    name: str
    bold: bool
    glyphs: dict[str, Glyph]


@dataclass(frozen=True, slots=True)
class Sources:
    """Every font and every icon (as outlines in the unit square)."""

    fonts: tuple[Font, ...]
    icons: dict[str, tuple[Outline, ...]]


def flattened(commands: Iterable[tuple[str, Sequence[Any]]]) -> Iterator[Outline]:
    """A pen's recording as closed polygons."""
    current: list[Any] = []
    for command, arguments in commands:
        match command:
            case "moveTo":
                current = [arguments[0]]
            case "lineTo":
                current.append(arguments[0])
            case "curveTo":
                current.extend(_cubic(current[-1], *arguments))
            case "qCurveTo":
                knots = list(arguments)
                if knots[-1] is None:  # a contour of control points only
                    knots[-1] = tuple((np.array(knots[-2]) + knots[0]) / 2)
                    current = [knots[-1]]
                current.extend(_quadratic(current[-1], knots))
            case _:
                if len(current) > 2:
                    yield np.asarray(current, np.float32)
                current = []
    if len(current) > 2:
        yield np.asarray(current, np.float32)


def _cubic(start: Any, first: Any, second: Any, end: Any) -> list[tuple[float, float]]:
    t = np.linspace(0, 1, 7)[1:, None]
    knots = [np.asarray(k, float) for k in (start, first, second, end)]
    curve = (
        (1 - t) ** 3 * knots[0]
        + 3 * t * (1 - t) ** 2 * knots[1]
        + 3 * t**2 * (1 - t) * knots[2]
        + t**3 * knots[3]
    )
    return [(float(x), float(y)) for x, y in curve]


def _quadratic(start: Any, knots: Sequence[Any]) -> list[tuple[float, float]]:
    """TrueType's chain of quadratic curves: the points between two controls are implied."""
    t = np.linspace(0, 1, 5)[1:, None]
    curve = []
    at = np.asarray(start, float)
    for index in range(len(knots) - 1):
        control = np.asarray(knots[index], float)
        end = np.asarray(knots[index + 1], float)
        if index < len(knots) - 2:
            end = (control + end) / 2
        for x, y in (1 - t) ** 2 * at + 2 * t * (1 - t) * control + t**2 * end:
            curve.append((float(x), float(y)))
        at = end
    return curve


def read_font(name: str, source: str | io.BytesIO) -> Font | None:
    """The font's characters, or None when it lacks one."""
    font = TTFont(source, fontNumber=0)
    outlines, names = font.getGlyphSet(), font.getBestCmap()
    if any(ord(c) not in names for c in "H" + CHARACTERS):
        return None
    drawn: dict[str, tuple[float, list[Outline]]] = {}
    for character in "H" + CHARACTERS:
        pen = DecomposingRecordingPen(outlines)
        glyph = outlines[names[ord(character)]]
        glyph.draw(pen)
        drawn[character] = (glyph.width, list(flattened(pen.value)))
    if any(not paths for _, paths in drawn.values()):
        return None
    capital = max(float(path[:, 1].max()) for path in drawn["H"][1])
    flip = np.array([1, -1], np.float32) / capital
    return Font(
        name,
        bool(_BOLD.search(name)),
        {
            c: Glyph(
                width / capital,
                tuple((p * flip + (0, 1)).astype(np.float32) for p in paths),
            )
            for c, (width, paths) in drawn.items()
            if c != "H"
        },
    )


def _installed_fonts() -> Iterator[tuple[str, str]]:
    command = ["fc-list", ":", "file"]  # from fontconfig; the path says where
    listing = subprocess.run(  # noqa: S603 - fixed words
        command, capture_output=True, text=True, check=True
    )
    for line in sorted(listing.stdout.splitlines()):
        path = Path(line.strip().rstrip(":"))
        if path.suffix in {".ttf", ".otf"} and not _UNUSABLE.search(path.name):
            yield path.name, str(path)


def packed_fonts(tarballs: Iterable[Path]) -> Iterator[tuple[str, io.BytesIO]]:
    """Latin faces inside npm tarballs of @fontsource."""
    for packed in tarballs:
        with tarfile.open(packed) as archive:
            for member in archive.getmembers():
                if re.search(r"-latin-[4-9]00-normal\.woff2$", member.name):
                    content = archive.extractfile(member)
                    if content is not None:
                        yield Path(member.name).name, io.BytesIO(content.read())


def read_icons(package: Path) -> dict[str, tuple[Outline, ...]]:
    """Every icon of the npm package `@iconify-json/game-icons`."""
    stored = json.loads((package / "icons.json").read_text("utf-8"))["icons"]
    icons = {}
    for name, icon in stored.items():
        pen = RecordingPen()
        for path in re.findall(r' d="([^"]+)"', icon["body"]):
            parse_path(path, pen)
        icons[name] = tuple((p / _ICON_SIDE).astype(np.float32) for p in flattened(pen.value))
    return icons


def read_sources(fonts: Path, icons: Path, cache: Path) -> Sources:
    """All shapes; read from `cache` when it exists, else collected and kept there."""
    if cache.exists():
        with cache.open("rb") as stored:
            known: Sources = pickle.load(stored)  # noqa: S301 - our own file, written below
        return known
    read = []
    for name, source in itertools.chain[tuple[str, str | io.BytesIO]](
        _installed_fonts(), packed_fonts(sorted(fonts.glob("*.tgz")))
    ):
        font = read_font(name, source)
        if font is not None:
            read.append(font)
    sources = Sources(tuple(read), read_icons(icons))
    cache.parent.mkdir(parents=True, exist_ok=True)
    with cache.open("wb") as kept:
        pickle.dump(sources, kept)
    return sources
