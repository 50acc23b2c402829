"""Pages and scripts in the language that the program speaks.

A script says `say("Turn {turn}", { turn })`; what is written on a page stands there in English.
Both are served with the words of the catalogue in their place: no page waits for a dictionary.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Final

from words import in_language, language, tr, translated

IN_A_SCRIPT: Final = re.compile(r'\bsay\("((?:[^"\\]|\\.)*)"')
ON_A_PAGE: Final = re.compile(
    r'(>)([^<>]*[A-Za-z]{2}[^<>]*)(<)|(\b(?:alt|aria-label|placeholder|title)=")([^"]+)(")'
)
LANGUAGE_OF_PAGE: Final = '<html lang="en">'


def said_in_script(script: str) -> Iterator[str]:
    """What a script says, in English."""
    return (json.loads(f'"{found}"') for found in IN_A_SCRIPT.findall(script))


def said_on_page(page: str) -> Iterator[str]:
    """What stands on a page, in English: its texts, and what screen readers say."""
    for found in ON_A_PAGE.finditer(page):
        yield (found[2] or found[5]).strip()


def script_in(script: str) -> str:
    """The script with its sentences in the language spoken here."""

    def said(found: re.Match[str]) -> str:
        words = translated(tr(json.loads(f'"{found[1]}"')))
        return f"say({json.dumps(words, ensure_ascii=False)}"

    return IN_A_SCRIPT.sub(said, script)


def page_in(page: str) -> str:
    """The page with its texts in the language spoken here, and said to be in it."""

    def said(found: re.Match[str]) -> str:
        before, text, after = found.groups()[:3] if found[2] else found.groups()[3:]
        return before + text.replace(text.strip(), translated(tr(text.strip()))) + after

    return ON_A_PAGE.sub(said, page).replace(LANGUAGE_OF_PAGE, f'<html lang="{language()}">')


def served(name: str) -> bytes:
    """A file of the pages, by its path in `ui`, in the language spoken here."""
    return _served(name, language())


@cache
def _served(name: str, spoken: str) -> bytes:
    content = files("ui").joinpath(name).read_bytes()
    with in_language(spoken):
        if name.endswith(".js"):
            return script_in(content.decode()).encode()
        return page_in(content.decode()).encode() if name.endswith(".html") else content
