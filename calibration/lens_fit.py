"""Measuring a lens: by a ChArUco board held up to the camera, or by the mat's own tags."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from calibration.arrays import Floats, Image
from calibration.errors import CalibrationError
from calibration.lens import Lens, guessed_lens
from calibration.mat import Mat
from calibration.tags import corners_mm, gray
from words import tr

SQUARES: Final = (9, 6)
SQUARE_MM: Final = 28.0
MARKER_MM: Final = 20.0
ENOUGH_VIEWS: Final = 8
_ENOUGH_CORNERS: Final = 12


@dataclass(frozen=True, eq=False)
class LensView:
    """Points known in millimetres on something flat, and where a picture shows them."""

    flat: Floats
    pixels: Floats


@dataclass(frozen=True, slots=True)
class LensFit:
    """A lens and how well it explains its views, root mean square in pixels."""

    lens: Lens
    error_px: float
    views: int


def charuco_board() -> cv2.aruco.CharucoBoard:
    """The board of `diceref mat --charuco`; fits A4 and letter."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_50)
    return cv2.aruco.CharucoBoard(SQUARES, SQUARE_MM, MARKER_MM, dictionary)


def charuco_view(image: Image) -> LensView | None:
    """The board's corners in a picture, None when too little of it is seen."""
    board = charuco_board()
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(gray(image))
    if numbers is None or len(numbers) < _ENOUGH_CORNERS:
        return None
    solid = np.asarray(board.getChessboardCorners(), np.float64)[np.ravel(numbers)]
    return LensView(solid[:, :2], np.asarray(corners, np.float64).reshape(-1, 2))


def tag_view(mat: Mat, found: Mapping[int, Floats]) -> LensView:
    """The mat's own tags as a view."""
    seen = [tag for tag in mat.tags if tag.number in found]
    return LensView(
        np.concatenate([corners_mm(tag) for tag in seen]),
        np.concatenate([found[tag.number] for tag in seen]),
    )


def fit_lens(
    views: Sequence[LensView], width: int, height: int, view_degrees: float = 66.0
) -> LensFit:
    """The lens that explains several views from different angles.

    Raises `CalibrationError` when the views are too few or too alike to tell.
    """
    if len(views) < ENOUGH_VIEWS:
        raise CalibrationError(
            tr(
                "{count} views of the board are too few to measure the lens: show it "
                "{ENOUGH_VIEWS} times, tilted differently and in every corner of the picture.",
                count=len(views),
                ENOUGH_VIEWS=ENOUGH_VIEWS,
            )
        )
    start = guessed_lens(width, height, view_degrees)
    error, matrix, bent = _calibrated(views, start, cv2.CALIB_FIX_K3)
    lens = _lens(matrix, bent, width, height)
    if error > 1.5 or not 0.3 < lens.fx / width < 4.0:
        raise CalibrationError(
            tr(
                "The views do not agree on one lens ({error:.1f} px apart): keep the board "
                "flat, hold it still for each view and tilt it more.",
                error=error,
            )
        )
    return LensFit(lens, error, len(views))


def fit_lens_to_tags(
    view: LensView, width: int, height: int, view_degrees: float = 66.0
) -> LensFit:
    """The distortion that makes one view of the mat flat; the focal length is taken as known.

    One view from above cannot tell a longer lens from a higher camera, but what bends straight
    lines it shows; the sensor's data sheet gives the angle of view.
    """
    start = guessed_lens(width, height, view_degrees)
    fixed = (
        cv2.CALIB_FIX_FOCAL_LENGTH
        | cv2.CALIB_FIX_PRINCIPAL_POINT
        | cv2.CALIB_ZERO_TANGENT_DIST
        | cv2.CALIB_FIX_K2
        | cv2.CALIB_FIX_K3
    )
    error, matrix, bent = _calibrated([view], start, fixed)
    return LensFit(_lens(matrix, bent, width, height), error, 1)


def _calibrated(views: Sequence[LensView], start: Lens, flags: int) -> tuple[float, Floats, Floats]:
    solid = [
        np.column_stack([view.flat, np.zeros(len(view.flat))]).astype(np.float32) for view in views
    ]
    seen = [view.pixels.astype(np.float32).reshape(-1, 1, 2) for view in views]
    error, matrix, bent, _, _ = cv2.calibrateCamera(
        solid,
        seen,
        (start.width, start.height),
        start.matrix.copy(),
        np.zeros(5),
        flags=flags | cv2.CALIB_USE_INTRINSIC_GUESS,
    )
    return float(error), np.asarray(matrix, np.float64), np.asarray(bent, np.float64).ravel()


def _lens(matrix: Floats, bent: Floats, width: int, height: int) -> Lens:
    k1, k2, p1, p2, k3 = bent[:5].tolist()
    return Lens(
        width,
        height,
        float(matrix[0, 0]),
        float(matrix[1, 1]),
        float(matrix[0, 2]),
        float(matrix[1, 2]),
        (k1, k2, p1, p2, k3),
    )
