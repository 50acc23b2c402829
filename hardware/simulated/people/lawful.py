"""Whether what lies on a table could have come about lawfully."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from rules.core import (
    CHANCE,
    Action,
    AnyGame,
    DieFacts,
    FaceIndex,
    Place,
    Placement,
    State,
    ZoneKind,
)

LOOKED_AHEAD: Final = 600
"""Pairs of acts tried at most to show that nothing lawful leads to a spoilt table."""


class Lawful:
    """Looks for lawful ways to a table, as it shows itself to an eye above it."""

    def __init__(self, game: AnyGame, kinds: Sequence[DieFacts]) -> None:
        """Of a game with these dice."""
        self._game = game
        self._printed = {facts.kind: facts.faces for facts in kinds}

    def leads_to(self, state: State, wrong: Mapping[str, Placement]) -> bool:
        """Whether nothing, or up to two lawful acts, would make the table look so."""
        seen = self._from_above(wrong.values())
        ahead = islice(self._ahead(state), LOOKED_AHEAD)
        if self._may_be(seen, state):
            return True
        return any(self._may_be(seen, other) for other in ahead)

    def _ahead(self, state: State) -> Iterator[State]:
        game = self._game
        nearest = [game.apply(state, action)[0] for action in self._legal(state)]
        yield from nearest
        for near in nearest:
            for action in self._legal(near):
                yield game.apply(near, action)[0]

    def _legal(self, state: State) -> Sequence[Action]:
        over = self._game.to_move(state) in (CHANCE, None)
        return () if over else self._game.legal_actions(state)

    def _may_be(self, seen: Counter[tuple[str, Place, int | None]], state: State) -> bool:
        """Whether dice that lie so lie as a state says: where any face will do, any does."""
        wanted = self._from_above(self._game.layout(state))
        over, short = seen - wanted, wanted - seen
        return all(face is None for _, _, face in short) and Counter(
            slot[:2] for slot in over.elements()
        ) == Counter(slot[:2] for slot in short.elements())

    def _from_above(self, lies: Iterable[Placement]) -> Counter[tuple[str, Place, int | None]]:
        found: Counter[tuple[str, Place, int | None]] = Counter()
        for lie in lies:
            zone = self._game.zones[lie.place.zone]
            if zone is ZoneKind.HIDDEN or lie.under is not None:
                continue
            face = lie.face if zone is ZoneKind.OPEN else None
            if face is not None:
                printed = self._printed[lie.kind]
                face = FaceIndex(printed.index(printed[face]))
            found[lie.kind, lie.place, face] += 1
        return found
