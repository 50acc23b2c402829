"""A table at rest in the middle of a move: which dice do not lie where a story has them.

A move takes a while. Some of its dice lie where they will lie, others where they lay, some are in a
hand. People take dice up, look at them, try something and put them back. A die that does not lie
where a story has it is a stray: it costs the story something once, and it is followed until it lies
right or somebody says what it means.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from rules.core import AnyGame, DieName, KindName, Place, Placement, Roll, ThrowsElsewhere, ZoneKind
from rules.track.evidence import MOVED_MM, Piece, Table
from rules.track.fit import Board
from rules.track.slots import Slot, lies_otherwise
from rules.track.story import Node

LAGS: Final = 0.7
"""Nats for a die of a begun move that still lies where it lay."""

NOT_YET: Final = 1.0
"""Nats for a die of a begun move that has not come out of the bag or off its card yet."""

ON_ITS_WAY: Final = 2.0
"""Nats for a die of a begun move that lies somewhere between, or is in a hand."""

BY_ITS_PILE: Final = 1.0
"""The same for one due in a pile: it lies near it, or in a little heap with others."""

UNROLLED_ANYWHERE: Final = 0.3
"""Nats for a die that waits to be rolled, wherever its owner has put it."""

PICKED_UP: Final = 0.6
"""Nats for a die of a pile that nobody sees: piles are picked up to be counted or put away."""

TRIED: Final = 3.5
"""Nats for a die that no action of the story moves, or not there, and that lies elsewhere or is in
a hand."""

ANOTHER_TRIED: Final = 0.8
"""Nats for each further one at the same rest: people try a whole move, and lift several at once."""

FROM_NOWHERE: Final = 1.0
"""The same besides for a die that no story has there: taken from its card, or out of the bag."""

NOTABLE: Final = 4.0
"""Nats from which such a die is one, and no ghost."""

GONE_ON: Final = (3.5, 1.0)
"""Nats for dice that went astray together, once something else was done after it; less where all
are due in piles: people leave spent dice in a little heap until their turn ends."""

ON_AND_ON: Final = (1.5, 0.3)
"""The same for each further act, and each throw."""

LATE: Final = 5
"""Acts and throws after which a die that is due elsewhere was forgotten."""

ANOTHER: Final = 0.5
"""Nats for each further die of them."""

MISREAD: Final = 4.0
"""Nats up to which a die that is not quite as it should be is taken for what it should be."""

TWO_AT_ONCE: Final = 4.0
"""Nats for each further move that was begun before the first was finished."""


class Stray(msgspec.Struct, frozen=True):
    """A die that does not lie where a story has it."""

    slot: Slot | None  # where the story has it; None: nowhere
    track: int | None  # the eye's number for it; None: it is in a hand
    due: bool  # whether an action of the story sends it to its slot
    aside: bool = False  # whether it is due in a pile, and lies where no face means anything
    passed: int = 0  # acts of the hands since
    born: float = 0.0  # when it was first seen astray, seconds
    said: float = 0.0  # nats that were counted for what was done meanwhile
    spot: tuple[float, float] = (0.0, 0.0)  # where it lay then, mm
    place: Place | None = None  # the same as a place

    def lies_still(self, piece: Piece) -> bool:
        """Whether this piece is the stray, lying where it went astray."""
        x, y = self.spot
        near = abs(piece.x_mm - x) <= MOVED_MM and abs(piece.y_mm - y) <= MOVED_MM
        return near and self.track in piece.tracks and piece.place == self.place


class Partly(msgspec.Struct, frozen=True):
    """How a table shows the end of a story, with some dice astray."""

    cost: float
    strays: tuple[Stray, ...] = ()
    made_good: float = 0.0  # of the cost, taken off for strays that lie right by now

    @property
    def in_hand(self) -> bool:
        """Whether every stray is in a hand, or covered."""
        return all(stray.track is None for stray in self.strays)

    @property
    def begun(self) -> bool:
        """Whether a stray belongs to a move that was begun."""
        return any(stray.due for stray in self.strays)

    @property
    def gone_on(self) -> bool:
        """Whether something else was done after what was left unfinished.

        What was forgotten is noticed a move or two later: until then somebody is only late.
        """
        return any(stray.passed > (LATE if stray.due else 0) for stray in self.strays)


def with_strays(table: Table, strays: Iterable[Stray]) -> Table:
    """The table on which each stray may as well lie where its story has it."""
    pieces = list(table.pieces)
    for stray in strays:
        for number, piece in enumerate(pieces):
            if stray.slot is not None and stray.lies_still(piece):
                pieces[number] = piece.also(stray.slot)
    return msgspec.structs.replace(table, pieces=tuple(pieces))


class Partial:
    """What may have been begun at one table."""

    def __init__(self, game: AnyGame, board: Board, strays: Sequence[Stray]) -> None:
        """Look at `board`, before which these dice were astray."""
        self._game = game
        self._board = board
        self._strays = strays

    def read(self, node: Node) -> Partly | None:
        """What speaks against a story ending here; None where nothing shows its last action."""
        return _Reading(self._game, self._board, self._strays, node).read()


class _Reading:
    """One node held against one table."""

    def __init__(self, game: AnyGame, board: Board, strays: Sequence[Stray], node: Node) -> None:
        self._game = game
        self._board = board
        self._node = node
        still = {
            stray.track
            for stray in strays
            if any(map(stray.lies_still, board.pieces)) or stray.track is None
        }
        self._before = {(s.slot, s.track): s for s in strays if s.track in still}
        self._moved = [s for s in strays if s.track not in still]
        self._known = {stray.track for stray in strays}
        self._path = node.path()
        self._acts = sum(_moves(self._path, n) for n in range(1, len(self._path)))
        self._lacking = dict(node.residue.lacking)
        self._spare = set(node.residue.spare)
        self._ways = _ways(self._path)
        moving = [n for n in range(1, len(self._path)) if _moves(self._path, n)]
        last = _changed(self._path, moving[-1]) if moving else []
        self._last = {new.die for _, new in last}
        self._last_moved = sum(die in self._last for die in self._ways)
        self._unmoved_of_last = 0
        self._odd = 0  # dice that lie where no action sends them
        self._begun: set[int] = set()
        self._strays: list[Stray] = []
        self._passed: dict[tuple[float, int], list[Stray]] = {}  # by when they went astray
        self._cost = node.residue.faces
        self._refund = 0.0

    def read(self) -> Partly | None:
        self._take_as_right()
        self._show_what_was_rolled()
        self._lag()
        self._lie_as_thrown()
        self._wait_for_the_roll()
        self._come_later()
        if self._last_moved and self._unmoved_of_last == self._last_moved:
            return None
        self._tried()
        self._from_nowhere()
        self._in_hands_still()
        self._passed_by()
        self._made_good()
        if self._odd:
            self._cost += TRIED + ANOTHER_TRIED * (self._odd - 1)
        return Partly(self._cost - self._refund, tuple(self._strays), self._refund)

    # -- dice that the last actions move

    def _take_as_right(self) -> None:
        """Dice that are nearly as they should be, and strays that lie as they lay."""
        for slot, number in self._node.residue.paired:
            against = self._board.row_cost(slot, number)
            if against > MISREAD or not self._lacking.get(slot):
                continue
            self._cost += against
            self._found(slot, number)
            old = self._before.get((slot, self._track(number)))
            if old is not None:
                self._still_astray(old)

    def _show_what_was_rolled(self) -> None:
        """A die that was just rolled shows its face wherever it lies, or the story is wrong."""
        for placement in self._node.here.layout:
            slot = self._shown(placement) if placement.die in self._node.rolled else None
            if slot is None or slot[2] is None or not self._lacking.get(slot):
                continue
            pieces = self._board.pieces
            alike = [n for n in self._spare if self._is(slot[0], n)]
            number = min(alike, key=lambda n: pieces[n].reading_cost(slot[0], slot[2]), default=-1)
            if number >= 0 and pieces[number].reading_cost(slot[0], slot[2]) >= MISREAD:
                self._cost += pieces[number].reading_cost(slot[0], slot[2])
                self._found(slot, number)

    def _still_astray(self, old: Stray) -> None:
        if self._acts:
            self._passed.setdefault((old.born, old.passed), []).append(old)
        self._strays.append(self._later(old))

    def _later(self, old: Stray) -> Stray:
        return msgspec.structs.replace(old, passed=old.passed + self._acts)

    def _lag(self) -> None:
        """Dice of the story's actions that lie where they lay."""
        for die, (first, places) in list(self._ways.items()):
            due = self._shown(places[-1])
            if due is None or not self._lacking.get(due):
                continue
            number = self._still(places[:-1])
            if number is not None:
                self._cost += LAGS
                self._begin(die, first)
                self._unmoved_of_last += die in self._last
                self._astray(due, number, due=True)

    def _come_later(self) -> None:
        """Dice of the story's actions that are on their way, or are to come yet."""
        for die, (first, places) in list(self._ways.items()):
            due = self._shown(places[-1])
            if due is None or not self._lacking.get(due):
                continue
            number = self._on_its_way(due, places[:-1])
            self._begin(die, first)
            self._unmoved_of_last += die in self._last and number is None
            self._astray(due, number, due=True)

    def _begin(self, die: DieName, first: int) -> None:
        """A die shows that an action was begun and is not finished."""
        del self._ways[die]
        if self._begun and first not in self._begun:
            self._cost += TWO_AT_ONCE
        self._begun.add(first)

    def _still(self, before: Sequence[Placement]) -> int | None:
        """A piece left over that lies where a die lay before its move."""
        lay = [slot for slot in map(self._shown, before) if slot is not None]
        lies_in = self._board.lies_in
        return next((n for slot in lay for n in self._spare if lies_in(n, slot)), None)

    def _on_its_way(self, due: Slot, before: Sequence[Placement]) -> int | None:
        """A die that lies neither where it will nor where it lay; None: in a hand or the bag."""
        lay = [self._shown(placement) for placement in before]
        newest = lay[-1]
        turned = newest is not None and newest[1] == due[1]  # it only shows another face then
        left = {old[1] for old in lay if old is not None and not turned}
        pieces = self._board.pieces
        other = self._alike(due[0], [n for n in self._spare if pieces[n].place not in left])
        if other is None:
            self._cost += NOT_YET if lay[0] is None else ON_ITS_WAY
        elif self._by_its_pile(due, other):
            self._cost += BY_ITS_PILE
        elif self._is_pile(due) or self._means_something(other, due):
            self._odd += 1
        else:
            self._cost += ON_ITS_WAY
        return other

    def _means_something(self, number: int, due: Slot) -> bool:
        """Whether a piece lies where only another action would put it."""
        place = self._board.pieces[number].place
        return place != due[1] and bool(place.zone) and self._board.matters(place.zone)

    def _by_its_pile(self, slot: Slot, number: int) -> bool:
        """Whether a die due in a pile lies where no face means anything."""
        return self._is_pile(slot) and not self._board.matters(
            self._board.pieces[number].place.zone
        )

    def _is_pile(self, slot: Slot) -> bool:
        return self._game.zones[slot[1].zone] is ZoneKind.HEAP

    def _lie_as_thrown(self) -> None:
        """Dice that were thrown lie where they fell, or are being sorted."""
        pieces = self._board.pieces
        for placement in self._node.here.layout:
            slot = self._shown(placement) if placement.die in self._node.loose else None
            if slot is None or not self._lacking.get(slot):
                continue
            near = [n for n in self._spare if pieces[n].reading_cost(slot[0], slot[2]) < MISREAD]
            number = self._where_thrown(slot, near)
            self._cost += self._lying(slot, number)
            self._astray(slot, number, due=True)

    def _wait_for_the_roll(self) -> None:
        """Dice that wait to be rolled lie where their owner has put them, with any face up."""
        chance = self._node.here.chance
        if not isinstance(chance, Roll):
            return
        due = {die for die, _ in chance.dice}
        touched = [n for n in self._spare if n not in self._board.untouched]
        for placement in self._node.here.layout:
            slot = self._shown(placement) if placement.die in due else None
            if slot is not None and self._lacking.get(slot):
                here = [n for n in touched if n in self._spare]
                seat = slot[1].seat
                own = [n for n in here if self._board.pieces[n].place.seat in {None, seat}]
                other = self._where_thrown(slot, [n for n in own or here if self._is(slot[0], n)])
                self._cost += self._lying(slot, other)
                self._astray(slot, other, due=True)

    def _where_thrown(self, slot: Slot, numbers: Sequence[int]) -> int | None:
        """Of these pieces one that lies where it may be thrown, if there is any."""
        return min(numbers, key=lambda n: not self._may_be_thrown(slot, n), default=None)

    def _may_be_thrown(self, slot: Slot, number: int) -> bool:
        """Whether a die due in a slot may be thrown to where a piece lies, or wait there."""
        piece = self._board.pieces[number]
        if not piece.place.zone:
            return not piece.marker
        game = self._game
        also = game.thrown_also_in(slot[1]) if isinstance(game, ThrowsElsewhere) else ()
        return piece.place == slot[1] or piece.place in also

    def _lying(self, slot: Slot, number: int | None) -> float:
        """What it says that a die that was thrown, or is to be, lies there."""
        if number is None:
            return ON_ITS_WAY
        if self._may_be_thrown(slot, number):
            return UNROLLED_ANYWHERE
        self._odd += 1
        return 0.0

    # -- dice that no action moves

    def _tried(self) -> None:
        """Dice that lie elsewhere though no action moved them: lifted, pushed, tried."""
        for slot, count in list(self._lacking.items()):
            for _ in range(count):
                other = self._alike(slot[0], self._spare)
                if self._is_pile(slot) and other is None:
                    self._cost += PICKED_UP
                    if self._board.shows(slot[1]):
                        continue  # it lies under another
                else:
                    self._odd += 1
                self._astray(slot, other, due=False)

    def _from_nowhere(self) -> None:
        """Dice that no story has anywhere."""
        for number in self._spare:
            track = self._track(number)
            old = self._before.get((None, track))
            if old is not None:
                self._still_astray(old)
                continue
            against = self._board.extra_cost(number)
            if against < NOTABLE:
                self._cost += against
                continue
            self._odd += 1
            self._cost += FROM_NOWHERE
            self._strays.append(self._stray(None, number))

    def _in_hands_still(self) -> None:
        """Dice that were in a hand at the rest before and have not been put down."""
        unseen = dict(self._board.hidden(self._node.here.wanted))
        for (slot, track), old in self._before.items():
            if track is None and slot is not None and unseen.get(slot):
                unseen[slot] -= 1
                self._still_astray(old)

    def _passed_by(self) -> None:
        """What it says that something else was done while dice were astray."""
        for (_, passed), strays in self._passed.items():
            piles = all(stray.aside for stray in strays)
            acts, said = self._acts, 0.0
            if not passed:
                said += GONE_ON[piles] + ANOTHER * (len(strays) - 1)
                acts -= 1
            said += ON_AND_ON[piles] * acts
            self._cost += said
            for stray in strays:
                at = self._strays.index(self._later(stray))
                each = stray.said + said / len(strays)
                self._strays[at] = msgspec.structs.replace(self._strays[at], said=each)

    def _made_good(self) -> None:
        """A stray that lies right by now was late or tried: what was done meanwhile is forgiven."""
        left = {(stray.slot, stray.track) for stray in self._strays}
        gone = [stray for known, stray in self._before.items() if known not in left]
        self._refund += sum(stray.said for stray in (*gone, *self._moved))

    # -- pieces

    def _astray(self, slot: Slot, number: int | None, *, due: bool) -> None:
        self._found(slot, number)
        track = None if number is None else self._track(number)
        old = self._before.get((slot, track))
        aside = number is not None and self._by_its_pile(slot, number)
        self._strays.append(old or self._stray(slot, number, due=due, aside=aside))

    def _found(self, slot: Slot, number: int | None) -> None:
        self._lacking[slot] -= 1
        if number is not None:
            self._spare.discard(number)

    def _track(self, number: int) -> int:
        return self._board.pieces[number].tracks[-1]

    def _stray(
        self, slot: Slot | None, number: int | None, *, due: bool = False, aside: bool = False
    ) -> Stray:
        now = self._board.table.time
        if number is None:
            return Stray(slot, None, due, aside, born=now)
        piece = self._board.pieces[number]
        spot = piece.x_mm, piece.y_mm
        return Stray(slot, piece.tracks[-1], due, aside, born=now, spot=spot, place=piece.place)

    def _alike(self, kind: KindName, numbers: Iterable[int]) -> int | None:
        """A piece that may well be of this kind."""
        pieces = self._board.pieces
        near = [n for n in numbers if self._is(kind, n)]
        return min(near, key=lambda n: pieces[n].reading_cost(kind, None), default=None)

    def _is(self, kind: KindName, number: int) -> bool:
        """Whether a piece may be of a kind, and is none that waits beside the mat for anybody."""
        if self._board.waits_beside(number) and self._track(number) not in self._known:
            return False
        return self._board.pieces[number].reading_cost(kind, None) < MISREAD

    def _shown(self, placement: Placement) -> Slot | None:
        zone = self._game.zones[placement.place.zone]
        if placement.under is not None or zone is ZoneKind.HIDDEN:
            return None
        return self._board.slot(placement)


def _changed(path: Sequence[Node], at: int) -> list[tuple[Placement, Placement]]:
    """The dice that the action leading to one node of a path moved."""
    before, now = path[at - 1].here.layout, path[at].here.layout
    if len(before) != len(now):
        return []
    return [(old, new) for old, new in lies_otherwise(before, now) if old != new]


def _moves(path: Sequence[Node], at: int) -> bool:
    return bool(_changed(path, at))


def _ways(path: Sequence[Node]) -> dict[DieName, tuple[int, list[Placement]]]:
    """By die that was moved: the last action that moved it, and all its placements in order."""
    ways: dict[DieName, tuple[int, list[Placement]]] = {}
    for at in range(1, len(path)):
        for old, new in _changed(path, at):
            _, places = ways.get(new.die, (at, [old]))
            ways[new.die] = at, [*places, new]
    return ways
