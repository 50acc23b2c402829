"""`python -m tests.bench.figures_page` writes what was measured into the page, and nothing else."""

import json

import pytest

from tests.bench.figures_page import BEGIN, END, PAGE, main

FOUND = {"name": "ui.start", "value": 1.5, "unit": "s", "must": 3.0, "ok": True, "on": "a|b"}
MISSED = {"name": "e2e.wrong", "value": 2, "unit": "", "must": 0, "ok": False, "on": "one game"}


@pytest.fixture
def page(tmp_path):
    file = tmp_path / "figures.md"
    file.write_text(f"# Before\n{BEGIN}\nold\n{END}\nAfter\n", encoding="utf-8")
    return file


@pytest.fixture
def measured(tmp_path):
    file = tmp_path / "some.jsonl"
    file.write_text("\n".join(json.dumps(figure) for figure in (FOUND, MISSED)) + "\n")
    return file


def test_figures_are_written_between_the_marks_and_the_rest_stays(page, measured):
    assert main([str(measured), "--page", str(page)]) == 0
    written = page.read_text(encoding="utf-8")
    assert written.startswith(f"# Before\n{BEGIN}\n")
    assert written.endswith(f"{END}\nAfter\n")
    assert "old" not in written
    assert r"| `ui.start` | 1.5 s | 3.0 s | a\|b |" in written


def test_a_missed_goal_is_called_missed_and_a_reached_one_is_not(page, measured):
    main([str(measured), "--page", str(page)])
    rows = {row.split("`")[1]: row for row in page.read_text().splitlines() if "| `" in row}
    assert "**0, missed**" in rows["e2e.wrong"]
    assert "missed" not in rows["ui.start"]


def test_frames_and_the_dashboard_stand_in_different_tables(page, measured):
    main([str(measured), "--page", str(page)])
    written = page.read_text(encoding="utf-8")
    assert written.index("### The dashboard") < written.index("ui.start")
    assert written.index("ui.start") < written.index("### Rendered frames")
    assert written.index("### Rendered frames") < written.index("e2e.wrong")


def test_a_table_that_no_file_speaks_of_stays(page, measured, tmp_path):
    main([str(measured), "--page", str(page)])
    newer = tmp_path / "newer.jsonl"
    newer.write_text(json.dumps({**FOUND, "value": 2.5}) + "\n")
    main([str(newer), "--page", str(page)])
    written = page.read_text(encoding="utf-8")
    assert "`ui.start` | 2.5 s" in written
    assert "1.5 s" not in written
    assert written.count("e2e.wrong") == 1


def test_check_writes_nothing_and_says_whether_the_page_is_new(page, measured):
    before = page.read_text(encoding="utf-8")
    assert main([str(measured), "--page", str(page), "--check"]) == 1
    assert page.read_text(encoding="utf-8") == before
    main([str(measured), "--page", str(page)])
    assert main([str(measured), "--page", str(page), "--check"]) == 0


@pytest.mark.parametrize(
    ("line", "said"),
    [("nothing", "line 1 is not JSON"), ('{"name": "a"}', "lacks on, unit, value"), ("3", "lacks")],
)
def test_a_line_that_is_no_figure_is_one_sentence(line, said, page, tmp_path, capsys):
    bad = tmp_path / "bad.jsonl"
    bad.write_text(line)
    assert main([str(bad), "--page", str(page)]) == 2
    assert said in capsys.readouterr().err
    assert main([str(tmp_path / "none.jsonl"), "--page", str(page)]) == 2
    assert "none.jsonl" in capsys.readouterr().err


def test_the_page_of_the_documents_has_its_marks():
    text = PAGE.read_text(encoding="utf-8")
    assert text.count(BEGIN) == text.count(END) == 1
