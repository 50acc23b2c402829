"""Somebody who knows what really happened in a simulated game, and says nothing but the truth.

At times they play on for some rests before they answer anything.
"""

from collections.abc import Sequence
from typing import Any

from rules.core import Place, ZoneKind, place_in_words
from rules.track.alike import looks_alike
from rules.track.likeness import likeness
from rules.track.questions import GONE, NOTHING_MORE, SOMETHING_ELSE
from rules.track.tracker import Tracker
from rules.track.verdict import Answer, Ask, Commit, Infraction, Verdict
from tests.bench.sightings.hands import Body
from tests.bench.sightings.table import Sitting


class Witness:
    """Holds verdicts against the truth and answers questions."""

    def __init__(self, sitting: Sitting) -> None:
        """Watch one game."""
        self._at = sitting
        self._deaf = 0  # rests for which nobody answers

    @property
    def deaf(self) -> bool:
        """Whether nobody answers for now."""
        return self._deaf > 0

    def next_rest(self) -> None:
        """Hands have left the table again: a question left open may be answered now."""
        if not self._deaf:
            return
        self._deaf -= 1
        question = self._at.tracker.question
        if not self._deaf and question is not None:
            self._reply(question)

    def hear(self, verdict: Verdict) -> None:
        """Hold a verdict against the truth."""
        at = self._at
        if isinstance(verdict, Commit):
            at.score.committed += len(verdict.steps)
            if not self._leads_along(at.tracker):
                at.score.wrong += 1
                at.note("wrong", f"{at.said(verdict.steps)} instead of {at.truth.done}")
                at.put_right()
        elif isinstance(verdict, Ask):
            self._asked(verdict)
        elif isinstance(verdict, Infraction) and not verdict.mended:
            at.score.false_alarms += 1
            at.note("false alarm", f"{verdict.text} after {at.truth.done}")

    def _leads_along(self, tracker: Tracker) -> bool:
        """Whether what is on record, or that and what is shown, is what happened.

        What hands do in one movement has no order: some of it may be entered before the rest.
        """
        passed = self._at.truth.passed
        return passed(tracker.state) or passed(tracker.shown)

    def _asked(self, ask: Ask) -> None:
        """Answer a new question, or play on without an answer for some rests."""
        at = self._at
        at.score.questions += 1
        silent = self._is_silent(ask)
        at.score.silent_questions += silent
        if not silent:
            at.note("asked", f"{[a.text for a in ask.answers]} after {at.truth.done}")
        if not self._deaf and at.habits.deaf and at.rng.random() < at.habits.deaf:
            self._deaf = at.rng.choice((2, 3, 4))
        if not self._deaf:
            self._reply(ask)

    def _reply(self, ask: Ask) -> None:
        """Answer as what really happened says."""
        at = self._at
        where, offered = _asks_where(ask), _offered(ask)
        silent = self._is_silent(ask)
        if silent and at.truth.is_like(at.tracker.state):
            return  # nobody has decided yet
        if where and self.say_where(ask):
            return
        choice = self._true_one(offered)
        if choice is not None:
            at.tracker.answer(ask.number, choice)
            return
        if self.say_where(ask):
            return
        if ask.answers[-1] == SOMETHING_ELSE:
            at.tracker.answer(ask.number, len(ask.answers) - 1)
        at.score.unanswerable += 1
        at.note("no right answer", f"{[a.text for a in ask.answers]} after {at.truth.done}")

    def _true_one(self, offered: Sequence[Answer]) -> int | None:
        """The number of the answer that leads furthest along what really happened."""
        at = self._at
        led_to = [likeness(at.game, at.after(answer.steps)) for answer in offered]
        for like in (likeness(at.game, state) for state in reversed(at.truth.since)):
            right = [
                ("; ".join(at.said(answer.steps)), number)
                for number, answer in enumerate(offered)
                if led_to[number] == like
            ]
            if right:
                return int(as_said("; ".join(at.truth.done), right))
        return None

    def say_where(self, ask: Ask) -> bool:
        """Answer where a die is that the tracker does not see.

        Where no answer is right the die is moved into sight; what is not there was taken away.
        """
        at = self._at
        if ask.answers[-1] != GONE:
            return False
        hidden = [
            body
            for body in at.table.bodies.values()
            if body.unseen and at.game.zones[body.place.zone] is ZoneKind.OPEN
        ]
        for number, answer in enumerate(ask.answers[:-1]):
            if any(answer.text.endswith(self._lies(body)) for body in hidden) and not answer.steps:
                at.tracker.answer(ask.number, number)
                return True
        for body in hidden:
            body.track = at.table.fresh_track()
        if hidden:
            at.disturb()
        else:
            at.tracker.answer(ask.number, len(ask.answers) - 1)
        return True

    def _lies(self, body: Body) -> str:
        where = place_in_words(self._at.game, Place(body.place.zone), ())
        return f"{self._at.titles[body.kind]} lies in {where}"

    def deny(self, ask: Ask) -> None:
        """Say that nothing of this happened, if that is an answer."""
        for number, answer in enumerate(ask.answers):
            if answer.text == NOTHING_MORE and not answer.steps:
                self._at.tracker.answer(ask.number, number)

    def _is_silent(self, ask: Ask) -> bool:
        """Whether it is asked what no eye could tell."""
        return not _asks_where(ask) and self._leaves_no_trace(_offered(ask))

    def _leaves_no_trace(self, answers: Sequence[Answer]) -> bool:
        """Whether all answers lead to tables that look the same: no eye could tell."""
        game = self._at.game
        tables = [game.layout(self._at.after(answer.steps)) for answer in answers]
        return all(looks_alike(tables[0], table, game) for table in tables[1:])


def _asks_where(ask: Ask) -> bool:
    """Whether it is asked where a die is, and nothing else."""
    return ask.answers[-1] == GONE and not any(answer.steps for answer in ask.answers)


def _offered(ask: Ask) -> list[Answer]:
    """The answers that say what happened."""
    return [answer for answer in ask.answers if answer != SOMETHING_ELSE]


def as_said(said: str, choices: Sequence[tuple[str, Any]]) -> Any:
    """Of choices that come to the same for the eye, the one in these words, or else the first."""
    return next((choice for text, choice in choices if text == said), choices[0][1])
