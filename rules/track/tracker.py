"""The tracker: enter what is over, show what is not, ask, name the foul, or wait.

Feed it looks; it keeps the evidence of the present rest of the table, the state on record, and
the explanations of what has happened since. A move is entered when something was done after it, or
when the players say that it is over: no clock enters anything. It holds no rule and writes no
record: `rules.track.referee` joins it to the journal.
"""

import math
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from typing import Final

import msgspec

from rules.core import (
    CHANCE,
    Action,
    AnyGame,
    Citation,
    DieFacts,
    Difference,
    KindName,
    Placement,
    RepairsByHand,
    Seat,
    State,
    TellsWhatBars,
    ZoneKind,
)
from rules.track.belief import SOMEHOW, Belief, Thought, acts_of
from rules.track.evidence import Evidence, Table
from rules.track.explanation import AGREES, TOLERATED, ExplainedAction, Explanation
from rules.track.fit import Board
from rules.track.fouls import changes, difference_in_words, name_foul, undone_in_words
from rules.track.likeness import likeness
from rules.track.memory import Memory
from rules.track.options import Options
from rules.track.printed import folded, printed_alike
from rules.track.questions import (
    GONE,
    NONE_OF_THESE,
    NOTHING_MORE,
    SOMETHING_ELSE,
    Question,
    Questions,
)
from rules.track.reasons import considered
from rules.track.rivals import against
from rules.track.slots import Slot, Slots
from rules.track.throws import ThrowWatch
from rules.track.twins import Unclear, unclear
from rules.track.unfinished import Begun
from rules.track.verdict import (
    Answer,
    Ask,
    Commit,
    Considered,
    Infraction,
    Look,
    Step,
    Verdict,
    Wait,
)
from words import Text, ntr, tr

EVEN: Final = 0.02
"""Answers whose chances differ by less than this are as good as each other."""


MUCH_WRONG: Final = 2
"""Dice lying wrong up to which a foul explains a table; more are rather half of something."""


class Lying(msgspec.Struct, frozen=True):
    """How the dice lie, and what makes the state agree with it."""

    actions: tuple[Action, ...]  # that happened before, as far as anything explains it
    by_hand: tuple[Action, ...]  # what puts the state right after them
    differs: tuple[Difference, ...]  # what these put right
    left: tuple[Difference, ...]  # what still differs
    state: State  # after all of it


class Tracker:
    """Follows one game."""

    def __init__(
        self,
        game: AnyGame,
        state: State,
        options: Options | None = None,
        *,
        kinds: Sequence[DieFacts] = (),
        after: tuple[int, int] = (0, 0),
    ) -> None:
        """Follow `game` from `state`.

        `kinds` is `Game.dice(setup)`: faces printed alike are told apart by nobody. `after`
        counts the questions and fouls there have been, when a game is resumed.
        """
        self.game = game
        self.options = options or Options()
        self.question: Ask | None = None
        self.foul: Infraction | None = None
        self._state = state
        self._alike = printed_alike(kinds)
        self._titles = {die.kind: die.title for die in kinds}
        self._counts = {die.kind: die.count for die in kinds}
        self._slots = Slots(game.zones, self._alike)
        self._watch = ThrowWatch()
        self._belief = Belief(game, self._slots, self.options, state, self._watch)
        self._questions = Questions(game, self.options, kinds, self._alike)
        self._evidence = Evidence()
        self._table: Table | None = None
        self.board: Board | None = None
        self._tail: Explanation | None = (
            None  # what was done since the last entry, as far as it is clear
        )
        self._asked, self._named = after
        self._memory = Memory(self._counts)
        self._lost: Placement | None = None  # the die the open question asks for
        self._denied = False  # the players said that nothing that is legal happened
        self._none_fits = False  # the players said that no answer fits: wait for the hands
        self._asked_in = ""  # digest of the state the last silent choice was asked in
        self._unasked: State | None = None  # where nothing was to be asked, when last looked at
        self._asked_of: Table | None = None  # the table that the open question is about
        self._told_over = False  # the players said that their move is over, and it is not clear yet
        self._shown_then: object = None  # what the table showed when it was last thought over
        self._undone_of: Begun | None = None  # what is left to do of it has been put into words
        self._undone_said: tuple[Text, ...] = ()
        self._odd_s = 0.0  # seconds at rest that nothing explains, in the rests before this one

    @property
    def state(self) -> State:
        """The state on record."""
        return self._state

    @property
    def tail(self) -> tuple[Action, ...]:
        """What was done since then and may still be taken back."""
        return self._tail.actions if self._tail is not None else ()

    @property
    def shown(self) -> State:
        """The state after the tail: what the players see before it is entered."""
        return self._tail.state if self._tail is not None else self._state

    @property
    def thought(self) -> Thought | None:
        """What is thought of the table at rest."""
        return self._belief.thought

    # -- what the eye says

    def look(self, look: Look) -> Verdict:
        """Take in one look at the table."""
        look = self._fold(look)
        self._watch.see(look)
        if look.hands or not look.still:
            self._disturbed()
            return Wait("hands" if look.hands else "moving")
        table = self._memory.as_settled(self._evidence.add(look))
        self._table = table
        if table.looks < self.options.looks:
            self._belief.think_ahead(table, self._memory.covered)
            return Wait("unsettled")
        thought = self._belief.thought
        if thought is None or not self._as_before(table):
            thought = self._belief.think(table, self._memory.covered)
            self._shown_then = self._as_it_shows(table)
        self.board = thought.board
        verdict = self._judge(thought)
        return self._end_move() if self._told_over and isinstance(verdict, Wait) else verdict

    def _as_before(self, table: Table) -> bool:
        """Whether a table that has been looked at often shows what it showed at the last look."""
        often = table.looks > self.options.patience and table.looks % self.options.rethink
        return bool(often) and self._as_it_shows(table) == self._shown_then

    @staticmethod
    def _as_it_shows(table: Table) -> object:
        return [(piece.place, piece.reading, piece.cocked) for piece in table.pieces]

    def _disturbed(self) -> None:
        """Hands or movement: the rest is over, and what was thought of it is carried on."""
        thought = self._belief.thought
        if self._table is not None:
            if thought is None and self._table.looks >= self.options.looks:
                thought = self._belief.think(self._table, self._memory.covered)
            if self._table.looks < self.options.looks:
                self._belief.glance(self._table)
            if thought is not None:
                self._uncover(thought)
                if thought.whole or thought.halfway is not None:
                    self._odd_s = 0.0
                else:
                    self._odd_s += self._rested(thought.board)
            self._belief.rest_over()
            self._table = None
            self._told_over = False
        self._evidence = Evidence()
        self._denied = self._none_fits = False
        self._watch.forget(self._belief.oldest)

    def _judge(  # noqa: C901, PLR0911, PLR0912 - the order of the verdicts, told in one place
        self, thought: Thought
    ) -> Verdict:
        """Weigh what the table shows against what may have happened."""
        board, best = thought.board, thought.best
        if self._none_fits:
            return Wait("as-answered")
        if self._patient(board) and not (thought.whole or thought.thorough):
            return Wait("unsettled")
        if self._leans(board):
            return self._unexplained(thought)
        if not thought.whole:
            if self._unfinished(thought):
                return Wait("halfway", self._undone(thought))
            if self._only_hidden(thought):
                return Wait("covered")
            return self._unexplained(thought)
        if best.residue.cost > AGREES and self._patient(board):
            return Wait("unsettled")  # a die missed or a ghost seen will show as such
        if self._patient(board) and any(map(board.glimpsed, best.residue.spare)):
            return Wait("unsettled")  # a ghost, or a die too many that one look missed
        self._tail = best if best.steps else None
        if self._patient(board) and board.hides_dice:
            return Wait("unsettled")  # what is not seen at once may come to light, moved or rolled
        if self._patient(board) and board.hangs_by_a_glimpse(*self._from_to(best.state)):
            return Wait("unsettled")  # a ghost may lie just where a missed die is said to be
        if self.foul is not None and not self._denied:
            return self._mended()
        twins = unclear(board, self.game.layout(self._state), self.game.layout(best.state))
        if twins:
            self._tail = None  # nothing may be said to follow from it yet
        if twins and self._patient(board):
            return Wait("unsettled")
        if not self._patient(board):
            self._rest_on(board, thought, frozenset(each.number for each in twins))
            if twins:
                return self._ask_which(board, twins[0])
        over = len(best.steps) if self._ends_the_game(best, board) else thought.over
        return self._enter(thought, over)

    def _unfinished(self, thought: Thought) -> bool:
        """Whether the hands may be in the middle of a move, and not for too long."""
        begun, rested = thought.halfway, self._rested(thought.board)
        if self._denied:
            return False
        if begun is None:
            aside = thought.board.only_laid_aside(thought.nothing.residue)
            return aside and rested < self.options.halfway_s
        return rested < (self.options.gone_on_s if begun.gone_on else self.options.halfway_s)

    def _undone(self, thought: Thought) -> tuple[Text, ...]:
        """What is left to do of a move that has lain half done for a while: this is no foul."""
        if thought.halfway is None or self._rested(thought.board) < self.options.hint_s:
            return ()
        if self._undone_of is not thought.halfway:
            state = thought.halfway.explanation.state
            self._undone_of = thought.halfway
            self._undone_said = undone_in_words(self.game, thought.board, state, self._titles)
        return self._undone_said

    def _may_be_half(self, thought: Thought, over: int) -> bool:
        """Whether half of other acts may lie there just as well as what would be entered."""
        best, begun = thought.best, thought.halfway
        if begun is None or not self._unfinished(thought):
            return False
        told, half = ([*map(type, each.actions[:over])] for each in (best, begun.explanation))
        return told != half and begun.explanation.cost + SOMEHOW < best.total + self.options.margin

    def _ends_the_game(self, best: Explanation, board: Board) -> bool:
        """Whether nothing can follow; where a roll would end it, more dice may yet be thrown."""
        if self.game.outcome(best.state) is None:
            return False
        rolled = bool(best.steps) and bool(best.steps[-1].rolled)
        return not rolled or self._rested(board) >= self.options.foul_s

    def _enter(self, thought: Thought, over: int) -> Verdict:  # noqa: PLR0911 - one verdict per case
        """Enter the best explanation's first actions, so many as are over, if they are sure."""
        board, best = thought.board, thought.best
        steps = best.steps[:over]
        if not steps:
            return self._ask_silent(thought) or Wait(
                "question-open" if self.question else "provisional" if best.steps else "nothing-new"
            )
        if self._unsure_of(steps, board):
            return Wait("unsettled")
        if not self._told_over and self._may_be_half(thought, over):
            return Wait("halfway")
        if any(map(self.options.doubts, steps)):
            return self._ask_rolled(thought, self._cut(best, over))
        like = likeness(self.game, best.state)
        acts = acts_of(best)
        others = [
            explanation
            for explanation in thought.rivals
            if likeness(self.game, explanation.state) != like or acts_of(explanation) != acts
        ]
        ahead = (
            explanation.cost + against(board, best.residue, explanation.residue) - best.total
            for explanation in others
            if explanation.actions[:over] != best.actions[:over]
        )
        lead = min(ahead, default=math.inf)
        if lead < self.options.margin:
            return self._doubtful(thought, others)
        barred = self._silently_barred(best, over)
        if barred:
            if self._patient(board) or self._too_soon(board):
                return Wait("unsettled")
            said = self._cut(best, barred)
            return self._ask(self._questions.was_it_said(self._state, said), board)
        unread = min(step.margin for step in steps)
        return self._commit(thought, over, min(lead, unread, 30.0))

    def _silently_barred(self, best: Explanation, over: int) -> int:
        """Up to which action nothing is entered unasked: nobody saw it, and it bars somebody."""
        game, state = self.game, self._state
        if not isinstance(game, TellsWhatBars):
            return 0
        for count, step in enumerate(best.steps[:over], 1):
            if step.silent and game.bars(state, step.action, best.actions[count:]):
                return count
            state, _ = game.apply(state, step.action)
        return 0

    def _unsure_of(self, steps: Sequence[ExplainedAction], board: Board) -> bool:
        unread = min(step.margin for step in steps)
        return unread < self.options.face_margin and self._patient(board)

    def _from_to(self, state: State) -> tuple[Counter[Slot], Counter[Slot]]:
        """What lies on the table by the record, and what would lie there in `state`."""
        before, now = (self._slots.wanted(self.game.layout(s)) for s in (self._state, state))
        return before, now

    def _patient(self, board: Board) -> bool:
        """Whether further looks may still settle it."""
        return (self._table or board.table).looks < self.options.patience

    def _rested(self, board: Board) -> float:
        """Seconds for which nobody has moved."""
        newest = self._table or board.table
        return newest.time - newest.since

    def _too_soon(self, board: Board) -> bool:
        """Whether a hand may only be on its way back: nobody is asked between two movements."""
        return self._rested(board) < self.options.patience_s

    def _only_hidden(self, thought: Thought) -> bool:
        """Whether dice are only missing, for less long than a card or a mug lies on them."""
        residue = thought.nothing.residue
        waited = self._rested(thought.board)
        hidden = bool(residue.lacking) and not residue.spare
        return hidden and not self._denied and waited < self.options.hidden_s

    @staticmethod
    def _leans(board: Board) -> bool:
        """Whether a die leans where its face matters."""
        heaps = {piece.place.zone for piece in board.pieces if piece.cocked}
        return any(board.matters(zone) for zone in heaps)

    def _ask_which(self, board: Board, die: Unclear) -> Verdict:
        """Dice that look alike are asked about, one by one: nothing is entered before."""
        if self._too_soon(board):
            return Wait("unsettled")
        return self._ask(self._questions.which_die(self._state, board, die), board)

    def _rest_on(self, board: Board, thought: Thought, doubtful: Container[int] = ()) -> None:
        """Remember dice that are not seen well, as long as nobody touches them.

        What the best explanation has out of sight counts no more against it; nor, then, what a
        rival has there. What only the tail has put there must be seen, or else speaks against it.
        """
        layouts = [self.game.layout(told.state) for told in (thought.best, *thought.rivals)]
        slots = Counter[Slot]()
        for layout in layouts:
            slots |= board.slots(layout)
        self._memory.cover(board, slots, board.slots(self.game.layout(self._state)))
        self._memory.settle(board, layouts[0], unclear=doubtful)

    def _uncover(self, thought: Thought) -> None:
        """Forget that dice lie unseen that the rest now ending has shown."""
        board = thought.board
        self._memory.uncover(board, board.slots(self.game.layout(thought.best.state)))

    # -- what is over

    def move_is_over(self) -> Verdict:
        """The players say that they have done what they wanted: enter it, or ask about it.

        What is not clear yet is entered once it is, at a later look of the same rest.
        """
        self._told_over = True
        return self._end_move()

    def _end_move(self) -> Verdict:
        """Enter or name what lies there, as far as it is clear."""
        verdict = self._ended()
        self._told_over = isinstance(verdict, Wait) and verdict.reason != "nothing-new"
        return verdict

    def _ended(self) -> Verdict:
        if self._table is None or self._table.looks < self.options.looks:
            return Wait("hands")
        if self._none_fits:
            return Wait("as-answered")
        thought = self._belief.thought or self._belief.think(self._table, self._memory.covered)
        before, after = self.game.layout(self._state), self.game.layout(thought.best.state)
        twins = unclear(thought.board, before, after) if thought.whole else ()
        if twins:
            return self._ask_which(thought.board, twins[0])
        if not thought.whole or self._leans(thought.board):
            return self._unexplained(thought, at_once=True)
        return self._enter(thought, len(thought.best.steps))

    def _cut(self, explanation: Explanation, over: int) -> Explanation:
        """The first actions of an explanation since the last entry."""
        state = self._state
        for action in explanation.actions[:over]:
            state, _ = self.game.apply(state, action)
        return msgspec.structs.replace(explanation, steps=explanation.steps[:over], state=state)

    def _commit(self, thought: Thought, over: int, lead: float) -> Verdict:
        """Enter what is over."""
        why = self._why(thought)
        explanation = self._cut(thought.best, over)
        confidence = 1.0 - math.exp(-lead)
        evidence = _told(thought.board, explanation)
        steps = tuple(Step(step.action, "seen", confidence, evidence) for step in explanation.steps)
        all_of_it = over == len(thought.best.steps)
        table = thought.board.table if all_of_it else thought.began
        self._advance(explanation.actions, explanation.state, table, whole=all_of_it)
        self._tail = None if all_of_it else self._rest_of(thought.best, over)
        return Commit(steps, why)

    @staticmethod
    def _rest_of(explanation: Explanation, over: int) -> Explanation:
        return msgspec.structs.replace(explanation, steps=explanation.steps[over:])

    def _advance(
        self,
        actions: Sequence[Action],
        state: State,
        table: Table | None,
        *,
        whole: bool = False,
    ) -> None:
        """These actions are on record now; `table` shows how it lay before what follows them."""
        before, now = self._from_to(state)
        self._memory.leave(before, now)
        self._belief.enter(actions, state, table, whole=whole)
        self._state = state
        self.question = None
        self._tail = None

    def _mended(self) -> Infraction:
        assert self.foul is not None
        mended = msgspec.structs.replace(self.foul, mended=True)
        self.foul = None
        return mended

    # -- asking

    def _doubtful(self, thought: Thought, rivals: Sequence[Explanation]) -> Verdict:
        """Several explanations fit: more looks may settle it, or else the players must."""
        board = thought.board
        if self._denied:
            return self._unexplained(thought)
        if self._patient(board) or self._too_soon(board):
            return Wait("unsettled")
        told = [thought.best, *rivals]
        if not self._told_over and _go_on_from_each_other(told):
            return Wait("provisional")  # what only some of them add, the play itself will tell
        if self.question is not None and _still_asks(self.question, told):
            return Wait("question-open")
        return self._ask(self._questions.what_happened(self._state, told), board)

    def _ask_silent(self, thought: Thought) -> Verdict | None:
        """A choice that will leave nothing to see is asked at once, and once."""
        game, best, board = self.game, thought.best, thought.board
        mover = game.to_move(best.state)
        if mover is None or mover == CHANCE or self._patient(board):
            return None
        if best.state is self._unasked:
            return None
        digest = game.digest(best.state)
        if digest == self._asked_in or self._too_soon(board):
            return None
        before = tuple(Step(action, "seen") for action in best.actions)
        question = self._questions.which_one(best.state, before)
        if question is None:
            self._unasked = best.state
            return None
        self._asked_in = digest
        return self._ask(question, board)

    def _ask_rolled(self, thought: Thought, told: Explanation) -> Verdict:
        """A face can hardly be read, or a die of a roll is not seen."""
        if self._denied:
            return self._unexplained(thought)
        if self._too_soon(thought.board):
            return Wait("unsettled")
        lost = any(step.lost for step in told.steps)
        other = GONE if lost else NONE_OF_THESE
        return self._ask(self._questions.what_was_rolled(self._state, told, other), thought.board)

    def _ask_lost(
        self, board: Board, lost: Mapping[KindName, tuple[Placement, Explanation]]
    ) -> Verdict:
        """A die is not seen: it may be hidden from the camera, or gone."""
        lie, explanation = next(iter(lost.values()))
        if len(lost) == 1 and any(step.lost for step in explanation.steps):
            rolled = self._questions.what_was_rolled(self._state, explanation, GONE)
            return self._ask(rolled, board)
        self._lost = lie
        return self._ask(self._questions.where_is(lost), board)

    def _why(self, thought: Thought) -> tuple[Considered, ...]:
        return considered(self.game, self._state, thought, self._titles)

    def _ask(self, question: Question, board: Board) -> Verdict:
        """Ask, unless just that is being asked already."""
        asked = [answer.text for answer in self.question.answers] if self.question else None
        if asked == [answer.text for answer in question.answers]:
            return Wait("question-open")
        self._asked += 1
        self._asked_of = self._last_whole
        self.question = Ask(
            self._asked,
            question.text,
            question.answers,
            _why_asked([answer.probability for answer in question.answers], board.table.looks),
            board.table.time,
            question.tracks,
            self._why(self._belief.thought) if self._belief.thought is not None else (),
        )
        return self.question

    # -- fouls

    def _unexplained(self, thought: Thought, *, at_once: bool = False) -> Verdict:
        """No legal explanation fits: wait as long as a person would, then name what is wrong."""
        board = thought.board
        waited = self._odd_s + self._rested(board)
        said = at_once or self._denied
        if self._patient(board) or (not said and waited < self.options.foul_s):
            return Wait("unexplained")
        if any(board.fleeting(number) for number in thought.best.residue.spare):
            return Wait("unsettled")  # the next look tells whether it is a ghost
        lost = {} if self._denied else self._questions.only_lost(self._state, board, thought)
        if lost:
            return self._ask_lost(board, lost)
        begun = (thought.halfway.explanation,) if thought.halfway is not None else ()
        told = _by_length((thought.nothing, *thought.nearest, *begun))
        named = name_foul(self.game, board, told, self._titles)
        violation = named.violation
        if len(named.wrong) > MUCH_WRONG and not said and waited < self.options.halfway_s:
            return Wait("unexplained")  # nobody is blamed for a table that is not understood
        if self.foul is not None and self.foul.code == violation.code:
            return Wait("foul-open")
        self._named += 1
        self.question = None
        self.foul = Infraction(
            self._named,
            violation.code,
            violation.text,
            named.seat if named.seat is not None else self._blamed(),
            violation.citation,
            violation.remedy,
            named.tracks,
            dice=tuple(
                difference_in_words(self.game, named.state, one, self._titles)
                for one in named.wrong
            ),
            why=self._why(thought),
        )
        return self.foul

    def _blamed(self) -> Seat | None:
        mover = self.game.to_move(self._state)
        if mover is None or mover == CHANCE:
            chance = self.game.chance(self._state)
            return chance.seat if chance is not None else None
        return mover

    # -- what people say

    def announce(self, action: Action) -> Verdict:
        """A player says what they do, before or after their hands did it."""
        asked = self.question
        if asked is not None and any(each.shows and not each.steps for each in asked.answers):
            citation = Citation(self.game.name, "What lies on the table")
            text = tr("{text} Answer that first.", text=asked.text)
            return Infraction(0, "which-die", text, None, citation, tr("Answer the question."))
        told = [self._tail] if self._tail is not None else []
        meant = self._told_by_a_rival(action)
        if meant is not None:
            told = [self._cut(meant, len(meant.steps) - 1)]
        for explanation in told:  # what was done before it is over then, if it can follow
            if self.game.why_not(explanation.state, action) is None:
                state, _ = self.game.apply(explanation.state, action)
                steps = [Step(done, "seen") for done in explanation.actions]
                thought = self._belief.thought
                why = self._why(thought) if steps and thought is not None else ()
                self._say(tuple(step.action for step in steps), action, state)
                return Commit((*steps, Step(action, "announced")), why)
        violation = self.game.why_not(self._state, action)
        if violation is not None:
            return Infraction(
                0,
                violation.code,
                violation.text,
                self._blamed(),
                violation.citation,
                violation.remedy,
            )
        state, _ = self.game.apply(self._state, action)
        self._say((), action, state)
        return Commit((Step(action, "announced"),))

    def _told_by_a_rival(self, action: Action) -> Explanation | None:
        """What lies there told by this as the last action, where the tail tells it by another.

        Of two dice alike the table shows which one attacks no better than the tail knows.
        """
        thought, tail = self._belief.thought, self._tail
        if thought is None or not thought.whole or tail is None or action in tail.actions:
            return None
        likely, told = thought.best.total + self.options.margin, (*tail.actions[:-1], action)
        rivals = (each for each in thought.rivals if each.actions == told)
        return next((each for each in rivals if each.total <= likely), None)

    def _say(self, done: Sequence[Action], action: Action, state: State) -> None:
        thought = self._belief.thought
        lay = thought.began if thought is not None else self._last_whole
        self._advance((*done, action), state, lay)
        self._none_fits = False  # what is still unexplained may be explained from here

    @property
    def _last_whole(self) -> Table | None:
        """The last table at rest that was explained."""
        return self._belief.last_whole

    def _table_asked_of(self) -> Table | None:
        """How the dice lay when the open question was asked: much may have been done since."""
        now, then = self._last_whole, self._asked_of
        return now if then is None or now is None or now.since == then.since else then

    def interject(self, action: Action, cause: str) -> Commit:
        """Something that no player does, as time being called: an open question stays open.

        Raises `ValueError` when it is not legal.
        """
        question, asked_now = self.question, self._asked_in == self.game.digest(self._state)
        state, _ = self.game.apply(self._state, action)
        if self._belief.interject(state):
            self._state, self.question = state, None
            self._tail = self._retold(self._tail)
        else:
            self._advance((action,), state, self._last_whole)
        if asked_now:
            self._asked_in = self.game.digest(state)
        if question is not None and all(self._follow(answer.steps) for answer in question.answers):
            self.question = question
        return Commit((Step(action, cause),))

    def _retold(self, tail: Explanation | None) -> Explanation | None:
        """The same done from the present state; None where it is not lawful any more."""
        if tail is None or not self._follow([Step(each, "seen") for each in tail.actions]):
            return None
        return msgspec.structs.replace(tail, state=self._after(tail.actions))

    def _follow(self, steps: Sequence[Step]) -> bool:
        """Whether the steps are legal one after the other from the present state."""
        state = self._state
        for step in steps:
            if self.game.why_not(state, step.action) is not None:
                return False
            state, _ = self.game.apply(state, step.action)
        return True

    def answer(self, number: int, choice: int) -> Commit:  # noqa: C901 - one case per kind of answer
        """The players pick an answer. Raises `ValueError` when there is no such question."""
        if self.question is None or self.question.number != number:
            raise ValueError(tr("question {number} is not open.", number=number))
        if not 0 <= choice < len(self.question.answers):
            raise ValueError(
                tr("question {number} has no answer {choice}.", number=number, choice=choice + 1)
            )
        chosen = self.question.answers[choice]
        about_dice = self.question.answers[-1] in {GONE, NONE_OF_THESE}
        told = chosen not in {GONE, NONE_OF_THESE}
        if self._lost is not None and self.board is not None and told and not chosen.steps:
            self._memory.hide(self.board.slot(self._lost))
        self._denied = chosen == GONE
        self._none_fits = chosen in {NONE_OF_THESE, SOMETHING_ELSE}
        self._lost = None
        if chosen == SOMETHING_ELSE:
            asked = (answer.steps for answer in self.question.answers if answer.steps)
            self._belief.refuse(tuple(step.action for step in steps) for steps in asked)
            self._tail = None
        if not chosen.steps and self.board is not None:
            for track, kind, _ in chosen.shows:
                self._name_die(self.board, track, KindName(kind))
        steps = self.question.answers[choice].steps
        state = self._state
        for step in steps:
            state, _ = self.game.apply(state, step.action)
        lay, now = self._table_asked_of(), self._last_whole
        thought, said = self._belief.thought, tuple(step.action for step in steps)
        if thought is not None and said and thought.best.actions[: len(said)] == said:
            lay = lay if thought.best.actions == said else thought.began
        if steps:
            self._advance([step.action for step in steps], state, lay)
        self.question = None
        if self.board is None or (steps and lay is not now):
            return Commit(steps)
        layout = self.game.layout(state)
        wanted = self.board.slots(layout)
        as_it_is = chosen.text == NOTHING_MORE and not steps
        if as_it_is:
            residue = self.board.compare(wanted)
            odd = residue.cost - self.board.under_others(residue) > TOLERATED
            self._denied, self._none_fits = odd, not odd
        if (as_it_is and self._none_fits) or (steps and about_dice):
            self._memory.hide_all(self.board.not_found(wanted))
            self._memory.settle(self.board, layout, math.inf)
        return Commit(steps)

    def _name_die(self, board: Board, track: int, kind: KindName) -> None:
        """The die with this track is of this kind: all is thought over once more."""
        for piece in board.pieces:
            if track in piece.tracks:
                self._memory.name(piece, kind)
        self._belief.look_anew()

    def allow(self, number: int) -> Commit:
        """A judge lets the foul stand: the state is put right by hand.

        Raises `ValueError` when it is not open or the game cannot be put right.
        """
        if self.foul is None or self.foul.number != number or self.board is None:
            raise ValueError(tr("foul {number} is not open.", number=number))
        if not isinstance(self.game, RepairsByHand):
            raise ValueError(  # noqa: TRY004 - said to a person, who chose the game
                tr("this game cannot be put right by hand: mend the table.")
            )
        found = self._amiss(self.board, self._state)
        steps: list[Step] = []
        state = self._state
        for action in self.game.by_hand(state, found):
            state, _ = self.game.apply(state, action)  # a ValueError says what must come first
            steps.append(Step(action, "judge"))
        self.foul = None
        self._advance([step.action for step in steps], state, self._table)
        return Commit(tuple(steps))

    def as_it_lies(self) -> Lying:
        """What lies there, from the explanation of it that leaves the fewest dice to explain.

        Raises `ValueError` when nothing lies still, or the game cannot be put right by hand.
        """
        game, table = self.game, self._table
        if not isinstance(game, RepairsByHand):
            raise ValueError(  # noqa: TRY004 - said to a person, who chose the game
                tr("this game cannot be put right by hand: correct the record instead.")
            )
        if table is None or table.looks < self.options.looks:
            raise ValueError(tr("nothing lies still yet: take your hands off the table and wait."))
        thought = self._belief.thought or self._belief.think(table, self._memory.covered)
        board, found = thought.board, list[Lying]()
        told = [
            explanation.actions for explanation in (thought.best, thought.nothing, *thought.nearest)
        ]
        why = ""
        for actions in dict.fromkeys(((), *told)):
            if actions and self._belief.refuses(actions):
                continue
            state = self._after(actions)
            wrong = self._amiss(board, state)
            try:
                by_hand = tuple(game.by_hand(state, wrong))
                for action in by_hand:
                    state, _ = game.apply(state, action)
            except ValueError as error:
                why = str(error)
                continue
            left = self._amiss(board, state)
            found.append(Lying(actions, by_hand, wrong, left, state))
        if not found:
            raise ValueError(why)
        return min(
            found,
            key=lambda lying: len(lying.left) * 9 + len(lying.differs) * 2 + len(lying.actions),
        )

    def _amiss(self, board: Board, state: State) -> tuple[Difference, ...]:
        """What lies otherwise than `state` says; nothing when all of it may lie under others."""
        found, zones = changes(self.game, board, state), self.game.zones
        under = Counter(
            one.before
            for one in found
            if one.after is None and one.before and zones[one.before.zone] is ZoneKind.HEAP
        )
        seen = Counter(piece.place for piece in board.pieces)
        only_hidden = under.total() == len(found)
        fits = all(count <= seen[place] for place, count in under.items())
        return () if only_hidden and fits else found

    def _after(self, actions: Sequence[Action]) -> State:
        state = self._state
        for action in actions:
            state, _ = self.game.apply(state, action)
        return state

    def go_on_from(self, state: State) -> None:
        """The players say that this is how the dice lie now."""
        self.foul = None
        self._memory = Memory(self._counts)
        self._denied = self._none_fits = False
        self._belief.begin(state, self._table)
        self._advance((), state, self._table)

    def next_question(self) -> int:
        """The number of a question that somebody else asks."""
        self._asked += 1
        return self._asked

    def next_foul(self) -> int:
        """The number of a foul that somebody else names."""
        self._named += 1
        return self._named

    def correct(self, state: State) -> None:
        """Go on from another state: the record was corrected."""
        self.foul = None
        self._memory = Memory(self._counts)
        self._asked_in = ""
        self._belief.begin(state, None)
        self._advance((), state, None)

    # -- reading

    def _fold(self, look: Look) -> Look:
        """The game's dice, with faces that are printed alike taken for one.

        What lies in a zone the game does not know (a die that marks life) is none of them; what
        lies in one whose dice nobody looks for (a hand laid down) is where it should be, unseen.
        """
        zones, hidden = self.game.zones, ZoneKind.HIDDEN
        dice = [
            seen
            for seen in look.dice
            if seen.zone is None or zones.get(seen.zone, hidden) is not hidden
        ]
        if self._alike:
            dice = [
                msgspec.structs.replace(seen, likelihood=folded(seen.likelihood, self._alike))
                for seen in dice
            ]
        return msgspec.structs.replace(look, dice=tuple(dice))


def _still_asks(question: Ask, told: Sequence[Explanation]) -> bool:
    """Whether all these explanations go on where answers end of which several may still be true."""
    ways = [
        {
            n
            for n, answer in enumerate(question.answers)
            if answer.steps and _follows(explanation, answer)
        }
        for explanation in told
    ]
    return all(ways) and len(set().union(*ways)) > 1


def _go_on_from_each_other(told: Sequence[Explanation]) -> bool:
    """Whether all explanations are parts of the longest one: they contradict nothing."""
    longest = max(told, key=lambda explanation: len(explanation.steps))
    return all(one.begins(longest) or _is_part(one, longest) for one in told)


def _is_part(one: Explanation, other: Explanation) -> bool:
    """Whether an explanation tells of some acts of another, in any order, and nothing is rolled."""
    rolls = any(step.rolled for step in (*one.steps, *other.steps))
    return not rolls and all(action in other.actions for action in one.actions)


def _follows(explanation: Explanation, answer: Answer) -> bool:
    return explanation.actions[: len(answer.steps)] == tuple(step.action for step in answer.steps)


def _by_length(told: Sequence[Explanation]) -> list[Explanation]:
    """Without repetitions: that nothing else happened comes first, then what fits best."""
    different = {explanation.actions: explanation for explanation in told}
    return sorted(
        different.values(), key=lambda explanation: (bool(explanation.steps), explanation.total)
    )


def _why_asked(chances: Sequence[float], looks: int) -> Text:
    """How far the looks so far tell the answers apart."""
    seen = ntr("one look", "{count} looks", looks)
    if len(chances) > 1 and chances[0] - chances[1] < EVEN:
        return tr("{seen} at the table cannot tell them apart", seen=seen)
    first = tr(
        "{seen} at the table: the first is {chance:.0f} % likely",
        seen=seen,
        chance=100 * chances[0],
    )
    return (
        first
        if len(chances) == 1
        else tr("{first}, the next {chance:.0f} %", first=first, chance=100 * chances[1])
    )


def _told(board: Board, explanation: Explanation) -> Text:
    """Why it was believed, for the record."""
    margin = min((step.margin for step in explanation.steps), default=math.inf)
    left = tr("{cost:.1f} nats off", cost=explanation.residue.cost)
    words = tr(
        "{count} dice in {looks} looks, {left}",
        count=len(board.pieces),
        looks=board.table.looks,
        left=left,
    )
    return (
        words
        if math.isinf(margin)
        else tr("{words}, least certain face by {margin:.1f}", words=words, margin=margin)
    )
