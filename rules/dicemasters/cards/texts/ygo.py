"""The texts of the ygo cards."""

from typing import Final

from rules.dicemasters.effects import Text

TEXTS: Final[dict[str, Text]] = {}
