"""Sentences that can still be said in another language.

A `Text` is a string, and what it holds is English: it is compared, searched and hashed like any
other. It also keeps what it was made of, so that it can be said anew in the words of a catalogue.
Slicing or formatting one gives a plain string, which stays English: use `+`, `joined`, `capital`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from gettext import NullTranslations
from typing import Any, Final, Self


class Text(str):
    """An English string that knows how it is said in other languages; this one in none."""

    __slots__ = ()

    def said(self, catalogue: NullTranslations) -> str:  # noqa: ARG002 - others need it
        """In the words of a catalogue."""
        return str.__str__(self)

    def filled(self, slots: Mapping[str, object]) -> Text:  # noqa: ARG002 - others need it
        """With the slots filled that were left open; this one has none."""
        return self

    def __str__(self) -> str:
        return self  # an error's `str(error)` is still a text

    def removeprefix(self, prefix: str, /) -> Text:
        """Without what it begins with, in any language in which it begins so."""
        return _Trimmed(self, prefix, "") if self.startswith(prefix) else self

    def removesuffix(self, suffix: str, /) -> Text:
        """Without what it ends with, in any language in which it ends so."""
        return _Trimmed(self, "", suffix) if self.endswith(suffix) else self

    def __add__(self, after: str) -> Text:
        return _Joined("", (self, after)) if after else self

    def __radd__(self, before: str) -> Text:
        return _Joined("", (before, self)) if before else self

    def __reduce__(self) -> tuple[Any, ...]:
        return (Text, (str.__str__(self),))


class _Sentence(Text):
    """A template of the catalogue and what fills its slots."""

    __slots__ = ("context", "slots", "template")
    template: str
    slots: Mapping[str, object]
    context: str

    def __new__(cls, template: str, slots: Mapping[str, object], context: str = "") -> Self:
        self = str.__new__(cls, template.format_map(slots) if slots else template)
        self.template, self.slots, self.context = template, slots, context
        return self

    def said(self, catalogue: NullTranslations) -> str:
        if self.context:
            template = catalogue.pgettext(self.context, self.template)
        else:
            template = catalogue.gettext(self.template) if self.template else ""
        return template.format_map(_said(self.slots, catalogue)) if self.slots else template

    def filled(self, slots: Mapping[str, object]) -> Text:
        return _Sentence(self.template, {**self.slots, **slots}, self.context)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.template, self.slots, self.context))


class _Counted(Text):
    """A template for one and one for several."""

    __slots__ = ("many", "number", "one", "slots")
    one: str
    many: str
    number: int
    slots: Mapping[str, object]

    def __new__(cls, one: str, many: str, number: int, slots: Mapping[str, object]) -> Self:
        self = str.__new__(cls, (one if number == 1 else many).format_map(slots))
        self.one, self.many, self.number, self.slots = one, many, number, slots
        return self

    def said(self, catalogue: NullTranslations) -> str:
        template = catalogue.ngettext(self.one, self.many, self.number)
        return template.format_map(_said(self.slots, catalogue))

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.one, self.many, self.number, self.slots))


class _Joined(Text):
    """Parts with something between them."""

    __slots__ = ("between", "parts")
    between: str
    parts: tuple[str, ...]

    def __new__(cls, between: str, parts: tuple[str, ...]) -> Self:
        self = str.__new__(cls, between.join(parts))
        self.between, self.parts = between, parts
        return self

    def said(self, catalogue: NullTranslations) -> str:
        return _in_words(self.between, catalogue).join(_in_words(p, catalogue) for p in self.parts)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.between, self.parts))


class _Trimmed(Text):
    """A text without what it begins or ends with."""

    __slots__ = ("prefix", "suffix", "text")
    text: Text
    prefix: str
    suffix: str

    def __new__(cls, text: Text, prefix: str, suffix: str) -> Self:
        self = str.__new__(cls, plain(text).removeprefix(prefix).removesuffix(suffix))
        self.text, self.prefix, self.suffix = text, prefix, suffix
        return self

    def said(self, catalogue: NullTranslations) -> str:
        return self.text.said(catalogue).removeprefix(self.prefix).removesuffix(self.suffix)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.text, self.prefix, self.suffix))


class _Rewritten(Text):
    """A text to which something is done in every language."""

    __slots__ = ("change", "text")
    text: Text
    change: Callable[[str], str]

    def __new__(cls, text: Text, change: Callable[[str], str]) -> Self:
        self = str.__new__(cls, change(plain(text)))
        self.text, self.change = text, change
        return self

    def said(self, catalogue: NullTranslations) -> str:
        return self.change(self.text.said(catalogue))


class _Capital(Text):
    """A text as a sentence begins."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> Self:
        self = str.__new__(cls, text[:1].upper() + text[1:])
        self.text = text
        return self

    def said(self, catalogue: NullTranslations) -> str:
        whole = _in_words(self.text, catalogue)
        return whole[:1].upper() + whole[1:]

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.text,))


def _in_words(text: str, catalogue: NullTranslations) -> str:
    return text.said(catalogue) if isinstance(text, Text) else text


def _said(slots: Mapping[str, object], catalogue: NullTranslations) -> Mapping[str, object]:
    """What fills the slots; what has a text as its string, as an error has, is said by that."""
    said = {}
    for name, value in slots.items():
        text = value if isinstance(value, str | int | float) else str(value)
        said[name] = text.said(catalogue) if isinstance(text, Text) else value
    return said


NOTHING: Final = Text("")


def tr(template: str, /, **slots: object) -> Text:
    """A sentence of the catalogue. Braces in `template` are slots when there are `slots`."""
    return _Sentence(template, slots)


def ptr(context: str, template: str, /, **slots: object) -> Text:
    """A word that means several things in English; `context` says which."""
    return _Sentence(template, slots, context)


def ntr(one: str, many: str, count: int, /, **slots: object) -> Text:
    """A sentence for one and one for several; `{count}` is filled in."""
    return _Counted(one, many, count, {"count": count, **slots})


def joined(between: str, parts: Iterable[str]) -> Text:
    """The parts with `between` between them, itself perhaps a text: `tr(" and ")`."""
    return _Joined(between, tuple(parts))


def capital(text: str) -> Text:
    """The text as a sentence begins."""
    return _Capital(text)


def rewritten(text: Text, change: Callable[[str], str]) -> Text:
    """The text with something done to it in every language, as naming what has a number."""
    return _Rewritten(text, change)


def name_of(word: str) -> Text:
    """What is the same in every language: a person's name, a card's title, a number, a path."""
    return Text(word)


def as_text(word: str) -> Text:
    """What may be a text already; if it is none, what is the same in every language."""
    return word if isinstance(word, Text) else Text(word)


def plain(word: str) -> str:
    """The English string alone, for files and other programs."""
    return str.__str__(word)
