"""Bars beside what was expected, as SVG."""

from collections.abc import Sequence
from html import escape
from typing import Final

from ui.svg.markup import FONT, number

ROW: Final = 22.0
NAMES: Final = 120.0
WIDTH: Final = 420.0
FIGURES: Final = 50.0


def bars(
    names: Sequence[str], seen: Sequence[float], expected: Sequence[float] = (), *, words: str
) -> str:
    """A bar for each name; a stroke where it was expected to end. `words` say what is shown."""
    room = WIDTH - NAMES - FIGURES
    scale = room / max(1.0, *seen, *expected)
    parts = []
    for at, (name, value) in enumerate(zip(names, seen, strict=True)):
        y = at * ROW
        parts.append(
            f'<text x="{NAMES - 6:.0f}" y="{number(y + 15)}" text-anchor="end" '
            f'fill="currentColor">{escape(name)}</text>'
            f'<rect x="{NAMES:.0f}" y="{number(y + 4)}" width="{number(value * scale)}" '
            f'height="{number(ROW - 8)}" fill="#2f7f9e"/>'
            f'<text x="{number(NAMES + max([value, *expected[at : at + 1]]) * scale + 5)}" '
            f'y="{number(y + 15)}" fill="currentColor">{value:.0f}</text>'
        )
        if expected:
            x = number(NAMES + expected[at] * scale)
            parts.append(
                f'<path d="M{x} {number(y + 2)}V{number(y + ROW - 2)}" stroke="#c26a00" '
                'stroke-width="3"/>'
            )
    high = number(len(names) * ROW)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:.0f} {high}" role="img" '
        f'aria-label="{escape(words)}" font-family="{FONT}" font-size="13">{"".join(parts)}</svg>'
    )
