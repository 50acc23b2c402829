"""Why an entry stands in the record: as a command says it, and as a page of the review."""

from random import Random

import pytest

from rules.core import CHANCE
from rules.journal import Draft, Journal, moments_of
from ui.app.known_games import known_game
from ui.app.review import Review
from ui.app.why import why
from ui.cli.main import main
from ui.screens.app import DiceRefApp
from ui.screens.review import ReviewScreen
from ui.screens.why import WhyScreen

KNOWN = known_game("irondie")
GAME = KNOWN.load()
CONSIDERED = [
    {"text": "roll the [red] die", "chance": 0.99951, "reasons": ["all 6 dice lie as it says"]},
    {"text": "nothing more", "chance": 0.00049, "reasons": ["1 of 6 dice lie otherwise", "Spy"]},
]


def steps():
    """Two looks of two steps each: the first step of each keeps what was considered."""
    setup, rng = KNOWN.demo_setup(), Random(4)
    state = GAME.new(setup)
    for number in range(4):
        by_chance = GAME.to_move(state) == CHANCE
        action = GAME.sample(state, rng) if by_chance else rng.choice(GAME.legal_actions(state))
        state, events = GAME.apply(state, action)
        yield Draft(
            kind="step",
            action=GAME.write_action(action),
            digest=GAME.digest(state),
            events=events,
            cause="seen",
            evidence="6 dice in 2 looks",
            frame=100 + number // 2,
            facts={"considered": CONSIDERED} if number % 2 == 0 else {},
        )


def written(journal):
    journal.append_all(list(steps()))
    journal.append(Draft(kind="note", facts={"text": "somebody came in"}))
    return journal


@pytest.fixture
def journal():
    return written(Journal.in_memory("irondie", KNOWN.demo_setup(), wall_time=1_800_000_000.0))


def told(journal, number):
    dice = GAME.dice(journal.setup)
    return why(tuple(moments_of(journal.entries(), GAME)), number, GAME, dice)


def test_what_was_considered_is_told_likeliest_first_and_never_as_certain(journal):
    lines = told(journal, 2)
    first = next(n for n, line in enumerate(lines) if line.startswith("1. "))
    assert "> 99.9 %  roll the [red] die" in lines[first]
    assert "all 6 dice lie as it says" in lines[first + 1]
    assert "< 0.1 %  nothing more" in lines[first + 2]
    assert lines[first + 3].strip() == "1 of 6 dice lie otherwise; Spy"


def test_what_one_look_entered_together_refers_to_its_first_entry(journal):
    assert "Entered together with entry 2." in told(journal, 3)
    assert "Entered together with entry 4." in told(journal, 5)
    assert not any("together" in line for line in told(journal, 4))


def test_what_nobody_saw_says_where_it_comes_from(journal):
    assert told(journal, 6)[-1] == "Somebody wrote it down."
    assert told(journal, 1)[-1] == "The game began so."


def test_a_record_without_reasons_says_so(journal):
    bare = Journal.in_memory("irondie", KNOWN.demo_setup(), wall_time=1_800_000_000.0)
    draft = next(steps())
    bare.append(Draft(**{**{n: getattr(draft, n) for n in draft.__struct_fields__}, "facts": {}}))
    assert told(bare, 2)[-1] == "Nothing was kept of what the referee considered."
    with pytest.raises(LookupError, match="there is no entry 9: the last is 2"):
        told(bare, 9)


def test_the_command_prints_it(tmp_path, capsys):
    path = tmp_path / "game.diceref"
    written(Journal.create(path, "irondie", KNOWN.demo_setup())).close()
    assert main(["review", str(path), "--why", "2"]) == 0
    assert "roll the [red] die" in capsys.readouterr().out
    assert main(["review", str(path), "--why", "77"]) == 2
    assert "there is no entry 77: the last is 6." in capsys.readouterr().err


async def test_a_key_of_the_review_shows_it(journal):
    review = Review(journal, GAME, KNOWN.title)
    app = DiceRefApp(review, first=ReviewScreen(review))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("home", "right", "W")
        assert isinstance(app.screen, WhyScreen)
        shown = str(app.screen.query_one("#why Static").visual)
        assert "roll the [red] die" in shown
        await pilot.press("escape")
        assert isinstance(app.screen, ReviewScreen)
