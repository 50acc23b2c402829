"""What is printed on dice, as far as the tracker must know: what looks the same, and words."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

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


def face_in_words(facts: DieFacts, face: FaceIndex) -> str:
    """A die and one of its faces as a player would say it: "Thor: level 2 (1/4/3*)"."""
    printed = facts.faces[face]
    words = _words(printed)
    characters = [other for other in facts.faces if other.get("kind") == "character"]
    if printed in characters:
        level = characters.index(printed) + 1
        words = f"level {level} ({words})" if len(characters) > 1 else "character"
    return f"{facts.title}: {words}"


def _words(printed: Mapping[str, Any]) -> str:
    burst = "*" * int(printed.get("burst", 0))
    match printed.get("kind") or printed.get("family"):
        case "energy":
            return f"{printed['amount']} {printed['energy']}"
        case "character":
            return f"{printed['field']}/{printed['attack']}/{printed['defence']}{burst}"
        case "action":
            return f"action{burst}"
        case "irondie":
            return f"{printed['class']} {printed['value']}"
        case _:
            return str(printed.get("value", printed))
