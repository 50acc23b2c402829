"""Acts that nothing allows, done between two moves."""

from collections.abc import Callable, Sequence
from random import Random

import msgspec

from hardware.simulated.people.errands import Errand, Handling
from hardware.simulated.people.fouls import FoulScene, Plot
from hardware.simulated.people.legal_game import by_die
from rules.core import CHANCE, AnyGame, Placement, Roll, State, ZoneKind


class ForbiddenActs:
    """Thinks of acts that nothing allows now."""

    def __init__(self, game: AnyGame, scene: FoulScene, handling: Handling, rng: Random) -> None:
        """Of a game whose dice `handling` moves."""
        self._game = game
        self._scene = scene
        self._handling = handling
        self._rng = rng

    def act(self, state: State) -> Plot | None:
        """Something that nothing allows, between two moves."""
        if self._game.to_move(state) in (CHANCE, None):
            return None
        makers: dict[str, Callable[[State], Plot | None]] = {
            "turned": self._turned,
            "rolled-again": self._rolled_again,
            "misplaced": self._misplaced,
            "not-allowed": self._not_allowed,
            "cocked": self._cocked,
        }
        for kind in self._scene.seldom_first(makers):
            plot = makers[kind](state)
            if plot is None:
                continue
            wrong = by_die(self._game.layout(state))
            wrong.update({errand.die: errand.lie for errand in plot.now})
            if plot.leaning or not self._scene.lawful.leads_to(state, wrong):
                return plot
        return None

    def _extra(
        self, kind: str, state: State, wrong: Sequence[Placement], *,
        thrown: bool = False, leaning: bool = False,
    ) -> Plot:  # fmt: skip
        lies = by_die(self._game.layout(state))
        now = tuple(Errand(lie.die, lie, -1) for lie in wrong)
        put_right = tuple(Errand(lie.die, lies[lie.die], -1) for lie in wrong)
        table: dict[str, Placement] = {**lies, **{lie.die: lie for lie in wrong}}
        dice = frozenset(lie.die for lie in wrong)
        violations = self._scene.named(((state, table),), dice if leaning else frozenset())
        place, mover = wrong[0].place, self._game.to_move(state)
        seat = place.seat if place.seat is not None else mover or 0
        return Plot(kind, seat, dice, now, put_right, violations, thrown, leaning)

    def _showing(self, state: State) -> list[Placement]:
        """Dice in the open that lie as they must and show a face that counts."""
        return [
            lie
            for lie in self._game.layout(state)
            if self._game.zones[lie.place.zone] is ZoneKind.OPEN
            and lie.under is None
            and lie.face is not None
            and self._handling.lies_so(lie)
        ]

    def _other_faces(self, lie: Placement) -> list[int]:
        return [f for f in range(6) if not self._handling.same_print(lie.kind, f, lie.face or 0)]

    def _turned(self, state: State) -> Plot | None:
        shows = self._showing(state)
        if not shows or self._may_roll(state):
            return None
        lie = self._rng.choice(shows)
        face = self._rng.choice(self._other_faces(lie))
        return self._extra("turned", state, [msgspec.structs.replace(lie, face=face)])

    def _rolled_again(self, state: State) -> Plot | None:
        shows = self._showing(state)
        if len(shows) < 2 or self._may_roll(state):
            return None
        place = self._rng.choice(shows).place
        dice = [lie for lie in shows if lie.place == place and lie.paired is None]
        rolled = [
            msgspec.structs.replace(lie, face=self._rng.choice(self._other_faces(lie)))
            for lie in dice[: self._rng.randint(1, 3)]
        ]
        return self._extra("rolled-again", state, rolled, thrown=True) if rolled else None

    def _cocked(self, state: State) -> Plot | None:
        shows = self._showing(state)
        if not shows:
            return None
        return self._extra("cocked", state, [self._rng.choice(shows)], leaning=True)

    def _misplaced(self, state: State) -> Plot | None:
        shows = [lie for lie in self._showing(state) if lie.paired is None]
        if not shows:
            return None
        lie = self._rng.choice(shows)
        places = [
            place for place in self._scene.places_before(lie.place.seat) if place != lie.place
        ]
        if not places:
            return None
        there = msgspec.structs.replace(lie, place=self._rng.choice(places), paired=None)
        return self._extra("misplaced", state, [there])

    def _not_allowed(self, state: State) -> Plot | None:
        """A die goes where others of its zone may go, and it may not."""
        game = self._game
        before = by_die(game.layout(state))
        legal = list(game.legal_actions(state))
        self._rng.shuffle(legal)
        ways = [
            (before[lie.die], lie)
            for action in legal[:12]
            for lie in game.layout(game.apply(state, action)[0])
            if lie.place != before[lie.die].place
            and self._scene.is_open(lie)
            and self._scene.is_open(before[lie.die])
        ]
        if not ways:
            return None
        origin, goal = self._rng.choice(ways)
        allowed = {(old.kind, old.face) for old, new in ways if new.place == goal.place}
        others = [
            lie
            for lie in self._showing(state)
            if lie.place == origin.place and (lie.kind, lie.face) not in allowed
        ]
        if not others:
            return None
        other = self._rng.choice(others)
        there = msgspec.structs.replace(other, place=goal.place, paired=goal.paired)
        return self._extra("not-allowed", state, [there])

    def _may_roll(self, state: State) -> bool:
        """Whether some lawful act leads to a roll: other faces are then no foul."""
        game = self._game
        return any(
            isinstance(game.chance(game.apply(state, action)[0]), Roll)
            for action in game.legal_actions(state)
        )
