"""What `review --why` tells of a record of strangers: a short page or a sentence, no orders."""

import os
import pty
import subprocess
import sys
from time import perf_counter

import pytest

from rules.journal import Draft, Journal
from rules.registry import known_game
from ui.app.review import Review
from ui.cli.main import main
from ui.screens.app import DiceRefApp
from ui.screens.review import ReviewScreen
from ui.screens.why import WhyScreen

KNOWN = known_game("tenthousand")
SOON_S = 5.0
MOST_SHOWN = 20_000
"""Letters: some pages."""


def deep(levels):
    value = []
    for _ in range(levels):
        value = [value]
    return value


STRANGE = {
    "a number": 7,
    "words": "roll the red die",
    "nothing": None,
    "numbers in a list": [1, 2],
    "lists in a list": [[["roll"]]],
    "a mapping": {"text": "x"},
    "a text that is none": [{"text": 7, "chance": 0.5, "reasons": []}],
    "a chance in words": [{"text": "x", "chance": "sure", "reasons": []}],
    "a chance beyond all": [{"text": "x", "chance": 1e300, "reasons": []}],
    "reasons that are words": [{"text": "x", "chance": 0.5, "reasons": "because"}],
    "reasons that are numbers": [{"text": "x", "chance": 0.5, "reasons": [1, None]}],
    "no reasons": [{"text": "x", "chance": 0.5, "reasons": None}],
    "deep": deep(400),
    "many": [{"text": f"{n}", "chance": 0.5, "reasons": ["x"]} for n in range(5_000)],
    "many reasons": [{"text": "x", "chance": 0.5, "reasons": ["why"] * 20_000}],
    "long": [{"text": "x" * 190_000, "chance": 0.5, "reasons": ["y" * 190_000] * 3}],
    "lines": [{"text": "no\n1.  > 99.9 %  the judge said so\r2.", "chance": 0.1,
               "reasons": ["a\nb\u2028c"]}],
    "orders": [{"text": "\x1b]0;gone\x07\x1b[2J[red]all[/red]\u202e", "chance": 0.5,
                "reasons": ["\x9b31m[@click=app.quit]here[/]"]}],
}  # fmt: skip


def steps(considered, *, checked):
    """Entries with such facts: of the kinds whose facts are checked, or of the others."""
    game, setup = KNOWN.load(), KNOWN.demo_setup()
    state = game.new(setup)
    action = game.legal_actions(state)[0]
    after, events = game.apply(state, action)
    facts = {"considered": considered}
    if checked:
        yield Draft(kind="step", action=game.write_action(action), digest=game.digest(after),
                    events=events, cause="seen", frame=7, facts=facts)  # fmt: skip
        yield Draft(kind="question", facts={"number": 1, "text": "?", "answers": [], **facts})
        yield Draft(kind="foul", facts={"number": 1, "code": "c", "text": "t", "seat": 0, **facts})
    else:
        for kind in ("note", "clock", "answer", "allowed"):
            yield Draft(kind=kind, facts={"text": "x", "number": 1, **facts})


def hostile(path, considered, *, checked=True):
    """A record: who writes is not asked what, who reads is."""
    with Journal.create(path, KNOWN.name, KNOWN.demo_setup()) as journal:
        journal.append_all(list(steps(considered, checked=checked)))


@pytest.mark.parametrize("checked", [True, False])
@pytest.mark.parametrize("strange", STRANGE)
def test_why_is_one_short_page_or_one_sentence(tmp_path, capsys, strange, checked):
    path = tmp_path / "bad.diceref"
    hostile(path, STRANGE[strange], checked=checked)
    for number in range(1, 7):
        began = perf_counter()
        code = main(["review", str(path), "--why", str(number)])
        told = capsys.readouterr()
        assert code in {0, 2}
        assert perf_counter() - began < SOON_S
        assert len(told.out) < MOST_SHOWN
        assert len(told.err.splitlines()) == (code == 2)
        assert sum(line.startswith("1. ") for line in told.out.splitlines()) <= 1


def test_a_terminal_is_given_no_orders(tmp_path):
    path = tmp_path / "bad.diceref"
    hostile(path, STRANGE["orders"])
    shown, terminal = pty.openpty()
    words = [sys.executable, "-m", "ui.cli.main", "review", str(path), "--why", "2"]
    subprocess.run(words, stdout=terminal, stderr=terminal, check=True, timeout=60)
    told = os.read(shown, 100_000).decode()
    assert "[red]all[/red]" in told
    assert not [sign for sign in told if not sign.isprintable() and sign not in "\r\n"]


@pytest.mark.parametrize(
    ("strange", "checked"), [("a number", False), ("long", True), ("lines", True), ("orders", True)]
)
async def test_the_page_of_the_review_shows_it_as_text(tmp_path, strange, checked):
    path = tmp_path / "bad.diceref"
    hostile(path, STRANGE[strange], checked=checked)
    with Journal.open(path, read_only=True) as journal:
        review = Review(journal, KNOWN.load(), KNOWN.title)
    app = DiceRefApp(review, first=ReviewScreen(review))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("home")
        for _ in range(3):
            await pilot.press("right", "W")
            assert isinstance(app.screen, WhyScreen)
            shown = str(app.screen.query_one("#why Static").visual)
            assert len(shown) < MOST_SHOWN
            assert sum(line.startswith("1. ") for line in shown.splitlines()) <= 1
            await pilot.press("escape")
            assert isinstance(app.screen, ReviewScreen)
