"""A record that was forged, spliced, replayed, re-signed or cut is told."""

import os
import stat
import sys
from random import Random

import pytest

from rules.core import Event
from rules.journal import Draft, Journal, JournalError, TableKey, Witness, verify
from rules.journal.export import read_lines, write_lines
from rules.registry import known_game
from tests.attacks import forgeries
from tests.attacks.forgeries import kept
from ui.app.qr_codes import qr_code
from ui.cli.main import main


@pytest.fixture
def key(tmp_path):
    return TableKey.at(tmp_path / "table.key")


@pytest.fixture
def stranger(tmp_path):
    return TableKey.at(tmp_path / "elsewhere" / "table.key")


@pytest.fixture
def game(tmp_path, key):
    return forgeries.played(tmp_path / "game.diceref", key, 1)


@pytest.fixture
def other(tmp_path, key):
    return forgeries.played(tmp_path / "other.diceref", key, 2)


def rules(name):
    return known_game(name).load()


def test_an_honest_record_is_whole_by_every_measure(game, key):
    seal, witness = kept(game)
    report = verify(game, seal=seal, witness=witness, signer=key.signer, game_named=rules)
    assert report.whole
    assert report.sealed == report.entries
    assert [(run.signer, run.first) for run in report.signed] == [(key.signer, 1)]


def test_honest_growth_is_told_from_rewriting(game, key):
    seal, witness = kept(game)
    with Journal.open(game, key=key) as journal:
        journal.append(Draft(kind="note", facts={"text": "and then"}))
    for found in (verify(game, seal=seal), verify(game, witness=witness)):
        assert found.whole
        assert (found.sealed, found.entries) == (15, 16)


def test_the_seal_has_128_bits_in_groups(game):
    seal, _ = kept(game)
    assert len(seal) == 39
    assert all(len(group) == 4 for group in seal.split("-"))


def check_all_told(room, times):
    game, ways = forgeries.kinds(room)
    for name, (forge, wanted) in ways.items():
        assert forgeries.told(game, forge, wanted, times) == times, name


def test_ten_forgeries_of_each_kind_are_all_told(tmp_path):
    check_all_told(tmp_path, 10)


@pytest.mark.slow
def test_a_thousand_forgeries_of_each_kind_are_all_told(tmp_path):
    check_all_told(tmp_path, 1000)


def test_a_forger_with_the_tables_own_key_is_contradicted_by_a_witness(game, key):
    seal, witness = kept(game)
    forgeries.resigned(game, key, Random(1))
    assert verify(game, signer=key.signer).whole, "the key alone cannot tell its owner's forgery"
    assert "was another one" in verify(game, witness=witness).damage
    assert "written anew" in verify(game, seal=seal).damage


def test_a_witness_that_no_table_signed_is_refused(game):
    _, witness = kept(game)
    line = witness.line()
    with pytest.raises(ValueError, match="not genuine"):
        Witness.read(line[:-1] + ("0" if line[-1] != "0" else "1"))
    for wrong in ("", "DICEREF:1:", line + "0", line.replace(":", ";"), "x" * 100_000):
        with pytest.raises(ValueError, match="no witness"):
            Witness.read(wrong)


def changed_step(path, change, key):
    """One step changed, chained and signed as the table itself would."""
    import msgspec

    entries = forgeries.entries_of(path)
    entries[6] = msgspec.structs.replace(entries[6], **change(entries[6], entries))
    forgeries.rewrite(path, entries, key)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda entry, all_: {"action": all_[1].action}, "entry 7 "),
        (lambda entry, all_: {"digest": ""}, "entry 7 does not say"),
        (lambda entry, all_: {"digest": all_[1].digest}, "entry 7 leads to another state"),
        (lambda entry, all_: {"events": (Event("wins", "Ana wins"),)}, "entry 7 tells"),
        (lambda entry, all_: {"action": {"no": "action"}}, "entry 7 cannot be played"),
        (lambda entry, all_: {"cause": "a friend"}, "entry 7 came about by 'a friend'"),
    ],
)
def test_a_step_that_the_rules_do_not_bear_out_is_named(game, key, change, said):
    changed_step(game, change, key)
    report = verify(game, game_named=rules)
    assert report.damage == ""
    assert report.unlawful.startswith(said)
    assert not report.whole


def test_an_answer_that_nobody_could_give_is_named(tmp_path, key):
    path = forgeries.played(tmp_path / "asked.diceref", key, 3, steps=0)
    answers = [{"text": "yes", "probability": 0.5, "actions": []}]
    with Journal.open(path, key=key) as journal:
        journal.append(Draft(kind="question", facts={"number": 1, "text": "?", "answers": answers}))
        journal.append(Draft(kind="answer", facts={"number": 1, "choice": 0, "text": "no"}))
    assert "entry 3 answers what entry 2 did not ask" in verify(path, game_named=rules).unlawful


@pytest.mark.parametrize("action", [{"no": "action"}, {"type": "rolled", "faces": [9]}, 7])
def test_a_question_that_offers_what_the_rules_do_not_allow_is_named(game, key, action):
    answers = [{"text": "a roll", "probability": 0.5, "actions": [action]}]
    with Journal.open(game, key=key) as journal:
        journal.append(Draft(kind="question", facts={"number": 1, "text": "?", "answers": answers}))
    assert "entry 16 offers 'a roll', which" in verify(game, game_named=rules).unlawful


@pytest.mark.parametrize(
    ("draft", "said"),
    [
        (Draft(kind="result", facts={"winners": [1], "text": "Bo wins"}), "tells a result"),
        (Draft(kind="result", facts={"conceded": 7}), "tells a result"),
        (Draft(kind="mended", facts={"number": 9}), "ends a foul that nobody named"),
        (Draft(kind="allowed", facts={"number": 9}), "ends a foul that nobody named"),
        (Draft(kind="answer", facts={"number": 3, "choice": 0}), "a question that nobody asked"),
    ],
)
def test_an_entry_that_follows_from_nothing_is_named(game, key, draft, said):
    with Journal.open(game, key=key) as journal:
        journal.append(draft)
    assert verify(game).whole, "its hashes and signatures are the table's own"
    told = verify(game, game_named=rules).unlawful
    assert told.startswith("entry 16 ")
    assert said in told


def test_giving_up_is_a_result(game, key):
    with Journal.open(game, key=key) as journal:
        journal.append(Draft(kind="result", facts={"conceded": 1}))
    assert verify(game, game_named=rules).whole


def test_entries_that_another_table_added_are_named(game, key, stranger):
    with Journal.open(game, key=stranger) as journal:
        journal.append(Draft(kind="note", facts={"text": "here"}))
    report = verify(game)
    assert report.whole
    assert [run.signer for run in report.signed] == [key.signer, stranger.signer]
    assert "not all of it" in verify(game, signer=key.signer).damage


def test_entries_that_nobody_signed_are_named(game):
    with Journal.open(game) as journal:
        journal.append(Draft(kind="note", facts={"text": "unsigned"}))
    assert "entries from 16 on are not signed" in verify(game).damage


def test_a_record_begun_before_there_were_keys_can_go_on_signed(tmp_path, key):
    path = forgeries.played(tmp_path / "old.diceref", None, 4)
    with Journal.open(path, key=key) as journal:
        journal.append(Draft(kind="note", facts={"text": "signed"}))
    report = verify(path)
    assert report.whole
    assert [(run.signer, run.first, run.last) for run in report.signed] == [
        ("", 1, 15),
        (key.signer, 16, 16),
    ]


def test_signatures_go_along_when_a_record_is_exported_and_taken_in(game, tmp_path, key):
    with Journal.open(game, read_only=True) as journal:
        lines = list(write_lines(journal))
    read_lines(lines, tmp_path / "copy.diceref").close()
    assert verify(tmp_path / "copy.diceref", signer=key.signer).whole
    lines = [line for line in lines if '"signature"' not in line]
    read_lines(lines, tmp_path / "stripped.diceref").close()
    assert "not signed" in verify(tmp_path / "stripped.diceref").damage


@pytest.mark.skipif(sys.platform == "win32", reason="other rights there")
def test_the_key_is_for_its_owner_only_and_stays_the_same(tmp_path):
    path = tmp_path / "new" / "table.key"
    first = TableKey.at(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) & 0o077 == 0
    assert TableKey.at(path).signer == first.signer
    assert os.listdir(path.parent) == ["table.key"]  # noqa: PTH208 - names are compared
    path.write_text("nonsense")
    with pytest.raises(JournalError, match="no table's key"):
        TableKey.at(path)


def test_the_command_names_the_table_and_where_the_seal_stands(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path))
    (tmp_path / "journals").mkdir()
    key = TableKey.at(tmp_path / "table.key")
    path = forgeries.played(tmp_path / "journals" / "game.diceref", key, 5)
    seal, witness = kept(path)
    with Journal.open(path, key=key) as journal:
        journal.append(Draft(kind="note", facts={"text": "later"}))
    (tmp_path / "kept.txt").write_text(witness.line())
    for words in (["--seal", seal], ["--witness", witness.line()],
                  ["--witness", str(tmp_path / "kept.txt")]):  # fmt: skip
        assert main(["review", "game", "--verify", *words]) == 0
        told = capsys.readouterr().err
        assert "found at entry 15, 1 follow" in told
        assert "(this table)" in told
    assert main(["review", "game", "--table-key", key.signer[:32]]) == 0
    assert main(["review", "game", "--table-key", "0" * 32]) == 1
    assert main(["review", "game", "--seal", "0000-" * 7 + "0000"]) == 1
    assert "no entry has the seal" in capsys.readouterr().err
    assert main(["review", "game", "--seal", seal[:9]]) == 2
    assert "can be forged" in capsys.readouterr().err
    assert main(["review", "game", "--sheet"]) == 0
    sheet = capsys.readouterr().out
    with Journal.open(path, read_only=True) as journal:
        assert journal.seal in sheet
        assert journal.witness.line() in sheet
        assert qr_code(journal.witness.line()) in sheet


def test_what_a_qr_code_shows_is_read_back_by_a_camera():
    import cv2
    import numpy as np

    line = "DICEREF:1:" + "A1" * 32 + ":15:" + "B2" * 32
    rows = []
    for drawn in qr_code(line).splitlines():
        upper = [mark in "█▀" for mark in drawn]
        lower = [mark in "█▄" for mark in drawn]
        rows += [upper, lower]
    picture = np.kron(np.array(rows, np.uint8) * 255, np.ones((8, 8), np.uint8))
    # half blocks draw what is light
    assert cv2.QRCodeDetector().detectAndDecode(cv2.copyMakeBorder(
        picture, 32, 32, 32, 32, cv2.BORDER_CONSTANT, value=255))[0] == line  # fmt: skip
