"""The desk and its tables, each a process of its own, talk over a real hub."""

import asyncio
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from rules.journal import Draft, Header, Journal, Picture
from rules.registry import known_game
from rules.tournament import acts
from rules.tournament.plan import TournamentPlan
from tests.bench.replayed import ReplayedSource
from tests.desk.hubs import access, hub, note, same, until
from tests.ui.tables import attack_step
from ui.app.table_model import JudgeRuled, MoreTime, RunClocks, TimeCalled
from ui.desk.archive import Archive
from ui.desk.service import DeskService, match_name
from ui.hub.link import TableLink, who_plays


@asynccontextmanager
async def desk(folder, server):
    service = DeskService(folder, server=server, archive=Archive(folder / "archive.db"),
                          host="127.0.0.1")  # fmt: skip
    task = asyncio.create_task(service.run())
    await until(lambda: service.follower is not None)
    try:
        yield service
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError, BaseExceptionGroup):
            await task
        service.close()


@asynccontextmanager
async def table(server, name, journal):
    """A table's dashboard as far as the desk is concerned, with the real process behind it."""
    told = []
    kept = journal.where + ".access"
    access(server, name).keep(Path(kept))
    model = replace(attack_step(), witness=journal.witness.line(), journal=journal.where)
    source = ReplayedSource([model])

    link = await asyncio.to_thread(
        TableLink, Path(kept), [Path(journal.where)], told.append, source
    )
    try:
        yield SimpleNamespace(link=link, source=source, told=told, access=Path(kept))
    finally:
        await asyncio.to_thread(link.close)


def founded(service, players=4, **plan):
    service.do(acts.Found(plan=TournamentPlan(name="Club night", **plan)))
    for name in ("Ana", "Ben", "Caro", "Dan", "Eva", "Finn")[:players]:
        service.do(acts.Enter(name=name))


def game_of(path, service, number, at, names, *, conceded=None):
    """A record of a game of the tournament."""
    game = known_game("tmnt")
    header = Header(match=match_name(service.event, number, at), round=number, table=str(at),
                    players=names)  # fmt: skip
    journal = Journal.create(path, "tmnt", game.demo_setup(), header, wall_time=float(at))
    if conceded is not None:
        journal.append(Draft(kind="result", facts={"conceded": conceded}))
    return journal


async def test_a_table_hands_in_calls_a_judge_and_obeys(tmp_path):
    with (
        hub(tmp_path / "hub") as server,
        Journal.create(tmp_path / "a.diceref", "tmnt", {}) as game,
    ):
        async with desk(tmp_path, server) as service, table(server, "T1", game) as at:
            await until(lambda: same(service.archive, tmp_path / "a.diceref"))
            await until(lambda: service.tables["T1"].hello.players)
            note(game)
            await until(lambda: same(service.archive, tmp_path / "a.diceref"))
            said = []
            founded(service)
            at.link.call_judge("the die fell", said.append)
            await until(lambda: said)
            assert said == ["The desk knows: a judge comes."]
            call = service.state.calls[0]
            assert (call.table, call.text) == ("T1", "the die fell")
            service.do(acts.TakeCall(call=1, judge="Caro"))
            await until(lambda: any("Caro is coming" in line for line in at.told))
            service.do(acts.Rule(call=1, judge="Caro", ruling="roll again", why="cocked"))
            await until(lambda: JudgeRuled("roll again", "cocked", "Caro") in at.source.sent)
            service.prepare()
            service.publish()
            await until(lambda: any("Round 1, table 1" in line for line in at.told))
            service.do(acts.RunClock(on=True))
            service.do(acts.AddTime(table=1, seconds=90))
            await until(lambda: {RunClocks(on=True), MoreTime(90)} <= set(at.source.sent))
            await until(lambda: not service.tables["T1"].unanswered)
            seated = await asyncio.to_thread(who_plays, at.access)
            assert (seated.round, seated.table, len(seated.players)) == (1, 1, 2)


async def test_a_call_before_there_is_an_event_is_refused_with_a_sentence(tmp_path):
    with (
        hub(tmp_path / "hub") as server,
        Journal.create(tmp_path / "a.diceref", "tmnt", {}) as game,
    ):
        async with desk(tmp_path, server), table(server, "T1", game) as at:
            said = []
            await until(lambda: at.link.state == "up to date")
            at.link.call_judge("help", said.append)
            await until(lambda: said)
            assert said == ["there is no event yet."]


async def test_results_come_from_the_records_and_count_once_both_confirm(tmp_path):
    with hub(tmp_path / "hub") as server:
        async with desk(tmp_path, server) as service:
            founded(service, 2)
            service.prepare()
            service.publish()
            seating = service.state.round.seatings[0]
            names = tuple(map(service.state.name, seating.players))
            turned = names[::-1]  # they sit the other way round at the table
            with game_of(tmp_path / "g.diceref", service, 1, 1, turned, conceded=0) as game:
                async with table(server, "T1", game) as at:
                    asked = []
                    at.link.ask_players = lambda text, players: asked.append((text, players))
                    await until(lambda: service.state.round.results)
                    found = service.state.round.results[1]
                    assert (found.wins, found.source) == ((1, 0), "record")
                    assert service.state.round.outstanding
                    await until(lambda: asked)
                    assert asked == [(f"{' : '.join(names)}, 1:0", names)]
                    said = []
                    from ui.hub.messages import ConfirmResult

                    for name in (*names, "Nobody"):
                        at.link.ask(ConfirmResult(name), lambda a: said.append(a.refused or a.text))
                    await until(lambda: len(said) == 3)
                    assert not service.state.round.outstanding
                    assert any("Nobody does not play" in line for line in said)


async def test_a_picture_is_fetched_from_the_table_and_only_the_right_one(tmp_path):
    picture = Picture("die-3", "image/png", b"a die that fell" * 40_000)
    with (
        hub(tmp_path / "hub") as server,
        Journal.create(tmp_path / "a.diceref", "tmnt", {}) as game,
    ):
        game.append(Draft(kind="foul", facts={"number": 1, "text": "a die too many"}), [picture])
        async with desk(tmp_path, server) as service, table(server, "T1", game):
            await until(lambda: same(service.archive, tmp_path / "a.diceref"))
            (archived,) = service.archive.games()
            (named,) = service.archive.pictures(archived.id)
            found = await service.picture("T1", archived.id, named.sha256)
            assert found == picture.content
            with pytest.raises(ValueError, match="not on this table's disk"):
                await service.picture("T1", archived.id, "f" * 64)


async def test_time_is_called_at_every_table_that_still_plays(tmp_path):
    with (
        hub(tmp_path / "hub") as server,
        Journal.create(tmp_path / "a.diceref", "tmnt", {}) as game,
    ):
        async with desk(tmp_path, server) as service, table(server, "T1", game) as at:
            await until(lambda: "T1" in service.tables)
            founded(service, 4, minutes=1, extra_turns=5)
            service.prepare()
            service.publish()
            service.do(acts.RunClock(on=True))
            service.do(acts.AddTime(table=1, seconds=-59.5))
            await until(lambda: any("Time! Finish this turn, then 5 more" in t for t in at.told))
            assert sum("table 1: time is up" in line for line in service.notices) == 1
            service.do(acts.CallTime(round=1))
            await until(lambda: "table 2: time is up, call it out" in " ".join(service.notices))
            assert TimeCalled() not in at.source.sent


async def test_sudden_death_is_called_and_one_table_stands_while_the_others_go_on(tmp_path):
    with (
        hub(tmp_path / "hub") as server,
        Journal.create(tmp_path / "a.diceref", "tmnt", {}) as game,
    ):
        async with desk(tmp_path, server) as service, table(server, "T1", game) as at:
            await until(lambda: "T1" in service.tables)
            founded(service, 4, minutes=45, game_minutes=20)
            service.prepare()
            service.publish()
            service.do(acts.PauseTable(table=1, on=True))
            await until(lambda: RunClocks(on=False) in at.source.sent)
            service.do(acts.RunClock(on=True))
            service.do(acts.PauseTable(table=1, on=False))
            await until(lambda: RunClocks(on=True) in at.source.sent)
            service.do(acts.CallTime(round=1))
            await until(lambda: TimeCalled() in at.source.sent)
            assert any("then sudden death" in line for line in at.told)
            assert at.source.sent.count(RunClocks(on=True)) == 1


async def test_a_result_by_hand_that_the_record_contradicts_is_told(tmp_path):
    with hub(tmp_path / "hub") as server:
        async with desk(tmp_path, server) as service:
            founded(service, 2)
            service.prepare()
            service.publish()
            service.do(acts.ReportResult(round=1, table=1, wins=(0, 1)))
            names = tuple(map(service.state.name, service.state.round.seatings[0].players))
            with game_of(tmp_path / "g.diceref", service, 1, 1, names, conceded=1) as game:
                async with table(server, "T1", game):
                    await until(
                        lambda: any("the record says 1:0" in line for line in service.notices)
                    )
            assert service.state.round.results[1].wins == (0, 1)


async def test_a_table_plays_on_while_the_hub_is_gone_and_says_so_once(tmp_path):
    with (
        hub(tmp_path / "hub") as server,
        Journal.create(tmp_path / "a.diceref", "tmnt", {}) as game,
    ):
        async with desk(tmp_path, server) as service, table(server, "T1", game) as at:
            await until(lambda: at.link.state == "up to date")
            server.stop()
            server._stopping.clear()
            for number in range(30):
                note(game, str(number))
            await until(lambda: at.link.state == "away")
            await asyncio.sleep(2)
            server.start()
            await until(lambda: same(service.archive, tmp_path / "a.diceref"))
            await until(lambda: at.link.state == "up to date")
    assert sum("out of reach" in line for line in at.told) <= 2
    assert any("whole record again" in line for line in at.told)


@pytest.mark.slow
async def test_what_the_game_leaves_behind_is_handed_in_by_the_next(tmp_path):
    with (
        hub(tmp_path / "hub") as server,
        Journal.create(tmp_path / "a.diceref", "tmnt", {}) as game,
    ):
        server.stop()
        server._stopping.clear()
        async with table(server, "T1", game):
            for number in range(5):
                note(game, str(number))
        server.start()
        async with desk(tmp_path, server) as service, table(server, "T1", game):
            await until(lambda: same(service.archive, tmp_path / "a.diceref"))


async def test_the_event_goes_on_where_a_killed_desk_left_it(tmp_path):
    with hub(tmp_path / "hub") as server:
        async with desk(tmp_path, server) as service:
            founded(service, 4, seed=3)
            service.prepare()
            service.publish()
            state = service.state
        async with desk(tmp_path, server) as service:
            assert service.state == state


async def test_a_desk_that_is_closed_at_once_ends(tmp_path):
    with hub(tmp_path / "hub") as server:
        for number in range(12):
            folder = tmp_path / str(number)
            folder.mkdir()
            async with asyncio.timeout(60), desk(folder, server):
                await asyncio.sleep(number * 0.003)


def test_an_event_that_was_changed_on_the_disk_is_refused(tmp_path):
    import sqlite3

    from ui.app.errors import UserError
    from ui.desk.event_log import EventLog

    log = EventLog(tmp_path / "event.db")
    log.do(acts.Found(plan=TournamentPlan(name="Night")))
    log.do(acts.Enter(name="Ana"))
    log.back_up(tmp_path / "copy.db")
    log.close()
    with sqlite3.connect(tmp_path / "event.db") as database:
        database.execute("UPDATE act SET body = replace(body, 'Ana', 'Eve')")
    with pytest.raises(UserError, match="damaged at act 2"):
        EventLog(tmp_path / "event.db")
    assert len(EventLog(tmp_path / "copy.db")) == 2
    with sqlite3.connect(tmp_path / "copy.db") as database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(UserError, match="newer DiceRef"):
        EventLog(tmp_path / "copy.db")
    (tmp_path / "no.db").write_bytes(b"hello, this is no database at all" * 40)
    with pytest.raises(UserError, match="cannot be opened"):
        EventLog(tmp_path / "no.db")
