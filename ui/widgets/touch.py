"""For fingers: the keys of the screen as large buttons, and letters where something is typed.

What a key does on a screen stands in its bindings, so a finger can do whatever a key can. Each
button is three cells high.
"""

from typing import Any, Final

from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Spacing
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.visual import Padding, Visual
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from words import say

ACROSS: Final = 8
"""Keys side by side: 12 cells each in 100 columns."""

FIRST: Final = ("allow_foul", "more_answers")
"""Actions that somebody waits for."""

NOT_SHOWN: Final = ("answer", "focus", "help_quit", "copy_text")
"""Answers are tapped themselves, no panel has to be chosen, and leaving has a key already."""

ROOM: Final = Spacing(1, 0, 1, 0)
"""Cells above and below a line that is tapped."""

LETTERS: Final = (
    ("1234567890", "qwertyuiop", "asdfghjkl'", "zxcvbnm,.-"),
    ("1234567890", "QWERTYUIOP", "ASDFGHJKL'", "ZXCVBNM,.-"),
    ("!?+*/=%&#@", "äöüßéèàñçå", "ÄÖÜÉÈÀÑÇÅ_", '()[]<>:;"\\'),
)
"""What can be typed, page by page."""


class TapList(OptionList):
    """A list whose lines are as high as a finger needs, where there is no keyboard."""

    def _get_visual(self, option: Option) -> Visual:
        visual = super()._get_visual(
            option
        )  # the toolkit counts no padding of its own above a line
        return Padding(visual, ROOM) if self.app.has_class("-touch") else visual


class TouchKey(Static):
    """A key or a letter; a tap presses it. Without a key it shows the next page."""

    class TurnPage(Message):
        """More keys are wanted."""

    def __init__(self, words: str, key: str = "", letter: str | None = None) -> None:
        super().__init__(words, markup=False, classes="touch-key")
        self._key, self._letter = key, letter

    def on_click(self, event: events.Click) -> None:
        """Press it."""
        event.stop()
        if self._key:
            self.app.post_message(events.Key(self._key, self._letter))
        else:
            self.post_message(self.TurnPage())


class KeyRow(Horizontal):
    """The keys that mean something on this screen now."""

    page = reactive(0, recompose=True)

    def on_mount(self) -> None:
        """Keys come and go."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, screen: Screen[Any]) -> None:
        if self.is_attached and screen is self.screen:
            self.call_after_refresh(self.recompose)

    def compose(self) -> ComposeResult:
        """One page of them."""
        keys = self._keys()
        room = ACROSS if len(keys) <= ACROSS else ACROSS - 1
        pages = max(1, -(-len(keys) // room))
        start = self.page % pages * room
        yield from (TouchKey(words, key) for key, words in keys[start : start + room])
        if pages > 1:
            yield TouchKey("…")

    def _keys(self) -> list[tuple[str, str]]:
        """Key and meaning: what somebody waits for, what the foot of the screen says, the rest."""
        found: dict[str, tuple[int, str, str]] = {}
        for owner, binding, enabled, _ in self.screen.active_bindings.values():
            action = binding.action.rpartition(".")[2]
            if not (enabled and binding.description and isinstance(owner, Screen | App)):
                continue
            if action.startswith(NOT_SHOWN):
                continue
            rank = 0 if action in FIRST else 1 if binding.show else 2
            words = say("All there is") if action == "command_palette" else binding.description
            found.setdefault(action, (rank, binding.key, words))
        return [(key, words) for _, key, words in sorted(found.values(), key=lambda one: one[0])]

    def on_touch_key_turn_page(self, event: TouchKey.TurnPage) -> None:
        """The next page, or the first again."""
        event.stop()
        self.page += 1


class Keyboard(Vertical):
    """Letters, shown while something is to be typed."""

    page = reactive(0, recompose=True)

    def on_mount(self) -> None:
        """It comes with the field that is typed into."""
        self.watch(self.screen, "focused", self._typing)

    def _typing(self) -> None:
        typed = getattr(self.screen, "TYPED", False) or isinstance(self.screen.focused, Input)
        self.display = typed

    def compose(self) -> ComposeResult:
        """Four rows of letters; the last one ends in what is no letter."""
        for row in LETTERS[self.page % len(LETTERS)]:
            with Horizontal(classes="touch-row"):
                yield from (TouchKey(letter, letter, letter) for letter in row)
        with Horizontal(classes="touch-row"):
            yield TouchKey("⇧")
            yield TouchKey(say("Space"), "space", " ")
            yield TouchKey("⌫", "backspace")
            yield TouchKey(say("Enter"), "enter")

    def on_touch_key_turn_page(self, event: TouchKey.TurnPage) -> None:
        """Capitals, then signs, then small letters again."""
        event.stop()
        self.page += 1


class TouchPanel(Vertical):
    """Below every screen where there are no keys."""

    def compose(self) -> ComposeResult:
        """Letters, then keys."""
        yield Keyboard()
        yield KeyRow()
