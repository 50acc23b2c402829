"""The dashboard: one Textual application around a source of tables."""

import gc
import sys
from asyncio import get_running_loop
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from typing import Any, ClassVar

from rich.segment import Segment
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.filter import LineFilter
from textual.screen import Screen

from ui.app.errors import UserError
from ui.app.table_model import Quit, TableSource
from ui.screens.address import AddressScreen
from ui.screens.confirm import ConfirmScreen
from ui.screens.help import HelpScreen
from ui.screens.pick import PickScreen
from ui.screens.table import TableScreen
from ui.screens.text_prompt import TextPromptScreen
from ui.screens.themes import FALLBACK, THEMES
from ui.widgets.graphics.terminal import Graphics
from ui.widgets.touch import TouchPanel
from words import say, translated

SWITCH_SECONDS = 0.0005
"""How long a busy thread may keep the interpreter from the screen; Python's own is ten times that,
which a redraw waits for several times over."""


class ObeysNothing(LineFilter):
    """What names hold never reaches the terminal as a command to it."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments without what a terminal would obey; they take no room on the screen."""
        del background
        return [
            segment
            if segment.control or segment.text.isprintable()
            else Segment(segment.text.translate(UNSEEN), segment.style)
            for segment in segments
        ]


UNSEEN = dict.fromkeys([*range(32), *range(127, 160)])
"""Control characters: none."""


class DiceRefApp(App[None]):
    """The table screen on a source: a running session, a practice game, a recorded one."""

    TITLE = say("DiceRef")
    CSS_PATH = "dashboard.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (96, "-medium"), (150, "-wide")]  # noqa: RUF012 - the toolkit's type
    VERTICAL_BREAKPOINTS = [(0, "-short"), (28, "-middling"), (44, "-tall")]  # noqa: RUF012 - the toolkit's type
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", say("Help"), key_display="?"),
        Binding("t", "next_theme", say("Theme"), show=False),
        Binding("l", "large_type", say("Large type")),
        # before any screen's own keys: a page that lies over the table must not keep people in
        Binding("ctrl+c,ctrl+q", "help_quit", say("Quit"), show=False, priority=True),
    ]

    def __init__(
        self,
        source: TableSource | None,
        *,
        theme: str = "felt",
        large: bool = False,
        touch: bool = False,
        first: Screen[None] | None = None,
    ) -> None:
        """`first`: the screen to begin with, when it is not the table of `source`.

        `touch`: there is no keyboard; what can be done can be done by finger.
        """
        super().__init__()
        self._first = first or (TableScreen(source) if source is not None else None)
        self._stack = ExitStack()
        self._told = self._address = ""
        self.ended_on: Sequence[int] = ()  # the signals that end it
        self.ended_by = 0  # the one that did
        self._filters.append(ObeysNothing())
        self.graphics = Graphics()  # what the terminal shows pictures by
        self.desk: Callable[[str, Callable[[str], None]], None] | None = None  # calls a judge
        self.companions: Callable[[TableSource], ExitStack] | None = None
        for own in THEMES:
            self.register_theme(own)
        self.animation_level = "none"  # nothing here is prettier for arriving late
        self.theme = theme if theme in self.available_themes else "felt"
        self.set_class(large, "-large-type")
        self._touch = touch
        self.set_class(touch, "-touch")

    def on_mount(self) -> None:
        """Switch threads often, so that the screen is drawn while another thread computes.

        A signal that ends the program leaves as a key does: the terminal is put right.
        """
        sys.setswitchinterval(SWITCH_SECONDS)
        for number in self.ended_on:
            get_running_loop().add_signal_handler(number, self._end, number)
        self._add_touch_keys(self.screen)

    def push_screen(self, screen: Any, *rest: Any, **named: Any) -> Any:
        """As the toolkit's; every screen gets its keys for fingers."""
        pushed = super().push_screen(screen, *rest, **named)
        self._add_touch_keys(screen)
        return pushed

    def _add_touch_keys(self, screen: Screen[Any]) -> None:
        if self._touch:
            screen.call_after_refresh(screen.mount, TouchPanel())

    def _end(self, number: int) -> None:
        self.ended_by = number
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen):
                screen.source.send(Quit())
        self.exit()

    def on_table_screen_opened(self, event: TableScreen.Opened) -> None:
        """Voice and browser window, where they were asked for, follow this table."""
        if self.companions is None:
            return
        try:
            self._stack.enter_context(self.companions(event.source))
        except UserError as error:
            self.notify(translated(str(error)), severity="error", timeout=20)

    def on_judge_wanted(self) -> None:
        """Ask what for, then tell the desk; what it says comes from another thread."""
        desk = self.desk
        if desk is None:
            self.notify(
                say("This table is at no tournament desk: diceref play --desk CODE."), timeout=8
            )
            return

        def typed(text: str | None) -> None:
            if text:
                desk(text, self.tell)

        self.push_screen(
            TextPromptScreen(say("What is the judge wanted for? (Enter calls)")), typed
        )

    def ask_result(self, confirm: Callable[[str], None], text: str, players: Sequence[str]) -> None:
        """Each player says whether the result is so; called from any thread."""

        def ask(player: str) -> None:
            def decided(yes: bool | None) -> None:
                if yes:
                    confirm(player)
                else:
                    self.notify(
                        say("Call a judge (J): the desk waits for both players."), timeout=20
                    )

            self.push_screen(
                ConfirmScreen(say("{name}: {text}. Is that so?", name=player, text=text)), decided
            )

        for player in players:
            self.call_later(ask, player)

    def dismiss_companions(self) -> None:
        """Voice and browser window end."""
        self._stack.close()

    def tell(self, sentence: str, address: str = "") -> None:
        """Show a sentence for a while, from any thread; the palette brings it back.

        It then shows the page's `address` as a QR code too.
        """
        self._told, self._address = sentence, address
        self.call_later(self._show_told)

    def _show_told(self) -> None:
        """One line on the table, which goes away by itself."""
        words = self._told
        if self._address:
            words = f"{words}  {say('B: the QR code.')}"
        tables = [screen for screen in self.screen_stack if isinstance(screen, TableScreen)]
        if tables:
            tables[-1].show_status(words)
        else:
            self.notify(words, timeout=20, markup=False)

    def on_ready(self) -> None:
        """Exempt what is loaded by now from garbage collection, which would delay a key."""
        gc.collect()
        gc.freeze()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own colours, for themes that do not name them."""
        return dict(FALLBACK)

    def get_default_screen(self) -> Screen[None]:
        """The table, or the screen that was asked for."""
        return self._first or super().get_default_screen()

    def action_command_palette(self) -> None:
        """Everything by name: searched by letters, or a list for a finger."""
        if not self._touch:
            super().action_command_palette()
            return
        commands = list(self.get_system_commands(self.screen))

        def picked(index: int | None) -> None:
            if index is not None:
                commands[index].callback()

        titles = [command.title for command in commands]
        self.push_screen(PickScreen(say("All there is"), titles), picked)

    def action_help(self) -> None:
        """All keys on one page."""
        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.screen))

    def action_next_theme(self) -> None:
        """The next of our own themes."""
        names = [own.name for own in THEMES]
        at = names.index(self.theme) if self.theme in names else -1
        self.use_theme(names[(at + 1) % len(names)])

    def use_theme(self, name: str) -> None:
        """Change the colours and say so."""
        self.theme = name
        self.notify(say("Theme: {name}", name=name), timeout=2)

    def action_help_quit(self) -> None:
        """Ctrl+C, Ctrl+Q: a table asks first, as for every way to leave; twice always leaves."""
        tables = [screen for screen in self.screen_stack if isinstance(screen, TableScreen)]
        if tables and self.screen is tables[-1]:
            tables[-1].action_leave()
        else:
            for table in tables:
                table.source.send(Quit())
            self.exit()

    def action_large_type(self) -> None:
        """Readable from across the room, or everything at once."""
        self.toggle_class("-large-type")

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Everything a key does, by name."""
        yield SystemCommand(say("Help"), say("All keys on one page"), self.action_help)
        yield SystemCommand(
            say("Large type on or off"),
            say("Readable from across the room"),
            self.action_large_type,
        )
        for own in THEMES:
            yield SystemCommand(
                say("Theme: {name}", name=own.name),
                say("Change the colours"),
                self._theme_setter(own.name),
            )
        if self._told:
            yield SystemCommand(
                say("Browser: address, codes and QR code"),
                say("Where a phone finds this table"),
                self._show_address,
            )
        if isinstance(screen, TableScreen):
            yield from screen.commands()

    def on_table_screen_address_asked(self) -> None:
        """The page's address as a QR code."""
        self._show_address()

    def _show_address(self) -> None:
        if not self._told:
            self.notify(
                say(
                    "Nothing is shown in a browser: start with --serve 0.0.0.0 for every phone "
                    "in the house."
                ),
                timeout=8,
                markup=False,
            )
        elif self._address:
            self.push_screen(AddressScreen(self._told, self._address))
        else:
            self._show_told()

    def _theme_setter(self, name: str) -> Callable[[], None]:
        return lambda: self.use_theme(name)
