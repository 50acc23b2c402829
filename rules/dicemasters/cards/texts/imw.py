"""The texts of the imw cards."""

from typing import Final

from rules.dicemasters.effects import Text

TEXTS: Final[dict[str, Text]] = {}
