"""The guided calibration, step by step, free of screens and cameras.

Feed it pictures with `advance`; it answers with what to tell the user and where it stands. At the
step LOCK whoever owns the camera holds its exposure, colour and focus, and says so with `locked`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum
from typing import Final

import numpy as np

from calibration.arrays import Floats, Image
from calibration.camera_lock import CameraLock
from calibration.errors import CalibrationError
from calibration.lens import guessed_lens
from calibration.lens_fit import (
    ENOUGH_VIEWS,
    LensFit,
    LensView,
    charuco_view,
    fit_lens,
    fit_lens_to_tags,
    tag_view,
)
from calibration.mat import Mat
from calibration.mats import mat_named as named_mat
from calibration.mats import recognised
from calibration.mats import template as named_template
from calibration.mats.layout import OWN_TAGS
from calibration.own_mat import CORNERS, measure_own_mat
from calibration.profile import Profile
from calibration.registration import Registration, fit_registration
from calibration.tags import find_tags, gray
from calibration.view_advice import ViewAdvice, advice_on_view, check_markers, grey_gains
from words import tr

_STILL_LOOKS: Final = 3
_STILL_PX: Final = 1.5
_NEUTRAL: Final = 0.04
"""Gains this close to 1 change no colour that the eye would notice."""

_ANOTHER_VIEW: Final = 0.06
"""Share of the picture's width by which a board must have moved to count as another view."""


class CalibrationStep(Enum):
    """Where the guide stands."""

    MAT = tr("see the mat")
    LENS = tr("measure the lens")
    LOCK = tr("lock exposure and colour")
    CHECK = tr("check focus and size")
    ZONES = tr("draw the zones")
    DONE = "done"


@dataclass(frozen=True, eq=False)
class Guide:
    """A calibration under way; `says` is what to tell the user now."""

    wanted: str | None = None  # a mat's name, "own", None for whichever lies there
    template: str = "dicemasters"  # whose zones an own mat gets
    charuco: bool = False
    phone: bool = False  # the camera is a phone, and is called one
    view_degrees: float = 66.0
    step: CalibrationStep = CalibrationStep.MAT
    says: str = tr("Lay the mat under the camera, with all of its markers in the picture.")
    mat: Mat | None = None
    steady: int = 0
    last: Mapping[int, Floats] | None = None
    views: tuple[LensView, ...] = ()
    lens: LensFit | None = None
    lock: CameraLock = field(default_factory=CameraLock)
    registration: Registration | None = None
    advice: tuple[ViewAdvice, ...] = ()


def advance(guide: Guide, image: Image, still_width: int | None = None) -> Guide:
    """One picture further. Raises `CalibrationError` when the wrong mat lies there."""
    if guide.step is CalibrationStep.LENS and guide.charuco:
        return _board(guide, image)
    if guide.step in (CalibrationStep.LOCK, CalibrationStep.ZONES, CalibrationStep.DONE):
        return guide
    found = find_tags(image)
    if guide.step is CalibrationStep.CHECK:
        return _check(guide, image, found, still_width)
    return _mat(guide, image, found)


def with_lock(guide: Guide, lock: CameraLock | None) -> Guide:
    """The camera holds these values, or has none to hold."""
    says = (
        tr("Exposure, colour and focus are locked.")
        if lock is not None
        else tr("This camera cannot be locked from here: lock exposure and focus in its own app.")
    )
    return replace(guide, step=CalibrationStep.CHECK, lock=lock or CameraLock(), says=says)


def neutral_lock(guide: Guide, image: Image) -> CameraLock | None:
    """The lock under which the mat's printed grey would be grey; None where it is, or unknown.

    Automatic white balance guesses from whatever is in view; the grey patches are known.
    """
    assert guide.registration is not None
    gains = grey_gains(image, guide.registration)
    if gains is None or guide.lock.colour_gains is None:
        return None
    if max(abs(gain - 1) for gain in gains) < _NEUTRAL:
        return None
    red, blue = (old * gain for old, gain in zip(guide.lock.colour_gains, gains, strict=True))
    return replace(guide.lock, colour_gains=(red, blue))


def profile_of(guide: Guide, camera: str, mat_name: str | None = None) -> Profile:
    """What was found, to be saved."""
    assert guide.lens is not None
    assert guide.registration is not None
    x, y, height = guide.registration.camera_mm.tolist()
    return Profile(
        camera=camera,
        mat=mat_name or guide.registration.mat.name,
        made=date.today().isoformat(),  # noqa: DTZ011 - the user's own date is meant
        lens=guide.lens.lens,
        lens_from="charuco" if guide.charuco else "tags",
        lens_error_px=guide.lens.error_px,
        camera_mm=(x, y, height),
        px_per_mm=guide.registration.px_per_mm(),
        lock=guide.lock,
    )


def _mat(  # noqa: PLR0911 - one return per thing to wait for
    guide: Guide, image: Image, found: Mapping[int, Floats]
) -> Guide:
    """Wait until a mat lies still in full view."""
    own = guide.wanted == "own" or (guide.wanted is None and set(CORNERS) <= found.keys())
    table = None if own else _chosen(guide.wanted, found)
    wanted = OWN_TAGS if own else [tag.number for tag in table.tags] if table else []
    seen = {number: found[number] for number in wanted if number in found}
    if (table is None and not own) or not found:
        return replace(guide, steady=0, last=None, says=_nothing_seen(image))
    if table is not None and not (verdict := check_markers(table, frozenset(seen))).good:
        return replace(guide, mat=table, steady=0, last=None, says=verdict.words)
    if own and not set(CORNERS) <= seen.keys():
        says = tr("Show the markers 1 to 4, which are stuck on the mat's corners, all at once.")
        return replace(guide, steady=0, last=None, says=says)
    steady = guide.steady + 1 if _still(guide.last, seen) else 0
    guide = replace(guide, mat=table, steady=steady, last=seen, says=tr("Hold the mat still."))
    if steady < _STILL_LOOKS:
        return guide
    height, width = image.shape[:2]
    if own:
        lens = LensFit(guessed_lens(width, height, guide.view_degrees), 0.0, 0)
        table = measure_own_mat(seen, lens.lens, named_template(guide.template))
        return replace(
            guide,
            mat=table,
            lens=lens,
            step=CalibrationStep.LOCK,
            says=tr("The markers are measured."),
        )
    assert table is not None
    if guide.charuco:
        says = tr(
            "Hold the board over the mat, {ENOUGH_VIEWS} times, tilted differently each time.",
            ENOUGH_VIEWS=ENOUGH_VIEWS,
        )
        return replace(guide, step=CalibrationStep.LENS, says=says)
    lens = fit_lens_to_tags(tag_view(table, seen), width, height, guide.view_degrees)
    return replace(guide, lens=lens, step=CalibrationStep.LOCK, says=tr("The lens is measured."))


def _nothing_seen(image: Image) -> str:
    """Why there may be no marker at all."""
    if find_tags(np.ascontiguousarray(image[:, ::-1])):
        return tr(
            "The picture is mirrored: switch mirroring off in the camera's or phone's own app."
        )
    return tr("Lay the mat under the camera, with all of its markers in the picture.")


def _chosen(wanted: str | None, found: Mapping[int, Floats]) -> Mat | None:
    """The mat asked for, unless another one lies there."""
    there = recognised(found)
    if wanted is None:
        return there
    asked = named_mat(wanted)
    if there is not None and there.name != asked.name and there.name in _printed_names(found):
        raise CalibrationError(
            tr(
                "The {name} mat lies under the camera, not the {other} mat: change the mat "
                "or run 'diceref calibrate --mat {name}'.",
                name=there.name,
                other=asked.name,
            )
        )
    return asked


def _printed_names(found: Mapping[int, Floats]) -> frozenset[str]:
    """Names of printed mats of which at least three tags are seen: not a stray marker."""
    there = recognised(found)
    if there is None:
        return frozenset()
    count = sum(tag.number in found for tag in there.tags)
    return frozenset({there.name}) if count >= 3 else frozenset()


def _board(guide: Guide, image: Image) -> Guide:
    """Collect views of the ChArUco board until the lens can be computed."""
    height, width = image.shape[:2]
    view = charuco_view(image)
    if view is None:
        return replace(guide, says=tr("Hold the board so that all of it is in the picture."))
    if any(_alike(view, other, width) for other in guide.views):
        count = len(guide.views)
        says = tr(
            "{count} of {ENOUGH_VIEWS} views: tilt the board or move it to another corner.",
            count=count,
            ENOUGH_VIEWS=ENOUGH_VIEWS,
        )
        return replace(guide, says=says)
    views = (*guide.views, view)
    if len(views) < ENOUGH_VIEWS:
        return replace(
            guide,
            views=views,
            says=tr(
                "{count} of {ENOUGH_VIEWS} views.", count=len(views), ENOUGH_VIEWS=ENOUGH_VIEWS
            ),
        )
    lens = fit_lens(views, width, height, guide.view_degrees)
    return replace(
        guide, views=views, lens=lens, step=CalibrationStep.LOCK, says=tr("The lens is measured.")
    )


def _alike(one: LensView, other: LensView, width: int) -> bool:
    """Whether two views show the board in about the same place and tilt."""
    here = {tuple(point): pixel for point, pixel in zip(one.flat.tolist(), one.pixels, strict=True)}
    moves = [
        float(np.linalg.norm(here[tuple(point)] - pixel))
        for point, pixel in zip(other.flat.tolist(), other.pixels, strict=True)
        if tuple(point) in here
    ]
    return bool(moves) and max(moves) < _ANOTHER_VIEW * width


def _check(
    guide: Guide, image: Image, found: Mapping[int, Floats], still_width: int | None
) -> Guide:
    """The last look: register with the lens found and judge the view."""
    assert guide.mat is not None
    assert guide.lens is not None
    try:
        registration = fit_registration(gray(image), guide.mat, guide.lens.lens, found)
    except CalibrationError as error:
        return replace(guide, says=str(error))
    said = advice_on_view(image, registration, still_width, phone=guide.phone)
    wrong = [verdict.words for verdict in said if not verdict.good]
    says = wrong[0] if wrong else tr("Everything is good.")
    return replace(
        guide, step=CalibrationStep.DONE, registration=registration, advice=said, says=says
    )


def _still(before: Mapping[int, Floats] | None, now: Mapping[int, Floats]) -> bool:
    if before is None or before.keys() != now.keys():
        return False
    return all(float(np.abs(now[n] - before[n]).max()) < _STILL_PX for n in now)
