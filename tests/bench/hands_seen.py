"""How well the eye tells what hands cover and what rolls, on a film of simulated people.

    python -m tests.bench.hands_seen [--seconds 120] [--seed 7] [--habits]

No die is looked for: what is measured is what `Gate` and `CoveredParts` say of frames 640 px wide.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import numpy as np

from calibration.mats import mat_named
from calibration.registration import Registration, register
from hardware.simulated.people.film import moments
from hardware.simulated.people.habits import PLAIN, every
from hardware.simulated.people.play import People
from hardware.simulated.people.script import Script
from hardware.simulated.table import SimulatedTable
from rules.registry import known_game
from ui.app.looks import die_kinds
from vision.covered import CoveredParts, holds
from vision.gate import Gate
from vision.sighting import Area

EDITION: Final = "avx"
FPS: Final = 15.0
FRAME: Final = (640, 360)
NEAR_MM: Final = 45.0
"""What is said to roll lies this near to a die that truly does, at most."""

SOON_S: Final = 0.2
"""And is seen within this time of it."""

APART_S: Final = 0.7
"""Dice that begin to roll so long after the last ones are thrown anew."""

SHOWS: Final = 0.4
"""A die of whose top less shows is covered."""

SAME_MM: Final = 2.0
"""A die as near to where one lay in full sight is that one: no other die hides it, but a hand."""

Rolling = tuple[float, float, float]
"""Time, and where a die then is on its way."""


@dataclass(slots=True)
class Count:
    """What was seen of a film."""

    hands: int = 0  # frames with a hand in view
    lying: int = 0  # dice in them
    blinded: int = 0  # of them, said to be covered
    hidden: int = 0  # of them, truly hidden
    overlooked: int = 0  # of those, said to be in sight
    rolling: list[Rolling] = field(default_factory=list)  # what was said to roll
    free: list[tuple[float, float]] = field(default_factory=list)
    """Where dice lay in full sight when no hand was in view last."""


def played(seed: int, *, habits: bool, most: int) -> Script:
    """A game as people play it."""
    known = known_game(EDITION)
    setup = known.family.random_setup(EDITION, Random(seed))
    lies = mat_named(known.mat_for(setup))
    return People(known.load(), setup, lies, every() if habits else PLAIN, seed, most=most).play()


def watched(script: Script, seed: int, seconds: float) -> Count:
    """The film as gate and covered parts see it."""
    game, setup = (
        known_game(EDITION),
        known_game(EDITION).family.random_setup(EDITION, Random(seed)),
    )
    kinds = {kind.kind: kind for kind in die_kinds(game.load().dice(setup))}
    table = SimulatedTable(script.mat, fps=FPS)
    table.view = table.view.resized(*FRAME)
    lies = register(table.still().image, script.mat)
    gate, covered, seen = Gate(), None, Count()
    for number, moment in enumerate(moments(script, kinds, FPS)):
        if number > seconds * FPS:
            break
        table.play([moment])
        frame = table.read()
        glance = gate.look(frame)
        if covered is None:
            shape = (table.still_size[1], table.still_size[0])
            covered = CoveredParts.of(lies, shape, glance.hand.shape, 13.0)
        areas = covered.moving(glance.moved, glance.hand)
        seen.rolling += [
            (number / FPS, (one.left + one.right) / 2, (one.top + one.bottom) / 2) for one in areas
        ]
        gate.know(np.asarray(1 - (glance.restless | glance.hand), np.uint8))
        dice = _tops(table, lies)
        if moment.hands:
            _count(seen, dice, covered(np.asarray(glance.restless | glance.hand, np.uint8)))
        else:
            seen.free = [place for place, top in dice if top >= SHOWS]
    return seen


def _tops(table: SimulatedTable, lies: Registration) -> list[tuple[tuple[float, float], float]]:
    """Where dice lie (mm), and how much of their tops shows."""
    factor = table.still_size[0] / FRAME[0]
    found = []
    for die in table.seen():
        middle = factor * np.array(die.corners, float).mean(axis=0)
        x, y = lies.top_to_mat(middle[None], die.kind.size_mm)[0].tolist()
        found.append(((x, y), die.top))
    return found


def _count(
    seen: Count, dice: Sequence[tuple[tuple[float, float], float]], covered: Sequence[Area]
) -> None:
    seen.hands += 1
    for (x, y), top in dice:
        blind = holds(covered, x, y)
        lay = any(np.hypot(x - a, y - b) < SAME_MM for a, b in seen.free)
        seen.lying += 1
        seen.blinded += blind
        seen.hidden += lay and top < SHOWS
        seen.overlooked += lay and top < SHOWS and not blind


@dataclass(frozen=True, slots=True)
class Roll:
    """One die on its way: from when to when, and through which places."""

    since: float
    until: float
    places: tuple[tuple[float, float], ...]

    def near(self, one: Rolling) -> bool:
        """Whether this may be what was said to roll."""
        time, x, y = one
        soon = self.since - SOON_S <= time <= self.until + SOON_S
        return soon and any(np.hypot(x - a, y - b) <= NEAR_MM for a, b in self.places)


def truly_rolling(script: Script, seconds: float) -> list[Roll]:
    """Every die that rolls, until it comes to lie."""
    rolls, begun = [], dict[str, list[tuple[float, float, float]]]()
    for one in script.movements:
        if one.time > seconds:
            break
        before = begun.pop(one.die, [])
        here = [] if one.pose is None else [(one.time, one.pose.x_mm, one.pose.y_mm)]
        if one.pose is not None and one.pose.moving:
            begun[one.die] = before + here
        elif before:
            places = tuple((x, y) for _, x, y in before + here)
            rolls.append(Roll(before[0][0], one.time, places))
    return sorted(rolls, key=lambda roll: roll.since)


def figures(seconds: float, seed: int, *, habits: bool) -> Iterator[Mapping[str, Any]]:
    """One JSON line each."""
    script = played(seed, habits=habits, most=60)
    seen = watched(script, seed, seconds)
    truth = truly_rolling(script, seconds)
    throws: list[list[Roll]] = []
    for roll in truth:
        if not throws or roll.since - throws[-1][-1].until > APART_S:
            throws.append([])
        throws[-1].append(roll)
    on = f"{seconds:.0f} s of {EDITION}, {seen.hands} frames with a hand, seed {seed}"
    told = sum(any(roll.near(one) for roll in throw for one in seen.rolling) for throw in throws)
    false = sum(not any(roll.near(one) for roll in truth) for one in seen.rolling)
    share = 100 / max(1, seen.lying)
    yield {
        "name": "eye.hands.blinded",
        "value": round(share * seen.blinded, 1),
        "unit": "%",
        "on": on,
    }
    value = round(100 * seen.overlooked / max(1, seen.hidden), 2)
    told_of = f"{on}; {seen.hidden} times a die was hidden"
    yield {"name": "eye.hands.overlooked", "value": value, "unit": "%", "on": told_of}
    value = round(100 * told / max(1, len(throws)), 1)
    yield {"name": "eye.hands.throws", "value": value, "unit": "%", "on": f"{len(throws)} throws"}
    yield {"name": "eye.hands.false_rolls", "value": false, "unit": "", "on": on}


def main(words: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--habits", action="store_true", help="all habits, not plainly played")
    chosen = parser.parse_args(words)
    for line in figures(chosen.seconds, chosen.seed, habits=chosen.habits):
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
