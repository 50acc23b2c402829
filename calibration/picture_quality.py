"""How well a picture is taken, judged by the printed tags: sharp edges, white paper, black ink."""

from collections.abc import Sequence
from enum import Enum

import cv2
import numpy as np

from calibration.arrays import Floats, Image
from words import tr

_PATCH = 96  # px a tag is drawn to, twelve per cell
_CELL = _PATCH // 8


class Exposure(Enum):
    """What became of the paper's white and the print's black."""

    GOOD = "good"
    TOO_BRIGHT = tr("too bright")
    TOO_DARK = tr("too dark")
    FLAT = tr("without contrast")


def exposure_of_tags(gray: Image, corners: Sequence[Floats]) -> Exposure:
    """The exposure of the median tag."""
    whites, blacks = zip(*(_white_and_black(gray, four) for four in corners), strict=True)
    white, black = float(np.median(whites)), float(np.median(blacks))
    if white >= 254:
        return Exposure.TOO_BRIGHT
    if white < 60:
        return Exposure.TOO_DARK
    if white - black < 40:
        return Exposure.FLAT
    return Exposure.GOOD


def sharpness_of_tags(gray: Image, corners: Sequence[Floats]) -> float:
    """How far an edge of the median tag is smeared, as a share of the tag's side."""
    return float(np.median([_edge_width(gray, four) for four in corners]))


def _white_and_black(gray: Image, four: Floats) -> tuple[float, float]:
    """The paper's white just outside a tag and the ink's black in its border."""
    patch = _upright(gray, four, margin=0.75)
    band = round(0.5 * _CELL)
    white = np.concatenate([patch[:band].ravel(), patch[-band:].ravel()])
    inset = round(0.75 * _CELL) + band // 2
    black = patch[inset : inset + band, inset + band : -inset - band]
    return float(np.median(white)), float(np.median(black))


def _edge_width(gray: Image, four: Floats) -> float:
    """The 10 to 90 percent width of the outer edges, as a share of the side."""
    margin = 0.75
    patch = _upright(gray, four, margin).astype(np.float64)
    reach = round(2 * margin * _CELL)
    sides = [patch[:reach], patch[::-1][:reach], patch.T[:reach], patch.T[::-1][:reach]]
    widths = []
    for side in sides:
        keep = slice(reach, side.shape[1] - reach)
        profile = np.median(side[:, keep], axis=1)
        high, low = float(profile[:3].mean()), float(profile[-3:].mean())
        if high - low < 10:
            continue
        share = (profile - low) / (high - low)
        steps = np.arange(len(share))
        start = np.interp(-0.9, -share, steps)
        end = np.interp(-0.1, -share, steps)
        widths.append(max(0.0, float(end - start)))
    return float(np.median(widths)) / _PATCH if widths else 1.0


def _upright(gray: Image, four: Floats, margin: float) -> Image:
    """The tag and `margin` cells around it, drawn upright at twelve pixels per cell."""
    edge = margin * _CELL
    size = _PATCH + round(2 * edge)
    low, high = edge - 0.5, edge + _PATCH - 0.5
    target = np.array([(low, low), (high, low), (high, high), (low, high)], np.float32)
    warp = cv2.getPerspectiveTransform(four.astype(np.float32), target)
    return np.asarray(cv2.warpPerspective(gray, warp, (size, size)), np.uint8)


def neutral_gains(
    image: Image, patches: Sequence[tuple[int, Floats]]
) -> tuple[float, float] | None:
    """What red and blue must be multiplied by for the printed greys to be grey.

    `patches` are sRGB levels and outlines in the picture; of them the mid grey is measured.
    None where it is hidden, too dark or too bright to tell.
    """
    colours = [
        colour
        for level, outline in patches
        if level == _MID_GREY and (colour := _inner_colour(image, outline)) is not None
    ]
    if not colours:
        return None
    blue, green, red = np.median(np.array(colours), axis=0)
    return float(green / red), float(green / blue)


_MID_GREY = 119
_UNEVEN = 18.0  # levels; more variation inside a patch is a die, a hand or a reflection


def _inner_colour(image: Image, outline: Floats) -> Floats | None:
    """The mean linear blue, green and red of the middle of a patch, None where it is not plain."""
    middle = outline.mean(axis=0)
    inner = np.round(middle + 0.6 * (outline - middle)).astype(np.int32)
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, inner, (255,))
    pixels = image[mask > 0].astype(np.float64)
    if len(pixels) < 25 or pixels.std(axis=0).max() > _UNEVEN:
        return None
    mean = pixels.mean(axis=0)
    if mean.max() > 245 or mean.min() < 15:
        return None
    return np.asarray((mean / 255.0) ** 2.2, np.float64)
