"""The promises about the shape of the project."""

import ast
import subprocess
from pathlib import Path

from rules.registry import families, games

ROOT = Path(__file__).parent.parent
ROOMS = ("diceref", "words", "hardware", "calibration", "vision", "models", "rules", "ui")
TOP_LEVEL = {
    *ROOMS, "tests", "docs", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "Makefile",
    "CONTRIBUTING.md", "SECURITY.md", "requirements.lock", "requirements-dev.lock",
    "requirements-attacks.lock",
}  # fmt: skip


def test_nothing_lies_at_the_top_level_without_a_decision():
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\n")
    top = {name.split("/")[0] for name in listed if name and not name.startswith(".")}
    assert top <= TOP_LEVEL


def test_every_room_says_what_lives_there():
    for room in ROOMS:
        first = (ROOT / room / "__init__.py").read_text().strip()
        assert first.startswith('"""')
        assert len(first.split("\n")) >= 3


def imported(path):
    """The modules a file imports anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def of_a_game(module):
    return any(f"{module}.".startswith(f"{family.package}.") for family in families())


def test_what_serves_every_game_imports_none():
    serving = [
        path
        for room in ("core", "track", "journal")
        for path in (ROOT / "rules" / room).rglob("*.py")
    ]
    assert serving
    for path in serving:
        assert not [
            name for name in imported(path) if of_a_game(name) or name.startswith("rules.registry")
        ], path


ABOUT_CARDS = {"cards.py", "judge.py", "team.py"}
"""Commands about the cards and positions of Dice Masters; no other game needs them."""


def test_screens_and_commands_ask_the_family_and_know_no_game():
    found = {
        path.name for path in (ROOT / "ui").rglob("*.py") if any(map(of_a_game, imported(path)))
    }
    assert found == ABOUT_CARDS


SAYS_A_NAME = {
    "__init__.py": "dicemasters, irondie",  # ui/words: what the set-up asks of each family
    "settings.py": "avx",  # what a newcomer is offered
    "demo.py": "tmnt",  # what a newcomer is shown
    "tutorial.py": "tmnt",  # the same, in lessons
}


def test_no_game_is_told_from_the_others_by_its_name():
    names = {*games(), *(family.name for family in families())}
    told = {}
    for path in (ROOT / "ui").rglob("*.py"):
        words = {
            node.value
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        if words & names:
            told[path.name] = ", ".join(sorted(words & names))
    assert told == SAYS_A_NAME
