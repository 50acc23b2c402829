"""Nothing that was shown is lost, whenever the power goes."""

import shutil
import sys
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from rules.journal import Draft, Journal, JournalError, replay, verify
from tests.bench.power_cut import kill_writer
from tests.bench.random_steps import random_steps

sys.path.insert(0, str(Path(__file__).parent.parent / "track"))
from pebbles import PebblesGame

GAME = PebblesGame()


def batches(journal, number):
    """Steps in one piece, as a commit of several moves is written, and a question between."""
    if number % 5 == 4:
        journal.append(Draft(kind="question", facts={"number": number, "text": "which?"}))
    journal.append_all([Draft(kind="note", facts={"text": "y" * 300})] * (1 + number % 4))


def kills(tmp_path, count, seed):
    rng = Random(seed)
    return [
        kill_writer(tmp_path / f"{n}.diceref", rng, batches if n % 2 else note)
        for n in range(count)
    ]


def note(journal, number):
    journal.append(Draft(kind="note", facts={"text": "z" * (number * 37 % 5000)}))


@pytest.mark.slow
def test_nothing_shown_is_lost_in_50_kills(tmp_path):
    for kill in kills(tmp_path, 50, 1):
        assert kill.damage == ""
        assert kill.lost == 0
        assert kill.open_s < 1.0


@pytest.mark.slow
def test_nothing_shown_is_lost_in_500_kills(tmp_path):
    assert sum(kill.lost for kill in kills(tmp_path, 500, 2)) == 0


def play(path, actions):
    with Journal.create(path, "pebbles", {}) as journal:
        for draft in islice(random_steps(GAME, {}, Random(3)), actions):
            journal.append(draft)
        yield from (path, path.with_name(path.name + "-wal"))


@pytest.mark.parametrize("seed", range(12))
def test_a_log_torn_anywhere_leaves_a_whole_beginning(tmp_path, seed):
    files = play(tmp_path / "game.diceref", 30)
    main, log = next(files), next(files)
    torn = tmp_path / "torn.diceref"
    shutil.copy(main, torn)
    content = log.read_bytes()
    cut = Random(seed).randrange(len(content))
    (tmp_path / "torn.diceref-wal").write_bytes(content[:cut] + b"\xa5" * (seed % 2 * 512))
    files.close()
    try:
        report = verify(torn)
    except JournalError:  # what was kept does not say yet whose file it is
        return
    assert report.damage in ("", "the file holds no entries") or "damaged" in report.damage
    if report.entries:
        with Journal.open(torn) as journal:
            assert len(journal) == report.entries
            replay(journal.entries(), GAME)
