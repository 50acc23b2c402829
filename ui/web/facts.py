"""What a browser is shown of the table, and what it may say to it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from calibration.masking import without_passwords
from rules.core import Action, Offer, ZoneKind, seats_of, side_name, side_of, sides_of
from ui.app.chosen_dice import action_with, folded
from ui.app.sides import spendable_text
from ui.app.state_model import waiting_in_words
from ui.app.table_model import (
    AllowFoul,
    Announce,
    AnswerQuestion,
    Command,
    Pause,
    SayByHand,
    TableModel,
    Undo,
)
from ui.widgets.mat_drawing import zone_title
from ui.words import CLOCKS, words_for
from words import tr, translated, translated_whole


def public_facts(model: TableModel) -> dict[str, Any]:
    """What a browser is shown; no paths and no actions leave the machine."""
    view = model.view
    question = model.question
    changes = {change.seat: change for change in model.life_changes}
    return {
        "title": model.title,
        "turn": view.turn,
        "step": view.step,
        "substep": view.substep,
        "active": side_name(view, side_of(view, view.active)),
        "to_move": model.to_move,
        "waiting": waiting_in_words(model.waiting),
        "paused": model.paused,
        "notice": without_passwords(model.notice),
        "outcome": model.outcome.text if model.outcome else "",
        "seats": [seat.name for seat in view.seats],
        "sides": [
            {
                "seats": list(seats),
                "life": view.seats[first].life,
                "to_spend": spendable_text(view, side),
                "hidden": _hidden(model, seats),
                "delta": changes[first].delta if first in changes else 0,
                "cause": changes[first].cause if first in changes else "",
            }
            for side in sides_of(view)
            for seats in [seats_of(view, side)]
            for first in seats[:1]
        ],
        "dice": {die.die: die.title for die in view.dice},
        "offers": [
            {"n": n, "text": translated(o.text), "group": o.group, "cost": o.cost,
             "why_not": o.why_not, "can": o.action is not None,
             "dice": list(o.dice) if o.ways else [],
             "ways": [] if o.dice else [words for words, _ in o.ways]}
            for n, o in enumerate(folded(model.offers))
        ],
        "cards": [
            {"title": c.title, "subtitle": c.subtitle, "seat": c.seat, "lines": list(c.lines)}
            for c in model.cards
        ],
        "hand": None if model.hand is None else list(model.hand.causes),
        "reminders": [
            {"text": r.text, "urgent": r.urgent, "book": r.citation.book,
             "section": r.citation.section}
            for r in model.reminders
        ],
        "events": [{"text": e.text, "seat": e.seat, "kind": e.kind} for e in model.events[-40:]],
        "provisional": [*model.provisional, *model.undone],
        "lost": model.lost,
        "clocks": [
            {"name": translated(words_for(CLOCKS, c.name)), "seconds": c.seconds,
             "running": c.running, "down": c.down}
            for c in model.clocks if c.tells_something
        ],
        "question": None if question is None else {
            "number": question.number, "text": question.text, "evidence": question.evidence,
            "answers": [a.text for a in question.answers],
        },
        "fouls": [
            {"number": f.number, "text": f.text, "remedy": f.remedy, "book": f.citation.book,
             "section": f.citation.section}
            for f in model.fouls
        ],
        "health": [{"name": h.name, "value": f"{h.value}{h.unit}", "level": h.level}
                   for h in model.health],
        "witness": model.witness,
        "sequence": model.sequence,
    }  # fmt: skip


def _hidden(model: TableModel, seats: Sequence[int]) -> list[tuple[str, int]]:
    """How many dice lie where nobody looks, zone by zone; which they are stays there."""
    counts: Counter[str] = Counter()
    for place, _, count in model.view.hidden:
        counts[place.zone] += count if place.seat in seats else 0
    for die in model.view.dice:
        if model.zones.get(die.place.zone) is ZoneKind.HIDDEN:
            counts[die.place.zone] += die.place.seat in seats
    return [(zone_title(zone), count) for zone, count in counts.items() if count]


def _action_of(offer: Offer, written: Mapping[str, Any]) -> Action:
    """What of an offer is meant: which dice, or how it is paid. Raises `ValueError`."""
    if offer.action is None:
        raise ValueError(tr("this is not possible yet"))
    dice, way = written.get("dice"), written.get("way")
    if offer.dice and offer.ways:
        words = [die for die in dice if isinstance(die, str)] if isinstance(dice, list) else []
        action = action_with(offer, words)
        if action is None:
            raise ValueError(tr("these dice cannot be taken"))
        return action
    if way is None:
        return Action(offer.action)
    if not isinstance(way, int) or not 0 <= way < len(offer.ways):
        raise ValueError(tr("there is no such way to pay"))
    return Action(offer.ways[way][1])


def command_of(  # noqa: C901 - one case per command, each with what may be wrong with it
    written: Mapping[str, Any], model: TableModel
) -> Command:
    """The command a browser sent. Raises `ValueError` when it is none.

    Only what a player at the table may say is understood; an offer is named by its place and
    its words, so that a late tap never does something else.
    """
    match written:
        case {"do": "answer", "question": int(number), "choice": int(choice)}:
            if model.question is None or model.question.number != number:
                raise ValueError(tr("this question is no longer open"))
            if not 0 <= choice < len(model.question.answers):
                raise ValueError(tr("there is no such answer"))
            return AnswerQuestion(number, choice)
        case {"do": "announce", "text": str(text), "offer": int(number)}:
            offers = folded(translated_whole(model.offers))  # as the page was told them
            if not 0 <= number < len(offers) or translated(offers[number].text) != text:
                raise ValueError(tr("the table has changed since"))
            return Announce(_action_of(offers[number], written))
        case {"do": "hand", "text": str(text)} if model.hand is not None:
            return SayByHand(text)
        case {"do": "allow", "number": int(number)}:
            if all(foul.number != number for foul in model.fouls):
                raise ValueError(tr("this foul is no longer open"))
            return AllowFoul(number)
        case {"do": "undo"}:
            return Undo()
        case {"do": "pause", "on": bool(on)}:
            return Pause(on)
        case _:
            raise ValueError(tr("this is no command"))
