"""The Attack Step: attackers, blockers, combat damage."""

from rules.core import DieNumber
from rules.dicemasters.cards.effects import Shoots
from rules.dicemasters.engine.damage import DamageHit, deal_damage
from rules.dicemasters.engine.interpreter import resolve_later, resolve_triggers
from rules.dicemasters.engine.knock_outs import spin
from rules.dicemasters.engine.state import NO_DIE, RollRequest, ZoneName
from rules.dicemasters.engine.stats import (
    active_dice,
    attack,
    blockers,
    cannot_be_knocked_out,
    defence,
    has,
    is_attacking,
)
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.engine.triggers import (
    Script,
    ask,
    ask_die,
    trigger_event,
    without_questions,
)
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.legal_actions import (
    block_capacity,
    player_may_attack,
    player_may_block,
)
from words import tr


@without_questions
def attack_with(table: GameTable, action: act.AttackWith) -> None:
    """A character moves into the Attack Zone."""
    table.change_die(action.die, zone="attack")


@without_questions
def block(table: GameTable, action: act.Block) -> None:
    """A character moves into the Attack Zone to block an attacker."""
    entry = table.dice[action.die]
    several = block_capacity(table, action.die)
    if entry.blocks and several is not None and several.spins:
        spin(table, action.die, -1)
        entry = table.dice[action.die]
    table.change_die(action.die, zone="attack", blocks=(*entry.blocks, action.attacker))


def end_declaration(table: GameTable, _: act.EndDeclaration) -> Script:
    """All attackers or blockers are declared: abilities that answer to that trigger now."""
    match = table.match
    if table.step == "share":
        table.step = "roll"
        return
    attacking = table.step == "attackers"
    for seat in match.partners(table.mover):
        if seat > table.mover and (
            player_may_attack(table, seat) if attacking else player_may_block(table, seat)
        ):
            table.mover = seat
            return
    if attacking:
        yield from _attackers_declared(table)
    else:
        yield from _blockers_declared(table)


def attacking_characters(table: GameTable) -> list[DieNumber]:
    """The attacking dice."""
    return [die for die in table.attackers() if table.shows_character(die)]


def _attackers_declared(table: GameTable) -> Script:
    seat = table.active
    attackers = attacking_characters(table)
    if not attackers:
        table.step = "cleanup"
        return
    table.turn_attacked = True
    names = [table.match.die_names[die] for die in attackers]
    names_in_words = table.spoken_names(attackers)
    table.add_player_event(
        "attack",
        seat,
        tr("attacks with {dice}", dice=names_in_words),
        dice=names,
    )
    _end_until_attack(table, attackers)
    for die in attackers:
        trigger_event(table, "attacks", die)
    trigger_event(table, "attack-set", seat=seat)
    yield from resolve_triggers(table)
    if table.winners is not None:
        return
    for defender in table.match.partners(table.match.opponent_of(seat)):
        if player_may_block(table, defender):
            table.step = "blockers"
            table.mover = defender
            return
    yield from _blockers_declared(table)


def _end_until_attack(table: GameTable, attackers: list[DieNumber]) -> None:
    for die in attackers:
        modifiers = table.dice[die].modifiers
        if any(modifier.until == "next-attack" for modifier in modifiers):
            kept = tuple(modifier for modifier in modifiers if modifier.until != "next-attack")
            table.change_die(die, modifiers=kept)


def _blockers_declared(table: GameTable) -> Script:
    for die in attacking_characters(table):
        opposed = blockers(table, die)
        if opposed:
            table.change_die(die, blocked=True)
            who_by_whom = tr(
                "{die} with {spoken_names}",
                die=table.spoken_name(die),
                spoken_names=table.spoken_names(opposed),
            )
            seat = table.dice[opposed[0]].seat
            table.add_player_event(
                "blocked",
                seat,
                tr("blocks {pairs}", pairs=who_by_whom),
                die=table.match.die_names[die],
            )
    for die in attacking_characters(table):
        opposed = blockers(table, die)
        for number, blocker in enumerate(opposed):
            trigger_event(table, "blocked", die, other_die=blocker, amount=number)
            trigger_event(table, "blocks", blocker, other_die=die)
        if not opposed:
            trigger_event(table, "unblocked", die)
    trigger_event(table, "blockers-set", seat=table.active)
    yield from resolve_triggers(table)
    if table.winners is not None:
        return
    table.step = "actions"
    table.mover = table.active
    table.passed = 0


def damage_step(table: GameTable) -> Script:
    """Combat damage: the fast ones first, then all the others, each time at once."""
    dealt: set[DieNumber] = set()
    for fast in (True, False):
        fighting = [die for die in _in_attack_zone(table) if die not in dealt]
        now = [die for die in fighting if not fast or has(table, die, "Fast")]
        if not now:
            continue
        dealt.update(now)
        yield from _combat_damage(table, now)
        if table.winners is not None:
            return
    for die in _in_attack_zone(table):
        trigger_event(table, "attack-end", die)
    yield from resolve_triggers(table)
    yield from resolve_later(table, "attack-end")
    if table.winners is None:
        table.step = "cleanup"


def _in_attack_zone(table: GameTable) -> list[DieNumber]:
    return [
        die
        for seat in table.seats_in_turn()
        for die in table.dice_in("attack", seat)
        if table.shows_character(die)
    ]


def _combat_damage(table: GameTable, dealers: list[DieNumber]) -> Script:
    hits: list[DamageHit] = []
    overcrushing: list[tuple[DieNumber, list[DamageHit]]] = []
    for die in dealers:
        if has(table, die, "no-damage") or has(table, die, "no-combat-damage"):
            continue
        assigned = yield from _assign_damage(table, die)
        hits += assigned
        if is_attacking(table, die) and table.dice[die].blocked and has(table, die, "Overcrush"):
            overcrushing.append((die, assigned))
    hits += yield from _shots(table, dealers)
    hits += _overcrush_damage(table, overcrushing)
    yield from deal_damage(table, [hit for hit in hits if hit.amount], combat=True)
    if table.winners is not None:
        return
    if table.match.edition.spent_to == "out":
        for die in dealers:
            if _hit_player_unblocked(table, die):
                yield from leave_after_attack(table, die, "out")
    yield from resolve_triggers(table)


def leave_after_attack(table: GameTable, die: DieNumber, to: ZoneName) -> Script:
    """An unblocked attacker leaves the Attack Zone once it has dealt its damage."""
    owner = table.dice[die].owner
    if has(table, die, "to-bag-after-attack"):
        to = "bag"
    elif has(table, die, "rerolled-after-attack"):
        shown = yield RollRequest(owner, (die,))
        if table.match.faces[die][shown.faces[0]].level:
            to = "prep"
    table.move(die, to, owner)


def _shots(table: GameTable, dealers: list[DieNumber]) -> Script:
    """What dice that do not block deal to attackers with the combat damage of their speed."""
    hits: list[DamageHit] = []
    fast = any(has(table, die, "Fast") for die in dealers)
    for each in table.match.answers:
        if not isinstance(each.ability, Shoots):
            continue
        for die in active_dice(table, each.card):
            seat = table.dice[die].seat
            if table.on_turn(seat) or table.dice[die].blocks or has(table, die, "Fast") != fast:
                continue
            attackers = attacking_characters(table)
            text = tr("{die}: deal its attack to which attacker?", die=table.spoken_name(die))
            victim = yield from ask_die(table, seat, text, attackers, none=True)
            if victim != NO_DIE:
                hits.append(DamageHit(die, seat, attack(table, die), die=victim, combat=True))
    return hits


def _hit_player_unblocked(table: GameTable, die: DieNumber) -> bool:
    return is_attacking(table, die) and not table.dice[die].blocked


def _assign_damage(table: GameTable, die: DieNumber) -> Script:
    """Which dice or player a character deals its attack value to."""
    attack_now = attack(table, die)
    seat = table.dice[die].seat
    if is_attacking(table, die):
        if not table.dice[die].blocked or has(table, die, "hits-player"):
            victim = table.match.opponent_of(seat)
            if not table.dice[die].blocked and has(table, die, "double-to-player"):
                attack_now *= 2
            return [DamageHit(die, seat, attack_now, player=victim, combat=True)]
        targets = blockers(table, die)
        if not targets:
            if has(table, die, "Overcrush"):
                victim = table.match.opponent_of(seat)
                return [DamageHit(die, seat, attack_now, player=victim, combat=True)]
            return []
    else:
        targets = [other for other in table.dice[die].blocks if table.in_field(other)]
    if has(table, die, "hits-each"):
        return [DamageHit(die, seat, attack_now, die=target, combat=True) for target in targets]
    return (yield from _divide_damage(table, die, targets, attack_now))


def _divide_damage(
    table: GameTable, die: DieNumber, targets: list[DieNumber], attack_now: int
) -> Script:
    """Divide all the damage among several dice, as the owner chooses."""
    seat = table.dice[die].seat
    left = attack_now
    hits = []
    spoken_name = table.spoken_name
    for position, target in enumerate(targets):
        last = position == len(targets) - 1
        if last or not left:
            given = left
        else:
            options: list[act.Action] = [act.ChooseNumber(n) for n in range(left, -1, -1)]
            answer = yield from ask(
                seat,
                tr(
                    "of {left} damage by {die}, how much to {other}?",
                    left=left,
                    die=spoken_name(die),
                    other=spoken_name(target),
                ),
                options,
            )
            given = answer.amount
        left -= given
        hits.append(DamageHit(die, seat, given, die=target, combat=True))
    return hits


def _overcrush_damage(
    table: GameTable, overcrushing: list[tuple[DieNumber, list[DamageHit]]]
) -> list[DamageHit]:
    """Overcrush: damage left over once all blockers of an attacker are knocked out."""
    over = []
    for die, assigned in overcrushing:
        if not assigned or any(hit.die == NO_DIE for hit in assigned):
            continue
        needs = [max(0, defence(table, hit.die) - table.dice[hit.die].damage) for hit in assigned]
        falls = all(
            hit.amount >= need and not cannot_be_knocked_out(table, hit.die)
            for hit, need in zip(assigned, needs, strict=True)
        )
        left = sum(hit.amount for hit in assigned) - sum(needs)
        if falls and left > 0:
            seat = table.dice[die].seat
            victim = table.match.opponent_of(seat)
            over.append(DamageHit(die, seat, left, player=victim, combat=True))
    return over
