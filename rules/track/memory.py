"""What is known of dice that are not seen well, for as long as nobody touches them."""

import math
from collections import Counter
from collections.abc import Container, Mapping, Sequence

import msgspec

from rules.core import KindName, Placement
from rules.track.evidence import Piece, Table
from rules.track.explanation import AGREES, TOLERATED
from rules.track.fit import UNTOUCHED_MM, Board
from rules.track.slots import Slot


class Memory:
    """The dice known to lie unseen, and those that are something else than they look like."""

    def __init__(self, counts: Mapping[KindName, int] | None = None) -> None:
        """Nothing is known yet, but how many dice of each kind there are."""
        self._counts = counts or {}
        self._named = set[int]()  # tracks of dice of which somebody said what they are
        self.covered: Counter[Slot] = Counter()  # dice known to be there though not seen
        self._settled: dict[int, Piece] = {}  # by track

    # -- dice that lie unseen

    def cover(self, board: Board, wanted: Counter[Slot], recorded: Counter[Slot]) -> None:
        """Take heap dice that are not seen for covered by others; forget what is seen again.

        `wanted` is where dice may lie, `recorded` where they lie on record.
        """
        kept = {slot: min(n, wanted[slot] - board.counts[slot]) for slot, n in self.covered.items()}
        unseen = board.unseen(wanted & recorded)
        self.covered = Counter({slot: n for slot, n in kept.items() if n > 0} | unseen)

    def uncover(self, board: Board, wanted: Counter[Slot]) -> None:
        """Forget that dice lie unseen that a rest now ending has shown, if all else agrees."""
        if self.covered and board.compare(wanted).cost <= AGREES:
            for slot, n in self.covered.items():
                self.covered[slot] = max(0, min(n, wanted[slot] - board.counts[slot]))

    def hide(self, slot: Slot) -> None:
        """One more die lies there unseen, as somebody said."""
        self.covered[slot] += 1

    def hide_all(self, unseen: Counter[Slot]) -> None:
        """So many dice lie unseen, if not more."""
        self.covered |= unseen

    def leave(self, before: Counter[Slot], now: Counter[Slot]) -> None:
        """What left its place is not covered there any more."""
        for slot in before - now:
            self.covered[slot] = min(self.covered[slot], now[slot])

    # -- dice that are not what they look like

    def settle(
        self,
        board: Board,
        layout: Sequence[Placement],
        tolerated: float = TOLERATED,
        unclear: Container[int] = (),
    ) -> None:
        """Remember the dice that are taken for something else than they look like.

        As long as nobody touches them they are what they were decided to be, or the next
        explanation would be told to explain a misreading. The same of dice that look like others,
        but for the pieces of which it is `unclear` which of them they are.
        """
        settled: dict[int, Piece] = {}
        for lie, number in board.fit(layout).pairs:
            piece, slot = board.pieces[number], board.slot(lie)
            track, cost = piece.tracks[-1], board.row_cost(slot, number)
            there = piece.place_cost(lie.place) <= TOLERATED
            fresh = not cost and track not in self._settled and number not in unclear
            looks_like_others = fresh and len(piece.kinds) > 1
            if (0.0 < cost <= tolerated or looks_like_others) and there:
                settled[track] = piece.taken_for(slot)
            elif not cost and track in self._settled:
                settled[track] = self._settled[track]
        self._settled = settled

    def name(self, piece: Piece, kind: KindName) -> None:
        """Somebody said of which kind a die is."""
        self._settled[piece.tracks[-1]] = piece.of_kind(kind)
        self._named.add(piece.tracks[-1])

    def as_settled(self, table: Table) -> Table:
        """The table with these dice as what they were decided to be."""
        if not self._settled:
            return table
        pieces = []
        for piece in table.pieces:
            known = self._settled.get(piece.tracks[-1])
            pieces.append(known.seen_again(piece) if known is not None else self._told(piece))
        named = Counter(
            piece.reading[0]
            for piece in pieces
            if piece.tracks[-1] in self._named and len(piece.kinds) == 1
        )
        all_named = {kind for kind, n in named.items() if n >= self._counts.get(kind, n + 1)}
        if all_named:  # whatever looks like them is something else
            pieces = [
                piece
                if piece.tracks[-1] in self._named or len(piece.kinds) == 1
                else piece.of_no_kind(all_named)
                for piece in pieces
            ]
        return msgspec.structs.replace(table, pieces=tuple(pieces))

    def _told(self, piece: Piece) -> Piece:
        """A die that was turned where it lay is still of the kind that it was known to be."""
        kinds = piece.kinds if len(piece.kinds) > 1 else ()
        for known in self._settled.values() if kinds else ():
            apart = math.hypot(piece.x_mm - known.x_mm, piece.y_mm - known.y_mm)
            if apart <= UNTOUCHED_MM and known.reading[0] in kinds:
                return piece.of_kind(known.reading[0])
        return piece
