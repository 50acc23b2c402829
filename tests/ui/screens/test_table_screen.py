import re
from dataclasses import replace

import pytest
from textual.widgets import Static

from rules.core import Offer
from tests.bench.replayed import ReplayedSource
from tests.ui import tables
from ui.app.qr_codes import qr_code
from ui.app.table_model import (
    AllowFoul,
    Announce,
    AnswerQuestion,
    GiveUp,
    LogLine,
    MoveIsOver,
    Pause,
    Quit,
    TryCorrection,
    TryUndo,
    Undo,
)
from ui.screens.app import DiceRefApp
from ui.screens.confirm import ConfirmScreen
from ui.screens.help import HelpScreen, bindings_of
from ui.screens.table import TableScreen
from ui.widgets.bands import AnswerRow, FoulBand, OutcomeBand, QuestionBand
from ui.widgets.clocks import ClocksLine
from ui.widgets.mat import MatView
from ui.widgets.panels import OffersPanel, newest_events, ranked_offers


def app_on(*models):
    source = ReplayedSource(models)
    return DiceRefApp(source), source


def screen_text(app):
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


async def test_a_question_is_answered_with_its_number_key():
    app, source = app_on(tables.question())
    async with app.run_test(size=(100, 30)) as pilot:
        assert app.screen.query_one(QuestionBand).display
        await pilot.press("2")
        assert source.sent == [AnswerQuestion(3, 1)]


@pytest.mark.parametrize(
    ("make", "told"),
    [(tables.question, "Question 3 is open"), (tables.foul, "A foul is named and not mended")],
)
async def test_enter_takes_no_offer_by_accident_while_something_is_open(make, told):
    offer = Offer("pass", "pass", action="pass")
    app, source = app_on(replace(make(), offers=(offer,)))
    async with app.run_test(size=(100, 30)) as pilot:
        app.screen.query_one(OffersPanel).focus()
        await pilot.press("enter")
        await pilot.pause()
        assert told in screen_text(app)
        await pilot.press("enter")  # which means no
        assert source.sent == []
        await pilot.press("enter", "y")
        assert source.sent == [Announce("pass")]


async def test_a_question_is_answered_with_a_tap():
    app, source = app_on(tables.question())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.click([row for row in app.screen.query(AnswerRow) if row.display][2])
        assert source.sent == [AnswerQuestion(3, 2)]


async def test_ctrl_c_asks_before_it_leaves_the_table_and_twice_leaves():
    app, source = app_on(tables.attack_step())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert isinstance(app.screen, ConfirmScreen)
        assert source.sent == []
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert source.sent == [Quit()]
        assert app._exit


@pytest.mark.parametrize("part", [ClocksLine, MatView, OffersPanel, QuestionBand])
async def test_a_table_that_comes_while_the_screen_is_taken_down_is_no_fault(part):
    app, _ = app_on(tables.question(), tables.attack_step())
    async with app.run_test(size=(100, 30)) as pilot:
        await app.screen.query_one(part).remove()
        app.screen.on_new_model()
        app.screen._grow_older()
        await pilot.pause()


@pytest.mark.parametrize("key", ["q", "ctrl+q"])
async def test_the_key_that_leaves_pressed_twice_leaves(key):
    app, source = app_on(tables.attack_step())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press(key)
        await pilot.pause()
        assert not app._exit
        await pilot.press(key)
        await pilot.pause()
        assert source.sent == [Quit()]
        assert app._exit


async def test_leaving_says_that_what_is_provisional_is_not_on_record():
    app, _ = app_on(replace(provisional(), journal="game.diceref"))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("q")
        await pilot.pause()
        said = app.screen.query_one("#confirm-sentence", Static).render()
        assert "is not on record yet" in str(said)


@pytest.mark.parametrize("page", ["question_mark", "ctrl+p"])
async def test_ctrl_c_leaves_from_any_page_that_lies_over_the_table(page):
    app, source = app_on(tables.attack_step())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press(page)
        await pilot.pause()
        assert not isinstance(app.screen, TableScreen)
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert source.sent == [Quit()]
        assert app._exit


@pytest.mark.parametrize(("where", "said"), [("game.diceref", "is lost"), ("", "memory only")])
async def test_who_leaves_is_told_what_becomes_of_the_record(where, said):
    app, _ = app_on(replace(tables.attack_step(), journal=where))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
        await pilot.pause()
        assert said in screen_text(app)


@pytest.mark.parametrize("make", [tables.attack_step, tables.question, tables.foul, tables.over])
async def test_every_key_below_the_smallest_table_is_named_in_full(make):
    app, _ = app_on(make())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert screen_text(app).splitlines()[-1].count("Large type") == 1


def test_what_happens_to_several_dice_at_once_is_one_line_of_the_log():
    hit = LogLine(1.0, "Sidekick takes 1 damage", 0, "move", 7)
    later = replace(hit, entry=9)
    model = replace(tables.attack_step(), events=(hit, hit, hit, later))
    assert [line.text for line in newest_events(model)] == [
        "Sidekick takes 1 damage (3 times)",
        hit.text,
    ]


def provisional():
    """A table at which two things were done that may still be taken back."""
    return replace(tables.attack_step(), provisional=("block Thor with Nova", "pass"))


def test_what_may_still_be_taken_back_stands_below_what_is_entered():
    entered, shown = newest_events(tables.attack_step()), newest_events(provisional())
    assert shown[: len(entered)] == entered
    tail = shown[len(entered) :]
    assert [(line.kind, line.text, line.entry) for line in tail] == [
        ("provisional", "block Thor with Nova", None),
        ("provisional", "pass", None),
    ]


def test_what_is_left_to_do_of_a_move_stands_below_what_is_provisional():
    model = replace(provisional(), undone=("Sidekick still goes to Ana's Used Pile.",))
    *_, last = newest_events(model)
    assert (last.kind, last.text) == ("undone", "Sidekick still goes to Ana's Used Pile.")


async def test_what_may_still_be_taken_back_is_drawn_quietly_and_goes_when_it_is_taken_back():
    app, source = app_on(provisional(), tables.attack_step())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert "block Thor with Nova" in screen_text(app)
        styles = {
            segment.text.strip(): segment.style
            for strip in app.screen._compositor.render_strips()
            for segment in strip
        }
        quiet = next(style for text, style in styles.items() if "Thor with Nova" in text)
        entered = next(style for text, style in styles.items() if "Hulk blocks Thor" in text)
        assert quiet.italic
        assert not entered.italic
        source.step()
        await pilot.pause()
        assert "block Thor with Nova" not in screen_text(app)


async def test_d_says_that_the_move_is_over_while_something_is_shown_that_is_not_entered():
    app, source = app_on(tables.attack_step(), provisional(), tables.over())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("d")
        assert source.sent == []
        assert "Move is over" not in screen_text(app)
        source.step()
        await pilot.pause()
        assert "Move is over" in screen_text(app)
        await pilot.press("d")
        assert source.sent == [MoveIsOver()]
        source.step()
        await pilot.press("d")
        assert source.sent == [MoveIsOver()]


@pytest.mark.parametrize("waiting", ["halfway", "unexplained", "covered"])
async def test_d_may_be_said_of_what_no_lawful_move_explains(waiting):
    app, source = app_on(replace(tables.attack_step(), waiting=waiting))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("d")
        assert source.sent == [MoveIsOver()]


async def test_a_number_without_an_answer_does_nothing():
    app, source = app_on(tables.question())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("9", "5")
        assert source.sent == []


async def test_number_keys_do_nothing_without_a_question():
    app, source = app_on(tables.attack_step())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press(*"123456789")
        assert source.sent == []


async def test_a_question_leaves_the_table_in_view():
    app, _ = app_on(tables.question())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        text = screen_text(app)
        assert "QUESTION 3" in text
        assert "Thor 7/5" in text
        assert re.search(r"\d+ s ago", text)


async def test_a_foul_shows_rule_and_remedy_and_clears_itself_when_mended():
    app, source = app_on(tables.foul(), tables.attack_step())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        text = screen_text(app)
        assert "FOUL" in text
        assert "no Bolt is among the" in text
        assert "Put Thor back" in text
        assert "Purchase Dice" in text
        source.step()
        await pilot.pause()
        assert not app.screen.query_one(FoulBand).display


async def test_letting_a_foul_stand_needs_a_yes():
    app, source = app_on(tables.foul())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("x")
        assert isinstance(app.screen, ConfirmScreen)
        await pilot.press("n")
        assert source.sent == []
        await pilot.press("x", "y")
        assert source.sent == [AllowFoul(2)]


async def test_the_foul_button_does_what_the_key_does():
    app, source = app_on(tables.foul())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.click("#foul-allow")
        await pilot.click("#yes")
        assert source.sent == [AllowFoul(2)]


async def test_enter_announces_the_offer_under_the_cursor():
    app, source = app_on(tables.attack_step())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("down", "enter")
        assert source.sent == [Announce("b2")]


async def test_the_cursor_stays_on_its_offer_when_the_terminal_changes_its_size():
    app, source = app_on(tables.attack_step())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await pilot.press("down")
        await pilot.resize_terminal(140, 40)
        await pilot.pause()
        await pilot.press("enter")
        assert source.sent == [Announce("b2")]


async def test_an_offer_that_is_not_possible_says_why_and_cannot_be_chosen():
    app, source = app_on(tables.attack_step())
    async with app.run_test(size=(200, 60)) as pilot:
        await pilot.pause()
        assert "no Fist in your reserve" in screen_text(app)
        for _ in range(8):
            await pilot.press("enter", "down")
        announced = {command.action for command in source.sent}
        assert announced == {"b1", "b2", "g1", "p"}


async def test_pause_undo_and_quit_are_sent():
    app, source = app_on(tables.attack_step())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("p")
        await pilot.press("u", "y")
        await pilot.press("q", "y")
        assert source.sent == [Pause(on=True), TryUndo(), Undo(), Quit()]


async def test_an_earlier_entry_is_looked_into():
    app, source = app_on(tables.attack_step())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("e", "down", "enter")
        await pilot.pause()
        assert source.sent == [TryCorrection(105)]
        await pilot.press("escape", "e", "escape")
        assert len(source.sent) == 1


async def test_conceding_is_in_the_command_palette():
    app, source = app_on(tables.attack_step())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("ctrl+p")
        await pilot.press(*"Bo concedes")
        await pilot.pause(0.5)
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("y")
        assert source.sent == [GiveUp(1)]


async def test_the_newest_model_is_shown_when_published():
    later = tables.attack_step()
    view = later.view
    seats = (view.seats[0], replace_life(view.seats[1], 6))
    app, source = app_on(later, replace(later, view=type(view)(
        seats, view.turn, view.active, "Clean up", "", view.dice, view.hidden
    )))  # fmt: skip
    async with app.run_test(size=(100, 30)) as pilot:
        source.step()
        await pilot.pause()
        assert "Clean up" in screen_text(app)


def replace_life(seat, life):
    return type(seat)(seat.name, life, seat.life_start, seat.notes)


async def test_the_outcome_names_the_winner_and_the_record():
    app, _ = app_on(tables.over())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.screen.query_one(OutcomeBand).display
        assert "Ana wins" in screen_text(app)
        assert "ana-bo.diceref" in screen_text(app)


async def test_help_lists_every_binding_of_the_table():
    app, _ = app_on(tables.attack_step())
    async with app.run_test(size=(100, 40)) as pilot:
        table = app.screen
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        text = screen_text(app)
        for keys, meaning in bindings_of(table):
            assert keys in text
            assert meaning in text
        await pilot.press("escape")
        assert app.screen is table


async def test_every_key_of_the_table_has_a_meaning_in_words():
    for owner in (TableScreen, DiceRefApp, HelpScreen, ConfirmScreen):
        for binding in owner.BINDINGS:
            assert binding.description, binding


@pytest.mark.parametrize("size", [(79, 24), (80, 23), (20, 5), (1, 1)])
async def test_a_window_that_is_too_small_says_one_clear_sentence(size):
    app, _ = app_on(tables.attack_step())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert app.screen.has_class("-too-small")
        sentence = str(app.screen.query_one("#too-small", Static).render())
        assert "80x24" in sentence
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Attack step" in screen_text(app)


async def test_a_storm_of_resizes_leaves_a_whole_table():
    app, _ = app_on(tables.question())
    async with app.run_test(size=(100, 30)) as pilot:
        for step in range(40):
            await pilot.resize_terminal(20 + 7 * (step % 30), 5 + 3 * (step % 20))
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert "QUESTION 3" in screen_text(app)


async def test_pasted_rubbish_changes_nothing():
    from textual.events import Paste

    app, source = app_on(tables.question())
    async with app.run_test(size=(100, 30)) as pilot:
        app.post_message(Paste("1\x1b[2J\x00q\ny" * 500))
        await pilot.pause()
        assert source.sent == []
        assert "QUESTION 3" in screen_text(app)


@pytest.mark.parametrize("theme", ["felt", "paper", "high-contrast", "colour-blind", "nord"])
async def test_every_theme_shows_the_table(theme):
    app, _ = app_on(tables.foul())
    async with app.run_test(size=(100, 30)) as pilot:
        app.theme = theme
        await pilot.pause()
        assert "FOUL" in screen_text(app)
        assert "Thor" in screen_text(app)


async def test_large_type_keeps_lives_and_step_and_drops_the_log():
    app, _ = app_on(tables.attack_step())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("l")
        await pilot.pause()
        assert not app.screen.query_one("#events").display
        assert app.screen.query_one("#life-0").size.width >= 28
        await pilot.press("l")
        await pilot.pause()
        assert app.screen.query_one("#events").display


async def test_the_offers_keep_the_focus_so_that_arrows_work_at_once():
    app, _ = app_on(tables.attack_step())
    async with app.run_test(size=(100, 30)):
        assert isinstance(app.focused, OffersPanel)


async def test_a_die_under_the_mouse_tells_its_detail():
    app, _ = app_on(tables.attack_step())
    async with app.run_test(size=(100, 30)) as pilot:
        mat = app.screen.query_one("#mat")
        await pilot.pause()
        top, left, _, _ = mat._drawing.dice["t1"]
        await pilot.hover("#mat", offset=(left + 1, top))
        assert mat.tooltip == "Thor\nlevel 3, 7A 5D (+2A)"


def test_what_can_be_done_comes_first_then_passing_then_what_cannot():
    offers = [
        Offer("buy April", "buy", why_not="no Shield"),
        Offer("pass", "pass", action="p"),
        Offer("field Thor", "field", why_not="no energy"),
        Offer("use a global", "global", action="g"),
        Offer("field Hulk", "field", action="f"),
    ]
    listed = [offer.text for offer in ranked_offers(offers)]
    assert listed == ["field Hulk", "field Thor", "use a global", "pass", "buy April"]


async def test_a_change_of_theme_recolours_the_large_figures():
    app, _ = app_on(tables.attack_step())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        before = {str(piece.style) for piece in app.screen.query_one("#life-0").render_line(2)}
        await pilot.press("t")
        await pilot.pause()
        after = {str(piece.style) for piece in app.screen.query_one("#life-0").render_line(2)}
        assert before != after


ADDRESS = "https://192.168.178.123:8765/#sha256=" + 64 * "a"


async def test_one_key_shows_the_pages_address_as_a_code_that_fits_the_smallest_window():
    app, _ = app_on(tables.attack_step())
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.press("b")
        await pilot.pause()
        assert "--serve" in screen_text(app)  # nothing is served: it says how
        app.tell("The table is also at …", ADDRESS)
        await pilot.pause()
        assert "B: the QR code" in screen_text(app)
        await pilot.press("b")
        await pilot.pause()
        code = app.screen.query_one("#qr-code")
        drawn = qr_code(ADDRESS).strip("\n").split("\n")
        assert (code.region.width, code.region.height) == (len(drawn[0]), len(drawn))
        assert drawn[-1] in screen_text(app)
        await pilot.press("b")
        assert isinstance(app.screen, TableScreen)
