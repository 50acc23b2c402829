"""On a screen of seven inches, 100 columns and 28 lines, with nothing but fingers."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as change
from textual.widgets import Input, OptionList

from rules.core import Offer
from rules.track.verdict import Answer
from tests.bench.replayed import ReplayedSource
from tests.ui import tables
from tests.ui.screens.test_correct_screen import AtTable, a_move, plain_offers, record
from tests.ui.screens.test_hand_screen import MENU, letter_of
from ui.app.game_plan import example
from ui.app.table_model import (
    AllowFoul,
    Announce,
    AnswerQuestion,
    GiveUp,
    MoveIsOver,
    Pause,
    Quit,
    SayByHand,
    Undo,
)
from ui.screens.app import DiceRefApp
from ui.screens.help import HelpScreen
from ui.screens.setup import Preparation, SetupScreen
from ui.screens.text_prompt import TextPromptScreen
from ui.screens.toggle import ToggleScreen
from ui.widgets.bands import AnswerRow
from ui.widgets.panels import OffersPanel
from ui.widgets.touch import TouchKey

SIZE = (100, 28)
HIGH = 3


def touched(source, first=None):
    return DiceRefApp(source, touch=True, first=first)


def on(*models):
    source = ReplayedSource(models)
    return touched(source), source


def keys(app, *, letters=False):
    """The buttons that can be tapped, by their words."""
    of = app.screen.query("Keyboard TouchKey" if letters else "KeyRow TouchKey")
    return {str(key.render()): key for key in of.results(TouchKey) if key.region.height}


async def tap(pilot, words, *, letters=False):
    """Tap a button, turning pages until it is there."""
    for _ in range(9):
        await pilot.pause()
        found = keys(pilot.app, letters=letters)
        if words in found:
            assert found[words].region.height >= HIGH
            await pilot.click(found[words])
            await pilot.pause()
            return
        if turning := found.get("⇧" if letters else "…"):
            await pilot.click(turning)
    pytest.fail(f"there is no '{words}'")


async def tap_line(pilot, at, kind=OptionList):
    """Tap a line of the list on top."""
    lines = pilot.app.screen.query_one(kind)
    rows = [row for row, (option, _) in enumerate(lines._lines) if option == at]
    assert len(rows) >= HIGH
    lines.scroll_to(y=rows[0], animate=False, immediate=True)  # a finger's swipe is a wheel
    await pilot.pause()
    border = lines.region.height - lines.scrollable_content_region.height
    at_row = rows[1] - round(lines.scroll_y) + min(border, 1)
    assert await pilot.click(lines, offset=(4, at_row))
    await pilot.pause()


def lines_of(app):
    lines = app.screen.query_one(OptionList)
    return [str(lines.get_option_at_index(n).prompt) for n in range(lines.option_count)]


async def typed(pilot, text):
    for letter in text:
        await tap(pilot, "Space" if letter == " " else letter, letters=True)


async def test_every_key_of_the_table_is_under_a_finger():
    app, _ = on(tables.attack_step())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        seen, pages = set(), 0
        while pages < 4:
            seen |= set(keys(app))
            assert all(key.region.height >= HIGH for key in keys(app).values())
            assert all(key.region.width >= 10 for key in keys(app).values())
            await tap(pilot, "…")
            pages += 1
        assert {"Undo", "Correct", "Pause", "Camera", "Quit", "Help"} <= seen
        assert {"The table is right", "QR code for a phone", "Call a judge"} <= seen


async def test_a_question_is_answered():
    app, source = on(tables.question())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        rows = [row for row in app.screen.query(AnswerRow) if row.display]
        assert all(row.region.height >= HIGH for row in rows)
        assert await pilot.click(rows[2])
        assert source.sent == [AnswerQuestion(3, 2)]


async def test_the_sixth_of_many_answers_is_on_the_second_page():
    model = tables.question()
    answers = tuple(Answer(f"face {n}", (), 0.0) for n in range(11))
    app, source = on(replace(model, question=change(model.question, answers=answers)))
    async with app.run_test(size=SIZE) as pilot:
        await tap(pilot, "More answers")
        rows = [row for row in app.screen.query(AnswerRow) if row.display]
        assert len(rows) == 4
        assert await pilot.click(rows[1])
        assert source.sent == [AnswerQuestion(3, 5)]


@pytest.mark.parametrize("by", ["button", "key"])
async def test_a_foul_is_let_stand(by):
    app, source = on(tables.foul())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        if by == "key":
            await tap(pilot, "Let foul stand")
        else:
            assert app.screen.query_one("#foul-allow").region.height >= HIGH
            assert await pilot.click("#foul-allow")
        await pilot.pause()
        assert app.screen.query_one("#yes").region.height >= HIGH
        assert await pilot.click("#yes")
        assert [type(sent) for sent in source.sent] == [AllowFoul]


async def test_pause_undo_and_the_end_of_a_move():
    app, source = on(replace(tables.attack_step(), waiting="halfway"))
    async with app.run_test(size=SIZE) as pilot:
        await tap(pilot, "Pause")
        await tap(pilot, "Move is over")
        await tap(pilot, "Undo")
        assert await pilot.click("#yes")
        await pilot.pause()
        assert {Pause(True), MoveIsOver(), Undo()} <= set(source.sent)  # noqa: FBT003


async def test_what_may_be_done_is_announced():
    offer = Offer("pass", "pass", action="pass")
    app, source = on(replace(tables.attack_step(), offers=(offer,)))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await tap_line(pilot, 1, OffersPanel)
        assert source.sent == [Announce("pass")]


@pytest.mark.slow
async def test_an_entry_is_corrected():
    journal = record(steps=14)
    wrong = a_move(journal)
    other = next(o for o in plain_offers(wrong.before) if o.action != wrong.step)
    table = AtTable(journal)
    app = touched(table)
    async with app.run_test(size=SIZE) as pilot:
        await tap(pilot, "Correct")
        at = next(
            n for n, text in enumerate(lines_of(app)) if text.startswith(f"{wrong.entry.number}  ")
        )
        await tap_line(pilot, at)
        await tap_line(pilot, lines_of(app).index(other.text))
        await tap_line(
            pilot, next(n for n, text in enumerate(lines_of(app)) if text.startswith("✔"))
        )
        await tap(pilot, "Enter", letters=True)  # misread
        await tap(pilot, "Enter", letters=True)  # both names
        entry = next(entry for entry in journal.entries() if entry.kind == "correction")
        assert entry.replaces == wrong.entry.number


@pytest.mark.slow
async def test_a_reason_is_typed():
    app, _ = on(tables.attack_step())
    said = []
    async with app.run_test(size=SIZE) as pilot:
        app.push_screen(TextPromptScreen("Why?"), said.append)
        await pilot.pause()
        await typed(pilot, "Bad die")
        await tap(pilot, "⌫", letters=True)
        await tap(pilot, "Enter", letters=True)
    assert said == ["Bad di"]


async def test_what_a_card_says_is_carried_out_by_hand():
    app, source = on(replace(tables.attack_step(), hand=MENU))
    async with app.run_test(size=SIZE) as pilot:
        await tap(pilot, "Effect by hand")
        for letter in (letter_of("h1"), "2"):
            await tap(pilot, letter, letters=True)
        await tap(pilot, "Enter it")
        assert source.sent == [SayByHand("effect of Nova: 2 damage to h1")]


async def test_dice_are_ticked_and_taken():
    app, _ = on(tables.attack_step())
    taken = []
    async with app.run_test(size=SIZE) as pilot:
        app.push_screen(ToggleScreen("Which?", ["Thor", "Nova", "Storm"]), taken.append)
        await pilot.pause()
        for at in (0, 1, 2, 1):
            await tap_line(pilot, at)
        await tap(pilot, "Take what is ticked")
    assert taken == [["Thor", "Storm"]]


async def test_the_game_is_given_up_in_the_list_of_all_there_is_to_do():
    app, source = on(tables.attack_step())
    async with app.run_test(size=SIZE) as pilot:
        await tap(pilot, "All there is")
        at = next(
            n
            for n, text in enumerate(lines_of(app))
            if "Ana gives up" in text or "Concede: Ana" in text or "Ana" in text
        )
        await tap_line(pilot, at)
        await pilot.pause()
        assert await pilot.click("#yes")
        await pilot.pause()
        assert [type(sent) for sent in source.sent] == [GiveUp]


async def test_a_table_is_left():
    app, source = on(tables.attack_step())
    async with app.run_test(size=SIZE) as pilot:
        await tap(pilot, "Quit")
        assert await pilot.click("#yes")
        await pilot.pause()
        assert source.sent == [Quit()]


async def test_a_new_game_is_set_up_and_started():
    begun = []

    def begin(plan):
        begun.append(plan)
        return HelpScreen(app.screen)

    app = touched(None, SetupScreen(example("tmnt"), Preparation(begin)))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        field = app.screen.query_one("#name-0", Input)
        field.scroll_visible(animate=False, immediate=True)
        await pilot.pause()
        assert field.region.height >= HIGH
        assert await pilot.click(field)
        await pilot.pause()
        await tap(pilot, "x", letters=True)
        await tap(pilot, "Start")
        await pilot.pause()
    assert begun[0].players[0].name == "xVictoria"
