"""From entries back to states: what counts after corrections, and what was left open."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from rules.core import Action, AnyGame, Event, State
from rules.journal.entry import Entry
from rules.journal.store import JournalError
from words import tr

UNCHECKED: Final = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    AssertionError,
    RecursionError,
)
"""What rules may raise on values that somebody else wrote into a record."""

NO_BEGINNING: Final = tr("the record does not begin with a set-up: it cannot be replayed.")


class Moment(msgspec.Struct, frozen=True):
    """An entry, and the state that the game stood in before it and after it."""

    entry: Entry
    state: State  # after it
    before: State
    action: Action | None = None  # of a step
    events: tuple[Event, ...] = ()

    @property
    def step(self) -> Action:
        """The action, of a moment that is a step."""
        assert self.action is not None
        return self.action


class Replayed(msgspec.Struct, frozen=True):
    """A record brought back to life."""

    moments: tuple[Moment, ...]  # the set-up and the steps that count, in order
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


def standing_result(entries: Iterable[Entry]) -> Entry | None:
    """How the game ended where the rules do not say it, unless that was taken back."""
    found: Entry | None = None
    for entry in entries:
        if entry.kind == "result":
            found = entry
        elif found is not None and entry.facts.get("takes_back") == found.number:
            found = None
    return found


def open_fouls(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The fouls that stand: neither mended, nor allowed, nor corrected away."""
    standing: dict[object, Entry] = {}
    for entry in entries:
        if entry.kind == "foul":
            standing[entry.facts.get("number")] = entry
        elif entry.kind in ("mended", "allowed"):
            standing.pop(entry.facts.get("number"), None)
        elif entry.kind == "correction":  # the table is judged anew; its markers lie as they lie
            standing = {n: foul for n, foul in standing.items() if "marker" in foul.facts}
    return tuple(standing.values())


def replay(entries: Iterable[Entry], game: AnyGame) -> Replayed:
    """Play the record again, checking every state against the digest that was written.

    Raises `JournalError` naming the entry where game and record part.
    """
    written = tuple(entries)
    return Replayed(
        tuple(moments_of(counting(written), game)),
        open_question(written),
        open_fouls(written),
    )


def moments_of(entries: Iterable[Entry], game: AnyGame) -> Iterator[Moment]:
    """Each entry with the states around it, also of steps that a later correction took back.

    Raises `JournalError` naming the entry where game and record part.
    """
    standing: list[tuple[int, State]] = []  # the set-up and the steps that count so far
    for entry in entries:
        if not standing:
            state = _begun(entry, game)
            standing.append((entry.number, state))
            yield Moment(entry, state, state)
            continue
        if entry.kind == "correction" and entry.replaces is not None:
            standing = [kept for kept in standing if kept[0] < entry.replaces] or standing[:1]
        before = standing[-1][1]
        if entry.kind != "step":
            yield Moment(entry, before, before)
            continue
        moment = _played(entry, before, game)
        standing.append((entry.number, moment.state))
        yield moment
    if not standing:
        raise JournalError(NO_BEGINNING)


def moments_after(state: State, entries: Iterable[Entry], game: AnyGame) -> Iterator[Moment]:
    """Each of the entries that follow this state, none of them a correction.

    Raises `JournalError` naming the entry where game and record part.
    """
    for entry in entries:
        moment = (
            _played(entry, state, game) if entry.kind == "step" else Moment(entry, state, state)
        )
        yield moment
        state = moment.state


def _begun(entry: Entry, game: AnyGame) -> State:
    if entry.kind != "setup":
        raise JournalError(NO_BEGINNING)
    if entry.facts["game"] != game.name:
        raise JournalError(
            tr(
                "the record is of a {fact:.40} game, not of {name}: name the right game.",
                fact=entry.facts["game"],
                name=game.name,
            )
        )
    try:
        return game.new(entry.facts["setup"])
    except UNCHECKED as error:
        raise JournalError(
            tr("the set-up is none of {name}: {why}.", name=game.name, why=_why(error))
        ) from error


def _played(entry: Entry, before: State, game: AnyGame) -> Moment:
    try:
        action = game.read_action(entry.action)
        state, events = game.apply(before, action)
    except UNCHECKED as error:
        raise JournalError(
            tr(
                "entry {number} cannot be played again: {why} (the rules or the cards "
                "changed since it was written; review it with the version that wrote it).",
                number=entry.number,
                why=_why(error),
            )
        ) from error
    if entry.digest and game.digest(state) != entry.digest:
        raise JournalError(
            tr(
                "entry {number} leads to another state than the one written: the rules or "
                "the cards changed since; review it with the version that wrote it.",
                number=entry.number,
            )
        )
    return Moment(entry, state, before, action, events)


def _why(error: Exception) -> str:
    """A sentence of the rules, or of what kind a value was that they cannot take."""
    if isinstance(error, ValueError):
        return str(error).removesuffix(".")
    return tr("a value that no game writes ({name__})", name__=type(error).__name__)
