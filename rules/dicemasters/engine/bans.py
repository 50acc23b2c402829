"""What cards keep players from, or charge them for: bans, tolls, and how they are lifted."""

from rules.core import DieNumber, Seat
from rules.dicemasters.cards.effects import Ability, Ban, Deed, Toll
from rules.dicemasters.engine.numbers import CardNumber
from rules.dicemasters.engine.state import NO_CARD, NO_DIE, CardAbility
from rules.dicemasters.engine.stats import active_die, matches
from rules.dicemasters.engine.table import GameTable


def banned_by(table: GameTable, seat: Seat, what: Deed, die: DieNumber = NO_DIE) -> CardNumber:
    """The card that keeps a player from this (with this die); NOBODY when none does."""
    for card_ability in table.match.bans:
        ability = card_ability.ability
        if (
            isinstance(ability, Ban)
            and what in ability.what
            and _concerns(table, card_ability, ability, seat)
            and (
                ability.who is None
                or (
                    die != NO_DIE
                    and matches(
                        table,
                        ability.who,
                        die,
                        active_die(table, card_ability.card),
                        in_zone=True,
                    )
                )
            )
        ):
            return card_ability.card
    return NO_CARD


def life_toll(table: GameTable, seat: Seat, what: Deed) -> int:
    """What doing this costs a player in life, because cards say so."""
    return sum(toll.life for toll in _tolls(table, seat, what))


def energy_toll(table: GameTable, seat: Seat, what: Deed) -> int:
    """How much more energy doing this costs a player."""
    return sum(toll.energy for toll in _tolls(table, seat, what))


def toll_card(table: GameTable, seat: Seat, what: Deed) -> CardNumber:
    """A card that charges the player for this; NOBODY when none does."""
    for card_ability in table.match.bans:
        ability = card_ability.ability
        charges = isinstance(ability, Toll) and what in ability.what
        if charges and _concerns(table, card_ability, ability, seat):
            return card_ability.card
    return NO_CARD


def lifted_key(card: CardNumber, seat: Seat) -> str:
    """How it is remembered that a card's bans do not hold for a player this turn."""
    return f"lifted {card} {seat}"


def ban_concerns(table: GameTable, card: CardNumber, seat: Seat) -> bool:
    """Whether any ban or toll of a card holds for a player now: there is something to lift."""
    return any(
        isinstance(each.ability, Ban | Toll) and _concerns(table, each, each.ability, seat)
        for each in table.match.bans
        if each.card == card
    )


def _tolls(table: GameTable, seat: Seat, what: Deed) -> list[Toll]:
    return [
        each.ability
        for each in table.match.bans
        if isinstance(each.ability, Toll)
        and what in each.ability.what
        and _concerns(table, each, each.ability, seat)
    ]


def _concerns(table: GameTable, card_ability: CardAbility, ability: Ability, seat: Seat) -> bool:
    """Whether a ban or toll holds for a player now."""
    assert isinstance(ability, Ban | Toll)
    card = card_ability.card
    source = active_die(table, card)
    if source == NO_DIE or lifted_key(card, seat) in table.done_this_turn:
        return False
    team = table.match.team
    return ability.seats == "each" or team(table.dice[source].seat) != team(seat)
