"""How questions at simulated tables are counted."""

from random import Random

from test_rival_explanations import TossedPebbles

from tests.bench.sightings.hands import Noise
from tests.bench.sightings.play import Play
from tests.bench.sightings.table import Habits

PERFECT = Noise(
    misread=0, hesitant=0, missed=0, overlooked=0, covered=0, beside=0, ghosts=0, near_line=0
)


def test_what_no_eye_could_tell_is_counted_apart_from_other_questions():
    """A slap looks like a hit, and nobody says which it was."""
    habits = Habits(batch=(1,), announce=0.0, aloud=0.0, actions=40)
    score = Play(TossedPebbles(), {}, Random(3), noise=PERFECT, habits=habits).run()
    assert score.questions == score.silent_questions > 0
