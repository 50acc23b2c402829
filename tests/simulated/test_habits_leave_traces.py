"""Each habit leaves its own trace on the table, not only a note that it showed."""

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from calibration.mats import mat_named
from hardware.simulated.people.habits import PLAIN, only
from hardware.simulated.people.play import People
from hardware.simulated.people.script import Deed, Movement, Pose, Script
from rules.core import Roll, ZoneKind
from rules.registry import known_game

GAME = known_game("imwm").load()


def played(habits, seed, name="imwm") -> Script:
    known = known_game(name)
    setup = known.family.random_setup(name, Random(seed))
    people = People(known.load(), setup, mat_named(known.mat_for(setup)), habits, seed, most=90)
    return people.play()


def moved(script: Script, die: str) -> list[Movement]:
    return [movement for movement in script.movements if movement.die == die]


def resting(script: Script) -> list[tuple[float, float, str, Pose]]:
    """From when to when each die lay in one pose, hands off."""
    lying: dict[str, tuple[float, Pose]] = {}
    rests = []
    for movement in script.movements:
        before = lying.pop(movement.die, None)
        if before is not None:
            rests.append((before[0], movement.time, movement.die, before[1]))
        if movement.pose is not None and not movement.pose.moving:
            lying[movement.die] = (movement.time, movement.pose)
    rests += [(since, script.end, die, pose) for die, (since, pose) in lying.items()]
    return rests


def rolls(script: Script) -> list[tuple[int, Deed, list[str]]]:
    found = []
    for number, deed in enumerate(script.deeds):
        chance = GAME.chance(deed.before)
        if isinstance(chance, Roll):
            found.append((number, deed, [die for die, _ in chance.dice]))
    return found


def rests_of(script, die, since, until):
    return [p for a, b, d, p in resting(script) if d == die and a < until and b > since]


def laid_unrolled(script):
    """A die comes to rest after it was drawn and before it shows what was rolled."""
    for number, deed, dice in rolls(script):
        drawn = script.deeds[number - 1]
        if not number or drawn.seat is not None:
            continue
        faces = {lie.die: lie.face for lie in GAME.layout(deed.after)}
        for since, until, die, pose in resting(script):
            lain = die in dice and until - since > 0.3 and drawn.begun < since and until < deed.done
            if lain and pose.face != faces[die]:
                return True
    return False


def rolled_in_reserve(script):
    return any(
        pose.place is not None and pose.place.zone == "reserve"
        for _, deed, dice in rolls(script)
        for die in dice
        for pose in rests_of(script, die, deed.done, deed.done + 0.5)
    )


def rolled_in_a_tray(script):
    return any(
        not 0 <= pose.x_mm <= script.mat.width and pose.place is None
        for _, deed, dice in rolls(script)
        for die in dice
        for pose in rests_of(script, die, deed.done, deed.done + 0.5)
    )


def leaned(script):
    return any(pose.leaning and b - a > 0.2 for a, b, _, pose in resting(script))


def sorted_out(script):
    """Dice change their place after a throw and not their face."""
    return any(
        one[2] == other[2]
        and (one[3].x_mm, one[3].y_mm) != (other[3].x_mm, other[3].y_mm)
        and one[3].face == other[3].face
        for _, deed, dice in rolls(script)
        for one, other in pairwise(
            sorted(
                (r for r in resting(script) if r[2] in dice and deed.begun < r[0] <= deed.done),
                key=lambda r: (r[2], r[0]),
            )
        )
    )


def fell(script):
    """Of dice thrown together one comes to rest much later than the others."""
    for _, deed, dice in rolls(script):
        times = sorted(
            r[0] for r in resting(script) if r[2] in dice and deed.begun <= r[0] <= deed.done
        )
        if len(times) > 1 and times[-1] - times[0] > 1.2:
            return True
    return False


def paid_late(script):
    """What was bought lies in the Used Pile before the energy does."""
    return any(_arrives(script, deed, bought=True) for deed in script.deeds)


def _arrives(script, deed, *, bought):
    before = {lie.die: lie for lie in GAME.layout(deed.before)}
    first: dict[bool, float] = {}
    for lie in GAME.layout(deed.after):
        old = before[lie.die]
        if old.place == lie.place or GAME.zones[lie.place.zone] is not ZoneKind.HEAP:
            continue
        come = GAME.zones[old.place.zone] is ZoneKind.HIDDEN
        times = [m.time for m in moved(script, lie.die) if m.pose and m.pose.place == lie.place]
        after = [time for time in times if time >= deed.begun]
        if after:
            first[come] = min(first.get(come, after[0]), after[0])
    return len(first) == 2 and (first[True] < first[False]) is bought and deed.seat is not None


def heaped(script):
    """A spent die waits for more than a while where nobody means it to stay."""
    return any(
        pose.place is None and b - a > 5.0 and 0 < pose.x_mm < script.mat.width
        for a, b, _, pose in resting(script)
    )


def pulled_back(script):
    """A die lies among the attackers and back in the field, and no deed says so."""
    for die in script.kinds:
        zones = [p.place.zone if p.place else "" for _, _, d, p in resting(script) if d == die]
        said = [
            {lie.die: lie.place.zone for lie in GAME.layout(deed.after)}[die]
            for deed in script.deeds
        ]
        attacks = [zone for zone, _ in _runs(said)].count("attack")
        if [zone for zone, _ in _runs(zones)].count("attack") > attacks:
            return True
    return False


def _runs(items):
    runs: list[tuple[str, int]] = []
    for item in items:
        if runs and runs[-1][0] == item:
            runs[-1] = (item, runs[-1][1] + 1)
        else:
            runs.append((item, 1))
    return runs


def spun_wrongly(script):
    """A die shows a face for a while that no state of the game knows."""
    return any(
        b - a > 0.15 and deed.begun < a < deed.done and pose.face not in known
        for deed in script.deeds
        if deed.seat is not None
        for a, b, die, pose in resting(script)
        for known in [_faces(deed, die)]
        if known
    )


def _faces(deed, die):
    faces = {
        lie.face for state in (deed.before, deed.after) for lie in GAME.layout(state)
        if lie.die == die
    }  # fmt: skip
    return faces if None not in faces and len(faces) == 2 else set()


def one_by_one(script):
    """Of dice drawn together each comes to rest by itself."""
    for _, deed, dice in rolls(script):
        times = sorted(
            {r[0] for r in resting(script) if r[2] in dice and deed.begun <= r[0] <= deed.done}
        )
        apart = [b - a for a, b in pairwise(times)]
        if len(apart) > 1 and min(apart) > 0.05 and sum(apart) > 1.5:
            return True
    return False


def late(script):
    """A deed is done only after the next one was."""
    return any(one.done > other.done + 0.5 for one, other in pairwise(script.deeds))


def at_once(script):
    """The next deed is begun before the last one is done."""
    return any(other.begun < one.done - 0.3 for one, other in pairwise(script.deeds))


def covered(script):
    return bool(script.covers) and all(c.until > c.since for c in script.covers)


def crossed_a_line(script):
    areas = {(z.name, z.seat): z.outline for z in script.mat.zones}
    for _, _, _, pose in resting(script):
        outline = areas.get((pose.place.zone, pose.place.seat)) if pose.place else None
        if outline is None:
            continue
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        edge = min(
            pose.x_mm - min(xs), max(xs) - pose.x_mm, pose.y_mm - min(ys), max(ys) - pose.y_mm
        )
        if edge < 2.6:
            return True
    return False


def marked_early_or_late(script):
    gaps = []
    for mark in script.marked:
        near = min((abs(mark.time - deed.done) for deed in script.deeds), default=0.0)
        gaps.append(near)
    return any(gap > 1.6 for gap in gaps[2:])


def not_said(script):
    plain = played(PLAIN, 3)
    return len(script.spoken) < len(plain.spoken)


TRACES: dict[str, Callable[[Script], bool]] = {
    "laid-down-first": laid_unrolled,
    "roll-in-reserve": rolled_in_reserve,
    "tray": rolled_in_a_tray,
    "leaning-die": leaned,
    "fallen-die": fell,
    "die-by-die": one_by_one,
    "sort": sorted_out,
    "take-first": paid_late,
    "spent-heap": heaped,
    "pull-back": pulled_back,
    "pulled-back-later": pulled_back,
    "wrong-side-first": spun_wrongly,
    "forget": late,
    "overlap": at_once,
    "covered": covered,
    "nudged-over-a-line": crossed_a_line,
    "late-marker": marked_early_or_late,
}


@pytest.mark.parametrize("habit", sorted(TRACES))
def test_a_habit_leaves_its_trace(habit):
    assert any(TRACES[habit](played(only(habit), seed)) for seed in range(20))


@pytest.mark.parametrize("habit", sorted(TRACES))
def test_played_plainly_there_is_no_such_trace(habit):
    assert not any(TRACES[habit](played(PLAIN, seed)) for seed in range(3))


def test_what_leaves_no_trace_may_go_unsaid():
    assert not_said(played(only("unsaid"), 3))
