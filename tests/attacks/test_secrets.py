"""A camera's password is known to the settings and to the camera, and to nobody else."""

import stat

import pytest

from calibration.profile import newest_profile, profile_file, read_profile, write_profile
from hardware.cameras.open import open_camera
from hardware.frame import CameraError
from tests.attacks.inputs import PROFILE
from tests.ui import tables
from ui.app.folders import folder
from ui.cli.main import main
from ui.web.facts import public_facts

SECRET = "hunter2"  # noqa: S105 - what must never be shown
ADDRESS = f"rtsp://ana:{SECRET}@127.0.0.1:9/live?pwd={SECRET}"


def test_no_camera_tells_its_password():
    with pytest.raises(CameraError) as said, open_camera(ADDRESS):
        pass
    assert SECRET not in str(said.value)
    assert "127.0.0.1" in str(said.value)
    with pytest.raises(CameraError) as said:
        open_camera(ADDRESS.replace("rtsp", "ftp"))
    assert SECRET not in str(said.value)


def test_a_profile_holds_no_password_and_still_belongs_to_its_camera(tmp_path):
    from dataclasses import replace

    (tmp_path / "p.toml").write_bytes(PROFILE)
    profile = replace(read_profile(tmp_path / "p.toml"), camera=ADDRESS)
    kept = profile_file(tmp_path / "profiles", ADDRESS)
    write_profile(profile, kept)
    assert SECRET not in kept.read_text()
    assert SECRET not in kept.name
    assert newest_profile(tmp_path / "profiles", ADDRESS) is not None
    assert newest_profile(tmp_path / "profiles", "rtsp://other/") is None


def test_watchers_see_no_password():
    from dataclasses import replace

    model = replace(tables.attack_step(), notice=f"No picture from {ADDRESS}.")
    assert SECRET not in str(public_facts(model))


def test_what_diceref_writes_is_for_its_owner_only(tmp_path, monkeypatch):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path / "home"))
    assert main(["demo", "--headless", "--eye", "truth", "--most", "2"]) == 0
    found = list((tmp_path / "home").rglob("*"))
    assert any(path.suffix == ".diceref" for path in found)
    assert any(path.name == "table.key" for path in found)
    for path in [tmp_path / "home", *found]:
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
    (tmp_path / "home" / "journals").chmod(0o755)
    assert stat.S_IMODE(folder("journals").stat().st_mode) == 0o700


@pytest.mark.parametrize("words", [["config"], ["config", "--json"]])
def test_the_settings_are_shown_without_the_password(words, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    (tmp_path / "config.toml").write_text(f'camera = "{ADDRESS}"\n')
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert "127.0.0.1" in shown
    assert SECRET not in shown
