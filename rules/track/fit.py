"""How well a table agrees with where the dice would lie under some state.

Dice of one kind are exchangeable, so agreement is a matter of counts: whatever lies and pieces
agree exactly is set aside, and only the rest is assigned one to one at the least cost.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from operator import add
from typing import Final, TypeAlias

import msgspec
import numpy as np
from scipy.optimize import linear_sum_assignment

from rules.core import Lie, Place, ZoneKind
from rules.track.evidence import Piece, Table

MISS: Final = 3.9
"""What one look that does not find a die says against its being there: two in a hundred are
missed (ln 50)."""

MISS_CAP: Final = 16.0
"""The most that not being found may say, however many looks."""

HEAP_MISS_CAP: Final = 4.5
"""The same in a heap of which some dice are seen: one die may lie on another."""

EXTRA_CAP: Final = 16.0
"""The most a die too many may cost."""

OFF_ZONE_EXTRA: Final = 6.0
"""The most a die too many may cost that lies near a line but in no zone."""

UNTOUCHED_MM: Final = 1.0
"""A die this near to where it lay, showing the same, was not rolled."""

PAIR_CAP: Final = 12.0
"""The most that distance may say against two dice facing each other."""

TOWARDS: Final = 0.15
"""What a millimetre towards the other player counts: dice that face each other lie opposite."""

PAIR_PER_MM: Final = 0.3
"""What each millimetre says by which another die is nearer than the one it is said to face."""

WAVERS: Final = 5.0
"""Nats below which a die at a line may be one that was thought to lie unseen in the zone."""

Slot: TypeAlias = tuple[str, Place, int | None]
"""Kind, place, face: where some die must lie and what it must show (None: any face)."""


class Fit(msgspec.Struct, frozen=True, eq=False):
    """How a table and a layout go together."""

    cost: float
    pairs: tuple[tuple[Lie, int], ...]  # every lie found, with the number of its piece
    missing: tuple[Lie, ...]  # lies no piece was found for
    extra: tuple[int, ...]  # pieces no lie asks for


class Residue(msgspec.Struct, frozen=True, eq=False):
    """What is left when all that agrees exactly is set aside."""

    cost: float
    lacking: Mapping[Slot, int]  # slots with fewer pieces than lies
    spare: tuple[int, ...]  # pieces in slots with more pieces than lies
    paired: tuple[tuple[Slot, int], ...]  # the spare pieces that are most likely lacking ones

    @property
    def shows(self) -> int:
        """How many dice more than there are pieces should be to be seen."""
        return sum(self.lacking.values()) - len(self.spare)


class Slots:
    """What layouts ask of a table, whatever lies on it."""

    def __init__(
        self,
        zones: Mapping[str, ZoneKind],
        alike: Mapping[tuple[str, int], tuple[str, int]] | None = None,
    ) -> None:
        """`alike` maps faces to the first face of their kind that is printed the same."""
        self.zones = zones
        self._alike = alike or {}

    def slot(self, lie: Lie) -> Slot:
        """What one lie asks for."""
        if lie.face is None or self.zones[lie.place.zone] is ZoneKind.HEAP:
            return lie.kind, lie.place, None
        _, face = self._alike.get((lie.kind, lie.face), (lie.kind, lie.face))
        return lie.kind, lie.place, face

    def wanted(self, layout: Iterable[Lie]) -> Counter[Slot]:
        """What a layout asks for, hidden places left out."""
        return Counter(self.slot(lie) for lie in layout if self._shows(lie))

    def wanted_next(
        self, layout: Sequence[Lie], before: Sequence[Lie], wanted: Counter[Slot]
    ) -> Counter[Slot]:
        """What a layout asks for that follows one of which it is known."""
        if len(layout) != len(before):
            return self.wanted(layout)
        now = wanted.copy()
        for old, new in zip(before, layout, strict=True):
            if old is not new:
                if self._shows(old):
                    slot = self.slot(old)
                    now[slot] -= 1
                    if not now[slot]:
                        del now[slot]
                if self._shows(new):
                    now[self.slot(new)] += 1
        return now

    def _shows(self, lie: Lie) -> bool:
        return lie.under is None and self.zones[lie.place.zone] is not ZoneKind.HIDDEN

    def pairs(self, layout: Sequence[Lie]) -> Counter[tuple[Slot, Slot]]:
        """Which dice face which: blockers and attackers."""
        facing = [lie for lie in layout if lie.paired is not None]
        if not facing:
            return Counter()
        lies = {lie.die: lie for lie in layout}
        return Counter((self.slot(lie), self.slot(lies[lie.paired or ""])) for lie in facing)


class Board:
    """A table made ready for many comparisons."""

    def __init__(
        self,
        table: Table,
        slots: Slots,
        before: Table | None = None,
        covered: Mapping[Slot, int] | None = None,
    ) -> None:
        """Compare `table`; `before` is how it lay at rest the time before.

        `covered` counts dice that are known to be there unseen: under others in a heap, or as
        the players said.
        """
        self.sorted = slots
        self._covered = covered or {}
        self.table = table
        lay = _untouched(table, before) if before is not None else {}
        self.untouched = frozenset(lay)
        self.pieces = tuple(
            piece.unmoved(lay[n].place) if n in lay else piece
            for n, piece in enumerate(table.pieces)
        )
        self._zones = slots.zones
        self._rows: dict[Slot, list[float]] = {}  # costs by piece, as the next three
        self._places: dict[Place, list[float]] = {}
        self._shows: dict[tuple[str, int | None], list[float]] = {}
        self._saved: dict[Slot, list[float]] = {}
        self._residues: dict[tuple[object, ...], Residue] = {}
        self._pairings: dict[frozenset[tuple[tuple[Slot, Slot], int]], float] = {}
        self._slots = [self._slot_of(piece) for piece in self.pieces]
        self._lay = Counter(map(self._slot_of, before.pieces if before is not None else ()))
        self._by_slot: dict[Slot, list[int]] = {}
        # Where a slot has more pieces than lies, those that lie as they lay are in it, and
        # those that moved or are doubtful are left over.
        surest = sorted(
            range(len(self.pieces)),
            key=lambda n: (n not in self.untouched, -_certainty(self.pieces[n])),
        )
        for number in surest:
            self._by_slot.setdefault(self._slots[number], []).append(number)
        self.counts = Counter(self._slots)
        self._shown = Counter(piece.place for piece in self.pieces)
        self._room = self._shown.copy()  # for dice that lie under those seen
        for (_, place, _), count in self._covered.items():
            self._room[place] -= count
        self._extra = [self._extra_cost(piece) for piece in self.pieces]

    # -- the cheap comparison, for the search

    def slots(self, layout: Iterable[Lie]) -> Counter[Slot]:
        """What a layout asks for, hidden places left out."""
        return self.sorted.wanted(layout)

    def slot(self, lie: Lie) -> Slot:
        """What one lie asks for."""
        return self.sorted.slot(lie)

    def pairing_cost(self, pairs: Counter[tuple[Slot, Slot]]) -> float:
        """What the distances between the dice say against these pairs."""
        key = frozenset(pairs.items())
        if key not in self._pairings:
            self._pairings[key] = self._pairing_cost(tuple(pairs.elements()))
        return self._pairings[key]

    def _pairing_cost(self, pairs: Sequence[tuple[Slot, Slot]]) -> float:
        faced = {number for _, slot in pairs for number in self._by_slot.get(slot, ())}
        others = self._opposite(pairs) | faced
        facing = sorted({n for slot, _ in pairs for n in self._by_slot.get(slot, ())})
        if not facing or not faced:
            return 0.0
        costs = np.full((len(pairs), len(facing)), PAIR_CAP)
        for row, (slot, partner) in enumerate(pairs):
            partners = self._by_slot.get(partner, ())
            for column, number in enumerate(facing):
                if number in self._by_slot.get(slot, ()) and partners:
                    near = min(self._apart(number, other) for other in others)
                    gap = min(self._apart(number, other) for other in partners) - near
                    costs[row, column] = min(PAIR_CAP, PAIR_PER_MM * gap)
        rows, columns = linear_sum_assignment(costs)
        return float(costs[rows, columns].sum())

    def _opposite(self, pairs: Sequence[tuple[Slot, Slot]]) -> set[int]:
        """All dice that lie where the faced dice lie."""
        places = {partner[1] for _, partner in pairs}
        return {n for n, piece in enumerate(self.pieces) if piece.place in places}

    def _apart(self, one: int, other: int) -> float:
        """Distance in mm; sideways counts in full, towards each other hardly at all."""
        a, b = self.pieces[one], self.pieces[other]
        return math.hypot(a.x_mm - b.x_mm, TOWARDS * (a.y_mm - b.y_mm))

    def compare(self, wanted: Counter[Slot]) -> Residue:
        """What does not agree, and what that costs."""
        lacking, spare, covered = self._set_aside(wanted)
        key = (frozenset(lacking.items()), spare, frozenset(covered.items()))
        known = self._residues.get(key)
        if known is None:
            come_to_light = self._come_to_light(covered, spare)
            for slot in come_to_light:
                lacking[slot] = lacking.get(slot, 0) + 1
            cost, paired = self._assign(_elements(lacking), spare)
            known = Residue(cost, lacking, spare, paired)
            self._residues[key] = known
        return known

    def _come_to_light(self, covered: Mapping[Slot, int], spare: Sequence[int]) -> list[Slot]:
        """Dice known to be there unseen that some piece is, though it wavers at a line."""
        found: list[Slot] = []
        left = list(spare)
        for slot in _elements(covered):
            number = min(left, key=lambda n: self.row_cost(slot, n), default=None)
            if number is not None and self.row_cost(slot, number) < WAVERS:
                left.remove(number)
                found.append(slot)
        return found

    def kinds(self, residue: Residue) -> Counter[str]:
        """The kinds of the pieces left over."""
        return Counter(self.pieces[number].reading[0] for number in residue.spare)

    def under_others(self, residue: Residue) -> float:
        """How much of the disagreement is dice of a heap that no piece can be.

        They may lie under others: under each die that is seen there lies one at most.
        """
        found = Counter(slot for slot, _ in residue.paired)
        room = self._room.copy()
        cost = 0.0
        for slot, count in residue.lacking.items():
            if self._zones[slot[1].zone] is ZoneKind.HEAP:
                hidden = min(count - found[slot], max(0, room[slot[1]]))
                room[slot[1]] -= hidden
                cost += hidden * self._missing_cost(slot)
        return cost

    def is_covered(self, slot: Slot) -> bool:
        """Whether a die is known to be there unseen: one of its kind elsewhere may be that."""
        return self._covered.get(slot, 0) > 0

    @property
    def hides_dice(self) -> bool:
        """Whether dice are known to lie unseen in the open."""
        return any(n > 0 and self.matters(slot[1].zone) for slot, n in self._covered.items())

    def overlooked(self, residue: Residue) -> bool:
        """Whether a die is seen nowhere that should have been put into the open.

        One that lay there in sight would be seen there still if nobody had touched it.
        """
        found = Counter(slot for slot, _ in residue.paired)
        return any(
            count > found[slot]
            and self._zones[slot[1].zone] is not ZoneKind.HEAP
            and self.counts[slot] + count - found[slot] > self._lay[slot]
            for slot, count in residue.lacking.items()
        )

    def unseen(self, wanted: Counter[Slot]) -> Counter[Slot]:
        """By slot, the dice of a heap that no piece can be: they lie under others."""
        taken = Counter(slot for slot, _ in self.compare(wanted).paired)
        return Counter(
            {
                slot: count - self.counts.get(slot, 0) - taken[slot]
                for slot, count in wanted.items()
                if self._zones[slot[1].zone] is ZoneKind.HEAP
                and count > self.counts.get(slot, 0) + taken[slot]
            }
        )

    def not_found(self, wanted: Counter[Slot]) -> Counter[Slot]:
        """By slot, the dice that no piece can be."""
        residue = self.compare(wanted)
        return Counter(residue.lacking) - Counter(slot for slot, _ in residue.paired)

    def _set_aside(
        self, wanted: Mapping[Slot, int]
    ) -> tuple[dict[Slot, int], tuple[int, ...], dict[Slot, int]]:
        """The slots and pieces that do not agree exactly, and the dice known to be covered."""
        counts, covered = self.counts, self._covered
        lacking: dict[Slot, int] = {}
        hidden: dict[Slot, int] = {}
        for slot, count in wanted.items():
            unseen = count - counts.get(slot, 0)
            if unseen > 0:
                known = min(unseen, covered.get(slot, 0))
                if known:
                    hidden[slot] = known
                if unseen > known:
                    lacking[slot] = unseen - known
        if covered and lacking:
            self._set_covered_aside(lacking)
        over = {slot: n - asked for slot, n in counts.items() if n > (asked := wanted.get(slot, 0))}
        # Where any face will do, a piece that is over will do.
        for slot in [s for s in lacking if s[2] is None]:
            for other, n in over.items():
                if other[0] == slot[0] and other[1] == slot[1]:
                    taken = min(lacking[slot], n)
                    over[other] = n - taken
                    lacking[slot] -= taken
            if not lacking[slot]:
                del lacking[slot]
        spare = [number for slot, n in over.items() if n for number in self._by_slot[slot][-n:]]
        return lacking, tuple(sorted(spare)), hidden

    def _set_covered_aside(self, lacking: dict[Slot, int]) -> None:
        """A die that is known to lie somewhere unseen may have been rolled there."""
        for (kind, place, face), count in self._covered.items():
            left = count if face is None else 0
            for slot in [s for s in lacking if s[0] == kind and s[1] == place and s[2] is not None]:
                taken = min(left, lacking[slot])
                left -= taken
                lacking[slot] -= taken
                if not lacking[slot]:
                    del lacking[slot]

    def _assign(
        self, lacking: Sequence[Slot], spare: Sequence[int]
    ) -> tuple[float, tuple[tuple[Slot, int], ...]]:
        """The cheapest way to give the slots pieces, leave them empty, or leave pieces over."""
        missing = [self._missing_cost(slot) for slot in lacking]
        extra = [self._extra[number] for number in spare]
        # A pair that saves nothing against leaving both unpaired is none.
        saved = {
            (row, column): saving
            for row, savings in enumerate(map(self._savings, lacking))
            for column, number in enumerate(spare)
            if (saving := savings[number]) < 0
        }
        chosen = _cheapest(saved)
        total = sum(missing) + sum(extra) + sum(saved[pair] for pair in chosen)
        return total, tuple((lacking[row], spare[column]) for row, column in chosen)

    def _savings(self, slot: Slot) -> list[float]:
        """By piece, what is saved (below nothing) if it is in this slot: neither is left over."""
        savings = self._saved.get(slot)
        if savings is None:
            missing, costs = self._missing_cost(slot), self._row(slot)
            savings = [
                cost - missing - extra for cost, extra in zip(costs, self._extra, strict=True)
            ]
            self._saved[slot] = savings
        return savings

    # -- the whole comparison, for what is decided

    def fit(self, layout: Sequence[Lie]) -> Fit:
        """Which die is which piece, what is missing and what is too much."""
        wanted = self.slots(layout)
        residue = self.compare(wanted)
        for_slot: dict[Slot, list[int]] = {}
        for slot, number in residue.paired:
            for_slot.setdefault(slot, []).append(number)
        spare = set(residue.spare)
        free = {
            slot: [number for number in numbers if number not in spare]
            for slot, numbers in self._by_slot.items()
        }
        exact, anyhow = self._in_turn(layout)
        pairs: list[tuple[Lie, int]] = []
        missing: list[Lie] = []
        for lie, slot in chain(exact, anyhow):
            taken_number = self._take(slot, free, for_slot)
            if taken_number is None:
                missing.append(lie)
            else:
                pairs.append((lie, taken_number))
        taken = {number for _, number in pairs}
        extra = tuple(n for n in range(len(self.pieces)) if n not in taken)
        return Fit(residue.cost, tuple(pairs), tuple(missing), extra)

    def found(self, due: Mapping[str, Lie], layout: Iterable[Lie]) -> dict[str, int]:
        """The pieces that dice in the open are, whatever they show, if that is beyond doubt.

        Empty when some die is not where it should lie, or not seen to be what it should be.
        """
        places = {(lie.kind, lie.place) for lie in due.values()}
        free = {
            slot: numbers.copy()
            for slot, numbers in self._by_slot.items()
            if (slot[0], slot[1]) in places
        }
        for lie in layout:
            if (lie.kind, lie.place) in places and lie.die not in due and lie.under is None:
                slot = self.slot(lie)
                if slot[2] is None or not free.get(slot):
                    return {}
                free[slot].pop(0)
        found: dict[str, int] = {}
        for kind, place in places:
            numbers = [n for slot in free if slot[:2] == (kind, place) for n in free[slot]]
            numbers.sort(key=lambda n: (n in self.untouched, -self.pieces[n].seen))
            dice = [die for die, lie in due.items() if (lie.kind, lie.place) == (kind, place)]
            if len(numbers) < len(dice):
                return {}
            found.update(zip(dice, numbers, strict=False))
        return found

    def nudged(self, due: Mapping[str, Lie], layout: Iterable[Lie]) -> int:
        """Dice that lay beside these, show what they showed, and were moved."""
        places = {lie.place for lie in due.values()}
        beside = Counter(
            self.slot(lie) for lie in layout if lie.place in places and lie.die not in due
        )
        return sum(
            max(0, min(count, self.counts[slot], self._lay[slot]) - self._still(slot))
            for slot, count in beside.items()
        )

    def _still(self, slot: Slot) -> int:
        return sum(number in self.untouched for number in self._by_slot.get(slot, ()))

    def _in_turn(
        self, layout: Iterable[Lie]
    ) -> tuple[list[tuple[Lie, Slot]], list[tuple[Lie, Slot]]]:
        """The lies on the table, those that must show something first."""
        exact: list[tuple[Lie, Slot]] = []
        anyhow: list[tuple[Lie, Slot]] = []
        for lie in layout:
            if self._zones[lie.place.zone] is ZoneKind.HIDDEN or lie.under is not None:
                continue
            slot = self.slot(lie)
            heap = self._zones[lie.place.zone] is ZoneKind.HEAP
            (exact if heap or slot[2] is not None else anyhow).append((lie, slot))
        return exact, anyhow

    def _take(
        self, slot: Slot, free: dict[Slot, list[int]], for_slot: dict[Slot, list[int]]
    ) -> int | None:
        if free.get(slot):
            return free[slot].pop(0)
        if slot[2] is None:
            same = [n for s, ns in free.items() if s[:2] == slot[:2] for n in ns]
            if same:
                # Any face will do: that is a die about to be rolled, or just rolled.
                chosen = min(same, key=lambda n: (n in self.untouched, -self.pieces[n].seen))
                free[self._slots[chosen]].remove(chosen)
                return chosen
        if for_slot.get(slot):
            return for_slot[slot].pop(0)
        return None

    # -- costs

    def fleeting(self, number: int) -> bool:
        """Whether a piece has hardly been seen yet though the table has been looked at often."""
        piece = self.pieces[number]
        return piece.seen - piece.missed < 2 < self.table.looks

    def glimpsed(self, number: int) -> bool:
        """Whether as many looks missed a piece as found it."""
        return self.pieces[number].glimpsed

    def hangs_by_a_glimpse(self, before: Counter[Slot], now: Counter[Slot]) -> bool:
        """Whether dice are said to have gone where no more than half of the looks show enough.

        A ghost lies anywhere, and a die that is missed a few times meanwhile seems to have gone
        there.
        """
        lay, lie = _by_place(before), _by_place(now)
        gone_to = lie - lay
        if not gone_to:
            return False
        shown, firm = Counter[tuple[str, Place]](), Counter[tuple[str, Place]]()
        for slot, piece in zip(self._slots, self.pieces, strict=True):
            shown[slot[:2]] += 1
            firm[slot[:2]] += 2 * piece.seen > self.table.looks
        return any(firm[group] < min(lie[group], shown[group]) for group in gone_to)

    def matters(self, zone: str) -> bool:
        """Whether the face up means something in this zone."""
        return self._zones.get(zone) is ZoneKind.OPEN

    def row_cost(self, slot: Slot, number: int) -> float:
        """What speaks against this piece being in this slot."""
        return self._row(slot)[number]

    def _row(self, slot: Slot) -> list[float]:
        row = self._rows.get(slot)
        if row is None:
            kind, place, face = slot
            there = self._places.get(place)
            if there is None:
                there = [piece.place_cost(place) for piece in self.pieces]
                self._places[place] = there
            shown = self._shows.get((kind, face))
            if shown is None:
                shown = [piece.reading_cost(kind, face) for piece in self.pieces]
                self._shows[kind, face] = shown
            row = list(map(add, shown, there))
            self._rows[slot] = row
        return row

    def _slot_of(self, piece: Piece) -> Slot:
        kind, face = piece.reading
        zone = self._zones.get(piece.place.zone, ZoneKind.OPEN)
        if zone is ZoneKind.HEAP:
            return kind, piece.place, None
        return kind, piece.place, face

    def _extra_cost(self, piece: Piece) -> float:
        if all(not place.zone for place in piece.places):
            return min(OFF_ZONE_EXTRA, piece.solid)
        return min(EXTRA_CAP, piece.solid)

    def _missing_cost(self, slot: Slot) -> float:
        hidden = self._zones[slot[1].zone] is ZoneKind.HEAP and self._shown[slot[1]] > 0
        cap = HEAP_MISS_CAP if hidden else MISS_CAP
        return min(cap, MISS * self.table.looks)


def _by_place(wanted: Counter[Slot]) -> Counter[tuple[str, Place]]:
    """How many dice of each kind lie in each place, whatever they show."""
    counted: Counter[tuple[str, Place]] = Counter()
    for slot, count in wanted.items():
        counted[slot[:2]] += count
    return counted


def _elements(counted: Mapping[Slot, int]) -> tuple[Slot, ...]:
    """Every slot as often as it is counted."""
    return tuple(slot for slot, count in counted.items() for _ in range(count))


def _cheapest(saved: Mapping[tuple[int, int], float]) -> list[tuple[int, int]]:
    """The pairs (row, column) that together save most, every row and column in one at most."""
    rows = sorted({row for row, _ in saved})
    columns = sorted({column for _, column in saved})
    if len(rows) == len(columns) == len(saved):
        return sorted(saved)
    row_at = {row: at for at, row in enumerate(rows)}
    column_at = {column: at for at, column in enumerate(columns)}
    gain = np.zeros((len(rows), len(columns)))
    for (row, column), value in saved.items():
        gain[row_at[row], column_at[column]] = value
    chosen = zip(*linear_sum_assignment(gain), strict=True)
    return [pair for row, column in chosen if (pair := (rows[row], columns[column])) in saved]


def _untouched(table: Table, before: Table) -> dict[int, Piece]:
    """The pieces that lie where one lay before: they may have been turned, but not rolled."""
    found: dict[int, Piece] = {}
    for number, piece in enumerate(table.pieces):
        for old in before.pieces:
            near = math.hypot(piece.x_mm - old.x_mm, piece.y_mm - old.y_mm) <= UNTOUCHED_MM
            if near and piece.reading[0] == old.reading[0]:
                found[number] = old
    return found


def _certainty(piece: Piece) -> float:
    """How far the next best account of a piece is behind its best."""
    others = (cost for reading, cost in piece.faces.items() if reading != piece.reading)
    places = (
        cost
        for place, cost in chain(piece.places.items(), piece.across.items())
        if place != piece.place
    )
    return min(
        min(others, default=piece.unread), min(places, default=piece.elsewhere), piece.elsewhere
    )
