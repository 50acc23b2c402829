"""What the dashboard shows of a state."""

from collections.abc import Iterable

from msgspec.structs import replace

from rules.core import DieNumber, DieView, Place, Seat, SeatView, View, numbered
from rules.dicemasters.engine.state import NO_DIE, NO_FACE, NOBODY, ChoiceRequest, DiceMastersState
from rules.dicemasters.engine.stats import (
    stats,
)
from rules.dicemasters.engine.table import IN_FIELD, GameTable
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.payment import free_energy
from rules.dicemasters.moves.why_not import STEPS
from rules.dicemasters.presentation.layout import SHOWS_FACE
from rules.dicemasters.presentation.notation import Notation, spoken_rules
from words import NOTHING, Text, joined, name_of, tr

HIDDEN = ("bag", "cards")


def view_of(state: DiceMastersState) -> View:
    """What the dashboard shows."""
    table = GameTable(state)
    match = table.match
    shown = []
    hidden: dict[tuple[str, Seat, str], int] = {}
    for number, die in numbered(DieNumber, table.dice):
        if die.zone in HIDDEN:
            key = (die.zone, die.seat, table.title(number))
            hidden[key] = hidden.get(key, 0) + 1
        else:
            shown.append(number)
    view = _view(table, state, shown)
    return replace(
        view,
        hidden=tuple(
            (Place(zone, None if seat == NOBODY else seat), title, count)
            for (zone, seat, title), count in hidden.items()
        ),
        shared=("prep",) if match.doubles else (),
    )


def summary_of(state: DiceMastersState) -> View:
    """The view without the dice that the layout describes as well.

    Damage, bonuses and rules hang on dice in the field only; an action die may be in use
    anywhere, and of a pile no layout says what a die shows.
    """
    table = GameTable(state)
    in_use = _in_use(state)
    informative = [
        number
        for (zone, _), dice in table.places.items()
        if zone not in HIDDEN
        for number in dice
        if zone in IN_FIELD
        or number == in_use
        or (zone not in SHOWS_FACE and table.dice[number].face != NO_FACE)
    ]
    return _view(table, state, informative)


def _view(table: GameTable, state: DiceMastersState, shown: Iterable[DieNumber]) -> View:
    """The view of a state with these dice."""
    match = table.match
    in_use = _in_use(state)
    main, sub = STEPS.get(table.step, (name_of(table.step), NOTHING))
    request = state.request
    return View(
        seats=tuple(_seat_view(table, seat) for seat in match.seats),
        turn=table.turn,
        active=table.active,
        step=main,
        substep=request.text if isinstance(request, ChoiceRequest) else sub,
        dice=tuple(_die_view(table, number, in_use=number == in_use) for number in shown),
        chosen=_chosen(table, state) if isinstance(request, ChoiceRequest) else (),
    )


def _in_use(state: DiceMastersState) -> int:
    """The action die whose effect waits for an answer; it stays where it is until then."""
    began = state.began if state.request is not None else None
    return began.die if isinstance(began, act.UseAction) else NO_DIE


def _chosen(table: GameTable, state: DiceMastersState) -> tuple[Text, ...]:
    """What players have answered so far in an effect; the table need not show it yet."""
    notation = Notation(table, state)
    return tuple(
        sorted(
            notation.say(a)
            for a in state.answers
            if not isinstance(a, act.DrawnDice | act.RolledFaces)
        )
    )


def _seat_view(table: GameTable, seat: Seat) -> SeatView:
    match = table.match
    energy: dict[str, int] = {}
    for die in table.dice_in("reserve", seat):
        face = table.face(die)
        if face.energy:
            energy[face.energy] = energy.get(face.energy, 0) + face.amount
    free = free_energy(table, seat)
    if free:
        energy["Generic"] = energy.get("Generic", 0) + free
    notes = tuple(name_of(f"{amount} {name}") for name, amount in sorted(energy.items()))
    return SeatView(match.names[seat], table.life[match.team(seat)], match.life, notes)


def _energy_in_short(energy: str) -> str:
    """At most four columns: "Mask", "Gen."."""
    return energy if len(energy) <= 4 else f"{energy[:3]}."


def _die_view(table: GameTable, number: DieNumber, *, in_use: bool) -> DieView:
    match = table.match
    title = table.title(number)
    die = table.dice[number]
    face = table.face(number)
    short = _short(title)
    below, detail = "", NOTHING
    if face.level and die.zone in ("field", "attack"):
        attack_now, defence_now = stats(table, number)
        short = _with_level(short, face.level)
        below = f"{attack_now}/{defence_now}" + (f" -{die.damage}" if die.damage else "")
        detail = tr(
            "level {level}, {attack_now}A {defence_now}D",
            level=face.level,
            attack_now=attack_now,
            defence_now=defence_now,
        )
        bonus = (attack_now - face.attack, defence_now - face.defence)
        if any(bonus):
            detail += name_of(f" ({bonus[0]:+d}A {bonus[1]:+d}D)")
        if die.damage:
            detail += tr(", {damage} damage", damage=die.damage)
        rules = sorted(spoken_rules(table, number))
        if rules:
            detail += ", " + joined(", ", rules)
        if die.blocked:  # and stays so, whatever becomes of its blockers
            detail += tr(", blocked")
    elif face.level:
        short = _with_level(short, face.level)
        below = f"{face.attack}/{face.defence}"
        field = match.edition.wording.field
        detail = tr(
            "level {level}, {attack}A {defence}D, costs {cost} to {field}",
            level=face.level,
            attack=face.attack,
            defence=face.defence,
            cost=face.field,
            field=field,
        )
    elif face.energy:
        below = f"{face.amount} {_energy_in_short(face.energy)}"
        detail = tr("{amount} {energy} energy", amount=face.amount, energy=face.energy)
    elif face.action:
        below = "*" * face.burst or tr("action")
        burst = "*" * face.burst
        detail = tr("action face with {burst}", burst=burst) if burst else tr("action face")
    if in_use:
        detail += tr(", in use")
    names = match.die_names
    return DieView(
        die=names[number],
        kind=match.kinds[match.kind_of[number]].name,
        place=Place(die.zone, None if die.seat == NOBODY else die.seat),
        title=title,
        short=short,
        stats=below,
        detail=detail,
        under=names[die.under] if die.under != NO_DIE else None,
        paired=names[die.blocks[0]] if die.blocks else None,
    )


def _with_level(short: str, level: int) -> str:
    return short if short == "SK" else f"{short[:5]}{level}"


def _short(title: str) -> str:
    """At most six letters of a title."""
    if title == "Sidekick":
        return "SK"
    return "".join(c for c in title if c.isalnum())[:6]
