"""Cards do what they say, in scenes written as text (`tests/cards/scenes`)."""

from pathlib import Path

import pytest

from tests.written_scenes import play, scenes

SCENES = list(scenes(Path(__file__).parent / "scenes"))


@pytest.mark.parametrize("lines", [lines for _, lines in SCENES], ids=[name for name, _ in SCENES])
def test_a_card_does_what_its_scene_says(lines):
    play(lines)
