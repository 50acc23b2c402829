"""Games written down act by act, for explanations of which every step is to be known.

An act moves dice from zone to zone, and makes something so that nobody sees but everybody at the
table knows. It may need such things to be so, or not to be.
"""

from collections import Counter
from collections.abc import Mapping
from typing import ClassVar

import msgspec

from rules.core import CHANCE, Chance, Draw, Place, Placement, Roll, SeatView, View, ZoneKind
from rules.track.evidence import Evidence
from rules.track.expansion import Effort, Expansion
from rules.track.fit import Board
from rules.track.known_states import KnownStates
from rules.track.slots import Slots
from rules.track.verdict import Look, Seen


def act(name, *moves, needs="", unless="", so="", draws=0, rolls=(), by_hand=True):
    """Moves are written "red: hand > stand"; `by_hand`: somebody has to touch these dice."""
    parted = [move.replace(">", ":").split(":") for move in moves]
    return Act(
        name,
        {die.strip(): (zone.strip(), to.strip()) for die, zone, to in parted},
        frozenset(needs.split()),
        frozenset(unless.split()),
        frozenset(so.split()),
        draws,
        rolls,
        by_hand,
    )


class Act(msgspec.Struct, frozen=True):
    name: str
    moves: Mapping[str, tuple[str, str]]
    needs: frozenset[str]
    unless: frozenset[str]
    so: frozenset[str]
    draws: int
    rolls: tuple[str, ...]
    by_hand: bool


class Position(msgspec.Struct, frozen=True):
    lies: tuple[tuple[str, str, int], ...]  # die, zone, face
    so: tuple[str, ...] = ()
    due: Chance | None = None


def kind_of(die):
    return die.rstrip("0123456789")


class Acts:
    """One player, the acts there are, and what a position of the dice allows of them.

    Of acts with one name the first that is possible is meant.
    """

    zones: ClassVar = {
        "bag": ZoneKind.HIDDEN,
        "card": ZoneKind.HIDDEN,
        "hand": ZoneKind.OPEN,
        "stand": ZoneKind.OPEN,
        "pile": ZoneKind.HEAP,
    }

    def __init__(self, *acts):
        self.acts = acts

    def to_move(self, state):
        return CHANCE if state.due else 0

    def chance(self, state):
        return state.due

    def legal_actions(self, state):
        if state.due:
            return ()
        return tuple(dict.fromkeys(each.name for each in self.acts if self._possible(state, each)))

    def _possible(self, state, each):
        zones = {die: zone for die, zone, _ in state.lies}
        lies_ready = all(zones.get(die) == zone for die, (zone, _) in each.moves.items())
        return lies_ready and each.needs <= set(state.so) and each.unless.isdisjoint(state.so)

    def touches(self, state, action):
        each = self._meant(state, action)
        return tuple(each.moves) if each.by_hand else ()

    def _meant(self, state, action):
        named = [each for each in self.acts if each.name == action]
        return next((each for each in named if self._possible(state, each)), named[0])

    def settle(self, state, result):
        return ("drawn" if isinstance(state.due, Draw) else "rolled", *result)

    def apply(self, state, action):
        decided = isinstance(action, tuple)
        if decided != bool(state.due) or not (decided or action in self.legal_actions(state)):
            raise ValueError(f"{action} is not possible now.")
        if decided:
            return self._decided(state, action[1:]), ()
        each = self._meant(state, action)
        lies = tuple(
            (die, each.moves[die][1] if die in each.moves else zone, face)
            for die, zone, face in state.lies
        )
        return Position(lies, tuple(sorted({*state.so, *each.so})), self._due(lies, each)), ()

    def _due(self, lies, each):
        if each.rolls:
            return Roll(0, tuple((die, kind_of(die)) for die in each.rolls))
        pool = Counter(kind_of(die) for die, zone, _ in lies if zone == "bag")
        return Draw(0, each.draws, tuple(pool.items())) if each.draws else None

    def _decided(self, state, result):
        lies = list(state.lies)
        if isinstance(state.due, Roll):
            faces = dict(zip((die for die, _ in state.due.dice), result, strict=True))
            lies = [(die, zone, faces.get(die, face)) for die, zone, face in lies]
        else:
            for kind in result:
                n = next(n for n, (d, z, _) in enumerate(lies) if z == "bag" and kind_of(d) == kind)
                lies[n] = (lies[n][0], "hand", lies[n][2])
        return Position(tuple(lies), state.so)

    def layout(self, state):
        due = {die for die, _ in state.due.dice} if isinstance(state.due, Roll) else set()
        return tuple(
            Placement(die, kind_of(die), Place(zone, 0), None if die in due else face)
            for die, zone, face in state.lies
        )

    def view(self, state):
        return View((SeatView("seat", 1, 1, state.so),), 1, 0, "", "", ())

    def digest(self, state):
        return msgspec.json.encode(state).decode()


def lying(**zones):
    """Dice by zone: `lying(hand="red blue", bag="green")`."""
    return Position(tuple((die, zone, 0) for zone, dice in zones.items() for die in dice.split()))


def board(game, position, looks=6):
    """What so many looks at a table show on which the dice lie as in `position`."""
    dice = tuple(
        Seen(
            n, 20.0 * n, 0.0, zone, 0, 9.0, cocked=False,
            likelihood={(kind_of(die), face): -0.01}, near=(),
        )
        for n, (die, zone, face) in enumerate(position.lies)
        if game.zones[zone] is not ZoneKind.HIDDEN
    )  # fmt: skip
    evidence = Evidence()
    for number in range(looks):
        table = evidence.add(Look(float(number), 0.0, number, still=True, hands=False, dice=dice))
    return Board(table, Slots(game.zones))


def expansion_towards(game, shown, effort=None):
    """A expansion towards a table that shows `shown`."""
    towards = board(game, shown)
    return Expansion(game, towards, effort or Effort(), KnownStates(game, towards.sorted))


def told(expansion, start, *actions):
    """The end of an explanation."""
    node = expansion.root(start)
    for action in actions:
        node = expansion.step(node, action)
        assert node is not None, f"{action} is not possible."
        while node.here.mover == CHANCE:
            node = min(expansion.outcomes(node), key=lambda end: end.total)
    return node


def ways(ends):
    """The actions of explanations."""
    return [end.explanation().actions for end in ends]
