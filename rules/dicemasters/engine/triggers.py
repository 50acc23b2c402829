"""Questions to players, and the abilities that events trigger."""

from collections.abc import Callable, Generator, Sequence
from functools import wraps
from typing import Any, Final, NamedTuple, ParamSpec, TypeAlias

from msgspec.structs import replace

from rules.core import DieNumber, Seat
from rules.dicemasters.cards.effects import (
    Dice,
    Global,
    ImposeRule,
    May,
    Operations,
    When,
    operations_of,
)
from rules.dicemasters.engine.numbers import CardNumber
from rules.dicemasters.engine.state import (
    NO_CARD,
    NO_DIE,
    NOBODY,
    CardAbility,
    ChoiceRequest,
    LastingRule,
    Request,
)
from rules.dicemasters.engine.stats import (
    active_dice,
    active_die,
    attack,
    blockers,
    burst_matches,
    defence,
    is_attacking,
    matches,
)
from rules.dicemasters.engine.table import GameTable, Trigger
from rules.dicemasters.moves.actions import NO, Action, ChooseDie, Yes
from rules.dicemasters.moves.payment import Cost, payments, spend
from words import Text

Script: TypeAlias = Generator[Request, Any, Any]
"""Runs until it needs an answer; the answer comes back as an action."""

ATTACK_STEPS = ("attackers", "blockers", "actions", "damage")
THE_CARD: Final = DieNumber(-2)


P = ParamSpec("P")


def without_questions(act: Callable[P, None]) -> Callable[P, Script]:
    """Turn a function that asks nobody into a script."""

    @wraps(act)
    def script(*args: P.args, **kwargs: P.kwargs) -> Script:
        act(*args, **kwargs)
        return
        yield  # makes it a generator that never waits

    return script


def ask(seat: Seat, text: Text, options: Sequence[Action]) -> Script:
    """One of these; a single option needs no question."""
    if len(options) == 1:
        return options[0]
    answer = yield ChoiceRequest(seat, text, tuple(options))
    return answer


def ask_die(
    table: GameTable, seat: Seat, text: Text, dice: Sequence[DieNumber], *, none: bool = False
) -> Generator[Request, Action, DieNumber]:
    """One of these dice; with `none`, or no die (`NO_DIE`)."""
    options: list[Action] = [ChooseDie(die) for die in table.one_of_each(dice)]
    if none:
        options.append(NO)
    if not options:
        return NO_DIE
    answer = yield from ask(seat, text, options)
    return answer.die if isinstance(answer, ChooseDie) else NO_DIE


def ask_payment(
    table: GameTable, seat: Seat, text: Text, cost: Cost
) -> Generator[Request, Action, bool]:
    """Whether the player pays; does so at once. False when it cannot be paid."""
    ways = payments(table, seat, cost)
    if not ways:
        return False
    options: list[Action] = [NO, *(Yes(pay) for pay in ways)]
    answer = yield ChoiceRequest(seat, text, tuple(options))
    if not isinstance(answer, Yes):
        return False
    spend(table, seat, cost, answer.pay)
    return True


def trigger_event(
    table: GameTable,
    event: str,
    event_die: DieNumber = NO_DIE,
    *,
    other_die: DieNumber = NO_DIE,
    amount: int = 0,
    seat: Seat = NOBODY,
    in_combat: bool = False,
) -> None:
    """Queue the abilities that an event triggers, to be carried out once this action is done.

    `seat` is the player concerned where the event is about a player.
    """
    listening = _listening(table, event)
    if not (listening or table.lasting or event == "deals-player"):
        return
    happened = _Happened(event, event_die, other_die, amount, seat, in_combat)
    if table.lasting:
        _queue_meanwhile(table, happened)
    if event == "deals-player" and in_combat:
        _queue_globals(table, happened)
    for card_ability in listening:
        ability = card_ability.ability
        assert isinstance(ability, When)
        if not _in_right_step(table, ability, in_combat=in_combat):
            continue
        owner_seat = table.match.cards[card_ability.card].seat
        if ability.own_turn and not table.on_turn(owner_seat):
            continue
        if ability.each_die:
            for die in active_dice(table, card_ability.card):
                owner = table.dice[die].seat
                if _is_about(
                    table, ability, card_ability.card, owner, event_die=event_die, seat=seat
                ):
                    _queue_for_die(table, card_ability, die)
        else:
            _queue_once(table, card_ability, ability, happened)


class _Happened(NamedTuple):
    """An event as `trigger_event` is told of it."""

    event: str
    event_die: DieNumber
    other_die: DieNumber
    amount: int
    seat: Seat
    in_combat: bool


EXTRA: Final = 90
"""Numbers of abilities that stand on no card: what answers meanwhile, what comes at once."""


def _queue_meanwhile(table: GameTable, happened: _Happened) -> None:
    """Let texts that answer for a while wait to be carried out."""
    event, event_die, other_die, amount, seat, in_combat = happened
    for lasting in table.lasting:
        when = lasting.when
        if when is None or when.event != event:
            continue
        if not _in_right_step(table, when, in_combat=in_combat):
            continue
        if when.subject is None and event_die != NO_DIE:
            about = event_die == lasting.die
        else:
            owner, card = lasting.seat, lasting.card
            about = _is_about(table, when, card, owner, event_die=event_die, seat=seat)
        if about:
            ability = CardAbility(lasting.card, EXTRA, when)
            table.queue.append(
                Trigger(
                    ability,
                    lasting.seat,
                    lasting.die,
                    event_die=event_die,
                    other_die=other_die,
                    amount=amount,
                )
            )


def _queue_globals(table: GameTable, happened: _Happened) -> None:
    """Globals that may be paid for when a die of the payer's has damaged a player."""
    die = happened.event_die
    seat = table.dice[die].seat
    for each in table.match.global_abilities:
        used = each.ability
        if not isinstance(used, Global) or used.react != "damaged-player":
            continue
        if used.subject is None or matches(table, used.subject, die, in_zone=True):
            answer = When("deals-player", May(used.do, energy=used.cost))
            table.queue.append(
                Trigger(
                    CardAbility(each.card, each.number, answer),
                    seat,
                    NO_DIE,
                    event_die=die,
                    other_die=NO_DIE,
                    amount=happened.amount,
                )
            )


def queue_later(
    table: GameTable, card: CardNumber, seat: Seat, die: DieNumber, do: Operations
) -> None:
    """Let a text of this card be carried out with all that waits."""
    ability = CardAbility(card, EXTRA + 1, When("ko", do))
    table.queue.append(Trigger(ability, seat, die, event_die=NO_DIE, other_die=NO_DIE, amount=0))


def _listening(table: GameTable, event: str) -> tuple[CardAbility, ...]:
    """The abilities that answer to such an event."""
    listening = table.match.triggered_abilities.get(event, ())
    if event == "life-damaged":
        listening += tuple(
            card_ability
            for card_ability in table.match.triggered_abilities.get("damaged", ())
            if isinstance(card_ability.ability, When) and card_ability.ability.or_you
        )
    return listening


def _queue_once(
    table: GameTable, card_ability: CardAbility, ability: When, happened: _Happened
) -> None:
    """Let an ability wait to be carried out, if all its conditions hold."""
    event, event_die, other_die, amount, seat, _ = happened
    card = card_ability.card
    source = _answering_die(table, card, ability, event, event_die)
    owner = _owner(table, card, source)
    if not _is_about(table, ability, card, owner, event_die=event_die, seat=seat):
        return
    if event == "blocked" and amount and not ability.each_blocker:
        return
    # "The first time" counts even when the card is not active: the card looks at events.
    if ability.once and not table.first_time_this_turn(f"when {card}.{card_ability.number}"):
        return
    if source == NO_DIE or not _by_matches(
        table, ability, card, other_die, owner=owner, source=source
    ):
        return
    burst = table.face(source).burst if source >= 0 else 0
    if not burst_matches(ability.burst, burst):
        return
    if ability.together and any(
        t.card_ability is card_ability and t.seat == owner for t in table.queue
    ):
        return
    waiting = Trigger(
        card_ability, owner, source, event_die=event_die, other_die=other_die, amount=amount
    )
    waiting.burst = burst
    if event == "ko" and source >= 0:
        waiting.level = table.face(source).level
        waiting.attack = attack(table, source)
        waiting.defence = defence(table, source)
    table.queue.append(waiting)


def _by_matches(
    table: GameTable,
    ability: When,
    card: CardNumber,
    other_die: DieNumber,
    *,
    owner: Seat,
    source: DieNumber,
) -> bool:
    """Whether the event's other die is one the ability asks for."""
    return ability.by is None or (
        other_die != NO_DIE
        and _matches_for_card(table, ability.by, card, other_die, owner=owner, source=source)
    )


def _queue_for_die(table: GameTable, card_ability: CardAbility, die: DieNumber) -> None:
    """Queue one die's own text."""
    ability = card_ability.ability
    assert isinstance(ability, When)
    burst = table.face(die).burst
    if burst_matches(ability.burst, burst):
        waiting = Trigger(
            card_ability, table.dice[die].seat, die, event_die=NO_DIE, other_die=NO_DIE, amount=0
        )
        waiting.burst = burst
        table.queue.append(waiting)


def _in_right_step(table: GameTable, ability: When, *, in_combat: bool) -> bool:
    if ability.in_combat is not None and ability.in_combat != in_combat:
        return False
    if ability.step == "attack":
        return table.step in ATTACK_STEPS
    return ability.step != "main" or table.step == "main"


def _answering_die(
    table: GameTable, card: CardNumber, ability: When, event: str, event_die: DieNumber
) -> DieNumber:
    """The die whose text answers, or `NO_DIE`; `THE_CARD` where the card answers without one."""
    if ability.inactive:
        return THE_CARD
    if event_die != NO_DIE and table.card(event_die) == card:
        if ability.subject is None or (ability.subject.own_card and event != "fielded"):
            return event_die
    elif ability.subject is None and event_die != NO_DIE:
        return NO_DIE
    # A die that is just being fielded was not active before.
    return active_die(table, card, besides=event_die if event == "fielded" else NO_DIE)


def _owner(table: GameTable, card: CardNumber, source: DieNumber) -> Seat:
    return table.dice[source].seat if source >= 0 else table.match.cards[card].seat


def _is_about(
    table: GameTable,
    ability: When,
    card: CardNumber,
    owner: Seat,
    *,
    event_die: DieNumber,
    seat: Seat,
) -> bool:
    """Whether the event is about the dice or the player the ability speaks of."""
    if event_die == NO_DIE or seat != NOBODY:
        return _player_matches(table, ability, owner, table.active if seat == NOBODY else seat)
    if ability.subject is None:
        about_die = table.card(event_die) == card
    else:
        about_die = _matches_for_card(
            table, ability.subject, card, event_die, owner=owner, source=NO_DIE
        )
    return (
        about_die
        and _die_was_doing(table, ability, event_die)
        and _enough_attack(table, ability, owner, event_die)
    )


def _die_was_doing(table: GameTable, ability: When, die: DieNumber) -> bool:
    """Whether the die attacked or blocked, where the ability asks for that."""
    if ability.engaged and not (table.dice[die].blocks or blockers(table, die)):
        return False
    if ability.doing and is_attacking(table, die) != (ability.doing == "attacking"):
        return False
    return ability.doing != "blocking" or bool(table.dice[die].blocks)


def _enough_attack(table: GameTable, ability: When, owner: Seat, die: DieNumber) -> bool:
    """Whether the die attacks alone, or with others of its card, as the ability asks."""
    attacking = [other for other in table.characters(owner) if is_attacking(table, other)]
    if ability.alone and len(attacking) != 1:
        return False
    return not ability.others or (
        sum(table.card(other) == table.card(die) for other in attacking) > ability.others
    )


def _player_matches(table: GameTable, ability: When, owner: Seat, seat: Seat) -> bool:
    match = table.match
    if ability.seats == "each":
        return True
    mine = owner != NOBODY and match.team(seat) == match.team(owner)
    return mine if ability.seats == "you" else not mine


def _matches_for_card(
    table: GameTable, who: Dice, card: CardNumber, die: DieNumber, *, owner: Seat, source: DieNumber
) -> bool:
    """Whether a filter of this card means a die, also while no die of the card is in the field."""
    match = table.match
    if who.kind == "character" and not match.cards[match.card_of[die]].card.levels:
        return False  # an action die did it
    if owner != NOBODY and who.side != "any":
        mine = match.team(table.dice[die].seat) == match.team(owner)
        if (who.side == "own") != mine:
            return False
    if who.own_card:
        if table.card(die) != card:
            return False
        who = replace(who, own_card=False)
    return matches(table, who, die, source, in_zone=True)


def impose_rule(
    table: GameTable,
    what: ImposeRule,
    seat: Seat,
    card: CardNumber = NO_CARD,
    *,
    by_global: bool = False,
    die: DieNumber = NO_DIE,
) -> None:
    """Put players or dice under a rule for a while."""
    table.lasting = (
        *table.lasting,
        LastingRule(
            what=what.what,
            seat=seat,
            until=what.until,
            who=what.who,
            amount=what.amount,
            attack=what.attack,
            defence=what.defence,
            card=card,
            by_global=by_global,
            least=what.least,
            die=die,
        ),
    )


def answer_lethal_damage(table: GameTable, event: str, event_die: DieNumber) -> bool:
    """Impose the rules that answer to lethal damage. Returns whether there were any."""
    found = False
    for card_ability in table.match.triggered_abilities.get(event, ()):
        ability = card_ability.ability
        assert isinstance(ability, When)
        if table.card(event_die) != card_ability.card or not _in_right_step(
            table, ability, in_combat=True
        ):
            continue
        seat = table.dice[event_die].seat
        if ability.seats == "you" and ability.step == "attack" and seat != table.active:
            continue
        if not burst_matches(ability.burst, table.face(event_die).burst):
            continue
        for operation in operations_of(ability.do):
            if isinstance(operation, ImposeRule):
                impose_rule(table, operation, seat, card_ability.card)
                found = True
    return found
