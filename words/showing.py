"""The last step before a person: texts become strings of the language that is spoken here."""

from collections.abc import Hashable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any, TypeVar, cast

import msgspec

from words.languages import ENGLISH, catalogue, language
from words.text import Text, ntr, plain, tr

T = TypeVar("T")


def translated(text: str) -> str:
    """The text in the language spoken here."""
    if not isinstance(text, Text):
        return text
    spoken = language()
    return plain(text) if spoken == ENGLISH else text.said(catalogue(spoken))


def say(template: str, /, **slots: object) -> str:
    """A sentence of the catalogue, at once in the language spoken here."""
    return translated(
        template.filled(slots) if isinstance(template, Text) else tr(template, **slots)
    )


def nsay(one: str, many: str, count: int, /, **slots: object) -> str:
    """As `say`, with a sentence for one and one for several; `{count}` is filled in."""
    return translated(ntr(one, many, count, **slots))


@cache
def _names_of(kind: Hashable) -> tuple[str, ...]:
    """The fields of a frozen struct or dataclass; empty when it is neither."""
    assert isinstance(kind, type)
    if issubclass(kind, msgspec.Struct):
        return tuple(kind.__struct_fields__)
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


def translated_whole(value: T) -> T:
    """The same value with every text in it in the language spoken here."""
    return value if language() == ENGLISH else cast("T", _whole(value))


def _whole(value: Any) -> Any:  # noqa: PLR0911 - one return per kind of value
    if isinstance(value, Text):
        return translated(value)
    if isinstance(value, str | int | float | None):
        return value
    if type(value) is tuple:
        parts = tuple(map(_whole, value))
        return parts if any(a is not b for a, b in zip(parts, value, strict=True)) else value
    if isinstance(value, list):
        return list(map(_whole, value))
    if isinstance(value, dict | Mapping):
        return {key: _whole(each) for key, each in value.items()}
    changed = {}
    for name in _names_of(value.__class__):
        before = getattr(value, name)
        after = _whole(before)
        if after is not before:
            changed[name] = after
    if not changed:
        return value
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.replace(value, **changed)
    return replace(value, **changed)
