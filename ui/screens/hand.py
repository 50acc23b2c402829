"""What players do by hand: a letter for the die or the player, a key for what is done, Enter.

Several things become one entry. The words are the game's; none is understood here.
"""

from itertools import chain
from string import ascii_letters
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from rules.core import DieView, HandKey, ZoneKind, side_name, sides_of
from ui.app.state_model import face_shown
from ui.app.table_model import TableModel
from ui.widgets.mat_drawing import zone_title
from words import say, translated


class Subject(NamedTuple):
    """A die or a player, under a letter."""

    letter: str
    name: str  # as the game understands it
    text: str
    about: str  # "die" or "player"


class HandScreen(ModalScreen[str]):
    """Answers the words of what was done; nothing when it was left with Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", say("Close")),
        Binding("enter", "enter", say("Enter it")),
        Binding("tab", "next_cause", say("Another card")),
        Binding("backspace", "take_back", say("Take the last back")),
    ]

    TYPED: ClassVar[bool] = True
    """By letters, without a field: fingers get a keyboard."""

    def __init__(self, model: TableModel) -> None:
        super().__init__()
        assert model.hand is not None
        self._keys = model.hand.keys
        self._causes = (*model.hand.causes, "")
        self._cause = 0
        self._subjects = subjects_of(model)
        self._chosen: Subject | None = None
        self._asking: HandKey | None = None  # the key that needs another die
        self._said: list[str] = []
        self._told: list[str] = []

    def compose(self) -> ComposeResult:
        """The dice and players on the left, what can be done on the right, the words below."""
        with Vertical(id="hand"):
            yield Static(id="hand-cause", markup=False)
            with Horizontal():
                with VerticalScroll(id="hand-subjects"):
                    yield Static(markup=False, id="hand-who")
                yield Static(markup=False, id="hand-what")
            yield Static(id="hand-said", markup=False)

    def on_mount(self) -> None:
        """Everything is shown."""
        self._show()

    def on_key(self, event: events.Key) -> None:
        """A letter chooses, then a key does."""
        key = event.character or ""
        if self._chosen is None or self._asking is not None:
            subject = next((each for each in self._subjects if each.letter == key), None)
            if subject is None:
                return
            event.stop()
            if self._asking is not None:
                self._do(self._asking, subject)
            else:
                self._chosen = subject
        else:
            found = [k for k in self._keys if k.key == key and k.about == self._chosen.about]
            if not found:
                return
            event.stop()
            if "{other}" in found[0].phrase:
                self._asking = found[0]
            else:
                self._do(found[0])
        self._show()

    def _do(self, key: HandKey, other: Subject | None = None) -> None:
        assert self._chosen is not None
        slots = {"it": self._chosen.name, "other": other.name if other else ""}
        self._said.append(key.phrase.format(**slots))
        self._told.append(
            f"{self._chosen.text}: {translated(key.text)}{f' {other.text}' if other else ''}"
        )
        self._chosen = self._asking = None

    def _show(self) -> None:
        cause = self._causes[self._cause]
        self.query_one("#hand-cause", Static).update(
            say("Effect of {cause} (Tab: another card)", cause=cause)
            if cause
            else say("No card is named (Tab: name one)")
        )
        choosing = self._chosen is None or self._asking is not None
        marked = [("> " if each is self._chosen else "  ") + each.letter for each in self._subjects]
        who = "\n".join(f"{m}  {s.text}" for m, s in zip(marked, self._subjects, strict=True))
        self.query_one("#hand-who", Static).update(who)
        about = self._chosen.about if self._chosen and not choosing else ""
        what = _keys_in_words([key for key in self._keys if key.about == about])
        self.query_one("#hand-what", Static).update(
            what or say("First the letter of a die or a player.")
        )
        self.query_one("#hand-said", Static).update(
            "\n".join(self._told)
            or say(
                "A letter, then a key; as often as needed. Enter: that is all. Backspace: "
                "not that. Esc: nothing happened."
            )
        )

    def action_enter(self) -> None:
        """All of it becomes one entry."""
        if not self._said:
            return
        cause = self._causes[self._cause]
        self.dismiss(f"{f'effect of {cause}: ' if cause else ''}{', '.join(self._said)}")

    def action_next_cause(self) -> None:
        """Another card is the cause."""
        self._cause = (self._cause + 1) % len(self._causes)
        self._show()

    def action_take_back(self) -> None:
        """The last thing that was chosen or said is taken back."""
        if self._chosen is not None:
            self._chosen = self._asking = None
        elif self._said:
            self._said.pop()
            self._told.pop()
        self._show()

    def action_leave(self) -> None:
        """Esc."""
        self.dismiss("")


def subjects_of(model: TableModel) -> tuple[Subject, ...]:
    """The players, then the dice that lie open, then the heaps; each under a letter."""
    view = model.view
    rank = {ZoneKind.OPEN: 0, ZoneKind.HEAP: 1, ZoneKind.HIDDEN: 2}
    order = list(model.zones)
    dice = sorted(
        view.dice,
        key=lambda die: (
            die.place.zone not in {"field", "attack"},
            rank[model.zones.get(die.place.zone, ZoneKind.HIDDEN)],
            order.index(die.place.zone) if die.place.zone in order else 0,
            die.place.seat or 0,
        ),
    )
    players = [
        (view.seats[side].name, f"{side_name(view, side)} ({view.seats[side].life})", "player")
        for side in sides_of(view)
    ]
    lying = [
        (die.die, f"{die.title} {face_shown(die)}, {_where(model, die)}", "die") for die in dice
    ]
    found = chain(players, lying)
    return tuple(Subject(letter, *each) for letter, each in zip(ascii_letters, found, strict=False))


def _where(model: TableModel, die: DieView) -> str:
    seat = die.place.seat
    whose = f"{model.view.seats[seat].name} " if seat is not None else ""
    return whose + zone_title(die.place.zone)


def _keys_in_words(keys: list[HandKey]) -> str:
    return "\n".join(f"{key.key}  {translated(key.text)}" for key in keys)
