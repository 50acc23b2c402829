"""Questions to players, and what listens when something happens."""

from collections.abc import Callable, Generator, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeAlias

from msgspec.structs import replace

from rules.dicemasters.cards.effects import Decree, When, Who, as_tuple
from rules.dicemasters.engine.state import NOBODY, Choice, Lasting, Request, Said
from rules.dicemasters.engine.stats import (
    active_die,
    attack,
    burst_fits,
    defence,
    fits,
    is_attacking,
    standing,
)
from rules.dicemasters.engine.table import Table, Trigger
from rules.dicemasters.moves.actions import NO, Action, Choose, Yes
from rules.dicemasters.moves.payment import Cost, payments, spend

Script: TypeAlias = Generator[Request, Any, Any]
"""Runs until it needs an answer; the answer comes back as an action."""

ATTACK_STEPS = ("attackers", "blockers", "actions", "damage")


P = ParamSpec("P")


def at_once(act: Callable[P, None]) -> Callable[P, Script]:
    """A script out of something that is done without asking anybody."""

    @wraps(act)
    def script(*args: P.args, **kwargs: P.kwargs) -> Script:
        act(*args, **kwargs)
        return
        yield  # makes it a generator that never waits

    return script


def ask(seat: int, text: str, options: Sequence[Action]) -> Script:
    """One of these; a single option needs no question."""
    if len(options) == 1:
        return options[0]
    answer = yield Choice(seat, text, tuple(options))
    return answer


def ask_die(
    table: Table, seat: int, text: str, dice: Sequence[int], *, none: bool = False
) -> Generator[Request, Action, int]:
    """One of these dice; with `none`, or no die (`NOBODY`)."""
    options: list[Action] = [Choose(die) for die in table.fold(dice)]
    if none:
        options.append(NO)
    if not options:
        return NOBODY
    answer = yield from ask(seat, text, options)
    return answer.die if isinstance(answer, Choose) else NOBODY


def ask_pay(table: Table, seat: int, text: str, cost: Cost) -> Generator[Request, Action, bool]:
    """Whether the player pays; does so at once. False when it cannot be paid."""
    ways = payments(table, seat, cost)
    if not ways:
        return False
    options: list[Action] = [NO, *(Yes(pay) for pay in ways)]
    answer = yield Choice(seat, text, tuple(options))
    if not isinstance(answer, Yes):
        return False
    spend(table, seat, cost, answer.pay)
    return True


def happen(
    table: Table,
    event: str,
    that: int = NOBODY,
    *,
    culprit: int = NOBODY,
    amount: int = 0,
    seat: int = NOBODY,
    in_combat: bool = False,
) -> None:
    """Note who answers to an event. Their abilities wait until what is going on is done.

    `seat` is the player concerned where the event is about a player.
    """
    listening = table.match.whens.get(event, ())
    if event == "life-damaged":
        listening += tuple(
            said
            for said in table.match.whens.get("damaged", ())
            if isinstance(said.ability, When) and said.ability.or_you
        )
    for said in listening:
        ability = said.ability
        assert isinstance(ability, When)
        if not _timely(table, ability, in_combat=in_combat):
            continue
        if ability.each_die:
            for die in standing(table, said.card):
                if _about(table, ability, said.card, table.dice[die].seat, that=that, seat=seat):
                    _wait(table, said, die)
            continue
        source = _source(table, said.card, ability, event, that)
        owner = _owner(table, said.card, source)
        if not _about(table, ability, said.card, owner, that=that, seat=seat):
            continue
        if event == "blocked" and amount and not ability.each_blocker:
            continue
        # "The first time" counts even when the card is not active: the card looks at events.
        if ability.once and not table.do_once(f"when {said.card}.{said.number}"):
            continue
        if source == NOBODY:
            continue
        if ability.by is not None and not (
            culprit != NOBODY
            and _is(table, ability.by, said.card, culprit, owner=owner, source=source)
        ):
            continue
        burst = table.face(source).burst if source >= 0 else 0
        if not burst_fits(ability.burst, burst):
            continue
        if ability.together and any(t.said is said and t.seat == owner for t in table.queue):
            continue
        waiting = Trigger(said, owner, source, that=that, culprit=culprit, amount=amount)
        waiting.burst = burst
        if event == "ko" and source >= 0:
            waiting.level = table.face(source).level
            waiting.attack = attack(table, source)
            waiting.defence = defence(table, source)
        table.queue.append(waiting)


def _wait(table: Table, said: Said, die: int) -> None:
    """A die's text waits to be carried out."""
    ability = said.ability
    assert isinstance(ability, When)
    burst = table.face(die).burst
    if burst_fits(ability.burst, burst):
        waiting = Trigger(said, table.dice[die].seat, die, that=NOBODY, culprit=NOBODY, amount=0)
        waiting.burst = burst
        table.queue.append(waiting)


def _timely(table: Table, ability: When, *, in_combat: bool) -> bool:
    if ability.in_combat is not None and ability.in_combat != in_combat:
        return False
    if ability.step == "attack":
        return table.step in ATTACK_STEPS
    return ability.step != "main" or table.step == "main"


def _source(table: Table, card: int, ability: When, event: str, that: int) -> int:
    """The die whose text answers; -2 for a card that answers without any die."""
    if ability.inactive:
        return -2
    if that != NOBODY and table.card(that) == card:
        if ability.subject is None or (ability.subject.own_card and event != "fielded"):
            return that
    elif ability.subject is None and that != NOBODY:
        return NOBODY
    # A die that is just being fielded was not active before.
    return active_die(table, card, besides=that if event == "fielded" else NOBODY)


def _owner(table: Table, card: int, source: int) -> int:
    return table.dice[source].seat if source >= 0 else table.match.cards[card].seat


def _about(table: Table, ability: When, card: int, owner: int, *, that: int, seat: int) -> bool:
    """Whether the event is about the dice or the player the ability speaks of."""
    if that == NOBODY or seat != NOBODY:
        return _seat_meant(table, ability, owner, table.active if seat == NOBODY else seat)
    if ability.subject is None:
        if table.card(that) != card:
            return False
    elif not _is(table, ability.subject, card, that, owner=owner, source=NOBODY):
        return False
    if ability.doing and is_attacking(table, that) != (ability.doing == "attacking"):
        return False
    if ability.doing == "blocking" and not table.dice[that].blocks:
        return False
    mine = [die for die in table.fighters(owner) if is_attacking(table, die)]
    if ability.alone and len(mine) != 1:
        return False
    return not ability.others or (
        sum(table.card(die) == table.card(that) for die in mine) > ability.others
    )


def _seat_meant(table: Table, ability: When, owner: int, seat: int) -> bool:
    match = table.match
    if ability.seats == "each":
        return True
    mine = owner != NOBODY and match.team(seat) == match.team(owner)
    return mine if ability.seats == "you" else not mine


def _is(table: Table, who: Who, card: int, die: int, *, owner: int, source: int) -> bool:
    """Whether a die is meant, seen from a card whose die may not be in the field."""
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
    return fits(table, who, die, source, in_zone=True)


def decree(
    table: Table, what: Decree, seat: int, card: int = NOBODY, *, by_global: bool = False
) -> None:
    """Lay a rule over players or dice for a while."""
    table.lasting = (
        *table.lasting,
        Lasting(
            what=what.what,
            seat=seat,
            until=what.until,
            who=what.who,
            amount=what.amount,
            attack=what.attack,
            defence=what.defence,
            card=card,
            by_global=by_global,
        ),
    )


def answer_at_once(table: Table, event: str, that: int) -> bool:
    """Carry out the decrees of those that answer to a deadly blow; whether there were any."""
    found = False
    for said in table.match.whens.get(event, ()):
        ability = said.ability
        assert isinstance(ability, When)
        if table.card(that) != said.card or not _timely(table, ability, in_combat=True):
            continue
        seat = table.dice[that].seat
        if ability.seats == "you" and ability.step == "attack" and seat != table.active:
            continue
        if not burst_fits(ability.burst, table.face(that).burst):
            continue
        for operation in as_tuple(ability.do):
            if isinstance(operation, Decree):
                decree(table, operation, seat, said.card)
                found = True
    return found
