"""Shell completion by shtab, from the parser itself so that it never lags behind.

The parser is told here what it does not need to know when it parses: which options take a file,
and which words an option takes that lets the program itself say what is wrong with others.
"""

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import shtab

from calibration.mats import MATS
from rules.registry import games
from ui.screens.themes import THEMES

SHELLS: Final = ("bash", "zsh", "fish")

SPELLED: Final[Mapping[str, tuple[str, ...]]] = {
    "--game": tuple(games()),
    "--format": tuple(
        dict.fromkeys(each for name, game in games().items() for each in game.family.formats(name))
    ),
    "--mat": (*MATS, "own"),
    "--theme": tuple(theme.name for theme in THEMES),
}
"""What may follow an option whose words the program checks by itself."""

NO_FILES: Final = frozenset(
    {
        "query",
        "die",
        "event",
        "table",
        "match",
        "witness",
        "table_key",
        "first",
        "where",
        "csv",
        "exchange",
        "serve",
        "seal",
    }
)
"""Arguments that take any text and no file: a card's name, a match's."""

ZSH_SETTING_UP: Final = "(( $+functions[compdef] )) || { autoload -U +X compinit && compinit }"
"""Loads zsh's completion where nobody has yet."""


def completion_script(shell: str, parser: argparse.ArgumentParser) -> str:
    """The completion script for `bash`, `zsh` or `fish`. The parser is of no other use after."""
    for action in _actions(parser):
        _describe(action)
    return shtab.complete(parser, shell, preamble=ZSH_SETTING_UP if shell == "zsh" else "")


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Every argument of a command and of those below it."""
    for action in parser._actions:  # noqa: SLF001 - argparse shows its actions nowhere else
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - the same
            for child in action.choices.values():
                yield from _actions(child)
        else:
            yield action


def _describe(action: Any) -> None:
    """Say what completes an argument: words, a file, or nothing."""
    words = next((SPELLED[name] for name in action.option_strings if name in SPELLED), ())
    if action.choices or words:
        action.choices = [word for word in action.choices or words if " " not in str(word)]
    elif action.nargs != 0 and action.type in {None, str, Path} and action.dest not in NO_FILES:
        action.complete = shtab.FILE
