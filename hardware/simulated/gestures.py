"""One movement of one hand, frame by frame: in, grip, over, let go, out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import cos, pi, sin
from typing import TypeAlias

import numpy as np

from calibration.mat import Mat
from hardware.dice import Colour
from hardware.simulated.optics import Floats
from hardware.simulated.scene import Bead, DieBody, SceneHand
from hardware.simulated.table import TableMoment

_FINGERS_MM = 72.0
"""From the middle of the palm to where the fingers hold a die."""

_SEATS: tuple[tuple[Colour, Colour | None], ...] = (
    ((222, 172, 142), (52, 62, 88)),
    ((168, 116, 84), None),
)
"""Skin and sleeve of the two players."""

Rng: TypeAlias = np.random.Generator


@dataclass(frozen=True, slots=True)
class Gesture:
    """What one movement does."""

    seat: int
    taken: tuple[DieBody, ...]  # dice picked up, as they lie before
    laid: tuple[DieBody, ...]  # dice put down, as they lie afterwards
    thrown: frozenset[str] = frozenset()  # those of them that are rolled
    shifted: tuple[DieBody, ...] = ()  # dice lifted for another to go under them or leave
    leaning: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Dice that come to rest cocked (tilt and direction) and are laid flat after a pause."""


def gesture(act: Gesture, mat: Mat, reach: float, pause: float, rng: Rng) -> Iterator[TableMoment]:
    """The moments of a gesture; `reach` and `pause` are counted in frames."""
    steps = max(2, round(reach))
    away = _edge(act.seat, _middle(act.taken or act.laid), mat)
    at = away
    if act.taken:
        spot = _middle(act.taken)
        yield from _travel(act.seat, at, spot, steps, 0.15)
        gone: dict[str, DieBody | None] = {body.name: None for body in act.taken}
        settled = {} if act.laid else {body.name: body for body in act.shifted}
        yield TableMoment({**gone, **settled}, (hand_over(act.seat, spot, 0.6),))
        at = spot
    if act.laid:
        spot = _middle(act.laid)
        yield from _travel(act.seat, at, spot, steps, 0.7)
        yield from _let_go(act, spot, rng)
        at = spot
    yield from _travel(act.seat, at, away, steps, 0.25)
    yield TableMoment()
    if act.leaning:
        yield from (TableMoment() for _ in range(max(1, round(pause))))
        for body in act.laid:
            if body.name in act.leaning:
                yield from _set_right(act.seat, body, away, steps)


def idle(seat: int, spot: Floats, mat: Mat, reach: float, rest: float) -> Iterator[TableMoment]:
    """A hand that comes, rests over a point for `rest` frames and goes without touching a die."""
    steps = max(2, round(reach))
    away = _edge(seat, spot, mat)
    yield from _travel(seat, away, spot, steps, 0.15)
    yield from (TableMoment({}, (hand_over(seat, spot, 0.15),)) for _ in range(round(rest)))
    yield from _travel(seat, spot, away, steps, 0.15)
    yield TableMoment()


def push(seat: int, bead: Bead, to: Floats, mat: Mat, reach: float) -> Iterator[TableMoment]:
    """A finger that pushes a seat's bead to a point."""
    steps = max(2, round(reach))
    spot = np.array([bead.x_mm, bead.y_mm])
    away = _edge(seat, spot, mat)
    yield from _travel(seat, away, spot, steps, 0.5)
    for step in range(1, steps + 1):
        x, y = (float(value) for value in spot + (to - spot) * step / steps)
        yield TableMoment(
            {}, (hand_over(seat, np.array([x, y]), 0.5),), {seat: replace(bead, x_mm=x, y_mm=y)}
        )
    yield from _travel(seat, to, away, steps, 0.5)
    yield TableMoment()


def _let_go(act: Gesture, spot: Floats, rng: Rng) -> Iterator[TableMoment]:
    down: dict[str, DieBody | None] = {body.name: body for body in act.shifted}
    for body in act.laid:
        tilt, lean = act.leaning.get(body.name, (0.0, 0.0))
        down[body.name] = replace(body, tilt=tilt, lean=lean)
    thrown = [body for body in act.laid if body.name in act.thrown]
    for share in (0.35, 0.75) if thrown else ():
        rolling: dict[str, DieBody | None] = {
            body.name: _tumbling(body, spot, share, rng) for body in thrown
        }
        yield TableMoment(rolling, (hand_over(act.seat, spot, 0.2),))
    yield TableMoment(down, (hand_over(act.seat, spot, 0.3),))


def _tumbling(body: DieBody, spot: Floats, share: float, rng: Rng) -> DieBody:
    """A die on its way from the hand to where it comes to rest."""
    return replace(
        body,
        x_mm=float(spot[0] + (body.x_mm - spot[0]) * share),
        y_mm=float(spot[1] + (body.y_mm - spot[1]) * share),
        yaw=float(rng.uniform(-pi, pi)),
        face=int(rng.integers(6)),
        base_mm=float(rng.uniform(0, 18) * (1 - share)),
        tilt=float(rng.uniform(0.2, 0.9)),
        lean=float(rng.uniform(-pi, pi)),
    )


def _set_right(seat: int, body: DieBody, away: Floats, steps: int) -> Iterator[TableMoment]:
    spot = np.array([body.x_mm, body.y_mm])
    yield from _travel(seat, away, spot, steps, 0.3)
    yield TableMoment({body.name: body}, (hand_over(seat, spot, 0.5),))
    yield from _travel(seat, spot, away, steps, 0.3)
    yield TableMoment()


def _travel(
    seat: int, start: Floats, end: Floats, steps: int, curl: float
) -> Iterator[TableMoment]:
    """The hand on its way, slower at both ends."""
    for step in range(1, steps + 1):
        share = 0.5 - 0.5 * cos(pi * step / steps)
        yield TableMoment({}, (hand_over(seat, start + (end - start) * share, curl),))


def hand_over(seat: int, fingers: Floats, curl: float) -> SceneHand:
    """A player's hand with its fingers over a point."""
    reach = _reach(seat)
    skin, sleeve = _SEATS[seat % len(_SEATS)]
    hold = _FINGERS_MM * (1 - 0.45 * curl)
    return SceneHand(
        float(fingers[0] - hold * cos(reach)),
        float(fingers[1] - hold * sin(reach)),
        reach,
        curl=curl,
        skin=skin,
        sleeve=sleeve,
    )


def _reach(seat: int) -> float:
    """The direction a player's fingers point, a little across the body."""
    return (pi / 2 if seat == 1 else -pi / 2) + 0.18


def _edge(seat: int, spot: Floats, mat: Mat) -> Floats:
    """Where the fingers are when the hand is out of view on its way to a point."""
    reach = _reach(seat)
    depth = spot[1] if seat == 1 else mat.height - spot[1]
    out = (depth + 220.0) / abs(sin(reach))
    return np.asarray(spot - out * np.array([cos(reach), sin(reach)]))


def _middle(bodies: Sequence[DieBody]) -> Floats:
    return np.asarray(np.mean([[body.x_mm, body.y_mm] for body in bodies], axis=0))
