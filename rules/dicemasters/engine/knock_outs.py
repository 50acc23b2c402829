"""Knock-outs: which dice fall, what may save them, where they go. `knock_out` is the one way."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from rules.core import DieNumber
from rules.dicemasters.cards.effects import Substitute, Survive, While
from rules.dicemasters.engine.state import (
    NO_DIE,
    LastingRule,
    Match,
    Modifier,
    RollRequest,
    ZoneName,
)
from rules.dicemasters.engine.stats import (
    active_die,
    cannot_be_knocked_out,
    defence,
    has,
    matching_dice,
)
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.engine.triggers import (
    Script,
    answer_lethal_damage,
    ask_die,
    ask_payment,
    queue_later,
    trigger_event,
)
from rules.dicemasters.moves.payment import written_cost
from words import tr


def check_knockouts(
    table: GameTable,
    sources: dict[DieNumber, list[DieNumber]] | None = None,
    hurt_before: Iterable[DieNumber] = (),
    *,
    combat: bool = False,
) -> Script:
    """Knock out every die whose damage reaches its defence, until none is left.

    `sources` says which dice were just damaged, and by whom.
    """
    sources = sources or {}
    before = set(hurt_before)
    _end_rules_of_inactive_cards(table)
    while table.winners is None:
        dying = [
            die for die in table.all_characters() if _has_lethal_damage(table, die, sources, before)
        ]
        if not dying:
            return
        answered = [answer_lethal_damage(table, "lethal", die) for die in dying] if combat else []
        if any(answered):
            dying = [die for die in dying if not cannot_be_knocked_out(table, die)]
        knocked_out = yield from knock_out(table, dying, sources, combat=combat)
        if not knocked_out:
            return
        sources = {}


def _end_rules_of_inactive_cards(table: GameTable) -> None:
    """End rules that last while a card is active, once its last die has left the field."""
    if any(lasting.until in ("leaves", "attached") for lasting in table.lasting):
        table.lasting = tuple(lasting for lasting in table.lasting if _still_holds(table, lasting))


def _still_holds(table: GameTable, lasting: LastingRule) -> bool:
    """Whether the die or the card is still there as long as which a rule lasts."""
    if lasting.until == "attached":
        return table.dice[lasting.die].under != NO_DIE
    return lasting.until != "leaves" or active_die(table, lasting.card) != NO_DIE


def _has_lethal_damage(
    table: GameTable,
    die: DieNumber,
    sources: dict[DieNumber, list[DieNumber]],
    hurt_before: set[DieNumber],
) -> bool:
    entry = table.dice[die]
    damage = entry.damage
    if (
        not (damage or entry.modifiers or table.lasting or _defence_may_sink(table.match))
        and table.face(die).defence > 0
    ):
        return False
    defence_now = defence(table, die)
    if has(table, die, "Iron Will") and damage:
        return _iron_will_breaks(table, die, defence_now, sources, hurt_before)
    return damage >= defence_now and not cannot_be_knocked_out(table, die)


@lru_cache(maxsize=64)
def _defence_may_sink(match: Match) -> bool:
    """Whether a lasting text of this game may lower what dice defend with."""
    return any(
        isinstance(each.ability, While)
        and not (isinstance(each.ability.defence, int) and each.ability.defence >= 0)
        for each in match.static_bonuses
    )


def _iron_will_breaks(
    table: GameTable,
    die: DieNumber,
    defence_now: int,
    sources: dict[DieNumber, list[DieNumber]],
    hurt_before: set[DieNumber],
) -> bool:
    """Whether a die with Iron Will falls: by damage after damage, or when its defence drops.

    The first damage of a turn never knocks it out. `iron-held` remembers the defence it then had.
    """
    entry = table.dice[die]
    held = [modifier.source for modifier in entry.modifiers if modifier.rule == "iron-held"]
    if entry.damage < defence_now or cannot_be_knocked_out(table, die):
        broken = False
    elif die in sources:  # damaged just now
        broken = die in hurt_before or len(sources[die]) > 1
    else:
        broken = not held or defence_now < held[-1]
    if not broken and held != [defence_now]:
        kept = tuple(modifier for modifier in entry.modifiers if modifier.rule != "iron-held")
        held_with = DieNumber(defence_now)  # no die: with this defence it held
        table.change_die(die, modifiers=(*kept, Modifier(rule="iron-held", source=held_with)))
    return broken


def knock_out(
    table: GameTable,
    dice: Sequence[DieNumber],
    sources: dict[DieNumber, list[DieNumber]] | None = None,
    *,
    combat: bool = False,
    to: ZoneName = "prep",
) -> Script:
    """Knock dice out at the same time: the one way to do it. Returns those knocked out."""
    sources = sources or {}
    going: list[DieNumber] = []
    for die in dice:
        if not table.in_field(die) or cannot_be_knocked_out(table, die) or die in going:
            continue
        if combat and (yield from _survives(table, die)):
            continue
        replaced = yield from _instead_of(table, die, going)
        going.append(replaced)
    leaving: list[DieNumber] = []
    for die in going:
        if has(table, die, "Regenerate") and (yield from _regenerates(table, die)):
            continue
        leaving.append(die)
    for die in leaving:
        trigger_event(
            table, "ko", die, other_die=(sources.get(die) or [NO_DIE])[0], in_combat=combat
        )
        for source in sources.get(die, ()):
            if source >= 0:
                trigger_event(table, "kos", source, other_die=die, in_combat=combat)
    for die in leaving:
        fallen = combat and has(table, die, "falls-to-used")
        _leave_knocked_out(table, die, "used" if fallen else to)
    return leaving


def _instead_of(table: GameTable, die: DieNumber, going: Sequence[DieNumber]) -> Script:
    """The die that is knocked out in the place of this one, or this one itself."""
    for each in table.match.answers:
        ability = each.ability
        source = active_die(table, each.card) if isinstance(ability, Substitute) else NO_DIE
        if source == NO_DIE or not isinstance(ability, Substitute):
            continue
        seat = table.dice[source].seat
        if die not in matching_dice(table, ability.who, seat, source):
            continue
        others = [
            other
            for other in matching_dice(table, ability.instead, seat, source)
            if other != die and other not in going and not cannot_be_knocked_out(table, other)
        ]
        if not others:
            continue
        text = tr(
            "{die}: which die falls instead of {other}?",
            die=table.title(source),
            other=table.spoken_name(die),
        )
        other = yield from ask_die(table, seat, text, others, none=ability.may)
        if other == NO_DIE:
            continue
        table.change_die(die, damage=0)
        if ability.do:
            queue_later(table, each.card, seat, other, ability.do)
        return other
    return die


def _leave_knocked_out(table: GameTable, die: DieNumber, to: ZoneName) -> None:
    name = table.match.die_names[die]
    word = table.match.edition.wording.knocked_out
    table.add_event(
        "knocked-out", tr("{die} is {word}", die=table.spoken_name(die), word=word), die=name
    )
    if has(table, die, "returns-if-ko'd"):
        entry = table.dice[die]
        table.move(die, to, entry.owner)
        table.move(die, "field", entry.owner, entry.face)
    else:
        owner = table.dice[die].owner
        table.move(die, to, owner)


def _survives(table: GameTable, die: DieNumber) -> Script:
    """Whether the die's text lets it survive, for a price."""
    match = table.match
    for ability in match.cards[table.card(die)].text.abilities:
        if isinstance(ability, Survive):
            seat = table.dice[die].seat
            text = tr("save {die}?", die=table.spoken_name(die))
            if (yield from ask_payment(table, seat, text, written_cost(ability.pay))):
                spin(table, die, 1)
                table.change_die(die, damage=0)
                return True
    return False


def _regenerates(table: GameTable, die: DieNumber) -> Script:
    """Roll a die with Regenerate; on a character face it is back in the field."""
    entry = table.dice[die]
    rolled = yield RollRequest(entry.owner, (die,))
    face = rolled.faces[0]
    if not table.match.faces[die][face].level:
        return False
    table.move(die, "prep", entry.owner)
    table.move(die, "field", entry.owner, face)
    return True


def spin(table: GameTable, die: DieNumber, by: int) -> bool:
    """Spin a die up or down, as far as its levels go. Returns whether it moved."""
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
    table.add_event(
        "spun",
        tr("{name} is spun to level {wanted}", name=name, wanted=wanted),
        die=match.die_names[die],
    )
    if wanted > level:
        trigger_event(table, "spun-up", die)
    return True
