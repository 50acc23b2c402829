"""A game as one file: every entry's mat, the life curve, the film, in a real browser."""

import json
import re

import pytest

from rules.journal import Draft, Header, Picture
from rules.journal.clips import MEDIA, write_avi
from rules.registry import known_game
from tests.browser import (
    SIZES,
    chromium,
    kept,
    no_wider_than_the_window,
    opened,
    serious_faults,
    until,
)
from tests.ui.app.recorded import film, whole_game
from ui.app.films import webm_of
from ui.app.game_page import write_page

LARGEST = 3_000_000
STEPS = 90


@pytest.fixture(scope="module")
def browser():
    with chromium() as one:
        yield one


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The page of a game with a film, for each family."""
    folder, written = tmp_path_factory.mktemp("pages"), {}
    for name in ("tmnt", "irondie", "tenthousand"):
        with whole_game(folder / f"{name}.diceref", name, filmed=True) as journal:
            path = folder / f"{name}.html"
            path.write_text(write_page(journal, known_game(name).load(), name), encoding="utf-8")
            written[name] = path.as_uri(), len(journal)
    return written


def score(page):
    return [int(text) for text in page.locator("#score output").all_inner_texts()]


@pytest.mark.parametrize(
    ("name", "size"),
    [*(("tmnt", size) for size in SIZES), ("irondie", "phone"), ("tenthousand", "desk")],
)
def test_a_page_is_whole_at_every_size(browser, pages, name, size):
    with opened(browser, pages[name][0], size) as page:
        page.keyboard.press("End")
        page.wait_for_selector("[data-die]", state="attached")
        assert no_wider_than_the_window(page)
        assert serious_faults(page) == []
        kept(page, f"game-{name}-{size}")


def test_arrow_keys_go_through_every_entry_and_back_to_the_same_mat(browser, pages):
    address, entries = pages["tmnt"]
    mat = "[...document.querySelectorAll('.wide .dice > g')].map(g => g.outerHTML).sort().join()"
    with opened(browser, address) as page:
        seen = [page.evaluate(mat)]
        for _ in range(STEPS):
            page.keyboard.press("ArrowRight")
            seen.append(page.evaluate(mat))
        assert page.input_value("#at") == str(STEPS)
        assert len(set(seen)) > STEPS / 3
        for at in range(STEPS - 1, STEPS - 30, -1):
            page.keyboard.press("ArrowLeft")
            assert page.evaluate(mat) == seen[at]
        page.keyboard.press("End")
        assert page.input_value("#at") == str(entries - 1)
        assert min(score(page)) <= 0  # the game is over
        page.keyboard.press("Home")
        assert page.evaluate(mat) == seen[0]


def test_it_plays_by_itself_at_the_chosen_speed_and_stops(browser, pages):
    with opened(browser, pages["tenthousand"][0]) as page:
        page.select_option("#speed", "5")
        page.click("[data-do=play]")
        until(page, "Number(document.querySelector('#at').value) >= 3")
        page.click("[data-do=play]")
        stands = page.input_value("#at")
        page.wait_for_timeout(600)
        assert page.input_value("#at") == stands


def test_a_click_on_the_life_curve_jumps_there(browser, pages):
    address, entries = pages["tmnt"]
    with opened(browser, address) as page:
        box = page.locator("#curve svg").bounding_box()
        page.locator("#curve svg").click(position={"x": box["width"] * 0.75, "y": 40})
        assert abs(int(page.input_value("#at")) - 0.74 * entries) < 0.05 * entries


def test_a_swipe_on_the_mat_steps(browser, pages):
    with opened(browser, pages["tmnt"][0], "phone", has_touch=True) as page:
        page.evaluate("""(() => {
            const at = (x) => [new Touch({identifier: 1, target: mats, clientX: x, clientY: 300})];
            const mats = document.querySelector('#mats');
            mats.dispatchEvent(new TouchEvent('touchstart', {touches: at(300), changedTouches: at(300)}));
            mats.dispatchEvent(new TouchEvent('touchend', {touches: [], changedTouches: at(200)}));
        })()""")  # noqa: E501 - read as one
        assert page.input_value("#at") == "1"


def test_the_film_plays_in_the_browser(browser, pages):
    with opened(browser, pages["tmnt"][0]) as page:
        told = page.evaluate("""(async () => {
            const film = document.querySelector('video');
            film.muted = true;
            await film.play();
            await new Promise((later) => { film.ontimeupdate = () => film.currentTime > .5 && later(); });
            return [film.videoWidth, Math.round(film.duration), film.error];
        })()""")  # noqa: E501 - read as one
        assert told == [320, 8, None]


def test_the_page_of_a_whole_game_without_films_is_under_three_megabytes(tmp_path):
    with whole_game(tmp_path / "long.diceref", "avx", seed=11, most=900) as journal:
        page = write_page(journal, known_game("avx").load(), "avx")
        assert len(journal) > 300
        assert len(page.encode()) < LARGEST


def test_the_page_fetches_nothing_and_runs_only_its_own_script(tmp_path):
    header = Header(event="</script><script>alert(1)</script>", players=("<b>Ana", "Bo"))
    players = ('</script><img src="https://evil">', "Bo")
    with whole_game(tmp_path / "a.diceref", header=header, players=players, most=60) as journal:
        page = write_page(journal, known_game("tmnt").load())
    assert page.count("<script") == 2
    assert '<img src="https' not in page
    assert not re.search(r'(?:src|href)="(?!data:|#)', page)
    assert "script-src 'sha256-" in page
    facts = re.search(r'id="game">(.*?)</script>', page, re.DOTALL)
    assert facts is not None
    assert json.loads(facts[1])["entries"][0] == 1


def test_what_is_no_film_of_ours_is_not_encoded(tmp_path):
    assert webm_of(b"RIFF....AVI ") is None
    assert webm_of(film()[:-40]) is None
    damaged = write_avi([b"\xff\xd8no picture"] * 3, 3.0, (320, 180))
    assert webm_of(damaged) is None
    with whole_game(tmp_path / "a.diceref", most=10) as journal:
        journal.append(
            Draft(kind="note", facts={"about": 11}),
            [Picture("x.avi", MEDIA, damaged), Picture("y.avi", MEDIA, b"nothing")],
        )
        page = write_page(journal, known_game("tmnt").load())
    assert "<video" not in page
