"""Where a phone finds the table: the address in words and as a QR code."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from ui.app.qr_codes import qr_code
from ui.words import say


class AddressScreen(ModalScreen[None]):
    """Closes with Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "app.pop_screen", say("keys.close"))
    ]

    def __init__(self, sentence: str, address: str) -> None:
        super().__init__()
        self._sentence = sentence
        self._address = address

    def compose(self) -> ComposeResult:
        """The sentence above the code."""
        with VerticalScroll(id="address"):
            yield Static(self._sentence, markup=False)
            yield Static(qr_code(self._address), markup=False, id="qr-code")
