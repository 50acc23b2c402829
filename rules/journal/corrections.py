"""A correction: from which entry on nothing counts any more, and which later steps still follow."""

from collections.abc import Iterable, Sequence

import msgspec

from rules.core import Action, AnyGame, State
from rules.journal.entry import Entry
from rules.journal.replay import Moment, replay


class Correction(msgspec.Struct, frozen=True):
    """What a correction would do to a record; nothing is written yet."""

    replaces: int  # the first entry that no longer counts
    before: State  # where the game stands again
    after: State  # once what happened instead, and what is kept, has been played
    kept: tuple[Moment, ...] = ()  # later steps that still follow
    dropped: tuple[int, ...] = ()  # the entries of later steps that do not


def corrected(
    entries: Iterable[Entry],
    game: AnyGame,
    replaces: int,
    actions: Sequence[Action] = (),
    *,
    keep_later: bool = False,
) -> Correction:
    """From this entry on nothing counts; the actions happened instead of its step.

    With `keep_later` the steps after it are kept as long as they still follow; the first that
    does not, and all after it, are dropped. Raises `ValueError` when an action is not legal,
    `JournalError` when the record cannot be replayed.
    """
    moments = replay(entries, game).moments
    standing = [moment for moment in moments if moment.entry.number < replaces] or moments[:1]
    gone = moments[len(standing) :]
    state = standing[-1].state
    for action in actions:
        state, _ = game.apply(state, action)
    kept: list[Moment] = []
    for moment in gone[1:] if keep_later else ():
        if moment.action is None or game.why_not(state, moment.action) is not None:
            break
        state, _ = game.apply(state, moment.action)
        kept.append(moment)
    dropped = tuple(moment.entry.number for moment in gone[1 + len(kept) :]) if keep_later else ()
    return Correction(replaces, standing[-1].state, state, tuple(kept), dropped)


def last_step(moments: Sequence[Moment], but: str = "") -> int | None:
    """The entry of the last step that counts, of another cause than `but`; None without any."""
    made = [moment.entry.number for moment in moments[1:] if moment.entry.cause != but]
    return made[-1] if made else None
