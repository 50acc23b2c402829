"""Lawful acts carried out wrongly: unpaid, half done, with the wrong die, in the wrong place."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from random import Random
from typing import Final

import msgspec

from hardware.simulated.people.errands import Errand, Handling
from hardware.simulated.people.fouls import FoulScene, Plot
from hardware.simulated.people.legal_game import Step, by_die
from rules.core import (
    AnyGame,
    Draw,
    Placement,
)

SKIPPING: Final = 0.5
"""How often what must be done is skipped, where that can be done at all."""


class SpoiltActs:
    """Thinks of ways to carry an act out wrongly."""

    def __init__(self, game: AnyGame, scene: FoulScene, handling: Handling, rng: Random) -> None:
        """Of a game whose dice `handling` moves."""
        self._game = game
        self._scene = scene
        self._handling = handling
        self._rng = rng

    def spoil(
        self,
        step: Step,
        errands: Sequence[Errand],
        meant: Collection[str],
        following: Step | None,
    ) -> Plot | None:
        """A lawful decision carried out wrongly; None when no way to do so is known.

        `meant` are the dice the player speaks of, `following` is what is done next.
        """
        if following is not None and self._rng.random() < SKIPPING:
            plot = self._skipped(step, errands, following)
            if plot is not None:
                return plot
        spent = [errand for errand in errands if self._handling.spent(errand)]
        paid = [errand for errand in spent if errand.die in meant]
        makers: dict[str, Callable[[Step, list[Errand], list[Errand]], Plot | None]] = {
            "unpaid": self._unpaid,
            "partly-paid": self._partly_paid,
            "exchanged": self._exchanged,
            "rerolled-spent": self._rerolled_spent,
            "wrong-zone": self._wrong_zone,
        }
        if not paid:  # nobody pays: this is clearing up, or moving dice
            paid = spent
            makers = {
                "kept": self._kept,
                "left-behind": self._left_behind,
                "wrong-zone": self._wrong_zone,
            }
        other = [errand for errand in errands if errand not in paid]
        for kind in self._scene.seldom_first(makers):
            plot = makers[kind](step, paid, other)
            if plot is not None and not self._scene.lawful.leads_to(
                step.before, self._table_after(step, plot)
            ):
                return plot
        return None

    def draw(self, step: Step, drawn: Sequence[str]) -> Plot | None:
        """One die too many, or one too few, comes out of the bag."""
        chance = step.chance
        if not isinstance(chance, Draw) or isinstance(self._game.chance(step.after), Draw):
            return None
        before, after = (by_die(self._game.layout(s)) for s in (step.before, step.after))
        if len(drawn) < 2:
            return None
        home = before[drawn[0]].place
        inside = [die for die, lie in after.items() if lie.place == home]
        kinds = ["missing-drawn", *(["extra-drawn"] if inside else [])]
        kind = self._scene.seldom_first(kinds)[0]
        if kind == "extra-drawn":
            die = self._rng.choice(inside)
            there = msgspec.structs.replace(after[die], place=after[drawn[0]].place)
            wrong = {**after, die: there}
            now: tuple[Errand, ...] = (Errand(die, there, -1),)
        else:
            die = self._rng.choice(list(drawn))
            wrong, now = {**after, die: before[die]}, ()
        violations = self._scene.named(((step.before, wrong), (step.after, wrong)))
        put_right = (Errand(die, after[die], -1),)
        # which of those that came out of the bag is the one too many, nobody can say
        culprits = frozenset({die, *drawn} if kind == "extra-drawn" else {die})
        return Plot(kind, chance.seat, culprits, now, put_right, violations)

    def _spoilt(
        self,
        kind: str,
        step: Step,
        culprits: Sequence[Errand],
        now: Sequence[Errand],
        put_right: Sequence[Errand],
        *,
        thrown: bool = False,
    ) -> Plot:
        dice = frozenset(errand.die for errand in culprits)
        plot = Plot(kind, step.seat or 0, dice, tuple(now), tuple(put_right), (), thrown)
        wrong = self._table_after(step, plot)
        return replace(
            plot, violations=self._scene.named(((step.before, wrong), (step.after, wrong)))
        )

    def _table_after(self, step: Step, plot: Plot) -> dict[str, Placement]:
        """How the dice lie once the foul is committed."""
        lies = by_die(self._game.layout(step.after))
        before = by_die(self._game.layout(step.before))
        lies.update({errand.die: before[errand.die] for errand in plot.put_right})
        lies.update({errand.die: errand.lie for errand in plot.now})
        return lies

    def _unpaid(self, step: Step, paid: list[Errand], other: list[Errand]) -> Plot | None:
        if not paid or not other:
            return None
        return self._spoilt("unpaid", step, paid + other, other, paid)

    def _partly_paid(self, step: Step, paid: list[Errand], other: list[Errand]) -> Plot | None:
        if len(paid) < 2 or not other:
            return None
        left = self._rng.choice(paid)
        done = [errand for errand in (*paid, *other) if errand is not left]
        return self._spoilt("partly-paid", step, [left, *other], done, [left])

    def _kept(self, step: Step, paid: list[Errand], other: list[Errand]) -> Plot | None:
        if not paid:
            return None
        left = self._rng.choice(paid)
        done = [errand for errand in (*paid, *other) if errand is not left]
        return self._spoilt("kept", step, [left], done, [left]) if done else None

    def _left_behind(self, step: Step, paid: list[Errand], other: list[Errand]) -> Plot | None:
        lying = [errand for errand in other if errand.die in self._handling.table.poses]
        if len(other) < 2 or not lying:
            return None
        left = self._rng.choice(lying)
        done = [errand for errand in (*paid, *other) if errand is not left]
        return self._spoilt("left-behind", step, [left], done, [left])

    def _skipped(self, step: Step, errands: Sequence[Errand], following: Step) -> Plot | None:
        """What must be done now is not, and the next thing is."""
        game = self._game
        if following.chance is not None or following.seat != step.seat:
            return None
        must = all(
            game.leaves_trace(step.before, action) for action in game.legal_actions(step.before)
        )
        between = by_die(game.layout(step.after))
        done = {d: lie for d, lie in by_die(game.layout(following.after)).items()
                if lie != between[d]}  # fmt: skip
        left = {errand.die for errand in errands}
        if not must or not done or left & set(done):
            return None
        wrong = {**by_die(game.layout(step.before)), **done}
        if self._scene.lawful.leads_to(step.before, wrong):
            return None
        violations = self._scene.named(((step.before, wrong),))
        dice = frozenset(left | set(done))
        return Plot("skipped", step.seat or 0, dice, (), tuple(errands), violations)

    def _exchanged(self, step: Step, paid: list[Errand], other: list[Errand]) -> Plot | None:
        given = [e for e in paid if self._scene.place_of(e.die) not in (None, e.lie.place)]
        if not given or not other:
            return None
        right = self._rng.choice(given)
        lies = by_die(self._game.layout(step.before))
        moved = {errand.die for errand in (*paid, *other)}
        origin = lies[right.die]
        others = [
            lie
            for die, lie in lies.items()
            if die not in moved
            and lie.place == origin.place
            and lie.under is None
            and not self._scene.alike(lie, origin)
            and self._handling.lies_so(lie)
        ]
        if not others:
            return None
        wrong = self._rng.choice(others)
        there = msgspec.structs.replace(wrong, place=right.lie.place, face=None)
        taken = Errand(wrong.die, there, right.deed)
        done = [errand for errand in (*paid, *other) if errand is not right]
        back = Errand(wrong.die, wrong, right.deed)
        return self._spoilt("exchanged", step, [right, taken], [*done, taken], [right, back])

    def _rerolled_spent(self, step: Step, paid: list[Errand], other: list[Errand]) -> Plot | None:
        spun = [
            e for e in paid if self._scene.place_of(e.die) == e.lie.place and e.lie.face is not None
        ]
        if not spun or len(paid) + len(other) > len(spun) + 8:
            return None
        die = self._rng.choice(spun)
        shown = {self._handling.table.poses[die.die].face, die.lie.face}
        face = self._rng.choice([face for face in range(6) if face not in shown])
        if self._handling.same_print(die.lie.kind, face, die.lie.face or 0):
            return None
        wrong = replace(die, lie=msgspec.structs.replace(die.lie, face=face))
        done = [errand for errand in (*paid, *other) if errand is not die]
        return self._spoilt("rerolled-spent", step, [die], [*done, wrong], [die])

    def _wrong_zone(self, step: Step, paid: list[Errand], other: list[Errand]) -> Plot | None:
        come = [errand for errand in other if errand.die not in self._handling.table.poses]
        if not come:
            return None
        new = self._rng.choice(come)
        places = [
            place
            for place in self._scene.places_before(new.lie.place.seat)
            if place != new.lie.place
        ]
        if not places:
            return None
        lie = msgspec.structs.replace(
            new.lie, place=self._rng.choice(places), face=self._rng.randrange(6), paired=None
        )
        done = [errand for errand in (*paid, *other) if errand is not new]
        return self._spoilt("wrong-zone", step, [new], [*done, replace(new, lie=lie)], [new])
