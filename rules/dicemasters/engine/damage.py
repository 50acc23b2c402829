"""Damage and life."""

from collections.abc import Sequence
from typing import Final

import msgspec

from rules.core import DieNumber, Seat
from rules.dicemasters.cards.effects import (
    Dice,
    Global,
    Protection,
    Redirect,
    When,
)
from rules.dicemasters.engine.bans import banned_by, energy_toll, life_toll
from rules.dicemasters.engine.knock_outs import check_knockouts
from rules.dicemasters.engine.state import (
    NO_CARD,
    NO_DIE,
    NOBODY,
    ChoiceRequest,
)
from rules.dicemasters.engine.stats import (
    active_die,
    amount_of,
    engaged,
    has,
    is_attacking,
    matches,
    matching_dice,
)
from rules.dicemasters.engine.table import GameTable, Trigger
from rules.dicemasters.engine.triggers import (
    Script,
    ask_die,
    ask_payment,
    trigger_event,
)
from rules.dicemasters.moves.actions import (
    NO,
    Action,
    ChooseDie,
    ChooseNumber,
    ChoosePlayer,
    UseGlobal,
)
from rules.dicemasters.moves.payment import Cost, payments, spend, written_cost
from words import NOTHING, Text, joined, tr


class DamageHit(msgspec.Struct, frozen=True):
    """Damage about to be dealt by a die (or `NO_DIE`), to a die or, without one, to a player."""

    source: DieNumber
    seat: Seat  # whose effect it is
    amount: int
    die: DieNumber = NO_DIE
    player: Seat = NOBODY
    combat: bool = False


def deal_damage(  # noqa: C901 - one story in the order of the book
    table: GameTable, hits: Sequence[DamageHit], *, combat: bool = False
) -> Script:
    """Deal damage, all of it at the same time, and knock out the dice it is lethal for.

    Abilities it triggers wait in the table's queue.
    """
    landing = yield from _prevent_and_redirect(table, hits)
    landing = [hit for hit in landing if hit.amount > 0]
    hurt_before = {hit.die for hit in landing if hit.die >= 0 and table.dice[hit.die].damage > 0}
    for hit in landing:
        if hit.die != NO_DIE and table.in_field(hit.die):
            table.change_die(hit.die, damage=table.dice[hit.die].damage + hit.amount)
    for hit in landing:
        if hit.die != NO_DIE and table.in_field(hit.die):
            trigger_event(
                table,
                "damaged",
                hit.die,
                other_die=hit.source,
                amount=hit.amount,
                in_combat=hit.combat,
            )
            _add_damage_event(table, hit)
    if combat:
        _tell_of_combat_damage(table, landing)
    for seat in _player_order(table):
        _damage_player(table, seat, [hit for hit in landing if hit.player == seat])
    if table.winners is None:
        sources: dict[DieNumber, list[DieNumber]] = {}
        for hit in landing:
            if hit.die != NO_DIE:
                sources.setdefault(hit.die, []).append(hit.source)
        yield from check_knockouts(table, sources, hurt_before, combat=combat)
        if not table.match.edition.fallen_answer:
            table.queue = [
                waiting for waiting in table.queue if not _left_before_answering(table, waiting)
            ]
    check_life(table)


def _tell_of_combat_damage(table: GameTable, landing: Sequence[DamageHit]) -> None:
    """Each die that deals combat damage does so once, however many it hits."""
    if "deals-combat" in table.match.triggered_abilities:
        for source in dict.fromkeys(hit.source for hit in landing if hit.source >= 0):
            trigger_event(table, "deals-combat", source, in_combat=True)


def _left_before_answering(table: GameTable, waiting: Trigger) -> bool:
    """Whether a die that took damage was knocked out by it before its text could answer."""
    ability = waiting.card_ability.ability
    return (
        isinstance(ability, When)
        and ability.event == "damaged"
        and waiting.event_die >= 0
        and not table.in_field(waiting.event_die)
    )


def _add_damage_event(table: GameTable, hit: DamageHit) -> None:
    name = table.match.die_names[hit.die]
    table.add_event(
        "die-damaged",
        tr("{die} takes {amount} damage", die=table.spoken_name(hit.die), amount=hit.amount),
        hit.seat,
        die=name,
        amount=hit.amount,
    )


def _player_order(table: GameTable) -> list[Seat]:
    """Opponents first: they take damage before the active player does."""
    return [*table.seats_in_turn()[1:], table.active]


def _damage_player(table: GameTable, seat: Seat, hits: Sequence[DamageHit]) -> None:
    total = sum(hit.amount for hit in hits)
    if not total:
        return
    dealers = table.spoken_names(hit.source for hit in hits if hit.source >= 0)
    lose_life(table, seat, total, code="player-damaged", dealers=dealers)
    if table.winners is not None:
        return
    trigger_event(table, "life-damaged", seat=seat, amount=total)
    for hit in hits:
        if hit.source >= 0:
            trigger_event(
                table, "deals-player", hit.source, amount=hit.amount, in_combat=hit.combat
            )


def lose_life(
    table: GameTable, seat: Seat, by: int, *, code: str = "life-lost", dealers: str = ""
) -> None:
    """A player loses life. In the 2014 books the first to reach zero has lost at once.

    `dealers`: the dice that dealt it, as players call them.
    """
    if by <= 0 or table.winners is not None:
        return
    team = table.match.team(seat)
    table.life[team] = max(0, table.life[team] - by)
    left = table.life[team]
    text = (
        tr("takes {by} damage", by=by) if code == "player-damaged" else tr("loses {by} life", by=by)
    )
    known = {"dealers": dealers} if dealers else {}
    table.add_player_event(
        code, seat, tr("{text}, life {left}", text=text, left=left), by=-by, life=left, **known
    )
    if table.match.edition.tie == "active-first":
        check_life(table)


def can_pay_life(table: GameTable, seat: Seat, amount: int) -> bool:
    """Whether a player has so much life to pay, the last of it included."""
    return table.life[table.match.team(seat)] >= amount


def pay_life(table: GameTable, seat: Seat, amount: int) -> None:
    """Pay with life; whoever pays the last of it has lost."""
    lose_life(table, seat, amount)
    check_life(table)


def gain_life(table: GameTable, seat: Seat, by: int, most: int = 0) -> int:
    """A player gains life, never above the start (or `most`). Returns how much."""
    team = table.match.team(seat)
    gained = min(by, min(table.match.life, most or table.match.life) - table.life[team])
    if gained > 0:
        table.life[team] += gained
        table.add_player_event(
            "life-gained",
            seat,
            tr("gains {gained} life, life {life}", gained=gained, life=table.life[team]),
            by=gained,
            life=table.life[team],
        )
    return gained


def check_life(table: GameTable) -> None:
    """End the game when somebody's life is gone."""
    if table.winners is not None or all(life > 0 for life in table.life):
        return
    teams = [team for team, life in enumerate(table.life) if life > 0]
    match = table.match
    winners = tuple(s for s in match.seats if match.team(s) in teams)
    end_game(table, winners, tr("wins: the opponent's life is gone") if winners else NOTHING)


def end_game(table: GameTable, winners: tuple[Seat, ...], text: Text) -> None:
    """The game is over."""
    match = table.match
    table.winners = winners
    table.step = "over"
    table.queue.clear()
    if winners:
        names = joined(tr(" and "), (match.names[seat] for seat in winners))
        table.over_text = names + " " + text + "."
    else:
        table.over_text = tr("Both players' life is gone at the same time: a tie.")
    table.add_event("game-over", table.over_text, winners=list(winners))


def _prevent_and_redirect(table: GameTable, hits: Sequence[DamageHit]) -> Script:
    """The hits left after all prevention and redirection."""
    left: list[DamageHit] = []
    for hit in hits:
        if hit.player != NOBODY:
            left += yield from _redirect(table, hit)
        else:
            left.append(hit)
    landed: list[DamageHit] = []
    for hit in left:
        if hit.die == NO_DIE:
            landed.append(_within_limit(table, hit))
            continue
        if _takes_none(table, hit):
            continue
        kept = yield from _after_own_protection(table, hit)
        went = yield from _to_another(table, msgspec.structs.replace(hit, amount=kept))
        landed += went
    return (yield from _after_globals(table, landed))


def _takes_none(table: GameTable, hit: DamageHit) -> bool:
    """Whether a rule keeps the die from taking this damage."""
    return (
        has(table, hit.die, "takes-no-damage")
        or (hit.combat and has(table, hit.die, "takes-no-combat-damage"))
        or (bool(table.dice[hit.die].blocks) and has(table, hit.die, "takes-no-damage-blocking"))
    )


def _within_limit(table: GameTable, hit: DamageHit) -> DamageHit:
    """The damage to a player that a card lets an attacker deal at most."""
    if (
        hit.amount > 1
        and hit.combat
        and hit.source >= 0
        and is_attacking(table, hit.source)
        and has(table, hit.source, "one-to-player")
    ):
        return msgspec.structs.replace(hit, amount=1)
    return hit


def _to_another(table: GameTable, hit: DamageHit) -> Script:
    """The hits that become of one when the die's own text sends damage on."""
    match = table.match
    for ability in match.cards[table.card(hit.die)].text.abilities:
        if not isinstance(ability, Redirect) or not hit.amount:
            continue
        seat = table.dice[hit.die].seat
        who = Dice(side="opposing" if ability.to == "opposing" else "any")
        if ability.to == "blocked":
            others = [die for die in table.dice[hit.die].blocks if table.in_field(die)]
        else:
            others = [d for d in matching_dice(table, who, seat, hit.die) if d != hit.die]
        key = tr("redirects {die}", die=hit.die)
        if not others or (ability.first and key in table.done_this_turn):
            continue
        if ability.first:
            table.first_time_this_turn(key)
        most = min(ability.amount, hit.amount)
        text = tr(
            "{die}: send {most} damage on to which die?", die=table.spoken_name(hit.die), most=most
        )
        other = yield from ask_die(table, seat, text, others, none=True)
        if other == NO_DIE:
            continue
        sent = most
        if ability.amount < 99 and most > 1:
            options: list[Action] = [ChooseNumber(n) for n in range(most, 0, -1)]
            sent = (yield ChoiceRequest(seat, tr("how much of it?"), tuple(options))).amount
        table.add_event(
            "redirected",
            tr("{sent} damage goes to {die}", sent=sent, die=table.spoken_name(other)),
            seat,
        )
        rest = msgspec.structs.replace(hit, amount=hit.amount - sent)
        return [rest, msgspec.structs.replace(hit, amount=sent, die=other)]
    return [hit]


PREVENTING: Final = ("prevent", "prevent-to-die")


def _after_globals(table: GameTable, hits: list[DamageHit]) -> Script:
    """The hits left once players have paid globals that prevent damage, 1 each time."""
    if not any(
        isinstance(each.ability, Global) and each.ability.react in PREVENTING
        for each in table.match.global_abilities
    ):
        return hits
    left = []
    for hit in hits:
        amount = hit.amount
        what = table.match.names[hit.player] if hit.die == NO_DIE else table.spoken_name(hit.die)
        react = ("prevent",) if hit.die == NO_DIE else PREVENTING
        for seat in table.seats_in_turn():
            if amount > 0:
                text = tr(
                    "{amount} damage is coming to {what}: prevent how much of it?",
                    amount=amount,
                    what=what,
                )
                times = yield from _ask_reaction(table, seat, react, amount, text)
                amount -= times
                if times:
                    table.add_event(
                        "prevented",
                        tr("{times} damage to {what} is prevented", times=times, what=what),
                        seat,
                    )
        left.append(msgspec.structs.replace(hit, amount=amount))
    return left


def _after_own_protection(table: GameTable, hit: DamageHit) -> Script:
    """What is left of the damage after the die's own text."""
    match = table.match
    amount = max(0, hit.amount - _reduction(table, hit))
    for ability in match.cards[table.card(hit.die)].text.abilities:
        if not isinstance(ability, Protection) or ability.effects or not amount:
            continue
        if ability.who is not None or not _needed(table, ability, hit.die):
            continue
        if not _protects_against(table, ability, hit):
            continue
        if ability.first and not table.first_time_this_turn(f"shield {hit.die} {hit.source}"):
            continue
        less = prevented_amount(table, hit.die, ability)
        if not less:
            continue
        seat = table.dice[hit.die].seat
        if ability.pay:
            text = tr("prevent {less} damage to {die}?", less=less, die=table.spoken_name(hit.die))
            if not (yield from ask_payment(table, seat, text, written_cost(ability.pay))):
                continue
        amount = max(0, amount - less)
    return amount


def _needed(table: GameTable, ability: Protection, die: DieNumber) -> bool:
    """Whether what a protection needs is there."""
    seat = table.dice[die].seat
    return ability.needs is None or bool(matching_dice(table, ability.needs, seat, die))


def _reduction(table: GameTable, hit: DamageHit) -> int:
    """How much less damage a die takes because of other cards and rules over many dice."""
    less = 0
    seat = table.dice[hit.die].seat
    for lasting in table.lasting:
        if lasting.what == "less-damage" and (
            lasting.who is None
            or hit.die in matching_dice(table, lasting.who, lasting.seat, NO_DIE)
        ):
            less += lasting.amount
    for each in table.match.answers:
        ability = each.ability
        if not isinstance(ability, Protection) or ability.who is None:
            continue
        source = active_die(table, each.card)
        if source == NO_DIE or not _protects_against(table, ability, hit):
            continue
        owner = table.dice[source].seat
        if hit.die in matching_dice(table, ability.who, owner, source):
            less += amount_of(table, ability.amount, seat, source)
    return less


def _protects_against(table: GameTable, ability: Protection, hit: DamageHit) -> bool:
    """Whether this is damage of the kind, and of the dice, that a text speaks of."""
    if ability.in_combat is not None and ability.in_combat != hit.combat:
        return False
    if ability.by is None:
        return True
    shows = hit.source >= 0 and table.in_field(hit.source) and table.shows_character(hit.source)
    return shows and matches(table, ability.by, hit.source, hit.die, in_zone=True)


def prevented_amount(table: GameTable, die: DieNumber, protection: Protection) -> int:
    """How much damage a die's protection prevents."""
    if protection.star and table.face(die).burst:
        return protection.star
    return amount_of(table, protection.amount, table.dice[die].seat, die)


def _redirect(table: GameTable, hit: DamageHit) -> Script:
    """Offer globals that redirect damage from a player; the hits it becomes.

    What is paid for at once is one effect: its damage to one die is one hit.
    """
    left = hit.amount
    moved: list[DamageHit] = []
    while left > 0 and _redirect_targets(table, hit.player):
        text = tr("{left} damage is coming: redirect 1 of it?", left=left)
        times = yield from _ask_reaction(table, hit.player, "redirect-from-you", left, text)
        if not times:
            break
        taken: dict[DieNumber, int] = {}
        for _ in range(times):
            die = yield from ask_die(
                table,
                hit.player,
                tr("which die takes it instead?"),
                _redirect_targets(table, hit.player),
            )
            taken[die] = taken.get(die, 0) + 1
        for die, amount in taken.items():
            moved.append(msgspec.structs.replace(hit, amount=amount, die=die, player=NOBODY))
            name = table.spoken_name(die)
            table.add_event(
                "redirected",
                tr("{amount} damage goes to {name} instead", amount=amount, name=name),
                hit.player,
            )
        left -= times
    return [msgspec.structs.replace(hit, amount=left), *moved]


def _ask_reaction(
    table: GameTable, seat: Seat, react: str | tuple[str, ...], most: int, text: Text
) -> Script:
    """Offer the globals that answer to damage, once or several times. Returns how often."""
    options: list[Action] = []
    reacting = (react,) if isinstance(react, str) else react
    for card_ability in table.match.global_abilities:
        ability = card_ability.ability
        assert isinstance(ability, Global)
        if ability.react not in reacting or not globals_allowed(table, seat):
            continue
        for times in range(1, most + 1):
            cost = global_price(table, seat, ability.cost, times)
            ways = payments(table, seat, cost)
            if not ways or not can_pay_life(table, seat, global_life_cost(table, seat) * times):
                break
            options += [
                UseGlobal(card_ability.card, card_ability.number, pay, times) for pay in ways
            ]
    if not options:
        return 0
    answer = yield ChoiceRequest(seat, text, (NO, *options))
    if not isinstance(answer, UseGlobal):
        return 0
    used = table.match.cards[answer.card].text.abilities[answer.number]
    assert isinstance(used, Global)
    spend(table, seat, global_price(table, seat, used.cost, answer.times), answer.pay)
    pay_life(table, seat, global_life_cost(table, seat) * answer.times)
    return answer.times


def offer_extra_damage(table: GameTable, seat: Seat, hits: list[DamageHit]) -> Script:
    """The hits after globals that add to damage of an action die or a global."""
    hits = [hit for hit in hits if hit.amount > 0]
    while hits:
        if not (
            yield from _ask_reaction(table, seat, "dealt", 1, tr("add 1 damage to one target?"))
        ):
            break
        number = yield from _choose_hit(seat, hits)
        hits[number] = msgspec.structs.replace(hits[number], amount=hits[number].amount + 1)
        table.add_event("raised", tr("1 more damage"), seat)
    return hits


def _choose_hit(seat: Seat, hits: Sequence[DamageHit]) -> Script:
    """The number of the hit a player chooses."""
    options: list[Action] = [
        ChooseDie(hit.die) if hit.die != NO_DIE else ChoosePlayer(hit.player) for hit in hits
    ]
    if len(options) == 1:
        return 0
    answer = yield ChoiceRequest(seat, tr("which target takes 1 more?"), tuple(options))
    return options.index(answer)


def _redirect_targets(table: GameTable, seat: Seat) -> list[DieNumber]:
    """Who may take damage redirected from a player by a global.

    By the 2014 books an effect may be redirected to any character. Since 2016 the new target must
    be one that the text describes, and a global cannot choose what globals cannot target.
    """
    dice = list(table.characters(seat))
    if table.match.edition.redirect == "any":
        return dice
    return [die for die in dice if not has(table, die, "untargetable-by-global")]


def globals_allowed(table: GameTable, seat: Seat) -> bool:
    """Whether no card forbids this player globals now."""
    if not (table.lasting or table.match.bans):
        return True
    if any(lasting.what == "no-globals" for lasting in table.lasting):
        return False
    if table.match.bans and banned_by(table, seat, "global") != NO_CARD:
        return False
    return can_pay_life(table, seat, global_life_cost(table, seat))


def global_life_cost(table: GameTable, seat: Seat) -> int:
    """What using a global costs this player in life, because a card says so."""
    lasting = sum(x.amount for x in table.lasting if x.what == "global-costs-life")
    return lasting + (life_toll(table, seat, "global") if table.match.bans else 0)


def global_price(table: GameTable, seat: Seat, cost: str, times: int = 1) -> Cost:
    """What using a global so many times costs this player in energy, tolls included."""
    price = written_cost(cost, times)
    more = energy_toll(table, seat, "global") * times if table.match.bans else 0
    return Cost(price.amount + more, price.types, price.typed) if more else price


def player_options(table: GameTable, seat: Seat, which: str) -> list[Action]:
    """The players a text lets one choose."""
    if which == "opponent":
        match = table.match
        return [
            ChoosePlayer(other)
            for other in table.seats_in_turn()
            if match.team(other) != match.team(seat)
            and (not match.doubles or other == match.opponent_of(seat))
        ]
    return [ChoosePlayer(other) for other in table.match.seats]


def protected_from_effects(
    table: GameTable, die: DieNumber, source: DieNumber, *, damage: bool
) -> Script:
    """Whether a die's text keeps an effect from affecting it, for a price paid now."""
    match = table.match
    for ability in match.cards[table.card(die)].text.abilities:
        if not isinstance(ability, Protection) or not ability.effects or die == source:
            continue
        if damage and source >= 0 and engaged(table, die, source):
            continue
        seat = table.dice[die].seat
        text = tr("keep {die} from being affected?", die=table.spoken_name(die))
        cost = written_cost(ability.pay)
        if (yield from ask_payment(table, seat, text, cost)):
            table.add_event(
                "prevented", tr("{die} is not affected", die=table.spoken_name(die)), seat
            )
            return True
    return False
