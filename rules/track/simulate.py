"""Whole games played by simulated hands under a tracker, and what the tracker made of them.

The players play random legal actions, several at a time, announce some, answer questions
truthfully, commit fouls now and then and mend them when told. Every verdict is compared with
what really happened.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from time import process_time
from typing import Any, Final

import msgspec

from rules.core import CHANCE, Action, Chance, Game, KeepingLife, Lie, Roll, State, ZoneKind
from rules.track.alike import looks_alike
from rules.track.foul_play import KINDS, Foul, commit_foul
from rules.track.hands import Body, Noise, SimulatedTable
from rules.track.life import WITHOUT_CAUSE, LifeWatch
from rules.track.likeness import likeness
from rules.track.options import Options
from rules.track.printed import printed_alike
from rules.track.questions import GONE, NOTHING_MORE, SOMETHING_ELSE
from rules.track.tracker import Tracker
from rules.track.verdict import Answer, Ask, Commit, Infraction, Marker, Step, Verdict

LOOK_S: Final = 0.25
"""Seconds between two looks."""

LIFE_LOOKS: Final = 60
"""Looks at life markers: longer than the patience with a marker that was moved."""

WEIGHED: Final = 10
"""One rest in so many at which tracker and truth agree is weighed by what may be done next."""

ENOUGH_LOOKS: Final = 24
"""Looks after which a table that is not understood is given up and put right."""


class Habits(msgspec.Struct, frozen=True):
    """How the simulated players play."""

    batch: tuple[int, ...] = (1, 1, 1, 2, 2, 3, 4, 6, 8)  # actions between two rests
    announce: float = 0.5  # share of what no eye could tell that is said aloud
    foul: float = 0.0  # chance of a foul at a rest
    aloud: float = 0.1  # chance that all is said before the hands do what is left of it
    sparing: float = 0.7  # of dice to be put where one alike is taken away, the share left alone
    shoving: float = 0.1  # chance that a die near those that are moved is pushed aside
    hasty: bool = False  # do not pause where no eye could tell: for measuring time only
    actions: int = 400  # per game at most


class Remark(msgspec.Struct, frozen=True):
    """Something in a simulated game that a reader of the sweep wants to know of."""

    about: str  # "wrong", "asked", "false alarm", "given up", "foul named", "foul missed", ...
    look: int
    text: str


class Score(msgspec.Struct):
    """What became of some games."""

    games: int = 0
    actions: int = 0
    rests: int = 0
    committed: int = 0
    wrong: int = 0
    questions: int = 0
    silent_questions: int = 0  # about choices that leave no trace
    announced: int = 0
    unanswerable: int = 0  # questions without a right answer
    unmended: int = 0
    unruled: int = 0  # fouls named without book, section and how to mend them
    lawful: int = 0  # tables meant as fouls to which legal actions lead after all
    weighed: int = 0  # rests at which it was compared what tracker and truth allow next
    unlike: int = 0  # of those, where they look the same and allow different things
    false_alarms: int = 0
    given_up: int = 0
    wrong_without_rules: int = 0
    fouls: Counter[str] = msgspec.field(default_factory=Counter)  # by kind
    missed_fouls: Counter[str] = msgspec.field(default_factory=Counter)  # by kind
    looks_to_commit: Counter[int] = msgspec.field(default_factory=Counter)
    diary: list[Remark] = msgspec.field(default_factory=list)

    def add(self, other: "Score") -> None:
        """Take the games of another score in."""
        for field in self.__struct_fields__:
            setattr(self, field, getattr(self, field) + getattr(other, field))


class Search(msgspec.Struct, frozen=True):
    """The longest look of one rest."""

    dice: int  # on the table
    moves: int  # since the rest before
    ms: float  # of CPU time


class Play:
    """One simulated game under a tracker."""

    def __init__(
        self,
        game: Game,
        setup: Mapping[str, Any],
        rng: Random,
        *,
        noise: Noise,
        habits: Habits,
        options: Options | None = None,
    ) -> None:
        self.game = game
        self.rng = rng
        self.score = Score(games=1)
        self.noise = noise
        self.habits = habits
        self.truth = game.new(setup)
        kinds = game.dice(setup)
        self.alike = printed_alike(kinds)
        self.titles = {facts.kind: facts.title for facts in kinds}
        self.tracker = Tracker(game, self.truth, options, kinds=kinds)
        self.table = SimulatedTable(game.zones, kinds, rng, noise.near_line)
        self.table.follow(game.layout(self.truth))
        self.lay = self.table.at_rest()  # how the dice lay when hands came
        self.thrown: set[str] = set()  # dice rolled since
        self.life = LifeWatch(game)
        self.markers: tuple[Marker, ...] = ()  # on the life tracks, where any lie
        self.time = 0.0
        self.number = 0
        self.since: list[State] = [self.truth]  # true states since tracker and truth agreed
        self.planned: list[Action] = []
        self.faces: list[int] = []
        self.searches: list[Search] = []
        self.committed_from = self.truth  # the tracker's state before the newest look
        self.took_ms = 0.0  # CPU time of the newest look
        self.done: list[str] = []  # what was really done since then, in the game's notation

    def run(self) -> Score:
        """Play to the end, or as far as the habits say."""
        played = 0
        while self.game.to_move(self.truth) is not None and played < self.habits.actions:
            if self.habits.foul and self.rng.random() < self.habits.foul:
                self._foul()
            played += self._batch()
            self._rest()
        self.score.actions += played
        return self.score

    # -- hands

    def _batch(self) -> int:
        """Some actions in a row, each die touched once: a second touch would wipe out the first.

        After a roll the dice are looked at before they are touched again. What no eye could
        tell is said aloud, or done alone and asked about.
        """
        done = 0
        wanted = self.rng.choice(self.habits.batch)
        aloud = self.habits.aloud > 0 and self.rng.random() < self.habits.aloud
        if aloud:
            wanted = max(self.habits.batch)
        touched: set[str] = set()
        while self.game.to_move(self.truth) is not None:
            chance = self.game.chance(self.truth)
            rolls = isinstance(chance, Roll)
            if done >= wanted and not rolls:  # nobody rests between drawing and rolling
                break
            action = self._next_action(chance)
            after, _ = self.game.apply(self.truth, action)
            moved = self._handled(after)
            vague = chance is None and self._is_vague(action, after)
            said = self.game.say(self.truth, action)
            if done and not rolls and not self.habits.hasty and (vague or moved & touched):
                self.planned.insert(0, action)
                break
            if vague:
                self._say(said, after)
            aloud = aloud and not vague and chance is None and self._announce(said, after)
            if not aloud:  # of what was said the hands need only bring about what is left of it
                touched |= moved
            self._carry_out(action, after, chance)
            done += 1
            due = isinstance(self.game.chance(self.truth), Roll)
            if rolls or (vague and not due and not self.habits.hasty):
                break
        return done

    def _next_action(self, chance: Chance | None) -> Action:
        """What the players do next."""
        if self.planned:
            return self.planned.pop(0)
        if isinstance(chance, Roll):
            self.faces = [self.rng.randrange(6) for _ in chance.dice]
            return self.game.settle(self.truth, self.faces)
        if chance is not None:
            return self.game.sample(self.truth, self.rng)
        return self.rng.choice(list(self.game.legal(self.truth)))

    def _handled(self, after: State) -> set[str]:
        """The dice that hands touch to get from the truth to the state after it."""
        old = {lie.die: lie for lie in self.game.layout(self.truth)}
        moved = {lie.die for lie in self.game.layout(after) if old.get(lie.die) != lie}
        due = self.game.chance(after)
        if isinstance(due, Roll):
            moved |= {die for die, _ in due.dice}
        return moved

    def _is_vague(self, action: Action, after: State) -> bool:
        """Whether no eye could tell this from something else that was possible.

        That is another action that leads to the same table, or a silent one that may as well
        not have happened before what comes next.
        """
        game = self.game
        layout = game.layout(after)
        if looks_alike(layout, game.layout(self.truth), game):
            return not self._is_told_by_next(after)
        like = likeness(game, after)
        for other in game.legal(self.truth):
            if other != action:
                state, _ = game.apply(self.truth, other)
                if looks_alike(layout, game.layout(state), game) and likeness(game, state) != like:
                    return True
        return False

    def _is_told_by_next(self, after: State) -> bool:
        """Whether what follows a silent action shows that it must have happened."""
        game = self.game
        if game.to_move(after) in (CHANCE, None):
            return True  # the dice that are drawn or rolled tell
        following = self.rng.choice(list(game.legal(after)))
        self.planned = [following]
        said = game.say(after, following)
        before = {game.say(self.truth, action) for action in game.legal(self.truth)}
        end, _ = game.apply(after, following)
        shows = not looks_alike(game.layout(after), game.layout(end), game)
        return shows and said not in before and len(before) == 1

    def _say(self, said: str, after: State) -> None:
        """Answer the question that is open, or announce what is done, or keep silent."""
        like = likeness(self.game, after)
        question = self.tracker.question
        if question is not None:
            answers = [
                (answer.text, number)
                for number, answer in enumerate(question.answers)
                if likeness(self.game, self._after(answer.steps)) == like
            ]
            if answers:
                self.tracker.answer(question.number, _as_said(said, answers))
                self.since.append(after)
                return
        if self.rng.random() < self.habits.announce:
            self._announce(said, after)

    def _announce(self, said: str, after: State) -> bool:
        """Say what leads to `after`, if the tracker is so far; whether it was taken in."""
        mine, like = self.tracker.state, likeness(self.game, after)
        if self.game.to_move(mine) in (CHANCE, None):
            return False
        spoken = [
            (self.game.say(mine, action), action)
            for action in self.game.legal(mine)
            if likeness(self.game, self.game.apply(mine, action)[0]) == like
        ]
        if spoken:
            self.tracker.announce(_as_said(said, spoken))
            self.score.announced += 1
        return bool(spoken)

    def _after(self, steps: Sequence[Step]) -> State:
        """The tracker's state after these steps."""
        state = self.tracker.state
        for step in steps:
            state, _ = self.game.apply(state, step.action)
        return state

    def _carry_out(self, action: Action, after: State, chance: Chance | None) -> None:
        """Do it with hands: `chance` is what the dice had to decide."""
        self.done.append(self.game.say(self.truth, action))
        self.truth = after
        self.since.append(after)
        if isinstance(chance, Roll):
            self._throw(chance)
        self.table.follow(self.game.layout(after))

    def _throw(self, chance: Roll) -> None:
        """Roll dice where they lie; if something follows from it, that is done a rest later."""
        faces = dict(zip((die for die, _ in chance.dice), self.faces, strict=True))
        fallen = [
            msgspec.structs.replace(lie, face=faces.get(lie.die, lie.face))
            for lie in self.game.layout(self.since[-2])
        ]
        self.table.follow(fallen, faces)
        self.thrown.update(faces)
        if not looks_alike(fallen, self.game.layout(self.truth), self.game):
            self._rest()

    # -- looks

    def _rest(self) -> None:
        """Hands leave; look until tracker and truth agree."""
        self.score.rests += 1
        self._hands_leave(self.game.layout(self.truth))
        moves, slowest = len(self.done), 0.0
        for looks in range(1, ENOUGH_LOOKS + 1):
            verdict = self._look()
            slowest = max(slowest, self.took_ms)
            self._take(verdict)
            if looks >= self.tracker.options.looks and self._agree():
                self.score.looks_to_commit[looks] += 1
                self.searches.append(Search(len(self.table.bodies), moves, slowest))
                self._without_rules()
                self._weigh()
                self.since, self.done = self._since_agreed(), []
                self._idle()
                return
        self.searches.append(Search(len(self.table.bodies), moves, slowest))
        self.score.given_up += 1
        self._note("given up", f"after {self.done}")
        self._put_right()

    def _without_rules(self) -> None:
        """Would believing what was seen, die by die, have been right just now?"""
        board = self.tracker.board
        if board is not None:
            residue = board.compare(board.slots(self.game.layout(self.truth)))
            lacking = any(board.matters(slot[1].zone) for slot in residue.lacking)
            spare = any(board.matters(board.pieces[n].place.zone) for n in residue.spare)
            self.score.wrong_without_rules += lacking or spare

    def _weigh(self) -> None:
        """Now and then: does what was believed allow just what is allowed?

        What is done once a turn, or rests on a player, shows on no die before it matters.
        """
        game, mine, true = self.game, self.tracker.state, self.truth
        if self.score.rests % WEIGHED or likeness(game, mine) != likeness(game, true):
            return
        self.score.weighed += 1
        led_to, leads_to = (
            {likeness(game, game.apply(state, action)[0]) for action in game.legal(state)}
            for state in (mine, true)
        )
        if led_to != leads_to:
            self.score.unlike += 1
            self._note("unlike", f"{len(led_to ^ leads_to)} ends differ after {self.done}")

    def _idle(self) -> None:
        """A few more looks in which nothing must be said."""
        for _ in range(self.rng.choice((0, 0, 1, 3))):
            self._take(self._look())
        if not self._agree():
            self.score.given_up += 1
            self._note("given up", f"at rest, {self.done}")
            self._put_right()

    def _hands_leave(self, layout: Sequence[Lie]) -> None:
        """The table as real hands would have brought it about."""
        facing = {die for lie in layout if lie.paired for die in (lie.die, lie.paired)}
        if self.habits.sparing:
            self.table.leave_lying(self.lay, self.thrown | facing, self.habits.sparing)
        self._shove(facing)
        self._disturb()

    def _shove(self, facing: Collection[str]) -> None:
        """At times a die that lies near those that were put down is pushed."""
        if not self.habits.shoving or self.rng.random() >= self.habits.shoving:
            return
        bodies = self.table.bodies
        still = {die for die, lay in self.lay.items() if bodies.get(die) is lay.body}
        put_down = {body.place for die, body in bodies.items() if die not in still}
        near = [die for die in bodies if die in still - {*facing} and bodies[die].place in put_down]
        if near:
            self.table.shove(self.rng.choice(near))

    def _disturb(self) -> None:
        for hands in (True, False):
            self.number += 1
            self.time += LOOK_S
            look = self.table.look(self.time, self.number, self.noise, still=False, hands=hands)
            self.tracker.look(look)
        self.lay, self.thrown = self.table.at_rest(), set()

    def _look(self) -> Verdict:
        self.number += 1
        self.time += LOOK_S
        look = self.table.look(self.time, self.number, self.noise)
        look = msgspec.structs.replace(look, life=self.markers)
        self.committed_from = self.tracker.state
        started = process_time()
        verdict = self.tracker.look(look)
        self.took_ms = 1000.0 * (process_time() - started)
        self.life.see(look, self.tracker.state)
        return verdict

    def _take(self, verdict: Verdict) -> None:
        """Hold a verdict against the truth."""
        if isinstance(verdict, Commit):
            self.score.committed += len(verdict.steps)
            if not self._on_the_way():
                self.score.wrong += 1
                self._note("wrong", f"{self._said(verdict.steps)} instead of {self.done}")
                self._put_right()
        elif isinstance(verdict, Ask):
            self._reply(verdict)
        elif isinstance(verdict, Infraction) and not verdict.mended:
            self.score.false_alarms += 1
            self._note("false alarm", f"{verdict.text} after {self.done}")

    def _reply(self, ask: Ask) -> None:
        """Answer as what really happened says."""
        self.score.questions += 1
        where = ask.answers[-1] == GONE and not any(answer.steps for answer in ask.answers)
        offered = [answer for answer in ask.answers if answer != SOMETHING_ELSE]
        silent = not where and self._leaves_no_trace(offered)
        self.score.silent_questions += silent
        if not silent:
            self._note("asked", f"{[a.text for a in ask.answers]} after {self.done}")
        true_likes = [likeness(self.game, state) for state in reversed(self.since)]
        mine = likeness(self.game, self.tracker.state)
        if silent and mine == likeness(self.game, self.truth):
            return  # nobody has decided yet
        if where and self._say_where(ask):
            return
        led_to = [likeness(self.game, self._after(answer.steps)) for answer in offered]
        for like in true_likes:
            if like in led_to:
                right = [
                    ("; ".join(self._said(answer.steps)), number)
                    for number, answer in enumerate(offered)
                    if led_to[number] == like
                ]
                self.tracker.answer(ask.number, _as_said("; ".join(self.done), right))
                return
        if self._say_where(ask):
            return
        if ask.answers[-1] == SOMETHING_ELSE:
            self.tracker.answer(ask.number, len(ask.answers) - 1)
        self.score.unanswerable += 1
        self._note("no right answer", f"{[a.text for a in ask.answers]} after {self.done}")

    def _say_where(self, ask: Ask) -> bool:
        """Answer where a die is that the tracker does not see.

        Where no answer is right the die is moved into sight; what is not there was taken away.
        """
        if ask.answers[-1] != GONE:
            return False
        hidden = [
            body
            for body in self.table.bodies.values()
            if body.unseen and self.game.zones[body.place.zone] is ZoneKind.OPEN
        ]
        for number, answer in enumerate(ask.answers[:-1]):
            if any(answer.text == self._lies(body) for body in hidden) and not answer.steps:
                self.tracker.answer(ask.number, number)
                return True
        for body in hidden:
            body.track = self.table.fresh_track()
        if hidden:
            self._disturb()
        else:
            self.tracker.answer(ask.number, len(ask.answers) - 1)
        return True

    def _deny(self, ask: Ask) -> None:
        """Say that nothing of this happened, if that is an answer."""
        for number, answer in enumerate(ask.answers):
            if answer.text == NOTHING_MORE and not answer.steps:
                self.tracker.answer(ask.number, number)

    def _lies(self, body: Body) -> str:
        return f"{self.titles[body.kind]} lies in {body.place.zone}"

    def _leaves_no_trace(self, answers: Sequence[Answer]) -> bool:
        """Whether all answers lead to tables that look the same: no eye could tell."""
        tables = [self.game.layout(self._after(answer.steps)) for answer in answers]
        return all(looks_alike(tables[0], table, self.game) for table in tables[1:])

    def _agree(self) -> bool:
        """Whether the tracker is where the truth is, but for what leaves no trace."""
        mine = self.tracker.state
        if likeness(self.game, mine) == likeness(self.game, self.truth):
            return True
        # Behind by silent actions only: they will be inferred or asked about in time.
        layout = self.game.layout(mine)
        return self._on_the_way() and looks_alike(layout, self.game.layout(self.truth), self.game)

    def _at_one(self) -> bool:
        """Whether the tracker knows all that the players know, and what they may do next."""
        game, mine, true = self.game, self.tracker.state, self.truth
        if likeness(game, mine) != likeness(game, true):
            return False
        if game.to_move(true) == CHANCE:
            return True
        return {game.say(mine, action) for action in game.legal(mine)} == {
            game.say(true, action) for action in game.legal(true)
        }

    def _on_the_way(self) -> bool:
        mine = likeness(self.game, self.tracker.state)
        return any(likeness(self.game, state) == mine for state in self.since)

    def _since_agreed(self) -> list[State]:
        """The true states from the newest one that the tracker believes in: the rest was silent."""
        mine = likeness(self.game, self.tracker.state)
        likes = [likeness(self.game, state) for state in self.since]
        newest = max(n for n, like in enumerate(likes) if like == mine)
        return self.since[newest:]

    def _put_right(self) -> None:
        self.tracker.correct(self.truth)
        self.since, self.done = [self.truth], []

    def _note(self, about: str, text: str) -> None:
        self.score.diary.append(Remark(about, self.number, text))

    def _said(self, steps: Sequence[Step]) -> list[str]:
        """Steps from the tracker's state before the newest look, in the game's notation."""
        said, state = [], self.committed_from
        for step in steps:
            said.append(self.game.say(state, step.action))
            state, _ = self.game.apply(state, step.action)
        return said

    # -- fouls

    def _foul(self) -> None:
        """Commit a foul, see whether it is named, and mend it."""
        if not self._at_one():
            return
        if self.rng.random() < 1.0 / (1 + len(KINDS)):
            self._change_life()
            return
        foul = commit_foul(self.game, self.truth, self.rng, self.alike, self.score.fouls)
        if foul is None:
            return
        self.score.fouls[foul.kind] += 1
        self.table.follow(foul.layout, foul.thrown)
        self.thrown.update(foul.thrown)
        for die in foul.cocked:
            self.table.bodies[die].cocked = True
        self._hands_leave(foul.layout)
        named = self._await_name(foul)
        if named is None and self._is_lawful(foul):
            self.score.fouls[foul.kind] -= 1
            self.score.lawful += 1
        elif named is None:
            self.score.missed_fouls[foul.kind] += 1
            self._note("foul missed", f"{foul.kind}: {foul.what}")
        else:
            self._note("foul named", f"{foul.kind}: {foul.what}: {named.code}: {named.text}")
            cited = named.citation.book != self.game.name
            self.score.unruled += not (cited and named.citation.section and named.remedy)
        self._mend(foul, named)

    def _change_life(self) -> None:
        """Move a life marker for no reason, see whether that is named, and put it back."""
        seats = self.game.view(self.truth).seats
        if not _life_may_be_set(self.game, self.truth):
            return
        moved = self.rng.randrange(len(seats))
        right = tuple(Marker(seat, view.life) for seat, view in enumerate(seats))
        wrong = list(right)
        most = max(seats[moved].life, seats[moved].life_start)
        other = self.rng.choice([n for n in range(most + 1) if n != seats[moved].life])
        wrong[moved] = Marker(moved, other)
        self.score.fouls[WITHOUT_CAUSE] += 1
        self._watch_life(right, _at_once)
        named = self._watch_life(tuple(wrong), self._names_life)
        mended = named and self._watch_life(right, _at_once)
        self.life, self.markers = LifeWatch(self.game), ()
        if not named:
            self.score.missed_fouls[WITHOUT_CAUSE] += 1
            self._note("foul missed", f"{WITHOUT_CAUSE}: {right[moved].life} to {other}")
        elif not mended:
            self.score.unmended += 1
            self._note("foul not seen mended", f"{WITHOUT_CAUSE}: back to {right[moved].life}")

    def _watch_life(self, markers: tuple[Marker, ...], until: Callable[[LifeWatch], bool]) -> bool:
        """Lay the markers so and look until something is true of what they say."""
        self.markers = markers
        self._disturb()
        for _ in range(LIFE_LOOKS):
            self._take(self._look())
            if until(self.life):
                return True
        return False

    def _names_life(self, watch: LifeWatch) -> bool:
        state = self.tracker.state
        found = watch.due(state)
        if found is None or not found.moved:
            return False
        foul = watch.name_foul(0, found, state)
        self.score.unruled += not (foul.citation.section and foul.remedy)
        return True

    def _is_lawful(self, foul: Foul) -> bool:
        """Whether a longer legal way than was looked for leads to just this table."""
        reached = self.game.layout(self.tracker.state)
        return foul.kind != "turned" and looks_alike(reached, foul.layout, self.game)

    def _await_name(self, foul: Foul) -> Infraction | None:
        for _ in range(ENOUGH_LOOKS):
            verdict = self._look()
            if isinstance(verdict, Infraction) and not verdict.mended:
                return verdict
            if isinstance(verdict, Commit):
                believed = self._said(verdict.steps)
                self._note("foul believed", f"{foul.kind}: {foul.what}: {believed}")
                return None
            if isinstance(verdict, Ask) and not self._say_where(verdict):
                self._deny(verdict)
                answers = [answer.text for answer in verdict.answers]
                self._note("foul asked about", f"{foul.kind}: {foul.what}: {answers}")
        return None

    def _mend(self, foul: Foul, named: Infraction | None) -> None:
        """Put the table back; a foul that was named must be seen to be mended."""
        for die in foul.cocked:
            self.table.bodies[die].cocked = False
        self.table.follow(self.game.layout(self.truth))
        self._hands_leave(self.game.layout(self.truth))
        mended = False
        for _ in range(ENOUGH_LOOKS):
            verdict = self._look()
            mended = mended or (isinstance(verdict, Infraction) and verdict.mended)
            if mended or isinstance(verdict, Commit):
                break
        if named is not None and not mended:
            self.score.unmended += 1
            self._note("foul not seen mended", f"{foul.kind}: {foul.what}")
        self._put_right()


def _as_said(said: str, choices: Sequence[tuple[str, Any]]) -> Any:
    """Of choices that come to the same for the eye, the one in these words, or else the first."""
    return next((choice for text, choice in choices if text == said), choices[0][1])


def _at_once(_: LifeWatch) -> bool:
    """One look is enough."""
    return True


def _life_may_be_set(game: Game, state: State) -> bool:
    """Whether a judge could enter another life now; in the middle of an effect nobody can."""
    if game.to_move(state) in (CHANCE, None):
        return False
    if not isinstance(game, KeepingLife):
        return True
    return game.why_not(state, game.life_by_hand(state, 0, 1)) is None
