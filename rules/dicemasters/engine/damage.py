"""Damage, knock-outs and life."""

from collections.abc import Iterable, Sequence

import msgspec

from rules.dicemasters.cards.effects import Global, Shield, Survive, When
from rules.dicemasters.engine.state import NOBODY, Choice, Mod, RollRequest
from rules.dicemasters.engine.stats import active_die, defence, engaged, has, unbeatable
from rules.dicemasters.engine.stats import amount as number_of
from rules.dicemasters.engine.table import Table, Trigger
from rules.dicemasters.engine.triggers import Script, answer_at_once, ask_die, ask_pay, happen
from rules.dicemasters.moves.actions import NO, Action, Choose, ChoosePlayer, UseGlobal
from rules.dicemasters.moves.payment import payments, spend, written_cost


class Hit(msgspec.Struct, frozen=True):
    """Damage on its way: from a die (or `NOBODY`) to a die, or to a seat when `die` is none."""

    source: int
    seat: int  # whose effect it is
    amount: int
    die: int = NOBODY
    player: int = NOBODY
    combat: bool = False


def deal(table: Table, hits: Sequence[Hit], *, combat: bool = False) -> Script:
    """Deal damage, all of it at the same time, and knock out what it is too much for.

    What answers to it waits in the table's queue.
    """
    landing = yield from _prevent(table, hits)
    landing = [hit for hit in landing if hit.amount > 0]
    hurt_before = {hit.die for hit in landing if hit.die >= 0 and table.dice[hit.die].damage > 0}
    for hit in landing:
        if hit.die != NOBODY and table.in_field(hit.die):
            table.change_die(hit.die, damage=table.dice[hit.die].damage + hit.amount)
    for hit in landing:
        if hit.die != NOBODY and table.in_field(hit.die):
            happen(
                table,
                "damaged",
                hit.die,
                culprit=hit.source,
                amount=hit.amount,
                in_combat=hit.combat,
            )
            _say_damage(table, hit)
    for seat in _player_order(table):
        _hurt_player(table, seat, [hit for hit in landing if hit.player == seat])
    if table.winners is None:
        sources: dict[int, list[int]] = {}
        for hit in landing:
            if hit.die != NOBODY:
                sources.setdefault(hit.die, []).append(hit.source)
        yield from check_knockouts(table, sources, hurt_before, combat=combat)
        if not table.match.edition.fallen_answer:
            table.queue = [waiting for waiting in table.queue if not _fell(table, waiting)]
    settle_life(table)


def _fell(table: Table, waiting: Trigger) -> bool:
    """Whether a die that took damage was knocked out by it before its text could answer."""
    ability = waiting.said.ability
    return (
        isinstance(ability, When)
        and ability.event == "damaged"
        and waiting.that >= 0
        and not table.in_field(waiting.that)
    )


def _say_damage(table: Table, hit: Hit) -> None:
    name = table.match.die_names[hit.die]
    table.tell(
        "die-damaged",
        f"{table.called(hit.die)} takes {hit.amount} damage",
        hit.seat,
        die=name,
        amount=hit.amount,
    )


def _player_order(table: Table) -> list[int]:
    """Opponents first: what the active player does to them happens before what it does to him."""
    return [*table.seats_in_turn()[1:], table.active]


def _hurt_player(table: Table, seat: int, hits: Sequence[Hit]) -> None:
    total = sum(hit.amount for hit in hits)
    if not total:
        return
    dealers = table.called_all(hit.source for hit in hits if hit.source >= 0)
    lose_life(table, seat, total, code="player-damaged", dealers=dealers)
    if table.winners is not None:
        return
    happen(table, "life-damaged", seat=seat, amount=total)
    for hit in hits:
        if hit.source >= 0:
            happen(table, "deals-player", hit.source, amount=hit.amount, in_combat=hit.combat)


def lose_life(
    table: Table, seat: int, by: int, *, code: str = "life-lost", dealers: str = ""
) -> None:
    """A player loses life. In the 2014 books the first to reach zero has lost at once.

    `dealers`: the dice that dealt it, as players call them.
    """
    if by <= 0 or table.winners is not None:
        return
    team = table.match.team(seat)
    table.life[team] = max(0, table.life[team] - by)
    left = table.life[team]
    text = f"takes {by} damage" if code == "player-damaged" else f"loses {by} life"
    known = {"dealers": dealers} if dealers else {}
    table.tell_of(code, seat, f"{text}, life {left}", by=-by, life=left, **known)
    if table.match.edition.tie == "active-first":
        settle_life(table)


def gain_life(table: Table, seat: int, by: int) -> int:
    """A player gains life, never above the start; how much it was."""
    team = table.match.team(seat)
    gained = min(by, table.match.life - table.life[team])
    if gained > 0:
        table.life[team] += gained
        table.tell_of(
            "life-gained",
            seat,
            f"gains {gained} life, life {table.life[team]}",
            by=gained,
            life=table.life[team],
        )
    return gained


def settle_life(table: Table) -> None:
    """End the game when somebody's life is gone."""
    if table.winners is not None or all(life > 0 for life in table.life):
        return
    teams = [team for team, life in enumerate(table.life) if life > 0]
    match = table.match
    winners = tuple(s for s in range(match.seats) if match.team(s) in teams)
    end_game(table, winners, "wins: the opponent's life is gone" if winners else "")


def end_game(table: Table, winners: tuple[int, ...], text: str) -> None:
    """The game is over."""
    match = table.match
    table.winners = winners
    table.step = "over"
    table.queue.clear()
    if winners:
        names = " and ".join(match.names[seat] for seat in winners)
        table.over_text = f"{names} {text}."
    else:
        table.over_text = "Both players' life is gone at the same time: a tie."
    table.tell("game-over", table.over_text, winners=list(winners))


def _prevent(table: Table, hits: Sequence[Hit]) -> Script:
    """The hits that are left after everything that prevents or redirects."""
    left: list[Hit] = []
    for hit in hits:
        if hit.player != NOBODY:
            left += yield from _redirect(table, hit)
        else:
            left.append(hit)
    landed: list[Hit] = []
    for hit in left:
        if hit.die == NOBODY:
            landed.append(hit)
            continue
        if has(table, hit.die, "takes-no-damage"):
            continue
        if hit.combat and has(table, hit.die, "takes-no-combat-damage"):
            continue
        kept = yield from _shield(table, hit)
        landed.append(msgspec.structs.replace(hit, amount=kept))
    return landed


def _shield(table: Table, hit: Hit) -> Script:
    """What is left of the damage after the die's own text."""
    match = table.match
    amount = hit.amount
    for ability in match.cards[table.card(hit.die)].text.abilities:
        if not isinstance(ability, Shield) or ability.effects or not amount:
            continue
        if ability.first and not table.do_once(f"shield {hit.die} {hit.source}"):
            continue
        less = shield_amount(table, hit.die, ability)
        if not less:
            continue
        seat = table.dice[hit.die].seat
        if ability.pay:
            text = f"prevent {less} damage to {table.called(hit.die)}?"
            if not (yield from ask_pay(table, seat, text, written_cost(ability.pay))):
                continue
        amount = max(0, amount - less)
    return amount


def shield_amount(table: Table, die: int, shield: Shield) -> int:
    """How much a die's shield takes off."""
    if shield.star and table.face(die).burst:
        return shield.star
    return number_of(table, shield.amount, table.dice[die].seat, die)


def _redirect(table: Table, hit: Hit) -> Script:
    """Offer globals that redirect damage from a player; the hits it becomes."""
    match = table.match
    left = hit.amount
    moved: list[Hit] = []
    while left > 0:
        options: list[Action] = []
        for said in match.globals:
            ability = said.ability
            assert isinstance(ability, Global)
            if ability.react != "redirect-from-you" or not _stand_ins(table, hit.player):
                continue
            if not globals_allowed(table, hit.player):
                continue
            cost = written_cost(ability.cost)
            options += [
                UseGlobal(said.card, said.number, pay) for pay in payments(table, hit.player, cost)
            ]
        if not options:
            break
        answer = yield Choice(
            hit.player, f"{left} damage is coming: redirect 1 of it?", (NO, *options)
        )
        if not isinstance(answer, UseGlobal):
            break
        used = match.cards[answer.card].text.abilities[answer.number]
        assert isinstance(used, Global)
        spend(table, hit.player, written_cost(used.cost), answer.pay)
        lose_life(table, hit.player, life_tax(table))
        die = yield from ask_die(
            table, hit.player, "which die takes it instead?", _stand_ins(table, hit.player)
        )
        moved.append(msgspec.structs.replace(hit, amount=1, die=die, player=NOBODY))
        table.tell("redirected", f"1 damage goes to {table.called(die)} instead", hit.player)
        left -= 1
    return [msgspec.structs.replace(hit, amount=left), *moved]


def raised(table: Table, seat: int, hits: list[Hit]) -> Script:
    """The hits after globals that add to damage of an action die or a global."""
    hits = [hit for hit in hits if hit.amount > 0]
    while hits:
        options: list[Action] = []
        for said in table.match.globals:
            ability = said.ability
            assert isinstance(ability, Global)
            if ability.react == "dealt" and globals_allowed(table, seat):
                ways = payments(table, seat, written_cost(ability.cost))
                options += [UseGlobal(said.card, said.number, pay) for pay in ways]
        if not options:
            break
        answer = yield Choice(seat, "add 1 damage to one target?", (NO, *options))
        if not isinstance(answer, UseGlobal):
            break
        used = table.match.cards[answer.card].text.abilities[answer.number]
        assert isinstance(used, Global)
        spend(table, seat, written_cost(used.cost), answer.pay)
        lose_life(table, seat, life_tax(table))
        number = yield from _one_hit(seat, hits)
        hits[number] = msgspec.structs.replace(hits[number], amount=hits[number].amount + 1)
        table.tell("raised", "1 more damage", seat)
    return hits


def _one_hit(seat: int, hits: Sequence[Hit]) -> Script:
    """Which of several hits is meant."""
    options: list[Action] = [
        Choose(hit.die) if hit.die != NOBODY else ChoosePlayer(hit.player) for hit in hits
    ]
    if len(options) == 1:
        return 0
    answer = yield Choice(seat, "which target takes 1 more?", tuple(options))
    return options.index(answer)


def _stand_ins(table: Table, seat: int) -> list[int]:
    """Who may take damage redirected from a player by a global.

    The 2014 books let an effect stray to what was no legal target of it; since 2016 the new
    target is one that the text describes, and a global cannot choose what globals cannot target.
    """
    dice = table.fighters(seat)
    if table.match.edition.redirect == "any":
        return dice
    return [die for die in dice if not has(table, die, "untargetable-by-global")]


def globals_allowed(table: Table, seat: int) -> bool:
    """Whether no card forbids globals now."""
    return (
        not any(lasting.what == "no-globals" for lasting in table.lasting)
        and life_tax(table) < table.life[table.match.team(seat)]
    )


def life_tax(table: Table) -> int:
    """What using a global costs in life, because a card says so."""
    return sum(x.amount for x in table.lasting if x.what == "global-costs-life")


def check_knockouts(
    table: Table,
    sources: dict[int, list[int]] | None = None,
    hurt_before: Iterable[int] = (),
    *,
    combat: bool = False,
) -> Script:
    """Knock out every die whose damage reaches its defence, again and again until none does.

    `sources` says which dice were just damaged, and by whom.
    """
    sources = sources or {}
    before = set(hurt_before)
    _end_with_its_card(table)
    while table.winners is None:
        doomed = [die for die in table.all_fighters() if _doomed(table, die, sources, before)]
        if not doomed:
            return
        answered = [answer_at_once(table, "lethal", die) for die in doomed] if combat else []
        if any(answered):
            doomed = [die for die in doomed if not unbeatable(table, die)]
        gone = yield from knock_out(table, doomed, sources, combat=combat)
        if not gone:
            return
        sources = {}


def _end_with_its_card(table: Table) -> None:
    """What lasts while a card is active ends when its last die has left the field."""
    if any(lasting.until == "leaves" for lasting in table.lasting):
        table.lasting = tuple(
            lasting
            for lasting in table.lasting
            if lasting.until != "leaves" or active_die(table, lasting.card) != NOBODY
        )


def _doomed(table: Table, die: int, sources: dict[int, list[int]], hurt_before: set[int]) -> bool:
    damage = table.dice[die].damage
    guard = defence(table, die)
    if damage < guard or unbeatable(table, die):
        return False
    if guard and has(table, die, "Iron Will"):
        return _iron_will_breaks(table, die, guard, sources, hurt_before)
    return True


def _iron_will_breaks(
    table: Table, die: int, guard: int, sources: dict[int, list[int]], hurt_before: set[int]
) -> bool:
    """Iron Will holds against the first damage; a second, or a lower defence, breaks it."""
    if die in sources and (die in hurt_before or len(sources[die]) > 1):
        return True
    held = [mod.source for mod in table.dice[die].mods if mod.rule == "iron-held"]
    if not held:
        table.hang(die, Mod(rule="iron-held", source=guard))
        return False
    return guard < held[-1]


def knock_out(
    table: Table,
    dice: Sequence[int],
    sources: dict[int, list[int]] | None = None,
    *,
    combat: bool = False,
    to: str = "prep",
) -> Script:
    """Knock dice out at the same time; the dice that are gone."""
    sources = sources or {}
    going: list[int] = []
    for die in dice:
        if not table.in_field(die) or unbeatable(table, die):
            continue
        if combat and (yield from _survives(table, die)):
            continue
        going.append(die)
    leaving: list[int] = []
    for die in going:
        if has(table, die, "Regenerate") and (yield from _regenerates(table, die)):
            continue
        leaving.append(die)
    for die in leaving:
        happen(table, "ko", die, culprit=(sources.get(die) or [NOBODY])[0], in_combat=combat)
        for source in sources.get(die, ()):
            if source >= 0:
                happen(table, "kos", source, culprit=die, in_combat=combat)
    for die in leaving:
        _leave_knocked_out(table, die, to)
    return leaving


def _leave_knocked_out(table: Table, die: int, to: str) -> None:
    name = table.match.die_names[die]
    word = table.match.edition.wording.knocked_out
    table.tell("knocked-out", f"{table.called(die)} is {word}", die=name)
    if has(table, die, "returns-if-ko'd"):
        entry = table.dice[die]
        table.move(die, to, entry.owner)
        table.move(die, "field", entry.owner, entry.face)
    else:
        owner = table.dice[die].owner
        table.move(die, to, owner)


def _survives(table: Table, die: int) -> Script:
    """Whether the die's text lets it survive, for a price."""
    match = table.match
    for ability in match.cards[table.card(die)].text.abilities:
        if isinstance(ability, Survive):
            seat = table.dice[die].seat
            text = f"save {table.called(die)}?"
            if (yield from ask_pay(table, seat, text, written_cost(ability.pay))):
                spin(table, die, 1)
                table.change_die(die, damage=0)
                return True
    return False


def _regenerates(table: Table, die: int) -> Script:
    """Roll a die with Regenerate; on a character face it is back in the field."""
    entry = table.dice[die]
    rolled = yield RollRequest(entry.owner, (die,))
    face = rolled.faces[0]
    if not table.match.faces[die][face].level:
        return False
    table.move(die, "prep", entry.owner)
    table.move(die, "field", entry.owner, face)
    return True


def spin(table: Table, die: int, by: int) -> bool:
    """Spin a die up or down, as far as its levels go; whether it moved."""
    match = table.match
    levels = match.kinds[match.kind_of[die]].levels
    level = table.face(die).level
    if not level:
        return False
    wanted = max(1, min(len(levels), level + by))
    if wanted == level:
        return False
    name = match.cards[match.card_of[die]].card.title
    table.change_die(die, face=levels[wanted - 1])
    table.tell("spun", f"{name} is spun to level {wanted}", die=match.die_names[die])
    return True


def player_options(table: Table, seat: int, which: str) -> list[Action]:
    """The players a text lets one choose."""
    if which == "opponent":
        match = table.match
        return [
            ChoosePlayer(other)
            for other in table.seats_in_turn()
            if match.team(other) != match.team(seat)
            and (not match.doubles or other == match.across(seat))
        ]
    return [ChoosePlayer(other) for other in range(table.match.seats)]


def shielded_from_effects(table: Table, die: int, source: int, *, damage: bool) -> Script:
    """Whether a die's text keeps an effect from affecting it, for a price paid now."""
    match = table.match
    for ability in match.cards[table.card(die)].text.abilities:
        if not isinstance(ability, Shield) or not ability.effects or die == source:
            continue
        if damage and source >= 0 and engaged(table, die, source):
            continue
        seat = table.dice[die].seat
        text = f"keep {table.called(die)} from being affected?"
        cost = written_cost(ability.pay)
        if (yield from ask_pay(table, seat, text, cost)):
            table.tell("prevented", f"{table.called(die)} is not affected", seat)
            return True
    return False
