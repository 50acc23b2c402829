"""From a state of any game to the model the dashboard shows."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.core import DieFacts, Event, Game, Place, State, View
from ui.table_model import EventKind, LifeChange, LogLine, TableModel

KEPT_EVENTS = 200
"""How many lines of the log a model carries; the whole of it is in the journal."""

_KIND_OF_EVENT: Mapping[str, EventKind] = {
    "life-changed": "life",
    "life-lost": "life",
    "life-gained": "life",
    "rolled": "roll",
    "drawn": "roll",
    "turn-began": "turn",
    "turn-begins": "turn",
    "new-turn": "turn",
}


def colours_of(facts: Iterable[DieFacts]) -> dict[str, tuple[str, str]]:
    """Body and ink of each kind of die, where they are known."""
    return {fact.kind: (fact.body, fact.ink) for fact in facts if fact.body}


def model_of(
    game: Game, state: State, *, title: str, colours: Mapping[str, tuple[str, str]]
) -> TableModel:
    """The state as the dashboard shows it, without a past."""
    return TableModel(
        title=title,
        view=game.view(state),
        zones=game.zones,
        colours=colours,
        to_move=game.to_move(state),
        offers=game.offers(state),
        reminders=game.reminders(state),
        outcome=game.outcome(state),
    )


def log_line(event: Event, time: float, entry: int | None = None) -> LogLine:
    """One event of the engine as a line of the log."""
    kind = _KIND_OF_EVENT.get(event.code, "move")
    if kind == "move" and event.code.startswith("turn"):
        kind = "turn"
    return LogLine(time, event.text, event.seat, kind, entry)


def follow(before: TableModel, after: TableModel, happened: Iterable[LogLine]) -> TableModel:
    """`after` with the log, the life changes and the lit zones that lead to it from `before`."""
    lines = tuple(happened)
    life_lines = [line for line in lines if line.kind == "life"]
    cause = life_lines[-1].text if life_lines else ""
    time = lines[-1].time if lines else 0.0
    changes = {change.seat: change for change in before.life_changes}
    for seat, (old, new) in enumerate(zip(before.view.seats, after.view.seats, strict=True)):
        if new.life != old.life:
            own = next((line.text for line in reversed(life_lines) if line.seat == seat), cause)
            changes[seat] = LifeChange(seat, new.life - old.life, own, time)
    return replace(
        after,
        events=(*before.events, *lines)[-KEPT_EVENTS:],
        life_changes=tuple(changes.values()),
        lit=_newly_filled(before.view, after.view),
        journal=before.journal,
        health=before.health,
        thumbnail=before.thumbnail,
    )


def _newly_filled(before: View, after: View) -> tuple[Place, ...]:
    """The places in which a die has just appeared."""
    where = {die.die: die.place for die in before.dice}
    moved = {die.place for die in after.dice if where.get(die.die) != die.place}
    return tuple(sorted(moved))
