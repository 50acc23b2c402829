"""Typed effects as JSON, every field at its default left out: a card a line."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.dicemasters.cards.effects import CardText


def set_as_json(texts: Mapping[str, CardText]) -> str:
    """The texts of one set."""
    lines = [
        f'"{code}":{msgspec.json.encode(plain(text)).decode()}' for code, text in texts.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def plain(value: object) -> Any:
    """A value as JSON has it; a struct says only what it does not say by default."""
    if isinstance(value, msgspec.Struct):
        tag = type(value).__struct_config__.tag
        said = {"type": tag} if tag else {}
        for field in msgspec.structs.fields(type(value)):
            now = getattr(value, field.name)
            if field.required or now != field.default:
                said[field.encode_name] = plain(now)
        return said
    return [plain(each) for each in value] if isinstance(value, tuple) else value
