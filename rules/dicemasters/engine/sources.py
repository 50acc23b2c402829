"""Which card says that a rule holds, for people who ask why."""

from rules.core import DieNumber, Seat
from rules.dicemasters.cards.effects import Dice, KeywordName, Rule, While
from rules.dicemasters.engine.numbers import CardNumber
from rules.dicemasters.engine.state import NO_CARD, NO_DIE, LastingRule, Modifier
from rules.dicemasters.engine.stats import applying_die, matches, matching_dice
from rules.dicemasters.engine.table import GameTable
from words import Text, name_of, tr


def source_of(table: GameTable, die: DieNumber, rule: KeywordName | Rule) -> str:
    """Who says that a rule holds for a die: a card's title, a global; never empty.

    Asked in the order in which `stats.has` looks.
    """
    match = table.match
    if rule in match.cards[table.card(die)].text.keywords:
        return _title(table, table.card(die))
    for modifier in table.dice[die].modifiers:
        if modifier.rule == rule:
            return _giver(table, modifier)
    for card_ability in match.static_abilities:
        ability = card_ability.ability
        if (
            isinstance(ability, While)
            and ability.rule == rule
            and ability.against is None
            and applying_die(table, card_ability, ability, die) != NO_DIE
        ):
            return _title(table, card_ability.card)
    for lasting in table.lasting:
        one_die = lasting.die != NO_DIE and lasting.until != "attached"
        if lasting.what == rule and not one_die and _covers(table, lasting.who, lasting.seat, die):
            return lasting_source(table, lasting)
    return tr("an effect")


def source_of_block_ban(table: GameTable, blocker: DieNumber, attacker: DieNumber) -> str:
    """The card that keeps this die from blocking that attacker; "" when none does."""
    called_out = [m.source for m in table.dice[attacker].modifiers if m.rule == "called-out"]
    if any(die != blocker for die in called_out):
        return table.title(attacker)
    for lasting in table.lasting:
        if lasting.die in (blocker, attacker) and lasting.until != "attached" and lasting.who:
            return _title(table, lasting.card)
    for card_ability in table.match.static_abilities:
        ability = card_ability.ability
        if (
            isinstance(ability, While)
            and ability.rule == "cannot-be-blocked"
            and ability.against is not None
            and applying_die(table, card_ability, ability, attacker) != NO_DIE
            and matches(table, ability.against, blocker, attacker)
        ):
            return _title(table, card_ability.card)
    return ""


def lasting_source(table: GameTable, lasting: LastingRule) -> Text:
    """Who imposed a rule that lasts."""
    title = _title(table, lasting.card) if lasting.card != NO_CARD else tr("an effect")
    return tr("the global of {title}", title=title) if lasting.by_global else title


def source_of_ban(table: GameTable, what: str, die: DieNumber = NO_DIE) -> str:
    """The card that forbids something, to all or (with `die`) for a die; "" when none does."""
    for lasting in table.lasting:
        if lasting.what == what and (
            die == NO_DIE or lasting.who is None or matches(table, lasting.who, die, in_zone=True)
        ):
            return lasting_source(table, lasting)
    return ""


def _covers(table: GameTable, who: Dice | None, seat: Seat, die: DieNumber) -> bool:
    return who is None or die in matching_dice(table, who, seat, NO_DIE)


def _giver(table: GameTable, modifier: Modifier) -> Text:
    if modifier.source != NO_DIE:
        return name_of(table.title(modifier.source))
    return tr("a global ability") if modifier.by_global else tr("an effect")


def _title(table: GameTable, card: CardNumber) -> Text:
    return name_of(table.match.cards[card].card.title)
