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


def find_tags(image: Image) -> Mapping[int, Floats]:
    """The corners (px, 4x2, clockwise from the tag's own top left) of every tag, by number."""
    corners, numbers, _ = _detector().detectMarkers(gray(image))
    if numbers is None:
        return {}
    found = zip(numbers.ravel().tolist(), corners, strict=True)
    return {int(number): np.asarray(four, np.float64).reshape(4, 2) for number, four in found}


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_CONTOUR
    parameters.minMarkerPerimeterRate = 0.01
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(FAMILY), parameters)
