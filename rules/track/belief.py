"""What people may be doing: stories since the last entry, carried from rest to rest.

Hands rest anywhere, also in the middle of a move. So a story is carried on though some of its dice
do not lie where it has them (`partial`), and so is the story that nothing happened. Nothing here
speaks or enters anything; that is for `tracker`.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from rules.core import CHANCE, Action, AnyGame, DieName, KnowsWords, Roll, SaysWhenToWait, State
from rules.track.ahead import Consequences
from rules.track.evidence import Table
from rules.track.explain import NEAREST, Search
from rules.track.fit import Board
from rules.track.likeness import likeness
from rules.track.options import Options
from rules.track.partial import Partial, Partly, Stray, with_strays
from rules.track.rivals import against
from rules.track.slots import Slot, Slots
from rules.track.story import TOLERATED, Chapter, Node, Stories, Story
from rules.track.throws import Throws, ThrowWatch

CARRIED: Final = 10
"""Stories carried on from a rest, the likeliest."""

UNCHANGED: Final = 3
"""Further ones carried on to which nothing was added."""

SEARCHED: Final = 5
"""Of these, how many are searched from at each rest: the others are only told again."""

ENDS: Final = 6
"""Ends of one search that are carried on at most."""

FAR_BEHIND: Final = 24.0
"""Nats behind the best at which a story is dropped."""

UNCLEAR: Final = 2.5
"""The most, in nats, that a rest says against a story that explained it with something amiss: the
hands may have been about it still."""

DUE: Final = 2.0
"""What a rest at which a roll was due says against its not having been made, once it is over."""

ALL_AGAIN: Final = 3.5
"""Nats against throwing once more just the dice that were thrown last, where nobody watched: dice
laid down before the throw look the same, and are far more common."""

FORGOTTEN: Final = 8.0
"""Nats against all that came after an entry having been taken back."""

BEGUN: Final = 9.0
"""Nats up to which a table is taken for half a move."""

PER_ACTION: Final = 2.0
"""Further nats for each action of the story."""

LIKELY: Final = 2.5
"""Nats behind the best up to which a story that ends alike is asked about."""

AS_LIKELY: Final = 0.5
"""Nats within which a move that was begun is as likely as what is not explained."""

FINISHED: Final = 8.0
"""Nats by which a story that explains the whole table is believed before half a move, once the
players say that their move is over."""

SEARCH_AGAIN: Final = 3
"""Looks after which a table that no known story explains is thought over once more."""


class Hypothesis(msgspec.Struct, frozen=True, eq=False):
    """What may have happened since the last entry, up to the last rest."""

    chapters: tuple[Chapter, ...]
    state: State
    cost: float  # nats: its actions, and the rests it does not explain whole
    table: Table | None = None  # how the table lay then; None when nobody has looked yet
    loose: frozenset[DieName] = frozenset()  # dice that lie where they were thrown
    since: float = -math.inf  # what was thrown after this time is not told of
    strays: tuple[Stray, ...] = ()  # dice that do not lie where it has them


class Candidate(msgspec.Struct, frozen=True, eq=False):
    """A story carried on to the table at rest."""

    story: Story  # since the last entry
    further: Story  # what is new of it
    begun: Hypothesis
    board: Board  # as its beginning sees the table
    amiss: float  # what does not lie right, nats
    whole: bool  # whether nothing is astray
    partly: Partly  # how far the hands have come

    @property
    def total(self) -> float:
        """What speaks against it."""
        return self.story.cost + self.story.pending + self.amiss


class Thought(msgspec.Struct, frozen=True, eq=False):
    """What is thought of the table at rest."""

    board: Board  # as the best story's beginning sees it
    best: Story  # since the last entry
    rivals: tuple[Story, ...]  # others that explain the whole table nearly as well
    partly: tuple[Candidate, ...]  # stories that explain a part of it, best first
    nothing: Story  # nothing more happened since the rest before
    nearest: tuple[Story, ...]  # ends that explain it less, for naming what is wrong
    began: Table | None  # the table at the rest before
    whole: bool  # whether the best story explains all that lies there
    halfway: Candidate | None  # when it does not: a story that the hands may be in the middle of
    thorough: bool  # whether it was searched for in both ways
    over: int  # how many actions of the best story something else was done after
    known: int  # how many of them were told of before this rest


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
        self,
        game: AnyGame,
        slots: Slots,
        options: Options,
        state: State,
        watch: ThrowWatch | None = None,
    ) -> None:
        """Begin with the one story that nothing has happened yet; `watch` saw what was thrown."""
        self._game = game
        self._slots = slots
        self._options = options
        self._known = Consequences(game, slots)
        self._watch = watch or ThrowWatch()
        self._lines: list[_Line] = []
        self.begin(state, None)

    def begin(self, state: State, table: Table | None) -> None:
        """Believe in one state, and that the table shows it."""
        self._entered = state
        self._refused = frozenset[tuple[Action, ...]]()
        since = table.time if table is not None else self._watch.last
        self._lines = [_Line(Hypothesis((), state, 0.0, table, since=since))]
        self._told: list[Candidate] = []
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
    def last_whole(self) -> Table | None:
        """The last table at rest that was thought over."""
        if self._thought is not None:
            return self._thought.board.table
        return self._lines[0].hypothesis.table

    def lead(self, over: int) -> float:
        """Nats by which the best story's first actions lead those that explain a part."""
        if not self._told:
            return math.inf
        best = self._told[0]
        mine, mark = best.story.actions[:over], self._mark_after(best.story, over)
        near = (c for c in self._told[1:] if c.total < best.total + self._options.margin)
        others = (
            candidate.total - best.total
            for candidate in near
            if not (candidate.whole and best.whole)
            and candidate.story.actions[:over] != mine
            and self._mark_after(candidate.story, over) != mark
        )
        return min(others, default=math.inf)

    @property
    def begun(self) -> bool:
        """Whether the hands may well be in the middle of a move, and at nothing after it."""
        most = self._told[0].total + AS_LIKELY
        near = (one.partly for one in self._told if one.total <= most and not one.whole)
        return any(partly.begun and not partly.gone_on for partly in near)

    @property
    def oldest(self) -> float:
        """What was thrown before then is told of in every story."""
        return min(line.hypothesis.since for line in self._lines)

    # -- at a rest

    def think_ahead(self, table: Table, covered: Mapping[Slot, int]) -> None:
        """Work out some of what the next look will ask, when this one has nothing to say yet."""
        first = self._lines[0].hypothesis
        board = self._board(first, table, covered)
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
        told: list[Candidate] = []
        self._nothing = likeness(self._game, self._entered)
        for number, line in enumerate(self._lines):
            begun = line.hypothesis
            if told and begun.cost > told[0].total + FAR_BEHIND / 2:
                continue
            if told and number >= SEARCHED and line.stories is None and told[0].whole:
                continue
            line.board = self._board(begun, table, covered)
            self._search(line)
            told += self._candidates(line)
            told.sort(key=lambda candidate: candidate.total)
        told = [one for one in told if not self.refuses(one.story.actions)] or told
        return self._thought_of(told)

    def of_what_is_over(self) -> Thought | None:
        """The same when the hands have finished: what is whole comes before what is half done."""
        if self._thought is None or self._thought.whole:
            return self._thought
        most = self._told[0].total + FINISHED
        whole = [one for one in self._told if one.whole and one.total <= most]
        rest = [one for one in self._told if one not in whole]
        return self._thought_of([*whole, *rest]) if whole else self._thought

    def _thought_of(self, told: list[Candidate]) -> Thought:
        """What is thought when these stories are told, likeliest first."""
        self._told = told
        best = told[0]
        line = next(line for line in self._lines if line.hypothesis is best.begun)
        assert line.stories is not None
        near = [self._joined(best.begun, further) for further in line.stories.nearest]
        self._thought = Thought(
            best.board,
            best.story,
            self._rivals(told, best) if best.whole else (),
            tuple(candidate for candidate in told if not candidate.whole),
            self._joined(best.begun, line.stories.nothing),
            tuple(near[:NEAREST]),
            best.begun.table,
            best.whole,
            self._halfway(told),
            self._lines[0].times > 1,
            self._over(best.story),
            len(best.begun.chapters),
        )
        return self._thought

    def _board(self, begun: Hypothesis, table: Table, covered: Mapping[Slot, int]) -> Board:
        """The table as a hypothesis sees it: dice that were astray may be so still."""
        tracks = {
            stray.track
            for stray in begun.strays
            if stray.track is not None and any(map(stray.lies_still, table.pieces))
        }
        held = Counter(s.slot for s in begun.strays if s.track is None and s.slot is not None)
        nobodys = {s.track for s in begun.strays if s.slot is None and s.track is not None}
        return Board(
            with_strays(table, begun.strays),
            self._slots,
            begun.table,
            Counter(covered) + held if held else covered,
            astray=tracks,
            nobodys=nobodys,
        )

    def _candidates(self, line: _Line) -> Iterator[Candidate]:
        """The likeliest ends of one search, and how far the hands have come with each."""
        begun, board = line.hypothesis, line.board
        assert board is not None
        partial = Partial(self._game, board, begun.strays)
        found: list[Candidate] = []
        told: set[tuple[Action, ...]] = set()
        assert line.stories is not None
        races = {story.actions for story in (line.stories.best, *line.stories.rivals)}
        worst = math.inf
        for node in sorted(line.ends, key=lambda end: end.cost):
            asked = bool(races) and tuple(each.action for each in node.path()[1:]) in races
            if node.cost + node.pending >= worst and not asked:
                continue
            before = node.parent
            if before and node.silent and not asked and before.pending <= node.pending:
                if node.residue is before.residue:
                    continue  # a word that changes nothing may be said at any later time
            candidate = self._candidate(begun, board, node, partial)
            if candidate is None or candidate.story.actions in told:
                continue
            if candidate.story.chapters and self._ends_where_it_began(candidate.story):
                continue
            told.add(candidate.story.actions)
            if node.parent is None or asked:  # that nothing more happened stays in the race
                yield candidate
                continue
            found.append(candidate)
            if len(found) > ENDS:
                found.sort(key=lambda one: one.total)
                found = found[:ENDS]
                worst = found[-1].total - begun.cost
        yield from found

    def _ends_where_it_began(self, story: Story) -> bool:
        """Whether all that a story tells of has come to nothing: then it was taken back."""
        return not any(chapter.rolled for chapter in story.chapters) and (
            likeness(self._game, story.state) == self._nothing
        )

    def _candidate(
        self, begun: Hypothesis, board: Board, node: Node, partial: Partial
    ) -> Candidate | None:
        """One end of a search held against the whole table."""
        residue = node.residue
        partly = partial.read(node)
        if partly is None:
            return None
        story = node.story()
        odd = residue.cost - board.under_others(residue)
        whole = not partly.strays and odd <= TOLERATED
        whole = whole and not self.refuses((*_actions(begun.chapters), *story.actions))
        amiss = residue.cost - partly.made_good if whole else partly.cost
        return Candidate(
            self._joined(begun, story),
            story,
            begun,
            board,
            amiss,
            whole,
            partly,
        )

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

    def _search(self, line: _Line) -> None:
        """What may have happened since; the same dice seen again only change how sure we are."""
        board = line.board
        assert board is not None
        begun = line.hypothesis
        behind = begun.cost - self._lines[0].hypothesis.cost
        likely = behind <= self._options.margin
        effort = self._options.effort if likely else self._options.effort_beside
        throws = self._watch.since(begun.since)
        search = Search(self._game, board, effort, self._known, traces=True, throws=throws)
        moved = self._astray(begun, board)
        seen = board.counts, board.untouched, throws.seen
        first = line is self._lines[0]
        same = line.stories is not None and line.seen == seen
        if same and line.stories is not None:
            known = line.stories
            stories = search.retell(begun.state, known, self._options.margin, moved, begun.loose)
            often = line.times > 1 and board.table.looks % SEARCH_AGAIN
            if stories.explained or not first or often:
                line.stories = stories
                line.ends = list(dict.fromkeys([*search.ends, *line.ends]))
                return
        wary = first and line.stories is not None and not (line.wary or line.stories.explained)
        line.times = line.times + 1 if same else 1
        line.stories = search.run(
            begun.state,
            self._options.margin,
            line.stories if same else None,
            wary=wary,
            moved=moved,
            loose=begun.loose,
        )
        line.seen, line.wary, line.ends = seen, wary, search.ends

    def _astray(self, begun: Hypothesis, board: Board) -> frozenset[DieName]:
        """The dice that may be those astray: what moves them has left its trace."""
        slots = {stray.slot for stray in begun.strays}
        if not slots:
            return frozenset()
        layout = self._game.layout(begun.state)
        return frozenset(lie.die for lie in layout if board.slot(lie) in slots)

    def _joined(self, begun: Hypothesis, further: Story) -> Story:
        """A story carried on to this table."""
        cost = begun.cost + further.cost + self._thrown_again(begun, further)
        chapters = (*begun.chapters, *further.chapters)
        return msgspec.structs.replace(further, chapters=chapters, cost=cost)

    def _thrown_again(self, begun: Hypothesis, further: Story) -> float:
        """What speaks against throwing just the same dice twice, where nobody saw it."""
        rolls = [chapter.rolled for chapter in further.chapters if chapter.rolled]
        if not rolls or self._watch.since(begun.since).watched:
            return 0.0
        before = begun.chapters[-1].rolled if begun.chapters else frozenset[DieName]()
        pairs = zip([before, *rolls], rolls, strict=False)
        return ALL_AGAIN * sum(bool(one) and one == other for one, other in pairs)

    def _due(self, story: Story) -> bool:
        """Whether a roll comes next."""
        return isinstance(self._game.chance(story.state), Roll)

    def _rivals(self, told: Sequence[Candidate], best: Candidate) -> tuple[Story, ...]:
        """Stories within the margin of the best one that end differently, or threw other dice.

        Those that end alike count where they are told with other acts, if they are as likely.
        """
        found: list[Story] = []
        end, acts = self._mark(best.story), _acts(best.story)
        known = {(end, acts)}
        for candidate in told:
            if not candidate.whole or candidate is best:
                continue
            story = candidate.story
            mark = self._mark(story), _acts(story)
            alike = mark[0] == end
            most = best.total + (LIKELY if alike else self._options.margin)
            residue = against(best.board, best.story.residue, story.residue)
            as_far = not self._due(story) or self._due(best.story)
            others = {mark} if alike else {each for each in known if each[0] == mark[0]}
            if story.cost + story.pending + residue <= most and as_far and not others & known:
                known.add(mark)
                found.append(story)
        return tuple(found)

    def _mark(self, story: Story) -> object:
        """What tells a story from others: how it ends, and what was thrown on the way."""
        return likeness(self._game, story.state), _thrown(story.chapters)

    def _mark_after(self, story: Story, over: int) -> object:
        """The same of a story's first actions."""
        state = self._entered
        for chapter in story.chapters[:over]:
            state, _ = self._game.apply(state, chapter.action)
        return likeness(self._game, state), _thrown(story.chapters[:over])

    @staticmethod
    def _halfway(told: Sequence[Candidate]) -> Candidate | None:
        """The likeliest story that explains a part of the table, if the hands may be at it."""
        best = told[0]
        if best.whole or best.amiss > BEGUN + PER_ACTION * len(best.story.chapters):
            return None
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
        ways = [line.hypothesis.chapters for line in self._lines]
        known: set[object] = set()
        least = self._told[0].total
        for candidate in self._told:
            story = candidate.story
            if candidate.total > least + FAR_BEHIND:
                continue
            slots = Counter((stray.slot, stray.track) for stray in candidate.partly.strays)
            mark = self._mark(story), frozenset(slots.items())
            if mark in known:
                continue
            known.add(mark)
            amiss = min(UNCLEAR, candidate.amiss) if candidate.whole else candidate.amiss
            ends.append(
                Hypothesis(
                    story.chapters,
                    story.state,
                    story.cost + amiss + min(DUE, story.pending),
                    table,
                    story.loose,
                    self._since(candidate, table),
                    candidate.partly.strays,
                )
            )
        ends.sort(key=lambda end: end.cost)
        left = [end for end in ends[CARRIED:] if end.chapters in ways]
        self._lines = [_Line(end) for end in (*ends[:CARRIED], *left[:UNCHANGED])]

    def _since(self, candidate: Candidate, table: Table) -> float:
        """From when on what was thrown is not told of yet."""
        throws: Throws = self._watch.since(candidate.begun.since)
        left = self._due(candidate.story) or candidate.story.pending >= DUE
        return candidate.begun.since if left and throws.seen else table.time

    # -- entries

    def enter(self, actions: Sequence[Action], state: State, table: Table | None) -> None:
        """These first actions are on record and lead to `state`: what began otherwise is dropped.

        `table` is how it lay at the rest before, where the likeliest story does not tell.
        """
        self._refused = frozenset()
        count, kept = len(actions), list[_Line]()
        for line in self._lines:
            begun = line.hypothesis
            told = _actions(begun.chapters)
            if told[:count] == tuple(actions):
                rest = msgspec.structs.replace(begun, chapters=begun.chapters[count:])
                kept.append(_Line(rest))
            elif told == tuple(actions[: len(told)]) and self._says_nothing(begun, actions):
                kept.append(_Line(msgspec.structs.replace(begun, chapters=(), state=state)))
        best = self._told[0] if self._told else None
        within = best is not None and best.story.actions[:count] == tuple(actions)
        if best is not None and within and len(best.begun.chapters) < count:
            kept.append(_Line(self._from_within(best, count, state)))
        elif all(line.hypothesis.chapters for line in kept):
            least = min((line.hypothesis.cost for line in kept), default=0.0)
            if kept:  # how the table lay then, nobody knows
                least, table = least + FORGOTTEN, None
            root = Hypothesis((), state, least, table, since=self._watch.last)
            kept.append(_Line(root))
        least = min(line.hypothesis.cost for line in kept)
        for line in kept:
            begun = line.hypothesis
            line.hypothesis = msgspec.structs.replace(begun, cost=begun.cost - least)
        kept.sort(key=lambda line: line.hypothesis.cost)
        self._lines = kept
        self._entered = state
        self._thought = None
        self._told = []

    def _says_nothing(self, begun: Hypothesis, actions: Sequence[Action]) -> bool:
        """Whether all that is entered beyond a hypothesis are words that move no die."""
        state, lay = begun.state, self._game.layout(begun.state)
        for action in actions[len(begun.chapters) :]:
            if self._game.to_move(state) == CHANCE:
                return False
            state, _ = self._game.apply(state, action)
        return self._game.layout(state) == lay

    def _from_within(self, best: Candidate, count: int, state: State) -> Hypothesis:
        """Where to go on from once the first actions of what is seen at this rest are entered."""
        story, begun, table = best.story, best.begun, best.board.table
        if len(story.chapters) == count:
            strays = best.partly.strays
            return Hypothesis((), state, begun.cost, table, story.loose, table.time, strays)
        since = begun.since
        entered = story.chapters[len(begun.chapters) : count]
        if any(chapter.rolled for chapter in entered):
            later = sum(bool(chapter.rolled) for chapter in story.chapters[count:])
            throws = self._watch.since(since).seen
            since = throws[-1 - later].until if len(throws) > later else since
        loose = story.loose if any(chapter.rolled for chapter in entered) else begun.loose
        return Hypothesis((), state, begun.cost, begun.table, loose, since, begun.strays)


def _actions(chapters: Sequence[Chapter]) -> tuple[Action, ...]:
    return tuple(chapter.action for chapter in chapters)


def _acts(story: Story) -> frozenset[tuple[str, int]]:
    """Which acts of the hands a story tells of, in whatever order."""
    seen = (chapter for chapter in story.chapters if not chapter.silent and not chapter.rolled)
    return frozenset(Counter(type(chapter.action).__name__ for chapter in seen).items())


def _thrown(chapters: Sequence[Chapter]) -> tuple[object, ...]:
    """What was thrown, whatever the books call the dice."""
    fell = (chapter.fell for chapter in chapters if chapter.fell is not None)
    return tuple(
        (frozenset(roll.kinds.items()), frozenset((roll.faces or {}).items())) for roll in fell
    )
