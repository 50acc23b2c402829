"""IRONDIE behind the `Game` protocol."""

import hashlib
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
    DieView,
    Event,
    Offer,
    Outcome,
    Place,
    Placement,
    Reminder,
    Roll,
    SeatView,
    View,
    Violation,
    ZoneKind,
)
from rules.core.clocks import Clock
from rules.irondie import clocks, colour_table, turn
from rules.irondie.dice import APPEARANCE, Die, parse_set
from rules.irondie.match import enter
from rules.irondie.state import (
    SIDES,
    Action,
    Aim,
    Bonus,
    Concede,
    Declare,
    Forgo,
    Proceed,
    PutAway,
    Renounce,
    Rolled,
    Share,
    Split,
    State,
    TakeBack,
    TimeUp,
    Turn,
)

BOOK: Final = "IRONDIE 1.4"
ROLLOFF_KIND: Final = "d6"
DIE_MM: Final = 15.0
"""The edge of its enamelled dice."""

_ACTIONS: Any = Action  # a union is a type to msgspec, a form to the type checker
_PHASES: Final[Mapping[str, tuple[str, str]]] = {
    "battle": ("Battle", "choosing groups"),
    "bonus": ("Battle", "colour bonuses"),
    "skirmish": ("Skirmish", "who goes on the offensive"),
    "duel": ("Skirmish", "duel"),
    "rolled": ("Skirmish", "all dice of the duel are rolled"),
    "resolve": ("Skirmish", "resolving, last die first"),
    "fought": ("Damage", "attack against defence"),
    "damage": ("Damage", "sharing damage"),
    "return": ("End of turn", "taking life dice back"),
    "over": ("Over", ""),
}


class Irondie:
    """The rules of IRONDIE; holds nothing but what every game has in common."""

    name: Final = "irondie"
    zones: Final[Mapping[str, ZoneKind]] = {
        "battle": ZoneKind.OPEN,
        "skirmish": ZoneKind.OPEN,
        "reserve": ZoneKind.HEAP,
        "limbo": ZoneKind.HEAP,
        "abyss": ZoneKind.HEAP,
        "box": ZoneKind.HIDDEN,  # the two pipped dice of a roll-off, when not in use
    }

    def dice(self, setup: Mapping[str, Any]) -> tuple[DieFacts, ...]:
        """Each kind of die in the sets, and the dice of a roll-off."""
        dice = self.new(setup).dice
        counts = Counter(die.kind for die in dice)
        kinds = {die.kind: die for die in dice}
        facts = [_facts(die, counts[kind]) for kind, die in kinds.items()]
        pips = tuple({"family": "pips", "value": value} for value in range(1, 7))
        facts.append(DieFacts(ROLLOFF_KIND, "roll-off die", pips, count=SIDES))
        return tuple(facts)

    def new(self, setup: Mapping[str, Any]) -> State:
        """A game of two players or of two teams; see `demo_setup` for the form of `setup`."""
        clocks.known_format(setup.get("format"))
        sets = setup.get("sets", ())
        if len(sets) < SIDES or len(sets) % SIDES:
            raise ValueError(f"IRONDIE needs two sets, or as many for each team; got {len(sets)}.")
        names = tuple(setup.get("names") or (f"Player {seat + 1}" for seat in range(len(sets))))
        if len(names) != len(sets):
            raise ValueError(f"there are {len(sets)} sets but {len(names)} names.")
        dice = tuple(
            die
            for seat, written in enumerate(sets)
            for die in parse_set(written, seat, names[seat])
        )
        for name, main, aside in zip(names, sets, setup.get("side_sets") or (), strict=False):
            enter(name, main, aside)
        written = setup.get("chromatic")
        table = colour_table.read(written, "the setup") if written else colour_table.shipped()
        return State(
            names=names,
            dice=dice,
            table=table,
            zone=tuple("reserve" for _ in dice),
            value=(0,) * len(dice),
            split=(None,) * len(names),
        )

    def clocks(self, setup: Mapping[str, Any]) -> Mapping[str, Clock]:
        """By the tournament rules a match and a game have a limit."""
        return clocks.clocks_for(clocks.known_format(setup.get("format")))

    def time_called(self, state: State) -> Action | None:
        """Time is called once; sudden death begins with the turn after."""
        return None if state.time_up or state.phase == "over" else TimeUp()

    def to_move(self, state: State) -> int | None:
        """The seat to decide; for a team in a duel its first member stands for both."""
        if state.phase == "over":
            return None
        if turn.awaits_roll(state):
            return CHANCE
        if state.bonus:
            return state.dice[turn.bonuses_due(state)[0]].seat
        choice = turn.choice_due(state) or turn.aim_due(state)
        if choice is not None:
            return state.dice[choice.die].seat
        match state.phase:
            case "battle":
                return state.split.index(None)
            case "damage":
                return turn.sharing_side(state)
            case "return":
                return turn.returning_seat(state)
            case "rolled" | "fought":
                return 0
            case _:
                return turn.duel_side(state)

    def legal_actions(self, state: State) -> Sequence[Action]:
        """Every legal action; dice that are alike in every respect stand for each other.

        Two are told, not listed: the aim of a die that has several, and the second roll of a
        side that forwent its first. Nobody sees a roll forgone, so a first roll that comes late
        looks like one that came at once; `offers` has both.
        """
        seen: set[object] = set()
        actions = []
        for action in self._every(state):
            likeness = _likeness(state, action)
            if likeness not in seen:
                seen.add(likeness)
                actions.append(action)
        return actions

    def _every(self, state: State) -> Iterator[Action]:
        if state.phase == "over" or turn.awaits_roll(state):
            return
        if state.rolloff is not None:
            yield PutAway()
        if state.bonus:
            yield from turn.bonus_choices(state)
            return
        match state.phase:
            case "battle":
                yield from _splits(state, state.split.index(None))
            case "skirmish":
                yield from turn.declarations(state)
                yield Renounce(state.next_offence)
            case "duel":
                if not turn.has_forgone(state):
                    yield from turn.declarations(state)
                yield Forgo(turn.duel_side(state))
            case "resolve" if turn.aim_due(state) is not None:
                yield from turn.aims_shown(state)
            case "resolve":
                yield from (Turn(add=True), Turn(add=False))
            case "damage":
                yield from turn.shares(state)
            case "rolled" | "fought":
                yield Proceed()
            case _:
                yield from turn.take_backs(state)

    def offers(self, state: State) -> tuple[Offer, ...]:
        """The actions in groups; of the many ways to split a set only the plainest.

        What a die is aimed at can be said with the die, or later as long as nobody knows it.
        """
        groups = {
            Split: "roll", Bonus: "use", Declare: "action", Aim: "use", Forgo: "pass",
            Renounce: "pass", PutAway: "use", Turn: "use", Share: "damage", TakeBack: "use",
            Proceed: "use",
        }  # fmt: skip
        actions = [
            spoken
            for action in self.legal_actions(state)
            for spoken in (_in_full(state, action) if isinstance(action, Declare) else (action,))
        ]
        if state.phase == "battle" and actions:
            actions = actions[-1:]  # the whole reserve: of hundreds of groups the plainest
        if state.phase == "duel" and turn.has_forgone(state) and _may_declare(state):
            actions[:0] = turn.declarations_told(state)
        if state.phase in {"duel", "rolled"} and not turn.awaits_roll(state) and not state.bonus:
            actions += turn.aims_to_tell(state)
        return tuple(
            Offer(self.say(state, action), groups[type(action)], action) for action in actions
        )

    def chance(self, state: State) -> Chance | None:
        """The dice to be rolled: a battle's, one of a duel, or two for a roll-off."""
        return _due(state)

    def settle(self, state: State, result: Sequence[Any]) -> Action:
        """The roll with these face indices."""
        chance = _due(state)
        if chance is None:
            raise ValueError("nothing is to be rolled now.")
        faces = [int(face) for face in result]
        if len(faces) != len(chance.dice) or not all(0 <= face < 6 for face in faces):
            raise ValueError(f"{len(chance.dice)} faces from 0 to 5 are needed, not {faces}.")
        return Rolled(tuple(face + 1 for face in faces))

    def sample(self, state: State, rng: Random) -> Action:
        """Roll fair dice."""
        chance = _due(state)
        if chance is None:
            raise ValueError("nothing is to be rolled now.")
        return Rolled(tuple(rng.randint(1, 6) for _ in chance.dice))

    def why_not(self, state: State, action: Action) -> Violation | None:
        """The rule that forbids the action."""
        if state.phase == "over":
            return _violation("game-over", "The game is over.", "The end of the game")
        if isinstance(action, Concede):
            return None
        if isinstance(action, TimeUp):
            if state.time_up:
                return _violation("time-is-up", "Time has run out before.", "Tournament rules")
            return None
        if isinstance(action, Rolled):
            chance = _due(state)
            fits = chance is not None and len(chance.dice) == len(action.values)
            if fits and all(1 <= value <= 6 for value in action.values):
                return None
            return _violation("no-such-roll", "These dice are not to be rolled now.", "The game")
        if isinstance(action, Split) and _is_own_group(state, action):
            return None
        if isinstance(action, Aim) and state.phase in {"duel", "rolled"}:
            return None if action in turn.aims_to_tell(state) else _explain(state, action)
        likeness = _likeness(state, action)
        known = self._every(state)
        if isinstance(action, Declare) and _may_declare(state):
            told = turn.declarations_told if action.targets else turn.declarations
            known = told(state)
        if any(_likeness(state, legal) == likeness for legal in known):
            return None
        return _explain(state, action)

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """Carry out a legal action and everything that follows without a choice."""
        violation = self.why_not(state, action)
        if violation is not None:
            raise ValueError(violation.text)
        events: list[Event] = []
        after = _carry_out(state, action, events.append)
        after = turn.settle_in(after, events.append)
        return after, tuple(events)

    def layout(self, state: State) -> tuple[Placement, ...]:
        """Every die; chosen dice count as lying in battle, unrolled."""
        chosen = {die for split in state.split for die in split or ()}
        placements = []
        for index, die in enumerate(state.dice):
            zone = "battle" if index in chosen else state.zone[index]
            face = state.value[index] - 1 if state.value[index] else None
            placements.append(Placement(str(index), die.kind, Place(zone, die.seat), face))
        for side in range(SIDES):
            rolled = state.rolloff[side] - 1 if state.rolloff else None
            place = Place("box") if rolled is None else Place("skirmish", side)
            placements.append(Placement(f"rolloff{side}", ROLLOFF_KIND, place, rolled))
        return tuple(placements)

    def view(self, state: State) -> View:
        """All dice but those of the box; secret groups stay secret until both are chosen."""
        dice = (*_sets_view(state), *_rolloff_view(state))
        step, substep = _PHASES[state.phase]
        if state.sudden:
            substep = f"{substep}; sudden death" if substep else "sudden death"
        active = self.to_move(state)
        return View(
            seats=tuple(_seat_view(state, seat) for seat in range(state.seats)),
            turn=state.turn,
            active=active if active is not None and active >= 0 else 0,
            step=step,
            substep=substep,
            dice=dice,
        )

    def reminders(self, state: State) -> tuple[Reminder, ...]:
        """What a judge would say now."""
        return tuple(_reminders(state))

    def outcome(self, state: State) -> Outcome | None:
        """The winners' seats, none for a draw."""
        if state.winners is None:
            return None
        if not state.winners:
            return Outcome((), "A draw: neither side has a life die in battle.")
        side = state.winners[0] % SIDES
        return Outcome(state.winners, f"{turn.side_name(state, side)} wins.")

    def say(self, state: State, action: Action) -> str:
        """The action in words short enough to speak."""
        return _say(state, action)

    def leaves_trace(self, state: State, action: Action) -> bool:
        """Whether anything on the table moves or is turned."""
        return self.layout(self.apply(state, action)[0]) != self.layout(state)

    def touches(self, state: State, action: Action) -> Sequence[str]:  # noqa: ARG002 - protocol
        """The dice an action moves or rolls; targets are only named."""
        match action:
            case Split(_, dice):
                return [str(die) for die in dice]
            case Declare(die) | Bonus(die) | Share(die):
                return [str(die)]
            case Aim(_, target) if target is not None:
                return [str(target)]
            case TakeBack(_, die) if die is not None:
                return [str(die)]
            case PutAway():
                return [f"rolloff{side}" for side in range(SIDES)]
            case _:
                return ()

    def needs_longer_rest(self, state: State, action: Action) -> bool:
        """A duel half resolved, or a bonus half given, looks like a word and a wasted bonus."""
        match action:
            case Proceed():
                return True
            case Bonus(die, targets):
                grants = state.table[state.dice[die].colour].grants
                return any(
                    target is not None and turn.is_wasted(state, target, grant.amount)
                    for target, grant in zip(targets, grants, strict=True)
                )
            case _:
                return False

    def write_action(self, action: Action) -> Any:
        """A tagged mapping."""
        return msgspec.to_builtins(action)

    def read_action(self, written: Any) -> Action:
        """The inverse of `write_action`."""
        try:
            action: Action = msgspec.convert(written, _ACTIONS)
        except msgspec.MsgspecError as error:
            raise ValueError(f"this is no action of IRONDIE: {error}.") from None
        return action

    def digest(self, state: State) -> str:
        """A hash of everything in the state."""
        return hashlib.sha256(msgspec.json.encode(state, order="deterministic")).hexdigest()


def demo_setup() -> dict[str, Any]:
    """Two sets with every type and every colour, no class of one colour twice.

    So all eighteen can be told apart from above, by symbol and colour; a real game has shapes.
    """
    return {
        "names": ["Zac", "Dot"],
        "format": clocks.TOURNAMENT,
        "sets": [
            [
                "smasher-black", "assault-red", "ballistic-purple", "barrier-green",
                "nullifier-blue", "powerup-white", "swarm-orange", "fortress-yellow",
                "regeneration-red",
            ],
            [
                "smasher-white", "assault-orange", "ballistic-blue", "barrier-yellow",
                "powerup-black", "nullifier-red", "fortress-green", "swarm-blue",
                "regeneration-purple",
            ],
        ],
    }  # fmt: skip


def _in_full(state: State, action: Declare) -> Iterator[Declare]:
    """The declaration with every aim it may have."""
    yield from (Declare(action.die, targets) for targets in turn.aims_of(state, action.die))


def _may_declare(state: State) -> bool:
    """Whether a die may be shown and rolled now, whichever and at whatever."""
    waiting = state.phase in {"skirmish", "duel"} and not state.bonus
    return waiting and not turn.awaits_roll(state)


def _facts(die: Die, count: int) -> DieFacts:
    body, ink = APPEARANCE[die.colour]
    faces = tuple(
        {"family": "irondie", "class": die.die_class, "value": value} for value in range(1, 7)
    )
    icon = die.type_name + ("-rare" if die.rare else "")
    return DieFacts(
        die.kind, die.title, faces, body=body, ink=ink, icon=icon, count=count, size_mm=DIE_MM
    )


def _due(state: State) -> Roll | None:
    """The roll that must happen before anything else."""
    if state.phase == "over" or not turn.awaits_roll(state):
        return None
    if turn.awaits_rolloff(state):
        return Roll(
            0, tuple((f"rolloff{side}", ROLLOFF_KIND) for side in range(SIDES)), staggered=True
        )
    dice = turn.dice_to_roll(state)
    seats = {state.dice[die].seat for die in dice}
    kinds = tuple((str(die), state.dice[die].kind) for die in dice)
    thrown_by_all = state.phase == "battle"  # though one of the groups may be empty
    return Roll(min(seats), kinds, staggered=thrown_by_all)


def _violation(code: str, text: str, section: str, remedy: str = "") -> Violation:
    return Violation(code, text, Citation(BOOK, section), remedy)


def _splits(state: State, seat: int) -> Iterator[Split]:
    """Every group a seat may roll, dice that are alike being interchangeable."""
    alike: dict[tuple[object, ...], list[int]] = {}
    for index, die in enumerate(state.dice):
        if die.seat == seat and state.zone[index] == "reserve":
            alike.setdefault((die.kind,), []).append(index)
    groups: list[tuple[int, ...]] = [()]
    for members in alike.values():
        groups = [
            (*group, *members[:taken]) for group in groups for taken in range(len(members) + 1)
        ]
    for group in groups:
        yield Split(seat, tuple(sorted(group)))


def _is_own_group(state: State, split: Split) -> bool:
    """Whether the seat is to choose now and owns the dice; quicker than listing every group."""
    if state.phase != "battle" or None not in state.split or state.split.index(None) != split.seat:
        return False
    known = range(len(state.dice))
    return len(set(split.dice)) == len(split.dice) and all(
        die in known and state.dice[die].seat == split.seat and state.zone[die] == "reserve"
        for die in split.dice
    )


def _likeness(state: State, action: Action) -> object:
    """What an action is when dice of one kind, seat, zone and value cannot be told apart."""

    def like(die: int | None) -> object:
        if die is None:
            return None
        rolls = state.duel.rolls if state.duel else ()
        in_duel = tuple(
            (place, die == roll.die, die in roll.targets) for place, roll in enumerate(rolls)
            if die == roll.die or die in roll.targets or die in roll.among
        )  # fmt: skip
        pending = die in state.bonus
        kind, seat = state.dice[die].kind, state.dice[die].seat
        return (kind, seat, state.zone[die], state.value[die], in_duel, pending)

    try:
        match action:
            case Split(seat, dice):
                return ("split", seat, tuple(sorted(map(like, dice), key=repr)))
            case Bonus(die, targets):
                return ("bonus", like(die), tuple(map(like, targets)))
            case Declare(die, targets):
                return ("declare", like(die), tuple(sorted(map(like, targets), key=repr)))
            case Aim(die, target):
                return ("aim", like(die), like(target))
            case TakeBack(seat, die):
                return ("take-back", seat, like(die))
            case _:
                return action
    except IndexError:  # a die that does not exist
        return action


def _carry_out(state: State, action: Action, say: turn.Say) -> State:
    match action:
        case Split(seat, dice):
            split = (*state.split[:seat], dice, *state.split[seat + 1 :])
            return msgspec.structs.replace(state, split=split)
        case Rolled(values):
            return turn.roll_dice(state, values, say)
        case Bonus():
            return turn.apply_bonus(state, action, say)
        case Declare():
            say(Event("declared", f"{_say(state, action)}."))
            return turn.declare(state, action)
        case Aim(die, target) if state.phase in {"duel", "rolled"}:
            assert target is not None
            return turn.tell_aim(state, die, target)
        case Aim():
            return turn.show_aim(state, action, say)
        case Forgo():
            return turn.forgo(state)
        case Renounce(side):
            return turn.renounce(state, side)
        case Turn(add):
            roll = turn.choice_due(state)
            assert roll is not None
            return turn.turn_target(state, roll, 1 if add else -1, say)
        case Share():
            return turn.take_share(state, action, say)
        case TakeBack(_, die):
            if die is not None:
                state = state.put({die: ("reserve", 0)})
            return msgspec.structs.replace(state, returned=(*state.returned, die is not None))
        case Proceed():
            return turn.proceed(state, say)
        case PutAway():
            return msgspec.structs.replace(state, rolloff=None)
        case TimeUp():
            say(Event("time-up", "Time is up: sudden death from the next turn on."))
            return msgspec.structs.replace(state, time_up=True)
        case Concede(side):
            winners = tuple(seat for seat in range(state.seats) if seat % SIDES != side)
            say(Event("conceded", f"{turn.side_name(state, side)} concedes."))
            return msgspec.structs.replace(
                state, phase="over", winners=winners, bonus=(), duel=None
            )


def _say(state: State, action: Action) -> str:
    def title(die: int) -> str:
        owner = state.names[state.dice[die].seat]
        shown = f" {state.value[die]}" if state.in_play(die) and state.value[die] else ""
        return f"{owner}'s {state.dice[die].title}{shown}"

    match action:
        case Split(seat, dice):
            chosen = ", ".join(state.dice[die].title for die in dice) or "nothing"
            return f"{state.names[seat]} rolls {chosen}"
        case Rolled(values):
            return "rolled " + " ".join(map(str, values))
        case Bonus(die, targets):
            given = ", ".join(title(target) for target in targets if target is not None)
            return f"bonus of {title(die)} to {given}"
        case Declare(die, targets) if targets:
            return f"{title(die)} aims at {', '.join(title(target) for target in targets)}"
        case Declare(die):
            return f"{title(die)} is rolled in the duel"
        case Aim(die, None):
            return f"{title(die)} has no effect"
        case Aim(die, target) if die == target:
            return f"{title(die)} loses"
        case Aim(die, target):
            assert target is not None
            return f"{title(die)} was aimed at {title(target)}"
        case Forgo(side):
            return f"{turn.side_name(state, side)} forgoes the roll"
        case Renounce(side):
            return f"{turn.side_name(state, side)} renounces the offensive"
        case Turn(add):
            return "add" if add else "subtract"
        case Share(die, points):
            return f"{title(die)} takes {points}"
        case TakeBack(seat, None):
            return f"{state.names[seat]} takes no life die back"
        case TakeBack(_, die):
            assert die is not None
            return f"{title(die)} back to the hand"
        case Proceed():
            return "resolve the duel" if state.phase == "rolled" else "deal the damage"
        case PutAway():
            return "the dice of the roll-off are put away"
        case TimeUp():
            return "time is up"
        case Concede(side):
            return f"{turn.side_name(state, side)} concedes"


def _sets_view(state: State) -> Iterator[DieView]:
    """The dice of the sets."""
    for index, die in enumerate(state.dice):
        shows = state.in_play(index) and state.value[index]
        yield DieView(
            die=str(index),
            kind=die.kind,
            place=Place(state.zone[index], die.seat),
            title=die.title,
            short=f"{die.type_name[:3].capitalize()}{die.colour[:2]}",
            stats=str(state.value[index]) if shows else "",
            detail=_detail(state, index),
            paired=_aimed_at(state, index),
        )


def _rolloff_view(state: State) -> Iterator[DieView]:
    """The dice of the roll-off for priority, while they lie on the table."""
    for side, rolled in enumerate(state.rolloff or ()):
        yield DieView(
            die=f"rolloff{side}",
            kind=ROLLOFF_KIND,
            place=Place("skirmish", side),
            title="roll-off die",
            short="d6",
            stats=str(rolled),
            detail=f"priority: {rolled}",
        )


def _detail(state: State, index: int) -> str:
    die = state.dice[index]
    shown = f"value {state.value[index]}, " if state.in_play(index) and state.value[index] else ""
    rolls = state.duel.rolls if state.duel else ()
    aims = [target for roll in rolls if roll.die == index for target in roll.targets]
    at = ", ".join(f"{state.names[state.dice[t].seat]}'s {state.dice[t].title}" for t in aims)
    return f"{shown}{die.die_class}" + (f", aims at {at}" if at else "")


def _aimed_at(state: State, index: int) -> str | None:
    """The die this one is rolled against in the duel, when it is a single one."""
    for roll in state.duel.rolls if state.duel else ():
        if roll.die == index and len(roll.targets) == 1:
            return str(roll.targets[0])
    return None


def _seat_view(state: State, seat: int) -> SeatView:
    side = seat % SIDES
    sums = {
        kind: sum(state.value[die] for die in state.of("battle", side, kind))
        for kind in ("attack", "defence")
    }
    notes = [f"att {sums['attack']}, def {sums['defence']}"]
    if state.phase in {"skirmish", "duel"} and state.renounced[side]:
        notes.append("offensive renounced")
    most = 6 * sum(1 for die in state.dice if die.seat % SIDES == side and die.die_class == "life")
    return SeatView(state.names[seat], state.life(side), most, tuple(notes))


def _reminders(state: State) -> Iterator[Reminder]:
    if state.bonus and not turn.awaits_roll(state):
        for die in turn.bonuses_due(state):
            yield Reminder(
                f"The {state.dice[die].title} rolled its bonus: it must be given now.",
                Citation(BOOK, "Color bonus"),
                state.dice[die].seat,
                urgent=True,
            )
    if state.phase == "battle" and state.turn == 1:
        text = "Whoever rolls no life die loses as soon as the first battle phase is over."
        yield Reminder(text, Citation(BOOK, "The end of the game"))
    if state.phase == "skirmish" and state.next_offence >= 0:
        text = "Renouncing the offensive holds for the rest of this skirmish; answering stays free."
        yield Reminder(text, Citation(BOOK, "The alternation of duels"), state.next_offence)
    if state.phase == "duel" and state.duel is not None and state.duel.opportunity:
        text = "Only the dice of this duel and their targets may be aimed at now."
        yield Reminder(text, Citation(BOOK, "Breakdown of a duel"), turn.duel_side(state))
    if state.duel is not None and any(not roll.told for roll in state.duel.rolls):
        text = "A target has not been told: name it, or let what the die does show it."
        yield Reminder(text, Citation(BOOK, "Breakdown of a duel"))
    if state.phase == "return" and not state.sudden:
        text = "One life die may go back to the hand; without any left in battle the game is lost."
        yield Reminder(text, Citation(BOOK, "Phase 4: End of turn"))
    if state.time_up and not state.sudden:
        text = "Time is up: this turn is finished as usual, sudden death begins with the next."
        yield Reminder(text, Citation(BOOK, "Tournament rules"), urgent=True)
    if state.sudden:
        text = "Sudden death: no skirmish, no life die taken back, each loses 1 as a turn begins."
        yield Reminder(text, Citation(BOOK, "Tournament rules"), urgent=True)


def _explain(state: State, action: Action) -> Violation:
    """Why a player's action is not among the legal ones."""
    match action:
        case Split():
            if state.phase != "battle" or state.split[action.seat] is not None:
                text = "Groups are chosen once, at the start of the battle phase."
                return _violation("not-choosing", text, "Phase 1: Battle")
            text = "Only dice of one's own reserve can be rolled into battle."
            return _violation("not-in-reserve", text, "Phase 1: Battle")
        case Bonus():
            if action.die not in state.bonus:
                text = "This die did not roll its bonus, or the bonus has been given."
                return _violation("no-bonus", text, "The golden rules")
            if action.die not in turn.bonuses_due(state):
                text = "The side with priority gives its bonuses first."
                return _violation("priority", text, "Phase 1: Battle")
            text = "A bonus goes to another own die in play of the class and colour it names."
            return _violation("illegal-bonus-target", text, "Color bonus")
        case Declare():
            return _explain_declare(state, action)
        case Aim():
            text = "That die's target is known, or this cannot be it."
            return _violation("no-such-aim", text, "Breakdown of a duel")
        case Renounce() | Forgo():
            text = "This side is not the one to roll now."
            return _violation("not-to-roll", text, "Breakdown of a duel")
        case Share():
            text = "All the damage must be taken, by life dice in battle, none below zero."
            return _violation("wrong-share", text, "Phase 3: Damage")
        case TakeBack():
            if state.sudden:
                text = "Under sudden death no life die returns to the hand."
                return _violation("sudden-death", text, "Tournament rules")
            text = "Each player takes back at most one life die, of their own, from battle."
            return _violation("not-a-life-die", text, "Phase 4: End of turn")
        case _:
            text = "This cannot be done in the present phase."
            return _violation("wrong-phase", text, "The game")


def _explain_declare(state: State, action: Declare) -> Violation:
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
    if state.side(action.die) != turn.duel_side(state):
        text = "It is the other side's turn to roll."
        return _violation("not-to-roll", text, "Breakdown of a duel")
    if state.duel is not None:
        text = "In answer, only the dice of this duel and their targets may be aimed at."
        return _violation("target-not-in-duel", text, "Breakdown of a duel")
    text = f"A {state.dice[action.die].type_name.capitalize()} cannot be aimed at that."
    return _violation("illegal-target", text, "The dice: target")
