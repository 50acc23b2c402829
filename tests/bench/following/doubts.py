"""Dice that can hardly be read, where what they show decides whether what follows is lawful.

A referee that lets the rules decide a face enters such a roll without a word: the next act fits
only one of the two faces. It must ask.
"""

from collections.abc import Iterator
from random import Random
from typing import Final

import msgspec

from hardware.simulated.people.eye import Blur
from hardware.simulated.people.script import Script
from rules.core import AnyGame, Roll

FOLLOWED: Final = 6
"""Deeds after a roll in which a face may come to decide something."""


class Doubt(msgspec.Struct):
    """One die that two faces are equally likely for, and whether anybody asked."""

    deed: int  # the roll
    blur: Blur
    asked: bool = False


def doubts_in(game: AnyGame, script: Script, share: float, rng: Random) -> Iterator[Doubt]:
    """For this share of all rolls, a die whose other face would forbid what follows."""
    free_from = 0.0
    for number, deed in enumerate(script.deeds):
        chance = game.chance(deed.before)
        if not isinstance(chance, Roll) or deed.begun < free_from or rng.random() >= share:
            continue
        found = _deciding(game, script, number, rng)
        if found is None:
            continue
        die, face, decided = found
        until = script.deeds[decided].done + 2.0
        yield Doubt(number, Blur(die, face, deed.begun, until))
        free_from = until


def _deciding(
    game: AnyGame, script: Script, number: int, rng: Random
) -> tuple[str, int, int] | None:
    """A die of a roll, another face of it, and the deed that this face forbids."""
    deed = script.deeds[number]
    chance = game.chance(deed.before)
    assert isinstance(chance, Roll)
    after = {lie.die: lie for lie in game.layout(deed.after)}
    dice = [die for die, _ in chance.dice]
    shown = [after[die].face for die in dice]
    if any(face is None for face in shown):
        return None
    for place in rng.sample(range(len(dice)), len(dice)):
        for face in rng.sample(range(6), 6):
            faces = [f if n != place else face for n, f in enumerate(shown)]
            state, _ = game.apply(deed.before, game.settle(deed.before, faces))
            if game.digest(state) == game.digest(deed.after):
                continue
            for later in range(number + 1, min(number + FOLLOWED, len(script.deeds))):
                following = script.deeds[later]
                if following.seat is None:
                    break
                if game.why_not(state, following.action) is not None:
                    return dice[place], face, later
                state, _ = game.apply(state, following.action)
    return None
