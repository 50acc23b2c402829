"""What changes the value of a die, and what sends it to the abyss."""

from collections.abc import Callable

from rules.core import DieNumber, Event
from rules.irondie.state import IrondieState
from words import Text, tr

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
        Event(
            "value-changed",
            tr(
                "{title_of} is now {value} ({cause}).",
                title_of=title_of(state, die),
                value=value,
                cause=cause,
            ),
            facts=facts,
        )
    )
    return state.with_dice({die: (state.zone[die], value)})


def changes_nothing(state: IrondieState, die: DieNumber, points: int) -> bool:
    """Whether these points would leave a die in play as it is."""
    return change_value(state, die, points, ignore_event, "") == state


def send_to_abyss(
    state: IrondieState, die: DieNumber, add_event: AddEvent, cause: str
) -> IrondieState:
    """Put a die into its owner's abyss."""
    add_event(
        Event(
            "into-abyss",
            tr(
                "{title_of} goes to the abyss ({cause}).",
                title_of=title_of(state, die),
                cause=cause,
            ),
        )
    )
    return state.with_dice({die: ("abyss", 0)})


def title_of(state: IrondieState, die: DieNumber) -> Text:
    """A die with its owner: "Zac's black Smasher"."""
    return tr(
        "{name}'s {title}", name=state.names[state.dice[die].seat], title=state.dice[die].title
    )


def ignore_event(_: Event) -> None:
    """Used to try out what an effect would do."""
