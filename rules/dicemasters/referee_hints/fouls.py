"""Names for what went wrong on the table."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from rules.core import DieNumber, Difference, Seat, Violation, numbered
from rules.dicemasters.engine.citations import Section, cite
from rules.dicemasters.engine.sources import sentence, source_of
from rules.dicemasters.engine.state import (
    NO_DIE,
    NOBODY,
    ChoiceRequest,
    DiceMastersState,
    DrawRequest,
    RollRequest,
)
from rules.dicemasters.engine.stats import has
from rules.dicemasters.engine.table import IN_FIELD, GameTable
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.legal_actions import Part, costs_at_once
from rules.dicemasters.moves.payment import payment_error
from rules.dicemasters.referee_hints.by_hand import effect_in_question
from rules.dicemasters.referee_hints.table_changes import PILES, TableChanges, zone_of

PILE_NAMES = {"used": "the Used Pile", "out": "Out of Play", "prep": "the Prep Area"}
ZONE_NAMES = PILE_NAMES | {
    "reserve": "the Reserve Pool",
    "field": "the Field Zone",
    "attack": "the Attack Zone",
}


def name_foul(state: DiceMastersState, changes: Sequence[Difference]) -> Violation | None:
    """The foul these changes amount to; None when there is no name for them."""
    table = GameTable(state)
    drawn = _wrong_draw(state, changes) or effect_in_question(state, changes)
    if drawn is not None:
        return drawn
    table_changes = TableChanges(table, changes)
    for check in (
        _cocked,
        _purchased,
        _fielded,
        _drew_too_many,
        _attacked,
        _blocked,
        _kept_in_reserve,
        _wrong_pile,
        _turned,
        _went_back,
    ):
        found = check(table, table_changes)
        if found is not None:
            code, text, section, remedy = _effect_still_open(state, found)
            return Violation(code, text, cite(table.match.edition.book, section), remedy)
    return None


FoundFoul: TypeAlias = tuple[str, str, Section, str] | None
"""Code, text, section, remedy."""


def _own(table: GameTable, die: DieNumber) -> str:
    """A die as people call it, with whose it is: "Ana's Sidekick"."""
    seat = table.dice[die].seat
    name = table.spoken_name(die)
    return name if seat == NOBODY else f"{table.match.names[seat]}'s {name}"


def _cocked(_: GameTable, changes: TableChanges) -> FoundFoul:
    if not changes.cocked:
        return None
    return (
        "cocked-die",
        "A die does not lie flat.",
        "More About Dice",
        "Roll it again.",
    )


def _purchased(table: GameTable, changes: TableChanges) -> FoundFoul:
    """Dice from the cards lie on the table: were they for sale, and was the price paid?"""
    for change in changes.new:
        if zone_of(change.after) not in (*PILES, "prep", "reserve", "field"):
            continue
        die = _from_card(table, change.kind)
        if die == NO_DIE:
            continue
        title = table.spoken_name(die)
        seat = change.after.seat if change.after and change.after.seat is not None else Seat(0)
        buyer = table.match.names[seat]
        if table.dice[die].seat not in (NOBODY, seat):
            owner = table.match.names[table.dice[die].seat]
            return (
                "not-your-card",
                f"{title} lies on {owner}'s card; only its owner may buy it.",
                "Purchasing a Die",
                "Put the die back on its card and the energy back.",
            )
        if table.step != "main" or seat != table.active:
            return (
                "bought-out-of-turn",
                f"{buyer} took {title} from its card, and it is not {buyer}'s Main Step.",
                "Purchasing a Die",
                "Put the die back on its card.",
            )
        costs = costs_at_once(table, _paid_for(table, changes, seat), seat)
        pay = tuple(sorted((n, table.face(n).amount) for _, n in changes.spent))
        wrong = payment_error(table, seat, costs, pay)
        if wrong is not None:
            return _wrong_payment(f"{buyer} bought {title}.", wrong, "Purchasing a Die")
        if zone_of(change.after) != "used":
            return (
                "purchase-misplaced",
                f"{buyer} bought {title}: it belongs in the Used Pile.",
                "Purchasing a Die",
                "Move it to the Used Pile.",
            )
    return None


def _paid_for(table: GameTable, changes: TableChanges, seat: Seat) -> list[Part]:
    """All that was bought and fielded: one payment may cover several things."""
    bought = [
        act.Purchase(_from_card(table, c.kind))
        for c in changes.new
        if zone_of(c.after) in (*PILES, "prep", "reserve", "field")
        and _from_card(table, c.kind) != NO_DIE
    ]
    fielded = [
        act.FieldDie(die)
        for zone in IN_FIELD
        for _, die in changes.from_to("reserve", zone)
        if table.face(die).level and table.dice[die].seat == seat
    ]
    return [*bought, *fielded]


def _wrong_payment(what: str, wrong: tuple[str, str], section: Section) -> FoundFoul:
    code, text = wrong
    return (
        "wrong-payment" if code != "too-little" else "unpaid",
        f"{what} {text}",
        section,
        "Pay the right energy, or take the move back.",
    )


def _from_card(table: GameTable, kind: str) -> DieNumber:
    """A die of this kind that is still on its card."""
    match = table.match
    for number, die in numbered(DieNumber, table.dice):
        if die.zone == "cards" and match.kinds[match.kind_of[number]].name == kind:
            return number
    return NO_DIE


def _fielded(table: GameTable, changes: TableChanges) -> FoundFoul:
    """Characters went from the Reserve Pool to the field: allowed, and paid for?"""
    went = [pair for zone in IN_FIELD for pair in changes.from_to("reserve", zone)]
    if not went:
        return None
    _, die = went[0]
    title = _own(table, die)
    word = table.match.edition.wording.fielded
    if not table.face(die).level:
        return (
            "energy-in-field",
            f"{title} shows no {table.match.edition.wording.character} and cannot be {word}.",
            "Fielding Characters",
            "Put it back into the Reserve Pool.",
        )
    seat = table.dice[die].seat
    if table.step != "main" or seat != table.active:
        return (
            "fielded-out-of-turn",
            f"{title} was {word} outside its owner's Main Step.",
            "Fielding Characters",
            "Put it back.",
        )
    return _fielding_paid_wrongly(table, changes, title, seat)


def _fielding_paid_wrongly(
    table: GameTable, changes: TableChanges, title: str, seat: Seat
) -> FoundFoul:
    parts = _paid_for(table, changes, seat)
    if any(isinstance(part, act.Purchase) for part in parts):
        return None  # whether all is paid was asked when dice were bought
    word = table.match.edition.wording.fielded
    cost = sum(each.amount for each in costs_at_once(table, parts, seat))
    paid = sum(table.face(n).amount for _, n in changes.spent)
    if paid < cost:
        return (
            "unpaid",
            f"{title} was {word}: it costs {cost}, and {paid} energy was spent.",
            "Fielding Characters",
            "Pay the fielding cost, or put the die back.",
        )
    if paid >= cost + 2:
        return (
            "wrong-payment",
            f"{title} was {word} for {cost}, and {paid} energy was spent.",
            "Spending Energy",
            "Take back what was too much.",
        )
    return None


def _drew_too_many(table: GameTable, changes: TableChanges) -> FoundFoul:
    extra = [
        c for c in changes.new if zone_of(c.after) == "prep" and _from_card(table, c.kind) == NO_DIE
    ]
    if not extra:
        return None
    one = len(extra) == 1
    return (
        "drew-too-many",
        f"{'1 die too many lies' if one else f'{len(extra)} dice too many lie'} in the Prep Area.",
        "Clear and Draw Step",
        f"Put {'it' if one else 'them'} back into the bag and mix what is in there.",
    )


def _wrong_draw(state: DiceMastersState, changes: Sequence[Difference]) -> Violation | None:
    """While dice are to be drawn or rolled: were as many drawn as the rules ask for?"""
    request = state.request
    if not isinstance(request, DrawRequest | RollRequest):
        return None
    fresh = [c for c in changes if c.die is None and zone_of(c.after) in ("prep", "reserve")]
    lost = [c for c in changes if c.after is None and zone_of(c.before) == "prep"]
    if isinstance(request, DrawRequest):
        wrong = len(fresh) - request.count if fresh else 0
    else:
        wrong = len(fresh) - len(lost)
    if not wrong:
        return None
    many = "too many" if wrong > 0 else "too few"
    dice = "1 die" if abs(wrong) == 1 else f"{abs(wrong)} dice"
    return Violation(
        "drew-too-many" if wrong > 0 else "drew-too-few",
        f"{state.match.names[request.seat]} drew {dice} {many}.",
        cite(state.match.edition.book, "Clear and Draw Step"),
        f"Put {'it' if wrong == 1 else 'them'} back into the bag."
        if wrong > 0
        else "Draw what is missing.",
    )


def _effect_still_open(
    state: DiceMastersState, found: tuple[str, str, Section, str]
) -> tuple[str, str, Section, str]:
    """While an effect waits for its answer, anything else comes too early."""
    if not isinstance(state.request, ChoiceRequest) or found[0] in NEVER_RIGHT:
        return found
    return (
        "effect-still-open",
        f"First this must be done: {state.request.text}",
        "Timing Conflicts",
        "Put the dice back and carry out the effect.",
    )


NEVER_RIGHT = ("cocked-die", "die-turned", "second-reroll", "unpaid", "unfielded-left")
"""What is wrong at any time, whether or not an effect is open."""


def _kept_in_reserve(table: GameTable, changes: TableChanges) -> FoundFoul:
    """A die lies in the Reserve Pool although it was spent, or was not fielded."""
    for change, die in changes.moved:
        if zone_of(change.before) not in PILES or zone_of(change.after) != "reserve":
            continue
        title = _own(table, die)
        pile = {"used": "the Used Pile", "out": "Out of Play"}[zone_of(change.before)]
        shown = table.match.faces[die][change.face_after or 0]
        if shown.energy:
            return (
                "unpaid",
                f"{title} is spent and still lies in the Reserve Pool.",
                "Spending Energy",
                f"Move it to {pile}.",
            )
        word = table.match.edition.wording.fielded
        return (
            "unfielded-left",
            f"{title} was not {word} and still lies in the Reserve Pool.",
            "Fielding Characters",
            f"Move it to {pile}.",
        )
    return None


def _attacked(table: GameTable, changes: TableChanges) -> FoundFoul:
    went = [
        (c, n) for c, n in changes.from_to("field", "attack") if table.dice[n].seat == table.active
    ]
    if not went:
        return None
    _, die = went[0]
    title = _own(table, die)
    if table.step in ("blockers", "actions"):
        return (
            "late-attacker",
            f"{title} joined the attack after the attackers were declared.",
            "Declare Attackers",
            "Move it back to the field.",
        )
    if table.step == "attackers":
        return (
            "cannot-attack",
            f"{sentence(source_of(table, die, 'cannot-attack'))} keeps {title} from attacking.",
            "Declare Attackers",
            "Move it back to the field.",
        )
    return (
        "attack-too-early",
        f"{title} moved to attack outside the Attack Step.",
        "Attack Step",
        "Move it back to the field.",
    )


def _blocked(table: GameTable, changes: TableChanges) -> FoundFoul:
    went = [
        (c, n) for c, n in changes.from_to("field", "attack") if table.dice[n].seat != table.active
    ]
    if not went:
        return None
    _, die = went[0]
    title = _own(table, die)
    if table.step == "blockers":
        return (
            "illegal-block",
            _why_illegal_block(table, die, title),
            "Declare Blockers",
            "Choose another block, or move it back to the field.",
        )
    return (
        "block-out-of-turn",
        f"{title} moved to block although no blockers are asked for now.",
        "Declare Blockers",
        "Move it back to the field.",
    )


def _why_illegal_block(table: GameTable, die: DieNumber, title: str) -> str:
    if has(table, die, "cannot-block"):
        return f"{sentence(source_of(table, die, 'cannot-block'))} keeps {title} from blocking."
    return f"{title} may not block there."


def _wrong_pile(table: GameTable, changes: TableChanges) -> FoundFoul:
    """A die lies in a pile or zone where it does not belong."""
    for change, die in changes.moved:
        before, after = zone_of(change.before), zone_of(change.after)
        if before in PILE_NAMES and after in PILE_NAMES:
            right, wrong = _piles(table, change)
            return (
                "wrong-pile",
                f"{_own(table, die)} belongs in {right}, not in {wrong}.",
                "Play Areas",
                f"Move it to {right}.",
            )
        if before in IN_FIELD and after in PILE_NAMES:
            return (
                "left-field",
                f"{_own(table, die)} left the field though nothing sent it away.",
                "Play Areas",
                "Put it back into the field.",
            )
        if before in PILE_NAMES and after in IN_FIELD:
            return (
                "stays-in-field",
                f"{_own(table, die)} belongs in {PILE_NAMES[before]} and lies in the field.",
                "Cleanup Step",
                f"Move it to {PILE_NAMES[before]}.",
            )
    for change, die in changes.spent:
        if any(_paid_for(table, changes, seat) for seat in table.match.seats):
            return None
        pile = PILE_NAMES[zone_of(change.after)]
        return (
            "spent-for-nothing",
            f"{_own(table, die)} lies in {pile} as spent, and nothing was bought with it.",
            "Spending Energy",
            "Put it back into the Reserve Pool.",
        )
    return None


def _piles(table: GameTable, change: Difference) -> Iterator[str]:
    """Where a die should lie and where it lies; whose they are when they are two players'."""
    places = [place for place in (change.before, change.after) if place is not None]
    for place in places:
        if place.seat is None or len({place.seat for place in places}) == 1:
            yield PILE_NAMES[place.zone]
        else:
            yield f"{table.match.names[place.seat]}'s {PILE_NAMES[place.zone].removeprefix('the ')}"


def _turned(table: GameTable, changes: TableChanges) -> FoundFoul:
    if not changes.turned:
        return None
    change, die = changes.turned[0]
    title = _own(table, die)
    if any(table.dice[number].spun for _, number in changes.turned):
        return (
            "rerolled-spent-die",
            f"{title} is partly spent and shows another face: it may not be rolled again.",
            "Roll and Reroll Step",
            "Turn it back to the energy it still holds.",
        )
    if zone_of(change.before) in ("prep", "reserve") and table.step in ("keep", "main"):
        return (
            "second-reroll",
            f"{title} shows another face: there is one reroll only.",
            "Roll and Reroll Step",
            "Turn it back to the face that was rolled.",
        )
    return (
        "die-turned",
        f"{title} shows another face, and nothing spun or rolled it.",
        "Levels and Spinning",
        "Turn it back.",
    )


def _went_back(table: GameTable, changes: TableChanges) -> FoundFoul:
    for before, after in (("attack", "field"), ("field", "reserve"), ("reserve", "prep")):
        for _, die in changes.from_to(before, after):
            return (
                "taken-back",
                f"{_own(table, die)} went back from {ZONE_NAMES[before]} to {ZONE_NAMES[after]}.",
                "Turn Order",
                f"Put it back into {ZONE_NAMES[before]}.",
            )
    return None
