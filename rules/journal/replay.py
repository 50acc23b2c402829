"""From entries back to states: what counts after corrections, and what was left open."""

from collections.abc import Iterable, Sequence

import msgspec

from rules.core import AnyGame, Event, State
from rules.journal.entry import Entry
from rules.journal.store import JournalError


class Moment(msgspec.Struct, frozen=True):
    """A step that counts and the state after it. The first is the set-up."""

    entry: Entry
    state: State
    events: tuple[Event, ...] = ()


class Replayed(msgspec.Struct, frozen=True):
    """A record brought back to life."""

    moments: tuple[Moment, ...]  # only what counts, in order
    question: Entry | None  # asked and not yet answered
    fouls: tuple[Entry, ...]  # named, neither mended nor allowed

    @property
    def state(self) -> State:
        """The state the game stands in."""
        return self.moments[-1].state


def counting(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The set-up and the steps that still count after all corrections."""
    line: list[Entry] = []
    for entry in entries:
        if entry.kind == "correction" and entry.replaces is not None:
            line = [kept for kept in line if kept.number < entry.replaces]
        elif entry.kind in ("setup", "step"):
            line.append(entry)
    return tuple(line)


def open_question(entries: Iterable[Entry]) -> Entry | None:
    """The question that waits for its answer: a step or a correction settles it as well."""
    waiting: Entry | None = None
    for entry in entries:
        if entry.kind == "question":
            waiting = entry
        elif entry.kind in ("answer", "step", "correction"):
            waiting = None
    return waiting


def open_fouls(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The fouls that stand: neither mended, nor allowed, nor corrected away."""
    standing: dict[object, Entry] = {}
    for entry in entries:
        if entry.kind == "foul":
            standing[entry.facts.get("number")] = entry
        elif entry.kind in ("mended", "allowed"):
            standing.pop(entry.facts.get("number"), None)
    return tuple(standing.values())


def replay(entries: Iterable[Entry], game: AnyGame) -> Replayed:
    """Play the record again, checking every state against the digest that was written.

    Raises `JournalError` naming the entry where game and record part.
    """
    written = tuple(entries)
    steps = counting(written)
    if not steps or steps[0].kind != "setup":
        raise JournalError("the record does not begin with a set-up: it cannot be replayed.")
    return Replayed(
        tuple(_play(steps, game)),
        open_question(written),
        open_fouls(written),
    )


def _play(steps: Sequence[Entry], game: AnyGame) -> Iterable[Moment]:
    facts = steps[0].facts
    if facts["game"] != game.name:
        raise JournalError(
            f"the record is of a {facts['game']} game, not of {game.name}: name the right game."
        )
    state = game.new(facts["setup"])
    yield Moment(steps[0], state)
    for entry in steps[1:]:
        try:
            state, events = game.apply(state, game.read_action(entry.action))
        except ValueError as error:
            raise JournalError(
                f"entry {entry.number} cannot be played again: {error} (the rules or the cards "
                f"changed since it was written; review it with the version that wrote it)."
            ) from error
        if entry.digest and game.digest(state) != entry.digest:
            raise JournalError(
                f"entry {entry.number} leads to another state than the one written: the rules "
                f"or the cards changed since; review it with the version that wrote it."
            )
        yield Moment(entry, state, events)
