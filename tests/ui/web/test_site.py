"""What the page keeps for those who are behind, and how seldom it troubles the game."""

from urllib.parse import quote

import pytest

from ui.web import site as sites
from ui.web.codes import AccessCodes
from ui.web.connections import Connections
from ui.web.site import MOST_DELAY, Site


@pytest.fixture
def clock(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(sites.time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def asked():
    return []


@pytest.fixture
def site(asked):
    codes = AccessCodes(lambda _: None)

    async def nobody(_command):
        return ""

    return Site(codes, Connections(), nobody, local=True, secure=False, want_pictures=asked.append)


async def got(site, path):
    """The body of what the page answers."""
    path, _, query = path.partition("?")
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET",
        "path": path, "raw_path": path.encode(), "query_string": query.encode(), "headers":
        [(b"host", b"localhost")], "client": ("127.0.0.1", 5), "server": ("localhost", 80),
        "scheme": "http", "root_path": "",
    }  # fmt: skip
    said = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        said.append(message.get("body", b""))

    await site.app()(scope, receive, send)
    return b"".join(said)


async def test_nothing_is_kept_while_nobody_is_behind(site, clock):
    for n in range(50):
        clock[0] += 1
        await site.show(b"%d" % n)
        site.picture(b"%d" % n)
    assert len(site._past) == 0
    assert len(site._pictures) == 1


async def test_who_is_behind_sees_what_was_newest_then_and_no_more_is_kept(site, clock):
    site._furthest = 30.0
    for n in range(200):
        clock[0] += 1
        await site.show(b"%d" % n)
    assert site._seen_from(30.0) == (170, b"169")
    assert site._seen_from(0.0) == (200, b"199")
    assert len(site._past) <= 33


async def test_tables_in_quick_succession_are_thinned_out(site, clock):
    site._furthest = 10.0
    for n in range(1000):
        clock[0] += 0.01
        await site.show(b"%d" % n)
    assert len(site._past) < 45
    assert abs(int(site._seen_from(5.0)[1]) - 499) <= 60


@pytest.mark.parametrize(
    ("wished", "behind"),
    [("30", 30), ("", 0), ("-5", 0), ("1e9", 0), ("99999", MOST_DELAY), ("٣", 0), ("<b>", 0)],
)
async def test_a_wish_that_makes_no_sense_is_none(site, clock, wished, behind):
    await got(site, f"/picture?delay={quote(wished)}")
    assert site._furthest == behind


async def test_a_crowd_that_looks_at_pictures_troubles_the_game_once_in_a_while(site, clock, asked):
    for _ in range(400):
        clock[0] += 0.05  # 20 seconds, 20 looks in each
        await got(site, "/picture")
    assert 5 <= len(asked) <= 11
    assert min(asked) >= 5


async def test_a_picture_is_as_old_as_its_viewer_is_behind(site, clock):
    await got(site, "/picture?delay=10")
    for n in range(40):
        clock[0] += 1
        site.picture(b"%d" % n)
    assert await got(site, "/picture?delay=10") == b"29"
    assert await got(site, "/picture") == b"39"
