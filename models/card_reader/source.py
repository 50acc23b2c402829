"""Typed effects as Python source, every field at its default left out."""

from collections.abc import Iterable, Mapping

import msgspec

from rules.dicemasters.cards import effects
from rules.dicemasters.cards.effects import CardText

NAMED = {
    getattr(effects, name): name
    for name in ("THIS", "OTHER_DIE", "EVENT_DIE", "PICKED", "OPPONENT", "EACH_PLAYER")
}
"""Values with a name of their own."""


def module_source(title: str, texts: Mapping[str, CardText]) -> str:
    """A module with the texts of one set."""
    entries = [f"    {code!r}: {_card(text)}," for code, text in texts.items()]
    used = sorted({"CardText", "card_text", *_names(texts.values())})
    head = [
        f'"""{title}, as `models.card_reader` read it."""',
        "",
        "from collections.abc import Mapping",
        "from typing import Final",
        "",
        "from rules.dicemasters.cards.effects import (",
        *(f"    {name}," for name in used),
        ")",
        "",
        "TEXTS: Final[Mapping[str, CardText]] = {",
    ]
    return "\n".join([*head, *entries, "}"]) + "\n"


def _card(text: CardText) -> str:
    parts = [_value(ability) for ability in text.abilities]
    if text.keywords:
        parts.append(f"keywords={text.keywords!r}")
    return f"card_text({', '.join(parts)})"


def _value(value: object) -> str:
    if isinstance(value, msgspec.Struct):
        if value in NAMED:
            return NAMED[value]
        return f"{type(value).__name__}({', '.join(_fields(value))})"
    if isinstance(value, tuple):
        inner = ", ".join(_value(each) for each in value)
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    return repr(value)


def _fields(value: msgspec.Struct) -> Iterable[str]:
    """Positional where the field is required, named otherwise."""
    for field in msgspec.structs.fields(type(value)):
        now = getattr(value, field.name)
        if field.required:
            yield _value(now)
        elif now != field.default:
            yield f"{field.name}={_value(now)}"


def _names(texts: Iterable[CardText]) -> Iterable[str]:
    for text in texts:
        yield from _names_in(text.abilities)


def _names_in(value: object) -> Iterable[str]:
    if isinstance(value, msgspec.Struct):
        if value in NAMED:
            yield NAMED[value]
            return
        yield type(value).__name__
        for name in value.__struct_fields__:
            yield from _names_in(getattr(value, name))
    elif isinstance(value, tuple):
        for each in value:
            yield from _names_in(each)
