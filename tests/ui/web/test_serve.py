import http.client
import json
import logging
import threading
from dataclasses import replace

import pytest

from rules.core import HandMenu
from rules.registry import games
from tests.bench.played_models import played_models
from tests.bench.replayed import ReplayedSource
from tests.ui import tables
from tests.ui.doubles import played
from ui.app.errors import UserError
from ui.app.table_model import AllowFoul, Announce, AnswerQuestion, Pause, SayByHand, Undo
from ui.screens.app import DiceRefApp
from ui.web.codes import TRIES, AccessCodes
from ui.web.facts import command_of, public_facts
from ui.web.serve import TableServer, address
from ui.web.site import MOST_BODY


@pytest.fixture
def open_window():
    """Windows on a free port of this machine, closed at the end."""
    opened = []

    def make(*models, local=True):
        source = ReplayedSource(models or (tables.attack_step(),))
        told = []
        window = TableServer(source, ("127.0.0.1", 0), told.append, local=local)
        opened.append(window)
        window.told = told
        return window, source

    yield make
    for window in opened:
        window.close()


def ask(window, method, path, facts=None, headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", window.port, timeout=5)
    body = None if facts is None else json.dumps(facts)
    sent = {"Content-Type": "application/json"} if facts is not None else {}
    connection.request(method, path, body, {**sent, **(headers or {})})
    answer = connection.getresponse()
    if answer.getheader("Content-Type", "").startswith("text/event-stream"):
        return answer.status, connection, answer
    return answer.status, answer.getheader("Set-Cookie", ""), answer.read()


def next_table(stream):
    while True:
        line = stream.readline().decode()
        if line.startswith("data: ") and '"turn"' in line:
            return json.loads(line.removeprefix("data: "))


def test_a_browser_is_told_how_many_dice_are_hidden_and_not_which():
    model = played(5)
    sides = public_facts(model)["sides"]
    assert {zone for side in sides for zone, _ in side["hidden"]} == {"Bag", "Cards"}
    counted = sum(count for side in sides for _, count in side["hidden"])
    assert counted == sum(count for place, _, count in model.view.hidden if place.seat is not None)
    assert not {"bag", "cards"} & set(json.dumps(public_facts(model)["dice"]).split('"'))


def test_the_mats_are_served_to_those_who_may_watch(open_window):
    window, _ = open_window(*played_models(games()["tenthousand"], seed=1, most=3), local=False)
    assert ask(window, "GET", "/mat/wide")[0] == 401
    assert ask(window, "GET", "/picture")[0] == 401
    _, cookie, _ = ask(window, "POST", "/enter", {"code": window.codes.watch_code})
    mine = {"Cookie": cookie.partition(";")[0]}
    next_table(ask(window, "GET", "/tables", headers=mine)[2])  # by then the mats are there
    for shape in ("wide", "narrow"):
        status, _, drawn = ask(window, "GET", f"/mat/{shape}", headers=mine)
        assert (status, drawn[:4]) == (200, b"<svg")
    for wrong in ("/mat/other", "/mat/..", "/picture"):
        assert ask(window, "GET", wrong, headers=mine)[0] == 404


def test_the_page_and_its_parts_are_served_and_nothing_else(open_window):
    window, _ = open_window()
    for path in ("/", "/page.js", "/page.css"):
        assert ask(window, "GET", path)[0] == 200
    for path in ("/../serve.py", "/etc/passwd", "/page.html", "/%2e%2e/serve.py"):
        assert ask(window, "GET", path)[0] == 404


def test_a_browser_on_this_machine_sees_every_new_table_without_a_code(open_window):
    window, source = open_window(tables.attack_step(), tables.foul())
    status, _, stream = ask(window, "GET", "/tables")
    assert status == 200
    assert next_table(stream)["fouls"] == []
    source.step()
    assert next_table(stream)["fouls"][0]["number"] == 2


def test_from_elsewhere_nothing_is_shown_without_a_code(open_window):
    window, source = open_window(local=False)
    assert ask(window, "GET", "/tables")[0] == 401
    assert ask(window, "POST", "/command", {"do": "undo"})[0] == 403
    assert source.sent == []


def test_a_watcher_sees_the_table_but_may_not_play(open_window):
    window, source = open_window(tables.question(), local=False)
    status, cookie, body = ask(window, "POST", "/enter", {"code": window.codes.watch_code})
    assert (status, json.loads(body)) == (200, {"player": False})
    mine = {"Cookie": cookie.partition(";")[0]}
    assert ask(window, "GET", "/tables", headers=mine)[0] == 200
    answer = {"do": "answer", "question": 3, "choice": 0}
    assert ask(window, "POST", "/command", answer, mine)[0] == 403
    assert source.sent == []


def test_a_players_code_is_good_once_and_lets_answer(open_window):
    window, source = open_window(tables.question(), local=False)
    code = window.codes.player_code
    status, cookie, _ = ask(window, "POST", "/enter", {"code": code})
    assert status == 200
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    mine = {"Cookie": cookie.partition(";")[0]}
    answer = {"do": "answer", "question": 3, "choice": 1}
    assert ask(window, "POST", "/command", answer, mine)[0] == 200
    assert source.sent == [AnswerQuestion(3, 1)]
    assert ask(window, "POST", "/enter", {"code": code})[0] == 403
    assert window.told == [window.codes.player_code]
    assert window.codes.player_code != code


def test_guessing_codes_is_stopped_even_when_the_next_guess_is_right():
    codes = AccessCodes(lambda code: None)
    for _ in range(TRIES):
        assert codes.enter("nonsense", "10.0.0.9") is None
    assert codes.enter(codes.player_code, "10.0.0.9") is None
    assert codes.enter(codes.player_code, "10.0.0.7") is not None


@pytest.fixture
def logged(monkeypatch):
    """What the codes log, whatever other tests have done to the loggers of this process."""
    said = []
    heard = logging.Handler()
    heard.emit = lambda record: said.append(record.getMessage())
    log = logging.getLogger("codes of a test")
    log.setLevel(logging.INFO)
    log.handlers = [heard]
    monkeypatch.setattr("ui.web.codes.log", log)
    return said


def test_who_is_refused_is_logged_with_the_reason_and_without_any_code(logged):
    codes = AccessCodes(lambda code: None)
    for _ in range(TRIES + 1):
        codes.enter("12345", "10.0.0.9")
    codes.enter(codes.watch_code, "10.0.0.7")
    assert logged[0] == "10.0.0.9 refused: wrong code, try 1"
    assert logged[-2] == f"10.0.0.9 refused: {TRIES} wrong codes in a minute"
    assert logged[-1] == "10.0.0.7 may watch"
    assert not any("12345" in one or codes.watch_code in one for one in logged)


def test_another_sites_page_cannot_use_the_window(open_window):
    window, source = open_window()
    foreign = {"Host": "evil.example:80"}
    assert ask(window, "GET", "/tables", headers=foreign)[0] == 403
    assert ask(window, "POST", "/command", {"do": "undo"}, foreign)[0] == 403
    form = {"Content-Type": "text/plain"}
    assert ask(window, "POST", "/command", {"do": "undo"}, form)[0] == 400
    assert source.sent == []


@pytest.mark.parametrize(
    "facts",
    [[], {}, {"do": "quit"}, {"do": "answer"}, {"do": "answer", "question": 3, "choice": 99},
     {"do": "announce", "offer": 10**9, "text": "x"}, {"do": "pause", "on": "yes"},
     {"x": "y" * 9000}],
)  # fmt: skip
def test_rubbish_is_refused_and_sends_nothing(open_window, facts):
    window, source = open_window(tables.question())
    assert ask(window, "POST", "/command", facts)[0] in {400, 409}
    assert source.sent == []
    assert MOST_BODY < 9000


def test_every_command_of_a_browser_is_understood():
    model = tables.attack_step()
    first = model.offers[0]
    assert command_of({"do": "announce", "offer": 0, "text": first.text}, model) == Announce("b1")
    assert command_of({"do": "undo"}, model) == Undo()
    assert command_of({"do": "pause", "on": True}, model) == Pause(on=True)
    assert command_of({"do": "allow", "number": 2}, tables.foul()) == AllowFoul(2)
    with_hand = replace(model, hand=HandMenu((), ("Nova",)))
    spoken = {"do": "hand", "text": "2 damage to Thor"}
    assert command_of(spoken, with_hand) == SayByHand("2 damage to Thor")
    with pytest.raises(ValueError, match="no command"):
        command_of(spoken, model)


def test_a_late_tap_never_does_something_else():
    model = tables.attack_step()
    later = replace(model, offers=model.offers[1:])
    with pytest.raises(ValueError, match="has changed"):
        command_of({"do": "announce", "offer": 0, "text": model.offers[0].text}, later)
    with pytest.raises(ValueError, match="no longer open"):
        command_of({"do": "answer", "question": 2, "choice": 0}, tables.question())


def test_no_path_and_no_action_leaves_the_machine():
    written = json.dumps(public_facts(tables.attack_step()))
    assert "diceref" not in written
    assert '"b1"' not in written


def test_a_browser_that_drops_disturbs_nobody(open_window):
    window, source = open_window(tables.attack_step(), tables.foul())
    for _ in range(5):
        _, connection, _ = ask(window, "GET", "/tables")
        connection.close()
    _, _, stream = ask(window, "GET", "/tables")
    source.step()
    while not next_table(stream)["fouls"]:
        pass


def test_closing_tells_those_who_watch(open_window):
    window, _ = open_window()
    _, _, stream = ask(window, "GET", "/tables")
    threading.Thread(target=window.close).start()
    assert b"event: closed" in stream.read()


@pytest.mark.parametrize(
    ("written", "meant"),
    [("", ("127.0.0.1", 8642)), ("0.0.0.0", ("0.0.0.0", 8642)), ("host:99", ("host", 99))],  # noqa: S104 - only read
)
def test_an_address_is_read(written, meant):
    assert address(written) == meant


@pytest.mark.parametrize("written", ["host:port", "host:0", "host:70000"])
def test_a_wrong_address_is_one_sentence(written):
    with pytest.raises(UserError, match="is no port"):
        address(written)


def test_a_taken_port_is_one_sentence(open_window):
    window, source = open_window()
    with pytest.raises(UserError, match="cannot be served"):
        TableServer(source, ("127.0.0.1", window.port), print)


async def test_the_dashboard_says_where_the_page_is_also_when_there_is_no_voice(monkeypatch):
    monkeypatch.setattr("ui.voice.speech.speech_program", lambda _chosen: None)
    from argparse import Namespace
    from functools import partial

    from ui.app.settings import Settings
    from ui.cli.open_dashboard import _companions

    source = ReplayedSource([tables.attack_step()])
    app = DiceRefApp(source)
    asked = Namespace(speak=True, serve="127.0.0.1:0", delay=0)
    with pytest.raises(UserError):
        address("127.0.0.1:0")
    asked.serve = "127.0.0.1:18642"
    app.companions = partial(_companions, app, asked, Settings())
    async with app.run_test(size=(100, 30), notifications=True) as pilot:
        await pilot.pause()
        assert "http://127.0.0.1:18642/" in app._told
    app.dismiss_companions()
