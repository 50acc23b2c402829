"""Names for what went wrong on the table."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from rules.core import DieNumber, Difference, Seat, Violation, numbered
from rules.dicemasters.engine.citations import Section, cite
from rules.dicemasters.engine.sources import source_of
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
from words import Text, capital, ntr, tr

PILE_NAMES = {"used": tr("the Used Pile"), "out": tr("Out of Play"), "prep": tr("the Prep Area")}
ZONE_NAMES = PILE_NAMES | {
    "reserve": tr("the Reserve Pool"),
    "field": tr("the Field Zone"),
    "attack": tr("the Attack Zone"),
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


FoundFoul: TypeAlias = tuple[str, Text, Section, Text] | None
"""Code, text, section, remedy."""


def _own(table: GameTable, die: DieNumber) -> str:
    """A die as people call it, with whose it is: "Ana's Sidekick"."""
    seat = table.dice[die].seat
    name = table.spoken_name(die)
    return (
        name if seat == NOBODY else tr("{name}'s {other}", name=table.match.names[seat], other=name)
    )


def _cocked(_: GameTable, changes: TableChanges) -> FoundFoul:
    if not changes.cocked:
        return None
    return (
        "cocked-die",
        tr("A die does not lie flat."),
        "More About Dice",
        tr("Roll it again."),
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
                tr(
                    "{title} lies on {owner}'s card; only its owner may buy it.",
                    title=title,
                    owner=owner,
                ),
                "Purchasing a Die",
                tr("Put the die back on its card and the energy back."),
            )
        if table.step != "main" or seat != table.active:
            return (
                "bought-out-of-turn",
                tr(
                    "{buyer} took {title} from its card, and it is not {buyer}'s Main Step.",
                    buyer=buyer,
                    title=title,
                ),
                "Purchasing a Die",
                tr("Put the die back on its card."),
            )
        costs = costs_at_once(table, _paid_for(table, changes, seat), seat)
        pay = tuple(sorted((n, table.face(n).amount) for _, n in changes.spent))
        wrong = payment_error(table, seat, costs, pay)
        if wrong is not None:
            return _wrong_payment(
                tr("{buyer} bought {title}.", buyer=buyer, title=title), wrong, "Purchasing a Die"
            )
        if zone_of(change.after) != "used":
            return (
                "purchase-misplaced",
                tr(
                    "{buyer} bought {title}: it belongs in the Used Pile.", buyer=buyer, title=title
                ),
                "Purchasing a Die",
                tr("Move it to the Used Pile."),
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


def _wrong_payment(what: Text, wrong: tuple[str, Text], section: Section) -> FoundFoul:
    code, text = wrong
    return (
        "wrong-payment" if code != "too-little" else "unpaid",
        what + " " + text,
        section,
        tr("Pay the right energy, or take the move back."),
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
            tr(
                "{title} shows no {character} and cannot be {word}.",
                title=title,
                character=table.match.edition.wording.character,
                word=word,
            ),
            "Fielding Characters",
            tr("Put it back into the Reserve Pool."),
        )
    seat = table.dice[die].seat
    if table.step != "main" or seat != table.active:
        return (
            "fielded-out-of-turn",
            tr("{title} was {word} outside its owner's Main Step.", title=title, word=word),
            "Fielding Characters",
            tr("Put it back."),
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
            tr(
                "{title} was {word}: it costs {cost}, and {paid} energy was spent.",
                title=title,
                word=word,
                cost=cost,
                paid=paid,
            ),
            "Fielding Characters",
            tr("Pay the fielding cost, or put the die back."),
        )
    if paid >= cost + 2:
        return (
            "wrong-payment",
            tr(
                "{title} was {word} for {cost}, and {paid} energy was spent.",
                title=title,
                word=word,
                cost=cost,
                paid=paid,
            ),
            "Spending Energy",
            tr("Take back what was too much."),
        )
    return None


def _drew_too_many(table: GameTable, changes: TableChanges) -> FoundFoul:
    extra = [
        c for c in changes.new if zone_of(c.after) == "prep" and _from_card(table, c.kind) == NO_DIE
    ]
    if not extra:
        return None
    return (
        "drew-too-many",
        ntr(
            "1 die too many lies in the Prep Area.",
            "{count} dice too many lie in the Prep Area.",
            len(extra),
        ),
        "Clear and Draw Step",
        ntr(
            "Put it back into the bag and mix what is in there.",
            "Put them back into the bag and mix what is in there.",
            len(extra),
        ),
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
    name, count = state.match.names[request.seat], abs(wrong)
    return Violation(
        "drew-too-many" if wrong > 0 else "drew-too-few",
        ntr("{name} drew 1 die too many.", "{name} drew {count} dice too many.", count, name=name)
        if wrong > 0
        else ntr(
            "{name} drew 1 die too few.", "{name} drew {count} dice too few.", count, name=name
        ),
        cite(state.match.edition.book, "Clear and Draw Step"),
        ntr("Put it back into the bag.", "Put them back into the bag.", count)
        if wrong > 0
        else tr("Draw what is missing."),
    )


def _effect_still_open(
    state: DiceMastersState, found: tuple[str, Text, Section, Text]
) -> tuple[str, Text, Section, Text]:
    """While an effect waits for its answer, anything else comes too early."""
    if not isinstance(state.request, ChoiceRequest) or found[0] in NEVER_RIGHT:
        return found
    return (
        "effect-still-open",
        tr("First this must be done: {text}", text=state.request.text),
        "Timing Conflicts",
        tr("Put the dice back and carry out the effect."),
    )


NEVER_RIGHT = ("cocked-die", "die-turned", "second-reroll", "unpaid", "unfielded-left")
"""What is wrong at any time, whether or not an effect is open."""


def _kept_in_reserve(table: GameTable, changes: TableChanges) -> FoundFoul:
    """A die lies in the Reserve Pool although it was spent, or was not fielded."""
    for change, die in changes.moved:
        if zone_of(change.before) not in PILES or zone_of(change.after) != "reserve":
            continue
        title = _own(table, die)
        pile = {"used": tr("the Used Pile"), "out": tr("Out of Play")}[zone_of(change.before)]
        shown = table.match.faces[die][change.face_after or 0]
        if shown.energy:
            return (
                "unpaid",
                tr("{title} is spent and still lies in the Reserve Pool.", title=title),
                "Spending Energy",
                tr("Move it to {pile}.", pile=pile),
            )
        word = table.match.edition.wording.fielded
        return (
            "unfielded-left",
            tr(
                "{title} was not {word} and still lies in the Reserve Pool.", title=title, word=word
            ),
            "Fielding Characters",
            tr("Move it to {pile}.", pile=pile),
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
            tr("{title} joined the attack after the attackers were declared.", title=title),
            "Declare Attackers",
            tr("Move it back to the field."),
        )
    if table.step == "attackers":
        return (
            "cannot-attack",
            tr(
                "{source} keeps {title} from attacking.",
                source=capital(source_of(table, die, "cannot-attack")),
                title=title,
            ),
            "Declare Attackers",
            tr("Move it back to the field."),
        )
    return (
        "attack-too-early",
        tr("{title} moved to attack outside the Attack Step.", title=title),
        "Attack Step",
        tr("Move it back to the field."),
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
            tr("Choose another block, or move it back to the field."),
        )
    return (
        "block-out-of-turn",
        tr("{title} moved to block although no blockers are asked for now.", title=title),
        "Declare Blockers",
        tr("Move it back to the field."),
    )


def _why_illegal_block(table: GameTable, die: DieNumber, title: str) -> Text:
    if has(table, die, "cannot-block"):
        return tr(
            "{source} keeps {title} from blocking.",
            source=capital(source_of(table, die, "cannot-block")),
            title=title,
        )
    return tr("{title} may not block there.", title=title)


def _wrong_pile(table: GameTable, changes: TableChanges) -> FoundFoul:
    """A die lies in a pile or zone where it does not belong."""
    for change, die in changes.moved:
        before, after = zone_of(change.before), zone_of(change.after)
        if before in PILE_NAMES and after in PILE_NAMES:
            right, wrong = _piles(table, change)
            return (
                "wrong-pile",
                tr(
                    "{own} belongs in {right}, not in {wrong}.",
                    own=_own(table, die),
                    right=right,
                    wrong=wrong,
                ),
                "Play Areas",
                tr("Move it to {right}.", right=right),
            )
        if before in IN_FIELD and after in PILE_NAMES:
            return (
                "left-field",
                tr("{own} left the field though nothing sent it away.", own=_own(table, die)),
                "Play Areas",
                tr("Put it back into the field."),
            )
        if before in PILE_NAMES and after in IN_FIELD:
            return (
                "stays-in-field",
                tr(
                    "{own} belongs in {pile} and lies in the field.",
                    own=_own(table, die),
                    pile=PILE_NAMES[before],
                ),
                "Cleanup Step",
                tr("Move it to {pile}.", pile=PILE_NAMES[before]),
            )
    for change, die in changes.spent:
        if any(_paid_for(table, changes, seat) for seat in table.match.seats):
            return None
        pile = PILE_NAMES[zone_of(change.after)]
        return (
            "spent-for-nothing",
            tr(
                "{own} lies in {pile} as spent, and nothing was bought with it.",
                own=_own(table, die),
                pile=pile,
            ),
            "Spending Energy",
            tr("Put it back into the Reserve Pool."),
        )
    return None


def _piles(table: GameTable, change: Difference) -> Iterator[str]:
    """Where a die should lie and where it lies; whose they are when they are two players'."""
    places = [place for place in (change.before, change.after) if place is not None]
    for place in places:
        if place.seat is None or len({place.seat for place in places}) == 1:
            yield PILE_NAMES[place.zone]
        else:
            yield tr(
                "{name}'s {pile}",
                name=table.match.names[place.seat],
                pile=PILE_NAMES[place.zone].removeprefix("the "),
            )


def _turned(table: GameTable, changes: TableChanges) -> FoundFoul:
    if not changes.turned:
        return None
    change, die = changes.turned[0]
    title = _own(table, die)
    if any(table.dice[number].spun for _, number in changes.turned):
        return (
            "rerolled-spent-die",
            tr(
                "{title} is partly spent and shows another face: it may not be rolled again.",
                title=title,
            ),
            "Roll and Reroll Step",
            tr("Turn it back to the energy it still holds."),
        )
    if zone_of(change.before) in ("prep", "reserve") and table.step in ("keep", "main"):
        return (
            "second-reroll",
            tr("{title} shows another face: there is one reroll only.", title=title),
            "Roll and Reroll Step",
            tr("Turn it back to the face that was rolled."),
        )
    return (
        "die-turned",
        tr("{title} shows another face, and nothing spun or rolled it.", title=title),
        "Levels and Spinning",
        tr("Turn it back."),
    )


def _went_back(table: GameTable, changes: TableChanges) -> FoundFoul:
    for before, after in (("attack", "field"), ("field", "reserve"), ("reserve", "prep")):
        for _, die in changes.from_to(before, after):
            return (
                "taken-back",
                tr(
                    "{own} went back from {before} to {after}.",
                    own=_own(table, die),
                    before=ZONE_NAMES[before],
                    after=ZONE_NAMES[after],
                ),
                "Turn Order",
                tr("Put it back into {before}.", before=ZONE_NAMES[before]),
            )
    return None
