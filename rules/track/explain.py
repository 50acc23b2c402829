"""The cheapest legal story that turns the state we believe in into the table we see.

Best-first search over `legal` actions and the outcomes of chance that the table shows. What
still disagrees steers the search: actions that handle restless dice come first, so that eight
moves made at once cost little more than eight steps. "Nothing happened" is the root and stays
in the race; whether something illegal happened is for `tracker` to weigh against the best story.
"""

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, count, islice
from typing import Final

import msgspec

from rules.core import CHANCE, Action, Chance, Draw, Game, Roll, State, Touching
from rules.track import chance as dice_decide
from rules.track.ahead import Ahead, Consequences
from rules.track.fit import Board, Residue, Slot

STEP: Final = 0.5
"""Cost of one more action: of two stories that fit, the shorter is likelier."""

SILENT: Final = 1.5
"""Further cost of an action that leaves nothing to see."""

AGREES: Final = 3.0
"""A table that disagrees by no more than this is explained: a story need not go on."""

TOLERATED: Final = 9.0
"""Disagreement in nats that a commit may leave: a die not found in two looks, a ghost in two. A
story that leaves more is told to nobody, and needs no rivals."""

UNROLLED: Final = 8.0
"""Cost of ending a story just before a roll: dice that lie ready have most likely been rolled."""

UNFINISHED: Final = 0.5
"""Cost of taking a roll for one whose consequences the hands have not carried out yet."""

REPAIR_AFTER: Final = 24
"""Actions applied in vain before the best story is searched for what it left out."""

NEAREST: Final = 6
"""Ends kept for naming what is wrong, and for holding against the table once more."""

BRIDGES: Final = 4
"""Legal actions tried to get from a step that was skipped to what was done next; where no more are
legal, all of them are tried in the place of the one that was told."""

PASSES: Final = 3
WAYS_ON: Final = 2
"""Actions without dice that a story may go on with, and how many of them are tried each time."""

LAST: Final = 2
"""Last actions of a story in whose place passes may have cleared the same dice."""

PUT_OFF: Final = 4
"""Later actions in whose place what was told first may have been done."""

REPARTED: Final = 4
"""Actions since the last roll of which it is asked what else may have moved the same dice."""

OTHERS: Final = 2
"""Rivals of which other orders are tried, and other actions in the place of one of theirs; and
stories that a second action is put into."""

NEARLY: Final = 5.0
"""Nats by which a story with one action put in may be worse and still worth a second one."""

CALM: Final = -2.0
"""What a die that lies as it should says for an action that handles it; a restless one says 1."""

WARY: Final = 16.0
"""Nats by which a second search holds back what puts a die where none is seen."""

HIDDEN: Final = 8.0
"""What a die that is seen nowhere says less against lying in the open, in nats, when the best
story has it under others: see `against`."""

CHUNK: Final = 6
"""Actions tried at a time before the rest of a state's actions wait their turn."""


TUCKED: Final = 10.0
"""The same when the best story has it where nothing is to be seen: attached to another die."""


class Effort(msgspec.Struct, frozen=True):
    """How hard to search, in actions applied, so that every machine finds the same."""

    applies: int = 400  # at most
    in_vain: int = 140  # in a row without a better story
    depth: int = 24  # actions in one story
    rivals: int = 40  # spent on finding other stories that fit as well
    orders: int = 80  # spent on the same actions in another order
    otherwise: int = 60  # spent on other actions with the same dice
    more: int = 80  # spent on finding out what else may have happened in between


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
    def clear(self) -> float:
        """Evidence that some die shows one of its two likeliest faces; the least there is."""
        return self.reading.clear if self.reading is not None else float("inf")

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
    explained: bool  # whether the best leaves nothing open


class _Node:
    """A state reached by the search."""

    __slots__ = (
        "actions",
        "chapter",
        "cost",
        "depth",
        "here",
        "parent",
        "residue",
        "unfinished",
    )  # fmt: skip

    def __init__(
        self, here: Ahead, parent: "_Node | None", chapter: Chapter | None, cost: float
    ) -> None:
        self.here = here
        self.parent = parent
        self.chapter = chapter
        self.cost = cost
        self.depth: int = parent.depth + 1 if parent else 0
        self.actions: list[tuple[float, Action]] | None = None
        self.residue: Residue
        self.unfinished = False

    @property
    def pending(self) -> float:
        """What a roll that is due says against ending here."""
        return UNROLLED if isinstance(self.here.chance, Roll) else 0.0

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

    @property
    def unseen(self) -> int:
        """Dice that the last action puts where the table shows none."""
        if self.parent is None or self.chapter is None or self.chapter.reading is not None:
            return 0
        before = self.parent.residue.lacking
        return sum(max(0, n - before.get(slot, 0)) for slot, n in self.residue.lacking.items())

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
        return Story(chapters, self.here.state, self.cost, self.residue, self.unfinished)


class Search:
    """One search from one state towards one table."""

    def __init__(
        self, game: Game, board: Board, effort: Effort, known: Consequences | None = None
    ) -> None:
        """Search for what `board` shows; `known` remembers what earlier searches asked."""
        self._game = game
        self._board = board
        self._effort = effort
        self._known = known or Consequences(game, board.sorted)
        self._touching = game if isinstance(game, Touching) else None
        self._applies = 0
        self._reached: dict[str, float] = {}
        self._paired: Counter[tuple[Slot, Slot]] = Counter()  # before the story begins
        self._compared: dict[str, Residue] = {}  # by digest
        self._read: dict[str, tuple[dice_decide.Reading, ...]] = {}  # by digest

    def run(
        self, state: State, margin: float, known: Stories | None = None, *, wary: bool = False
    ) -> Stories:
        """Find the best story from `state`, and its rivals within `margin` nats.

        `known` was found before, with a doubtful die in the way or less wary. One action may seem
        to explain what several did: a `wary` search believes less in what nobody sees.
        """
        root = self._root(state)
        if root.unexplained <= AGREES:
            return Stories(root.story(), (), root.story(), (), explained=True)
        best, ends = self._grown(root, WARY if wary else 0.0)
        if known is not None and best.unexplained > AGREES:
            ends += self._all_told_again(root, known)
            best = min(ends, key=lambda node: node.total)
        rivals = self._rivals(best, ends, margin)
        ends.sort(key=lambda node: node.total)
        nearest = tuple(node.story() for node in ends[:NEAREST])
        explained = best.unexplained <= AGREES
        return Stories(best.story(), rivals, root.story(), nearest, explained)

    def _grown(self, root: _Node, wary: float) -> tuple[_Node, list[_Node]]:
        """The best node there is to be found, and all that were looked at.

        `wary` is how many nats later a node gets its turn for every die that its action puts
        where none is seen.
        """
        best = root
        ends = [root]
        since_better = 0
        order = count()
        queue = [(root.promise, next(order), root, 0)]
        mended: _Node | None = None  # the story last searched for what it left out
        began = self._applies
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
                    turn = child.promise + (wary * child.unseen if wary else 0.0)
                    heapq.heappush(queue, (turn, next(order), child, 0))
            since_better += self._applies - before
            later = self._later(node, start)
            if later is not None:
                heapq.heappush(queue, (later, next(order), node, start + CHUNK))
            if since_better > REPAIR_AFTER and best.unexplained > AGREES and best is not mended:
                mended = best
                for end in self._mended(best):
                    ends.append(end)
                    if end.total < best.total - 1e-9:
                        best, since_better = end, 0
                        heapq.heappush(queue, (end.promise, next(order), end, 0))
            spent = self._applies - began
            if spent > self._effort.applies or since_better > self._effort.in_vain:
                break
        return best, ends

    def retell(self, state: State, known: Stories, margin: float) -> Stories:
        """Stories that were found before, held against a table seen better by now."""
        root = self._root(state)
        told = sorted([root, *self._all_told_again(root, known)], key=lambda node: node.total)
        best = told[0]
        if root.unexplained <= AGREES:
            return Stories(root.story(), (), root.story(), (), explained=True)
        rivals: list[_Node] = []
        likes = {self._known.like(best.here)}
        for node in told[1:]:
            near = self._against(best, node) <= best.total + margin
            if near and _as_far(node, best) and not _contains(node, best):
                like = self._known.like(node.here)
                if like not in likes:
                    likes.add(like)
                    rivals.append(node)
        nearest = tuple(node.story() for node in told[:NEAREST])
        rest = tuple(node.story() for node in _of_their_own(rivals))
        explained = best.unexplained <= AGREES
        return Stories(best.story(), rest, root.story(), nearest, explained)

    def _all_told_again(self, root: _Node, known: Stories) -> list[_Node]:
        """The ends of stories that were found before."""
        stories = (known.best, *known.rivals, *known.nearest)
        ends = (self._told_again(root, story) for story in stories)
        return [end for end in ends if end is not None]

    def _told_again(self, root: _Node, story: Story) -> _Node | None:
        """The end of a story, its rolls read anew."""
        node = root
        for chapter in story.chapters:
            chance = node.here.chance if chapter.reading is not None else None
            if isinstance(chance, Roll):
                child = self._rolled_again(node, chance, chapter.action)
            else:
                child = self._again(node, chapter.action, chapter.reading)
            if child is None:
                return None
            node = child
        return node

    def _rolled_again(self, node: _Node, chance: Roll, told: Action) -> _Node | None:
        """A roll as it is read now: as it was told before, or else what is likeliest."""
        readings = self._readings(chance, node)
        reading = next((r for r in readings if self._leads_to(node.here.state, r, told)), None)
        if reading is None and readings[0].margin > 0:
            reading = readings[0]
        if reading is None:
            return None
        child = self._again(node, self._game.settle(node.here.state, reading.result), reading)
        if child is not None:
            self._as_rolled(child, node, chance, reading)
        return child

    def _leads_to(self, state: State, reading: dice_decide.Reading, action: Action) -> bool:
        try:
            return bool(self._game.settle(state, reading.result) == action)
        except ValueError:
            return False

    # -- growing

    def _root(self, state: State) -> _Node:
        root = _Node(self._known.here(state), None, None, 0.0)
        root.residue = self._board.compare(root.here.wanted)
        self._paired = root.here.pairs
        self._reached[root.here.digest] = 0.0
        return root

    def _children(self, node: _Node, start: int) -> Iterator[_Node]:
        """The states one action further: the next few of the node's actions."""
        if node.here.mover is None:
            return
        if node.here.mover == CHANCE:
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

    def _outcomes(
        self, node: _Node, known: dice_decide.Reading | None = None, *, again: bool = False
    ) -> Iterator[_Node]:
        """What the dice may have decided, or what is `known`; `again`: even if reached before."""
        chance = node.here.chance
        if chance is None:
            return
        for reading in (known,) if known is not None else self._readings(chance, node):
            try:
                action = self._game.settle(node.here.state, reading.result)
            except ValueError:
                continue
            child = (self._again if again else self._apply)(node, action, reading)
            if child is None:
                continue
            if isinstance(chance, Roll):
                self._as_rolled(child, node, chance, reading)
            yield child

    def _readings(self, chance: Chance, node: _Node) -> tuple[dice_decide.Reading, ...]:
        known = self._read.get(node.here.digest)
        if known is None:
            board, layout = self._board, node.here.layout
            known = tuple(
                dice_decide.drawn(chance, board, layout)
                if isinstance(chance, Draw)
                else dice_decide.rolled(chance, board, layout)
            )
            self._read[node.here.digest] = known
        return known

    def _as_rolled(
        self, child: _Node, node: _Node, chance: Roll, reading: dice_decide.Reading
    ) -> None:
        """A roll may be seen before the hands have done what follows from it."""
        faces = dict(zip((die for die, _ in chance.dice), reading.result, strict=True))
        layout = [
            msgspec.structs.replace(lie, face=faces[lie.die]) if lie.die in faces else lie
            for lie in node.here.layout
        ]
        wanted = self._board.sorted.wanted_next(layout, node.here.layout, node.here.wanted)
        if wanted != child.here.wanted:
            residue = self._board.compare(wanted)
            if residue.cost + UNFINISHED < child.residue.cost:
                child.residue = msgspec.structs.replace(residue, cost=residue.cost + UNFINISHED)
                child.unfinished = True

    def _apply(
        self, node: _Node, action: Action, reading: dice_decide.Reading | None = None
    ) -> _Node | None:
        """The state after one action, unless it was reached as cheaply before."""
        child = self._again(node, action, reading, anew=True)
        if child is not None:
            self._reached[child.here.digest] = child.cost
        return child

    def _again(
        self,
        node: _Node,
        action: Action,
        reading: dice_decide.Reading | None = None,
        *,
        anew: bool = False,
    ) -> _Node | None:
        """The state after one action; `anew`: unless it was reached as cheaply before."""
        self._applies += 1
        here = self._known.after(node.here, action)
        if here is None:
            return None
        silent = reading is None and here.layout == node.here.layout
        cost = node.cost + STEP + (SILENT if silent else 0.0)
        cost += reading.cost if reading is not None else 0.0
        if anew and self._reached.get(here.digest, float("inf")) <= cost:
            return None
        child = _Node(here, node, Chapter(action, silent, reading), cost)
        child.residue = self._compare(here)
        return child

    def _compare(self, here: Ahead) -> Residue:
        """What disagrees; new pairs count by their distances, old ones may have drifted."""
        residue = self._compared.get(here.digest)
        if residue is None:
            residue = self._board.compare(here.wanted)
            pairs = here.pairs - self._paired if here.pairs else here.pairs
            if pairs:
                cost = residue.cost + self._board.pairing_cost(pairs)
                residue = msgspec.structs.replace(residue, cost=cost)
            self._compared[here.digest] = residue
        return residue

    def _ranked(self, node: _Node) -> list[tuple[float, Action]]:
        """The legal actions, those that handle restless dice first."""
        if node.actions is None:
            legal = self._known.legal(node.here)
            promise = self._promise(node)
            scored = [(promise(action), action) for action in legal]
            scored.sort(key=lambda pair: -pair[0])
            node.actions = scored
        return node.actions

    def _promise(self, node: _Node) -> "_Promise":
        return _Promise(self._touching, self._board, node)

    def _mended(self, best: _Node) -> Iterator[_Node]:
        """The best story better told: an action less, one or two more, or in another order."""
        better, nearly = False, []
        told = (
            self._drawn_otherwise(best),
            self._shortened(best),
            self._passed_on(best),
            self._inserted(best),
        )
        for end in chain(*told):
            if end.total < best.total:
                better = True
                yield end
            elif end.total < best.total + NEARLY:
                nearly.append(end)
        if not better:  # of two that were left out, one alone may explain no more than none
            nearly.sort(key=lambda end: end.total)
            for start in nearly[:OTHERS]:
                yield from (end for end in self._inserted(start) if end.total < best.total)
        path = best.path()
        first = next((n for n in range(len(path), 0, -1) if _by_chance(path[n - 1])), 1)
        for end, _ in self._orders(path[first - 1], path[first:], self._applies):
            if end.total < best.total:
                yield end

    def _drawn_otherwise(self, best: _Node) -> Iterator[_Node]:
        """The best story with other dice in one of its draws.

        Where two players draw before the next look, dice that lie together may be either's.
        """
        path = best.path()
        for place, node in enumerate(path[:-1]):
            if not isinstance(node.here.chance, Draw):
                continue
            rest = [told.chapter for told in path[place + 2 :]]
            for other in self._outcomes(node, again=True):
                if other.chapter_action != path[place + 1].chapter_action:
                    yield other
                    yield from self._going_on(other, rest)

    def _shortened(self, best: _Node) -> Iterator[_Node]:
        """The best story without one of its actions: what came later moved the same dice anyway."""
        path = best.path()
        for place, node in enumerate(path[:-1]):
            if node.here.mover != CHANCE:
                rest = [told.chapter for told in path[place + 2 :]]
                yield from self._going_on(node, rest)

    def _passed_on(self, best: _Node, last: int = 0) -> Iterator[_Node]:
        """The best story broken off, and only what needs no dice said from there on.

        Passes leave no trace until the last of them ends the turn. `last`: only broken off before
        one of this many actions, the last ones.
        """
        for node in best.path()[-last - 1 : -1] if last else best.path():
            ends = [node]
            for _ in range(PASSES):
                ends = [
                    end
                    for before in ends
                    if before.here.mover not in (CHANCE, None)
                    for action in self._answers(before)[:WAYS_ON]
                    if (end := self._again(before, action)) is not None
                ]
                yield from ends

    def _inserted(self, best: _Node) -> Iterator[_Node]:
        """The best story with one more action put in where it was left out.

        Going for what explains most at once leaves small things behind that had to be done
        earlier: a character fielded before the turn was over.
        """
        path = best.path()
        restless = _Promise(self._touching, self._board, best)
        for place, node in enumerate(path[:-1]):
            if node.here.mover == CHANCE:
                continue
            tried = self._restless(node, restless)
            for action in (*tried, *islice(self._cleared_away(node, best), CHUNK)):
                end = self._again(node, action)
                if end is None:
                    continue
                yield end  # the story may have gone too far because it began wrongly
                rest = [told.chapter for told in path[place + 1 :]]
                for further in self._going_on(end, rest, freely=True):
                    end = further
                    yield end
                yield from self._said_now(end)

    def _restless(self, node: _Node, promise: "_Promise") -> list[Action]:
        """The actions most worth doing: those with restless dice, or that do something unasked.

        An ability may turn a die that nobody has to touch for it.
        """
        shares = [(*promise.share(action), action) for action in self._known.legal(node.here)]
        shares.sort(key=lambda told: (-told[0], told[1]))
        with_dice = [action for share, _, action in shares if share > 0]
        without = [action for _, dice, action in shares if not dice]
        telling = []
        for action in without[:CHUNK]:
            after = self._known.after(node.here, action)
            if after is not None and after.wanted != node.here.wanted:
                telling.append(action)
        return [*with_dice[:CHUNK], *telling]

    def _said_now(self, end: _Node) -> Iterator[_Node]:
        """A story with what may have to be said now that was not due before.

        With an attacker in the field the turn is not over before nobody attacks.
        """
        if end.here.mover not in (CHANCE, None):
            for action in self._answers(end):
                now = self._again(end, action)
                if now is not None:
                    yield now

    def _gone_on(self, node: _Node, chapters: Sequence[Chapter | None]) -> _Node | None:
        """The end of the same actions from another node on; None when they cannot follow it."""
        told = [chapter for chapter in chapters if chapter is not None]
        nodes = [node, *self._going_on(node, told)]
        return nodes[-1] if len(nodes) == len(told) + 1 else None

    def _going_on(
        self, node: _Node, chapters: Sequence[Chapter | None], *, freely: bool = False
    ) -> Iterator[_Node]:
        """The same actions from another node on, as far as they can follow it.

        What the dice decide is read anew. `freely`: what can no longer be done so is done
        otherwise, paid with other dice, or one action is left out: another took its place.
        """
        may_skip = freely
        for chapter in chapters:
            if chapter is None:
                continue
            child = self._next(node, chapter) or self._bridged(node, chapter)
            if child is None and freely:
                child = self._instead(node, chapter)
            if child is not None:
                node = child
                yield node
            elif may_skip:
                may_skip = False
            else:
                return

    def _instead(self, node: _Node, chapter: Chapter) -> _Node | None:
        """The best action with some of the same dice: the others are spent already."""
        if chapter.reading is not None or self._touching is None or node.here.mover == CHANCE:
            return None
        told = set(self._touching.touches(node.here.state, chapter.action))
        for _, action in self._ranked(node)[:CHUNK]:
            if not told.isdisjoint(self._touching.touches(node.here.state, action)):
                return self._again(node, action)
        return None

    def _next(self, node: _Node, chapter: Chapter) -> _Node | None:
        """The same chapter from another node on; dice that differ now are read anew."""
        if chapter.reading is None:
            return self._again(node, chapter.action)
        if node.here.mover != CHANCE:
            return None
        for reading in (chapter.reading, None):
            ends = list(self._outcomes(node, reading, again=True))
            if ends:
                return min(ends, key=lambda end: end.total)
        return None

    def _bridged(self, node: _Node, chapter: Chapter) -> _Node | None:
        """The same after an action without dice: a step that was skipped has to be ended."""
        if node.here.mover in (CHANCE, None):
            return None
        for action in self._answers(node):
            between = self._again(node, action)
            child = between and self._next(between, chapter)
            if child is not None:
                return child
        return None

    def _answers(self, node: _Node) -> list[Action]:
        """The first few legal actions, those for which nobody touches a die before the others."""
        state, touching = node.here.state, self._touching
        legal = self._known.legal(node.here)
        if touching is not None:
            legal = sorted(legal, key=lambda action: bool(touching.touches(state, action)))
        return list(legal[:BRIDGES])

    # -- rivals

    def _rivals(self, best: _Node, ends: Sequence[_Node], margin: float) -> tuple[Story, ...]:
        """Other stories that fit nearly as well and end in a different state."""
        found: list[_Node] = []
        known = {self._known.like(best.here)}
        limit = best.total + margin
        near = [
            end
            for end in ends
            if end.total - TUCKED <= limit
            and self._against(best, end) <= limit
            and _as_far(end, best)
        ]
        near.sort(key=lambda node: node.total)
        left = best.residue.cost - self._board.under_others(best.residue)
        told = (
            self._unseen_instead(best),
            self._exchanged(best),
            self._others_exchanged(found),
            self._chosen_otherwise(best),
            self._passed_on(best, LAST),
            self._reordered(best),
            self._with_more(best),
            self._otherwise(best),
            self._others_reordered(found),
        )
        for end in chain(near, *(told if left <= TOLERATED else ())):
            if self._against(best, end) > limit or _contains(end, best):
                continue
            like = self._known.like(end.here)
            if like not in known:
                known.add(like)
                found.append(end)
        return tuple(node.story() for node in _of_their_own(found))

    def _exchanged(self, best: _Node) -> Iterator[_Node]:
        """The best story with one action exchanged for another that looks the same.

        Of a few legal actions all are tried; of many those that are as likely by their dice.
        """
        spent = 0
        path = best.path()
        for place, node in enumerate(path[:-1]):
            if node.here.mover == CHANCE:
                continue
            told = path[place + 1]
            ranked = self._ranked(node)
            own = next((s for s, action in ranked if action == told.chapter_action), None)
            few = len(ranked) <= BRIDGES
            for score, action in ranked:
                less = own is not None and score < own - 0.5 and not few
                if action == told.chapter_action or (less and not _as_silent(action, told)):
                    continue
                if spent >= self._effort.rivals:
                    return
                other, used = self._retold(node, action, path[place + 1 :], at_once=not few)
                spent += used
                if other is not None:
                    yield other
                if few:
                    before = self._applies
                    yield from self._put_off(node, action, path[place + 1 :])
                    spent += self._applies - before

    def _put_off(self, node: _Node, action: Action, rest: Sequence[_Node]) -> Iterator[_Node]:
        """The story with `action` first, and what was told first in the place of a later choice.

        Of two effects that each struck somebody, either may have struck the one who fell.
        """
        first, *later = rest
        for place, told in enumerate(later[:PUT_OFF]):
            if _by_chance(told):
                return
            chapters = [node.chapter for node in later]
            chapters[place] = first.chapter
            start = self._again(node, action)
            end = start and self._gone_on(start, chapters)
            if end is not None:
                yield end

    def _unseen_instead(self, best: _Node) -> Iterator[_Node]:
        """The best story with other dice in the place of those that it puts where none is seen.

        Of a bought die that lies under others nobody knows what was bought.
        """
        spent, path = self._applies, best.path()
        for place, node in enumerate(path[1:]):
            before, touching = path[place], self._touching
            if not node.unseen or touching is None:
                continue
            told = set(touching.touches(before.here.state, node.chapter_action))
            rest = [later.chapter for later in path[place + 2 :]]
            for action in self._known.legal(before.here):
                other = set(touching.touches(before.here.state, action))
                if other == told or len(other) != len(told) or len(told - other) > node.unseen:
                    continue
                if self._applies - spent >= self._effort.otherwise:
                    return
                start = self._again(before, action)
                end = start and self._gone_on(start, rest)
                if end is not None:
                    yield end

    def _chosen_otherwise(self, best: _Node) -> Iterator[_Node]:
        """The best story with another silent choice, which may want the rest in another order."""
        path, tried = best.path(), 0
        for place, told in enumerate(path[1:]):
            if told.chapter is None or not told.chapter.silent:
                continue
            legal = self._known.legal(path[place].here)
            few = len(legal) <= BRIDGES
            for action in legal:
                if action == told.chapter_action or not (few or _as_silent(action, told)):
                    continue
                start = self._again(path[place], action)
                if start is None or start.here.wanted != told.here.wanted:
                    continue
                if tried >= OTHERS:
                    return
                tried += 1
                rest = path[place + 2 :]
                if not any(map(_by_chance, rest)):
                    for end, left in self._orders(start, rest, self._applies):
                        if not left and end.here.wanted == best.here.wanted:
                            yield end

    def _others_exchanged(self, rivals: Sequence[_Node]) -> Iterator[_Node]:
        """The first few rivals there are by now with one action exchanged: of two choices, both."""
        for rival in rivals[:OTHERS]:
            yield from self._exchanged(rival)

    def _against(self, best: _Node, other: _Node) -> float:
        return other.cost + other.pending + against(self._board, best.residue, other.residue)

    def _with_more(self, best: _Node) -> Iterator[_Node]:
        """The best story with more actions that what came later covers up.

        An action die used, or left lying until the end of the turn takes it away; two of them, too.
        """
        spent = self._applies
        told = [best]
        likes = {self._known.like(best.here)}
        for story in told:
            for end in self._with_one_more(story, spent):
                if end.here.wanted == best.here.wanted and self._known.like(end.here) not in likes:
                    likes.add(self._known.like(end.here))
                    told.append(end)
                    yield end

    def _with_one_more(self, story: _Node, spent: int) -> Iterator[_Node]:
        """One more action, or another one in the place of one that was told."""
        path = story.path()
        for place, node in enumerate(path[:-1]):
            if node.here.mover == CHANCE:
                continue
            rest = [told.chapter for told in path[place + 1 :]]
            for action in self._cleared_away(node, story):
                if action == path[place + 1].chapter_action:
                    continue
                if self._applies - spent >= self._effort.more:
                    return
                start = self._again(node, action)
                for following in (rest[1:], rest):
                    end = start and self._gone_on(start, following)
                    if end is not None:
                        yield end

    def _cleared_away(self, node: _Node, best: _Node) -> Iterator[Action]:
        """Other actions with dice that are moved between here and the end of the story."""
        touching, legal = self._touching, self._known.legal(node.here)
        if touching is None:
            yield from legal
            return
        ended = {lie.die: lie for lie in best.here.layout}
        moved = {lie.die for lie in node.here.layout if ended.get(lie.die) != lie}
        for action in legal:
            touched = touching.touches(node.here.state, action)
            if touched and moved.issuperset(touched):
                yield action

    def _others_reordered(self, rivals: Sequence[_Node]) -> Iterator[_Node]:
        """Other orders of the first few rivals there are by now."""
        for rival in rivals[:OTHERS]:
            yield from self._reordered(rival)

    def _otherwise(self, best: _Node) -> Iterator[_Node]:
        """Other actions that together move just the dice that the best story moves.

        What two purchases paid may as well have paid for two others, or for a global besides.
        """
        path = best.path()
        first = next((n for n in range(len(path), 0, -1) if _by_chance(path[n - 1])), 1)
        told = [node.chapter for node in path[first:] if node.chapter is not None]
        if not 1 < sum(not chapter.silent for chapter in told) <= REPARTED:
            return
        aim, root, spent, turn = best.here.wanted, path[first - 1], self._applies, count()
        queue = [(0.0, next(turn), root)]
        reached = {root.here.digest}
        while queue and self._applies - spent < self._effort.otherwise:
            _, _, node = heapq.heappop(queue)
            for action in self._moving(node, aim):
                now = self._again(node, action)
                if now is None or now.here.digest in reached:
                    continue
                reached.add(now.here.digest)
                away = _apart(now.here.wanted, aim)
                if not away:
                    yield now
                elif away < _apart(node.here.wanted, aim):
                    heapq.heappush(queue, (now.cost + away, next(turn), now))

    def _moving(self, node: _Node, aim: Counter[Slot]) -> Iterator[Action]:
        """The actions with none but dice that do not lie yet as they shall."""
        if self._touching is None or node.here.mover in (CHANCE, None):
            return
        over = node.here.wanted - aim
        short = Counter(slot[0] for slot in (aim - node.here.wanted).elements())
        lies = {lie.die: self._board.slot(lie) for lie in node.here.layout}
        for action in self._known.legal(node.here):
            slots = [lies[die] for die in self._touching.touches(node.here.state, action)]
            if slots and all(s in over or (s not in aim and short[s[0]]) for s in slots):
                yield action

    def _reordered(self, best: _Node) -> Iterator[_Node]:
        """The best story with actions done in another order: it may matter.

        Only the order between two strokes of chance is open; the latest is looked at first.
        """
        path = best.path()
        spent = self._applies
        end = len(path)
        while end > 1:
            last = end
            while last > 1 and _by_chance(path[last - 1]):
                last -= 1
            first = last
            while first > 1 and not _by_chance(path[first - 1]):
                first -= 1
            after = [node.chapter for node in path[last:]]
            aim = path[last - 1].here.wanted
            for node, unsaid in self._orders(path[first - 1], path[first:last], spent):
                if node.here.wanted != aim:
                    continue
                other = node if not after else self._gone_on(node, [*unsaid, *after])
                if other is None and unsaid:
                    other = self._gone_on(node, after)
                if other is not None and other.here.wanted == best.here.wanted:
                    yield other
            end = first

    def _orders(
        self, node: _Node, told: Sequence[_Node], spent: int
    ) -> Iterator[tuple[_Node, tuple[Chapter, ...]]]:
        """Where these actions lead in other orders, those most like the order told first.

        With each comes what is left of them: what one order asks for, another may never ask.
        """
        if len(told) < 2:
            return
        turn = count()
        aim = told[-1].here.wanted
        left = tuple(node.chapter for node in told if node.chapter is not None)
        queue: list[tuple[int, int, int, _Node, tuple[Chapter, ...]]] = []
        heapq.heappush(queue, (0, len(left), next(turn), node, left))
        reached: set[tuple[object, tuple[Action, ...]]] = set()
        while queue and self._applies - spent < self._effort.orders:
            swaps, _, _, before, left = heapq.heappop(queue)
            for skipped, now, rest in self._next_in_order(before, left):
                still = tuple(chapter.action for chapter in rest)
                key = (self._known.like(now.here), still)
                if key in reached:
                    continue
                reached.add(key)
                yield now, rest
                if now.here.wanted != aim:
                    turned = swaps + skipped
                    heapq.heappush(queue, (turned, len(rest), next(turn), now, rest))

    def _next_in_order(
        self, node: _Node, left: tuple[Chapter, ...]
    ) -> Iterator[tuple[bool, _Node, tuple[Chapter, ...]]]:
        """Each action that may come next: whether it skips another, and what is left then.

        Where none may, something is asked that the order told did not ask.
        """
        if node.here.mover in (CHANCE, None):
            return
        stuck, skipped = True, False
        for place, chapter in enumerate(left):
            now = self._again(node, chapter.action)
            if now is not None:
                stuck = False
                yield skipped, now, (*left[:place], *left[place + 1 :])
            skipped = skipped or not chapter.silent
        if stuck:
            for action in self._answers(node):
                now = self._again(node, action)
                if now is not None:
                    yield True, now, left

    def _retold(
        self, node: _Node, action: Action, rest: Sequence[_Node], *, at_once: bool = True
    ) -> tuple[_Node | None, int]:
        """The story with `action` in place of the first of `rest`, if it ends as it did.

        `at_once`: only if it looks the same already then, and not by what came later.
        """
        now: _Node | None = self._again(node, action)
        used = 1
        if now is None or (at_once and now.here.wanted != rest[0].here.wanted):
            return None, used
        for told in rest[1:]:
            now = self._again(now, told.chapter_action)
            used += 1
            if now is None:
                return None, used
        return now, used


def against(board: Board, best: Residue, other: Residue) -> float:
    """The cost of another story's disagreement, held against the best one's.

    A die that is seen nowhere may be under others, as the best story has it, or it may as well
    lie overlooked where the other story leaves it.
    """
    if not board.overlooked(other):
        return other.cost
    if board.under_others(best):
        return max(0.0, other.cost - HIDDEN)
    return max(0.0, other.cost - TUCKED) if best.shows < other.shows else other.cost


def _as_silent(action: Action, told: _Node) -> bool:
    """Whether it may be told instead whatever dice it names: a choice that moves none of them."""
    silent = told.chapter is not None and told.chapter.silent
    return silent and type(action) is type(told.chapter_action)


def _by_chance(node: _Node) -> bool:
    return node.chapter is not None and node.chapter.reading is not None


def _as_far(other: _Node, best: _Node) -> bool:
    """Whether `other` may be a rival: a state before a due roll is none to the state after it."""
    return not other.pending or bool(best.pending)


def _apart(one: Counter[Slot], other: Counter[Slot]) -> int:
    """How many dice lie in one layout and not in the other, both ways."""
    return (one - other).total() + (other - one).total()


def _of_their_own(rivals: Sequence[_Node]) -> list[_Node]:
    """Rivals, best first, without those that add to another what need not have happened."""
    kept: list[_Node] = []
    for end in sorted(rivals, key=lambda node: node.total):
        if not any(_contains(end, other) for other in kept):
            kept.append(end)
    return kept


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
    if (
        longer.here.wanted != shorter.here.wanted
        or len(path) <= told
        or any(map(_by_chance, path[told:]))
    ):
        return False
    same = zip(path, shorter.path()[1:], strict=False)
    return all(one.chapter_action == other.chapter_action for one, other in same)


class _Promise:
    """How likely an action is to help: restless dice it handles, less the calm ones."""

    def __init__(self, touching: Touching | None, board: Board, node: _Node) -> None:
        self._touching = touching
        self._board = board
        self._here = node.here
        self._residue = node.residue
        self._kinds = board.kinds(node.residue)
        self._lies = {lie.die: lie for lie in node.here.layout}
        self._worth: dict[str, float] = {}

    def __call__(self, action: Action) -> float:
        if self._touching is None:
            return 0.0
        worth, touched = self._worth, self._touching.touches(self._here.state, action)
        for die in touched:
            if die not in worth:
                worth[die] = self._of(die)
        return sum(worth[die] for die in touched)

    def share(self, action: Action) -> tuple[float, int]:
        """Which share of the dice it handles is restless, and how many dice those are."""
        if self._touching is None:
            return 1.0, 0
        touched = self._touching.touches(self._here.state, action)
        if not touched:
            return 0.0, 0
        return sum(self._of(die) > 0 for die in touched) / len(touched), len(touched)

    def _of(self, die: str) -> float:
        lie = self._lies.get(die)
        if lie is None:
            return 0.0
        slot = self._board.slot(lie)
        if slot in self._here.wanted:
            come_to_light = self._board.is_covered(slot) and self._kinds.get(lie.kind)
            return 1.0 if slot in self._residue.lacking or come_to_light else CALM
        return 1.0 if self._kinds.get(lie.kind) else CALM  # hidden
