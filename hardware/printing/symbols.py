"""The symbols every Dice Masters set shares, in outlines of our own.

Each function answers a drawing that fills its unit square.
"""

from functools import cache

import numpy as np

from hardware.printing.outline import (
    Drawing,
    Path,
    Shape,
    circle,
    curve,
    join,
    points,
)


@cache
def bolt() -> Drawing:
    """Three slanted slabs that taper to a point bottom left."""
    return (
        Shape(
            (
                points(
                    (0.86, 0.02),
                    (0.32, 0.18),
                    (0.22, 0.45),
                    (0.35, 0.42),
                    (0.19, 0.65),
                    (0.32, 0.61),
                    (0.14, 0.98),
                    (0.71, 0.55),
                    (0.57, 0.58),
                    (0.78, 0.34),
                    (0.62, 0.36),
                ),
            )
        ),
    )


def _heater(scale: float) -> Path:
    """The outline of the shield, shrunk towards its middle."""
    left = curve((0.50, 0.02), (0.36, 0.12), (0.10, 0.20))
    side = curve((0.10, 0.20), (0.13, 0.48), (0.26, 0.74), (0.50, 0.98))
    right = np.stack([1 - side[:, 0], side[:, 1]], 1)[::-1]
    top = np.stack([1 - left[:, 0], left[:, 1]], 1)[::-1]
    whole = join(left, side, right, top)
    middle = np.array([0.5, 0.45], np.float32)
    return ((whole - middle) * scale + middle).astype(np.float32)


@cache
def shield() -> Drawing:
    """A heater shield with a thin line inside its border."""
    line = _heater(0.78)
    return (
        Shape((_heater(1.0),)),
        Shape((join(line, line[:1]),), inked=False, width=0.035),
    )


@cache
def mask() -> Drawing:
    """A domino mask with two eyes and a curled ribbon at each end."""
    band = join(
        curve((0.07, 0.46), (0.28, 0.50), (0.50, 0.515), (0.72, 0.50), (0.95, 0.47)),
        curve((0.95, 0.47), (0.93, 0.66), (0.82, 0.79), (0.66, 0.79), (0.50, 0.72)),
        curve((0.50, 0.72), (0.34, 0.79), (0.20, 0.78), (0.09, 0.66), (0.07, 0.46)),
    )
    left_eye = curve((0.20, 0.62), (0.30, 0.575), (0.42, 0.63), (0.32, 0.69), closed=True)
    right_eye = curve((0.60, 0.63), (0.71, 0.575), (0.82, 0.62), (0.71, 0.69), closed=True)
    left_ribbon = curve((0.10, 0.48), (0.09, 0.40), (0.20, 0.33), (0.18, 0.24), (0.03, 0.27))
    right_ribbon = curve((0.92, 0.49), (0.86, 0.40), (0.84, 0.33), (0.95, 0.27), (0.96, 0.20))
    return (
        Shape((band, left_eye, right_eye)),
        Shape((left_ribbon,), width=0.055),
        Shape((right_ribbon,), width=0.055),
    )


@cache
def fist() -> Drawing:
    """A fist that punches to the left: four fingers side by side, the thumb below."""
    hand = curve(
        (0.02, 0.47),
        (0.08, 0.30),
        (0.20, 0.26),
        (0.30, 0.17),
        (0.44, 0.19),
        (0.54, 0.10),
        (0.68, 0.15),
        (0.80, 0.12),
        (0.90, 0.20),
        (0.93, 0.42),
        (0.91, 0.58),
        (0.97, 0.66),
        (0.95, 0.84),
        (0.80, 0.90),
        (0.66, 0.86),
        (0.58, 0.76),
        (0.40, 0.78),
        (0.26, 0.72),
        (0.12, 0.66),
        closed=True,
    )
    between = (
        curve((0.22, 0.28), (0.27, 0.46), (0.24, 0.64)),
        curve((0.45, 0.20), (0.50, 0.42), (0.47, 0.68)),
        curve((0.69, 0.16), (0.74, 0.38), (0.70, 0.62)),
        curve((0.50, 0.72), (0.66, 0.64), (0.80, 0.66), (0.92, 0.60)),
    )
    return (
        Shape((hand,)),
        *(Shape((line,), inked=False, width=0.028) for line in between),
    )


@cache
def starburst() -> Drawing:
    """The jagged star of a basic action die with its exclamation mark."""
    spikes = points(
        (0.48, 0.24),
        (0.68, 0.02),
        (0.66, 0.30),
        (0.98, 0.44),
        (0.73, 0.56),
        (0.86, 0.80),
        (0.62, 0.73),
        (0.50, 0.98),
        (0.42, 0.78),
        (0.20, 0.86),
        (0.25, 0.63),
        (0.02, 0.52),
        (0.25, 0.42),
        (0.12, 0.12),
    )
    stroke = points((0.50, 0.33), (0.58, 0.33), (0.53, 0.56), (0.48, 0.56))
    return (Shape((spikes,)), Shape((stroke, circle(0.495, 0.64, 0.035)), inked=False))


@cache
def pawn() -> Drawing:
    """A chess pawn: the Sidekick."""
    body = join(
        curve((0.42, 0.48), (0.40, 0.60), (0.32, 0.72)),
        curve((0.68, 0.72), (0.60, 0.60), (0.58, 0.48)),
    )
    return (
        Shape((circle(0.5, 0.17, 0.15),)),
        Shape((points((0.36, 0.36), (0.64, 0.36)),), width=0.05),
        Shape((points((0.38, 0.43), (0.62, 0.43)),), width=0.04),
        Shape((body,)),
        *(
            Shape((curve((0.5 - w, y), (0.5, y + 0.045), (0.5 + w, y)),), width=0.045)
            for w, y in ((0.20, 0.77), (0.25, 0.85), (0.29, 0.93))
        ),
    )


def burst(arms: int = 6) -> Drawing:
    """An asterisk."""
    angle = np.arange(arms) * 2 * np.pi / arms - np.pi / 2
    return tuple(
        Shape((points((0.5, 0.5), (0.5 + 0.42 * np.cos(a), 0.5 + 0.42 * np.sin(a))),), width=0.17)
        for a in angle
    )


@cache
def triangle() -> Drawing:
    """An upright triangle: one point of attack on an IRONDIE."""
    return (Shape((points((0.5, 0.08), (0.95, 0.88), (0.05, 0.88)),)),)


@cache
def dot() -> Drawing:
    """A round dot: a pip, or one point of defence on an IRONDIE."""
    return (Shape((circle(0.5, 0.5, 0.46),)),)


@cache
def disc() -> Drawing:
    """The disc behind the generic 2, with a rim."""
    return (
        Shape((circle(0.5, 0.5, 0.50),)),
        Shape((circle(0.5, 0.5, 0.465), circle(0.5, 0.5, 0.44)), inked=False),
    )


@cache
def engraving() -> Drawing:
    """The fine lines a laser drew along the edges of a rare IRONDIE."""
    near, far = 0.07, 0.93
    frame = points((near, near), (far, near), (far, far), (near, far), (near, near))
    ticks = [
        points((x, y), (x + 0.12 * (1 if x < 0.5 else -1), y + 0.12 * (1 if y < 0.5 else -1)))
        for x in (near, far)
        for y in (near, far)
    ]
    return tuple(Shape((path,), width=0.022) for path in (frame, *ticks))
