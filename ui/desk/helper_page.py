"""The desk in a browser, for helpers and judges with phones.

The page has a process of its own (`ui.web.process`), as the page of a table: what the desk shows
goes to it, what a helper does comes back, a line of JSON each. Whoever acts enters a name first,
and each act is recorded under it.
"""

import asyncio
import json
import logging
import os
import sys
import time
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

import ui
from rules.journal import PictureName, in_groups
from rules.tournament import acts
from rules.tournament.acts import PenaltyKind
from rules.tournament.state import PublishedRound
from ui.app.errors import UserError
from ui.desk.contact_sheet import contact_sheet
from ui.desk.sheets import (
    about_call,
    clock_text,
    pairing_rows,
    round_text,
    standing_rows,
    table_lines,
    waiting_calls,
)
from ui.web.connections import is_loopback
from words import tr, translated, translated_whole

if TYPE_CHECKING:
    from ui.desk.service import DeskService
    from ui.web.certificate import Certificate

log = logging.getLogger(__name__)

PORT: Final = 8643
SHOWN_S: Final = 0.5
"""Between two versions of what the page shows; a clock runs on by itself in the browser."""

STARTING_S: Final = 30.0
CLOSING_S: Final = 3.0
LONGEST_LINE: Final = 20_000
COMMANDS_A_SECOND: Final = 20.0

Who: TypeAlias = acts.Name


# -- what helpers say


class _Said(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    who: Who


class EnterResult(_Said, frozen=True, kw_only=True, tag="result"):
    """How the match at a table of this round ended."""

    table: acts.TableNumber
    wins: tuple[acts.Games, acts.Games]
    ties: acts.Games = 0
    why: acts.Words = ""


class ConfirmBoth(_Said, frozen=True, kw_only=True, tag="confirm"):
    """Both players have said to the helper that it is so."""

    table: acts.TableNumber


class GoToCall(_Said, frozen=True, kw_only=True, tag="take"):
    """The helper is a judge, and goes."""

    call: int


class RuleOn(_Said, frozen=True, kw_only=True, tag="rule"):
    """What the judge decided."""

    call: int = 0
    table: str = ""
    ruling: acts.Words
    why: acts.Words = ""
    player: int | None = None
    penalty: PenaltyKind = "none"


class FetchPicture(_Said, frozen=True, kw_only=True, tag="picture"):
    """The newest still or clip of what a call is about."""

    call: int


class SetClock(_Said, frozen=True, kw_only=True, tag="clock"):
    """Everybody's clock starts or stops; or one table's does."""

    on: bool
    table: acts.TableNumber | None = None


class GiveTime(_Said, frozen=True, kw_only=True, tag="time"):
    """More minutes for a table, or (0) for all."""

    minutes: float
    table: int = 0


class CallTimeNow(_Said, frozen=True, kw_only=True, tag="call time"):
    """Time is up for all that still play."""


class EnterPlayer(_Said, frozen=True, kw_only=True, tag="enter"):
    """Somebody takes part."""

    name: acts.Name


class DropPlayer(_Said, frozen=True, kw_only=True, tag="drop"):
    """Somebody plays no further rounds, or plays again."""

    player: int


class DraftRound(_Said, frozen=True, kw_only=True, tag="draft"):
    """The next round is laid out, to be looked at."""


class PublishDraft(_Said, frozen=True, kw_only=True, tag="publish"):
    """Everybody is told the drafted round."""

    round: int


Said: TypeAlias = (
    EnterResult
    | ConfirmBoth
    | GoToCall
    | RuleOn
    | FetchPicture
    | SetClock
    | GiveTime
    | CallTimeNow
    | EnterPlayer
    | DropPlayer
    | DraftRound
    | PublishDraft
)


Fetch: TypeAlias = Callable[[int, str, str, PictureName], None]
"""Fetch what a call is about from its table: call, table, game, picture."""


def obey(service: "DeskService", written: Mapping[str, Any], fetch: Fetch = lambda *_: None) -> str:
    """Do what a helper says; why not in a sentence, or ""."""
    try:
        said: Said = msgspec.convert(dict(written), Said)
    except msgspec.ValidationError as error:
        log.info("a helper's page said what nobody understands: %s", error)
        return tr("the desk does not understand this: load the page again.")
    try:
        if isinstance(said, FetchPicture):
            fetch(said.call, *service.newest_picture(said.call))
        else:
            _carry_out(service, said)
    except (ValueError, UserError) as refused:
        return str(refused)
    return ""


def _carry_out(service: "DeskService", said: Said) -> None:  # noqa: C901, PLR0912 - one case per act
    """Raises `ValueError` or `UserError` with one sentence."""
    state, by = service.state, said.who
    number = state.round.number if state.round else 0
    match said:
        case EnterResult(table=table, wins=wins, ties=ties, why=why):
            service.report(table, wins, ties, why=why, by=by)
        case ConfirmBoth(table=table):
            service.confirm_both(table, by=by)
        case GoToCall(call=call):
            service.do(acts.TakeCall(call=call, judge=by, by=by))
        case RuleOn():
            service.do(
                acts.Rule(
                    call=said.call, table=said.table[:16], judge=by, ruling=said.ruling,
                    why=said.why, player=said.player, penalty=said.penalty, by=by,
                )
            )  # fmt: skip
        case SetClock(on=on, table=None):
            service.do(acts.RunClock(on=on, by=by))
        case SetClock(on=on, table=int(table)):
            service.do(acts.PauseTable(table=table, on=not on, by=by))
        case GiveTime(minutes=minutes, table=table):
            if not 0 < minutes <= 60:
                raise ValueError(tr("give more than nothing and at most 60 minutes."))
            service.do(acts.AddTime(table=table, seconds=60 * minutes, by=by))
        case CallTimeNow():
            service.do(acts.CallTime(round=number, by=by))
        case EnterPlayer(name=name):
            service.do(acts.Enter(name=name, by=by))
        case DropPlayer(player=player):
            known = state.players.get(player)
            back = known is not None and not known.plays
            act = acts.Return if back else acts.Drop
            service.do(act(player=player, by=by))
        case DraftRound():
            service.prepare()
        case PublishDraft(round=wanted):
            if service.draft is not None and service.draft.round != wanted:
                raise ValueError(tr("another round has been drafted meanwhile: look at it first."))
            service.publish(by=by)


# -- what helpers see


def facts(service: "DeskService") -> dict[str, Any]:
    """Everything that the page shows, as JSON takes it."""
    state, now = service.state, time.time()
    plan, played, draft = state.plan, state.round, service.draft
    heads, rows = standing_rows(state) if plan else ((), [])
    drafted = PublishedRound(draft.round, draft.seatings, draft.cut) if draft else None
    seated = played.seatings if played else ()
    unconfirmed = {
        each.table
        for each in (played.seatings if played else ())
        if played and (found := played.results.get(each.table)) and not found.stands(each)
    }
    return {
        "title": plan.name if plan else "",
        "round": round_text(state),
        "open": len(played.outstanding) if played else 0,
        "clock": {
            "limit": state.clock.limit,
            "left": round(state.clock.left(now)),
            "runs": state.clock.since is not None,
        },
        "bad": [f"{name}: {value}" for name, value, good in service.health() if not good],
        "tables": [
            {
                "table": one.table, "number": service.number_of(one.table) or 0,
                "players": one.players, "life": one.life, "turn": one.turn, "last": one.last,
                "left": one.left, "state": one.state, "level": one.level, "result": one.result,
                "stands": (service.number_of(one.table) or 0) in state.clock.paused,
                "to_confirm": (service.number_of(one.table) or 0) in unconfirmed,
            }
            for one in table_lines(service, now)
        ],
        "matches": [
            {
                "table": one.table,
                "players": [[player, state.name(player)] for player in one.players],
                "best_of": (plan.cut_best_of if played and played.cut else plan.best_of)
                if plan else 1,
            }
            for one in seated if one.second is not None
        ],
        "calls": [
            {
                "id": call.id, "table": call.table, "judge": call.judge,
                "number": service.number_of(call.table) or 0,
                "waits": clock_text(now - call.at), "about": about_call(service, call, now),
            }
            for call in waiting_calls(state)
        ],
        "standings": {"heads": list(heads), "rows": [list(row) for row in rows]},
        "players": [[one.id, one.name, one.plays] for one in state.players.values()],
        "draft": {
            "round": draft.round, "remarks": list(draft.remarks),
            "rows": [list(row) for row in pairing_rows(state, drafted)],
        } if draft and drafted else None,
    }  # fmt: skip


# -- the process


class HelperPage:
    """Serves the page beside a desk until closed; lives on the desk's loop."""

    def __init__(
        self,
        service: "DeskService",
        where: tuple[str, int],
        certificate: "Certificate | None",
        *,
        local: bool | None = None,
    ) -> None:
        """`local`: whether only this machine can reach it; told by the address unless given."""
        self._service = service
        self.host, self.port = where
        self.local = is_loopback(self.host) if local is None else local  # then without a code
        self._certificate = None if self.local else certificate
        self._page: asyncio.subprocess.Process | None = None
        self._fetching: set[asyncio.Task[None]] = set()
        self._pictured: dict[str, Any] = {"call": 0, "number": 0, "why_not": ""}
        """The last picture that was wanted."""
        self.watch_code = self.helper_code = ""
        service.helpers = self._lines

    def _lines(self) -> tuple[str, ...]:
        """Where it is and how one gets in, as the desk's screen shows it."""
        if self.local:
            return (
                tr("helpers: http://{host}:{port} on this machine", host=self.host, port=self.port),
            )
        told = [tr("helpers: https://{host}:{port}", host=self._service.host, port=self.port)]
        told.append(
            tr(
                "code for the next helper or judge (once): {helper_code}",
                helper_code=self.helper_code,
            )
        )
        told.append(tr("code to look on only: {watch_code}", watch_code=self.watch_code))
        if self._certificate is not None:
            told.append(
                tr("certificate {in_groups}", in_groups=in_groups(self._certificate.fingerprint))
            )
        return tuple(told)

    async def start(self) -> None:
        """Listen. Raises `UserError`."""
        page = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "ui.web.process",
            env={**os.environ, "PYTHONPATH": str(Path(ui.__file__).parents[1])},
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL, limit=LONGEST_LINE,
            start_new_session=True,  # Ctrl-C is for the desk
        )  # fmt: skip
        certificate = self._certificate
        options = {
            "pages": "desk", "delay": 0.0,
            "host": self.host, "port": self.port, "local": self.local,
            "certificate": str(certificate.certificate) if certificate else "",
            "key": str(certificate.key) if certificate else "",
        }  # fmt: skip
        self._page = page
        said: Mapping[str, Any] | None = None
        with suppress(OSError, TimeoutError):
            self._send(json.dumps(options).encode())
            said = await asyncio.wait_for(self._line(), STARTING_S)
        if said is None or "listening" not in said:
            await self._end()
            why = (said or {}).get("error", tr("it did not start"))
            raise UserError(
                tr(
                    "the helpers' page cannot be served on {host}:{port} ({why}); choose another "
                    "address with --helpers HOST:PORT.",
                    host=self.host,
                    port=self.port,
                    why=why,
                )
            )
        self.port = int(said["listening"])
        self.watch_code, self.helper_code = str(said["watch_code"]), str(said["player_code"])

    async def run(self) -> None:
        """Show and obey until cancelled; a process that has ended is started again."""
        while True:
            showing = asyncio.create_task(self._show())
            try:
                await self._listen()
            finally:
                showing.cancel()
            log.warning("the helpers' page has ended; it is started again")
            await self._end()
            await asyncio.sleep(1.0)
            with suppress(UserError):
                await self.start()

    async def close(self) -> None:
        """Whoever looks is told that the desk has closed."""
        with suppress(OSError):
            self._send(b"C")
        await self._end(CLOSING_S)

    async def _end(self, patience: float = 0.0) -> None:
        page, self._page = self._page, None
        if page is None:
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(page.wait(), patience)
        with suppress(ProcessLookupError):
            page.kill()
        await page.wait()

    def _send(self, line: bytes) -> None:
        if self._page is not None and self._page.stdin is not None:
            self._page.stdin.write(line + b"\n")

    async def _line(self) -> Mapping[str, Any] | None:
        """The next line of the process; None when it has gone."""
        assert self._page is not None
        assert self._page.stdout is not None
        try:
            said = json.loads(await self._page.stdout.readline())
        except (ValueError, RecursionError):
            return None
        return said if isinstance(said, dict) else None

    async def _listen(self) -> None:
        """Do what helpers say until the process has ended."""
        while (said := await self._line() if self._page else None) is not None:
            match said:
                case {"ask": int(number), "command": dict(command)}:
                    refused = obey(self._service, command, self._fetch)
                    self._send(
                        b"A" + json.dumps({"ask": number, "refused": translated(refused)}).encode()
                    )
                    await asyncio.sleep(1.0 / COMMANDS_A_SECOND)
                case {"player_code": str(code)}:
                    self.helper_code = code
                    self._service.changed()
                case {"log": str(text), "level": int(level)}:
                    log.log(level, "%s", text)

    def _fetch(self, call: int, table: str, game: str, picture: PictureName) -> None:
        """Show a picture of a table once it has come."""

        async def fetch() -> None:
            why_not = ""
            try:
                content = await self._service.picture(table, game, picture.sha256)
                sheet = await asyncio.to_thread(contact_sheet, content, picture.media)
                self._send(b"P" + b64encode(sheet))
            except ValueError as error:
                why_not = str(error)
            number = self._pictured["number"] + 1
            self._pictured = {"call": call, "number": number, "why_not": why_not}

        task = asyncio.create_task(fetch())
        self._fetching.add(task)
        task.add_done_callback(self._fetching.discard)

    async def _show(self) -> None:
        """What there is to see, whenever it differs; however slowly it is taken."""
        shown = b""
        while self._page is not None and self._page.stdin is not None:
            told = {**facts(self._service), "picture": self._pictured}
            fresh = json.dumps(translated_whole(told), ensure_ascii=False).encode(
                "utf-8", "replace"
            )
            if fresh != shown:
                shown = fresh
                self._send(b"T" + fresh)
                with suppress(OSError):
                    await self._page.stdin.drain()
            await asyncio.sleep(SHOWN_S)


@asynccontextmanager
async def helpers_served(page: HelperPage | None) -> AsyncIterator[None]:
    """The page, meanwhile, where there is to be one. Raises `UserError`."""
    if page is None:
        yield
        return
    await page.start()
    working = asyncio.create_task(page.run())
    try:
        yield
    finally:
        working.cancel()
        await page.close()
