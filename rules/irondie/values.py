"""What changes the value of a die, and what sends it to the abyss."""

from collections.abc import Callable

from rules.core import DieNumber, Event
from rules.irondie.state import IrondieState

AddEvent = Callable[[Event], None]


def change_value(
    state: IrondieState, die: DieNumber, points: int, add_event: AddEvent, cause: str
) -> IrondieState:
    """Add points to a die in play, kept within 1 to 6; a life die in battle may be destroyed."""
    wanted = state.value[die] + points
    if wanted < 1 and state.zone[die] == "battle" and state.dice[die].die_class == "life":
        return send_to_abyss(state, die, add_event, cause)
    value = min(6, max(1, wanted))
    facts = {"die": die, "from": state.value[die], "to": value}
    add_event(
        Event("value-changed", f"{title_of(state, die)} is now {value} ({cause}).", facts=facts)
    )
    return state.with_dice({die: (state.zone[die], value)})


def changes_nothing(state: IrondieState, die: DieNumber, points: int) -> bool:
    """Whether these points would leave a die in play as it is."""
    return change_value(state, die, points, ignore_event, "") == state


def send_to_abyss(
    state: IrondieState, die: DieNumber, add_event: AddEvent, cause: str
) -> IrondieState:
    """Put a die into its owner's abyss."""
    add_event(Event("into-abyss", f"{title_of(state, die)} goes to the abyss ({cause})."))
    return state.with_dice({die: ("abyss", 0)})


def title_of(state: IrondieState, die: DieNumber) -> str:
    """A die with its owner: "Zac's black Smasher"."""
    return f"{state.names[state.dice[die].seat]}'s {state.dice[die].title}"


def ignore_event(_: Event) -> None:
    """Used to try out what an effect would do."""
