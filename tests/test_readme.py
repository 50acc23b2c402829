"""The README's snippets do what it says: `console` blocks are run, `pycon` blocks are doctests."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def commands():
    """(command, expected output) pairs of every console block."""
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            yield command, expected


@pytest.mark.parametrize(("command", "expected"), list(commands()))
def test_a_command_of_the_readme_prints_what_it_shows(command, expected, tmp_path):
    folders = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    home = {"DICEREF_HOME": str(tmp_path), "PATH": folders, "PYTHONPATH": str(ROOT)}
    command = re.sub(r"\bdiceref\b", f"{sys.executable} -m ui.cli.main", command, count=1)
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=tmp_path,
        env=os.environ | home,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    checker = doctest.OutputChecker()
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert not expected or checker.check_output(expected, done.stdout + done.stderr, flags), (
        done.stdout + done.stderr
    )


def test_the_python_snippets_of_the_readme_are_true():
    parser = doctest.DocTestParser()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for number, block in enumerate(blocks("pycon")):
        runner.run(parser.get_doctest(block, {}, f"README block {number}", "README.md", 0))
    assert runner.summarize(verbose=False).failed == 0


def test_every_picture_of_the_readme_is_there():
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README)
    assert all((ROOT / picture).is_file() for picture in pictures)


def test_the_readme_names_the_two_commands():
    assert "make demo" in README
    assert "make test" in README
