"""docs/ten-thousand.md: the tests and the sections it is held to."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "ten-thousand.md").read_text(encoding="utf-8")


def test_every_test_that_the_page_names_exists():
    named = set(re.findall(r"`([a-z_]+)`", PAGE[PAGE.index("## Every rule and its test") :]))
    there = {
        name
        for file in (ROOT / "tests" / "pips").glob("test_*.py")
        for name in re.findall(r"^def test_(\w+)\(", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert len(named) > 20
    assert named - there == set()


def test_every_section_that_the_referee_cites_stands_in_the_page():
    sections = set(re.findall(r"^## (.+)$", PAGE, re.MULTILINE))
    cited = set()
    for file in ("turn.py", "fouls.py", "game.py"):
        source = (ROOT / "rules" / "pips" / file).read_text(encoding="utf-8")
        cited |= set(re.findall(r"BOOK, \"([^\"]+)\"", source))
        cited |= {section for section in sections if f'"{section}"' in source}
        for called in re.findall(r"violation\(\s*\"[a-z-]+\", \w+, (\"[^\"]+\"|\w+)", source):
            assert called in {"MISHAPS", "section"} or called.strip('"') in sections, called
    assert cited <= sections
    assert len(cited) >= 8
