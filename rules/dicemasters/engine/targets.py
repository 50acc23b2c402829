"""Which dice and players a text affects: by rule, or chosen by a player."""

from rules.core import DieNumber, Seat
from rules.dicemasters.cards import effects as fx
from rules.dicemasters.engine.damage import (
    player_options,
    protected_from_effects,
)
from rules.dicemasters.engine.effect import Effect, player_mark
from rules.dicemasters.engine.state import NO_DIE
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
    if own_dice:
        dice = [die for die in dice if table.dice[die].seat == chooser(effect, target)]
    team = table.match.team
    dice = [
        die
        for die in dice
        if team(table.dice[die].seat) == team(seat) or not has(table, die, "untargetable")
    ]
    drawing = _drawing_targets(table, seat)
    if drawing:
        dice = [die for die in dice if die in drawing]
    if effect.by == "ability":
        return [die for die in dice if not has(table, die, "untargetable-by-ability")]
    return [
        die
        for die in dice
        if not (
            (effect.by == "global" and has(table, die, "untargetable-by-global"))
            or (effect.by == "action" and has(table, die, "untargetable-by-action"))
            or (
                team(table.dice[die].seat) != team(seat)
                and has(table, die, "untargetable-by-opponent")
            )
        )
    ]


def _drawing_targets(table: GameTable, seat: Seat) -> list[int]:
    """The dice to which an opponent's card limits what this player targets."""
    team = table.match.team
    return [
        die
        for die in table.all_characters()
        if any(
            modifier.rule == "draws-targets" and team(modifier.seat) != team(seat)
            for modifier in table.dice[die].modifiers
        )
    ]


def chooser(effect: Effect, target: fx.Target) -> Seat:
    """The player who chooses the targets."""
    return effect.seat if target.by == "you" else effect.table.match.opponent_of(effect.seat)


def choose_dice(
    effect: Effect, selector: fx.Selector, text: str = "", *, own_dice: bool = False
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


def _choose_targets(effect: Effect, target: fx.Target, text: str, *, own_dice: bool) -> Script:
    """Ask for one target after the other, until there are enough or the player stops."""
    found: list[int] = []
    seat = chooser(effect, target)
    for left in range(target.count, 0, -1):
        dice = [d for d in candidates(effect, target, own_dice=own_dice) if d not in found]
        if not target.up_to and not target.player and len(dice) <= left:
            for die in dice:  # nothing is left to choose
                effect.pick(die)
            return found + dice
        options = _target_options(effect, target, dice)
        if not options:
            break
        answer = yield from ask(seat, f"{effect.asking_text}: {text or 'which one?'}", options)
        if isinstance(answer, ChooseDie):
            mark = answer.die
        elif isinstance(answer, ChoosePlayer):
            mark = player_mark(answer.seat)
        else:
            break
        found.append(mark)
        effect.pick(mark)
    return found


def _target_options(effect: Effect, target: fx.Target, dice: list[DieNumber]) -> list[Action]:
    """The answers to a question for one target."""
    options: list[Action] = [ChooseDie(die) for die in effect.table.one_of_each(dice)]
    if target.player:
        options += player_options(effect.table, effect.seat, target.player)
    if target.up_to:
        options.append(NO)
    return options


def choose_affected(
    effect: Effect, selector: fx.Selector, text: str, *, damage: bool = False
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
