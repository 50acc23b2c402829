"""docs/irondie.md: every test it names for a rule sentence exists."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_test_that_the_page_names_exists():
    page = (ROOT / "docs" / "irondie.md").read_text(encoding="utf-8")
    table = page[page.index("## Every rule sentence") :]
    named = {
        name.removesuffix(" (tests/ui)")
        for name in re.findall(r"`([a-z_]+(?: \(tests/ui\))?)`", table)
    }
    files = [
        *(ROOT / "tests" / "irondie").glob("test_*.py"),
        *(ROOT / "tests" / "ui").rglob("test_*.py"),
    ]
    there = {
        name
        for file in files
        for name in re.findall(r"^def test_(\w+)\(", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert len(named) > 80
    assert named - there == set()
