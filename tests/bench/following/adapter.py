"""The tracker behind the few words that the measurements use.

Whoever rewrites the tracker changes this file and no other of the measurements.
"""

from collections.abc import Mapping, Sequence
from time import process_time
from typing import Any, Protocol, TypeAlias, cast

import msgspec

from hardware.simulated.people.seen import SeenDie, SeenTable
from rules.core import Action, AnyGame, FaceIndex, HasClocks, KindName, Place, Seat, State
from rules.journal.corrections import CLOCK
from rules.track.life import LifeWatch
from rules.track.questions import GONE, NONE_OF_THESE, SOMETHING_ELSE
from rules.track.tracker import Tracker
from rules.track.verdict import Ask, Commit, Infraction, Look, Marker, Seen, Wait


class Entered(msgspec.Struct, frozen=True):
    """These actions are in the record now, in this order."""

    actions: tuple[Action, ...]


class Asked(msgspec.Struct, frozen=True):
    """The players are asked; per answer what it would enter, None where it is "none of these"."""

    number: int
    text: str
    answers: tuple[tuple[str, tuple[Action, ...] | None], ...]
    which: tuple[tuple[int, str] | None, ...] = ()
    """Per answer the track and the kind it names, where dice that look alike are asked about."""


class Accused(msgspec.Struct, frozen=True):
    """A foul is named."""

    number: int
    code: str
    text: str
    seat: int | None
    book: str
    section: str
    remedy: str
    tracks: tuple[int, ...]


class Cleared(msgspec.Struct, frozen=True):
    """The foul that was named is mended."""

    number: int


class Hinted(msgspec.Struct, frozen=True):
    """Something is shown that is not yet as it should be, and enters nothing."""

    text: str


Word: TypeAlias = Entered | Asked | Accused | Cleared | Hinted
"""What a tracker may say."""


class Follows(Protocol):
    """What is asked of whoever follows a game."""

    took_ms: float

    @property
    def shown(self) -> State:
        """What the screen shows."""

    @property
    def open_question(self) -> int | None:
        """The number of the question that waits."""

    def look(self, seen: SeenTable) -> Sequence[Word]:
        """What it says after one look."""

    def announce(self, action: Action) -> Sequence[Word]:
        """A player says what they do."""

    def call_time(self) -> Sequence[Word]:
        """The game clock has run out."""

    def answer(self, number: int, choice: int) -> Sequence[Word]:
        """The players pick an answer."""

    def put_right(self, state: State) -> None:
        """Go on from here: the record was corrected."""


class Follower:
    """A tracker that follows one game."""

    def __init__(self, game: AnyGame, setup: Mapping[str, Any], state: State) -> None:
        """Follow `game` from `state`."""
        self.game = game
        self._tracker = Tracker(game, state, kinds=game.dice(setup))
        self._life = LifeWatch(game)
        self._seen: dict[int, tuple[SeenDie, Seen]] = {}
        self.took_ms = 0.0  # CPU time of the newest look
        self._hinted: tuple[str, ...] = ()

    @property
    def shown(self) -> State:
        """What the screen shows, provisional or not."""
        return self._tracker.shown

    @property
    def open_question(self) -> int | None:
        """The number of the question that waits."""
        question = self._tracker.question or self._life.question
        return question.number if question is not None else None

    def look(self, seen: SeenTable) -> Sequence[Word]:
        """What it says after one look."""
        look = look_of(seen, self._seen)
        started = process_time()
        verdict = self._tracker.look(look)
        self._life.see(look, self._tracker.shown)
        quiet = isinstance(verdict, Wait) and verdict.reason in {"nothing-new", "provisional"}
        life = self._look_at_life() if quiet else ()
        self.took_ms = 1000.0 * (process_time() - started)
        return [*self._words(verdict), *life]

    def _look_at_life(self) -> Sequence[Word]:
        """What the referee says of the markers, as `rules.track.referee` asks it."""
        life, state = self._life, self._tracker.state
        if life.settled:
            foul = life.foul
            life.close()
            return [Cleared(foul.number)] if foul is not None else []
        found = life.due(state, self._tracker.shown)
        if found is None:
            return []
        if found.moved:
            return self._words(life.name_foul(self._tracker.next_foul(), found, state))
        return self._words(life.ask(self._tracker.next_question(), found, state))

    def announce(self, action: Action) -> Sequence[Word]:
        """A player says what they do."""
        return self._words(self._tracker.announce(action))

    def call_time(self) -> Sequence[Word]:
        """The game clock has run out, as `ui.app.table_clocks` calls it."""
        game = self.game
        called = game.time_called(self._tracker.shown) if isinstance(game, HasClocks) else None
        return self._words(self._tracker.interject(called, CLOCK)) if called is not None else []

    def answer(self, number: int, choice: int) -> Sequence[Word]:
        """The players pick an answer."""
        asked = self._life.question
        if asked is not None and asked.number == number:
            steps = self._life.answered(choice)
            return [word for step in steps for word in self.announce(step.action)]
        return self._words(self._tracker.answer(number, choice))

    def put_right(self, state: State) -> None:
        """Go on from here: the record was corrected."""
        self._life.hold_back()
        self._tracker.correct(state)

    def _words(self, verdict: object) -> Sequence[Word]:
        undone = verdict.undone if isinstance(verdict, Wait) else ()
        fresh, self._hinted = (undone != self._hinted and undone), undone
        if fresh:
            return [Hinted(" ".join(undone))]
        match verdict:
            case Commit(steps) if steps:
                return [Entered(tuple(step.action for step in steps))]
            case Ask():
                answers = tuple(
                    (
                        answer.text,
                        None
                        if answer in {SOMETHING_ELSE, NONE_OF_THESE, GONE}
                        else tuple(step.action for step in answer.steps),
                    )
                    for answer in verdict.answers
                )
                which = tuple(
                    answer.shows[0][:2] if answer.shows and not answer.steps else None
                    for answer in verdict.answers
                )
                return [Asked(verdict.number, verdict.text, answers, which)]
            case Infraction() if verdict.mended:
                return [Cleared(verdict.number)]
            case Infraction():
                named = verdict
                cited = named.citation
                accused = Accused(
                    named.number,
                    named.code,
                    named.text,
                    named.seat,
                    cited.book,
                    cited.section,
                    named.remedy,
                    named.tracks,
                )
                return [accused]
            case _:
                return []


def look_of(seen: SeenTable, known: dict[int, tuple[SeenDie, Seen]] | None = None) -> Look:
    """What the tracker is shown: a look is void while a hand is anywhere over the table.

    `known` keeps dice that nobody has touched from one look to the next.
    """
    made = {} if known is None else known
    return Look(
        time=seen.time,
        wall=seen.time,
        sequence=seen.number,
        still=not seen.moving,
        hands=bool(seen.hands),
        dice=tuple(_die(die, made) for die in seen.dice),
        life=tuple(Marker(Seat(seat), life) for seat, life in seen.life),
        watches=True,
    )


def _die(die: SeenDie, known: dict[int, tuple[SeenDie, Seen]]) -> Seen:
    kept = known.get(die.track)
    if kept is not None and kept[0] is die:
        return kept[1]
    made = Seen(
        track=die.track,
        x_mm=die.x_mm,
        y_mm=die.y_mm,
        zone=die.zone,
        seat=None if die.seat is None else Seat(die.seat),
        border_mm=die.border_mm,
        cocked=not die.flat,
        likelihood=cast("Mapping[tuple[KindName, FaceIndex], float]", die.likelihood),
        near=tuple(Place(zone, None if seat is None else Seat(seat)) for zone, seat in die.near),
        rolling=die.moving and not die.flat,
    )
    known[die.track] = die, made
    return made
