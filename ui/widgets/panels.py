"""The panels beside the mat: what may be done, what a judge would say, what happened, health."""

from itertools import groupby
from time import localtime, strftime
from typing import Final

from rich.text import Text
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from rules.core import CHANCE, Offer, Reminder
from ui.table_model import HealthLine, LogLine, TableModel
from ui.themes import Palette, palette
from ui.words import known, say

_KIND_SIGN: Final = {
    "life": "♥", "foul": "✖", "question": "?", "correction": "↺", "turn": "●", "roll": "⚄",
    "move": "·", "note": "·",
}  # fmt: skip


class OffersPanel(OptionList):
    """What the players may do now, grouped, with cost, or with the reason why not yet."""

    class Chosen(Message):
        """A player wants to do this."""

        def __init__(self, offer: Offer) -> None:
            super().__init__()
            self.offer = offer

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        super().__init__(id=id, markup=False)
        self._offers: tuple[Offer, ...] | None = None
        self._to_move: int | None = None
        self.border_title = say("offers.title")

    def forget(self) -> None:
        """Draw anew at the next `show`, whatever it is."""
        self._offers = None

    def show(self, model: TableModel) -> None:
        """List the offers of this model; the cursor stays where it was if it can."""
        if (model.offers, model.to_move) == (self._offers, self._to_move):
            return
        self._offers, self._to_move = model.offers, model.to_move
        look = palette(self.app.theme_variables)
        ranked = sorted(model.offers, key=lambda offer: bool(offer.why_not))
        order = {name: at for at, name in enumerate(dict.fromkeys(o.group for o in ranked))}
        ranked.sort(key=lambda offer: order[offer.group])
        rows: list[Option | None] = []
        for group, offers in groupby(ranked, key=lambda offer: offer.group):
            rows.append(Option(_heading(group, look), disabled=True))
            rows.extend(
                Option(_offer_text(offer, look), disabled=offer.action is None) for offer in offers
            )
        if not rows:
            idle = "offers.dice-decide" if model.to_move == CHANCE else "offers.nothing"
            rows.append(Option(Text(say(idle), style=look.muted), disabled=True))
        self._listed = [
            offer
            for _, offers in groupby(ranked, key=lambda offer: offer.group)
            for offer in (None, *offers)
        ]
        self.clear_options()
        self.add_options(rows)
        first = next((at for at, row in enumerate(rows) if row and not row.disabled), None)
        self.highlighted = first

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Pass the choice on in the words of the game."""
        event.stop()
        offer = self._listed[event.option_index] if event.option_index < len(self._listed) else None
        if offer is not None:
            self.post_message(self.Chosen(offer))


def _heading(group: str, look: Palette) -> Text:
    title = say(f"offers.{group}") if known(f"offers.{group}") else group.capitalize()
    return Text(title.upper(), style=f"bold {look.accent}")


def _offer_text(offer: Offer, look: Palette) -> Text:
    text = Text.assemble((" " + offer.text, look.muted if offer.why_not else ""))
    if offer.cost:
        text.append(f"  {offer.cost}", style="bold")
    if offer.why_not:
        text.append("\n   " + say("offers.not-yet", why=offer.why_not), style=look.muted)
    return text


class RemindersPanel(VerticalScroll):
    """What a judge would say now, with book and section."""

    can_focus = False

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        self._text = Static(markup=False)
        super().__init__(self._text, id=id)
        self.border_title = say("reminders.title")
        self._reminders: tuple[Reminder, ...] | None = None

    def forget(self) -> None:
        """Draw anew at the next `show`, whatever it is."""
        self._reminders = None

    def show(self, model: TableModel) -> None:
        """Show the reminders, urgent ones first."""
        if model.reminders == self._reminders:
            return
        self._reminders = model.reminders
        look = palette(self.app.theme_variables)
        text = Text()
        for reminder in sorted(model.reminders, key=lambda entry: not entry.urgent):
            if text:
                text.append("\n")
            text.append("! " if reminder.urgent else "· ", style=f"bold {look.accent}")
            text.append(reminder.text, style="bold" if reminder.urgent else "")
            place = reminder.citation
            text.append(
                "\n  " + say("reminders.source", book=place.book, section=place.section),
                style=f"italic {look.muted}",
            )
        if not text:
            text = Text(say("reminders.none"), style=look.muted)
        self._text.update(text)


class EventsPanel(VerticalScroll):
    """The last things that happened, newest at the bottom."""

    can_focus = False
    SHOWN: Final = 60

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        self._text = Static(markup=False)
        super().__init__(self._text, id=id)
        self.border_title = say("events.title")
        self._events: tuple[LogLine, ...] | None = None

    def forget(self) -> None:
        """Draw anew at the next `show`, whatever it is."""
        self._events = None

    def show(self, model: TableModel) -> None:
        """Show the newest events and keep them in view."""
        if model.events == self._events:
            return
        self._events = model.events
        look = palette(self.app.theme_variables)
        lines = [event_line(event, look) for event in model.events[-self.SHOWN :]]
        self._text.update(Text("\n").join(lines) if lines else say("events.none"))
        self.scroll_end(animate=False)


def event_line(event: LogLine, look: Palette, *, clock: bool = False) -> Text:
    """One event on one line: a sign, whose it is, what happened."""
    colour = look.muted if event.seat is None else look.seats[event.seat % 2]
    text = Text()
    if clock:
        text.append(strftime("%H:%M:%S ", localtime(event.time)), style=look.muted)
    text.append(_KIND_SIGN.get(event.kind, "·") + " ", style=f"bold {colour}")
    loud = event.kind in ("life", "foul", "turn")
    text.append(event.text, style=f"bold {colour}" if loud else look.text)
    return text


class HealthLineView(Static):
    """The machine at a glance: one short entry per measurement, a sign when it is not well."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - the toolkit's own word
        super().__init__(id=id, markup=False)
        self._health: tuple[HealthLine, ...] | None = None

    def forget(self) -> None:
        """Draw anew at the next `show`, whatever it is."""
        self._health = None

    def show(self, model: TableModel) -> None:
        """Show the measurements; what is not well comes first."""
        if model.health == self._health:
            return
        self._health = model.health
        look = palette(self.app.theme_variables)
        order = {"bad": 0, "warn": 1, "good": 2}
        parts = [
            _health_text(line, look)
            for line in sorted(model.health, key=lambda line: order[line.level])
        ]
        self.update(Text("  ").join(parts), layout=False)
        notes = [line.note for line in model.health if line.note and line.level != "good"]
        self.tooltip = "\n".join(notes) or None


def _health_text(line: HealthLine, look: Palette) -> Text:
    if line.level == "good":
        return Text(f"{line.name} {line.value}{line.unit}", style=look.muted)
    sign = say(f"health.{line.level}") if line.level == "warn" else say("health.bad")
    return Text(f"{sign} {line.name} {line.value}{line.unit}", style=f"bold {look.text}")
