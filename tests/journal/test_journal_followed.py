"""A record that one process writes is followed by another, entry by entry."""

import subprocess
import sys
from itertools import islice

import pytest

from rules.journal import Draft, Journal, JournalError, TableKey
from rules.journal.entry import write_body

WRITER = """
import sys
from rules.journal import Draft, Journal
journal = Journal.open(sys.argv[1])
for number in range(int(sys.argv[2])):
    journal.append(Draft(kind="note", facts={"text": f"note {number}"}))
    print(len(journal), flush=True)
journal.close()
"""


@pytest.fixture
def path(tmp_path):
    where = tmp_path / "game.diceref"
    key = TableKey.at(tmp_path / "table.key")
    Journal.create(where, "tmnt", {}, key=key).close()
    return where


def test_entries_of_another_process_are_followed_as_they_are_written(path):
    with Journal.beside(path) as followed:
        seen = list(followed.entries_after(0))
        before = followed.changed
        writing = [sys.executable, "-c", WRITER, str(path), "40"]
        with subprocess.Popen(writing, stdout=subprocess.PIPE, text=True) as writer:
            while len(seen) < 41:
                said = writer.stdout.readline()
                fresh = list(followed.entries_after(len(seen)))
                assert len(seen) + len(fresh) >= int(said)  # what is on the disk is seen at once
                seen += fresh
        assert followed.changed != before
    with Journal.open(path, read_only=True) as whole:
        assert [one.entry for one in seen] == list(whole.entries())
    assert all(one.body == write_body(one.entry) for one in seen)


def test_what_is_followed_brings_its_signature(tmp_path, path):
    key = TableKey.at(tmp_path / "table.key")
    with Journal.open(path, key=key) as writer, Journal.beside(path) as followed:
        writer.append_all([Draft(kind="note"), Draft(kind="note")])
        signed = [
            one.signature.signer if one.signature else "" for one in followed.entries_after(0)
        ]
    assert signed == [key.signer, "", key.signer]


def test_a_follower_that_starts_after_the_writer_closed_sees_all_and_then_more(path):
    with Journal.beside(path) as followed:
        assert len(list(followed.entries_after(0))) == 1
        with Journal.open(path) as writer:
            writer.append(Draft(kind="note"))
        assert [one.entry.number for one in followed.entries_after(1)] == [2]
        assert list(followed.entries_after(2)) == []


def test_an_entry_that_was_changed_is_not_followed(path):
    with Journal.open(path) as writer:
        writer.append_all([Draft(kind="note"), Draft(kind="note")])
        writer._database.execute("UPDATE entry SET body = replace(body, '}', ' }') WHERE number=2")
    with Journal.beside(path) as followed, pytest.raises(JournalError, match="damaged"):
        list(islice(followed.entries_after(1), 2))
