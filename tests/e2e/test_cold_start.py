"""From the command to the first draw on record: one terminal, one film as the camera."""

import sys
from time import monotonic

import psutil
import pytest

from calibration.camera_lock import CameraLock
from calibration.lens import guessed_lens
from calibration.profile import Profile, profile_file, write_profile
from tests.bench.dashboard import kinds_on_record
from tests.bench.terminal import Terminal
from ui.app.simulation import Simulation

SECONDS = 30.0
KEYS = 3
LYING = 15.0  # seconds of film after the roll: a film does not wait for a busy machine


@pytest.fixture
def film(tmp_path):
    """Two moves of the rulebook's example as a camera saw them, and that camera's profile."""
    path = tmp_path / "evening.dicerec"
    simulation = Simulation("tmnt", film=path)
    with simulation._camera:
        simulation._play.play(most=2)
        simulation._play._watch(LYING)
    simulation.session.finish()
    lens, place = guessed_lens(2304, 1296), (260.0, 190.0, 560.0)
    profile = Profile(
        str(path), "dicemasters", "2026-01-31", lens, "tags", 0.1, place, 3.0, CameraLock(9900.0)
    )
    write_profile(profile, profile_file(tmp_path / "profiles", str(path)))
    return path


@pytest.mark.slow
def test_a_saved_profile_and_one_key_lead_to_the_first_draw(film, tmp_path):
    settings = {
        "DICEREF_HOME": str(tmp_path), "DICEREF_CAMERA": str(film), "DICEREF_GAME": "tmnt",
    }  # fmt: skip
    pressed = 0
    with Terminal((sys.executable, "-m", "ui.cli.main", "play"), settings) as terminal:
        terminal.until(b"Start the game")
        terminal.write(b"\r")
        terminal.until(b"Line them up")  # nobody has: the colours of this team are unknown
        terminal.write(b"n")
        pressed += 2
        patient_until = monotonic() + 4 * SECONDS  # others may use the machine
        asked_at = monotonic()
        while "step" not in kinds_on_record(tmp_path):
            assert monotonic() < patient_until, "nothing is on record"
            terminal.read(0.2)
            if monotonic() > asked_at + 2.0:  # "our move is over", once it is shown
                terminal.write(b"d")
                asked_at = monotonic()
        pressed += 1
        spent = psutil.Process(terminal.process).cpu_times()
    assert spent.user + spent.system < SECONDS
    assert pressed <= KEYS
    assert kinds_on_record(tmp_path)[:2] == ["setup", "step"]
