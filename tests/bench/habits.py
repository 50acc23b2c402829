"""Does the record depend on how people handle dice? Each game with one habit after another."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from calibration.mat import Mat
from calibration.mats import mat_named
from hardware.simulated.people.habits import PLAIN, TEMPERAMENTS, USUAL, Habits, every, only
from rules.core import AnyGame
from rules.registry import games as known_games
from rules.registry import known_game
from tests.bench.following.followed_game import Result, follow
from tests.bench.following.foul_watch import FoulScore
from ui.app.errors import UserError

RATES: Final = (4.0, 15.0)
"""Looks a second."""

ACTIONS: Final = 120
"""Of one game."""


def figures(  # noqa: PLR0917 - each has an option of the same name
    names: Sequence[str] = (),
    games: int = 1,
    first: int = 0,
    out: Path | None = None,
    noise: str = "plain",
    habit: str = "plain,all",
    temperament: str = "usual",
    rate: float | None = None,
    actions: int = ACTIONS,
    fouls: float = 0.0,
    doubts: float = 0.0,
) -> Iterator[Mapping[str, object]]:
    """Every game with the habits named, kept in `out` when that is given."""
    if temperament not in TEMPERAMENTS:
        known = ", ".join(TEMPERAMENTS)
        raise UserError(f"there is no temperament '{temperament}': choose from {known}.")
    if rate is not None and rate != 0 and not 0.5 <= rate <= 120:
        raise UserError(f"{rate:g} looks a second: choose from 0.5 to 120, or 0 for jumps.")
    rates = RATES if rate is None else (rate,)
    wanted = [
        Result(name, seed, each, temperament, float(looks), noise, fouls, doubt=doubts)
        for seed in range(first, first + games)
        for name in names or known_games()
        for each in _habits(habit)
        for looks in rates
    ]
    results = list(_played(wanted, out, actions))
    for each in dict.fromkeys(result.habit for result in results):
        yield from _figures([result for result in results if result.habit == each], each)
    if len({result.habit for result in results}) > 1:
        yield from _figures(results, "")


def _habits(named: str) -> Sequence[str]:
    """Which ways to play: plainly, with all habits, with each alone, or with some by name."""
    ways: list[str] = []
    for way in named.split(","):
        ways += USUAL if way == "each" else [way]
    unknown = [way for way in ways if way not in {"plain", "all", *USUAL}]
    if unknown:
        known = ", ".join(("plain", "all", "each", *USUAL))
        raise UserError(f"there is no habit '{unknown[0]}': choose from {known}.")
    return ways


def habits_named(way: str, temperament: str) -> Habits:
    """The habits that a name stands for."""
    if way == "plain":
        return PLAIN
    return every(temperament) if way == "all" else only(way)


def _setup(name: str, seed: int) -> tuple[AnyGame, Mapping[str, Any], Mat]:
    """A game and a random legal set-up for it."""
    try:
        known = known_game(name)
    except ValueError as error:
        raise UserError(str(error)) from None
    setup = known.family.random_setup(name, Random(f"players {name} {seed}"))
    return known.load(), setup, mat_named(known.mat_for(setup))


def _key(result: Result) -> tuple[object, ...]:
    return (
        result.game,
        result.seed,
        result.habit,
        result.temperament,
        result.rate,
        result.noise,
        result.foul,
        result.doubt,
    )


def _played(wanted: Iterable[Result], out: Path | None, actions: int) -> Iterator[Result]:
    """Play what `out` does not hold yet; each game is kept as soon as it is over."""
    known = {_key(result): result for result in recorded(out)} if out is not None else {}
    for result in wanted:
        if _key(result) in known:
            yield known[_key(result)]
            continue
        game, setup, table = _setup(result.game, result.seed)
        habits = habits_named(result.habit, result.temperament)
        follow(game, setup, table, habits, result, most=actions)
        if out is not None:
            with out.open("a", encoding="utf-8") as lines:
                lines.write(msgspec.json.encode(result).decode() + "\n")
        yield result


def recorded(out: Path) -> Iterator[Result]:
    """The games a file holds. Raises `UserError` naming the line that is none."""
    if not out.exists():
        return
    for number, line in enumerate(out.read_text("utf-8").splitlines(), 1):
        try:
            yield msgspec.json.decode(line, type=Result, dec_hook=_counter)
        except msgspec.DecodeError as error:
            raise UserError(
                f"{out}, line {number} is no game of this bench ({error}): name another file."
            ) from None


def _counter(of: Any, written: Mapping[str, int]) -> Any:
    """A counter as JSON writes it."""
    del of
    return Counter(written)


def _figures(results: Sequence[Result], habit: str) -> Iterator[Mapping[str, object]]:
    games = len(results)
    deeds = sum(result.deeds for result in results)
    names = ", ".join(dict.fromkeys(result.game for result in results))
    rates = ", ".join(f"{rate:g}" for rate in dict.fromkeys(result.rate for result in results))
    noises = ", ".join(dict.fromkeys(result.noise for result in results))
    on = (
        f"{games} simulated games ({names}) of {deeds} actions played "
        f"{_way(habit)}, {rates} looks a second, {noises} noise"
    )
    under = f"habits.{habit}" if habit else "habits"

    def total(field: str) -> int:
        return sum(getattr(result, field) for result in results)

    wrong = total("wrong")
    yield _figure(f"{under}.wrong", wrong, "entries", "0", wrong == 0, on)
    yield _per_game(f"{under}.accused", total("accused"), games, 0.01, on)
    yield _per_game(f"{under}.hints", total("hints"), games, 0.5, on)
    yield _per_game(f"{under}.questions", total("questions"), games, 0.5, on)
    yield _per_game(f"{under}.questions_no_trace", total("questions_no_trace"), games, None, on)
    if total("twins"):
        yield _per_game(f"{under}.questions_which_die", total("twins"), games, None, on)
    share = 100.0 * total("open") / max(1, deeds)
    yield _figure(f"{under}.open", share, "%", "<= 0.1", share <= 0.1, on)
    for name, field, most in (("shown", "shown_ms", 300), ("entered", "entered_ms", 300)):
        honest = [result for result in results if not result.foul and not result.doubt]
        times = sorted(ms for result in honest for ms in getattr(result, field))
        if times:
            late = times[min(len(times) - 1, int(0.95 * len(times)))]
            what = f"{len(times)} times in {on}"
            yield _figure(f"{under}.{name}_p95", late, "ms", f"<= {most}", late <= most, what)
    if any(result.doubts for result in results):
        share = 100.0 * total("doubts_asked") / total("doubts")
        what = f"{total('doubts')} dice that two faces were likely for, in {on}"
        name = f"faces.{habit}.by_rules" if habit else "faces.by_rules"
        yield _figure(name, share, "%", "100", share >= 100.0, what)
    scores = [result.fouls for result in results]
    if any(score.committed for score in scores):
        yield from _foul_figures(scores, habit, on)


def _foul_figures(
    scores: Sequence[FoulScore], habit: str, on: str
) -> Iterator[Mapping[str, object]]:
    under = f"fouls.{habit}" if habit else "fouls"
    committed = sum((score.committed for score in scores), Counter[str]())
    named = sum(score.named.total() for score in scores)
    kinds = f"{committed.total()} fouls of {len(committed)} kinds in {on}"
    whole = {"named": (named, committed.total())}
    whole |= {
        name: (sum(getattr(score, name) for score in scores), named)
        for name in ("die", "player", "remedy")
    }
    whole["rule"] = (sum(score.rule for score in scores), sum(score.ruled for score in scores))
    whole["mended"] = (sum(score.mended for score in scores), named)
    for name, (count, of) in whole.items():
        share = 100.0 * count / max(1, of)
        least = 100.0 if name == "mended" else 99.0
        yield _figure(f"{under}.{name}", share, "%", f">= {least:g}", share >= least, kinds)
    early = sum(score.early for score in scores)
    yield _figure(f"{under}.early", early, "fouls", "0", early == 0, kinds)


def _way(habit: str) -> str:
    if not habit:
        return "in every way"
    return {"plain": "plainly", "all": "with all habits"}.get(habit, f"with the habit {habit}")


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
