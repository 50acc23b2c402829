"""Logs what the referee decided, and what it waits for whenever that changes."""

import logging

from rules.track.referee import Ruling
from rules.track.verdict import Ask, Commit, Infraction, Wait

log = logging.getLogger(__name__)


class VerdictLog:
    """Sees every ruling; a wait that goes on says nothing."""

    def __init__(self) -> None:
        self._waiting = ""

    def see(self, ruling: Ruling) -> None:
        """Log the ruling if it says something new."""
        verdict = ruling.verdict
        if isinstance(verdict, Wait):
            if verdict.reason != self._waiting:
                log.info("waiting: %s", verdict.reason)
            self._waiting = verdict.reason
            return
        self._waiting = ""
        match verdict:
            case Commit(steps):
                why = "; ".join(f"{step.cause}: {step.evidence or 'as said'}" for step in steps)
                log.info("believed, steps: %d (%s)", len(steps), why or "nothing was moved")
            case Ask(number, text, answers, evidence):
                odds = ", ".join(f"{one.text} {one.probability:.2f}" for one in answers)
                log.info("question %d: %s (%s; %s)", number, text, evidence, odds)
            case Infraction(number, code, text, mended=mended):
                log.info("%s %d, %s: %s", "mended" if mended else "foul", number, code, text)
