"""Rests that people once left: what the tracker says of each, and what it weighs, to a tenth.

When a change is meant, look at what differs, then `python -m tests.bench.rests --write`.
"""

import re

import pytest

from tests.bench.rests import CASES, expected, kept, told

NUMBER = re.compile(r"-?\d+\.\d+")
NEAR = 0.11
"""The last digit may round the other way on another machine."""


def alike(one, other):
    numbers = zip(NUMBER.findall(one), NUMBER.findall(other), strict=False)
    same_words = NUMBER.sub("#", one) == NUMBER.sub("#", other)
    return same_words and all(abs(float(a) - float(b)) <= NEAR for a, b in numbers)


@pytest.mark.parametrize("name", [case.name for case in CASES])
def test_what_is_said_of_recorded_rests_stays(name):
    now, then = list(told(kept(name))), expected(name)
    for line, was in zip(now, then, strict=False):
        assert alike(line, was), f"was: {was}\nnow: {line}"
    assert len(now) == len(then)


def test_a_number_that_moved_is_noticed():
    assert alike("3.00 waits: halfway: 2:1.0+0.3", "3.00 waits: halfway: 2:1.1+0.3")
    assert not alike("3.00 waits: halfway: 2:1.0+0.3", "3.00 waits: halfway: 2:1.2+0.3")
    assert not alike("3.00 waits: halfway: 2:1.0+0.3", "3.00 waits: halfway: 3:1.0+0.3")
    assert not alike("3.00 names: x", "3.00 asks: x")
