"""What is installed: what playing needs and nothing else; it works in an empty folder."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = {"calibration", "diceref", "hardware", "models", "rules", "ui", "vision", "words"}

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
    written = [n for n in tracked if n.endswith(".po")]  # the program reads what is made of them
    assert {n.removesuffix(".po") + ".mo" for n in written} <= set(names)
    assert set(tracked) - set(workshop) - set(written) <= set(names)


SHORT = ("--headless", "--json", "--most", "12")
UV = Path(sys.executable).with_name("uv")


@dataclass(frozen=True)
class Installed:
    """What an installer made: the command that people run, and the Python behind it."""

    command: Path
    python: Path


def by_uv(wheel, place):
    told = {"UV_TOOL_DIR": place / "tools", "UV_TOOL_BIN_DIR": place / "bin"}
    words = [UV, "tool", "install", "--python", sys.executable, wheel]
    return words, told, place / "tools" / "diceref"


def by_pipx(wheel, place):
    told = {"PIPX_HOME": place / "home", "PIPX_BIN_DIR": place / "bin", "UV_TOOL_DIR": place / "uv"}
    words = [UV, "tool", "run", "pipx", "install", "--python", sys.executable, wheel]
    return words, told, place / "home" / "venvs" / "diceref"


@pytest.fixture(scope="module", params=[by_uv, by_pipx], ids=["uv", "pipx"])
def installed(request, wheel, tmp_path_factory):
    """The wheel in a local folder, installed in the two ways that people install a command."""
    place = tmp_path_factory.mktemp("installed")
    words, told, environment = request.param(wheel, place)
    done = subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, check=False,
        env=os.environ | {name: str(folder) for name, folder in told.items()},
    )  # fmt: skip
    if done.returncode != 0:
        pytest.skip(f"the libraries cannot be fetched: {done.stderr.strip()[-200:]}")
    return Installed(place / "bin" / "diceref", environment / "bin" / "python")


def in_an_empty_folder(folder, *words):
    surroundings = {"PATH": "/usr/bin:/bin", "DICEREF_HOME": str(folder / "home")}
    return run(*words, cwd=folder, env=surroundings)


def test_the_demo_and_the_library_work_where_only_the_wheel_is(installed, tmp_path):
    told = in_an_empty_folder(tmp_path, installed.command, "demo", *SHORT)
    assert json.loads(told)["wrong"] == 0
    code = "import diceref; print(diceref.__file__, *diceref.games())"
    file, *games = in_an_empty_folder(tmp_path, installed.python, "-c", code).split()
    assert not Path(file).is_relative_to(ROOT)
    assert "tmnt" in games
    in_an_empty_folder(tmp_path, installed.command, "completion", "bash")


def test_a_picture_is_read_where_only_the_wheel_is(installed, tmp_path):
    shutil.copy(ROOT / "docs" / "screenshots" / "frame.jpg", tmp_path / "photo.jpg")
    words = [installed.command, "read", "photo.jpg", "--dice", "dicemasters", "--json"]
    assert len(json.loads(in_an_empty_folder(tmp_path, *words))["dice"]) > 4


def test_doctor_finds_nothing_to_mend_where_only_the_wheel_is(installed, tmp_path):
    printed = in_an_empty_folder(tmp_path, installed.command, "doctor", "--json")
    findings = [json.loads(line) for line in printed.splitlines()]
    assert {"cv2", "onnxruntime", "journal folder"} <= {found["check"] for found in findings}
    assert all(found["good"] for found in findings if found["needed"])


def test_playing_installs_no_tool_of_developers(installed, tmp_path):
    code = "from importlib.metadata import distributions as d; print(*(f.name for f in d()))"
    named = set(in_an_empty_folder(tmp_path, installed.python, "-c", code).lower().split())
    assert "textual" in named
    assert not {"ruff", "pytest", "mypy", "hypothesis", "torch", "ultralytics"} & named


@pytest.mark.parametrize("command", ["bench", "models"])
def test_what_needs_a_checkout_says_so_in_one_sentence(installed, tmp_path, command):
    done = subprocess.run(
        [str(installed.command), command], capture_output=True, text=True, check=False,
        cwd=tmp_path, env={"PATH": os.environ["PATH"], "DICEREF_HOME": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == (
        f"diceref: `diceref {command}` runs in a checkout of the project: this is an "
        "installation.\n"
    )
