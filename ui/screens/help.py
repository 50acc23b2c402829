"""All keys on one page, made from the bindings themselves."""

import re
from itertools import chain
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.dom import DOMNode
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from ui.widgets.panels import OffersPanel
from words import say, tr


class HelpScreen(ModalScreen[None]):
    """What every key does on the screen it was opened from."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,f1,q", "dismiss", say("Close")),
    ]

    def __init__(self, about: Screen[object]) -> None:
        super().__init__()
        self._about = about

    def compose(self) -> ComposeResult:
        """The keys of that screen and of the application."""
        with VerticalScroll(id="help") as page:
            page.border_title = say("Keys")
            yield Static(self._page(), markup=False)

    def _page(self) -> Text:
        page = Text(getattr(self._about, "INTRO", say("What each key does here.")) + "\n")
        played = getattr(self._about, "LIVE", True)  # in a record nothing of the list can be done
        lists = self._about.query(OffersPanel).results() if played else ()
        chapters = (
            (tr("On this screen"), [*lists, self._about]),
            (tr("Everywhere"), [self.app]),
        )
        told: set[tuple[str, str]] = set()
        for title, owners in chapters:
            page.append(f"\n{say(title)}\n", style="bold underline")
            for keys, meaning in chain.from_iterable(map(bindings_of, owners)):
                if (keys, meaning) in told:  # a screen may keep a key of the application's out
                    continue  # of its footer, and names it for that
                told.add((keys, meaning))
                page.append(f"  {keys:<11} ", style="bold")
                page.append(f"{meaning}\n")
        page.append(
            "\n"
            + say(
                "Everything here can also be clicked, tapped, or found in the command "
                "palette (Ctrl+P)."
            )
            + "\n"
            + say("Esc or ? closes this page.")
        )
        return page


def bindings_of(owner: DOMNode | type[DOMNode]) -> list[tuple[str, str]]:
    """The keys of a screen, a list or the application; those that mean the same on one line.

    What this screen can never do is left out; at a table keys come and go with what happens.
    """
    come_and_go = getattr(owner, "KEYS_COME_AND_GO", False)
    found: dict[str, tuple[list[str], str]] = {}
    for binding in getattr(owner, "BINDINGS", ()):
        if not isinstance(binding, Binding):
            continue
        if not (come_and_go or _can(owner, binding.action)):
            continue
        action, meaning = binding.action, binding.description
        if action.startswith("answer("):
            action, meaning = "answer", say("Answer the question")
        keys, _ = found.setdefault(meaning, ([], meaning))
        keys.extend(_key_name(key) for key in binding.key.split(","))
    return [(_folded(keys), meaning) for keys, meaning in found.values()]


def _can(owner: DOMNode | type[DOMNode], action: str) -> bool:
    return isinstance(owner, type) or owner.check_action(action, ()) is not False


_SIGNS: Final = {
    "question_mark": "?",
    "slash": "/",
    "plus": "+",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "enter": "Enter",
    "tab": "Tab",
    "escape": "Esc",
    "space": "Space",
    "home": "Home",
    "end": "End",
    "delete": "Del",
    "backspace": "Backspace",
}


def _key_name(key: str) -> str:
    if re.fullmatch(r"f\d+", key):
        return key.upper()
    if key.startswith("ctrl+"):
        return f"Ctrl+{key.removeprefix('ctrl+').upper()}"
    return _SIGNS.get(key, key)


def _folded(keys: list[str]) -> str:
    return f"{keys[0]}-{keys[-1]}" if len(keys) > 3 else ", ".join(keys)
