"""Rules of the four books in scenes written as text (`tests/rulebook/scenes`), by section."""

from pathlib import Path

import pytest

from rules.dicemasters.engine.citations import HEADINGS
from rules.dicemasters.engine.edition import EDITIONS
from tests.written_scenes import play, scenes

SCENES = list(scenes(Path(__file__).parent / "scenes"))


@pytest.mark.parametrize("lines", [lines for _, lines in SCENES], ids=[name for name, _ in SCENES])
def test_a_rule_holds_as_its_scene_says(lines):
    play(lines)


@pytest.mark.parametrize("title", [name for name, _ in SCENES])
def test_every_scene_names_a_section_of_its_book_and_plays_by_it(title):
    book, _, rest = title.partition(", ")
    assert any(rest.startswith(f"{section}: ") for section in HEADINGS[book]), title
    lines = dict(SCENES)[title].splitlines()
    edition = next(line.split()[1] for line in lines if line.startswith("book "))
    assert EDITIONS[edition].book == book


@pytest.mark.parametrize("title", [name for name, _ in SCENES])
def test_every_scene_looks_at_what_came_of_it(title):
    looks = ("see ", "not ", "may ", "no ", "ask ", "told ", "listed ", "unlisted ")
    assert any(line.startswith(looks) for line in dict(SCENES)[title].splitlines())
