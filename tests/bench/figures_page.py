"""Writes the measured tables of `docs/figures.md` from what `diceref bench --json` printed.

`diceref bench ui --json > ui.jsonl`, then `python -m tests.bench.figures_page ui.jsonl …`. Only
what stands between the two marks of the page is written anew, and of that only the tables that
the files hold figures for. With `--check` nothing is written, and the exit code says whether the
page is up to date.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

PAGE: Final = Path(__file__).parents[2] / "docs" / "figures.md"
BEGIN: Final = "<!-- measured: python -m tests.bench.figures_page -->"
END: Final = "<!-- end of measured -->"

MEASURED_ON: Final[Mapping[str, str]] = {
    "rules": "Random games, no tracker and no camera",
    "track": "Simulated sightings",
    "habits": "Simulated sightings of people at a table",
    "fouls": "Fouls in simulated sightings of people at a table",
    "journal": "The record, on this disk",
    "registration": "Rendered frames",
    "calibration": "Rendered frames",
    "vision": "Rendered frames",
    "sim": "Rendered frames",
    "e2e": "Rendered frames",
    "ui": "The dashboard in a terminal",
    "app": "The dashboard in a terminal",
    "library": "The library",
    "attacks": "Under attack",
    "desk": "A tournament desk (`diceref bench desk`)",
    "stats": "Statistics over records (`python -m tests.bench.statistics`)",
    "viewers": "A table that is watched (`python -m tests.attacks.viewers`)",
}
"""What the figures of a part, the word before the dot, were measured on; titles of the tables."""

Figure = Mapping[str, Any]


class FiguresError(ValueError):
    """A line is no figure; the message says which and why."""


def read_figures(lines: Iterable[str], file: str) -> list[Figure]:
    """One figure a line, as `diceref bench --json` prints them. Raises `FiguresError`."""
    found = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            figure = json.loads(line)
        except ValueError:
            raise FiguresError(f"{file}, line {number} is not JSON: {line.strip()[:60]}") from None
        missing = {"name", "value", "unit", "on"} - set(figure if isinstance(figure, dict) else ())
        if missing:
            raise FiguresError(f"{file}, line {number} lacks {', '.join(sorted(missing))}.")
        found.append(figure)
    return found


def tables(figures: Sequence[Figure]) -> dict[str, str]:
    """The figures as Markdown: by title, a table for each thing they were measured on."""
    by_title: dict[str, list[Figure]] = {}
    for figure in figures:
        part = figure["name"].partition(".")[0]
        by_title.setdefault(MEASURED_ON.get(part, part), []).append(figure)
    return {title: _table(title, some) for title, some in by_title.items()}


def _table(title: str, figures: Sequence[Figure]) -> str:
    head = f"### {title}\n\n| figure | reached | goal | on what |\n|---|---|---|---|\n"
    return head + "\n".join(_row(figure) for figure in figures)


def _row(figure: Figure) -> str:
    value, unit, must = figure["value"], figure["unit"], figure.get("must")
    shown = f"{value:,.4g}" if isinstance(value, float) else str(value)
    goal = "" if must is None else f"{must} {unit}".strip()
    if figure.get("ok") is False:
        goal = f"**{goal}, missed**"
    on = str(figure["on"]).replace("|", r"\|")
    return f"| `{figure['name']}` | {shown} {unit} | {goal} | {on} |".replace("  ", " ")


def page_with(page: str, measured: Mapping[str, str]) -> str:
    """The page with these tables, by title; others stay. Raises `FiguresError` without marks."""
    before, begin, rest = page.partition(BEGIN)
    old, end, after = rest.partition(END)
    if not (begin and end):
        raise FiguresError(f"The page lacks its marks {BEGIN} and {END}.")
    known = [table.strip() for table in old.split("### ")[1:]]
    kept = {table.partition("\n")[0]: f"### {table}" for table in known}
    written = "\n\n".join({**kept, **measured}.values())
    return f"{before}{BEGIN}\n\n{written}\n\n{END}{after}"


def main(words: Sequence[str] | None = None) -> int:
    """Read, write; 2 for what cannot be read, 1 when `--check` finds an old page."""
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("files", nargs="+", type=Path, metavar="FILE.jsonl")
    wanted.add_argument("--page", type=Path, default=PAGE)
    wanted.add_argument("--check", action="store_true", help="write nothing")
    given = wanted.parse_args(words)
    try:
        figures = [
            figure
            for file in given.files
            for figure in read_figures(file.read_text(encoding="utf-8").splitlines(), file.name)
        ]
        before = given.page.read_text(encoding="utf-8")
        page = page_with(before, tables(figures))
    except OSError as error:
        print(f"cannot read {error.filename} ({error.strerror}).", file=sys.stderr)
        return 2
    except FiguresError as error:
        print(error, file=sys.stderr)
        return 2
    if given.check:
        return int(page != before)
    given.page.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
