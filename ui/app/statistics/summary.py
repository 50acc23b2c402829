"""One game in numbers, made from its entries."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Any, Final, TypeAlias

import msgspec

from rules.core import AnyGame, DieFacts, Event, Outcome, View
from rules.journal import Entry, Journal, counting, outcome_of
from rules.journal.replay import moments_of, standing_result
from rules.journal.step_facts import step_facts

LONGEST_S: Final = 900.0
"""A longer pause belongs to no turn: somebody went away."""

NOBODY: Final = -1

SAID: Final = ("text", "why", "ruling", "who", "penalty")
"""What entries other than steps say, by the names of their facts."""

SeatAt: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=7)]
Six: TypeAlias = tuple[int, int, int, int, int, int]


class GameSummary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One game; seats, kinds and faces as in the record."""

    game: str
    kind: str = "play"  # or "demo", "practice"
    event: str = ""
    match: str = ""
    format: str = ""
    started: float = 0.0
    ended: float = 0.0
    entries: int = 0
    turns: int = 0
    players: tuple[str, ...] = ()
    sides: int = 2
    over: bool = False
    winners: tuple[SeatAt, ...] = ()  # empty for a tie
    result: str = ""
    teams: tuple[tuple[str, ...], ...] = ()  # of each side: titles of its cards
    faces: dict[str, tuple[Mapping[str, Any], ...]] = {}  # of the kinds that were rolled
    titles: dict[str, str] = {}  # of kinds
    rolls: tuple[tuple[int, str, Six], ...] = ()  # seat, kind, how often each face
    turn_times: tuple[tuple[int, float], ...] = ()  # seat, seconds
    step_times: dict[str, float] = {}
    done: tuple[tuple[str, int, str, int], ...] = ()  # event's code, seat, title, how often
    damage: tuple[tuple[int, str, int], ...] = ()  # seat that was hurt, by what, how much
    energy: tuple[tuple[int, int, int], ...] = ()  # seat, rolled, spent
    fouls: tuple[tuple[int, str], ...] = ()  # seat, code
    questions: int = 0
    corrections: int = 0
    replayed: bool = False  # its entries did not tell enough


def summary_of(
    journal: Journal, game: AnyGame, kind: str = "play", entries: Sequence[Entry] = ()
) -> GameSummary:
    """The game in numbers; `entries` are the journal's, if they have been read.

    Raises `JournalError` where the record cannot be read or played.
    """
    entries = entries or tuple(journal.entries())
    header, setup = journal.header, journal.setup
    steps = counting(entries)[1:]
    replayed = not all("step" in entry.facts for entry in steps)
    if replayed:
        steps = tuple(_played_again(entries, game))
    dice = game.dice(setup)
    view = game.view(game.new(setup))
    outcome = _outcome(journal, game, entries, steps)
    counted = _Counted({fact.kind: fact for fact in dice}, view)
    counted.count(steps, {entry.number: entry for entry in entries})
    return GameSummary(
        game=journal.game,
        kind=kind,
        event=header.event,
        match=header.match,
        format=header.format or str(setup.get("format", "")),
        started=entries[0].wall_time,
        ended=entries[-1].wall_time,
        entries=len(entries),
        turns=counted.turns,
        players=header.players or tuple(seat.name for seat in view.seats),
        sides=view.sides,
        over=outcome is not None,
        winners=() if outcome is None else tuple(outcome.winners),
        result="" if outcome is None else outcome.text,
        teams=_teams(dice),
        faces={kind: fact.faces for kind, fact in counted.dice.items() if kind in counted.kinds},
        titles={kind: fact.title for kind, fact in counted.dice.items() if kind in counted.kinds},
        rolls=tuple((seat, kind, _six(faces)) for (seat, kind), faces in counted.rolls.items()),
        turn_times=tuple(counted.turn_times),
        step_times=dict(counted.step_times),
        done=tuple((*key, often) for key, often in counted.done.items()),
        damage=tuple((*key, amount) for key, amount in counted.damage.items()),
        energy=tuple(counted.energy()),
        fouls=tuple(
            (_seat(entry.facts.get("seat")), str(entry.facts.get("code", "")))
            for entry in entries
            if entry.kind == "foul"
        ),
        questions=sum(entry.kind == "question" for entry in entries),
        corrections=sum(entry.kind == "correction" for entry in entries),
        replayed=replayed,
    )


def words_of(told: GameSummary, entries: Iterable[Entry]) -> Iterator[str]:
    """All that people may look for in a game: names, cards, and what was said of it."""
    yield from (told.game, told.kind, told.event, told.match, told.format, told.result)
    yield from told.players
    for team in told.teams:
        yield from team
    for entry in entries:
        for event in entry.events:
            yield event.text
        for name in SAID:
            if isinstance(said := entry.facts.get(name), str):
                yield said


def _played_again(entries: Sequence[Entry], game: AnyGame) -> Iterator[Entry]:
    """The steps that count, with what entries of an older version do not tell."""
    for moment in moments_of(counting(entries), game):
        if moment.action is not None:
            told = {**moment.entry.facts, **step_facts(game, moment.before, moment.action)}
            yield msgspec.structs.replace(moment.entry, facts=told)


def _outcome(
    journal: Journal, game: AnyGame, entries: Sequence[Entry], steps: Sequence[Entry]
) -> Outcome | None:
    """How the game ended, without playing it again where an event says it."""
    if standing_result(entries) is None:
        said = (event for entry in reversed(steps) for event in entry.events)
        over = next((event for event in said if event.code == "game-over"), None)
        if over is None:
            return None
        if "winners" in over.facts:
            return Outcome(tuple(over.facts["winners"]), over.text)
    return outcome_of(journal, game)


def _teams(dice: Iterable[DieFacts]) -> tuple[tuple[str, ...], ...]:
    sides: dict[str, dict[str, None]] = {"A": {}, "B": {}}
    for fact in dice:
        if fact.side in sides:
            sides[fact.side][fact.title] = None
    return tuple(map(tuple, sides.values())) if any(sides.values()) else ()


def _six(faces: Sequence[int]) -> Six:
    one, two, three, four, five, six = faces
    return one, two, three, four, five, six


def _seat(value: object) -> int:
    return value if isinstance(value, int) else NOBODY


class _Counted:
    """What the steps of a game add up to."""

    def __init__(self, dice: Mapping[str, DieFacts], view: View) -> None:
        self.dice = dice
        self.turns = view.turn
        self.kinds: set[str] = set()
        self.rolls: dict[tuple[int, str], list[int]] = {}
        self.turn_times: list[tuple[int, float]] = []
        self.step_times: defaultdict[str, float] = defaultdict(float)
        self.done: Counter[tuple[str, int, str]] = Counter()
        self.damage: Counter[tuple[int, str]] = Counter()
        self._life = {seat: one.life for seat, one in enumerate(view.seats)}
        self._showing: dict[str, tuple[int, int]] = {}  # die: whose, energy; of this turn
        self._rolled: Counter[int] = Counter()
        self._spent: Counter[int] = Counter()
        self._energies: dict[str, tuple[int, ...]] = {}

    def count(self, steps: Sequence[Entry], entries: Mapping[int, Entry]) -> None:
        """Take in every step; `entries` are all of the record."""
        times = [_time(entry, entries) for entry in steps]
        for at, entry in enumerate(steps):
            turn = int(entry.facts.get("turn", 0))
            if at and turn != steps[at - 1].facts.get("turn"):
                self._turn_over()
            self.turns = max(self.turns, turn)
            self._count_rolled(entry.facts.get("rolled", ()))
            self._count_spent(entry)
            for event in entry.events:
                self._count_event(event)
        self._turn_over()
        self._count_times(steps, times)

    def energy(self) -> Iterator[tuple[int, int, int]]:
        """Of each seat that rolled any: how much, and how much of it was spent."""
        for seat in sorted(self._rolled | self._spent):
            yield seat, self._rolled[seat], self._spent[seat]

    def _turn_over(self) -> None:
        for seat, energy in self._showing.values():
            self._rolled[seat] += energy
        self._showing = {}

    def _count_rolled(self, rolled: Iterable[Sequence[Any]]) -> None:
        for seat, kind, face, die in rolled:
            self.kinds.add(kind)
            self.rolls.setdefault((_seat(seat), kind), [0] * 6)[face] += 1
            self._showing[die] = _seat(seat), self._energy_of(kind)[face]

    def _energy_of(self, kind: str) -> tuple[int, ...]:
        if kind not in self._energies:
            fact = self.dice.get(kind)
            faces = fact.faces if fact is not None else ({},) * 6
            self._energies[kind] = tuple(
                int(face.get("amount", 0)) if face.get("kind") == "energy" else 0 for face in faces
            )
        return self._energies[kind]

    def _count_spent(self, entry: Entry) -> None:
        paid = entry.action.get("pay") if isinstance(entry.action, Mapping) else None
        if not isinstance(paid, list):
            return
        by = next((event.seat for event in entry.events if event.seat is not None), None)
        seat = _seat(entry.facts.get("active") if by is None else by)
        self._spent[seat] += sum(part[1] for part in paid if isinstance(part, list) and part[1:])

    def _count_event(self, event: Event) -> None:
        facts, seat = event.facts, _seat(event.seat)
        life = facts.get("life")
        if isinstance(life, int) and seat in self._life:
            lost, self._life[seat] = self._life[seat] - life, life
            if lost > 0:
                by = str(facts.get("dealers") or "")
                self.damage[seat, by] += lost
        for title in self._named(facts):
            self.done[event.code, seat, title] += 1

    def _named(self, facts: Mapping[str, Any]) -> Iterator[str]:
        """The titles of what an event is about."""
        if isinstance(card := facts.get("card"), str):
            yield card
        several = facts.get("dice")
        for die in (facts.get("die"), *(several if isinstance(several, list) else ())):
            if isinstance(die, str) and (fact := self.dice.get(die.partition("#")[0])) is not None:
                yield fact.title

    def _count_times(self, steps: Sequence[Entry], times: Sequence[float]) -> None:
        turns: defaultdict[tuple[int, int], float] = defaultdict(float)
        for (before, since), (entry, now) in pairwise(zip(steps, times, strict=True)):
            gone = now - since
            if not (before.wall_time and 0 < gone <= LONGEST_S):
                continue
            facts = entry.facts
            turns[int(facts.get("turn", 0)), _seat(facts.get("active"))] += gone
            self.step_times[str(facts.get("step", ""))] += gone
        self.turn_times = [(seat, round(gone, 1)) for (_, seat), gone in turns.items()]


def _time(entry: Entry, entries: Mapping[int, Entry]) -> float:
    """When it happened first: a step that a correction kept was entered anew later."""
    was = entry.facts.get("was")
    while isinstance(was, int) and was in entries and was < entry.number:
        entry = entries[was]
        was = entry.facts.get("was")
    return entry.wall_time
