"""The tracker's figures, from games played by simulated hands under a simulated eye.

Nothing here is seen by a camera: `on` says simulated, and how many games were really played.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from rules.core import Game
from rules.track.hands import Noise
from rules.track.simulate import Habits, Play, Score

MOVES: Final = 8
DICE: Final = 20
"""Only rests with at least so many dice on the table and moves since the last count as busy."""

Setup = Mapping[str, Any]


def figures(games: Sequence[tuple[Game, Setup]], each: int) -> Iterator[Mapping[str, object]]:
    """Every figure, over `each` games of each kind without fouls and as many with."""
    fair, foul = Score(), Score()
    names = ", ".join(game.name for game, _ in games)
    for game, setup in games:
        play(game, setup, range(each), fair, Habits())
        play(game, setup, range(each), foul, Habits(foul=0.1, actions=150))
    on = (
        f"{fair.games} simulated games ({names}), {fair.actions} actions, 1 % misread faces per "
        f"look, 2 % missed dice"
    )
    wrong_in_fouls = f"; {foul.wrong} more in {foul.games} games with fouls" if foul.wrong else ""
    yield _figure("track.wrong", fair.wrong, "entries", "0", fair.wrong == 0, on + wrong_in_fouls)
    asked = fair.questions - fair.silent_questions
    yield _per_game("track.questions", asked, fair, 1.0, on + ", beyond what leaves no trace")
    yield _per_game("track.questions_no_trace", fair.silent_questions, fair, None, on)
    yield _per_game("track.false_alarms", fair.false_alarms, fair, 0.1, on)
    yield _per_game("track.given_up", fair.given_up, fair, None, on + "; table put right by hand")
    share = 100.0 * foul.named / max(1, foul.fouls)
    yield _figure(
        "track.fouls", share, "%", ">= 99", share >= 99.0,
        f"{foul.fouls} fouls of {len(foul.kinds)} kinds in {foul.games} simulated games",
    )  # fmt: skip
    mended = 100.0 * (foul.named - foul.unmended) / max(1, foul.named)
    yield _figure("track.mended", mended, "%", None, None, f"{foul.named} fouls that were named")
    hasty = Score()
    for game, setup in games:
        play(game, setup, range(each), hasty, Habits(batch=(MOVES,), hasty=True, actions=200))
    yield _explain(hasty)
    yield _figure(
        "track.no_rules.wrong", fair.wrong_without_rules / max(1, fair.games), "rests per game",
        None, None, on + ": the same readings believed without rules, at the same looks",
    )  # fmt: skip
    looks = sorted(fair.looks_to_commit)
    yield _figure("track.looks_p95", _at(looks, 0.95), "looks", None, None, on)


def play(game: Game, setup: Setup, seeds: range, score: Score, habits: Habits) -> None:
    """Play one game per seed."""
    for seed in seeds:
        Play(game, setup, Random(seed), score, noise=Noise(), habits=habits).run()


def _explain(score: Score) -> Mapping[str, object]:
    busy = sorted(ms for n, moves, ms in score.searches if n >= DICE and moves >= MOVES)
    dice = [n for n, moves, _ in score.searches if n >= DICE and moves >= MOVES]
    mean = sum(dice) / max(1, len(dice))
    most = max(dice, default=0)
    least = f">= {MOVES} moves between looks, {mean:.0f} dice on average, {most} at most"
    value = _at(busy, 0.95)
    on = f"the longest look of each of {len(busy)} simulated rests, {least}, CPU time, this machine"
    return _figure("track.explain_p95", value, "ms", "<= 50", value <= 50.0, on)


def _at(ordered: Sequence[float], share: float) -> float:
    return float(ordered[min(len(ordered) - 1, int(share * len(ordered)))]) if ordered else 0.0


def _per_game(
    name: str, count: int, score: Score, most: float | None, on: str
) -> Mapping[str, object]:
    value = count / max(1, score.games)
    must = None if most is None else f"<= {most:g}"
    return _figure(name, value, "per game", must, None if most is None else value <= most, on)


def _figure(  # noqa: PLR0917 - the six fields of a figure, in their order
    name: str, value: float, unit: str, must: str | None, ok: bool | None, on: str
) -> Mapping[str, object]:
    return {
        "name": name, "value": round(value, 3), "unit": unit, "must": must, "ok": ok, "on": on,
    }  # fmt: skip
