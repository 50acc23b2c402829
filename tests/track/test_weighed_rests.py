"""A sweep notices what tracker and truth do not agree on though both show the same table."""

from random import Random

from pebbles import PebblesGame

from rules.track.hands import NOISES
from rules.track.likeness import likeness
from rules.track.simulate import Habits, Play


class Cursed(Play):
    """A curse is said that the tracker does not hear of: it may be said once a turn."""

    def silently_cursed(self):
        """Every rest is weighed from here on; what the tracker believes shows the same table."""
        self.score.rests = 0
        self.truth, _ = self.game.apply(self.truth, ("curse", "red"))
        assert likeness(self.game, self.truth) == likeness(self.game, self.tracker.state)
        self._weigh()
        return self.score


def test_what_is_done_once_a_turn_and_shows_on_no_die_is_counted_apart():
    game = PebblesGame()
    play = Cursed(game, {}, Random(1), noise=NOISES["plain"], habits=Habits())
    for action in (("drawn", "blue", "red"), ("rolled", 2, 4)):
        play.truth, _ = game.apply(play.truth, action)
    play.tracker.correct(play.truth)
    score = play.silently_cursed()
    assert (score.weighed, score.unlike, score.wrong) == (1, 1, 0)
    assert [remark.about for remark in score.diary] == ["unlike"]
