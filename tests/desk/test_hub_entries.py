"""What a table has on its disk reaches the archive: all of it, once, in order, whatever dies."""

import asyncio
import shutil
import sqlite3
import time

import pytest

from rules.journal import Draft, Header, Journal
from rules.journal.entry import chained
from rules.journal.signing import Signature, TableKey
from tests.desk.hubs import begun, following, hub, note, publishing, random_record, same, until
from ui.desk.archive import Archive
from ui.hub import names
from ui.hub.follower import Arrived, Cursor


@pytest.fixture
def archive(tmp_path):
    kept = Archive(tmp_path / "archive.db")
    yield kept
    kept.close()


async def test_entries_arrive_while_they_are_written_and_after(tmp_path, archive):
    old = random_record(tmp_path / "old.diceref", 30)
    with hub(tmp_path / "hub") as server, begun(tmp_path / "new.diceref") as journal:
        async with (
            following(server, archive),
            publishing(server, "T1", old, tmp_path / "new.diceref") as publisher,
        ):
            await until(lambda: same(archive, old))
            for number in range(20):
                note(journal, f"now {number}")
            await until(lambda: same(archive, tmp_path / "new.diceref"))
            await until(lambda: publisher.told[-1] == "up to date")
            assert publisher.behind == 0
    assert archive.alarms() == ()


async def test_a_hub_that_is_killed_loses_nothing_and_is_started_again(tmp_path, archive):
    with hub(tmp_path / "hub") as server, begun(tmp_path / "a.diceref") as journal:
        async with (
            following(server, archive),
            publishing(server, "T1", tmp_path / "a.diceref") as publisher,
        ):
            for round_number in range(4):
                for number in range(15):
                    note(journal, f"{round_number} {number}")
                    await asyncio.sleep(0.005)
                server._process.kill()
                restarts = server.restarts
                await until(lambda seen=restarts: server.restarts > seen and server.alive)
            await until(lambda: same(archive, tmp_path / "a.diceref"))
            assert "away" in publisher.told
    assert archive.alarms() == ()


def stopped(server):
    """The server is down and stays down until `start`."""
    server.stop()
    server._stopping.clear()


async def test_a_hub_whose_store_was_deleted_is_filled_again(tmp_path, archive):
    with hub(tmp_path / "hub") as server, begun(tmp_path / "a.diceref") as journal:
        async with following(server, archive), publishing(server, "T1", tmp_path / "a.diceref"):
            for _ in range(20):
                note(journal)
            await until(lambda: same(archive, tmp_path / "a.diceref"))
            stopped(server)
            shutil.rmtree(server.folder / "store")
            for _ in range(5):
                note(journal)
            server.start()
            await until(lambda: same(archive, tmp_path / "a.diceref"))
        empty = Archive(tmp_path / "another.db")
        async with following(server, empty):  # the hub itself has all of it again
            await until(lambda: same(empty, tmp_path / "a.diceref"))
        empty.close()
    assert archive.alarms() == ()


async def test_a_hub_that_was_put_back_from_an_older_copy_gets_the_rest_again(tmp_path, archive):
    with hub(tmp_path / "hub") as server, begun(tmp_path / "a.diceref") as journal:
        async with following(server, archive), publishing(server, "T1", tmp_path / "a.diceref"):
            for _ in range(10):
                note(journal)
            await until(lambda: same(archive, tmp_path / "a.diceref"))
            stopped(server)
            shutil.copytree(server.folder / "store", tmp_path / "copy")
            server.start()
            for _ in range(10):
                note(journal)
            await until(lambda: same(archive, tmp_path / "a.diceref"))
            stopped(server)
            shutil.rmtree(server.folder / "store")
            (tmp_path / "copy").rename(server.folder / "store")
            server.start()
            empty = Archive(tmp_path / "another.db")
            async with following(server, empty):
                await until(lambda: same(empty, tmp_path / "a.diceref"))
            empty.close()
            note(journal)
            await until(lambda: same(archive, tmp_path / "a.diceref"))
    assert archive.alarms() == ()


async def test_the_desk_goes_on_where_it_stopped(tmp_path, archive):
    with hub(tmp_path / "hub") as server, begun(tmp_path / "a.diceref") as journal:
        async with publishing(server, "T1", tmp_path / "a.diceref"):
            for _ in range(3):
                async with following(server, archive) as follower:
                    await until(lambda: same(archive, tmp_path / "a.diceref"))
                fresh = sum(len(taken.fresh) for taken in follower.taken)
                assert fresh <= 9  # nothing of before is read as new
                for _ in range(8):
                    note(journal)
            async with following(server, archive):
                await until(lambda: same(archive, tmp_path / "a.diceref"))


async def test_a_record_put_back_from_an_older_copy_is_told_and_hands_in_nothing(tmp_path, archive):
    path, copy = tmp_path / "a.diceref", tmp_path / "copy.diceref"
    with hub(tmp_path / "hub") as server:
        with begun(path) as journal:
            note(journal)
            journal.save_as(copy)
            note(journal, "what was played")
        async with following(server, archive):
            async with publishing(server, "T1", path):
                await until(lambda: same(archive, path))
            async with publishing(server, "T1", copy) as publisher:
                await until(lambda: publisher.contradictions)
                assert "older copy" in publisher.contradictions[0]
            with Journal.open(copy) as journal:
                note(journal, "another entry 3")
            async with publishing(server, "T1", copy) as publisher:
                await until(lambda: publisher.contradictions)
                assert "entry 3 of copy.diceref is another one" in publisher.contradictions[0]
        assert same(archive, path)


async def test_another_entry_of_the_same_number_is_a_red_alarm_and_nothing_is_overwritten(
    tmp_path, archive
):
    path, copy = tmp_path / "a.diceref", tmp_path / "copy.diceref"
    with hub(tmp_path / "hub") as server:
        with begun(path) as journal:
            note(journal)
            journal.save_as(copy)
            note(journal, "what was played")
        async with following(server, archive):
            async with publishing(server, "T1", path):
                await until(lambda: same(archive, path))
            stopped(server)
            shutil.rmtree(server.folder / "store")  # the hub cannot know any more
            server.start()
            with Journal.open(copy) as journal:
                note(journal, "another entry 3")
            async with publishing(server, "T1", copy):
                await until(archive.alarms)
        (alarm,) = archive.alarms()
        assert (alarm.table, alarm.entry) == ("T1", 3)
        assert "is another one" in alarm.text
        assert same(archive, path)


async def test_a_table_can_publish_as_itself_only(tmp_path, archive):
    path = random_record(tmp_path / "a.diceref", 3)
    with hub(tmp_path / "hub") as server:
        server.accounts.table("T2")
        async with following(server, archive), publishing(server, "T1", path) as publisher:
            await until(lambda: same(archive, path))
            client, event = publisher.client, server.accounts.event
            for subject in (
                names.entry_subject(event, "T2", "0123456789abcdef"),
                names.last_entry_request(event, "T2", "0123456789abcdef"),
                names.hello_subject(event, "T2"),
                names.order_subject(event, "T1"),
                "$JS.API.STREAM.DELETE." + names.stream_name(event, names.shard_of("T1")),
            ):
                with pytest.raises(TimeoutError):
                    await client.request(subject, b"{}", timeout=0.4)
            overheard = await client.subscribe(names.order_subject(event, "T2"))
            await asyncio.sleep(0.1)
            assert overheard.pending_msgs == 0
        assert len(archive.games()) == 1


@pytest.mark.slow
async def test_a_hub_without_room_is_said_and_tried_again(tmp_path, archive):
    path = random_record(tmp_path / "a.diceref", 400)
    with hub(tmp_path / "hub") as server:
        conf = server._configuration
        write = server._write_configuration

        def small():
            write()
            text = conf.read_text().replace('"store_dir"', '"max_file_store": 60000, "store_dir"')
            conf.write_text(text)

        stopped(server)
        server._write_configuration = small
        server.start()
        async with following(server, archive), publishing(server, "T1", path) as publisher:
            await until(lambda: any(told.startswith("full") for told in publisher.told))
            assert not same(archive, path)
            stopped(server)
            server._write_configuration = write
            server.start()
            await until(lambda: same(archive, path))


def test_entries_are_kept_with_the_cursor_or_not_at_all(tmp_path, archive):
    database = sqlite3.connect(tmp_path / "archive.db")
    database.execute(
        "CREATE TRIGGER no BEFORE INSERT ON cursor BEGIN SELECT RAISE(ABORT,'no'); END"
    )
    database.commit()
    with begun(tmp_path / "a.diceref") as journal:
        first = journal.entry(1)
        one = Arrived("s", 1, "T1", names.game_id(first.hash), 1, journal.body(1), first.hash)
    with pytest.raises(Exception, match="no"):
        archive.take([one], {"s": Cursor("now", 1, first.hash)})
    assert archive.games() == ()
    database.execute("DROP TRIGGER no")
    database.commit()
    assert archive.take([one], {"s": Cursor("now", 1, first.hash)}).fresh == (one,)


def of_one_stream():
    """Two tables whose entries lie in the same stream."""
    first = "T1"
    second = next(f"T{n}" for n in range(2, 99) if names.shard_of(f"T{n}") == names.shard_of(first))
    return first, second


async def handed_in(server, table, path):
    """This table alone hands in all that it has."""
    async with publishing(server, table, path) as publisher:
        await until(lambda: publisher.told and publisher.told[-1] == "up to date")


@pytest.mark.slow
@pytest.mark.parametrize("desk_looks_on", [True, False])
@pytest.mark.parametrize("put_back", [True, False])
async def test_a_stream_that_was_filled_anew_in_another_order_is_read_anew(
    tmp_path, archive, put_back, desk_looks_on
):
    one, other = of_one_stream()
    a, b = tmp_path / "a.diceref", random_record(tmp_path / "b.diceref", 4, seed=9)
    store, copy = tmp_path / "hub" / "store", tmp_path / "copy"
    with hub(tmp_path / "hub") as server, begun(a) as journal:
        async with following(server, archive):
            await handed_in(server, one, a)
            stopped(server)
            shutil.copytree(store, copy)
            server.start()
            for _ in range(12):
                note(journal)
            await handed_in(server, one, a)
            await handed_in(server, other, b)
            await until(lambda: same(archive, a) and same(archive, b))
            if desk_looks_on:
                await filled_anew(server, store, copy if put_back else None, (one, a), (other, b))
                await until(lambda: same(archive, b) and same(archive, a))
        if not desk_looks_on:
            async with following(server, Archive(tmp_path / "another.db")):  # makes the streams
                await filled_anew(server, store, copy if put_back else None, (one, a), (other, b))
            async with following(server, archive):
                await until(lambda: same(archive, b) and same(archive, a))
    assert archive.alarms() == ()


async def filled_anew(server, store, copy, one, other):
    """The hub's store is gone or old; the second table, which has more by now, hands in first."""
    stopped(server)
    shutil.rmtree(store)
    if copy is not None:
        shutil.copytree(copy, store)
    with Journal.open(other[1]) as journal:
        for _ in range(3):
            note(journal)
    server.start()
    await handed_in(server, *other)
    await handed_in(server, *one)


async def test_a_connection_that_its_library_has_given_up_is_made_anew(
    tmp_path, archive, monkeypatch
):
    monkeypatch.setattr("ui.hub.connection.PATIENCE_S", 0.5)
    with hub(tmp_path / "hub") as server, begun(tmp_path / "a.diceref") as journal:
        async with (
            following(server, archive),
            publishing(server, "T1", tmp_path / "a.diceref") as publisher,
        ):
            await until(lambda: same(archive, tmp_path / "a.diceref"))
            given_up = publisher.client
            monkeypatch.setattr(type(given_up), "_select_next_server", never)
            given_up._transport.close()  # its own task for that now dies of what it does not expect
            await until(lambda: not given_up.is_connected)
            monkeypatch.undo()
            monkeypatch.setattr("ui.hub.connection.PATIENCE_S", 0.5)
            note(journal)
            await until(lambda: same(archive, tmp_path / "a.diceref"))
            assert publisher.client is not given_up


async def never(client):
    raise EOFError(client)


def signed_record(path, key, length=3, **how):
    with Journal.create(path, "tmnt", {}, Header(), wall_time=time.time(), key=key, **how) as whole:
        for number in range(length):
            note(whole, f"entry {number + 2}")
    return path


def forged(path, *, as_if, **changed):
    """The same record with other words in its last entry, hashed anew and signed by another key."""
    with Journal.open(path, read_only=True) as journal:
        *first, last = journal.entries()
        signatures = list(journal.signatures())[:-1]
    said = {name: getattr(last, name) for name in Draft.__struct_fields__}
    entry = chained(Draft(**{**said, **changed}), last.number, last.previous)
    copy = path.with_name("forged.diceref")
    with Journal.bare(copy) as journal:
        if as_if is not None:
            signatures.append(Signature(entry.number, *as_if(entry)))
        journal.copy_in([*first, entry], [], signatures)
    return copy


OWN, ANOTHER = "own.key", "another.key"
FORGERIES = {
    "by another key": lambda own, other: lambda e: (other.signer, other.sign(e.hash)),
    "in the table's name": lambda own, other: lambda e: (own.signer, other.sign(e.hash)),
    "with the signature of the entry before": lambda own, other: lambda e: (
        own.signer, own.sign(e.previous)
    ),
    "with no signature": lambda own, other: None,
    "with half a signature": lambda own, other: lambda e: (own.signer, own.sign(e.hash)[:32]),
}  # fmt: skip


@pytest.mark.parametrize("how", FORGERIES)
async def test_what_the_table_has_not_signed_is_a_red_alarm_and_is_not_taken_in(
    tmp_path, archive, monkeypatch, how
):
    own, other = TableKey.at(tmp_path / OWN), TableKey.at(tmp_path / ANOTHER)
    path = signed_record(tmp_path / "a.diceref", own)
    copy = forged(path, as_if=FORGERIES[how](own, other), facts={"text": "Bo has won"})
    monkeypatch.setattr("ui.desk.arriving.UNSIGNED_S", 0.5)
    archive.arrivals.key_of = {"T1": own.signer}.get
    with hub(tmp_path / "hub") as server:
        async with following(server, archive) as follower:
            async with publishing(server, "T1", copy) as publisher:
                await until(lambda: publisher.told and publisher.told[-1] == "up to date")
                await asyncio.sleep(0.7)
                await follower.on_keeper(archive.look_for_unsigned)
                await until(archive.alarms, 20)
            (alarm,) = archive.alarms()
            assert (alarm.table, alarm.entry) == ("T1", 4)
            assert "sign" in alarm.text
            (game,) = archive.games()
            assert game.entries == 3  # what was signed
            with Journal.open(path, read_only=True) as journal:  # the true record comes by hand
                assert archive.import_record(journal, "T1") == 1
        assert same(archive, path)


async def test_a_table_adds_nothing_to_the_game_of_another(tmp_path, archive):
    own, other = TableKey.at(tmp_path / OWN), TableKey.at(tmp_path / ANOTHER)
    path, copy = signed_record(tmp_path / "a.diceref", own), tmp_path / "copy.diceref"
    archive.arrivals.key_of = {"T1": own.signer, "T2": other.signer}.get
    with hub(tmp_path / "hub") as server:
        async with following(server, archive):
            async with publishing(server, "T1", path):
                await until(lambda: same(archive, path))
            with Journal.open(path) as journal:
                journal.save_as(copy)
            with Journal.open(copy, key=other) as journal:
                note(journal, "Bo has won")
            async with publishing(server, "T2", copy):
                await until(archive.alarms)
            assert same(archive, path)
    assert "handed in by table T2, and the game is table T1's" in archive.alarms()[0].text


def as_handed_in(path, table="T1"):
    """A record's entries as they lie at the hub."""
    with Journal.open(path, read_only=True) as journal:
        for place, stored in enumerate(journal.entries_after(0), start=1):
            entry, signed = stored.entry, stored.signature or Signature(0, "", b"")
            yield Arrived("s", place, table, names.game_id(journal.entry(1).hash), entry.number,
                          stored.body, entry.hash, signed.signer, signed.signature)  # fmt: skip


def test_a_batch_is_taken_with_its_signature_and_not_before(tmp_path, archive):
    path = tmp_path / "a.diceref"
    with Journal.create(path, "tmnt", {}, key=TableKey.at(tmp_path / OWN)) as journal:
        journal.append_all([Draft(kind="note", facts={"text": str(n)}) for n in range(4)])
    first, *batch = as_handed_in(path)
    assert [bool(one.signer) for one in batch] == [False, False, False, True]
    cursor = {"s": Cursor("now", 4, batch[2].digest)}
    assert archive.take([first, *batch[:3]], cursor).fresh == (first,)
    again = Archive(tmp_path / "archive.db")  # the desk was killed meanwhile
    assert again.take([batch[3]], cursor).gaps == {"s"}  # and reads the stream anew
    assert again.take([first, *batch], cursor).fresh == tuple(batch)
    again.close()
    assert archive.alarms() == ()
