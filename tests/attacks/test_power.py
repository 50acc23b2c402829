"""What a power cut leaves of a signed record: all that was shown."""

import pytest

from tests.attacks.disk import SECTOR, Disk, can_be_recorded
from tests.attacks.power import cuts

needs_the_library = pytest.mark.skipif(
    not can_be_recorded(), reason="SQLite is no library of the system here"
)


@needs_the_library
def test_nothing_shown_is_lost_when_the_disk_goes_back_to_its_last_sync(tmp_path):
    found = cuts(150, 3, tmp_path)
    assert {one.damage for one in found} == {""}
    assert sum(one.lost for one in found) == 0
    assert sum(one.shown for one in found) > 1000, "there was something to lose"


@needs_the_library
def test_the_same_cuts_lose_what_was_never_synced(tmp_path):
    assert sum(one.lost for one in cuts(20, 3, tmp_path, synced=False)) > 100


@pytest.fixture
def left(tmp_path):
    disk = Disk(tmp_path)
    disk.done += [
        ("name", "a", 0), ("write", 0, 0, b"one"), ("sync", 0), ("folder",), ("shown", 1),
        ("write", 0, 3, b"two"), ("length", 0, 1), ("name", "b", 7), ("name", "a", None),
    ]  # fmt: skip

    def lay_out(steps, rng=None):
        into = tmp_path / f"after-{steps}"
        into.mkdir()
        shown = disk.cut(steps, into, rng)
        return shown, {path.name: path.read_bytes() for path in into.iterdir()}

    return lay_out


def test_a_disk_keeps_what_was_synced_and_nothing_else(left):
    assert left(2) == (0, {})
    assert left(3) == (0, {}), "its name was not synced"
    assert left(5) == (1, {"a": b"one"})
    assert left(9) == (1, {"a": b"one"})


def test_a_disk_may_have_taken_any_part_of_the_rest(tmp_path):
    from random import Random

    disk = Disk(tmp_path)
    disk.done += [("name", "a", 0), ("sync", 0), ("folder",), ("write", 0, 100, b"x" * 3 * SECTOR)]
    found = set()
    for seed in range(200):
        disk.cut(4, tmp_path, Random(seed))
        content = (tmp_path / "a").read_bytes().ljust(100 + 3 * SECTOR, b"\0")
        found.add(tuple(content[at] == ord("x") for at in (100, SECTOR, 2 * SECTOR, 3 * SECTOR)))
    assert len(found) == 16
