import re
import shlex
from pathlib import Path

import pytest

from ui.cli.main import main, parser
from ui.screens.calibrate import CalibrateScreen
from ui.screens.help import bindings_of
from ui.screens.practice import PracticeScreen
from ui.screens.review import ReviewScreen
from ui.screens.setup import SetupScreen
from ui.screens.table import TableScreen

GUIDE = (Path(__file__).parents[3] / "docs" / "guide.md").read_text()
LINES = [
    line
    for block in re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("diceref ")
]
WITHOUT_HANDS = ("doctor", "mat", "config", "team", "cards")


@pytest.mark.parametrize("line", LINES)
def test_every_command_of_the_guide_is_understood(line):
    words = shlex.split(line, comments=True)[1:]
    assert parser(only=words[0]).parse_args(words).command == words[0]


@pytest.mark.parametrize(
    "line", [line for line in LINES if line.split()[1] in WITHOUT_HANDS and "doctor" not in line]
)
def test_what_needs_neither_camera_nor_screen_does_what_the_guide_says(line, monkeypatch, tmp_path):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(line, comments=True)[1:]) == 0


def test_every_key_the_guide_names_does_something():
    known = {
        key
        for screen in (TableScreen, ReviewScreen, SetupScreen, CalibrateScreen, PracticeScreen)
        for keys, _ in bindings_of(screen)
        for key in keys.split(", ")
    }
    known |= {"?", "Ctrl+P", "l", "t", "Tab", "Enter", "y"}
    named = set(re.findall(r"`([a-zA-Z/?←→]|F\d|Ctrl\+P|Tab)`", GUIDE))
    assert named <= known


def test_every_picture_and_page_the_guide_shows_is_there():
    docs = Path(__file__).parents[3] / "docs"
    for target in re.findall(r"\]\(([^)#:]+)\)", GUIDE):
        assert (docs / target).is_file(), target
