"""What a rest in the middle of a move says against the move: where its dice lay on their way.

A move takes a while. At a rest in between, each of its dice lies where it lay, where it will lie,
or somewhere on its way; dice that wait to be thrown lie anywhere. All other dice lie where they
lie. A die that does not was tried and taken back.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from rules.core import AnyGame, DieName, FaceIndex, KindName, Placement, Roll, State, ZoneKind
from rules.track.explanation import ExplainedAction
from rules.track.fit import Board
from rules.track.known_states import KnownState, KnownStates
from rules.track.slots import Slot, lies_otherwise

ON_ITS_WAY: Final = 2.0
"""Nats for a die of a begun move that lies somewhere between, or is in a hand."""

LAID_DOWN: Final = 0.15
"""Nats for a die that waits to be thrown, wherever its owner has put it."""

MISREAD: Final = 4.0
"""Nats up to which a die that is not quite as it should be is taken for what it should be."""

TRIED: Final = 3.0
"""Nats for each other die that lies where it does not belong: tried and taken back."""

TURNED: Final = 5.0
"""Nats for a die that shows another face than it was thrown on, before anybody had a reason."""

TRIED_CAP: Final = 6.0
"""The most that trying says against one rest."""

OUT_OF_ORDER: Final = 4.0
"""Nats for an action that was begun before an earlier one was: somebody forgot it."""

TWO_AT_ONCE: Final = 4.0
"""Nats for each further action that was begun before the one before it was finished."""


class Way(msgspec.Struct, frozen=True, eq=False):
    """Where one die lay in the course of a move."""

    kind: KindName
    slots: tuple[tuple[Slot, int], ...]  # in sight, with the number of the move that led there
    moves: tuple[int, ...]  # the actions that moved it, by their numbers
    unseen: bool  # whether it lay out of sight for a time
    thrown: bool
    fell: FaceIndex | None = None  # the face it lies on where it was thrown, wherever that is


class Stretch(msgspec.Struct, frozen=True, eq=False):
    """Some actions of an explanation, as a rest somewhere between them may show them."""

    still: Counter[Slot]  # the dice that they do not move
    ways: tuple[Way, ...]

    @property
    def carried(self) -> int:
        """How many dice hands put elsewhere, other than by throwing them."""
        return sum(not way.thrown for way in self.ways)


class Passing:
    """Tells what rests say against the actions they lie between."""

    def __init__(self, game: AnyGame, known: KnownStates) -> None:
        """`known` remembers what follows from what."""
        self._game = game
        self._known = known

    def stretch(
        self,
        begun: State,
        loose: frozenset[DieName],
        steps: Sequence[ExplainedAction],
        board: Board,
    ) -> Stretch:
        """The dice that these actions move, each with the places it lay in.

        `loose` ones lay where they were thrown.
        """
        here = start = self._known.here(begun)
        places: dict[DieName, list[Placement]] = {}
        thrown = set[DieName]()
        moves: dict[DieName, list[int]] = {}
        for number, step in enumerate(steps):
            after = self._known.after(here, step.action)
            if after is None:
                break
            if isinstance(here.chance, Roll):
                thrown |= {die for die, _ in here.chance.dice}
            for old, new in _otherwise(here, after):
                if old != new:
                    places.setdefault(old.die, [old]).append(new)
                    moves.setdefault(old.die, []).append(number)
            here = after
        if isinstance(here.chance, Roll):
            thrown |= {die for die, _ in here.chance.dice}
        lay = {lie.die: lie for lie in start.layout}
        for die in thrown | loose:
            places.setdefault(die, [lay[die]] if die in lay else [])
        still = board.slots(lie for lie in start.layout if lie.die not in places)
        ways = [
            Way(
                each[0].kind,
                tuple((board.slot(lie), n) for n, lie in enumerate(each) if self._shows(lie)),
                tuple(moves.get(die, ())),
                not all(map(self._shows, each)),
                die in thrown,
                lay[die].face if die in loose and die in lay else None,
            )
            for die, each in places.items()
            if each
        ]
        ways.sort(key=lambda way: way.moves or (len(steps),))
        return Stretch(still, tuple(ways))

    def _shows(self, lie: Placement) -> bool:
        return lie.under is None and self._game.zones[lie.place.zone] is not ZoneKind.HIDDEN


def _otherwise(before: KnownState, after: KnownState) -> Sequence[tuple[Placement, Placement]]:
    if len(before.layout) == len(after.layout):
        return tuple(lies_otherwise(before.layout, after.layout))
    now = {lie.die: lie for lie in after.layout}
    return tuple((lie, now[lie.die]) for lie in before.layout if lie.die in now)


def costs(board: Board, stretch: Stretch) -> tuple[float, float]:
    """What a table says against lying somewhere between the actions of a stretch, nats.

    First of the dice that the actions move, then of all others, which may have been tried.
    """
    lacking, spare = board.set_aside(stretch.still)
    over = set(spare)
    on_their_way: list[Way] = []
    begun: set[int] = set()
    left: set[int] = set()
    for way in stretch.ways:
        lies = _lies(board, way, over)
        if lies is None:
            on_their_way.append(way)
            continue
        number, done = lies
        over.discard(number)
        begun.update(way.moves[:done])
        left.update(way.moves[done:])
    total = TWO_AT_ONCE * max(0, len(begun & left) - 1)
    if begun and left - begun and max(begun) > min(left - begun):
        total += OUT_OF_ORDER
    for way in on_their_way:
        other = _alike(board, way.kind, over, way.fell)
        over.discard(-1 if other is None else other)
        if way.fell is not None and not way.thrown:
            total += _lies_as_it_fell(board, way, other)
        elif way.thrown:
            total += LAID_DOWN if other is not None or way.unseen else ON_ITS_WAY
        elif other is not None or not way.unseen:
            total += ON_ITS_WAY
    return total, min(TRIED_CAP, board.displaced(lacking, tuple(sorted(over)), TRIED))


def _lies_as_it_fell(board: Board, way: Way, number: int | None) -> float:
    """What it costs that a die lies neither where it is due nor where it went, as it was thrown."""
    if number is None:
        return ON_ITS_WAY
    return LAID_DOWN if board.pieces[number].reading_cost(way.kind, way.fell) < MISREAD else TURNED


def _lies(board: Board, way: Way, over: set[int]) -> tuple[int, int] | None:
    """The piece that a die may be, in the place it came to last, and how many moves led there."""
    for slot, done in reversed(way.slots):
        number = next((n for n in over if board.lies_in(n, slot)), None)
        if number is not None:
            return number, done
    return None


def _alike(board: Board, kind: KindName, over: set[int], face: FaceIndex | None) -> int | None:
    """A piece left over that may well be of this kind; one that shows this face if there is one."""
    pieces = board.pieces
    near = [n for n in over if pieces[n].reading_cost(kind, None) < MISREAD]
    return min(near, key=lambda n: pieces[n].reading_cost(kind, face), default=None)
