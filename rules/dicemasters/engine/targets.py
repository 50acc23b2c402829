"""Which dice and players a text affects: by rule, or chosen by a player."""

from functools import lru_cache
from typing import Final

from rules.core import DieNumber, Seat
from rules.dicemasters.cards import effects as fx
from rules.dicemasters.engine.damage import (
    player_options,
    protected_from_effects,
)
from rules.dicemasters.engine.effect import Effect, player_mark
from rules.dicemasters.engine.state import NO_DIE, Match
from rules.dicemasters.engine.stats import (
    has,
)
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.engine.triggers import (
    Script,
    ask,
)
from rules.dicemasters.moves.actions import (
    NO,
    Action,
    ChooseDie,
    ChoosePlayer,
)
from words import NOTHING, Text, tr


def can_spin(table: GameTable, die: DieNumber, by: int) -> bool:
    """Whether a die has a level that many steps up or down."""
    levels = table.match.kinds[table.match.kind_of[die]].levels
    return 1 <= table.face(die).level + by <= len(levels)


def candidates(effect: Effect, target: fx.Target, *, own_dice: bool = False) -> list[DieNumber]:
    """The dice that may be chosen as a target; with `own_dice` the chooser's own, no partner's."""
    seat = effect.seat
    table = effect.table
    if target.player == "only":
        return []
    dice = effect.matching_dice(target.who)
    if not dice:
        return dice
    if own_dice:
        dice = [die for die in dice if table.dice[die].seat == chooser(effect, target)]
    drawing = _drawing_targets(table, seat)
    if drawing:
        dice = [die for die in dice if die in drawing]
    if not (table.lasting or _rules_of_targeting(table.match)):  # only a die's own rules count
        return [
            die for die in dice if not (table.dice[die].modifiers and _is_protected(effect, die))
        ]
    return [die for die in dice if not _is_protected(effect, die)]


def _is_protected(effect: Effect, die: DieNumber) -> bool:
    """Whether a rule keeps this text from targeting a die."""
    table = effect.table
    match = table.match
    theirs = match.team(table.dice[die].seat) != match.team(effect.seat)
    return (
        has(table, die, BY[effect.by])
        or (theirs and has(table, die, "untargetable"))
        or (theirs and effect.by != "ability" and has(table, die, "untargetable-by-opponent"))
    )


BY: Final[dict[str, fx.Rule]] = {
    "ability": "untargetable-by-ability",
    "action": "untargetable-by-action",
    "global": "untargetable-by-global",
}
"""The rule that protects from a kind of text."""


@lru_cache(maxsize=64)
def _rules_of_targeting(match: Match) -> bool:
    """Whether a lasting text of this game protects dice from being targeted."""
    return any(rule.startswith("untargetable") for rule in match.static_rules)


def _drawing_targets(table: GameTable, seat: Seat) -> list[int]:
    """The dice to which an opponent's card limits what this player targets."""
    team = table.match.team
    dice = table.dice
    marked = [die for die in table.all_characters() if dice[die].modifiers]
    return [
        die
        for die in marked
        if any(
            modifier.rule == "draws-targets" and team(modifier.seat) != team(seat)
            for modifier in dice[die].modifiers
        )
    ]


def chooser(effect: Effect, target: fx.Target) -> Seat:
    """The player who chooses the targets."""
    return effect.seat if target.by == "you" else effect.table.match.opponent_of(effect.seat)


def choose_dice(
    effect: Effect, selector: fx.Selector, text: Text = NOTHING, *, own_dice: bool = False
) -> Script:
    """The dice (and players, as marks) a selector means, asking where there is a choice."""
    if isinstance(selector, fx.Each):
        return effect.matching_dice(selector.who)
    if isinstance(selector, fx.WhichPlayers):
        return [player_mark(seat) for seat in seats_of(effect, selector.seats)]
    if not isinstance(selector, fx.Target):
        return effect.fixed_dice(selector)
    chosen = yield from _choose_targets(effect, selector, text, own_dice=own_dice)
    return chosen


def _choose_targets(effect: Effect, target: fx.Target, text: Text, *, own_dice: bool) -> Script:
    """Ask for one target after the other, until there are enough or the player stops."""
    found: list[int] = []
    seat = chooser(effect, target)
    for left in range(target.count, 0, -1):
        dice = [d for d in candidates(effect, target, own_dice=own_dice) if d not in found]
        if not target.up_to and not target.player and len(dice) <= left:
            for die in dice:  # nothing is left to choose
                effect.pick(die)
            _say_what_is_missing(effect, target.count, len(found) + len(dice))
            return found + dice
        options = _target_options(effect, target, dice)
        if not options:
            break
        answer = yield from ask(
            seat, effect.asking_text + ": " + (text or tr("which one?")), options
        )
        if isinstance(answer, ChooseDie):
            mark = answer.die
        elif isinstance(answer, ChoosePlayer):
            mark = player_mark(answer.seat)
        else:
            break
        found.append(mark)
        effect.pick(mark)
    return found


def _say_what_is_missing(effect: Effect, asked: int, there: int) -> None:
    """A text does as much as it can: say where that is less than it asks for."""
    if there < asked:
        done = (
            tr("only {there} of {asked} dice are there", there=there, asked=asked)
            if there
            else tr("no die is there for it")
        )
        effect.table.add_event("as-much-as-possible", effect.name + ": " + done, effect.seat)


def _target_options(effect: Effect, target: fx.Target, dice: list[DieNumber]) -> list[Action]:
    """The answers to a question for one target."""
    options: list[Action] = [ChooseDie(die) for die in effect.table.one_of_each(dice)]
    if target.player:
        options += player_options(effect.table, effect.seat, target.player)
    if target.up_to:
        options.append(NO)
    return options


def choose_affected(
    effect: Effect, selector: fx.Selector, text: Text, *, damage: bool = False
) -> Script:
    """The dice an operation really affects: those a text protects are left out."""
    chosen = yield from choose_dice(effect, selector, text)
    kept = []
    for mark in chosen:
        if mark >= 0:
            protected = yield from protected_from_effects(
                effect.table, mark, effect.this, damage=damage
            )
            if protected:
                continue
        kept.append(mark)
    return kept


def seats_of(effect: Effect, seats: str) -> list[Seat]:
    """The seats a text speaks of."""
    table = effect.table
    match = table.match
    if seats == "you":
        return [effect.seat]
    if seats == "opponent":
        return [match.opponent_of(effect.seat)]
    if seats == "active":
        return [table.active]
    if seats == "owner":
        event_die = effect.trigger.event_die if effect.trigger else NO_DIE
        return [table.dice[event_die].owner if event_die >= 0 else effect.seat]
    return list(table.seats_in_turn())
