"""Energy: what the Reserve Pool holds, and every way to pay a cost with it."""

from collections.abc import Sequence
from itertools import product
from typing import Final

import msgspec

from rules.dicemasters.engine.state import NO_FACE
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.moves.actions import Payment

ENERGY_TYPES: Final = ("Bolt", "Fist", "Mask", "Shield")


class Cost(msgspec.Struct, frozen=True):
    """An amount of energy, of which `typed` must be of one of `types`."""

    amount: int
    types: tuple[str, ...] = ()
    typed: int = 0

    def __str__(self) -> str:
        if not self.typed:
            return str(self.amount)
        kind = " or ".join(self.types)
        if self.typed == self.amount:
            return f"{self.amount} {kind}"
        return f"{self.amount}, one of them {kind}"


FREE: Final = Cost(0)


class EnergyDice(msgspec.Struct, frozen=True):
    """Dice of the Reserve Pool that are alike."""

    energy: str
    amount: int  # symbols on each die
    dice: tuple[int, ...]
    splits: bool  # a double whose die has a single face of the same type


def written_cost(cost: str) -> Cost:
    """A cost as cards write it: "Bolt", "2", "0", "2 Bolt", "Bolt/Mask" for either."""
    words = cost.split()
    if len(words) == 2:
        return Cost(int(words[0]), (words[1],), int(words[0]))
    if cost.isdigit():
        return Cost(int(cost))
    return Cost(1, tuple(cost.split("/")), 1)


def energy_dice(table: GameTable, seat: int) -> tuple[EnergyDice, ...]:
    """The energy dice of a player's Reserve Pool, those alike together."""
    groups: dict[tuple[int, int], list[int]] = {}
    match = table.match
    for die in table.dice_in("reserve", seat):
        face = table.dice[die].face
        if face != NO_FACE and match.faces[die][face].energy:
            groups.setdefault((match.kind_of[die], face), []).append(die)
    found = []
    for (kind, face), dice in groups.items():
        shown = match.kinds[kind].faces[face]
        splits = shown.energy not in ("Generic", "Wild") and shown.amount > 1
        found.append(
            EnergyDice(
                shown.energy,
                shown.amount,
                tuple(dice),
                splits and energy_face(table, dice[0], shown.energy, 1) != NO_FACE,
            )
        )
    return tuple(found)


def energy_face(table: GameTable, die: int, energy: str, amount: int) -> int:
    """The face of a die that shows so much of this energy, or `NO_FACE`."""
    for number, face in enumerate(table.match.faces[die]):
        if face.energy == energy and face.amount == amount:
            return number
    return NO_FACE


def payments(
    table: GameTable, seat: int, cost: Cost, held: tuple[EnergyDice, ...] | None = None
) -> list[Payment]:
    """Every way to pay a cost, one of each group of dice that are alike. Nothing is wasted.

    `held`: what the Reserve Pool holds, when that is known already.
    """
    free = free_energy(table, seat)
    need = cost.amount - min(free, cost.amount - cost.typed)
    if need <= 0:
        return [()]
    if held is None:
        held = energy_dice(table, seat)
    return exact_payments(held, Cost(need, cost.types, cost.typed))


def free_energy(table: GameTable, seat: int) -> int:
    """Generic energy that lies on no die: the rest of a generic die, or from a short draw."""
    return table.short_draw_energy[seat] + (table.generic_change if seat == table.mover else 0)


def shortfall(table: GameTable, seat: int, cost: Cost) -> str:
    """What the Reserve Pool lacks to pay this, in a sentence; "" when it lacks nothing."""
    energy = [face for die in table.dice_in("reserve", seat) if (face := table.face(die)).energy]
    matching = sum(f.amount for f in energy if f.energy in cost.types or f.energy == "Wild")
    held = sum(face.amount for face in energy) + free_energy(table, seat)
    kind = " or ".join(cost.types)
    if held < cost.amount:
        return f"Only {held} of {cost.amount} energy." if held else "No energy to spend."
    if matching < cost.typed:
        return f"Only {matching} {kind} energy." if matching else f"No {kind} energy."
    return ""


def exact_payments(held: Sequence[EnergyDice], cost: Cost) -> list[Payment]:
    """Every way to pay exactly `cost` with these dice; only generic dice may pay too much."""
    matching = [p for p in held if p.energy in cost.types or p.energy == "Wild"]
    if cost.typed and not matching:
        return []
    usable = matching if 0 < cost.typed == cost.amount else held
    if sum(p.amount * len(p.dice) for p in usable) < cost.amount:
        return []
    generic = [p for p in usable if p.energy == "Generic"]
    symbols = [p for p in usable if p.energy != "Generic"]
    found: list[Payment] = []
    for part, worth in _generic_parts(generic, cost.amount):
        wanted = max(cost.amount - worth, cost.typed)
        over = wanted + worth - cost.amount
        if not over or not _wastes_energy(over, wanted, worth, cost):
            found += [
                tuple(sorted(part + symbol_part))
                for symbol_part in _symbol_parts(symbols, wanted, cost)
            ]
    return found


def _generic_parts(generic: list[EnergyDice], need: int) -> list[tuple[Payment, int]]:
    """Ways to take generic dice, each with the energy it gives."""
    if not generic:
        return [((), 0)]
    most = (need + 1) // 2
    found = []
    for counts in product(*(range(min(len(p.dice), most) + 1) for p in generic)):
        if sum(counts) <= most:
            part: Payment = tuple(
                (die, p.amount)
                for p, count in zip(generic, counts, strict=True)
                for die in p.dice[:count]
            )
            found.append((part, sum(taken for _, taken in part)))
    return found


def _symbol_parts(symbols: Sequence[EnergyDice], wanted: int, cost: Cost) -> list[Payment]:
    """Every way to take exactly so many symbols, as many of the right type as the cost asks."""
    unfinished: list[tuple[int, bool, Payment]] = [(wanted, not cost.typed, ())]
    after = sum(p.amount * len(p.dice) for p in symbols)  # what later purses could still give
    for group in symbols:
        after -= group.amount * len(group.dice)
        fits = group.energy in cost.types or group.energy == "Wild"
        amounts = _energy_from(group, wanted)
        further = []
        for left, matched, part in unfinished:
            for worth, taken in amounts:
                if worth > left:
                    break
                if left - worth <= after:
                    further.append((left - worth, matched or (fits and worth > 0), part + taken))
        unfinished = further
    return [part for left, matched, part in unfinished if matched and not left]


def _energy_from(group: EnergyDice, wanted: int) -> list[tuple[int, Payment]]:
    """What may be taken from dice that are alike, some whole, some partially; least first."""
    amount, dice = group.amount, group.dice
    if amount == 1:
        return [
            (count, tuple((die, 1) for die in dice[:count]))
            for count in range(min(len(dice), wanted) + 1)
        ]
    found: list[tuple[int, Payment]] = []
    for view in range(min(len(dice), wanted // amount) + 1):
        taken: Payment = tuple((die, amount) for die in dice[:view])
        halves = min(len(dice) - view, wanted - view * amount) if group.splits else 0
        found += [
            (view * amount + split, taken + tuple((d, 1) for d in dice[view : view + split]))
            for split in range(halves + 1)
        ]
    found.sort(key=lambda part_taken: part_taken[0])
    return found


def payment_error(  # noqa: PLR0911 - one return per rule
    table: GameTable, seat: int, cost: Cost, pay: Payment
) -> tuple[str, str] | None:
    """Why this payment does not pay the cost: a code and a sentence, or None."""
    held = set(table.dice_in("reserve", seat))
    dice = [die for die, _ in pay]
    if len(set(dice)) != len(dice) or any(die not in held for die in dice):
        return "not-in-reserve", "Energy is spent with dice of one's own Reserve Pool only."
    symbols = matching = generic = 0
    for die, taken in pay:
        face = table.face(die)
        if not face.energy:
            return "no-energy", "A die that does not show energy cannot pay."
        if taken != face.amount and not (
            0 < taken < face.amount
            and face.energy not in ("Generic", "Wild")
            and energy_face(table, die, face.energy, face.amount - taken) != NO_FACE
        ):
            return "cannot-split", "Only dice with two symbols can be spent partially."
        if face.energy == "Generic":
            generic += taken
        else:
            symbols += taken
            if face.energy in cost.types or face.energy == "Wild":
                matching += taken
    if matching < cost.typed:
        kind = " or ".join(cost.types)
        return "wrong-energy-type", f"The cost is {cost}; {matching} {kind} energy is spent."
    free = free_energy(table, seat)
    need = cost.amount - min(free, cost.amount - cost.typed)
    paid = symbols + generic
    if paid < need:
        return "too-little", f"The cost is {cost}; {paid} energy does not pay it."
    if paid > need and _wastes_energy(paid - need, symbols, generic, cost):
        return "too-much", f"The cost is {cost}; {paid} energy is more than it takes."
    return None


def _wastes_energy(over: int, symbols: int, generic: int, cost: Cost) -> bool:
    """Whether less would do: only the rest of one generic die may be lost."""
    return generic == 0 or over >= 2 or symbols > cost.typed


def spend(table: GameTable, seat: int, cost: Cost, pay: Payment) -> None:
    """Take the energy; what a generic die gives too much is left for the very next payment."""
    free = free_energy(table, seat)
    used_free = min(free, cost.amount - cost.typed)
    from_loose = used_free - min(table.generic_change, used_free) if table.on_turn(seat) else 0
    if from_loose:
        table.short_draw_energy = tuple(
            left - from_loose * (s == seat) for s, left in enumerate(table.short_draw_energy)
        )
    target = table.match.edition.spent_to if table.on_turn(seat) else "used"
    total = used_free
    paid = []
    for die, taken in pay:
        face = table.face(die)
        total += taken
        if taken == face.amount:
            table.move(die, target, seat)
            paid.append(die)
        else:
            rest = energy_face(table, die, face.energy, face.amount - taken)
            table.change_die(die, face=rest, spun=True)
    table.paid = (*table.paid, *paid)
    if table.on_turn(seat):
        table.generic_change = max(0, total - cost.amount)


def total_energy(table: GameTable, seat: int) -> int:
    """All energy a player could spend now."""
    return free_energy(table, seat) + sum(
        table.face(die).amount for die in table.dice_in("reserve", seat)
    )
