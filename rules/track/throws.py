"""Dice that were seen rolling while hands were about, and which rolls they may be.

A die that moves with no hand on it rolls. So a throw is seen as such even where it lies between
two tables at rest, and dice that were only laid down are not taken for thrown.
"""

import math
from collections import Counter, deque
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple, TypeAlias

import msgspec

from rules.core import FaceIndex, KindName
from rules.track.verdict import Look, Seen

Face: TypeAlias = tuple[KindName, FaceIndex]
"""Kind and face index."""

APART_S: Final = 0.5
"""Dice seen rolling so long after the last ones were thrown anew."""

LANDS_S: Final = 0.7
"""A die that comes to lie within this time of dice that rolled was thrown with them."""

TELLS: Final = 3.0
"""Nats by which the likeliest kind or face of a die must lead to be counted."""

CLOSE_S: Final = 0.36
"""Looks that follow each other so soon miss hardly a throw: dice roll for a third of a second."""

LOOKED_S: Final = 0.25
"""Of the time between two looks, so much is seen well enough for a throw to show."""

SPARSE_S: Final = 0.65
"""Looks further apart than this miss most throws."""

UNSEEN: Final = 7.0
"""What it says at most against a roll that nothing of it was seen: nobody looked away for long."""

NOT_OF_IT: Final = 5.0
"""What each die seen rolling that is none of the roll's dice says against its being that roll."""

MISSED: Final = 1.5
"""The same for each die of the roll that was not seen to roll with the others."""

OTHER_FACE: Final = 5.0
"""The same for each die that was seen to land on a face that the roll did not give."""

SAME_SPOT_MM: Final = 4.0
"""A die found this near to where one lay has most likely lain there all the time."""

KEPT: Final = 60.0
"""Seconds for which a throw is remembered at least; nothing provisional is older than a turn."""


class Throw(msgspec.Struct, frozen=True):
    """Dice that were seen rolling at one time."""

    since: float  # seconds
    until: float
    kinds: Counter[KindName]  # of dice seen rolling or coming to rest, as far as their kind is told
    count: int  # of dice seen rolling
    landed: Counter[Face]  # what those that came to rest flat show
    tracks: frozenset[int]  # the eye's numbers of these


class Rolled(NamedTuple):
    """One roll that an explanation tells of: its dice by kind, and what they came up with."""

    kinds: Counter[KindName]
    faces: Counter[Face]


class _Landed:
    """One die that came to rest after a throw."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.looks = 1


class _Rolling:
    """A throw as it is being seen."""

    def __init__(self, time: float) -> None:
        self.since = self.until = time
        self.rolling: dict[int, KindName | None] = {}  # track -> kind
        self.most = 0  # dice seen rolling in one look
        self.landed: dict[int, _Landed] = {}

    def throw(self) -> Throw:
        rolled = Counter(kind for kind in self.rolling.values() if kind is not None)
        lying = [one.seen for one in self.landed.values() if one.looks > 1 and not one.seen.cocked]
        read = [told(seen) for seen in lying]
        came = Counter(kind for kind, _ in read if kind is not None)
        return Throw(
            self.since,
            self.until,
            rolled | came,
            max(self.most, came.total()),
            Counter((kind, face) for kind, face in read if kind is not None and face is not None),
            frozenset(seen.track for seen in lying),
        )


class Throws(msgspec.Struct, frozen=True):
    """What was thrown in a stretch of time, and how well that was watched."""

    seen: tuple[Throw, ...] = ()
    unseen: float = 0.0  # what it says against a roll that nothing of it was seen
    watched: bool = False  # whether looks were close enough to tell

    def saw(self, roll: Rolled) -> bool:
        """Whether something of this roll was seen, and somebody watched."""
        return self.watched and self.cost([roll]) < self.unseen

    @property
    def landed(self) -> frozenset[int]:
        """The eye's numbers of dice that were seen to land."""
        return frozenset().union(*(throw.tracks for throw in self.seen))

    def cost(self, rolls: Sequence[Rolled]) -> float:
        """What these throws say against these rolls, told in order.

        A throw that no roll tells of says nothing: a die that leaned is thrown again, and people
        play with dice.
        """
        seen = self.seen
        reached = [0.0] * (len(seen) + 1)  # by throws told so far
        for roll in rolls:
            now = [cost + self.unseen for cost in reached]
            for start in range(len(seen)):
                for end in range(start + 1, len(seen) + 1):
                    cost = reached[start] + _said(roll, seen[start:end])
                    now[end] = min(now[end], cost)
            reached = list(accumulate(now, min))
        return reached[-1]


def _said(roll: Rolled, throws: Sequence[Throw]) -> float:
    """What throws, one after the other, say against being this one roll.

    Dice may be thrown in several handfuls; one that fell off the table or leaned is thrown again.
    """
    came: Counter[Face] = Counter()
    for throw in throws:
        came += throw.landed
    last = throws[-1]
    before = Counter[KindName]()
    for throw in throws[:-1]:
        for (kind, _), count in throw.landed.items():
            before[kind] += count
    rolled = before + last.kinds
    foreign = (rolled - roll.kinds).total() + max(0, last.count - roll.kinds.total())
    missed = max(0, roll.kinds.total() - max(rolled.total(), sum(t.count for t in throws)))
    other = (came - roll.faces).total()
    return NOT_OF_IT * foreign + MISSED * missed + OTHER_FACE * other


def told(seen: Seen) -> tuple[KindName | None, FaceIndex | None]:
    """The kind and face of a die, each None where nothing is clear."""
    ranked = sorted(((value, reading) for reading, value in seen.likelihood.items()), reverse=True)
    if not ranked:
        return None, None
    best, (kind, face) = ranked[0]
    other_kind = next((value for value, (k, _) in ranked if k != kind), seen.floor)
    if best - other_kind < TELLS:
        return None, None
    other = ranked[1][0] if len(ranked) > 1 else seen.floor
    return kind, face if best - other >= TELLS else None


def _unseen(gaps: Sequence[float]) -> float:
    """What it says against a roll that no look saw it, so far apart while hands were about.

    It was thrown just where they came too far apart: the smaller that share, the less likely.
    """
    if math.inf in gaps:
        return 0.0
    missed = sum(gap - LOOKED_S for gap in gaps if gap > CLOSE_S)
    return min(UNSEEN, math.log(sum(gaps) / missed)) if missed else UNSEEN


class ThrowWatch:
    """Watches all looks of a game, those with hands above all."""

    def __init__(self) -> None:
        """Nothing was seen yet."""
        self._throws: deque[_Rolling] = deque()
        self._busy_for: deque[tuple[float, float]] = deque()  # looks at busy times, how far apart
        self._lay: dict[int, tuple[float, float, float]] = {}  # by track: where it lay, and when
        self._last = -math.inf
        self._busy = False  # whether the last look showed hands, or something that moved
        self._first = math.inf  # when the first look was that showed dice in play
        self._told: tuple[float, list[Throw]] = (-math.inf, [])

    @property
    def last(self) -> float:
        """When somebody last looked."""
        return self._last

    def see(self, look: Look) -> None:
        """Take in one look."""
        rolling = [seen for seen in look.dice if seen.rolling]
        if self._first == math.inf and any(seen.zone for seen in look.dice):
            self._first = look.time if self._last == -math.inf else -math.inf
        fresh = any(seen.track not in self._lay for seen in look.dice)
        gap = look.time - self._last if look.watches else math.inf
        if (self._busy or fresh) and self._last > -math.inf:
            self._busy_for.append((look.time, gap))
        self._busy = look.hands or not look.still
        self._last = look.time
        if rolling:
            if not self._throws or look.time - self._throws[-1].until > APART_S:
                self._throws.append(_Rolling(look.time))
            newest = self._throws[-1]
            newest.until = look.time
            told_apart = sum(bool(seen.likelihood) for seen in rolling)
            newest.most = max(newest.most, told_apart or 1)
            for seen in rolling:
                newest.rolling[seen.track] = told(seen)[0]
        self._follow(look)
        self._told = (-math.inf, [])

    def _follow(self, look: Look) -> None:
        """Note what comes to rest, and read it while it lies there."""
        lying = [seen for seen in look.dice if not seen.rolling]
        for throw in self._throws:
            for seen in lying:
                if seen.track in throw.landed:
                    landed = throw.landed[seen.track]
                    landed.seen, landed.looks = seen, landed.looks + 1
        if self._throws and look.time - self._throws[-1].until <= LANDS_S:
            newest = self._throws[-1]
            for seen in lying:
                if seen.track not in newest.landed and not self._lay_there(seen):
                    newest.landed[seen.track] = _Landed(seen)
        self._lay.update((seen.track, (seen.x_mm, seen.y_mm, look.time)) for seen in lying)

    def _lay_there(self, seen: Seen) -> bool:
        """Whether a die lay there before: a hand may have covered it meanwhile."""
        return seen.track in self._lay or any(
            math.hypot(x - seen.x_mm, y - seen.y_mm) < SAME_SPOT_MM
            for x, y, _ in self._lay.values()
        )

    def since(self, time: float) -> Throws:
        """What was thrown since then."""
        if time < self._first < math.inf:
            return Throws()  # dice lay there already when somebody looked for the first time
        gaps = [gap for when, gap in self._busy_for if when > time]
        apart = max(gaps, default=0.0)
        if self._told[0] != self._last:
            self._told = (self._last, [one.throw() for one in self._throws])
        seen = tuple(throw for throw in self._told[1] if throw.since > time)
        return Throws(seen, _unseen(gaps), watched=apart <= SPARSE_S)

    def forget(self, before: float) -> None:
        """Nobody will ask of what was thrown before then."""
        before = min(before, self._last - KEPT)
        self._lay = {track: lay for track, lay in self._lay.items() if lay[2] >= before}
        while self._throws and self._throws[0].until < before:
            self._throws.popleft()
        while self._busy_for and self._busy_for[0][0] < before:
            self._busy_for.popleft()
