"""Random teams are legal teams, and a seed draws the same ones again."""

from random import Random

import pytest

from rules.dicemasters.cards.formats import FORMATS, format_named
from rules.dicemasters.cards.legality import violations_of_team
from rules.dicemasters.cards.random_teams import encoded, random_setup, random_team

OFFERED = [
    (edition, name)
    for name, offered in FORMATS.items()
    for edition in offered.sections
    if name in ("basic", "casual", "tournament", "doubles")
]


@pytest.mark.parametrize(("edition", "name"), OFFERED)
def test_a_random_team_is_legal_in_its_format(edition, name):
    chosen = format_named(name, edition)
    for seed in range(20):
        team = random_team(Random(seed), encoded(edition), chosen, "A")
        assert violations_of_team(team, chosen, edition) == ()


def test_a_seed_draws_the_same_game_again():
    assert random_setup(Random(7), "imwm") == random_setup(Random(7), "imwm")
    assert random_setup(Random(7), "imwm") != random_setup(Random(8), "imwm")


def test_mixed_pools_hold_cards_of_all_boxes():
    sets = {each.set for each in encoded("tmnt", mixed=True).cards}
    assert sets >= {"AvX", "YGO", "IMW", "HHS", "UXM", "JL", "WF"}
