"""Among a crowd every encoded card asks, touches and spares what its golden page says.

A page that differs shows a change in what a card does: read it, and if it is right write the
pages anew with `python -m tests.cards.crowded_table`.
"""

import pytest

from rules.dicemasters.cards.texts import SETS, box_texts
from tests.cards.crowded_table import GOLDEN, moments, page


def pages(box):
    """The golden pages of a box by card code."""
    text = (GOLDEN / f"{box}.txt").read_text(encoding="utf-8")
    found = {}
    for each in ("\n" + text).split("\n# ")[1:]:
        found[each.split()[0]] = "# " + each.rstrip("\n") + "\n"
    return found


@pytest.mark.parametrize("code", [code for box in SETS for code in box_texts(box)])
def test_a_card_does_in_a_crowd_what_its_golden_page_says(code):
    golden = pages(code.lstrip("0123456789")).get(code)
    if golden is None:
        assert not moments(code), f"{code} has no golden page"
    else:
        assert page(code) == golden
