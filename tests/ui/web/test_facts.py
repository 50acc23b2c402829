"""What the page in a browser is told, and what it may say, of dice, payments and clocks."""

from dataclasses import replace
from importlib.resources import files

import pytest

from rules.core import Offer
from tests.ui import tables
from ui.app.table_model import Announce, ClockFace
from ui.web.connections import is_loopback
from ui.web.facts import command_of, public_facts
from ui.web.page_address import own_address

DICE = ("Sidekick 1 Mask", "Thor level 2")
TABLE = tables.with_offers(
    Offer("reroll Sidekick", "roll", "s", dice=DICE[:1]),
    Offer("reroll both", "roll", "b", dice=DICE),
    Offer("buy Thor", "buy", "bolt", ways=(("with Bolt", "bolt"), ("with Mask", "mask"))),
)


def said(**more):
    offers = public_facts(TABLE)["offers"]
    return {
        "do": "announce",
        "offer": more.pop("n"),
        "text": offers[more.pop("at")]["text"],
        **more,
    }


def test_dice_to_reroll_are_one_line_and_named_when_they_are_taken():
    offers = public_facts(TABLE)["offers"]
    assert [(offer["dice"], offer["ways"]) for offer in offers] == [
        (list(DICE), []),
        ([], ["with Bolt", "with Mask"]),
    ]
    assert command_of(said(n=0, at=0, dice=list(reversed(DICE))), TABLE) == Announce("b")
    for dice in ([], ["Thor level 2"], "both", [1], None):
        with pytest.raises(ValueError, match="these dice cannot be taken"):
            command_of(said(n=0, at=0, dice=dice), TABLE)


def test_the_payment_is_named_by_its_place():
    assert command_of(said(n=1, at=1, way=1), TABLE) == Announce("mask")
    assert command_of(said(n=1, at=1), TABLE) == Announce("bolt")
    for way in (2, -1, "1", [0]):
        with pytest.raises(ValueError, match="no such way to pay"):
            command_of(said(n=1, at=1, way=way), TABLE)


def test_the_clocks_are_on_the_page():
    clocks = (ClockFace("game", 61.5, running=True), ClockFace("match", 300.0, down=True))
    told = public_facts(replace(TABLE, clocks=clocks))["clocks"]
    assert [(clock["name"], clock["seconds"], clock["running"]) for clock in told] == [
        ("game", 61.5, True),
        ("match", 300.0, False),
    ]


def test_the_address_for_a_phone_is_not_this_machines_own():
    assert not is_loopback(own_address())


def test_the_page_tells_what_is_provisional_and_that_nothing_is_followed_any_more():
    begun = replace(TABLE, provisional=("block Thor with Nova",), lost=True)
    facts = public_facts(begun)
    assert facts["provisional"] == ["block Thor with Nova"]
    assert facts["lost"]


def test_a_clock_that_nobody_started_is_not_on_the_page():
    clocks = (ClockFace("game", 0.0, down=False), ClockFace("match", 60.0))
    told = public_facts(replace(TABLE, clocks=clocks))["clocks"]
    assert [clock["name"] for clock in told] == ["match"]


def test_the_list_of_offers_stands_beside_the_button_for_effects_by_hand_and_not_in_it():
    page = files("ui.web") / "page"
    script = (page / "page.js").read_text(encoding="utf-8")
    assert '$("offers").lastElementChild' not in script
