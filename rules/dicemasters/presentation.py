"""A state for the eyes: layout, view, and what a judge would say now."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import compress
from operator import is_not

from msgspec.structs import replace

from rules.core import Citation, DieView, Place, Placement, Reminder, SeatView, View
from rules.dicemasters.cards import effects as fx
from rules.dicemasters.engine.state import (
    NO_FACE,
    NOBODY,
    ChoiceRequest,
    DiceMastersState,
    DieState,
    Match,
)
from rules.dicemasters.engine.stats import (
    attack,
    blockers,
    burst_matches,
    defence,
    has,
    is_attacking,
    stats,
)
from rules.dicemasters.engine.table import IN_FIELD, GameTable
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.legal_actions import can_respond
from rules.dicemasters.moves.payment import free_energy
from rules.dicemasters.moves.why_not import STEP_NAMES

SHOWS_FACE = ("prep", "reserve", "field", "attack")
HIDDEN = ("bag", "cards")


def layout(state: DiceMastersState) -> tuple[Placement, ...]:
    """Where every die must lie and what it must show."""
    return tuple(_placement_of(state.match, number, die) for number, die in enumerate(state.dice))


def layout_after(
    state: DiceMastersState, before: DiceMastersState, layout: Sequence[Placement]
) -> tuple[Placement, ...]:
    """The layout, when that of a state before is known: most dice lie where they lay."""
    placements, dice, match = list(layout), state.dice, state.match
    for number in compress(range(len(dice)), map(is_not, dice, before.dice)):
        placements[number] = _placement_of(match, number, dice[number])
    return tuple(placements)


def _placement_of(match: Match, number: int, die: DieState) -> Placement:
    names = match.die_names
    return _lie(
        names[number],
        match.kinds[match.kind_of[number]].name,
        die.zone,
        die.seat,
        die.face,
        names[die.under] if die.under != NOBODY else None,
        names[die.blocks[0]] if die.blocks else None,
    )


@lru_cache(maxsize=1 << 14)
def _lie(  # noqa: PLR0917 - the key of a cache
    die: str, kind: str, zone: str, seat: int, face: int, under: str | None, paired: str | None
) -> Placement:
    """One die's part of a layout: most dice lie where they lay a moment ago."""
    shows = zone in SHOWS_FACE and face != NO_FACE
    place = Place(zone, None if seat == NOBODY else seat)
    return Placement(die, kind, place, face if shows else None, under, paired)


def same_layout(one: DiceMastersState, other: DiceMastersState) -> bool:
    """Whether two states of a game have the same layout, die by die."""
    return all(
        mine is theirs or _same_placement(mine, theirs)
        for mine, theirs in zip(one.dice, other.dice, strict=True)
    )


def _same_placement(one: DieState, other: DieState) -> bool:
    return (
        one.zone == other.zone
        and one.seat == other.seat
        and (one.face == other.face or one.zone not in SHOWS_FACE)
        and one.under == other.under
        and one.blocks[:1] == other.blocks[:1]
    )


def view(state: DiceMastersState) -> View:
    """What the dashboard shows."""
    table = GameTable(state)
    match = table.match
    shown = []
    hidden: dict[tuple[str, int, str], int] = {}
    for number, die in enumerate(table.dice):
        if die.zone in HIDDEN:
            key = (die.zone, die.seat, _title(table, number))
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


def summary(state: DiceMastersState) -> View:
    """The view without the dice of which a layout tells as much.

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


def _view(table: GameTable, state: DiceMastersState, shown: Iterable[int]) -> View:
    """What is to be said of a state and of these dice."""
    match = table.match
    in_use = _in_use(state)
    step = STEP_NAMES.get(table.step, table.step)
    main, _, sub = step.partition(", ")
    request = state.request
    return View(
        seats=tuple(_seat_view(table, seat) for seat in range(match.seats)),
        turn=table.turn,
        active=table.active,
        step=main,
        substep=request.text if isinstance(request, ChoiceRequest) else sub,
        dice=tuple(_die_view(table, number, in_use=number == in_use) for number in shown),
        chosen=_chosen(table, state) if isinstance(request, ChoiceRequest) else (),
    )


def _in_use(state: DiceMastersState) -> int:
    """The action die whose effect waits for an answer: it lies where it lay until that is done."""
    began = state.began if state.request is not None else None
    return began.die if isinstance(began, act.UseAction) else NOBODY


def _chosen(table: GameTable, state: DiceMastersState) -> tuple[str, ...]:
    """What players have answered in an effect that goes on: nothing of it need show yet."""
    notation = Notation(table, state)
    return tuple(
        sorted(
            notation.say(a)
            for a in state.answers
            if not isinstance(a, act.DrawnDice | act.RolledFaces)
        )
    )


def _seat_view(table: GameTable, seat: int) -> SeatView:
    match = table.match
    energy: dict[str, int] = {}
    for die in table.dice_in("reserve", seat):
        face = table.face(die)
        if face.energy:
            energy[face.energy] = energy.get(face.energy, 0) + face.amount
    free = free_energy(table, seat)
    if free:
        energy["Generic"] = energy.get("Generic", 0) + free
    notes = tuple(f"{amount} {name}" for name, amount in sorted(energy.items()))
    return SeatView(match.names[seat], table.life[match.team(seat)], match.life, notes)


def _energy_in_short(energy: str) -> str:
    """At most four columns: "Mask", "Gen."."""
    return energy if len(energy) <= 4 else f"{energy[:3]}."


def _die_view(table: GameTable, number: int, *, in_use: bool) -> DieView:
    match = table.match
    title = _title(table, number)
    die = table.dice[number]
    face = table.face(number)
    short = _short(title)
    below = detail = ""
    if face.level and die.zone in ("field", "attack"):
        attack_now, defence_now = stats(table, number)
        short = _with_level(short, face.level)
        below = f"{attack_now}/{defence_now}" + (f" -{die.damage}" if die.damage else "")
        detail = f"level {face.level}, {attack_now}A {defence_now}D"
        bonus = (attack_now - face.attack, defence_now - face.defence)
        if any(bonus):
            detail += f" ({bonus[0]:+d}A {bonus[1]:+d}D)"
        if die.damage:
            detail += f", {die.damage} damage"
        rules = sorted({modifier.rule for modifier in die.modifiers if modifier.rule})
        if rules:
            detail += ", " + ", ".join(rules)
        if die.blocked:  # and stays so, whatever becomes of its blockers
            detail += ", blocked"
    elif face.level:
        short = _with_level(short, face.level)
        below = f"{face.attack}/{face.defence}"
        detail = f"level {face.level}, {face.attack}A {face.defence}D, costs {face.field} to field"
    elif face.energy:
        below = f"{face.amount} {_energy_in_short(face.energy)}"
        detail = f"{face.amount} {face.energy} energy"
    elif face.action:
        below = "*" * face.burst or "action"
        detail = "action face" + (f" with {'*' * face.burst}" if face.burst else "")
    if in_use:
        detail += ", in use"
    names = match.die_names
    return DieView(
        die=names[number],
        kind=match.kinds[match.kind_of[number]].name,
        place=Place(die.zone, None if die.seat == NOBODY else die.seat),
        title=title,
        short=short,
        stats=below,
        detail=detail,
        under=names[die.under] if die.under != NOBODY else None,
        paired=names[die.blocks[0]] if die.blocks else None,
    )


def _with_level(short: str, level: int) -> str:
    return short if short == "SK" else f"{short[:5]}{level}"


def _short(title: str) -> str:
    """At most six letters of a title."""
    if title == "Sidekick":
        return "SK"
    return "".join(c for c in title if c.isalnum())[:6]


def reminders(state: DiceMastersState) -> tuple[Reminder, ...]:
    """What a judge would say now."""
    table = GameTable(state)
    if table.winners is not None:
        return ()
    return tuple(_reminders(state, table))


def _reminders(state: DiceMastersState, table: GameTable) -> Iterator[Reminder]:
    book = table.match.edition.book
    seat = table.active
    request = state.request
    if isinstance(request, ChoiceRequest):
        yield Reminder(
            f"To decide: {request.text}",
            Citation(book, "Timing Conflicts"),
            request.seat,
            urgent=True,
        )
    if table.step == "reroll":
        yield Reminder(
            "One reroll: choose all the dice to reroll at once, or keep the roll.",
            Citation(book, "Roll and Reroll Step"),
            seat,
        )
    if table.step == "main":
        yield from _main_reminders(table, book, seat)
    if table.step in ("main", "actions"):
        yield from _burst_reminders(table, book, seat)
        yield from _global_reminders(table, book)
    if table.step == "attackers":
        yield Reminder(
            "Without attackers the turn ends at once, and nobody may use globals.",
            Citation(book, "Declare Attackers"),
            seat,
        )
        for die in table.characters(seat):
            if has(table, die, "must-attack") and table.dice[die].zone == "field":
                yield Reminder(
                    f"{_title(table, die)} must attack.",
                    Citation(book, "Declare Attackers"),
                    seat,
                    urgent=True,
                )
    if table.step == "blockers":
        yield Reminder(
            "Each blocker blocks one attacker; several may block the same.",
            Citation(book, "Declare Blockers"),
            table.mover,
        )


def _main_reminders(table: GameTable, book: str, seat: int) -> Iterator[Reminder]:
    waiting = [die for die in table.dice_in("reserve", seat) if table.face(die).level]
    wording = table.match.edition.wording
    if waiting:
        names = ", ".join(_title(table, die) for die in waiting)
        yield Reminder(
            f"Not {wording.fielded} by the end of the Main Step, these go to the Used Pile: "
            f"{names}.",
            Citation(book, "Field Characters"),
            seat,
        )
    if table.generic_change:
        yield Reminder(
            f"{table.generic_change} of a generic die is left: spend it with the very next "
            "payment or lose it.",
            Citation(book, "Purchasing a Die"),
            seat,
            urgent=True,
        )
    left = sum(table.face(die).amount for die in table.dice_in("reserve", seat))
    if left:
        yield Reminder(
            f"{left} energy is unspent; what is left goes to the Used Pile at the start of your "
            "next turn.",
            Citation(book, "Clear and Draw Step"),
            seat,
        )
    if any(table.short_draw_energy):
        yield Reminder(
            f"{sum(table.short_draw_energy)} generic energy from the short draw is lost when the "
            "turn ends.",
            Citation(book, "Clear and Draw Step"),
            seat,
        )


def _burst_reminders(table: GameTable, book: str, seat: int) -> Iterator[Reminder]:
    for die in table.dice_in("reserve", seat):
        face = table.face(die)
        if not face.burst:
            continue
        text = table.match.cards[table.match.card_of[die]].text
        if any(_speaks_of(ability, face.burst) for ability in text.abilities):
            yield Reminder(
                f"{_title(table, die)} shows {'*' * face.burst}: that text must be used.",
                Citation(book, "Bursts"),
                seat,
            )


def _speaks_of(ability: fx.Ability, burst: int) -> bool:
    if isinstance(ability, fx.WhenUsed | fx.When) and (
        (ability.star if burst == 1 else ability.double) is not None
    ):
        return True
    wanted = getattr(ability, "burst", "")
    return bool(wanted) and burst_matches(wanted, burst)


def _global_reminders(table: GameTable, book: str) -> Iterator[Reminder]:
    for seat in table.seats_in_turn()[1:]:
        if can_respond(table, seat):
            yield Reminder(
                f"{table.match.names[seat]} has energy for a global when the active player pauses.",
                Citation(book, "Using Global Abilities"),
                seat,
            )


def _title(table: GameTable, die: int) -> str:
    return table.match.cards[table.match.card_of[die]].card.title


def say(state: DiceMastersState, action: act.Action) -> str:
    """An action in short: unambiguous, speakable."""
    return Notation(GameTable(state), state).say(action)


class Notation:
    """Says actions of one state."""

    def __init__(self, table: GameTable, state: DiceMastersState) -> None:
        self._table = table
        self._state = state

    def card(self, number: int) -> str:
        """A card by its title; with subtitle and owner where several cards share the title."""
        match = self._table.match
        facts = match.cards[number].card
        alike = [c for c in match.cards if c.card.title == facts.title]
        if len(alike) == 1:
            return facts.title
        if len({c.card.subtitle for c in alike}) == len(alike):
            return f"{facts.title} {facts.subtitle}"
        seat = match.cards[number].seat
        whose = f" ({match.names[seat]}'s)" if seat != NOBODY else ""
        return f"{facts.title} {facts.subtitle}{whose}"

    def die(self, number: int) -> str:
        """A die by its title, what it shows, and what sets it apart from others like it."""
        table = self._table
        face = table.face(number)
        title = self.card(table.match.card_of[number])
        if face.action and face.burst:
            title += " " + "*" * face.burst
        if face.level and title != "Sidekick":
            title += f" level {face.level}"
        return title + self._distinguishing(number)

    def _distinguishing(self, number: int) -> str:
        """What has befallen a die: its numbers now, its damage, rules it is under, its blockers."""
        table = self._table
        entry = table.dice[number]
        words = []
        if entry.modifiers or entry.damage:
            words.append(f"{attack(table, number)}/{defence(table, number)}")
        if entry.damage:
            words.append(f"{entry.damage} damage")
        words += sorted(modifier.rule for modifier in entry.modifiers if modifier.rule)
        if entry.spun:
            words.append("spent in part")
        if any(modifier.by_global for modifier in entry.modifiers):
            words.append("by a global")
        if is_attacking(table, number):
            opposed = [_title(table, other) for other in blockers(table, number)]
            words += [f"blocked by {' and '.join(sorted(opposed))}"] if opposed else []
        if entry.blocks:
            words.append(f"blocking {_title(table, entry.blocks[0])}")
        return f" ({', '.join(words)})" if words else ""

    def pay(self, payment: act.Payment) -> str:
        """A payment, or nothing."""
        if not payment:
            return ""
        words = []
        for die, taken in payment:
            face = self._table.face(die)
            symbols = f"{taken}/{face.amount}" if taken != face.amount else f"{taken}"
            title = self.card(self._table.match.card_of[die])
            distinguishing = ", spent in part" if self._table.dice[die].spun else ""
            words.append(f"{symbols} {face.energy or 'energy'} ({title}{distinguishing})")
        return " paying " + " + ".join(words)

    def say(self, action: act.Action) -> str:
        """Any action."""
        match = self._table.match
        wording = match.edition.wording
        if isinstance(action, act.DrawnDice):
            return "draw " + self._list(action.dice)
        if isinstance(action, act.RolledFaces):
            return f"roll {', '.join(str(face + 1) for face in action.faces)}"
        if isinstance(action, act.Reroll):
            return "reroll " + self._list(action.dice)
        if isinstance(action, act.KeepRoll):
            return "keep"
        if isinstance(action, act.HandOver):
            return self._hand_over(action)
        if isinstance(action, act.Purchase):
            return f"buy {self.card(match.card_of[action.die])}{self.pay(action.pay)}"
        if isinstance(action, act.FieldDie):
            return f"{wording.field} {self.die(action.die)}{self.pay(action.pay)}"
        if isinstance(action, act.UseAction):
            return f"use {self.die(action.die)}"
        if isinstance(action, act.UseGlobal):
            return f"global of {self.card(action.card)}{self._which(action)}{self.pay(action.pay)}"
        if isinstance(action, act.AttackWith):
            return f"attack with {self.die(action.die)}"
        if isinstance(action, act.Block):
            return f"block {self.die(action.attacker)} with {self.die(action.die)}"
        if isinstance(action, act.ChooseDie):
            where = self._table.dice[action.die]
            owner = match.names[where.seat] if where.seat != NOBODY else "nobody"
            shown = self.die(action.die) + self._shown(action.die)
            return f"choose {shown} ({owner}, {where.zone})"
        return self._other_action(action)

    def _list(self, dice: tuple[int, ...]) -> str:
        return ", ".join(f"{self.die(d)}{self._shown(d)}" for d in dice)

    def _shown(self, die: int) -> str:
        face = self._table.face(die)
        return f" {face.amount} {face.energy}" if face.energy else ""

    def _which(self, action: act.UseGlobal) -> str:
        """Which of a card's several globals, by its cost."""
        abilities = self._table.match.cards[action.card].text.abilities
        several = [n for n, each in enumerate(abilities) if isinstance(each, fx.Global)]
        return f" number {several.index(action.number) + 1}" if len(several) > 1 else ""

    def _hand_over(self, action: act.HandOver) -> str:
        table = self._table
        match = table.match
        owner = table.dice[action.die].owner
        other = sum(match.partners(owner)) - owner
        return f"{match.names[owner]}'s {self.die(action.die)} is {match.names[other]}'s to roll"

    def _other_action(self, action: act.Action) -> str:
        match = self._table.match
        if isinstance(action, act.EndDeclaration):
            what = {"share": "dice shared out", "attackers": "attackers declared"}
            return what.get(self._table.step, "blockers declared")
        if isinstance(action, act.ChoosePlayer):
            return f"choose {match.names[action.seat]}"
        if isinstance(action, act.Yes):
            return f"yes{self.pay(action.pay)}"
        if isinstance(action, act.ChooseNumber):
            return f"{action.amount:+d}" if action.amount < 0 else str(action.amount)
        if isinstance(action, act.ChooseName):
            return f"name {action.what}"
        if isinstance(action, act.ResolveFirst):
            return f"first the text of {action.title}"
        if isinstance(action, act.ConcedeGame):
            return f"{match.names[action.seat]} concedes"
        if isinstance(action, act.Discard):
            return f"{self.die(action.die)} to the Used Pile"
        if isinstance(action, act.BY_HAND):
            return f"by hand: {type(action).__name__}"
        return {act.Pass: "pass", act.No: "no"}.get(type(action), type(action).__name__)
