"""What people may be doing: stories since the last entry, carried from rest to rest.

Hands rest anywhere, also in the middle of a move. So every story of an earlier rest stays in the
race in two ways: carried on by what the hands did since, and as it was, with the rests since then
showing only half of something. Nothing here speaks or enters anything; that is for `tracker`.
"""

import math
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from rules.core import (
    CHANCE,
    Action,
    AnyGame,
    DieName,
    FaceIndex,
    KindName,
    KnowsWords,
    Roll,
    SaysWhenToWait,
    State,
    ThrowsElsewhere,
)
from rules.track.ahead import Consequences
from rules.track.evidence import Piece, Table
from rules.track.explain import NEAREST, Search
from rules.track.fit import Board
from rules.track.halfway import Begun, Halfway
from rules.track.likeness import likeness
from rules.track.options import Options
from rules.track.passing import Passing
from rules.track.passing import costs as passing_costs
from rules.track.rivals import against
from rules.track.slots import Slot, Slots
from rules.track.story import TOLERATED, Chapter, Node, Stories, Story
from rules.track.throws import ThrowWatch
from rules.track.walk import STEP, Walk, went

CARRIED: Final = 8
"""Stories carried on from a rest, the likeliest."""

SEARCHED: Final = 4
"""Of these, how many are searched from at each rest: the others are only told again."""

FAR_BEHIND: Final = 24.0
"""Nats behind the best at which a story is dropped."""

HALFWAY: Final = 1.0
"""Nats against a rest in the middle of a move: people rest anywhere."""

AGAIN: Final = 0.5
"""The same for each further rest of one move."""

PER_DIE: Final = 0.7
"""Further nats for each die of the move, ln 2: it might lie here or there, and the rest shows just
this half of the move. Of one more rest in the same move, half as much."""

AT_MOST: Final = 3.5
"""The most that one rest says in this way."""

TURNED: Final = 10.0
"""Nats for a die that does not lie as it fell, at a rest after its throw."""

TRIED_AT_MOST: Final = 15.0
"""The most that all rests of a move say against what was tried and taken back."""

SOMEHOW: Final = 2.0
"""What a rest counts for in a story of which nobody knows yet how it goes on."""

UNCLEAR: Final = 2.5
"""The most, in nats, that a rest says against a story that explained it with something amiss: the
hands may have been about it still."""

LAID_OTHERWISE: Final = 2.5
"""Nats for each die that shows another face from rest to rest and was only laid down all the time;
together no more than `LAID_TWICE`."""

LAID_TWICE: Final = 7.0

ALL_AGAIN: Final = 3.5
"""Nats against throwing once more just the dice that were thrown last: dice laid down before the
throw look the same, and are far more common."""

SAME_FACE: Final = 1.5
"""Nats against a throw for each die that shows what it showed when it was laid down."""

STAYED: Final = 5.0
"""Nats against a throw for each die that has not moved since it was laid down."""

LIKELY: Final = 2.5
"""Nats behind the best up to which a story that ends alike, by other acts, is asked about."""

FORGOTTEN: Final = 4.0
"""Nats against all that came after an entry having been taken back."""

SEARCH_AGAIN: Final = 3
"""Looks after which a table that no known story explains is thought over once more."""


class Hypothesis(msgspec.Struct, frozen=True, eq=False):
    """What may have happened since the last entry, up to the last rest that it explains whole."""

    chapters: tuple[Chapter, ...]
    state: State
    cost: float  # nats: its actions, and the rests it does not explain whole
    table: Table | None = None  # how the table lay then; None when nobody has looked yet
    disagreed: float = 0.0  # what disagreed there, nats
    halfway: tuple[Board, ...] = ()  # the rests since then
    passed: float = 0.0  # what is counted for these so far, nats
    moved: frozenset[DieName] = frozenset()  # dice that its actions moved since then
    loose: frozenset[DieName] = frozenset()  # dice that lie where they were thrown
    since: float = -math.inf  # what was thrown after this time is not told of yet


class Thought(msgspec.Struct, frozen=True, eq=False):
    """What is thought of the table at rest."""

    board: Board  # as the best story's beginning sees it
    best: Story  # since the last entry
    further: float  # what the best story's newest part costs, with what disagrees
    rivals: tuple[Story, ...]  # others that explain the table nearly as well
    nothing: Story  # nothing more happened since the best story's last whole rest
    nearest: tuple[Story, ...]  # ends that explain it less, for naming what is wrong
    began: Table | None  # the last table that was explained whole before the newest part
    whole: bool  # whether the best story explains all that lies there
    halfway: Begun | None  # when it does not: a story whose last moves are not finished
    thorough: bool  # whether it was searched for in both ways
    origins: tuple[Hypothesis, ...]  # where the best story and its rivals go on from
    over: int  # how many actions of the best story something else was done after


class _Line(msgspec.Struct):
    """The search from one hypothesis at the present rest."""

    hypothesis: Hypothesis
    board: Board | None = None
    stories: Stories | None = None
    ends: list[Node] = []
    seen: object = None
    times: int = 0
    wary: bool = False


class Belief:
    """The stories in the race."""

    def __init__(
        self, game: AnyGame, slots: Slots, options: Options, state: State, watch: ThrowWatch
    ) -> None:
        """Begin with the one story that nothing has happened yet; `watch` saw what was thrown."""
        self._game = game
        self._slots = slots
        self._options = options
        self._known = Consequences(game, slots)
        self._passing = Passing(game, self._known)
        self._watch = watch
        self._lines: list[_Line] = []
        self.begin(state, None)

    def begin(self, state: State, table: Table | None) -> None:
        """Believe in one state, and that the table shows it."""
        self._entered = state
        self._entered_loose = frozenset[DieName]()
        self._refused = frozenset[tuple[Action, ...]]()
        since = table.time if table is not None else self._watch.last
        self._lines = [_Line(Hypothesis((), state, 0.0, table, since=since))]
        self._thought: Thought | None = None

    def refuse(self, beginnings: Iterable[tuple[Action, ...]]) -> None:
        """The players say that no story with one of these beginnings is what happened."""
        self._refused |= frozenset(beginnings)
        self._thought = None

    def refuses(self, actions: tuple[Action, ...]) -> bool:
        """Whether the players have said that this is not what happened."""
        return any(actions[: len(told)] == told for told in self._refused)

    @property
    def thought(self) -> Thought | None:
        """What was thought at the last look of the present rest."""
        return self._thought

    @property
    def oldest(self) -> float:
        """What was thrown before then is told of in every story."""
        return min(line.hypothesis.since for line in self._lines)

    @property
    def last_whole(self) -> Table | None:
        """The last table at rest that the likeliest story explained whole."""
        if self._thought is not None and self._thought.whole:
            return self._thought.board.table
        return self._lines[0].hypothesis.table

    # -- at a rest

    def think_ahead(self, table: Table, covered: Mapping[Slot, int]) -> None:
        """Work out some of what the next look will ask, when this one has nothing to say yet."""
        first = self._lines[0].hypothesis
        board = Board(table, self._slots, first.table, covered)
        with self._known.at_most(self._options.ahead):
            Search(
                self._game,
                board,
                self._options.effort,
                self._known,
                traces=True,
                throws=self._watch.since(first.since),
            ).run(first.state, self._options.margin)

    def think(self, table: Table, covered: Mapping[Slot, int]) -> Thought:
        """Carry every story on to the table as it lies."""
        self._thought = None
        self._since: dict[tuple[int, int], Counter[tuple[KindName, FaceIndex]]] = {}
        told: list[tuple[float, Story, _Line, Story]] = []
        nearest: list[tuple[float, Story, Story, _Line]] = []
        for number, line in enumerate(self._lines):
            begun = line.hypothesis
            if told and begun.cost > told[0][0] + FAR_BEHIND / 2:
                continue
            if told and number >= SEARCHED and line.stories is None and _fits(told[0][1]):
                continue
            line.board = Board(table, self._slots, begun.table, covered)
            stories = self._search(line)
            for further in (stories.best, *stories.rivals):
                joined = self._joined(begun, further, line.board)
                told.append((self._total(joined), joined, line, further))
            for further in stories.nearest:
                joined = self._joined(begun, further, line.board, roughly=True)
                nearest.append((self._total(joined), joined, further, line))
            told.sort(key=lambda entry: entry[0])
        if self._refused:
            told = [entry for entry in told if not self.refuses(entry[1].actions)] or told
            nearest = [entry for entry in nearest if not self.refuses(entry[1].actions)]
        _, best, line, further = told[0]
        assert line.board is not None
        assert line.stories is not None
        board = line.board
        covered_up = board.under_others(best.residue)
        odd = further.total - covered_up - STEP * len(further.chapters)
        whole = best.residue.cost - covered_up <= TOLERATED and odd <= self._options.foul_cost
        whole = whole and not self.refuses(best.actions)
        rivals = self._rivals(told, board) if whole else ()
        nearest.sort(key=lambda entry: entry[0])
        halfway = None if whole else self._halfway()
        self._thought = Thought(
            board,
            best,
            further.total,
            rivals,
            self._joined(line.hypothesis, line.stories.nothing, board),
            tuple(joined for _, joined, _, _ in nearest[:NEAREST]),
            line.hypothesis.table,
            whole,
            halfway,
            self._lines[0].times > 1,
            tuple(self._origin(told, story) for story in (best, *rivals)),
            self._over(best),
        )
        return self._thought

    @staticmethod
    def _origin(told: Sequence[tuple[float, Story, _Line, Story]], story: Story) -> Hypothesis:
        return next(line.hypothesis for _, each, line, _ in told if each is story)

    def _over(self, story: Story) -> int:
        """How many actions of a story are over, because something else was done after them.

        Dice that were thrown may yet have been laid down only, or be thrown again; attackers that
        were sent one by one are declared together; what only a word tells from nothing ends
        nothing. What ends a move is another kind of act.
        """
        state, acts = self._entered, list[int]()
        hesitant = self._game if isinstance(self._game, SaysWhenToWait) else None
        words = self._game if isinstance(self._game, KnowsWords) else None
        for n, chapter in enumerate(story.chapters):
            word = chapter.silent or bool(chapter.rolled)
            word = word or (words is not None and words.is_only_said(state, chapter.action))
            if not word and not (hesitant and hesitant.needs_longer_rest(state, chapter.action)):
                acts.append(n)
            state, _ = self._game.apply(state, chapter.action)
        over = acts[-1] if acts else 0
        while over > 0 and over - 1 in acts:
            before, last = story.chapters[over - 1].action, story.chapters[over].action
            if type(before) is not type(last):
                break
            over -= 1
        return over

    def _search(self, line: _Line) -> Stories:
        """What may have happened since; the same dice seen again only change how sure we are."""
        board = line.board
        assert board is not None
        behind = line.hypothesis.cost - self._lines[0].hypothesis.cost
        likely = behind <= self._options.margin
        effort = self._options.effort if likely else self._options.effort_beside
        begun = line.hypothesis
        throws = self._watch.since(begun.since)
        search = Search(self._game, board, effort, self._known, traces=True, throws=throws)
        state, moved, loose = begun.state, begun.moved, begun.loose
        seen = board.counts, board.untouched, throws.seen
        if line.stories is not None and line.seen == seen:
            stories = search.retell(state, line.stories, self._options.margin, moved, loose)
            first = line is self._lines[0]
            if (
                stories.explained
                or not first
                or (line.times > 1 and board.table.looks % SEARCH_AGAIN)
            ):
                line.stories = stories
                return stories
        known = line.stories if line.seen == seen else None
        first = line is self._lines[0]
        wary = first and line.stories is not None and not (line.wary or line.stories.explained)
        line.times = line.times + 1 if line.seen == seen else 1
        line.stories = search.run(
            state, self._options.margin, known, wary=wary, moved=moved, loose=loose
        )
        line.seen, line.wary, line.ends = seen, wary, search.ends
        return line.stories

    def _joined(
        self, begun: Hypothesis, further: Story, board: Board, *, roughly: bool = False
    ) -> Story:
        """A story carried on to this table; `roughly`: without what the rests between say."""
        gone = min(UNCLEAR, max(0.0, begun.disagreed - further.residue.cost))
        passed = 0.0 if roughly else self._passed(begun, further, board)
        cost = begun.cost + gone + further.cost + passed
        chapters = (*begun.chapters, *further.chapters)
        return msgspec.structs.replace(further, chapters=chapters, cost=cost)

    def _passed(self, begun: Hypothesis, further: Story, board: Board) -> float:
        """What the rests between say against it: dice that came from nowhere it knows of."""
        if not further.chapters:
            return 0.0
        thrown = self._thrown(begun, further)
        watched = self._watch.since(begun.since).watched
        cost = 0.0
        if not watched:
            cost += ALL_AGAIN * sum(bool(one) and one == other for one, other in pairwise(thrown))
        if not begun.halfway:
            return cost
        stretch = self._passing.stretch(begun.state, begun.loose, further.chapters, board)
        found = [passing_costs(rest, stretch) for rest in begun.halfway]
        cost += max(on_its_way for on_its_way, _ in found)
        cost += min(TRIED_AT_MOST, sum(tried for _, tried in found))
        cost += _rests(len(begun.halfway), stretch.carried) - begun.passed
        if len(thrown) > 1 and not watched:
            cost += self._thrown_between(begun, board, further)
        return cost

    def _thrown(self, begun: Hypothesis, further: Story) -> list[frozenset[DieName]]:
        """The dice of the last roll that was told before, and of every roll since."""
        rolls = [begun.chapters[-1].rolled if begun.chapters else frozenset()]
        rolls += [chapter.rolled for chapter in further.chapters if chapter.rolled]
        return rolls

    def _thrown_between(self, begun: Hypothesis, board: Board, further: Story) -> float:
        """What the rests say against the first roll since: when between them was it thrown?

        Before the throw its dice lie as they were laid down; with it they move, and come up
        anyhow; after it they lie as they fell, until one of them is thrown again.
        """
        rolls = [chapter for chapter in further.chapters if chapter.rolled]
        faces = self._faces(begun, further, rolls[0])
        rests = (*begun.halfway, board)
        kinds = Counter(kind for kind, _ in faces.elements())
        shown = [_of_kinds(self._fresh(begun.table, rest), kinds) for rest in begun.halfway]
        laid = after = 0.0
        if len(rolls) == 1:
            after = TURNED * sum((each - faces).total() for each in shown)
        least = after  # thrown before the first of these rests
        whole = -1  # the last rest at which all its dice lay there flat
        for number, each in enumerate(shown):
            if number:
                laid += _laid_otherwise(shown[number - 1], each)
            if len(rolls) == 1:
                after -= TURNED * (each - faces).total()
            if not kinds - Counter(kind for kind, _ in each.elements()):
                whole = number
            throw = 0.0  # they were still at it: some dice were in the hand, or leaned
            if whole >= 0:
                throw = self._throw(rests[whole], rests[number + 1], shown[whole])
            least = min(least, laid + throw + after)
        return least

    def _faces(
        self, begun: Hypothesis, further: Story, roll: Chapter
    ) -> Counter[tuple[KindName, FaceIndex]]:
        """What the dice of a roll came up with, by kind."""
        state = begun.state
        for chapter in further.chapters:
            if chapter is roll:
                break
            state, _ = self._game.apply(state, chapter.action)
        chance = self._game.chance(state)
        if not isinstance(chance, Roll) or roll.reading is None:
            return Counter()
        slots = self._slots
        return Counter(
            slots.face_of(kind, FaceIndex(face))
            for (_, kind), face in zip(chance.dice, roll.reading.result, strict=True)
            if isinstance(face, int)
        )

    def _fresh(self, before: Table | None, rest: Board) -> Counter[tuple[KindName, FaceIndex]]:
        """What dice show at a rest, other than those that have lain there since `before`."""
        key = id(before), id(rest)
        if key not in self._since:
            board = Board(rest.table, self._slots, before)
            self._since[key] = Counter(
                piece.reading
                for n, piece in enumerate(board.pieces)
                if n not in board.untouched and _tells(rest, piece) and not piece.cocked
            )
        return self._since[key]

    def _throw(
        self, before: Board, after: Board, shown: Counter[tuple[KindName, FaceIndex]]
    ) -> float:
        """What speaks against dice having been thrown just between two rests.

        They would all have moved, and hardly show what they showed.
        """
        fresh = self._fresh(before.table, after)
        lies = Counter(piece.reading for piece in after.pieces if _tells(after, piece))
        return SAME_FACE * (fresh & shown).total() + STAYED * ((lies - fresh) & shown).total()

    def _due(self, story: Story) -> bool:
        """Whether a roll comes next."""
        return isinstance(self._game.chance(story.state), Roll)

    @staticmethod
    def _total(story: Story) -> float:
        return story.total + story.pending

    def _rivals(
        self, told: Sequence[tuple[float, Story, _Line, Story]], board: Board
    ) -> tuple[Story, ...]:
        """Stories within the margin of the best one that end differently, or threw other dice.

        Those that end alike count where they tell of other acts, if they are about as likely.
        """
        best, least = told[0][1], told[0][0]
        end, found = self._mark(best), list[Story]()
        known = [(end, acts_of(best))]
        for _, story, _, _ in told[1:]:
            cost = story.cost + story.pending + against(board, best.residue, story.residue)
            as_far = not self._due(story) or self._due(best)
            mark = self._mark(story), acts_of(story)
            alike = mark[0] == end
            limit = least + (LIKELY if alike else self._options.margin)
            told_already = mark in known if alike else any(mark[0] == each for each, _ in known)
            if cost <= limit and as_far and not told_already:
                known.append(mark)
                found.append(story)
        return tuple(found)

    def _mark(self, story: Story) -> object:
        """What tells a story from others: how it ends, and what was thrown on the way."""
        thrown = tuple(chapter.action for chapter in story.chapters if chapter.rolled)
        return likeness(self._game, story.state), thrown

    def _halfway(self) -> Begun | None:
        """The likeliest story whose last moves the hands have not finished."""
        best: Begun | None = None
        for line in self._lines:
            if line.board is None:
                continue
            found = Halfway(self._game, line.board).find(line.ends)
            if found is not None:
                joined = self._joined(line.hypothesis, found.story, line.board)
                if best is None or joined.cost < best.story.cost:
                    best = Begun(joined, found.gone_on)
        return best

    # -- between rests

    def rest_over(self) -> None:
        """Hands come: what was thought is carried on from here."""
        self._known.make_room()
        thought, self._thought = self._thought, None
        if thought is None:
            for line in self._lines:
                line.stories, line.times = None, 0
            return
        table = thought.board.table
        ends: list[Hypothesis] = []
        whole = [
            (story, origin)
            for story, origin in zip((thought.best, *thought.rivals), thought.origins, strict=True)
            if thought.whole and (story is thought.best or _fits(story))
        ]
        if thought.whole:
            for story, origin in whole:
                cost, since = story.residue.cost, self._untold_since(story, origin, table)
                end = Hypothesis(story.chapters, story.state, story.cost, table, cost)
                ends.append(msgspec.structs.replace(end, loose=story.loose, since=since))
        known = {_actions(end.chapters) for end in ends}
        if thought.whole:
            for story, origin in whole:
                ends += self._begun(story, origin, thought.board, known)
        for line in self._lines:
            begun = line.hypothesis
            if _actions(begun.chapters) not in known:
                ends.append(
                    msgspec.structs.replace(
                        begun,
                        cost=begun.cost + SOMEHOW,
                        halfway=(*begun.halfway, thought.board),
                        passed=begun.passed + SOMEHOW,
                    )
                )
        # What explains this rest comes first: the others are only cheap while nobody looks closely.
        ends.sort(key=lambda end: (end.table is not table, end.cost + end.disagreed))
        kept = [end for end in ends if end.cost - ends[0].cost <= FAR_BEHIND][:CARRIED]
        self._lines = [_Line(end) for end in kept]

    def _begun(
        self, story: Story, origin: Hypothesis, rest: Board, known: set[tuple[Action, ...]]
    ) -> list[Hypothesis]:
        """A story's beginnings: what was done last may be taken back or done anew."""
        state, cost, loose = origin.state, origin.cost, origin.loose
        found = list[Hypothesis]()
        for count in range(len(origin.chapters), len(story.chapters) - 1):
            chapter = story.chapters[count]
            before = state
            state, _ = self._game.apply(state, chapter.action)
            loose = self._loose(loose, chapter.rolled, before, state)
            cost += Walk.costs(chapter)
            chapters = story.chapters[: count + 1]
            if _actions(chapters) in known:
                continue
            known.add(_actions(chapters))
            seen = any(each.rolled for each in chapters[len(origin.chapters) :])
            if seen:  # the throw is the same: what speaks against it does so here
                later = story.chapters[count + 1 :]
                cost = max(cost, story.cost - sum(map(Walk.costs, later)))
            lay = rest.table if seen else origin.table
            passed = () if seen else (*origin.halfway, rest)
            moved = frozenset() if seen else self._moved(origin, state)
            counted = 0.0 if seen else origin.passed
            found.append(
                Hypothesis(
                    chapters,
                    state,
                    cost + SOMEHOW,
                    lay,
                    0.0,
                    passed,
                    counted + SOMEHOW if not seen else 0.0,
                    moved,
                    loose,
                    self._told_until(story, count + 1, origin.since) if seen else origin.since,
                )
            )
        return found

    def _untold_since(self, story: Story, origin: Hypothesis, table: Table) -> float:
        """From when on what was thrown is not told of by a story that explains a rest whole."""
        seen = self._watch.since(origin.since).seen
        return origin.since if self._due(story) and seen else table.time

    def _told_until(self, story: Story, count: int, since: float) -> float:
        """Until when the first actions of a story tell of what was thrown since `since`."""
        later = sum(bool(chapter.rolled) for chapter in story.chapters[count:])
        seen = self._watch.since(since).seen
        return seen[-1 - later].until if len(seen) > later else since

    def _loose(
        self, loose: frozenset[DieName], falls: frozenset[DieName], before: State, after: State
    ) -> frozenset[DieName]:
        """The dice that lie where they were thrown, after one more action."""
        if not isinstance(self._game, ThrowsElsewhere):
            return frozenset()
        lay = {p.die: p for p in self._game.layout(before)}
        taken = {
            p.die
            for p in self._game.layout(after)
            if p.die in lay and went(lay[p.die], p, thrown=bool(falls))
        }
        return (loose | falls) - taken

    def _loose_after(self, actions: Sequence[Action]) -> frozenset[DieName]:
        """The dice that lie where they were thrown once these actions are on record."""
        state, loose = self._entered, self._entered_loose
        for action in actions:
            chance = self._game.chance(state) if self._game.to_move(state) == CHANCE else None
            falls = (die for die, _ in chance.dice) if isinstance(chance, Roll) else ()
            before = state
            state, _ = self._game.apply(state, action)
            loose = self._loose(loose, frozenset(falls), before, state)
        return loose

    def _moved(self, begun: Hypothesis, state: State) -> frozenset[DieName]:
        """The dice that lie otherwise in `state` than where a hypothesis stands, or moved there."""
        before = {p.die: p for p in self._game.layout(begun.state)}
        now = self._game.layout(state)
        return begun.moved.union(p.die for p in now if before.get(p.die) != p)

    # -- entries

    def enter(
        self, actions: Sequence[Action], state: State, table: Table | None, *, whole: bool
    ) -> None:
        """These first actions are on record and lead to `state`: what began otherwise is dropped.

        `table` is the last one explained whole before they were done, or by them (`whole`).
        """
        self._refused = frozenset()
        root = Hypothesis((), self._entered, 0.0)
        loose = self._loose_after(actions)
        moved = frozenset() if whole else self._moved(root, state)
        count, kept = len(actions), list[_Line]()
        for line in self._lines:
            begun = line.hypothesis
            if _actions(begun.chapters)[:count] == tuple(actions):
                rest = msgspec.structs.replace(begun, chapters=begun.chapters[count:])
                kept.append(_Line(rest))
        if all(line.hypothesis.chapters for line in kept):
            least = min((line.hypothesis.cost for line in kept), default=0.0)
            if kept:  # how the table lay then, nobody knows
                least, table = least + FORGOTTEN, None
            since = self._told_by(actions)
            root = Hypothesis((), state, least, table, moved=moved, loose=loose, since=since)
            kept.append(_Line(root))
        least = min(line.hypothesis.cost for line in kept)
        for line in kept:
            begun = line.hypothesis
            line.hypothesis = msgspec.structs.replace(begun, cost=begun.cost - least)
        kept.sort(key=lambda line: line.hypothesis.cost)
        self._lines = kept
        self._entered, self._entered_loose = state, loose
        self._thought = None

    def _rolls(self, actions: Sequence[Action]) -> bool:
        """Whether dice were thrown for one of these actions since the last entry."""
        state = self._entered
        for action in actions:
            if self._game.to_move(state) == CHANCE and isinstance(self._game.chance(state), Roll):
                return True
            state, _ = self._game.apply(state, action)
        return False

    def _told_by(self, actions: Sequence[Action]) -> float:
        """Until when these first actions tell of what was thrown."""
        thought, count = self._thought, len(actions)
        if thought is None or thought.best.actions[:count] != tuple(actions):
            return self._watch.last if self._rolls(actions) else self.oldest
        return self._told_until(thought.best, count, thought.origins[0].since)


def _actions(chapters: Sequence[Chapter]) -> tuple[Action, ...]:
    return tuple(chapter.action for chapter in chapters)


def acts_of(story: Story) -> Counter[str]:
    """Which acts of the hands a story tells of, in whatever order."""
    seen = (chapter for chapter in story.chapters if not chapter.silent and not chapter.rolled)
    return Counter(type(chapter.action).__name__ for chapter in seen)


def _tells(board: Board, piece: Piece) -> bool:
    """Whether the face that a piece shows may mean something where it lies."""
    return piece.beside or board.matters(piece.place.zone)


def _rests(count: int, dice: int) -> float:
    """What so many rests in the middle of a move of so many dice say against it."""
    first = HALFWAY + PER_DIE * dice
    again = AGAIN + PER_DIE * dice / 2
    return min(AT_MOST, first) + (count - 1) * min(AT_MOST, again)


def _laid_otherwise(
    then: Counter[tuple[KindName, FaceIndex]], now: Counter[tuple[KindName, FaceIndex]]
) -> float:
    """What it says that dice were laid down once more, and showed other faces."""
    changed = (now - then).total() - max(0, now.total() - then.total())
    return min(LAID_TWICE, LAID_OTHERWISE * max(0, changed))


def _of_kinds(
    shown: Counter[tuple[KindName, FaceIndex]], kinds: Container[KindName]
) -> Counter[tuple[KindName, FaceIndex]]:
    return Counter({reading: n for reading, n in shown.items() if reading[0] in kinds})


def _fits(story: Story) -> bool:
    return story.residue.cost <= TOLERATED
