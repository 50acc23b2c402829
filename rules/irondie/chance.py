"""What the dice must decide next."""

from typing import Final

from msgspec import UNSET

from rules.core import DieName, KindName, Roll, first_seat
from rules.irondie.rolls import awaits_roll, awaits_rolloff, dice_to_roll, side_bringing
from rules.irondie.state import BOTH_SIDES, IrondieState

ROLLOFF_KIND: Final = KindName("d6")


def roll_due(state: IrondieState) -> Roll | None:
    """The roll that must happen before anything else."""
    if state.phase == "over" or not awaits_roll(state):
        return None
    if side_bringing(state) is not None:
        return None
    if awaits_rolloff(state):
        assert state.rolloff_dice is not UNSET
        brought = [
            (DieName(f"rolloff{side}"), ROLLOFF_KIND)
            if die is None
            else (DieName(str(die)), state.dice[die].kind)
            for side, die in enumerate(state.rolloff_dice)
        ]
        return Roll(first_seat(BOTH_SIDES[0]), tuple(brought), staggered=True)
    dice = dice_to_roll(state)
    seats = {state.dice[die].seat for die in dice}
    kinds = tuple((DieName(str(die)), state.dice[die].kind) for die in dice)
    thrown_by_all = state.phase == "battle"  # though one of the groups may be empty
    return Roll(min(seats), kinds, staggered=thrown_by_all)
