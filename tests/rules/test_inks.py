"""Basic action dice are told apart by their ink, which the players choose."""

import pytest

from rules.dicemasters.game import DiceMasters
from rules.dicemasters.setup import demo_setup


def inks(setup, edition="tmnt"):
    return [fact.ink for fact in DiceMasters(edition).dice(setup) if fact.kind.startswith(":")]


@pytest.mark.parametrize("edition", ["avx", "ygo", "imwm", "tmnt"])
def test_no_two_basic_actions_of_a_game_have_dice_of_one_colour(edition):
    found = inks(demo_setup(edition), edition)
    assert len(set(found)) == len(found) == 3


def test_the_players_may_choose_the_inks():
    chosen = inks(demo_setup("tmnt") | {"inks": ["green", "pink"]})
    assert chosen[:2] == ["#14e614", "#f08cb4"]


@pytest.mark.parametrize("wrong", [["gren"], ["red", "red"]])
def test_an_ink_that_does_not_exist_or_comes_twice_is_refused(wrong):
    with pytest.raises(ValueError, match="ink"):
        inks(demo_setup("tmnt") | {"inks": wrong})
