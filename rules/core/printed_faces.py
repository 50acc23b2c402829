"""What is printed on a die's face, in the words of players."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.core.game import DieFacts
from words import Text, name_of, ptr, tr

CLASSES: Final[Mapping[str, Text]] = {
    "attack": ptr("class of dice", "attack"),
    "defence": ptr("class of dice", "defence"),
    "life": ptr("class of dice", "life"),
}


def class_in_words(die_class: str) -> Text:
    """A class of IRONDIE's dice."""
    return CLASSES.get(die_class) or name_of(die_class)


def face_name(faces: Sequence[Mapping[str, Any]], face: int) -> Text:
    """A face as players call it, short: "level 2", "2 Bolt", "action*"."""
    characters = [printed for printed in faces if printed.get("kind") == "character"]
    if faces[face] not in characters:
        return printed_in_words(faces[face])
    return (
        tr("level {index}", index=characters.index(faces[face]) + 1)
        if len(characters) > 1
        else tr("character")
    )


def face_in_words(faces: Sequence[Mapping[str, Any]], face: int) -> Text:
    """A face as players call it, with its figures: "level 2 (1/4/3*)"."""
    name = face_name(faces, face)
    return name + f" ({_figures(faces[face])})" if name.startswith("level") else name


def die_in_words(facts: DieFacts, face: int) -> Text:
    """A die and one of its faces: "Thor: level 2 (1/4/3*)"."""
    return f"{facts.title}: " + face_in_words(facts.faces, face)


def printed_in_words(printed: Mapping[str, Any]) -> Text:
    """A face of a die that nobody knows: "character 1/4/3*"."""
    match printed.get("kind") or printed.get("family"):
        case "energy":
            return name_of(f"{printed['amount']} {printed['energy']}")
        case "character":
            return tr("character {figures}", figures=_figures(printed))
        case "action":
            return tr("action") + _burst(printed)
        case "irondie":
            return class_in_words(printed["class"]) + f" {printed['value']}"
        case _:
            return name_of(str(printed.get("value", printed)))


def _figures(printed: Mapping[str, Any]) -> str:
    """Of a character: what fielding costs, attack, defence, burst."""
    return f"{printed['field']}/{printed['attack']}/{printed['defence']}{_burst(printed)}"


def _burst(printed: Mapping[str, Any]) -> str:
    return "*" * int(printed.get("burst", 0))
