"""What is read of the machine is shown; what cannot be read never stops a game."""

import shutil
from pathlib import Path

import pytest

from ui.app import health
from ui.app.health import MachineHealth
from vision.sighting import Health


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """The health of a machine whose sensors are files of the test's own."""
    monkeypatch.setattr(health, "THERMAL", tmp_path / "temp")
    monkeypatch.setattr(health, "SENSORS", tmp_path / "hwmon")
    return MachineHealth(str(tmp_path / "game.diceref"))


def lines(machine):
    return {line.name: line for line in machine.lines(Health(registered=True))}


def test_a_weak_power_supply_is_said(machine, tmp_path):
    sensor = tmp_path / "hwmon" / "hwmon1"
    sensor.mkdir(parents=True)
    (tmp_path / "hwmon" / "hwmon0").write_text("no folder")
    (sensor / "name").write_text("rpi_volt\n")
    (sensor / "in0_lcrit_alarm").write_text("0\n")
    assert "power" not in lines(machine)
    (sensor / "in0_lcrit_alarm").write_text("1\n")
    assert lines(machine)["power"].level == "bad"
    assert "power supply" in lines(machine)["power"].note


@pytest.mark.parametrize("content", [b"", b"hot", b"\xff\xfe", b"9" * 5000])
def test_a_thermometer_that_tells_nonsense_is_left_out(machine, tmp_path, content):
    (tmp_path / "temp").write_bytes(content)
    assert "heat" not in lines(machine)


@pytest.mark.parametrize("error", [OSError(24, "Too many open files"), PermissionError(13, "no")])
def test_no_reading_of_the_machine_stops_the_game(machine, tmp_path, monkeypatch, error):
    def fails(*_, **__):
        raise error

    (tmp_path / "temp").write_text("51000")
    assert {"heat", "disk"} <= set(lines(machine))
    for what in ("read_text", "exists", "iterdir", "stat"):
        monkeypatch.setattr(Path, what, fails)
    monkeypatch.setattr(shutil, "disk_usage", fails)
    assert set(lines(machine)) == {"camera"}
