"""On an arm64 Debian, with the wheels that a Pi gets, DiceRef sees and writes what it does here."""

import json
import subprocess
import sys
from dataclasses import replace

import cv2
import pytest

from tests.pi.userland import ROOT, UnavailableError, userland, wheels
from ui.app.simulation import Simulation

pytestmark = pytest.mark.pi

PHOTOS = ROOT.parent / "shared" / "real_dice" / "byler_d6" / "images"
SCORE = 0.002
"""By which a score may differ: other kernels add in another order."""

ACTIONS = 4

BOARDS = {  # the processors of a Pi 5 and a Pi 4, each with the Debian that is older on it
    "cortex-a76": "trixie",
    "cortex-a72": "bookworm",
}

START = "from ui.cli.start import command; command()"


@pytest.fixture(params=BOARDS)
def board(request):
    suite = BOARDS[request.param]
    try:
        found = userland(suite, "arm64")
        found = replace(found, mounts={wheels(suite, "arm64"): "/mnt/wheels"})
        if found.run("/bin/true", cpu=request.param).returncode:
            pytest.skip("Linux 6.7 or newer is needed for an emulator of one's own")
    except UnavailableError as error:
        pytest.skip(str(error))
    return found, request.param


@pytest.mark.parametrize("suite", ["bookworm", "trixie"])
def test_every_locked_library_has_a_wheel_for_a_pi(suite):
    try:
        place = wheels(suite, "arm64")
    except UnavailableError as error:
        pytest.skip(str(error))
    heads = {path: path.read_bytes()[:20] for path in place.rglob("*.so")}
    assert len(heads) > 20
    assert {head[18] for head in heads.values()} == {0xB7}  # ELF's number of AArch64


@pytest.fixture(scope="session")
def pictures(tmp_path_factory):
    """Pictures by the dice that lie in them."""
    place = tmp_path_factory.mktemp("pictures")
    frames = []
    for game in ("tmnt", "irondie"):
        simulation = Simulation(game, eye="truth", seed=5)
        simulation.play(most=9)
        frames.append(place / f"{game}.png")
        cv2.imwrite(str(frames[-1]), simulation._camera.still().image)
    photos = sorted(PHOTOS.glob("*.jpg"))[:3] if PHOTOS.is_dir() else []
    for photo in photos:
        (place / photo.name).write_bytes(photo.read_bytes())
    return place, {
        "dicemasters": [frames[0].name],
        "irondie": [frames[1].name],
        "d6": [photo.name for photo in photos],
    }


def lines(printed):
    return [json.loads(line) for line in printed.splitlines()]


@pytest.mark.parametrize("dice", ["dicemasters", "irondie", "d6"])
def test_the_same_faces_are_read_with_the_same_scores(board, pictures, dice):
    arm, cpu = board
    place, by_dice = pictures
    if not by_dice[dice]:
        pytest.skip("the photos lie beside the project in CI only")
    words = ["-c", START, "read", *by_dice[dice], "--dice", dice, "--json"]
    here = subprocess.run(
        [sys.executable, *words], cwd=place, env={"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    inside = ["/usr/bin/env", "-C", "/mnt/pictures", "/usr/bin/python3", *words]
    there = arm.run(*inside, cpu=cpu, mounts={place: "/mnt/pictures"})
    assert there.returncode == 0, there.stderr
    expected, found = lines(here.stdout), lines(there.stdout)
    assert sum(len(one["dice"]) for one in expected) > 4
    for one, other in zip(expected, found, strict=True):
        for die, same in zip(one["dice"], other["dice"], strict=True):
            assert die["face"] == same["face"]
            assert die["score"] == pytest.approx(same["score"], abs=SCORE)
            assert die["face_score"] == pytest.approx(same["face_score"], abs=SCORE)


def test_the_demo_has_the_same_record(board):
    arm, cpu = board
    words = ["-m", "tests.pi.few_actions", str(ACTIONS)]
    here = subprocess.run(
        [sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=True
    )
    there = arm.run("/usr/bin/env", "-C", "/mnt/project", "/usr/bin/python3", *words, cpu=cpu)
    assert there.returncode == 0, there.stderr
    expected, found = lines(here.stdout), lines(there.stdout)
    print(cpu, "emulated", found[1], "here", expected[1])
    assert len(expected[0]["entries"]) >= ACTIONS / 2
    assert found[0] == expected[0]
    assert found[0]["wrong"] == 0


def test_doctor_finds_an_installation_without_fault(board):
    arm, cpu = board
    told = arm.run("/usr/bin/python3", "-c", START, "doctor", "--json", cpu=cpu)
    needed = [one for one in lines(told.stdout) if one["needed"] and one["check"] != "terminal"]
    assert len(needed) > 5, told.stderr
    assert all(one["good"] for one in needed), needed
    assert any("aarch64" in one["text"] for one in needed)
