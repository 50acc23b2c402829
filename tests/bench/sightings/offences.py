"""Fouls at a simulated table: committed, watched until they are named, and mended."""

from collections.abc import Callable
from typing import Final

from rules.core import CHANCE, FIRST_SEAT, AnyGame, KeepsLife, Seat, State, numbered
from rules.track.alike import may_lie
from rules.track.life import WITHOUT_CAUSE, LifeWatch
from rules.track.verdict import Ask, Commit, Infraction, Marker
from tests.bench.sightings.foul_play import KINDS, Foul, commit_foul
from tests.bench.sightings.table import Sitting
from tests.bench.sightings.witness import Witness

LIFE_LOOKS: Final = 60
"""Looks at life markers: longer than the patience with a marker that was moved."""

ENOUGH_LOOKS: Final = 24
"""Looks after which a foul that is not named is given up, and one that was named put right."""


class Offences:
    """Commits fouls at one table."""

    def __init__(self, sitting: Sitting, witness: Witness) -> None:
        """Nothing was done wrong yet."""
        self._at = sitting
        self._witness = witness

    def commit(self) -> None:
        """Commit a foul, see whether it is named, and mend it."""
        at = self._at
        if not at.truth.is_at_one(at.tracker.state):
            return
        if at.rng.random() < 1.0 / (1 + len(KINDS)):
            self._change_life()
            return
        foul = commit_foul(at.game, at.truth.state, at.rng, at.alike, at.score.fouls)
        if foul is None:
            return
        at.score.fouls[foul.kind] += 1
        at.lay_out(foul.layout, foul.thrown)
        for die in foul.cocked:
            at.table.bodies[die].cocked = True
        at.hands_leave(foul.layout)
        named = self._await_name(foul)
        if named is None and self._is_lawful(foul):
            at.score.fouls[foul.kind] -= 1
            at.score.lawful += 1
        elif named is None:
            at.score.missed_fouls[foul.kind] += 1
            at.note("foul missed", f"{foul.kind}: {foul.what}")
        else:
            at.note("foul named", f"{foul.kind}: {foul.what}: {named.code}: {named.text}")
            cited = named.citation.book != at.game.name
            at.score.unruled += not (cited and named.citation.section and named.remedy)
        self._mend(foul, named)

    def _is_lawful(self, foul: Foul) -> bool:
        """Whether a longer legal way than was looked for leads to just this table.

        The tracker has entered it, or asks whether it was gone.
        """
        at = self._at
        asked = at.tracker.question.answers if at.tracker.question is not None else ()
        ends = (at.tracker.state, *(at.after(answer.steps) for answer in asked))
        return foul.kind != "turned" and any(
            may_lie(foul.layout, at.game.layout(end), at.game) for end in ends
        )

    def _await_name(self, foul: Foul) -> Infraction | None:
        at = self._at
        for _ in range(ENOUGH_LOOKS):
            verdict = at.look()
            if isinstance(verdict, Infraction) and not verdict.mended:
                return verdict
            if isinstance(verdict, Commit):
                believed = at.said(verdict.steps)
                at.note("foul believed", f"{foul.kind}: {foul.what}: {believed}")
                return None
            if isinstance(verdict, Ask) and not self._witness.say_where(verdict):
                self._witness.deny(verdict)
                answers = [answer.text for answer in verdict.answers]
                at.note("foul asked about", f"{foul.kind}: {foul.what}: {answers}")
        return None

    def _mend(self, foul: Foul, named: Infraction | None) -> None:
        """Put the table back; a foul that was named must be seen to be mended."""
        at = self._at
        for die in foul.cocked:
            at.table.bodies[die].cocked = False
        layout = at.game.layout(at.truth.state)
        at.lay_out(layout)
        at.hands_leave(layout)
        mended = False
        for _ in range(ENOUGH_LOOKS):
            verdict = at.look()
            mended = mended or (isinstance(verdict, Infraction) and verdict.mended)
            if mended or isinstance(verdict, Commit):
                break
        if named is not None and not mended:
            at.score.unmended += 1
            at.note("foul not seen mended", f"{foul.kind}: {foul.what}")
        at.put_right()

    # -- life

    def _change_life(self) -> None:
        """Move a life marker for no reason, see whether that is named, and put it back."""
        at = self._at
        seats = at.game.view(at.truth.state).seats
        if not _life_may_be_set(at.game, at.truth.state):
            return
        moved = at.rng.randrange(len(seats))
        right = tuple(Marker(seat, view.life) for seat, view in numbered(Seat, seats))
        wrong = list(right)
        most = max(seats[moved].life, seats[moved].life_start)
        other = at.rng.choice([n for n in range(most + 1) if n != seats[moved].life])
        wrong[moved] = Marker(Seat(moved), other)
        at.score.fouls[WITHOUT_CAUSE] += 1
        self._watch_life(right, _at_once)
        named = self._watch_life(tuple(wrong), self._names_life)
        mended = named and self._watch_life(right, _at_once)
        at.life, at.markers = LifeWatch(at.game), ()
        if not named:
            at.score.missed_fouls[WITHOUT_CAUSE] += 1
            at.note("foul missed", f"{WITHOUT_CAUSE}: {right[moved].life} to {other}")
        elif not mended:
            at.score.unmended += 1
            at.note("foul not seen mended", f"{WITHOUT_CAUSE}: back to {right[moved].life}")

    def _watch_life(self, markers: tuple[Marker, ...], until: Callable[[LifeWatch], bool]) -> bool:
        """Lay the markers so and look until something is true of what they say."""
        at = self._at
        at.markers = markers
        at.disturb()
        for _ in range(LIFE_LOOKS):
            self._witness.hear(at.look())
            if until(at.life):
                return True
        return False

    def _names_life(self, watch: LifeWatch) -> bool:
        state = self._at.tracker.state
        found = watch.due(state, state)
        if found is None or not found.moved:
            return False
        foul = watch.name_foul(0, found, state)
        self._at.score.unruled += not (foul.citation.section and foul.remedy)
        return True


def _at_once(_: LifeWatch) -> bool:
    """One look is enough."""
    return True


def _life_may_be_set(game: AnyGame, state: State) -> bool:
    """Whether a judge could enter another life now; in the middle of an effect nobody can."""
    if game.to_move(state) in (CHANCE, None):
        return False
    if not isinstance(game, KeepsLife):
        return True
    return game.why_not(state, game.life_by_hand(state, FIRST_SEAT, 1)) is None
