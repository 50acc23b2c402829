"""Actions by hand that make a state agree with the table."""

from collections.abc import Sequence
from typing import Final

from rules.core import EFFECT_BY_HAND, DieNumber, Difference, FaceIndex, Seat, Violation, numbered
from rules.dicemasters.engine.citations import cite
from rules.dicemasters.engine.numbers import CardNumber
from rules.dicemasters.engine.state import NO_DIE, NO_FACE, DiceMastersState
from rules.dicemasters.engine.stats import active_die
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.moves import actions as act
from words import joined, tr

OPEN = ("reserve", "field", "attack")


def actions_by_hand(
    state: DiceMastersState, changes: Sequence[Difference]
) -> tuple[act.Action, ...]:
    """Moves and turns that make the state agree with the table.

    What an effect by hand may have done is one action, with the card as its cause.
    """
    taken: set[DieNumber] = set()
    found: list[act.HandAct] = []
    for change in changes:
        if change.cocked:
            continue
        action = _corrective_action(state, change, taken)
        if action is not None:
            found.append(action)
    if effect_in_question(state, changes) is not None:
        return (act.ByHand(tuple(found), f"effect of {_card_by_hand(state)}"),)
    return tuple(found)


def effect_in_question(state: DiceMastersState, changes: Sequence[Difference]) -> Violation | None:
    """What a card that players carry out themselves may have done to the table, as a question.

    Dice were moved or turned as no rule does it for a price: neither paid for nor paid with.
    """
    title = _card_by_hand(state)
    if not title or not changes or not all(_may_be_an_effect(state, each) for each in changes):
        return None
    told = joined(", ", (_change_in_words(state, each) for each in changes))
    return Violation(
        EFFECT_BY_HAND,
        tr("Effect of {title}? {told}.", title=title, told=told),
        cite(state.match.edition.book, "More About Dice"),
        tr("Yes: both let it stand. No: put the dice back."),
    )


def _card_by_hand(state: DiceMastersState) -> str:
    """The first card in the field whose text the players carry out; "" when there is none."""
    table = GameTable(state)
    for number, in_play in numbered(CardNumber, state.match.cards):
        if not in_play.encoded and active_die(table, number) != NO_DIE:
            return in_play.card.title
    return ""


def _may_be_an_effect(state: DiceMastersState, change: Difference) -> bool:
    if change.cocked or change.die is None or change.before is None or change.after is None:
        return False
    moves = (change.before.zone, change.after.zone)
    table = GameTable(state)
    spent = moves[0] == "reserve" and table.face(state.match.die_numbers[change.die]).energy != ""
    return not spent and moves not in {("reserve", "field"), ("field", "attack")}


def _change_in_words(state: DiceMastersState, change: Difference) -> str:
    assert change.die is not None
    assert change.after is not None
    name = GameTable(state).spoken_name(state.match.die_numbers[change.die])
    if change.before == change.after:
        return tr("{name} is turned", name=name)
    return f"{name} -> {ZONES_IN_WORDS.get(change.after.zone, change.after.zone)}"


ZONES_IN_WORDS: Final = {
    "used": tr("Used Pile"),
    "prep": tr("Prep Area"),
    "reserve": tr("Reserve Pool"),
    "out": tr("Out of Play"),
    "field": tr("Field Zone"),
    "attack": tr("Attack Zone"),
}


def _corrective_action(
    state: DiceMastersState, change: Difference, taken: set[DieNumber]
) -> act.HandAct | None:
    match = state.match
    why = "allowed by the judge"
    if change.die is not None:
        die = match.die_numbers[change.die]
    else:
        die = _die_out_of_sight(state, change, taken)
        if die == NO_DIE:
            return None
    taken.add(die)
    entry = state.dice[die]
    face = entry.face if change.face_after is None else change.face_after
    if change.after is None:
        return act.MoveDie(die, "bag", max(entry.owner, Seat(0)), why=why)
    if change.before == change.after:
        return act.SpinDie(die, face, why) if face != NO_FACE else None
    zone = change.after.zone
    seat = max(entry.seat, Seat(0)) if change.after.seat is None else change.after.seat
    if zone not in OPEN:
        return act.MoveDie(die, zone, seat, why=why)
    return act.MoveDie(die, zone, seat, max(face, FaceIndex(0)), why)


def _die_out_of_sight(
    state: DiceMastersState, change: Difference, taken: set[DieNumber]
) -> DieNumber:
    """A die of this kind that was out of sight, of the player it lies before if possible."""
    match = state.match
    seat = change.after.seat if change.after else None
    candidates = [
        number
        for number, die in numbered(DieNumber, state.dice)
        if match.kinds[match.kind_of[number]].name == change.kind
        and die.zone in ("bag", "cards")
        and number not in taken
    ]
    own = [number for number in candidates if state.dice[number].seat == seat]
    return next(iter(own or candidates), NO_DIE)


def life_by_hand(state: DiceMastersState, seat: Seat, life: int) -> act.ChangeLife:
    """What sets a team's life to a number."""
    now = state.life[state.match.team(seat)]
    return act.ChangeLife(seat, life - now, "as the marker says")
