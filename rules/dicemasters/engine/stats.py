"""What holds for a die now: which texts mean it, attack, defence, keywords, rules, costs."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec
from msgspec.structs import replace

from rules.core import DieNumber, Seat, numbered
from rules.dicemasters.cards import Card
from rules.dicemasters.cards.effects import (
    Amount,
    Cheaper,
    CountOf,
    Dearer,
    Dice,
    EnergyOf,
    FieldedThisTurn,
    KeywordName,
    LifeOf,
    Rule,
    StatOf,
    When,
    While,
    Zone,
)
from rules.dicemasters.engine.numbers import CardNumber
from rules.dicemasters.engine.state import NO_DIE, NOBODY, CardAbility, Match
from rules.dicemasters.engine.table import IN_FIELD, GameTable

TURTLES = "Teenage Mutant Ninja Turtles"


def is_sidekick(table: GameTable, die: DieNumber) -> bool:
    """Whether a die is a Sidekick, or counts as one: an Ally does in the field."""
    match = table.match
    card = match.card_of[die]
    if card == len(match.cards) - 1:
        return True
    return "Ally" in match.cards[table.card(die)].text.keywords and table.in_field(die)


def could_be_character(table: GameTable, die: DieNumber) -> bool:
    """Whether a die outside the field counts as a character die.

    The 2014 books go by the faces a die has; in 2016 a Sidekick die is neither.
    """
    match = table.match
    card = match.card_of[die]
    if card == len(match.cards) - 1:
        return match.edition.sidekick_is_character
    return match.cards[card].card.is_character


class TextContext(msgspec.Struct, frozen=True):
    """What a text has chosen so far and which die it is about, for words that refer to them."""

    picked: tuple[DieNumber, ...] = ()  # dice, and players as marks
    picked_level: int = 0  # the level of the last die picked, when it was picked
    picked_seat: Seat = NOBODY  # the player picked, or the last picked die's owner
    event_die: DieNumber = NO_DIE
    this_level: int = 0  # of the die whose text it is, when it left the field


NO_CONTEXT: Final = TextContext()


def matching_dice(
    table: GameTable, who: Dice, seat: Seat, this: DieNumber, context: TextContext = NO_CONTEXT
) -> list[DieNumber]:
    """The dice `who` means, seen from `seat`, for the text of die `this`."""
    # "All your characters" are both partners', and so is the Prep Area; a Used Pile is one's own.
    shared = who.zone in ("field", "prep")
    dice = _dice_in_zone(table, who, _seats_of_side(table, who.side, seat, context, shared=shared))
    if who.without or who.not_event_die or who.level_to_picked is not None:
        excluded = {context.picked[n] for n in who.without if n < len(context.picked)}
        if who.not_event_die:
            excluded.add(context.event_die)
        highest = 9
        if who.level_to_picked is not None:
            highest = context.picked_level + who.level_to_picked
        dice = [d for d in dice if d not in excluded and table.face(d).level <= highest]
    level = context.this_level
    found = [die for die in dice if matches(table, who, die, this, in_zone=True, this_level=level)]
    if who.same_energy:
        found = [die for die in found if _shares_energy(table, die, context.picked)]
    if who.other_title and context.picked:
        last = table.title(context.picked[-1])
        found = [die for die in found if table.title(die) != last]
    if who.attack_like is not None:
        lowest = _lowest(table, matching_dice(table, who.attack_like, seat, this), "attack")
        found = [die for die in found if attack(table, die) == lowest]
    if who.lowest:
        lowest = _lowest(table, found, who.lowest)
        found = [die for die in found if stat(table, die, who.lowest) == lowest]
    return found


def _lowest(table: GameTable, dice: Sequence[DieNumber], what: str) -> int:
    return min((stat(table, die, what) for die in dice), default=-1)


def energy_types(table: GameTable, die: DieNumber) -> tuple[str, ...]:
    """The energy types of a die's card."""
    return table.match.cards[table.match.card_of[die]].card.energy


def _shares_energy(table: GameTable, die: DieNumber, picked: Sequence[DieNumber]) -> bool:
    """Whether a die has an energy type of the last die picked."""
    model = next((each for each in reversed(picked) if each >= 0), NO_DIE)
    return model != NO_DIE and any(
        energy in energy_types(table, model) for energy in energy_types(table, die)
    )


def _seats_of_side(
    table: GameTable, side: str, seat: Seat, context: TextContext, *, shared: bool
) -> Sequence[Seat]:
    """The seats a text of `seat` speaks of; with `shared`, partners are one player to it."""
    if side == "own":
        return _own_seats(table, seat) if shared else (seat,)
    if side == "opposing":
        return _opposing_seats(table, seat) if shared else (table.match.opponent_of(seat),)
    if side == "picked":
        return [context.picked_seat]
    return table.seats_in_turn()


def _dice_in_zone(  # noqa: PLR0911 - one return per kind of zone
    table: GameTable, who: Dice, seats: Sequence[Seat]
) -> list[DieNumber]:
    """The dice of these seats in the zone a text speaks of."""
    if who.zone == "field":
        if who.kind == "character":
            return [die for owner in seats for die in table.characters(owner)]
        return [d for owner in seats for zone in IN_FIELD for d in table.dice_in(zone, owner)]
    if who.zone == "prep":
        return [die for owner in seats for die in table.prep_dice(owner)]
    if who.zone == "cards":
        return [
            number
            for number, die in numbered(DieNumber, table.dice)
            if die.zone == "cards" and die.seat in seats
        ]
    if " or " in who.zone:
        one, other = (_dice_in_zone(table, replace(who, zone=z), seats) for z in _zones(who.zone))
        return [*one, *other]
    dice = [die for owner in seats for die in table.places.get((who.zone, owner), ())]
    if who.zone == "used" and table.paid:  # what pays for this very action does not count
        return [die for die in dice if die not in table.paid]
    return dice


def _zones(named: str) -> tuple[Zone, Zone]:
    """The two zones of a name such as "used or prep"."""
    return ("used", "prep") if named == "used or prep" else ("used", "reserve")


def _own_seats(table: GameTable, seat: Seat) -> list[Seat]:
    if not table.match.doubles:
        return [seat]
    return list(table.match.partners(seat))


def _opposing_seats(table: GameTable, seat: Seat) -> list[Seat]:
    if not table.match.doubles:
        return [Seat(1 - seat)]
    return list(table.match.partners(table.match.opponent_of(seat)))


def matches(  # noqa: C901, PLR0911, PLR0912 - one test per field of `Dice`, cheap ones first
    table: GameTable,
    who: Dice,
    die: DieNumber,
    this: DieNumber = NO_DIE,
    *,
    in_zone: bool = False,
    this_level: int = 0,
) -> bool:
    """Whether `who` means a die. With `in_zone` its side and zone have been checked before."""
    match = table.match
    in_play = match.cards[match.card_of[die]]
    facts = in_play.card
    if (
        not in_zone
        and who.zone == "field"
        and not (table.in_field(die) and (who.kind != "character" or table.shows_character(die)))
    ):
        return False
    if who.title and who.title not in (facts.title, match.cards[table.card(die)].card.title):
        return False
    if who.not_title and facts.title == who.not_title:
        return False
    if who.own_card and (this == NO_DIE or table.card(die) != table.card(this)):
        return False
    if who.sidekick is not None and is_sidekick(table, die) != who.sidekick:
        return False
    if who.title_has and who.title_has.lower() not in facts.title.lower():
        return False
    if who.energy and not any(each in facts.energy for each in who.energy.split("/")):
        return False
    if who.not_energy and who.not_energy in facts.energy:
        return False
    if (
        who.team
        and not any(team in facts.affiliations for team in who.team)
        and not (who.or_sidekick and is_sidekick(table, die))
        and not has_joined(table, die, who.team)
    ):
        return False
    if who.not_team and (
        who.not_team in facts.affiliations or has_joined(table, die, (who.not_team,))
    ):
        return False
    if who.keyword and who.keyword not in facts.keywords:
        return False
    if who.another and die == this:
        return False
    if not who.cost[0] <= facts.cost <= who.cost[1]:
        return False
    entry = table.dice[die]
    if who.level != (0, 9) and not who.level[0] <= table.face(die).level <= who.level[1]:
        return False
    if who.attack != (0, 99) and not who.attack[0] <= attack(table, die) <= who.attack[1]:
        return False
    if who.defence != (0, 99) and not who.defence[0] <= defence(table, die) <= who.defence[1]:
        return False
    if who.kind == "action-die" and (facts.is_character or facts.type == "Sidekick"):
        return False
    if who.alignment and facts.alignment != who.alignment:
        return False
    if who.than_this and not _level_beside(table, die, this, who.than_this, this_level):
        return False
    if who.shows and table.face(die).energy != who.shows:
        return False
    if (who.burst or who.shares_team or who.speaks or who.marked or who.card) and not (
        _matches_rarely(table, who, die, this)
    ):
        return False
    if who.kind == "action" and not table.face(die).action:
        return False
    if (
        who.kind == "character"
        and who.zone not in ("field", "reserve")
        and not could_be_character(table, die)
        and not who.sidekick
    ):
        return False
    if who.attacking is not None and is_attacking(table, die) != who.attacking:
        return False
    if who.blocking is not None and bool(entry.blocks) != who.blocking:
        return False
    if who.in_attack is not None and (entry.zone == "attack") != who.in_attack:
        return False
    if who.blocked is not None and (not is_attacking(table, die) or entry.blocked != who.blocked):
        return False
    if who.shows_energy is not None and bool(table.face(die).energy) != who.shows_energy:
        return False
    return who.engaged_with_this is None or (engaged(table, die, this) == who.engaged_with_this)


def has_joined(table: GameTable, die: DieNumber, teams: Sequence[str]) -> bool:
    """Whether an effect gave a die one of these affiliations."""
    modifiers = table.dice[die].modifiers
    return bool(modifiers) and any(
        modifier.rule == joined_rule(team) for modifier in modifiers for team in teams
    )


def joined_rule(team: str) -> str:
    """How a die remembers an affiliation that it gained."""
    return f"joined {team}"


def _matches_rarely(table: GameTable, who: Dice, die: DieNumber, this: DieNumber) -> bool:
    """The tests that few texts ask for."""
    match = table.match
    in_play = match.cards[match.card_of[die]]
    if who.burst and not burst_matches(who.burst, table.face(die).burst):
        return False
    if who.card and in_play.card.code != who.card:
        return False
    if who.speaks and not answers_to(match, table.card(die), who.speaks):
        return False
    if who.marked and not any(
        modifier.rule == "marked"
        and modifier.source >= 0
        and this >= 0
        and match.card_of[modifier.source] == match.card_of[this]
        for modifier in table.dice[die].modifiers
    ):
        return False
    if who.shares_team:
        own = match.cards[match.card_of[this]].card.affiliations if this >= 0 else ()
        return any(team in in_play.card.affiliations for team in own)
    return True


def answers_to(match: Match, card: CardNumber, event: str) -> bool:
    """Whether a card's own dice answer to an event; of one played by hand its facts tell."""
    in_play = match.cards[card]
    if not in_play.encoded:
        return any(moment.startswith(f"when {event}") for moment in in_play.card.timing)
    return any(
        isinstance(ability, When) and ability.event == event and ability.subject is None
        for ability in in_play.text.abilities
    )


def _level_beside(
    table: GameTable, die: DieNumber, this: DieNumber, wanted: str, this_level: int
) -> bool:
    """Whether a die's level is lower (or higher) than that of the die whose text asks."""
    theirs, own = table.face(die).level, this_level
    if this >= 0 and table.face(this).level:
        own = table.face(this).level
    return {"lower": theirs < own, "higher": theirs > own}.get(wanted, theirs <= own)


def is_attacking(table: GameTable, die: DieNumber) -> bool:
    """Whether a die attacks."""
    entry = table.dice[die]
    return entry.zone == "attack" and table.match.team(entry.seat) == table.match.team(table.active)


def engaged(table: GameTable, die: DieNumber, other: DieNumber) -> bool:
    """Whether one of two dice blocks the other."""
    return other in table.dice[die].blocks or (other != NO_DIE and die in table.dice[other].blocks)


def blockers(table: GameTable, attacker: DieNumber) -> list[DieNumber]:
    """The dice that block an attacker."""
    return [
        number
        for seat in table.match.seats
        for number in table.dice_in("attack", seat)
        if attacker in table.dice[number].blocks
    ]


def active_die(table: GameTable, card: CardNumber, *, besides: DieNumber = NO_DIE) -> DieNumber:
    """A die that makes a card active: the one with the most bursts; NO_DIE when none does."""
    if besides == NO_DIE:
        known = table.active_by_card.get(card)
        if known is None:
            known = table.active_by_card[card] = _find_active_die(table, card, NO_DIE)
        return known
    return _find_active_die(table, card, besides)


def _find_active_die(table: GameTable, card: CardNumber, besides: DieNumber) -> DieNumber:
    best, burst = NO_DIE, -1
    match = table.match
    for seat in match.seats:
        for zone in ("field", "attack"):
            for die in table.dice_in(zone, seat):
                if table.card(die) == card and die != besides and _makes_card_active(table, die):
                    shown = table.face(die).burst
                    if shown > burst:
                        best, burst = die, shown
    return best


def active_dice(table: GameTable, card: CardNumber) -> list[DieNumber]:
    """All dice that make a card active, the active player's first."""
    return [
        die
        for seat in table.seats_in_turn()
        for zone in ("field", "attack")
        for die in table.dice_in(zone, seat)
        if table.card(die) == card and _makes_card_active(table, die)
    ]


def _makes_card_active(table: GameTable, die: DieNumber) -> bool:
    """A character in the field, or a Continuous action die that stays there."""
    return table.shows_character(die) or (
        table.face(die).action and table.dice[die].under == NO_DIE
    )


def burst_matches(burst: str, shown: int) -> bool:
    """Whether a text for this burst holds on a face with so many stars."""
    if not burst:
        return True
    return {"*": shown == 1, "**": shown == 2, "*/**": shown > 0}[burst]


def printed_stats(table: GameTable, die: DieNumber) -> tuple[int, int]:
    """A die's numbers with what its own burst adds to them, without other bonuses."""
    face = table.face(die)
    attack_now, defence_now = face.attack, face.defence
    for ability in table.match.cards[table.match.card_of[die]].text.abilities:
        if (
            isinstance(ability, While)
            and ability.who is None
            and ability.burst
            and burst_matches(ability.burst, face.burst)
            and isinstance(ability.attack, int)
            and isinstance(ability.defence, int)
        ):
            attack_now += ability.attack
            defence_now += ability.defence
    return attack_now, defence_now


def attack(table: GameTable, die: DieNumber) -> int:
    """A die's attack value with all bonuses, never below zero."""
    return stats(table, die)[0]


def defence(table: GameTable, die: DieNumber) -> int:
    """A die's defence value with all bonuses, never below zero."""
    return stats(table, die)[1]


def stats(table: GameTable, die: DieNumber) -> tuple[int, int]:
    """Attack and defence. All bonuses are added together first, then applied."""
    face = table.face(die)
    up_attack = up_defence = 0
    half = False
    for modifier in table.dice[die].modifiers:
        up_attack += modifier.attack
        up_defence += modifier.defence
        half = half or modifier.rule == "half"
    for card_ability in table.match.static_bonuses:
        ability = card_ability.ability
        assert isinstance(ability, While)
        source = applying_die(table, card_ability, ability, die)
        if source != NO_DIE:
            seat = table.dice[source].seat
            up_attack += amount_of(table, ability.attack, seat, source)
            up_defence += amount_of(table, ability.defence, seat, source)
    for lasting in table.lasting:
        if (
            lasting.what == "bonus"
            and lasting.until != "next-fielding"
            and _rule_covers(table, lasting.who, lasting.seat, die)
        ):
            up_attack += lasting.attack
            up_defence += lasting.defence
    base_attack, base_defence = face.attack, face.defence
    if half:
        base_attack, base_defence = base_attack // 2, base_defence // 2
    return max(0, base_attack + up_attack), max(0, base_defence + up_defence)


def applying_die(
    table: GameTable, card_ability: CardAbility, ability: While, die: DieNumber
) -> DieNumber:
    """The die through which a static text applies to `die`, or NO_DIE."""
    if ability.who is None:
        if table.card(die) != card_ability.card:
            return NO_DIE
        source = die
    else:
        source = active_die(table, card_ability.card)
        if source == NO_DIE:
            return NO_DIE
        seat = table.dice[source].seat
        if die not in matching_dice(table, ability.who, seat, source):
            return NO_DIE
    shown = table.face(source).burst
    if not (burst_matches(ability.burst, shown) and _while_holds(table, ability, source)):
        return NO_DIE
    if (ability.attack or ability.defence) and ability.against is not None:
        opposed = [*blockers(table, die), *table.dice[die].blocks]
        if not any(matches(table, ability.against, other, source) for other in opposed):
            return NO_DIE
    return source


def _while_holds(table: GameTable, ability: While, source: DieNumber) -> bool:
    """Whether what a static text needs is there now."""
    seat = table.dice[source].seat
    if (
        (ability.behind and not is_behind(table, seat, ability.behind))
        or (ability.only_fielded and table.fielded != (source,))
        or (ability.life_below and table.life[table.match.team(seat)] >= ability.life_below)
    ):
        return False
    if ability.needs is None:
        return True
    count = len(matching_dice(table, ability.needs, seat, source))
    return ability.at_least <= count <= ability.at_most


def is_behind(table: GameTable, seat: Seat, what: str) -> bool:
    """Whether a player has less life, or fewer characters, than the opponent."""
    if what == "life":
        team = table.match.team(seat)
        return table.life[team] < table.life[1 - team]
    own = sum(len(table.characters(each)) for each in _own_seats(table, seat))
    return own < sum(len(table.characters(each)) for each in _opposing_seats(table, seat))


def _rule_covers(table: GameTable, who: Dice | None, seat: Seat, die: DieNumber) -> bool:
    return who is None or die in matching_dice(table, who, seat, NO_DIE)


def has(table: GameTable, die: DieNumber, rule: KeywordName | Rule) -> bool:
    """Whether a keyword or a rule holds for a die."""
    match = table.match
    if rule in match.cards[table.card(die)].text.keywords:
        return True
    for modifier in table.dice[die].modifiers:
        if modifier.rule == rule:
            return True
    for card_ability in match.static_rules.get(rule, ()):
        ability = card_ability.ability
        assert isinstance(ability, While)
        if applying_die(table, card_ability, ability, die) != NO_DIE:
            return True
    for lasting in table.lasting:
        if (
            lasting.what == rule
            and (lasting.die == NO_DIE or lasting.until == "attached")
            and _rule_covers(table, lasting.who, lasting.seat, die)
        ):
            return True
    return False


def cannot_be_knocked_out(table: GameTable, die: DieNumber) -> bool:
    """Whether a rule keeps the die from being knocked out now, by whatever it is.

    Iron Will does until the die has been damaged this turn.
    """
    entry = table.dice[die]
    return (
        has(table, die, "cannot-be-ko'd")
        or (bool(entry.blocks) and has(table, die, "cannot-be-ko'd-blocking"))
        or (not entry.damage and has(table, die, "Iron Will"))
    )


def block_allowed(table: GameTable, blocker: DieNumber, attacker: DieNumber) -> bool:
    """Whether no card forbids this block."""
    if has(table, attacker, "cannot-be-blocked"):
        return False
    called_out = [m.source for m in table.dice[attacker].modifiers if m.rule == "called-out"]
    if any(blocker != die for die in called_out):
        return False
    for lasting in table.lasting:
        die, other = (blocker, attacker) if lasting.what == "cannot-block" else (attacker, blocker)
        if (
            lasting.die == die
            and lasting.what in ("cannot-block", "cannot-be-blocked")
            and lasting.who is not None
            and matches(table, lasting.who, other, die, in_zone=True)
        ):
            return False
    for card_ability in table.match.static_abilities:
        ability = card_ability.ability
        if (
            isinstance(ability, While)
            and ability.rule == "cannot-be-blocked"
            and ability.against is not None
            and applying_die(table, card_ability, ability, attacker) != NO_DIE
            and matches(table, ability.against, blocker, attacker)
        ):
            return False
    return True


def amount_of(  # noqa: PLR0911 - one return per word
    table: GameTable,
    what: Amount,
    seat: Seat,
    this: DieNumber,
    *,
    context: TextContext = NO_CONTEXT,
    event: int = 0,
) -> int:
    """The number a text speaks of."""
    if isinstance(what, int):
        return what
    if isinstance(what, CountOf):
        dice = matching_dice(table, what.who, seat, this, context)
        if what.different:
            cards = table.match.cards
            count = len({cards[table.match.card_of[die]].card.title for die in dice})
        else:
            count = len(dice)
        return what.times * count + what.plus
    if isinstance(what, FieldedThisTurn):
        return len(table.fielded)
    if isinstance(what, EnergyOf):
        who = seat if what.seats == "you" else table.match.opponent_of(seat)
        shown = [table.face(die) for die in table.dice_in("reserve", who)]
        if what.energy:
            return sum(face.amount for face in shown if face.energy == what.energy)
        return sum(face.amount for face in shown) + table.short_draw_energy[who]
    if isinstance(what, LifeOf):
        who = seat if what.seats == "you" else table.match.opponent_of(seat)
        life = table.life[table.match.team(who)]
        return {"": life, "down": life // 2, "up": (life + 1) // 2}[what.half]
    if isinstance(what, StatOf):
        raise TypeError("a stat needs the interpreter's view of the dice chosen")
    return event


def stat(table: GameTable, die: DieNumber, what: str) -> int:
    """One number of a die by name."""
    if what == "attack":
        return attack(table, die)
    if what == "defence":
        return defence(table, die)
    if what == "level":
        return table.face(die).level
    return table.match.cards[table.match.card_of[die]].card.cost


def purchase_cost(table: GameTable, die: DieNumber, seat: Seat, *, next_one: bool = True) -> int:
    """What a die on its card costs this player now; not `next_one`: a further one."""
    match = table.match
    facts = match.cards[match.card_of[die]].card
    cost = facts.cost
    if TURTLES in facts.affiliations:
        # The cards print the minimum of one that the HHS lexicon leaves out.
        cost = max(min(cost, 1), cost - _turtle_power(table, die, seat))
    return _discounted(table, cost, die, seat, "purchase", next_one=next_one)


def _turtle_power(table: GameTable, die: DieNumber, seat: Seat) -> int:
    """1 less for each other active card of the player's with Turtle Power."""
    match = table.match
    return sum(
        1
        for number, in_play in numbered(CardNumber, match.cards)
        if "Turtle Power" in in_play.text.keywords
        and number != match.card_of[die]
        and in_play.seat in match.partners(seat)
        and active_die(table, number) != NO_DIE
    )


def fielding_cost(table: GameTable, die: DieNumber, seat: Seat, *, next_one: bool = True) -> int:
    """What fielding this die costs now; not `next_one` when another is fielded before it."""
    return _discounted(table, table.face(die).field, die, seat, "fielding", next_one=next_one)


def price_may_change(match: Match, facts: Card) -> bool:
    """Whether a text of this game may change what a die of this card costs to buy."""
    return TURTLES in facts.affiliations or bool(_cost_changers(match, "purchase"))


@lru_cache(maxsize=128)
def _cost_changers(match: Match, what: str) -> tuple[CardAbility, ...]:
    """The texts of this game that make buying (or fielding) cheaper or dearer."""
    return tuple(
        c
        for c in match.other_abilities
        if isinstance(c.ability, Cheaper | Dearer) and c.ability.what == what
    )


def _discounted(
    table: GameTable, cost: int, die: DieNumber, seat: Seat, what: str, *, next_one: bool = True
) -> int:
    """A cost with all that makes it more, then all that makes it less; each has its own least."""
    match = table.match
    changing = _cost_changers(match, what)
    if not (changing or table.lasting):
        return max(0, cost)
    less: list[tuple[int, int]] = []
    for card_ability in changing:
        ability = card_ability.ability
        if isinstance(ability, Dearer):
            cost += _surcharge(table, card_ability, ability, die, seat)
        if isinstance(ability, Cheaper):
            source = active_die(table, card_ability.card)
            # A die that makes itself cheaper does so from its card; all others must be active.
            at_home = ability.who.own_card and match.card_of[die] == card_ability.card
            if match.cards[card_ability.card].seat != seat or (source == NO_DIE and not at_home):
                continue
            this = die if at_home else source
            if not _discount_holds(table, ability, seat, this):
                continue
            if matches(table, ability.who, die, this, in_zone=True):
                less.append((ability.less, ability.least))
    less += [
        (lasting.amount, lasting.least)
        for lasting in table.lasting
        if lasting.what == f"{what}-cost"
        and lasting.seat == seat
        and (next_one or lasting.until not in ("next-fielding", "next-purchase"))
        and (lasting.who is None or matches(table, lasting.who, die, in_zone=True))
    ]
    for by, least in sorted(less, key=lambda each: -each[1]):
        cost = max(min(cost, least), cost - by)
    return max(0, cost)


def _discount_holds(table: GameTable, ability: Cheaper, seat: Seat, this: DieNumber) -> bool:
    """Whether what a discount needs is there."""
    if ability.life_below and table.life[table.match.team(seat)] >= ability.life_below:
        return False
    return ability.needs is None or bool(matching_dice(table, ability.needs, seat, this))


def _surcharge(
    table: GameTable, card_ability: CardAbility, ability: Dearer, die: DieNumber, seat: Seat
) -> int:
    """What an opponent's active card adds to a cost."""
    match = table.match
    owner = match.cards[card_ability.card].seat
    source = active_die(table, card_ability.card)
    if source == NO_DIE or (ability.seats == "opponent" and match.team(owner) == match.team(seat)):
        return 0
    return ability.more if matches(table, ability.who, die, source, in_zone=True) else 0
