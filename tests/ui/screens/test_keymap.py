"""A key means one thing on all screens, and help says the same as the line below."""

import importlib
import pkgutil
from collections import defaultdict

import pytest
from textual.binding import Binding
from textual.screen import Screen

import ui.screens
from ui.screens.app import DiceRefApp
from ui.screens.help import bindings_of
from ui.widgets.panels import OffersPanel
from words import say

MOVES_ABOUT = {
    "enter", "escape", "tab", "up", "down", "left", "right", "home", "end", "backspace",
    "delete", "f5", "ctrl+s",
}  # fmt: skip
"""Keys that every program has: to move, to take what is shown (F5), to leave."""


def _made_in(one, module):
    return one.__module__ == module.__name__


def owners():
    for module in pkgutil.iter_modules(ui.screens.__path__):
        found = importlib.import_module(f"ui.screens.{module.name}")
        for one in vars(found).values():
            if (
                isinstance(one, type)
                and issubclass(one, Screen)
                and one.__module__ == found.__name__
            ):
                yield one
    yield from (OffersPanel, DiceRefApp)


def meanings():
    told = defaultdict(lambda: defaultdict(set))
    for owner in owners():
        for binding in vars(owner).get("BINDINGS", ()):
            assert isinstance(binding, Binding)
            for key in binding.key.split(","):
                told[key.strip()][binding.description].add(owner.__name__)
    return told


CLOSES = {say("Quit"), say("Close")}
"""Q leaves: the table by its question, a page at once."""


@pytest.mark.parametrize("key", sorted(set(meanings()) - MOVES_ABOUT))
def test_a_key_means_one_thing_on_all_screens(key):
    said = {"close" if words in CLOSES else words for words in meanings()[key]}
    if key in {"i", "b", "W"}:  # the page that it opens is closed by it, too
        said.discard("close")
    if key in {"question_mark", "f1"}:
        said.discard("close")
    assert len(said) == 1, {words: sorted(where) for words, where in meanings()[key].items()}


def test_help_names_every_key_of_every_screen():
    for owner in owners():
        told = " ".join(f"{keys} {meaning}" for keys, meaning in bindings_of(owner))
        for binding in vars(owner).get("BINDINGS", ()):
            if not binding.action.startswith("answer("):
                assert binding.description in told, (owner, binding)
