"""What somebody may have meant who wrote a name that does not exist."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

LONGEST: Final = 60
"""Letters: nobody means a name by more, and comparing takes the longer the longer they are."""


def near(word: str, known: Iterable[str], most: int = 1, cutoff: float = 0.6) -> list[str]:
    """The known names most like the word; none for what is no name."""
    return get_close_matches(word, list(known), most, cutoff) if len(word) <= LONGEST else []
