"""A join code lets one table in, from one device; wrong ones are counted."""

import asyncio
import os
import signal
import stat
import subprocess
import sys
import time
from contextlib import asynccontextmanager

import pytest

from tests.desk.hubs import (
    access,
    following,
    free_port,
    hub,
    publishing,
    random_record,
    same,
    until,
)
from ui.app.errors import UserError
from ui.desk.archive import Archive
from ui.hub.accounts import WRONG_A_MINUTE, Accounts
from ui.hub.connection import connect_once, join
from ui.hub.join_codes import JoinCode
from ui.hub.publisher import Publisher
from ui.hub.reception import Reception
from ui.hub.server import HubServer, check_version

DEVICE, ANOTHER = b"d" * 32, b"a" * 32


@asynccontextmanager
async def reception(server):
    client = await connect_once(access(server))
    opened = Reception(server, lambda: "Club night")
    await opened.open(client)
    yield opened
    await client.close()


async def test_a_table_joins_with_its_code_and_hands_in(tmp_path):
    record, archive = random_record(tmp_path / "a.diceref", 10), Archive(tmp_path / "archive.db")
    with hub(tmp_path / "hub") as server:
        async with reception(server) as desk, publishing(server, "T1") as earlier:
            code = desk.code("T2", "127.0.0.1")
            joined = await join(JoinCode.read(code), DEVICE)
            assert (joined.table, joined.title) == ("T2", "Club night")
            assert await join(JoinCode.read(code.lower().replace("-", " ")), DEVICE) == joined
            with pytest.raises(UserError, match="table T2 has joined already"):
                await join(JoinCode.read(code), ANOTHER)
            publisher = Publisher(joined, print)
            publisher.add(record)
            async with following(server, archive):
                task = asyncio.create_task(publisher.run())
                await until(lambda: same(archive, record))
                desk.new_code("T2")  # the device was lost: what it has is worth nothing any more
                with pytest.raises(UserError, match="ask"):
                    await asyncio.wait_for(task, 20)
            publisher.close()
            assert "away" not in earlier.told  # the others notice nothing of it
    archive.close()


async def test_a_table_is_known_by_the_key_with_which_it_has_joined(tmp_path):
    with hub(tmp_path / "hub") as server:
        async with reception(server) as desk:
            code = JoinCode.read(desk.code("T1", "127.0.0.1"))
            await join(code, DEVICE)  # an older DiceRef
            await join(code, DEVICE, "a" * 64)
            assert server.accounts.tables["T1"].key == "a" * 64
            with pytest.raises(UserError, match="another signing key"):
                await join(code, DEVICE, "b" * 64)
            with pytest.raises(UserError, match="another signing key"):
                await join(code, DEVICE)
            assert Accounts.at(server.accounts_file).tables["T1"].key == "a" * 64


async def test_a_wrong_code_and_a_wrong_desk_are_told_in_a_sentence(tmp_path):
    with hub(tmp_path / "hub") as server:
        async with reception(server) as desk:
            right = JoinCode.read(desk.code("T1", "127.0.0.1"))
            another = JoinCode(right.host, right.port, b"12345678", right.secret)
            with pytest.raises(UserError, match="is not the desk that gave out this code"):
                await join(another, DEVICE)
            guessed = JoinCode(right.host, right.port, right.fingerprint, b"guess")
            for _ in range(WRONG_A_MINUTE):
                with pytest.raises(UserError, match="of no table here"):
                    await join(guessed, DEVICE)
            assert desk.besieged
            with pytest.raises(UserError, match="try again in a minute"):
                await join(right, DEVICE)
    with pytest.raises(UserError, match=r"no desk answers at 127\.0\.0\.1"):
        await join(JoinCode("127.0.0.1", free_port(), right.fingerprint, right.secret), DEVICE)


@pytest.mark.parametrize("typed", ["", "hello", "1.2.3.4", "1.2.3.4/ABC", "1.2.3.4:99999/ABC", "/"])
def test_what_is_no_join_code_is_said_so(typed):
    with pytest.raises(UserError, match="join code"):
        JoinCode.read(typed)


def test_a_slip_in_a_join_code_is_noticed_where_it_is_typed():
    written = JoinCode("desk.local", 4253, b"12345678", b"abcde").written()
    assert JoinCode.read(written).written() == written
    host, _, digits = written.partition("/")
    for at, digit in enumerate(digits):
        if digit != "-":
            slip = digits[:at] + ("7" if digit != "7" else "8") + digits[at + 1 :]
            with pytest.raises(UserError, match="mistyped"):
                JoinCode.read(f"{host}/{slip}")


def test_two_tables_cannot_have_one_name(tmp_path):
    accounts = Accounts.at(tmp_path / "accounts.json")
    accounts.table("Red")
    with pytest.raises(UserError, match="there is a table 'Red' already"):
        accounts.table("red")
    with pytest.raises(UserError, match="cannot be called"):
        accounts.table("a.b")


def test_what_opens_the_hub_is_for_its_owner_only(tmp_path):
    with hub(tmp_path / "hub") as server:
        server.keep_accounts()
        for name in ("accounts.json", "nats.conf", "page.key"):
            assert stat.S_IMODE((server.folder / name).stat().st_mode) == 0o600


def test_the_hub_of_a_killed_desk_is_taken_over(tmp_path):
    port = free_port()
    desk = (
        "import sys, time; from pathlib import Path; from ui.hub.server import HubServer\n"
        f"s = HubServer(Path({str(tmp_path / 'hub')!r}), '127.0.0.1', {port}); s.start()\n"
        "print(s.pid, flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", desk], stdout=subprocess.PIPE, text=True) as first:
        left = int(first.stdout.readline())
        first.kill()
    with hub(tmp_path / "hub", port) as second:
        assert second.pid == left
        os.kill(left, signal.SIGKILL)
        deadline = time.monotonic() + 10
        while second.pid == left or not second.alive:  # watched like one of its own
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_a_taken_port_is_told(tmp_path):
    with hub(tmp_path / "hub") as first, pytest.raises(UserError, match="is taken by another"):
        HubServer(tmp_path / "another", "127.0.0.1", first.port).start()


@pytest.mark.parametrize("version", ["nats-server: v2.9.10", "2.9.25", "", "1.0"])
def test_a_server_that_cannot_sync_first_is_refused(version):
    with pytest.raises(UserError, match="cannot sync to its disk before it acknowledges"):
        check_version(version)


def test_a_server_that_can_is_taken():
    check_version("nats-server: v2.15.1")
    check_version("2.10.0")
