"""What the tracker says of a table at rest, once the players say that their move is over."""

from rules.track import Ask, Commit, Infraction, Wait

PATIENT = 6
"""Looks after which the players of these tests take it that they were seen."""


def joined(told, verdict):
    """Two verdicts in a row as one: entries add up, of questions and fouls the last counts."""
    if isinstance(verdict, Wait):
        return told
    if isinstance(told, Commit) and isinstance(verdict, Commit):
        return Commit((*told.steps, *verdict.steps))
    return verdict


def judged(look, times, move_is_over):
    """What is said in so many looks, up to the first question or foul.

    `look` looks once; both give verdicts.
    """
    told = verdict = None
    for _ in range(times):
        verdict = look()
        told = joined(told, verdict)
        if isinstance(told, Ask | Infraction):
            return told
    waits = verdict.reason if isinstance(verdict, Wait) else ""
    if times >= PATIENT and waits in {"provisional", "halfway", "unsettled"}:
        told = joined(told, move_is_over())
    return told
