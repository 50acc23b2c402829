"""Why an action is not legal, and where the manual says so."""

from typing import Final

from rules.core import (
    Citation,
    Violation,
)
from rules.irondie.alike_dice import alike_key
from rules.irondie.battle_phase import bonuses_due
from rules.irondie.chance import roll_due
from rules.irondie.legal_actions import all_actions, may_declare
from rules.irondie.skirmish_phase import (
    declarations_with_targets,
    legal_declarations,
    side_to_roll,
    targets_to_name,
)
from rules.irondie.state import (
    Action,
    ChooseGroup,
    ConcedeSide,
    DeclareDie,
    ForgoRoll,
    GiveBonus,
    IrondieState,
    NameTarget,
    RenounceOffensive,
    RollResult,
    TakeDamage,
    TakeLifeDieBack,
    TimeUp,
)

BOOK: Final = "IRONDIE 1.4"


def _violation(code: str, text: str, section: str, remedy: str = "") -> Violation:
    return Violation(code, text, Citation(BOOK, section), remedy)


def is_own_group(state: IrondieState, group: ChooseGroup) -> bool:
    """Whether the seat is to choose now and owns the dice; quicker than listing every group."""
    if (
        state.phase != "battle"
        or None not in state.groups
        or state.groups.index(None) != group.seat
    ):
        return False
    known = range(len(state.dice))
    return len(set(group.dice)) == len(group.dice) and all(
        die in known and state.dice[die].seat == group.seat and state.zone[die] == "reserve"
        for die in group.dice
    )


def _explain_illegal(state: IrondieState, action: Action) -> Violation:
    """Why a player's action is not among the legal ones."""
    match action:
        case ChooseGroup():
            if state.phase != "battle" or state.groups[action.seat] is not None:
                text = "Groups are chosen once, at the start of the battle phase."
                return _violation("not-choosing", text, "Phase 1: Battle")
            text = "Only dice of one's own reserve can be rolled into battle."
            return _violation("not-in-reserve", text, "Phase 1: Battle")
        case GiveBonus():
            if action.die not in state.bonus:
                text = "This die did not roll its bonus, or the bonus has been given."
                return _violation("no-bonus", text, "The golden rules")
            if action.die not in bonuses_due(state):
                text = "The side with priority gives its bonuses first."
                return _violation("priority", text, "Phase 1: Battle")
            text = "A bonus goes to another own die in play of the class and colour it names."
            return _violation("illegal-bonus-target", text, "Color bonus")
        case DeclareDie():
            return _explain_declare(state, action)
        case NameTarget():
            text = "That die's target is known, or this cannot be it."
            return _violation("no-such-aim", text, "Breakdown of a duel")
        case RenounceOffensive() | ForgoRoll():
            text = "This side is not the one to roll now."
            return _violation("not-to-roll", text, "Breakdown of a duel")
        case TakeDamage():
            text = "All the damage must be taken, by life dice in battle, none below zero."
            return _violation("wrong-share", text, "Phase 3: Damage")
        case TakeLifeDieBack():
            if state.sudden:
                text = "Under sudden death no life die returns to the hand."
                return _violation("sudden-death", text, "Tournament rules")
            text = "Each player takes back at most one life die, of their own, from battle."
            return _violation("not-a-life-die", text, "Phase 4: End of turn")
        case _:
            text = "This cannot be done in the present phase."
            return _violation("wrong-phase", text, "The game")


def _explain_declare(state: IrondieState, action: DeclareDie) -> Violation:
    if state.sudden:
        text = "Under sudden death no dice are rolled in skirmish."
        return _violation("sudden-death", text, "Tournament rules")
    if state.bonus:
        text = "A colour bonus is still to be given."
        return _violation("bonus-open", text, "The golden rules", "Give the bonus first.")
    if state.phase not in {"skirmish", "duel"}:
        text = "Dice of the reserve are rolled in the skirmish phase only."
        return _violation("not-skirmish", text, "Phase 2: Skirmish")
    if not 0 <= action.die < len(state.dice) or state.zone[action.die] != "reserve":
        text = "Only a die of the reserve can be rolled in a duel."
        return _violation("not-in-reserve", text, "Breakdown of a duel")
    if state.side(action.die) != side_to_roll(state):
        text = "It is the other side's turn to roll."
        return _violation("not-to-roll", text, "Breakdown of a duel")
    if state.duel is not None:
        text = "In answer, only the dice of this duel and their targets may be aimed at."
        return _violation("target-not-in-duel", text, "Breakdown of a duel")
    text = f"A {state.dice[action.die].type_name.capitalize()} cannot be aimed at that."
    return _violation("illegal-target", text, "The dice: target")


def find_violation(state: IrondieState, action: Action) -> Violation | None:
    """The rule that forbids the action."""
    if state.phase == "over":
        return _violation("game-over", "The game is over.", "The end of the game")
    if isinstance(action, ConcedeSide):
        return None
    if isinstance(action, TimeUp):
        if state.time_up:
            return _violation("time-is-up", "Time has run out before.", "Tournament rules")
        return None
    if isinstance(action, RollResult):
        chance = roll_due(state)
        fits = chance is not None and len(chance.dice) == len(action.values)
        if fits and all(1 <= value <= 6 for value in action.values):
            return None
        return _violation("no-such-roll", "These dice are not to be rolled now.", "The game")
    if isinstance(action, ChooseGroup) and is_own_group(state, action):
        return None
    if isinstance(action, NameTarget) and state.phase in {"duel", "rolled"}:
        return None if action in targets_to_name(state) else _explain_illegal(state, action)
    alike = alike_key(state, action)
    known = all_actions(state)
    if isinstance(action, DeclareDie) and may_declare(state):
        told = declarations_with_targets if action.targets else legal_declarations
        known = told(state)
    if any(alike_key(state, legal) == alike for legal in known):
        return None
    return _explain_illegal(state, action)
