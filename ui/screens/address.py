"""Where a phone finds the table: the address in words and as a QR code."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import ModalScreen
from textual.widgets import Static

from ui.app.qr_codes import qr_code
from words import say


class AddressScreen(ModalScreen[None]):
    """Closes with Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,b", "app.pop_screen", say("Close"), key_display="Esc")
    ]

    def __init__(self, sentence: str, address: str) -> None:
        super().__init__()
        self._sentence = sentence
        self._address = address

    def compose(self) -> ComposeResult:
        """The sentence beside the code: so both fit into the smallest window."""
        with Horizontal(id="address"):
            yield Static(qr_code(self._address).rstrip("\n"), markup=False, id="qr-code")
            yield Static(self._sentence, markup=False, id="address-words")
