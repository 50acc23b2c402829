"""Hands that put dice where they belong: one by one or in handfuls, neatly or clumsily."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import pi
from typing import NamedTuple, TypeAlias

import cv2
import numpy as np

from calibration.artwork import life_cells
from calibration.mat import Mat, Zone
from hardware.dice import DieKind
from hardware.simulated.collisions import apart, collides
from hardware.simulated.free_places import PlaceWanted, find_room, stays_inside
from hardware.simulated.gestures import Gesture, gesture, idle, push
from hardware.simulated.scene import Bead, DieBody
from hardware.simulated.table import SimulatedTable, usual_material

Place: TypeAlias = tuple[str, int | None]
"""A zone's name and its seat."""


class WantedDie(NamedTuple):
    """Where a die must lie and what it must show."""

    kind: str
    zone: str  # a zone the mat does not have takes the die off the table
    seat: int | None = None
    face: int | None = None  # None: any face will do
    under: str | None = None  # the die this one lies under
    paired: str | None = None  # the die this one lies opposite


@dataclass(frozen=True, slots=True)
class Manner:
    """How somebody handles dice."""

    reach_s: float = 0.35  # from the table's edge to a die
    handful: int = 6  # how many dice one grip moves
    gap_mm: float = 4.0  # room left between dice
    border_mm: float = 1.5  # room left between a die and the line of its zone
    askew: float = 0.25  # radians (sigma) a die put down by hand is turned
    touching: float = 0.0  # chance that a die is put against another
    straying: float = 0.0  # chance that a die's middle lies only 4 to 7 mm inside a line
    shoving: float = 0.0  # chance that a movement pushes a die that lies near
    idling: float = 0.0  # chance that a hand comes and goes for nothing before a movement
    cocked: float = 0.0  # chance that a rolled die leans, and is laid flat a moment later
    pause_s: float = 0.6  # before somebody sees that a die leans


HONEST = Manner()
CLUMSY = Manner(
    handful=9,
    gap_mm=0.6,
    border_mm=0.2,
    askew=0.7,
    touching=0.2,
    straying=0.1,
    shoving=0.15,
    idling=0.1,
    cocked=0.08,
)


_BEADS = ((40, 110, 170), (150, 60, 120))
"""The colours of the players' beads."""

_ROOM_MM2 = 780.0
"""The area of a zone per die below which players set dice in rows."""


@dataclass(frozen=True, slots=True)
class _Lying:
    """A die as the hands left it (or will have, when the queue is empty)."""

    body: DieBody
    want: WantedDie


class SimulatedHands:
    """Moves dice on a simulated table until they lie as wanted."""

    def __init__(
        self,
        table: SimulatedTable,
        kinds: Mapping[str, DieKind],
        *,
        manner: Manner = HONEST,
        rows: frozenset[str] = frozenset({"attack"}),
        seed: int = 0,
    ) -> None:
        """Take `kinds` by their names.

        In zones named in `rows`, dice that lie opposite no other are set out in a row, so that
        others can be put before them.
        """
        if table.mat is None:
            raise ValueError("A table without a mat has no zones to put dice in.")
        self.table = table
        self.manner = manner
        self._mat: Mat = table.mat
        self._kinds = kinds
        self._rows = rows
        self._rng = np.random.default_rng(seed)
        self._lying: dict[str, _Lying] = {}

    def arrange(
        self,
        target: Mapping[str, WantedDie],
        *,
        seat: int | None = None,
        rolled: Iterable[str] = (),
    ) -> int:
        """Queue the movements that bring every die where it is wanted; how many dice move.

        Dice that already lie right are left alone, dice that are not wanted leave the table.
        `seat` is whose hand moves them; without it, each zone's own player does. The `rolled`
        dice are picked up and thrown even when they stay in their zone; so are those that
        change both their zone and the face they must show.
        """
        thrown = self._thrown(target) | frozenset(rolled)
        goal = self._goal(target, thrown)
        moves = [
            name
            for name in (*self._lying, *(name for name in goal if name not in self._lying))
            if name in thrown or not _alike(self._lying.get(name), goal.get(name))
        ]
        stacked = [name for name in moves if self._only_height(name, goal)]
        carried = [name for name in moves if name not in stacked]
        for few in self._handfuls(carried, goal):
            if self._rng.random() < self.manner.idling:
                self.idle(seat or 0)
            lifted = [name for name in stacked if _touches(name, few, self._lying, goal)]
            shoved = self._shove(few, goal, moves)
            self._carry(few, goal, lifted + shoved, seat, thrown)
            stacked = [name for name in stacked if name not in lifted]
        self._lying = goal
        return len(carried)

    def arrange_now(self, target: Mapping[str, WantedDie]) -> None:
        """Bring every die where it is wanted at once, without hands."""
        self.arrange(target)
        self.table.finish()

    def mark_life(self, seat: int, life: int) -> None:
        """Queue the push of a seat's bead to a number of its life track; the first lies at once.

        On a mat without a track, and for numbers it does not have, nothing happens.
        """
        cells = life_cells(self._mat).get(seat, ())
        if not 0 <= life < len(cells):
            return
        left, top, right, bottom = cells[life]
        spot = np.array([(left + right) / 2, (top + bottom) / 2])
        bead = self.table.beads().get(seat)
        if bead is None:
            colour = _BEADS[seat % len(_BEADS)]
            self.table.mark(seat, Bead(float(spot[0]), float(spot[1]), colour))
        elif abs(bead.x_mm - spot[0]) > 1.0:
            reach = self.manner.reach_s * self.table.fps
            self.table.play(push(seat, bead, spot, self._mat, reach))

    def idle(self, seat: int, seconds: float = 0.5) -> None:
        """Queue a hand that rests somewhere over the mat and goes again, touching nothing."""
        spot = self._rng.uniform(0.15, 0.85, 2) * [self._mat.width, self._mat.height]
        fps = self.table.fps
        reach = self.manner.reach_s * fps
        self.table.play(idle(seat, spot, self._mat, reach, seconds * fps))

    # Where everything will lie

    def _thrown(self, target: Mapping[str, WantedDie]) -> frozenset[str]:
        before = {name: self._lying[name] for name in target if name in self._lying}
        return frozenset(
            name
            for name, lying in before.items()
            if target[name].face not in {None, lying.body.face}
            and _place(lying) != (target[name].zone, target[name].seat)
        )

    def _goal(self, target: Mapping[str, WantedDie], thrown: frozenset[str]) -> dict[str, _Lying]:
        wanted = {name: want for name, want in target.items() if self._zone(want.zone, want.seat)}
        goal = {
            name: replace(lying, want=wanted[name])
            for name, lying in self._lying.items()
            if name in wanted and name not in thrown and _stays(lying, wanted[name])
        }
        leaving = [lying.body for name, lying in self._lying.items() if name not in goal]
        for name in sorted(wanted, key=lambda name: (wanted[name].paired is not None, name)):
            if name not in goal and wanted[name].under is None:
                body = self._placed(name, wanted[name], goal, leaving, thrown=name in thrown)
                goal[name] = _Lying(body, wanted[name])
        for name, want in wanted.items():
            if name not in goal:
                goal[name] = _Lying(self._fresh(name, want, thrown=False), want)
        return _stack(goal)

    def _placed(
        self,
        name: str,
        want: WantedDie,
        goal: Mapping[str, _Lying],
        leaving: Sequence[DieBody],
        *,
        thrown: bool,
    ) -> DieBody:
        """Beside the dice that stay; where dice still lie that are to leave only if it must be."""
        before = self._lying.get(name)
        body = self._fresh(name, want, thrown=thrown)
        if before is not None and not thrown and _same_place(before.want, want):
            return replace(before.body, face=body.face, tilt=0.0, base_mm=0.0)
        zone = self._zone(want.zone, want.seat)
        assert zone is not None
        crowd = sum(_place(lying) == (want.zone, want.seat) for lying in goal.values())
        partner = goal.get(want.paired) if want.paired else None
        wanted = PlaceWanted(
            self.manner.gap_mm,
            self.manner.border_mm,
            touching=bool(self._rng.random() < self.manner.touching),
            straying=bool(self._rng.random() < self.manner.straying),
            facing=partner.body if partner else None,
            away_from_x=self._row(want, goal),
            tidy=(crowd + 1) * _ROOM_MM2 > _area(zone),
        )
        staying = [lying.body for lying in goal.values()]
        free = find_room(zone, body, [*staying, *leaving], wanted, self._rng)
        on_another = free.base_mm > 0 and bool(leaving)
        return find_room(zone, body, staying, wanted, self._rng) if on_another else free

    def _row(self, want: WantedDie, goal: Mapping[str, _Lying]) -> tuple[float, ...]:
        """Where dice of the same row lie, on either side, if the die belongs in a row."""
        if want.zone not in self._rows or want.paired is not None:
            return ()
        return tuple(lying.body.x_mm for lying in goal.values() if lying.want.zone == want.zone)

    def _fresh(self, name: str, want: WantedDie, *, thrown: bool) -> DieBody:
        """The die as it would come out of the hand, not yet anywhere."""
        before = self._lying.get(name)
        kind = self._kinds[want.kind]
        kept = before.body.face if before else int(self._rng.integers(6))
        upright = pi / 2 if want.seat == 1 else -pi / 2
        yaw = upright + float(self._rng.normal(0, self.manner.askew))
        if thrown or before is None:
            yaw = float(self._rng.uniform(-pi, pi))
        face = kept if want.face is None else want.face
        return DieBody(kind, 0.0, 0.0, yaw, face, material=usual_material(kind), name=name)

    def _zone(self, name: str, seat: int | None) -> Zone | None:
        zones = [zone for zone in self._mat.zones if zone.name == name]
        own = [zone for zone in zones if zone.seat == seat]
        return own[0] if own else next((zone for zone in zones if zone.seat is None), None)

    def _shove(
        self, names: Sequence[str], goal: dict[str, _Lying], moves: Sequence[str]
    ) -> list[str]:
        """At times a die near where these are laid is pushed a little; its name, if any."""
        laid = [goal[name].body for name in names if name in goal]
        if not laid or self._rng.random() >= self.manner.shoving:
            return []
        still = [name for name in goal if name not in moves and goal[name].body.base_mm == 0]
        near = sorted(still, key=lambda name: apart(goal[name].body, laid[0]))[:3]
        stacks = {lying.want.under for lying in goal.values()}
        for name in near:
            lying = goal[name]
            pushed = replace(
                lying.body,
                x_mm=lying.body.x_mm + float(self._rng.uniform(-4, 4)),
                y_mm=lying.body.y_mm + float(self._rng.uniform(-4, 4)),
                yaw=lying.body.yaw + float(self._rng.normal(0, 0.2)),
            )
            zone = self._zone(lying.want.zone, lying.want.seat)
            others = [other.body for key, other in goal.items() if key != name]
            free = lying.want.under is None and name not in stacks
            if free and zone and stays_inside(zone, pushed) and not collides(pushed, others):
                goal[name] = _Lying(pushed, lying.want)
                return [name]
        return []

    # Getting there

    def _only_height(self, name: str, goal: Mapping[str, _Lying]) -> bool:
        """Whether a die only rises or sinks because of one that goes under it or leaves."""
        before, after = self._lying.get(name), goal.get(name)
        return (
            before is not None
            and after is not None
            and replace(after.body, base_mm=before.body.base_mm) == before.body
        )

    def _handfuls(
        self, names: Sequence[str], goal: Mapping[str, _Lying]
    ) -> Iterator[tuple[str, ...]]:
        """Dice that come from one zone and go to one zone, as many as a hand takes."""
        routes: dict[tuple[Place | None, Place | None], list[str]] = {}
        for name in names:
            route = (_place(self._lying.get(name)), _place(goal.get(name)))
            routes.setdefault(route, []).append(name)
        for route in sorted(routes, key=lambda route: (route[1] is not None, str(route))):
            together = routes[route]
            for first in range(0, len(together), self.manner.handful):
                yield tuple(together[first : first + self.manner.handful])

    def _carry(
        self,
        names: Sequence[str],
        goal: Mapping[str, _Lying],
        lifted: Sequence[str],
        seat: int | None,
        thrown: frozenset[str],
    ) -> None:
        """One movement of one hand."""
        from_ = [self._lying[name].body for name in names if name in self._lying]
        to = [goal[name].body for name in names if name in goal]
        last = goal.get(names[0]) or self._lying[names[0]]
        falling = [body.name for body in to if body.name in thrown]
        leaning = {
            name: (float(self._rng.uniform(0.2, 0.7)), float(self._rng.uniform(-pi, pi)))
            for name in falling
            if self._rng.random() < self.manner.cocked
        }
        self.table.play(
            gesture(
                Gesture(
                    seat if seat is not None else (last.want.seat or 0),
                    tuple(from_),
                    tuple(to),
                    frozenset(falling),
                    tuple(goal[name].body for name in lifted),
                    leaning,
                ),
                self._mat,
                self.manner.reach_s * self.table.fps,
                self.manner.pause_s * self.table.fps,
                self._rng,
            )
        )


def _area(zone: Zone) -> float:
    return float(cv2.contourArea(np.array(zone.outline, np.float32)))


def _place(lying: _Lying | None) -> Place | None:
    return None if lying is None else (lying.want.zone, lying.want.seat)


def _same_place(one: WantedDie, other: WantedDie) -> bool:
    return (one.zone, one.seat, one.under, one.paired) == (
        other.zone,
        other.seat,
        other.under,
        other.paired,
    )


def _stays(lying: _Lying, want: WantedDie) -> bool:
    """Whether a die may stay exactly as it lies."""
    shows = want.face is None or want.face == lying.body.face
    return shows and _same_place(lying.want, want)


def _alike(before: _Lying | None, after: _Lying | None) -> bool:
    return before is not None and after is not None and before.body == after.body


def _touches(
    name: str, few: Sequence[str], before: Mapping[str, _Lying], after: Mapping[str, _Lying]
) -> bool:
    """Whether one of these dice goes under the named one, or leaves from there."""
    return any(
        lying.want.under == name
        for books in (before, after)
        for lying in (books.get(other) for other in few)
        if lying is not None
    )


def _stack(goal: Mapping[str, _Lying]) -> dict[str, _Lying]:
    """The same dice with those that lie under others in place and the others on top of them."""
    stacked = dict(goal)
    below: dict[str, list[str]] = {}
    for name, lying in goal.items():
        if lying.want.under is not None and lying.want.under in goal:
            below.setdefault(lying.want.under, []).append(name)
    for top, names in below.items():
        height = 0.0
        own = stacked[top]
        for name in names:
            lying = stacked[name]
            body = replace(
                lying.body, x_mm=own.body.x_mm, y_mm=own.body.y_mm, base_mm=height, tilt=0.0
            )
            stacked[name] = _Lying(body, lying.want)
            height += body.kind.size_mm
        stacked[top] = _Lying(replace(own.body, base_mm=height), own.want)
    for name in goal:
        lone = name not in below and goal[name].want.under is None
        if lone and name in stacked and _was_raised(goal[name], goal):
            stacked[name] = _Lying(replace(goal[name].body, base_mm=0.0), goal[name].want)
    return stacked


def _was_raised(lying: _Lying, goal: Mapping[str, _Lying]) -> bool:
    """Whether a die hangs in the air because what lay under it left."""
    return lying.body.base_mm > 0 and not any(
        other.body.base_mm < lying.body.base_mm
        and abs(other.body.x_mm - lying.body.x_mm) < 2
        and abs(other.body.y_mm - lying.body.y_mm) < 2
        for other in goal.values()
        if other is not lying
    )
