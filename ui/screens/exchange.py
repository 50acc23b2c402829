"""Between two games of a match: each player in turn exchanges dice, in secret."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Footer, SelectionList, Static
from textual.widgets.selection_list import Selection

from rules.core.family import Exchanges
from rules.core.set_up import Player
from ui.app.errors import UserError
from ui.app.match import exchanged
from words import say, tr, translated


class ExchangeScreen(Screen[None]):
    """One player after the other ticks what goes out and what comes in; nobody sees the other's."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "f5,ctrl+s", "done", say("Exchange what is ticked"), key_display="F5", priority=True
        ),
    ]

    def __init__(self, players: Sequence[Player], exchanges: Exchanges) -> None:
        super().__init__()
        self.players = tuple(players)
        self._exchanges = exchanges
        self._seat = -1

    @property
    def finished(self) -> bool:
        """Whether every player has decided; otherwise the screen was left before."""
        return self._seat == len(self.players)

    def compose(self) -> ComposeResult:
        """The set on the left, the side set on the right."""
        yield Static(id="exchange-title", markup=False)
        with Horizontal(id="exchange"):
            yield SelectionList[str](id="exchange-out")
            yield SelectionList[str](id="exchange-in")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """The first player who has a side set begins."""
        self._next_player()

    def _next_player(self) -> None:
        self._seat = next(
            (seat for seat in range(self._seat + 1, len(self.players)) if self.players[seat].aside),
            len(self.players),
        )
        if self._seat == len(self.players):
            self.app.exit()
            return
        player = self.players[self._seat]
        self.query_one("#exchange-title", Static).update(
            say(
                " {name}: exchange dice with your side set, in secret. Space ticks, F5 when done.",
                name=player.name,
            )
        )
        for name, written in (("#exchange-out", player.brings), ("#exchange-in", player.aside)):
            choices = self.query_one(name, SelectionList)
            choices.clear_options()
            choices.add_options(
                Selection(die.replace("-", " "), f"{number}:{die}")
                for number, die in enumerate(self._exchanges.pieces(written))
            )
            choices.highlighted = 0
            choices.border_title = say(
                tr("out of the set") if name.endswith("out") else tr("out of the side set")
            )
        self.query_one("#exchange-out").focus()

    def action_done(self) -> None:
        """Exchange what is ticked, or say why not."""
        out, into = (self._ticked(name) for name in ("#exchange-out", "#exchange-in"))
        try:
            after = exchanged(self._exchanges, self.players[self._seat], (out, into))
        except UserError as error:
            self.notify(translated(str(error)), severity="error", timeout=8)
            return
        self.players = (*self.players[: self._seat], after, *self.players[self._seat + 1 :])
        self._next_player()

    def _ticked(self, name: str) -> tuple[str, ...]:
        chosen = self.query_one(name, SelectionList).selected
        return tuple(str(value).partition(":")[2] for value in sorted(chosen))
