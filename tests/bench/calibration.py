"""The figures of `diceref bench calibration`, measured on rendered rigs whose truth is known.

Work is timed by the processor's clock, all threads together, so that other programs on the
machine do not change the figures.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Final, TypeAlias

import cv2
import numpy as np

from calibration.arrays import Image
from calibration.lens import Lens
from calibration.mat import Mat
from calibration.mats import mat_named as named_mat
from calibration.mats import zone_at
from calibration.rectify import rectifier
from calibration.registration import register
from calibration.registration_watch import RegistrationWatch, follow_mat
from tests.bench.random_rigs import RandomRig, in_gray, photograph, random_rig

Figure: TypeAlias = Mapping[str, object]

_FRAMES_A_SECOND: Final = 10.0
_PX_PER_MM: Final = 4.0


def figures(rigs: int = 200, shifts: int = 10) -> Iterator[Figure]:
    """Registration over random rigs, zones, following a shift, ignoring hands, rectifying."""
    mat = named_mat("dicemasters")
    printed = in_gray(mat, _PX_PER_MM)
    yield from _registration(mat, printed, rigs)
    yield _shift(mat, printed, shifts)
    yield _hands(mat, printed, shifts)
    yield _rectify(mat, printed)


def _registration(mat: Mat, printed: Image, rigs: int) -> Iterator[Figure]:
    across, down = np.meshgrid(
        np.linspace(8, mat.width - 8, 30), np.linspace(8, mat.height - 8, 22)
    )
    points = np.column_stack([across.ravel(), down.ravel()])
    zones = [zone_at(mat, x, y) for x, y in points.tolist()]
    errors, right, asked = [], 0, 0
    for seed in range(rigs):
        rng = Random(seed)
        rig = random_rig(mat, rng)
        found = register(photograph(rig, rng, printed), mat, _as_calibrated(rig.lens, rng))
        answers = found.to_mat(rig.to_image(points))
        errors.append(np.linalg.norm(answers - points, axis=1))
        for (zone, border), (x, y) in zip(zones, answers.tolist(), strict=True):
            if zone is not None and border >= 3.0:
                asked += 1
                right += zone_at(mat, x, y)[0] == zone
    on = (
        f"{rigs} rendered rigs at 2304x1296: tilt, lens within 0.3 % of its calibration, two "
        "corners lifted 1 to 6 mm, one tag hidden, noise and blur"
    )
    every = np.concatenate(errors)
    yield _figure("calibration.register_p95", _rounded(np.percentile(every, 95)), "mm", 0.5, on)
    yield _figure("calibration.register_p50", _rounded(np.percentile(every, 50)), "mm", None, on)
    share = 100.0 * right / asked
    yield {
        **_figure("calibration.zone_right", round(share, 4), "%", 100.0, f"{asked} points; {on}"),
        "ok": right == asked,
    }


def _as_calibrated(lens: Lens, rng: Random) -> Lens:
    """The true lens with the error that a lens calibration leaves."""
    focal = 1.0 + rng.gauss(0, 0.003)
    bent = tuple(term * (1.0 + rng.gauss(0, 0.05)) for term in lens.distortion)
    k1, k2, p1, p2, k3 = bent
    return replace(lens, fx=lens.fx * focal, fy=lens.fy * focal, distortion=(k1, k2, p1, p2, k3))


def _shift(mat: Mat, printed: Image, shifts: int) -> Figure:
    """Seconds from a 2 mm shift until points are within half a millimetre again, the worst."""
    worst = 0.0
    for seed in range(shifts):
        rng = Random(1000 + seed)
        rig = random_rig(mat, rng)
        watch = RegistrationWatch(register(photograph(rig, rng, printed), mat, rig.lens))
        angle = rng.uniform(0, 2 * np.pi)
        moved = replace(
            rig, camera=rig.camera + np.array([2 * np.cos(angle), 2 * np.sin(angle), 0])
        )
        worst = max(worst, _seconds_to_follow(watch, moved, rng, printed))
    on = f"{shifts} rendered rigs at 2304x1296, {_FRAMES_A_SECOND:g} frames/s, plus processor time"
    return _figure("calibration.shift_s", round(worst, 3), "s", 1.0, on)


def _seconds_to_follow(
    watch: RegistrationWatch, rig: RandomRig, rng: Random, printed: Image
) -> float:
    points = np.array([(x, y) for x in (60.0, 262.0, 460.0) for y in (60.0, 192.0, 320.0)])
    watch = replace(watch, due=rng.uniform(0, 0.2))
    for step in range(30):
        now = step / _FRAMES_A_SECOND
        frame = photograph(rig, rng, printed)
        started = time.process_time()
        watch = follow_mat(watch, frame, now, hands=False)
        took = time.process_time() - started
        away = np.linalg.norm(watch.registration.to_mat(rig.to_image(points)) - points, axis=1)
        if float(np.median(away)) <= 0.5:
            return now + took
    return float("inf")


def _hands(mat: Mat, printed: Image, shifts: int) -> Figure:
    """How often a hand that hides tags, and that nobody reported, caused a re-registration."""
    caused = 0
    for seed in range(shifts):
        rng = Random(2000 + seed)
        rig = random_rig(mat, rng)
        still = photograph(rig, rng, printed)
        first = register(still, mat, rig.lens)
        watch = RegistrationWatch(first)
        for step in range(10):
            frame = with_hand(still, rng)
            watch = follow_mat(watch, frame, step * 0.2, hands=False)
        caused += watch.registration is not first
    on = f"{shifts} rendered rigs, ten frames each with a hand anywhere"
    return {**_figure("calibration.hand_moves", caused, "times", 0, on), "ok": caused == 0}


def with_hand(frame: Image, rng: Random) -> Image:
    """The frame with a forearm and a hand laid over it from a long edge."""
    height, width = frame.shape[:2]
    covered = frame.copy()
    shade = (rng.randint(90, 190),)
    tip = (rng.randint(0, width), rng.randint(0, height))
    shoulder = (rng.randint(0, width), rng.choice((-50, height + 50)))
    cv2.line(covered, shoulder, tip, shade, width // 16)
    for _ in range(5):
        finger = (tip[0] + rng.randint(-150, 150), tip[1] + rng.randint(-150, 150))
        cv2.line(covered, tip, finger, shade, width // 60)
    return covered


def _rectify(mat: Mat, printed: Image) -> Figure:
    """Median over frames, with the look-up tables already made, as during play."""
    rng = Random(3)
    rig = random_rig(mat, rng)
    gray = photograph(rig, rng, printed)
    frame = np.asarray(cv2.cvtColor(gray, cv2.COLOR_GRAY2BGR), np.uint8)
    straighten = rectifier(register(frame, mat, rig.lens), 3.0)
    times = []
    for _ in range(15):
        started = time.process_time()
        straighten(frame)
        times.append(1000 * (time.process_time() - started))
    on = "2304x1296 colour frame to the mat at 3 px/mm, median processor time of 15"
    return _figure("calibration.rectify_ms", _rounded(np.median(times)), "ms", 25.0, on)


def _figure(name: str, value: float, unit: str, must: float | None, on: str) -> Figure:
    ok = must is None or value <= must
    return {"name": name, "value": value, "unit": unit, "must": must, "ok": ok, "on": on}


def _rounded(value: np.floating) -> float:
    return round(float(value), 3)
