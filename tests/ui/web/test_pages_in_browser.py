"""The pages of a table in a real browser, at the sizes of a phone, a desk and a hall."""

import time
from dataclasses import replace

import numpy as np
import pytest
from msgspec import structs

from rules.registry import games
from tests.bench.played_models import played_models
from tests.bench.replayed import ReplayedSource
from tests.browser import (
    SIZES,
    chromium,
    kept,
    no_wider_than_the_window,
    opened,
    serious_faults,
    until,
)
from tests.ui import tables
from ui.web.serve import TableServer

CODES = {}


def codes_of(source):
    """The codes of the page that serves this source."""
    return CODES[id(source)]


@pytest.fixture(scope="module")
def browser():
    with chromium() as one:
        yield one


@pytest.fixture(scope="module")
def game():
    return played_models(games()["avx"], seed=3, most=120)


@pytest.fixture
def served(game):
    made = []

    def serve(models=game, **options):
        source = ReplayedSource(models)
        source.jump(len(models) - 2)
        window = TableServer(source, ("127.0.0.1", 0), lambda _: None, **options)
        made.append(window)
        CODES[id(source)] = window.codes
        return f"http://127.0.0.1:{window.port}", source

    yield serve
    for window in made:
        window.close()


DIE = "[data-die^='A:'], [data-die^='B:'], [data-die^='sidekick']"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", ["/", "/watch"])
def test_a_page_is_whole_at_every_size(browser, served, path, size):
    address, _ = served()
    with opened(browser, address + path, size) as page:
        page.wait_for_selector(DIE, state="attached")
        assert page.locator(".dice > g").count() > 10
        assert no_wider_than_the_window(page)
        assert serious_faults(page) == []
        kept(page, f"{path.strip('/') or 'player'}-{size}")


@pytest.mark.parametrize("form", ["bar", "corner", "teams", "mat"])
def test_an_overlay_has_nothing_behind_it(browser, served, form):
    address, _ = served()
    with opened(browser, f"{address}/overlay?form={form}&size=150&name0=Zoe", "hall") as page:
        page.wait_for_selector(".team")
        grounds = page.evaluate(
            "['documentElement','body'].map(n => getComputedStyle(document[n]).backgroundColor)"
        )
        assert set(grounds) == {"rgba(0, 0, 0, 0)"}
        assert "Zoe" in page.inner_text("#teams")
        assert bool(page.locator(".dice > g").count()) is False or form == "mat"
        kept(page, f"overlay-{form}")


def test_a_players_page_hands_on_overlays_that_open_by_themselves_elsewhere(browser, served):
    address, source = served(local=False)
    with opened(browser, address + "/") as page:
        window = page.context
        page.wait_for_selector("#code")
        page.fill("#code", codes_of(source).player_code)
        page.press("#code", "Enter")
        page.wait_for_selector(DIE, state="attached")
        page.click("#share summary")
        link = page.evaluate("[...document.querySelectorAll('#overlays a')].map(a => a.href)[1]")
        window.clear_cookies()  # as in OBS, which has never been here
        page.goto(link)
        page.wait_for_selector(".team")
        assert "corner" in link


def test_an_overlay_with_nonsense_in_its_address_is_as_if_it_were_not_there(browser, served):
    address, _ = served()
    bad = "form=<b>&size=1e9&colour0=red;}&delay=-1&code=' or 1&name1=%3Cimg%20src=x%3E&x=%00"
    with opened(browser, f"{address}/overlay?{bad}") as page:
        page.wait_for_selector(".team")
        assert page.get_attribute("html", "data-form") == "bar"
        assert page.evaluate("document.images.length") == 0
        assert "<img src=x>" in page.inner_text("#teams")


def test_a_die_that_moves_is_the_same_die_elsewhere_and_glides_there(browser, served, game):
    names = [{die.die: die.place for die in model.view.dice} for model in game]
    at, moved = next(
        (n, die)
        for n in range(len(game) - 2, 1, -1)
        for die, place in names[n].items()
        if names[n - 1].get(die, place) != place
    )
    address, source = served()
    source.jump(at - 1)
    with opened(browser, address + "/watch") as page:
        page.wait_for_selector(f"[data-die='{moved}']", state="attached")
        page.wait_for_timeout(300)
        find = f"document.querySelector(\"[data-die='{moved}']\")"
        page.evaluate(f"window.before = {find}; window.was = before.getAttribute('transform')")
        source.jump(at)
        until(page, f"{find}.getAttribute('transform') !== window.was")
        assert page.evaluate(f"window.before === {find}")
        until(page, f"{find}.getAnimations().length > 0")


def test_who_wants_less_movement_sees_none(browser, served):
    address, source = served()
    with opened(browser, address + "/watch", reduced_motion="reduce") as page:
        page.wait_for_selector(DIE, state="attached")
        for _ in range(5):
            source.step(-1)
            page.wait_for_timeout(60)
            assert page.evaluate("document.getAnimations().length") == 0


def test_names_with_markup_stay_names_on_every_page(browser, served, game):
    model = game[-1]
    bad = "<img src=x onerror=alert(1)>"
    seats = tuple(structs.replace(seat, name=bad) for seat in model.view.seats)
    view = structs.replace(model.view, seats=seats)
    address, _ = served([replace(model, view=view)] * 3)
    for path in ("/", "/watch", "/overlay?form=mat"):
        with opened(browser, address + path) as page:
            page.wait_for_selector(".dice > g", state="attached")
            assert page.evaluate("document.querySelectorAll('img[src=x]').length") == 0
            assert bad in page.inner_text("main")


@pytest.mark.slow
def test_those_behind_see_the_table_of_then(browser, served, game):
    address, source = served(delay=2)
    with opened(browser, address + "/watch") as page:
        began = time.monotonic()
        page.wait_for_selector(DIE, state="attached", timeout=8000)
        assert time.monotonic() - began > 1.0
        assert "2 s behind" in page.inner_text("#behind")
        source.step(1)
        turn = page.inner_text("#events")
        page.wait_for_timeout(1200)
        assert page.inner_text("#events") == turn
    with opened(browser, address + "/") as page:  # a player is not behind
        page.wait_for_selector(DIE, state="attached", timeout=1500)


def test_the_cameras_picture_comes_when_it_is_asked_for_and_not_before(browser, served, game):
    green = np.zeros((270, 480, 3), np.uint8)
    green[:, :, 1] = 200
    models = [replace(model, camera=green.copy()) for model in game[-6:]]
    address, source = served(models)
    with opened(browser, address + "/watch") as page:
        page.wait_for_selector(DIE, state="attached")
        assert not page.is_visible("#picture")
        page.check("input[value=live]")
        for _ in range(40):
            source.step(-1 if source.position else 4)
            page.wait_for_timeout(100)
            if page.is_visible("#picture"):
                break
        assert page.evaluate("document.getElementById('picture').naturalWidth") == 480


def test_a_question_and_a_foul_are_on_the_page_of_those_who_watch(browser, served):
    for model, band in ((tables.question(), ".question"), (tables.foul(), ".foul")):
        address, _ = served([model] * 3)
        with opened(browser, address + "/watch", "phone") as page:
            page.wait_for_selector(band)
            assert no_wider_than_the_window(page)
            assert page.locator("button:visible").count() == 0  # nothing to press
            assert serious_faults(page) == []
