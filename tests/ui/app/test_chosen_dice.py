"""Dice to reroll are ticked one by one; how something is paid is chosen."""

import random

from textual.widgets import SelectionList

from rules.core import CHANCE, Offer
from tests.bench.replayed import ReplayedSource
from tests.ui import tables
from ui.app.chosen_dice import action_with, folded
from ui.app.known_games import known_game
from ui.app.table_model import Announce
from ui.screens.app import DiceRefApp

KNOWN = known_game("tmnt")
GAME = KNOWN.load()


def offered(wanted, seed=4):
    """The first offers of a random game of which one is as wanted."""
    rng, state = random.Random(seed), GAME.new(KNOWN.demo_setup())
    while GAME.to_move(state) is not None:
        offers = GAME.offers(state)
        if any(map(wanted, offers)):
            return state, offers
        by_chance = GAME.to_move(state) == CHANCE
        action = GAME.sample(state, rng) if by_chance else rng.choice(GAME.legal_actions(state))
        state, _ = GAME.apply(state, action)
    raise AssertionError


def test_one_line_stands_for_all_dice_that_may_be_rerolled():
    state, offers = offered(lambda offer: len(offer.dice) > 2)
    taking = [offer for offer in offers if offer.dice]
    (one,) = [offer for offer in folded(offers) if offer.dice]
    assert len(folded(offers)) == len(offers) - len(taking) + 1
    for offer in taking:
        action = action_with(one, reversed(offer.dice))
        assert GAME.why_not(state, action) is None
        assert action == offer.action
    assert action_with(one, ("no such die",)) is None


def test_every_way_to_pay_is_listed():
    state, offers = offered(lambda offer: len(offer.ways) > 2)
    offer = next(offer for offer in offers if len(offer.ways) > 2)
    words, actions = zip(*offer.ways, strict=True)
    assert len(set(words)) == len(words)
    assert actions[0] == offer.action
    assert all(GAME.why_not(state, action) is None for action in actions)


def at_table(*offers):
    source = ReplayedSource([tables.with_offers(*offers)])
    return DiceRefApp(source), source


async def test_dice_are_ticked_and_then_rolled():
    dice = ("Sidekick 1 Mask", "Thor level 2")
    app, source = at_table(
        Offer("reroll Sidekick", "roll", "s", dice=dice[:1]),
        Offer("reroll Thor", "roll", "t", dice=dice[1:]),
        Offer("reroll both", "roll", "b", dice=dice),
        Offer("keep", "roll", "k"),
    )
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen.query_one(SelectionList).option_count == 2
        await pilot.press("space", "down", "space", "enter")
        await pilot.pause()
        assert source.sent == [Announce("b")]
        await pilot.press("enter", "enter")  # nothing ticked: nothing rolled
        await pilot.pause()
        assert len(source.sent) == 1


async def test_the_payment_is_chosen():
    ways = (("buy Thor paying 2 Bolt", "bolt"), ("buy Thor paying 2 Mask", "mask"))
    app, source = at_table(Offer("buy Thor", "buy", "bolt", ways=ways))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("enter", "down", "enter")
        await pilot.pause()
        assert source.sent == [Announce("mask")]
        await pilot.press("enter", "escape")
        await pilot.pause()
        assert len(source.sent) == 1
