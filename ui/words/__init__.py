"""Every sentence the dashboard shows, in one TOML file per language.

`say("question.age", seconds=4)` looks the sentence up and fills its slots. A translation is a
copy of `en.toml` under another name; what it lacks is said in English. `DICEREF_LANGUAGE`
chooses it.
"""

import os
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

ENGLISH = "en"


@cache
def sentences(language: str) -> Mapping[str, str]:
    """Every sentence of a language under its dotted name; empty when there is no such file."""
    source = files(__name__) / f"{language}.toml"
    if not source.is_file():
        return {}
    return dict(_flat("", tomllib.loads(source.read_text(encoding="utf-8"))))


def _flat(prefix: str, table: Mapping[str, Any]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for name, entry in table.items():
        if isinstance(entry, str):
            found.append((prefix + name, entry))
        else:
            found.extend(_flat(f"{prefix}{name}.", entry))
    return found


def has_sentence(name: str) -> bool:
    """Whether there is a sentence of this name."""
    return name in sentences(ENGLISH)


def say(sentence_name: str, /, **slots: object) -> str:
    """The sentence of this name in the user's language, with its slots filled."""
    language = os.environ.get("DICEREF_LANGUAGE", ENGLISH)
    sentence = sentences(language).get(sentence_name) or sentences(ENGLISH)[sentence_name]
    return sentence.format(**slots) if slots else sentence
