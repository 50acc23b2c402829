"""Finding the printed AprilTags in a picture, and judging by them how well the picture is taken."""

from collections.abc import Mapping
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Floats, Image
from calibration.mat import Tag

FAMILY: Final = cv2.aruco.DICT_APRILTAG_36h11
CELLS: Final = 8
"""Cells along a side of the black square, its border included."""


@cache
def cells(number: int) -> NDArray[np.bool_]:
    """The 8x8 cells of a tag, True where black, as OpenCV reads them."""
    dictionary = cv2.aruco.getPredefinedDictionary(FAMILY)
    drawn = cv2.aruco.generateImageMarker(dictionary, number, CELLS)
    return np.asarray(drawn == 0, dtype=np.bool_)


def corners_mm(tag: Tag) -> Floats:
    """The corners of the black square on the mat, clockwise from its top left, 4x2."""
    half = tag.side / 2
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64)
    cosine, sine = np.cos(np.radians(tag.turn)), np.sin(np.radians(tag.turn))
    turned = signs @ np.array([(cosine, sine), (-sine, cosine)])
    return np.asarray(np.asarray(tag.centre) + half * turned, np.float64)


def gray(image: Image) -> Image:
    """The picture without its colours."""
    if image.ndim == 2:
        return image
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def find_tags(image: Image, smallest: float = 0.03) -> Mapping[int, Floats]:
    """The corners (px, 4x2, clockwise from the tag's own top left) of every tag, by number.

    `smallest` is the least perimeter of a tag as a share of the picture's longer side; in a
    small piece around one tag a large share spares looking at every speck of noise.
    """
    plain = gray(image)
    corners, numbers, _ = _detector(smallest).detectMarkers(plain)
    if numbers is None:
        return {}
    found = zip(numbers.ravel().tolist(), corners, strict=True)
    return {
        int(number): sharpened(plain, np.asarray(four, np.float64).reshape(4, 2))
        for number, four in found
    }


def tags_near(image: Image, expected: Mapping[int, Floats], around: float) -> dict[int, Floats]:
    """The tags still within `around` px of where their corners are expected.

    A tag that has not moved costs a fraction of a millisecond: its edges are measured afresh and
    its cells compared with what they should be. Only where that fails is the neighbourhood
    searched.
    """
    found: dict[int, Floats] = {}
    for number, corners in expected.items():
        piece, offset = _cut_out(image, corners, around)
        if min(piece.shape[:2]) < around:
            continue  # out of the picture
        plain = gray(piece)
        better = _resharpened(plain, corners - offset)
        if better is not None and np.abs(better + offset - corners).max() > _CENTRED_PX:
            # An edge at the end of what was sampled is measured short: look again around it.
            better = _resharpened(plain, better)
        if better is None or not _shows(plain, better, number):
            better = find_tags(plain, smallest=0.8).get(number)
        if better is not None:
            found[number] = better + offset
    return found


def _cut_out(image: Image, corners: Floats, around: float) -> tuple[Image, Floats]:
    """The picture around a tag, and where its top left pixel lies."""
    height, width = image.shape[:2]
    left, top = np.maximum(np.floor(corners.min(axis=0) - around).astype(int), 0).tolist()
    right, bottom = np.ceil(corners.max(axis=0) + around).astype(int).tolist()
    piece = image[max(top, 0) : min(bottom, height), max(left, 0) : min(right, width)]
    return np.ascontiguousarray(piece), np.array([left, top], np.float64)


def _shows(plain: Image, corners: Floats, number: int) -> bool:
    """Whether the cells between these corners are this tag's."""
    grid = (np.arange(CELLS) + 0.5) / CELLS
    across, down = np.meshgrid(grid, grid)
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    plane = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    places = np.stack([across.ravel(), down.ravel()], axis=1)[:, None, :]
    where = cv2.perspectiveTransform(places, plane).reshape(CELLS, CELLS, 2).astype(np.float32)
    seen = cv2.remap(plain, where[..., 0], where[..., 1], cv2.INTER_LINEAR)
    levels = np.asarray(seen, np.float64)
    black = cells(number)
    if levels[~black].mean() - levels[black].mean() < 20:
        return False
    middle = (levels[~black].mean() + levels[black].mean()) / 2
    return bool(((levels < middle) != black).sum() <= _WRONG_CELLS)


_CENTRED_PX: Final = 1.0

_WRONG_CELLS: Final = 2
"""Of 64; the family's codes differ from each other by eleven or more."""


def sharpened(plain: Image, corners: Floats) -> Floats:
    """The corners where the black square's sides, fitted to a part of a pixel, cross.

    The contour that OpenCV fits runs through the outermost black pixels, half a pixel inside
    the printed edge; blur moves a corner but not the middle of an edge. Where an edge is lost
    the corners stay as they are.
    """
    better = _resharpened(plain, corners)
    return corners if better is None else better


def _resharpened(plain: Image, corners: Floats) -> Floats | None:
    along = np.roll(corners, -1, axis=0) - corners
    lengths = np.linalg.norm(along, axis=1)
    outward = np.stack([along[:, 1], -along[:, 0]], axis=1) / lengths[:, None]
    reach = min(4.0, 0.55 * float(lengths.mean()) / CELLS)
    places = corners[:, None, :] + _SHARES[None, :, None] * along[:, None, :]
    offsets = reach * _OFFSETS
    samples = places[:, :, None, :] + offsets[None, None, :, None] * outward[:, None, None, :]
    where = samples.reshape(-1, len(_OFFSETS), 2).astype(np.float32)
    seen = cv2.remap(plain, where[..., 0], where[..., 1], cv2.INTER_LINEAR)
    levels = np.asarray(seen, np.float64).reshape(4, len(_SHARES), len(_OFFSETS))
    lines = [_edge(levels[n], places[n], offsets, outward[n]) for n in range(4)]
    straight = [line for line in lines if line is not None]
    if len(straight) < 4:
        return None
    better = np.array([_cross(straight[place - 1], straight[place]) for place in range(4)])
    cell = float(lengths.mean()) / CELLS
    if not np.isfinite(better).all() or np.abs(better - corners).max() > cell:
        return None
    return better


_SHARES: Final = np.linspace(0.1, 0.9, 24)
_OFFSETS: Final = np.linspace(-1.0, 1.0, 17)


def _edge(levels: Floats, places: Floats, offsets: Floats, outward: Floats) -> Floats | None:
    """The straight line (a, b, c with ax + by = c) through one printed edge, None where lost."""
    black, white = levels[:, :2].mean(axis=1), levels[:, -2:].mean(axis=1)
    half = (black + white) / 2
    rises = np.diff((levels > half[:, None]).astype(np.int8), axis=1) == 1
    rows = np.flatnonzero((white - black > 20) & (rises.sum(axis=1) == 1))
    if len(rows) < 8:
        return None
    before = rises[rows].argmax(axis=1)
    low, high = levels[rows, before], levels[rows, before + 1]
    part = (half[rows] - low) / (high - low)
    step = offsets[1] - offsets[0]
    return _straight(places[rows] + (offsets[before] + part * step)[:, None] * outward)


def _straight(points: Floats) -> Floats | None:
    """The line through the points that lie on one; those far from it are left out once."""
    for _ in range(2):
        centre = points.mean(axis=0)
        (xx, xy), (_, yy) = np.cov(points.T)
        turn = 0.5 * np.arctan2(2 * xy, xx - yy)
        normal = np.array([-np.sin(turn), np.cos(turn)])
        away = np.abs((points - centre) @ normal)
        kept = away <= max(0.15, 2.5 * float(np.median(away)))
        if kept.sum() < 6:
            return None
        points = points[kept]
    return np.array([normal[0], normal[1], normal @ points.mean(axis=0)])


def _cross(one: Floats, other: Floats) -> Floats:
    sides = np.array([one[:2], other[:2]])
    if abs(np.linalg.det(sides)) < 0.1:
        return np.full(2, np.nan)
    return np.asarray(np.linalg.solve(sides, [one[2], other[2]]), np.float64)


@cache
def _detector(smallest: float) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_CONTOUR
    parameters.minMarkerPerimeterRate = smallest
    # Windows as wide as a cell or wider; narrow ones only find the sensor's grain.
    parameters.adaptiveThreshWinSizeMin = 9
    parameters.adaptiveThreshWinSizeMax = 29
    parameters.adaptiveThreshWinSizeStep = 20
    # Only the inner third of a cell is read: blur and shake smear its neighbours into the rest.
    parameters.perspectiveRemovePixelPerCell = 10
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.35
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(FAMILY), parameters)
