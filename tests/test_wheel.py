"""What is installed: what playing needs and nothing else; it works in an empty folder."""

import json
import os
import shutil
import subprocess
import sys
from email.parser import HeaderParser
from pathlib import Path
from venv import EnvBuilder
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = {"calibration", "diceref", "hardware", "models", "rules", "ui", "vision"}

pytestmark = pytest.mark.slow


def run(*words, **options):
    done = subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, check=False, **options
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built from the files that git knows, so that no earlier build gets in."""
    source, built = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in run("git", "ls-files", cwd=ROOT).splitlines():
        if (ROOT / name).is_file() and not name.startswith(("tests/", "docs/", ".")):
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
    run(sys.executable, "-m", "build", "--wheel", "--outdir", built, source)
    (made,) = built.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def names(wheel):
    with ZipFile(wheel) as packed:
        return packed.namelist()


def test_the_wheel_holds_what_playing_needs_and_no_workshop(names):
    tops = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    assert tops == PACKAGES
    assert all(name.startswith("models/weights/") for name in names if name.startswith("models/"))
    weights = json.loads((ROOT / "models" / "weights" / "manifest.json").read_text())
    assert {f"models/weights/{entry['file']}" for entry in weights.values()} <= set(names)
    assert "diceref/py.typed" in names


def test_every_file_that_the_program_reads_is_in_the_wheel(names):
    tracked = run("git", "ls-files", *PACKAGES, cwd=ROOT).splitlines()
    workshop = [n for n in tracked if n.startswith("models/") and "/weights/" not in n]
    assert set(tracked) - set(workshop) <= set(names)


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The commands of an environment that holds the wheel and what it needs."""
    place = tmp_path_factory.mktemp("venv")
    EnvBuilder(with_pip=True).create(place)
    python = place / "bin" / "python"
    with ZipFile(wheel) as packed:
        (metadata,) = (n for n in packed.namelist() if n.endswith(".dist-info/METADATA"))
        told = HeaderParser().parsestr(packed.read(metadata).decode())
    needed = [line for line in told.get_all("Requires-Dist") if "extra ==" not in line]
    got = subprocess.run(
        [str(python), "-m", "pip", "install", "--quiet", *needed],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if got.returncode != 0:
        pytest.skip(f"the libraries cannot be fetched: {got.stderr.strip()[-200:]}")
    run(python, "-m", "pip", "install", "--quiet", "--no-deps", wheel)
    return place / "bin"


def in_an_empty_folder(folder, *words):
    surroundings = {"PATH": os.environ["PATH"], "DICEREF_HOME": str(folder / "home")}
    return run(*words, cwd=folder, env=surroundings)


def test_the_demo_and_the_library_work_where_only_the_wheel_is(installed, tmp_path):
    told = in_an_empty_folder(tmp_path, installed / "diceref", "demo", "--headless", "--json")
    assert json.loads(told)["wrong"] == 0
    code = "import diceref; print(diceref.__file__, *diceref.games())"
    file, *games = in_an_empty_folder(tmp_path, installed / "python", "-c", code).split()
    assert Path(file).is_relative_to(installed.parent)
    assert "tmnt" in games
    in_an_empty_folder(tmp_path, installed / "diceref", "completion", "bash")


@pytest.mark.parametrize("command", ["bench", "models"])
def test_what_needs_a_checkout_says_so_in_one_sentence(installed, tmp_path, command):
    done = subprocess.run(
        [str(installed / "diceref"), command], capture_output=True, text=True, check=False,
        cwd=tmp_path, env={"PATH": os.environ["PATH"], "DICEREF_HOME": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == (
        f"diceref: `diceref {command}` runs in a checkout of the project: this is an "
        "installation.\n"
    )
