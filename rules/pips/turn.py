"""A turn of Ten Thousand: what may be done, why something may not, and what comes of it."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final, TypeAlias

import msgspec

from rules.core import FIRST_SEAT, Citation, DieNumber, Event, Seat, Violation
from rules.core.hints import zone_in_words
from rules.pips.scoring import DICE, FACES, points, points_of_all
from rules.pips.state import (
    ALL_DICE,
    UNSEEN,
    Action,
    Bank,
    DiceRolled,
    EndTurn,
    Gather,
    Keep,
    PutBack,
    SetDie,
    SetScore,
    TenThousandState,
    ThrowDice,
    Zone,
)
from words import NOTHING, Text, joined, ntr, tr

BOOK: Final = "Ten Thousand"
"""docs/ten-thousand.md, whose headings are the sections."""

Say: TypeAlias = Callable[[Event], None]


def violation(code: str, text: Text, section: str, remedy: Text = NOTHING) -> Violation:
    """A rule of the book that is broken."""
    return Violation(code, text, Citation(BOOK, section), remedy)


def listed(values: Sequence[int]) -> Text:
    """Dice by what they show, for people: `1 5 5`."""
    return joined(" ", map(str, sorted(values)))


def many(count: int) -> Text:
    """`a die`, `4 dice`."""
    return ntr("a die", "{count} dice", count)


# -- what may be done


def legal_actions(state: TenThousandState) -> Iterator[Action]:
    """Everything the thrower may do; of dice that show the same the first stand for all.

    A bank is listed with what shows it; told alone it is legal too.
    """
    if state.phase == "start":
        yield ThrowDice()
        if "throw" in state.zone:
            yield Gather()
    elif state.phase == "choose":
        ends = (Bank("gather"), Bank("throw"), ThrowDice())
        yield from (each for each in ends if why_not(state, each) is None)
        kept = tuple(keeps(state))
        yield from (ThrowDice(keep.dice) for keep in kept)
        yield from kept
        yield from _put_backs(state)


def keeps(state: TenThousandState) -> Iterator[Keep]:
    """The ways to set dice aside, most dice first."""
    kept = state.values(state.kept)
    for dice in _groups(state, state.lying):
        if points_of_all(state.table, (*kept, *state.values(dice))) is not None:
            yield Keep(dice)


def kept_with(state: TenThousandState, dice: Sequence[DieNumber]) -> int:
    """What the last throw's dice in the keep zone score once these lie there too."""
    return points(state.table, (*state.values(state.kept), *state.values(tuple(dice))))


def _put_backs(state: TenThousandState) -> Iterator[PutBack]:
    if not state.lying:
        return
    for dice in _groups(state, state.kept):
        left = tuple(die for die in state.kept if die not in dice)
        if points_of_all(state.table, state.values(left)) is not None:
            yield PutBack(dice)


def _groups(state: TenThousandState, dice: Sequence[DieNumber]) -> Iterator[tuple[DieNumber, ...]]:
    """Every group of these dice, the largest first; of groups that show the same the first."""
    for size in range(len(dice), 0, -1):
        seen = set()
        for group in combinations(dice, size):
            shown = tuple(sorted(state.values(group)))
            if shown not in seen:
                seen.add(shown)
                yield group


def kept_after(state: TenThousandState, action: Action) -> int:
    """How many dice lie in the keep zone after a legal action."""
    aside = state.zone.count("keep")
    match action:
        case Keep(dice):
            return aside + len(dice)
        case PutBack(dice):
            return aside - len(dice)
        case Gather() | Bank("gather"):
            return DICE
        case Bank("throw"):
            return 0
        case ThrowDice(keep):
            kept = 0 if state.phase == "start" else aside + len(keep)
            return kept if kept < DICE else 0
        case _:
            return aside


# -- why something may not be done


def why_not(state: TenThousandState, action: Action) -> Violation | None:
    """The rule that forbids the action; None when it is legal."""
    if isinstance(action, SetDie | SetScore | EndTurn):
        return _why_not_by_hand(state, action)
    if state.phase == "over":
        return violation("game-over", tr("The game is over."), "The end of the game")
    if isinstance(action, DiceRolled):
        return _why_not_rolled(state, action.values)
    if state.phase == "rolling":
        return _in_hand()
    return _why_not_chosen(state, action)


def _why_not_chosen(
    state: TenThousandState, action: ThrowDice | Keep | PutBack | Bank | Gather
) -> Violation | None:
    match action:
        case ThrowDice(keep):
            wrong = _why_not_keep(state, keep) if keep else _why_not_throw(state)
        case Keep(dice):
            wrong = _why_not_keep(state, dice)
        case PutBack(dice):
            wrong = _why_not_put_back(state, dice)
        case Bank(then):
            wrong = _why_not_bank(state) or _why_not_go_on(state, then)
        case Gather():
            wrong = _why_not_gather(state)
    return wrong


def _why_not_rolled(state: TenThousandState, values: Sequence[int]) -> Violation | None:
    fits = state.phase == "rolling" and len(values) == len(state.lying)
    if fits and all(1 <= value <= FACES for value in values):
        return None
    text = tr("These dice are not to be thrown now.")
    return violation("no-such-throw", text, "Throwing again")


def _in_hand() -> Violation:
    text = tr("The dice are in the thrower's hand: they must be thrown first.")
    return violation("dice-in-hand", text, "A turn")


def _why_not_throw(state: TenThousandState) -> Violation | None:
    if state.phase == "start" or state.kept:
        return None
    if points(state.table, state.values(state.thrown)) == 0:
        return None  # a judge has let something stand that scores nothing: nobody is stuck
    text = tr("At least one die that scores must be kept before the others are thrown again.")
    return violation("nothing-kept", text, "Keeping dice", tr("Set a die aside that scores."))


def _why_not_keep(state: TenThousandState, dice: tuple[DieNumber, ...]) -> Violation | None:
    if state.phase != "choose":
        text = tr("Dice are kept after a throw.")
        return violation("nothing-thrown", text, "Keeping dice")
    if not dice or len(set(dice)) < len(dice) or not set(dice) <= set(state.lying):
        text = tr("Only dice that lie in the throwing zone can be kept.")
        return violation("not-in-the-throw", text, "Keeping dice")
    useless = scoring_nothing(state, dice)
    if not useless:
        return None
    shown = listed(state.values(useless))
    text = tr("Kept, but it scores nothing: {shown}.", shown=shown)
    remedy = tr("Put it back into the throwing zone: {shown}.", shown=shown)
    return violation("keeps-nothing", text, "Keeping dice", remedy)


def scoring_nothing(state: TenThousandState, dice: Sequence[DieNumber]) -> tuple[DieNumber, ...]:
    """Which dice would score nothing if these were kept as well."""
    kept = (*state.kept, *dice)
    if points_of_all(state.table, state.values(kept)) is not None:
        return ()
    for size in range(len(kept) - 1, -1, -1):
        for group in combinations(kept, size):
            if points_of_all(state.table, state.values(group)) is not None:
                return tuple(die for die in kept if die not in group)
    return kept


def _why_not_put_back(state: TenThousandState, dice: tuple[DieNumber, ...]) -> Violation | None:
    if not dice or len(set(dice)) < len(dice) or not set(dice) <= set(ALL_DICE):
        text = tr("Dice that are put back are named once each.")
        return violation("no-such-dice", text, "Keeping dice")
    if state.phase != "choose" or not set(dice) <= set(state.kept):
        text = tr("A die that was kept before the last throw stays where it is.")
        return violation("stays-kept", text, "Keeping dice", tr("Leave it in the keep zone."))
    if not state.lying:
        text = tr("All six are kept: they are thrown again, and none is put back.")
        return violation("stays-kept", text, "Hot dice")
    left = tuple(die for die in state.kept if die not in dice)
    if points_of_all(state.table, state.values(left)) is not None:
        return None
    text = tr(
        "What stays kept must score, and {listed} does not, all of it.",
        listed=listed(state.values(left)),
    )
    return violation("keeps-nothing", text, "Keeping dice")


def _why_not_bank(state: TenThousandState) -> Violation | None:
    if state.phase != "choose":
        text = tr("There is nothing to bank before a throw.")
        return violation("nothing-to-bank", text, "Banking")
    if state.hot and state.table.hot_dice == "must":
        text = tr("All six dice score: they must be thrown again before anything is banked.")
        return violation("hot-dice", text, "Hot dice", tr("Keep them all and throw all six."))
    stake = state.at_stake
    if not state.entered[state.seat] and stake < state.table.entry:
        text = tr(
            "The first bank must hold {entry} points at least; {name} has {stake} in this turn.",
            entry=state.table.entry,
            name=state.names[state.seat],
            stake=stake,
        )
        return violation("below-entry", text, "The entry score", tr("Throw again."))
    return None


def _why_not_gather(state: TenThousandState) -> Violation | None:
    if state.phase != "start":
        text = tr("The dice are gathered when the turn is over: bank first, or throw again.")
        return violation("turn-goes-on", text, "Between turns")
    return _nothing_to_gather(state)


def _why_not_go_on(state: TenThousandState, then: str) -> Violation | None:
    """Whether what is to follow a bank can follow it."""
    if then == "throw" and _next(state) == state.leader:
        text = tr("This bank ends the game: nobody throws after it.")
        return violation("game-over", text, "The end of the game")
    return _nothing_to_gather(state) if then == "gather" else None


def _nothing_to_gather(state: TenThousandState) -> Violation | None:
    if "throw" in state.zone:
        return None
    text = tr("The dice lie together in the keep zone already.")
    return violation("gathered", text, "Between turns")


def _why_not_by_hand(
    state: TenThousandState, action: SetDie | SetScore | EndTurn
) -> Violation | None:
    section = "Mishaps"
    match action:
        case SetDie(die, _, value):
            if not 0 <= die < DICE or not UNSEEN <= value <= FACES:
                text = tr(
                    "There are dice 0 to 5 with faces 1 to 6, not die {die} showing {value}.",
                    die=die,
                    value=value,
                )
                return violation("no-such-die", text, section)
        case SetScore(seat, score):
            if not 0 <= seat < len(state.names) or score < 0:
                text = tr("Nobody can have {score} points in seat {seat}.", score=score, seat=seat)
                return violation("no-such-score", text, section)
            return None
        case EndTurn():
            pass
    if state.phase == "over":
        return violation("game-over", tr("The game is over."), "The end of the game")
    return _in_hand() if state.phase == "rolling" else None


# -- what comes of it


def carry_out(state: TenThousandState, action: Action, say: Say) -> TenThousandState:
    """The state after a legal action."""
    if isinstance(action, SetDie | SetScore | EndTurn):
        return _put_right(state, action, say)
    match action:
        case ThrowDice(keep):
            after = _take_up(_moved(state, keep, "keep"), say)
        case DiceRolled(values):
            after = _roll(state, values, say)
        case Keep(dice):
            after = _moved(state, dice, "keep")
        case PutBack(dice):
            after = _moved(state, dice, "throw")
        case Bank(then):
            after = _bank(state, say)
            if then == "throw":
                after = _take_up(after, say)
            elif then == "gather":
                after = _gathered(after)
        case Gather():
            after = _gathered(state)
    return after


def _put_right(
    state: TenThousandState, action: SetDie | SetScore | EndTurn, say: Say
) -> TenThousandState:
    """What a judge enters by hand."""
    match action:
        case SetDie(die, zone, value):
            put = _moved(state, (die,), zone)
            shown = (*put.value[:die], value, *put.value[die + 1 :])
            free = (*put.locked[:die], put.locked[die] and zone == "keep", *put.locked[die + 1 :])
            say(
                Event(
                    "by-hand",
                    tr(
                        "by hand: a die in the {zone} zone, showing {value}",
                        zone=zone_in_words(zone),
                        value=value,
                    ),
                )
            )
            after = msgspec.structs.replace(put, value=shown, locked=free)
        case SetScore(seat, score):
            say(
                Event(
                    "by-hand",
                    tr("by hand: {name} has {score}", name=state.names[seat], score=score),
                    seat,
                )
            )
            after = _scored(state, seat, score)
        case EndTurn():
            say(
                Event(
                    "by-hand",
                    tr("by hand: {name}'s turn ends", name=state.names[state.seat]),
                    state.seat,
                )
            )
            after = _pass_on(state, say)
    return after


def _take_up(state: TenThousandState, say: Say) -> TenThousandState:
    """The dice of the next throw, in hand: what was kept counts from now on."""
    if state.phase == "choose":
        hot = not state.lying
        locked = tuple(zone == "keep" and not hot for zone in state.zone)
        stake = state.points + state.kept_points
        if hot:
            say(
                Event(
                    "hot-dice",
                    tr("{name} has hot dice: all six again.", name=_name(state)),
                    state.seat,
                )
            )
        state = msgspec.structs.replace(state, points=stake, locked=locked)
    taken = state.next_to_throw
    return msgspec.structs.replace(
        state,
        phase="rolling",
        zone=tuple("throw" if die in taken else "keep" for die in ALL_DICE),
        value=tuple(UNSEEN if die in taken else state.value[die] for die in ALL_DICE),
    )


def _roll(state: TenThousandState, values: tuple[int, ...], say: Say) -> TenThousandState:
    value = list(state.value)
    for die, shown in zip(state.lying, values, strict=True):
        value[die] = shown
    state = msgspec.structs.replace(state, phase="choose", value=tuple(value))
    if points(state.table, values):
        return state
    lost = tr(" and loses {points}", points=state.points) if state.points else ""
    facts = {"lost": state.points}
    say(
        Event(
            "farkle",
            tr("Farkle: {name} scores nothing{lost}.", name=_name(state), lost=lost),
            state.seat,
            facts,
        )
    )
    return _pass_on(state, say)


def _moved(state: TenThousandState, dice: Sequence[DieNumber], zone: Zone) -> TenThousandState:
    return msgspec.structs.replace(
        state,
        zone=tuple(zone if die in dice else state.zone[die] for die in ALL_DICE),
    )


def _gathered(state: TenThousandState) -> TenThousandState:
    """The dice in the keep zone; what they show means nothing any more."""
    return msgspec.structs.replace(state, zone=("keep",) * DICE, value=(UNSEEN,) * DICE)


def _bank(state: TenThousandState, say: Say) -> TenThousandState:
    stake, seat = state.at_stake, state.seat
    total = state.banked[seat] + stake
    text = tr("{name} banks {stake}: {total}.", name=_name(state), stake=stake, total=total)
    say(Event("banked", text, seat, {"points": stake, "total": total}))
    entered = (*state.entered[:seat], True, *state.entered[seat + 1 :])
    state = _scored(msgspec.structs.replace(state, entered=entered), seat, total)
    if state.leader is None and total >= state.table.target:
        state = msgspec.structs.replace(state, leader=seat)
        say(
            Event(
                "last-round",
                tr(
                    "{name} has {total}: one last turn for the others.",
                    name=_name(state),
                    total=total,
                ),
                seat,
            )
        )
    return _pass_on(state, say)


def _scored(state: TenThousandState, seat: Seat, total: int) -> TenThousandState:
    banked = (*state.banked[:seat], total, *state.banked[seat + 1 :])
    return msgspec.structs.replace(state, banked=banked)


def _pass_on(state: TenThousandState, say: Say) -> TenThousandState:
    """The turn is over; the dice lie where they lie and belong to the next player."""
    seat = _next(state)
    over = seat == state.leader
    after = msgspec.structs.replace(
        state,
        seat=seat,
        round=state.round + (seat == state.first and not over),
        phase="over" if over else "start",
        locked=(False,) * DICE,
        points=0,
    )
    if over:
        say(Event("game-over", result(after)))
    return after


def _next(state: TenThousandState) -> Seat:
    """Whose turn follows."""
    return Seat((state.seat + 1) % len(state.names))


def winners(state: TenThousandState) -> tuple[Seat, ...]:
    """The seats that win; none while several share the highest total."""
    most = max(state.banked)
    first = state.leader or FIRST_SEAT
    order = [Seat((first + step) % len(state.names)) for step in range(len(state.names))]
    best = [seat for seat in order if state.banked[seat] == most]
    if len(best) > 1 and state.table.tie == "shared":
        return ()
    return (best[0],)


def result(state: TenThousandState) -> Text:
    """The end of the game in one sentence."""
    won, most = winners(state), max(state.banked)
    if won:
        return tr("{name} wins with {most}.", name=state.names[won[0]], most=most)
    tied = [name for name, total in zip(state.names, state.banked, strict=True) if total == most]
    return tr(
        "{names} and {tied} tie with {most}.",
        names=joined(", ", tied[:-1]),
        tied=tied[-1],
        most=most,
    )


def _name(state: TenThousandState) -> str:
    return state.names[state.seat]
