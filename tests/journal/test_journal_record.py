"""The promises of the record: on disk before shown, whole or said so, replayable."""

import logging
import resource
import sqlite3
import sys
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from rules.journal import Draft, Header, Journal, JournalError, Picture, recover, replay, verify
from rules.journal.schema import FIRST, VERSION
from tests.bench.random_steps import random_steps

sys.path.insert(0, str(Path(__file__).parent.parent / "track"))
from pebbles import PebblesGame

GAME = PebblesGame()


def play(journal, steps=40, seed=1):
    """Append the steps of a random game; its state after them."""
    for draft in islice(random_steps(GAME, {}, Random(seed)), steps):
        journal.append(draft)
    return replay(journal.entries(), GAME).state


@pytest.fixture
def written(tmp_path):
    path = tmp_path / "game.journal"
    with Journal.create(path, "pebbles", {}, Header(event="Club night", round=2)) as journal:
        state = play(journal)
        tip = journal.tip
    return path, state, tip


def test_replaying_the_record_gives_the_same_state(written):
    path, state, _ = written
    with Journal.open(path, game="pebbles") as journal:
        assert replay(journal.entries(), GAME).state == state
        assert journal.header.event == "Club night"


def test_an_open_question_is_still_open_after_reopening(tmp_path):
    path = tmp_path / "game.journal"
    with Journal.create(path, "pebbles", {}) as journal:
        play(journal, 5)
        journal.append(Draft(kind="question", facts={"number": 1, "text": "Red or blue?"}))
    with Journal.open(path) as journal:
        waiting = replay(journal.entries(), GAME).question
    assert waiting is not None
    assert waiting.facts["text"] == "Red or blue?"


def test_a_correction_takes_steps_back_and_keeps_them_in_the_record(written):
    path, _, _ = written
    with Journal.open(path) as journal:
        before = len(journal)
        journal.append(Draft(kind="correction", replaces=10, facts={"why": "misread"}))
        entries = tuple(journal.entries())
    assert len(entries) == before + 1
    assert [moment.entry.number for moment in replay(entries, GAME).moments] == list(range(1, 10))


def test_a_whole_record_verifies_and_fits_its_seal(written):
    path, _, tip = written
    report = verify(path, seal=tip[:32])
    assert report.whole
    assert report.tip == tip


@pytest.mark.parametrize("what", ["body", "hash"])
def test_a_changed_entry_is_named(written, what):
    path, _, _ = written
    with sqlite3.connect(path) as database:
        database.execute(
            {
                "body": "UPDATE entry SET body = replace(body, 'seen', 'told') WHERE number = 7",
                "hash": "UPDATE entry SET hash = '0' || substr(hash, 2) WHERE number = 7",
            }[what]
        )
    report = verify(path)
    assert report.entries == 6
    assert "entry 7" in report.damage
    with Journal.open(path) as journal, pytest.raises(JournalError, match=r"entry 7.*--recover"):
        list(journal.entries())


def test_a_removed_entry_is_named(written):
    path, _, _ = written
    with sqlite3.connect(path) as database:
        database.execute("DELETE FROM entry WHERE number = 5")
    assert "entry 5 is missing" in verify(path).damage


def test_a_record_rewritten_from_the_start_does_not_fit_its_seal(written, tmp_path):
    _, _, tip = written
    other = tmp_path / "forged.journal"
    with Journal.create(other, "pebbles", {}) as journal:
        play(journal, seed=2)
    assert verify(other).whole
    assert "seal" in verify(other, seal=tip[:32]).damage


@pytest.mark.parametrize("where", ["first page", "middle", "end"])
def test_everything_before_the_damage_is_recovered(written, tmp_path, where):
    path, _, _ = written
    content = bytearray(path.read_bytes())
    start, stop = {
        "first page": (0, 8192),
        "middle": (len(content) // 2, len(content) // 2 + 600),
        "end": (len(content) - 9000, len(content)),
    }[where]
    content[start:stop] = b"\0" * (stop - start)
    path.write_bytes(content)
    report = verify(path)
    assert report.damage
    if report.entries:
        saved = tmp_path / "saved.journal"
        recover(path, saved)
        assert verify(saved).whole
        with Journal.open(saved) as journal:
            assert len(journal) == report.entries
            replay(journal.entries(), GAME)


def test_what_stands_in_the_place_of_a_damaged_entry_is_not_told_again(written):
    path, _, _ = written
    with Journal.open(path) as journal:
        body = journal.entry(7).digest.encode()
    content = path.read_bytes()
    path.write_bytes(content.replace(body, b"\xff\x1b[2J" + body[5:], 1))
    report = verify(path)
    assert report.entries == 6
    assert report.damage.isprintable()
    assert report.damage.endswith("column 'body')")
    with Journal.open(path) as journal, pytest.raises(JournalError, match="it is damaged") as said:
        journal.entry(7)
    assert str(said.value).isprintable()


def test_the_log_says_what_was_saved_of_a_damaged_record(written, tmp_path, caplog):
    caplog.set_level(logging.INFO, logger="rules")
    path, _, _ = written
    path.write_bytes(path.read_bytes()[: 12 * 8192])
    report = recover(path, tmp_path / "saved.journal")
    Journal.open(tmp_path / "saved.journal").close()
    said = [record.getMessage() for record in caplog.records]
    assert said[0].startswith(f"{report.entries} entries of {path} are saved to ")
    assert report.damage in said[0]
    assert said[-1].endswith(f"saved.journal is opened at entry {report.entries}")


def test_entries_survive_the_loss_of_the_first_page(written, tmp_path):
    path, _, tip = written
    content = bytearray(path.read_bytes())
    content[:8192] = b"\0" * 8192
    path.write_bytes(content)
    report = recover(path, tmp_path / "saved.journal")
    assert report.entries > 30
    assert report.tip == tip


def test_a_truncated_file_gives_what_came_before(written, tmp_path):
    path, _, _ = written
    content = path.read_bytes()
    path.write_bytes(content[: len(content) - 12_000])
    report = verify(path)
    assert report.damage
    assert 0 < report.entries < 41


def test_pictures_are_part_of_the_chain(tmp_path):
    path = tmp_path / "game.journal"
    picture = Picture("die-3", "image/png", b"not really a png")
    with Journal.create(path, "pebbles", {}) as journal:
        entry = journal.append(Draft(kind="foul", facts={"number": 1}), [picture])
        assert journal.picture(entry.pictures[0].sha256) == picture.content
    with sqlite3.connect(path) as database:
        database.execute("UPDATE picture SET content = x'00'")
    assert verify(path).lost_pictures


def test_a_newer_version_is_refused_in_one_sentence(written):
    path, _, _ = written
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(JournalError, match="newer DiceRef"):
        Journal.open(path)


def test_an_older_version_is_brought_up_and_keeps_its_hashes(tmp_path):
    path = tmp_path / "old.journal"
    with Journal.create(tmp_path / "new.journal", "pebbles", {}) as journal:
        play(journal)
        rows = journal._database.execute("SELECT number, body, hash FROM entry").fetchall()
    with sqlite3.connect(path) as database:
        database.executescript(
            f"{FIRST} PRAGMA application_id = 0x44524546; PRAGMA user_version = 1;"
        )
        database.executemany("INSERT INTO entry VALUES (?, ?, ?)", rows)
    with Journal.open(path) as journal:
        assert len(journal) == len(rows)
        assert journal.numbers("setup") == (1,)
    assert verify(path).whole


def test_the_record_of_another_game_is_refused(written):
    with pytest.raises(JournalError, match="pebbles game, not of tmnt"):
        Journal.open(written[0], game="tmnt")


def test_a_copy_without_its_second_file_says_what_is_missing(tmp_path):
    with Journal.create(tmp_path / "a.diceref", "pebbles", {}) as journal:
        play(journal, 5)
        (tmp_path / "b.diceref").write_bytes((tmp_path / "a.diceref").read_bytes())
        for read_only in (True, False):
            with pytest.raises(JournalError, match=r"'b\.diceref-wal'.* copy both"):
                Journal.open(tmp_path / "b.diceref", read_only=read_only)


def test_a_file_that_is_no_journal_is_refused(tmp_path):
    path = tmp_path / "holiday.jpg"
    path.write_bytes(b"\xff\xd8 holiday" * 100)
    with pytest.raises(JournalError, match="not a DiceRef journal"):
        Journal.open(path)


def test_a_read_only_record_can_be_read_but_not_written(written):
    with Journal.open(written[0], read_only=True) as journal:
        assert len(list(journal.entries())) == len(journal)
        with pytest.raises(JournalError, match="read-only"):
            journal.append(Draft(kind="note"))


def test_a_full_disk_is_said_and_the_game_can_go_on_in_memory(written):
    with Journal.open(written[0]) as journal:
        pages = journal._database.execute("PRAGMA page_count").fetchone()[0]
        journal._database.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(JournalError, match="disk is full"):
            journal.append_all([Draft(kind="note", facts={"text": "x" * 4000})] * 50)
        kept = len(journal)
        memory = journal.carry_on_in_memory()
        memory.append(Draft(kind="note", facts={"text": "still here"}))
    assert len(memory) == kept + 1
    assert verify(written[0]).whole


def test_a_record_that_cannot_be_begun_leaves_no_file(tmp_path):
    """Otherwise the newest record of all, which is opened first, would be an empty one."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
    try:
        with pytest.raises(JournalError):
            Journal.create(tmp_path / "a.diceref", "tmnt", {"notes": "x" * 100_000})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(tmp_path.iterdir()) == []


def test_a_second_writer_is_told_so(written):
    with Journal.open(written[0]) as one, Journal.open(written[0]) as two:
        one.append(Draft(kind="note"))
        with pytest.raises(JournalError, match="another DiceRef"):
            two.append(Draft(kind="note"))
    assert verify(written[0]).whole


def test_several_entries_are_written_in_one_piece_or_not_at_all(written):
    with Journal.open(written[0]) as journal:
        before = len(journal)
        journal.append_all([Draft(kind="correction", replaces=30), Draft(kind="note")])
        assert len(journal) == before + 2


def test_a_changed_rule_is_named_at_the_entry_where_it_shows(written):
    path, _, _ = written

    class Changed(PebblesGame):
        def digest(self, state):
            return super().digest(state) if state.turn < 3 else "other"

    with (
        Journal.open(path) as journal,
        pytest.raises(JournalError, match=r"entry \d+ leads to another state"),
    ):
        replay(journal.entries(), Changed())
