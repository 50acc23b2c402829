"""A game's side of the desk: a process of its own hands in the record; orders come back.

Whatever becomes of desk, hub or network, the game goes on: it is told in one line, and what was
played meanwhile is handed in later.
"""

import asyncio
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

import ui
from rules.journal.schema import VERSION
from ui.app.table_model import JudgeRuled, MoreTime, RunClocks, TableModel, TableSource, TimeCalled
from ui.hub import names
from ui.hub.connection import HubAccess, connect_once
from ui.hub.messages import (
    AskAnswer,
    Asked,
    AskResult,
    CallFromTable,
    Coming,
    ConfirmResult,
    Extend,
    Hello,
    Order,
    Ruled,
    RunRound,
    Seated,
    TimeIsUp,
    WhoPlays,
)
from words import tr
from words.written import write_text

log = logging.getLogger(__name__)

CLOSING_S: Final = 8.0
AGAIN_S: Final = 5.0
HELLO_S: Final = 0.5
"""Signs of life go out no quicker than this when much happens."""

STATES: Final = {
    "up to date": tr("The desk has the whole record again."),
    "away": tr(
        "The desk is out of reach: the game goes on here, {count} entries are handed in later."
    ),
    "full": tr(
        "The desk's disk is full: the game goes on here, {count} entries are handed in later."
    ),
    "stalled": tr(
        "The desk takes nothing in just now: the game goes on here, {count} entries "
        "are handed in later."
    ),
    "contradicted": tr("Tell the desk: {why}"),
    "ended": tr("This table no longer hands in: {why}"),
}
"""What `ui.hub.process` says of itself, and the sentence for the players."""

Heard = Callable[[AskAnswer], None]


class TableLink:
    """Hands in the record of a running game, and those of before, until `close`."""

    def __init__(
        self,
        access_file: Path,
        records: Iterable[Path],
        announce: Callable[[str], None],
        source: TableSource | None = None,
    ) -> None:
        """`announce` gets each sentence for the players. Raises `UserError`."""
        self.access = HubAccess.at(access_file)
        self._access_file, self._records = access_file, tuple(records)
        self._announce, self._source = announce, source
        self._closed = threading.Event()
        self._news = threading.Condition()
        self._newest: TableModel | None = source.latest() if source else None
        self._state = ""
        self.ask_players: Callable[[str, tuple[str, ...]], None] | None = None  # is the result so?
        self._asked: dict[int, Heard] = {}
        self._sending = threading.Lock()
        self._process = self._started()
        self._unsubscribe = source.subscribe(self._published) if source else lambda: None
        for work, name in ((self._keep, "desk in"), (self._greet, "desk out")):
            threading.Thread(target=work, name=name, daemon=True).start()

    @property
    def state(self) -> str:
        """One of `STATES`, with the reason after a colon; empty before the first."""
        return self._state

    @property
    def pid(self) -> int:
        """Of the process that hands in."""
        return self._process.pid

    def hand_in(self, record: Path) -> None:
        """Hand in another record as well: the next game of this table."""
        self._records = (*self._records, record)
        self._send({"record": str(record)})

    def call_judge(self, text: str, heard: Callable[[str], None]) -> None:
        """A judge is wanted; `heard` gets the desk's word."""
        model = self._source.latest() if self._source else None
        entry = max((line.entry or 0 for line in model.events), default=0) if model else 0
        game = _game_of(model.witness) if model else ""
        self.ask(
            CallFromTable(text[:2000], game, entry), lambda said: heard(said.refused or said.text)
        )

    def confirm(self, player: str) -> None:
        """A player says that the result is so."""
        self.ask(ConfirmResult(player), lambda said: self._announce(said.refused or said.text))

    def ask(self, what: Asked, heard: Heard) -> None:
        """Ask the desk; `heard` is called from another thread."""
        number = int(time.monotonic_ns())
        self._asked[number] = heard
        self._send({"ask": number, "what": what})

    # -- the process

    def _started(self) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "ui.hub.process"],
            env={**os.environ, "PYTHONPATH": str(Path(ui.__file__).parents[1])},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the game
        )
        self._process = process
        self._send({"access": str(self._access_file)})
        for path in self._records:
            self._send({"record": str(path)})
        return process

    def _send(self, facts: Mapping[str, object]) -> None:
        with self._sending, suppress(OSError, ValueError):  # it has ended: it is started again
            assert self._process.stdin is not None
            self._process.stdin.write(msgspec.json.encode(facts, enc_hook=write_text) + b"\n")
            self._process.stdin.flush()

    def _keep(self) -> None:
        """Listen to the process; start it again when it has ended."""
        while not self._closed.is_set():
            self._listen(self._process)
            if self._closed.wait(AGAIN_S):
                return
            log.warning("the desk's process has ended; it is started again")
            self._process.kill()
            self._process.wait()
            self._started()

    def _listen(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdout is not None
        with suppress(OSError, ValueError):
            for line in process.stdout:
                match msgspec.json.decode(line):
                    case {"state": str(state), "behind": int(behind)}:
                        self._told(state, behind)
                    case {"order": int(number), "what": dict(what)}:
                        refused = self._obey(msgspec.convert(what, Order))
                        self._send({"answer": number, "refused": refused})
                    case {"answer": int(number), "said": dict(said)}:
                        if heard := self._asked.pop(number, None):
                            heard(msgspec.convert(said, AskAnswer))
                    case {"log": str(text), "level": int(level)}:
                        log.log(level, "%s", text)

    def _told(self, state: str, behind: int) -> None:
        """One line for the players when something has changed that they should know."""
        before, self._state = self._state, state
        kind, _, why = state.partition(": ")
        log.info("the desk: %s, %d entries wait", state, behind)
        if kind == "up to date" and before in {"", "up to date"}:
            return
        self._announce(STATES[kind].filled({"why": why, "count": behind}))

    def _obey(self, order: Order) -> str:
        """Carry out what the desk says; why not, or ""."""
        match order:
            case RunRound(on):
                return self._command(RunClocks(on))
            case Extend(seconds):
                self._announce(
                    tr(
                        "The desk gives this table {minutes} minutes more.",
                        minutes=round(seconds / 60, 1),
                    )
                )
                return self._command(MoreTime(seconds))
            case TimeIsUp(text, sudden_death):
                self._announce(text)
                return self._command(TimeCalled()) if sudden_death else ""
            case Ruled(ruling, why, judge, penalty):
                self._announce(tr("Ruling of {judge}: {ruling}", judge=judge, ruling=ruling))
                return self._command(JudgeRuled(ruling, why, judge, penalty))
            case Coming(judge):
                self._announce(tr("{judge} is coming to this table.", judge=judge))
            case AskResult(text, players) if self.ask_players is not None:
                self.ask_players(text, players)
            case AskResult(text):
                self._announce(text)
            case Seated():
                self._announce(seated_in_words(order))
            case _:
                return tr("this table cannot do that.")
        return ""

    def _command(self, command: RunClocks | MoreTime | TimeCalled | JudgeRuled) -> str:
        if self._source is None:
            return tr("no game is played at this table.")
        self._source.send(command)
        return ""

    # -- signs of life

    def _published(self, model: TableModel) -> None:
        """Called in the game's thread: it only leaves the table to be fetched."""
        with self._news:
            self._newest = model
            self._news.notify()

    def _greet(self) -> None:
        while not self._closed.is_set():
            with self._news:
                self._news.wait_for(lambda: self._newest is not None or self._closed.is_set())
                model, self._newest = self._newest, None
            if model is not None:
                self._send({"hello": hello_of(model)})
            self._closed.wait(HELLO_S)

    def close(self) -> None:
        """Hand in what is left for some seconds; the rest is handed in at the next game."""
        if self._closed.is_set():
            return
        self._unsubscribe()
        self._closed.set()
        with self._news:
            self._news.notify()
        process = self._process
        with suppress(OSError, ValueError):
            assert process.stdin is not None
            process.stdin.close()
        try:
            process.wait(CLOSING_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        with suppress(OSError):
            assert process.stdout is not None
            process.stdout.close()


def hello_of(model: TableModel) -> Hello:
    """What the desk's screen shows of a table."""
    view = model.view
    camera = next((line for line in model.health if line.name == "camera"), None)
    number, seal = _number_and_seal(model.witness)
    return Hello(
        game=_game_of(model.witness),
        entries=number,
        seal=seal,
        players=tuple(seat.name[:100] for seat in view.seats),
        life=tuple(seat.life for seat in view.seats),
        turn=view.turn,
        step=view.step[:100],
        waiting=model.waiting[:100],
        question=model.question.text[:2000] if model.question else "",
        foul=model.fouls[0].text[:2000] if model.fouls else "",
        camera=(camera.note or camera.value)[:2000] if camera else "",
        outcome=model.outcome.text[:2000] if model.outcome else "",
        version=str(VERSION),
    )


def _game_of(witness: str) -> str:
    parts = witness.split(":")
    return parts[2][:16].lower() if len(parts) > 2 else ""


def _number_and_seal(witness: str) -> tuple[int, str]:
    parts = witness.split(":")
    return (int(parts[3]), parts[4][:32].lower()) if len(parts) > 4 else (0, "")


def seated_in_words(order: Seated) -> str:
    """A pairing as a sentence."""
    return tr(
        "Round {round}, table {table}: {players}",
        round=order.round,
        table=order.table,
        players=" : ".join(order.players),
    )


def who_plays(access_file: Path, seconds: float = 6.0) -> Seated | None:
    """Who sits here next, asked of the desk; None when it does not say. Raises `UserError`."""
    try:
        return asyncio.run(asyncio.wait_for(_ask_once(HubAccess.at(access_file)), seconds))
    except (OSError, TimeoutError, ValueError) as error:
        log.info("the desk does not say who plays: %s", error)
        return None


async def _ask_once(access: HubAccess) -> Seated | None:
    from nats.errors import Error  # noqa: PLC0415 - comes with diceref[desk] only

    client = await connect_once(access)
    try:
        subject = names.ask_subject(access.event, access.table)
        said = await client.request(
            subject, msgspec.json.encode(WhoPlays(), enc_hook=write_text), timeout=4.0
        )
        return msgspec.json.decode(said.data, type=AskAnswer).seated
    except Error as error:
        raise ConnectionError(str(error)) from None
    finally:
        await client.close()
