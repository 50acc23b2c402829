"""Helpers with phones: they get in by code, see what the desk sees, and act under their names."""

import asyncio
import http.client
import json
import ssl
from contextlib import asynccontextmanager, suppress

import cv2
import numpy as np
import pytest

from rules.journal import Draft, Journal, Picture
from rules.journal.clips import MEDIA, write_avi
from rules.tournament import acts
from rules.tournament.plan import TournamentPlan
from tests.desk.hubs import hub, same, until
from tests.desk.test_desk_service import desk as working_desk
from tests.desk.test_desk_service import table
from ui.app.errors import UserError
from ui.desk.archive import Archive
from ui.desk.contact_sheet import contact_sheet
from ui.desk.helper_page import HelperPage, facts, helpers_served, obey
from ui.desk.service import DeskService


@asynccontextmanager
async def desk(folder, *, players=4, **plan):
    with hub(folder / "hub") as server:
        service = DeskService(folder, server=server, archive=Archive(folder / "archive.db"),
                              host="127.0.0.1")  # fmt: skip
        service.do(acts.Found(plan=TournamentPlan(name="Night", **plan)))
        for name in ("Ana", "Ben", "Caro", "Dan", "Eva")[:players]:
            service.do(acts.Enter(name=name))
        yield service
        service.close()


class Phone:
    """A browser, as far as the page is concerned."""

    def __init__(self, page, *, tls=False):
        self.page, self.cookie = page, ""
        self.trust = None
        if tls:
            certificate = page._certificate.certificate.read_text(encoding="ascii")
            self.trust = ssl.create_default_context(cadata=certificate)
            self.trust.check_hostname = False
            self.trust.verify_flags &= ~ssl.VERIFY_X509_STRICT

    def connection(self):
        if self.trust is not None:
            return http.client.HTTPSConnection("127.0.0.1", self.page.port, context=self.trust)
        return http.client.HTTPConnection("127.0.0.1", self.page.port, timeout=10)

    async def ask(self, method, path, body=None):
        return await asyncio.to_thread(self._ask, method, path, body)

    def _ask(self, method, path, body):
        talk = self.connection()
        headers = {"Cookie": self.cookie, "Content-Type": "application/json"}
        talk.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = talk.getresponse()
        if cookie := answer.getheader("Set-Cookie"):
            self.cookie = cookie.partition(";")[0]
        told = answer.status, answer.read() if path != "/tables" else answer.readline()
        talk.close()
        return told

    async def say(self, **command):
        status, told = await self.ask("POST", "/command", {"who": "Hanna", **command})
        return status, json.loads(told).get("error", "")


@asynccontextmanager
async def served(service, **how):
    page = HelperPage(service, ("127.0.0.1", 0), service.server.certificate, **how)
    async with helpers_served(page):
        yield page


async def test_a_helper_enters_results_and_the_desk_knows_who_did(tmp_path):
    async with desk(tmp_path) as service, served(service) as page:
        phone = Phone(page)
        for path in ("/", "/desk.js", "/desk.css"):
            assert (await phone.ask("GET", path))[0] == 200
        assert (await phone.ask("GET", "/page.js"))[0] == 404  # that is the table's
        assert await phone.say(do="draft") == (200, "")
        assert service.draft is not None
        assert await phone.say(do="publish", round=1) == (200, "")
        assert await phone.say(do="result", table=1, wins=[1, 0]) == (200, "")
        assert await phone.say(do="result", table=9, wins=[1, 0]) == (
            409, "nobody plays at table 9 in this round.",
        )  # fmt: skip
        assert await phone.say(do="result", table=2, wins=[3, 0]) == (
            409, "3:0 cannot be: the match is best of 1, won with 1.",
        )  # fmt: skip
        assert service.state.round.results[1].by == "Hanna"
        assert await phone.say(do="clock", on=True) == (200, "")
        assert await phone.say(do="clock", on=False, table=2) == (200, "")
        assert set(service.state.clock.paused) == {2}
        assert await phone.say(do="time", table=2, minutes=5) == (200, "")
        service.do(acts.CallJudge(table="2", text="a die fell"))
        assert await phone.say(do="take", call=1) == (200, "")
        assert service.state.calls[0].judge == "Hanna"
        told = {"call": 1, "ruling": "roll again", "penalty": "warning", "player": 1}
        assert await phone.say(do="rule", **told) == (200, "")
        assert service.state.penalties[0].judge == "Hanna"
        assert await phone.say(do="enter", name="Zoë") == (200, "")
        assert await phone.say(do="drop", player=5) == (200, "")
        assert await phone.say(do="call time") == (200, "")
        assert service.state.clock.called == {2}


NONSENSE = (
    {}, {"do": "nothing"}, {"do": "result", "table": "1", "wins": [1, 0]}, {"do": "time"},
    {"do": "result", "table": 1, "wins": [1, 0, 0]}, {"do": "enter", "name": ""},
    {"do": "clock", "on": 1}, {"do": "take", "call": 1, "who": ""}, {"do": "draft", "more": 1},
    {"do": "enter", "name": "x" * 61}, {"do": "found", "plan": {"name": "another"}},
)  # fmt: skip


async def test_what_nobody_understands_changes_nothing(tmp_path):
    async with desk(tmp_path) as service:
        before = service.state
        for command in NONSENSE:
            told = obey(service, {"who": "Hanna", **command})
            assert "does not understand" in told, command
        assert service.state == before


async def test_from_another_machine_a_code_is_needed_and_each_lets_one_helper_in(tmp_path):
    async with desk(tmp_path) as service, served(service, local=False) as page:
        stranger, watcher, helper = (Phone(page, tls=True) for _ in range(3))
        assert (await stranger.ask("GET", "/tables"))[0] == 401
        assert (await stranger.ask("POST", "/enter", {"code": "00000000"}))[0] == 403
        assert (await stranger.say(do="draft"))[0] == 403
        assert (await watcher.ask("POST", "/enter", {"code": page.watch_code}))[0] == 200
        assert await watcher.say(do="draft") == (403, "watching only")
        once = page.helper_code
        assert (await helper.ask("POST", "/enter", {"code": once}))[0] == 200
        assert await helper.say(do="draft") == (200, "")
        await until(lambda: page.helper_code != once)
        assert page.helper_code in " ".join(service.helpers())
        assert (await stranger.ask("POST", "/enter", {"code": once}))[0] == 403
        assert (await watcher.ask("GET", "/tables"))[0] == 200


async def test_the_page_shows_what_the_desk_shows(tmp_path):
    async with desk(tmp_path, players=5) as service:
        service.prepare()
        drafted = facts(service)
        assert drafted["draft"]["round"] == 1
        service.publish()
        service.do(acts.CallJudge(table="1", text="<b>a die fell</b>"))
        shown = json.loads(json.dumps(facts(service)))
        assert shown["draft"] is None
        assert [len(one["players"]) for one in shown["matches"]] == [2, 2]
        assert shown["tables"][0]["state"] == "JUDGE"
        assert "<b>a die fell</b>" in shown["calls"][0]["about"][0]
        assert len(shown["standings"]["rows"]) == 5


async def test_a_judge_sees_the_newest_clip_of_what_a_call_is_about(tmp_path):
    stills = [cv2.imencode(".jpg", np.full((90, 160, 3), 20 * n, np.uint8))[1] for n in range(12)]
    clip = write_avi([still.tobytes() for still in stills], 3.0, (160, 90))
    with (
        hub(tmp_path / "hub") as server,
        Journal.create(tmp_path / "a.diceref", "tmnt", {}) as game,
    ):
        game.append(Draft(kind="note", facts={"text": "x"}), [Picture("clip.avi", MEDIA, clip)])
        async with (
            working_desk(tmp_path, server) as service,
            table(server, "T1", game),
            served(service) as page,
        ):
            service.do(acts.Found(plan=TournamentPlan(name="Night")))
            await until(lambda: same(service.archive, tmp_path / "a.diceref"))
            service.do(acts.CallJudge(table="T2", text="nothing there"))
            service.do(acts.CallJudge(table="T1", text="a die fell"))
            phone = Phone(page)
            assert await phone.say(do="picture", call=1) == (
                409, "no entry of this game has a still or clip.",
            )  # fmt: skip
            assert await phone.say(do="picture", call=2) == (200, "")
            await until(lambda: page._pictured["number"])
            assert page._pictured == {"call": 2, "number": 1, "why_not": ""}
            status, seen = await phone.ask("GET", "/picture?1")
            assert status == 200
            assert cv2.imdecode(np.frombuffer(seen, np.uint8), 1).shape == (3 * 270, 3 * 480, 3)


@pytest.mark.parametrize("content", [b"", b"no picture", b"RIFF" + b"x" * 100])
@pytest.mark.parametrize("media", ["image/jpeg", MEDIA])
def test_what_is_no_picture_is_told_in_a_sentence(content, media):
    with pytest.raises(ValueError, match="what the table sent is no"):
        contact_sheet(content, media)


async def test_a_page_that_was_killed_is_served_again_and_the_desk_never_notices(tmp_path):
    async with desk(tmp_path) as service, served(service) as page:
        page._page.kill()
        phone = Phone(page)
        async with asyncio.timeout(30):
            while True:
                with suppress(OSError, http.client.HTTPException):
                    if (await phone.say(do="draft"))[0] == 200:
                        break
                await asyncio.sleep(0.1)
        assert service.draft is not None


async def test_an_address_that_is_taken_is_told_in_a_sentence(tmp_path):
    async with desk(tmp_path) as service, served(service) as page:
        again = HelperPage(service, ("127.0.0.1", page.port), service.server.certificate)
        with pytest.raises(UserError, match="choose another address with --helpers"):
            await again.start()
