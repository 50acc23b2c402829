"""Which language the program speaks: asked for, set, or that of the system."""

import os
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from ui.app.errors import UserError
from ui.app.settings import read_settings
from words import choose_language, has_language, languages, ntr, tr, wanted_language

OF_ARGPARSE: Final = (
    tr("usage: "),
    tr("argument %(argument_name)s: %(message)s"),
    tr("unknown parser %(parser_name)r (choices: %(choices)s)"),
    tr("positional arguments"),
    tr("options"),
    tr("show this help message and exit"),
    tr("unrecognized arguments: %s"),
    tr("not allowed with argument %s"),
    tr("ignored explicit argument %r"),
    tr("the following arguments are required: %s"),
    tr("one of the arguments %s is required"),
    tr("expected one argument"),
    tr("expected at most one argument"),
    tr("expected at least one argument"),
    tr("ambiguous option: %(option)s could match %(matches)s"),
    tr("invalid %(type)s value: %(value)r"),
    tr("invalid choice: %(value)r (choose from %(choices)s)"),
    ntr("expected %s argument", "expected %s arguments", 2),
    tr("show program's version number and exit"),
)
"""What argparse says itself, and looks up itself: it stands here to be gathered."""


def speak_as_wanted(words: Sequence[str]) -> None:
    """Choose the language before anything is said: help texts are made as the commands load.

    `--language`, then the setting, then the system's. Raises `UserError` when there is none such.
    """
    choose_language(wanted_language(os.environ))
    asked = _asked_for(words)
    code = (_set() if asked is None else asked).strip().lower()
    if not code and asked is None:
        return
    if not has_language(code):
        known = ", ".join(languages())
        raise UserError(
            tr("there is no language '{code}'; there are {known}.", code=code, known=known)
        )
    choose_language(code)


def _set() -> str:
    """The setting; "" when it is empty, or when the settings cannot be read, which others say."""
    try:
        return read_settings().language
    except UserError:
        return ""


def _asked_for(words: Sequence[str]) -> str | None:
    """What stands after `--language`; None when it is not there."""
    asked = None
    for word, following in zip_longest(words, words[1:], fillvalue=""):
        if word == "--language":
            asked = following
        elif word.startswith("--language="):
            asked = word.partition("=")[2]
    return asked
