"""Random legal games between random teams of encoded cards end, and every state is sound.

A failure names the seed; the same seed plays the same game again.
"""

from random import Random

import pytest

from rules.core import CHANCE, Roll
from rules.dicemasters.cards.random_teams import random_setup
from rules.dicemasters.engine.state import NO_DIE
from rules.dicemasters.game import GAMES

LONGEST = 5000  # actions; the longest of 120 games took 762


def play(edition, seed, named="tournament", *, mixed=False):
    """Play a random game to its end, looking at every seventh state closely."""
    game, rng = GAMES[edition], Random(seed)
    state = game.new(random_setup(rng, edition, named, mixed=mixed))
    for number in range(LONGEST):
        mover = game.to_move(state)
        if mover is None:
            return state
        legal = [game.sample(state, rng)] if mover == CHANCE else game.legal_actions(state)
        assert legal, f"seed {seed}: a dead end at action {number}, step {state.step}"
        if number % 7 == 0:
            assert unsound(game, state) == [], f"seed {seed}, action {number}"
        state, _ = game.apply(state, rng.choice(legal))
    raise AssertionError(f"seed {seed}: no end after {LONGEST} actions")


def unsound(game, state):
    """What cannot be: dice showing what their place does not allow, illegal legal actions."""
    found = [f"life {life}" for life in state.life if not 0 <= life <= state.match.life]
    chance = game.chance(state)
    in_hand = {die for die, _ in chance.dice} if isinstance(chance, Roll) else set()
    for number, die in enumerate(state.dice):
        face = state.match.faces[number][die.face] if die.face >= 0 else None
        name = f"{state.match.die_names[number]} in {die.zone}"
        if die.zone in ("field", "attack") and (face is None or face.energy):
            found.append(f"{name} shows {face}")
        about_to_roll = state.match.die_names[number] in in_hand
        if die.zone == "reserve" and face is None and not about_to_roll:
            found.append(f"{name} shows nothing")
        if die.zone not in ("field", "attack") and (die.damage or die.modifiers or die.blocks):
            found.append(f"{name} carries {die.damage}, {die.modifiers}, {die.blocks}")
        if any(state.dice[attacker].zone != "attack" for attacker in die.blocks):
            found.append(f"{name} blocks nobody")
        if die.under != NO_DIE and state.dice[die.under].zone not in ("field", "attack"):
            found.append(f"{name} lies under nothing")
    for action in game.legal_actions(state):
        objection = game.why_not(state, action)
        if objection is not None:
            found.append(f"{action} is offered, but {objection.text}")
        if game.read_action(game.write_action(action)) != action:
            found.append(f"{action} reads back differently")
        game.say(state, action)
    game.layout(state)
    game.view(state)
    game.reminders(state)
    game.offers(state)
    return found


@pytest.mark.parametrize("edition", GAMES)
@pytest.mark.parametrize("mixed", [False, True])
def test_random_games_between_random_teams_end(edition, mixed):
    for seed in range(3):
        assert play(edition, seed, mixed=mixed).winners is not None


@pytest.mark.parametrize("edition", ["imwm", "tmnt"])
def test_random_doubles_between_random_teams_end(edition):
    assert play(edition, 11, "doubles").winners is not None


@pytest.mark.slow
@pytest.mark.parametrize("edition", GAMES)
@pytest.mark.parametrize("mixed", [False, True])
def test_many_random_games_between_random_teams_end(edition, mixed):
    for seed in range(1000, 1040):
        assert play(edition, seed, mixed=mixed).winners is not None
