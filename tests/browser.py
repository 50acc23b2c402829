"""A real browser for tests of pages: the Chromium that the system has."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync",
    "--disable-component-update", "--no-first-run",
)  # fmt: skip
SIZES = {"phone": (390, 844), "desk": (1440, 900), "hall": (1920, 1080)}


@contextmanager
def chromium(*more: str) -> Iterator[Browser]:
    """The browser, or the test is skipped."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("no Chromium here: `apt-get install chromium` (or .ci/browser) brings it")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=[*FLAGS, *more])
        yield browser
        browser.close()


EXPECTED = ("favicon", "401", "404")  # no icon; a code is needed first; no picture yet


def _is_fault(said) -> bool:
    return said.type == "error" and not any(words in said.text for words in EXPECTED)


@contextmanager
def opened(browser: Browser, address: str, size: str = "desk", **options) -> Iterator[Page]:
    """A page of this size; whatever it complains of fails the test."""
    wide, high = SIZES[size]
    context = browser.new_context(viewport={"width": wide, "height": high}, **options)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if _is_fault(said) else None)
    page.goto(address)
    yield page
    context.close()
    assert not complaints, complaints


def serious_faults(page: Page) -> list[str]:
    """What axe finds that keeps people out, each with where it stands."""
    found = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {fault['nodes'][0]['html'][:120]}"
        for fault in found
        if fault["impact"] in {"serious", "critical"}
    ]


def no_wider_than_the_window(page: Page) -> bool:
    """Whether nothing has to be moved sideways to be read."""
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def until(page: Page, holds: str, seconds: float = 8.0) -> None:
    """Wait for an expression to hold; the pages' policy forbids the driver's own way."""
    for _ in range(int(seconds * 20)):
        if page.evaluate(holds):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{holds} did not come to hold")


def kept(page: Page, name: str) -> None:
    """Keep a picture of the page where somebody asked for it (PICTURES=folder)."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")
