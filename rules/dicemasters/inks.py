"""Which colour of basic action dice stands for which card.

All basic action dice are printed alike, in white plastic; the ink tells them apart. The books
leave the choice to the players; a setup names it as `inks`, one colour for each basic action.
"""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

BODY: Final = "#fafafa"

INKS: Final[Mapping[str, str]] = {
    "blue": "#1414f0",
    "red": "#f01414",
    "yellow": "#f0e614",
    "green": "#14e614",
    "purple": "#7a1fa2",
    "orange": "#f28518",
    "tan": "#96783c",
    "pink": "#f08cb4",
}

USUAL: Final[Mapping[str, tuple[str, ...]]] = {
    # as the demo games of the books lay them out; other games go on through the list
    "tmnt": ("purple", "blue", "red"),
    "imwm": ("orange", "blue", "red"),
}


def inks_of(setup: Mapping[str, Any], edition: str, basics: Sequence[str]) -> dict[str, str]:
    """The ink, as #rrggbb, of each basic action's dice. Raises `ValueError`."""
    written = setup.get("inks", ())
    for name in written:
        if name not in INKS:
            near = get_close_matches(str(name), INKS, 1) or [", ".join(INKS)]
            raise ValueError(f"'{name}' is no ink of basic action dice; take {near[0]}.")
    if len(set(written)) != len(written):
        raise ValueError("two basic actions have dice of one ink; give each an ink of its own.")
    return dict(zip(basics, _in_order(written, edition), strict=False))


def _in_order(written: Sequence[str], edition: str) -> Iterator[str]:
    """The named inks, then the usual ones of the edition, then the others."""
    given: set[str] = set()
    for name in (*written, *USUAL.get(edition, ()), *INKS):
        if name not in given:
            given.add(name)
            yield INKS[name]
