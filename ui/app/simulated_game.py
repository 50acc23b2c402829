"""A game on the simulated table, from the players' hands to the journal, and what it proves.

Simulated players move simulated dice; the session sees only the frames. Afterwards, what the
session wrote is compared with what the players really did.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from time import perf_counter

import cv2
import numpy as np

from hardware.frame import Camera, Frame, Image
from hardware.simulated import SimulatedHands, SimulatedTable
from rules.core import CHANCE, AnyGame, HasClocks, Place, State, ZoneKind
from rules.track.verdict import Answer, Ask
from ui.app.session import Session
from ui.app.simulated_players import SimulatedMove, SimulatedPlayers, same_table, wanted
from ui.app.table_model import UNWRITTEN, Announce, AnswerQuestion, MoveIsOver
from words import tr

SMALL, MOVED_GREY, MOVED_SHARE = (160, 90), 12, 1e-4
"""Two frames this small, px, differ where more than that part of them changes by as many greys."""

PATIENCE = 8.0
"""Seconds a table lies at rest before players say aloud what the referee did not see."""

BEFORE = 0.5
"""Seconds the camera looks at the table before anybody touches it."""


@dataclass(slots=True)
class SimulationScore:
    """What came of a simulated game."""

    wrong: int = 0
    announced: int = 0  # said aloud because it leaves nothing to see
    settle_ms: list[float] = field(default_factory=list)
    diary: list[str] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        """Of the times from rest to record, milliseconds; 0 without any."""
        ranked = sorted(self.settle_ms)
        return ranked[min(len(ranked) - 1, int(share * len(ranked)))] if ranked else 0.0


class SimulatedGame:
    """Players, their hands, the table and the session that watches it."""

    def __init__(
        self,
        game: AnyGame,
        session: Session,
        players: SimulatedPlayers,
        table: SimulatedTable,
        hands: SimulatedHands,
        *,
        camera: Camera | None = None,
    ) -> None:
        """`camera`: what the session sees the table through, when it is not the table's own."""
        self._game = game
        self._session = session
        self._players = players
        self._table = table
        self._hands = hands
        self._camera = camera or table
        self._past: list[tuple[SimulatedMove | None, State]] = [(None, players.state)]
        self._clock = 0.0  # seconds
        self._rest_since = 0.0
        self._drawing = 0.0  # seconds spent on drawing stills during a frame
        self._before: Image | None = None  # the frame before, small
        self._answered: set[int] = set()
        self._thrown: frozenset[str] = frozenset()
        self.score = SimulationScore()
        hands.arrange_now(dict(wanted(game.layout(players.state))))
        self._mark_lives(players.state)

    def play(self, *, most: int = 2000, script_only: bool = False) -> SimulationScore:
        """Play to the end, or through the script, or for `most` actions."""
        self._watch(BEFORE)
        for _ in range(most):
            if self._session.stopped or (script_only and not self._players.scripted):
                break
            if not self._act():
                if self.score.wrong:
                    return self.score
                break
        self._speak_up()
        self._say_that_it_is_over()
        return self.score

    def _act(self) -> bool:
        """Do the next thing; False when the game is over, or when the session went astray."""
        moved = self._players.move()
        if moved is None:
            return False
        self._past.append((moved, moved.state))
        self.score.diary.append(moved.said)
        self._thrown |= moved.rolled
        if self._game.to_move(moved.state) == CHANCE:
            return True  # dice come out of the bag and are thrown in one movement
        if moved.traced and not self._show(moved):
            return False
        if moved.by_hand:
            self._say_aloud(moved)
        return True

    # -- moving dice and watching the session follow

    def _show(self, moved: SimulatedMove) -> bool:
        """Move the dice and wait until the session knows; False when it went astray."""
        self._mark_lives(self._past[-2][1])  # only now do they get to it
        target = dict(wanted(self._game.layout(moved.state)))
        self._hands.arrange(target, rolled=self._thrown)
        self._thrown = frozenset()
        while self._table.busy and not self._session.stopped:
            self._frame()
        if self._followed():
            return True
        self._speak_up()
        return self._followed() or self._still_right()

    def _followed(self) -> bool:
        """Wait with a still table until the session knows; False when it takes too long."""
        waited = 0
        while waited < self._frames(PATIENCE) and not self._session.stopped:
            if self._actions_behind() == 0:
                self.score.settle_ms.append((self._clock - self._rest_since) * 1000)
                return True
            self._frame()
            waited += self._session.latest().waiting != UNWRITTEN  # then all wait for an answer
        return self._actions_behind() == 0

    def _watch(self, seconds: float) -> None:
        """Let the session look at a table that nobody touches."""
        for _ in range(self._frames(seconds)):
            if self._session.stopped:
                return
            self._frame()

    def _frames(self, seconds: float) -> int:
        """How many frames the camera takes in this time."""
        return round(seconds * self._table.fps)

    def _frame(self) -> None:
        """Give the session one frame; late by as much as computing takes.

        A frame takes as long as the camera's pace or the session's work, whichever is longer;
        drawing it is left out.
        """
        frame = self._camera.read()
        assert frame is not None, tr("a simulated table never ends")
        small = _shrunk(frame.image)
        disturbed = self._before is None or _moved(small, self._before)
        self._before = small
        began, self._drawing = perf_counter(), 0.0
        self._session.step(frame, self._still)
        self._clock += max(perf_counter() - began - self._drawing, 1.0 / self._table.fps)
        self._hear_time()
        if disturbed:
            self._rest_since = self._clock
        question = self._session.latest().question
        if question is not None and question.number not in self._answered:
            self._reply(question)

    def _still(self) -> Frame:
        """A still from the camera; how long drawing it took is kept."""
        began = perf_counter()
        still = self._camera.still()
        self._drawing += perf_counter() - began
        return still

    def _hear_time(self) -> None:
        """When the referee has called time, everybody at the table has heard it."""
        game, mine = self._game, self._session.state
        if not isinstance(game, HasClocks) or game.to_move(mine) is None:
            return
        moved, state = self._past[0]
        call = game.time_called(state)
        if call is None or game.time_called(mine) is not None:
            return
        state, _ = game.apply(state, call)
        heard = [(moved, state)]
        for moved, _ in self._past[1:]:
            assert moved is not None
            state, _ = game.apply(state, moved.action)
            heard.append((replace(moved, state=state), state))
        self._past = heard
        self._players.state = state

    def _actions_behind(self) -> int:
        """How many actions what is shown lags behind the truth; -1 when it is not on its path.

        What is on record is over: only what came after it is kept.
        """
        written = self._lag(self._session.state)
        if written is not None:
            del self._past[: len(self._past) - 1 - written]
        shown = self._lag(self._session.shown)
        return -1 if shown is None else shown

    def _lag(self, known: State) -> int | None:
        """How many actions a state lags behind the truth; None when it is not on its path."""
        for lag, (_, state) in enumerate(reversed(self._past)):
            if same_table(self._game, state, known):
                return lag
        return None

    def _mark_lives(self, state: State) -> None:
        """The players push their beads to the life they have."""
        for seat, player in enumerate(self._game.view(state).seats):
            self._hands.mark_life(seat, player.life)

    # -- speaking

    def _say_aloud(self, moved: SimulatedMove) -> None:
        """Announce it in the words of the offer: dice of a kind may have changed places."""
        offers = self._session.latest().offers
        action = next((o.action for o in offers if o.text == moved.said), moved.action)
        self._session.send(Announce(action))
        self._session.obey()
        self.score.announced += 1

    def _say_that_it_is_over(self) -> None:
        """What is shown is all that happened: wait until it is on record."""
        self._session.send(MoveIsOver())
        self._session.obey()
        for _ in range(self._frames(PATIENCE)):
            if self._session.stopped or self._lag(self._session.state) == 0:
                return
            self._frame()

    def _reply(self, ask: Ask) -> None:
        """The players answer truthfully, once what the question is about has happened."""
        if not any(answer.steps for answer in ask.answers):
            choice = self._which_die(ask)
            if choice is not None:
                self._answered.add(ask.number)
                self._session.send(AnswerQuestion(ask.number, choice))
            return
        for choice, answer in enumerate(ask.answers):
            state = self._led_to(answer)
            if state is not None and any(
                same_table(self._game, state, true) for _, true in self._past[1:]
            ):
                self._answered.add(ask.number)
                self._session.send(AnswerQuestion(ask.number, choice))
                return

    def _which_die(self, ask: Ask) -> int | None:
        """Of dice that look alike, the one that came to lie where the record has none yet."""
        game = self._game
        more = self._lying(self._past[-1][1])
        more.subtract(self._lying(self._session.state))
        come = {
            (kind, face)
            for (kind, place, face), n in more.items()
            if n > 0 and place.zone in game.zones
        }
        for choice, answer in enumerate(ask.answers):
            if any({(kind, face), (kind, None)} & come for _, kind, face in answer.shows):
                return choice
        return None

    def _lying(self, state: State) -> Counter[tuple[str, Place, int | None]]:
        """How many dice of each kind lie where on the table, and show what."""
        zones = self._game.zones
        return Counter(
            (lie.kind, lie.place, lie.face)
            for lie in self._game.layout(state)
            if zones[lie.place.zone] is not ZoneKind.HIDDEN
        )

    def _led_to(self, answer: Answer) -> State | None:
        """The state after an answer; None when it does not follow the record any more."""
        state = self._session.state
        for step in answer.steps:
            if self._game.why_not(state, step.action) is not None:
                return None
            state, _ = self._game.apply(state, step.action)
        return state

    def _speak_up(self) -> None:
        """Say aloud, one after the other, what the record lacks."""
        for _ in range(len(self._past)):
            behind = self._actions_behind()
            if behind <= 0:
                return
            moved = self._past[-behind][0]
            assert moved is not None
            self._say_aloud(moved)

    def _still_right(self) -> bool:
        """Count an entry that does not lie on the path of what really happened."""
        if self._actions_behind() == 0:
            return True
        self.score.wrong += 1
        self.score.diary.append(
            tr("!! the record parted from the truth: {lately}", lately=_lately(self._past))
        )
        return False


def _shrunk(image: Image) -> Image:
    return cv2.resize(image, SMALL, interpolation=cv2.INTER_AREA).astype(np.uint8)


def _moved(one: Image, other: Image) -> bool:
    """Whether anything in view moved between two small frames, beyond noise."""
    changed = cv2.absdiff(one, other).max(axis=2) > MOVED_GREY
    return bool(changed.mean() > MOVED_SHARE)


def _lately(past: list[tuple[SimulatedMove | None, State]]) -> str:
    return "; ".join(_said(past)) or tr("at the start")


def _said(past: list[tuple[SimulatedMove | None, State]]) -> Iterator[str]:
    return (moved.said for moved, _ in past[-4:] if moved is not None)
