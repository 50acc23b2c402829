"""What the seat to move may do: every legal action, one for each group of equal ones."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations_with_replacement, product
from typing import Final, TypeAlias

from msgspec.structs import replace

from rules.core import DieNumber, FaceIndex, Seat
from rules.dicemasters.cards import effects as fx
from rules.dicemasters.engine.bans import ban_concerns, banned_by, life_toll
from rules.dicemasters.engine.damage import (
    can_pay_life,
    global_life_cost,
    global_price,
    globals_allowed,
)
from rules.dicemasters.engine.effect import Effect
from rules.dicemasters.engine.interpreter import is_possible
from rules.dicemasters.engine.numbers import CardNumber, KindNumber
from rules.dicemasters.engine.state import NO_CARD, NO_DIE, NOBODY, LastingRule, Match
from rules.dicemasters.engine.stats import (
    active_die,
    block_allowed,
    blockers,
    burst_matches,
    fielding_cost,
    has,
    is_attacking,
    matches,
    matching_dice,
    price_may_change,
    purchase_cost,
)
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.actions import Action
from rules.dicemasters.moves.payment import (
    FREE,
    Cost,
    payments,
    purse,
    total_energy,
    written_cost,
)

Part: TypeAlias = act.Purchase | act.FieldDie | act.UseGlobal
"""What is paid for with energy."""


WrittenGlobal: TypeAlias = tuple[CardNumber, int, fx.Global, Cost, bool]
"""A global's card and number there, what it says and costs, whether it is limited at all."""


def all_legal_actions(table: GameTable) -> list[Action]:
    """Every legal action of the seat to move at a step that waits for one."""
    actions_of = ACTIONS_OF_STEP.get(table.step)
    return actions_of(table) if actions_of is not None else []


def _hand_overs(table: GameTable) -> list[Action]:
    """Doubles: who of the team rolls which dice; every die is handed over once at most."""
    shared = [die for die in table.dice_in("prep", table.active) if not was_handed_over(table, die)]
    return [*(act.HandOver(die) for die in table.one_of_each(shared)), act.END_DECLARATION]


def was_handed_over(table: GameTable, die: DieNumber) -> bool:
    """Whether a die was handed to the partner already this turn."""
    return f"handed {die}" in table.done_this_turn


def _reroll_or_keep(table: GameTable) -> list[Action]:
    found: list[Action] = [act.KEEP, *_rerolls(table), *_paid_texts_at(table, "reroll")]
    if partner_may_reroll_first(table):
        found.append(act.PASS)
    return found


def partner_may_reroll_first(table: GameTable) -> bool:
    """Doubles: whether the first partner may let the other decide about their roll before."""
    first, *others = table.match.partners(table.active)
    return table.mover == first and any(table.prep_dice(other) for other in others)


def _extra_reroll_or_keep(table: GameTable) -> list[Action]:
    return [act.KEEP, *_extra_rerolls(table), *_paid_texts_at(table, "reroll")]


def _rerolls(table: GameTable) -> list[Action]:
    """Every set of dice to reroll that differs in kind or face from the others."""
    if table.match.bans and not rerolling_allowed(table):
        return []
    dice = table.prep_dice(table.mover)
    groups: dict[tuple[KindNumber, FaceIndex], int] = {}
    kind_of = table.match.kind_of
    alike = [groups.setdefault((kind_of[die], table.dice[die].face), len(groups)) for die in dice]
    return [act.Reroll(tuple([dice[at] for at in each])) for each in _sets_of(tuple(alike))]


@lru_cache(maxsize=1 << 10)
def _sets_of(alike: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The places of every set that is not empty; of places with one number the first come first."""
    groups = [[at for at, one in enumerate(alike) if one == number] for number in sorted({*alike})]
    parts = [[places[:count] for count in range(len(places) + 1)] for places in groups]
    found = (tuple(sorted(chain.from_iterable(chosen))) for chosen in product(*parts))
    return tuple([places for places in found if places])


def rerolling_allowed(table: GameTable) -> bool:
    """Whether no card keeps the mover from rerolling, or asks for more life than there is."""
    if banned_by(table, table.mover, "reroll") != NO_CARD:
        return False
    return can_pay_life(table, table.mover, life_toll(table, table.mover, "reroll"))


EXTRA_REROLL: Final = "extra reroll"
"""How a reroll that a card allows after the ordinary one is remembered."""


def extra_reroll_key(table: GameTable) -> str:
    """How the mover's extra reroll is remembered."""
    return f"{EXTRA_REROLL} {table.mover}"


def extra_reroll_left(table: GameTable) -> bool:
    """Whether a card lets the player reroll one die once more."""
    if extra_reroll_key(table) in table.done_this_turn:
        return False
    for card_ability in table.match.other_abilities:
        ability = card_ability.ability
        source = (
            active_die(table, card_ability.card)
            if isinstance(ability, fx.ExtraReroll) and not ability.own_energy
            else NOBODY
        )
        if source != NO_DIE and table.dice[source].seat == table.mover:
            return True
    return False


def _extra_rerolls(table: GameTable) -> list[Action]:
    if table.match.bans and not rerolling_allowed(table):
        return []
    dice = table.one_of_each(table.prep_dice(table.mover))
    if not extra_reroll_left(table):
        dice = [die for die in dice if may_reroll_energy(table, die)]
    return [act.Reroll((die,)) for die in dice]


def may_reroll_energy(table: GameTable, die: DieNumber) -> bool:
    """Whether a die's own text lets it be rerolled as long as it shows energy."""
    if not table.face(die).energy:
        return False
    for ability in table.match.cards[table.match.card_of[die]].text.abilities:
        if isinstance(ability, fx.ExtraReroll) and ability.own_energy:
            seat = table.dice[die].owner
            return ability.needs is None or bool(matching_dice(table, ability.needs, seat, die))
    return False


def _main_step_actions(table: GameTable) -> list[Action]:
    seat = table.mover
    found: list[Action] = []
    means = _Means(table, seat)
    if table.on_turn(seat):
        found += _purchases(table, seat, means)
        found += _fieldings(table, seat, means)
        found += _action_dice_uses(table, seat)
    found += _global_uses(table, seat, means)
    found += _paid_at_once(table, seat, means)
    found += _discards(table, seat)
    found.append(act.PASS)
    return found


def may_do_more(table: GameTable, seat: Seat) -> bool:
    """Whether a player whose turn it is could do anything but pass now."""
    mover, table.mover = table.mover, seat
    means = _Means(table, seat)
    found = bool(
        (
            table.step == "main"
            and (_fieldings(table, seat, means) or _purchases(table, seat, means))
        )
        or _action_dice_uses(table, seat)
        or _global_uses(table, seat, means)
        or _discards(table, seat)
    )
    table.mover = mover
    return found


def _actions_and_globals(table: GameTable) -> list[Action]:
    seat = table.mover
    found: list[Action] = []
    if table.on_turn(seat):
        found += _action_dice_uses(table, seat)
    means = _Means(table, seat)
    found += _global_uses(table, seat, means)
    found += _paid_at_once(table, seat, means)
    found += _discards(table, seat)
    found.append(act.PASS)
    return found


class _Means:
    """What a player can pay for now, and how."""

    __slots__ = ("_has_target", "_seat", "_table", "globals", "purse", "to_buy", "to_field")

    def __init__(self, table: GameTable, seat: Seat) -> None:
        self._table = table
        self._seat = seat
        self.purse = purse(table, seat)
        self.to_buy: list[tuple[DieNumber, Cost]] = []  # what nobody forbids to buy, at its price
        self.to_field: list[tuple[DieNumber, Cost]] = []
        self.globals = usable_globals(table, seat, self.purse.most)
        self._has_target: dict[tuple[CardNumber, int], bool] = {}

    def has_target(self, card: CardNumber, number: int) -> bool:
        """Whether a global has something to be done to; looked up once."""
        found = self._has_target.get((card, number))
        if found is None:
            found = global_has_target(self._table, card, number, self._seat)
            self._has_target[card, number] = found
        return found


def purchasable_dice(table: GameTable, seat: Seat) -> list[DieNumber]:
    """One die of every card the player may buy from."""
    dice = table.dice
    if table.to_buy is None:
        first_left = (
            next((number for number in numbers if dice[number].zone == "cards"), NO_DIE)
            for numbers in _dice_of_cards(table.match)
        )
        table.to_buy = tuple([number for number in first_left if number != NO_DIE])
    return [number for number in table.to_buy if dice[number].seat in (seat, NOBODY)]


@lru_cache(maxsize=64)
def _dice_of_cards(match: Match) -> tuple[tuple[DieNumber, ...], ...]:
    """The numbers of the dice of each card, which follow one another; Sidekicks have no card."""
    ranges = []
    start = 0
    for kind in match.kinds[:-1]:
        ranges.append(tuple(map(DieNumber, range(start, start + kind.count))))
        start += kind.count
    return tuple(ranges)


def purchase_price(table: GameTable, die: DieNumber, seat: Seat, *, next_one: bool = True) -> Cost:
    """What a die costs, with the energy type it asks for; not `next_one`: a further one."""
    match = table.match
    fixed = _fixed_prices(match)[match.kind_of[die]]
    if fixed is not None and not table.lasting:
        return fixed
    facts = match.cards[match.card_of[die]].card
    amount = purchase_cost(table, die, seat, next_one=next_one)
    price = _price(amount, facts.energy)
    return replace(price, no_wild=True) if _takes_no_wild(match, match.card_of[die]) else price


def _price_of_card(match: Match, card: CardNumber) -> Cost:
    facts = match.cards[card].card
    price = _price(facts.cost, facts.energy)
    return replace(price, no_wild=True) if _takes_no_wild(match, card) else price


def _takes_no_wild(match: Match, card: CardNumber) -> bool:
    return any(isinstance(each, fx.NoWild) for each in match.cards[card].text.abilities)


@lru_cache(maxsize=64)
def _fixed_prices(match: Match) -> tuple[Cost | None, ...]:
    """The price of each kind of die, None where a card of this game may change it."""
    return tuple(
        None
        if price_may_change(match, match.cards[kind.card].card)
        else _price_of_card(match, kind.card)
        for kind in match.kinds
    )


@lru_cache(maxsize=512)
def _price(amount: int, types: tuple[str, ...]) -> Cost:
    return Cost(amount, types, 1 if types and amount else 0)


def _purchases(table: GameTable, seat: Seat, means: _Means) -> list[Action]:
    found: list[Action] = []
    match, lasting = table.match, table.lasting
    restricted = bool(lasting) or match.doubles or bool(match.bans)
    discounts = bool(match.other_abilities) and free_purchases(table, seat)
    fixed, kind_of = _fixed_prices(match), match.kind_of
    ways, most, to_buy = means.purse.ways, means.purse.most, means.to_buy
    for die in purchasable_dice(table, seat):
        if restricted and purchase_forbidden(table, die):
            continue
        cost = (None if lasting else fixed[kind_of[die]]) or purchase_price(table, die, seat)
        to_buy.append((die, cost))
        if cost.amount <= most:
            found += [act.Purchase(die, pay) for pay in ways(cost)]
        if discounts and may_buy_free(table, die, seat):
            found.append(act.Purchase(die, ((die, 0),)))
    return found


def free_purchases(table: GameTable, seat: Seat) -> list[tuple[CardNumber, fx.FreePurchase]]:
    """The texts that let a player buy a die for nothing now, by card."""
    found = []
    for each in table.match.other_abilities:
        if isinstance(each.ability, fx.FreePurchase):
            source = active_die(table, each.card)
            used = f"free purchase {each.card}" in table.done_this_turn
            if source != NO_DIE and not used and table.dice[source].seat == seat:
                found.append((each.card, each.ability))
    return found


def may_buy_free(table: GameTable, die: DieNumber, seat: Seat) -> bool:
    """Whether a card lets the player buy this die for nothing."""
    return any(
        matches(table, text.who, die, in_zone=True) for _, text in free_purchases(table, seat)
    )


def free_purchase_key(table: GameTable, die: DieNumber, seat: Seat) -> str:
    """How it is remembered that a card has given a die for nothing."""
    card = next(
        card
        for card, text in free_purchases(table, seat)
        if matches(table, text.who, die, in_zone=True)
    )
    return f"free purchase {card}"


def purchase_forbidden(table: GameTable, die: DieNumber) -> bool:
    """Whether a card forbids buying this die, or in doubles the limit of one basic action."""
    for lasting in table.lasting:
        if lasting.what == "no-purchase" and _covers(table, lasting.who, die):
            return True
    if table.match.bans and banned_by(table, table.mover, "purchase", die) != NO_CARD:
        return True
    if not table.match.doubles or table.dice[die].seat != NOBODY:
        return False
    return f"bought {table.match.card_of[die]} {table.mover}" in table.done_this_turn


def _covers(table: GameTable, who: fx.Dice | None, die: DieNumber) -> bool:
    return who is None or matches(table, who, die, in_zone=True)


def fielding_forbidden(table: GameTable, die: DieNumber) -> bool:
    """Whether a card forbids fielding this die."""
    seat = table.dice[die].seat
    if any(x.what == "no-fielding" and _rule_is_about(table, x, die) for x in table.lasting):
        return True
    return bool(table.match.bans) and (
        banned_by(table, seat, "field", die) != NO_CARD
        or not can_pay_life(table, seat, life_toll(table, seat, "field"))
    )


def _rule_is_about(table: GameTable, lasting: LastingRule, die: DieNumber) -> bool:
    """Whether a rule over dice outside the field means this one."""
    who = lasting.who
    if who is None or who.side == "any":
        return _covers(table, who, die)
    mine = table.match.team(table.dice[die].seat) == table.match.team(lasting.seat)
    return mine == (who.side == "own") and _covers(table, who, die)


def _fieldings(table: GameTable, seat: Seat, means: _Means) -> list[Action]:
    found: list[Action] = []
    for die in fieldable_dice(table, seat):
        cost = Cost(fielding_cost(table, die, seat))
        means.to_field.append((die, cost))
        found += [act.FieldDie(die, pay) for pay in means.purse.ways(cost)]
        found += [act.FieldDie(die, ((other, 0),)) for other in ritual_dice(table, die, seat)]
    return found


def ritual_dice(table: GameTable, die: DieNumber, seat: Seat) -> list[DieNumber]:
    """The characters of the Reserve Pool that may pay for fielding this die: Ritual."""
    abilities = table.match.cards[table.match.card_of[die]].text.abilities
    if not any(isinstance(ability, fx.Ritual) for ability in abilities):
        return []
    others = [o for o in table.dice_in("reserve", seat) if o != die and table.face(o).level]
    return table.one_of_each(others)


def fieldable_dice(table: GameTable, seat: Seat) -> list[DieNumber]:
    """One of each character in the Reserve Pool that may be fielded, if it is paid for."""
    characters = [die for die in table.dice_in("reserve", seat) if table.face(die).level]
    return [die for die in table.one_of_each(characters) if not fielding_forbidden(table, die)]


def _action_dice_uses(table: GameTable, seat: Seat) -> list[Action]:
    usable = [die for die in table.dice_in("reserve", seat) if table.face(die).action]
    return [
        act.UseAction(die) for die in table.one_of_each(usable) if action_usable_now(table, die)
    ]


def action_usable_now(table: GameTable, die: DieNumber) -> bool:
    """Whether an action die may be used at this moment of the turn."""
    match = table.match
    seat = table.dice[die].seat
    if match.bans and (
        banned_by(table, seat, "action", die) != NO_CARD
        or not can_pay_life(table, seat, life_toll(table, seat, "action"))
    ):
        return False
    for ability in match.cards[match.card_of[die]].text.abilities:
        if isinstance(ability, fx.WhenUsed):
            if ability.life_below and table.life[match.team(seat)] >= ability.life_below:
                return False
            at_start = ability.step == "attack-start"
            if at_start != (table.step == "attackers"):
                return False
            if ability.needs is not None and (
                len(matching_dice(table, ability.needs, seat, die)) < ability.at_least
            ):
                return False
    return True


def costs_at_once(table: GameTable, parts: Sequence[Part], seat: Seat) -> list[Cost]:
    """What purchases, fieldings and globals cost a player who pays for all of them at once."""
    costs = []
    bought = fielded = False
    for part in parts:
        if isinstance(part, act.Purchase):
            price = purchase_price(table, part.die, seat, next_one=not bought)
            costs.append(FREE if part.free else price)
            bought = True
        elif isinstance(part, act.FieldDie):
            by_ritual = len(part.pay) == 1 and part.pay[0][1] == 0
            cost = fielding_cost(table, part.die, seat, next_one=not fielded)
            costs.append(FREE if by_ritual else Cost(cost))
            fielded = True
        else:
            costs.append(global_cost(table, part, seat))
    return costs


def global_cost(table: GameTable, use: act.UseGlobal, seat: Seat) -> Cost:
    """What a global costs, paid as often as it is used."""
    ability = table.match.cards[use.card].text.abilities[use.number]
    assert isinstance(ability, fx.Global)
    if isinstance(ability, fx.Paid):
        return written_cost(ability.cost, use.times)
    return global_price(table, seat, ability.cost, use.times)


def _paid_at_once(table: GameTable, seat: Seat, means: _Means) -> list[Action]:
    """Two things with one payment, where a die that cannot be spent partially pays for both."""
    shared = means.purse.undivided()
    if not shared:
        return []
    # Only generic dice: what is left of both costs once their typed energy is paid must be odd,
    # or each takes whole dice of its own.
    discounts = any(lasting.until.startswith("next-") for lasting in table.lasting)
    only_odd = not discounts and all(group.energy == "Generic" for group in shared)
    most = means.purse.most
    single = [
        (make(*what), cost)
        for make, what, cost in _single_parts(means)
        if 0 < cost.amount < most
        and not cost.no_wild
        and not (only_odd and (cost.amount - cost.typed) % 2 == 0)
    ]
    if not single:
        return []
    found: list[Action] = []
    for (one, first), (other, second) in combinations_with_replacement(single, 2):
        if first.amount + second.amount > most:
            continue
        parts = (one, other) if one is not other else _twice(table, one, seat)
        if parts and all(_has_target(part, means) for part in parts):
            costs = costs_at_once(table, parts, seat) if discounts else (first, second)
            pays = means.purse.shared_ways(*costs)
            found += [act.PayAtOnce(parts, pay) for pay in pays]
    return found


def _has_target(part: Part, means: _Means) -> bool:
    return not isinstance(part, act.UseGlobal) or means.has_target(part.card, part.number)


def _single_parts(
    means: _Means,
) -> Iterator[tuple[Callable[..., Part], tuple[int, ...], Cost]]:
    """All that a player may pay for now, whether or not the energy is there, with its cost."""
    for die, cost in means.to_buy:
        yield act.Purchase, (die,), cost
    for die, cost in means.to_field:
        yield act.FieldDie, (die,), cost
    for card, number, cost in means.globals:
        yield act.UseGlobal, (card, number), cost


def _twice(table: GameTable, part: Part, seat: Seat) -> tuple[Part, ...]:
    """The same thing with another die that is alike; nothing where there is none."""
    if isinstance(part, act.UseGlobal):
        return ()  # that is a batch
    if isinstance(part, act.FieldDie):
        alike = table.alike_key(part.die)
        for die in table.dice_in("reserve", seat):
            if die > part.die and table.alike_key(die) == alike:
                return (part, act.FieldDie(die))
        return ()
    if table.match.doubles and table.dice[part.die].seat == NOBODY:
        return ()  # one basic action die of a card each turn
    kind = table.match.kind_of[part.die]
    for die in map(DieNumber, range(part.die + 1, len(table.dice))):
        if table.match.kind_of[die] == kind and table.dice[die].zone == "cards":
            return (part, act.Purchase(die))
    return ()


def usable_globals(table: GameTable, seat: Seat, most: int) -> list[tuple[CardNumber, int, Cost]]:
    """The globals a player may use now that cost `most` energy at most: card, ability, cost."""
    match = table.match
    known = _globals_up_to(match, most)
    if not known:
        return []
    allowed = globals_allowed(table, seat)
    done = bool(table.done_this_turn)
    return [
        (card, number, cost if not match.bans else global_price_of(table, seat, ability))
        for card, number, ability, cost, limited in known
        if (allowed or isinstance(ability, fx.Paid))
        and (not (limited or done) or global_usable_now(table, card, number, ability, seat))
    ]


@lru_cache(maxsize=512)
def _globals_up_to(match: Match, most: int) -> tuple[WrittenGlobal, ...]:
    """The globals of a game that cost no more than this."""
    return tuple(each for each in _globals_of(match) if each[3].amount <= most)


def global_price_of(table: GameTable, seat: Seat, ability: fx.Global) -> Cost:
    """What a global (or a text that is paid for) costs a player now."""
    if isinstance(ability, fx.Paid):
        return written_cost(ability.cost)
    return global_price(table, seat, ability.cost)


def _paid_texts_at(table: GameTable, step: str) -> list[Action]:
    """Texts that a player may pay for at an earlier step of the turn."""
    seat = table.mover
    found: list[Action] = []
    for card, number, ability, cost in _paid_texts(table.match):
        if ability.at == step and global_usable_now(table, card, number, ability, seat):
            found += [act.UseGlobal(card, number, pay) for pay in payments(table, seat, cost)]
    return found


@lru_cache(maxsize=64)
def _paid_texts(match: Match) -> tuple[tuple[CardNumber, int, fx.Paid, Cost], ...]:
    """The texts of a game that a player pays for, and what they cost."""
    return tuple(
        (each.card, each.number, each.ability, written_cost(each.ability.cost))
        for each in match.global_abilities
        if isinstance(each.ability, fx.Paid)
    )


@lru_cache(maxsize=64)
def _globals_of(match: Match) -> tuple[WrittenGlobal, ...]:
    """The globals of a game that players initiate, what they cost, and whether at any time."""
    return tuple(
        (
            each.card,
            each.number,
            each.ability,
            written_cost(each.ability.cost),
            isinstance(each.ability, fx.Paid)
            or bool(each.ability.needs or each.ability.own_turn or each.ability.step),
        )
        for each in match.global_abilities
        if isinstance(each.ability, fx.Global) and not each.ability.react
    )


def global_usable_now(  # noqa: PLR0911 - one return per condition
    table: GameTable, card: CardNumber, number: int, ability: fx.Global, seat: Seat
) -> bool:
    """Whether a global's own conditions hold, its cost and its targets apart."""
    if ability.react or cancelled_key(card, number) in table.done_this_turn:
        return False
    if isinstance(ability, fx.Paid) and not _paid_text_usable(table, card, ability, seat):
        return False
    if ability.needs is not None and not matching_dice(table, ability.needs, seat, NO_DIE):
        return False
    if ability.own_turn and not table.on_turn(seat):
        return False
    if ability.step == "attack" and table.step != "actions":
        return False
    if ability.step == "main" and table.step != "main":
        return False
    return not (ability.once and global_key(card, number, seat) in table.done_this_turn)


def _paid_text_usable(table: GameTable, card: CardNumber, ability: fx.Paid, seat: Seat) -> bool:
    """Whether a card is active and its text this player's to pay for."""
    source = active_die(table, card)
    if ability.inactive:
        return table.match.cards[card].seat == seat and table.step == "main"
    if source == NO_DIE or not can_pay_life(table, seat, ability.life):
        return False
    if table.step not in ("main", "actions") and ability.at != _named_step(table):
        return False
    mine = table.match.team(table.dice[source].seat) == table.match.team(seat)
    if (ability.by == "you" and not mine) or (ability.by == "opponent" and mine):
        return False
    lifts = any(isinstance(op, fx.Lift) for op in fx.operations_of(ability.do))
    return not lifts or ban_concerns(table, card, seat)


def _named_step(table: GameTable) -> str:
    return "reroll" if table.step in ("reroll", "keep") else table.step


def cancelled_key(card: CardNumber, number: int) -> str:
    """How a global that was cancelled is remembered: nobody uses it again this turn."""
    return f"cancelled {card}.{number}"


def global_key(card: CardNumber, number: int, seat: Seat) -> str:
    """How a once-per-turn global is remembered."""
    return f"global {card}.{number} {seat}"


def _global_uses(table: GameTable, seat: Seat, means: _Means) -> list[Action]:
    found: list[Action] = []
    for card, number, cost in means.globals:
        payable = means.purse.ways(cost)
        if payable and means.has_target(card, number):
            found += [act.UseGlobal(card, number, pay) for pay in payable]
            found += _batches(table, act.UseGlobal(card, number), seat, means)
    return found


def _batches(table: GameTable, use: act.UseGlobal, seat: Seat, means: _Means) -> list[Action]:
    """A global paid for several times at once, where that is not the same as one by one."""
    ability = table.match.cards[use.card].text.abilities[use.number]
    assert isinstance(ability, fx.Global)
    if ability.once or isinstance(ability, fx.Paid):
        return []
    found: list[Action] = []
    if not differs_in_a_batch(ability.do):  # only a die that pays for two of them at once differs
        once = global_cost(table, use, seat)
        if means.purse.undivided() and most_times(table, seat, once.amount) > 1:
            twice = replace(use, times=2)
            pays = means.purse.shared_ways(once, once)
            found += [replace(twice, pay=pay) for pay in pays]
        return found
    cost = written_cost(ability.cost).amount
    for times in range(2, most_times(table, seat, cost) + 1):
        batch = act.UseGlobal(use.card, use.number, times=times)
        found += [
            replace(batch, pay=pay) for pay in means.purse.ways(global_cost(table, batch, seat))
        ]
    return found


def most_times(table: GameTable, seat: Seat, cost: int) -> int:
    """How often a player's energy and life allow a global at once; one that is free only once."""
    if not cost:
        return 1
    life = global_life_cost(table, seat)
    often = total_energy(table, seat) // cost
    return min(often, table.life[table.match.team(seat)] // life) if life else often


def differs_in_a_batch(do: fx.Operations) -> bool:
    """Whether several uses as one effect are not the same as one after the other.

    Damage falls together, and so do penalties; all else comes to the same.
    """
    return any(
        isinstance(operation, fx.Damage | fx.LoseLife | fx.KO)
        or (
            isinstance(operation, fx.Buff)
            and not (isinstance(operation.defence, int) and operation.defence >= 0)
        )
        or (isinstance(operation, fx.May | fx.If) and differs_in_a_batch(operation.do))
        for operation in fx.operations_of(do)
    )


def global_has_target(table: GameTable, card: CardNumber, number: int, seat: Seat) -> bool:
    """Whether a global has something to be done to."""
    ability = table.match.cards[card].text.abilities[number]
    assert isinstance(ability, fx.Global)
    if isinstance(ability, fx.Paid):
        return is_possible(Effect(table, seat, active_die(table, card), card), ability.do)
    return is_possible(Effect(table, seat, NO_DIE, card, by="global"), ability.do)


def _discards(table: GameTable, seat: Seat) -> list[Action]:
    if not _stays_in_field(table.match):
        return []
    fields = sorted(dice for (zone, _), dice in table.places.items() if zone == "field")
    dice_in = [die for dice in fields for die in dice]
    shown = [die for die in dice_in if table.face(die).action]
    return [act.Discard(die) for die in table.one_of_each(shown) if may_discard(table, die, seat)]


@lru_cache(maxsize=64)
def _stays_in_field(match: Match) -> bool:
    """Whether any action die of this game may stay in the field and be sent away."""
    return any(
        isinstance(ability, fx.ContinuousDie) for c in match.cards for ability in c.text.abilities
    )


def may_discard(table: GameTable, die: DieNumber, seat: Seat) -> bool:
    """Whether this player may send the Continuous die away now."""
    allowed = discard_rule(table, die)
    if allowed is None:
        return False
    if allowed.life:
        in_own_main_step = table.step == "main" and table.on_turn(seat)
        return in_own_main_step and can_pay_life(table, seat, allowed.life)
    if table.dice[die].seat != seat:
        return False
    return not allowed.do or is_possible(discarding(table, die, seat), allowed.do)


def discarding(table: GameTable, die: DieNumber, seat: Seat) -> Effect:
    """The text of a Continuous die that is sent away; it speaks of the die it lies on, if any."""
    effect = Effect(table, seat, die, table.match.card_of[die], by="action")
    if table.dice[die].under != NO_DIE:
        effect.pick(table.dice[die].under)
    return effect


def discard_rule(table: GameTable, die: DieNumber) -> fx.ContinuousDie | None:
    """What the text of a Continuous die in the field allows, by the face it shows."""
    match = table.match
    for ability in match.cards[match.card_of[die]].text.abilities:
        if isinstance(ability, fx.ContinuousDie) and burst_matches(
            ability.burst, table.face(die).burst
        ):
            return ability
    return None


def can_respond(table: GameTable, seat: Seat) -> bool:
    """Whether the inactive player has anything to do but pass."""
    means = _Means(table, seat)
    for card, number, cost in means.globals:
        if means.purse.ways(cost) and means.has_target(card, number):
            return True
    return bool(_discards(table, seat))


def may_attack(table: GameTable, die: DieNumber) -> bool:
    """Whether a character in the field may be sent to attack."""
    entry = table.dice[die]
    if entry.zone != "field" or has(table, die, "cannot-attack"):
        return False
    return not table.match.bans or banned_by(table, entry.seat, "attack", die) == NO_CARD


def team_may_attack(table: GameTable) -> bool:
    """Whether the active player has anybody to send, or an action for the attack's start."""
    return any(player_may_attack(table, seat) for seat in table.match.partners(table.active))


def player_may_attack(table: GameTable, seat: Seat) -> bool:
    """Whether a player has anybody to send."""
    return any(may_attack(table, die) for die in table.characters(seat))


def _attack_declarations(table: GameTable) -> list[Action]:
    seat = table.mover
    able = [die for die in team_characters(table, seat) if may_attack(table, die)]
    found: list[Action] = [act.AttackWith(die) for die in table.one_of_each(able)]
    found += _action_dice_uses(table, seat)
    found += _paid_texts_at(table, "attackers")
    if not any(has(table, die, "must-attack") for die in able if table.dice[die].seat == seat):
        found.append(act.END_DECLARATION)
    return found


def team_characters(table: GameTable, seat: Seat) -> Sequence[DieNumber]:
    """The characters of a player and, in doubles, of the partner: they declare together."""
    if not table.match.doubles:
        return table.characters(seat)
    return [die for partner in table.match.partners(seat) for die in table.characters(partner)]


def block_capacity(table: GameTable, die: DieNumber) -> fx.BlocksSeveral | None:
    """A text that lets a die block several attackers."""
    match = table.match
    for ability in match.cards[table.card(die)].text.abilities:
        if isinstance(ability, fx.BlocksSeveral):
            return ability
    return None


def may_block(  # noqa: PLR0911 - one return per rule
    table: GameTable, die: DieNumber, attacker: DieNumber
) -> bool:
    """Whether a character may be assigned to block this attacker (further)."""
    entry = table.dice[die]
    if attacker in entry.blocks or not is_attacking(table, attacker):
        return False
    if table.match.doubles and table.match.opponent_of(entry.seat) != table.dice[attacker].seat:
        return False
    if entry.blocks:
        several = block_capacity(table, die)
        if several is None or len(entry.blocks) >= several.count:
            return False
        if several.spins and table.face(die).level < 2:
            return False
        if not all(_covers(table, several.who, a) for a in (*entry.blocks, attacker)):
            return False
    elif entry.zone != "field" or has(table, die, "cannot-block"):
        return False
    return block_allowed(table, die, attacker) and _number_of_blockers_allows(table, die, attacker)


def _number_of_blockers_allows(table: GameTable, die: DieNumber, attacker: DieNumber) -> bool:
    """Whether texts that count an attacker's blockers allow one more, or this one at all."""
    waiting = blocked_by_one_of_two(table)
    if waiting not in {NO_DIE, attacker}:
        return False  # a second blocker comes first
    now = len(blockers(table, attacker))
    if now and has(table, attacker, "blocked-by-one"):
        return False
    if not has(table, attacker, "two-blockers-first"):
        for other in table.attackers():
            if has(table, other, "two-blockers-first") and len(blockers(table, other)) < 2:
                return False
    return (
        now > 0
        or not has(table, attacker, "blocked-by-two")
        or any(
            other != die
            and table.dice[other].zone == "field"
            and not has(table, other, "cannot-block")
            and block_allowed(table, other, attacker)
            for other in table.characters(table.dice[die].seat)  # a partner blocks others
        )
    )


def blocked_by_one_of_two(table: GameTable) -> DieNumber:
    """An attacker that one die blocks and that cannot be blocked by fewer than two; or NOBODY."""
    for attacker in table.attackers():
        if has(table, attacker, "blocked-by-two") and len(blockers(table, attacker)) == 1:
            return attacker
    return NO_DIE


def _block_pairs(table: GameTable, dice: Sequence[DieNumber]) -> list[tuple[DieNumber, DieNumber]]:
    attackers = table.one_of_each(
        die
        for owner in table.match.seats
        for die in table.dice_in("attack", owner)
        if is_attacking(table, die) and table.shows_character(die)
    )
    by_attacker = _distinct_attackers(table, attackers)
    return [
        (die, attacker)
        for die in table.one_of_each(dice)
        for attacker in by_attacker
        if may_block(table, die, attacker) and not must_block_another(table, die, attacker)
    ]


def must_block_another(table: GameTable, die: DieNumber, attacker: DieNumber) -> bool:
    """Whether an idle die must block another attacker, one that all must block."""
    if table.dice[die].blocks or has(table, attacker, "must-be-blocked"):
        return False
    return any(
        has(table, other, "must-be-blocked") and may_block(table, die, other)
        for other in table.attackers()
    )


def _distinct_attackers(table: GameTable, attackers: list[DieNumber]) -> list[DieNumber]:
    """One of each group of attackers that are alike and blocked alike."""
    found = list(attackers)
    for die in table.attackers():
        if die not in found and table.shows_character(die) and is_attacking(table, die):
            found.append(die)
    seen = set()
    kept = []
    for die in found:
        opposed = tuple(
            (table.match.kind_of[n], table.dice[n].face)
            for seat in table.match.seats
            for n in table.dice_in("attack", seat)
            if die in table.dice[n].blocks
        )
        alike = (table.alike_key(die), opposed)
        if alike not in seen:
            seen.add(alike)
            kept.append(die)
    return kept


def _block_declarations(table: GameTable) -> list[Action]:
    seat = table.mover
    pairs = _block_pairs(table, team_characters(table, seat))
    found: list[Action] = [act.Block(die, attacker) for die, attacker in pairs]
    if blocked_by_one_of_two(table) == NO_DIE and not any(
        must_block(table, die, attacker) for die, attacker in pairs if table.dice[die].seat == seat
    ):
        found.append(act.END_DECLARATION)
    return found


def must_block(table: GameTable, die: DieNumber, attacker: DieNumber) -> bool:
    """Whether a card demands that this idle die blocks (this attacker)."""
    return not table.dice[die].blocks and (
        has(table, die, "must-block") or has(table, attacker, "must-be-blocked")
    )


def player_may_block(table: GameTable, seat: Seat) -> bool:
    """Whether the defender has anybody who may block."""
    return bool(_block_pairs(table, table.characters(seat)))


ACTIONS_OF_STEP: Final[dict[str, Callable[[GameTable], list[Action]]]] = {
    "share": _hand_overs,
    "reroll": _reroll_or_keep,
    "keep": _extra_reroll_or_keep,
    "main": _main_step_actions,
    "attackers": _attack_declarations,
    "blockers": _block_declarations,
    "actions": _actions_and_globals,
}
"""What lists the legal actions of each step that waits for one."""
