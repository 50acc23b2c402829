"""The panels beside the mat: what may be done, what a judge would say, what happened, health."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import ClassVar, Final, Generic, TypeVar

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from rules.core import CHANCE, CardWords, Offer, Reminder
from ui.app.chosen_dice import folded
from ui.app.table_model import HealthLine, LogLine, TableModel
from ui.screens.themes import Palette, palette
from ui.widgets.drawn_from_model import DrawnFromModel
from ui.widgets.touch import TapList
from ui.words import HEALTH, HEALTH_VALUES, LEVELS, OFFERS, words_for
from words import say, tr, translated

_KIND_SIGN: Final = {
    "life": "♥", "foul": "✖", "question": "?", "correction": "↺", "turn": "●", "roll": "⚄",
    "move": "·", "note": "·", "provisional": "…", "undone": "→",
}  # fmt: skip


EVENTS_SHOWN: Final = 40


class OffersPanel(DrawnFromModel, TapList):
    """What the players may do now, grouped, with cost, or with the reason why not yet."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", say("Up and down the list"), show=False),
        Binding("down", "cursor_down", say("Up and down the list"), show=False),
        Binding("enter", "select", say("Do what the list stands on"), show=False),
    ]

    class Chosen(Message):
        """A player wants to do this."""

        def __init__(self, offer: Offer) -> None:
            super().__init__()
            self.offer = offer

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        super().__init__(id=id, markup=False)
        self._listed: Sequence[Offer | None] = ()
        self._offers: Sequence[Offer] = ()
        self.border_title = say("Now")

    def show(self, model: TableModel) -> None:
        """List the offers of this model, new ones with the cursor at the first possible."""
        look = palette(self.app.theme_variables)
        width = self.scrollable_content_region.width
        if not self._is_news(model, model.offers, model.to_move, look, width):
            return
        chosen = self.highlighted_offer
        rows: list[Option] = []
        listed: list[Offer | None] = []
        for group, offers in groupby(
            ranked_offers(folded(model.offers)), key=lambda offer: offer.group
        ):
            rows.append(Option(_heading(group, look), disabled=True))
            listed.append(None)
            for offer in offers:
                text = _offer_text(offer, look, width, self.app.console)
                rows.append(Option(text, disabled=offer.action is None))
                listed.append(offer)
        if not rows:
            idle = (
                tr("The dice decide: roll or draw on the table.")
                if model.to_move == CHANCE
                else tr("Nothing to decide.")
            )
            rows.append(Option(Text(say(idle), style=look.muted), disabled=True))
        self._listed = listed
        self.clear_options()
        self.add_options(rows)
        first = next((at for at, row in enumerate(rows) if not row.disabled), None)
        same = self._offers == model.offers and chosen is not None
        self.highlighted = listed.index(chosen) if same else first
        self._offers = model.offers

    @property
    def highlighted_offer(self) -> Offer | None:
        """The offer under the cursor."""
        at = self.highlighted
        return self._listed[at] if at is not None and at < len(self._listed) else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Pass the choice on in the words of the game."""
        event.stop()
        offer = self._listed[event.option_index] if event.option_index < len(self._listed) else None
        if offer is not None:
            self.post_message(self.Chosen(offer))


def ranked_offers(offers: Sequence[Offer]) -> list[Offer]:
    """Groups together: what can be done, then passing, then what cannot be done yet."""
    places = {group: at for at, group in reversed([(n, o.group) for n, o in enumerate(offers)])}
    possible = {offer.group for offer in offers if not offer.why_not}

    def rank(offer: Offer) -> tuple[bool, bool, int, bool]:
        group = offer.group
        return group not in possible, group == "pass", places[group], bool(offer.why_not)

    return sorted(offers, key=rank)


def hanging_indent(sign: Text, text: Text, width: int, console: Console) -> Text:
    """`text` after its `sign`, wrapped so that all its lines begin in the same column."""
    indent = sign.cell_len
    lines = text.wrap(console, max(8, width - indent))
    return Text().append_text(sign).append_text(Text("\n" + " " * indent).join(lines))


def _heading(group: str, look: Palette) -> Text:
    title = translated(OFFERS[group]) if group in OFFERS else group.capitalize()
    return Text(title.upper(), style=f"bold {look.accent}")


def _offer_text(offer: Offer, look: Palette, width: int, console: Console) -> Text:
    """The offer, its cost at the right edge; below, why it is not possible yet."""
    style = look.muted if offer.why_not else ""
    text = hanging_indent(Text(" ", style), Text(translated(offer.text), style), width - 1, console)
    if offer.cost:
        used = cell_len(text.plain.rpartition("\n")[2])
        gap = width - 1 - used - cell_len(offer.cost)
        text.append(" " * gap if gap >= 2 else "\n" + " " * max(1, gap + used))
        text.append(offer.cost, style=style or "bold")
    if offer.why_not:
        reason = Text(offer.why_not, look.muted)
        text.append("\n")
        text.append_text(hanging_indent(Text(f"   {'✗'} ", look.muted), reason, width, console))
    return text


Line = TypeVar("Line")


class WrappedPanel(DrawnFromModel, VerticalScroll, Generic[Line]):
    """Lines of a model, wrapped to the panel's width; drawn again only when they change."""

    can_focus = False

    def __init__(
        self,
        title: str,
        lines_of: Callable[[TableModel], Sequence[Line]],
        wrapped: Callable[[Line, Palette, int, Console], Text],
        nothing: str,
        *,
        id: str | None,  # noqa: A002 - the toolkit's own word
    ) -> None:
        """`wrapped` draws a line so many cells wide; `nothing` stands there without any."""
        self._text = Static(markup=False)
        super().__init__(self._text, id=id)
        self.border_title = title
        self._lines_of, self._wrapped, self._nothing = lines_of, wrapped, nothing

    def show(self, model: TableModel) -> None:
        """Show the lines of this model."""
        look = palette(self.app.theme_variables)
        width = self.scrollable_content_region.width
        lines = self._lines_of(model)
        if not self._is_news(model, lines, look, width):
            return
        said = [self._wrapped(line, look, width, self.app.console) for line in lines]
        self._text.update(Text("\n").join(said) if said else Text(self._nothing, look.muted))
        self.after_drawing()

    def after_drawing(self) -> None:
        """What is to stay in view."""


class RemindersPanel(WrappedPanel[Reminder]):
    """What a judge would say now, with book and section; urgent ones first."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        title, nothing = say("Judge"), say("Nothing to remember right now.")
        super().__init__(title, urgent_first, reminder_text, nothing, id=id)


def urgent_first(model: TableModel) -> Sequence[Reminder]:
    """The reminders, in the order in which they matter."""
    return sorted(model.reminders, key=lambda reminder: not reminder.urgent)


@lru_cache(maxsize=64)
def reminder_text(reminder: Reminder, look: Palette, width: int, console: Console) -> Text:
    """One reminder and, below it, where it stands."""
    sign = Text("! " if reminder.urgent else "· ", f"bold {look.accent}")
    said = Text(reminder.text, "bold" if reminder.urgent else "")
    place = reminder.citation
    source = Text(say("{book}, {section}", book=place.book, section=place.section))
    source.stylize(f"italic {look.muted}")
    text = hanging_indent(sign, said, width, console)
    text.append("\n")
    return text.append_text(hanging_indent(Text("  "), source, width, console))


class CardPanel(WrappedPanel[CardWords]):
    """What the cards say of which the offer under the cursor speaks, where there is room."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        self._about = ""
        super().__init__(say("The card says"), self._spoken_of, card_text, "", id=id)

    def speak_of(self, about: str) -> None:
        """The offer under the cursor."""
        self._about = about
        if self._model is not None:
            self.show(self._model)

    def _spoken_of(self, model: TableModel) -> Sequence[CardWords]:
        found = [card for card in model.cards if card.title in self._about][:1]
        self.set_class(not found, "-nothing")
        return found


def card_text(card: CardWords, look: Palette, width: int, console: Console) -> Text:
    """A card's name, and each thing it says on lines of its own."""
    said = Text(
        say("{title}, {subtitle}{whose}", title=card.title, subtitle=card.subtitle, whose=""),
        "bold",
    )
    for line in card.lines:
        said.append("\n")
        said.append_text(hanging_indent(Text("· ", look.accent), Text(line), width, console))
    return said


class EventsPanel(WrappedPanel[LogLine]):
    """The last things that happened, newest at the bottom."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        super().__init__(
            say("Log"), newest_events, event_text, say("Nothing has happened yet."), id=id
        )

    def after_drawing(self) -> None:
        """The newest stays in view."""
        self.scroll_end(animate=False)


def newest_events(model: TableModel) -> Sequence[LogLine]:
    """The events that are worth showing beside a table; the same one several times on one line.

    Below them what was done since and is not entered yet: it may still be taken back.
    """
    alike = attrgetter("text", "seat", "kind", "entry")
    runs = (list(run) for _, run in groupby(model.events[-EVENTS_SHOWN:], key=alike))
    entered = [
        replace(run[0], text=tr("{text} ({count} times)", text=run[0].text, count=len(run)))
        if len(run) > 1
        else run[0]
        for run in runs
    ]
    provisional = (LogLine(0.0, text, kind="provisional") for text in model.provisional)
    undone = (LogLine(0.0, text, kind="undone") for text in model.undone)
    return [*entered, *provisional, *undone]


@lru_cache(maxsize=256)
def event_text(event: LogLine, look: Palette, width: int, console: Console) -> Text:
    """One event: a sign, whose it is, what happened."""
    colour = look.muted if event.seat is None else look.seats[event.seat % 2]
    sign = Text(_KIND_SIGN.get(event.kind, "·") + " ", f"bold {colour}")
    loud = event.kind in ("life", "foul", "turn")
    quiet = f"italic {look.muted}" if event.kind == "provisional" else look.text
    said = Text(translated(event.text), f"bold {colour}" if loud else quiet)
    return hanging_indent(sign, said, width, console)


class HealthLineView(DrawnFromModel, Static):
    """The machine at a glance: one short entry per measurement, a sign when it is not well."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        super().__init__(id=id, markup=False)

    def show(self, model: TableModel) -> None:
        """Show the measurements that fit; what is not well comes first."""
        look = palette(self.app.theme_variables)
        if not self._is_news(model, model.health, look, self.size.width):
            return
        order = {"bad": 0, "warn": 1, "good": 2}
        worst_first = sorted(model.health, key=lambda line: order[line.level])
        self.update(_fitting([_health_text(line, look) for line in worst_first], self.size.width))
        notes = [line.note for line in model.health if line.note and line.level != "good"]
        self.tooltip = "\n".join(notes) or None


def _fitting(entries: Sequence[Text], width: int) -> Text:
    """As many entries as fit whole."""
    text = Text(no_wrap=True)
    for entry in entries:
        gap = 2 if text else 0
        if text and text.cell_len + gap + entry.cell_len > width:
            break
        text.append(" " * gap)
        text.append_text(entry)
    return text


def _health_text(line: HealthLine, look: Palette) -> Text:
    name = translated(words_for(HEALTH, line.name))
    value = translated(words_for(HEALTH_VALUES, line.value))
    said = f"{name} {value}{line.unit}".strip()
    if line.level == "good":
        return Text(said, style=look.muted)
    return Text(f"{LEVELS[line.level]} {said}", style=f"bold {look.text}")
