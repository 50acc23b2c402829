"""The clocks of a running game: started by the first action, every start and stop recorded.

Runs in the game's thread, the only one that writes the record. Time is a function that is passed
in, so that a test need not wait.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from math import ceil
from time import monotonic
from typing import Final

from rules.core import Clock, HasClocks, clocks_of
from rules.core.clocks import GAME, MATCH, REVEAL
from rules.journal import clock_facts, clocks_at_end
from rules.track.referee import Referee, Ruling
from ui.app.table_model import ClockFace
from ui.words import CLOCKS, words_for
from words import tr

MARK_S: Final = 60.0
"""A clock that runs is noted this often when nothing else is recorded, so that a power cut costs
no more than that."""

WARNINGS_S: Final = (300.0, 60.0)
"""Seconds left at which the players are warned."""


class TableClocks:
    """The clocks of one game."""

    def __init__(
        self, referee: Referee, now: Callable[[], float] = monotonic, *, by_themselves: bool = True
    ) -> None:
        """Go on where the record ends. All clocks stand, even if they ran at its end.

        `by_themselves`: whether those of a game whose rules limit its time start with the first
        action; all others wait until somebody starts them.
        """
        journal = referee.journal
        self._referee = referee
        self._now = now
        clocks, ran = clocks_at_end(journal.entries(), clocks_of(referee.game, dict(journal.setup)))
        self._clocks = dict(clocks)
        timed = any(clock.limit is not None for clock in clocks.values())
        self._by_themselves = by_themselves and (timed or bool(ran))
        self._begun = len(referee.past) > 1
        self._left_running = ran
        self._stopped_by_hand = False
        self._pausing = False
        self._called = False
        self._warned = {seconds for seconds in WARNINGS_S if self._game.left(now()) <= seconds}
        self._noted = now()

    @property
    def _game(self) -> Clock:
        return self._clocks[GAME]

    @property
    def running(self) -> bool:
        """Whether the game's own clock counts."""
        return self._game.running

    def faces(self) -> tuple[ClockFace, ...]:
        """What to show: the clock of the sets before the game, then those of game and match."""
        now = self._now()
        shown = (REVEAL,) if self._clocks.get(REVEAL, Clock(None)).running else (GAME, MATCH)
        return tuple(
            clock_face(name, self._clocks[name], now) for name in shown if name in self._clocks
        )

    def go_on_with(self, referee: Referee) -> None:
        """Use another referee: the record goes on, perhaps in memory."""
        self._referee = referee

    # -- what makes them run

    def tick(self) -> Iterator[Ruling | str]:
        """Whatever the time brings: rulings that were recorded, and warnings for the players.

        Called before every look at the table, so that time is called before a turn that ends
        with this look.
        """
        if self._left_running:
            self._left_running = frozenset()
            yield self._note(tr("stopped when DiceRef ended; the next action starts it again"))
        if not self._begun:
            yield from self._before_the_game()
        if self._referee.over:
            yield from self._stop_at_the_end()
            return
        yield from self._run_out()
        if self._worth_noting() and self._now() - self._noted >= MARK_S:
            yield self._note(tr("{shows}, still running", shows=self._shows()), mark=True)

    def recorded(self, *, acted: bool) -> Iterator[Ruling]:
        """Something was recorded; `acted`: the players did something, so the game has begun."""
        self._noted = self._now()
        stopped = self._begun and self._stopped_by_hand
        starts = acted and self._by_themselves
        if starts and not (self.running or stopped or self._referee.over):
            yield from self.run(on=True)

    def pause(self, *, on: bool) -> Iterator[Ruling]:
        """The table is paused, and what runs with it; or it goes on."""
        if on and self.running:
            self._pausing = True
            yield from self.run(on=False)
        elif not on and self._pausing:
            yield from self.run(on=True)

    def run(self, *, on: bool) -> Iterator[Ruling]:
        """Start the clocks of game and match, or stop them."""
        self._stopped_by_hand, self._pausing = not on, self._pausing and not on
        if on == self.running:
            return
        if on:
            self._begun = True
            self._clocks.pop(REVEAL, None)
        now = self._now()
        for name in (GAME, MATCH):
            if name in self._clocks:
                clock = self._clocks[name]
                self._clocks[name] = clock.start(now) if on else clock.pause(now)
        yield self._note(
            tr("{shows}, started", shows=self._shows())
            if on
            else tr("{shows}, stopped", shows=self._shows())
        )

    def extend(self, seconds: float) -> Iterator[Ruling]:
        """A judge gives game and match more time. Raises `ValueError` with one sentence."""
        longer = {
            name: clock.extend(seconds)
            for name, clock in self._clocks.items()
            if name in {GAME, MATCH} and (clock.limit is not None or name == GAME)
        }
        facts = self._facts(
            {**self._clocks, **longer},
            tr("time extension of {minutes:g} min", minutes=seconds / 60),
        )
        if self._was_called and not longer[GAME].expired(self._now()):
            yield self._referee.take_back_time(facts)
            self._called = False
        else:
            yield self._referee.clock(facts)
        self._clocks.update(longer)
        self._noted = self._now()

    def call_time(self) -> Iterator[Ruling | str]:
        """Somebody calls time before the game's clock has run out; nothing when it was called."""
        if not (self._was_called or self._called or self._referee.over):
            self._called = True
            yield self._call_time()
            yield tr("Time is up.")

    # -- what follows from the time

    def _before_the_game(self) -> Iterator[Ruling]:
        reveal = self._clocks.get(REVEAL)
        if reveal is None:
            return
        now = self._now()
        if not reveal.running:
            self._clocks[REVEAL] = reveal.start(now)
            match = self._clocks.get(MATCH)
            if match is not None and match.spent:  # the match has begun with an earlier game
                self._clocks[MATCH] = match.start(now)
            yield self._note(
                tr("The sets are shown for {seconds} seconds.", seconds=round(reveal.left(now)))
            )
        elif reveal.expired(now):
            del self._clocks[REVEAL]
            yield self._note(tr("The sets have been shown long enough."))

    def _run_out(self) -> Iterator[Ruling | str]:
        now = self._now()
        left = self._game.left(now)
        for seconds in WARNINGS_S:
            if left <= seconds and seconds not in self._warned:
                self._warned.add(seconds)
                if left > 0:
                    yield tr("{minutes} min left in this game.", minutes=round(seconds / 60))
        if left <= 0 and not self._was_called:
            self._called = True
            yield self._call_time()
            yield tr("Time is up.")
        match = self._clocks.get(MATCH)
        if match is not None and match.running and match.expired(now):
            self._clocks[MATCH] = match.pause(now)
            yield self._note(tr("The time of the match is up."))
            yield tr("The time of the match is up.")

    def _call_time(self) -> Ruling:
        game, state = self._referee.game, self._referee.shown
        action = game.time_called(state) if isinstance(game, HasClocks) else None
        text = tr("Time is up.")
        if action is None:
            return self._note(text)
        return self._referee.call_time(action, self._facts(self._clocks, text))

    def _stop_at_the_end(self) -> Iterator[Ruling]:
        """The match's clock runs on while there are more games to come."""
        if self.running:
            one_game = self._referee.journal.header.best_of == 1
            for name in (GAME, MATCH) if one_game else (GAME,):
                if name in self._clocks:
                    self._clocks[name] = self._clocks[name].pause(self._now())
            yield self._note(tr("{shows}, the game is over", shows=self._shows()))

    @property
    def _was_called(self) -> bool:
        """Whether time has been called, and the call not corrected away."""
        game = self._referee.game
        if isinstance(game, HasClocks):
            return game.time_called(self._referee.state) is None
        return self._called

    def _worth_noting(self) -> bool:
        """Whether a clock runs that will run out."""
        now = self._now()
        return any(
            clock.running and clock.limit is not None and not clock.expired(now)
            for clock in self._clocks.values()
        )

    # -- writing

    def _note(self, text: str, *, mark: bool = False) -> Ruling:
        """Write what the clocks show; a `mark` is for the record, not for the log on screen."""
        self._noted = self._now()
        facts = self._facts(self._clocks, text)
        return self._referee.clock({**facts, "mark": True} if mark else facts)

    def _facts(self, clocks: Mapping[str, Clock], text: str) -> Mapping[str, object]:
        return clock_facts(clocks, self._now(), text)

    def _shows(self) -> str:
        return ", ".join(clock_in_words(face) for face in self.faces())


def clock_face(name: str, clock: Clock, now: float) -> ClockFace:
    """What a clock shows now."""
    down = clock.limit is not None
    seconds = clock.left(now) if down else clock.elapsed(now)
    return ClockFace(name, seconds, running=clock.running, down=down)


def recorded_faces(clocks: Mapping[str, Clock]) -> tuple[ClockFace, ...]:
    """What clocks that stand show, for looking at a record."""
    return tuple(clock_face(name, clocks[name], 0.0) for name in (GAME, MATCH) if name in clocks)


def clock_later(face: ClockFace, seconds: float) -> ClockFace:
    """The same clock so many seconds later."""
    if not face.running:
        return face
    return replace(face, seconds=max(0.0, face.seconds + (-seconds if face.down else seconds)))


def clock_in_words(face: ClockFace) -> str:
    """`game 19:42`; a clock that counts down is at 0:00 only when its time is up."""
    whole = ceil(face.seconds) if face.down else int(face.seconds)
    minutes, seconds = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    time = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return words_for(CLOCKS, face.name) + f" {time}"
