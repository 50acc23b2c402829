"""Game after game nothing is left behind."""

import pytest

from tests.attacks.soak import is_flat, soak


@pytest.mark.slow
def test_ten_games_with_clips_a_page_and_a_viewer_leave_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    found = soak(10)
    assert is_flat(found), found


def test_growth_is_noticed():
    flat = [{"rss_mb": 200.0, "files": 9, "threads": 5}] * 6
    assert is_flat(flat)
    assert not is_flat([*flat, {"rss_mb": 212.0, "files": 9, "threads": 5}])
    assert not is_flat([*flat, {"rss_mb": 200.0, "files": 10, "threads": 5}])
