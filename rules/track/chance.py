"""What the dice decided, read off the table.

A drawn die is a die of its kind that was not there before; a rolled face is what the die's own
evidence says. Rules choose among dice, never among faces.
"""

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Final

import msgspec

from rules.core import DieName, Draw, FaceIndex, KindName, Placement, Roll, Seat
from rules.track.fit import Board

OTHER_DRAWS: Final = 6
"""How many ways to tell drawn dice from bought ones are tried."""

DOUBTFUL: Final = 9.0
"""Evidence below this leaves the second best kind of a die in the race."""

UNSURE: Final = 16.0
"""Evidence below this leaves a rolled face open to doubt, and its runner-up in the race."""


NOT_ROLLED: Final = 11.0
"""What a die that was not touched says against its having been rolled."""


NUDGED: Final = 3.5
"""What dice that moved beside dice that were rolled say against their not having been rolled: many
people take up all dice, and set those down again that they keep."""

CAME_AGAIN: Final = 1.8
"""What a die that shows what it showed before says against its having been thrown again, ln 6."""

LEANS: Final = 20.0
"""What a die that lies on no face says against a roll being over: it is thrown again."""


SAME: Final = 0.5
"""Nats within which two dice may as well be each other."""


class Doubt(msgspec.Struct, frozen=True, gc=False):
    """A rolled die whose face is not beyond doubt."""

    position: int  # among the dice of the roll
    piece: int | None  # None for a die that has not been found
    margin: float  # nats by which the likeliest face is ahead of the next
    clear: float  # nats by which it is ahead of the third
    faces: tuple[tuple[int, float], ...] = ()  # every face with what speaks against it, nats
    track: int | None = None  # the eye's number for the die


class Reading(msgspec.Struct, frozen=True, gc=False):
    """One outcome of chance as the table shows it.

    `margin` is the evidence, in nats, that the least certain face has over its runner-up;
    `piece` is that die. It is nothing when a die has not been found.
    """

    result: tuple[KindName, ...] | tuple[FaceIndex, ...]
    margin: float = float("inf")
    clear: float = float("inf")  # the same margin over the third likeliest face
    piece: int | None = None
    cost: float = 0.0  # what speaks against there having been a roll at all
    doubts: tuple["Doubt", ...] = ()  # the dice whose faces are not beyond doubt

    @property
    def lost(self) -> bool:
        """Whether a die of the roll has not been found."""
        return any(doubt.piece is None for doubt in self.doubts)


def drawn(chance: Draw, board: Board, layout: Sequence[Placement]) -> Iterator[Reading]:
    """The kinds that may have been drawn, likeliest first."""
    pool = dict(chance.pool)
    shown = Counter(slot[0] for slot in board.slots(layout).elements())
    near: Counter[KindName] = Counter()
    far: Counter[KindName] = Counter()
    for number, piece in enumerate(board.pieces):
        if piece.solid > 0 and piece.place.zone:
            (near if piece.place.seat == chance.seat else far)[piece.reading[0]] += 1
        elif board.laid_beside(number):
            near[piece.reading[0]] += 1
    more = {kind: near[kind] + far[kind] - shown[kind] for kind in pool}
    loose = _loose(board, layout)
    seen: set[tuple[KindName, ...]] = set()
    # Counting all dice is right unless the bag was refilled from the table; then count those
    # that do not lie where one lay.
    for surplus in (more, loose):
        fresh = [k for k, count in pool.items() for _ in range(min(count, max(0, surplus[k])))]
        fresh.sort(key=lambda kind: -near[kind])
        for way in _ways(fresh, pool, chance.count):
            if way not in seen:
                seen.add(way)
                yield Reading(way)
    fresh = [k for k, count in pool.items() for _ in range(min(count, max(0, more[k])))]
    yield from _otherwise(chance, board, fresh, pool)


def _loose(board: Board, layout: Sequence[Placement]) -> Counter[KindName]:
    """By kind, the dice that lie where none lay, less those missing from where one lay."""
    residue = board.compare(board.slots(layout))
    loose = board.kinds(residue)
    for (kind, place, _), count in residue.lacking.items():
        if board.matters(place.zone):
            loose[kind] -= count
    return loose


def _ways(
    fresh: Sequence[KindName], pool: dict[KindName, int], count: int
) -> Iterator[tuple[KindName, ...]]:
    """The drawn kinds among these: filled up when too few, chosen from when too many."""
    if len(fresh) <= count:
        likeliest = _filled_up(fresh, pool, count)
        yield likeliest
        if len(fresh) == count - 1:  # one die is not seen: it may be of any kind
            lost = Counter(likeliest) - Counter(fresh)
            others = (kind for kind, n in pool.items() if n > fresh.count(kind))
            yield from (tuple(sorted((*fresh, k))) for k in others if k not in lost)
        return
    different = dict.fromkeys(tuple(sorted(way)) for way in islice(combinations(fresh, count), 60))
    yield from islice(different, OTHER_DRAWS)


def _filled_up(
    kinds: Sequence[KindName], pool: dict[KindName, int], count: int, without: str = ""
) -> tuple[KindName, ...]:
    """These kinds and, where too few dice were found, the most numerous of the others."""
    left = Counter(pool)
    left.subtract(kinds)
    filled = list(kinds)
    while len(filled) < count:
        rest = {kind: n for kind, n in left.items() if n > 0 and kind != without} or {
            kind: n for kind, n in left.items() if n > 0
        }
        kind = max(rest, key=lambda k: rest[k])
        left[kind] -= 1
        filled.append(kind)
    return tuple(sorted(filled))


def _otherwise(
    chance: Draw, board: Board, fresh: Sequence[KindName], pool: dict[KindName, int]
) -> Iterator[Reading]:
    """The same with one doubtful die taken for its second best kind."""
    for piece in board.pieces:
        mine = piece.reading[0]
        for kind, left in pool.items():
            doubtful = kind != mine and piece.reading_cost(kind, None) < DOUBTFUL
            if doubtful and fresh.count(kind) < left:
                others = list(fresh)
                if mine in others:
                    others.remove(mine)
                swapped = [*others, kind][-chance.count :]
                yield Reading(_filled_up(swapped, pool, chance.count, mine))


def rolled(
    chance: Roll,
    board: Board,
    layout: Sequence[Placement],
    loose: frozenset[DieName] = frozenset(),
    moved: Container[DieName] = (),
    *,
    unmoved: frozenset[int] | None = None,
) -> Iterator[Reading]:
    """The faces the dice show, likeliest first; `loose` ones lie where they were thrown before.

    `unmoved` pieces were not thrown since they were laid there. `moved` dice have lain elsewhere
    since nobody touched what lies untouched. Where several players
    throw, the others may lie as they fell since an earlier rest.
    """
    unmoved = board.untouched if unmoved is None else unmoved
    thrown = {die for die, _ in chance.dice}
    due = {lie.die: lie for lie in layout if lie.die in thrown}
    where = board.found(due, layout)
    spare: list[int] = []
    kept: list[Placement] = []  # dice kept from a throw before that do not lie where they are due
    if not where:
        fit = board.fit(
            [msgspec.structs.replace(lie, face=None) if lie.die in due else lie for lie in layout]
        )
        spare = [n for n in fit.extra if not board.waits_beside(n)]
        where = _thrown(due, fit.pairs, spare, board)
        lost = [lie for lie in fit.missing if lie.die in loose and lie.die not in thrown]
        _set_kept_aside(lost, spare, fit.extra, board)
        kept = lost + [
            lie
            for lie, number in fit.pairs
            if lie.die in loose - thrown and not board.lies_in(number, board.slot(lie))
        ]
    still = again = 0
    faces: list[FaceIndex] = []
    read: list[Doubt] = []
    for position, (die, kind) in enumerate(chance.dice):
        number = where.get(die)
        if number is None:
            number = _spare_of(kind, spare, board)
        if number is None:
            read.append(Doubt(position, None, 0.0, 0.0))
            faces.append(FaceIndex(0))
            continue
        still += number in unmoved and (not chance.staggered or die in moved)
        lying = board.pieces[number]
        face, margin, clear = lying.face_of(kind)
        faces.append(face)
        again += number not in unmoved and due[die].face == face
        against_each = tuple((f, lying.reading_cost(kind, f)) for f in map(FaceIndex, range(6)))
        read.append(Doubt(position, number, margin, clear, against_each, lying.tracks[-1]))
    read.sort(key=lambda doubt: doubt.margin)
    least, piece = (read[0].margin, read[0].piece) if read else (float("inf"), None)
    clear = min((doubt.clear for doubt in read), default=float("inf"))
    against = NOT_ROLLED * still
    against += CAME_AGAIN * again + NUDGED * bool(kept or board.nudged(due, layout))
    against += LEANS * any(d.piece is not None and board.pieces[d.piece].cocked for d in read)
    doubtful = tuple(doubt for doubt in read if doubt.margin < UNSURE)
    yield Reading(tuple(faces), least, clear, piece, against, doubtful)
    for doubt in doubtful[:2]:
        if doubt.piece is None:
            continue
        kind = chance.dice[doubt.position][1]
        second = board.pieces[doubt.piece].second_face_of(kind)
        other = (*faces[: doubt.position], second, *faces[doubt.position + 1 :])
        yield Reading(other, -doubt.margin, clear, doubt.piece, against, doubtful)


def _thrown(
    due: Mapping[DieName, Placement],
    pairs: Sequence[tuple[Placement, int]],
    spare: list[int],
    board: Board,
) -> dict[DieName, int]:
    """The piece that each die is; those taken from `spare` are none any more.

    Of two that may as well be each other, the one that was touched was thrown, or the one that
    lies on its owner's side.
    """
    where = {lie.die: number for lie, number in pairs if not board.waits_beside(number)}

    for lie, number in pairs:
        if lie.die in due or lie.die not in where:
            continue
        slot = board.slot(lie)
        for die, other in due.items():
            lay, seat = where.get(die), other.place.seat
            if lay is None or other.kind != lie.kind:
                continue
            if _unlikely(board, number, seat) >= _unlikely(board, lay, seat):
                continue
            anyhow = board.slot(msgspec.structs.replace(other, face=None))
            now = board.row_cost(slot, number) + board.row_cost(anyhow, lay)
            if board.row_cost(slot, lay) + board.row_cost(anyhow, number) <= now + SAME:
                where[die], where[lie.die] = number, lay
                break
    for die, other in due.items():
        lay, seat = where.get(die), other.place.seat
        if lay is None:
            continue
        anyhow = board.slot(msgspec.structs.replace(other, face=None))
        most = board.row_cost(anyhow, lay) + SAME
        near = [n for n in spare if board.row_cost(anyhow, n) <= most]
        thrown = min(near, key=lambda n: _unlikely(board, n, seat), default=lay)
        if _unlikely(board, thrown, seat) < _unlikely(board, lay, seat):
            where[die] = thrown
            spare[spare.index(thrown)] = lay
    return where


def _unlikely(board: Board, number: int, seat: Seat | None) -> tuple[bool, bool]:
    """How unlikely it is that a piece was thrown by the player of a seat."""
    lies = board.pieces[number].place.seat
    return number in board.untouched, lies is not None and lies != seat


def _set_kept_aside(
    kept: Sequence[Placement], spare: list[int], extra: Sequence[int], board: Board
) -> None:
    """Take away the pieces that are dice kept from a throw before, lying where they fell."""
    left = [n for n in extra if n in board.untouched or n in spare]
    for lie in kept:
        kind, _, face = board.slot(lie)
        near = [n for n in left if board.pieces[n].reading_cost(kind, face) < DOUBTFUL]
        number = min(near, key=lambda n: n not in board.untouched, default=None)
        if number is not None:
            left.remove(number)
            if number in spare:
                spare.remove(number)


def _spare_of(kind: KindName, spare: list[int], board: Board) -> int | None:
    """Take the spare piece that is likeliest of this kind."""
    best = min(spare, key=lambda n: board.pieces[n].reading_cost(kind, None), default=None)
    if best is None or board.pieces[best].reading_cost(kind, None) > DOUBTFUL:
        return None
    spare.remove(best)
    return best
