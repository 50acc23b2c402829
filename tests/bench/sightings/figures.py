"""The tracker's figures, from games played by simulated hands under a simulated eye.

Nothing here is seen by a camera: `on` says simulated, and how many games were really played.
"""

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final, TypeAlias

from rules.core import AnyGame
from rules.track.referee import Referee
from tests.bench.sightings.hands import Noise
from tests.bench.sightings.play import Play
from tests.bench.sightings.score import LongestLook
from tests.bench.sightings.sweep import GameRecord, together
from tests.bench.sightings.table import Habits

MOVES: Final = 8
PLAYED: Final = 3
"""Times that each crowded game is played: nothing else disturbs the same look twice."""

STEPS: Final = 100
"""Steps that are timed in a short record, and as many in a long one."""

DICE: Final = 36
"""Only rests with at least so many dice on the table and moves since the last count as busy."""

Played: TypeAlias = tuple[AnyGame, Mapping[str, Any]]
"""A game and the set-up it is played with."""


def figures(records: Iterable[GameRecord], under: str = "track") -> Iterator[Mapping[str, object]]:
    """What a sweep amounts to; the figures' names begin with `under`."""
    records = tuple(records)
    score = together(records)
    names = ", ".join(dict.fromkeys(record.game for record in records))
    on = (
        f"{score.games} simulated games ({names}) of {score.actions} actions and "
        f"{score.fouls.total()} fouls, 1 % misread faces per look, 2 % missed dice{_more(records)}"
    )
    yield _figure(f"{under}.wrong", score.wrong, "entries", "0", score.wrong == 0, on)
    weighed = f"{score.weighed} rests at which what may be done next was compared; {on}"
    yield _figure(f"{under}.unlike", score.unlike, "rests", None, None, weighed)
    asked = score.questions - score.silent_questions
    beyond = on + ", beyond what leaves no trace"
    yield _per_game(f"{under}.questions", asked, score.games, 1.0, beyond)
    yield _per_game(f"{under}.questions_no_trace", score.silent_questions, score.games, None, on)
    yield _per_game(f"{under}.false_alarms", score.false_alarms, score.games, 0.1, on)
    by_hand = on + "; table put right by hand"
    yield _per_game(f"{under}.given_up", score.given_up, score.games, None, by_hand)
    fouls, missed = score.fouls.total(), score.missed_fouls.total()
    share = 100.0 * (1 - missed / max(1, fouls))
    kinds = f"fouls of {len(+score.fouls)} kinds in {score.games} simulated games ({names})"
    yield _figure(f"{under}.fouls", share, "%", ">= 99", share >= 99.0, f"{fouls} {kinds}")
    named = fouls - missed
    mended = 100.0 * (1 - score.unmended / max(1, named))
    yield _figure(f"{under}.mended", mended, "%", None, None, f"{named} fouls that were named")
    without = score.wrong_without_rules / max(1, score.games)
    yield _figure(
        f"{under}.no_rules.wrong", without, "rests per game", None, None,
        on + ": the same readings believed without rules, at the same looks",
    )  # fmt: skip
    looks = _at(score.looks_to_commit, 0.95)
    yield _figure(f"{under}.looks_p95", looks, "looks", None, None, on)


def _more(records: Sequence[GameRecord]) -> str:
    """What the noise of these games adds to misread and missed dice that the next look mends."""
    hard = any(record.noise == "hard" for record in records)
    return ", some dice misread, unseen or covered for as long as they lie" if hard else ""


def explaining(games: Iterable[Played]) -> Iterator[Mapping[str, object]]:
    """How long it takes to explain many moves made at once, on a crowded table."""
    looks = [look for seed, played in enumerate(games) for look in _longest_looks(seed, played)]
    busy = [s for s in looks if s.dice >= DICE and s.moves >= MOVES]
    dice = [s.dice for s in busy]
    mean = sum(dice) / max(1, len(dice))
    most = max(dice, default=0)
    value = _at(Counter(s.ms for s in busy), 0.95)
    yield _figure(
        "track.explain_p95", value, "ms", "<= 50", value <= 50.0,
        f"the longest look of each of {len(busy)} simulated rests, >= {MOVES} moves between "
        f"looks, {mean:.0f} dice on average, {most} at most, CPU time, the median of "
        f"{PLAYED} times that the same was played, this machine",
    )  # fmt: skip


def _longest_looks(seed: int, played: Played) -> list[LongestLook]:
    """The longest look of every rest of a game, by the median of the times it is played."""
    game, setup = played
    habits = Habits(batch=(MOVES,), hasty=True, actions=300, aloud=0.0, sparing=0.0, shoving=0.0)
    times: list[list[LongestLook]] = []
    for _ in range(PLAYED):
        gc.freeze()  # as the dashboard does: what is loaded is not searched for garbage again
        play = Play(game, setup, Random(seed), noise=Noise(), habits=habits)
        play.run()
        gc.unfreeze()
        times.append(play.longest)
    return [
        LongestLook(rest[0].dice, rest[0].moves, median(look.ms for look in rest))
        for rest in zip(*times, strict=True)
    ]


def growing(
    game: AnyGame, referee: Referee, lengthen: Callable[[], int]
) -> Iterator[Mapping[str, object]]:
    """What a step costs, from the word to the synced entry, in a short record and a long one.

    `lengthen` fills the record and says how many entries it holds then.
    """
    rng = Random(0)
    for name, fill in (("track.step_p95", None), ("track.step_late_p95", lengthen)):
        entries = fill() if fill is not None else len(referee.journal)
        took: list[float] = []
        while len(took) < STEPS and game.to_move(referee.state) is not None:
            legal = list(game.legal_actions(referee.state))
            action = rng.choice(legal) if legal else game.sample(referee.state, rng)
            started = process_time()
            referee.announce(action)
            took.append(1000.0 * (process_time() - started))
        on = f"{len(took)} announced steps after {entries:,} entries, CPU time, this machine"
        yield _figure(name, _at(Counter(took), 0.95), "ms", None, None, on)


def _at(counted: Counter[Any], share: float) -> float:
    """The value that this share of all is not above."""
    ordered = sorted(counted.elements())
    return float(ordered[min(len(ordered) - 1, int(share * len(ordered)))]) if ordered else 0.0


def _per_game(
    name: str, count: int, games: int, most: float | None, on: str
) -> Mapping[str, object]:
    value = count / max(1, games)
    must = None if most is None else f"<= {most:g}"
    return _figure(name, value, "per game", must, None if most is None else value <= most, on)


def _figure(  # noqa: PLR0917 - the six fields of a figure, in their order
    name: str, value: float, unit: str, must: str | None, ok: bool | None, on: str
) -> Mapping[str, object]:
    return {
        "name": name, "value": round(value, 3), "unit": unit, "must": must, "ok": ok, "on": on,
    }  # fmt: skip
