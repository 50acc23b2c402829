"""The course of a turn: what each step does by itself, and what each action does.

Steps that need no decision run by themselves; between them the state is whole.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from rules.dicemasters.cards import effects as fx
from rules.dicemasters.engine.damage import (
    DamageHit,
    check_knockouts,
    check_life,
    deal_damage,
    end_game,
    global_life_cost,
    knock_out,
    lose_life,
)
from rules.dicemasters.engine.interpreter import (
    Effect,
    draw,
    perform,
    put_in_field,
    resolve_triggers,
    roll,
)
from rules.dicemasters.engine.state import NOBODY, DieState, Modifier
from rules.dicemasters.engine.stats import (
    attack,
    blockers,
    cannot_be_knocked_out,
    defence,
    fielding_cost,
    has,
    is_attacking,
)
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.engine.triggers import Script, ask, trigger_event, without_questions
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.legal_actions import (
    can_respond,
    discard_rule,
    extra_reroll_key,
    global_key,
    player_may_attack,
    player_may_block,
    purchase_price,
    team_may_attack,
)
from rules.dicemasters.moves.payment import Cost, spend, written_cost

DRAW: Final = 4


def start_turn(table: GameTable) -> Script:
    """Clear: what is left in the Reserve Pool goes to the Used Pile."""
    match = table.match
    seats = match.partners(table.active)
    table.turn += 1
    table.started = tuple(n + (s in seats) for s, n in enumerate(table.started))
    names = " and ".join(match.names[seat] for seat in seats)
    table.add_event("turn", f"turn {table.turn}: {names}", table.active, turn=table.turn)
    for seat in seats:
        for die in list(table.dice_in("reserve", seat)):
            table.move(die, "used", seat)
        _end_effects_until(table, "your-next-turn", seat)
    trigger_event(table, "turn-start")
    yield from resolve_triggers(table)
    if table.winners is None:
        table.step = "draw"


def draw_step(table: GameTable) -> Script:
    """Draw four dice; a short draw costs life and gives generic energy. Swarm draws more."""
    for seat in table.match.partners(table.active):
        yield from _draw_for_turn(table, seat)
        if table.winners is not None:
            return
    yield from resolve_triggers(table)
    if table.winners is None:
        table.step = "share" if table.match.doubles else "roll"
        table.mover = table.active


def _draw_for_turn(table: GameTable, seat: int) -> Script:
    match = table.match
    count = DRAW
    if match.team(seat) == match.team(match.first) and table.started[seat] == 1:
        count = match.first_draws
    drawn = yield from draw(table, seat, count)
    missing = count - len(drawn)
    if missing:
        yield from _short_draw(table, seat, missing)
    if table.winners is not None:
        return
    extra = _swarm_draws(table, seat, drawn)
    while extra:
        more = yield from draw(table, seat, extra)
        extra = _swarm_draws(table, seat, more)


@without_questions
def hand_over(table: GameTable, action: act.HandOver) -> None:
    """Doubles: a die of the shared Prep Area becomes the partner's."""
    first, second = table.match.partners(table.active)
    owner = second if table.dice[action.die].owner == first else first
    table.first_time_this_turn(f"handed {action.die}")
    table.change_die(action.die, owner=owner)


def _short_draw(table: GameTable, seat: int, missing: int) -> Script:
    table.short_draw_energy = tuple(
        n + missing * (s == seat) for s, n in enumerate(table.short_draw_energy)
    )
    table.add_player_event(
        "short-draw", seat, f"is {missing} dice short and has as much generic energy", dice=missing
    )
    if table.match.edition.short_draw == "damage":
        yield from deal_damage(table, [DamageHit(NOBODY, seat, missing, player=seat)])
        yield from resolve_triggers(table)
    else:
        lose_life(table, seat, missing)
        check_life(table)


def _swarm_draws(table: GameTable, seat: int, drawn: list[int]) -> int:
    """How many dice more are drawn: one per die with Swarm of which another is active."""
    match = table.match
    fielded = {match.card_of[die] for die in table.characters(seat)}
    return sum(
        "Swarm" in match.cards[match.card_of[die]].text.keywords and match.card_of[die] in fielded
        for die in drawn
    )


def roll_step(table: GameTable) -> Script:
    """Roll everything in the Prep Area."""
    for seat in table.match.partners(table.active):
        dice = list(table.prep_dice(seat))
        if dice:
            yield from roll(table, seat, dice)
    table.step = "rolled"
    _next_player_to_reroll(table, table.match.partners(table.active))


def _next_player_to_reroll(table: GameTable, seats: Sequence[int]) -> None:
    """The next of these players who has rolled dice decides about a reroll."""
    for seat in seats:
        if table.prep_dice(seat):
            table.step = "reroll"
            table.mover = seat
            return


def reroll(table: GameTable, action: act.Reroll) -> Script:
    """Reroll some of the dice, all at once."""
    if table.step == "keep":
        table.first_time_this_turn(extra_reroll_key(table))
    yield from roll(table, table.mover, action.dice)
    table.step = "keep"


@without_questions
def keep(table: GameTable, _: act.KeepRoll) -> None:
    """The dice rolled go to the Reserve Pool."""
    seat = table.mover
    for die in list(table.prep_dice(seat)):
        table.move(die, "reserve", seat, table.dice[die].face)
    table.step = "rolled"
    _next_player_to_reroll(table, [other for other in table.match.partners(seat) if other > seat])


def rolled(table: GameTable) -> Script:
    """The end of the Roll and Reroll Step."""
    trigger_event(table, "rolled")
    yield from resolve_triggers(table)
    if table.winners is None:
        table.step = "main"
        table.mover = table.active
        table.passed = 0


def _after_action(table: GameTable, seat: int) -> None:
    """Who may act after somebody acted: those whose turn it is, as long as they like."""
    table.passed = 0
    table.mover = seat if table.on_turn(seat) else table.active
    table.paid = ()


def purchase(table: GameTable, action: act.Purchase) -> Script:
    """Purchase a die: it goes to the Used Pile."""
    seat = table.mover
    match = table.match
    facts = match.cards[match.card_of[action.die]].card
    cost = purchase_price(table, action.die, seat)
    spend(table, seat, cost, action.pay)
    table.replace_die(action.die, DieState("used", seat, seat))
    basic = match.kinds[match.kind_of[action.die]].seat == NOBODY
    if basic:
        table.done_this_turn = (*table.done_this_turn, f"bought {match.card_of[action.die]} {seat}")
    table.add_player_event(
        "purchased", seat, f"buys {facts.title}", die=match.die_names[action.die]
    )
    yield from _offer_suit_up(table, seat, action.die)
    trigger_event(table, "purchased", action.die)
    yield from resolve_triggers(table)
    _after_action(table, seat)


def _offer_suit_up(table: GameTable, seat: int, die: int) -> Script:
    """On purchase: KO one of the named characters to field the new die at level 2."""
    match = table.match
    for ability in match.cards[match.card_of[die]].text.abilities:
        if not isinstance(ability, fx.SuitUp):
            continue
        named = [
            d
            for d in table.characters(seat)
            if match.cards[match.card_of[d]].card.title in ability.titles
        ]
        if not named:
            continue
        options: list[act.Action] = [act.NO, *(act.ChooseDie(d) for d in table.one_of_each(named))]
        answer = yield from ask(seat, "Suit Up: which die is knocked out for it?", options)
        if isinstance(answer, act.ChooseDie):
            left = yield from knock_out(table, [answer.die])
            if left:
                put_in_field(table, die, 2)


def field_die(table: GameTable, action: act.FieldDie) -> Script:
    """Send a character from the Reserve Pool to the field."""
    seat = table.mover
    cost = Cost(fielding_cost(table, action.die, seat))
    spend(table, seat, cost, action.pay)
    face = table.dice[action.die].face
    table.move(action.die, "field", seat, face)
    table.fielded = (*table.fielded, action.die)
    _next_fielding(table, action.die, seat)
    name = table.match.die_names[action.die]
    word = table.match.edition.wording.field
    table.add_player_event("fielded", seat, f"{word}s {table.spoken_name(action.die)}", die=name)
    trigger_event(table, "fielded", action.die)
    yield from resolve_triggers(table)
    _after_action(table, seat)


def _next_fielding(table: GameTable, die: int, seat: int) -> None:
    """What waited for the next die fielded: its bonus, and the end of its discount."""
    kept = []
    for lasting in table.lasting:
        if lasting.until == "next-fielding" and lasting.seat == seat:
            if lasting.attack or lasting.defence:
                table.add_modifier(die, Modifier(lasting.attack, lasting.defence, seat=seat))
        else:
            kept.append(lasting)
    table.lasting = tuple(kept)


def use_action(table: GameTable, action: act.UseAction) -> Script:
    """Use an action die: its effect, then it is spent. A Continuous one goes to the field."""
    seat = table.mover
    match = table.match
    die = action.die
    card = match.card_of[die]
    in_play = match.cards[card]
    table.generic_change = 0
    table.add_player_event(
        "action-used", seat, f"uses {in_play.card.title}", die=match.die_names[die]
    )
    effect = Effect(table, seat, die, card, by="action")
    if not in_play.encoded:
        table.add_event("by-hand", f"{in_play.card.title}: carry its text out by hand", seat)
    if "Continuous" in in_play.text.keywords:
        table.move(die, "field", seat, table.dice[die].face)
    else:
        yield from _do_action(table, effect, in_play.text)
        if table.winners is None and table.dice[die].zone == "reserve":
            table.move(die, match.edition.spent_to if table.on_turn(seat) else "used", seat)
    if table.winners is None:
        trigger_event(table, "action-used", die)
        yield from resolve_triggers(table)
    _after_action(table, seat)


def _do_action(table: GameTable, effect: Effect, text: fx.CardText) -> Script:
    burst = table.face(effect.this).burst
    for ability in text.abilities:
        if isinstance(ability, fx.WhenUsed):
            do = ability.do
            if burst == 1 and ability.star is not None:
                do = ability.star
            elif burst == 2 and ability.double is not None:
                do = ability.double
            yield from perform(effect, do)


def use_global(table: GameTable, action: act.UseGlobal) -> Script:
    """Pay for a global ability and carry it out."""
    seat = table.mover
    match = table.match
    ability = match.cards[action.card].text.abilities[action.number]
    assert isinstance(ability, fx.Global)
    title = match.cards[action.card].card.title
    spend(table, seat, written_cost(ability.cost), action.pay)
    if ability.once:
        table.first_time_this_turn(global_key(action.card, action.number, seat))
    life_cost = global_life_cost(table)
    table.add_player_event("global-used", seat, f"uses the global of {title}", card=title)
    if life_cost:
        lose_life(table, seat, life_cost)
    if table.winners is None:
        effect = Effect(table, seat, NOBODY, action.card, by="global")
        yield from perform(effect, ability.do)
    if table.winners is None:
        trigger_event(table, "global-used", seat=seat)
        yield from resolve_triggers(table)
    _after_action(table, seat)


def discard(table: GameTable, action: act.Discard) -> Script:
    """Send a Continuous die to the Used Pile as its text allows."""
    seat = table.mover
    match = table.match
    ability = discard_rule(table, action.die)
    assert ability is not None
    if ability.life:
        lose_life(table, seat, ability.life)
    owner = table.dice[action.die].owner
    table.move(action.die, "used", owner)
    table.add_event("discarded", f"{table.spoken_name(action.die)} leaves the field", seat)
    if ability.do and table.winners is None:
        effect = Effect(table, seat, action.die, match.card_of[action.die], by="action")
        yield from perform(effect, ability.do)
        yield from resolve_triggers(table)
    _after_action(table, seat)


OPPONENT_ASKED, EVERYBODY_PASSED = 1, 2
"""How far passing has come: an opponent was asked; all passed and the team may speak once more."""


@without_questions
def pass_turn(table: GameTable, _: act.Pass) -> None:
    """Pass: the opponents may act, each once; when everybody has passed the step ends.

    After the opponents passed, those whose turn it is may go on or end the step.
    """
    table.generic_change = 0
    ring = table.seats_in_turn()
    for seat in ring[ring.index(table.mover) + 1 :]:
        if table.on_turn(seat):
            table.mover = seat
            return
        if table.passed < EVERYBODY_PASSED and can_respond(table, seat):
            table.mover = seat
            table.passed = OPPONENT_ASKED
            return
    if table.passed == OPPONENT_ASKED:
        table.mover = table.active
        table.passed = EVERYBODY_PASSED
        return
    table.passed = 0
    table.step = "main-end" if table.step == "main" else "damage"


@without_questions
def end_main(table: GameTable) -> None:
    """Characters that were not fielded go to the Used Pile; then the attack."""
    match = table.match
    seats = match.partners(table.active)
    for seat in seats:
        for die in list(table.dice_in("reserve", seat)):
            if table.face(die).level:
                table.move(die, "used", seat)
    no_attack = match.no_first_attack and match.first in seats and table.started[table.active] == 1
    if not no_attack and team_may_attack(table):
        table.step = "attackers"
        table.mover = table.active
    else:
        table.step = "cleanup"


@without_questions
def attack_with(table: GameTable, action: act.AttackWith) -> None:
    """A character moves into the Attack Zone."""
    table.change_die(action.die, zone="attack")


@without_questions
def block(table: GameTable, action: act.Block) -> None:
    """A character moves into the Attack Zone opposite an attacker."""
    entry = table.dice[action.die]
    table.change_die(action.die, zone="attack", blocks=(*entry.blocks, action.attacker))


def end_declaration(table: GameTable, _: act.EndDeclaration) -> Script:
    """Attackers or blockers are declared: what answers to that answers now."""
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


def attacking_characters(table: GameTable) -> list[int]:
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
    spoken_name = table.spoken_names(attackers)
    table.add_player_event("attack", seat, f"attacks with {spoken_name}", dice=names)
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


def _end_until_attack(table: GameTable, attackers: list[int]) -> None:
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
            spoken_name = f"{table.spoken_name(die)} with {table.spoken_names(opposed)}"
            seat = table.dice[opposed[0]].seat
            table.add_player_event(
                "blocked", seat, f"blocks {spoken_name}", die=table.match.die_names[die]
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
    dealt: set[int] = set()
    for fast in (True, False):
        fighting = [die for die in _in_attack_zone(table) if die not in dealt]
        now = [die for die in fighting if not fast or has(table, die, "Fast")]
        if not now:
            continue
        dealt.update(now)
        yield from _combat_damage(table, now)
        if table.winners is not None:
            return
    table.step = "cleanup"


def _in_attack_zone(table: GameTable) -> list[int]:
    return [
        die
        for seat in table.seats_in_turn()
        for die in table.dice_in("attack", seat)
        if table.shows_character(die)
    ]


def _combat_damage(table: GameTable, dealers: list[int]) -> Script:
    hits: list[DamageHit] = []
    overcrushing: list[tuple[int, list[DamageHit]]] = []
    for die in dealers:
        if has(table, die, "no-damage") or has(table, die, "no-combat-damage"):
            continue
        assigned = yield from _assign_damage(table, die)
        hits += assigned
        if is_attacking(table, die) and table.dice[die].blocked and has(table, die, "Overcrush"):
            overcrushing.append((die, assigned))
    hits += _overcrush_damage(table, overcrushing)
    yield from deal_damage(table, [hit for hit in hits if hit.amount], combat=True)
    if table.winners is not None:
        return
    if table.match.edition.spent_to == "out":
        for die in dealers:
            if _hit_player_unblocked(table, die):
                table.move(die, "out", table.dice[die].owner)
    yield from resolve_triggers(table)


def _hit_player_unblocked(table: GameTable, die: int) -> bool:
    return is_attacking(table, die) and not table.dice[die].blocked


def _assign_damage(table: GameTable, die: int) -> Script:
    """How one character deals its attack value as damage."""
    attack_now = attack(table, die)
    seat = table.dice[die].seat
    if is_attacking(table, die):
        if not table.dice[die].blocked or has(table, die, "hits-player"):
            victim = table.match.opponent_of(seat)
            return [DamageHit(die, seat, attack_now, player=victim, combat=True)]
        targets = blockers(table, die)
        if not targets:
            if has(table, die, "Overcrush"):
                victim = table.match.opponent_of(seat)
                return [DamageHit(die, seat, attack_now, player=victim, combat=True)]
            return []
    else:
        targets = [other for other in table.dice[die].blocks if table.in_field(other)]
    return (yield from _divide_damage(table, die, targets, attack_now))


def _divide_damage(table: GameTable, die: int, targets: list[int], attack_now: int) -> Script:
    """Divide damage among several: all of it, as the owner likes."""
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
                f"of {left} damage by {spoken_name(die)}, how much to {spoken_name(target)}?",
                options,
            )
            given = answer.amount
        left -= given
        hits.append(DamageHit(die, seat, given, die=target, combat=True))
    return hits


def _overcrush_damage(
    table: GameTable, overcrushing: list[tuple[int, list[DamageHit]]]
) -> list[DamageHit]:
    """Overcrush: what an attacker's damage leaves over once all its blockers are knocked out."""
    over = []
    for die, assigned in overcrushing:
        if not assigned or any(hit.die == NOBODY for hit in assigned):
            continue
        needs = [max(0, defence(table, hit.die) - table.dice[hit.die].damage) for hit in assigned]
        falls = all(
            hit.amount >= need and not _survives_damage(table, hit.die)
            for hit, need in zip(assigned, needs, strict=True)
        )
        left = sum(hit.amount for hit in assigned) - sum(needs)
        if falls and left > 0:
            seat = table.dice[die].seat
            victim = table.match.opponent_of(seat)
            over.append(DamageHit(die, seat, left, player=victim, combat=True))
    return over


def _survives_damage(table: GameTable, die: int) -> bool:
    if cannot_be_knocked_out(table, die):
        return True
    return has(table, die, "Iron Will") and table.dice[die].damage == 0


def cleanup(table: GameTable) -> Script:
    """Attackers go where they belong, damage and effects end, the turn passes on."""
    seat = table.active
    match = table.match
    trigger_event(table, "turn-end")
    yield from resolve_triggers(table)
    if table.winners is not None:
        return
    for die in [d for d in table.all_characters() if has(table, d, "ko-at-end")]:
        yield from knock_out(table, [die])
    yield from resolve_triggers(table)
    if table.winners is not None:
        return
    _leave_attack_zone(table)
    for partner in match.partners(seat):
        for die in list(table.dice_in("reserve", partner)):
            if table.face(die).action or table.face(die).level:
                table.move(die, "used", partner)
    _end_effects(table, seat)
    for other in range(match.seats):
        for die in list(table.dice_in("out", other)):
            table.move(die, "used", other)
    yield from check_knockouts(table)
    table.queue.clear()
    table.active = match.opponent_of(seat)
    table.mover = table.active
    table.generic_change = table.passed = 0
    table.short_draw_energy = (0,) * match.seats
    table.turn_attacked = False
    table.done_this_turn = ()
    table.fielded = ()
    table.step = "clear"


def _leave_attack_zone(table: GameTable) -> None:
    for seat in range(table.match.seats):
        for die in list(table.dice_in("attack", seat)):
            left = is_attacking(table, die) and (
                not table.dice[die].blocked or has(table, die, "hits-player")
            )
            if left:
                table.move(die, "used", table.dice[die].owner)
            else:
                table.change_die(die, zone="field", blocks=(), blocked=False)


def _end_effects(table: GameTable, seat: int) -> None:
    """All damage is cleared; effects end that do not last longer."""
    for number, die in enumerate(table.dice):
        captured = die.under != NOBODY and not table.match.faces[number][die.face].action
        if captured or table.is_controlled(number):
            table.release_attached(number)
        if not (die.damage or die.modifiers or die.spun):
            continue
        table.change_die(
            number,
            damage=0,
            spun=False,
            modifiers=tuple(
                m for m in table.dice[number].modifiers if not _expires(m.until, m.seat, seat)
            ),
        )
    _end_attachments(table)
    table.lasting = tuple(x for x in table.lasting if not _expires(x.until, x.seat, seat))


def _expires(until: str, owner: int, seat: int) -> bool:
    return until in ("turn", "next-fielding") or (
        until == "opponent-turn-end" and owner % 2 != seat % 2
    )


def _end_attachments(table: GameTable) -> None:
    """Attached dice whose rule has run out go to the Used Pile."""
    for number, die in enumerate(table.dice):
        if die.under == NOBODY or die.zone != "field":
            continue
        if not table.match.faces[number][die.face].action:
            continue
        still = any(modifier.source == number for modifier in table.dice[die.under].modifiers)
        if not still:
            table.move(number, "used", die.owner)


def _end_effects_until(table: GameTable, until: str, seat: int) -> None:
    """Effects of this player that last until now end."""
    for number, die in enumerate(table.dice):
        if die.modifiers and any(
            modifier.until == until and modifier.seat == seat for modifier in die.modifiers
        ):
            kept = tuple(m for m in die.modifiers if not (m.until == until and m.seat == seat))
            table.change_die(number, modifiers=kept)
    table.lasting = tuple(x for x in table.lasting if not (x.until == until and x.seat == seat))


@without_questions
def concede(table: GameTable, action: act.ConcedeGame) -> None:
    """A player gives up: the others win."""
    match = table.match
    team = match.team(action.seat)
    winners = tuple(s for s in range(match.seats) if match.team(s) != team)
    end_game(table, winners, f"wins: {match.names[action.seat]} concedes")


def by_hand(table: GameTable, action: act.ByHandAction) -> Script:
    """What the players do by hand because a card is not encoded; it is recorded as such."""
    match = table.match
    if isinstance(action, act.SetLife):
        team = match.team(action.seat)
        table.life[team] = max(0, min(match.life, table.life[team] + action.by))
        table.add_player_event(
            "by-hand",
            action.seat,
            f"by hand: life {action.by:+d}, now {table.life[team]}",
            by=action.by,
            life=table.life[team],
            why=action.why,
        )
        check_life(table)
    elif isinstance(action, act.MoveDie):
        if table.dice[action.die].owner == NOBODY:
            table.change_die(action.die, owner=action.seat)
        table.move(action.die, action.zone, action.seat, action.face)
        name = table.spoken_name(action.die)
        table.add_event("by-hand", f"by hand: {name} to {action.zone}", action.seat, why=action.why)
    elif isinstance(action, act.SpinDie):
        table.change_die(action.die, face=action.face)
        name = table.spoken_name(action.die)
        table.add_event("by-hand", f"by hand: {name} to face {action.face}", why=action.why)
    elif isinstance(action, act.BuffDie):
        _buff_by_hand(table, action)
    else:
        table.add_event("note", action.text)
    if table.winners is None:
        yield from check_knockouts(table)
        yield from resolve_triggers(table)


def _buff_by_hand(table: GameTable, action: act.BuffDie) -> None:
    entry = table.dice[action.die]
    table.add_modifier(action.die, Modifier(action.attack, action.defence))
    table.change_die(action.die, damage=max(0, entry.damage + action.damage))
    table.add_event(
        "by-hand",
        f"by hand: {table.spoken_name(action.die)} {action.attack:+d}A {action.defence:+d}D, "
        f"{action.damage} damage",
        why=action.why,
    )


PERFORM: Final[dict[type, Callable[[GameTable, Any], Script]]] = {
    act.Reroll: reroll,
    act.HandOver: hand_over,
    act.KeepRoll: keep,
    act.Purchase: purchase,
    act.FieldDie: field_die,
    act.UseAction: use_action,
    act.UseGlobal: use_global,
    act.Discard: discard,
    act.Pass: pass_turn,
    act.AttackWith: attack_with,
    act.Block: block,
    act.EndDeclaration: end_declaration,
    act.ConcedeGame: concede,
    act.SetLife: by_hand,
    act.MoveDie: by_hand,
    act.SpinDie: by_hand,
    act.BuffDie: by_hand,
    act.Note: by_hand,
}

AUTOMATIC: Final[dict[str, Callable[[GameTable], Script]]] = {
    "clear": start_turn,
    "draw": draw_step,
    "roll": roll_step,
    "rolled": rolled,
    "main-end": end_main,
    "damage": damage_step,
    "cleanup": cleanup,
}
"""Steps that run by themselves. The others (reroll, keep, main, attackers, blockers, actions)
wait for a decision; "over" is the end."""
