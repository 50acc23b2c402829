"""How well a table agrees with where the dice would lie under some state.

Dice of one kind are exchangeable, so agreement is a matter of counts: whatever lies and pieces
agree exactly is set aside, and only the rest is assigned one to one at the least cost.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress
from operator import ne
from typing import Final

import msgspec

from rules.core import DieName, KindName, Place, Placement, Seat, ZoneKind
from rules.track.costs import MISS, MISS_CAP, Costs
from rules.track.evidence import WAVERS, Piece, Table
from rules.track.pair_distances import PairDistances
from rules.track.slots import Slot, Slots, Wanted

MISREAD: Final = 4.0
"""Nats up to which a die that is not quite as it should be is taken for what it should be."""

UNTOUCHED_MM: Final = 1.0
"""A die this near to where it lay, showing the same, was not rolled."""


class Fit(msgspec.Struct, frozen=True, eq=False, gc=False):
    """How a table and a layout go together."""

    cost: float
    pairs: tuple[tuple[Placement, int], ...]  # every lie found, with the number of its piece
    missing: tuple[Placement, ...]  # lies no piece was found for
    extra: tuple[int, ...]  # pieces no lie asks for


class Residue(msgspec.Struct, frozen=True, eq=False, gc=False):
    """What is left when all that agrees exactly is set aside."""

    cost: float
    lacking: Mapping[Slot, int]  # slots with fewer pieces than lies
    spare: tuple[int, ...]  # pieces in slots with more pieces than lies
    paired: tuple[tuple[Slot, int], ...]  # the spare pieces that are most likely lacking ones

    @property
    def shows(self) -> int:
        """How many dice more than there are pieces should be to be seen."""
        return sum(self.lacking.values()) - len(self.spare)


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
        self._follows = before is not None
        fresh = [n for n in range(len(self.pieces)) if self.laid_beside(n)]
        self._costs = Costs(self.pieces, table.looks, self._zones, fresh)
        self._residues: dict[tuple[object, ...], Residue] = {}
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
        self._pair_distances = PairDistances(self.pieces, self._may_be, self.untouched)
        self.counts = Counter(self._slots)
        self._room = Counter(piece.place for piece in self.pieces)  # for dice under those seen
        for (_, place, _), count in self._covered.items():
            self._room[place] -= count

    # -- the cheap comparison, for the search

    def slots(self, layout: Iterable[Placement]) -> Wanted:
        """What a layout asks for, hidden places left out."""
        return self.sorted.wanted(layout)

    def slot(self, lie: Placement) -> Slot:
        """What one lie asks for."""
        return self.sorted.slot(lie)

    def _may_be(self, slot: Slot) -> list[int]:
        """The pieces that are in a slot, or waver between it and another place."""
        costs = self._costs.being(slot)
        return [n for n, it in enumerate(self._slots) if it == slot or costs[n] < WAVERS]

    def pairing_cost(self, pairs: Counter[tuple[Slot, Slot]]) -> float:
        """What the distances between the dice say against these dice facing each other."""
        return self._pair_distances.cost(pairs)

    def row_cost(self, slot: Slot, number: int) -> float:
        """What speaks against this piece being in this slot."""
        return self._costs.being(slot)[number]

    def compare(self, wanted: Counter[Slot]) -> Residue:
        """What does not agree, and what that costs."""
        lacking, spare, covered = self._set_aside(wanted)
        key = (frozenset(lacking.items()), spare, frozenset(covered.items()))
        known = self._residues.get(key)
        if known is None:
            come_to_light = self._come_to_light(covered, spare)
            for slot in come_to_light:
                lacking[slot] = lacking.get(slot, 0) + 1
            cost, paired = self._costs.assign(_elements(lacking), spare)
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

    def kinds(self, residue: Residue) -> Counter[KindName]:
        """The kinds of the pieces left over, without what waits beside the zones for anybody."""
        spare = (number for number in residue.spare if not self.waits_beside(number))
        return Counter(kind for number in spare for kind in self.pieces[number].kinds)

    def kinds_by_side(self, residue: Residue) -> Counter[tuple[KindName, Seat | None]]:
        """The same by whose zone they lie in; those in nobody's are by themselves."""
        spare = (self.pieces[n] for n in residue.spare if not self.waits_beside(n))
        return Counter((kind, piece.place.seat) for piece in spare for kind in piece.kinds)

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
                cost += hidden * self._costs.missing(slot)
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
        for slot, count in _unlike(wanted, counts):
            unseen = count - counts.get(slot, 0)
            if unseen > 0:
                known = min(unseen, covered.get(slot, 0))
                if known:
                    hidden[slot] = known
                if unseen > known:
                    lacking[slot] = unseen - known
        if covered and lacking:
            self._set_covered_aside(lacking)
        over = {
            slot: n - asked
            for slot, n in _unlike(counts, wanted)
            if n > (asked := wanted.get(slot, 0))
        }
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
        left = {slot[:2]: count for slot, count in self._covered.items() if slot[2] is None}
        for slot in [slot for slot in lacking if slot[2] is not None and slot[:2] in left]:
            taken = min(left[slot[:2]], lacking[slot])
            left[slot[:2]] -= taken
            lacking[slot] -= taken
            if not lacking[slot]:
                del lacking[slot]

    def as_thrown(
        self, others: Counter[Slot], lying: Sequence[tuple[Slot, Sequence[Place], bool]]
    ) -> Residue:
        """What does not agree when dice lie where they were thrown.

        `others` is how all other dice lie. Each thrown one lies where it is due, in one of the
        places that come with it, or off the zones; what nobody put there is none of them, unless
        it lay so before.
        """
        lacking, spare, _ = self._set_aside(others)
        over, cost = list(spare), 0.0
        unseen: list[Slot] = []
        for (kind, due, face), also, lay in lying:
            places = (due, *also)
            near = [
                n for n in over if self._may_lie(n, places) and (lay or not self.waits_beside(n))
            ]
            number = min(near, key=lambda n: self.pieces[n].reading_cost(kind, face), default=None)
            missing = min(MISS_CAP, MISS * self.table.looks)
            if number is None or self.pieces[number].reading_cost(kind, face) >= missing:
                cost += missing
                unseen.append((kind, due, face))
                continue
            cost += self.pieces[number].reading_cost(kind, face)
            over.remove(number)
        rest, paired = self._costs.assign(_elements(lacking), over)
        for slot in unseen:
            lacking[slot] = lacking.get(slot, 0) + 1
        return Residue(cost + rest, lacking, tuple(over), paired)

    def _may_lie(self, number: int, places: Sequence[Place]) -> bool:
        """Whether a piece may have been thrown where it lies, if these places are right for it."""
        place = self.pieces[number].place
        return not place.zone or place in places

    def set_aside(self, wanted: Mapping[Slot, int]) -> tuple[dict[Slot, int], tuple[int, ...]]:
        """The slots and the pieces that do not agree exactly."""
        lacking, spare, _ = self._set_aside(wanted)
        return lacking, spare

    def displaced(self, lacking: Mapping[Slot, int], spare: tuple[int, ...], most: float) -> float:
        """What these slots and pieces cost that do not agree, for each die at most so much."""
        _, paired = self._costs.assign(_elements(lacking), spare)
        left = Counter(lacking)
        over = set(spare)
        cost = 0.0
        for slot, number in paired:
            cost += min(most, self.row_cost(slot, number))
            left[slot] -= 1
            over.discard(number)
        cost += sum(min(most, self.missing_cost(slot)) * count for slot, count in left.items())
        return cost + sum(min(most, self.extra_cost(number)) for number in over)

    # -- the whole comparison, for what is decided

    def fit(self, layout: Sequence[Placement]) -> Fit:
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
        pairs: list[tuple[Placement, int]] = []
        missing: list[Placement] = []
        for lie, slot in chain(exact, anyhow):
            taken_number = self._take(slot, free, for_slot)
            if taken_number is None:
                missing.append(lie)
            else:
                pairs.append((lie, taken_number))
        taken = {number for _, number in pairs}
        extra = tuple(n for n in range(len(self.pieces)) if n not in taken)
        return Fit(residue.cost, tuple(pairs), tuple(missing), extra)

    def found(
        self, due: Mapping[DieName, Placement], layout: Iterable[Placement]
    ) -> dict[DieName, int]:
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
        found: dict[DieName, int] = {}
        for kind, place in places:
            numbers = [n for slot in free if slot[:2] == (kind, place) for n in free[slot]]
            numbers.sort(key=lambda n: (n in self.untouched, -self.pieces[n].seen))
            dice = [die for die, lie in due.items() if (lie.kind, lie.place) == (kind, place)]
            if len(numbers) < len(dice):
                return {}
            found.update(zip(dice, numbers, strict=False))
        return found

    def nudged(self, due: Mapping[DieName, Placement], layout: Iterable[Placement]) -> int:
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
        self, layout: Iterable[Placement]
    ) -> tuple[list[tuple[Placement, Slot]], list[tuple[Placement, Slot]]]:
        """The lies on the table, those that must show something first."""
        exact: list[tuple[Placement, Slot]] = []
        anyhow: list[tuple[Placement, Slot]] = []
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

    def lies_in(self, number: int, slot: Slot) -> bool:
        """Whether a piece lies in a slot, as far as it is seen."""
        mine = self._slots[number]
        return mine[:2] == slot[:2] and slot[2] in (None, mine[2])

    def missing_cost(self, slot: Slot) -> float:
        """What a die costs that should be in a slot and is not found."""
        return self._costs.missing(slot)

    def extra_cost(self, number: int) -> float:
        """What a piece costs that no die of the game can be."""
        return self._costs.too_many(number)

    # -- what was touched

    @property
    def follows(self) -> bool:
        """Whether it is known how the table lay before."""
        return self._follows

    def taken_from(self, slot: Slot) -> bool:
        """Whether a die that lay in a slot was touched since: it lies there no more, or anew."""
        if slot[2] is None:
            lay = sum(n for s, n in self._lay.items() if s[:2] == slot[:2])
            still = sum(self._still(s) for s in self._by_slot if s[:2] == slot[:2])
            return lay > still
        return self._lay[slot] > self._still(slot)

    def put_into(self, slot: Slot) -> bool:
        """Whether a die that lies in a slot was put there since."""
        there = [s for s in self._by_slot if s[:2] == slot[:2] and slot[2] in (None, s[2])]
        return any(len(self._by_slot[s]) > self._still(s) for s in there)

    def laid_beside(self, number: int) -> bool:
        """Whether a piece was put or thrown beside the zones since."""
        return self._follows and self.pieces[number].beside and number not in self.untouched

    def waits_beside(self, number: int) -> bool:
        """Whether a piece lies beside the zones and nobody put it there: it may be nobody's."""
        return self.pieces[number].beside and not self.laid_beside(number)

    def only_laid_aside(self, residue: Residue) -> bool:
        """Whether all that disagrees is dice of one player, laid beside the zones as they were.

        Some of them may not be seen: a hand is on them, or holds them.
        """
        lacking = dict(residue.lacking)
        aside = [n for n in residue.spare if not self.waits_beside(n)]
        for number in aside:
            piece = self.pieces[number]
            near = (s for s in lacking if piece.reading_cost(s[0], s[2]) < MISREAD)
            slot = next(near, None)
            if slot is None or piece.place.zone or not lacking[slot]:
                return False
            lacking[slot] -= 1
        return bool(aside) and len({slot[1].seat for slot in residue.lacking}) == 1

    # -- how sure it is

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
        shown, firm = Counter[tuple[KindName, Place]](), Counter[tuple[KindName, Place]]()
        for slot, piece in zip(self._slots, self.pieces, strict=True):
            shown[slot[:2]] += 1
            firm[slot[:2]] += 2 * piece.seen > self.table.looks
        return any(firm[group] < min(lie[group], shown[group]) for group in gone_to)

    def matters(self, zone: str) -> bool:
        """Whether the face up means something in this zone."""
        return self._zones.get(zone) is ZoneKind.OPEN

    def _slot_of(self, piece: Piece) -> Slot:
        kind, face = piece.reading
        zone = self._zones.get(piece.place.zone, ZoneKind.OPEN)
        return self.sorted.of(kind, piece.place, None if zone is ZoneKind.HEAP else face)


def _by_place(wanted: Counter[Slot]) -> Counter[tuple[KindName, Place]]:
    """How many dice of each kind lie in each place, whatever they show."""
    counted: Counter[tuple[KindName, Place]] = Counter()
    for slot, count in wanted.items():
        counted[slot[:2]] += count
    return counted


def _unlike(counted: Mapping[Slot, int], other: Mapping[Slot, int]) -> Iterator[tuple[Slot, int]]:
    """The slots, with their counts, that are not counted as often elsewhere: few of all."""
    return compress(counted.items(), map(ne, counted.values(), map(other.get, counted)))


def _elements(counted: Mapping[Slot, int]) -> tuple[Slot, ...]:
    """Every slot as often as it is counted."""
    return tuple(slot for slot, count in counted.items() for _ in range(count))


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
