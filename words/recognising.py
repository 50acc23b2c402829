"""Sentences that only a file holds, known again by their templates.

A record keeps questions and fouls as English strings. Whoever reads it in another language is shown
what the catalogue says of the template that makes such a string; what none makes stays English.
"""

import re
import struct
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from gettext import find
from pathlib import Path
from string import Formatter
from typing import Final, NamedTuple

from words.languages import DOMAIN, ENGLISH, LOCALE, language
from words.text import Text, joined, ntr, ptr, tr

LEAST_LETTERS: Final = 5
"""Of its own a template must have, or what fills it must be known too, as in `{name}'s {zone}`."""

DEEPEST: Final = 4
"""Sentences within sentences."""


class _Form(NamedTuple):
    letters: int
    pattern: re.Pattern[str]
    template: str
    context: str
    one: str  # what a sentence for several is for one
    specs: Mapping[str, str]


def recognised(sentence: str) -> Text:
    """The sentence as a text, as far as templates are known that make it."""
    if isinstance(sentence, Text):
        return sentence
    if language() == ENGLISH or not sentence:
        return Text(sentence)
    return _known(language(), sentence, 0) or _in_parts(sentence)


def _in_parts(sentence: str) -> Text:
    """Several sentences, or clauses, one after the other."""
    if sentence.endswith(".") and (said := _known(language(), sentence[:-1], 0)):
        return said + "."
    who, _, what = sentence.partition(": ")
    if said := _known(language(), what, 0):
        return f"{who}: " + said
    for between in (" ", "; "):
        parts = re.split(r"(?<=[.!?]) " if between == " " else between, sentence)
        told = [_known(language(), part, 0) for part in parts]
        if all(told):
            return joined(between, (part or "" for part in told))
    return Text(sentence)  # half of it in another language would read worse


@lru_cache(maxsize=4096)
def _known(spoken: str, sentence: str, depth: int) -> Text | None:
    forms = _forms(spoken)
    words = {"", *(word.lower() for word in re.findall(r"[A-Za-z]+", sentence))}
    near = [form for word in words for form in forms.get(word, ())]
    for form in sorted(near, key=lambda form: -form.letters):
        found = form.pattern.fullmatch(sentence)
        if found is not None and (text := _filled(form, found, spoken, depth)) is not None:
            return text
    return None


def _filled(form: _Form, found: re.Match[str], spoken: str, depth: int) -> Text | None:
    slots: dict[str, object] = {}
    for name, value in found.groupdict().items():
        try:
            slots[name] = float(value) if form.specs[name] else value
        except ValueError:
            return None
        if not form.specs[name] and depth < DEEPEST:
            known = _known(spoken, value, depth + 1)
            slots[name] = known or value
            if known is None and re.search(r"[.!?] |; ", value):
                return None  # the end of another sentence
    if slots and form.letters < LEAST_LETTERS and not any(map(_is_a_word, slots.values())):
        return None
    if form.one:
        count = str(slots.pop("count", ""))
        return ntr(form.one, form.template, int(count), **slots) if count.isdecimal() else None
    if form.context:
        return ptr(form.context, form.template, **slots)
    return tr(form.template, **slots)


def _is_a_word(value: object) -> bool:
    """Whether this is a text of the catalogue with nothing to fill in."""
    return isinstance(value, Text) and not getattr(value, "slots", True)


@cache
def _forms(spoken: str) -> Mapping[str, tuple[_Form, ...]]:
    """The templates of the catalogue, each under the longest word of its own."""
    found: dict[str, list[_Form]] = {}
    for context, one, template in _templates(spoken):
        try:
            pattern, specs = _pattern(template)
        except (ValueError, re.error):
            continue  # of argparse, or with braces of its own
        own = re.findall(r"[A-Za-z]+", re.sub(r"\{[^}]*\}", " ", template))
        form = _Form(sum(map(len, own)), pattern, template, context, one, specs)
        found.setdefault(max(own, key=len, default="").lower(), []).append(form)
    return {word: tuple(forms) for word, forms in found.items()}


def _templates(spoken: str) -> Iterator[tuple[str, str, str]]:
    """Context, template for one, template; gettext itself does not list them."""
    content = Path(find(DOMAIN, LOCALE, [spoken]) or "").read_bytes()
    _, _, count, begin = struct.unpack("<4I", content[:16])
    for at in range(begin, begin + 8 * count, 8):
        length, offset = struct.unpack("<2I", content[at : at + 8])
        context, _, key = content[offset : offset + length].decode().rpartition("\x04")
        one, _, several = key.partition("\x00")
        if one:
            yield context, "", one
        if several:
            yield context, one, several


def _pattern(template: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """What a template's sentences look like, and how its slots are written."""
    told, specs = "", dict[str, str]()
    if not re.search("[A-Za-z]", re.sub(r"\{[^}]*\}", "", template)):
        raise ValueError(template)  # it would be known in anything
    for literal, name, spec, conversion in Formatter().parse(template):
        apart = bool(literal) or not told
        told += re.escape(literal)
        if name is None:
            continue
        if conversion or not name.isidentifier() or not apart:
            raise ValueError(template)  # nobody can tell what fills which
        told += f"(?P={name})" if name in specs else f"(?P<{name}>.+?)"
        specs[name] = spec or ""
    return re.compile(told, re.DOTALL), specs
