"""What the seat to move may do: every legal action, equivalent ones folded into one."""

from itertools import product
from typing import Final

from rules.dicemasters.cards import effects as fx
from rules.dicemasters.engine.damage import globals_allowed
from rules.dicemasters.engine.interpreter import Effect, possible
from rules.dicemasters.engine.state import NOBODY
from rules.dicemasters.engine.stats import (
    active_die,
    burst_fits,
    fielding_cost,
    fits,
    has,
    is_attacking,
    may_block,
    meant,
    purchase_cost,
)
from rules.dicemasters.engine.table import Table
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.actions import Action, Payment
from rules.dicemasters.moves.payment import Cost, free_energy, payments, purses, written_cost


def legal(table: Table) -> list[Action]:
    """Every legal action of the seat to move at a step that waits for one."""
    step = table.step
    if step == "share":
        return _shares(table)
    if step == "main":
        return _in_main(table)
    if step == "actions":
        return _in_actions(table)
    if step == "reroll":
        return [act.KEEP, *_rerolls(table)]
    if step == "keep":
        return [act.KEEP, *_extra_rerolls(table)]
    if step == "attackers":
        return _attackers(table)
    if step == "blockers":
        return _blockers(table)
    return []


def _shares(table: Table) -> list[Action]:
    """Doubles: who of the team rolls which dice; every die is handed over once at most."""
    shared = [die for die in table.lying("prep", table.active) if not handed(table, die)]
    return [*(act.Hand(die) for die in table.fold(shared)), act.DECLARE]


def handed(table: Table, die: int) -> bool:
    """Whether a die was handed to the partner already this turn."""
    return f"handed {die}" in table.once


def _rerolls(table: Table) -> list[Action]:
    """Every set of dice to reroll that differs in kind or face from the others."""
    groups: dict[tuple[int, int], list[int]] = {}
    match = table.match
    for die in table.prepared(table.mover):
        groups.setdefault((match.kind_of[die], table.dice[die].face), []).append(die)
    sets = list(groups.values())
    found: list[Action] = []
    for counts in product(*(range(len(dice) + 1) for dice in sets)):
        chosen = [die for dice, count in zip(sets, counts, strict=True) for die in dice[:count]]
        if chosen:
            found.append(act.Reroll(tuple(sorted(chosen))))
    return found


EXTRA_REROLL: Final = "extra reroll"
"""How a reroll that a card allows after the ordinary one is remembered."""


def extra_reroll_key(table: Table) -> str:
    """How the mover's extra reroll is remembered."""
    return f"{EXTRA_REROLL} {table.mover}"


def extra_reroll_left(table: Table) -> bool:
    """Whether a card lets the player reroll one die once more."""
    if extra_reroll_key(table) in table.once:
        return False
    for said in table.match.others:
        source = active_die(table, said.card) if isinstance(said.ability, fx.Reroll) else NOBODY
        if source != NOBODY and table.dice[source].seat == table.mover:
            return True
    return False


def _extra_rerolls(table: Table) -> list[Action]:
    if not extra_reroll_left(table):
        return []
    return [act.Reroll((die,)) for die in table.fold(table.prepared(table.mover))]


def _in_main(table: Table) -> list[Action]:
    seat = table.mover
    found: list[Action] = []
    ways = _Ways(table, seat)
    if table.on_turn(seat):
        found += _buys(table, seat, ways)
        found += _fieldings(table, seat, ways)
        found += _uses(table, seat)
    found += _globals(table, seat, ways)
    found += _discards(table, seat)
    found.append(act.PASS)
    return found


def _in_actions(table: Table) -> list[Action]:
    seat = table.mover
    found: list[Action] = []
    if table.on_turn(seat):
        found += _uses(table, seat)
    found += _globals(table, seat, _Ways(table, seat))
    found += _discards(table, seat)
    found.append(act.PASS)
    return found


class _Ways:
    """Payments by cost, worked out once."""

    def __init__(self, table: Table, seat: int) -> None:
        self._table = table
        self._seat = seat
        self._held = purses(table, seat)
        self._known: dict[Cost, list[Payment]] = {}

    def __call__(self, cost: Cost) -> list[Payment]:
        found = self._known.get(cost)
        if found is None:
            found = payments(self._table, self._seat, cost, self._held)
            self._known[cost] = found
        return found


def for_sale(table: Table, seat: int) -> list[int]:
    """One die of every card the player may buy from."""
    match = table.match
    first: dict[int, int] = {}
    for number, die in enumerate(table.dice):
        if die.zone == "cards" and die.seat in (seat, NOBODY):
            first.setdefault(match.kind_of[number], number)
    return list(first.values())


def buying_cost(table: Table, die: int, seat: int) -> Cost:
    """What a die costs, and the energy it asks for."""
    match = table.match
    facts = match.cards[match.card_of[die]].card
    amount = purchase_cost(table, die, seat)
    return Cost(amount, facts.energy, 1 if facts.energy and amount else 0)


def _buys(table: Table, seat: int, ways: _Ways) -> list[Action]:
    found: list[Action] = []
    most = _energy(table, seat)
    for die in for_sale(table, seat):
        if buying_forbidden(table, die):
            continue
        cost = buying_cost(table, die, seat)
        if cost.amount <= most:
            found += [act.Buy(die, pay) for pay in ways(cost)]
    return found


def _energy(table: Table, seat: int) -> int:
    return free_energy(table, seat) + sum(
        table.face(die).amount for die in table.lying("reserve", seat)
    )


def buying_forbidden(table: Table, die: int) -> bool:
    """Whether a card forbids buying this die, or in doubles the limit of one basic action."""
    if any(
        lasting.what == "no-purchase" and _names(table, lasting.who, die)
        for lasting in table.lasting
    ):
        return True
    card = table.match.card_of[die]
    return (
        table.match.doubles
        and table.dice[die].seat == NOBODY
        and f"bought {card} {table.mover}" in table.once
    )


def _names(table: Table, who: fx.Who | None, die: int) -> bool:
    return who is None or fits(table, who, die, in_zone=True)


def fielding_forbidden(table: Table, die: int) -> bool:
    """Whether a card forbids fielding this die."""
    return any(
        lasting.what == "no-fielding" and _names(table, lasting.who, die)
        for lasting in table.lasting
    )


def _fieldings(table: Table, seat: int, ways: _Ways) -> list[Action]:
    found: list[Action] = []
    characters = [die for die in table.lying("reserve", seat) if table.face(die).level]
    for die in table.fold(characters):
        if not fielding_forbidden(table, die):
            cost = Cost(fielding_cost(table, die, seat))
            found += [act.FieldDie(die, pay) for pay in ways(cost)]
    return found


def _uses(table: Table, seat: int) -> list[Action]:
    showing = [die for die in table.lying("reserve", seat) if table.face(die).action]
    return [act.UseAction(die) for die in table.fold(showing) if action_timely(table, die)]


def action_timely(table: Table, die: int) -> bool:
    """Whether an action die may be used at this moment of the turn."""
    match = table.match
    for ability in match.cards[match.card_of[die]].text.abilities:
        if isinstance(ability, fx.Act):
            at_start = ability.step == "attack-start"
            if at_start != (table.step == "attackers"):
                return False
            if ability.needs is not None:
                seat = table.dice[die].seat
                if len(meant(table, ability.needs, seat, die)) < ability.at_least:
                    return False
    return True


def usable_globals(table: Table, seat: int) -> list[tuple[int, int, Cost]]:
    """The globals a player may use now: card, ability, cost; whether they can pay apart."""
    match = table.match
    if not match.globals or not globals_allowed(table, seat):
        return []
    found = []
    for said in match.globals:
        ability = said.ability
        assert isinstance(ability, fx.Global)
        if not global_timely(table, said.card, said.number, ability, seat):
            continue
        found.append((said.card, said.number, written_cost(ability.cost)))
    return found


def global_timely(table: Table, card: int, number: int, ability: fx.Global, seat: int) -> bool:
    """Whether a global's own conditions hold, its cost and its targets apart."""
    if ability.react:
        return False
    if ability.own_turn and not table.on_turn(seat):
        return False
    if ability.step == "attack" and table.step != "actions":
        return False
    if ability.step == "main" and table.step != "main":
        return False
    return not (ability.once and global_key(card, number, seat) in table.once)


def global_key(card: int, number: int, seat: int) -> str:
    """How a once-per-turn global is remembered."""
    return f"global {card}.{number} {seat}"


def _globals(table: Table, seat: int, ways: _Ways) -> list[Action]:
    found: list[Action] = []
    for card, number, cost in usable_globals(table, seat):
        payable = ways(cost)
        if payable and global_possible(table, card, number, seat):
            found += [act.UseGlobal(card, number, pay) for pay in payable]
    return found


def global_possible(table: Table, card: int, number: int, seat: int) -> bool:
    """Whether a global has something to be done to."""
    ability = table.match.cards[card].text.abilities[number]
    assert isinstance(ability, fx.Global)
    return possible(Effect(table, seat, NOBODY, card, by="global"), ability.do)


def _discards(table: Table, seat: int) -> list[Action]:
    fields = sorted(dice for (zone, _), dice in table.places.items() if zone == "field")
    lying = [die for dice in fields for die in dice]
    shown = [die for die in lying if table.face(die).action and table.dice[die].under == NOBODY]
    return [act.Discard(die) for die in table.fold(shown) if may_discard(table, die, seat)]


def may_discard(table: Table, die: int, seat: int) -> bool:
    """Whether this player may send the Continuous die away now."""
    allowed = continuous(table, die)
    if allowed is None:
        return False
    if allowed.life:
        return table.step == "main" and table.life[table.match.team(seat)] > allowed.life
    return table.dice[die].seat == seat


def continuous(table: Table, die: int) -> fx.InField | None:
    """What the text of a Continuous die in the field allows, by the face it shows."""
    match = table.match
    for ability in match.cards[match.card_of[die]].text.abilities:
        if isinstance(ability, fx.InField) and burst_fits(ability.burst, table.face(die).burst):
            return ability
    return None


def can_respond(table: Table, seat: int) -> bool:
    """Whether the inactive player has anything to do but pass."""
    for card, number, cost in usable_globals(table, seat):
        if payments(table, seat, cost) and global_possible(table, card, number, seat):
            return True
    return bool(_discards(table, seat))


def could_attack(table: Table, die: int) -> bool:
    """Whether a character in the field may be sent to attack."""
    return table.dice[die].zone == "field" and not has(table, die, "cannot-attack")


def can_attack(table: Table) -> bool:
    """Whether the active player has anybody to send, or an action for the attack's start."""
    return any(may_send(table, seat) for seat in table.match.partners(table.active))


def may_send(table: Table, seat: int) -> bool:
    """Whether a player has anybody to send."""
    return any(could_attack(table, die) for die in table.fighters(seat))


def _attackers(table: Table) -> list[Action]:
    seat = table.mover
    able = [die for die in table.fighters(seat) if could_attack(table, die)]
    found: list[Action] = [act.Send(die) for die in table.fold(able)]
    found += _uses(table, seat)
    if not any(has(table, die, "must-attack") for die in able):
        found.append(act.DECLARE)
    return found


def block_capacity(table: Table, die: int) -> fx.Blocks | None:
    """A text that lets a die block several attackers."""
    match = table.match
    for ability in match.cards[table.card(die)].text.abilities:
        if isinstance(ability, fx.Blocks):
            return ability
    return None


def could_block(table: Table, die: int, attacker: int) -> bool:
    """Whether a character may be assigned to block this attacker (further)."""
    entry = table.dice[die]
    if attacker in entry.blocks or not is_attacking(table, attacker):
        return False
    if table.match.doubles and table.match.across(entry.seat) != table.dice[attacker].seat:
        return False
    if entry.blocks:
        several = block_capacity(table, die)
        if several is None or len(entry.blocks) >= several.count:
            return False
        if not all(_names(table, several.who, a) for a in (*entry.blocks, attacker)):
            return False
    elif entry.zone != "field" or has(table, die, "cannot-block"):
        return False
    return may_block(table, die, attacker)


def _block_pairs(table: Table, seat: int) -> list[tuple[int, int]]:
    attackers = table.fold(
        die
        for owner in range(table.match.seats)
        for die in table.lying("attack", owner)
        if is_attacking(table, die) and table.shows_character(die)
    )
    by_attacker = _told_apart(table, attackers)
    return [
        (die, attacker)
        for die in table.fold(table.fighters(seat))
        for attacker in by_attacker
        if could_block(table, die, attacker) and not owes_another_block(table, die, attacker)
    ]


def owes_another_block(table: Table, die: int, attacker: int) -> bool:
    """Whether an idle die must block another attacker, one that all must block."""
    if table.dice[die].blocks or has(table, attacker, "must-be-blocked"):
        return False
    return any(
        has(table, other, "must-be-blocked") and could_block(table, die, other)
        for other in table.attackers()
    )


def _told_apart(table: Table, attackers: list[int]) -> list[int]:
    """Attackers that are alike count apart once somebody blocks one of them."""
    found = list(attackers)
    for die in table.attackers():
        if die not in found and table.shows_character(die) and is_attacking(table, die):
            found.append(die)
    seen = set()
    kept = []
    for die in found:
        opposed = tuple(
            (table.match.kind_of[n], table.dice[n].face)
            for seat in range(table.match.seats)
            for n in table.lying("attack", seat)
            if die in table.dice[n].blocks
        )
        alike = (table.likeness(die), opposed)
        if alike not in seen:
            seen.add(alike)
            kept.append(die)
    return kept


def _blockers(table: Table) -> list[Action]:
    seat = table.mover
    pairs = _block_pairs(table, seat)
    found: list[Action] = [act.Block(die, attacker) for die, attacker in pairs]
    if not any(owes_block(table, die, attacker) for die, attacker in pairs):
        found.append(act.DECLARE)
    return found


def owes_block(table: Table, die: int, attacker: int) -> bool:
    """Whether a card demands that this idle die blocks (this attacker)."""
    return not table.dice[die].blocks and (
        has(table, die, "must-block") or has(table, attacker, "must-be-blocked")
    )


def can_block(table: Table, seat: int) -> bool:
    """Whether the defender has anybody who may block."""
    return bool(_block_pairs(table, seat))
