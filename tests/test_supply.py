"""What is installed is named by its hash, is what pyproject.toml asks for, and may be used."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.bench.licences import LOCK, incompatible, licence_of, locked, page

ROOT = Path(__file__).parent.parent


def test_every_requirement_is_locked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["dev"], *extras["desk"]]
    names = {re.match(r"[A-Za-z0-9._-]+", line)[0].lower() for line in wanted}
    assert names <= set(locked()), "run `make lock`"


def test_every_locked_file_has_a_hash():
    text = LOCK.read_text()
    blocks = re.split(r"\n(?=[A-Za-z])", text.strip())
    assert len(blocks) > 40
    for block in blocks:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", block), block.splitlines()[0]
    assert "://" not in text


def test_the_set_up_takes_nothing_without_a_hash():
    text = (ROOT / ".ci" / "set-up").read_text()
    assert "--require-hashes --requirement requirements.lock" in text
    assert "--no-deps --no-build-isolation --editable ." in text


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
