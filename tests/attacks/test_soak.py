"""Hour after hour nothing is left behind."""

import json
import subprocess
import sys

import pytest

from tests.attacks.soak import growth

SHORT = ("--hours", "8", "--hour", "900", "--thinking", "30", "--eye", "truth", "--first", "3")
"""The first two warm up."""


@pytest.mark.slow
def test_short_hours_with_clips_a_page_viewers_and_camera_faults_leave_nothing_behind():
    alone = [sys.executable, "-m", "tests.attacks.soak", *SHORT]  # no other test's memory
    done = subprocess.run(alone, capture_output=True, text=True, check=False)
    told = {line["name"]: line for line in map(json.loads, done.stdout.splitlines())}
    assert done.returncode == 0, done.stdout + done.stderr
    assert set(told) == {
        f"attacks.soak.{n}" for n in ("rss", "files", "threads", "in_use", "blocks")
    }


def test_growth_is_told_in_percent_of_the_first_hour():
    flat = [{"rss": 200.0}] * 6
    assert growth(flat, "rss") == 0.0
    assert growth([*flat, {"rss": 212.0}, {"rss": 190.0}], "rss") == 6.0
