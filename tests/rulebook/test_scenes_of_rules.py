"""Rules of the four books in scenes written as text (`tests/rulebook/scenes`), by section."""

from pathlib import Path

import pytest

from tests.written_scenes import play, scenes

SCENES = list(scenes(Path(__file__).parent / "scenes"))


@pytest.mark.parametrize("lines", [lines for _, lines in SCENES], ids=[name for name, _ in SCENES])
def test_a_rule_holds_as_its_scene_says(lines):
    play(lines)
