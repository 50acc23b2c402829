"""The desk at work: hub, archive, event and tables together; no screen.

It lives on one event loop. Screens, pages and commands ask it for what there is and tell it what to
do; whatever it shows was written first.
"""

import asyncio
import base64
import hashlib
import logging
import secrets
import shutil
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from rules import registry
from rules.core import PlayerNumber
from rules.journal import Entry, PictureName
from rules.tournament import acts
from rules.tournament.acts import Seating, TournamentAct
from rules.tournament.pairing import RoundDraft, next_round, swapped
from rules.tournament.plan import TournamentPlan
from rules.tournament.state import PublishedRound, Tournament
from ui.app.game_plan import examine, plan_of
from ui.desk.archive import Archive, ArchivedGame, may_be_over
from ui.desk.event_log import EventLog
from ui.hub import names
from ui.hub.connection import HubAccess, LostConnection, connect_once, let_go, stop_if_cancelled
from ui.hub.follower import Arrived, Follower, Taken
from ui.hub.messages import (
    AskAnswer,
    Asked,
    AskResult,
    CallFromTable,
    Coming,
    ConfirmResult,
    Extend,
    Hello,
    NumberedOrder,
    Order,
    OrderAnswer,
    Ruled,
    RunRound,
    Seated,
    SendEntries,
    SendPicture,
    TimeIsUp,
    WhoPlays,
)
from ui.hub.reception import Reception
from ui.hub.server import HubServer
from words import tr
from words.written import write_text

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg

log = logging.getLogger(__name__)

SILENT_S: Final = 12.0
"""Without a sign of life for so long a table is silent."""

ANSWER_S: Final = 8.0
ORDER_S: Final = 120.0
"""An order is repeated for so long; then the desk says that the table did not answer."""

AGAIN_S: Final = 2.0
MISSING_S: Final = 6.0
"""Entries that a table has and the archive has not for so long are asked for again."""

BACKUP_S: Final = 120.0
"""Between two copies of the event beside itself."""

LOW_DISK: Final = 500_000_000


@dataclass(slots=True)
class DeskTable:
    """One table with a camera as the desk knows it."""

    name: str
    joined: bool = True  # False: a code was made and nobody has used it
    hello: Hello = field(default_factory=Hello)
    heard: float = float("-inf")  # monotonic seconds
    behind_since: float | None = None  # since when the archive lacks what the table has
    unanswered: dict[str, str] = field(default_factory=dict)  # orders by id, in words

    def silent(self, now: float) -> bool:
        """Whether no sign of life has come for too long."""
        return now - self.heard > SILENT_S


@dataclass(slots=True)
class LiveGame:
    """The newest game of a table, as far as its entries have come."""

    game: str
    life: dict[int, int] = field(default_factory=dict)  # by seat
    turn: int = 0
    number: int = 0
    told: str = ""  # the last event


class DeskService:
    """Everything the desk does."""

    def __init__(
        self,
        folder: Path,
        *,
        server: HubServer,
        archive: Archive,
        host: str,
        changed: Callable[[], None] = lambda: None,
        access: HubAccess | None = None,
        replicas: int = 1,
    ) -> None:
        """`host`: how tables reach this machine. `access`: to a hub of one's own.

        `changed` is called on the loop whenever there is something new to show. Raises `UserError`.
        """
        self.folder, self.host = folder, host
        self.server, self.archive = server, archive
        self.log = EventLog(folder / "event.db")
        self.tables: dict[str, DeskTable] = {}
        self.draft: RoundDraft | None = None
        self.helpers: Callable[[], tuple[str, ...]] = lambda: ()  # where their page is, in lines
        self.notices: list[str] = []  # the last ones
        self.noted = 0  # all of them
        self.changed = changed
        self._access = access
        self._replicas = replicas
        self._own = access is None
        self._tasks: set[asyncio.Task[object]] = set()
        self.client: Client | None = None
        self.follower: Follower | None = None
        self.arrived_at: Callable[[Arrived], None] = lambda _: None  # pages, a bench
        self.reception = Reception(server, lambda: self.title, self._table_joined)
        self._backed_up = time.monotonic() - BACKUP_S  # once at first
        self.live: dict[str, LiveGame] = {}
        archive.arrivals.key_of = self._key_of
        for name, account in server.accounts.tables.items():
            self.tables[name] = DeskTable(name, joined=bool(account.password))
        for game in archive.games():
            self.live[game.table] = LiveGame(
                game.id, dict(archive.lives(game.id)), number=game.entries
            )

    @property
    def title(self) -> str:
        """What people call the event."""
        plan = self.log.state.plan
        return plan.name if plan else tr("a tournament desk")

    @property
    def event(self) -> str:
        """Its short name at the hub."""
        return self._access.event if self._access else self.server.accounts.event

    @property
    def state(self) -> Tournament:
        """The tournament as it stands."""
        return self.log.state

    # -- its life

    async def run(self) -> None:
        """Work until cancelled. Raises `UserError`."""
        access = self._access or self._own_access()
        try:
            while True:
                await self._work(access)
                await asyncio.sleep(AGAIN_S / 2)
        finally:
            for task in self._tasks:
                task.cancel()

    async def _work(self, access: HubAccess) -> None:
        """Connect and work until the connection is given up, or the archive cannot be written."""
        from nats.errors import Error  # noqa: PLC0415 - diceref[desk] only

        try:
            client = await connect_once(access, changed=self._connection)
        except OSError as error:
            self._note(tr("the hub is out of reach ({error})", error=error))
            return
        follower = Follower(
            client, access.event, self.archive, self._taken, replicas=self._replicas
        )
        self.client, self.follower = client, follower
        working = [
            asyncio.create_task(follower.run()),
            asyncio.create_task(self._look_after(LostConnection(client))),
        ]
        try:
            await client.subscribe(names.hello_subject(access.event, "*"), cb=self._hello)
            await client.subscribe(names.ask_subject(access.event, "*"), cb=self._asked)
            await self.reception.open(client)
            stop_if_cancelled()
            done, _ = await asyncio.wait(working, return_when=asyncio.FIRST_COMPLETED)
            for one in done:
                one.result()
        except (Error, TimeoutError, OSError, ExceptionGroup) as error:
            log.warning("the desk connects anew", exc_info=error)
            told = error.exceptions[0] if isinstance(error, ExceptionGroup) else error
            self._note(tr("the desk starts its work anew: {told}", told=told)[:300])
        finally:
            for one in working:
                one.cancel()
            await asyncio.gather(*working, return_exceptions=True)
            follower.close()
            await let_go(client)

    def _own_access(self) -> HubAccess:
        certificate = self.server.certificate.certificate.read_text(encoding="ascii")
        reached = "127.0.0.1" if self.server.host == "0.0.0.0" else self.server.host  # noqa: S104 - asked, not opened
        accounts = self.server.accounts
        return HubAccess(
            (f"{reached}:{self.server.port}",), accounts.event, names.DESK,
            accounts.desk_password, certificate,
        )  # fmt: skip

    def _connection(self, back: bool) -> None:
        if back and self.follower is not None:
            self.follower.reconnected()
        self._note(tr("the hub is back") if back else tr("the hub is out of reach"))

    def close(self) -> None:
        """Let go of the files."""
        self.log.close()
        self.archive.close()

    def _note(self, text: str) -> None:
        log.info("%s", text)
        self.notices = [*self.notices[-49:], f"{time.strftime('%H:%M:%S')} {text}"]
        self.noted += 1
        self.changed()

    def _spawn(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look_after(self, lost: LostConnection) -> None:
        """Every second: what is silent, what is missing, what needs the screen.

        Returns when the connection is given up.
        """
        while not lost.is_over:
            await asyncio.sleep(1.0)
            now = time.monotonic()
            known = {game.id: game.entries for game in self.archive.games()} if self.tables else {}
            for table in self.tables.values():
                self._look_for_missing(table, known, now)
            self._call_time()
            if self.follower is not None:
                await self.follower.on_keeper(self.archive.look_for_unsigned)
            if now - self._backed_up > BACKUP_S:
                self._backed_up = now
                await asyncio.to_thread(self.log.back_up, self.folder / "event-backup.db")
            self.changed()

    def _key_of(self, table: str) -> str:
        """The key with which a table has joined."""
        account = self.server.accounts.tables.get(table)
        return account.key if account is not None else ""

    def _call_time(self) -> None:
        """Call time once at each table whose time is up."""
        played, plan, clock = self.state.round, self.state.plan, self.state.clock
        if played is None or plan is None or not plan.minutes or clock.since is None:
            return
        now = time.time()
        for seating in played.outstanding:
            table = seating.table
            if table not in clock.called and clock.left(now, table) <= 0:
                self.do(acts.CallTime(round=played.number, table=table, by=tr("the clock")))

    def _look_for_missing(self, table: DeskTable, known: Mapping[str, int], now: float) -> None:
        """A table that says it is handed in, and whose last entries are not here."""
        hello = table.hello
        whole = not hello.game or hello.behind or known.get(hello.game, 0) >= hello.entries
        if whole or table.silent(now):
            table.behind_since = None
        elif table.behind_since is None:
            table.behind_since = now
        elif now - table.behind_since > MISSING_S and self.follower is not None:
            table.behind_since = now
            self.follower.rewind(table.name)
            self._spawn(self._fetch(table.name, hello.game, known.get(hello.game, 0)))

    async def _fetch(self, table: str, game: str, after: int) -> None:
        """Ask a table itself for entries that the hub has lost."""
        answer = await self.order(table, SendEntries(game, after), seconds=ANSWER_S)
        arrived = [
            Arrived(
                "", 0, table, game, int(one["number"]), base64.b64decode(one["body"]), one["hash"],
                one["signer"], base64.b64decode(one["signature"]),
            )
            for one in answer.facts.get("entries", ())
        ]  # fmt: skip
        if arrived and self.follower is not None:
            taken = await self.follower.on_keeper(self.archive.take, arrived, {})
            self._taken(taken)

    # -- what tables say

    def _table_joined(self, name: str) -> None:
        self.tables.setdefault(name, DeskTable(name)).joined = True
        self._note(tr("table {name} has joined", name=name))

    async def _hello(self, message: "Msg") -> None:
        with suppress(ValueError):
            hello = msgspec.json.decode(message.data, type=Hello)
            table = self.tables.setdefault(
                message.subject.rpartition(".")[2], DeskTable(message.subject.rpartition(".")[2])
            )
            if hello.contradicted and hello.contradicted != table.hello.contradicted:
                self._note(
                    tr(
                        "ALARM, table {name}: {contradicted}",
                        name=table.name,
                        contradicted=hello.contradicted,
                    )
                )
            ended = hello.outcome and not table.hello.outcome
            table.hello, table.heard, table.joined = hello, time.monotonic(), True
            if ended:
                self._spawn(self._judge(hello.game))
            self.changed()

    async def _asked(self, message: "Msg") -> None:
        table = message.subject.rpartition(".")[2]
        try:
            asked = msgspec.json.decode(message.data, type=Asked)
            answer = self._answer(table, asked)
        except ValueError as refused:
            answer = AskAnswer(refused=str(refused))
        await message.respond(msgspec.json.encode(answer, enc_hook=write_text))

    def _answer(self, table: str, asked: Asked) -> AskAnswer:
        """Do what a table asks for. Raises `ValueError` with one sentence."""
        match asked:
            case CallFromTable(text, game, entry):
                self.do(acts.CallJudge(table=table, text=text, game=game, entry=entry))
                return AskAnswer(text=tr("The desk knows: a judge comes."))
            case ConfirmResult(player):
                return self._confirmed(table, player)
            case WhoPlays():
                return AskAnswer(seated=self.seated(table))

    def _confirmed(self, table: str, player: str) -> AskAnswer:
        seating, played = self._seating(table)
        if seating is None or played is None:
            raise ValueError(tr("nobody plays at this table in this round."))
        who = next(
            (
                one
                for one in seating.players
                if self.state.name(one).casefold() == player.casefold()
            ),
            None,
        )
        if who is None:
            raise ValueError(
                tr("{player} does not play at this table in this round.", player=player)
            )
        self.do(acts.Confirm(round=played.number, table=seating.table, player=who))
        return AskAnswer(text=tr("{player} has confirmed.", player=player))

    # -- entries

    def _taken(self, taken: Taken) -> None:
        over = set()
        for one, entry in zip(taken.fresh, taken.entries, strict=True):
            self.arrived_at(one)
            self._show_live(one.table, one.game, entry)
            if may_be_over(entry):
                over.add(one.game)
        for game in over:
            self._spawn(self._judge(game))
        if taken.fresh:
            self.changed()

    def _show_live(self, table: str, game: str, entry: Entry) -> None:
        """What the organiser's grid shows of a table follows from its entries."""
        live = self.live.get(table)
        if live is None or live.game != game:
            if live is not None and entry.number > 1 and live.number > 1:
                return  # an older game is handed in later
            live = self.live[table] = LiveGame(game, dict(self.archive.lives(game)))
        live.number = entry.number
        for event in entry.events:
            life, turn = event.facts.get("life"), event.facts.get("turn")
            if isinstance(life, int) and event.seat is not None:
                live.life[event.seat] = life
            if isinstance(turn, int):
                live.turn = turn
            live.told = event.text
        if entry.kind == "correction":
            live.life = dict(self.archive.lives(game))

    async def _judge(self, game: str) -> None:
        """A game may have ended: work out how, and what its match stands at."""
        found = next(iter(self.archive.games(id=game)), None)
        if found is None or self.follower is None:
            return
        try:
            rules = await asyncio.to_thread(registry.known_game(found.kind).load)
            await self.follower.on_keeper(self.archive.judge_outcome, game, rules)
        except ValueError as error:
            self._note(tr("table {table}: {error}", table=found.table, error=error))
            return
        if found.match:
            self._report_match(found)
        self.changed()

    def _report_match(self, found: ArchivedGame) -> None:
        """The result of a match as its records have it, once it is decided."""
        place = match_place(found.match)
        played = (
            self.state.rounds[place[0] - 1]
            if place and place[0] <= len(self.state.rounds)
            else None
        )
        seating = played.at(place[1]) if played is not None and place is not None else None
        if played is None or seating is None or seating.second is None or self.state.plan is None:
            return
        wins, ties = self.recorded(played, seating)
        most = self.state.plan.cut_best_of if played.cut else self.state.plan.best_of
        decided = max(wins) > most // 2 or sum(wins) + ties >= most
        before = played.results.get(seating.table)
        if not decided or (before is not None and before.wins == wins):
            return
        if before is not None and before.source == "desk":
            self._note(
                tr(
                    "table {table}: the record says {win}:{win2}, the desk entered {win3}:{win4}",
                    table=seating.table,
                    win=wins[0],
                    win2=wins[1],
                    win3=before.wins[0],
                    win4=before.wins[1],
                )
            )
            return
        with suppress(ValueError):
            self.do(
                acts.ReportResult(
                    round=played.number, table=seating.table, wins=wins, ties=ties,
                    source="record", recorded=wins, by=tr("the record"),
                )
            )  # fmt: skip

    def recorded(self, played: PublishedRound, seating: Seating) -> tuple[tuple[int, int], int]:
        """Games won by first and second, and tied, by their records; lost games of rulings too."""
        wins, ties = [0, 0], 0
        first, second = (self.state.name(player).casefold() for player in seating.players)
        for game in self.archive.games(match=match_name(self.event, played.number, seating.table)):
            if game.outcome is None:
                continue
            if not game.outcome.winners:
                ties += 1
                continue
            side = game.outcome.winners[0] % game.sides
            name = game.players[side].casefold() if side < len(game.players) else ""
            at = {first: 0, second: 1}.get(name, side % 2)
            wins[at] += 1
        for penalty in self.state.penalties:
            if penalty.kind == "game loss" and penalty.round == played.number:
                if penalty.player == seating.first:
                    wins[1] += 1
                elif penalty.player == seating.second:
                    wins[0] += 1
        return (wins[0], wins[1]), ties

    # -- what the desk does

    def do(self, act: TournamentAct) -> None:
        """Carry out an act. Raises `ValueError` with one sentence, or `UserError`."""
        timed = msgspec.structs.replace(act, at=time.time()) if not act.at else act
        called = self.state.clock.called
        self.log.do(timed)
        self.draft = None
        self._follow_up(timed)
        for table in sorted(self.state.clock.called - called):
            self._tell_time_is_up(table)
        self.changed()

    def _tell_time_is_up(self, table: int) -> None:
        """What happens now is told to a table, and noted for those that play on paper."""
        plan = self.state.plan
        if plan is None:
            return
        text = tr("Time! Finish this turn, {end_of_round}.", end_of_round=end_of_round(plan))
        self.tell(str(table), TimeIsUp(text, plan.sudden_death))
        camera = any(one.joined and table_number(one.name) == table for one in self.tables.values())
        self._note(
            tr(
                "table {table}: time is up{what}: {text}",
                table=table,
                what="" if camera else tr(", call it out"),
                text=text,
            )
        )

    def _follow_up(self, act: TournamentAct) -> None:  # noqa: C901, PLR0912 - one case per act
        """Tell the tables what concerns them."""
        match act:
            case acts.PublishRound():
                for table in self.tables:
                    if (seated := self.seated(table)) is not None:
                        self.tell(table, seated)
            case acts.RunClock(on=on):
                for table in self.tables:
                    if table_number(table) not in self.state.clock.paused:
                        self.tell(table, RunRound(on))
            case acts.PauseTable(table=number, on=on):
                runs = not on and self.state.clock.since is not None
                if on or runs:
                    self.tell(str(number), RunRound(runs))
            case acts.AddTime(table=0, seconds=seconds):
                for table in self.tables:
                    self.tell(table, Extend(seconds))
            case acts.AddTime(table=number, seconds=seconds):
                self.tell(str(number), Extend(seconds))
            case acts.ReportResult(source="record") as result:
                self._ask_result(result)
            case acts.TakeCall(call=call, judge=judge):
                self.tell(self.state.calls[call - 1].table, Coming(judge))
            case acts.Rule():
                where = self.state.calls[act.call - 1].table if act.call else act.table
                penalty = "" if act.penalty == "none" else act.penalty
                who = self.state.name(act.player) if act.player else ""
                told = " ".join(
                    filter(None, (penalty, tr("for {who}", who=who) if penalty and who else ""))
                )
                self.tell(where, Ruled(act.ruling, act.why, act.judge, told))

    def _ask_result(self, result: acts.ReportResult) -> None:
        """Both players are asked at their table whether the record's result is so."""
        seating = self.state.rounds[result.round - 1].at(result.table)
        if seating is not None:
            players = tuple(map(self.state.name, seating.players))
            score = f"{result.wins[0]}:{result.wins[1]}"
            self.tell(str(result.table), AskResult(f"{' : '.join(players)}, {score}", players))

    def match_at(self, table: int, number: int = 0) -> tuple[PublishedRound, Seating]:
        """The match at a table in a round (0: this one). Raises `ValueError`."""
        known = 0 < number <= len(self.state.rounds)
        played = self.state.rounds[number - 1] if known else self.state.round
        seating = played.at(table) if played is not None else None
        if played is None or seating is None or seating.second is None:
            raise ValueError(tr("nobody plays at table {table} in this round.", table=table))
        return played, seating

    def record_says(self, table: int, number: int = 0) -> tuple[int, int] | None:
        """The games won in the match at a table, by its records. Raises `ValueError`."""
        wins, _ = self.recorded(*self.match_at(table, number))
        return wins if sum(wins) else None

    def report(
        self, table: int, wins: tuple[int, int], ties: int = 0,
        *, number: int = 0, why: str = "", by: str = "",
    ) -> None:  # fmt: skip
        """A result by hand. Raises `ValueError`: against the record it needs a reason."""
        played, _ = self.match_at(table, number)
        self.do(
            acts.ReportResult(
                round=played.number, table=table, wins=wins, ties=ties,
                recorded=self.record_says(table, number), why=why, by=by,
            )
        )  # fmt: skip

    def confirm_both(self, table: int, *, number: int = 0, by: str = "") -> None:
        """Both players have said that the result is so. Raises `ValueError`."""
        played, seating = self.match_at(table, number)
        for player in seating.players:
            self.do(acts.Confirm(round=played.number, table=table, player=player, by=by))

    def prepare(self) -> RoundDraft:
        """A draft of the next round, to look at. Raises `ValueError`."""
        self.draft = next_round(self.state)
        self.changed()
        return self.draft

    def swap(self, one: int, other: int) -> RoundDraft:
        """Two players of the draft in each other's places. Raises `ValueError`."""
        if self.draft is None:
            raise ValueError(tr("there is no draft of a round."))
        self.draft = swapped(self.draft, one, other, self.state)
        self.changed()
        return self.draft

    def publish(self, by: str = "") -> None:
        """Tell everybody the drafted round. Raises `ValueError`."""
        if self.draft is None:
            raise ValueError(tr("there is no draft of a round."))
        self.do(self.draft.act(by=by))

    def seal_team(self, player: int, team: str, by: str = "") -> None:
        """A team was handed in: it is checked, and hidden until all are shown.

        Raises `ValueError` or `UserError` with one sentence.
        """
        found = team_faults(self.state.plan, team)
        self.do(acts.SealTeam(player=player, team=team, faults=found, by=by))

    def seated(self, table: str) -> Seated | None:
        """Who plays at a table in this round."""
        seating, played = self._seating(table)
        if seating is None or played is None or self.state.plan is None:
            return None
        plan = self.state.plan
        return Seated(
            plan.name, played.number, seating.table,
            match_name(self.event, played.number, seating.table),
            tuple(map(self.state.name, seating.players)),
            plan.cut_best_of if played.cut else plan.best_of, plan.minutes,
        )  # fmt: skip

    def _seating(self, table: str) -> tuple[Seating | None, PublishedRound | None]:
        played = self.state.round
        number = table_number(table)
        return (played.at(number) if played and number else None), played

    # -- orders

    def tell(self, table: str, order: Order) -> None:
        """Give an order that is repeated until the table has answered."""
        known = self.tables.get(table) or next(
            (one for one in self.tables.values() if str(table_number(one.name)) == table), None
        )
        if known is not None and known.joined:
            self._spawn(self.order(known.name, order))

    async def order(self, table: str, order: Order, seconds: float = ORDER_S) -> OrderAnswer:
        """Repeat an order until it is answered; carried out once."""
        from nats.errors import Error  # noqa: PLC0415 - loaded with the connection

        numbered = NumberedOrder(secrets.token_hex(8), order)
        content = msgspec.json.encode(numbered, enc_hook=write_text)
        subject = names.order_subject(self.event, table)
        until = time.monotonic() + seconds
        known = self.tables.setdefault(table, DeskTable(table))
        known.unanswered[numbered.id] = type(order).__name__
        try:
            while time.monotonic() < until:
                stop_if_cancelled()
                try:
                    if self.client is None:
                        raise ConnectionError
                    said = await self.client.request(subject, content, timeout=ANSWER_S)
                    answer = msgspec.json.decode(said.data, type=OrderAnswer)
                except (Error, TimeoutError, OSError, ValueError):
                    await asyncio.sleep(AGAIN_S)
                    continue
                if answer.refused:
                    self._note(tr("table {table}: {refused}", table=table, refused=answer.refused))
                return answer
        finally:
            known.unanswered.pop(numbered.id, None)
        self._note(
            tr(
                "table {table} does not answer: tell it by mouth ({name__})",
                table=table,
                name__=type(order).__name__,
            )
        )
        return OrderAnswer(tr("the table does not answer"))

    def newest_picture(self, number: int) -> tuple[str, str, PictureName]:
        """Table, game and newest still or clip of what a call is about. Raises `ValueError`."""
        call = next((one for one in self.state.calls if one.id == number), None)
        live = self.live.get(call.table) if call is not None else None
        game = (call.game or (live.game if live else "")) if call is not None else ""
        found = self.archive.pictures(game) if game else ()
        if call is None or not found:
            raise ValueError(tr("no entry of this game has a still or clip."))
        return call.table, game, found[-1]

    async def picture(self, table: str, game: str, sha256: str) -> bytes:
        """A still or clip of a table's record, fetched from the table now.

        Raises `ValueError` with one sentence when the table cannot give it.
        """
        from nats.errors import Error  # noqa: PLC0415 - loaded with the connection
        from nats.js.errors import NotFoundError  # noqa: PLC0415 - the same

        bucket = names.clip_bucket(self.event, table)
        try:
            if self.client is None:
                raise ConnectionError(tr("the hub is out of reach"))
            stream = self.client.jetstream()
            try:
                store = await stream.object_store(bucket)
            except NotFoundError:
                store = await stream.create_object_store(bucket)
            answer = await self.order(table, SendPicture(game, sha256), seconds=ANSWER_S * 2)
            if answer.refused:
                raise ValueError(
                    tr("table {table}: {refused}", table=table, refused=answer.refused)
                )
            content = (await store.get(sha256)).data or b""
        except (Error, TimeoutError, OSError) as error:
            raise ValueError(
                tr("table {table} could not send it ({error}).", table=table, error=error)
            ) from None
        if hashlib.sha256(content).hexdigest() != sha256:
            raise ValueError(
                tr("what table {table} sent is not the picture of the record.", table=table)
            )
        return content

    # -- how the desk itself is

    def health(self) -> tuple[tuple[str, str, bool], ...]:
        """Name, value, whether it is good."""
        free = shutil.disk_usage(self.folder).free
        alarms = [alarm for alarm in self.archive.alarms() if not alarm.seen_by]
        reachable = self.client is not None and self.client.is_connected
        kept = (time.monotonic() - self._backed_up) / 60
        lines = [
            ("hub", "reachable" if reachable else tr("out of reach"), reachable),
            ("disk", tr("{free:.1f} GB free", free=free / 1000000000.0), free > LOW_DISK),
            (
                "backup",
                tr("event-backup.db, {kept:.0f} minutes old", kept=kept),
                kept < 2 * BACKUP_S / 60,
            ),
            ("alarms", str(len(alarms)), not alarms),
        ]
        if self._own:
            lines.insert(
                1,
                (
                    tr("hub's server"),
                    tr("{memory:.0f} MB", memory=self.server.memory / 1000000.0),
                    self.server.alive,
                ),
            )
            if self.server.full:
                lines.insert(
                    1, (tr("hub's disk"), tr("full: make room, the tables hand in then"), False)
                )
            lines.insert(2, ("restarts", str(self.server.restarts), True))
        if self.reception.besieged:
            lines.append(
                (tr("join codes"), tr("somebody is guessing: nobody joins for a minute"), False)
            )
        return tuple(lines)

    @staticmethod
    def number_of(name: str) -> int | None:
        """The number in a table's name."""
        return table_number(name)

    def code(self, table: str) -> str:
        """The join code of a table. Raises `UserError`."""
        written = self.reception.code(table, self.host)
        self.tables.setdefault(table, DeskTable(table, joined=False))
        return written


def end_of_round(plan: TournamentPlan) -> str:
    """What follows the turn in which time was called, in words."""
    if plan.sudden_death:
        return tr("then sudden death")
    return (
        tr("then {extra_turns} more", extra_turns=plan.extra_turns)
        if plan.extra_turns
        else tr("no more follow")
    )


def team_faults(plan: TournamentPlan | None, team: str) -> tuple[str, ...]:
    """What is not by the book in a team. Raises `UserError` when it cannot be read as one."""
    if plan is None or not plan.game:
        return ()
    both = plan_of(plan.game, [team, team], format_name=plan.format or None)
    found = examine(both, PlayerNumber(0))
    return tuple(finding.text for finding in found if not finding.legal)[:5]


def match_name(event: str, number: int, table: int) -> str:
    """What the records of a match are found by."""
    return f"{event} R{number} T{table}"


def match_place(match: str) -> tuple[int, int] | None:
    """Round and table of a match's name; None when the desk did not give it."""
    parts = match.rsplit(" ", 2)
    if len(parts) == 3 and parts[1][:1] == "R" and parts[2][:1] == "T":
        with suppress(ValueError):
            return int(parts[1][1:]), int(parts[2][1:])
    return None


def table_number(name: str) -> int | None:
    """The number in a table's name: `7`, `T7` and `table-7` all stand for table 7."""
    digits = "".join(sign for sign in name if sign.isdecimal())
    return int(digits) if digits and len(digits) < 5 else None
