"""Finding the printed AprilTags in a picture, and judging by them how well the picture is taken."""

from collections.abc import Mapping
from functools import cache
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.mat import Tag

Image: TypeAlias = NDArray[np.uint8]
Floats: TypeAlias = NDArray[np.float64]

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
    return np.asarray(tag.centre, np.float64) + half * signs


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


def sharpened(plain: Image, corners: Floats) -> Floats:
    """The corners where the black square's sides, fitted to a part of a pixel, cross.

    The contour that OpenCV fits runs through the outermost black pixels, half a pixel inside
    the printed edge; blur moves a corner but not the middle of an edge.
    """
    lines = [
        _side(plain, start, end)
        for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True)
    ]
    if any(line is None for line in lines):
        return corners
    crossed = [_cross(lines[place - 1], lines[place]) for place in range(4)]
    better = np.array(crossed)
    cell = np.linalg.norm(corners[0] - corners[2]) / np.sqrt(2) / CELLS
    if not np.isfinite(better).all() or np.abs(better - corners).max() > cell:
        return corners
    return better


def _side(plain: Image, start: Floats, end: Floats) -> Floats | None:
    """The straight line (a, b, c with ax + by = c) through the printed edge, None where lost."""
    along = end - start
    length = float(np.linalg.norm(along))
    outward = np.array([along[1], -along[0]]) / length
    reach = min(4.0, 0.55 * length / CELLS)
    share = np.linspace(0.1, 0.9, 24)[:, None]
    offsets = np.linspace(-reach, reach, 17)
    places = start + share * along
    samples = (places[:, None, :] + offsets[:, None] * outward).astype(np.float32)
    seen = cv2.remap(plain, samples[..., 0], samples[..., 1], cv2.INTER_LINEAR)
    levels = np.asarray(seen, np.float64)
    black, white = levels[:, :2].mean(axis=1), levels[:, -2:].mean(axis=1)
    rises = np.diff((levels > ((black + white) / 2)[:, None]).astype(int), axis=1) == 1
    clear = (white - black > 20) & (rises.sum(axis=1) == 1)
    if clear.sum() < 8:
        return None
    rows, before = np.flatnonzero(clear), rises[clear].argmax(axis=1)
    low, high = levels[rows, before], levels[rows, before + 1]
    part = ((black + white)[rows] / 2 - low) / (high - low)
    step = offsets[1] - offsets[0]
    edge = places[rows] + (offsets[before] + part * step)[:, None] * outward
    return _straight(edge)


def _straight(points: Floats) -> Floats | None:
    """The line through the points that lie on one; those far from it are left out once."""
    for _ in range(2):
        centre = points.mean(axis=0)
        normal = np.linalg.svd(points - centre)[2][1]
        away = np.abs((points - centre) @ normal)
        kept = away <= max(0.15, 2.5 * float(np.median(away)))
        if kept.sum() < 6:
            return None
        points = points[kept]
    return np.array([normal[0], normal[1], normal @ points.mean(axis=0)])


def _cross(one: Floats | None, other: Floats | None) -> Floats:
    assert one is not None
    assert other is not None
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
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(FAMILY), parameters)
