"""Energy: what the Reserve Pool holds, and every way to pay a cost with it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from rules.core import DieNumber, FaceIndex, Seat
from rules.dicemasters.engine.numbers import KindNumber
from rules.dicemasters.engine.state import NO_FACE, Match
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.moves.actions import Payment
from words import NOTHING, Text, joined, name_of, tr

ENERGY_TYPES: Final = ("Bolt", "Fist", "Mask", "Shield")


class Cost(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """An amount of energy, of which `typed` must be of one of `types`."""

    amount: int
    types: tuple[str, ...] = ()
    typed: int = 0
    no_wild: bool = False  # wild energy does not pay it

    @property
    def in_words(self) -> Text:
        """The amount, and of which energy."""
        if not self.typed:
            return name_of(str(self.amount))
        kind = joined(tr(" or "), self.types)
        if self.typed == self.amount:
            return f"{self.amount} " + kind
        return tr("{amount}, one of them {kind}", amount=self.amount, kind=kind)

    def __str__(self) -> str:
        return self.in_words


FREE: Final = Cost(0)


class EnergyDice(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """Dice of the Reserve Pool that are alike."""

    energy: str
    amount: int  # symbols on each die
    dice: tuple[DieNumber, ...]
    splits: bool  # a double whose die has a single face of the same type


@lru_cache(maxsize=512)
def written_cost(cost: str, times: int = 1) -> Cost:
    """A cost as cards write it: "Bolt", "2", "0", "2 Bolt", "Bolt/Mask" for either.

    `times`: how often it is paid at once.
    """
    words = cost.split()
    if len(words) == 2:
        return Cost(int(words[0]) * times, (words[1],), int(words[0]) * times)
    if cost.isdigit():
        return Cost(int(cost) * times)
    return Cost(times, tuple(cost.split("/")), times)


class Purse:
    """All energy a player has now, and the ways to pay with it that were asked for already."""

    __slots__ = ("_ascending", "_dice", "_shapes", "_ways", "free", "held", "most")

    def __init__(self, held: tuple[EnergyDice, ...], free: int) -> None:
        self.held = held
        self.free = free  # generic energy of a short draw
        self.most = free + sum([group.amount * len(group.dice) for group in held])
        self._dice = [die for group in held for die in group.dice]
        self._ascending = self._dice == sorted(self._dice)
        self._shapes: dict[tuple[str, ...], Shape] = {}
        self._ways: dict[Cost, Sequence[Payment]] = {}

    def ways(self, cost: Cost) -> Sequence[Payment]:
        """Every way to pay a cost, one of each group of dice that are alike. Nothing is wasted.

        Energy that lies on no die pays what the dice of a payment do not.
        """
        if cost.amount > self.most:
            return ()
        found = self._ways.get(cost)
        if found is None:
            found = self._ways[cost] = self._find_ways(cost)
        return found

    def _find_ways(self, cost: Cost) -> Sequence[Payment]:
        if cost.amount <= 0:
            return ((),)
        if cost.no_wild:
            tame = tuple(group for group in self.held if group.energy != "Wild")
            return Purse(tame, self.free).ways(replace(cost, no_wild=False))
        types = cost.types if cost.typed else ()
        shape = self._shapes.get(types)
        if shape is None:
            shape = self._shapes[types] = _shape(self.held, types)
        numbered_ways = _payments_of_shape(shape, cost.amount, cost.typed, self.free)
        return self._with_real_dice(numbered_ways) if numbered_ways else ()

    def _with_real_dice(self, ways: Sequence[Payment]) -> tuple[Payment, ...]:
        """Payments whose dice are numbered from 0, with the dice that lie there."""
        real = self._dice
        if self._ascending:
            return tuple([tuple([(real[at], taken) for at, taken in pay]) for pay in ways])
        return tuple([tuple(sorted([(real[at], taken) for at, taken in pay])) for pay in ways])

    def shared_ways(self, one: Cost, other: Cost) -> tuple[Payment, ...]:
        """Ways to pay two costs at once that paying one after the other does not come to."""
        return shared_payments(self.held, one, other, self.free)

    def undivided(self) -> list[EnergyDice]:
        """The dice that show several energy and cannot be spent partially."""
        return [group for group in self.held if group.amount > 1 and not group.splits]


def purse(table: GameTable, seat: Seat) -> Purse:
    """The energy of a player's Reserve Pool, and of a short draw."""
    reserve = table.dice_in("reserve", seat)
    shown = tuple([table.dice[die].face for die in reserve])
    return _purse(_energy_dice(table.match, reserve, shown), free_energy(table, seat))


_purse = lru_cache(maxsize=1 << 11)(Purse)


@lru_cache(maxsize=1 << 12)
def _energy_dice(
    match: Match, reserve: tuple[DieNumber, ...], shown: tuple[FaceIndex, ...]
) -> tuple[EnergyDice, ...]:
    groups: dict[tuple[KindNumber, FaceIndex], list[DieNumber]] = {}
    for die, face in zip(reserve, shown, strict=True):
        if face != NO_FACE and match.faces[die][face].energy:
            groups.setdefault((match.kind_of[die], face), []).append(die)
    found = []
    for (kind, face), dice in groups.items():
        side = match.kinds[kind].faces[face]
        splits = (
            side.energy not in ("Generic", "Wild")
            and side.amount > 1
            and any(f.energy == side.energy and f.amount == 1 for f in match.kinds[kind].faces)
        )
        found.append(EnergyDice(side.energy, side.amount, tuple(dice), splits))
    return tuple(found)


def energy_face(table: GameTable, die: DieNumber, energy: str, amount: int) -> int:
    """The face of a die that shows so much of this energy, or `NO_FACE`."""
    for number, face in enumerate(table.match.faces[die]):
        if face.energy == energy and face.amount == amount:
            return number
    return NO_FACE


def payments(table: GameTable, seat: Seat, cost: Cost) -> Sequence[Payment]:
    """Every way a player can pay a cost now; see `Purse.ways`."""
    return purse(table, seat).ways(cost)


Shape: TypeAlias = tuple[tuple[str, int, int, bool], ...]
"""What matters of dice for a cost: how their energy fits, how much each shows, how many, splits."""


def _shape(held: Sequence[EnergyDice], types: tuple[str, ...]) -> Shape:
    return tuple([(_class_of(g.energy, types), g.amount, len(g.dice), g.splits) for g in held])


FITS, OTHER, GENERIC = tr("of the type asked for"), tr("of another"), "Generic"


def _class_of(energy: str, types: tuple[str, ...]) -> str:
    """What matters of an energy for a cost that asks for these types, or for none."""
    if energy == GENERIC:
        return GENERIC
    return FITS if types and (energy in types or energy == "Wild") else OTHER


@lru_cache(maxsize=1 << 12)
def _payments_of_shape(shape: Shape, amount: int, typed: int, free: int) -> tuple[Payment, ...]:
    """The ways to pay with dice numbered from 0: such energy comes back all the time."""
    cost = Cost(amount, (FITS,) if typed else (), typed)
    return tuple([pay for pay, _ in _ways_to_pay(_numbered_dice(shape), cost, free, waste=True)])


def _numbered_dice(shape: Shape) -> list[EnergyDice]:
    """Dice of this shape, numbered from 0."""
    held = []
    first = 0
    for energy, symbols, many, splits in shape:
        dice = tuple(map(DieNumber, range(first, first + many)))
        held.append(EnergyDice(energy, symbols, dice, splits))
        first += many
    return held


def _ways_to_pay(
    held: Sequence[EnergyDice], cost: Cost, free: int, *, waste: bool
) -> Iterator[tuple[Payment, int]]:
    """Every way to pay with dice, and how much free energy each takes; most of it first."""
    for used in range(min(free, cost.amount - cost.typed), -1, -1):
        need = Cost(cost.amount - used, cost.types, cost.typed) if used else cost
        for pay in exact_payments(held, need, waste=waste and not used):
            yield pay, used


def free_energy(table: GameTable, seat: Seat) -> int:
    """Generic energy of a short draw: it lies on no die."""
    return table.short_draw_energy[seat]


def shortfall(table: GameTable, seat: Seat, cost: Cost) -> Text:
    """What the Reserve Pool lacks to pay this, in a sentence; "" when it lacks nothing."""
    energy = [face for die in table.dice_in("reserve", seat) if (face := table.face(die)).energy]
    matching = sum(f.amount for f in energy if f.energy in cost.types or f.energy == "Wild")
    held = sum(face.amount for face in energy) + free_energy(table, seat)
    kind = joined(tr(" or "), cost.types)
    if held < cost.amount:
        return (
            tr("Only {held} of {amount} energy.", held=held, amount=cost.amount)
            if held
            else tr("No energy to spend.")
        )
    if matching < cost.typed:
        return (
            tr("Only {matching} {kind} energy.", matching=matching, kind=kind)
            if matching
            else tr("No {kind} energy.", kind=kind)
        )
    return NOTHING


def exact_payments(held: Sequence[EnergyDice], cost: Cost, *, waste: bool = True) -> list[Payment]:
    """Every way to pay `cost` with these dice; with `waste` a generic die may pay too much."""
    if not cost.amount:
        return [()]
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
        if not over or (waste and not _wastes_energy(over, wanted, worth, cost.typed)):
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


def shared_payments(
    held: Sequence[EnergyDice], one: Cost, other: Cost, free: int
) -> tuple[Payment, ...]:
    """Ways to pay two costs at once that paying one after the other does not come to.

    A die that cannot be spent partially gives a part of its energy to each.
    """
    alike = tuple([(group.energy, group.amount, len(group.dice), group.splits) for group in held])
    real = [die for group in held for die in group.dice]
    return tuple(
        [
            tuple(sorted([(real[at], taken) for at, taken in pay]))
            for pay in _shared_payments(alike, one, other, free)
        ]
    )


@lru_cache(maxsize=1 << 12)
def _shared_payments(shape: Shape, one: Cost, other: Cost, free: int) -> tuple[Payment, ...]:
    """Such payments with dice numbered from 0."""
    held = _numbered_dice(shape)
    found: dict[Payment, None] = {}
    for group in held:
        if group.amount < 2 or group.splits:
            continue
        for given in range(1, group.amount):
            ways = product(
                _costs_left(one, group.energy, given),
                _costs_left(other, group.energy, group.amount - given),
            )
            for rest_of_one, rest_of_other in ways:
                left = _left_after(held, ((group.dice[0], group.amount),))
                for first, used in _ways_to_pay(left, rest_of_one, free, waste=False):
                    after = _left_after(left, first)
                    for second, _ in _ways_to_pay(after, rest_of_other, free - used, waste=False):
                        pay = ((group.dice[0], group.amount), *first, *second)
                        found.setdefault(_in_order(held, pay))
    return tuple(pay for pay in found if not _pays_apart(held, pay, one, other))


def _costs_left(cost: Cost, energy: str, given: int) -> Iterator[Cost]:
    """What is left of a cost once so much of this energy paid a part of it."""
    fits = energy in cost.types or energy == "Wild"
    for typed in range(min(given, cost.typed) + 1 if fits else 1):
        if given - typed <= cost.amount - cost.typed:
            yield Cost(cost.amount - given, cost.types, cost.typed - typed)


def _left_after(held: Sequence[EnergyDice], pay: Payment) -> list[EnergyDice]:
    """The energy dice left once this is paid; what is left of a double is a single."""
    taken = dict(pay)
    left = []
    for group in held:
        whole = tuple(die for die in group.dice if die not in taken)
        if whole:
            left.append(EnergyDice(group.energy, group.amount, whole, group.splits))
        left += [
            EnergyDice(group.energy, group.amount - taken[die], (die,), splits=False)
            for die in group.dice
            if taken.get(die, group.amount) < group.amount
        ]
    return left


def _in_order(held: Sequence[EnergyDice], pay: Payment) -> Payment:
    """The same payment with the first of the dice that are alike, most energy first."""
    taken: dict[DieNumber, int] = {}
    for die, amount in pay:
        taken[die] = taken.get(die, 0) + amount
    found: list[tuple[DieNumber, int]] = []
    for group in held:
        amounts = sorted((taken[die] for die in group.dice if die in taken), reverse=True)
        found += zip(group.dice, amounts, strict=False)
    return tuple(sorted(found))


def _pays_apart(held: Sequence[EnergyDice], pay: Payment, one: Cost, other: Cost) -> bool:
    """Whether the dice of this payment can be dealt out so that each cost is paid by its own."""
    taken = dict(pay)
    parts: list[tuple[str, int]] = []
    for group in held:
        for die in group.dice:
            amount = taken.get(die, 0)
            parts += [(group.energy, 1)] * amount if group.splits else [(group.energy, amount)]
    parts = [part for part in parts if part[1]]
    return any(
        _lies_within(one, [p for p, mine in zip(parts, choice, strict=True) if mine])
        and _lies_within(other, [p for p, mine in zip(parts, choice, strict=True) if not mine])
        for choice in product((True, False), repeat=len(parts))
    )


def _lies_within(cost: Cost, parts: Sequence[tuple[str, int]]) -> bool:
    """Whether these parts pay no more than the cost, and all of its typed energy."""
    matching = sum(n for energy, n in parts if energy in cost.types or energy == "Wild")
    return sum(n for _, n in parts) <= cost.amount and matching >= cost.typed


def payment_error(  # noqa: C901, PLR0911 - one return per rule
    table: GameTable, seat: Seat, cost: Cost | Sequence[Cost], pay: Payment
) -> tuple[str, Text] | None:
    """Why this payment does not pay the cost (or these costs at once): a code and a sentence."""
    costs = (cost,) if isinstance(cost, Cost) else tuple(cost)
    amount, typed = sum(each.amount for each in costs), sum(each.typed for each in costs)
    asked = costs_in_words(costs)
    if not amount and len(pay) == 1 and not pay[0][1]:
        return None  # a Ritual or a die for nothing: no energy is spent
    held = set(table.dice_in("reserve", seat))
    dice = [die for die, _ in pay]
    if len(set(dice)) != len(dice) or any(die not in held for die in dice):
        return "not-in-reserve", tr("Energy is spent with dice of one's own Reserve Pool only.")
    symbols: dict[str, int] = {}
    generic = 0
    for die, taken in pay:
        face = table.face(die)
        if not face.energy:
            return "no-energy", tr("A die that does not show energy cannot pay.")
        if taken != face.amount and not (
            0 < taken < face.amount
            and face.energy not in ("Generic", "Wild")
            and energy_face(table, die, face.energy, face.amount - taken) != NO_FACE
        ):
            return "cannot-split", tr("Only dice with two symbols can be spent partially.")
        if face.energy == "Generic":
            generic += taken
        else:
            symbols[face.energy] = symbols.get(face.energy, 0) + taken
    if "Wild" in symbols and any(each.no_wild for each in costs):
        return "wrong-energy-type", tr("Wild energy does not pay for this die, as its card says.")
    lacking = _lacking_type(costs, symbols)
    if lacking is not None:
        kind, matching = joined(tr(" or "), lacking.types), _matching(lacking, symbols)
        return "wrong-energy-type", tr(
            "{asked}; {matching} {kind} energy is spent.", asked=asked, matching=matching, kind=kind
        )
    paid = sum(symbols.values()) + generic
    if paid < amount - min(free_energy(table, seat), amount - typed):
        return "too-little", tr("{asked}; {paid} energy does not pay it.", asked=asked, paid=paid)
    over = paid - amount
    if over > 0 and _wastes_energy(over, paid - generic, generic, typed):
        return "too-much", tr(
            "{asked}; {paid} energy is more than it takes.", asked=asked, paid=paid
        )
    return None


def costs_in_words(costs: Sequence[Cost]) -> Text:
    """What is to be paid, as the beginning of a sentence."""
    if len(costs) == 1:
        return tr("The cost is {cost}", cost=costs[0])
    return tr("The costs are {names}", names=joined(tr(" and "), (str(cost) for cost in costs)))


def _matching(cost: Cost, symbols: Mapping[str, int]) -> int:
    return sum(n for energy, n in symbols.items() if energy in cost.types or energy == "Wild")


def _lacking_type(costs: Sequence[Cost], symbols: Mapping[str, int]) -> Cost | None:
    """A cost whose energy type these symbols lack, when each pays for one cost only."""
    needs = sorted((cost for cost in costs if cost.typed), key=lambda cost: len(cost.types))
    for cost in needs:
        if _matching(cost, symbols) < cost.typed:
            return cost
    if len(needs) < 2 or _deal_out([c.types for c in needs for _ in range(c.typed)], dict(symbols)):
        return None
    return needs[-1]


def _deal_out(needs: Sequence[tuple[str, ...]], left: dict[str, int]) -> bool:
    """Whether every need finds a symbol of its own."""
    if not needs:
        return True
    for energy in (*needs[0], "Wild"):
        if left.get(energy, 0):
            left[energy] -= 1
            if _deal_out(needs[1:], left):
                return True
            left[energy] += 1
    return False


def _wastes_energy(over: int, symbols: int, generic: int, typed: int) -> bool:
    """Whether less would do: only the rest of one generic die may be lost."""
    return generic == 0 or over >= 2 or symbols > typed


def spend(table: GameTable, seat: Seat, cost: Cost | Sequence[Cost], pay: Payment) -> None:
    """Take the energy. What a generic die gives too much is lost."""
    costs = (cost,) if isinstance(cost, Cost) else cost
    missing = sum(each.amount for each in costs) - sum(taken for _, taken in pay)
    if missing > 0:
        table.short_draw_energy = tuple(
            left - missing * (s == seat) for s, left in enumerate(table.short_draw_energy)
        )
    target = table.match.edition.spent_to if table.on_turn(seat) else "used"
    paid = []
    for die, taken in pay:
        face = table.face(die)
        if taken == face.amount:
            table.move(die, target, seat)
            paid.append(die)
        else:
            rest = energy_face(table, die, face.energy, face.amount - taken)
            table.change_die(die, face=rest, spun=True)
    table.paid = (*table.paid, *paid)


def total_energy(table: GameTable, seat: Seat) -> int:
    """All energy a player could spend now."""
    return free_energy(table, seat) + sum(
        table.face(die).amount for die in table.dice_in("reserve", seat)
    )
