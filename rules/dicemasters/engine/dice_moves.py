"""Drawing, rolling and fielding dice, as steps of a turn and card effects do it."""

from collections.abc import Sequence

from rules.core import DieNumber, Seat
from rules.dicemasters.engine.state import DrawRequest, RollRequest
from rules.dicemasters.engine.table import GameTable
from rules.dicemasters.engine.triggers import (
    Script,
    trigger_event,
)
from rules.dicemasters.moves.actions import (
    DrawnDice,
)
from words import tr


def draw(table: GameTable, seat: Seat, count: int) -> Script:
    """Draw dice into the Prep Area, refilling the bag when it runs out. Returns the dice drawn."""
    drawn: list[DieNumber] = []
    while count > 0:
        bag = table.dice_in("bag", seat)
        if not bag:
            used = table.dice_in("used", seat)
            if not used:
                break
            table.move_pile("used", seat, "bag")
            table.add_player_event(
                "bag-refilled",
                seat,
                tr("refills the bag with {count} dice", count=len(used)),
                dice=len(used),
            )
            continue
        answer = yield DrawRequest(seat, min(count, len(bag)), tuple(bag))
        assert isinstance(answer, DrawnDice)
        table.move_together(answer.dice, "prep", seat)
        names = [table.match.die_names[die] for die in answer.dice]
        table.add_player_event(
            "drawn",
            seat,
            tr("draws {spoken_names}", spoken_names=table.spoken_names(answer.dice)),
            dice=names,
        )
        drawn += answer.dice
        count -= len(answer.dice)
    return drawn


def roll(table: GameTable, seat: Seat, dice: Sequence[DieNumber]) -> Script:
    """Roll dice where they lie. Returns the faces they show, in order."""
    if not dice:
        return ()
    answer = yield RollRequest(seat, tuple(dice))
    table.show(dice, answer.faces)
    table.add_player_event(
        "rolled", seat, tr("rolls {shown}", shown=table.shown(dice)), faces=list(answer.faces)
    )
    if table.step not in ROLL_STEPS:  # there it is looked at once all is rolled
        energize(table, dice)
    return answer.faces


ROLL_STEPS = ("draw", "roll", "reroll", "keep", "rolled")


def energize(table: GameTable, dice: Sequence[DieNumber]) -> None:
    """Dice that have been rolled to their double energy face answer to that."""
    if "energize" in table.match.triggered_abilities:
        for die in dice:
            if table.face(die).energy and table.face(die).amount == 2:
                trigger_event(table, "energize", die)


def put_in_field(table: GameTable, die: DieNumber, level: int) -> None:
    """Put a die into its owner's field at a level (a Sidekick has only one)."""
    match = table.match
    levels = match.kinds[match.kind_of[die]].levels
    face = levels[min(level, len(levels)) - 1] if level else table.dice[die].face
    table.move(die, "field", table.dice[die].owner, face)


def field_without_paying(table: GameTable, die: DieNumber, level: int) -> None:
    """Field a die without paying; in the newer books this triggers "when fielded"."""
    put_in_field(table, die, level)
    table.fielded = (*table.fielded, die)
    name = table.match.die_names[die]
    word = table.match.edition.wording.fielded
    table.add_event(
        "fielded", tr("{die} is {word}", die=table.spoken_name(die), word=word), die=name
    )
    if table.match.edition.fielded_by_effect:
        trigger_event(table, "fielded", die)
