"""Keeps a registration true while people play: notices a moved mat or camera and follows it.

The tags are sought only around where they should be, which costs a few milliseconds, so the
watch can look five times a second. A move is believed when two looks in a row agree; a hand hides
tags but does not move them, and while the gate reports a hand nothing is changed at all.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from calibration.arrays import Floats, Image
from calibration.errors import CalibrationError
from calibration.picture_quality import exposure_of_tags, sharpness_of_tags
from calibration.registration import ENOUGH_TAGS, Registration, fit_registration, tags_still_near
from calibration.tags import corners_mm, find_tags, gray
from calibration.view_advice import check_focus, check_light
from words import tr

log = logging.getLogger(__name__)

EVERY_S: Final = 0.2
MOVED_MM: Final = 0.4
"""Twice the p95 error of a tag under curl and noise; a fifth of the shift to be noticed."""

SETTLED_MM: Final = 0.25
"""Two looks this close to each other show a mat that lies still again."""

_SEARCH_EVERY_S: Final = 0.5
_POOR_LOOKS: Final = 5


@dataclass(frozen=True, eq=False)
class RegistrationWatch:
    """What the watch knows between two looks."""

    registration: Registration
    due: float = 0.0  # when to look again, monotonic seconds
    search_due: float = 0.0  # when to search the whole picture again
    moved: Mapping[int, Floats] = field(default_factory=dict)  # tags seen elsewhere last time
    drift_mm: float = 0.0
    note: str = ""  # one sentence when the mat cannot be followed or is badly seen
    poor_looks: int = 0  # looks in a row at a picture too bright, too dark or blurred


def follow_mat(
    watch: RegistrationWatch, frame: Image, now: float, *, hands: bool
) -> RegistrationWatch:
    """One look; the answer's registration is another object when the mat was re-registered."""
    seen = _look(watch, frame, now, hands=hands)
    if seen.note != watch.note:
        log.info("the mat is followed: %s", seen.note or "seen well again")
    return seen


def _look(  # noqa: PLR0911 - one return per outcome of a look
    watch: RegistrationWatch, frame: Image, now: float, *, hands: bool
) -> RegistrationWatch:
    if hands:
        return replace(watch, moved={})
    if now < watch.due:
        return watch
    current = watch.registration
    found: Mapping[int, Floats] = tags_still_near(current, frame)
    if len(found) < ENOUGH_TAGS:
        if now < watch.search_due:
            return replace(watch, due=now + EVERY_S)
        watch = replace(watch, search_due=now + _SEARCH_EVERY_S)
        found = {n: c for n, c in find_tags(frame).items() if n in _numbers(current)}
    watch = replace(watch, due=now + EVERY_S)
    if len(found) < ENOUGH_TAGS:
        return replace(watch, moved={}, note=_lost(len(found), len(current.mat.tags)))
    note, poor_looks = _quality(watch, frame, found)
    watch = replace(watch, note=note, poor_looks=poor_looks)
    drift = _drift(current, found)
    if drift < MOVED_MM:
        return replace(watch, moved={}, drift_mm=drift)
    if not _agree(current, watch.moved, found):
        return replace(watch, moved=found, drift_mm=drift)
    try:
        fresh = fit_registration(gray(frame), current.mat, current.lens, found)
    except CalibrationError as error:
        return replace(watch, moved={}, drift_mm=drift, note=str(error))
    log.info(
        "re-registered: two looks agree that the mat lies %.1f mm away; %d markers seen, now "
        "%.2f mm off",
        drift,
        len(found),
        fresh.residual_mm,
    )
    return RegistrationWatch(fresh, due=watch.due, search_due=watch.search_due)


def _quality(
    watch: RegistrationWatch, frame: Image, found: Mapping[int, Floats]
) -> tuple[str, int]:
    """What is wrong with the picture, said once it has been so for a second."""
    plain, corners = gray(frame), list(found.values())
    side = watch.registration.mat.tags[0].side
    seen = replace(
        watch.registration,
        edge_mm=sharpness_of_tags(plain, corners) * side,
        exposure=exposure_of_tags(plain, corners),
    )
    poor = [verdict.words for verdict in (check_light(seen), check_focus(seen)) if not verdict.good]
    looks = watch.poor_looks + 1 if poor else 0
    return (poor[0] if looks >= _POOR_LOOKS else ""), looks


def _drift(registration: Registration, found: Mapping[int, Floats]) -> float:
    """How far the second most displaced tag is from where it should be, mm.

    One tag alone may be bent up by a sleeve; two do not move unless the mat or the camera does.
    """
    moves = sorted(
        float(np.linalg.norm(_mean_shift(registration, tag.number, found[tag.number])))
        for tag in registration.mat.tags
        if tag.number in found
    )
    return moves[-2]


def _mean_shift(registration: Registration, number: int, corners: Floats) -> Floats:
    tag = next(tag for tag in registration.mat.tags if tag.number == number)
    return np.asarray((registration.to_mat(corners) - corners_mm(tag)).mean(axis=0), np.float64)


def _agree(
    registration: Registration, before: Mapping[int, Floats], after: Mapping[int, Floats]
) -> bool:
    """Whether the tags seen in both looks lie where they lay."""
    both = before.keys() & after.keys()
    if len(both) < ENOUGH_TAGS:
        return False
    steps = [
        np.linalg.norm(
            (registration.to_mat(after[n]) - registration.to_mat(before[n])).mean(axis=0)
        )
        for n in both
    ]
    return float(max(steps)) < SETTLED_MM


def _numbers(registration: Registration) -> frozenset[int]:
    return frozenset(tag.number for tag in registration.mat.tags)


def _lost(seen: int, of: int) -> str:
    return tr(
        "Only {seen} of the mat's {of} markers can be seen: clear them, or bring the "
        "mat back under the camera.",
        seen=seen,
        of=of,
    )
