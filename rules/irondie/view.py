"""What the dashboard shows of a state."""

from collections.abc import Iterator, Mapping
from typing import Final

from rules.core import (
    DieName,
    DieNumber,
    DieView,
    Place,
    Seat,
    SeatView,
    first_seat,
    numbered,
)
from rules.core.printed_faces import class_in_words
from rules.irondie.chance import ROLLOFF_KIND
from rules.irondie.state import BOTH_SIDES, IrondieState, side_of
from words import NOTHING, Text, joined, tr

PHASES: Final[Mapping[str, tuple[Text, Text]]] = {
    "battle": (tr("Battle"), tr("choosing groups")),
    "bonus": (tr("Battle"), tr("colour bonuses")),
    "skirmish": (tr("Skirmish"), tr("who goes on the offensive")),
    "duel": (tr("Skirmish"), tr("duel")),
    "rolled": (tr("Skirmish"), tr("all dice of the duel are rolled")),
    "resolve": (tr("Skirmish"), tr("resolving, last die first")),
    "fought": (tr("Damage"), tr("attack against defence")),
    "damage": (tr("Damage"), tr("sharing damage")),
    "return": (tr("End of turn"), tr("taking life dice back")),
    "over": (tr("Over"), NOTHING),
}


def set_dice(state: IrondieState) -> Iterator[DieView]:
    """The dice of the sets."""
    for index, die in numbered(DieNumber, state.dice):
        shows = state.rolling_off.get(index) or (state.in_play(index) and state.value[index])
        yield DieView(
            die=DieName(str(index)),
            kind=die.kind,
            place=Place(state.place(index), die.seat),
            title=die.title,
            short=f"{die.type_name[:3].capitalize()}{die.colour[:2]}",
            stats=str(shows) if shows else "",
            detail=_detail(state, index),
            paired=_aimed_at(state, index),
        )


def rolloff_dice(state: IrondieState) -> Iterator[DieView]:
    """The ordinary dice of the roll-off for priority, while they lie on the table."""
    for side in BOTH_SIDES:
        shown = state.ordinary_die(side)
        if shown is not None:
            yield DieView(
                die=DieName(f"rolloff{side}"),
                kind=ROLLOFF_KIND,
                place=Place("skirmish", first_seat(side)),
                title=tr("roll-off die"),
                short="d6",
                stats=str(shown or ""),
                detail=tr("priority: {shown}", shown=shown) if shown else tr("priority"),
            )


def _detail(state: IrondieState, index: DieNumber) -> Text:
    die = state.dice[index]
    if index in state.rolling_off:
        return tr("{die_class}, rolled off for priority", die_class=class_in_words(die.die_class))
    shown = (
        tr("value {value}, ", value=state.value[index])
        if state.in_play(index) and state.value[index]
        else ""
    )
    rolls = state.duel.rolls if state.duel else ()
    targets = [target for roll in rolls if roll.die == index for target in roll.targets]
    at = joined(
        ", ",
        (
            tr("{name}'s {title}", name=state.names[state.dice[t].seat], title=state.dice[t].title)
            for t in targets
        ),
    )
    return shown + class_in_words(die.die_class) + (tr(", aims at {at}", at=at) if at else "")


def _aimed_at(state: IrondieState, index: DieNumber) -> DieName | None:
    """The die this one is rolled against in the duel, when it is a single one."""
    for roll in state.duel.rolls if state.duel else ():
        if roll.die == index and len(roll.targets) == 1:
            return DieName(str(roll.targets[0]))
    return None


def seat_view(state: IrondieState, seat: Seat) -> SeatView:
    """A player's life and what attack and defence come to."""
    side = side_of(seat)
    sums = {
        kind: sum(state.value[die] for die in state.dice_in("battle", side, kind))
        for kind in ("attack", "defence")
    }
    notes = [tr("att {attack}, def {defence}", **sums)]
    if state.phase in {"skirmish", "duel"} and state.renounced[side]:
        notes.append(tr("offensive renounced"))
    most = 6 * sum(1 for die in state.dice if side_of(die.seat) == side and die.die_class == "life")
    return SeatView(state.names[seat], state.life(side), most, tuple(notes))
