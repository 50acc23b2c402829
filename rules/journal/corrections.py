"""A correction says what happened instead of an entry, and which later entries still follow.

Nothing is erased: the correction is an entry of its own, and what happened instead and what is kept
stand after it as new steps. Each of them names in its facts the entry that it `was`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations_with_replacement, islice
from typing import Any, Final

import msgspec

from rules.core import CHANCE, Action, AnyGame, Draw, Roll, State
from rules.core.telling import carried_out
from rules.journal.entry import Draft, Entry
from rules.journal.replay import Moment, counting, replay
from rules.journal.step_facts import step_facts
from words import tr

CLOCK: Final = "clock"
"""The cause of a step that follows from a clock, not from what anybody does."""

MOST_NAME: Final = 100
MOST_WHY: Final = 2000
"""Letters of who corrects, and of why or of a ruling."""

MOST_HANDS: Final = 3000
"""So many different hands at most are looked through for one that is said the same."""

Drafting = Callable[..., Draft]
"""Makes a draft of a kind, with its frame and its times filled in."""


class Kept(msgspec.Struct, frozen=True):
    """A later step that stays."""

    moment: Moment  # as it was
    action: Action  # as it is entered now: dice of one kind may have changed places


class Correction(msgspec.Struct, frozen=True):
    """What a correction would do to a record; nothing is written yet."""

    replaces: int  # the first entry that no longer counts
    before: State  # where the game stands again
    after: State  # once what happened instead, and what is kept, has been played
    gone: Moment | None = None  # the step that something else, or nothing, happened instead of
    instead: tuple[Action, ...] = ()
    kept: tuple[Kept, ...] = ()  # later steps that still follow
    dropped: tuple[Moment, ...] = ()  # those that do not
    undoes: int | None = None  # the correction that is taken back


def corrected(
    entries: Iterable[Entry],
    game: AnyGame,
    number: int,
    actions: Sequence[Action] = (),
    *,
    keep_later: bool = True,
) -> Correction:
    """The step of this entry did not happen; these actions did.

    With `keep_later` every later step that still follows is kept. Raises `ValueError` when the
    entry cannot be corrected or an action is not legal, `JournalError` when the record cannot be
    replayed.
    """
    written = tuple(entries)
    number = standing_for(written, number)
    moments = replay(written, game).moments
    at = next(at for at, moment in enumerate(moments) if moment.entry.number == number)
    before = state = moments[at - 1].state
    for action in actions:
        state, _ = game.apply(state, action)
    later = moments[at + 1 :] if keep_later else ()
    state, kept, dropped = _follow(game, state, later)
    return Correction(number, before, state, moments[at], tuple(actions), kept, dropped)


def undone(entries: Iterable[Entry], game: AnyGame, number: int) -> Correction:
    """The correction of this entry is taken back: what it took away counts again.

    What was played since is kept where it still follows. Raises as `corrected`; only the newest
    correction that still stands can be undone, or the last one there is.
    """
    written = tuple(entries)
    entry = written[number - 1] if 0 < number <= len(written) else None
    if entry is None or entry.kind != "correction" or entry.replaces is None:
        raise ValueError(tr("entry {number} is no correction of a move.", number=number))
    if number not in undoable(written):
        raise ValueError(
            tr(
                "entry {number} has been undone, or a newer correction must be first.",
                number=number,
            )
        )
    was, now = (replay(told, game).moments for told in (written[: number - 1], written))
    same = sum(moment.entry.number < entry.replaces for moment in was)
    back, since = was[same:], now[same + _entered_with(written, entry) :]
    before = state = was[same - 1].state
    again: list[Kept] = []
    for moment in back:
        state, _ = game.apply(state, moment.step)
        again.append(Kept(moment, moment.step))
    state, kept, dropped = _follow(game, state, since)
    replaces = now[same].entry.number if len(now) > same else len(written) + 1
    return Correction(replaces, before, state, None, (), (*again, *kept), dropped, undoes=number)


def undoable(entries: Iterable[Entry]) -> tuple[int, ...]:
    """The corrections that can be undone now: the newest that stands, and the last of all."""
    stand: list[int] = []
    brought: dict[int, tuple[int, bool]] = {}  # by each: a correction, and whether it stands since
    for entry in entries:
        if entry.kind == "correction" and entry.replaces is not None:
            about, stands = brought.get(entry.facts.get("undoes", 0), (entry.number, False))
            brought[entry.number] = about, not stands
            if about in stand:
                stand.remove(about)
            if not stands:
                stand.append(about)
    return tuple(dict.fromkeys((*stand[-1:], *list(brought)[-1:])))


def standing_for(entries: Sequence[Entry], number: int) -> int:
    """The step that stands for this entry after all corrections. Raises `ValueError`."""
    written = {entry.number: entry for entry in entries}
    stand = {entry.number for entry in counting(entries)}
    entry = written.get(number)
    if entry is None:
        raise ValueError(
            tr(
                "there is no entry {number}: the record has {count}.",
                number=number,
                count=len(written),
            )
        )
    if entry.kind == "setup":
        raise ValueError(tr("the set-up cannot be corrected: start a new game instead."))
    if entry.kind != "step":
        raise ValueError(
            tr("entry {number} is no move: name the move that is wrong.", number=number)
        )
    if number in stand:
        return number
    first = _origin(written, entry)
    for heir in sorted(stand - {1}):
        if _origin(written, written[heir]) == first:
            return heir
    raise ValueError(
        tr("entry {number} was taken back: undo that correction to restore it.", number=number)
    )


def _origin(written: Mapping[int, Entry], entry: Entry) -> int:
    """The first of the entries that stood for each other one after the other."""
    while isinstance(was := entry.facts.get("was"), int) and was < entry.number and was in written:
        entry = written[was]
    return entry.number


def _entered_with(written: Sequence[Entry], correction: Entry) -> int:
    """How many steps were entered in one piece with a correction."""
    facts = correction.facts
    if "instead" in facts:
        return len(facts["instead"]) + len(facts.get("kept", ()))
    count = 0
    for entry in written[correction.number :]:  # as older versions wrote it
        if entry.kind != "step" or entry.cause != "corrected":
            break
        count += 1
    return count


def written_down(
    correction: Correction,
    game: AnyGame,
    drafting: Drafting,
    *,
    why: str = "",
    who: str = "",
    ruling: str = "",
) -> tuple[Draft, ...]:
    """The correction as entries, to be written in one piece. Raises `ValueError`.

    `ruling`: what a judge decided, in free text.
    """
    facts: dict[str, Any] = {
        "why": one_line(why, MOST_WHY, tr("a reason")),
        "who": one_line(who, MOST_NAME, tr("a name")),
        "instead": [],
        "kept": [kept.moment.entry.number for kept in correction.kept],
        "dropped": [moment.entry.number for moment in correction.dropped],
    }
    if ruling:
        facts["ruling"] = one_line(ruling, MOST_WHY, tr("a ruling"))
    if correction.undoes is not None:
        facts["undoes"] = correction.undoes
    state, steps = correction.before, list[Draft]()

    def step(action: Action, **more: Any) -> str:
        """Enter it; what it is in words."""
        nonlocal state
        facts = {**step_facts(game, state, action), **more.pop("facts", {})}
        words, state, events = carried_out(game, state, action)
        draft = drafting(kind="step", action=game.write_action(action), facts=facts, **more)
        steps.append(msgspec.structs.replace(draft, digest=game.digest(state), events=events))
        return words

    for action in correction.instead:
        assert correction.gone is not None
        gone = {"was": correction.gone.entry.number}
        facts["instead"].append(step(action, cause="corrected", facts=gone))
    for kept in correction.kept:
        was = kept.moment.entry
        told = {"cause": was.cause, "confidence": was.confidence, "facts": {"was": was.number}}
        step(kept.action, evidence=tr("kept from entry {number}", number=was.number), **told)
    first = drafting(
        kind="correction", replaces=correction.replaces, cause="corrected", facts=facts
    )
    return (first, *steps)


def one_line(text: str, most: int, what: str) -> str:
    """Text that a person typed, as one line. Raises `ValueError` when it is too long."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    if len(line) > most:
        raise ValueError(
            tr(
                "{what} has at most {most} letters, not {count}.",
                what=what,
                most=most,
                count=len(line),
            )
        )
    return line


# -- what still follows


def _follow(
    game: AnyGame, state: State, later: Iterable[Moment]
) -> tuple[State, tuple[Kept, ...], tuple[Moment, ...]]:
    kept: list[Kept] = []
    dropped: list[Moment] = []
    for moment in later:
        action = still_fits(game, moment, state)
        if action is None:
            dropped.append(moment)
        else:
            state, _ = game.apply(state, action)
            kept.append(Kept(moment, action))
    return state, tuple(kept), tuple(dropped)


def still_fits(game: AnyGame, moment: Moment, state: State) -> Action | None:
    """The step as it is entered after `state`; None when it does not follow.

    The same player must be to move in the same turn, or the same dice be drawn or thrown. Dice of
    one kind may have changed places: then the move that is said the same is meant.
    """
    mover = game.to_move(state)
    if mover is not None and moment.entry.cause == CLOCK:  # nobody's move: the time had run out
        return moment.step if game.why_not(state, moment.step) is None else None
    if mover is None or mover != game.to_move(moment.before):
        return None
    then, now = game.view(moment.before), game.view(state)
    if (then.turn, then.active) != (now.turn, now.active):
        return None
    if mover == CHANCE:
        return _fallen_again(game, moment, state)
    if game.why_not(state, moment.step) is None:
        return moment.step
    said = game.say(moment.before, moment.step)
    return _only(action for action in game.legal_actions(state) if game.say(state, action) == said)


def _fallen_again(game: AnyGame, moment: Moment, state: State) -> Action | None:
    then, now = game.chance(moment.before), game.chance(state)
    if isinstance(then, Roll) and isinstance(now, Roll):
        same = then.seat == now.seat and [kind for _, kind in then.dice] == [
            kind for _, kind in now.dice
        ]
        return moment.step if same and game.why_not(state, moment.step) is None else None
    if not isinstance(then, Draw) or not isinstance(now, Draw):
        return None
    if then.seat != now.seat or then.count != now.count:
        return None
    if game.why_not(state, moment.step) is None:
        return moment.step
    said = game.say(moment.before, moment.step)
    return _only(hand for hand in hands_of(game, state, now) if game.say(state, hand) == said)


def hands_of(game: AnyGame, state: State, draw: Draw) -> Iterable[Action]:
    """Every hand that this draw may bring, as far as there are not too many."""
    held = dict(draw.pool)
    ways = combinations_with_replacement(sorted(held), draw.count)
    for kinds in islice(ways, MOST_HANDS):
        if all(kinds.count(kind) <= held[kind] for kind in set(kinds)):
            yield game.settle(state, list(kinds))


def _only(actions: Iterable[Action]) -> Action | None:
    found = list(islice(actions, 2))
    return found[0] if len(found) == 1 else None


def last_step(moments: Sequence[Moment], but: str = "") -> int | None:
    """The entry of the last step that counts, of another cause than `but`; None without any."""
    made = [moment.entry.number for moment in moments[1:] if moment.entry.cause != but]
    return made[-1] if made else None
