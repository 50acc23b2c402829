"""From one state to the next: every action is applied, counted and weighed here."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Final

import msgspec

from rules.core import (
    Action,
    AnyGame,
    Chance,
    DieName,
    Draw,
    FaceIndex,
    KindName,
    Place,
    Placement,
    Roll,
    State,
    ThrowsElsewhere,
    ZoneKind,
)
from rules.track import chance as dice_decide
from rules.track.explanation import READY, UNROLLED, ExplainedAction, Explanation, Node
from rules.track.fit import Board, Residue
from rules.track.known_states import KnownState, KnownStates
from rules.track.likeness import Likeness
from rules.track.slots import Slot, lies_otherwise
from rules.track.throws import Rolled, Throw, Throws

STEP: Final = 0.5
"""Cost of one more action: of two explanations that fit, the shorter is likelier."""

SILENT: Final = 1.5
"""Further cost of an action that leaves nothing to see."""

UNLOOKED: Final = 6.0
"""Further cost of a roll that was taken up again before the table was at rest: people look at what
they have rolled. The same of a die that is said to have been rolled, came up as it had lain and
was moved then: it was only moved."""

CHANCED: Final = 1.8
"""The same for each such die, ln 6: no look shows what it rolled."""
NO_TRACE: Final = 12.0
"""Cost of an action all of whose dice lie untouched: hands that did nothing moved nothing."""

ELSEWHERE: Final = 0.3
"""Cost of dice lying where they were thrown and not where they are due."""

UNFINISHED: Final = 0.5
"""Cost of taking a roll for one whose consequences the hands have not carried out yet."""


class Effort(msgspec.Struct, frozen=True):
    """How hard to search, in actions applied, so that every machine finds the same."""

    applies: int = 400  # at most
    in_vain: int = 140  # in a row without a better explanation
    depth: int = 24  # actions in one explanation
    rivals: int = 40  # spent on finding other explanations that fit as well
    orders: int = 80  # spent on the same actions in another order
    alternatives: int = 60  # spent on other actions with the same dice
    more: int = 80  # spent on finding out what else may have happened in between


class Expansion:
    """The steps of one search: what they lead to, what it costs, and how many there were."""

    def __init__(
        self,
        game: AnyGame,
        board: Board,
        effort: Effort,
        known: KnownStates,
        *,
        traces: bool = False,
        throws: Throws | None = None,
        passed: Callable[[Explanation], float] | None = None,
    ) -> None:
        """Expansion towards what `board` shows; `known` remembers what earlier expansions asked.

        `traces`: believe of no action that it moved only dice that nobody touched. `throws` were
        seen since the explanation begins. `passed` tells what the rests on the way say.
        """
        self._passed = passed
        self._throws = throws or Throws()
        self.landed = frozenset[KindName]().union(*(throw.kinds for throw in self._throws.seen))
        """The kinds of dice that were seen to be thrown since the expansion begins."""
        self.watches = self._throws.watched
        """Whether somebody looked closely enough to see what is thrown."""
        self._unmoved = board.untouched - self._landed(board)
        self._traces = traces
        self.game = game
        self.board = board
        self.effort = effort
        self.applies = 0  # actions applied so far
        self._known = known
        self._reached: dict[Hashable, float] = {}
        self._paired: Counter[tuple[Slot, Slot]] = Counter()  # before the explanation begins
        self._shown: set[tuple[KindName, FaceIndex | None]] = set()  # by dice of which kind, then
        self._lay_loose = frozenset[
            DieName
        ]()  # dice that lay where they were thrown at the beginning
        self._compared: dict[Hashable, Residue] = {}  # by key and the dice that are loose
        self._read: dict[Hashable, tuple[dice_decide.Reading, ...]] = {}  # the same
        self._elsewhere = game if isinstance(game, ThrowsElsewhere) else None

    def _landed(self, board: Board) -> frozenset[int]:
        """The pieces that were seen to land since the expansion begins."""
        tracks = self._throws.landed
        return frozenset(
            n for n in board.untouched if not tracks.isdisjoint(board.pieces[n].tracks)
        )

    def root(
        self,
        state: State,
        moved: frozenset[DieName] = frozenset(),
        loose: frozenset[DieName] = frozenset(),
    ) -> Node:
        """Where the expansion begins.

        `moved` dice have left their trace already; `loose` ones lie where they were thrown.
        """
        here = self._known.here(state)
        self._paired = here.pairs
        self._shown = {(lie.kind, lie.face) for lie in here.layout if lie.face is not None}
        self._reached[here.key, 0] = 0.0
        self._lay_loose = loose
        root = Node(here, self._compare, moved=moved, loose=loose)
        root.pending = self._pending(root)
        return root

    def legal_actions(self, node: Node) -> Sequence[Action]:
        """Every legal action."""
        return self._known.legal_actions(node.here)

    def quiet_first(self, node: Node) -> Sequence[Action]:
        """Every legal action, those for which nobody touches a die before the others."""
        return self._known.quiet_first(node.here)

    @property
    def tells_touches(self) -> bool:
        """Whether the game says which dice an action handles."""
        return self._known.tells_touches

    def touches(self, node: Node, action: Action) -> frozenset[DieName]:
        """The dice that somebody touches for an action, as far as the game says."""
        return self._known.touches(node.here, action)

    def thrown_next(self, node: Node) -> Throw | None:
        """The dice that were seen rolling after what is told of so far."""
        seen = self._throws.seen
        return seen[len(node.rolls)] if len(node.rolls) < len(seen) else None

    @property
    def weighs_rests(self) -> bool:
        """Whether something was seen on the way that may tell one order from another."""
        return self._passed is not None

    def with_rests(self, node: Node) -> float:
        """What an explanation costs together with what the rests on the way say against it."""
        return node.total + (self._passed(node.explanation()) if self._passed else 0.0)

    def shows(self, node: Node, action: Action) -> bool:
        """Whether dice lie otherwise after an action; not counted, for nothing is compared."""
        after = self._known.after(node.here, action)
        return after is not None and after.wanted != node.here.wanted

    def like(self, node: Node) -> Likeness:
        """What a state is for everybody at the table: see `likeness`."""
        return self._known.like(node.here)

    def step(
        self,
        node: Node,
        action: Action,
        reading: dice_decide.Reading | None = None,
        *,
        anew: bool = False,
    ) -> Node | None:
        """The state after one action, if it is legal; `anew`: and not reached as cheaply before."""
        self.applies += 1
        here = self._known.after(node.here, action)
        if here is None:
            return None
        changed = _moved(node.here, here)
        silent = reading is None and here.layout == node.here.layout
        chance = node.here.chance if reading is not None else None
        falls = (
            frozenset(die for die, _ in chance.dice) if isinstance(chance, Roll) else frozenset()
        )
        fell = None
        if isinstance(chance, Roll) and reading is not None:
            fell = self._told_roll(chance, reading)
        step = ExplainedAction(action, silent, reading, falls, fell)
        gone = self._rolled_unseen(node, here)
        cost = node.cost + self.costs(step)
        if gone:
            cost += UNLOOKED + CHANCED * len(gone)
        if self._traces and reading is None and self._left_no_trace(node, here.state, changed):
            cost += NO_TRACE
        rolls, watched = node.rolls, node.watched
        if fell is not None:
            rolls = (*rolls, fell)
            watched = self._throws.cost(rolls)
            cost += watched - node.watched
        if anew:
            reached = here.key, len(rolls)
            if self._reached.get(reached, float("inf")) <= cost:
                return None
            self._reached[reached] = cost
        moved = node.moved.union(new.die for _, new in changed)
        lying = (node.rolled - gone) | falls
        away = {new.die for old, new in changed if went(old, new, thrown=bool(falls))}
        fallen = falls if reading is not None else self._in_hand(changed)
        if self._elsewhere is None:
            fallen = frozenset()
        child = Node(
            here,
            self._compare,
            node,
            step,
            cost,
            rolled=lying,
            moved=moved,
            loose=(node.loose - away) | fallen,
            rolls=rolls,
            watched=watched,
        )
        child.pending = self._pending(child)
        return child

    def _told_roll(self, chance: Roll, reading: dice_decide.Reading) -> Rolled:
        """A roll as somebody who watches would see it."""
        dice = [
            (kind, face)
            for (_, kind), face in zip(chance.dice, reading.result, strict=True)
            if isinstance(face, int)
        ]
        faces = Counter(self.board.sorted.face_of(kind, FaceIndex(face)) for kind, face in dice)
        return Rolled(Counter(kind for kind, _ in dice), faces)

    def _pending(self, node: Node) -> float:
        """What a roll that is due says against ending here."""
        if not node.due:
            return 0.0
        untold = len(self._throws.seen) > len(node.rolls)
        return READY if self._throws.watched and not untold else UNROLLED

    def _in_hand(self, changed: Sequence[tuple[Placement, Placement]]) -> frozenset[DieName]:
        """Dice that somebody chose out of sight, to be thrown: they may be thrown elsewhere."""
        zones = self.game.zones
        return frozenset(
            new.die
            for old, new in changed
            if new.face is None
            and zones[new.place.zone] is ZoneKind.OPEN
            and zones[old.place.zone] is ZoneKind.HIDDEN
        )

    def _rolled_unseen(self, node: Node, here: KnownState) -> frozenset[DieName]:
        """Dice said to have been rolled in this explanation of which no look shows it.

        Any face will do now, or they lie elsewhere and show what lay there before the roll.
        """
        if not node.rolled:
            return node.rolled
        return frozenset(
            now.die
            for before, now in lies_otherwise(node.here.layout, here.layout)
            if now.die in node.rolled
            and before.face is not None
            and self.game.zones[now.place.zone] is ZoneKind.OPEN
            and (now.face is None or (now.place != before.place and self._lay_so(now)))
        )

    def _lay_so(self, placement: Placement) -> bool:
        """Whether a die like it showed this face before the explanation begins."""
        return (placement.kind, placement.face) in self._shown

    def _left_no_trace(
        self, node: Node, after: State, changed: Sequence[tuple[Placement, Placement]]
    ) -> bool:
        """Whether none of the dice that an action moves can have been touched."""
        if not self.board.follows:
            return False
        shown = False
        for old, new in changed:
            if new.die in node.moved or new.die in node.loose:
                return False
            lay, lies = self._in_sight(old), self._in_sight(new)
            if lay is None and lies is None:
                continue
            shown = True
            if lay is not None and self.board.taken_from(lay):
                return False
            if lay is None and lies is not None and self._put_down(after, new, lies):
                return False
        return shown

    def _put_down(self, state: State, lie: Placement, slot: Slot) -> bool:
        """Whether a die like this was put where it is due, or thrown where it may fall as well."""
        if self.board.put_into(slot):
            return True
        also = self._also_in(state, lie) if lie.face is None else ()
        return any(self.board.put_into((slot[0], place, None)) for place in also)

    def _in_sight(self, placement: Placement) -> Slot | None:
        """Where a die lies in sight; None when it does not."""
        zone = self.game.zones[placement.place.zone]
        if placement.under is not None or zone is ZoneKind.HIDDEN:
            return None
        return self.board.slot(placement)

    @staticmethod
    def costs(step: ExplainedAction) -> float:
        """What one more action says against an explanation."""
        read = step.reading.cost if step.reading is not None else 0.0
        return STEP + (SILENT if step.silent else 0.0) + read

    def _compare(self, here: KnownState, loose: frozenset[DieName]) -> Residue:
        """What disagrees; new pairs count by their distances, old ones may have drifted."""
        key = here.key, loose
        residue = self._compared.get(key)
        if residue is None:
            residue = self.board.compare(here.wanted)
            if loose and residue.cost > ELSEWHERE:
                elsewhere = self._lying_anywhere(here.state, here.layout, loose)
                residue = min(residue, elsewhere, key=lambda each: each.cost)
            pairs = here.pairs - self._paired if here.pairs else here.pairs
            if pairs:
                cost = residue.cost + self.board.pairing_cost(pairs)
                residue = msgspec.structs.replace(residue, cost=cost)
            self._compared[key] = residue
        return residue

    def _lying_anywhere(
        self, state: State, layout: Sequence[Placement], loose: frozenset[DieName]
    ) -> Residue:
        """What disagrees when these dice lie where they were thrown: wherever there is room."""
        lying = [
            (self.board.slot(lie), self._also_in(state, lie), lie.die in self._lay_loose)
            for lie in layout
            if lie.die in loose
        ]
        others = self.board.slots(lie for lie in layout if lie.die not in loose)
        residue = self.board.as_thrown(others, lying)
        return msgspec.structs.replace(residue, cost=residue.cost + ELSEWHERE)

    def _also_in(self, state: State, lie: Placement) -> Sequence[Place]:
        game = self._elsewhere
        return game.thrown_also_in(state, lie.place) if game is not None else ()

    # -- what the dice decide

    def outcomes(
        self, node: Node, known: dice_decide.Reading | None = None, *, anew: bool = False
    ) -> Iterator[Node]:
        """What the dice may have decided, or what is `known`; `anew`: if not reached before."""
        chance = node.here.chance
        if chance is None:
            return
        for reading in (known,) if known is not None else self.readings(chance, node):
            try:
                action = self.game.settle(node.here.state, reading.result)
            except ValueError:
                continue
            child = self.step(node, action, reading, anew=anew)
            if child is None:
                continue
            if isinstance(chance, Roll):
                self._as_rolled(child, node, chance, reading)
            yield child

    def rolled_again(self, node: Node, chance: Roll, told: Action) -> Node | None:
        """A roll as it is read now: as it was told before, or else what is likeliest."""
        readings = self.readings(chance, node)
        reading = next((r for r in readings if self._leads_to(node.here.state, r, told)), None)
        if reading is None and readings[0].margin > 0:
            reading = readings[0]
        if reading is None:
            return None
        child = self.step(node, self.game.settle(node.here.state, reading.result), reading)
        if child is not None:
            self._as_rolled(child, node, chance, reading)
        return child

    def _leads_to(self, state: State, reading: dice_decide.Reading, action: Action) -> bool:
        try:
            return bool(self.game.settle(state, reading.result) == action)
        except ValueError:
            return False

    def readings(self, chance: Chance, node: Node) -> tuple[dice_decide.Reading, ...]:
        """What the table says of a draw or roll, likeliest first."""
        key = node.here.key, node.loose, node.moved if isinstance(chance, Roll) else None
        known = self._read.get(key)
        if known is None:
            board, layout = self.board, node.here.layout
            known = tuple(
                dice_decide.drawn(chance, board, layout)
                if isinstance(chance, Draw)
                else dice_decide.rolled(
                    chance, board, layout, node.loose, node.moved, unmoved=self._unmoved
                )
            )
            self._read[key] = known
        return known

    def _as_rolled(
        self, child: Node, node: Node, chance: Roll, reading: dice_decide.Reading
    ) -> None:
        """A roll may be seen before the hands have done what follows from it."""
        faces = dict(zip((die for die, _ in chance.dice), reading.result, strict=True))
        layout = [
            msgspec.structs.replace(lie, face=faces[lie.die]) if lie.die in faces else lie
            for lie in node.here.layout
        ]
        moved = lies_otherwise(node.here.layout, layout)
        wanted = self.board.sorted.wanted_next(moved, node.here.wanted)
        if wanted != child.here.wanted:
            falls = frozenset(faces)
            residue = self.board.compare(wanted)
            if residue.cost > ELSEWHERE and self._elsewhere is not None:
                residue = min(
                    residue,
                    self._lying_anywhere(child.here.state, layout, node.loose | falls),
                    key=lambda each: each.cost,
                )
            if residue.cost + UNFINISHED < child.residue.cost:
                child.found = msgspec.structs.replace(residue, cost=residue.cost + UNFINISHED)
                child.unfinished = True


def went(old: Placement, new: Placement, *, thrown: bool) -> bool:
    """Whether a die was taken from where it lay: a thrown one turns to another face there."""
    return old.place != new.place or old.under != new.under or (not thrown and old.face != new.face)


def _moved(before: KnownState, now: KnownState) -> tuple[tuple[Placement, Placement], ...]:
    """The dice that lie otherwise: how each lay, and how it lies."""
    if len(before.layout) != len(now.layout):
        return ()
    pairs = lies_otherwise(before.layout, now.layout)
    return tuple((old, new) for old, new in pairs if old != new)
