"""The promises about the shape of the project."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROOMS = ("hardware", "calibration", "vision", "models", "rules", "ui")
TOP_LEVEL = {
    *ROOMS, "tests", "docs", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "Makefile",
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
