"""The numbers that the tracker judges by: each moved by half, and what notices it.

`python -m tests.bench.constants` prints a page; `--out FILE` writes it. It takes ten minutes.
"""

import argparse
import ast
import importlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Final

import msgspec

import rules.track
from tests.bench.rests import CASES, expected, kept, told

FOLDER: Final = Path(rules.track.__path__[0])
MOVED: Final = (0.5, 1.5)
"""By how much each number is multiplied."""

PAGE: Final = """# The numbers that the tracker judges by

Made by `python -m tests.bench.constants --out docs/tracking-constants.md`. Each number stands
beside the code that uses it. Where it comes from: ln 2 and ln 6 are of coins and dice, shares of
dice missed or misread are of rendered pictures, millimetres of dice 13 mm wide; all others were
chosen on `diceref bench habits` with seeds up to 85. "Noticed by" names the recorded rests
(`tests/track/corpus`) whose verdict or weights change when the number is halved, and when half is
added; "-" means that none does.
"""


class Constant(msgspec.Struct, frozen=True):
    """One number."""

    module: str
    name: str
    value: float
    text: str

    @property
    def unit(self) -> str:
        """What it is counted in."""
        if self.name.endswith("_MM"):
            return "mm"
        if self.name.endswith("_S"):
            return "s"
        words = self.text.lower()
        if "seconds" in words.split(".", maxsplit=1)[0]:
            return "s"
        if "each millimetre" in words or "a millimetre" in words:
            return "nats/mm"
        return "nats" if isinstance(self.value, float) else "count"


def constants() -> Iterator[Constant]:
    """Every number that a module of the tracker names, in the order of the code."""
    for path in sorted(FOLDER.glob("*.py")):
        body = ast.parse(path.read_text("utf-8")).body
        for number, statement in enumerate(body):
            found = _named(statement)
            if found is None:
                continue
            after = body[number + 1] if number + 1 < len(body) else None
            text = ""
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                text = " ".join(str(after.value.value).split())
            yield Constant(path.stem, found[0], found[1], text)


def _named(statement: ast.stmt) -> tuple[str, float] | None:
    target: ast.expr
    match statement:
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            pass
        case ast.Assign(targets=[target], value=value):
            pass
        case _:
            return None
    if not isinstance(target, ast.Name) or not target.id.isupper():
        return None
    try:
        number = ast.literal_eval(value)
    except ValueError:
        return None
    plain = isinstance(number, int | float) and not isinstance(number, bool)
    return (target.id, number) if plain else None


def _holders(constant: Constant) -> Sequence[ModuleType]:
    """The modules that know the number by its name."""
    owner = importlib.import_module(f"rules.track.{constant.module}")
    others = [
        module
        for name, module in sys.modules.items()
        if name.startswith("rules.track.") and module is not owner
    ]
    path = FOLDER / f"{constant.module}.py"
    borrowed = f"from rules.track.{path.stem} import "
    return [
        owner,
        *(
            module
            for module in others
            if constant.name in vars(module)
            and borrowed in Path(str(module.__file__)).read_text("utf-8")
        ),
    ]


def noticed_by(constant: Constant, factor: float) -> str:
    """The first recording whose verdicts or weights change; empty when none does."""
    moved = constant.value * factor
    moved = moved if isinstance(constant.value, float) else max(0, round(moved))
    if moved == constant.value:
        moved = constant.value + 1
    holders = _holders(constant)
    for module in holders:
        setattr(module, constant.name, moved)
    try:
        return next((case.name for case in CASES if _changes(case.name)), "")
    finally:
        for module in holders:
            setattr(module, constant.name, constant.value)


def _changes(name: str) -> bool:
    was = iter(expected(name))
    try:
        for line in told(kept(name)):
            if line != next(was, None):
                return True
    except (ArithmeticError, LookupError, ValueError, AssertionError):
        return True
    return next(was, None) is not None


def page() -> Iterator[str]:
    """The page, line by line."""
    yield PAGE
    yield "| number | value | unit | meaning | halved: noticed by | half more: noticed by |"
    yield "|---|---|---|---|---|---|"
    for constant in constants():
        less, more = (noticed_by(constant, factor) or "-" for factor in MOVED)
        text = constant.text.replace("|", "\\|")
        where = f"`{constant.module}.{constant.name}`"
        yield f"| {where} | {constant.value:g} | {constant.unit} | {text} | {less} | {more} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the page, or write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, metavar="FILE", help="write it there")
    wanted = parser.parse_args(arguments)
    lines = []
    for line in page():
        print(line, flush=True)
        lines.append(line)
    if wanted.out is not None:
        wanted.out.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
