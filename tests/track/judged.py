"""What the tracker says of a table at rest, once the players say that their move is over."""

from rules.track import Ask, Commit, Infraction, Wait

PATIENT = 6
"""Looks after which the players of these tests take it that they were seen."""

OPEN = {"provisional", "halfway", "unsettled", "unexplained", "covered"}
"""What the tracker waits for when something lies there that is not on record."""


def joined(told, verdict):
    """Two verdicts in a row as one: entries add up, of questions and fouls the last counts."""
    if isinstance(told, Commit) and isinstance(verdict, Commit):
        return Commit((*told.steps, *verdict.steps))
    return verdict


def said(look, times, move_is_over):
    """Each verdict that says something, in so many looks; then the players say that it is over.

    `look` looks once; both give verdicts.
    """
    verdict = None
    for _ in range(times):
        verdict = look()
        if not isinstance(verdict, Wait):
            yield verdict
    if times >= PATIENT and isinstance(verdict, Wait) and verdict.reason in OPEN:
        verdict = move_is_over()
        if not isinstance(verdict, Wait):
            yield verdict


def judged(look, times, move_is_over):
    """What is said in so many looks as one verdict, up to the first question or foul."""
    told = None
    for verdict in said(look, times, move_is_over):
        told = joined(told, verdict)
        if isinstance(told, Ask | Infraction):
            break
    return told
