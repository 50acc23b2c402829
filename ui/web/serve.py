"""The table in a browser: a page of its own, made for a phone, on the same source of tables.

Loopback only unless another address is given. From another machine a watcher needs the watch
code, and a player, who may answer, the one-time code; both are printed where the game runs. A
used player's code is replaced at once. Everything else is read-only.
"""

import hmac
import json
import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Any, Final

from rules.core import seats_of, side_name, sides_of
from ui.app.errors import UserError
from ui.app.sides import spendable_text
from ui.app.state_model import waiting_in_words
from ui.app.table_model import (
    AllowFoul,
    Announce,
    AnswerQuestion,
    Command,
    Pause,
    SayByHand,
    TableModel,
    TableSource,
    Undo,
)
from ui.widgets.mat_drawing import shown_within, zone_title

log = logging.getLogger(__name__)

PORT: Final = 8642
MOST_STREAMS: Final = 24
CHIP = 9
"""Letters of what a die shows: "1 Generic"."""

MOST_BODY: Final = 4096  # bytes
TRIES: Final = 5  # wrong codes from one address ...
TRIES_SECONDS: Final = 60.0  # ... within this time
BEAT_SECONDS: Final = 10.0
COOKIE: Final = "diceref"
SECURITY: Final[Mapping[str, str]] = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
PAGES: Final[Mapping[str, tuple[str, str]]] = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/page.js": ("page.js", "text/javascript; charset=utf-8"),
    "/page.css": ("page.css", "text/css; charset=utf-8"),
}


def address(written: str) -> tuple[str, int]:
    """Host and port of `--serve`; "" is loopback. Raises `UserError`."""
    host, _, port = written.rpartition(":") if ":" in written else (written, "", "")
    if port and not (port.isdecimal() and 0 < int(port) < 65536):
        raise UserError(
            f"--serve {written}: '{port}' is no port; use HOST:PORT, as 0.0.0.0:{PORT}."
        )
    return host or "127.0.0.1", int(port or PORT)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    return host in {"localhost", "::1"} or host.startswith("127.")


@dataclass(slots=True)
class AccessCodes:
    """Who may watch and who may play; codes and tokens live as long as the program."""

    announce: Callable[[str], None]  # prints a new player's code where the game runs
    watch_code: str = field(default_factory=lambda: f"{secrets.randbelow(10**6):06}")
    player_code: str = field(default_factory=lambda: f"{secrets.randbelow(10**8):08}")
    _watchers: set[str] = field(default_factory=set)
    _players: set[str] = field(default_factory=set)
    _wrong: dict[str, list[float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def enter(self, code: str, came_from: str) -> str | None:
        """A token for this code; None when it is wrong or was tried too often."""
        now = time.monotonic()
        with self._lock:
            recent = [at for at in self._wrong.get(came_from, ()) if now - at < TRIES_SECONDS]
            if len(recent) >= TRIES:
                log.warning("%s refused: %d wrong codes in a minute", came_from, len(recent))
                return None
            token = secrets.token_urlsafe(24)
            if hmac.compare_digest(code.encode(), self.player_code.encode()):
                self._players.add(token)
                self.player_code = f"{secrets.randbelow(10**8):08}"
                self.announce(self.player_code)
                log.info("%s may play", came_from)
                return token
            if hmac.compare_digest(code.encode(), self.watch_code.encode()):
                self._watchers.add(token)
                log.info("%s may watch", came_from)
                return token
            self._wrong[came_from] = [*recent, now]
            log.warning("%s refused: wrong code, try %d", came_from, len(recent) + 1)
            return None

    def may_watch(self, token: str) -> bool:
        """Whether this token opens the table."""
        return token in self._watchers or token in self._players

    def may_play(self, token: str) -> bool:
        """Whether this token may answer."""
        return token in self._players


class TableServer:
    """Serves a source of tables to browsers until `close`."""

    def __init__(
        self,
        source: TableSource,
        where: tuple[str, int],
        announce: Callable[[str], None],
    ) -> None:
        """`announce` is told each new player's code. Raises `UserError` when it cannot listen."""
        self.source = source
        self.codes = AccessCodes(announce)
        self.host = where[0]
        self.streams = threading.BoundedSemaphore(MOST_STREAMS)
        self.closed = threading.Event()
        self._changed = threading.Condition()
        self._latest = b""
        self._number = 0
        try:
            self._server = ThreadingHTTPServer(where, _handler(self))
        except OSError as error:
            raise UserError(
                f"the table cannot be served on {where[0]}:{where[1]} ({error.strerror}); "
                "choose another address with --serve HOST:PORT."
            ) from None
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        self._unsubscribe = source.subscribe(self._published)
        self._published(source.latest())
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        log.info("the table is served on %s:%d", self.host, self.port)

    @property
    def local(self) -> bool:
        """Whether only this machine can see the table."""
        return is_loopback(self.host)

    def _published(self, model: TableModel) -> None:
        written = json.dumps(public_facts(model), ensure_ascii=False).encode()
        with self._changed:
            self._latest = written
            self._number += 1
            self._changed.notify_all()

    def newer_than(self, number: int, timeout: float) -> tuple[int, bytes]:
        """The newest table and its number, as soon as it is newer than `number`."""
        with self._changed:
            self._changed.wait_for(lambda: self._number > number or self.closed.is_set(), timeout)
            return self._number, self._latest

    def close(self) -> None:
        """Stop serving; whoever watches sees that the game has closed."""
        if self.closed.is_set():
            return
        self._unsubscribe()
        self.closed.set()
        with self._changed:
            self._changed.notify_all()
        self._server.shutdown()
        self._server.server_close()


def public_facts(model: TableModel) -> dict[str, Any]:
    """What a browser is shown; no paths and no actions leave the machine."""
    view = model.view
    question = model.question
    changes = {change.seat: change for change in model.life_changes}
    return {
        "title": model.title,
        "turn": view.turn,
        "step": view.step,
        "substep": view.substep,
        "active": side_name(view, view.active % view.sides),
        "to_move": model.to_move,
        "waiting": waiting_in_words(model.waiting),
        "paused": model.paused,
        "notice": model.notice,
        "outcome": model.outcome.text if model.outcome else "",
        "seats": [seat.name for seat in view.seats],
        "sides": [
            {
                "seats": list(seats_of(view, side)),
                "life": view.seats[side].life,
                "to_spend": spendable_text(view, side),
                "delta": changes[side].delta if side in changes else 0,
                "cause": changes[side].cause if side in changes else "",
            }
            for side in sides_of(view)
        ],
        "zones": {name: kind.value for name, kind in model.zones.items()},
        "titles": {name: zone_title(name) for name in model.zones},
        "shared": view.shared,
        "dice": [
            {
                "zone": die.place.zone,
                "seat": die.place.seat,
                "title": die.title,
                "short": die.short,
                "stats": shown_within(die, CHIP),
                "detail": die.detail,
                "under": bool(die.under),
                "colours": model.colours.get(die.kind, ("", "")),
            }
            for die in view.dice
        ],
        "hidden": [[place.zone, place.seat, count] for place, _, count in view.hidden],
        "offers": [
            {"n": n, "text": o.text, "group": o.group, "cost": o.cost, "why_not": o.why_not,
             "can": o.action is not None}
            for n, o in enumerate(model.offers)
        ],
        "hand": None if model.hand is None else list(model.hand.causes),
        "reminders": [
            {"text": r.text, "urgent": r.urgent, "book": r.citation.book,
             "section": r.citation.section}
            for r in model.reminders
        ],
        "events": [{"text": e.text, "seat": e.seat, "kind": e.kind} for e in model.events[-40:]],
        "question": None if question is None else {
            "number": question.number, "text": question.text, "evidence": question.evidence,
            "answers": [a.text for a in question.answers],
        },
        "fouls": [
            {"number": f.number, "text": f.text, "remedy": f.remedy, "book": f.citation.book,
             "section": f.citation.section}
            for f in model.fouls
        ],
        "health": [{"name": h.name, "value": f"{h.value}{h.unit}", "level": h.level}
                   for h in model.health],
        "witness": model.witness,
        "sequence": model.sequence,
    }  # fmt: skip


def command_of(  # noqa: C901 - one case per command, each with what may be wrong with it
    written: Mapping[str, Any], model: TableModel
) -> Command:
    """The command a browser sent. Raises `ValueError` when it is none.

    Only what a player at the table may say is understood; an offer is named by its place and
    its words, so that a late tap never does something else.
    """
    match written:
        case {"do": "answer", "question": int(number), "choice": int(choice)}:
            if model.question is None or model.question.number != number:
                raise ValueError("this question is no longer open")
            if not 0 <= choice < len(model.question.answers):
                raise ValueError("there is no such answer")
            return AnswerQuestion(number, choice)
        case {"do": "announce", "text": str(text), "offer": int(offer)}:
            if not 0 <= offer < len(model.offers) or model.offers[offer].text != text:
                raise ValueError("the table has changed since")
            if model.offers[offer].action is None:
                raise ValueError("this is not possible yet")
            return Announce(model.offers[offer].action)
        case {"do": "hand", "text": str(text)} if model.hand is not None:
            return SayByHand(text)
        case {"do": "allow", "number": int(number)}:
            if all(foul.number != number for foul in model.fouls):
                raise ValueError("this foul is no longer open")
            return AllowFoul(number)
        case {"do": "undo"}:
            return Undo()
        case {"do": "pause", "on": bool(on)}:
            return Pause(on)
        case _:
            raise ValueError("this is no command")


def _handler(  # noqa: C901 - short methods of one class; counted as one function
    window: TableServer,
) -> type[BaseHTTPRequestHandler]:
    """The handler of one window."""

    class Handler(BaseHTTPRequestHandler):
        """One request of a browser."""

        server_version = "DiceRef"
        sys_version = ""
        protocol_version = "HTTP/1.1"
        timeout = 30

        def do_GET(self) -> None:
            """The page, or the stream of tables."""
            path = self.path.partition("?")[0]
            if not self._known_host():
                log.warning("%s refused: a foreign host name", self.client_address[0])
                self._say(HTTPStatus.FORBIDDEN, {"error": "unknown host"})
            elif path in PAGES:
                self._page(*PAGES[path])
            elif path == "/tables" and self._may_watch():
                self._stream()
            elif path == "/tables":
                self._say(HTTPStatus.UNAUTHORIZED, {"error": "code"})
            else:
                self._say(HTTPStatus.NOT_FOUND, {"error": "nothing here"})

        def do_POST(self) -> None:
            """A code, or a command of a player."""
            written = self._body()
            if not self._known_host() or written is None:
                self._say(HTTPStatus.BAD_REQUEST, {"error": "not understood"})
            elif self.path == "/enter":
                self._enter(str(written.get("code", "")).strip())
            elif self.path == "/command":
                self._command(written)
            else:
                self._say(HTTPStatus.NOT_FOUND, {"error": "nothing here"})

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the server's own
            """The dashboard owns the terminal: nothing is printed."""

        def _enter(self, code: str) -> None:
            token = window.codes.enter(code, self.client_address[0])
            if token is None:
                self._say(HTTPStatus.FORBIDDEN, {"error": "wrong code"})
                return
            cookie = f"{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/"
            self._say(HTTPStatus.OK, {"player": window.codes.may_play(token)}, cookie)

        def _command(self, written: Mapping[str, Any]) -> None:
            if not self._may_play():
                log.warning("%s refused: a command from a watcher", self.client_address[0])
                self._say(HTTPStatus.FORBIDDEN, {"error": "watching only"})
                return
            try:
                command = command_of(written, window.source.latest())
            except ValueError as error:
                log.info("%s refused: %s", self.client_address[0], error)
                self._say(HTTPStatus.CONFLICT, {"error": str(error)})
                return
            window.source.send(command)
            self._say(HTTPStatus.OK, {})

        def _stream(self) -> None:
            if not window.streams.acquire(blocking=False):
                log.warning("%s refused: %d watch already", self.client_address[0], MOST_STREAMS)
                self._say(HTTPStatus.SERVICE_UNAVAILABLE, {"error": "too many watchers"})
                return
            try:
                self._head(HTTPStatus.OK, "text/event-stream; charset=utf-8", None)
                number = 0
                role = json.dumps({"player": self._may_play()}).encode()
                self.wfile.write(b"event: role\ndata: " + role + b"\n\n")
                while not window.closed.is_set():
                    newer, table = window.newer_than(number, BEAT_SECONDS)
                    beat = b": beat\n\n" if newer == number else b"data: " + table + b"\n\n"
                    number = newer
                    self.wfile.write(beat)
                    self.wfile.flush()
                self.wfile.write(b"event: closed\ndata: {}\n\n")
            except OSError:
                pass  # the browser went away; it comes back by itself
            finally:
                window.streams.release()
                self.close_connection = True

        def _page(self, name: str, kind: str) -> None:
            content = files("ui.web").joinpath("page", name).read_bytes()
            self._head(HTTPStatus.OK, kind, len(content))
            self.wfile.write(content)

        def _say(
            self, status: HTTPStatus, facts: Mapping[str, Any], cookie: str | None = None
        ) -> None:
            content = json.dumps(facts).encode()
            self._head(status, "application/json", len(content), cookie)
            self.wfile.write(content)

        def _head(
            self, status: HTTPStatus, kind: str, length: int | None, cookie: str | None = None
        ) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            for name, value in SECURITY.items():
                self.send_header(name, value)
            if length is None:
                self.send_header("Connection", "close")
            else:
                self.send_header("Content-Length", str(length))
            if cookie is not None:
                self.send_header("Set-Cookie", cookie)
            self.end_headers()

        def _body(self) -> Mapping[str, Any] | None:
            """The JSON object that was sent; a form of another page cannot send this type."""
            length = self.headers.get("Content-Length", "")
            if not length.isdecimal() or int(length) > MOST_BODY:
                self.close_connection = True
                return None
            content = self.rfile.read(int(length))
            if self.headers.get_content_type() != "application/json":
                return None
            try:
                written = json.loads(content)
            except ValueError:
                return None
            return written if isinstance(written, dict) else None

        def _known_host(self) -> bool:
            """On loopback a foreign name in the request is another page's trick."""
            name = self.headers.get("Host", "").rpartition(":")[0].strip("[]")
            return not window.local or is_loopback(name)

        def _token(self) -> str:
            try:
                cookie = SimpleCookie(self.headers.get("Cookie", ""))
            except CookieError:
                return ""
            return cookie[COOKIE].value if COOKIE in cookie else ""

        def _may_watch(self) -> bool:
            return window.local or window.codes.may_watch(self._token())

        def _may_play(self) -> bool:
            return window.local or window.codes.may_play(self._token())

    return Handler
