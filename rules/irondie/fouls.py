"""Names for what went wrong on the table, and how a judge lets it stand."""

from collections.abc import Iterator, Sequence

from rules.core import Citation, DieNumber, Difference, Seat, Violation
from rules.core.printed_faces import class_in_words
from rules.irondie.rolls import awaits_roll
from rules.irondie.state import (
    BATTLE,
    Action,
    DeclareDie,
    IrondieState,
    PutRight,
    Zone,
    side_of,
)
from rules.irondie.why_not import BOOK, find_violation
from words import Text, joined, tr

CLASS_OF = {zone: die_class for die_class, zone in BATTLE.items()}


def name_foul(state: IrondieState, changes: Sequence[Difference]) -> Violation | None:
    """The foul these changes amount to; None when the game has no name for it."""
    checks = (_cocked, _rolled, _kept_in_limbo, _taken_back, _abyss, _share, _bonus, _zone)
    return next((found for check in checks for found in check(state, changes)), None)


def _foul(code: str, text: Text, section: str, remedy: Text) -> Violation:
    return Violation(code, text, Citation(BOOK, section), remedy)


def _cocked(_: IrondieState, changes: Sequence[Difference]) -> Iterator[Violation]:
    if any(change.cocked for change in changes):
        text = tr("A die does not lie flat, so it shows no value.")
        yield _foul("cocked-die", text, "Phase 1: Battle", tr("Roll it again."))


def _rolled(state: IrondieState, changes: Sequence[Difference]) -> Iterator[Violation]:
    """A die came out of a hand."""
    for change in changes:
        where = change.after
        if change.die is not None or where is None or where.seat is None:
            continue
        die = _in_hand(state, change)
        if die is None:
            continue
        title = tr("{name}'s {title}", name=state.names[where.seat], title=state.dice[die].title)
        if where.zone == "skirmish":
            violation = _why_not_rolled(state, die)
            if violation is not None:
                remedy = violation.remedy or tr("Take the die back into the hand.")
                text = tr("{title} was rolled. {text}", title=title, text=violation.text)
                yield Violation(violation.code, text, violation.citation, remedy)
        elif where.zone in CLASS_OF and state.phase != "battle":
            text = tr(
                "{title} was rolled into battle later than the others; groups are chosen once.",
                title=title,
            )
            section = "Phase 1: Battle"
            yield _foul("not-choosing", text, section, tr("Take the die back into the hand."))


def _why_not_rolled(state: IrondieState, die: DieNumber) -> Violation | None:
    side = state.side(die)
    if state.phase == "skirmish" and state.renounced[side] and not state.sudden:
        text = tr("This side has renounced the offensive for the rest of this skirmish.")
        section = "The alternation of duels"
        return _foul("renounced", text, section, tr("Take the die back into the hand."))
    if awaits_roll(state):
        return None
    return find_violation(state, DeclareDie(die))


def _in_hand(state: IrondieState, change: Difference) -> DieNumber | None:
    """The die of the reserve that an unexpected one is."""
    assert change.after is not None
    for index, die in enumerate(state.dice):
        here = state.zone[index] == "reserve" and die.seat == change.after.seat
        if here and die.kind == change.kind:
            return DieNumber(index)
    return None


def _kept_in_limbo(state: IrondieState, changes: Sequence[Difference]) -> Iterator[Violation]:
    left = [
        change
        for change in changes
        if change.after is not None
        and change.after.zone == "limbo"
        and change.die is None
        and _in_hand(state, change) is not None
    ]
    if left:
        text = tr(
            "{dice} still in limbo: as a turn ends, all limbo returns to the hand.",
            dice=_dice(left),
        )
        yield _foul(
            "limbo-kept", text, "Phase 4: End of turn", tr("Take the dice back into the hand.")
        )


def _taken_back(state: IrondieState, changes: Sequence[Difference]) -> Iterator[Violation]:
    """Life dice that are gone from battle."""
    gone = [
        change
        for change in changes
        if change.before is not None
        and change.before.zone == BATTLE["life"]
        and (change.after is None or change.after.zone == "reserve")
    ]
    if not gone:
        return
    if state.sudden:
        text = tr("Under sudden death no life die returns to the hand.")
        remedy = tr("Put the die back into the life zone with the value it showed.")
        yield _foul("sudden-death", text, "Tournament rules", remedy)
        return
    seats = [change.before.seat for change in gone if change.before is not None]
    taken = next((seat for seat in seats if seats.count(seat) > 1 or _took(state, seat)), None)
    if taken is not None and state.phase in {"return", "battle", "damage", "fought"}:
        text = tr(
            "{name} took back more than one life die; each player may take one.",
            name=state.names[taken],
        )
        remedy = tr("Put the others back into the life zone with the values they showed.")
        yield _foul("two-taken-back", text, "Phase 4: End of turn", remedy)


def _took(state: IrondieState, seat: Seat | None) -> bool:
    """Whether a player has taken a life die back in this turn."""
    return seat is not None and seat < len(state.returned) and state.returned[seat]


def _abyss(state: IrondieState, changes: Sequence[Difference]) -> Iterator[Violation]:
    """A die that lies in limbo and not in the abyss, or the other way round."""
    for change in changes:
        if change.die is None or change.before is None or change.after is None:
            continue
        if change.before.zone == change.after.zone or not change.die.isdecimal():
            continue
        die = state.dice[int(change.die)]
        title = tr("{name}'s {title}", name=state.names[die.seat], title=die.title)
        if change.before.zone == "abyss":
            why = (
                tr("a Smasher that loses is destroyed itself")
                if die.type_name == "smasher"
                else tr("it was destroyed")
            )
            text = tr("{title} belongs in the abyss: {why}.", title=title, why=why)
            yield _foul("not-in-abyss", text, "The game board", tr("Put it into the abyss."))
        elif change.before.zone == "limbo":
            text = tr("{title} belongs in limbo.", title=title)
            yield _foul("not-in-limbo", text, "The game board", tr("Put it into limbo."))


def _share(state: IrondieState, changes: Sequence[Difference]) -> Iterator[Violation]:
    """Life dice that were turned by another sum than the damage."""
    if state.phase not in {"damage", "return"}:
        return
    for change in changes:
        turned = change.die is not None and change.before == change.after
        life = change.before is not None and change.before.zone == BATTLE["life"]
        if not (turned and life) or change.before is None or change.before.seat is None:
            continue
        seat = change.before.seat
        points = state.damage[side_of(seat)]
        due = (
            tr("{points} points are still to be taken", points=points)
            if points
            else tr("all the damage is taken")
        )
        text = tr(
            "The damage is shared out wrongly: {name}'s life dice; {due}.",
            name=state.names[seat],
            due=due,
        )
        remedy = tr("Turn the life dice so that they lose just the damage, none below zero.")
        yield _foul("wrong-share", text, "Phase 3: Damage", remedy)


def _bonus(state: IrondieState, changes: Sequence[Difference]) -> Iterator[Violation]:
    """Something was turned or done while a colour bonus was due."""
    if not state.bonus or awaits_roll(state):
        return
    giver = state.dice[state.bonus[0]]
    title = tr("{name}'s {title}", name=state.names[giver.seat], title=giver.title)
    if any(change.die and change.before == change.after for change in changes):
        text = tr(
            "{title} gives its bonus to another own die in play, of the class and colour "
            "that the table names, and by the points it names.",
            title=title,
        )
        yield _foul("illegal-bonus-target", text, "Color bonus", tr("Turn the die back."))
    elif changes:
        text = tr(
            "The colour bonus of {title} was passed over: it must be given at once.", title=title
        )
        yield _foul("bonus-open", text, "The golden rules", tr("Give the bonus first."))


def _zone(state: IrondieState, changes: Sequence[Difference]) -> Iterator[Violation]:
    """A die in the wrong one of the three zones of the battle."""
    for change in changes:
        if change.die is None or change.before is None or change.after is None:
            continue
        right, wrong = CLASS_OF.get(change.before.zone), CLASS_OF.get(change.after.zone)
        if right is None or wrong is None or (right == wrong and change.before == change.after):
            continue
        title = state.dice[int(change.die)].title
        if right == wrong:
            text = tr(
                "The {title} lies in the {right} zone of another player.", title=title, right=right
            )
        else:
            text = tr(
                "The {title} is a die of the class {right} and lies in the {wrong} zone.",
                title=title,
                right=class_in_words(right),
                wrong=class_in_words(wrong),
            )
        yield _foul(
            "wrong-zone",
            text,
            "The game board",
            tr("Put it into its {right} zone.", right=class_in_words(right)),
        )


def _dice(changes: Sequence[Difference]) -> str:
    named = joined(", ", sorted({change.kind.replace("-", " ") for change in changes}))
    return f"{named} {'lies' if len(changes) == 1 else 'lie'}"


def put_right(state: IrondieState, changes: Sequence[Difference]) -> Iterator[Action]:
    """The dice as they lie: what a judge lets stand."""
    used: set[int] = set()
    for change in changes:
        if change.cocked or (change.die is not None and not change.die.isdecimal()):
            continue
        die = DieNumber(int(change.die)) if change.die is not None else None
        if die is None and change.after is not None:
            die = _in_hand(state, change)
        if die is None or die in used:
            continue
        used.add(die)
        zone: Zone = "reserve"
        if change.after is not None and change.after.zone:
            zone = "battle" if change.after.zone in CLASS_OF else _plain(change.after.zone)
        shown = zone in {"battle", "skirmish"} and change.face_after is not None
        yield PutRight(die, zone, (change.face_after or 0) + 1 if shown else 0)


def _plain(zone: str) -> Zone:
    plain: dict[str, Zone] = {"skirmish": "skirmish", "limbo": "limbo", "abyss": "abyss"}
    return plain.get(zone, "reserve")
