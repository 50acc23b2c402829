"""How life went over a game, as SVG, with what was disputed on it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, TypeAlias

from ui.svg.faces import SEATS
from ui.svg.markup import FONT, number

WIDTH: Final = 1000.0
HEIGHT: Final = 190.0
LEFT: Final = 40.0
RIGHT: Final = 10.0
TOP: Final = 12.0
BOTTOM: Final = 26.0
SIGNS: Final[Mapping[str, tuple[str, str]]] = {
    "foul": ("✖", "#b3261e"),
    "question": ("?", "#8a6d00"),
    "correction": ("↺", "#1d5fa8"),
    "result": ("■", "#1f7a4f"),
}
"""What is marked on the curve: its sign and colour."""


Spot: TypeAlias = Callable[[int, float], tuple[float, float]]
"""From an entry's place and a life to the point of the drawing."""


@dataclass(frozen=True, slots=True)
class LifePoint:
    """One entry: whose turn it was, what every side's life was after it."""

    turn: int
    lives: tuple[int, ...]
    kind: str = "step"


def life_curve_svg(points: Sequence[LifePoint], names: Sequence[str]) -> str:
    """A step line for each side; x is the entry. Empty for a game without entries."""
    if not points:
        return ""
    values = [life for point in points for life in point.lives]
    low, high = min(0, *values), max(1, *values)
    across = (WIDTH - LEFT - RIGHT) / max(1, len(points) - 1)
    down = (HEIGHT - TOP - BOTTOM) / (high - low)

    def at(place: int, life: float) -> tuple[float, float]:
        return LEFT + place * across, HEIGHT - BOTTOM - (life - low) * down

    parts = [*_scale(at, low, high, len(points)), *_turns(at, points, low, high)]
    for side, _ in enumerate(names):
        line = "".join(
            f"{'M' if place == 0 else 'H'}{number(x)}{' ' if place == 0 else 'V'}{number(y)}"
            for place, point in enumerate(points)
            for x, y in [at(place, point.lives[side])]
        )
        dash = ' stroke-dasharray="7 4"' if side % 2 else ""  # told apart without colours too
        parts.append(
            f'<path d="{line}" fill="none" stroke="{SEATS[side % 2]}" stroke-width="3"{dash}/>'
        )
    for place, point in enumerate(points):
        if point.kind in SIGNS:
            sign, colour = SIGNS[point.kind]
            x, _ = at(place, low)
            parts.append(
                f'<text x="{number(x)}" y="{number(HEIGHT - BOTTOM + 11)}" text-anchor="middle" '
                f'font-size="13" font-weight="700" fill="{colour}">{sign}</text>'
            )
    now = f"M{number(LEFT)} {number(TOP)}V{number(HEIGHT - BOTTOM)}"
    parts.append(f'<path class="now" d="{now}" stroke="#444" fill="none"/>')
    ends = ", ".join(
        f"{name} {points[0].lives[side]} to {points[-1].lives[side]}"
        for side, name in enumerate(names)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" '
        f'role="img" aria-label="{escape(f"Life over the game: {ends}")}" font-family="{FONT}" '
        f'data-left="{LEFT:.0f}" data-across="{across:.4f}">'
        f'<rect width="{WIDTH:.0f}" height="{HEIGHT:.0f}" fill="#fffdf6"/>{"".join(parts)}</svg>'
    )


def _scale(at: Spot, low: int, high: int, count: int) -> Iterable[str]:
    step = max(1, round((high - low) / 4))
    for life in range(low, high + 1, step):
        (left, y), (right, _) = at(0, life), at(count - 1, life)
        yield f'<path d="M{number(left)} {number(y)}H{number(right)}" stroke="#ddd6c6"/>'
        yield (
            f'<text x="{number(left - 6)}" y="{number(y + 4)}" text-anchor="end" font-size="12" '
            f'fill="#555">{life}</text>'
        )


def _turns(at: Spot, points: Sequence[LifePoint], low: int, high: int) -> Iterable[str]:
    starts = [n for n in range(1, len(points)) if points[n].turn != points[n - 1].turn]
    each = max(1, -(-len(starts) // 20))
    for nth, place in enumerate(starts):
        (x, bottom), (_, top) = at(place, low), at(place, high)
        yield f'<path d="M{number(x)} {number(top)}V{number(bottom)}" stroke="#e7e1d2"/>'
        if nth % each == 0:
            yield (
                f'<text x="{number(x)}" y="{number(HEIGHT - 3)}" text-anchor="middle" '
                f'font-size="11" fill="#555">{points[place].turn}</text>'
            )
