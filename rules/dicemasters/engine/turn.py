"""The course of a turn: what each step does by itself, and what each action does.

Steps that need no decision run by themselves; between them the state is whole.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from rules.dicemasters.cards import effects as fx
from rules.dicemasters.engine.damage import (
    Hit,
    check_knockouts,
    deal,
    end_game,
    knock_out,
    life_tax,
    lose_life,
    settle_life,
)
from rules.dicemasters.engine.interpreter import Effect, draw, perform, resolve, roll, to_field
from rules.dicemasters.engine.state import NOBODY, Die, Mod
from rules.dicemasters.engine.stats import (
    attack,
    blockers,
    defence,
    fielding_cost,
    has,
    is_attacking,
    unbeatable,
)
from rules.dicemasters.engine.table import Table
from rules.dicemasters.engine.triggers import Script, ask, at_once, happen
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.legal_actions import (
    buying_cost,
    can_attack,
    can_block,
    can_respond,
    continuous,
    extra_reroll_key,
    global_key,
    may_send,
)
from rules.dicemasters.moves.payment import Cost, spend, written_cost

DRAW: Final = 4


def start_turn(table: Table) -> Script:
    """Clear: what is left in the Reserve Pool goes to the Used Pile."""
    match = table.match
    seats = match.partners(table.active)
    table.turn += 1
    table.started = tuple(n + (s in seats) for s, n in enumerate(table.started))
    names = " and ".join(match.names[seat] for seat in seats)
    table.tell("turn", f"turn {table.turn}: {names}", table.active, turn=table.turn)
    for seat in seats:
        for die in list(table.lying("reserve", seat)):
            table.move(die, "used", seat)
        _end_until(table, "your-next-turn", seat)
    happen(table, "turn-start")
    yield from resolve(table)
    if table.winners is None:
        table.step = "draw"


def draw_step(table: Table) -> Script:
    """Draw four dice; a short draw costs life and gives generic energy. Swarm draws more."""
    for seat in table.match.partners(table.active):
        yield from _draw_four(table, seat)
        if table.winners is not None:
            return
    yield from resolve(table)
    if table.winners is None:
        table.step = "share" if table.match.doubles else "roll"
        table.mover = table.active


def _draw_four(table: Table, seat: int) -> Script:
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
    extra = _swarm(table, seat, drawn)
    while extra:
        more = yield from draw(table, seat, extra)
        extra = _swarm(table, seat, more)


@at_once
def hand(table: Table, action: act.Hand) -> None:
    """Doubles: a die of the shared Prep Area becomes the partner's."""
    first, second = table.match.partners(table.active)
    owner = second if table.dice[action.die].owner == first else first
    table.do_once(f"handed {action.die}")
    table.change_die(action.die, owner=owner)


def _short_draw(table: Table, seat: int, missing: int) -> Script:
    table.loose = tuple(n + missing * (s == seat) for s, n in enumerate(table.loose))
    table.tell_of(
        "short-draw", seat, f"is {missing} dice short and has as much generic energy", dice=missing
    )
    if table.match.edition.short_draw == "damage":
        yield from deal(table, [Hit(NOBODY, seat, missing, player=seat)])
        yield from resolve(table)
    else:
        lose_life(table, seat, missing)
        settle_life(table)


def _swarm(table: Table, seat: int, drawn: list[int]) -> int:
    """How many dice more are drawn: one per die with Swarm of which another is active."""
    match = table.match
    fielded = {match.card_of[die] for die in table.fighters(seat)}
    return sum(
        "Swarm" in match.cards[match.card_of[die]].text.keywords and match.card_of[die] in fielded
        for die in drawn
    )


def roll_step(table: Table) -> Script:
    """Roll everything in the Prep Area."""
    for seat in table.match.partners(table.active):
        dice = list(table.prepared(seat))
        if dice:
            yield from roll(table, seat, dice)
    table.step = "rolled"
    _next_to_keep(table, table.match.partners(table.active))


def _next_to_keep(table: Table, seats: Sequence[int]) -> None:
    """The next of these players who has rolled dice decides about a reroll."""
    for seat in seats:
        if table.prepared(seat):
            table.step = "reroll"
            table.mover = seat
            return


def reroll(table: Table, action: act.Reroll) -> Script:
    """Reroll some of the dice, all at once."""
    if table.step == "keep":
        table.do_once(extra_reroll_key(table))
    yield from roll(table, table.mover, action.dice)
    table.step = "keep"


@at_once
def keep(table: Table, _: act.Keep) -> None:
    """The dice rolled go to the Reserve Pool."""
    seat = table.mover
    for die in list(table.prepared(seat)):
        table.move(die, "reserve", seat, table.dice[die].face)
    table.step = "rolled"
    _next_to_keep(table, [other for other in table.match.partners(seat) if other > seat])


def rolled(table: Table) -> Script:
    """The end of the Roll and Reroll Step."""
    happen(table, "rolled")
    yield from resolve(table)
    if table.winners is None:
        table.step = "main"
        table.mover = table.active
        table.passed = 0


def _after_action(table: Table, seat: int) -> None:
    """Who may act after somebody acted: those whose turn it is, as long as they like."""
    table.passed = 0
    table.mover = seat if table.on_turn(seat) else table.active
    table.paid = ()


def buy(table: Table, action: act.Buy) -> Script:
    """Purchase a die: it goes to the Used Pile."""
    seat = table.mover
    match = table.match
    facts = match.cards[match.card_of[action.die]].card
    cost = buying_cost(table, action.die, seat)
    spend(table, seat, cost, action.pay)
    table.put(action.die, Die("used", seat, seat))
    basic = match.kinds[match.kind_of[action.die]].seat == NOBODY
    if basic:
        table.once = (*table.once, f"bought {match.card_of[action.die]} {seat}")
    table.tell_of("purchased", seat, f"buys {facts.title}", die=match.die_names[action.die])
    yield from _suit_up(table, seat, action.die)
    happen(table, "purchased", action.die)
    yield from resolve(table)
    _after_action(table, seat)


def _suit_up(table: Table, seat: int, die: int) -> Script:
    """On purchase: KO one of the named characters to field the new die at level 2."""
    match = table.match
    for ability in match.cards[match.card_of[die]].text.abilities:
        if not isinstance(ability, fx.SuitUp):
            continue
        named = [
            d
            for d in table.fighters(seat)
            if match.cards[match.card_of[d]].card.title in ability.titles
        ]
        if not named:
            continue
        options: list[act.Action] = [act.NO, *(act.Choose(d) for d in table.fold(named))]
        answer = yield from ask(seat, "Suit Up: which die is knocked out for it?", options)
        if isinstance(answer, act.Choose):
            gone = yield from knock_out(table, [answer.die])
            if gone:
                to_field(table, die, 2)


def field_die(table: Table, action: act.FieldDie) -> Script:
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
    table.tell_of("fielded", seat, f"{word}s {table.called(action.die)}", die=name)
    happen(table, "fielded", action.die)
    yield from resolve(table)
    _after_action(table, seat)


def _next_fielding(table: Table, die: int, seat: int) -> None:
    """What waited for the next die fielded: its bonus, and the end of its discount."""
    kept = []
    for lasting in table.lasting:
        if lasting.until == "next-fielding" and lasting.seat == seat:
            if lasting.attack or lasting.defence:
                table.hang(die, Mod(lasting.attack, lasting.defence, seat=seat))
        else:
            kept.append(lasting)
    table.lasting = tuple(kept)


def use_action(table: Table, action: act.UseAction) -> Script:
    """Use an action die: its effect, then it is spent. A Continuous one goes to the field."""
    seat = table.mover
    match = table.match
    die = action.die
    card = match.card_of[die]
    in_play = match.cards[card]
    table.change = 0
    table.tell_of("action-used", seat, f"uses {in_play.card.title}", die=match.die_names[die])
    effect = Effect(table, seat, die, card, by="action")
    if not in_play.encoded:
        table.tell("by-hand", f"{in_play.card.title}: carry its text out by hand", seat)
    if "Continuous" in in_play.text.keywords:
        table.move(die, "field", seat, table.dice[die].face)
    else:
        yield from _do_action(table, effect, in_play.text)
        if table.winners is None and table.dice[die].zone == "reserve":
            table.move(die, match.edition.spent_to if table.on_turn(seat) else "used", seat)
    if table.winners is None:
        happen(table, "action-used", die)
        yield from resolve(table)
    _after_action(table, seat)


def _do_action(table: Table, effect: Effect, text: fx.Text) -> Script:
    burst = table.face(effect.this).burst
    for ability in text.abilities:
        if isinstance(ability, fx.Act):
            do = ability.do
            if burst == 1 and ability.star is not None:
                do = ability.star
            elif burst == 2 and ability.double is not None:
                do = ability.double
            yield from perform(effect, do)


def use_global(table: Table, action: act.UseGlobal) -> Script:
    """Pay for a global ability and carry it out."""
    seat = table.mover
    match = table.match
    ability = match.cards[action.card].text.abilities[action.number]
    assert isinstance(ability, fx.Global)
    title = match.cards[action.card].card.title
    spend(table, seat, written_cost(ability.cost), action.pay)
    if ability.once:
        table.do_once(global_key(action.card, action.number, seat))
    tax = life_tax(table)
    table.tell_of("global-used", seat, f"uses the global of {title}", card=title)
    if tax:
        lose_life(table, seat, tax)
    if table.winners is None:
        effect = Effect(table, seat, NOBODY, action.card, by="global")
        yield from perform(effect, ability.do)
    if table.winners is None:
        happen(table, "global-used", seat=seat)
        yield from resolve(table)
    _after_action(table, seat)


def discard(table: Table, action: act.Discard) -> Script:
    """Send a Continuous die to the Used Pile as its text allows."""
    seat = table.mover
    match = table.match
    ability = continuous(table, action.die)
    assert ability is not None
    if ability.life:
        lose_life(table, seat, ability.life)
    owner = table.dice[action.die].owner
    table.move(action.die, "used", owner)
    table.tell("discarded", f"{table.called(action.die)} leaves the field", seat)
    if ability.do and table.winners is None:
        effect = Effect(table, seat, action.die, match.card_of[action.die], by="action")
        yield from perform(effect, ability.do)
        yield from resolve(table)
    _after_action(table, seat)


ASKED, LAST_ROUND = 1, 2
"""How far passing has come: an opponent was asked; all passed and the team may speak once more."""


@at_once
def pass_(table: Table, _: act.Pass) -> None:
    """Pass: the opponents may act, each once; when everybody has passed the step ends.

    After the opponents passed, those whose turn it is may go on or end the step.
    """
    table.change = 0
    ring = table.seats_in_turn()
    for seat in ring[ring.index(table.mover) + 1 :]:
        if table.on_turn(seat):
            table.mover = seat
            return
        if table.passed < LAST_ROUND and can_respond(table, seat):
            table.mover = seat
            table.passed = ASKED
            return
    if table.passed == ASKED:
        table.mover = table.active
        table.passed = LAST_ROUND
        return
    table.passed = 0
    table.step = "main-end" if table.step == "main" else "damage"


@at_once
def end_main(table: Table) -> None:
    """Characters that were not fielded go to the Used Pile; then the attack."""
    match = table.match
    seats = match.partners(table.active)
    for seat in seats:
        for die in list(table.lying("reserve", seat)):
            if table.face(die).level:
                table.move(die, "used", seat)
    no_attack = match.no_first_attack and match.first in seats and table.started[table.active] == 1
    if not no_attack and can_attack(table):
        table.step = "attackers"
        table.mover = table.active
    else:
        table.step = "cleanup"


@at_once
def send(table: Table, action: act.Send) -> None:
    """A character moves into the Attack Zone."""
    table.change_die(action.die, zone="attack")


@at_once
def block(table: Table, action: act.Block) -> None:
    """A character moves into the Attack Zone opposite an attacker."""
    entry = table.dice[action.die]
    table.change_die(action.die, zone="attack", blocks=(*entry.blocks, action.attacker))


def declare(table: Table, _: act.Declare) -> Script:
    """Attackers or blockers are declared: what answers to that answers now."""
    match = table.match
    if table.step == "share":
        table.step = "roll"
        return
    attacking = table.step == "attackers"
    for seat in match.partners(table.mover):
        if seat > table.mover and (may_send(table, seat) if attacking else can_block(table, seat)):
            table.mover = seat
            return
    if attacking:
        yield from _attackers_declared(table)
    else:
        yield from _blockers_declared(table)


def attackers_of(table: Table) -> list[int]:
    """The attacking dice."""
    return [die for die in table.attackers() if table.shows_character(die)]


def _attackers_declared(table: Table) -> Script:
    seat = table.active
    attackers = attackers_of(table)
    if not attackers:
        table.step = "cleanup"
        return
    table.turn_attacked = True
    names = [table.match.die_names[die] for die in attackers]
    called = table.called_all(attackers)
    table.tell_of("attack", seat, f"attacks with {called}", dice=names)
    _end_until_attack(table, attackers)
    for die in attackers:
        happen(table, "attacks", die)
    happen(table, "attack-set", seat=seat)
    yield from resolve(table)
    if table.winners is not None:
        return
    for defender in table.match.partners(table.match.across(seat)):
        if can_block(table, defender):
            table.step = "blockers"
            table.mover = defender
            return
    yield from _blockers_declared(table)


def _end_until_attack(table: Table, attackers: list[int]) -> None:
    for die in attackers:
        mods = table.dice[die].mods
        if any(mod.until == "next-attack" for mod in mods):
            kept = tuple(mod for mod in mods if mod.until != "next-attack")
            table.change_die(die, mods=kept)


def _blockers_declared(table: Table) -> Script:
    for die in attackers_of(table):
        opposed = blockers(table, die)
        if opposed:
            table.change_die(die, blocked=True)
            called = f"{table.called(die)} with {table.called_all(opposed)}"
            seat = table.dice[opposed[0]].seat
            table.tell_of("blocked", seat, f"blocks {called}", die=table.match.die_names[die])
    for die in attackers_of(table):
        opposed = blockers(table, die)
        for number, blocker in enumerate(opposed):
            happen(table, "blocked", die, culprit=blocker, amount=number)
            happen(table, "blocks", blocker, culprit=die)
        if not opposed:
            happen(table, "unblocked", die)
    happen(table, "blockers-set", seat=table.active)
    yield from resolve(table)
    if table.winners is not None:
        return
    table.step = "actions"
    table.mover = table.active
    table.passed = 0


def damage_step(table: Table) -> Script:
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


def _in_attack_zone(table: Table) -> list[int]:
    return [
        die
        for seat in table.seats_in_turn()
        for die in table.lying("attack", seat)
        if table.shows_character(die)
    ]


def _combat_damage(table: Table, dealers: list[int]) -> Script:
    hits: list[Hit] = []
    crushing: list[tuple[int, list[Hit]]] = []
    for die in dealers:
        if has(table, die, "no-damage") or has(table, die, "no-combat-damage"):
            continue
        assigned = yield from _assign(table, die)
        hits += assigned
        if is_attacking(table, die) and table.dice[die].blocked and has(table, die, "Overcrush"):
            crushing.append((die, assigned))
    hits += _leftover(table, crushing)
    yield from deal(table, [hit for hit in hits if hit.amount], combat=True)
    if table.winners is not None:
        return
    if table.match.edition.spent_to == "out":
        for die in dealers:
            if _hit_player_unblocked(table, die):
                table.move(die, "out", table.dice[die].owner)
    yield from resolve(table)


def _hit_player_unblocked(table: Table, die: int) -> bool:
    return is_attacking(table, die) and not table.dice[die].blocked


def _assign(table: Table, die: int) -> Script:
    """How one character deals its attack value as damage."""
    strength = attack(table, die)
    seat = table.dice[die].seat
    if is_attacking(table, die):
        if not table.dice[die].blocked or has(table, die, "hits-player"):
            victim = table.match.across(seat)
            return [Hit(die, seat, strength, player=victim, combat=True)]
        targets = blockers(table, die)
        if not targets:
            if has(table, die, "Overcrush"):
                victim = table.match.across(seat)
                return [Hit(die, seat, strength, player=victim, combat=True)]
            return []
    else:
        targets = [other for other in table.dice[die].blocks if table.in_field(other)]
    return (yield from _divide(table, die, targets, strength))


def _divide(table: Table, die: int, targets: list[int], strength: int) -> Script:
    """Divide damage among several: all of it, as the owner likes."""
    seat = table.dice[die].seat
    left = strength
    hits = []
    called = table.called
    for position, target in enumerate(targets):
        last = position == len(targets) - 1
        if last or not left:
            given = left
        else:
            options: list[act.Action] = [act.Number(n) for n in range(left, -1, -1)]
            answer = yield from ask(
                seat, f"of {left} damage by {called(die)}, how much to {called(target)}?", options
            )
            given = answer.amount
        left -= given
        hits.append(Hit(die, seat, given, die=target, combat=True))
    return hits


def _leftover(table: Table, crushing: list[tuple[int, list[Hit]]]) -> list[Hit]:
    """Overcrush: what an attacker's damage leaves over once all its blockers are knocked out."""
    over = []
    for die, assigned in crushing:
        if not assigned or any(hit.die == NOBODY for hit in assigned):
            continue
        needs = [max(0, defence(table, hit.die) - table.dice[hit.die].damage) for hit in assigned]
        falls = all(
            hit.amount >= need and not _withstands(table, hit.die)
            for hit, need in zip(assigned, needs, strict=True)
        )
        left = sum(hit.amount for hit in assigned) - sum(needs)
        if falls and left > 0:
            seat = table.dice[die].seat
            victim = table.match.across(seat)
            over.append(Hit(die, seat, left, player=victim, combat=True))
    return over


def _withstands(table: Table, die: int) -> bool:
    if unbeatable(table, die):
        return True
    return has(table, die, "Iron Will") and table.dice[die].damage == 0


def cleanup(table: Table) -> Script:
    """Attackers go where they belong, damage and effects end, the turn passes on."""
    seat = table.active
    match = table.match
    happen(table, "turn-end")
    yield from resolve(table)
    if table.winners is not None:
        return
    for die in [d for d in table.all_fighters() if has(table, d, "ko-at-end")]:
        yield from knock_out(table, [die])
    yield from resolve(table)
    if table.winners is not None:
        return
    _leave_attack_zone(table)
    for partner in match.partners(seat):
        for die in list(table.lying("reserve", partner)):
            if table.face(die).action or table.face(die).level:
                table.move(die, "used", partner)
    _end_effects(table, seat)
    for other in range(match.seats):
        for die in list(table.lying("out", other)):
            table.move(die, "used", other)
    yield from check_knockouts(table)
    table.queue.clear()
    table.active = match.across(seat)
    table.mover = table.active
    table.change = table.passed = 0
    table.loose = (0,) * match.seats
    table.turn_attacked = False
    table.once = ()
    table.fielded = ()
    table.step = "clear"


def _leave_attack_zone(table: Table) -> None:
    for seat in range(table.match.seats):
        for die in list(table.lying("attack", seat)):
            gone = is_attacking(table, die) and (
                not table.dice[die].blocked or has(table, die, "hits-player")
            )
            if gone:
                table.move(die, "used", table.dice[die].owner)
            else:
                table.change_die(die, zone="field", blocks=(), blocked=False)


def _end_effects(table: Table, seat: int) -> None:
    """All damage is cleared; effects end that do not last longer."""
    for number, die in enumerate(table.dice):
        captured = die.under != NOBODY and not table.match.faces[number][die.face].action
        if captured or table.is_controlled(number):
            table.end_under(number)
        if not (die.damage or die.mods or die.spun):
            continue
        table.change_die(
            number,
            damage=0,
            spun=False,
            mods=tuple(m for m in table.dice[number].mods if not _over(m.until, m.seat, seat)),
        )
    _end_attachments(table)
    table.lasting = tuple(x for x in table.lasting if not _over(x.until, x.seat, seat))


def _over(until: str, owner: int, seat: int) -> bool:
    return until in ("turn", "next-fielding") or (
        until == "opponent-turn-end" and owner % 2 != seat % 2
    )


def _end_attachments(table: Table) -> None:
    """Attached dice whose rule has run out go to the Used Pile."""
    for number, die in enumerate(table.dice):
        if die.under == NOBODY or die.zone != "field":
            continue
        if not table.match.faces[number][die.face].action:
            continue
        still = any(mod.source == number for mod in table.dice[die.under].mods)
        if not still:
            table.move(number, "used", die.owner)


def _end_until(table: Table, until: str, seat: int) -> None:
    """Effects of this player that last until now end."""
    for number, die in enumerate(table.dice):
        if die.mods and any(mod.until == until and mod.seat == seat for mod in die.mods):
            kept = tuple(m for m in die.mods if not (m.until == until and m.seat == seat))
            table.change_die(number, mods=kept)
    table.lasting = tuple(x for x in table.lasting if not (x.until == until and x.seat == seat))


@at_once
def concede(table: Table, action: act.Concede) -> None:
    """A player gives up: the others win."""
    match = table.match
    team = match.team(action.seat)
    winners = tuple(s for s in range(match.seats) if match.team(s) != team)
    end_game(table, winners, f"wins: {match.names[action.seat]} concedes")


def by_hand(table: Table, action: act.ByHandAction) -> Script:
    """What the players do by hand because a card is not encoded; it is recorded as such."""
    match = table.match
    if isinstance(action, act.SetLife):
        team = match.team(action.seat)
        table.life[team] = max(0, min(match.life, table.life[team] + action.by))
        table.tell_of(
            "by-hand",
            action.seat,
            f"by hand: life {action.by:+d}, now {table.life[team]}",
            by=action.by,
            life=table.life[team],
            why=action.why,
        )
        settle_life(table)
    elif isinstance(action, act.MoveDie):
        if table.dice[action.die].owner == NOBODY:
            table.change_die(action.die, owner=action.seat)
        table.move(action.die, action.zone, action.seat, action.face)
        name = table.called(action.die)
        table.tell("by-hand", f"by hand: {name} to {action.zone}", action.seat, why=action.why)
    elif isinstance(action, act.SpinDie):
        table.change_die(action.die, face=action.face)
        name = table.called(action.die)
        table.tell("by-hand", f"by hand: {name} to face {action.face}", why=action.why)
    elif isinstance(action, act.BuffDie):
        _buff_by_hand(table, action)
    else:
        table.tell("note", action.text)
    if table.winners is None:
        yield from check_knockouts(table)
        yield from resolve(table)


def _buff_by_hand(table: Table, action: act.BuffDie) -> None:
    entry = table.dice[action.die]
    table.hang(action.die, Mod(action.attack, action.defence))
    table.change_die(action.die, damage=max(0, entry.damage + action.damage))
    table.tell(
        "by-hand",
        f"by hand: {table.called(action.die)} {action.attack:+d}A {action.defence:+d}D, "
        f"{action.damage} damage",
        why=action.why,
    )


PERFORM: Final[dict[type, Callable[[Table, Any], Script]]] = {
    act.Reroll: reroll,
    act.Hand: hand,
    act.Keep: keep,
    act.Buy: buy,
    act.FieldDie: field_die,
    act.UseAction: use_action,
    act.UseGlobal: use_global,
    act.Discard: discard,
    act.Pass: pass_,
    act.Send: send,
    act.Block: block,
    act.Declare: declare,
    act.Concede: concede,
    act.SetLife: by_hand,
    act.MoveDie: by_hand,
    act.SpinDie: by_hand,
    act.BuffDie: by_hand,
    act.Note: by_hand,
}

AUTOMATIC: Final[dict[str, Callable[[Table], Script]]] = {
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
