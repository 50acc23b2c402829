"""Recorded rests and what the tracker makes of each: a corpus that notices when its numbers move.

`python -m tests.bench.rests --record` lets people play again and keeps what was seen;
`python -m tests.bench.rests --write` keeps what the tracker now says of it as what is expected.
"""

import argparse
import gzip
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from calibration.mats import mat_named
from hardware.simulated.people.eye import NOISES, Eye
from hardware.simulated.people.habits import PLAIN, every
from hardware.simulated.people.play import People
from rules.core import AnyGame, ZoneKind
from rules.registry import known_game
from rules.track.tracker import Tracker
from rules.track.verdict import Ask, Commit, Infraction, Look, Verdict, Wait
from tests.bench.following.adapter import look_of

FOLDER: Final = Path(__file__).parent.parent / "track" / "corpus"
LOOKS: Final = 8
"""Looks kept of one rest: after six the tracker is as sure as it will be."""

DECIMALS: Final = 1


class Case(msgspec.Struct, frozen=True):
    """What is to be recorded."""

    name: str
    game: str
    seed: int
    habit: str  # "plain" or "all"
    seconds: float
    begins: float = 0.0
    foul: float = 0.0
    rate: float = 4.0
    noise: str = "plain"
    most: int = 40


CASES: Final = (
    Case("avx-all", "avx", 301, "all", 85.0),
    Case("imwm-all", "imwm", 302, "all", 110.0),
    Case("tmnt-all", "tmnt", 303, "all", 140.0),
    Case("ygo-all", "ygo", 304, "all", 80.0),
    Case("avx-fouls", "avx", 311, "all", 160.0, foul=0.5),
    Case("tmnt-fouls", "tmnt", 312, "plain", 200.0, foul=0.5),
    Case("avx-hard", "avx", 306, "all", 120.0, noise="hard"),
    Case("ygo-fast", "ygo", 313, "all", 60.0, rate=15.0),
    Case("imwm-slow", "imwm", 314, "all", 120.0, rate=2.0),
    Case("irondie-all", "irondie", 308, "all", 45.0),
    Case("tenthousand-all", "tenthousand", 309, "all", 26.0),
)


class Recording(msgspec.Struct, frozen=True):
    """What was seen of a game from its beginning."""

    game: str
    setup: Any
    looks: tuple[Mapping[str, Any], ...]


def recorded(case: Case) -> Recording:
    """Let people play, and keep what their eye saw."""
    known = known_game(case.game)
    game, setup = known.load(), known.family.random_setup(case.game, Random(f"rests {case.seed}"))
    habits = PLAIN if case.habit == "plain" else every("usual")
    table = mat_named(known.mat_for(setup))
    script = People(game, setup, table, habits, case.seed, most=case.most, fouls=case.foul).play()
    heaps = frozenset(zone for zone, kind in game.zones.items() if kind is ZoneKind.HEAP)
    rng = Random(f"rests {case.seed} eye")
    eye = Eye(script, game.dice(setup), NOISES[case.noise], rng, heaps=heaps)
    looks = _thinned(look_of(seen) for seen in eye.looks(case.rate) if seen.time <= case.seconds)
    return Recording(case.game, setup, tuple(map(_written, looks)))


def _thinned(looks: Iterable[Look]) -> Iterator[Look]:
    """Of each rest the first looks and its last, of each disturbance the first look and the last.

    Throws are seen while hands are about: looks with dice that roll are kept.
    """
    run, kind, last = 0, None, None
    for look in looks:
        now = look.hands or not look.still
        if now is not kind and last is not None:
            yield last
            run, last = 0, None
        kind, run = now, run + 1
        rolls = any(die.rolling for die in look.dice)
        if run <= (1 if now else LOOKS) or rolls:
            yield look
            last = None
        else:
            last = look
    if last is not None:
        yield last


def _written(look: Look) -> Mapping[str, Any]:
    told = msgspec.to_builtins(msgspec.structs.replace(look, dice=()))
    told["dice"] = [_die(die) for die in look.dice]
    return dict(told)


def _die(die: Any) -> Mapping[str, Any]:
    fields = {name: getattr(die, name) for name in die.__struct_fields__ if name != "likelihood"}
    fields |= {name: round(fields[name], DECIMALS) for name in ("x_mm", "y_mm", "border_mm")}
    likely = [
        (kind, face, round(value, DECIMALS)) for (kind, face), value in die.likelihood.items()
    ]
    return {**msgspec.to_builtins(fields), "likelihood": likely}


def _look(written: Mapping[str, Any]) -> Look:
    dice = []
    for die in written["dice"]:
        likely = {(kind, face): value for kind, face, value in die["likelihood"]}
        dice.append({**die, "likelihood": likely})
    plain = [{**die, "likelihood": {}} for die in dice]
    look = msgspec.convert({**written, "dice": plain}, Look)
    seen = (
        msgspec.structs.replace(made, likelihood=die["likelihood"])
        for made, die in zip(look.dice, dice, strict=True)
    )
    return msgspec.structs.replace(look, dice=tuple(seen))


def keep(case: Case, recording: Recording) -> None:
    """Write a recording down."""
    packed = gzip.compress(msgspec.msgpack.encode(recording), 9, mtime=0)
    (FOLDER / f"{case.name}.gz").write_bytes(packed)


def kept(name: str) -> Recording:
    """A recording that was written down."""
    packed = (FOLDER / f"{name}.gz").read_bytes()
    return msgspec.msgpack.decode(gzip.decompress(packed), type=Recording)


# -- what the tracker makes of it


def told(recording: Recording) -> Iterator[str]:
    """A line for all that the tracker says, and one for what it thinks at the end of each rest."""
    game = known_game(recording.game).load()
    state = game.new(recording.setup)
    tracker = Tracker(game, state, kinds=game.dice(recording.setup))
    thought = ""
    for written in recording.looks:
        look = _look(written)
        if thought and (look.hands or not look.still):
            yield thought
            thought = ""
        state = tracker.state
        verdict = tracker.look(look)
        if not isinstance(verdict, Wait):
            yield f"{look.time:.2f} {_said(game, state, verdict)}"
        still = look.still and not look.hands
        thought = f"{look.time:.2f} {_thought(tracker, verdict)}" if still else ""
    if thought:
        yield thought


def _said(game: AnyGame, state: Any, verdict: Verdict) -> str:
    match verdict:
        case Commit(steps):
            said = []
            for step in steps:
                said.append(game.say(state, step.action))
                state, _ = game.apply(state, step.action)
            return f"enters: {'; '.join(said)} ({min(s.confidence for s in steps):.4f})"
        case Ask(text=text, answers=answers):
            told = " / ".join(f"{each.text} {each.probability:.2f}" for each in answers)
            return f"asks: {text} {told}"
        case Infraction(code=code, text=text, mended=mended):
            return f"{'is mended' if mended else 'names'}: {code}: {text}"
        case _:
            return ""


def _thought(tracker: Tracker, verdict: Verdict) -> str:
    """What is thought at the end of a rest, in nats."""
    thought = tracker.thought
    reason = verdict.reason if isinstance(verdict, Wait) else type(verdict).__name__.lower()
    if thought is None:
        return f"waits: {reason}"
    race = [thought.best, *thought.rivals]
    if thought.halfway is not None:
        race.append(thought.halfway.explanation)
    costs = " ".join(f"{len(each.steps)}:{each.cost:.1f}+{each.residue.cost:.1f}" for each in race)
    return f"waits: {reason}: {costs}"


def expected(name: str) -> Sequence[str]:
    """What the tracker said when it was last looked at."""
    return (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()


def main(arguments: Sequence[str] | None = None) -> None:
    """Record, or write down what is said."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true", help="let people play again")
    parser.add_argument("--write", action="store_true", help="keep what the tracker says now")
    parser.add_argument("names", nargs="*", help="cases; all of them when none is named")
    wanted = parser.parse_args(arguments)
    for case in CASES:
        if wanted.names and case.name not in wanted.names:
            continue
        if wanted.record:
            keep(case, recorded(case))
        lines = list(told(kept(case.name)))
        if wanted.record or wanted.write:
            (FOLDER / f"{case.name}.txt").write_text("\n".join(lines) + "\n", "utf-8")
        size = (FOLDER / f"{case.name}.gz").stat().st_size // 1024
        print(f"{case.name}: {len(lines)} lines, {size} KB")


if __name__ == "__main__":
    main()
