"""Whole games played by simulated hands under a tracker, and what the tracker made of them.

The players play random legal actions, several at a time, announce some, answer questions
truthfully, commit fouls now and then and mend them when told. Every verdict is compared with
what really happened.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import msgspec

from rules.core import CHANCE, Action, AnyGame, Chance, DieName, Roll, State
from rules.track.alike import looks_alike
from rules.track.likeness import likeness
from rules.track.options import Options
from tests.bench.sightings.hands import Noise
from tests.bench.sightings.offences import Offences
from tests.bench.sightings.score import LongestLook, Score
from tests.bench.sightings.table import Habits, Sitting
from tests.bench.sightings.witness import Witness, as_said

WEIGHED: Final = 10
"""One rest in so many at which tracker and truth agree is weighed by what may be done next."""

OPEN_LOOKS: Final = 12
"""Looks at a table while a question is left open, before they play on."""

ENOUGH_LOOKS: Final = 24
"""Looks after which a table that is not understood is given up and put right."""


class Play:
    """One simulated game under a tracker."""

    def __init__(
        self,
        game: AnyGame,
        setup: Mapping[str, Any],
        rng: Random,
        *,
        noise: Noise,
        habits: Habits,
        options: Options | None = None,
    ) -> None:
        """Nothing was played yet."""
        self._game = game
        self._rng = rng
        self._habits = habits
        self.at = Sitting(game, setup, rng, noise=noise, habits=habits, options=options)
        self._truth = self.at.truth
        self._tracker = self.at.tracker
        self._score = self.at.score
        self._witness = Witness(self.at)
        self._offences = Offences(self.at, self._witness)
        self._planned: list[Action] = []
        self._faces: list[int] = []
        self.longest: list[LongestLook] = []  # of every rest

    def run(self) -> Score:
        """Play to the end, or as far as the habits say."""
        played = 0
        while self._game.to_move(self._truth.state) is not None and played < self._habits.actions:
            if self._habits.foul and self._rng.random() < self._habits.foul:
                self._offences.commit()
            played += self._batch()
            self._rest()
        self._score.actions += played
        return self._score

    # -- hands

    def _batch(self) -> int:
        """Some actions in a row, each die touched once: a second touch would wipe out the first.

        After a roll the dice are looked at before they are touched again. What no eye could
        tell is said aloud, or done alone and asked about.
        """
        done = 0
        wanted = self._rng.choice(self._habits.batch)
        aloud = self._habits.aloud > 0 and self._rng.random() < self._habits.aloud
        if aloud:
            wanted = max(self._habits.batch)
        touched: set[str] = set()
        while self._game.to_move(self._truth.state) is not None:
            chance = self._game.chance(self._truth.state)
            rolls = isinstance(chance, Roll)
            if done >= wanted and not rolls:  # nobody rests between drawing and rolling
                break
            action = self._next_action(chance)
            after, _ = self._game.apply(self._truth.state, action)
            moved = self._handled(after)
            vague = chance is None and self._is_vague(action, after)
            said = self._game.say(self._truth.state, action)
            if done and not rolls and not self._habits.hasty and (vague or moved & touched):
                self._planned.insert(0, action)
                break
            if vague:
                self._say(said, after)
            aloud = aloud and not vague and chance is None and self._announce(said, after)
            if not aloud:  # of what was said the hands need only bring about what is left of it
                touched |= moved
            self._carry_out(action, after, chance)
            done += 1
            due = isinstance(self._game.chance(self._truth.state), Roll)
            if rolls or (vague and not due and not self._habits.hasty):
                break
        return done

    def _next_action(self, chance: Chance | None) -> Action:
        """What the players do next."""
        if self._planned:
            return self._planned.pop(0)
        if isinstance(chance, Roll):
            self._faces = [self._rng.randrange(6) for _ in chance.dice]
            return self._game.settle(self._truth.state, self._faces)
        if chance is not None:
            return self._game.sample(self._truth.state, self._rng)
        return self._rng.choice(list(self._game.legal_actions(self._truth.state)))

    def _handled(self, after: State) -> set[DieName]:
        """The dice that hands touch to get from the truth to the state after it."""
        old = {lie.die: lie for lie in self._game.layout(self._truth.state)}
        moved = {lie.die for lie in self._game.layout(after) if old.get(lie.die) != lie}
        due = self._game.chance(after)
        if isinstance(due, Roll):
            moved |= {die for die, _ in due.dice}
        return moved

    def _is_vague(self, action: Action, after: State) -> bool:
        """Whether no eye could tell this from something else that was possible.

        That is another action that leads to the same table, or a silent one that may as well
        not have happened before what comes next.
        """
        game = self._game
        layout = game.layout(after)
        if looks_alike(layout, game.layout(self._truth.state), game):
            return not self._is_told_by_next(after)
        like = likeness(game, after)
        for other in game.legal_actions(self._truth.state):
            if other != action:
                state, _ = game.apply(self._truth.state, other)
                if looks_alike(layout, game.layout(state), game) and likeness(game, state) != like:
                    return True
        return False

    def _is_told_by_next(self, after: State) -> bool:
        """Whether what follows a silent action shows that it must have happened."""
        game = self._game
        if game.to_move(after) in (CHANCE, None):
            return True  # the dice that are drawn or rolled tell
        following = self._rng.choice(list(game.legal_actions(after)))
        self._planned = [following]
        said = game.say(after, following)
        before = {
            game.say(self._truth.state, action) for action in game.legal_actions(self._truth.state)
        }
        end, _ = game.apply(after, following)
        shows = not looks_alike(game.layout(after), game.layout(end), game)
        return shows and said not in before and len(before) == 1

    def _say(self, said: str, after: State) -> None:
        """Answer the question that is open, or announce what is done, or keep silent."""
        like = likeness(self._game, after)
        question = self._tracker.question
        if question is not None and not self._witness.deaf:
            answers = [
                (answer.text, number)
                for number, answer in enumerate(question.answers)
                if likeness(self._game, self.at.after(answer.steps)) == like
            ]
            if answers:
                self._tracker.answer(question.number, as_said(said, answers))
                self._truth.told(after)
                return
        if self._rng.random() < self._habits.announce:
            self._announce(said, after)

    def _announce(self, said: str, after: State) -> bool:
        """Say what leads to `after`, if the tracker is so far; whether it was taken in."""
        mine, like = self._tracker.state, likeness(self._game, after)
        if self._game.to_move(mine) in (CHANCE, None):
            return False
        spoken = [
            (self._game.say(mine, action), action)
            for action in self._game.legal_actions(mine)
            if likeness(self._game, self._game.apply(mine, action)[0]) == like
        ]
        if spoken:
            self._tracker.announce(as_said(said, spoken))
            self._score.announced += 1
        return bool(spoken)

    def _carry_out(self, action: Action, after: State, chance: Chance | None) -> None:
        """Do it with hands: `chance` is what the dice had to decide."""
        before = self._truth.state
        self._truth.go_on(action, after)
        if isinstance(chance, Roll):
            self._throw(chance, before)
        self.at.lay_out(self._game.layout(after))

    def _throw(self, chance: Roll, before: State) -> None:
        """Roll dice where they lie; if something follows from it, that is done a rest later."""
        faces = dict(zip((die for die, _ in chance.dice), self._faces, strict=True))
        fallen = [
            msgspec.structs.replace(lie, face=faces.get(lie.die, lie.face))
            for lie in self._game.layout(before)
        ]
        self.at.lay_out(fallen, faces)
        if not looks_alike(fallen, self._game.layout(self._truth.state), self._game):
            self._rest()

    # -- looks

    def _rest(self) -> None:
        """Hands leave; look until tracker and truth agree."""
        self._score.rests += 1
        self.at.hands_leave(self._game.layout(self._truth.state))
        self._witness.next_rest()
        moves, slowest = len(self._truth.done), 0.0
        for looks in range(1, ENOUGH_LOOKS + 1):
            verdict = self.at.look()
            slowest = max(slowest, self.at.took_ms)
            self._witness.hear(verdict)
            if looks >= self._tracker.options.looks and self._truth.agrees(self._tracker.state):
                self._score.looks_to_commit[looks] += 1
                self.longest.append(LongestLook(len(self.at.table.bodies), moves, slowest))
                self._without_rules()
                self._weigh()
                self._truth.agreed(self._tracker.state)
                self._idle()
                return
            if looks >= OPEN_LOOKS and self._witness.deaf and self._tracker.question is not None:
                return  # they play on
        self.longest.append(LongestLook(len(self.at.table.bodies), moves, slowest))
        self._score.given_up += 1
        self.at.note("given up", f"after {self._truth.done}")
        self.at.put_right()

    def _without_rules(self) -> None:
        """Would believing what was seen, die by die, have been right just now?"""
        board = self._tracker.board
        if board is not None:
            residue = board.compare(board.slots(self._game.layout(self._truth.state)))
            lacking = any(board.matters(slot[1].zone) for slot in residue.lacking)
            spare = any(board.matters(board.pieces[n].place.zone) for n in residue.spare)
            self._score.wrong_without_rules += lacking or spare

    def _weigh(self) -> None:
        """Now and then: does what was believed allow just what is allowed?

        What is done once a turn, or rests on a player, shows on no die before it matters.
        """
        game, mine, true = self._game, self._tracker.state, self._truth.state
        if self._score.rests % WEIGHED or likeness(game, mine) != likeness(game, true):
            return
        self._score.weighed += 1
        led_to, leads_to = (
            {likeness(game, game.apply(state, action)[0]) for action in game.legal_actions(state)}
            for state in (mine, true)
        )
        if led_to != leads_to:
            self._score.unlike += 1
            differ = len(led_to ^ leads_to)
            self.at.note("unlike", f"{differ} ends differ after {self._truth.done}")

    def _idle(self) -> None:
        """A few more looks in which nothing must be said."""
        for _ in range(self._rng.choice((0, 0, 1, 3))):
            self._witness.hear(self.at.look())
        if not self._truth.agrees(self._tracker.state):
            self._score.given_up += 1
            self.at.note("given up", f"at rest, {self._truth.done}")
            self.at.put_right()
