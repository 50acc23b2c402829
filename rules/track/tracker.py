"""The referee's judgement: commit, ask, name the foul, or wait.

Feed it looks; it keeps the evidence of the present rest of the table and the state it believes
in. It holds no rule and writes no record: `rules.track.referee` joins it to the journal.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice, product
from typing import Final

import msgspec

from rules.core import CHANCE, Action, ByHand, DieFacts, Game, Hesitating, Lie, Roll, State
from rules.track.ahead import Consequences
from rules.track.chance import Doubt
from rules.track.evidence import FACE_WEIGHT, Evidence, Piece, Table
from rules.track.explain import Search
from rules.track.fit import Board, Slot, Slots
from rules.track.fouls import NOTABLE, changes, name_foul, pieces_of
from rules.track.printed import face_in_words, printed_alike
from rules.track.rivals import against
from rules.track.story import AGREES, TOLERATED, Chapter, Stories, Story
from rules.track.verdict import Answer, Ask, Commit, Infraction, Look, Step, Verdict, Wait
from rules.track.walk import STEP, Effort

RANKED: Final = 27
"""Explanations a question may offer, best first: three pages of keys."""

MANY: Final = 9
"""Answers to a question, at most: one key each."""


SEARCH_AGAIN: Final = 3
"""Looks after which a table that no known story explains is thought over once more."""

GONE: Final = Answer("it was taken away", (), 0.5)
"""The answer to where a die is that makes it a foul."""

NOTHING_MORE: Final = "nothing more"
"""What an answer says that leaves everything as it is."""

NONE_OF_THESE: Final = Answer("none of these", (), 0.0)
"""The answer that commits nothing: roll again, or put it right by hand."""


class Options(msgspec.Struct, frozen=True):
    """How careful to be. Margins are in nats, times in seconds."""

    looks: int = 2  # looks at a table at rest before anything is said
    margin: float = 6.0  # by which the best story must beat every other
    face_margin: float = 15.0  # by which a rolled face must beat every other, on its own evidence
    face_margin_late: float = 7.0  # the same after `patience` looks, when the eye knows no more,
    face_clear_late: float = 10.0  # and by which it must then beat all but one
    foul_cost: float = 14.0  # what "something illegal happened" costs against a legal story
    patience: int = 6  # looks after which a small margin becomes a question
    patience_s: float = 0.5  # seconds at rest before one: a fast camera looks often in between
    grace: float = 2.5  # seconds at rest before a foul is named: a hand may come back
    effort: Effort = Effort()


class _Searched(msgspec.Struct, frozen=True, eq=False):
    """The newest search for what may have happened."""

    digest: str  # of the state it began in
    seen: tuple[object, ...]  # the dice it was to explain
    stories: Stories
    times: int  # how often these dice were searched for
    wary: bool  # how it searched: see `Search.run`


class Tracker:
    """Follows one game."""

    def __init__(
        self,
        game: Game,
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
        self._known = Consequences(game, self._slots)
        self._facts = {facts.kind: facts for facts in kinds}
        self._evidence = Evidence()
        self._table: Table | None = None
        self._before: Table | None = None  # as the table lay before the last disturbance
        self.board: Board | None = None
        self._asked, self._named = after
        self._searched: _Searched | None = None
        self._covered: Counter[Slot] = Counter()  # dice known to be there though not seen
        self._settled: dict[int, Piece] = {}  # untouched dice that were taken for something else
        self._lost: Lie | None = None  # the die the open question asks for
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
                self._before, self._table = self._table, None
            if self._searched is not None:
                self._searched = msgspec.structs.replace(self._searched, times=0, wary=True)
            self._evidence = Evidence()
            self._unfinished = self._denied = self._hushed = False
            return Wait("hands" if look.hands else "moving")
        table = self._as_settled(self._evidence.add(self._fold(look)))
        self._table = table
        if table.looks < self.options.looks:
            return Wait("unsettled")
        self.board = Board(table, self._slots, self._before, self._covered)
        return self._judge(self.board)

    def _judge(self, board: Board) -> Verdict:
        """Weigh what the table shows against what may have happened."""
        if self._hushed:
            return Wait("as-answered")
        stories = self._stories(board)
        best = stories.best
        if self._patient(board) and not (stories.explained or self._searched_well):
            return Wait("unsettled")
        if any(piece.cocked for piece in board.pieces) and self._cocked_matters(board):
            return self._unexplained(board, stories)
        covered = board.under_others(best.residue)
        odd = best.total - covered - STEP * len(best.chapters)
        if best.residue.cost - covered > TOLERATED or odd > self.options.foul_cost:
            return self._unexplained(board, stories)
        if not best.chapters:
            return self._as_it_was(board)
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
        if any(self._doubted(chapter) for chapter in best.chapters):
            return Wait("unsettled") if self._too_soon(board) else self._ask_faces(board, best)
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
        if not isinstance(self.game, Hesitating):
            return False
        state = self._state
        for action in story.actions:
            if self.game.hesitates(state, action):
                return True
            state, _ = self.game.apply(state, action)
        return False

    def _stories(self, board: Board) -> Stories:
        """What may have happened; the same dice seen once more only change how sure we are.

        What one search cannot explain the next look searches for in another way.
        """
        search = Search(self.game, board, self.options.effort, self._known)
        digest, seen = self.game.digest(self._state), (board.counts, board.untouched)
        last = self._searched if self._searched and self._searched.digest == digest else None
        times = last.times if last is not None and last.seen == seen else 0
        if last is not None and times:
            stories = search.retell(self._state, last.stories, self.options.margin)
            if stories.explained or (times > 1 and board.table.looks % SEARCH_AGAIN):
                self._searched = msgspec.structs.replace(last, stories=stories)
                return stories
        known = last.stories if last is not None else None
        wary = last is not None and not (last.wary or last.stories.explained)
        stories = search.run(self._state, self.options.margin, known, wary=wary)
        self._searched = _Searched(digest, seen, stories, times + 1, wary)
        return stories

    @property
    def _searched_well(self) -> bool:
        """Whether what is on the table was searched for in both ways."""
        return self._searched is not None and self._searched.times > 1

    def _patient(self, board: Board) -> bool:
        """Whether further looks may still settle it."""
        return board.table.looks < self.options.patience

    def _too_soon(self, board: Board) -> bool:
        """Whether a hand may only be on its way back: nobody is asked between two movements."""
        return board.table.time - board.table.since < self.options.patience_s

    def _cocked_matters(self, board: Board) -> bool:
        heaps = {piece.place.zone for piece in board.pieces if piece.cocked}
        return any(board.matters(zone) for zone in heaps)

    def _as_it_was(self, board: Board) -> Verdict:
        """Nothing happened: was a foul mended, is a silent choice due?"""
        if not self._patient(board):
            self._cover(board)
            self._settle(board)
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
            self._settle(board)
        self._unfinished = story.unfinished
        return Commit(steps)

    def _cover(self, board: Board) -> None:
        """Take heap dice that are not seen for covered by others; forget what is seen again."""
        wanted = board.slots(self.game.layout(self._state))
        kept = {
            slot: min(n, wanted[slot] - board.counts[slot]) for slot, n in self._covered.items()
        }
        unseen = board.unseen(wanted)
        self._covered = Counter({slot: n for slot, n in kept.items() if n > 0} | unseen)

    def _uncover(self, table: Table) -> None:
        """Forget that dice lie unseen that the rest now ending has shown, if all else agrees."""
        board = self.board
        if not self._covered or board is None or board.table is not table:
            return
        wanted = board.slots(self.game.layout(self._state))
        if board.compare(wanted).cost <= AGREES:
            for slot, n in self._covered.items():
                self._covered[slot] = max(0, min(n, wanted[slot] - board.counts[slot]))

    def _settle(self, board: Board, tolerated: float = TOLERATED) -> None:
        """Remember the dice that are taken for something else than they look like.

        As long as nobody touches them they are what they were decided to be, or the next story
        would be told to explain a misreading.
        """
        settled: dict[int, Piece] = {}
        for lie, number in board.fit(self.game.layout(self._state)).pairs:
            piece, slot = board.pieces[number], board.slot(lie)
            track, cost = piece.tracks[-1], board.row_cost(slot, number)
            there = piece.place_cost(lie.place) <= TOLERATED
            if 0.0 < cost <= tolerated and there:
                settled[track] = piece.taken_for(slot)
            elif not cost and track in self._settled:
                settled[track] = self._settled[track]
        self._settled = settled

    def _as_settled(self, table: Table) -> Table:
        if not self._settled:
            return table
        pieces = []
        for piece in table.pieces:
            known = self._settled.get(piece.tracks[-1])
            pieces.append(known.seen_again(piece) if known is not None else piece)
        return msgspec.structs.replace(table, pieces=tuple(pieces))

    def _advance(self, state: State) -> None:
        before, now = self._from_to(state)
        for slot in before - now:  # what left its place is not covered there any more
            self._covered[slot] = min(self._covered[slot], now[slot])
        self._state = state
        self.question = None

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
        if all(_begins(stories.best, rival) for rival in stories.rivals):
            return self._commit(board, stories.best, self.options.margin)
        if self._too_soon(board):
            return Wait("unsettled")
        waited = board.table.time - board.table.since
        if waited < self.options.grace and _may_go_on(told):
            return Wait("unsettled")
        answers = tuple(
            Answer(self._say(story.chapters, told), _steps(story, "answered"), share)
            for story, share in zip(told[:RANKED], _shares(told[:RANKED]), strict=True)
        )
        return self._ask("What happened?", answers, board, _pieces(board, told))

    def _doubted(self, read: Chapter | Doubt) -> bool:
        """Whether more looks will not tell what was rolled.

        A single misread look makes one other face likelier; a die that can hardly be read is
        near to every face.
        """
        options = self.options
        return read.margin < options.face_margin_late or read.clear < options.face_clear_late

    def _ask_faces(self, board: Board, story: Story, other: Answer = NONE_OF_THESE) -> Verdict:
        """Rolled dice whose own evidence leaves their faces open: the players say."""
        at = next(n for n, chapter in enumerate(story.chapters) if self._doubted(chapter))
        state = self._state
        for chapter in story.chapters[:at]:
            state, _ = self.game.apply(state, chapter.action)
        reading, chance = story.chapters[at].reading, self.game.chance(state)
        assert reading is not None
        assert isinstance(chance, Roll)
        doubts = [doubt for doubt in reading.doubts if self._doubted(doubt)][:3]
        if not doubts:  # no face is unclear, but the story needs a die to show another one
            doubts = [doubt for doubt in reading.doubts if doubt.piece == reading.piece]
        most = {1: 6, 2: 3, 3: 2}[len(doubts)]  # together no more than there are keys
        choices = [self._faces(board, doubt, chance)[:most] for doubt in doubts]
        told: list[tuple[float, str, tuple[Step, ...]]] = []
        for combination in product(*choices):
            faces = [int(face) for face in reading.result]
            for doubt, (_, face, _) in zip(doubts, combination, strict=True):
                faces[doubt.position] = face
            actions = self._with_faces(state, story, at, faces)
            if actions is not None:
                cost = sum(cost for cost, _, _ in combination)
                text = ", ".join(words for _, _, words in combination)
                told.append((cost, text, tuple(Step(a, "answered") for a in actions)))
        told.sort(key=lambda option: option[0])
        told = told[: MANY - 1]
        weights = [math.exp(-cost / FACE_WEIGHT) for cost, _, _ in told]
        answers = [
            Answer(text, steps, weight / sum(weights))
            for weight, (_, text, steps) in zip(weights, told, strict=True)
        ]
        tracks = tuple(
            board.pieces[doubt.piece].tracks[-1] for doubt in doubts if doubt.piece is not None
        )
        return self._ask("What was rolled?", (*answers, other), board, tracks)

    def _faces(self, board: Board, doubt: Doubt, chance: Roll) -> list[tuple[float, int, str]]:
        """The likeliest faces of a doubtful die: cost, face, words."""
        _, kind = chance.dice[doubt.position]
        piece = board.pieces[doubt.piece] if doubt.piece is not None else None
        facts = self._facts.get(kind)
        ranked = sorted(
            (piece.reading_cost(kind, face) if piece is not None else 0.0, face)
            for face in range(6)
            if (kind, face) not in self._alike
        )
        return [
            (
                cost - ranked[0][0],
                face,
                face_in_words(facts, face) if facts else f"{kind} face {face + 1}",
            )
            for cost, face in ranked
        ]

    def _with_faces(
        self, state: State, story: Story, at: int, faces: Sequence[int]
    ) -> list[Action] | None:
        """The story's actions with another outcome of one roll, if they can still follow it."""
        actions = [chapter.action for chapter in story.chapters[:at]]
        try:
            rolled = self.game.settle(state, tuple(faces))
            for action in (rolled, *(chapter.action for chapter in story.chapters[at + 1 :])):
                state, _ = self.game.apply(state, action)
                actions.append(action)
        except ValueError:
            return None
        return actions

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
        legal = game.legal(state)
        if not 1 < len(legal) <= MANY or any(self._will_show(action) for action in legal):
            return None
        share = 1.0 / len(legal)
        answers = tuple(
            Answer(game.say(state, action), (Step(action, "answered"),), share) for action in legal
        )
        return self._ask("Which one?", answers, board, ())

    def _will_show(self, action: Action) -> bool:
        """Whether the table will tell of this action, at once or by what must follow it."""
        game = self.game
        if game.leaves_trace(self._state, action):
            return True
        after, _ = game.apply(self._state, action)
        if game.to_move(after) == CHANCE:
            return True
        following = game.legal(after)
        return 0 < len(following) <= MANY and all(game.leaves_trace(after, a) for a in following)

    def _ask(
        self, text: str, answers: tuple[Answer, ...], board: Board, tracks: tuple[int, ...]
    ) -> Verdict:
        if self.question is not None and [a.text for a in self.question.answers] == [
            a.text for a in answers
        ]:
            return Wait("question-open")
        self._asked += 1
        self.question = Ask(
            self._asked,
            text,
            answers,
            f"{len(board.pieces)} dice in {board.table.looks} looks",
            board.table.time,
            tracks,
        )
        return self.question

    def _say(self, chapters: Sequence[Chapter], told: Sequence[Story]) -> str:
        """A story in the game's notation; what all stories share is left out."""
        shared = 0
        while all(
            len(story.chapters) > shared
            and story.chapters[shared].action == told[0].chapters[shared].action
            for story in told
        ):
            shared += 1
        state = self._state
        said: list[str] = []
        for number, chapter in enumerate(chapters):
            if number >= shared:
                said.append(self.game.say(state, chapter.action))
            state, _ = self.game.apply(state, chapter.action)
        return "; ".join(said) or NOTHING_MORE

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
        lost = {} if self._denied else self._only_lost(board, stories)
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

    def _only_lost(self, board: Board, stories: Stories) -> dict[str, tuple[Lie, Story]]:
        """By kind, the die that is not seen when nothing else is wrong with a likely story.

        Which kind was drawn nobody can tell of a die that is not seen.
        """
        found: dict[str, tuple[Lie, Story]] = {}
        least = stories.best.residue.cost + 1.0
        for story in (stories.best, *stories.rivals, *stories.nearest):
            lie = self._lost_in(board, story) if story.residue.cost <= least else None
            if lie is not None:
                found.setdefault(lie.kind, (lie, story))
        lie = None if found else self._lost_in(board, stories.nothing)
        return found if lie is None else {lie.kind: (lie, stories.nothing)}

    def _lost_in(self, board: Board, story: Story) -> Lie | None:
        """A die that a story misses, when that is all that is wrong with it."""
        fit = board.fit(self.game.layout(story.state))
        missing = [lie for lie in fit.missing if not self._covered.get(board.slot(lie), 0)]
        wrong = any(board.row_cost(board.slot(lie), n) >= NOTABLE for lie, n in fit.pairs)
        loose = any(board.pieces[n].solid >= NOTABLE for n in fit.extra)
        return missing[0] if 1 <= len(missing) <= 2 and not (wrong or loose) else None

    def _ask_lost(self, board: Board, lost: Mapping[str, tuple[Lie, Story]]) -> Verdict:
        """A die is not seen: it may be hidden from the camera, or gone."""
        lie, story = next(iter(lost.values()))
        known = len(lost) == 1
        if known and any(map(_has_lost, story.chapters)):
            return self._ask_faces(board, story, GONE)
        answers: list[Answer] = []
        for kind, (missing, told) in islice(lost.items(), MANY - 1):
            until = next((n for n, c in enumerate(told.chapters) if _has_lost(c)), None)
            steps = () if known else _steps(told, "answered")[:until]
            text = f"{self._title(kind)} lies in {missing.place.zone}"
            answers.append(Answer(text, steps, 1.0 / (len(lost) + 1)))
        self._lost = lie
        return self._ask(f"Where is {self._title(lie.kind)}?", (*answers, GONE), board, ())

    def _title(self, kind: str) -> str:
        facts = self._facts.get(kind)
        return facts.title if facts else kind

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
            self._covered[self.board.slot(self._lost)] += 1
        self._denied = chosen == GONE
        self._hushed = chosen == NONE_OF_THESE
        self._lost = None
        steps = self.question.answers[choice].steps
        state = self._state
        for step in steps:
            state, _ = self.game.apply(state, step.action)
        self._advance(state)
        self._unfinished = self._unfinished or bool(steps)  # what follows may still be done
        if self.board is None:
            return Commit(steps)
        wanted = self.board.slots(self.game.layout(state))
        as_it_is = chosen.text == NOTHING_MORE and not steps
        if as_it_is:
            residue = self.board.compare(wanted)
            odd = residue.cost - self.board.under_others(residue) > TOLERATED
            self._denied, self._hushed = odd, not odd
        if (as_it_is and self._hushed) or (steps and about_dice):
            self._covered |= self.board.not_found(wanted)
            self._settle(self.board, math.inf)
        return Commit(steps)

    def allow(self, number: int) -> Commit:
        """A judge lets the foul stand: the state is put right by hand.

        Raises `ValueError` when it is not open or the game cannot be put right.
        """
        if self.foul is None or self.foul.number != number or self.board is None:
            raise ValueError(f"foul {number} is not open.")
        if not isinstance(self.game, ByHand):
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
        self._settled, self._covered = {}, Counter()
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
                msgspec.structs.replace(seen, likelihood=self._folded(seen.likelihood))
                for seen in dice
            ]
        return msgspec.structs.replace(look, dice=tuple(dice))

    def _folded(self, likelihood: Mapping[tuple[str, int], float]) -> dict[tuple[str, int], float]:
        folded: dict[tuple[str, int], float] = {}
        for reading, value in likelihood.items():
            first = self._alike.get(reading, reading)
            before = folded.get(first)
            folded[first] = value if before is None else float(_add_logs(before, value))
        return folded


def _add_logs(one: float, other: float) -> float:
    high, low = max(one, other), min(one, other)
    return high + math.log1p(math.exp(low - high))


def _has_lost(chapter: Chapter) -> bool:
    """Whether a die of a roll was not found."""
    return chapter.reading is not None and chapter.reading.lost


def _steps(story: Story, cause: str) -> tuple[Step, ...]:
    return tuple(Step(chapter.action, cause) for chapter in story.chapters)


def _shares(told: Sequence[Story]) -> list[float]:
    """How likely each story is against the others."""
    least = min(story.total for story in told)
    weights = [math.exp(least - story.total) for story in told]
    return [weight / sum(weights) for weight in weights]


def _pieces(board: Board, told: Sequence[Story]) -> tuple[int, ...]:
    """The dice a question is about: those whose face is uncertain."""
    numbers = {chapter.piece for story in told for chapter in story.chapters}
    return tuple(board.pieces[number].tracks[-1] for number in numbers if number is not None)


def _may_go_on(told: Sequence[Story]) -> bool:
    """Whether one story is the beginning of another: the hands may only be pausing."""
    return any(_begins(one, other) for one in told for other in told)


def _begins(one: Story, other: Story) -> bool:
    """Whether the other story goes on where this one ends: what is sure of it may be entered."""
    so_far = len(one.chapters)
    return 0 < so_far < len(other.chapters) and one.actions == other.actions[:so_far]


def _by_length(told: Sequence[Story]) -> list[Story]:
    """Without repetitions: that nothing else happened comes first, then what fits best."""
    different = {story.actions: story for story in told}
    return sorted(different.values(), key=lambda story: (bool(story.chapters), story.total))


def _told(board: Board, story: Story) -> str:
    """Why it was believed, for the record."""
    margin = min((chapter.margin for chapter in story.chapters), default=math.inf)
    words = (
        f"{len(board.pieces)} dice in {board.table.looks} looks, {story.residue.cost:.1f} nats off"
    )
    return words if math.isinf(margin) else f"{words}, least certain face by {margin:.1f}"
