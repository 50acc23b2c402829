"""What a review of the reader's output has found: cards that it must leave to players' hands."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

LEFT_OUT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "12bfu": "are only the dice it blocks meant, or all that are blocked?",
        "10def": "another than itself, or than the die that damaged it?",
        "137wol": "are the opponent's meant too?",
        "23sw": "which of several blockers is spun up?",
        "114bff": "one source prints a global whose price it has lost",
        "17hq": "the sources print two different texts",
        "7ork": "the sources print two different texts",
        "5xfo": "one source prints a second text",
        "21thor": "the sources print two different bonuses",
        "132ig": "the sources print two different texts",
    }
)
"""Code -> why the text means more, or something else, than its words say."""
