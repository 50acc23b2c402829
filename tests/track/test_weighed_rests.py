"""A sweep notices what tracker and truth do not agree on though both show the same table."""

from random import Random

from pebbles import PebblesGame

from tests.bench.sightings.hands import NOISES
from tests.bench.sightings.play import Play
from tests.bench.sightings.table import Habits


class Cursed(Play):
    """A curse is said that the tracker does not hear of: it may be said once a turn."""

    def silently_cursed(self):
        """Every rest is weighed from here on; what the tracker believes shows the same table."""
        at = self.at
        at.score.rests = 0
        at.truth.state, _ = at.game.apply(at.truth.state, ("curse", "red"))
        assert at.truth.is_like(at.tracker.state)
        self._weigh()
        return at.score


def test_what_is_done_once_a_turn_and_shows_on_no_die_is_counted_apart():
    game = PebblesGame()
    play = Cursed(game, {}, Random(1), noise=NOISES["plain"], habits=Habits())
    for action in (("drawn", "blue", "red"), ("rolled", 2, 4)):
        play.at.truth.state, _ = game.apply(play.at.truth.state, action)
    play.at.put_right()
    score = play.silently_cursed()
    assert (score.weighed, score.unlike, score.wrong) == (1, 1, 0)
    assert [remark.about for remark in score.diary] == ["unlike"]
