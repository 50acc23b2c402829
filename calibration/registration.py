"""Where the mat lies in the picture: pixels to millimetres and back."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import ArrayLike

from calibration.arrays import Floats, Image
from calibration.errors import CalibrationError
from calibration.lens import Lens, guessed_lens, ideal_points, scaled
from calibration.lens_fit import fit_lens_to_tags, tag_view
from calibration.mat import Mat
from calibration.mats import recognised
from calibration.paper_warp import PaperWarp, fit_warp
from calibration.picture_quality import Exposure, exposure_of_tags, sharpness_of_tags
from calibration.tags import corners_mm, find_tags, gray, tags_near
from words import tr

ENOUGH_TAGS = 4
"""With fewer, one hidden or lifted tag moves the far side of the mat by millimetres."""

ENOUGH_FOR_THE_LENS = 6
BELIEVABLE_PX = 6.0
"""A worse fit means that a marker is not where the mat says, not that the lens is so bad."""

ASTRAY = 0.015
"""A corner this far off, seen from the camera (9 mm at 60 cm), belongs to a stray marker."""

FITTING_CORNERS = 12
"""Three tags' worth: when fewer lie on one plane, the markers are not those of this mat."""

AROUND_MM = 14.0
"""How far from its last place a tag is sought before the whole picture is searched."""

SHARP_MM = 1.0
SHARP_PX = 3.6
"""An edge wider than both blurs the strokes of a digit on a 13 mm die into each other."""


@dataclass(frozen=True, eq=False)
class Registration:
    """Where a mat lies in the pictures of one camera.

    `plane` maps mat millimetres to the ideal picture (lens removed, focal length 1), `warp`
    mends what no plane explains; `rotation` and `translation` (mm) are the mat's pose seen from
    the camera.
    """

    mat: Mat
    lens: Lens
    plane: Floats
    warp: PaperWarp
    rotation: Floats
    translation: Floats
    residual_mm: float  # of the plane alone, root mean square over the corners: curl, lens
    tags_seen: tuple[int, ...]
    edge_mm: float  # width of a printed edge as the camera sees it
    exposure: Exposure

    @cached_property
    def sharp(self) -> bool:
        """Whether the picture is in focus well enough to read digits."""
        return self.edge_mm <= max(SHARP_MM, SHARP_PX / self.px_per_mm())

    @property
    def exposed(self) -> bool:
        """Whether neither the paper's white nor the print's black is lost."""
        return self.exposure is Exposure.GOOD

    @property
    def camera_mm(self) -> Floats:
        """Where the camera is, in mat millimetres; its height is positive."""
        x, y, z = (-self.rotation.T @ self.translation).tolist()
        return np.array([x, y, -z])

    def to_mat(self, pixels: ArrayLike) -> Floats:
        """Mat millimetres (N x 2) of pixels (N x 2) that show the mat itself."""
        return self.warp.off(_through(_inverse(self.plane), ideal_points(self.lens, pixels)))

    def to_image(self, points: ArrayLike, height_mm: float = 0.0) -> Floats:
        """Pixels (N x 2) of points (N x 2, mm) at this height above the mat."""
        flat = np.asarray(points, np.float64).reshape(-1, 2)
        if height_mm:
            flat = self._shadow(flat, height_mm)
        ideal = _through(self.plane, self.warp.on(flat))
        rays = np.column_stack([ideal, np.ones(len(ideal))])
        seen, _ = cv2.projectPoints(
            rays, np.zeros(3), np.zeros(3), self.lens.matrix, self.lens.coefficients
        )
        return np.asarray(seen, np.float64).reshape(-1, 2)

    def top_to_mat(self, pixels: ArrayLike, height_mm: float) -> Floats:
        """Mat millimetres (N x 2) under pixels that show something `height_mm` above the mat.

        A die's top face seems to lie further from the camera's foot than the die does.
        """
        seen = self.to_mat(pixels)
        x, y, height = self.camera_mm
        return np.asarray(seen + (np.array([x, y]) - seen) * (height_mm / height), np.float64)

    def px_per_mm(self, point: ArrayLike | None = None) -> float:
        """Pixels per millimetre around a point, the mat's middle unless given."""
        middle = (self.mat.width / 2, self.mat.height / 2)
        centre = np.asarray(middle if point is None else point, np.float64)
        steps = centre + np.array([(-5.0, 0), (5, 0), (0, -5), (0, 5)])
        left, right, top, bottom = self.to_image(steps)
        area = np.linalg.norm(right - left) * np.linalg.norm(bottom - top)
        return float(np.sqrt(area) / 10.0)

    def _shadow(self, points: Floats, height_mm: float) -> Floats:
        """Where a line from the camera through a raised point meets the mat."""
        x, y, height = self.camera_mm
        foot = np.array([x, y])
        return np.asarray(foot + (points - foot) * (height / (height - height_mm)), np.float64)


def register(
    image: Image, mat: Mat, lens: Lens | None = None, near: Registration | None = None
) -> Registration:
    """Find the mat in a picture.

    Without a lens its distortion is read off the tags themselves. `near` is an earlier
    registration of the same camera: the tags are then sought where they were, which is several
    times quicker, and everywhere only when that fails. Raises `CalibrationError` when fewer than
    four of the mat's tags are seen.
    """
    height, width = image.shape[:2]
    plain = gray(image)
    if near is not None and near.mat == mat and near.lens.width == width:
        lens = lens or near.lens
        tracked = tags_still_near(near, plain)
        if len(tracked) >= len(near.tags_seen):
            return fit_registration(plain, mat, scaled(lens, width, height), tracked)
    found = find_tags(plain)
    if lens is None:
        return fit_registration(plain, mat, _own_lens(mat, found, width, height), found)
    return fit_registration(plain, mat, scaled(lens, width, height), found)


def _own_lens(mat: Mat, found: Mapping[int, Floats], width: int, height: int) -> Lens:
    """The lens as far as one look at the tags tells it."""
    seen = [tag.number for tag in mat.tags if tag.number in found]
    if len(seen) < ENOUGH_FOR_THE_LENS:
        return guessed_lens(width, height)
    fitted_lens = fit_lens_to_tags(tag_view(mat, found), width, height)
    believable = fitted_lens.error_px < BELIEVABLE_PX * width / 2304
    return fitted_lens.lens if believable else guessed_lens(width, height)


def tags_still_near(registration: Registration, image: Image) -> dict[int, Floats]:
    """The tags that are still about where this registration has them."""
    tags = registration.mat.tags
    corners = registration.to_image(np.concatenate([corners_mm(tag) for tag in tags]))
    expected = {tag.number: four for tag, four in zip(tags, corners.reshape(-1, 4, 2), strict=True)}
    return tags_near(image, expected, AROUND_MM * registration.px_per_mm())


def fit_registration(
    plain: Image, mat: Mat, lens: Lens, found: Mapping[int, Floats]
) -> Registration:
    """The registration that explains the tags found."""
    seen = [tag for tag in mat.tags if tag.number in found]
    if len(seen) < ENOUGH_TAGS:
        _refuse_another_mat(mat, found)
        raise CalibrationError(
            tr(
                "Only {count} of the mat's {count2} markers can be seen and {ENOUGH_TAGS} "
                "are needed: uncover the markers, light the mat evenly, focus on it and "
                "bring all of it into the picture.",
                count=len(seen),
                count2=len(mat.tags),
                ENOUGH_TAGS=ENOUGH_TAGS,
            )
        )
    on_mat = np.concatenate([corners_mm(tag) for tag in seen])
    in_image = np.concatenate([found[tag.number] for tag in seen])
    ideal = ideal_points(lens, in_image)
    found_plane, inside = cv2.findHomography(on_mat, ideal, cv2.RANSAC, ASTRAY)
    if found_plane is None or inside.sum() < FITTING_CORNERS:
        raise CalibrationError(
            tr(
                "The markers seen do not fit this mat: choose the mat that lies on the "
                "table, or lay its sheets flat and join them edge to edge."
            )
        )
    plane = np.asarray(found_plane, np.float64)
    kept = inside.ravel().astype(bool)
    rotation, translation = _pose(on_mat[kept], ideal[kept])
    plane_says = _through(_inverse(plane), ideal)[kept]
    residuals = np.linalg.norm(plane_says - on_mat[kept], axis=1)
    corners = [found[tag.number] for tag in seen]
    return Registration(
        mat,
        lens,
        plane,
        fit_warp(plane_says, on_mat[kept]),
        rotation,
        translation,
        float(np.sqrt(np.mean(residuals**2))),
        tuple(tag.number for tag in seen),
        sharpness_of_tags(plain, corners) * seen[0].side,
        exposure_of_tags(plain, corners),
    )


def _refuse_another_mat(mat: Mat, found: Collection[int]) -> None:
    """Say so when it is not that tags are hidden but that another mat lies there."""
    there = recognised(found)
    if there is None or there.name == mat.name:
        return
    if sum(tag.number in found for tag in there.tags) >= ENOUGH_TAGS:
        raise CalibrationError(
            tr(
                "The {name} mat lies under the camera and this game is played on the {other} "
                "mat: lay that one.",
                name=there.name,
                other=mat.name,
            )
        )


def _pose(on_mat: Floats, ideal: Floats) -> tuple[Floats, Floats]:
    solid = np.column_stack([on_mat, np.zeros(len(on_mat))])
    _, turn, translation = cv2.solvePnP(
        solid, ideal.reshape(-1, 1, 2), np.eye(3), np.zeros(5), flags=cv2.SOLVEPNP_IPPE
    )
    turn, translation = cv2.solvePnPRefineLM(
        solid, ideal.reshape(-1, 1, 2), np.eye(3), np.zeros(5), turn, translation
    )
    rotation, _ = cv2.Rodrigues(turn)
    return np.asarray(rotation, np.float64), np.asarray(translation, np.float64).ravel()


def _through(homography: Floats, points: Floats) -> Floats:
    mapped = cv2.perspectiveTransform(points.reshape(-1, 1, 2), homography)
    return np.asarray(mapped, np.float64).reshape(-1, 2)


def _inverse(homography: Floats) -> Floats:
    return np.asarray(np.linalg.inv(homography), np.float64)
