"""One game that people play while a tracker follows it; what went wrong is counted and told."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

import msgspec

from calibration.mat import Mat
from hardware.simulated.people.eye import NOISES, Eye
from hardware.simulated.people.habits import Habits
from hardware.simulated.people.play import People
from hardware.simulated.people.script import Script
from rules.core import CHANCE, Action, AnyGame, State, ZoneKind
from tests.bench.following.adapter import (
    Accused,
    Asked,
    Cleared,
    Entered,
    Follower,
    Follows,
    Hinted,
    Word,
)
from tests.bench.following.clock_calls import calls_apart
from tests.bench.following.comparison import Comparison, appearance
from tests.bench.following.doubts import doubts_in
from tests.bench.following.foul_watch import FoulScore, FoulWatch
from tests.bench.following.latency import Latency
from tests.bench.following.visibility import Visibility

SLOWEST: Final = 2.0
"""Looks a second that tell the order of two acts, where the rate jumps."""

ANSWER_S: Final = (0.8, 4.0)
"""People answer a question after so many seconds."""

SPEECH_S: Final = 5.0
"""What was said is forgotten so long after the deed is settled."""

RIGHT_S: Final = 0.5
"""A record that went wrong is put right so long after the next deed: nobody corrects in between,
and a tracker that enters the same again at once would be counted for each look."""

OPEN_S: Final = 3.0
"""After the next player's roll, before the moves of a turn must be in the record."""


class Remark(msgspec.Struct, frozen=True):
    """Something a reader of the results wants to know of."""

    about: str  # "wrong", "accused", "asked", "open", "lost"
    time: float
    text: str


class Result(msgspec.Struct):
    """What became of one game."""

    game: str
    seed: int
    habit: str
    temperament: str
    rate: float  # looks a second; 0: it jumps
    noise: str
    foul: float = 0.0  # chance of a foul at each move
    deeds: int = 0
    entered: int = 0
    wrong: int = 0
    accused: int = 0
    questions: int = 0
    questions_no_trace: int = 0  # about what nobody can see, or could not read
    twins: int = 0  # about which of several dice that look alike a die is
    hints: int = 0
    open: int = 0
    lost: int = 0  # times the record had to be put right by hand
    looks: int = 0
    seconds: float = 0.0  # that people played
    slowest_ms: float = 0.0
    doubt: float = 0.0  # share of rolls with a die that can hardly be read
    doubts: int = 0
    doubts_asked: int = 0
    shown_ms: list[int] = msgspec.field(default_factory=list)
    entered_ms: list[int] = msgspec.field(default_factory=list)
    look_ms: list[float] = msgspec.field(default_factory=list)  # of looks that said something
    fouls: FoulScore = msgspec.field(default_factory=FoulScore)
    diary: list[Remark] = msgspec.field(default_factory=list)


class FollowedGame:
    """Plays the script to a tracker."""

    def __init__(
        self,
        game: AnyGame,
        setup: Mapping[str, Any],
        script: Script,
        result: Result,
        follower: Follows | None = None,
    ) -> None:
        """`result` says who plays and how it is looked at; without a follower, the tracker does."""
        script, self._calls = calls_apart(game, script)
        self._game = game
        self._script = script
        self._result = result
        self._rng = Random(f"eye {result.seed} {result.habit} {result.rate} {result.noise}")
        self._doubts = list(doubts_in(game, script, result.doubt, self._rng))
        blurs = [doubt.blur for doubt in self._doubts]
        heaps = frozenset(zone for zone, kind in game.zones.items() if kind is ZoneKind.HEAP)
        self._eye = Eye(
            script, game.dice(setup), NOISES[result.noise], self._rng, blurs=blurs, heaps=heaps
        )
        self._follower = follower or Follower(game, setup, script.start)
        self._comparison = Comparison(game, script, 1.0 / (result.rate or SLOWEST))
        self._visibility = Visibility(game, script)
        self._latency = Latency(game, self._comparison)
        self._answer_at: tuple[float, Asked] | None = None
        self._said: list[int] = []  # deeds that were said and not taken in yet
        self._speeches = list(script.spoken)
        self._turn_ends = self._ends_of_turns()
        self._believed: State = script.start
        kinds: dict[str, str] = {facts.kind: facts.title for facts in game.dice(setup)}
        titles = {die: kinds[kind] for die, kind in script.kinds.items()}
        self._fouls = FoulWatch(script.fouls, titles)
        self._right_again_at: float | None = None  # the record is wrong until then

    def run(self) -> Result:
        """Play it to its end."""
        result, follower = self._result, self._follower
        result.deeds = len(self._script.deeds)
        result.seconds = self._script.end
        looks = self._eye.looks(result.rate) if result.rate else self._eye.jumping_looks()
        for seen in looks:
            result.looks += 1
            self._visibility.see(seen, self._eye.die_of)
            self._call_time(seen.time)
            words = follower.look(seen)
            self._hear(seen.time, words)
            self._latency.see(seen, follower.shown, follower.took_ms)
            if words:
                result.look_ms.append(round(follower.took_ms, 1))
            result.slowest_ms = max(result.slowest_ms, follower.took_ms)
            if self._right_again_at is not None:
                if seen.time >= self._right_again_at:
                    self._put_right(seen.time)
            else:
                self._speak(seen.time)
                self._reply(seen.time)
            self._check_turns(seen.time)
        if self._comparison.pending:
            self._wrong(self._script.end, len(self._comparison.pending), "an order nobody made")
        result.fouls = self._fouls.score
        result.shown_ms = self._latency.measured_ms
        result.doubts = len(self._doubts)
        result.doubts_asked = sum(doubt.asked for doubt in self._doubts)
        return result

    # -- what the tracker says

    def _hear(self, time: float, words: Sequence[Word]) -> None:
        for word in words:
            match word:
                case Entered(actions):
                    self._enter(time, actions)
                case Asked():
                    self._asked(time, word)
                case Accused():
                    self._accused(time, word)
                case Cleared():
                    self._fouls.cleared(time, word)
                case Hinted(text):
                    self._hinted(time, text)
                case _:
                    pass

    def _accused(self, time: float, word: Accused) -> None:
        dice = frozenset(self._eye.die_of[n] for n in word.tracks if n in self._eye.die_of)
        wrong = self._fouls.accused(time, word, dice)
        foul = self._fouls.at(time)
        said = f"{word.code}: {word.text}"
        if wrong is None:
            self._result.accused += 1
            self._note("accused", time, f"{said} {self._lately(time)}")
        elif wrong and foul is not None:
            self._note("misnamed", time, f"{foul.kind}, {wrong} wrong: {said} ({word.remedy})")

    def _hinted(self, time: float, text: str) -> None:
        """A judge hints while something is only half done, and at no other time."""
        half_done = self._comparison.begun_by(time) > self._comparison.done_by(time)
        if half_done or self._fouls.at(time) is not None:
            return
        self._result.hints += 1
        self._note("hinted", time, f"{text} {self._lately(time)}")

    def _enter(self, time: float, actions: Sequence[Action]) -> None:
        state = self._believed
        self._result.entered += len(actions)
        if self._right_again_at is not None:
            self._result.wrong += len(actions)  # it follows from what is wrong already
            return
        for number, action in enumerate(actions):
            position = self._comparison.position
            after, wrong = self._comparison.enter(time, state, action)
            if wrong:
                said = self._game.say(state, action)
                self._wrong(time, len(actions) - number, f"{said}: {wrong} {self._lately(time)}")
                return
            state = after
            for deed in self._script.deeds[position : self._comparison.position]:
                over = max(deed.settled, deed.done)
                self._result.entered_ms.append(round(max(0.0, 1000.0 * (time - over))))
        self._believed = state

    def _wrong(self, time: float, count: int, text: str) -> None:
        self._result.wrong += count
        self._note("wrong", time, text)
        following = self._comparison.begun_by(time)
        deeds = self._script.deeds
        self._right_again_at = deeds[min(following, len(deeds) - 1)].done + RIGHT_S

    def _put_right(self, time: float) -> None:
        """Somebody corrects the record, so that the rest of the game is measured by itself."""
        self._right_again_at = None
        number = self._comparison.done_by(time)
        self._comparison.go_on_from(number)
        self._believed = self._comparison.state(number)
        self._follower.put_right(self._believed)
        self._answer_at = None
        self._result.lost += 1

    def _call_time(self, time: float) -> None:
        """The clock runs out whatever is on record by then, and nothing comes of it at once."""
        while self._calls and self._calls[0] <= time:
            self._calls.pop(0)
            for word in self._follower.call_time():
                for action in word.actions if isinstance(word, Entered) else ():
                    self._believed, _ = self._game.apply(self._believed, action)

    # -- what people say

    def _speak(self, time: float) -> None:
        """Say what the players say, as soon as the tracker has come so far."""
        while self._speeches and self._speeches[0].time <= time:
            self._said.append(self._speeches.pop(0).deed)
        if self._answer_at is not None and any(self._answer_at[1].which):
            return  # first things first
        for deed in list(self._said):
            late = time > self._script.deeds[deed].settled + SPEECH_S
            if late or deed < self._comparison.position:
                self._said.remove(deed)
            elif not self._comparison.pending:
                action = self._in_its_words(deed)
                if action is not None:
                    self._said.remove(deed)
                    self._hear(time, self._follower.announce(action))

    def _in_its_words(self, deed: int) -> Action | None:
        """The deed by the names the tracker has for dice, once it has come so far."""
        game, state = self._game, self._believed
        if deed != self._comparison.position:
            state = self._follower.shown  # provisional: a word settles what was done before it
            if appearance(game, state) != self._comparison.truth(deed):
                return None
        if game.to_move(state) in (CHANCE, None):
            return None
        wanted = self._comparison.truth(deed + 1)
        true = self._script.deeds[deed]
        said = game.say(true.before, true.action)
        found = [
            action
            for action in game.legal_actions(state)
            if appearance(game, game.apply(state, action)[0]) == wanted
        ]
        same = [action for action in found if game.say(state, action) == said]
        return next(iter(same or found), None)

    def _asked(self, time: float, asked: Asked) -> None:
        self._answer_at = (time + self._rng.uniform(*ANSWER_S), asked)
        doubted = [
            doubt
            for doubt in self._doubts
            if doubt.blur.since <= time and doubt.deed >= self._comparison.position
        ]
        for doubt in doubted:
            doubt.asked = True
        if doubted:
            return  # as it must be
        if any(asked.which):
            self._result.twins += 1
            self._note("which", time, f"{asked.text} {[text for text, _ in asked.answers]}")
            return
        position, begun = self._comparison.position, self._comparison.begun_by(time)
        if self._leaves_no_trace(time, asked) or self._visibility.unread(position, begun):
            self._result.questions_no_trace += 1
        else:
            self._result.questions += 1
            answers = [text for text, _ in asked.answers]
            self._note("asked", time, f"{asked.text} {answers} {self._lately(time)}")

    def _reply(self, time: float) -> None:
        """Answer truthfully, once what is asked about has happened."""
        if self._answer_at is None or self._answer_at[0] > time:
            return
        asked = self._answer_at[1]
        if self._follower.open_question != asked.number:
            self._answer_at = None
            return
        choice = self._true_answer(time, asked)
        if choice is None:
            self._answer_at = (time + 1.0, asked)  # not decided yet
            return
        self._answer_at = None
        self._hear(time, self._follower.answer(asked.number, choice))

    def _true_answer(self, time: float, asked: Asked) -> int | None:
        """The answer that leads furthest along what happened; or that none is right."""
        if any(asked.which):
            return self._true_die(asked)
        comparison = self._comparison
        begun = comparison.begun_by(time)
        led_to: list[object] = []
        for _, actions in asked.answers:
            led_to.append(None if actions is None else self._after(actions))
        for number in range(begun, comparison.position, -1):
            for choice, (_, actions) in enumerate(asked.answers):
                if actions and led_to[choice] == comparison.truth(number):
                    return choice
        idle = [n for n, (_, actions) in enumerate(asked.answers) if actions == ()]
        if begun == comparison.position:
            return idle[0] if idle else None
        none = [n for n, (_, actions) in enumerate(asked.answers) if actions is None]
        settled = time > self._script.deeds[comparison.position].done + ANSWER_S[1]
        return none[0] if none and settled else None

    def _true_die(self, asked: Asked) -> int:
        """Of dice that look alike, the one that lies there; the last answer is "none of these"."""
        kinds = self._script.kinds
        for choice, named in enumerate(asked.which):
            if named is not None and kinds[self._eye.die_of[named[0]]] == named[1]:
                return choice
        return len(asked.answers) - 1

    def _after(self, actions: Sequence[Action]) -> object:
        state = self._believed
        for action in actions:
            if self._game.why_not(state, action) is not None:
                return None
            state, _ = self._game.apply(state, action)
        return appearance(self._game, state)

    def _leaves_no_trace(self, time: float, asked: Asked) -> bool:
        """Whether another answer leads to the same table as the true one, seen from above.

        As long as nothing is decided, whether any two do.
        """
        tables: list[object] = []
        before: dict[int, object] = {}  # the last action of each answer
        for number, (_, actions) in enumerate(asked.answers):
            if actions is None:
                tables.append(None)
                continue
            state = last = self._believed
            for action in actions:
                if self._game.why_not(state, action) is not None:
                    return False
                last = state
                state, _ = self._game.apply(state, action)
            tables.append(self._from_above(state))
            before[number] = self._from_above(last)
        true = self._true_answer(time, asked)
        known = [table for table in tables if table is not None]
        if true is not None and tables[true] is not None:
            return before[true] == tables[true] or known.count(tables[true]) > 1
        return any(known.count(table) > 1 for table in known)

    def _from_above(self, state: State) -> object:
        zones = self._game.zones
        return Counter(
            (lie.kind, lie.place, lie.face if zones[lie.place.zone] is ZoneKind.OPEN else None)
            for lie in self._game.layout(state)
            if zones[lie.place.zone] is not ZoneKind.HIDDEN and lie.under is None
        )

    # -- turns

    def _ends_of_turns(self) -> list[tuple[float, int]]:
        """When each turn's moves must be in the record, and how many deeds those are.

        That is once the next player has drawn and rolled: by then the play has gone on for all
        to see.
        """
        deeds = self._script.deeds
        ends = []
        for number in range(len(deeds) - 1):
            turns = [self._game.view(s).turn for s in (deeds[number].before, deeds[number].after)]
            if turns[0] == turns[1]:
                continue
            last = number
            while last + 1 < len(deeds) and deeds[last + 1].seat is None:
                last += 1
            ends.append((max(deeds[number].settled, deeds[last].done) + OPEN_S, number + 1))
        return ends

    def _check_turns(self, time: float) -> None:
        while self._turn_ends and self._turn_ends[0][0] <= time:
            _, number = self._turn_ends.pop(0)
            number = min(number, self._comparison.done_by(time))  # a late move may come later
            lacking = number - self._comparison.position - len(self._comparison.pending)
            if lacking <= 0:
                continue
            if self._visibility.unread(self._comparison.position, number):
                self._put_right(time)  # nobody could read what was rolled, and nobody said it
                continue
            self._result.open += lacking
            deed = self._script.deeds[self._comparison.position]
            said = self._game.say(deed.before, deed.action)
            self._note("open", time, f"{lacking} moves, the first: {said}")
            self._put_right(time)

    # -- the diary

    def _note(self, about: str, time: float, text: str) -> None:
        self._result.diary.append(Remark(about, round(time, 2), text))

    def _lately(self, time: float) -> str:
        """What really happened since the record agreed."""
        first, last = self._comparison.position, self._comparison.begun_by(time)
        done = [self._game.say(d.before, d.action) for d in self._script.deeds[first:last]]
        return f"after {done}" if done else "after nothing"


def follow(
    game: AnyGame,
    setup: Mapping[str, Any],
    table: Mat,
    habits: Habits,
    result: Result,
    *,
    most: int,
) -> Result:
    """Let people with these habits play one game, and a tracker follow it."""
    people = People(game, setup, table, habits, result.seed, most=most, fouls=result.foul)
    return FollowedGame(game, setup, people.play(), result).run()
