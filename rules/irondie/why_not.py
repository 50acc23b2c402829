"""Why an action is not legal, and where the manual says so."""

from collections.abc import Mapping, Sequence
from typing import Final

from rules.core import Citation, DieNumber, Violation
from rules.irondie.alike_dice import alike_key
from rules.irondie.battle_phase import bonuses_due
from rules.irondie.chance import roll_due
from rules.irondie.legal_actions import all_actions, may_declare
from rules.irondie.rolls import awaits_roll, awaits_rolloff
from rules.irondie.skirmish_phase import (
    declarations_with_targets,
    legal_declarations,
    side_to_roll,
    targets_to_name,
)
from rules.irondie.state import (
    SIDES,
    Action,
    ChooseGroup,
    ConcedeSide,
    DeclareDie,
    ForgoRoll,
    GiveBonus,
    IrondieState,
    NameTarget,
    PutAwayRollOff,
    PutRight,
    RenounceOffensive,
    RollResult,
    TakeDamage,
    TakeLifeDieBack,
    TimeUp,
    WinRollOff,
)
from words import NOTHING, Text, tr

BOOK: Final = "IRONDIE 1.4"


def _violation(code: str, text: Text, section: str, remedy: Text = NOTHING) -> Violation:
    return Violation(code, text, Citation(BOOK, section), remedy)


def is_own_group(state: IrondieState, group: ChooseGroup) -> bool:
    """Whether the seat is to choose now and owns the dice; quicker than listing every group."""
    if (
        state.phase != "battle"
        or None not in state.groups
        or state.groups.index(None) != group.seat
    ):
        return False
    known = map(DieNumber, range(len(state.dice)))
    return len(set(group.dice)) == len(group.dice) and all(
        die in known and state.dice[die].seat == group.seat and state.zone[die] == "reserve"
        for die in group.dice
    )


FIXED_REASONS: Final[Mapping[type, tuple[str, Text, str]]] = {
    NameTarget: (
        "no-such-aim",
        tr("That die's target is known, or this cannot be it."),
        "Breakdown of a duel",
    ),
    RenounceOffensive: (
        "not-to-roll",
        tr("This side is not the one to roll now."),
        "Breakdown of a duel",
    ),
    ForgoRoll: ("not-to-roll", tr("This side is not the one to roll now."), "Breakdown of a duel"),
    TakeDamage: (
        "wrong-share",
        tr("All the damage must be taken, by life dice in battle, none below zero."),
        "Phase 3: Damage",
    ),
}
"""Code, text and section for actions that are illegal for one reason only."""

WRONG_PHASE: Final = ("wrong-phase", tr("This cannot be done in the present phase."), "The game")


def _explain_illegal(state: IrondieState, action: Action) -> Violation:
    """Why a player's action is not among the legal ones."""
    match action:
        case ChooseGroup():
            return _explain_group(state, action)
        case GiveBonus():
            return _explain_bonus(state, action)
        case DeclareDie():
            return _explain_declare(state, action)
        case TakeLifeDieBack():
            return _explain_take_back(state)
        case _:
            return _violation(*FIXED_REASONS.get(type(action), WRONG_PHASE))


def _explain_group(state: IrondieState, action: ChooseGroup) -> Violation:
    if state.phase != "battle" or state.groups[action.seat] is not None:
        text = tr("Groups are chosen once, at the start of the battle phase.")
        return _violation("not-choosing", text, "Phase 1: Battle")
    text = tr("Only dice of one's own reserve can be rolled into battle.")
    return _violation("not-in-reserve", text, "Phase 1: Battle")


def _explain_bonus(state: IrondieState, action: GiveBonus) -> Violation:
    if action.die not in state.bonus:
        text = tr("This die did not roll its bonus, or the bonus has been given.")
        return _violation("no-bonus", text, "The golden rules")
    if action.die not in bonuses_due(state):
        text = tr("The side with priority gives its bonuses first.")
        return _violation("priority", text, "Phase 1: Battle")
    text = tr("A bonus goes to another own die in play of the class and colour it names.")
    return _violation("illegal-bonus-target", text, "Color bonus")


def _explain_take_back(state: IrondieState) -> Violation:
    if state.sudden:
        text = tr("Under sudden death no life die returns to the hand.")
        return _violation("sudden-death", text, "Tournament rules")
    text = tr("Each player takes back at most one life die, of their own, from battle.")
    return _violation("not-a-life-die", text, "Phase 4: End of turn")


def _explain_declare(  # noqa: PLR0911 - one return per rule
    state: IrondieState, action: DeclareDie
) -> Violation:
    if state.sudden:
        text = tr("Under sudden death no dice are rolled in skirmish.")
        return _violation("sudden-death", text, "Tournament rules")
    if state.bonus:
        text = tr("A colour bonus is still to be given.")
        return _violation("bonus-open", text, "The golden rules", tr("Give the bonus first."))
    if state.phase not in {"skirmish", "duel"}:
        text = tr("Dice of the reserve are rolled in the skirmish phase only.")
        return _violation("not-skirmish", text, "Phase 2: Skirmish")
    if not 0 <= action.die < len(state.dice) or state.zone[action.die] != "reserve":
        text = tr("Only a die of the reserve can be rolled in a duel.")
        return _violation("not-in-reserve", text, "Breakdown of a duel")
    if state.side(action.die) != side_to_roll(state):
        text = tr("It is the other side's turn to roll.")
        return _violation("not-to-roll", text, "Breakdown of a duel")
    if state.duel is not None:
        text = tr("In answer, only the dice of this duel and their targets may be aimed at.")
        return _violation("target-not-in-duel", text, "Breakdown of a duel")
    text = tr(
        "A {die} cannot be aimed at that.",
        die=state.dice[action.die].type_name.capitalize(),
    )
    return _violation("illegal-target", text, "The dice: target")


def find_violation(  # noqa: PLR0911 - one return per kind of action
    state: IrondieState, action: Action
) -> Violation | None:
    """The rule that forbids the action."""
    if state.phase == "over":
        return _violation("game-over", tr("The game is over."), "The end of the game")
    match action:
        case ConcedeSide():
            return None
        case PutRight(die):
            text = tr("There is no such die in this game.")
            known = 0 <= die < len(state.dice)
            return None if known else _violation("no-such-die", text, "The dice")
        case TimeUp(turn):
            return _violation_of_call(state, turn)
        case WinRollOff():
            text = tr("No roll-off is due: priority is settled already.")
            due = awaits_rolloff(state)
            return None if due else _violation("no-roll-off", text, "Phase 1: Battle")
        case RollResult(values):
            return _violation_of_roll(state, values)
        case _:
            return None if _is_legal(state, action) else _explain_illegal(state, action)


def _violation_of_call(state: IrondieState, turn: int) -> Violation | None:
    if state.time_up:
        return _violation("time-is-up", tr("Time has run out before."), "Tournament rules")
    if 0 < turn < state.turn:
        return _violation("turn-is-over", tr("Turn {turn} is over.", turn=turn), "Tournament rules")
    return None


def _violation_of_roll(state: IrondieState, values: Sequence[int]) -> Violation | None:
    due = roll_due(state)
    right_count = due is not None and len(due.dice) == len(values)
    right_count = right_count or (awaits_rolloff(state) and len(values) == SIDES)
    if right_count and all(1 <= value <= 6 for value in values):
        return None
    return _violation("no-such-roll", tr("These dice are not to be rolled now."), "The game")


def _is_legal(state: IrondieState, action: Action) -> bool:
    """Whether a player may do this now, named targets included, which are legal but not listed."""
    if isinstance(action, ChooseGroup) and is_own_group(state, action):
        return True
    if isinstance(action, NameTarget) and state.phase in {"duel", "rolled"}:
        return action in targets_to_name(state)
    if action == PutAwayRollOff():
        return state.rolloff is not None and not awaits_roll(state)
    legal = all_actions(state)
    if isinstance(action, DeclareDie) and may_declare(state):
        legal = declarations_with_targets(state) if action.targets else legal_declarations(state)
    wanted = alike_key(state, action)
    return any(alike_key(state, each) == wanted for each in legal)
