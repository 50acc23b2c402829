"""What is left to do of a move that lies half done is said in time, and is no foul."""

import pytest
from written import Match

from rules.track import Commit, Wait
from rules.track.options import Options

HINT_S = Options().hint_s


@pytest.fixture
def half_paid():
    """A purchase of which one of the two dice that pay for it lies where it lay."""
    reserve = ("Shield", "Fist", "Mask", "pawn")
    match = Match("tmnt", [f"1 reserve Sidekick {face}" for face in reserve], active=1, turn=4)
    buy = match.named(match.state, "buy Reclaim paying 1 Shield (Sidekick) + 1 Fist (Sidekick)")
    lay = {lie.die: lie for lie in match.game.layout(match.state)}
    match.state, _ = match.game.apply(match.state, buy)
    now = match.game.layout(match.state)
    late = next(lie.die for lie in now if lay[lie.die].place != lie.place and "side" in lie.kind)
    match.table.follow([lay[late] if lie.die == late else lie for lie in now])
    match.hands()
    return match


def verdicts(match, seconds):
    return [match._look() for _ in range(int(4 * seconds))]


def test_what_is_left_to_do_is_said_after_a_while(half_paid):
    *early, late = verdicts(half_paid, HINT_S + 1)
    assert not any(isinstance(each, Wait) and each.undone for each in early[: int(4 * HINT_S) - 4])
    assert isinstance(late, Wait)
    (said,) = late.undone
    assert said == (
        "Sidekick still goes from Second player's Reserve Pool to Second player's Out of Play."
    )


def test_it_is_not_said_any_more_once_it_is_done(half_paid):
    verdicts(half_paid, HINT_S + 1)
    half_paid.table.follow(half_paid.game.layout(half_paid.state))
    half_paid.hands()
    verdict = half_paid.look(12)
    assert isinstance(verdict, Commit), verdict
    assert not any(each.undone for each in verdicts(half_paid, 2) if isinstance(each, Wait))
