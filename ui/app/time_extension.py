"""How many minutes more: what a judge types, as seconds."""

from ui.app.errors import UserError
from words import tr

LONGEST_MIN = 60.0
"""No time extension is longer, minutes."""


def extension(typed: str) -> float:
    """Seconds from `2`, `2.5` or `2,5` minutes. Raises `UserError` with one sentence."""
    try:
        minutes = float(typed.replace(",", "."))
    except ValueError:
        minutes = 0.0
    if not 0 < minutes <= LONGEST_MIN:
        raise UserError(
            tr(
                '"{text}" is no number of minutes: write 1, 2 or 2.5, at most {most:g}.',
                text=typed,
                most=LONGEST_MIN,
            )
        )
    return 60 * minutes
