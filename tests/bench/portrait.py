"""Pictures of the dashboard during a real demo game, for the documents.

The rulebook's example is played through camera, eye and referee on the simulated table.

`python -m tests.bench.portrait tmnt 120x36 docs/screenshots/table.svg --most 22` stops after so
many actions and draws the dashboard. With `--frames 16` the file moves: that many tables from the
beginning to there, one after the other.
"""

import argparse
import asyncio
import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

from ui.app.simulation import Simulation
from ui.app.table_model import Command, Subscriber, TableModel, TableSource
from ui.screens.app import DiceRefApp

SHOWN_S: Final = 1.6
"""How long each table of a moving picture is shown, seconds; the last one twice as long."""


class FixedTable:
    """One table that stays as it is."""

    def __init__(self, model: TableModel) -> None:
        self._model = model

    def subscribe(self, callback: Subscriber) -> Callable[[], None]:
        """Nothing new ever comes."""
        del callback
        return lambda: None

    def latest(self) -> TableModel:
        """The table."""
        return self._model

    def send(self, command: Command) -> None:
        """Nobody obeys."""


async def portrait(source: TableSource, size: tuple[int, int], theme: str) -> str:
    """The dashboard on this source as SVG; `size` in cells."""
    app = DiceRefApp(source, theme=theme)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.pause()
        drawn = app.export_screenshot(title="DiceRef", simplify=True)
    return drawn.replace("<text ", '<text xml:space="preserve" ')


def worth_showing(models: Sequence[TableModel], count: int) -> list[TableModel]:
    """`count` tables, evenly spread over those with something new in the log; the last is one."""
    told = [
        later
        for earlier, later in pairwise(models)
        if later.events != earlier.events or later.question != earlier.question
    ]
    count = min(count, len(told))
    return [told[(at + 1) * len(told) // count - 1] for at in range(count)]


def moving(pictures: Sequence[str]) -> str:
    """One SVG that shows these, drawn at one size, in turn; the last where nothing may move."""
    view_box = re.search(r'viewBox="[^"]*"', pictures[0])
    assert view_box is not None
    seconds = SHOWN_S * (len(pictures) + 1)
    rules, tables = [], []
    for number, picture in enumerate(pictures):
        begin = 100 * number * SHOWN_S / seconds
        end = 100 * (number + 1) * SHOWN_S / seconds
        last = number == len(pictures) - 1
        hidden = "" if last else f"{end:.2f}%{{visibility:hidden}}"
        first = "" if number == 0 else "0%{visibility:hidden}"
        rules.append(
            f"@keyframes t{number}{{{first}{begin:.2f}%{{visibility:visible}}{hidden}}}\n"
            f"#t{number}{{visibility:{'visible' if last else 'hidden'};"
            f"animation:t{number} {seconds:.1f}s step-end infinite}}"
        )
        body = picture[picture.index(">") + 1 : picture.rindex("</svg>")]
        tables.append(f'<g id="t{number}">{_smaller(body)}</g>')
    still = "@media(prefers-reduced-motion:reduce){g{animation:none !important}}"
    style = "\n".join((*rules, still))
    drawing = "\n".join(tables)
    return (
        f'<svg {view_box[0]} xmlns="http://www.w3.org/2000/svg">\n<style>\n{style}\n</style>\n'
        f"{drawing}\n</svg>\n"
    )


def _smaller(body: str) -> str:
    """As small as it goes: no font from elsewhere, no line cut to its own box, no empty text."""
    body = re.sub(r"@font-face \{.*?\}", "", body, flags=re.DOTALL)
    body = re.sub(r' clip-path="url\(#[^"]*-line-\d+\)"', "", body)
    body = re.sub(r'<clipPath id="[^"]*-line-\d+">.*?</clipPath>', "", body, flags=re.DOTALL)
    body = re.sub(r"<text [^>]*>\s*</text>", "", body)
    body = re.sub(r"\bterminal-(\d+)-r(\d+)", r"c\1-\2", body)
    return re.sub(r"\n\s+", "\n", body)


def main() -> None:
    """Play, stop, draw."""
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("game")
    wanted.add_argument("size", help="cells: 120x36")
    wanted.add_argument("out", type=Path, help="an .svg file")
    wanted.add_argument("--most", type=int, default=22, help="actions to play before the picture")
    wanted.add_argument("--frames", type=int, metavar="N", help="a moving picture of N tables")
    wanted.add_argument("--seed", type=int, default=1)
    wanted.add_argument("--theme", default="felt")
    given = wanted.parse_args()
    width, height = (int(cells) for cells in given.size.split("x"))
    simulation = Simulation(given.game, seed=given.seed)
    models = [simulation.session.latest()]
    simulation.session.subscribe(models.append)
    simulation.play(most=given.most)
    tables = worth_showing(models, given.frames) if given.frames else models[-1:]
    drawn = [
        asyncio.run(portrait(FixedTable(table), (width, height), given.theme)) for table in tables
    ]
    given.out.parent.mkdir(parents=True, exist_ok=True)
    given.out.write_text(moving(drawn) if given.frames else drawn[0], encoding="utf-8")


if __name__ == "__main__":
    main()
