"""How many minutes more: what a judge types, as seconds."""

from ui.app.errors import UserError
from ui.words import say

LONGEST_MIN = 60.0
"""No time extension is longer, minutes."""


def extension(typed: str) -> float:
    """Seconds from `2`, `2.5` or `2,5` minutes. Raises `UserError` with one sentence."""
    try:
        minutes = float(typed.replace(",", "."))
    except ValueError:
        minutes = 0.0
    if not 0 < minutes <= LONGEST_MIN:
        raise UserError(say("clocks.not-minutes", text=typed, most=LONGEST_MIN))
    return 60 * minutes
