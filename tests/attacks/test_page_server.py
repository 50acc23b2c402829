"""Nothing that a browser does stops the game, and the honest are served."""

import http.client
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import time
from contextlib import suppress
from hashlib import sha256
from random import Random

import psutil
import pytest

from tests.attacks.inputs import mutations
from tests.bench.replayed import ReplayedSource
from tests.ui import tables
from ui.web import serve
from ui.web.certificate import certificate_in
from ui.web.codes import TRIES_IN_ALL, AccessCodes
from ui.web.connections import (
    ASKING_S,
    MOST,
    MOST_OF_ONE,
    MOST_STREAMS_OF_ONE,
    ConnectedSocket,
    Connections,
    is_loopback,
)
from ui.web.serve import TableServer


@pytest.fixture
def served():
    """Pages on a free port of this machine, closed at the end."""
    opened = []

    def open_one(*models, **options):
        source = ReplayedSource(models or (tables.question(),))
        window = TableServer(source, ("127.0.0.1", 0), lambda _: None, **options)
        opened.append(window)
        return window, source

    yield open_one
    for window in opened:
        window.close()


def get(window, path="/", source="127.0.0.1", host="127.0.0.1", timeout=5):
    connection = http.client.HTTPConnection(
        "127.0.0.1", window.port, timeout=timeout, source_address=(source, 0)
    )
    connection.request("GET", path, headers={"Host": host})
    return connection, connection.getresponse()


def status(window, **how):
    connection, answer = get(window, **how)
    connection.close()
    return answer.status


@pytest.mark.parametrize(
    ("name", "ours"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("[::1]", True), ("127.8.9.1", True),
     ("127.evil.example", False), ("localhost.evil.example", False),
     ("127.0.0.1.evil.example", False),
     ("", False), ("10.0.0.1", False), ("127.1", False), ("127.0.0.1x", False)],
)  # fmt: skip
def test_loopback_is_an_address_and_not_the_look_of_a_name(name, ours):
    assert is_loopback(name) == ours


@pytest.mark.parametrize("host", ["127.evil.example", "127.evil.example:80", "evil", "[::2]:1", ""])
def test_a_foreign_name_that_looks_like_loopback_is_refused(served, host):
    window, _ = served()
    assert status(window, host=host) == 403
    assert status(window, host=f"127.0.0.1:{window.port}") == 200
    assert status(window, host="[::1]:9") == 200


def test_a_players_code_cannot_be_tried_from_250_addresses():
    told = []
    codes = AccessCodes(told.append)
    code = codes.player_code
    for n in range(250):
        assert codes.enter("00000001", f"10.0.0.{n}") is None
    assert codes.enter(code, "10.0.1.1") is None
    assert told
    assert code not in told
    assert TRIES_IN_ALL < 250


def test_beyond_loopback_the_page_comes_by_tls_with_the_certificate_that_was_named(
    served, tmp_path
):
    certificate = certificate_in(tmp_path)
    assert certificate_in(tmp_path).fingerprint == certificate.fingerprint
    assert oct(certificate.key.stat().st_mode)[-3:] == "600"
    window, _ = served(local=False, certificate=certificate)
    trusting_nobody = ssl.create_default_context()
    trusting_nobody.check_hostname = False
    trusting_nobody.verify_mode = ssl.CERT_NONE
    connection = http.client.HTTPSConnection(
        "127.0.0.1", window.port, timeout=5, context=trusting_nobody
    )
    body = json.dumps({"code": window.codes.watch_code})
    connection.request("POST", "/enter", body, {"Content-Type": "application/json"})
    shown = sha256(connection.sock.getpeercert(binary_form=True)).hexdigest()
    assert shown == certificate.fingerprint
    answer = connection.getresponse()
    assert answer.status == 200
    assert "Secure" in answer.getheader("Set-Cookie")
    connection.close()
    with pytest.raises((http.client.HTTPException, OSError)):
        status(window)  # nothing is told without TLS


def test_who_asks_for_nothing_is_hung_up_on_and_makes_room():
    connections = Connections()
    pairs = [socket.socketpair() for _ in range(MOST_OF_ONE + 1)]
    lines = [ConnectedSocket(fileno=ours.detach()) for ours, _ in pairs]
    for n, line in enumerate(lines[:-1]):
        assert connections.admit(line, ("127.0.0.9", n))
    connections.asks(("127.0.0.9", 0))
    assert connections.admit(lines[-1], ("127.0.0.9", 99))
    assert pairs[1][1].recv(1) == b"", "the oldest that asked for nothing"
    connections._all["127.0.0.9", 5].since -= ASKING_S + 1
    connections.sweep()
    assert pairs[5][1].recv(1) == b""
    pairs[0][1].settimeout(0.0)
    with pytest.raises(BlockingIOError):
        pairs[0][1].recv(1)  # it asked, and stays
    for line in lines:
        line.close()
    assert len(connections) == 0
    for _, end in pairs:
        end.close()


def test_one_address_cannot_take_all_the_streams(served):
    window, _ = served()
    held = [get(window, "/tables", source="127.0.0.7") for _ in range(MOST_STREAMS_OF_ONE + 4)]
    assert [answer.status for _, answer in held].count(200) == MOST_STREAMS_OF_ONE
    assert status(window, path="/tables", source="127.0.0.8") == 200
    for connection, _ in held:
        connection.close()


def half_a_request(window, source):
    line = socket.create_connection(("127.0.0.1", window.port), 5, (source, 0))
    line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
    return line


def test_dripping_clients_take_no_file_of_the_game_and_few_of_the_page(served):
    window, _ = served()
    before = psutil.Process().num_fds()
    page = psutil.Process(window._page.pid)
    evil = []
    for n in range(900):
        with suppress(OSError):
            evil.append(half_a_request(window, f"127.0.1.{1 + n % 50}"))
    assert page.num_fds() < MOST + 150
    assert psutil.Process().num_fds() - before <= len(evil)
    began = time.monotonic()
    assert status(window, source="127.0.3.1") == 200
    assert time.monotonic() - began < 3.0
    for line in evil:
        line.close()
    connection, answer = get(window, "/tables", source="127.0.3.2")
    assert answer.status == 200
    connection.close()


@pytest.mark.slow
def test_a_header_that_never_ends_is_given_up(served):
    window, _ = served()
    line = half_a_request(window, "127.0.0.1")
    line.settimeout(ASKING_S + 5)
    assert b"200" not in line.recv(1000)
    line.close()


@pytest.mark.slow
def test_a_body_that_never_ends_is_given_up(served):
    window, source = served()
    line = socket.create_connection(("127.0.0.1", window.port), 5)
    line.sendall(
        b"POST /command HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: 400\r\n\r\n{"
    )
    line.settimeout(12)
    assert b"200" not in line.recv(1000)
    line.close()
    assert source.sent == []


def test_the_page_dies_and_comes_back_and_the_game_never_notices(served, monkeypatch):
    monkeypatch.setattr(serve, "AGAIN_S", 0.5)
    window, source = served(tables.attack_step(), tables.foul())
    os.kill(window._page.pid, signal.SIGKILL)
    source.step()  # publishing goes on meanwhile
    until = time.monotonic() + 20
    while time.monotonic() < until:
        with suppress(OSError, http.client.HTTPException):
            connection, answer = get(window, "/tables")
            while b'"turn"' not in (line := answer.readline()):
                assert line
            assert json.loads(line.removeprefix(b"data: "))["fouls"][0]["number"] == 2
            connection.close()
            return
        time.sleep(0.2)
    pytest.fail("the page did not come back")


def test_the_page_ends_with_the_game():
    code = (
        "from tests.bench.replayed import ReplayedSource; from tests.ui import tables\n"
        "from ui.web.serve import TableServer; import os\n"
        "w = TableServer(ReplayedSource([tables.question()]), ('127.0.0.1', 0), print)\n"
        "print(w._page.pid, flush=True); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    page = int(done.stdout)
    until = time.monotonic() + 10
    while psutil.pid_exists(page) and time.monotonic() < until:
        with suppress(psutil.NoSuchProcess):
            if psutil.Process(page).status() == psutil.STATUS_ZOMBIE:
                return
        time.sleep(0.1)
    assert not psutil.pid_exists(page)


def test_commands_reach_the_game_no_faster_than_people_tap(served):
    window, source = served()
    body = json.dumps({"do": "undo"})
    connections = [
        http.client.HTTPConnection("127.0.0.1", window.port, timeout=20) for _ in range(15)
    ]
    began = time.monotonic()
    for _ in range(3):
        for connection in connections:
            connection.request("POST", "/command", body, {"Content-Type": "application/json"})
        for connection in connections:
            assert connection.getresponse().read()
    seconds = time.monotonic() - began
    assert len(source.sent) <= serve.COMMANDS_A_SECOND * seconds + 2
    for connection in connections:
        connection.close()


HEAD = (
    b" HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 44\r\n\r\n"
)
REQUESTS = (
    b"GET /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: diceref=abc\r\n\r\n",
    b"POST /command" + HEAD + b'{"do": "answer", "question": 3, "choice": 0}',
    b"POST /enter" + HEAD + b'{"code": "12345678"}                        ',
)


def check_requests(window, count):
    rng = Random(4)
    for seed in REQUESTS:
        for content in mutations(seed, rng, count):
            line = socket.create_connection(("127.0.0.1", window.port), 5)
            line.settimeout(2.0)
            with suppress(OSError):
                line.sendall(content)
                line.shutdown(socket.SHUT_WR)
                while answer := line.recv(65536):
                    assert b" 500 " not in answer.partition(b"\r\n")[0], content
            line.close()
    assert status(window) == 200


def test_no_changed_request_is_a_fault_of_ours(served):
    window, _ = served()
    check_requests(window, 60)
    assert window._page.poll() is None


@pytest.mark.slow
def test_ten_thousand_changed_requests_are_no_fault_of_ours(served):
    window, _ = served()
    check_requests(window, 3400)
    assert window._page.poll() is None


def clients(window, *words):
    command = [sys.executable, "-m", "tests.attacks.clients", "--port", str(window.port), *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_4000_dripping_clients_and_1000_streams_leave_200_viewers_served(served):
    window, source = served(tables.attack_step(), tables.foul())
    evil = clients(window, "--dripping", "4000", "--streams", "1000", "--seconds", "50")
    time.sleep(5.0)  # the honest come when all is taken already
    honest = clients(window, "--honest", "200", "--seconds", "40")
    while honest.poll() is None:
        source.step(1 if source.position == 0 else -1)
        time.sleep(0.3)
    assert json.loads(honest.stdout.read()) == {"honest": 200, "served": 200}
    assert window._page.poll() is None
    evil.kill()
    evil.wait()
