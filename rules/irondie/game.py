"""IRONDIE behind the `Game` protocol."""

import hashlib
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

import msgspec

from rules.core import (
    CHANCE,
    FIRST_SEAT,
    Chance,
    DieFacts,
    DieName,
    DieNumber,
    Difference,
    Event,
    FaceIndex,
    Offer,
    Outcome,
    Place,
    Placement,
    Reminder,
    Seat,
    View,
    Violation,
    ZoneKind,
    first_seat,
    numbered,
)
from rules.core.clocks import Clock
from rules.irondie import clocks, colour_table
from rules.irondie.alike_dice import alike_key
from rules.irondie.battle_phase import bonuses_due
from rules.irondie.chance import ROLLOFF_KIND, roll_due
from rules.irondie.damage_phase import side_taking_damage
from rules.irondie.dice import APPEARANCE, Die, parse_set
from rules.irondie.duel_resolution import (
    add_or_subtract_due,
    target_due,
)
from rules.irondie.end_of_game import side_name
from rules.irondie.end_of_turn import seat_taking_back
from rules.irondie.flow import run_until_decision
from rules.irondie.fouls import name_foul, put_right
from rules.irondie.legal_actions import all_actions, may_declare, with_every_target
from rules.irondie.match import check_players, checked_entrant
from rules.irondie.notation import action_in_words
from rules.irondie.perform import perform
from rules.irondie.reminders import current_reminders
from rules.irondie.rolls import awaits_roll, awaits_rolloff, rolls_off, side_bringing
from rules.irondie.skirmish_phase import (
    declarations_with_targets,
    has_forgone,
    side_to_roll,
    targets_to_name,
)
from rules.irondie.state import (
    BATTLE,
    BOTH_SIDES,
    SIDES,
    Action,
    AddOrSubtract,
    BringRollOffDie,
    ChooseGroup,
    DeclareDie,
    ForgoRoll,
    GiveBonus,
    IrondieState,
    NameTarget,
    Proceed,
    PutAwayRollOff,
    PutRight,
    RenounceOffensive,
    RollResult,
    TakeDamage,
    TakeLifeDieBack,
    TimeUp,
    WinRollOff,
    side_of,
)
from rules.irondie.values import changes_nothing
from rules.irondie.view import PHASES, rolloff_dice, seat_view, set_dice
from rules.irondie.why_not import find_violation
from words import Text, as_text, tr
from words.written import write_text

log = logging.getLogger(__name__)

MAT_ZONES: Final = (*BATTLE.values(), "skirmish", "limbo", "abyss")
"""Where dice may come to lie in sight."""

DIE_MM: Final = 15.0
"""The edge of its enamelled dice."""
_ACTIONS: Any = Action  # a union is a type to msgspec, a form to the type checker


OFFER_GROUPS: Final[Mapping[type, str]] = {
    ChooseGroup: "roll",
    GiveBonus: "use",
    DeclareDie: "action",
    NameTarget: "use",
    ForgoRoll: "pass",
    RenounceOffensive: "pass",
    BringRollOffDie: "roll",
    WinRollOff: "roll",
    PutAwayRollOff: "use",
    AddOrSubtract: "use",
    TakeDamage: "damage",
    TakeLifeDieBack: "use",
    Proceed: "use",
}
"""The group in which the dashboard lists each action."""


class Irondie:
    """The rules of IRONDIE; holds nothing but what every game has in common."""

    name: Final = "irondie"
    zones: Final[Mapping[str, ZoneKind]] = {
        **dict.fromkeys(BATTLE.values(), ZoneKind.OPEN),
        "skirmish": ZoneKind.OPEN,
        "reserve": ZoneKind.HIDDEN,  # in the hand: whoever likes lays it into its zone of the mat
        "limbo": ZoneKind.HEAP,
        "abyss": ZoneKind.HEAP,
        "box": ZoneKind.HIDDEN,  # the two pipped dice of a roll-off, when not in use
    }

    def dice(self, setup: Mapping[str, Any]) -> tuple[DieFacts, ...]:
        """Each kind of die in the sets, and the dice of a roll-off."""
        dice = self.new(setup).dice
        counts = Counter(die.kind for die in dice)
        kinds = {die.kind: die for die in dice}
        facts = [die_facts(die, counts[kind]) for kind, die in kinds.items()]
        pips = tuple({"family": "pips", "value": value} for value in range(1, 7))
        facts.append(DieFacts(ROLLOFF_KIND, tr("roll-off die"), pips, count=SIDES))
        return tuple(facts)

    def new(self, setup: Mapping[str, Any]) -> IrondieState:
        """A game of two players or of two teams; see `demo_setup` for the form of `setup`."""
        format_name = clocks.known_format(setup.get("format"))
        sets = setup.get("sets", ())
        check_players(len(sets), format_name)
        names = tuple(setup.get("names") or (f"Player {seat + 1}" for seat in range(len(sets))))
        if len(names) != len(sets):
            raise ValueError(
                tr("there are {sets} sets but {names} names.", sets=len(sets), names=len(names))
            )
        dice = tuple(
            die
            for seat, written in numbered(Seat, sets)
            for die in parse_set(written, seat, names[seat])
        )
        for name, main, aside in zip(names, sets, setup.get("side_sets") or (), strict=False):
            checked_entrant(name, main, aside)
        written = setup.get("chromatic")
        table = colour_table.read(written, "the setup") if written else colour_table.shipped()
        log.info(
            "IRONDIE is set up, %s: %d players, colour table of %s",
            format_name,
            len(names),
            "the set-up" if written else "the book",
        )
        return IrondieState(
            names=names,
            dice=dice,
            table=table,
            zone=tuple("reserve" for _ in dice),
            value=(0,) * len(dice),
            groups=(None,) * len(names),
        )

    def clocks(self, setup: Mapping[str, Any]) -> Mapping[str, Clock]:
        """By the tournament rules a match and a game have a limit."""
        return clocks.clocks_for(clocks.known_format(setup.get("format")))

    def time_called(self, state: IrondieState) -> Action | None:
        """Time is called once; sudden death begins with the turn after."""
        return None if state.time_up or state.phase == "over" else TimeUp(state.turn)

    def to_move(self, state: IrondieState) -> Seat | None:  # noqa: PLR0911 - one return per phase
        """The seat to decide; for a team in a duel its first member stands for both."""
        if state.phase == "over":
            return None
        bringing = side_bringing(state)
        if bringing is not None:
            return first_seat(bringing)
        if awaits_roll(state):
            return CHANCE
        if state.bonus:
            return state.dice[bonuses_due(state)[0]].seat
        choice = add_or_subtract_due(state) or target_due(state)
        if choice is not None:
            return state.dice[choice.die].seat
        match state.phase:
            case "battle":
                return Seat(state.groups.index(None))
            case "damage":
                side = side_taking_damage(state)
                return None if side is None else first_seat(side)
            case "return":
                return seat_taking_back(state)
            case "rolled" | "fought":
                return FIRST_SEAT
            case _:
                return first_seat(side_to_roll(state))

    def legal_actions(self, state: IrondieState) -> Sequence[Action]:
        """Every legal action; dice that are alike in every respect stand for each other.

        Two are told, not listed: the aim of a die that has several, and the second roll of a
        side that forwent its first. Nobody sees a roll forgone, so a first roll that comes late
        looks like one that came at once; `offers` has both.
        """
        seen: set[object] = set()
        actions = []
        for action in all_actions(state):
            alike = alike_key(state, action)
            if alike not in seen:
                seen.add(alike)
                actions.append(action)
        return actions

    def offers(self, state: IrondieState) -> tuple[Offer, ...]:
        """The actions in groups; the dice to roll into battle are chosen one by one.

        What a die is aimed at can be said with the die, or later as long as nobody knows it.
        """
        actions = [
            spoken
            for action in self.legal_actions(state)
            for spoken in (
                with_every_target(state, action) if isinstance(action, DeclareDie) else (action,)
            )
        ]
        if state.phase == "battle":
            return self._groups_offered(state, actions)
        if awaits_rolloff(state):  # any die will do, and who wins can be said
            actions = [*actions[:1], *map(WinRollOff, BOTH_SIDES)]
        if state.phase == "duel" and has_forgone(state) and may_declare(state):
            actions[:0] = declarations_with_targets(state)
        if state.phase in {"duel", "rolled"} and not awaits_roll(state) and not state.bonus:
            actions += targets_to_name(state)
        return tuple(
            Offer(self.say(state, action), OFFER_GROUPS[type(action)], action) for action in actions
        )

    def _groups_offered(self, state: IrondieState, groups: Sequence[Action]) -> tuple[Offer, ...]:
        """The whole reserve first; any dice of it may be chosen instead."""
        return tuple(
            Offer(
                self.say(state, group),
                OFFER_GROUPS[ChooseGroup],
                group,
                dice=tuple(as_text(state.dice[die].title) for die in group.dice),
            )
            for group in reversed(groups)
            if isinstance(group, ChooseGroup)
        )

    def chance(self, state: IrondieState) -> Chance | None:
        """The dice to be rolled: a battle's, one of a duel, or two for a roll-off."""
        return roll_due(state)

    def settle(self, state: IrondieState, result: Sequence[Any]) -> Action:
        """The roll with these face indices."""
        chance = roll_due(state)
        if chance is None:
            raise ValueError(tr("nothing is to be rolled now."))
        faces = [int(face) for face in result]
        if len(faces) != len(chance.dice) or not all(0 <= face < 6 for face in faces):
            raise ValueError(
                tr(
                    "{count} faces from 0 to 5 are needed, not {faces}.",
                    count=len(chance.dice),
                    faces=faces,
                )
            )
        return RollResult(tuple(face + 1 for face in faces))

    def sample(self, state: IrondieState, rng: Random) -> Action:
        """Roll fair dice."""
        chance = roll_due(state)
        if chance is None:
            raise ValueError(tr("nothing is to be rolled now."))
        return RollResult(tuple(rng.randint(1, 6) for _ in chance.dice))

    def why_not(self, state: IrondieState, action: Action) -> Violation | None:
        """The rule that forbids the action."""
        return find_violation(state, action)

    def apply(self, state: IrondieState, action: Action) -> tuple[IrondieState, tuple[Event, ...]]:
        """Carry out a legal action and everything that follows without a choice."""
        violation = self.why_not(state, action)
        if violation is not None:
            raise ValueError(violation.text)
        events: list[Event] = []
        after = perform(state, action, events.append)
        after = run_until_decision(after, events.append)
        return after, tuple(events)

    def layout(self, state: IrondieState) -> tuple[Placement, ...]:
        """Every die; chosen dice count as lying in battle, unrolled."""
        lying = state.rolling_off
        chosen = {die for group in state.groups for die in group or ()}
        placements = []
        for index, die in numbered(DieNumber, state.dice):
            zone = BATTLE[die.die_class] if index in chosen else state.place(index)
            value = lying.get(index, state.value[index])
            face = FaceIndex(value - 1) if value else None
            placements.append(Placement(DieName(str(index)), die.kind, Place(zone, die.seat), face))
        for side in BOTH_SIDES:
            shown = state.ordinary_die(side)
            rolled = FaceIndex(shown - 1) if shown else None
            place = Place("box") if shown is None else Place("skirmish", first_seat(side))
            placements.append(Placement(DieName(f"rolloff{side}"), ROLLOFF_KIND, place, rolled))
        return tuple(placements)

    def view(self, state: IrondieState) -> View:
        """All dice but those of the box; secret groups stay secret until both are chosen."""
        dice = (*set_dice(state), *rolloff_dice(state))
        step, substep = PHASES[state.phase]
        if state.sudden:
            substep = (
                tr("{substep}; sudden death", substep=substep) if substep else tr("sudden death")
            )
        active = self.to_move(state)
        return View(
            seats=tuple(seat_view(state, seat) for seat in map(Seat, range(state.seats))),
            turn=state.turn,
            active=active if active is not None and active >= 0 else FIRST_SEAT,
            step=step,
            substep=substep,
            dice=dice,
        )

    def reminders(self, state: IrondieState) -> tuple[Reminder, ...]:
        """What a judge would say now."""
        return tuple(current_reminders(state))

    def outcome(self, state: IrondieState) -> Outcome | None:
        """The winners' seats, none for a draw."""
        if state.winners is None:
            return None
        if not state.winners:
            return Outcome((), tr("A draw: neither side has a life die in battle."))
        side = side_of(state.winners[0])
        return Outcome(state.winners, tr("{side_name} wins.", side_name=side_name(state, side)))

    def say(self, state: IrondieState, action: Action) -> Text:
        """The action in words short enough to speak."""
        return action_in_words(state, action)

    def leaves_trace(self, state: IrondieState, action: Action) -> bool:
        """Whether anything on the table moves or is turned."""
        return self.layout(self.apply(state, action)[0]) != self.layout(state)

    def touches(  # noqa: PLR0911 - one return per kind of action
        self, state: IrondieState, action: Action
    ) -> Sequence[str]:
        """The dice an action moves or rolls; targets are only named."""
        match action:
            case ChooseGroup(_, dice):
                return [DieName(str(die)) for die in dice]
            case DeclareDie(die) | GiveBonus(die) | TakeDamage(die) | PutRight(die):
                return [DieName(str(die))]
            case NameTarget(_, target) if target is not None:
                return [str(target)]
            case TakeLifeDieBack(_, die) if die is not None:
                return [DieName(str(die))]
            case BringRollOffDie(side, die):
                return [DieName(f"rolloff{side}" if die is None else str(die))]
            case PutAwayRollOff(side):
                return [
                    DieName(f"rolloff{each}" if die is None else str(die))
                    for each, die in enumerate(_brought(state))
                    if side in {None, each}
                ]
            case _:
                return ()

    def bars(self, state: IrondieState, action: Action, then: Sequence[Action]) -> bool:  # noqa: ARG002 - the protocol's
        """Who renounces goes on no offensive for as long as this skirmish goes on."""
        goes_on = not any(isinstance(each, TakeDamage | TakeLifeDieBack) for each in then)
        opened = bool(then) and isinstance(then[0], DeclareDie)
        return isinstance(action, RenounceOffensive) and opened and goes_on

    def thrown_also_in(self, state: IrondieState, place: Place) -> Sequence[Place]:
        """Into a heap over all of the battle, to be sorted; for a roll-off anywhere.

        What is rolled in a duel lies in the skirmish.
        """
        if place.zone == "skirmish" and rolls_off(state):
            return [
                Place(zone, seat) for zone in MAT_ZONES for seat in map(Seat, range(state.seats))
            ]
        if place.zone not in BATTLE.values():
            return ()
        return [Place(zone, place.seat) for zone in BATTLE.values() if zone != place.zone]

    def foul_of(self, state: IrondieState, changes: Sequence[Difference]) -> Violation | None:
        """The foul these changes amount to, None when there is no name for it."""
        return name_foul(state, changes)

    def by_hand(self, state: IrondieState, changes: Sequence[Difference]) -> Sequence[Action]:
        """The dice as they lie, allowed by a judge."""
        return tuple(put_right(state, changes))

    def needs_longer_rest(self, state: IrondieState, action: Action) -> bool:
        """A duel half resolved, or a bonus half given, looks like a word and a wasted bonus."""
        match action:
            case Proceed():
                return True
            case GiveBonus(die, targets):
                grants = state.table[state.dice[die].colour].grants
                return any(
                    target is not None and changes_nothing(state, target, grant.amount)
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
            raise ValueError(tr("this is no action of IRONDIE: {error}.", error=error)) from None
        return action

    def digest(self, state: IrondieState) -> str:
        """A hash of everything in the state."""
        return hashlib.sha256(
            msgspec.json.encode(state, order="deterministic", enc_hook=write_text)
        ).hexdigest()


def _brought(state: IrondieState) -> tuple[DieNumber | None, ...]:
    """What each side rolled off with."""
    return (None, None) if state.rolloff_dice is msgspec.UNSET else state.rolloff_dice


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


def die_facts(die: Die, count: int) -> DieFacts:
    """What a camera may see of a die."""
    body, ink = APPEARANCE[die.colour]
    faces = tuple(
        {"family": "irondie", "class": die.die_class, "value": value} for value in range(1, 7)
    )
    shape = die.type_name + ("-rare" if die.rare else "")
    return DieFacts(
        die.kind, die.title, faces, body=body, ink=ink, shape=shape, count=count, size_mm=DIE_MM
    )
