"""What a rest in the middle of a move says against the move: where its dice lay on their way.

A move takes a while. At a rest in between, each of its dice lies where it lay, where it will lie,
or somewhere on its way; dice that wait to be thrown lie anywhere. All other dice lie where they
lie. A die that does not was tried and taken back.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import msgspec

from rules.core import AnyGame, DieName, FaceIndex, KindName, Placement, Roll, State, ZoneKind
from rules.track.explanation import ExplainedAction
from rules.track.fit import MISREAD, Board
from rules.track.known_states import KnownState, KnownStates
from rules.track.slots import Slot, lies_otherwise

ON_ITS_WAY: Final = 2.0
"""Nats for a die of a begun move that lies somewhere between, or is in a hand."""

LAID_DOWN: Final = 0.15
"""Nats for a die that waits to be thrown, wherever its owner has put it."""

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

OVERTAKEN: Final = 1.5
"""Nats for an action that was done before an earlier one was finished: people clear away late."""


NO_TRACE: Final = 3.0
"""Nats for an action whose dice a later one moved on before anybody saw them lie there."""


class Way(msgspec.Struct, frozen=True, eq=False):
    """Where one die lay in the course of a move."""

    kind: KindName
    slots: tuple[tuple[Slot, int], ...]  # in sight, with the number of the move that led there
    moves: tuple[int, ...]  # the actions that moved it, by their numbers
    unseen: bool  # whether it lay out of sight for a time
    thrown: bool
    fell: FaceIndex | None = None  # the face it lies on where it was thrown, wherever that is

    @property
    def comes_out(self) -> bool:
        """Whether it comes out of the bag or off its card, and has not always lain in sight."""
        return self.unseen and not (self.slots and self.slots[0][1] == 0)


class Stretch(msgspec.Struct, frozen=True, eq=False):
    """Some actions of an explanation, as a rest somewhere between them may show them."""

    still: Counter[Slot]  # the dice that they do not move
    ways: tuple[Way, ...]
    covered_up: frozenset[int] = frozenset()  # actions all of whose dice were moved on later

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
        handled: list[frozenset[DieName]] = []
        for number, step in enumerate(steps):
            after = self._known.after(here, step.action)
            if after is None:
                break
            handled.append(frozenset() if step.reading else self._known.touches(here, step.action))
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
        covered_up = frozenset(
            number
            for number, dice in enumerate(handled)
            if any(number in moves.get(die, ()) for die in dice)
            and all(moves.get(die, (number,))[-1] > number for die in dice)
        )
        return Stretch(still, tuple(ways), covered_up)

    def _shows(self, lie: Placement) -> bool:
        return lie.under is None and self._game.zones[lie.place.zone] is not ZoneKind.HIDDEN


def _otherwise(before: KnownState, after: KnownState) -> Sequence[tuple[Placement, Placement]]:
    if len(before.layout) == len(after.layout):
        return tuple(lies_otherwise(before.layout, after.layout))
    now = {lie.die: lie for lie in after.layout}
    return tuple((lie, now[lie.die]) for lie in before.layout if lie.die in now)


class Said(NamedTuple):
    """What a rest says against lying somewhere between the actions of a stretch, nats."""

    order: float  # they were not done one after the other
    on_the_way: float  # dice that they move lie neither where they lay nor where they will
    tried: float  # other dice lie where they do not belong
    seen: frozenset[int] = frozenset()  # actions whose dice lay where these had put them


def costs(board: Board, stretch: Stretch) -> Said:
    """What a table says against lying somewhere between the actions of a stretch."""
    lacking, spare = board.set_aside(stretch.still)
    over = set(spare)
    on_their_way, order, seen = _sorted_out(board, stretch, over)
    total = 0.0
    for way in on_their_way:
        other = _alike(board, way.kind, over, way.fell)
        over.discard(-1 if other is None else other)
        if way.fell is not None and not way.thrown:
            total += _lies_as_it_fell(board, way, other)
        elif way.thrown:
            total += LAID_DOWN if other is not None or way.unseen else ON_ITS_WAY
        elif other is not None or not way.unseen:
            total += ON_ITS_WAY
    tried = min(TRIED_CAP, board.displaced(lacking, tuple(sorted(over)), TRIED))
    return Said(order, total, tried, seen)


def at_a_glance(board: Board, stretch: Stretch) -> Said:
    """What a glance says against the order of the actions, whatever else it shows or misses."""
    _, spare = board.set_aside(stretch.still)
    _, order, seen = _sorted_out(board, stretch, set(spare))
    return Said(order, 0.0, 0.0, seen)


def without_a_trace(stretch: Stretch, said: Iterable[Said]) -> float:
    """What speaks against actions that a later one covers up, and that no rest has shown."""
    seen = frozenset[int]().union(*(each.seen for each in said))
    return NO_TRACE * len(stretch.covered_up - seen)


def _sorted_out(
    board: Board, stretch: Stretch, over: set[int]
) -> tuple[list[Way], float, frozenset[int]]:
    """The dice that lie neither where they lay nor where they will, and what the order costs.

    With it come the actions of which a die lies just where they put it. The pieces of these
    dice are taken out of `over`.
    """
    on_their_way: list[Way] = []
    begun: set[int] = set()
    left: set[int] = set()
    seen: set[int] = set()
    still = _not_moved_yet(board, stretch, over)
    for way in stretch.ways:
        lies = (still[way], 0) if way in still else _lies(board, way, over)
        if lies is None:
            on_their_way.append(way)
            left.update(way.moves if way.comes_out else ())
            continue
        number, done = lies
        over.discard(number)
        begun.update(way.moves[:done])
        left.update(way.moves[done:])
        seen.update(way.moves[done - 1 : done] if done else ())
    halfway = begun & left
    order = TWO_AT_ONCE * max(0, len(halfway) - 1)
    if halfway and max(begun) > max(halfway):
        order += OVERTAKEN
    if begun and left - begun and max(begun) > min(left - begun):
        order += OUT_OF_ORDER
    return on_their_way, order, frozenset(seen)


def _not_moved_yet(board: Board, stretch: Stretch, over: set[int]) -> dict[Way, int]:
    """The dice that nobody has touched yet, each with its piece: of dice alike the last to move."""
    still: dict[Way, int] = {}
    left = over & board.untouched
    for way in reversed(stretch.ways):
        lay = next((slot for slot, done in way.slots if not done), None)
        number = next((n for n in left if lay and board.lies_in(n, lay)), None)
        if number is not None:
            still[way] = number
            left.discard(number)
    over -= set(still.values())
    return still


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
