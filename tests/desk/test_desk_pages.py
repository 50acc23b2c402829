"""The public pages: files for any web server, told to browsers as they change, with a delay."""

import asyncio
import json
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from itertools import islice
from random import Random
from urllib.error import HTTPError

import pytest

from rules.core import Event
from rules.journal import Draft, Header, Journal, verify
from rules.registry import known_game
from rules.tournament import acts
from rules.tournament.plan import TournamentPlan
from tests.bench.random_steps import random_steps
from tests.desk.hubs import begun, free_port
from ui.desk.archive import Archive
from ui.desk.event_log import EventLog
from ui.desk.exporting import export_event
from ui.desk.pages import PublicPages
from ui.hub.follower import Arrived
from ui.hub.names import game_id


class Told:
    title = "Night <1>"

    def __init__(self, log, archive):
        self.log, self.archive = log, archive

    @property
    def state(self):
        return self.log.state


@pytest.fixture
def desk(tmp_path):
    """What the pages ask of the desk."""
    log = EventLog(tmp_path / "event.db")
    service = Told(log, Archive(tmp_path / "archive.db"))
    yield service
    log.close()
    service.archive.close()


def play(service, *more):
    service.log.do(acts.Found(plan=TournamentPlan(name="Night <1>", cut=2, rounds=1)))
    for name in ("Ana", "<b>Ben", "Caro", "Dan", *more):
        service.log.do(acts.Enter(name=name))
    from rules.tournament.pairing import next_round

    service.log.do(next_round(service.state).act())
    return next_round


def test_pages_say_who_plays_where_and_hide_nothing_in_markup(desk, tmp_path):
    pages = PublicPages(desk, tmp_path / "public")
    play(desk)
    assert "names.html" in pages.write()
    names = (tmp_path / "public" / "names.html").read_text()
    assert "&lt;b&gt;Ben" in names
    assert "<b>Ben" not in names
    assert pages.write() == ()  # nothing has changed
    desk.log.do(acts.ReportResult(round=1, table=1, wins=(1, 0)))
    assert set(pages.write()) == {"tables.html", "standings.html"}
    told = json.loads((tmp_path / "public" / "changed.json").read_text())
    assert set(told["changed"]) == {"tables.html", "standings.html"}


def test_the_bracket_appears_with_the_cut(desk, tmp_path):
    pages = PublicPages(desk, tmp_path / "public")
    next_round = play(desk)
    for table in (1, 2):
        desk.log.do(acts.ReportResult(round=1, table=table, wins=(1, 0)))
    desk.log.do(next_round(desk.state).act())
    desk.log.do(acts.ReportResult(round=2, table=1, wins=(2, 1)))
    pages.write()
    assert "class=won" in (tmp_path / "public" / "bracket.html").read_text()


def test_a_table_is_shown_with_its_delay(desk, tmp_path):
    pages = PublicPages(desk, tmp_path / "public", delay=0.6)
    with begun(tmp_path / "a.diceref", players=("Ana", "Ben")) as journal:
        event = Event("player-damaged", "Ana takes 3", 0, {"life": 17})
        journal.append(Draft(kind="step", events=(event,)))
        game = game_id(journal.entry(1).hash)
        for entry in journal.entries():
            one = Arrived("", 0, "T1", game, entry.number, journal.body(entry.number), entry.hash)
            desk.archive.take([one], {})
            pages.arrived(one)
        pages.write()
        page = tmp_path / "public" / "table-T1.html"
        assert "Ana takes 3" not in page.read_text()
        deadline = time.monotonic() + 5
        while "Ana takes 3" not in page.read_text():
            assert time.monotonic() < deadline
            time.sleep(0.05)
            pages.write()
        assert "<span>17</span>" in page.read_text()
        assert len(Journal.open(tmp_path / "a.diceref", read_only=True)) == 2


def a_game(path, length, seed=1):
    known = known_game("tmnt")
    setup, header = known.demo_setup(), Header(players=("Ana", "Ben"))
    with Journal.create(path, "tmnt", setup, header, wall_time=float(seed)) as journal:
        journal.append_all(list(islice(random_steps(known.load(), setup, Random(seed)), length)))
    return path


def lies_on(folder, name="table-T1.json"):
    """Where each die is drawn, without its place in its zone."""
    rows = json.loads((folder / name).read_text())["mat"]["wide"]
    return sorted((row[1], row[5], row[6], row[7]) for row in rows)


def drawn(pages):
    pages.draw(pages.shown())
    return pages.write()


def test_the_mat_of_a_table_follows_its_record_and_its_corrections(desk, tmp_path):
    path = a_game(tmp_path / "a.diceref", 60)
    with Journal.open(path) as journal:
        desk.archive.import_record(journal, "T1")
        followed = PublicPages(desk, tmp_path / "public")
        assert {"table-T1-wide.svg", "table-T1-narrow.svg", "table-T1.json"} <= set(drawn(followed))
        assert drawn(followed) == ()
        before = lies_on(tmp_path / "public")
        journal.append(Draft(kind="correction", replaces=40, facts={"why": "w", "who": "x"}))
        desk.archive.import_record(journal, "T1")
    assert "table-T1-wide.svg" not in drawn(followed)  # only what lies on it has changed
    after = lies_on(tmp_path / "public")
    assert after != before
    fresh = PublicPages(desk, tmp_path / "anew")
    drawn(fresh)
    assert lies_on(tmp_path / "anew") == after


def test_a_record_that_cannot_be_played_again_has_a_page_without_a_mat(desk, tmp_path):
    path = a_game(tmp_path / "a.diceref", 5)
    with Journal.open(path) as journal:
        journal.append(Draft(kind="step", action={"no": "action"}))
        desk.archive.import_record(journal, "T1")
    pages = PublicPages(desk, tmp_path / "public")
    assert "table-T1.html" in drawn(pages)
    assert not (tmp_path / "public" / "table-T1.json").exists()


def test_a_desk_that_was_opened_anew_shows_nothing_before_its_time(desk, tmp_path):
    with Journal.open(a_game(tmp_path / "a.diceref", 30)) as journal:
        desk.archive.import_record(journal, "T1")
    pages = PublicPages(desk, tmp_path / "public", delay=0.8)
    drawn(pages)
    assert not (tmp_path / "public" / "table-T1.json").exists()
    time.sleep(0.9)
    assert "table-T1.json" in drawn(pages)


def test_the_records_of_an_event_are_written_as_other_commands_read_them(desk, tmp_path):
    path = a_game(tmp_path / "a.diceref", 30)
    with Journal.open(path, read_only=True) as journal:
        desk.archive.import_record(journal, "T1")
        seal = journal.tip
    desk.folder = tmp_path
    play(desk)
    written = export_event(desk, tmp_path / "out")
    (copy,) = (written / "records").glob("*.diceref")
    assert verify(copy).whole
    with Journal.open(copy, read_only=True) as journal:
        assert journal.tip == seal
    assert (written / "pages" / "table-T1.json").exists()
    assert (written / "print" / "result-slips.html").exists()


@contextmanager
def served(folder):
    port = free_port()
    words = [sys.executable, "-m", "ui.desk.page_server", str(folder), "127.0.0.1", str(port)]
    with subprocess.Popen(words, stderr=subprocess.DEVNULL) as server:
        deadline = time.monotonic() + 20
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=1).read()
                break
            except OSError:
                assert time.monotonic() < deadline
                time.sleep(0.05)
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


async def test_browsers_are_told_what_changed_and_get_nothing_else(desk, tmp_path):
    pages = PublicPages(desk, tmp_path / "public")
    play(desk)
    pages.write()
    (tmp_path / "secret.html").write_text("secret")
    with served(tmp_path / "public") as address:
        port = int(address.rpartition(":")[2])
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /changes HTTP/1.1\r\nHost: a\r\n\r\n")
        await reader.readuntil(b"retry: 3000")
        await asyncio.sleep(0.6)
        desk.log.do(acts.ReportResult(round=1, table=2, wins=(1, 0)))
        pages.write()
        told = await asyncio.wait_for(reader.readuntil(b"]\n\n"), 5)
        assert b'"standings.html"' in told
        writer.close()
        page = await asyncio.to_thread(urllib.request.urlopen, f"{address}/standings.html")
        assert "default-src 'self'" in page.headers["Content-Security-Policy"]
        for name in (
            "../secret.html",
            "%2e%2e/secret.html",
            "..%2fsecret.html",
            "no.html",
            "/etc/passwd",
        ):
            with pytest.raises(HTTPError, match="404"):
                await asyncio.to_thread(urllib.request.urlopen, f"{address}/{name}")
