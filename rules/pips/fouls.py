"""From dice that lie where no legal action put them to a foul with a name, and back to order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rules.core import DieNumber, Difference, Violation
from rules.pips.state import (
    ALL_DICE,
    UNSEEN,
    Action,
    Bank,
    DiceRolled,
    EndTurn,
    SetDie,
    TenThousandState,
    ThrowDice,
    Zone,
)
from rules.pips.turn import listed, many, scoring_nothing, violation, why_not
from words import ntr, tr

MISHAPS: Final = "Mishaps"


@dataclass(frozen=True, slots=True)
class Disorder:
    """What the changes come to, die by die."""

    extra: int  # dice that the game does not have
    gone: tuple[DieNumber, ...]  # off the mat
    leaning: int
    into_throw: tuple[DieNumber, ...]  # from the keep zone
    into_keep: tuple[DieNumber, ...]  # from the throwing zone
    turned: tuple[DieNumber, ...]  # shows something else in its zone


def sorted_out(changes: Sequence[Difference]) -> Disorder:
    """The changes by what they are."""
    gone: list[DieNumber] = []
    in_throw: list[DieNumber] = []
    in_keep: list[DieNumber] = []
    turned: list[DieNumber] = []
    for change in changes:
        if change.die is None or change.cocked:
            continue
        if change.after is None or not change.after.zone:
            gone.append(DieNumber(int(change.die)))
        elif change.before != change.after:
            (in_throw if change.after.zone == "throw" else in_keep).append(
                DieNumber(int(change.die))
            )
        elif change.face_before != change.face_after:
            turned.append(DieNumber(int(change.die)))
    return Disorder(
        sum(change.die is None and not change.cocked for change in changes),
        tuple(gone),
        sum(change.cocked for change in changes),
        tuple(in_throw),
        tuple(in_keep),
        tuple(turned),
    )


def foul_of(state: TenThousandState, changes: Sequence[Difference]) -> Violation | None:
    """The foul these changes amount to; None when it is none of the book's."""
    found = sorted_out(changes)
    return _on_the_mat(found) or _in_the_turn(state, found, changes)


def _on_the_mat(found: Disorder) -> Violation | None:
    """Dice too many, too few, or leaning: whoever's turn it is."""
    if found.extra:
        text = ntr(
            "There is a die too many: the game is played with six.",
            "There are {count} dice too many: the game is played with six.",
            found.extra,
        )
        return violation("seventh-die", text, MISHAPS, tr("Take it off the mat."))
    if found.gone:
        text = ntr(
            "A die of the six is not on the mat.",
            "{count} dice of the six are not on the mat.",
            len(found.gone),
        )
        remedy = tr("Bring it back and throw again all dice of this throw.")
        return violation("die-off-the-mat", text, MISHAPS, remedy)
    if found.leaning:
        text = ntr("A die does not lie flat.", "{count} dice do not lie flat.", found.leaning)
        return violation("leaning-die", text, MISHAPS, tr("Throw it again."))
    return None


def _in_the_turn(
    state: TenThousandState, found: Disorder, changes: Sequence[Difference]
) -> Violation | None:
    """What the thrower, or the next player, must not do."""
    if state.phase == "start":
        return _started_wrongly(state, found)
    if state.phase != "choose":
        return None
    if _passed(state, found):
        return _passed_wrongly(state)
    if found.into_throw:
        return _thrown_again(state, found.into_throw)
    if found.into_keep:
        return _kept_wrongly(state, found.into_keep, changes)
    return _nothing_kept(state, found.turned)


def _thrown_again(state: TenThousandState, dice: tuple[DieNumber, ...]) -> Violation:
    locked = tuple(die for die in dice if state.locked[die])
    shown = listed(state.values(locked or dice))
    text = tr("A die that was kept was thrown again: {shown}.", shown=shown)
    remedy = tr("Put it back into the keep zone as it was: {shown}.", shown=shown)
    return violation("rolled-a-kept-die", text, "Throwing again", remedy)


def _nothing_kept(state: TenThousandState, turned: tuple[DieNumber, ...]) -> Violation | None:
    if not turned or not set(turned) <= set(state.lying):
        return None
    text = tr("Dice were thrown again, but none of the last throw was kept.")
    remedy = tr("Lay them as they were: {listed}.", listed=listed(state.values(state.lying)))
    return violation("nothing-kept", text, "Keeping dice", remedy)


def _passed(state: TenThousandState, found: Disorder) -> bool:
    """Whether the next player has all the dice: six in the throwing zone, or six gathered."""
    aside = tuple(die for die in ALL_DICE if die not in state.lying)
    thrown = bool(aside) and set(found.into_throw) == set(aside)
    gathered = bool(state.lying) and set(found.into_keep) == set(state.lying)
    return thrown or (gathered and bool(scoring_nothing(state, found.into_keep)))


def _passed_wrongly(state: TenThousandState) -> Violation | None:
    """The rule against banking now, as a foul; None where banking is allowed."""
    wrong = why_not(state, Bank())
    if wrong is None:
        return None
    code = {"below-entry": "passed-below-entry", "hot-dice": "passed-with-hot-dice"}
    text = tr("The dice were passed on. {text}", text=wrong.text)
    remedy = tr("Give the dice back: {name} throws again.", name=state.names[state.seat])
    return Violation(code.get(wrong.code, wrong.code), text, wrong.citation, remedy)


def _kept_wrongly(
    state: TenThousandState, dice: tuple[DieNumber, ...], changes: Sequence[Difference]
) -> Violation | None:
    shown_now = {
        DieNumber(int(change.die)): change.face_after + 1
        for change in changes
        if change.die is not None and change.face_after is not None
    }
    if any(shown_now.get(die, state.value[die]) != state.value[die] for die in dice):
        text = tr("A die was turned while it was kept.")
        remedy = tr("Turn it back: {listed}.", listed=listed(state.values(dice)))
        return violation("turned-a-die", text, "Keeping dice", remedy)
    useless = tuple(die for die in scoring_nothing(state, dice) if die in dice)
    if not useless:
        return None
    shown = listed(state.values(useless))
    text = tr("Kept, but it scores nothing: {shown}.", shown=shown)
    remedy = tr("Put it back into the throwing zone: {shown}.", shown=shown)
    return violation("kept-nothing", text, "Keeping dice", remedy)


def _started_wrongly(state: TenThousandState, found: Disorder) -> Violation | None:
    """A turn that begins with fewer than six dice."""
    thrown = len(found.into_throw) + len(found.turned)
    if not thrown or found.into_keep:
        return None
    text = tr(
        "A turn begins with all six dice; {name} threw {many}.",
        name=state.names[state.seat],
        many=many(thrown),
    )
    return violation("threw-too-few", text, "A turn", tr("Throw all six."))


def put_right_by_hand(state: TenThousandState, changes: Sequence[Difference]) -> tuple[Action, ...]:
    """What a judge enters so that the state agrees with the table.

    Dice that were passed on are the next player's: the turn ends, and its points are lost.
    """
    found = sorted_out(changes)
    faces = {
        DieNumber(int(change.die)): change.face_after
        for change in changes
        if change.die is not None and change.face_after is not None
    }
    if state.phase == "choose" and _passed(state, found) and found.into_throw:
        shown = tuple(faces.get(die, state.value[die] - 1) + 1 for die in ALL_DICE)
        return (EndTurn(), ThrowDice(), DiceRolled(shown))
    return tuple(_as_they_lie(state, changes))


def _as_they_lie(state: TenThousandState, changes: Sequence[Difference]) -> Iterator[Action]:
    for change in changes:
        if change.die is None or change.cocked or change.after is None or not change.after.zone:
            continue
        die = DieNumber(int(change.die))
        value = UNSEEN if change.face_after is None else change.face_after + 1
        zone: Zone = "throw" if change.after.zone == "throw" else "keep"
        yield SetDie(die, zone, value or state.value[die])
