"""Which languages there are, and which one is spoken here and now."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations, bindtextdomain, find, textdomain, translation
from pathlib import Path
from typing import Final

ENGLISH: Final = "en"
DOMAIN: Final = "diceref"
LOCALE: Final = Path(__file__).parent / "locale"

_here: ContextVar[str] = ContextVar("language", default="")
_of_the_program = ENGLISH


@cache
def languages() -> tuple[str, ...]:
    """Every language that can be chosen, English first."""
    others = sorted(path.parts[-3] for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (ENGLISH, *others)


def has_language(code: str) -> bool:
    """Whether sentences can be said in this language."""
    return code in languages()


def language() -> str:
    """The language spoken here: that of the person who is being answered, or the program's."""
    return _here.get() or _of_the_program


def choose_language(code: str) -> None:
    """From now on the program speaks this language; so do the processes that it starts.

    They find it in `LANGUAGE`, as does argparse, which has words of its own.
    """
    global _of_the_program  # noqa: PLW0603 - one person sits before one program
    _of_the_program = code
    os.environ["LANGUAGE"] = code
    bindtextdomain(DOMAIN, str(LOCALE))
    textdomain(DOMAIN)


@contextmanager
def in_language(code: str) -> Iterator[None]:
    """Speak a language to one person, whatever the program speaks to others."""
    before = _here.set(code)
    try:
        yield
    finally:
        _here.reset(before)


def wanted_language(environment: Mapping[str, str]) -> str:
    """The language of the system's settings (`LC_ALL`, `LC_MESSAGES`, `LANG`), or English."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wanted in environment.get(name, "").split(":"):
            code = wanted.partition(".")[0].partition("_")[0].lower()
            if code in ("c", "posix"):
                return ENGLISH
            if has_language(code):
                return code
        if environment.get(name) and name != "LANGUAGE":
            return ENGLISH
    return ENGLISH


@cache
def catalogue(code: str) -> NullTranslations:
    """The words of a language; what it lacks is said in English."""
    if code == ENGLISH or find(DOMAIN, LOCALE, [code]) is None:
        return NullTranslations()
    return translation(DOMAIN, LOCALE, [code])
