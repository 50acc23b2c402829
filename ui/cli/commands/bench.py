"""`diceref bench`: the figures the design promises, measured on this machine."""

import argparse
import importlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType

from rules.registry import families
from ui.app.errors import UserError
from ui.cli.checkout import CHECKOUT, need_checkout
from words import say

PARTS: Mapping[str, tuple[str, ...]] = {
    "rules": tuple(f"tests.bench.{family.name}" for family in families()),
    "track": ("tests.bench.track",),
    "habits": ("tests.bench.habits",),
    "journal": ("tests.bench.record",),
    "correct": ("tests.bench.corrections",),
    "practice": ("tests.bench.opponent",),
    "calibration": ("tests.bench.calibration",),
    "vision": ("tests.bench.simulated_table", "tests.bench.vision"),
    "e2e": ("tests.bench.whole_game",),
    "ui": ("tests.bench.dashboard",),
    "library": ("tests.bench.library",),
    "desk": ("tests.bench.desk",),
}


PEOPLE = ("habit", "temperament", "rate", "actions", "fouls", "doubts")
"""Options of `diceref bench habits` alone."""


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the subcommand."""
    command = subparsers.add_parser(
        "bench",
        help=say("measure the figures DiceRef promises, on this machine"),
        description="Prints one line per figure: what it must reach, what was measured, and on "
        "what. Exit code 1 when a figure is missed.",
        epilog="example:\n  diceref bench rules --json",
    )
    command.add_argument("part", nargs="?", choices=(*PARTS, "all"), default="all")
    command.add_argument("--json", action="store_true", help="one JSON object per line")
    sweep = command.add_argument_group("many simulated games (parts track, habits and correct)")
    sweep.add_argument("--games", type=int, metavar="N", help="games of each kind")
    sweep.add_argument("--seed", type=int, default=0, metavar="S", help="of the first game")
    sweep.add_argument(
        "--kinds",
        metavar="avx,ygo,…",
        help="which games, or random; usually those of the first family",
    )
    sweep.add_argument(
        "--out", type=Path, metavar="FILE", help="one line per game; what it holds is not replayed"
    )
    sweep.add_argument(
        "--noise",
        choices=("plain", "hard"),
        help="plain (the default): as promised; hard: some dice stay misread, unseen or covered",
    )
    people = command.add_argument_group("how people play and how they are looked at (part habits)")
    people.add_argument(
        "--habit",
        metavar="NAME,…",
        help="plain, all, each (one habit after the other), or habits by name; plain,all",
    )
    people.add_argument("--temperament", metavar="NAME", help="careful, usual (the default), messy")
    people.add_argument(
        "--rate", type=float, metavar="HZ", help="looks a second, 0: jumps; 4 and 15"
    )
    people.add_argument("--actions", type=int, metavar="N", help="of each game, at most")
    people.add_argument("--fouls", type=float, metavar="P", help="chance of a foul at each move")
    people.add_argument(
        "--doubts", type=float, metavar="P", help="share of rolls with a die hard to read"
    )
    command.set_defaults(run=run)


def figures(part: str) -> Iterator[Mapping[str, object]]:
    """The figures of one part, or of all, as they are measured."""
    for name, modules in PARTS.items():
        if part in {name, "all"}:
            for module in filter(_is_written, modules):
                yield from _measuring(module).figures()


def _is_written(module: str) -> bool:
    """Whether anybody measures this; a family of games need not."""
    checkout = CHECKOUT / "tests" / "bench"
    return not checkout.is_dir() or (checkout / f"{module.rpartition('.')[2]}.py").is_file()


def _measuring(module: str) -> ModuleType:
    """A module of `tests/bench`, which lies in a checkout and in no installation."""
    need_checkout("tests/bench", "bench")
    return importlib.import_module(module)


def run(arguments: argparse.Namespace) -> int:
    """Measure; 1 when a figure is missed."""
    sweep = {
        "names": arguments.kinds and arguments.kinds.split(","),
        "games": arguments.games,
        "first": arguments.seed,
        "out": arguments.out,
        "noise": arguments.noise,
    }
    people = {name: getattr(arguments, name) for name in PEOPLE}
    given = {name: value for name, value in sweep.items() if value}
    given_people = {name: value for name, value in people.items() if value is not None}
    if not given and not given_people:
        return print_figures(figures(arguments.part), as_json=arguments.json)
    if given_people and arguments.part != "habits":
        raise UserError(
            "--habit, --temperament, --rate, --actions, --fouls and --doubts belong to "
            "`diceref bench habits`."
        )
    if arguments.part == "correct" and not set(given) - {"games", "first"}:
        module = _measuring(PARTS["correct"][0])
        return print_figures(module.figures(**given), as_json=arguments.json)
    if arguments.part not in {"track", "habits"}:
        raise UserError(
            "--games, --seed, --kinds, --out and --noise belong to `diceref bench track` and "
            "`diceref bench habits`; --games and --seed to `diceref bench correct` too."
        )
    module = _measuring(PARTS[arguments.part][0])
    return print_figures(module.figures(**given, **given_people), as_json=arguments.json)


def print_figures(measured: Iterable[Mapping[str, object]], *, as_json: bool) -> int:
    """Print each figure as soon as it is known; 1 when one is missed."""
    reached = True
    for figure in measured:
        reached = reached and figure.get("ok") is not False
        if as_json:
            print(json.dumps(figure), flush=True)
        else:
            print(_line(figure), file=sys.stderr, flush=True)
    return 0 if reached else 1


def _line(figure: Mapping[str, object]) -> str:
    mark = {True: "good  ", False: "MISSED", None: "      "}[_ok(figure)]
    value = figure["value"]
    shown = f"{value:,.3g}" if isinstance(value, float) else str(value)
    must = f"must {figure['must']}" if figure.get("must") is not None else ""
    return f"{mark} {figure['name']:<28}{shown:>12} {figure['unit']:<8} {must:<12} {figure['on']}"


def _ok(figure: Mapping[str, object]) -> bool | None:
    found = figure.get("ok")
    return found if isinstance(found, bool) else None
