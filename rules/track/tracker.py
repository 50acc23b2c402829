"""The referee's judgement: commit, ask, name the foul, or wait.

Feed it looks; it keeps the evidence of the present rest of the table and the state it believes
in. It holds no rule and writes no record: `rules.track.referee` joins it to the journal.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from rules.core import (
    CHANCE,
    Action,
    AnyGame,
    DieFacts,
    Placement,
    RepairsByHand,
    Roll,
    SaysWhenToWait,
    State,
)
from rules.track.evidence import Evidence, Table
from rules.track.fit import Board
from rules.track.fouls import changes, name_foul, pieces_of
from rules.track.inquiry import Inquiry
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
from rules.track.rivals import against
from rules.track.slots import Slot, Slots
from rules.track.story import AGREES, TOLERATED, Stories, Story
from rules.track.verdict import Answer, Ask, Commit, Infraction, Look, Step, Verdict, Wait
from rules.track.walk import STEP

EVEN: Final = 0.02
"""Answers whose chances differ by less than this are as good as each other."""


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
        self._slots = Slots(game.zones, self._alike)
        self._inquiry = Inquiry(game, self._slots, self.options)
        self._questions = Questions(game, self.options, kinds, self._alike)
        self._evidence = Evidence()
        self._table: Table | None = None
        self._believed: Table | None = None  # the last table at rest that was told of
        self._before: Table | None = None  # what it was before the last disturbance
        self.board: Board | None = None
        self._asked, self._named = after
        self._memory = Memory()
        self._lost: Placement | None = None  # the die the open question asks for
        self._denied = False  # the players said that nothing that is legal happened
        self._hushed = False  # the players said that no answer fits: wait for the hands
        self._unfinished = False  # the last roll's consequences are not on the table yet
        self._asked_in = ""  # digest of the state the last silent choice was asked in

    @property
    def state(self) -> State:
        """The state the game is believed to stand in."""
        return self._state

    # -- what the eye says

    def look(self, look: Look) -> Verdict:
        """Take in one look at the table."""
        if look.hands or not look.still:
            if self._table is not None:
                self._uncover(self._table)
                if self._inquiry.disturbed(self.question):
                    self._believed = self._table
                self._before, self._table = self._believed, None
            self._evidence = Evidence()
            self._unfinished = self._denied = self._hushed = False
            return Wait("hands" if look.hands else "moving")
        table = self._memory.as_settled(self._evidence.add(self._fold(look)))
        self._table = table
        board = Board(table, self._slots, self._before, self._memory.covered)
        if table.looks < self.options.looks:
            self._inquiry.think_ahead(self._state, board)
            return Wait("unsettled")
        self.board = board
        return self._judge(board)

    def _judge(self, board: Board) -> Verdict:
        """Weigh what the table shows against what may have happened."""
        if self._hushed:
            return Wait("as-answered")
        stories = self._inquiry.stories(self._state, board)
        best = stories.best
        if self._patient(board) and not (stories.explained or self._inquiry.thorough):
            return Wait("unsettled")
        if any(piece.cocked for piece in board.pieces) and self._cocked_matters(board):
            return self._unexplained(board, stories)
        covered = board.under_others(best.residue)
        odd = best.total - covered - STEP * len(best.chapters)
        if best.residue.cost - covered > TOLERATED or odd > self.options.foul_cost:
            return self._unexplained(board, stories)
        if not best.chapters:
            return self._as_it_was(board)
        if self._lies_doubted(board):
            return Wait("question-open")
        if best.residue.cost > AGREES and self._patient(board):
            return Wait("unsettled")  # a die missed or a ghost seen will show as such
        if self._patient(board) and any(map(board.glimpsed, best.residue.spare)):
            return Wait("unsettled")  # a ghost, or a die too many that one look missed
        if self._patient(board) and board.hides_dice:
            return Wait("unsettled")  # what is not seen at once may come to light, moved or rolled
        if self._patient(board) and board.hangs_by_a_glimpse(*self._from_to(best.state)):
            return Wait("unsettled")  # a ghost may lie just where a missed die is said to be
        unread = min(chapter.margin for chapter in best.chapters)
        if unread < self.options.face_margin and self._patient(board):
            return Wait("unsettled")
        if any(map(self.options.doubts, best.chapters)):
            if self._too_soon(board):
                return Wait("unsettled")
            rolled = self._questions.what_was_rolled(self._state, best)
            return self._ask(rolled, board)
        waited = board.table.time - board.table.since
        in_hand = covered and not stories.nothing.residue.spare  # only missed, and nothing moved
        if waited < self.options.grace and (in_hand or self._hesitates(best)):
            return Wait("unsettled")
        ahead = (
            story.cost + against(board, best.residue, story.residue) - best.total
            for story in stories.rivals
        )
        lead = min(ahead, default=math.inf)
        if lead < self.options.margin:
            return self._doubtful(board, stories)
        return self._commit(board, best, min(lead, unread, 30.0))

    def _from_to(self, state: State) -> tuple[Counter[Slot], Counter[Slot]]:
        """What lies on the table now, as it is believed, and what would lie there in `state`."""
        before, now = (self._slots.wanted(self.game.layout(s)) for s in (self._state, state))
        return before, now

    def _hesitates(self, story: Story) -> bool:
        """Whether the hands may be in the middle of something else than the story says."""
        if not isinstance(self.game, SaysWhenToWait):
            return False
        state = self._state
        for action in story.actions:
            if self.game.needs_longer_rest(state, action):
                return True
            state, _ = self.game.apply(state, action)
        return False

    def _patient(self, board: Board) -> bool:
        """Whether further looks may still settle it."""
        return board.table.looks < self.options.patience

    def _too_soon(self, board: Board) -> bool:
        """Whether a hand may only be on its way back: nobody is asked between two movements."""
        return board.table.time - board.table.since < self.options.patience_s

    def _lies_doubted(self, board: Board) -> bool:
        """Whether players went on though it is asked what was rolled, and a die lies as it fell."""
        question = self.question
        if question is None or question.answers[-1] not in {GONE, NONE_OF_THESE}:
            return False
        asked = set(question.tracks)
        lies_on = any(not asked.isdisjoint(piece.tracks) for piece in board.pieces)
        return lies_on and self._inquiry.carries

    def _cocked_matters(self, board: Board) -> bool:
        heaps = {piece.place.zone for piece in board.pieces if piece.cocked}
        return any(board.matters(zone) for zone in heaps)

    def _as_it_was(self, board: Board) -> Verdict:
        """Nothing happened: was a foul mended, is a silent choice due?"""
        self._rest_on(board)
        if not self._patient(board):
            layout = self.game.layout(self._state)
            self._memory.cover(board, board.slots(layout))
            self._memory.settle(board, layout)
        if self.foul is not None:
            return self._mended()
        if self.question is not None:
            return Wait("question-open")
        return self._ask_silent(board) or Wait("nothing-new")

    # -- committing

    def _commit(self, board: Board, story: Story, lead: float) -> Verdict:
        if self.foul is not None:
            return self._mended()
        confidence = 1.0 - math.exp(-lead)
        evidence = _told(board, story)
        steps = tuple(
            Step(chapter.action, "seen", confidence, evidence) for chapter in story.chapters
        )
        self._advance(story.state)
        if not story.unfinished:
            self._memory.settle(board, self.game.layout(story.state))
        self._unfinished = story.unfinished
        return Commit(steps)

    def _uncover(self, table: Table) -> None:
        """Forget that dice lie unseen that the rest now ending has shown."""
        board = self.board
        if board is not None and board.table is table:
            self._memory.uncover(board, board.slots(self.game.layout(self._state)))

    def _rest_on(self, board: Board) -> None:
        """Remember how the table lies, if it is as believed: what moves from here on is new.

        Dice that are to be rolled may have been rolled already, and have come up as they lay.
        """
        if board.table is not self._table or isinstance(self.game.chance(self._state), Roll):
            return
        residue = board.compare(board.slots(self.game.layout(self._state)))
        if residue.cost - board.under_others(residue) <= AGREES:
            self._believed = board.table

    def _advance(self, state: State, *, answered: bool = False) -> None:
        """Believe in another state; `answered`: players said that what was told led there."""
        before, now = self._from_to(state)
        self._memory.leave(before, now)
        self._state = state
        self.question = None
        if answered:
            self._inquiry.answered(state)
        else:
            self._inquiry.forget()
        if self.board is not None:
            self._rest_on(self.board)

    def _mended(self) -> Infraction:
        assert self.foul is not None
        mended = msgspec.structs.replace(self.foul, mended=True)
        self.foul = None
        return mended

    # -- asking

    def _doubtful(self, board: Board, stories: Stories) -> Verdict:
        """Several stories fit: more looks may settle it, or else the players must."""
        if self._denied:
            return self._unexplained(board, stories)
        told = [stories.best, *stories.rivals]
        differ = max(s.residue.cost for s in told) - min(s.residue.cost for s in told) > 0.5
        if differ and self._patient(board):
            return Wait("unsettled")
        if all(stories.best.begins(rival) for rival in stories.rivals):
            return self._commit(board, stories.best, self.options.margin)
        if self._too_soon(board):
            return Wait("unsettled")
        waited = board.table.time - board.table.since
        if waited < self.options.grace and _may_go_on(told):
            return Wait("unsettled")
        if self.question is not None and _still_asks(self.question, told):
            return Wait("question-open")
        return self._ask(self._questions.what_happened(self._state, told), board)

    def _ask_silent(self, board: Board) -> Verdict | None:
        """A choice that will leave nothing to see is asked at once, and once."""
        game, state = self.game, self._state
        mover = game.to_move(state)
        if mover is None or mover == CHANCE:
            return None
        digest = game.digest(state)
        if digest == self._asked_in:
            return None
        self._asked_in = digest
        question = self._questions.which_one(state)
        return self._ask(question, board) if question is not None else None

    def _ask_lost(self, board: Board, lost: Mapping[str, tuple[Placement, Story]]) -> Verdict:
        """A die is not seen: it may be hidden from the camera, or gone."""
        lie, story = next(iter(lost.values()))
        if len(lost) == 1 and any(chapter.lost for chapter in story.chapters):
            rolled = self._questions.what_was_rolled(self._state, story, GONE)
            return self._ask(rolled, board)
        self._lost = lie
        return self._ask(self._questions.where_is(lost), board)

    def _ask(self, question: Question, board: Board) -> Verdict:
        """Ask, unless just that is being asked already."""
        asked = [answer.text for answer in self.question.answers] if self.question else None
        if asked == [answer.text for answer in question.answers]:
            return Wait("question-open")
        self._asked += 1
        self.question = Ask(
            self._asked,
            question.text,
            question.answers,
            _why_asked([answer.probability for answer in question.answers], board.table.looks),
            board.table.time,
            question.tracks,
        )
        return self.question

    # -- fouls

    def _unexplained(self, board: Board, stories: Stories) -> Verdict:
        """No legal story fits: wait for a hand to come back, then name it."""
        if self._unfinished:
            return Wait("unfinished")
        waited = board.table.time - board.table.since
        if self._patient(board) or waited < self.options.grace:
            return Wait("unexplained")
        if any(board.fleeting(number) for number in stories.best.residue.spare):
            return Wait("unsettled")  # the next look tells whether it is a ghost
        lost = (
            {} if self._denied else self._questions.only_lost(stories.nothing.state, board, stories)
        )
        if lost:
            return self._ask_lost(board, lost)
        told = _by_length((stories.nothing, *stories.nearest))
        violation, found, _ = name_foul(self.game, board, told)
        if self.foul is not None and self.foul.code == violation.code:
            return Wait("foul-open")
        self._named += 1
        self.question = None
        self.foul = Infraction(
            self._named,
            violation.code,
            violation.text,
            self._blamed(),
            violation.citation,
            violation.remedy,
            pieces_of(board, found),
        )
        return self.foul

    def _blamed(self) -> int | None:
        mover = self.game.to_move(self._state)
        if mover is None or mover == CHANCE:
            chance = self.game.chance(self._state)
            return chance.seat if chance is not None else None
        return mover

    # -- what people say

    def announce(self, action: Action) -> Verdict:
        """A player says what they do, before or after their hands did it."""
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
        self._advance(state)
        self._hushed = False  # what is still unexplained may be explained from here
        return Commit((Step(action, "announced"),))

    def interject(self, action: Action, cause: str) -> Commit:
        """Something that no player does, as time being called: an open question stays open.

        Raises `ValueError` when it is not legal.
        """
        question, asked_now = self.question, self._asked_in == self.game.digest(self._state)
        state, _ = self.game.apply(self._state, action)
        self._advance(state)
        if asked_now:
            self._asked_in = self.game.digest(state)
        if question is not None and all(self._follow(answer.steps) for answer in question.answers):
            self.question = question
        return Commit((Step(action, cause),))

    def _follow(self, steps: Sequence[Step]) -> bool:
        """Whether the steps are legal one after the other from the present state."""
        state = self._state
        for step in steps:
            if self.game.why_not(state, step.action) is not None:
                return False
            state, _ = self.game.apply(state, step.action)
        return True

    def answer(self, number: int, choice: int) -> Commit:
        """The players pick an answer. Raises `ValueError` when there is no such question."""
        if self.question is None or self.question.number != number:
            raise ValueError(f"question {number} is not open.")
        if not 0 <= choice < len(self.question.answers):
            raise ValueError(f"question {number} has no answer {choice + 1}.")
        chosen = self.question.answers[choice]
        about_dice = self.question.answers[-1] in {GONE, NONE_OF_THESE}
        told = chosen not in {GONE, NONE_OF_THESE}
        if self._lost is not None and self.board is not None and told and not chosen.steps:
            self._memory.hide(self.board.slot(self._lost))
        self._denied = chosen == GONE
        self._hushed = chosen in {NONE_OF_THESE, SOMETHING_ELSE}
        self._lost = None
        steps = self.question.answers[choice].steps
        state = self._state
        for step in steps:
            state, _ = self.game.apply(state, step.action)
        self._advance(state, answered=bool(steps))
        self._unfinished = self._unfinished or bool(steps)  # what follows may still be done
        if self.board is None:
            return Commit(steps)
        layout = self.game.layout(state)
        wanted = self.board.slots(layout)
        as_it_is = chosen.text == NOTHING_MORE and not steps
        if as_it_is:
            residue = self.board.compare(wanted)
            odd = residue.cost - self.board.under_others(residue) > TOLERATED
            self._denied, self._hushed = odd, not odd
        if (as_it_is and self._hushed) or (steps and about_dice):
            self._memory.hide_all(self.board.not_found(wanted))
            self._memory.settle(self.board, layout, math.inf)
        return Commit(steps)

    def allow(self, number: int) -> Commit:
        """A judge lets the foul stand: the state is put right by hand.

        Raises `ValueError` when it is not open or the game cannot be put right.
        """
        if self.foul is None or self.foul.number != number or self.board is None:
            raise ValueError(f"foul {number} is not open.")
        if not isinstance(self.game, RepairsByHand):
            raise ValueError(  # noqa: TRY004 - said to a person, who chose the game
                "this game cannot be put right by hand: mend the table."
            )
        found = changes(self.game, self.board, self._state)
        steps: list[Step] = []
        state = self._state
        for action in self.game.by_hand(state, found):
            state, _ = self.game.apply(state, action)  # a ValueError says what must come first
            steps.append(Step(action, "judge"))
        self.foul = None
        self._advance(state)
        return Commit(tuple(steps))

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
        self._memory = Memory()
        self._asked_in = ""
        self._advance(state)

    # -- reading

    def _fold(self, look: Look) -> Look:
        """The game's dice, with faces that are printed alike taken for one.

        What lies in a zone the game does not know (a die that marks life) is none of them.
        """
        zones = self.game.zones
        dice = [seen for seen in look.dice if seen.zone is None or seen.zone in zones]
        if self._alike:
            dice = [
                msgspec.structs.replace(seen, likelihood=folded(seen.likelihood, self._alike))
                for seen in dice
            ]
        return msgspec.structs.replace(look, dice=tuple(dice))


def _still_asks(question: Ask, told: Sequence[Story]) -> bool:
    """Whether all these stories go on where answers end of which several may still be true."""
    ways = [
        {n for n, answer in enumerate(question.answers) if answer.steps and _follows(story, answer)}
        for story in told
    ]
    return all(ways) and len(set().union(*ways)) > 1


def _follows(story: Story, answer: Answer) -> bool:
    return story.actions[: len(answer.steps)] == tuple(step.action for step in answer.steps)


def _may_go_on(told: Sequence[Story]) -> bool:
    """Whether one story is the beginning of another: the hands may only be pausing."""
    return any(one.begins(other) for one in told for other in told)


def _by_length(told: Sequence[Story]) -> list[Story]:
    """Without repetitions: that nothing else happened comes first, then what fits best."""
    different = {story.actions: story for story in told}
    return sorted(different.values(), key=lambda story: (bool(story.chapters), story.total))


def _why_asked(chances: Sequence[float], looks: int) -> str:
    """How far the looks so far tell the answers apart."""
    seen = "one look" if looks == 1 else f"{looks} looks"
    if len(chances) > 1 and chances[0] - chances[1] < EVEN:
        return f"{seen} at the table cannot tell them apart"
    first = f"{seen} at the table: the first is {100 * chances[0]:.0f} % likely"
    return first if len(chances) == 1 else f"{first}, the next {100 * chances[1]:.0f} %"


def _told(board: Board, story: Story) -> str:
    """Why it was believed, for the record."""
    margin = min((chapter.margin for chapter in story.chapters), default=math.inf)
    words = (
        f"{len(board.pieces)} dice in {board.table.looks} looks, {story.residue.cost:.1f} nats off"
    )
    return words if math.isinf(margin) else f"{words}, least certain face by {margin:.1f}"
