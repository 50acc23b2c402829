"""How a game of IRONDIE moves on: every rule that changes a state, as a pure function.

`settle_in` runs the game forward until a player or the dice must decide.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product

import msgspec

from rules.core import Event
from rules.irondie.dice import DieClass, allied, hostile, triggers_bonus
from rules.irondie.state import (
    SIDES,
    Aim,
    Bonus,
    Declare,
    Duel,
    DuelRoll,
    Share,
    State,
    TakeBack,
)

Say = Callable[[Event], None]
replace = msgspec.structs.replace

OPPORTUNITIES = 4  # of a duel: offence, defence, offence, defence
SWING = {"ballistic": (-2, -1), "powerup": (3, 1)}  # points on winning, on losing
CHOOSING = frozenset({"assault", "barrier"})  # add or subtract, as the owner likes
EACH_LOSES = -2  # a Swarm's or Fortress's effect on each die it beats


def settle_in(state: State, say: Say) -> State:
    """Go on until somebody must decide, the dice must be rolled, or the game is over."""
    while True:
        after = _step(state, say)
        if after is state:
            return state
        state = after


def _step(state: State, say: Say) -> State:
    """One automatic transition; the same object when a decision or a roll is due."""
    if state.phase == "over" or awaits_roll(state):
        return state
    if state.bonus:
        return _next_bonus(state)
    match state.phase:
        case "battle":
            return _begin_bonus_if_nothing_rolls(state)
        case "bonus":
            return _end_battle(state, say)
        case "skirmish":
            return _open_skirmish(state)
        case "duel":
            return _next_opportunity(state, say)
        case "resolve":
            return _resolve_last(state, say)
        case "damage":
            return _share_what_is_forced(state, say)
        case "rolled" | "fought":
            return state
        case _:
            return _end_turn(state, say)


# --- chance ---------------------------------------------------------------------------------


def awaits_roll(state: State) -> bool:
    """Whether dice must be rolled before anything else."""
    return bool(dice_to_roll(state)) or awaits_rolloff(state)


def dice_to_roll(state: State) -> tuple[int, ...]:
    """The dice that have been chosen or declared and not rolled."""
    if state.phase == "battle" and all(chosen is not None for chosen in state.split):
        return tuple(die for chosen in state.split for die in chosen or ())
    if state.duel is not None and state.duel.rolls and state.duel.rolls[-1].rolled == 0:
        return (state.duel.rolls[-1].die,)
    return ()


def awaits_rolloff(state: State) -> bool:
    """Whether priority is needed and only a roll-off can decide it."""
    if state.priority is not None or priority_by_count(state) is not None:
        return False
    if state.phase == "bonus":
        return len({state.side(die) for die in state.bonus if bonus_targets(state, die)}) == SIDES
    opening = state.phase == "skirmish" and state.next_offence < 0
    return opening and all(_reserve(state, side) for side in range(SIDES))


def roll_dice(state: State, values: Sequence[int], say: Say) -> State:
    """The dice that had to be rolled show these values."""
    if awaits_rolloff(state):
        first, second = values
        winner = None if first == second else int(second > first)
        return replace(state, rolloff=(first, second), priority=winner)
    dice = dice_to_roll(state)
    rolled = dict(zip(dice, values, strict=True))
    triggered = tuple(die for die in dice if triggers_bonus(state.dice[die], rolled[die]))
    if state.duel is not None:
        (value,) = values
        last = replace(state.duel.rolls[-1], rolled=value)
        duel = replace(state.duel, rolls=(*state.duel.rolls[:-1], last))
        duel = replace(duel, opportunity=duel.opportunity + 1)
        state = state.put({last.die: ("skirmish", value)})
        return replace(state, duel=duel, bonus=triggered)
    state = state.put({die: ("battle", value) for die, value in rolled.items()})
    say(Event("battle-rolled", f"Turn {state.turn}: {len(dice)} dice come into play."))
    return replace(state, phase="bonus", bonus=triggered, split=())


# --- values ---------------------------------------------------------------------------------


def change_value(state: State, die: int, points: int, say: Say, cause: str) -> State:
    """Add points to a die in play, kept within 1 to 6; a life die in battle may be destroyed."""
    wanted = state.value[die] + points
    if wanted < 1 and state.zone[die] == "battle" and state.dice[die].die_class == "life":
        return destroy(state, die, say, cause)
    value = min(6, max(1, wanted))
    facts = {"die": die, "from": state.value[die], "to": value}
    say(Event("value-changed", f"{_title(state, die)} is now {value} ({cause}).", facts=facts))
    return state.put({die: (state.zone[die], value)})


def is_wasted(state: State, die: int, points: int) -> bool:
    """Whether these points would change nothing about a die in play."""
    return change_value(state, die, points, _silently, "") == state


def destroy(state: State, die: int, say: Say, cause: str) -> State:
    """Put a die into its owner's abyss."""
    say(Event("into-abyss", f"{_title(state, die)} goes to the abyss ({cause})."))
    return state.put({die: ("abyss", 0)})


def _title(state: State, die: int) -> str:
    return f"{state.names[state.dice[die].seat]}'s {state.dice[die].title}"


# --- the battle phase -----------------------------------------------------------------------


def _reserve(state: State, side: int) -> int:
    return sum(1 for _ in state.of("reserve", side))


def priority_by_count(state: State) -> int | None:
    """The side with priority by reserve, then by life points; None when both are equal."""
    for count in (_reserve, State.life):
        first, second = count(state, 0), count(state, 1)
        if first != second:
            return int(second > first)
    return None


def priority(state: State) -> int:
    """The side with priority; side 0 where nothing depends on it."""
    counted = priority_by_count(state)
    return counted if counted is not None else state.priority or 0


def bonus_targets(state: State, die: int) -> tuple[tuple[int, ...], ...]:
    """For each grant of this die's colour, its legal targets; empty when there is none at all."""
    giver = state.dice[die]
    options = tuple(
        tuple(
            other
            for other in range(len(state.dice))
            if other != die
            and state.in_play(other)
            and state.side(other) == state.side(die)
            and state.dice[other].die_class == grant.die_class
            and (grant.colour == "any" or allied(state.dice[other].colour, giver.colour))
        )
        for grant in state.table[giver.colour].grants
    )
    return options if any(options) else ()


def bonuses_due(state: State) -> tuple[int, ...]:
    """The dice whose bonus is to be applied now: those of the side with priority first."""
    for side in (priority(state), 1 - priority(state)):
        due = tuple(die for die in state.bonus if state.side(die) == side)
        if due:
            return due
    return ()


def bonus_choices(state: State) -> Iterator[Bonus]:
    """Every way to apply one of the bonuses that are due."""
    for die in bonuses_due(state):
        for targets in product(*(options or (None,) for options in bonus_targets(state, die))):
            yield Bonus(die, targets)


def _next_bonus(state: State) -> State:
    """Drop the bonuses that have no legal target; the others wait for a decision."""
    kept = tuple(die for die in state.bonus if bonus_targets(state, die))
    return state if kept == state.bonus else replace(state, bonus=kept)


def apply_bonus(state: State, bonus: Bonus, say: Say) -> State:
    """Give a die's colour bonus to the chosen dice."""
    giver = state.dice[bonus.die]
    row = state.table[giver.colour]
    if row.status == "reconstructed" and giver.colour not in state.told:
        text = f"The bonus of {giver.colour} is reconstructed, not from the manual: {row.why}."
        say(Event("reconstructed-rule", text))
        state = replace(state, told=(*state.told, giver.colour))
    state = replace(state, bonus=tuple(die for die in state.bonus if die != bonus.die))
    for grant, target in zip(row.grants, bonus.targets, strict=True):
        if target is not None:
            state = change_value(state, target, grant.amount, say, f"bonus of {giver.title}")
    return check_end(state, say)


def _begin_bonus_if_nothing_rolls(state: State) -> State:
    """Both players may keep every die in reserve."""
    if any(chosen is None for chosen in state.split):
        return state
    return replace(state, phase="bonus", split=())


def _end_battle(state: State, say: Say) -> State:
    """After the last bonus; from the first battle on, a side without life dice has lost."""
    state = check_end(replace(state, phase="skirmish"), say)
    if state.phase == "over":
        return state
    if state.sudden or not any(_reserve(state, side) for side in range(SIDES)):
        return replace(state, phase="fought")
    return replace(state, renounced=(False, False), next_offence=-1)


# --- the skirmish phase ---------------------------------------------------------------------


def _may_attack(state: State, side: int) -> bool:
    return not state.renounced[side] and _reserve(state, side) > 0


def _open_skirmish(state: State) -> State:
    """Whose turn to open a duel it is; to the damage phase when nobody may."""
    if state.next_offence < 0:
        return replace(state, next_offence=priority(state))
    if _may_attack(state, state.next_offence):
        return state
    if _may_attack(state, 1 - state.next_offence):
        return replace(state, next_offence=1 - state.next_offence)
    return replace(state, phase="fought")


def duel_side(state: State) -> int:
    """The side that may roll now in the duel, or open the next one."""
    if state.duel is None:
        return state.next_offence
    return (state.duel.offence + state.duel.opportunity) % SIDES


def declarations(state: State) -> Iterator[Declare]:
    """Every die of the side to roll; its aim is left open where there is a choice.

    What a die is aimed at is spoken: the table shows it only when the duel is resolved.
    """
    for die in state.of("reserve", duel_side(state)):
        aims = tuple(aims_of(state, die))
        if aims:
            yield Declare(die, aims[0] if len(aims) == 1 else ())


def declarations_told(state: State) -> Iterator[Declare]:
    """Every die of the side to roll with every legal choice of targets."""
    for die in state.of("reserve", duel_side(state)):
        for targets in aims_of(state, die):
            yield Declare(die, targets)


def aims_of(state: State, die: int) -> Iterator[tuple[int, ...]]:
    """The targets that may be named for a die of the side to roll."""
    for targets in _aims(state, die, duel_side(state)):
        if state.duel is None or _answers(state.duel, targets):
            yield targets


def _aims(state: State, die: int, side: int) -> Iterator[tuple[int, ...]]:
    aim = state.dice[die].type.aim
    if aim == "limbo":
        yield from ((target,) for target in state.of("limbo", side))
    elif aim in {"each-defence", "each-attack"}:
        die_class: DieClass = "defence" if aim == "each-defence" else "attack"
        targets = tuple(state.of("battle", 1 - side, die_class))
        if targets:
            yield targets
    else:
        for target in range(len(state.dice)):
            if state.in_play(target) and aim in {"any", state.dice[target].die_class}:
                yield (target,)


def _involved(rolls: Sequence[DuelRoll]) -> set[int]:
    """The dice of a duel and the targets that are known."""
    return {roll.die for roll in rolls} | {target for roll in rolls for target in roll.targets}


def _answers(duel: Duel, targets: Sequence[int]) -> bool:
    """After the first roll only the duel's own dice and their targets may be aimed at."""
    may_be = {*_involved(duel.rolls), *duel.rolls[0].among}
    return not may_be.isdisjoint(targets)


def _implied(rolls: tuple[DuelRoll, ...], targets: Sequence[int]) -> tuple[DuelRoll, ...]:
    """The rolls before an answer at `targets`: what it aims at must belong to the duel.

    Every die of a duel aims at another die of the duel or at what the first one aims at. So an
    answer at any other die tells what the first die is aimed at.
    """
    if not rolls or rolls[0].told or not _involved(rolls).isdisjoint(targets):
        return rolls
    among = tuple(die for die in rolls[0].among if die in targets)
    first = rolls[0].aimed(among) if len(among) == 1 else replace(rolls[0], among=among)
    return (first, *rolls[1:])


def declare(state: State, action: Declare) -> State:
    """Show a die and name its targets; it lies in the skirmish zone and is rolled next."""
    side = duel_side(state)
    duel = state.duel or Duel(offence=side)
    if action.targets:
        roll = DuelRoll(action.die, action.targets)
    else:
        among = tuple(target for (target,) in aims_of(state, action.die))
        roll = DuelRoll(action.die, (), among=among)
    duel = replace(duel, rolls=(*_implied(duel.rolls, action.targets or roll.among), roll))
    state = state.put({action.die: ("skirmish", 0)})
    return replace(state, phase="duel", duel=duel)


def tell_aim(state: State, die: int, target: int) -> State:
    """Somebody says what a die of the duel is aimed at, before anything is resolved."""
    assert state.duel is not None
    rolls = state.duel.rolls
    at = next(place for place, roll in enumerate(rolls) if roll.die == die)
    rolls = (*_implied(rolls[:at], (target,)), rolls[at].aimed((target,)), *rolls[at + 1 :])
    return replace(state, duel=replace(state.duel, rolls=rolls))


def aims_to_tell(state: State) -> Iterator[Aim]:
    """What may still be said of the dice of a duel."""
    for place, roll in enumerate(state.duel.rolls if state.duel else ()):
        yield from (Aim(roll.die, target) for target in _possible(state, place))


def _possible(state: State, place: int) -> Iterator[int]:
    """What the roll at this place of the duel may be aimed at, its aim not being known."""
    assert state.duel is not None
    rolls = state.duel.rolls
    before = replace(state.duel, rolls=rolls[:place])
    for target in rolls[place].among:
        if place == 0 or _answers(before, (target,)):
            yield target


def has_forgone(state: State) -> bool:
    """Whether the defence has its second roll only, having forgone the first."""
    duel = state.duel
    if duel is None or duel.opportunity != OPPORTUNITIES - 1:
        return False
    return all(state.side(roll.die) == duel.offence for roll in duel.rolls)


def forgo(state: State) -> State:
    """The side to roll does not; a defence that forgoes its first roll has one left.

    Against a side without reserve it has none: whom nobody can answer loses nothing by rolling
    at once, so rolling at once and rolling later are one and the same.
    """
    assert state.duel is not None
    alone = _reserve(state, 1 - duel_side(state)) == 0
    following = OPPORTUNITIES if alone else state.duel.opportunity + 1
    return replace(state, duel=replace(state.duel, opportunity=following))


def renounce(state: State, side: int) -> State:
    """Give up going on the offensive; the other side may."""
    renounced = tuple(gone or index == side for index, gone in enumerate(state.renounced))
    return replace(state, renounced=renounced, next_offence=1 - side)


def _next_opportunity(state: State, say: Say) -> State:
    """To the resolution after the fourth opportunity; past one that nobody can use."""
    assert state.duel is not None
    if state.duel.opportunity == OPPORTUNITIES:
        return replace(state, phase="rolled")
    if next(declarations(state), None) is not None:
        return state
    text = f"{side_name(state, duel_side(state))} has no die that could be rolled in this duel."
    say(Event("cannot-answer", text))
    return forgo(state)


def side_name(state: State, side: int) -> str:
    """A player, or both players of a team."""
    return " and ".join(state.names[seat] for seat in state.members(side))


# --- resolving a duel -----------------------------------------------------------------------


def wins(state: State, die: int, target: int) -> bool:
    """The comparison: a specialised die also wins a tie, unless the target is hostile."""
    roller, aimed = state.dice[die], state.dice[target]
    mine, theirs = state.value[die], state.value[target]
    if mine == theirs:
        specialised = roller.colour == roller.type.specialisation
        return specialised and not hostile(roller.colour, aimed.colour)
    return mine > theirs if roller.type.comparison == "higher" else mine < theirs


def choice_due(state: State) -> DuelRoll | None:
    """The Assault or Barrier whose owner must say whether it adds or subtracts."""
    last = _resolving(state)
    if last is None or not last.told or not state.in_play(last.targets[0]):
        return None
    return last if state.dice[last.die].type_name in CHOOSING else None


def aim_due(state: State) -> DuelRoll | None:
    """The die being resolved of which nobody has told the aim, when something depends on it."""
    last = _resolving(state)
    return last if last is not None and not last.told else None


def _resolving(state: State) -> DuelRoll | None:
    """The die whose effect is next, if it still lies in the skirmish zone."""
    if state.phase != "resolve" or state.duel is None or not state.duel.rolls:
        return None
    last = state.duel.rolls[-1]
    return last if state.zone[last.die] == "skirmish" else None


def aims_shown(state: State) -> Iterator[Aim]:
    """What the die being resolved may turn out to be aimed at, told apart by what comes of it."""
    assert state.duel is not None
    roll = state.duel.rolls[-1]
    listed: set[Aim] = set()
    for target in _possible(state, len(state.duel.rolls) - 1):
        aim = Aim(roll.die, _telling(state, roll.die, target))
        if aim not in listed:
            listed.add(aim)
            yield aim


def _telling(state: State, die: int, target: int) -> int | None:
    """What the effect of `die` on `target` shows on: the target, the die itself, or nothing."""
    if state.dice[die].type.aim == "limbo":
        return target if state.zone[target] == "limbo" else None
    if not state.in_play(target):
        return None
    if state.dice[die].type_name in CHOOSING:
        return target
    after = _effect(state, die, target, _silently)
    if after.zone[die] != state.zone[die]:
        return die
    same = after.zone[target] == state.zone[target] and after.value[target] == state.value[target]
    return None if same else target


def _silently(_: Event) -> None:
    """For trying out what an effect would do."""


def show_aim(state: State, aim: Aim, say: Say) -> State:
    """The die being resolved turns out to be aimed at this; its effect follows."""
    assert state.duel is not None
    if aim.target is not None and aim.target != aim.die:
        return tell_aim(state, aim.die, aim.target)
    title = _title(state, aim.die)
    if aim.target == aim.die:
        return _resolved(destroy(state, aim.die, say, state.dice[aim.die].title), say)
    say(Event("without-effect", f"{title} has no effect."))
    return _resolved(state, say)


def turn_target(state: State, roll: DuelRoll, sign: int, say: Say) -> State:
    """Resolve an Assault or a Barrier: its value on winning, one point on losing."""
    (target,) = roll.targets
    if not wins(state, roll.die, target):
        points = 1
    elif state.dice[roll.die].type_name == "assault":
        points = state.value[roll.die]
    else:
        points = roll.rolled  # the manual speaks of the Barrier's roll, the Assault's value
    state = change_value(state, target, sign * points, say, state.dice[roll.die].title)
    return _resolved(state, say)


def _resolve_last(state: State, say: Say) -> State:
    """Resolve the last die rolled, unless its owner has to choose; then the one before."""
    assert state.duel is not None
    if not state.duel.rolls:
        return _end_duel(state)
    if choice_due(state) is not None:
        return state
    if aim_due(state) is not None:
        return _aim_if_only_one(state, say)
    roll = state.duel.rolls[-1]
    if state.zone[roll.die] != "skirmish":  # it went to limbo or abyss before its turn came
        return _resolved(state, say)
    if state.dice[roll.die].type.aim == "limbo":
        state = _regenerate(state, roll, say)
    else:
        for target in roll.targets:
            if state.in_play(target):
                state = _effect(state, roll.die, target, say)
    return _resolved(state, say)


def _aim_if_only_one(state: State, say: Say) -> State:
    """Where every aim comes to the same, nobody need tell it."""
    aims = tuple(aims_shown(state))
    return show_aim(state, aims[0], say) if len(aims) == 1 else state


def _resolved(state: State, say: Say) -> State:
    assert state.duel is not None
    duel = replace(state.duel, rolls=state.duel.rolls[:-1])
    return check_end(replace(state, duel=duel), say)


def _effect(state: State, die: int, target: int, say: Say) -> State:
    """The effect of one die on one target, by the table of dice."""
    roller, won = state.dice[die], wins(state, die, target)
    match roller.type_name:
        case "smasher":
            return destroy(state, target if won else die, say, roller.title)
        case "nullifier":
            if not won:
                return state
            say(Event("into-limbo", f"{_title(state, target)} goes to limbo ({roller.title})."))
            return state.put({target: ("limbo", 0)})
        case "swarm" | "fortress":
            return change_value(state, target, EACH_LOSES, say, roller.title) if won else state
        case swing:
            points = SWING[swing][0 if won else 1]
            return change_value(state, target, points, say, roller.title)


def _regenerate(state: State, roll: DuelRoll, say: Say) -> State:
    (target,) = roll.targets
    if state.zone[target] != "limbo":
        return state
    say(Event("back-to-battle", f"{_title(state, target)} returns to battle at {roll.rolled}."))
    return state.put({target: ("battle", roll.rolled)})


def _end_duel(state: State) -> State:
    """What is left in the skirmish zones goes to limbo; the defence may attack next."""
    assert state.duel is not None
    defence = 1 - state.duel.offence
    left = [index for index, zone in enumerate(state.zone) if zone == "skirmish"]
    state = state.put(dict.fromkeys(left, ("limbo", 0)))
    return replace(state, phase="skirmish", duel=None, next_offence=defence)


# --- the damage phase -----------------------------------------------------------------------


def proceed(state: State, say: Say) -> State:
    """Go on once everybody has seen the dice."""
    if state.phase == "rolled":
        return replace(state, phase="resolve")
    return _deal_damage(state, say)


def _deal_damage(state: State, say: Say) -> State:
    """What each side's attack has over the other's defence is to be taken from life dice."""
    sums = [
        {
            kind: sum(state.value[die] for die in state.of("battle", side, kind))
            for kind in ("attack", "defence")
        }
        for side in range(SIDES)
    ]
    damage = tuple(max(0, sums[1 - side]["attack"] - sums[side]["defence"]) for side in (0, 1))
    for side, points in enumerate(damage):
        say(Event("damage", f"{side_name(state, side)} takes {points} damage.", seat=side))
    return replace(state, phase="damage", damage=(damage[0], damage[1]), shared=(), duel=None)


def sharing_side(state: State) -> int | None:
    """The side that still has damage to share out among its life dice."""
    for side in range(SIDES):
        if state.damage[side] and next(_unshared(state, side), None) is not None:
            return side
    return None


def _unshared(state: State, side: int) -> Iterator[int]:
    return (die for die in state.of("battle", side, "life") if die not in state.shared)


def shares(state: State) -> Iterator[Share]:
    """What the next life die may take, so that all the damage can still be taken."""
    side = sharing_side(state)
    if side is None:
        return
    die, *others = _unshared(state, side)
    room = sum(state.value[other] for other in others)
    least = min(state.value[die], max(0, state.damage[side] - room))
    for points in range(least, min(state.value[die], state.damage[side]) + 1):
        yield Share(die, points)


def take_share(state: State, share: Share, say: Say) -> State:
    """A life die takes its part of the damage."""
    side = state.side(share.die)
    damage = list(state.damage)
    damage[side] -= share.points
    state = replace(state, damage=(damage[0], damage[1]), shared=(*state.shared, share.die))
    if share.points:
        state = change_value(state, share.die, -share.points, say, "damage")
    return state


def _share_what_is_forced(state: State, say: Say) -> State:
    """Where there is one life die only, it takes all; what is left of a choice is entered too.

    So every die turned for the damage is a step of its own, and each can be told from the table.
    """
    choices = tuple(shares(state))
    begun = {state.side(die) for die in state.shared}
    if len(choices) > 1 or (choices and sharing_side(state) in begun):
        return state
    if choices:
        return take_share(state, choices[0], say)
    fought = [
        index
        for index, die in enumerate(state.dice)
        if state.zone[index] == "battle" and die.die_class != "life"
    ]
    state = state.put(dict.fromkeys(fought, ("limbo", 0)))
    state = replace(state, phase="return", damage=(0, 0), shared=(), returned=())
    return check_end(state, say)


# --- the end of a turn and of the game --------------------------------------------------------


def returning_seat(state: State) -> int | None:
    """The seat that decides next whether to take a life die back."""
    seat = len(state.returned)
    return seat if state.phase == "return" and seat < state.seats else None


def take_backs(state: State) -> Iterator[TakeBack]:
    """No life die, or one of the seat's own in battle; under sudden death none."""
    seat = returning_seat(state)
    if seat is None:
        return
    yield TakeBack(seat, None)
    if not state.sudden:
        for die in state.of("battle", seat % SIDES, "life"):
            if state.dice[die].seat == seat:
                yield TakeBack(seat, die)


def _end_turn(state: State, say: Say) -> State:
    """Limbo returns to the hand; the next turn begins, under sudden death if time is up."""
    seat = returning_seat(state)
    if seat is not None:
        if len(tuple(take_backs(state))) > 1:
            return state
        return replace(state, returned=(*state.returned, True))
    state = check_end(state, say)
    if state.phase == "over":
        return state
    back = [index for index, zone in enumerate(state.zone) if zone == "limbo"]
    state = state.put(dict.fromkeys(back, ("reserve", 0)))
    state = replace(
        state,
        turn=state.turn + 1,
        phase="battle",
        split=(None,) * state.seats,
        returned=(),
        priority=None,
        rolloff=None,
        sudden=state.time_up,
    )
    say(Event("turn-began", f"Turn {state.turn} begins."))
    return _wither(state, say) if state.sudden else state


def _wither(state: State, say: Say) -> State:
    """Sudden death: every life die in battle loses a point as the turn begins."""
    for side in range(SIDES):
        for die in tuple(state.of("battle", side, "life")):
            state = change_value(state, die, -1, say, "sudden death")
    return check_end(state, say)


def check_end(state: State, say: Say) -> State:
    """After the first battle, the only side with life dice in battle wins; none left: a draw.

    While damage is shared out, and while both players decide what to take back, nothing is
    judged, because both happen at the same time.
    """
    if state.turn == 1 and state.phase in {"battle", "bonus"}:
        return state
    alive = [any(True for _ in state.of("battle", side, "life")) for side in range(SIDES)]
    if all(alive):
        return state
    winners = tuple(seat for seat in range(state.seats) if alive[seat % SIDES])
    text = f"{side_name(state, winners[0] % SIDES)} wins." if winners else "The game is a draw."
    say(Event("game-over", text))
    return replace(state, phase="over", winners=winners, bonus=(), duel=None)
