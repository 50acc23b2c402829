"""The moving picture of the documents shows each table in its turn."""

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.bench.portrait import FixedTable, moving, portrait, worth_showing
from tests.ui import tables
from ui.app.table_model import LogLine

PICTURE = Path(__file__).parents[1] / "docs" / "screenshots" / "game.svg"


def logged(count):
    """Tables of one game; each but the first has one more line in its log, every other twice."""
    model = replace(tables.attack_step(), events=())
    models = [model]
    for number in range(count):
        model = replace(model, events=(*model.events, LogLine(0.0, f"line {number}")))
        models += [model, replace(model, sequence=number)]
    return models


def test_tables_are_spread_over_those_with_news_and_end_with_the_last():
    shown = worth_showing(logged(10), 5)
    assert [len(model.events) for model in shown] == [2, 4, 6, 8, 10]
    assert [len(model.events) for model in worth_showing(logged(2), 5)] == [1, 2]


async def test_a_moving_picture_holds_every_table_and_nothing_from_elsewhere():
    drawn = [await portrait(FixedTable(model), (100, 30), "felt") for model in logged(2)[::2]]
    picture = moving(drawn)
    ET.fromstring(picture)  # noqa: S314 - our own
    assert re.findall(r'<g id="(t\d+)"', picture) == ["t0", "t1", "t2"]
    assert re.findall(r"#t(\d)\{visibility:visible", picture) == ["2"]
    assert "@font-face" not in picture
    assert "https://cdn" not in picture
    used = {name for names in re.findall(r'class="([^"]+)"', picture) for name in names.split()}
    assert all(f".{name}" in picture for name in used if re.fullmatch(r"c\d+-\d+", name))


def test_the_picture_of_the_readme_is_small():
    assert PICTURE.stat().st_size < 1_000_000
