"""The snippets of docs/dicemasters.md do what they show."""

import doctest
from pathlib import Path


def test_the_snippets_of_the_page_run():
    page = Path(__file__).parents[2] / "docs" / "dicemasters.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > 5
    assert not failed
