"""`diceref desk` from the command line."""

import json
import socket
import subprocess
import sys
import time

import pytest

from rules.journal import Journal, write_lines
from tests.desk.hubs import begun, free_port, note, random_record
from ui.cli.main import main


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("DICEREF_HOME", str(tmp_path / "home"))


def test_a_record_by_usb_stick_is_taken_in_once(tmp_path, capsys):
    record = random_record(tmp_path / "a.diceref", 12)
    lines = tmp_path / "a.jsonl"
    with Journal.open(record, read_only=True) as journal:
        lines.write_text("".join(f"{line}\n" for line in write_lines(journal)))
    assert main(["desk", "--import", str(lines), "--table", "7"]) == 0
    assert "13 of 13 entries were new" in capsys.readouterr().err
    assert main(["desk", "--import", str(record), "--table", "7"]) == 0
    assert "0 of 13 entries were new" in capsys.readouterr().err


def test_another_version_of_a_record_is_an_alarm(tmp_path, capsys):
    with begun(tmp_path / "a.diceref") as journal:
        journal.save_as(tmp_path / "b.diceref")
        note(journal, "one")
    with Journal.open(tmp_path / "b.diceref") as journal:
        note(journal, "another")
    assert main(["desk", "--import", str(tmp_path / "a.diceref")]) == 0
    assert main(["desk", "--import", str(tmp_path / "b.diceref")]) == 1
    assert "ALARM, table USB: entry 2 came again and is another one" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--import", "no.diceref"], "is not there"),
        (["--import", "no.jsonl"], "cannot be read"),
        (["--ratings", "no.jsonl"], "cannot be read"),
        (["--check", "no.zip"], "is no sealed event"),
        (["--name", "../evil", "--headless"], "cannot be called"),
        (["--port", "0", "--headless"], "a port is a number"),
        (["--delay", "-3", "--headless"], "has not happened yet"),
        (["--hub", "http://somewhere", "--headless"], "--hub takes tls://USER:PASSWORD@HOST"),
        (["--archive", "mysql://x", "--headless"], "name a PostgreSQL database"),
    ],
)
def test_bad_input_is_one_sentence(words, told, capsys):
    assert main(["desk", *words]) == 2
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1


def test_codes_are_printed_and_the_desk_ends_with_its_hub(tmp_path):
    words = [sys.executable, "-c", "from ui.cli.main import command; command()", "desk"]
    port = str(free_port())
    with subprocess.Popen(
        [*words, "--headless", "--tables", "2", "--port", port], stderr=subprocess.PIPE, text=True
    ) as desk:
        first, second = desk.stderr.readline(), desk.stderr.readline()
        assert first.startswith(f"diceref: table T1: diceref play --desk 127.0.0.1:{port}/")
        assert "table T2" in second
        desk.terminate()
        desk.wait(30)
    time.sleep(0.2)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", int(port)), timeout=1)


def test_accounts_are_printed_for_servers_of_ones_own(capsys):
    assert main(["desk", "--accounts"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("authorization: ")
    assert json.loads(told.partition(": ")[2])["users"][0]["user"] == "desk"


def test_a_table_that_cannot_reach_its_desk_is_told_in_a_sentence(capsys):
    from ui.hub.join_codes import JoinCode

    code = JoinCode("127.0.0.1", free_port(), b"12345678", b"abcde").written()
    assert main(["play", "--headless", "--desk", code]) == 2
    assert "no desk answers at 127.0.0.1" in capsys.readouterr().err
    assert main(["play", "--headless", "--desk", "nonsense"]) == 2
    assert "is no join code" in capsys.readouterr().err
    assert main(["play", "--headless", "--desk"]) == 2
    assert "joined no desk yet" in capsys.readouterr().err
