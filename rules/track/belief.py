"""What people may be doing: explanations since the last entry, carried from rest to rest.

Hands rest anywhere, also in the middle of a move. So every explanation of an earlier rest stays in
the race in two ways: carried on by what the hands did since, and as it was, with the rests since
then showing only half of something. Nothing here speaks or enters anything; that is for `tracker`.
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
from rules.track.evidence import Piece, Table
from rules.track.expansion import STEP, Expansion, went
from rules.track.explanation import TOLERATED, ExplainedAction, Explanation, Explanations, Node
from rules.track.fit import Board
from rules.track.known_states import KnownStates
from rules.track.likeness import likeness
from rules.track.options import Options
from rules.track.passed_rests import Passing, at_a_glance, without_a_trace
from rules.track.passed_rests import costs as passing_costs
from rules.track.rivals import against
from rules.track.search import NEAREST, Search
from rules.track.slots import Slot, Slots
from rules.track.throws import Rolled, ThrowWatch
from rules.track.unfinished import Begun, Halfway

CARRIED: Final = 8
"""Explanations carried on from a rest, the likeliest."""

SEARCHED: Final = 4
"""Of these, how many are searched from at each rest; the others only when what is found from these
explains the table badly, or the rests on the way speak against it."""

SPOKEN_AGAINST: Final = 2.0
"""Nats that the rests on the way may say against the best before all others are searched from."""

FAR_BEHIND: Final = 24.0
"""Nats behind the best at which an explanation is dropped."""

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
"""What a rest counts for in an explanation of which nobody knows yet how it goes on."""

UNCLEAR: Final = 2.5
"""The most, in nats, that a rest says against what explained it with something amiss: the
hands may have been about it still."""

GLANCES: Final = 6
"""Moments too short for a rest that are kept, the last ones."""

EACH_ORDER: Final = 0.1
"""What rests say against an order may have one cause: the worst counts, and so much of each."""

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

LIKELY: Final = 1.5
"""Nats behind the best up to which one that ends alike, by other acts, is asked about."""

FORGOTTEN: Final = 4.0
"""Nats against all that came after an entry having been taken back."""

SEARCH_AGAIN: Final = 3
"""Looks after which a table that no known explanation explains is thought over once more."""


class Hypothesis(msgspec.Struct, frozen=True, eq=False):
    """What may have happened since the last entry, up to the last rest that it explains whole."""

    steps: tuple[ExplainedAction, ...]
    state: State
    cost: float  # nats: its actions, and the rests it does not explain whole
    table: Table | None = None  # how the table lay then; None when nobody has looked yet
    disagreed: float = 0.0  # what disagreed there, nats
    halfway: tuple[Board, ...] = ()  # the rests since then
    passed: float = 0.0  # what is counted for these so far, nats
    glances: tuple[Board, ...] = ()  # moments without hands since then, too short for a rest
    moved: frozenset[DieName] = frozenset()  # dice that its actions moved since then
    loose: frozenset[DieName] = frozenset()  # dice that lie where they were thrown
    since: float = -math.inf  # what was thrown after this time is not told of yet
    unseen: bool = False  # whether it ends with a roll of which nothing was seen


class Thought(msgspec.Struct, frozen=True, eq=False):
    """What is thought of the table at rest."""

    board: Board  # as the best explanation's beginning sees it
    best: Explanation  # since the last entry
    further: float  # what the best explanation's newest part costs, with what disagrees
    rivals: tuple[Explanation, ...]  # others that explain the table nearly as well
    nothing: Explanation  # nothing more happened since the best explanation's last whole rest
    nearest: tuple[Explanation, ...]  # ends that explain it less, for naming what is wrong
    began: Table | None  # the last table that was explained whole before the newest part
    whole: bool  # whether the best explanation explains all that lies there
    halfway: Begun | None  # an explanation whose last moves are not finished, if that is likely
    thorough: bool  # whether it was searched for in both ways
    origins: tuple[Hypothesis, ...]  # where the best explanation and its rivals go on from
    over: int  # how many actions of the best explanation something else was done after


class _Line(msgspec.Struct):
    """The search from one hypothesis at the present rest."""

    hypothesis: Hypothesis
    board: Board | None = None
    explanations: Explanations | None = None
    ends: list[Node] = []
    seen: object = None
    times: int = 0
    wary: bool = False


class Belief:
    """The explanations in the race."""

    def __init__(
        self, game: AnyGame, slots: Slots, options: Options, state: State, watch: ThrowWatch
    ) -> None:
        """Begin with nothing having happened yet; `watch` saw what was thrown."""
        self._game = game
        self._slots = slots
        self._options = options
        self._known = KnownStates(game, slots)
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

    def interject(self, state: State) -> bool:
        """Something that no player did led to `state`: what is believed goes on from there.

        False when nothing that was believed is legal any more.
        """
        lines = list[_Line]()
        for line in self._lines:
            after = state
            for step in line.hypothesis.steps:
                if self._game.why_not(after, step.action) is not None:
                    break
                after, _ = self._game.apply(after, step.action)
            else:
                lines.append(_Line(msgspec.structs.replace(line.hypothesis, state=after)))
        if not lines:
            return False
        self._entered, self._lines, self._thought = state, lines, None
        return True

    def look_anew(self) -> None:
        """Somebody said what a die is: what was found at this rest so far need not hold."""
        self._thought = None
        for line in self._lines:
            line.explanations, line.seen, line.times = None, None, 0

    def refuse(self, beginnings: Iterable[tuple[Action, ...]]) -> None:
        """The players say that no explanation with one of these beginnings is what happened."""
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
        """What was thrown before then is told of in every explanation."""
        return min(line.hypothesis.since for line in self._lines)

    @property
    def last_whole(self) -> Table | None:
        """The last table at rest that the likeliest explanation explained whole."""
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
        """Carry every explanation on to the table as it lies."""
        self._thought = None
        self._since: dict[tuple[int, int], Counter[tuple[KindName, FaceIndex]]] = {}
        told: list[tuple[float, Explanation, _Line, Explanation]] = []
        nearest: list[tuple[float, Explanation, Explanation, _Line]] = []
        for number, line in enumerate(self._lines):
            begun = line.hypothesis
            if told and begun.cost > told[0][0] + FAR_BEHIND / 2:
                continue
            if number >= SEARCHED and line.explanations is None and _clear(told[0][1]):
                continue
            line.board = Board(table, self._slots, begun.table, covered)
            explanations = self._search(line)
            for further in (explanations.best, *explanations.rivals):
                joined = self._joined(begun, further, line.board)
                told.append((self._total(joined), joined, line, further))
            for further in explanations.nearest:
                joined = self._joined(begun, further, line.board, roughly=True)
                nearest.append((self._total(joined), joined, further, line))
            told.sort(key=lambda entry: entry[0])
        if self._refused:
            told = [entry for entry in told if not self.refuses(entry[1].actions)] or told
            nearest = [entry for entry in nearest if not self.refuses(entry[1].actions)]
        _, best, line, further = told[0]
        assert line.board is not None
        assert line.explanations is not None
        board = line.board
        covered_up = board.under_others(best.residue)
        odd = further.total - covered_up - STEP * len(further.steps)
        whole = best.residue.cost - covered_up <= TOLERATED and odd <= self._options.foul_cost
        whole = whole and not self.refuses(best.actions)
        rivals = self._rivals(told, board) if whole else ()
        nearest.sort(key=lambda entry: entry[0])
        dear = best.total > self._options.margin
        halfway = self._halfway() if dear or not whole else None
        self._thought = Thought(
            board,
            best,
            further.total,
            rivals,
            self._joined(line.hypothesis, line.explanations.nothing, board),
            tuple(joined for _, joined, _, _ in nearest[:NEAREST]),
            line.hypothesis.table,
            whole,
            halfway,
            self._lines[0].times > 1,
            tuple(self._origin(told, explanation) for explanation in (best, *rivals)),
            self._over(best),
        )
        return self._thought

    @staticmethod
    def _origin(
        told: Sequence[tuple[float, Explanation, _Line, Explanation]], explanation: Explanation
    ) -> Hypothesis:
        return next(line.hypothesis for _, each, line, _ in told if each is explanation)

    def _over(self, explanation: Explanation) -> int:
        """How many actions of an explanation are over, because something else was done after them.

        Dice that were thrown may yet have been laid down only, or be thrown again; attackers that
        were sent one by one are declared together; what only a word tells from nothing ends
        nothing. What ends a move is another kind of act.
        """
        state, acts = self._entered, list[int]()
        hesitant = self._game if isinstance(self._game, SaysWhenToWait) else None
        words = self._game if isinstance(self._game, KnowsWords) else None
        for n, step in enumerate(explanation.steps):
            word = step.silent or bool(step.rolled)
            word = word or (words is not None and words.is_only_said(state, step.action))
            if not word and not (hesitant and hesitant.needs_longer_rest(state, step.action)):
                acts.append(n)
            state, _ = self._game.apply(state, step.action)
        over = acts[-1] if acts else 0
        while over > 0 and over - 1 in acts:
            before, last = explanation.steps[over - 1].action, explanation.steps[over].action
            if type(before) is not type(last):
                break
            over -= 1
        return over

    def _search(self, line: _Line) -> Explanations:
        """What may have happened since; the same dice seen again only change how sure we are."""
        board = line.board
        assert board is not None
        behind = line.hypothesis.cost - self._lines[0].hypothesis.cost
        likely = behind <= self._options.margin
        effort = self._options.effort if likely else self._options.effort_beside
        begun = line.hypothesis
        throws = self._watch.since(begun.since)
        search = Search(
            self._game,
            board,
            effort,
            self._known,
            traces=True,
            throws=throws,
            passed=(lambda told: self._passed(begun, told, board))
            if begun.halfway or begun.glances
            else None,
        )
        state, moved, loose = begun.state, begun.moved, begun.loose
        seen = board.counts, board.untouched, throws.seen
        if line.explanations is not None and line.seen == seen:
            explanations = search.retell(
                state, line.explanations, self._options.margin, moved, loose
            )
            first = line is self._lines[0]
            if (
                explanations.explained
                or not first
                or (line.times > 1 and board.table.looks % SEARCH_AGAIN)
            ):
                line.explanations = explanations
                return explanations
        known = line.explanations if line.seen == seen else None
        first = line is self._lines[0]
        wary = (
            first
            and line.explanations is not None
            and not (line.wary or line.explanations.explained)
        )
        line.times = line.times + 1 if line.seen == seen else 1
        line.explanations = search.run(
            state, self._options.margin, known, wary=wary, moved=moved, loose=loose
        )
        line.seen, line.wary, line.ends = seen, wary, search.ends
        return line.explanations

    def _joined(
        self, begun: Hypothesis, further: Explanation, board: Board, *, roughly: bool = False
    ) -> Explanation:
        """An explanation carried on to here; `roughly`: without what the rests between say."""
        gone = min(UNCLEAR, max(0.0, begun.disagreed - further.residue.cost))
        passed = 0.0 if roughly else self._passed(begun, further, board)
        cost = begun.cost + gone + further.cost + passed
        steps = (*begun.steps, *further.steps)
        rests = begun.passed + gone + passed
        return msgspec.structs.replace(further, steps=steps, cost=cost, rests=rests)

    def _passed(self, begun: Hypothesis, further: Explanation, board: Board) -> float:
        """What the rests between say against it: dice that came from nowhere it knows of."""
        if not further.steps:
            return 0.0
        thrown = self._thrown(begun, further)
        watched = self._watch.since(begun.since).watched
        cost = 0.0
        again = [bool(one) and one == other for one, other in pairwise(thrown)]
        cost += ALL_AGAIN * (sum(again[:1]) * begun.unseen + sum(again[1:]) * (not watched))
        if not (begun.halfway or begun.glances):
            return cost
        stretch = self._passing.stretch(begun.state, begun.loose, further.steps, board)
        found = [passing_costs(rest, stretch) for rest in begun.halfway]
        said = [*found, *(at_a_glance(glance, stretch) for glance in begun.glances)]
        order = [each.order for each in said]
        cost += max(order) + EACH_ORDER * sum(order) + without_a_trace(stretch, said)
        if not begun.halfway:
            return cost
        cost += max(each.on_the_way for each in found)
        cost += min(TRIED_AT_MOST, sum(each.tried for each in found))
        cost += _rests(len(begun.halfway), stretch.carried) - begun.passed
        if len(thrown) > 1 and not watched:
            cost += self._thrown_between(begun, board, further)
        return cost

    def _thrown(self, begun: Hypothesis, further: Explanation) -> list[frozenset[DieName]]:
        """The dice of the last roll that was told before, and of every roll since."""
        rolls = [begun.steps[-1].rolled if begun.steps else frozenset()]
        rolls += [step.rolled for step in further.steps if step.rolled]
        return rolls

    def _thrown_between(self, begun: Hypothesis, board: Board, further: Explanation) -> float:
        """What the rests say against the first roll since: when between them was it thrown?

        Before the throw its dice lie as they were laid down; with it they move, and come up
        anyhow; after it they lie as they fell, until one of them is thrown again.
        """
        rolls = [step for step in further.steps if step.rolled]
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
        self, begun: Hypothesis, further: Explanation, roll: ExplainedAction
    ) -> Counter[tuple[KindName, FaceIndex]]:
        """What the dice of a roll came up with, by kind."""
        state = begun.state
        for step in further.steps:
            if step is roll:
                break
            state, _ = self._game.apply(state, step.action)
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

    def _due(self, explanation: Explanation) -> bool:
        """Whether a roll comes next."""
        return isinstance(self._game.chance(explanation.state), Roll)

    @staticmethod
    def _total(explanation: Explanation) -> float:
        return explanation.total + explanation.pending

    def _rivals(
        self, told: Sequence[tuple[float, Explanation, _Line, Explanation]], board: Board
    ) -> tuple[Explanation, ...]:
        """Explanations within the margin of the best one that end differently, or threw other dice.

        Those that end alike count where they tell of other acts, if they are about as likely.
        """
        best, least = told[0][1], told[0][0]
        end, found = self._mark(best), list[Explanation]()
        known = [(end, acts_of(best))]
        for _, explanation, _, _ in told[1:]:
            cost = (
                explanation.cost
                + explanation.pending
                + against(board, best.residue, explanation.residue)
            )
            goes_as_far = not self._due(explanation) or self._due(best)
            mark = self._mark(explanation), acts_of(explanation)
            alike = mark[0] == end
            limit = least + (LIKELY if alike else self._options.margin)
            told_already = mark in known if alike else any(mark[0] == each for each, _ in known)
            if cost <= limit and goes_as_far and not told_already:
                known.append(mark)
                found.append(explanation)
        return tuple(found)

    def _mark(self, explanation: Explanation) -> object:
        """What tells an explanation from others: how it ends, and what was thrown on the way."""
        thrown = tuple(step.action for step in explanation.steps if step.rolled)
        return likeness(self._game, explanation.state), thrown

    def _halfway(self) -> Begun | None:
        """The likeliest explanation whose last moves the hands have not finished."""
        best: Begun | None = None
        for line in self._lines:
            if line.board is None:
                continue
            found = Halfway(self._game, line.board).find(line.ends)
            if found is not None:
                joined = self._joined(line.hypothesis, found.explanation, line.board)
                if best is None or joined.cost < best.explanation.cost:
                    best = Begun(joined, found.gone_on)
        return best

    # -- between rests

    def glance(self, table: Table) -> None:
        """Hands come before the table was seen well: it still tells what was done before what."""
        for line in self._lines:
            begun = line.hypothesis
            glance = Board(table, self._slots, begun.table)
            glances = (*begun.glances, glance)[-GLANCES:]
            line.hypothesis = msgspec.structs.replace(begun, glances=glances)

    def rest_over(self) -> None:
        """Hands come: what was thought is carried on from here."""
        self._known.make_room()
        thought, self._thought = self._thought, None
        if thought is None:
            for line in self._lines:
                line.explanations, line.times = None, 0
            return
        table = thought.board.table
        whole = [
            (explanation, origin)
            for explanation, origin in zip(
                (thought.best, *thought.rivals), thought.origins, strict=True
            )
            if thought.whole and _fits(explanation)
        ]
        ends = [
            Hypothesis(
                explanation.steps,
                explanation.state,
                explanation.cost,
                table,
                explanation.residue.cost,
                loose=explanation.loose,
                since=self._untold_since(explanation, origin, table),
                unseen=self._unseen(explanation, origin),
            )
            for explanation, origin in whole
        ]
        known = {_actions(end.steps) for end in ends}
        for explanation, origin in whole:
            ends += self._begun(explanation, origin, thought.board, known)
        for line in self._lines:
            begun = line.hypothesis
            if _actions(begun.steps) not in known:
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
        self,
        explanation: Explanation,
        origin: Hypothesis,
        rest: Board,
        known: set[tuple[Action, ...]],
    ) -> list[Hypothesis]:
        """An explanation's beginnings: what was done last may be taken back or done anew."""
        state, cost, loose = origin.state, origin.cost, origin.loose
        found = list[Hypothesis]()
        for count in range(len(origin.steps), len(explanation.steps) - 1):
            step = explanation.steps[count]
            before = state
            state, _ = self._game.apply(state, step.action)
            loose = self._loose(loose, step.rolled, before, state)
            cost += Expansion.costs(step)
            steps = explanation.steps[: count + 1]
            if _actions(steps) in known:
                continue
            known.add(_actions(steps))
            seen = any(each.rolled for each in steps[len(origin.steps) :])
            if seen:  # the throw is the same: what speaks against it does so here
                later = explanation.steps[count + 1 :]
                cost = max(cost, explanation.cost - sum(map(Expansion.costs, later)))
            lay = rest.table if seen else origin.table
            passed = () if seen else (*origin.halfway, rest)
            moved = frozenset() if seen else self._moved(origin, state)
            counted = 0.0 if seen else origin.passed
            found.append(
                Hypothesis(
                    steps,
                    state,
                    cost + SOMEHOW,
                    lay,
                    0.0,
                    passed,
                    counted + SOMEHOW if not seen else 0.0,
                    () if seen else origin.glances,
                    moved,
                    loose,
                    self._told_until(explanation, count + 1, origin.since)
                    if seen
                    else origin.since,
                )
            )
        return found

    def _unseen(self, explanation: Explanation, origin: Hypothesis) -> bool:
        """Whether an explanation ends with a roll of which nothing was seen."""
        if not (explanation.steps and explanation.steps[-1].rolled):
            return False
        begun = Hypothesis((), self._entered, 0.0)
        faces = self._faces(begun, explanation, explanation.steps[-1])
        roll = Rolled(Counter(kind for kind, _ in faces.elements()), faces)
        return not self._watch.since(origin.since).saw(roll)

    def _untold_since(self, explanation: Explanation, origin: Hypothesis, table: Table) -> float:
        """From when on throws are not told of by what explains a rest whole."""
        seen = self._watch.since(origin.since).seen
        return origin.since if self._due(explanation) and seen else table.time

    def _told_until(self, explanation: Explanation, count: int, since: float) -> float:
        """Until when the first actions of an explanation tell of what was thrown since `since`."""
        later = sum(bool(step.rolled) for step in explanation.steps[count:])
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
            if _actions(begun.steps)[:count] == tuple(actions):
                rest = msgspec.structs.replace(begun, steps=begun.steps[count:])
                kept.append(_Line(rest))
        if all(line.hypothesis.steps for line in kept):
            least = min((line.hypothesis.cost for line in kept), default=0.0)
            if kept:  # how the table lay then, nobody knows
                least, table = least + FORGOTTEN, None
            since = self._told_by(actions)
            root = Hypothesis((), state, least, table, moved=moved, loose=loose, since=since)
            glances = self._glances_of(actions)
            kept.append(_Line(msgspec.structs.replace(root, glances=glances)))
        least = min(line.hypothesis.cost for line in kept)
        for line in kept:
            begun = line.hypothesis
            line.hypothesis = msgspec.structs.replace(begun, cost=begun.cost - least)
        kept.sort(key=lambda line: line.hypothesis.cost)
        self._lines = kept
        self._entered, self._entered_loose = state, loose
        self._thought = None

    def _glances_of(self, actions: Sequence[Action]) -> tuple[Board, ...]:
        """The rests in the middle of what began with these actions: they tell its order still."""
        thought = self._thought
        if thought is None or thought.best.actions[: len(actions)] != tuple(actions):
            return ()
        origin = thought.origins[0]
        return (*origin.glances, *origin.halfway)[-GLANCES:]

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


def _actions(steps: Sequence[ExplainedAction]) -> tuple[Action, ...]:
    return tuple(step.action for step in steps)


def acts_of(explanation: Explanation) -> Counter[str]:
    """Which acts of the hands an explanation tells of, in whatever order."""
    seen = (step for step in explanation.steps if not step.silent and not step.rolled)
    return Counter(type(step.action).__name__ for step in seen)


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


def _clear(explanation: Explanation) -> bool:
    """Whether an explanation of the table leaves no reason to look for another."""
    return _fits(explanation) and explanation.rests <= SPOKEN_AGAINST


def _fits(explanation: Explanation) -> bool:
    return explanation.residue.cost <= TOLERATED
