"""What happened instead of an entry: what was lawful then, and what becomes of all after it.

No screen here. The table and the review show the same form and enter what was chosen.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rules.core import (
    CHANCE,
    Action,
    ActsByHand,
    AnyGame,
    DieFacts,
    Draw,
    Event,
    KindName,
    Offer,
    Placement,
    Roll,
    State,
    ZoneKind,
    side_name,
    side_of,
    sides_of,
)
from rules.core.printed_faces import face_in_words, face_name
from rules.core.telling import FALLEN
from rules.journal import (
    Correction,
    Entry,
    Moment,
    corrected,
    replay,
    standing_for,
    undoable,
    undone,
)
from rules.track.referee import TableAsItLies
from ui.app.chosen_dice import folded
from ui.app.state_model import counted
from ui.app.table_model import ChanceRow, CorrectionForm, TryCorrection
from words import NOTHING, Text, as_text, joined, tr

MOST_LISTED = 12
"""Entries that drop out, or tell something else, and are listed one by one."""


def form_of(
    entries: Iterable[Entry], game: AnyGame, dice: Sequence[DieFacts], tried: TryCorrection
) -> CorrectionForm:
    """The form for the entry, with what was chosen so far.

    Raises `ValueError` or `JournalError`.
    """
    written = tuple(entries)
    if 0 < tried.entry <= len(written) and written[tried.entry - 1].kind == "correction":
        return _undoing(written, game, dice, tried.entry)
    number = standing_for(written, tried.entry)
    moments = replay(written, game).moments
    at = next(at for at, moment in enumerate(moments) if moment.entry.number == number)
    wrong, before = moments[at], moments[at - 1].state
    actions = list(tried.actions)
    if tried.by_hand:
        if not isinstance(game, ActsByHand):
            raise ValueError(tr("this game has no effects that are carried out by hand."))
        actions.append(game.said_by_hand(_after(game, before, actions), tried.by_hand))
    state = _after(game, before, actions)
    rows = _chance_rows(game, state, dice, wrong if not actions else None, tried.result)
    if rows and tried.result:
        actions.append(game.settle(state, [row.values[row.now] for row in rows]))
    found = corrected(written, game, number, actions)
    settled = bool(rows and tried.result)
    chosen = actions[:-1] if settled else actions
    thrown = (_thrown(game, state, actions[-1], rows),) if settled else ()
    return CorrectionForm(
        entry=number,
        text=in_words(game, wrong, dice),
        actions=tuple(chosen),
        instead=(*_said(game, before, chosen), *thrown),
        choices=() if rows else tuple(_choices(game, state, wrong if actions else None)),
        rows=rows,
        settled=settled,
        by_hand=isinstance(game, ActsByHand),
        preview=tuple(preview(written, game, dice, found)),
        whole=tuple(actions),
    )


def _undoing(
    written: Sequence[Entry], game: AnyGame, dice: Sequence[DieFacts], number: int
) -> CorrectionForm:
    """To undo a correction; the last that can be undone, where this one cannot."""
    entry = written[number - 1]
    if number not in undoable(written):
        raise ValueError(
            tr(
                "Entry {number} has been undone, or a newer correction must be undone first.",
                number=number,
            )
        )
    found = undone(written, game, number)
    return CorrectionForm(
        entry=number,
        text=text_of_correction(entry),
        undoes=True,
        preview=tuple(preview(written, game, dice, found)),
    )


def table_form(game: AnyGame, lies: TableAsItLies) -> CorrectionForm:
    """What "the table is right" would enter."""
    view = game.view(lies.state)
    name = side_name(view, side_of(view, view.active))
    left = (
        [
            tr("What cannot be entered so, and stays different:"),
            *("  " + line for line in lies.left),
        ]
        if lies.left
        else []
    )
    then = tr(
        "Then: turn {turn}, {name}, {step}. If the game is further on, say so in the list Now.",
        turn=view.turn,
        name=name,
        step=view.step,
    )
    told = tuple(map(as_text, (*lies.differences, *left, then)))
    return CorrectionForm(entry=0, text=NOTHING, table=True, preview=told)


def _after(game: AnyGame, state: State, actions: Sequence[Action]) -> State:
    for action in actions:
        state, _ = game.apply(state, action)
    return state


def _said(game: AnyGame, state: State, actions: Sequence[Action]) -> Iterator[Text]:
    for action in actions:
        yield game.say(state, action)
        state, _ = game.apply(state, action)


def _choices(game: AnyGame, state: State, also: Moment | None) -> Iterator[Offer]:
    """What was lawful then; first, after something that was missing, the entry itself."""
    if also is not None and game.why_not(state, also.step) is None:
        text = game.say(state, also.step)
        yield Offer(tr("and then, as written: {text}", text=text), "", also.step)
    offers = [offer for offer in folded(game.offers(state)) if offer.action is not None]
    yield from offers
    offered = {way for offer in offers for way in (offer.action, *(way for _, way in offer.ways))}
    said = set[str]()
    for action in game.legal_actions(state):
        text = game.say(state, action)
        if action not in offered and text not in said:
            said.add(text)
            yield Offer(text, "", action)


def _chance_rows(
    game: AnyGame,
    state: State,
    dice: Sequence[DieFacts],
    wrong: Moment | None,
    result: Sequence[Any],
) -> tuple[ChanceRow, ...]:
    """One row for each die that was drawn or rolled, with what it may have been."""
    chance, facts = game.chance(state), {die.kind: die for die in dice}
    if isinstance(chance, Roll):
        shown = {lie.die: lie.face for lie in game.layout(wrong.state)} if wrong else {}
        return tuple(
            ChanceRow(
                as_text(facts[kind].title),
                tuple(face_in_words(facts[kind].faces, face) for face in range(6)),
                tuple(range(6)),
                int(result[at] if at < len(result) else shown.get(die) or 0),
                rolled=tuple(face_name(facts[kind].faces, face) for face in range(6)),
            )
            for at, (die, kind) in enumerate(chance.dice)
        )
    if not isinstance(chance, Draw):
        return ()
    kinds = tuple(kind for kind, _ in chance.pool)
    drawn = list(result) if result else _drawn(game, wrong, chance)
    titles = tuple(as_text(facts[kind].title) for kind in kinds)
    return tuple(
        ChanceRow(tr("Die {number} drawn", number=at + 1), titles, kinds, kinds.index(kind))
        for at, kind in enumerate(drawn[: chance.count])
    )


def _seen(game: AnyGame, state: State) -> Iterator[Placement]:
    """The dice that lie where they can be seen: none in a bag."""
    return (lie for lie in game.layout(state) if game.zones[lie.place.zone] is not ZoneKind.HIDDEN)


def _drawn(game: AnyGame, wrong: Moment | None, draw: Draw) -> list[KindName]:
    """The kinds that came out of the bag by the record, or the first that could."""
    kinds = [kind for kind, count in draw.pool for _ in range(count)]
    if wrong is None or game.to_move(wrong.before) != CHANCE:
        return kinds[: draw.count]
    lay = {lie.die for lie in _seen(game, wrong.before)}
    came = [lie.kind for lie in _seen(game, wrong.state) if lie.die not in lay]
    found = [kind for kind in came if kind in kinds]
    return found if len(found) == draw.count else kinds[: draw.count]


# -- what becomes of the rest


def preview(
    written: Sequence[Entry], game: AnyGame, dice: Sequence[DieFacts], found: Correction
) -> Iterator[Text]:
    """What becomes of everything after the entry, in lines."""
    if found.kept:
        yield tr("Later entries that stay: {count}.", count=len(found.kept))
    retold = [f"  {number}  " + then + " → " + now for number, then, now in _retold(game, found)]
    yield from _listed(tr("Of these tell something else then: {count}."), retold)
    lost = [f"  {each.entry.number}  " + in_words(game, each, dice) for each in found.dropped]
    yield from _listed(
        tr("Later entries that drop out, because they no longer fit: {count}."), lost
    )
    if not found.kept and not found.dropped:
        yield tr("Nothing was entered after it.")
    was, now = game.view(replay(written, game).state), game.view(found.after)
    if (was.turn, was.active, was.step) != (now.turn, now.active, now.step):
        name = side_name(now, side_of(now, now.active))
        yield tr(
            "The game then stands at turn {turn}, {name}, {step}.",
            turn=now.turn,
            name=name,
            step=now.step,
        )
    for side in sides_of(now):
        before, after = was.seats[side].life, now.seats[side].life
        if before != after:
            yield tr(
                "{name}: {was} life becomes {now}.",
                name=side_name(now, side),
                was=before,
                now=after,
            )
    ended, ends = (game.outcome(state) for state in (replay(written, game).state, found.after))
    if ended is not None and ends is None:
        yield tr("The game is not over then.")
    elif ends is not None and ended != ends:
        yield tr("The game is over then: {text}", text=ends.text)


def _listed(title: Text, lines: Sequence[Text]) -> Iterator[Text]:
    """The first of these under their title; nothing of none."""
    if lines:
        yield title.filled({"count": len(lines)})
    yield from lines[:MOST_LISTED]
    if len(lines) > MOST_LISTED:
        yield tr("  and {count} more", count=len(lines) - MOST_LISTED)


def _retold(game: AnyGame, found: Correction) -> Iterator[tuple[int, Text, Text]]:
    """Of what stays, the steps that lead to something else: what they told, and will tell."""
    state = found.before
    for action in found.instead:
        state, _ = game.apply(state, action)
    for kept in found.kept:
        moment = kept.moment
        then = _told(game, moment.before, moment.step, moment.events)
        before, (state, events) = state, game.apply(state, kept.action)
        now = _told(game, before, kept.action, events)
        if set(then) != set(now):
            number = moment.entry.number
            yield number, _but(then, now), _but(now, then)


def _told(game: AnyGame, state: State, action: Action, events: Iterable[Event]) -> list[Text]:
    """What a step says, and what came of it."""
    said = [] if game.to_move(state) == CHANCE else [game.say(state, action)]
    return said + [event.text for event in events]


def _but(told: Iterable[Text], others: Iterable[Text]) -> Text:
    """What is told here and not there."""
    there = set(others)
    return joined("; ", (text for text in told if text not in there)) or tr("nothing")


def tail_in_words(
    game: AnyGame, state: State, tail: Sequence[Action], dice: Sequence[DieFacts]
) -> Iterator[Text]:
    """What was done since the last entry, a line each, as the log will say it."""
    for action in tail:
        after, events = game.apply(state, action)
        done = Entry(kind="step", number=0, previous="")
        yield in_words(game, Moment(done, after, state, action, events), dice)
        state = after


def in_words(game: AnyGame, moment: Moment, dice: Sequence[DieFacts]) -> Text:
    """A step as a line: who, and what."""
    mover = game.to_move(moment.before)
    if mover == CHANCE:
        rows = _chance_rows(game, moment.before, dice, moment, ())
        return _fallen(moment.events) or _in_rows(rows)
    said = game.say(moment.before, moment.step)
    name = "" if mover is None else game.view(moment.before).seats[mover].name
    return said if said.startswith(name) else f"{name}: " + said


def _thrown(game: AnyGame, state: State, settled: Action, rows: Sequence[ChanceRow]) -> Text:
    """How dice fell, as the log says it."""
    return _fallen(game.apply(state, settled)[1]) or _in_rows(rows)


def _fallen(events: Iterable[Event]) -> Text:
    """How dice fell, in the words of a game that tells it."""
    return next((event.text for event in events if event.code in FALLEN), NOTHING)


def _in_rows(rows: Sequence[ChanceRow]) -> Text:
    """The dice of a roll or a draw as they stand in the rows."""
    if not all(row.rolled for row in rows):
        return tr("drawn: {dice}", dice=counted([row.options[row.now] for row in rows]))
    faces = dict[Text, list[Text]]()
    for row in rows:
        faces.setdefault(row.title, []).append(row.rolled[row.now])
    if all(face.isdecimal() for shown in faces.values() for face in shown):
        dice = joined(" ", sorted(face for shown in faces.values() for face in shown))
    else:
        dice = joined("; ", (title + ": " + joined(", ", shown) for title, shown in faces.items()))
    return tr("rolled: {dice}", dice=dice)


def text_of_correction(correction: Entry) -> Text:
    """What a correction says."""
    facts = correction.facts
    what = facts.get("ruling") or ", ".join(facts.get("instead", ()))
    if facts.get("takes_back"):
        words = tr("Giving up was taken back")
    elif facts.get("differences") is not None:
        words = tr("The table is right: {text}", text="; ".join(facts["differences"]))
    elif facts.get("undoes"):
        words = tr("Correction {number} undone", number=facts["undoes"])
    elif what:
        words = tr("Entry {number} corrected: {text}", number=correction.replaces, text=what)
    else:
        words = tr("Entry {number} taken back", number=correction.replaces)
    extra = [str(facts[name]) for name in ("why", "who") if facts.get(name)]
    dropped = len(facts.get("dropped", ()))
    if dropped:
        extra.append(tr("{count} later entries dropped out", count=dropped))
    return words + " (" + joined(", ", extra) + ")" if extra else words
