"""Dice that differ in their form alone, before an eye that was never shown their forms."""

from random import Random

import pytest

from calibration.mats import mat_named
from hardware.simulated.people.eye import look_alikes, shared_out
from hardware.simulated.people.habits import PLAIN
from rules.registry import known_game
from tests.bench.following.followed_game import Result, follow


@pytest.mark.parametrize("seed", [162])
def test_dice_that_look_alike_are_asked_about_and_never_guessed(seed):
    known = known_game("irondie")
    setup = known.family.random_setup("irondie", Random(f"players irondie {seed}"))
    result = Result("irondie", seed, "plain", "usual", 4.0, "no-forms", 0.0)
    follow(known.load(), setup, mat_named(known.mat_for(setup)), PLAIN, result, most=6)
    assert result.twins > 0
    assert result.wrong == 0


def test_only_the_form_tells_dice_of_one_class_and_colour_apart():
    game = known_game("irondie").load()
    dice = ["smasher-red", "assault-red", "barrier-red", "nullifier-blue", "swarm-red",
            "smasher-red-rare", "powerup-blue", "fortress-white", "regeneration-black"]  # fmt: skip
    alike = look_alikes(game.dice({"sets": [dice, dice]}))
    assert alike["smasher-red"] == ("assault-red", "smasher-red", "smasher-red-rare")
    assert alike["powerup-blue"] == ("nullifier-blue", "powerup-blue")
    assert "barrier-red" not in alike
    told = shared_out({("smasher-red", 3): 0.0}, alike)
    assert len({round(log, 6) for log in told.values()}) == 1
    assert len(told) == 3
