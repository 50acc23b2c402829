"""NATS servers of one's own instead of the desk's, set up as docs/tournament.md says."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager

import pytest

from rules.journal import Header, Journal, TableKey
from rules.tournament import acts
from rules.tournament.plan import TournamentPlan
from tests.desk.hubs import following, free_port, hub, note, publishing, random_record, same, until
from ui.app.errors import UserError
from ui.desk.archive import Archive
from ui.desk.service import DeskService
from ui.hub.connection import join
from ui.hub.join_codes import JoinCode
from ui.hub.publisher import Publisher
from ui.hub.server import check_version, server_program
from ui.web.certificate import certificate_in

pytestmark = pytest.mark.slow


def desk(home, *words):
    """`diceref desk`, as people type it."""
    program = "from ui.cli.start import command; command()"
    return [sys.executable, "-c", program, "desk", *words], {
        "env": {**os.environ, "DICEREF_HOME": str(home)},
        "text": True,
    }


def accounts_of(home):
    """What goes into the configuration of servers of one's own."""
    words, how = desk(home, "--accounts", "--tables", "2")
    return subprocess.run(words, stdout=subprocess.PIPE, check=True, **how).stdout


def running_desk(home, hub):
    words, how = desk(home, "--headless", "--tables", "2", "--hub", hub)
    return subprocess.Popen(words, stderr=subprocess.PIPE, **how)


@contextmanager
def own_servers(folder, accounts, count):
    """As many servers as one cluster, each with a certificate of its own; yields their ports."""
    ports, routes = ([free_port() for _ in range(count)] for _ in range(2))
    links = ", ".join(f'"nats://127.0.0.1:{port}"' for port in routes)
    with ExitStack() as stack:
        servers, certificates = [], ""
        for number, (port, route) in enumerate(zip(ports, routes, strict=True)):
            own = folder / f"server-{number}"
            own.mkdir(parents=True)
            made = certificate_in(own)
            certificates += made.certificate.read_text()
            together = f'cluster {{ name: own, listen: "127.0.0.1:{route}", routes: [{links}] }}'
            (own / "nats.conf").write_text(
                f"""server_name: "own-{number}"
listen: "127.0.0.1:{port}"
max_payload: 8MB
jetstream {{ store_dir: "{own}/store", sync_interval: always }}
tls {{ cert_file: "{made.certificate}", key_file: "{made.key}" }}
{together if count > 1 else ""}
{accounts}"""
            )
            words = [server_program(), "--config", str(own / "nats.conf")]
            log = stack.enter_context((own / "log").open("wb"))
            servers.append(stack.enter_context(subprocess.Popen(words, stdout=log, stderr=log)))
            stack.callback(servers[-1].kill)
        yield ports, certificates, servers


@pytest.mark.parametrize("count", [1, 3])
async def test_a_desk_with_servers_of_ones_own_is_set_up_as_the_page_says(tmp_path, count):
    home = tmp_path / "home"
    accounts = accounts_of(home)
    known = json.loads((home / "desk" / "desk-event" / "hub" / "accounts.json").read_text())
    with own_servers(tmp_path, accounts, count) as (ports, certificates, servers):
        (home / "desk" / "desk-event" / "hub" / "hub.crt").write_text(certificates)
        first, *others = (f"127.0.0.1:{port}" for port in ports)
        own_hub = ",".join([f"tls://desk:{known['desk_password']}@{first}", *others])
        key = TableKey.at(tmp_path / "table.key")
        path = tmp_path / "a.diceref"
        with (
            running_desk(home, own_hub) as running,
            Journal.create(path, "tmnt", {}, Header(), wall_time=time.time(), key=key) as game,
        ):
            try:
                code = await asyncio.to_thread(running.stderr.readline)
                joined = await join(JoinCode.read(code.split()[-1]), b"d" * 32, key.signer)
                assert joined.table == "T1"
                publisher = Publisher(joined, print)
                publisher.add(path)
                working = asyncio.create_task(publisher.run())
                archive = Archive(home / "desk" / "desk-event" / "archive.db")
                await until(lambda: same(archive, path), 90)
                if count > 1:  # the server that the code names is gone for good
                    servers[0].kill()
                for _ in range(20):
                    note(game)
                await until(lambda: same(archive, path), 90)
                assert archive.alarms() == ()
                working.cancel()
                publisher.close()
                archive.close()
            finally:
                running.terminate()  # whoever starts us in the background has Ctrl-C ignored
                await asyncio.to_thread(running.wait, 20)
        assert running.returncode == 0


def test_an_old_server_is_refused_with_the_reason():
    with pytest.raises(UserError, match="cannot sync to its disk before it acknowledges"):
        check_version("nats-server: v2.9.21")


@contextmanager
def small_disk(folder, size):
    """A file system of its own with so little room; skipped where that is not allowed."""
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if os.geteuid() or subprocess.run(words, check=False, capture_output=True).returncode:
        pytest.skip("needs to mount a file system: run as root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


async def test_a_disk_at_the_hub_that_is_really_full_is_said_and_nothing_is_lost(tmp_path):
    path = random_record(tmp_path / "a.diceref", 600)
    with small_disk(tmp_path / "small", "4m") as small, hub(small / "hub") as server:
        filling = small / "filling"
        archive = Archive(tmp_path / "archive.db")
        async with following(server, archive):
            await asyncio.sleep(1.0)
            filling.write_bytes(b"x" * max(0, shutil.disk_usage(small).free - 40_000))
            async with publishing(server, "T1", path) as publisher:
                await until(lambda: server.full)
                await until(lambda: {"stalled", "away"} & set(publisher.told))
                assert not same(archive, path)
                filling.unlink()  # somebody makes room
                await until(lambda: same(archive, path), 90)
                await until(lambda: publisher.told[-1] == "up to date")
        assert not server.full
        assert archive.alarms() == ()
        archive.close()


def enter(service, players):
    for number in range(players):
        service.do(acts.Enter(name=f"Player {number} {'x' * 40}"))


async def test_a_desk_whose_own_disk_is_full_refuses_in_a_sentence_and_goes_on(tmp_path):
    path = random_record(tmp_path / "a.diceref", 400)
    with small_disk(tmp_path / "small", "6m") as small, hub(tmp_path / "hub") as server:
        service = DeskService(
            small, server=server, archive=Archive(small / "archive.db"), host="127.0.0.1"
        )
        service.do(acts.Found(plan=TournamentPlan(name="Night")))
        working = asyncio.create_task(service.run())
        await until(lambda: service.follower is not None)
        filling = small / "filling"
        filling.write_bytes(b"x" * shutil.disk_usage(small).free)
        with pytest.raises(UserError, match="full"):
            enter(service, 200)
        entered = len(service.state.players)
        assert any(name == "disk" and not good for name, _, good in service.health())
        async with publishing(server, "T1", path):
            await until(lambda: "starts its work anew" in " ".join(service.notices))
            assert not same(service.archive, path)
            filling.unlink()
            await until(lambda: same(service.archive, path), 90)
        service.do(acts.Enter(name="Zoë"))
        assert len(service.state.players) == entered + 1
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        service.close()
