"""What is installed is named by its hash, is what pyproject.toml asks for, and may be used."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.bench.licences import LOCKS, PLAYING, incompatible, licence_of, locked, page

ROOT = Path(__file__).parent.parent


def named(lines):
    return {re.match(r"[A-Za-z0-9._-]+", line)[0].lower() for line in lines}


def test_every_requirement_is_locked():
    written = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = written["dependency-groups"]
    playing = named([*written["project"]["dependencies"], *groups["checkout"]])
    extras = written["project"]["optional-dependencies"]
    testing = named([*groups["dev"], *extras["desk"]])
    asked = (playing, testing, named(groups["attacks"]))
    for lock, wanted in zip(LOCKS, asked, strict=True):
        assert wanted <= set(locked(lock)), "run `make lock`"


def test_playing_needs_no_tool_of_developers():
    assert not {"ruff", "mypy", "pytest", "hypothesis", "uv", "atheris"} & set(locked(PLAYING))


def test_only_attacks_need_the_fuzzer():
    assert set(locked(LOCKS[2])) == {"atheris"}
    assert "atheris" not in locked(*LOCKS[:2])


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_locked_file_has_a_hash(lock):
    text = lock.read_text()
    blocks = re.split(r"\n(?=[A-Za-z])", text.strip())
    for block in blocks:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", block), block.splitlines()[0]
    assert "://" not in text


def test_the_same_package_has_the_same_version_in_every_lock_file():
    playing = locked(PLAYING)
    for lock in LOCKS[1:]:
        for name, version in locked(lock).items():
            assert playing.get(name, version) == version, "run `make lock`"


def test_the_set_up_takes_nothing_without_a_hash():
    text = (ROOT / ".ci" / "set-up").read_text()
    assert '--require-hashes --requirement "$lock"' in text
    assert "--no-deps --no-build-isolation --editable ." in text
    assert text.count("    install --") == 2


def test_all_licences_go_with_ours():
    assert incompatible() == []


def test_the_page_lists_every_package_that_is_installed():
    shown = (ROOT / "docs" / "dependencies.md").read_text()
    for name in locked():
        if licence_of(name) is not None:
            assert f"| {name} |" in shown, "run `make lock`"
    assert page().partition("|")[0] == shown.partition("|")[0]


def test_the_workshop_reports_nothing_to_the_maker_of_ultralytics():
    code = "import models, os; print(os.environ['YOLO_OFFLINE'])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "true\n"
