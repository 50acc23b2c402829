"""Pictures of the dashboard in the middle of a real demo game, for the documents.

`python -m tests.bench.portrait tmnt 120x36 docs/screenshots/table.svg --most 22` plays the
rulebook's example through camera, eye and referee, stops after so many actions, and draws it.
"""

import argparse
import asyncio
from pathlib import Path

from ui.app.simulation import Simulation
from ui.app.table_model import TableSource
from ui.screens.app import DiceRefApp


async def portrait(source: TableSource, size: tuple[int, int], theme: str) -> str:
    """The dashboard on this source as SVG; `size` in cells."""
    app = DiceRefApp(source, theme=theme)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.pause()
        drawn = app.export_screenshot(title="DiceRef", simplify=True)
    return drawn.replace("<text ", '<text xml:space="preserve" ')


def main() -> None:
    """Play, stop, draw."""
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("game")
    wanted.add_argument("size", help="cells: 120x36")
    wanted.add_argument("out", type=Path, help="an .svg file")
    wanted.add_argument("--most", type=int, default=22, help="actions to play before the picture")
    wanted.add_argument("--seed", type=int, default=1)
    wanted.add_argument("--theme", default="felt")
    given = wanted.parse_args()
    width, height = (int(cells) for cells in given.size.split("x"))
    simulation = Simulation(given.game, seed=given.seed)
    simulation.play(most=given.most)
    drawn = asyncio.run(portrait(simulation.session, (width, height), given.theme))
    given.out.parent.mkdir(parents=True, exist_ok=True)
    given.out.write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
