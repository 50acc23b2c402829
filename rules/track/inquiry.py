"""What may have happened since the state believed in, asked again at every look.

Players need not answer before they play on. What was told of a table that is gone by now is then
carried on: each of its stories may be the beginning of what happened since. Once they answer, the
tables that are gone are gone through again.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from rules.core import AnyGame, Roll, State
from rules.track.ahead import Consequences
from rules.track.explain import NEAREST, Search
from rules.track.fit import Board
from rules.track.likeness import likeness
from rules.track.options import Options
from rules.track.slots import Slots
from rules.track.story import AGREES, TOLERATED, UNROLLED, Chapter, Stories, Story
from rules.track.verdict import Ask

SEARCH_AGAIN: Final = 3
"""Looks after which a table that no known story explains is thought over once more."""

CARRIED: Final = 6
"""Stories of a table that is gone which are carried on, the likeliest."""

REMEMBERED: Final = 12
"""Tables that are gone which are remembered until somebody answers, the latest."""

LEAP: Final = 8.0
"""Nats against a story that passes over a table at rest which was explained, but not entered: what
lay there may have been taken back. Where more stories were told than are carried on, nothing is
held against it."""


class _Searched(msgspec.Struct, frozen=True, eq=False):
    """The newest search for what may have happened."""

    digest: str  # of the state it began in
    seen: tuple[object, ...]  # the dice it was to explain
    stories: Stories
    times: int  # how often these dice were searched for
    wary: bool  # how it searched: see `Search.run`


class _Line:
    """What may have happened since one state."""

    def __init__(self, game: AnyGame, options: Options, known: Consequences) -> None:
        """Nothing was looked into yet; `known` is what other lines asked."""
        self._game = game
        self._options = options
        self._known = known
        self._last: _Searched | None = None

    def stories(self, state: State, board: Board) -> Stories:
        """What may have happened; the same dice seen once more only change how sure we are.

        What one search cannot explain the next look searches for in another way.
        """
        search = Search(self._game, board, self._options.effort, self._known)
        digest, seen = self._game.digest(state), (board.counts, board.untouched)
        last = self._last if self._last and self._last.digest == digest else None
        times = last.times if last is not None and last.seen == seen else 0
        if last is not None and times:
            stories = search.retell(state, last.stories, self._options.margin)
            if stories.explained or (times > 1 and board.table.looks % SEARCH_AGAIN):
                self._last = msgspec.structs.replace(last, stories=stories)
                return stories
        known = last.stories if last is not None else None
        wary = last is not None and not (last.wary or last.stories.explained)
        stories = search.run(state, self._options.margin, known, wary=wary)
        self._last = _Searched(digest, seen, stories, times + 1, wary)
        return stories

    def disturbed(self) -> None:
        """What lies on the table now is to be explained anew."""
        self._known.make_room()
        if self._last is not None:
            self._last = msgspec.structs.replace(self._last, times=0, wary=True)

    @property
    def thorough(self) -> bool:
        """Whether what is on the table was searched for in both ways."""
        return self._last is not None and self._last.times > 1


class Inquiry:
    """Searches when there is something new to explain, and tells known stories again when not."""

    def __init__(self, game: AnyGame, slots: Slots, options: Options) -> None:
        """Nothing was looked into yet."""
        self._game = game
        self._options = options
        self._known = Consequences(game, slots)
        self._main = self._line()
        self._carried: list[tuple[Story, _Line]] = []  # beginnings, and what may follow on them
        self._all_carried = True  # or only the likeliest
        self._least = 0.0  # what the cheapest of these beginnings cost
        self._gone: list[Board] = []  # tables that were explained since, but not entered
        self._told: tuple[Board, Stories] | None = None  # of the table as it lies

    def _line(self) -> _Line:
        return _Line(self._game, self._options, self._known)

    def think_ahead(self, state: State, board: Board) -> None:
        """Work out some of what the next look will ask, when this one has nothing to say yet."""
        with self._known.at_most(self._options.ahead):
            Search(self._game, board, self._options.effort, self._known).run(
                state, self._options.margin
            )

    def stories(self, state: State, board: Board) -> Stories:
        """What may have happened since `state`."""
        stories = self._main.stories(state, board)
        if self._carried:
            stories = self._carried_on(board, stories)
        self._told = board, stories
        return stories

    def _carried_on(self, board: Board, leaps: Stories) -> Stories:
        """What was told before, carried on to the present table; or a leap after all."""
        least, told = self._least, list[Story]()
        nearest: list[Story] = []
        for begun, line in self._carried:
            further = line.stories(begun.state, board)
            told += (_joined(begun, s, least) for s in (further.best, *further.rivals))
            nearest += (_joined(begun, s, least) for s in further.nearest)
        against = LEAP if self._all_carried else 0.0
        for leap in (leaps.best, *leaps.rivals):
            told.append(msgspec.structs.replace(leap, cost=leap.cost + against))
        told.sort(key=self._total)
        best = told[0]
        limit = self._total(best) + self._options.margin
        rivals: list[Story] = []
        likes = {likeness(self._game, best.state)}
        for story in told[1:]:
            like = likeness(self._game, story.state)
            as_far = not self._pending(story) or self._pending(best)
            if self._total(story) <= limit and as_far and like not in likes:
                likes.add(like)
                rivals.append(story)
        nearest = sorted([*nearest, *leaps.nearest], key=self._total)[:NEAREST]
        explained = best.residue.cost + self._pending(best) <= AGREES
        return Stories(best, tuple(rivals), leaps.nothing, tuple(nearest), explained)

    def _pending(self, story: Story) -> float:
        """What a roll that is due says against ending there."""
        return UNROLLED if isinstance(self._game.chance(story.state), Roll) else 0.0

    def _total(self, story: Story) -> float:
        return story.total + self._pending(story)

    def disturbed(self, question: Ask | None) -> bool:
        """The table moves: what lies there next is to be explained anew.

        Whether what was told of it is carried on: players have not answered the open `question`
        of which of several stories is true, or of what was rolled.
        """
        carried = False
        if question is not None and self._told is not None:
            board, told = self._told
            rolled = self._rolled_otherwise(board, told, question)
            likely = told.best.residue.cost <= TOLERATED
            if likely and (told.rivals or rolled):
                self._carry(board, (told.best, *told.rivals), rolled)
                carried = True
        self._told = None
        for line in (self._main, *(line for _, line in self._carried)):
            line.disturbed()
        return carried

    def _rolled_otherwise(self, board: Board, told: Stories, question: Ask) -> list[Story]:
        """The best story with what else a doubtful roll may have been, as the question offers it.

        A face that was doubtful there stays a rival: its die may lie on as it lies.
        """
        best, found = told.best, list[Story]()
        if not any(map(self._options.doubts, best.chapters)):
            return found
        known = {story.actions for story in (best, *told.rivals)}
        doubtful = self._options.face_clear_late - self._options.margin
        for answer in question.answers:
            actions = tuple(step.action for step in answer.steps)
            if actions and actions not in known:
                state = told.nothing.state
                for action in actions:
                    state, _ = self._game.apply(state, action)
                residue = board.compare(board.slots(self._game.layout(state)))
                behind = max(0.0, residue.cost - best.residue.cost)
                chapters = tuple(Chapter(action, silent=False) for action in actions)
                found.append(Story(chapters, state, best.cost - min(behind, doubtful), residue))
        return found

    def _carry(self, board: Board, told: Sequence[Story], rolled: Sequence[Story] = ()) -> None:
        """What was told of a table is the beginning of what may be told of the next.

        So is what else may have been `rolled` on it.
        """
        stories = (*told, *rolled)
        self._carried = [(_for_certain(story), self._line()) for story in stories[:CARRIED]]
        self._all_carried = len(stories) <= CARRIED
        self._least = min(story.cost for story in told)
        self._gone = [*self._gone[1 - REMEMBERED :], board]

    def forget(self) -> None:
        """The state believed in has changed: what was told since the old one counts no more."""
        self._carried, self._gone = [], []

    def answered(self, state: State) -> None:
        """Players said what led to `state`, perhaps long ago: go through the tables since then."""
        gone = self._gone
        self.forget()
        for board in gone:
            told = self.stories(state, board)
            if told.explained and told.best.chapters:
                self._carry(board, (told.best, *told.rivals))
        self._told = None

    @property
    def carries(self) -> bool:
        """Whether what was told of a table that is gone is carried on."""
        return bool(self._carried)

    @property
    def thorough(self) -> bool:
        """Whether what is on the table was searched for in both ways."""
        return self._main.thorough and all(line.thorough for _, line in self._carried)


def _joined(begun: Story, further: Story, least: float) -> Story:
    """A story carried on; `least` is what the cheapest beginning costs.

    What disagreed then counts where it disagrees more than what lies there now: it may well be the
    same die, misread as before.
    """
    gone = max(0.0, begun.residue.cost - further.residue.cost)
    return msgspec.structs.replace(
        further,
        chapters=(*begun.chapters, *further.chapters),
        cost=begun.cost - least + gone + further.cost,
    )


def _for_certain(story: Story) -> Story:
    """A story of a table that is gone: nobody will read its dice again."""
    chapters = tuple(msgspec.structs.replace(told, reading=None) for told in story.chapters)
    return msgspec.structs.replace(story, chapters=chapters)
