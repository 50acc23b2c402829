"""What a card says that does not play by itself is entered from the table in four keys."""

from dataclasses import replace

from rules.core import HandKey, HandMenu
from tests.bench.replayed import ReplayedSource
from tests.ui import tables
from ui.app.table_model import SayByHand
from ui.screens.app import DiceRefApp
from ui.screens.hand import HandScreen, subjects_of

MENU = HandMenu(
    (
        HandKey("2", "2 damage", "2 damage to {it}"),
        HandKey("c", "captured by", "{it} under {other}"),
        HandKey("2", "lose 2", "{it} loses 2 life", "player"),
    ),
    ("Nova",),
)


def table_app(hand=MENU):
    source = ReplayedSource([replace(tables.attack_step(), hand=hand)])
    return DiceRefApp(source), source


def letter_of(name):
    model = replace(tables.attack_step(), hand=MENU)
    return next(each.letter for each in subjects_of(model) if each.name == name)


async def pressed(*keys, hand=MENU):
    app, source = table_app(hand)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        return source.sent, app.screen


async def test_two_damage_to_a_die_takes_four_keys():
    sent, _ = await pressed("h", letter_of("h1"), "2", "enter")
    assert sent == [SayByHand("effect of Nova: 2 damage to h1")]


async def test_several_things_are_one_entry_and_no_card_need_be_named():
    keys = ("h", "tab", letter_of("t1"), "2", letter_of("Bo"), "2", "enter")
    sent, _ = await pressed(*keys)
    assert sent == [SayByHand("2 damage to t1, Bo loses 2 life")]


async def test_what_needs_two_dice_asks_for_the_other():
    sent, _ = await pressed("h", letter_of("h1"), "c", letter_of("st"), "enter")
    assert sent == [SayByHand("effect of Nova: h1 under st")]


async def test_the_last_thing_can_be_taken_back_and_esc_leaves_nothing():
    sent, screen = await pressed("h", letter_of("t1"), "2", "backspace", "enter")
    assert sent == []
    assert isinstance(screen, HandScreen)
    sent, screen = await pressed("h", letter_of("t1"), "2", "escape")
    assert sent == []
    assert not isinstance(screen, HandScreen)


async def test_words_can_be_typed_instead():
    sent, _ = await pressed("H", *"Bo loses 1", "enter")
    assert sent == [SayByHand("Bo loses 1")]


async def test_a_game_without_effects_by_hand_has_no_such_key():
    _, screen = await pressed("h", hand=None)
    assert not isinstance(screen, HandScreen)
