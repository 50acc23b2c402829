"""What is printed on dice, as far as the tracker must know: what looks the same."""

import math
from collections.abc import Mapping, Sequence

from rules.core import DieFacts, FaceIndex, KindName, numbered


def printed_alike(
    kinds: Sequence[DieFacts],
) -> dict[tuple[KindName, FaceIndex], tuple[KindName, FaceIndex]]:
    """Every face that looks like an earlier one of its kind, with that one."""
    alike: dict[tuple[KindName, FaceIndex], tuple[KindName, FaceIndex]] = {}
    for facts in kinds:
        for face, printed in numbered(FaceIndex, facts.faces):
            first = FaceIndex(facts.faces.index(printed))
            if first != face:
                alike[facts.kind, face] = (facts.kind, first)
    return alike


def folded(
    likelihood: Mapping[tuple[KindName, FaceIndex], float],
    alike: Mapping[tuple[KindName, FaceIndex], tuple[KindName, FaceIndex]],
) -> dict[tuple[KindName, FaceIndex], float]:
    """Log-likelihoods in which faces that are printed alike are one."""
    together: dict[tuple[KindName, FaceIndex], float] = {}
    for reading, value in likelihood.items():
        first = alike.get(reading, reading)
        before = together.get(first)
        together[first] = value if before is None else _add_logs(before, value)
    return together


def _add_logs(one: float, other: float) -> float:
    high, low = max(one, other), min(one, other)
    return high + math.log1p(math.exp(low - high))
