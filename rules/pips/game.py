"""Ten Thousand behind the `Game` protocol."""

import hashlib
import logging
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

import msgspec

from rules.core import (
    CHANCE,
    Chance,
    Citation,
    DieFacts,
    DieName,
    DieNumber,
    DieView,
    Difference,
    Event,
    FaceIndex,
    KindName,
    Offer,
    Outcome,
    Place,
    Placement,
    Reminder,
    Roll,
    Seat,
    SeatView,
    View,
    Violation,
    ZoneKind,
)
from rules.core.hints import zone_in_words
from rules.pips import fouls, turn
from rules.pips.scoring import (
    DICE,
    FACES,
    STANDARD,
    ScoringTable,
    own_table,
    variant,
)
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
)
from words import NOTHING, Text, tr
from words.written import write_text

log = logging.getLogger(__name__)

KIND: Final = KindName("d6")
PLAYERS: Final = range(2, 7)
_SHORT: Final = ("die", "one", "two", "three", "four", "five", "six")
_ACTIONS: Any = Action  # a union is a type to msgspec, a form to the type checker
_STEPS: Final[Mapping[str, tuple[Text, Text]]] = {
    "start": (tr("Start of turn"), tr("all six dice are thrown")),
    "rolling": (tr("Throw"), tr("the dice are rolling")),
    "choose": (tr("Keep"), tr("dice that score are kept, then throw again or bank")),
    "over": (tr("Over"), NOTHING),
}


class TenThousand:
    """The rules of Ten Thousand; holds nothing but what every game has in common."""

    name: Final = "tenthousand"
    zones: Final[Mapping[str, ZoneKind]] = {"throw": ZoneKind.OPEN, "keep": ZoneKind.OPEN}
    zone_titles: Final[Mapping[str, Text]] = {
        "throw": tr("the throwing zone"),
        "keep": tr("the keep zone"),
    }

    def dice(self, setup: Mapping[str, Any]) -> tuple[DieFacts, ...]:  # noqa: ARG002 - protocol
        """Six ordinary dice; everybody's own, so nobody knows their colours."""
        pips = tuple({"family": "pips", "value": value} for value in range(1, FACES + 1))
        return (DieFacts(KIND, "die", pips, count=DICE),)

    def new(self, setup: Mapping[str, Any]) -> TenThousandState:
        """A game of two to six players, of `names`, `format`, `first` and maybe a `table`."""
        names = _names(setup.get("names") or ("Player 1", "Player 2"))
        first = setup.get("first", 0)
        if not isinstance(first, int) or not 0 <= first < len(names):
            raise ValueError(
                tr(
                    "seat {first} cannot begin: there are seats 0 to {count}.",
                    first=first,
                    count=len(names) - 1,
                )
            )
        nobody = (False,) * len(names)
        table = table_of(setup)
        scoring = (
            tr("a table of their own") if setup.get("table") else setup.get("format") or STANDARD
        )
        log.info("Ten Thousand is set up, %s: %d players", scoring, len(names))
        return TenThousandState(
            names, table, (0,) * len(names), nobody, seat=Seat(first), first=Seat(first)
        )

    def to_move(self, state: TenThousandState) -> Seat | None:
        """The thrower."""
        if state.phase == "over":
            return None
        return CHANCE if state.phase == "rolling" else state.seat

    def legal_actions(self, state: TenThousandState) -> Sequence[Action]:
        """Every legal action; of dice that show the same the first stand for all."""
        return list(turn.legal_actions(state))

    def offers(self, state: TenThousandState) -> tuple[Offer, ...]:
        """What the thrower may do, the ways to keep dice by their points; and why not bank."""
        keeps = [action for action in turn.legal_actions(state) if isinstance(action, Keep)]
        worth = {keep: turn.kept_with(state, keep.dice) for keep in keeps}
        keeps.sort(key=lambda keep: (-worth[keep], len(keep.dice)))
        offers = [
            Offer(
                tr(
                    "keep {listed}, {worth} points",
                    listed=turn.listed(state.values(keep.dice)),
                    worth=worth[keep],
                ),
                "use",
                keep,
            )
            for keep in keeps
        ]
        offers += [
            Offer(self.say(state, action), _group(state, action), action)
            for action in turn.legal_actions(state)
            if not isinstance(action, Keep | Bank) and not getattr(action, "keep", ())
        ]
        if turn.why_not(state, Bank()) is None:
            offers.append(
                Offer(tr("bank {at_stake}", at_stake=state.at_stake), _group(state, Bank()), Bank())
            )
        blocked = turn.why_not(state, Bank()) if state.phase == "choose" else None
        if blocked is not None:
            offers.append(
                Offer(tr("bank {at_stake}", at_stake=state.at_stake), "pass", why_not=blocked.text)
            )
        return tuple(offers)

    def chance(self, state: TenThousandState) -> Chance | None:
        """The dice in hand."""
        if state.phase != "rolling":
            return None
        return Roll(state.seat, tuple((DieName(str(die)), KIND) for die in state.lying))

    def settle(self, state: TenThousandState, result: Sequence[Any]) -> Action:
        """The throw with these face indices."""
        if state.phase != "rolling":
            raise ValueError(tr("nothing is to be thrown now."))
        faces = [int(face) for face in result]
        if len(faces) != len(state.lying) or not all(0 <= face < FACES for face in faces):
            raise ValueError(
                tr(
                    "{count} faces from 0 to 5 are needed, not {faces}.",
                    count=len(state.lying),
                    faces=faces,
                )
            )
        return DiceRolled(tuple(face + 1 for face in faces))

    def sample(self, state: TenThousandState, rng: Random) -> Action:
        """Throw fair dice."""
        if state.phase != "rolling":
            raise ValueError(tr("nothing is to be thrown now."))
        return DiceRolled(tuple(rng.randint(1, FACES) for _ in state.lying))

    def why_not(self, state: TenThousandState, action: Action) -> Violation | None:
        """The rule that forbids the action."""
        return turn.why_not(state, action)

    def apply(
        self, state: TenThousandState, action: Action
    ) -> tuple[TenThousandState, tuple[Event, ...]]:
        """Carry out a legal action and everything that follows without a choice."""
        wrong = turn.why_not(state, action)
        if wrong is not None:
            raise ValueError(wrong.text)
        events: list[Event] = []
        after = turn.carry_out(state, action, events.append)
        return after, tuple(events)

    def layout(self, state: TenThousandState) -> tuple[Placement, ...]:
        """The six dice; after a turn they lie as they were left until somebody takes them up."""
        return tuple(
            Placement(DieName(str(die)), KIND, Place(state.zone[die]), _face(state.value[die]))
            for die in ALL_DICE
        )

    def view(self, state: TenThousandState) -> View:
        """The dice, and for each player what is banked and what is at stake."""
        step, substep = _STEPS[state.phase]
        return View(
            seats=tuple(_seat_view(state, seat) for seat in map(Seat, range(len(state.names)))),
            turn=state.round,
            active=state.seat,
            step=step,
            substep=substep,
            dice=tuple(_die_view(state, die) for die in ALL_DICE),
            common=tuple(self.zones),
            sides=len(state.names),
        )

    def reminders(self, state: TenThousandState) -> tuple[Reminder, ...]:
        """What a judge would say now."""
        return tuple(_reminders(state))

    def outcome(self, state: TenThousandState) -> Outcome | None:
        """The winner's seat; none for a tie."""
        if state.phase != "over":
            return None
        return Outcome(turn.winners(state), turn.result(state))

    def say(self, state: TenThousandState, action: Action) -> Text:
        """The action in words short enough to speak."""
        return _say(state, action)

    def leaves_trace(self, state: TenThousandState, action: Action) -> bool:
        """Whether a die moves or is turned."""
        return self.layout(self.apply(state, action)[0]) != self.layout(state)

    def touches(self, state: TenThousandState, action: Action) -> Sequence[str]:
        """The dice an action takes up or moves."""
        match action:
            case ThrowDice(keep) if state.phase == "start" or set(keep) >= set(state.lying):  # hot
                dice: Sequence[DieNumber] = ALL_DICE
            case Bank("throw"):
                dice = ALL_DICE
            case ThrowDice() | DiceRolled() | Gather() | Bank("gather"):
                dice = state.lying
            case Keep(moved) | PutBack(moved):
                dice = moved
            case _:
                dice = ()
        return [DieName(str(die)) for die in dice]

    def dice_after(self, state: TenThousandState, action: Action) -> Mapping[Place, int]:
        """How many of the six lie in either zone."""
        kept = turn.kept_after(state, action)
        return {Place("keep"): kept, Place("throw"): DICE - kept}

    def foul_of(self, state: TenThousandState, changes: Sequence[Difference]) -> Violation | None:
        """The foul these changes amount to."""
        return fouls.foul_of(state, changes)

    def by_hand(self, state: TenThousandState, changes: Sequence[Difference]) -> Sequence[Action]:
        """Actions that make the state agree with the table."""
        return fouls.put_right_by_hand(state, changes)

    def write_action(self, action: Action) -> Any:
        """A tagged mapping."""
        return msgspec.to_builtins(action)

    def read_action(self, written: Any) -> Action:
        """The inverse of `write_action`."""
        try:
            action: Action = msgspec.convert(written, _ACTIONS)
        except msgspec.MsgspecError as error:
            raise ValueError(
                tr("this is no action of Ten Thousand: {error}.", error=error)
            ) from None
        return action

    def digest(self, state: TenThousandState) -> str:
        """A hash of everything in the state."""
        return hashlib.sha256(
            msgspec.json.encode(state, order="deterministic", enc_hook=write_text)
        ).hexdigest()


def _group(state: TenThousandState, action: Action) -> str:
    """Where an offer stands in the list; what throws nothing and keeps nothing comes last.

    Whoever banks six kept dice does what no look at the table will ever tell: they say it.
    """
    if isinstance(action, ThrowDice):
        return "roll"
    return "hand" if isinstance(action, Bank) and not state.lying else "pass"


def table_of(setup: Mapping[str, Any]) -> ScoringTable:
    """The scoring table of a set-up: its own, or that of its format. Raises `ValueError`."""
    own = setup.get("table")
    if own is not None:
        return own_table(own, tr("the scoring table"))
    return variant(str(setup.get("format") or STANDARD))


def _names(written: Sequence[Any]) -> tuple[str, ...]:
    names = tuple(str(name).strip() for name in written)
    if len(names) not in PLAYERS:
        raise ValueError(
            tr(
                "Ten Thousand is played by {least} to {most} players, not {count}.",
                least=PLAYERS[0],
                most=PLAYERS[-1],
                count=len(names),
            )
        )
    if not all(names):
        raise ValueError(
            tr("player {index} has no name: give everybody one.", index=names.index("") + 1)
        )
    name, count = Counter(names).most_common(1)[0]
    if count > 1:
        raise ValueError(
            tr(
                "{count} players are called '{name}': give each a name of their own.",
                count=count,
                name=name,
            )
        )
    return names


def _face(value: int) -> FaceIndex | None:
    return None if value == UNSEEN else FaceIndex(value - 1)


def _die_view(state: TenThousandState, die: DieNumber) -> DieView:
    value = state.value[die]
    aside = NOTHING
    if state.zone[die] == "keep":
        aside = tr("kept before") if state.locked[die] else tr("kept")
    between = state.phase in {"start", "over"}
    return DieView(
        die=DieName(str(die)),
        kind=KIND,
        place=Place(state.zone[die]),
        title="die",
        short=_SHORT[value],
        stats=str(value) if value else "",
        detail=NOTHING if between else aside,
    )


def _seat_view(state: TenThousandState, seat: Seat) -> SeatView:
    notes = []
    if state.phase != "over" and seat == state.seat and state.at_stake:
        notes.append(tr("{at_stake} at stake", at_stake=state.at_stake))
    if not state.entered[seat] and state.table.entry:
        notes.append(tr("enters with {entry}", entry=state.table.entry))
    if seat == state.leader:
        notes.append(tr("began the last round"))
    banked, target = state.banked[seat], state.table.target
    return SeatView(state.names[seat], banked, 0, tuple(notes), goal=target)


def _reminders(state: TenThousandState) -> Iterator[Reminder]:
    if state.phase == "over":
        return
    if state.leader is not None:
        best = max(state.banked)
        text = tr(
            "Last round: {best} must be beaten, and this is {name}'s turn.",
            best=best,
            name=state.names[state.seat],
        )
        yield Reminder(text, Citation(turn.BOOK, "The end of the game"), state.seat, urgent=True)
    if state.phase != "choose":
        return
    blocked = turn.why_not(state, Bank())
    if blocked is not None:
        yield Reminder(blocked.text, blocked.citation, state.seat, urgent=state.hot)
    elif state.hot:
        text = tr("All six dice score: bank, or keep them all and throw all six.")
        yield Reminder(text, Citation(turn.BOOK, "Hot dice"), state.seat)
    if not state.kept:
        text = tr("At least one die that scores is kept before the next throw.")
        yield Reminder(text, Citation(turn.BOOK, "Keeping dice"), state.seat)


def _say(state: TenThousandState, action: Action) -> Text:
    if isinstance(action, SetDie | SetScore | EndTurn):
        return tr("by hand: {said}", said=_say_by_hand(state, action))
    who = state.names[state.seat]
    match action:
        case ThrowDice(()):
            said = tr("{who} throws {many}", who=who, many=turn.many(len(state.next_to_throw)))
        case ThrowDice(keep):
            left = len(state.next_to_throw) - len(keep) or DICE
            said = tr(
                "{who} keeps {listed}, throws {many}",
                who=who,
                listed=turn.listed(_shown(state, keep)),
                many=turn.many(left),
            )
        case DiceRolled(values):
            said = tr("rolled {listed}", listed=turn.listed(values))
        case Keep(dice):
            said = tr("{who} keeps {listed}", who=who, listed=turn.listed(_shown(state, dice)))
        case PutBack(dice):
            said = tr("{who} puts back {listed}", who=who, listed=turn.listed(_shown(state, dice)))
        case Bank(then):
            following = state.names[(state.seat + 1) % len(state.names)]
            after = {
                "": "",
                "throw": tr(", {following} throws", following=following),
                "gather": tr(", the dice are gathered"),
            }
            said = tr(
                "{who} banks {at_stake}{after}", who=who, at_stake=state.at_stake, after=after[then]
            )
        case Gather():
            said = tr("the dice are gathered")
    return said


def _say_by_hand(state: TenThousandState, action: SetDie | SetScore | EndTurn) -> Text:
    match action:
        case SetDie(die, zone, value):
            return tr(
                "die {die} shows {value} in the {zone} zone",
                die=die,
                value=value,
                zone=zone_in_words(zone),
            )
        case SetScore(seat, points):
            return tr("{called} has {points}", called=_called(state, seat), points=points)
        case EndTurn():
            return tr("{name}'s turn ends", name=state.names[state.seat])


def _shown(state: TenThousandState, dice: Sequence[DieNumber]) -> tuple[int, ...]:
    """What these dice show; a die that does not exist shows nothing."""
    return tuple(state.value[die] if 0 <= die < DICE else UNSEEN for die in dice)


def _called(state: TenThousandState, seat: Seat) -> str:
    return state.names[seat] if 0 <= seat < len(state.names) else tr("seat {seat}", seat=seat)
