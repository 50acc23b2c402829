"""Which dice can lie where: a die takes up a square of the table."""

from collections.abc import Iterable
from math import cos, hypot, pi, sin

from hardware.simulated.scene import DieBody


def collides(body: DieBody, others: Iterable[DieBody], gap_mm: float = 0.0) -> bool:
    """Whether a die would be inside another that lies at the same height."""
    return any(
        abs(other.base_mm - body.base_mm) < 0.9 * body.kind.size_mm and overlap(body, other, gap_mm)
        for other in others
    )


def overlap(one: DieBody, other: DieBody, gap_mm: float = 0.0) -> bool:
    """Whether two dice, seen from above, share ground or come closer than `gap_mm`."""
    reach = (_half(one) + _half(other)) * 1.4143 + gap_mm
    if hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) >= reach:
        return False
    return not any(_parted(one, other, axis, gap_mm) for axis in _axes(one) + _axes(other))


def _axes(body: DieBody) -> tuple[float, float]:
    return (body.yaw, body.yaw + pi / 2)


def _half(body: DieBody) -> float:
    return body.kind.size_mm / 2 * (1.2 if body.cocked else 1.0)


def _parted(one: DieBody, other: DieBody, axis: float, gap_mm: float) -> bool:
    """Whether a line across `axis` separates the two squares."""
    apart = abs((other.x_mm - one.x_mm) * cos(axis) + (other.y_mm - one.y_mm) * sin(axis))
    return apart >= _shade(one, axis) + _shade(other, axis) + gap_mm


def _shade(body: DieBody, axis: float) -> float:
    """Half the length of the square's projection on an axis."""
    return _half(body) * (abs(cos(body.yaw - axis)) + abs(sin(body.yaw - axis)))


def apart(one: DieBody, other: DieBody) -> float:
    """Millimetres between the middles of two dice."""
    return hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
