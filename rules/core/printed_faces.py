"""What is printed on a die's face, in the words of players."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core.game import DieFacts


def face_name(faces: Sequence[Mapping[str, Any]], face: int) -> str:
    """A face as players call it, short: "level 2", "2 Bolt", "action*"."""
    characters = [printed for printed in faces if printed.get("kind") == "character"]
    if faces[face] not in characters:
        return printed_in_words(faces[face])
    return f"level {characters.index(faces[face]) + 1}" if len(characters) > 1 else "character"


def face_in_words(faces: Sequence[Mapping[str, Any]], face: int) -> str:
    """A face as players call it, with its figures: "level 2 (1/4/3*)"."""
    name = face_name(faces, face)
    return f"{name} ({_figures(faces[face])})" if name.startswith("level") else name


def die_in_words(facts: DieFacts, face: int) -> str:
    """A die and one of its faces: "Thor: level 2 (1/4/3*)"."""
    return f"{facts.title}: {face_in_words(facts.faces, face)}"


def printed_in_words(printed: Mapping[str, Any]) -> str:
    """A face of a die that nobody knows: "character 1/4/3*"."""
    match printed.get("kind") or printed.get("family"):
        case "energy":
            return f"{printed['amount']} {printed['energy']}"
        case "character":
            return f"character {_figures(printed)}"
        case "action":
            return "action" + _burst(printed)
        case "irondie":
            return f"{printed['class']} {printed['value']}"
        case _:
            return str(printed.get("value", printed))


def _figures(printed: Mapping[str, Any]) -> str:
    """Of a character: what fielding costs, attack, defence, burst."""
    return f"{printed['field']}/{printed['attack']}/{printed['defence']}{_burst(printed)}"


def _burst(printed: Mapping[str, Any]) -> str:
    return "*" * int(printed.get("burst", 0))
