"""Every screen in three sizes, compared with the picture that was looked at and liked.

`DICEREF_ACCEPT_SNAPSHOTS=1 pytest tests/ui/screens/test_snapshots.py` takes the present screens as
the new pictures, those of the documents too: look at them before committing. (The documents'
picture of a table in a real game is taken by `tests.bench.portrait`.)

What keys do is said once, when the screens are loaded, so another language has a process of its
own: with `DICEREF_SNAPSHOTS_IN=de` this file looks at that language; its last test does just so.
"""

import gzip
import os
import re
import subprocess
import sys
import time
from importlib.metadata import version
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from textual.widgets._footer import FooterKey

from calibration.mats import mat_named
from rules.core import CHANCE, Offer, PlayerNumber
from rules.core.set_up import Plan, Player
from rules.dicemasters.cards.draft import begin as begin_draft
from rules.dicemasters.cards.team import read_link
from rules.dicemasters.drafting import CardDrafter
from rules.dicemasters.team_building import CardTeams
from rules.irondie.set_up import DiceSetEditor
from rules.journal import Draft, Journal
from tests.bench.replayed import ReplayedSource
from tests.track.pebbles import PebblesGame
from tests.ui import tables
from tests.ui.screens.test_correct_screen import at_table, record
from ui.app.game_plan import example, setup_of, with_format
from ui.app.known_games import known_game
from ui.app.review import Review
from ui.app.state_model import die_colours, model_of
from ui.screens.app import DiceRefApp
from ui.screens.confirm import ConfirmScreen
from ui.screens.dice_set import SetScreen
from ui.screens.draft import DraftScreen
from ui.screens.rehearsal import RehearsalScreen, RollOffScreen
from ui.screens.review import ReviewScreen
from ui.screens.setup import Preparation, SetupScreen
from ui.screens.team import TeamScreen
from vision.sighting import Candidate, Observation, Sighting

LANGUAGE = os.environ.get("DICEREF_SNAPSHOTS_IN", "")
"""Chosen in `tests/conftest.py`, before the screens are loaded."""

SNAPSHOTS = Path(__file__).parent / "snapshots" / LANGUAGE
DOCUMENTS = Path(__file__).parents[3] / "docs" / "screenshots"
TAKEN_WITH = "8.2"
"""The Textual the pictures were taken with: another one may draw its own parts differently."""

SIZES = ((100, 30),) if LANGUAGE else ((80, 24), (100, 30), (200, 60))
ACCEPT = bool(os.environ.get("DICEREF_ACCEPT_SNAPSHOTS"))

pytestmark = pytest.mark.skipif(
    not version("textual").startswith(TAKEN_WITH + "."),
    reason=f"the pictures were taken with Textual {TAKEN_WITH}, this is {version('textual')}",
)


class ShownPebbles(PebblesGame):
    """The toy game with what a dashboard wants to know beside."""

    def offers(self, state):
        return tuple(
            Offer(self.say(state, each), "use", each) for each in self.legal_actions(state)
        )


def on_table(make, *keys, theme="felt"):
    return lambda: (DiceRefApp(ReplayedSource([make()]), theme=theme), keys)


def confirming():
    app, _ = on_table(tables.foul)()
    return app, ("x",)


def setting_up():
    plan = Plan(
        "avx", "tournament", (Player("Ana", "2x12avx;2x12avx"), Player("Bo", "2x3avx")), 1
    )  # fmt: skip
    return DiceRefApp(None, first=SetupScreen(plan, Preparation(lambda _: None))), ()


def reviewing():
    game, rng = ShownPebbles(), Random(5)
    journal = Journal.in_memory(game.name, {}, wall_time=1_800_000_000.0)
    journal.where = "2027-01-15-ana-bo.diceref"
    state = game.new({})
    for step in range(30):
        mover = game.to_move(state)
        if mover is None:
            break
        action = (
            game.sample(state, rng) if mover == CHANCE else rng.choice(game.legal_actions(state))
        )
        state, events = game.apply(state, action)
        draft = Draft(
            kind="step", action=game.write_action(action), digest=game.digest(state),
            events=events, cause="seen", confidence=0.98, evidence="seen in 9 frames",
            wall_time=1_800_000_000.0 + 7 * step,
        )  # fmt: skip
        journal.append(draft)
        if step == 12:
            journal.append(Draft(kind="foul", facts={"number": 1, "text": "A die too many."}))
    review = Review(journal, game, "Pebbles")
    review.jump(20)
    return DiceRefApp(review, first=ReviewScreen(review)), ()


def doubles():
    plan = with_format(example("tmnt"), "doubles")
    return DiceRefApp(None, first=SetupScreen(plan, Preparation(lambda _: None))), ()


def playing_doubles():
    known, chance = known_game("tmnt"), Random(4)
    game, setup = known.load(), setup_of(with_format(example("tmnt"), "doubles"))
    state = game.new(setup)
    for _ in range(60):
        mover = game.to_move(state)
        chosen = chance.choice(game.legal_actions(state)) if mover != CHANCE else None
        state, _ = game.apply(state, chosen or game.sample(state, chance))
    colours = die_colours(game.dice(setup))
    shown = model_of(game, state, title=known.title, colours=colours)
    return DiceRefApp(ReplayedSource([shown])), ()


def making_a_set():
    screen = SetScreen(example("irondie"), 0, DiceSetEditor())
    return DiceRefApp(None, first=screen), ("down", "asterisk")


def making_a_team():
    screen = TeamScreen(example("avx"), PlayerNumber(0), CardTeams())
    return DiceRefApp(None, first=screen), ("f2", *"hulk", "enter", "down")


class FirstFew(CardDrafter):
    """Draws the first basic actions there are, so that a picture is always the same."""

    def begin(self, plan, collection, dice, shared):
        held = read_link(collection)
        names = tuple(player.name for player in plan.players[:2])
        return begin_draft(plan.game, held, dice, names, basics=shared, shuffle=Random(1))


def drafting():
    plan = with_format(example("avx"), "draft")
    return DiceRefApp(None, first=DraftScreen(plan, FirstFew())), ("enter", "enter")


def rehearsing():
    lies = mat_named("dicemasters")
    places = [(zone, zone.outline[0]) for zone in lies.zones[:3]]
    dice = tuple(
        Sighting(n, x + 9, y + 9, 0.0, zone.name, zone.seat, 9.0, cocked=False, likelihood={})
        for n, (zone, (x, y)) in enumerate(places)
    )
    seen = Observation(1.0, 1.0, 1, still=True, hands=False, dice=dice)
    return DiceRefApp(None, first=RehearsalScreen(lies, lambda: iter([seen]))), ()


def rolling_off():
    lies = mat_named("dicemasters")
    dice = tuple(
        Sighting(
            seat, 200.0, 40.0 + 300.0 * (1 - seat), 0.0, None, None, 9.0,
            cocked=False, likelihood={Candidate("d6", face): -0.01},
        )
        for seat, face in ((0, 4), (1, 1))
    )  # fmt: skip
    seen = Observation(1.0, 1.0, 1, still=True, hands=False, dice=dice)
    return DiceRefApp(None, first=RollOffScreen(lies, ("Ana", "Bo"), lambda: iter([seen]))), ()


def correcting():
    app, _ = at_table(record(60))
    return app, ("e", *["down"] * 17, "enter", "down", "down", "right", "right")


SCREENS = {
    "table": on_table(tables.attack_step),
    "question": on_table(tables.question),
    "foul": on_table(tables.foul),
    "outcome": on_table(tables.over),
    "large-type": on_table(tables.attack_step, "l"),
    "camera": on_table(tables.attack_step, "c"),
    "help": on_table(tables.attack_step, "question_mark"),
    "high-contrast": on_table(tables.question, theme="high-contrast"),
    "colour-blind": on_table(tables.foul, theme="colour-blind"),
    "paper": on_table(tables.attack_step, theme="paper"),
    "confirm": confirming,
    "set-up": setting_up,
    "review": reviewing,
    "correct": on_table(tables.attack_step, "e"),
    "correction": correcting,
    "doubles": playing_doubles,
    "set-up-doubles": doubles,
    "sets": making_a_set,
    "draft": drafting,
    "team": making_a_team,
    "rehearsal": rehearsing,
    "roll-off": rolling_off,
}


@pytest.fixture(autouse=True)
def still_clock(monkeypatch):
    """The age of a question and the time of an entry must not depend on the machine."""
    monkeypatch.setattr("ui.screens.table.monotonic", lambda: 1000.0)
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


async def drawn(make, size):
    """The screen as SVG, once two pictures in a row are the same."""
    app, keys = make()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
        before = ""
        for _ in range(20):
            await pilot.pause()
            now = app.export_screenshot(title="DiceRef", simplify=True)
            if now == before:
                break
            before = now
        if make is confirming:
            assert isinstance(app.screen, ConfirmScreen)
    return re.sub(r"terminal-\d+-", "terminal-", now)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCREENS)
async def test_the_screen_looks_as_it_was_liked(name, size, tmp_path):
    kept = SNAPSHOTS / f"{name}-{size[0]}x{size[1]}.svgz"
    now = await drawn(SCREENS[name], size)
    if ACCEPT:
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes(gzip.compress(now.encode(), mtime=0))
        of_documents = not LANGUAGE and size == (100, 30) and name != "table"
        if of_documents and (shown := DOCUMENTS / f"{name}.svg").exists():
            spaced = now.replace("<text ", '<text xml:space="preserve" ')
            shown.write_text(spaced, encoding="utf-8")
        return
    liked = gzip.decompress(kept.read_bytes()).decode()
    if now != liked:
        (tmp_path / "now.svg").write_text(now)
        (tmp_path / "liked.svg").write_text(liked)
        pytest.fail(f"{kept.stem} looks different: compare now.svg and liked.svg in {tmp_path}")


async def test_a_window_that_is_too_small_shows_the_sentence_and_nothing_else():
    now = await drawn(SCREENS["table"], (60, 15))
    assert "80x24" in now
    assert "Thor" not in now


def setting_up_with_a_camera():
    every = Preparation(*[lambda _: None] * 5)
    return DiceRefApp(None, first=SetupScreen(example("avx"), every)), ()


FOOTED = {
    **{name: SCREENS[name] for name in ("table", "review", "sets", "rehearsal", "roll-off")},
    "set-up": setting_up_with_a_camera,
    "set-up of IRONDIE": lambda: (
        DiceRefApp(None, first=SetupScreen(example("irondie"), Preparation(*[print] * 5))),
        (),
    ),
}


@pytest.mark.parametrize("name", FOOTED)
async def test_no_key_at_the_bottom_is_cut_off_in_the_smallest_window(name):
    app, keys = FOOTED[name]()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        shown = [key.region for key in app.screen.query(FooterKey)]
        assert all(region.right <= 80 and region.width for region in shown)
        assert not any(one.overlaps(other) for one, other in combinations(shown, 2))


IN_GERMAN = ("question", "help", "set-up", "correction", "doubles")


@pytest.mark.slow
@pytest.mark.skipif(bool(LANGUAGE), reason="is looking at another language itself")
def test_the_screens_look_as_they_were_liked_in_german():
    pytest.importorskip("babel")
    looked_at = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__,
         "-k", f"test_no_key or {' or '.join(f'[{name}-100x30]' for name in IN_GERMAN)}"],
        env={**os.environ, "DICEREF_SNAPSHOTS_IN": "de"},
        cwd=Path(__file__).parents[3], capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert looked_at.returncode == 0, looked_at.stdout[-3000:]
