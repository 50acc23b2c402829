"""Answers say only what tells them apart."""

import pytest

from rules.track.questions import _apart


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ([["keep", "buy A"], ["keep", "buy B"]], [["buy A"], ["buy B"]]),
        ([["buy A", "pass"], ["buy B", "pass"]], [["buy A"], ["buy B"]]),
        ([["roll 1", "keep", "field X"], ["keep"]], [["roll 1", "field X"], []]),
        ([["a", "b", "c"], ["b", "c", "a"]], [["a", "b", "c"], ["b", "c", "a"]]),
        ([["a"], ["b"], ["c"]], [["a"], ["b"], ["c"]]),
        ([["x", "a", "y"], ["x", "b", "y"], ["x", "y"]], [["a"], ["b"], []]),
        ([["a", "a", "b"], ["a", "b"]], [["a"], []]),
    ],
)
def test_what_all_say_is_left_out_unless_two_would_read_alike(told, said):
    assert _apart(told) == said
