"""The Clear and Draw Step and the Roll and Reroll Step: what is drawn, rolled and kept."""

from collections.abc import Sequence
from typing import Final

from rules.core import DieNumber, Seat
from rules.dicemasters.engine.bans import life_toll
from rules.dicemasters.engine.damage import (
    DamageHit,
    check_life,
    deal_damage,
    lose_life,
    pay_life,
)
from rules.dicemasters.engine.dice_moves import draw, energize, roll
from rules.dicemasters.engine.interpreter import resolve_triggers
from rules.dicemasters.engine.state import NO_DIE, NO_FACE
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.engine.triggers import Script, trigger_event, without_questions
from rules.dicemasters.moves import actions as act
from rules.dicemasters.moves.legal_actions import (
    extra_reroll_key,
)
from words import tr

DRAW: Final = 4


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


def _draw_for_turn(table: GameTable, seat: Seat) -> Script:
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


def _short_draw(table: GameTable, seat: Seat, missing: int) -> Script:
    table.short_draw_energy = tuple(
        n + missing * (s == seat) for s, n in enumerate(table.short_draw_energy)
    )
    table.add_player_event(
        "short-draw",
        seat,
        tr("is {missing} dice short and has as much generic energy", missing=missing),
        dice=missing,
    )
    if table.match.edition.short_draw == "damage":
        yield from deal_damage(table, [DamageHit(NO_DIE, seat, missing, player=seat)])
        yield from resolve_triggers(table)
    else:
        lose_life(table, seat, missing)
        check_life(table)


def _swarm_draws(table: GameTable, seat: Seat, drawn: list[DieNumber]) -> int:
    """How many more dice Swarm draws: one for each die drawn whose card is active."""
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


def _next_player_to_reroll(table: GameTable, seats: Sequence[Seat]) -> None:
    """Ask the next of these players who has dice to reroll."""
    for seat in seats:
        if table.prep_dice(seat):
            table.step = "reroll"
            table.mover = seat
            return


def reroll(table: GameTable, action: act.Reroll) -> Script:
    """Reroll some of the dice, all at once."""
    pay_life(table, table.mover, life_toll(table, table.mover, "reroll"))
    if table.winners is not None:
        return
    if table.step == "keep":
        table.first_time_this_turn(extra_reroll_key(table))
    yield from roll(table, table.mover, action.dice)
    table.step = "keep"


@without_questions
def keep(table: GameTable, _: act.KeepRoll) -> None:
    """The dice rolled go to the Reserve Pool."""
    seat = table.mover
    # One put there by hand meanwhile waits a turn.
    rolled = [die for die in table.prep_dice(seat) if table.dice[die].face != NO_FACE]
    table.move_together(rolled, "reserve", seat, as_they_lie=True)
    table.step = "rolled"
    _next_player_to_reroll(table, [other for other in table.match.partners(seat) if other != seat])


def rolled(table: GameTable) -> Script:
    """The end of the Roll and Reroll Step."""
    for seat in table.match.partners(table.active):
        energize(table, table.dice_in("reserve", seat))
        if "back-for-more" in table.match.triggered_abilities:
            for die in table.dice_in("reserve", seat):
                if f"prep {die}" in table.done_this_turn:
                    trigger_event(table, "back-for-more", die)
    trigger_event(table, "rolled")
    yield from resolve_triggers(table)
    if table.winners is None:
        table.step = "main"
        table.mover = table.active
        table.passed = 0
