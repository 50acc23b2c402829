"""Of two dice alike a word says which one it was: the table cannot tell."""

import pytest
from written import Match

from rules.track import Commit


def attackers(match, state):
    return [lie.die for lie in match.game.layout(state) if lie.place.zone == "attack"]


@pytest.fixture
def one_attacks():
    """One of two dice attacks, one of them damaged; nobody has said which."""
    lines = ["0 field April 3, 1 damage", "0 field April 3"]
    match = Match("tmnt", lines, turn=4)
    match.say("pass")
    legal = {match.game.say(match.state, a): a for a in match.game.legal_actions(match.state)}
    attacks = [action for said, action in legal.items() if said.startswith("attack with")]
    assert len(attacks) == 2, legal
    state, _ = match.game.apply(match.state, attacks[0])
    match.table.follow(match.game.layout(state))
    match.hands()
    for _ in range(12):
        match._look()
    return match, attacks


def test_a_word_tells_which_of_them_it_is(one_attacks):
    match, attacks = one_attacks
    (shown,) = match.tracker.tail
    (other,) = (attack for attack in attacks if attack != shown)
    said = match.tracker.announce(other)
    assert isinstance(said, Commit)
    assert [step.action for step in said.steps] == [other]
    assert len(attackers(match, match.tracker.state)) == 1
