"""A setup that cannot be played is refused in one sentence."""

import pytest

from rules.dicemasters.game import GAMES

FINE = {"cards": [["12avx", 2]]}


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        (7, "A setup is a table"),
        ({}, "'teams' must list 2 players"),
        ({"teams": [FINE, {}]}, "Player 2 of the setup needs 'cards'"),
        ({"teams": [FINE, {"cards": [["12avx", "x"]]}]}, "is no card of a team"),
        ({"teams": [FINE, {"cards": [["12avx", 0]]}]}, "it must be 1 to 20"),
        ({"teams": [FINE, {"cards": [["999avx", 2]]}]}, "AvX has the numbers 1 to 132"),
        ({"teams": [FINE, {"cards": [["27avx", 2]]}]}, "is a basic action card"),
        ({"teams": [FINE, {"cards": [["sidekick", 2]]}]}, "Sidekicks are no part of a team"),
        ({"teams": [FINE, {"cards": [["1avx", 2], ["1avx", 1]]}]}, "Player 2 has 1avx twice"),
        ({"teams": [FINE, FINE], "basics": ["12avx"]}, "is no basic action card"),
        ({"teams": [FINE, FINE], "basics": 3}, "'basics' must be a list"),
        ({"teams": [FINE, FINE], "colours": 3}, "'colours' must be a table"),
        ({"teams": [FINE, FINE], "faces": {"12avx": "9"}}, "'9' is no level"),
        ({"teams": [FINE, FINE], "format": "chess"}, "There is no format 'chess'"),
        ({"teams": [FINE, FINE], "first": 7}, "'first' must be a whole number"),
        ({"teams": [FINE, FINE], "options": 7}, "'options' must be a table"),
    ],
)
def test_a_setup_that_cannot_be_played_is_refused(setup, message):
    with pytest.raises(ValueError, match=message) as refused:
        GAMES["avx"].new(setup)
    assert "\n" not in str(refused.value)
