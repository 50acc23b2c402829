"""From a state of any game to the model the dashboard shows."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.core import (
    ActsByHand,
    AnyGame,
    DieFacts,
    DieName,
    DieView,
    ExplainsCards,
    Place,
    Seat,
    State,
    View,
    numbered,
)
from rules.registry import known_game
from ui.app.table_model import LifeChange, LogLine, TableModel
from ui.words import WAITING
from words import NOTHING, Text, rewritten, tr

KEPT_EVENTS = 200
"""How many lines of the log a model carries; the whole of it is in the journal."""

_DICE = re.compile(r"[\w:]*\w#\d+(?:, [\w:]*\w#\d+)*")
"""Dice as an engine's books name them, one or several: `sidekick#3, A:12avx#1`."""


def die_colours(facts: Iterable[DieFacts]) -> dict[str, tuple[str, str]]:
    """Body and ink of each kind of die, where they are known."""
    return {fact.kind: (fact.body, fact.ink) for fact in facts if fact.body}


def mat_of(game: str, setup: Mapping[str, Any]) -> str:
    """The name of the mat that a game is played on; "" for a game that nobody knows."""
    try:
        return known_game(game).mat_for(setup)
    except ValueError:
        return ""


def model_of(
    game: AnyGame,
    state: State,
    *,
    title: str,
    colours: Mapping[str, tuple[str, str]],
    dice: tuple[DieFacts, ...] = (),
    mat: str = "",
) -> TableModel:
    """The state as the dashboard shows it, without log and changes."""
    return TableModel(
        title=title,
        view=game.view(state),
        zones=game.zones,
        colours=colours,
        dice=dice,
        mat=mat,
        faces={lie.die: lie.face for lie in game.layout(state) if lie.face is not None},
        to_move=game.to_move(state),
        offers=game.offers(state),
        reminders=game.reminders(state),
        hand=game.hand_menu(state) if isinstance(game, ActsByHand) else None,
        cards=game.cards_in_words(state) if isinstance(game, ExplainsCards) else (),
        outcome=game.outcome(state),
    )


def with_changes(before: TableModel, after: TableModel, happened: Iterable[LogLine]) -> TableModel:
    """`after` with the log, the life changes and the lit zones that lead to it from `before`."""
    titles = {die.die: die.title for die in (*before.view.dice, *after.view.dice)}
    lines = tuple(replace(line, text=_with_titles(line.text, titles)) for line in happened)
    changes = {change.seat: change for change in before.life_changes}
    for seat, (old, new) in numbered(Seat, zip(before.view.seats, after.view.seats, strict=True)):
        if new.life != old.life:
            when = lines[-1].time if lines else 0.0
            changes[seat] = LifeChange(
                seat, new.life - old.life, _cause(lines, before, after), when
            )
    return replace(
        after,
        events=(*before.events, *lines)[-KEPT_EVENTS:],
        life_changes=tuple(changes.values()),
        lit=_newly_filled(before.view, after.view),
        journal=before.journal,
        health=before.health,
        thumbnail=before.thumbnail,
        camera=before.camera,
        seen=before.seen,
    )


def _with_titles(text: Text, titles: Mapping[DieName, str]) -> Text:
    """`draws sidekick#3, sidekick#5` as `draws 2 Sidekick`."""

    def named(found: re.Match[str]) -> str:
        dice = found.group().split(", ")
        return counted([titles.get(DieName(die), die.split("#", maxsplit=1)[0]) for die in dice])

    def with_titles(said: str) -> str:
        return _DICE.sub(named, said)

    return rewritten(text, with_titles) if _DICE.search(text) else text


def counted(titles: Sequence[str]) -> str:
    """`3 Sidekick, Thor`."""
    counts = {title: titles.count(title) for title in dict.fromkeys(titles)}
    return ", ".join(f"{n} {title}" if n > 1 else title for title, n in counts.items())


def face_shown(die: DieView) -> str:
    """What a die shows: its figures, or in words where it has none."""
    in_words = die.detail and "," not in die.detail
    return die.detail if in_words else die.stats or die.short


def waiting_in_words(reason: str) -> str:
    """What the eye waits for, for people; "" when it waits for nothing they should know of."""
    if not reason:
        return ""
    return WAITING.get(reason) or tr("… {reason}", reason=reason)


def _cause(lines: Sequence[LogLine], before: TableModel, after: TableModel) -> Text:
    """What led to a change of life: what the game names, or what happened last, or the step."""
    if any(line.kind == "correction" for line in lines):
        return tr("corrected")
    named = next((line.cause for line in lines if line.cause), NOTHING)
    hurt = next((at for at, line in enumerate(lines) if line.kind == "life"), len(lines))
    end = after.outcome.text if after.outcome else ""
    deeds = [line.text for line in lines[:hurt] if line.kind == "move" and line.text != end]
    return named or (deeds[-1] if deeds else before.view.step)


def _newly_filled(before: View, after: View) -> tuple[Place, ...]:
    """The places in which a die has just appeared."""
    where = {die.die: die.place for die in before.dice}
    moved = {die.place for die in after.dice if where.get(die.die) != die.place}
    return tuple(sorted(moved))
