"""The cheapest legal story that turns the state we believe in into the table we see.

Best-first search over `legal` actions and the outcomes of chance that the table shows. What
still disagrees steers the search: actions that handle restless dice come first, so that eight
moves made at once cost little more than eight steps. "Nothing happened" is the root and stays
in the race; whether something illegal happened is for `tracker` to weigh against the best story.
"""

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, count
from typing import Final

import msgspec

from rules.core import CHANCE, Action, Draw, Game, Lie, Roll, State, Touching
from rules.track import chance as dice_decide
from rules.track.fit import Board, Residue, Slot
from rules.track.likeness import likeness

STEP: Final = 0.5
"""Cost of one more action: of two stories that fit, the shorter is likelier."""

SILENT: Final = 1.5
"""Further cost of an action that leaves nothing to see."""

AGREES: Final = 3.0
"""A table that disagrees by no more than this is explained: a story need not go on."""

UNROLLED: Final = 4.0
"""Cost of ending a story just before a roll: dice that lie ready have most likely been rolled."""

UNFINISHED: Final = 0.5
"""Cost of taking a roll for one whose consequences the hands have not carried out yet."""

REPAIR_AFTER: Final = 24
"""Actions applied in vain before the best story is searched for what it left out."""

ORDERED: Final = 5
"""Actions since the last roll of which other orders are tried."""

NEAREST: Final = 6
"""Ends kept for naming what is wrong, and for holding against the table once more."""

CHUNK: Final = 6
"""Actions tried at a time before the rest of a state's actions wait their turn."""


class Effort(msgspec.Struct, frozen=True):
    """How hard to search, in actions applied, so that every machine finds the same."""

    applies: int = 400  # at most
    in_vain: int = 140  # in a row without a better story
    depth: int = 24  # actions in one story
    rivals: int = 40  # spent on finding other stories that fit as well


class Chapter(msgspec.Struct, frozen=True, eq=False):
    """One action of a story."""

    action: Action
    silent: bool  # nothing on the table changes by it
    reading: dice_decide.Reading | None = None  # for draws and rolls: what the table showed

    @property
    def margin(self) -> float:
        """Evidence for the least certain face, nats; infinite where no face was read."""
        return self.reading.margin if self.reading is not None else float("inf")

    @property
    def piece(self) -> int | None:
        """The die with the least certain face."""
        return self.reading.piece if self.reading is not None else None


class Story(msgspec.Struct, frozen=True, eq=False):
    """A sequence of legal actions and how well its end agrees with the table."""

    chapters: tuple[Chapter, ...]
    state: State
    cost: float  # of the actions themselves
    residue: Residue
    unfinished: bool = False  # the dice rolled lie as they fell; what follows is still to be done

    @property
    def total(self) -> float:
        """Cost of the actions and of all that still disagrees."""
        return self.cost + self.residue.cost

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions in order."""
        return tuple(chapter.action for chapter in self.chapters)


class Stories(msgspec.Struct, frozen=True, eq=False):
    """What the search found."""

    best: Story
    rivals: tuple[Story, ...]  # other ends that fit nearly as well, best first
    nothing: Story  # the empty story
    nearest: tuple[Story, ...]  # the best few ends, for naming what is wrong
    applies: int


class _Node:
    """A state reached by the search."""

    __slots__ = (
        "actions",
        "chapter",
        "cost",
        "depth",
        "layout",
        "parent",
        "pending",
        "residue",
        "state",
        "unfinished",
        "wanted",
    )  # fmt: skip

    def __init__(
        self, state: State, layout: Sequence[Lie], parent: "_Node | None", chapter: Chapter | None
    ) -> None:
        self.state = state
        self.layout = layout
        self.parent = parent
        self.chapter = chapter
        self.depth: int = parent.depth + 1 if parent else 0
        self.cost = 0.0
        self.actions: list[tuple[float, Action]] | None = None
        self.wanted: Counter[Slot] = Counter()
        self.residue: Residue
        self.pending = 0.0
        self.unfinished = False

    @property
    def unexplained(self) -> float:
        """What disagrees, and a roll that is due."""
        return self.residue.cost + self.pending

    @property
    def total(self) -> float:
        return self.cost + self.unexplained

    @property
    def promise(self) -> float:
        """How good a place to go on from: a roll that is due does not count against it."""
        return self.cost + self.residue.cost

    @property
    def chapter_action(self) -> Action:
        """The action that led here."""
        return self.chapter.action if self.chapter is not None else None

    def path(self) -> list["_Node"]:
        """The nodes from the root to this one."""
        nodes: list[_Node] = []
        node: _Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def story(self) -> Story:
        chapters = tuple(node.chapter for node in self.path() if node.chapter is not None)
        return Story(chapters, self.state, self.cost, self.residue, self.unfinished)


class Search:
    """One search from one state towards one table."""

    def __init__(self, game: Game, board: Board, effort: Effort) -> None:
        self._game = game
        self._board = board
        self._effort = effort
        self._touching = game if isinstance(game, Touching) else None
        self._applies = 0
        self._reached: dict[str, float] = {}
        self._paired: Counter[tuple[Slot, Slot]] = Counter()  # before the story begins

    def run(self, state: State, margin: float) -> Stories:
        """Find the best story from `state`, and its rivals within `margin` nats."""
        root = self._root(state)
        best = root
        if root.unexplained <= AGREES:
            return Stories(root.story(), (), root.story(), (), 0)
        ends = [root]
        since_better = 0
        order = count()
        queue = [(root.promise, next(order), root, 0)]
        mended: _Node | None = None  # the story last searched for what it left out
        found = 0  # actions applied when the table was first explained
        while queue:
            if best.unexplained <= AGREES and queue[0][0] >= best.total:
                found = found or self._applies
                if self._applies - found >= self._effort.rivals:
                    break
            _, _, node, start = heapq.heappop(queue)
            before = self._applies
            for child in self._children(node, start):
                ends.append(child)
                if child.total < best.total - 1e-9:
                    best, since_better, before = child, 0, self._applies
                if child.depth < self._effort.depth:
                    heapq.heappush(queue, (child.promise, next(order), child, 0))
            since_better += self._applies - before
            later = self._later(node, start)
            if later is not None:
                heapq.heappush(queue, (later, next(order), node, start + CHUNK))
            if since_better > REPAIR_AFTER and best.unexplained > AGREES and best is not mended:
                mended = best
                for end in self._inserted(best):
                    ends.append(end)
                    if end.total < best.total - 1e-9:
                        best, since_better = end, 0
                        heapq.heappush(queue, (end.promise, next(order), end, 0))
            if self._applies > self._effort.applies or since_better > self._effort.in_vain:
                break
        rivals = self._rivals(best, ends, margin)
        ends.sort(key=lambda node: node.total)
        nearest = tuple(node.story() for node in ends[:NEAREST])
        return Stories(best.story(), rivals, root.story(), nearest, self._applies)

    def retell(self, state: State, known: Stories, margin: float) -> Stories:
        """Stories that were found before, held against a table seen better by now."""
        root = self._root(state)
        told = [root]
        for story in (known.best, *known.rivals, *known.nearest):
            end = self._told_again(root, story)
            if end is not None:
                told.append(end)
        told.sort(key=lambda node: node.total)
        best = told[0]
        if root.unexplained <= AGREES:
            return Stories(root.story(), (), root.story(), (), 0)
        rivals: list[Story] = []
        likes = {likeness(self._game, best.state)}
        for node in told[1:]:
            near = node.total <= best.total + margin and not node.pending
            if near and not _contains(node, best):
                like = likeness(self._game, node.state)
                if like not in likes:
                    likes.add(like)
                    rivals.append(node.story())
        nearest = tuple(node.story() for node in told[:NEAREST])
        return Stories(best.story(), tuple(rivals), root.story(), nearest, self._applies)

    def _told_again(self, root: _Node, story: Story) -> _Node | None:
        """The end of a story, its rolls read anew."""
        node = root
        for chapter in story.chapters:
            chance = self._game.chance(node.state) if chapter.reading is not None else None
            if isinstance(chance, Roll):
                readings = dice_decide.rolled(chance, self._board, node.layout)
                same = [r for r in readings if self._leads_to(node.state, r, chapter.action)]
                if not same:
                    return None
                child = self._again(node, chapter.action, same[0])
                if child is not None:
                    self._as_rolled(child, node, chance, same[0])
            else:
                child = self._again(node, chapter.action, chapter.reading)
            if child is None:
                return None
            node = child
        return node

    def _leads_to(self, state: State, reading: dice_decide.Reading, action: Action) -> bool:
        try:
            return bool(self._game.settle(state, reading.result) == action)
        except ValueError:
            return False

    # -- growing

    def _root(self, state: State) -> _Node:
        root = _Node(state, self._game.layout(state), None, None)
        wanted = self._board.slots(root.layout)
        root.wanted = wanted
        root.residue = self._board.compare(wanted)
        self._paired = self._board.pairs(root.layout)
        root.pending = self._pending(state)
        self._reached[self._game.digest(state)] = 0.0
        return root

    def _children(self, node: _Node, start: int) -> Iterator[_Node]:
        """The states one action further: the next few of the node's actions."""
        mover = self._game.to_move(node.state)
        if mover is None:
            return
        if mover == CHANCE:
            if start == 0:
                yield from self._outcomes(node)
            return
        for _, action in self._ranked(node)[start : start + CHUNK]:
            child = self._apply(node, action)
            if child is not None:
                yield child

    def _later(self, node: _Node, start: int) -> float | None:
        """When the rest of a node's actions deserve their turn, if any are left."""
        ranked = node.actions
        if ranked is None or start + CHUNK >= len(ranked):
            return None
        drop = ranked[start][0] - ranked[start + CHUNK][0]
        return node.promise + 0.5 + 3.0 * drop + start / CHUNK

    def _outcomes(self, node: _Node, *, again: bool = False) -> Iterator[_Node]:
        """What the dice may have decided; `again` also where that led before."""
        chance = self._game.chance(node.state)
        if chance is None:
            return
        readings = (
            dice_decide.drawn(chance, self._board, node.layout)
            if isinstance(chance, Draw)
            else dice_decide.rolled(chance, self._board, node.layout)
        )
        for reading in readings:
            try:
                action = self._game.settle(node.state, reading.result)
            except ValueError:
                continue
            child = (self._again if again else self._apply)(node, action, reading)
            if child is None:
                continue
            if isinstance(chance, Roll):
                self._as_rolled(child, node, chance, reading)
            yield child

    def _as_rolled(
        self, child: _Node, node: _Node, chance: Roll, reading: dice_decide.Reading
    ) -> None:
        """A roll may be seen before the hands have done what follows from it."""
        faces = dict(zip((die for die, _ in chance.dice), reading.result, strict=True))
        layout = [
            msgspec.structs.replace(lie, face=faces[lie.die]) if lie.die in faces else lie
            for lie in node.layout
        ]
        wanted = self._board.slots(layout)
        if wanted != child.wanted:
            residue = self._board.compare(wanted)
            if residue.cost + UNFINISHED < child.residue.cost:
                child.residue = msgspec.structs.replace(residue, cost=residue.cost + UNFINISHED)
                child.unfinished = True

    def _apply(
        self, node: _Node, action: Action, reading: dice_decide.Reading | None = None
    ) -> _Node | None:
        """The state after one action, unless it was reached as cheaply before."""
        self._applies += 1
        try:
            state, _ = self._game.apply(node.state, action)
        except ValueError:
            return None
        layout = self._game.layout(state)
        silent = layout == node.layout and reading is None
        chapter = Chapter(action, silent, reading)
        child = _Node(state, layout, node, chapter)
        child.cost = node.cost + STEP + (SILENT if silent else 0.0)
        child.cost += reading.cost if reading is not None else 0.0
        digest = self._game.digest(state)
        if self._reached.get(digest, float("inf")) <= child.cost:
            return None
        self._reached[digest] = child.cost
        child.wanted = self._board.slots(layout)
        child.residue = self._compare(child)
        child.pending = self._pending(state)
        return child

    def _compare(self, node: _Node) -> Residue:
        """What disagrees; new pairs count by their distances, old ones may have drifted."""
        residue = self._board.compare(node.wanted)
        pairs = self._board.pairs(node.layout) - self._paired
        if not pairs:
            return residue
        cost = residue.cost + self._board.pairing_cost(pairs)
        return msgspec.structs.replace(residue, cost=cost)

    def _pending(self, state: State) -> float:
        if self._game.to_move(state) != CHANCE:
            return 0.0
        return UNROLLED if isinstance(self._game.chance(state), Roll) else 0.0

    def _ranked(self, node: _Node) -> list[tuple[float, Action]]:
        """The legal actions, those that handle restless dice first."""
        if node.actions is None:
            legal = self._game.legal(node.state)
            promise = self._promise(node)
            scored = [(promise(action), action) for action in legal]
            scored.sort(key=lambda pair: -pair[0])
            node.actions = scored
        return node.actions

    def _promise(self, node: _Node) -> "_Promise":
        return _Promise(self._touching, self._board, node)

    def _inserted(self, best: _Node) -> Iterator[_Node]:
        """The best story with one more action put in where it was left out.

        Going for what explains most at once leaves small things behind that had to be done
        earlier: a character fielded before the turn was over.
        """
        path = best.path()
        restless = _Promise(self._touching, self._board, best)
        for place, node in enumerate(path[:-1]):
            if self._game.to_move(node.state) == CHANCE:
                continue
            scored = [(restless(action), action) for action in self._game.legal(node.state)]
            scored.sort(key=lambda pair: -pair[0])
            for score, action in scored[:CHUNK]:
                if score <= 0:
                    break
                start = self._again(node, action)
                end = start and self._gone_on(start, [n.chapter for n in path[place + 1 :]])
                if end is not None and end.total < best.total:
                    yield end

    def _gone_on(self, node: _Node, chapters: Sequence[Chapter | None]) -> _Node | None:
        """The same actions from another node on, what the dice decide read anew."""
        for chapter in chapters:
            if chapter is None:
                continue
            if chapter.reading is None:
                child = self._again(node, chapter.action)
            else:
                child = next(self._outcomes(node, again=True), None)
            if child is None:
                return None
            node = child
        return node

    # -- rivals

    def _rivals(self, best: _Node, ends: Sequence[_Node], margin: float) -> tuple[Story, ...]:
        """Other stories that fit nearly as well and end in a different state."""
        found: list[_Node] = []
        known = {likeness(self._game, best.state)}
        # A state before a roll that is due is no rival to the state after it.
        near = [e for e in ends if e.total <= best.total + margin and not e.pending]
        near.sort(key=lambda node: node.total)
        for end in (*near, *self._exchanged(best), *self._reordered(best)):
            if end.total > best.total + margin or _contains(end, best):
                continue
            like = likeness(self._game, end.state)
            if like not in known:
                known.add(like)
                found.append(end)
        found.sort(key=lambda node: node.total)
        # A rival with something added that need not have happened is no rival of its own.
        kept: list[_Node] = []
        for end in found:
            if not any(_contains(end, other) for other in kept):
                kept.append(end)
        return tuple(node.story() for node in kept)

    def _exchanged(self, best: _Node) -> Iterator[_Node]:
        """The best story with one action exchanged for another that looks the same."""
        spent = 0
        path = best.path()
        for place, node in enumerate(path[:-1]):
            if self._game.to_move(node.state) == CHANCE:
                continue
            told = path[place + 1]
            ranked = self._ranked(node)
            own = next((s for s, action in ranked if action == told.chapter_action), None)
            for score, action in ranked:
                if action == told.chapter_action or (own is not None and score < own - 0.5):
                    continue
                if spent >= self._effort.rivals:
                    return
                other, used = self._retold(node, action, path[place + 1 :])
                spent += used
                if other is not None:
                    yield other

    def _reordered(self, best: _Node) -> Iterator[_Node]:
        """The best story with one of its latest actions done later: the order may matter."""
        path = best.path()
        start = next((n for n in range(len(path), 0, -1) if _by_chance(path[n - 1])), 1)
        told = path[start:]
        if not 1 < len(told) <= ORDERED:
            return
        for place, later in combinations(range(len(told)), 2):
            now: _Node | None = told[place].parent
            order = (*told[place + 1 : later + 1], told[place], *told[later + 1 :])
            for node in order:
                now = now and self._again(now, node.chapter_action)
            if now is not None and now.wanted == best.wanted:
                yield now

    def _retold(
        self, node: _Node, action: Action, rest: Sequence[_Node]
    ) -> tuple[_Node | None, int]:
        """The story with `action` in place of the first of `rest`, if it ends as it did."""
        now: _Node | None = self._again(node, action)
        used = 1
        if now is None or now.wanted != rest[0].wanted:
            return None, used
        for told in rest[1:]:
            now = self._again(now, told.chapter_action)
            used += 1
            if now is None:
                return None, used
        return now, used

    def _again(
        self, node: _Node, action: Action, reading: dice_decide.Reading | None = None
    ) -> _Node | None:
        """As `_apply`, without asking whether the state was reached before."""
        self._applies += 1
        try:
            state, _ = self._game.apply(node.state, action)
        except ValueError:
            return None
        layout = self._game.layout(state)
        silent = layout == node.layout and reading is None
        child = _Node(state, layout, node, Chapter(action, silent, reading))
        child.cost = node.cost + STEP + (SILENT if silent else 0.0)
        child.cost += reading.cost if reading is not None else 0.0
        child.wanted = self._board.slots(layout)
        child.residue = self._compare(child)
        child.pending = self._pending(state)
        return child


def _by_chance(node: _Node) -> bool:
    return node.chapter is not None and node.chapter.reading is not None


def _contains(longer: _Node, shorter: _Node) -> bool:
    """Whether a story is another one with silent actions added that need not have happened.

    An action that moves dice is a story of its own, even where a later action would have moved
    the same dice: an action die used, and one put away unused at the end of the turn.
    """
    wanted = [node.chapter_action for node in shorter.path()[1:]]
    if _comes_to_the_same(longer, shorter, len(wanted)):
        return True
    for node in longer.path()[1:]:
        if wanted and node.chapter_action == wanted[0]:
            wanted.pop(0)
        elif node.chapter is not None and not node.chapter.silent:
            return False
    return not wanted


def _comes_to_the_same(longer: _Node, shorter: _Node, told: int) -> bool:
    """Whether a story goes on where the other ends, by choices that together change nothing.

    A die turned down by one effect and up again by the next lies as if neither had happened.
    """
    path = longer.path()[1:]
    if longer.wanted != shorter.wanted or len(path) <= told or any(map(_by_chance, path[told:])):
        return False
    same = zip(path, shorter.path()[1:], strict=False)
    return all(one.chapter_action == other.chapter_action for one, other in same)


class _Promise:
    """How likely an action is to help: restless dice it handles, less the calm ones."""

    def __init__(self, touching: Touching | None, board: Board, node: _Node) -> None:
        self._touching = touching
        self._state = node.state
        lacking = node.residue.lacking
        kinds = node.residue.kinds
        self._worth: dict[str, float] = {}
        if touching is None:
            return
        for lie in node.layout:
            slot = board.slot(lie)
            if slot in node.wanted:
                self._worth[lie.die] = 1.0 if slot in lacking else -1.0
            else:  # hidden
                self._worth[lie.die] = 1.0 if kinds.get(lie.kind) else -1.0

    def __call__(self, action: Action) -> float:
        if self._touching is None:
            return 0.0
        touched = self._touching.touches(self._state, action)
        return sum(self._worth.get(die, 0.0) for die in touched)
