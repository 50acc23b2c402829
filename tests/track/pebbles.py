"""Pebbles: a small honest game with everything the tracker must cope with.

Each seat has a bag of four dice of two kinds (red, blue), a hand on the mat, a stand and a
pile. A turn: draw two from the bag (the pile refills it), roll them in the hand, optionally
reroll the hand once, then stand any rolled dice or spend them to hit the other seat for one
life each; a standing die may be raised by one pip once a turn; a spent die may be fetched back
into the hand, which turns a standing die to its six; `done` sends the hand to the pile. The
stand, of two at most, stays. A `curse` (choose red or blue) leaves no trace and may be made once
a turn. First at 0 life loses.
"""

import hashlib
from random import Random
from typing import Any, ClassVar

import msgspec

from rules.core import (
    CHANCE,
    Chance,
    Citation,
    DieFacts,
    DieView,
    Draw,
    Event,
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

LIFE = 6
COLOURS = ("red", "blue")


class Die(msgspec.Struct, frozen=True):
    name: str
    zone: str  # bag, hand, stand, spent, pile
    face: int | None = None
    fresh: bool = False  # drawn and still to be rolled

    @property
    def kind(self) -> str:
        return self.name.split("-")[1]

    @property
    def seat(self) -> int:
        return int(self.name[0])


class Pebbles(msgspec.Struct, frozen=True):
    dice: tuple[Die, ...]
    life: tuple[int, int]
    active: int = 0
    turn: int = 1
    phase: str = "draw"  # draw, roll, play, reroll
    rerolled: bool = False
    cursed: bool = False
    raised: bool = False


class PebblesGame:
    """The `Game` protocol in its smallest honest form."""

    name = "pebbles"
    zones: ClassVar = {
        "bag": ZoneKind.HIDDEN,
        "hand": ZoneKind.OPEN,
        "stand": ZoneKind.OPEN,
        "spent": ZoneKind.OPEN,
        "pile": ZoneKind.HEAP,
    }

    def dice(self, setup):
        return tuple(
            DieFacts(c, c, tuple({"family": "pips", "value": v} for v in range(1, 7)), count=4)
            for c in COLOURS
        )

    def new(self, setup):
        life = int(setup.get("life", LIFE))
        if life < 1:
            raise ValueError("life must be at least 1.")
        dice = tuple(
            Die(f"{seat}-{c}-{n}", "bag") for seat in (0, 1) for c in COLOURS for n in (1, 2)
        )
        return Pebbles(dice, (life, life))

    def to_move(self, state):
        if min(state.life) <= 0:
            return None
        return CHANCE if state.phase in ("draw", "roll", "reroll") else state.active

    def legal_actions(self, state):  # noqa: C901 - one branch per action
        if self.to_move(state) in (CHANCE, None):
            return ()
        mine = [d for d in state.dice if d.seat == state.active and d.zone == "hand"]
        acts: list[tuple[Any, ...]] = [("done",)]
        if not state.cursed:
            acts += [("curse", "red"), ("curse", "blue")]
        if not state.rerolled:
            acts.append(("reroll",))
        if not state.raised:
            for d in state.dice:
                if d.seat == state.active and d.zone == "stand" and d.face < 5:
                    acts.append(("raise", d.name))
        standing = sum(d.seat == state.active and d.zone == "stand" for d in state.dice)
        for d in mine:
            if standing < 2:
                acts.append(("stand", d.name))
            if d.face:
                acts.append(("hit", d.name))
        for spent in state.dice:
            if spent.seat == state.active and spent.zone == "spent":
                acts += [
                    ("fetch", spent.name, d.name)
                    for d in state.dice
                    if d.seat == state.active and d.zone == "stand" and d.face < 5
                ]
        return tuple(acts)

    def chance(self, state) -> Chance | None:
        if self.to_move(state) != CHANCE:
            return None
        mine = [d for d in state.dice if d.seat == state.active]
        if state.phase == "draw":
            bag = [d for d in mine if d.zone == "bag"]
            if len(bag) < 2:
                bag = [d for d in mine if d.zone in ("bag", "pile")]
            pool = tuple((c, sum(d.kind == c for d in bag)) for c in COLOURS)
            return Draw(state.active, min(2, len(bag)), pool)
        dice = [d for d in mine if d.zone == "hand" and (d.fresh or state.phase == "reroll")]
        return Roll(state.active, tuple((d.name, d.kind) for d in dice))

    def settle(self, state, result):
        if state.phase == "draw":
            return ("drawn", *result)
        return ("rolled", *(int(f) for f in result))

    def sample(self, state, rng: Random):
        chance = self.chance(state)
        if isinstance(chance, Draw):
            pool = [k for k, n in chance.pool for _ in range(n)]
            return self.settle(state, sorted(rng.sample(pool, chance.count)))
        return self.settle(state, [rng.randrange(6) for _ in chance.dice])

    def why_not(self, state, action):  # noqa: PLR0911 - one return per rule
        chance = self.chance(state)
        book = Citation("Pebbles", "The turn")
        if chance is not None:
            if isinstance(chance, Draw) and action[0] == "drawn":
                counts = dict(chance.pool)
                if len(action) - 1 != chance.count:
                    return Violation("wrong-draw", f"{chance.count} dice are drawn.", book)
                if any(action[1:].count(k) > counts.get(k, 0) for k in action[1:]):
                    return Violation("wrong-draw", "The bag does not hold these dice.", book)
                return None
            if isinstance(chance, Roll) and action[0] == "rolled":
                ok = len(action) - 1 == len(chance.dice)
                return None if ok else Violation("wrong-roll", "Roll all of them.", book)
            return Violation("dice-first", "The dice decide next.", book, "Roll or draw.")
        if action in self.legal_actions(state):
            return None
        if action[0] == "reroll":
            return Violation("second-reroll", "Only one reroll a turn.", book, "Turn them back.")
        return Violation("not-now", f"{action} is not possible now.", book)

    def apply(self, state, action):  # noqa: PLR0911 - one return per action
        objection = self.why_not(state, action)
        if objection:
            raise ValueError(objection.text)
        kind = action[0]
        if kind == "drawn":
            return self._drawn(state, action[1:]), ()
        if kind == "rolled":
            faces = iter(action[1:])
            dice = tuple(
                msgspec.structs.replace(d, face=next(faces), fresh=False)
                if d.seat == state.active
                and d.zone == "hand"
                and (d.fresh or state.phase == "reroll")
                else d
                for d in state.dice
            )
            return msgspec.structs.replace(state, dice=dice, phase="play"), ()
        if kind == "reroll":
            return msgspec.structs.replace(state, phase="reroll", rerolled=True), ()
        if kind == "curse":
            return msgspec.structs.replace(state, cursed=True), (
                Event("cursed", f"Curse on {action[1]}.", state.active),
            )
        if kind == "stand":
            return self._change(state, action[1], zone="stand"), ()
        if kind == "raise":
            die = next(d for d in state.dice if d.name == action[1])
            state = self._change(state, action[1], face=die.face + 1)
            return msgspec.structs.replace(state, raised=True), ()
        if kind == "fetch":
            state = self._change(state, action[1], zone="hand")
            return self._change(state, action[2], face=5), ()
        if kind == "hit":
            state = self._change(state, action[1], zone="spent")
            life = list(state.life)
            life[1 - state.active] -= 1
            event = Event(
                "life-changed", f"Life {life[1 - state.active]}.", 1 - state.active, {"by": -1}
            )
            return msgspec.structs.replace(state, life=tuple(life)), (event,)
        dice = tuple(
            msgspec.structs.replace(d, zone="pile", face=None)
            if d.seat == state.active and d.zone in ("hand", "spent")
            else d
            for d in state.dice
        )
        return (
            Pebbles(dice, state.life, 1 - state.active, state.turn + 1, "draw"),
            (Event("turn", f"Turn {state.turn + 1}.", 1 - state.active),),
        )

    def _drawn(self, state, kinds):
        dice = list(state.dice)
        if sum(d.seat == state.active and d.zone == "bag" for d in dice) < 2:
            dice = [
                msgspec.structs.replace(d, zone="bag")
                if d.seat == state.active and d.zone == "pile"
                else d
                for d in dice
            ]
        for k in kinds:
            n = next(
                i
                for i, d in enumerate(dice)
                if d.seat == state.active and d.zone == "bag" and d.kind == k
            )
            dice[n] = msgspec.structs.replace(dice[n], zone="hand", fresh=True)
        return msgspec.structs.replace(state, dice=tuple(dice), phase="roll" if kinds else "play")

    @staticmethod
    def _change(state, name, **changes):
        dice = tuple(
            msgspec.structs.replace(d, **changes) if d.name == name else d for d in state.dice
        )
        return msgspec.structs.replace(state, dice=dice)

    def layout(self, state):
        return tuple(
            Placement(
                d.name,
                d.kind,
                Place(d.zone, d.seat),
                None if d.fresh or d.zone in ("bag", "pile") else d.face,
            )
            for d in state.dice
        )

    def view(self, state):
        return View(
            tuple(SeatView(f"Seat {s}", state.life[s], LIFE) for s in (0, 1)),
            state.turn,
            state.active,
            "turn",
            state.phase,
            tuple(
                DieView(d.name, d.kind, Place(d.zone, d.seat), d.kind, d.kind[:3])
                for d in state.dice
                if d.zone != "bag"
            ),
        )

    def reminders(self, state):
        return (Reminder("Play or end the turn.", Citation("Pebbles", "The turn"), state.active),)

    def outcome(self, state):
        if min(state.life) > 0:
            return None
        winner = 0 if state.life[1] <= 0 else 1
        return Outcome((winner,), f"Seat {winner} wins.")

    def say(self, state, action):
        return " ".join(map(str, action))

    def leaves_trace(self, state, action):
        return action[0] != "curse"

    def write_action(self, action):
        return list(action)

    def read_action(self, written):
        if not isinstance(written, list) or not written:
            raise ValueError("not an action of Pebbles.")
        return tuple(written)

    def digest(self, state):
        return hashlib.sha256(msgspec.json.encode(state)).hexdigest()
