"""The life markers on the mat, checked against the life in the record.

Life follows from the rules. A marker on another number is late, or wrong, or tells of something
the record missed: after a while the players are asked. A marker that left the right number while
life stayed was moved without cause, which is a foul. Where no marker lies, nothing is said.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from rules.core import Action, AnyGame, Citation, KeepsLife, Reminder, Seat, State
from rules.track.verdict import Answer, Ask, Infraction, Look, Step
from words import tr

WITHOUT_CAUSE: Final = "life-changed-without-cause"
"""The code of the foul."""


class Patience(msgspec.Struct, frozen=True):
    """How long a marker may be wrong before anybody hears of it."""

    looks: int = 3  # at the table at rest
    late: float = 8.0  # seconds after life changed: people move the marker when they get to it
    moved: float = 12.0  # seconds after the marker moved: the dice that explain it may follow


class Mismatch(msgspec.Struct, frozen=True):
    """A marker that does not lie where the record says."""

    seat: Seat
    marker: int
    life: int
    moved: bool  # the marker was right and was moved away while life stayed


class _Trace:
    """What is known of one seat's marker."""

    def __init__(self) -> None:
        self.agreed: int | None = None  # the number on which marker and record last agreed
        self.pair: tuple[int, int] | None = None  # marker and life, while they differ
        self.said: tuple[int, int] | None = None  # the pair that was spoken of
        self.since = self.now = 0.0
        self.looks = 0

    def see(self, marker: int | None, life: int, now: float) -> None:
        """Take in where the marker lies now."""
        if marker is None or marker == life:
            self.pair = None
            if marker == life:
                self.agreed, self.said = life, None
            return
        if self.pair != (marker, life):
            self.pair, self.since, self.looks = (marker, life), now, 0
        self.looks += 1
        self.now = now

    def mismatch(self, seat: Seat, patience: Patience) -> Mismatch | None:
        """What is due to be said of it."""
        if self.pair is None or self.pair == self.said or self.looks < patience.looks:
            return None
        marker, life = self.pair
        moved = self.agreed == life
        grace = patience.moved if moved else patience.late
        return Mismatch(seat, marker, life, moved) if self.now - self.since >= grace else None


class LifeWatch:
    """Compares the markers of all seats with the record, and keeps what is open about them."""

    def __init__(self, game: AnyGame, patience: Patience | None = None) -> None:
        self._game = game
        self._patience = patience or Patience()
        self._traces: dict[Seat, _Trace] = {}
        self._about: Mismatch | None = None  # what the open question or foul is about
        self._to_move: dict[Seat, int] = {}  # seats asked to move their marker, and where to
        self._lives: tuple[State, tuple[int, ...]] | None = None
        self.question: Ask | None = None
        self.foul: Infraction | None = None

    def see(self, look: Look, state: State) -> None:
        """Take in one look; only a table at rest tells."""
        if look.hands or not look.still:
            for mark in look.life:
                if mark.seat in self._traces:
                    self._traces[mark.seat].looks = 0
            return
        lives = self._lives_in(state) if look.life else ()
        for mark in look.life:
            if mark.seat >= len(lives):
                continue
            trace = self._traces.setdefault(mark.seat, _Trace())
            trace.see(mark.life, lives[mark.seat], look.time)
            if trace.pair is None:
                self._to_move.pop(mark.seat, None)

    def _lives_in(self, state: State) -> tuple[int, ...]:
        """The life of all seats, read once from a state: most looks find the one before."""
        if self._lives is None or self._lives[0] is not state:
            self._lives = state, tuple(seat.life for seat in self._game.view(state).seats)
        return self._lives[1]

    @property
    def settled(self) -> bool:
        """Whether something is open about a marker that has come to agree with the record."""
        if self._about is None or (self.question is None and self.foul is None):
            return False
        trace = self._traces.get(self._about.seat)
        return trace is not None and trace.pair is None and trace.agreed is not None

    def differing(self, state: State) -> tuple[Mismatch, ...]:
        """Every marker that lies elsewhere than the record says."""
        found = []
        for seat, trace in sorted(self._traces.items()):
            if trace.pair is not None:
                marker, life = trace.pair
                found.append(Mismatch(seat, marker, life, moved=False))
        return tuple(one for one in found if self._by_hand(state, one))

    def put_right(self, state: State, found: Mismatch) -> Action | None:
        """The action that makes a life what its marker says; None when there is none now."""
        return next(iter(self._by_hand(state, found)), None)

    def due(self, state: State, shown: State) -> Mismatch | None:
        """What is to be said now, once: nothing while something is open or nothing can be done.

        `shown` is what the dice tell beyond the record: what an effect in it has yet to do may
        be why a marker was moved.
        """
        if self.question is not None or self.foul is not None:
            return None
        for seat, trace in sorted(self._traces.items()):
            found = trace.mismatch(seat, self._patience)
            if found is not None and all(self._mendable(s, found) for s in (state, shown)):
                return found
        return None

    def ask(self, number: int, found: Mismatch, state: State) -> Ask:
        """Which of the two is right?"""
        self._open(found)
        name = self._name(state, found.seat)
        answers = [
            Answer(tr("{life}: {name} moves the marker", life=found.life, name=name), (), 0.5)
        ]
        steps = tuple(Step(action, "corrected") for action in self._by_hand(state, found))
        if steps:
            answers.append(
                Answer(tr("{marker}: the record is wrong", marker=found.marker), steps, 0.5)
            )
        text = tr(
            "{name}'s marker says {marker}, the record says {life}. Which is right?",
            name=name,
            marker=found.marker,
            life=found.life,
        )
        evidence = tr(
            "the marker lies on {marker} in {looks} looks or more",
            marker=found.marker,
            looks=self._patience.looks,
        )
        self.question = Ask(number, text, tuple(answers), evidence)
        return self.question

    def name_foul(self, number: int, found: Mismatch, state: State) -> Infraction:
        """Somebody changed their life and nothing in the game did."""
        self._open(found)
        name = self._name(state, found.seat)
        self.foul = Infraction(
            number,
            WITHOUT_CAUSE,
            tr(
                "{name}'s marker went from {life} to {marker}, and nothing changed {name}'s life.",
                name=name,
                life=found.life,
                marker=found.marker,
            ),
            found.seat,
            self._rule(state),
            tr(
                "Put it back on {life}, or let it stand: the record then says {marker}.",
                life=found.life,
                marker=found.marker,
            ),
        )
        return self.foul

    def answered(self, choice: int) -> tuple[Step, ...]:
        """The players have said which is right; what that commits."""
        assert self.question is not None
        assert self._about is not None
        steps = self.question.answers[choice].steps
        if not steps:
            self._to_move[self._about.seat] = self._about.life
        self.question = None
        return steps

    def allowed(self, state: State) -> tuple[Step, ...]:
        """The judge lets the marker stand. Raises `ValueError` when life cannot be set now."""
        assert self._about is not None
        actions = self._by_hand(state, self._about)
        if not actions:
            raise ValueError(tr("life cannot be put right now: mend the marker, or wait a moment."))
        self.foul = None
        return tuple(Step(action, "judge") for action in actions)

    def close(self) -> None:
        """What was open has settled itself."""
        self.question = self.foul = None

    def hold_back(self) -> None:
        """Something weightier came up: ask again afterwards."""
        if self.question is not None and self._about is not None:
            self._traces[self._about.seat].said = None
        self.question = None

    def resume(self, found: Mismatch, question: Ask | None, foul: Infraction | None) -> None:
        """Go on with what was open when the program ended."""
        self._open(found)
        self.question, self.foul = question, foul

    @property
    def facts(self) -> dict[str, int]:
        """What the open question or foul is about, for the record."""
        about = self._about
        if about is None:
            return {}
        return {"seat": about.seat, "marker": about.marker, "life": about.life}

    def reminders(self, state: State) -> tuple[Reminder, ...]:
        """Who still has to move a marker."""
        return tuple(
            Reminder(
                tr(
                    "{name} moves the life marker to {life}.",
                    name=self._name(state, seat),
                    life=life,
                ),
                self._rule(state),
                seat,
                urgent=True,
            )
            for seat, life in sorted(self._to_move.items())
        )

    def _open(self, found: Mismatch) -> None:
        self._about = found
        trace = self._traces.setdefault(found.seat, _Trace())
        trace.said = trace.pair = (found.marker, found.life)

    def _name(self, state: State, seat: Seat) -> str:
        return self._game.view(state).seats[seat].name

    def _rule(self, state: State) -> Citation:
        if isinstance(self._game, KeepsLife):
            return self._game.life_rule(state)
        return Citation(self._game.name, "Life")

    def _mendable(self, state: State, found: Mismatch) -> bool:
        """Whether the record could follow now; in the middle of an effect it cannot."""
        if not isinstance(self._game, KeepsLife):
            return True
        return bool(self._by_hand(state, found))

    def _by_hand(self, state: State, found: Mismatch) -> Sequence[Action]:
        game = self._game
        if not isinstance(game, KeepsLife):
            return ()
        action = game.life_by_hand(state, found.seat, found.marker)
        return (action,) if game.why_not(state, action) is None else ()
