"""A template for the publisher's own Dice Masters mats.

The rulebooks name the areas and say how dice pass from one to the next, and print a life track of
one line at each player's edge; of measures they say nothing. So these are our own, as shares of the
mat, and only approximate: after stretching them to the mat that is there, draw the zones that do
not fit.
"""

from typing import TypeAlias

from calibration.mat import Mat, Zone
from calibration.mats import layout
from words import tr

WIDTH, HEIGHT = 610.0, 660.0

Span: TypeAlias = tuple[float, float]


def official_mat() -> Mat:
    """Zones only: no markers of ours are printed on it, and its life track is not ours to read."""
    near = (
        _zone("attack", tr("Attack zone"), (0.03, 0.97), (0.51, 0.62)),
        _zone("field", tr("Field zone"), (0.03, 0.97), (0.63, 0.75)),
        _zone("prep", tr("Prep area"), (0.03, 0.22), (0.76, 0.92)),
        _zone("reserve", tr("Reserve pool"), (0.23, 0.70), (0.76, 0.92)),
        _zone("out", tr("Out of play"), (0.71, 0.83), (0.76, 0.92)),
        _zone("used", tr("Used pile"), (0.84, 0.97), (0.76, 0.92)),
        _zone("life", "Life", (0.03, 0.97), (0.93, 0.99)),
    )
    far = tuple(layout.across(zone, 1, WIDTH, HEIGHT) for zone in near)
    return Mat("official", WIDTH, HEIGHT, near + far, ())


def _zone(name: str, title: str, across: Span, down: Span) -> Zone:
    """A zone from its shares of the mat's width and height."""
    (left, right), (top, bottom) = across, down
    outline = layout.rectangle(left * WIDTH, top * HEIGHT, right * WIDTH, bottom * HEIGHT)
    return Zone(name, 0, outline, title)
