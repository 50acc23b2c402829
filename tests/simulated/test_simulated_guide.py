"""The guide to the simulated table is true."""

import doctest
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs" / "simulated-table.md"


def test_every_example_in_the_guide_works():
    outcome = doctest.testfile(str(GUIDE), module_relative=False)
    assert outcome.attempted > 10
    assert outcome.failed == 0
