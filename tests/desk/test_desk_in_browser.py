"""The helpers' page and the public pages in a real browser, as large as a phone and a screen."""

import asyncio
import json

import pytest

from rules.journal import Journal
from rules.tournament import acts
from tests.browser import chromium, kept, no_wider_than_the_window, opened, serious_faults, until
from tests.desk.test_desk_pages import a_game, drawn, play
from tests.desk.test_desk_pages import desk as public_desk
from tests.desk.test_desk_pages import served as pages_served
from tests.desk.test_helper_page import desk, served
from ui.desk.archive import _by_hand
from ui.desk.pages import PublicPages
from ui.hub.names import game_id

assert public_desk  # a fixture

TABS = ("Tables", "Judge", "Round", "Standings", "Players")


@pytest.fixture(scope="module")
def browser():
    with chromium() as one:
        yield one


def look_and_act(address, size):
    """Turn the pages over and enter a result, as a helper would."""
    with chromium() as browser, opened(browser, address, size) as page:
        page.wait_for_selector("#tables li")
        for tab in TABS:
            page.get_by_role("tab", name=tab).click()
            kept(page, f"helpers-{size}-{tab.lower()}")
            assert no_wider_than_the_window(page)
            assert serious_faults(page) == []
        page.get_by_role("tab", name="Tables").click()
        page.get_by_role("button", name="Result").first.click()
        form = page.locator("#form input")
        form.nth(0).fill("1")
        form.nth(1).fill("0")
        page.click("#do")
        assert page.locator("#form [role=alert]").inner_text() == "no name"
        page.keyboard.press("Escape")
        page.fill("#who", "Hanna")
        page.get_by_role("button", name="Result").first.click()
        form.nth(0).fill("1")
        form.nth(1).fill("0")
        page.click("#do")
        until(page, "!document.getElementById('form').open")


@pytest.mark.parametrize("size", ["phone", "desk"])
async def test_a_helper_enters_a_result_by_hand(tmp_path, size):
    async with desk(tmp_path) as service, served(service) as page:
        service.prepare()
        service.publish()
        service.do(acts.RunClock(on=True))
        service.do(acts.CallJudge(table="2", text="a die <b>fell</b>"))
        address = f"http://127.0.0.1:{page.port}/"
        await asyncio.to_thread(look_and_act, address, size)
        (result,) = service.state.round.results.values()
        assert (result.wins, result.by) == ((1, 0), "Hanna")


@pytest.mark.parametrize("size", ["phone", "hall"])
def test_the_mat_of_a_table_moves_while_its_page_is_looked_at(browser, public_desk, tmp_path, size):
    with Journal.open(a_game(tmp_path / "a.diceref", 80), read_only=True) as journal:
        game = game_id(journal.entry(1).hash)
        every = [_by_hand(journal, "T1", game, entry, {}) for entry in journal.entries()]
    play(public_desk)
    public_desk.archive.take(every[:60], {}, by_hand=True)
    pages = PublicPages(public_desk, tmp_path / "public")
    drawn(pages)
    with (
        pages_served(tmp_path / "public") as address,
        opened(browser, f"{address}/table-T1.html", size) as page,
    ):
        page.wait_for_selector(".mat .dice > g")
        before = page.evaluate(LIES)
        public_desk.archive.take(every[60:], {}, by_hand=True)
        drawn(pages)
        until(page, f"{LIES} !== {json.dumps(before)}")
        kept(page, f"table-{size}")
        assert no_wider_than_the_window(page)
        assert serious_faults(page) == []


LIES = "[...document.querySelectorAll('.dice > g')].map(g => g.getAttribute('transform')).join()"
