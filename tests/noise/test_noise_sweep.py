"""A sweep of simulated games goes on where it stopped, and its file says what was played."""

import pytest

from rules.dicemasters.engine.setup import demo_setup
from rules.dicemasters.game import GAMES
from rules.registry import known_game
from tests.bench.sightings.figures import figures
from tests.bench.sightings.sweep import EVERYTHING, Contest, play, recorded, sweep, together
from tests.bench.sightings.table import Habits
from tests.bench.track import RANDOM, contest

SHORT = Habits(actions=12)
TMNT = Contest("tmnt", lambda _: (GAMES["tmnt"], demo_setup("tmnt")))


def swept(out, seeds, noise="hard"):
    return list(sweep([TMNT], seeds, out, SHORT, noise))


def test_a_game_that_was_played_is_not_played_again(tmp_path):
    out = tmp_path / "games.jsonl"
    first = swept(out, range(2))
    out_before = out.read_text()
    again = swept(out, range(3))
    assert again[:2] == first
    assert out.read_text().startswith(out_before)
    assert len(list(recorded(out))) == 3


def test_a_seed_plays_the_same_game_again(tmp_path):
    assert swept(tmp_path / "one.jsonl", range(1)) == swept(tmp_path / "two.jsonl", range(1))


def test_another_noise_is_another_game_in_the_same_file(tmp_path):
    out = tmp_path / "games.jsonl"
    (hard,) = swept(out, range(1))
    (plain,) = swept(out, range(1), "plain")
    assert (hard.noise, plain.noise) == ("hard", "plain")
    assert list(recorded(out)) == [hard, plain]


def test_a_line_that_was_cut_off_is_played_again(tmp_path):
    out = tmp_path / "games.jsonl"
    whole = swept(out, range(2))
    text = out.read_text()
    out.write_text(text[:-40])
    assert swept(out, range(2)) == whole
    assert out.read_text() == text


def test_a_file_of_something_else_is_refused_with_its_line(tmp_path):
    out = tmp_path / "games.jsonl"
    out.write_text('{"note": 1}\n')
    with pytest.raises(ValueError, match="line 1 is no game of a sweep"):
        swept(out, range(1))


def test_figures_add_up_the_games_of_a_sweep(tmp_path):
    records = swept(tmp_path / "games.jsonl", range(2))
    total = together(records)
    assert total.games == 2
    assert total.actions == sum(record.score.actions for record in records)
    wrong = next(figure for figure in figures(records) if figure["name"] == "track.wrong")
    assert wrong["value"] == total.wrong
    assert "2 simulated games (tmnt)" in str(wrong["on"])


def test_a_story_that_needs_another_face_than_the_one_clearly_seen_is_asked_about():
    avx = known_game("avx")
    score = play(avx.load(), avx.demo_setup(), 20006, noise="plain")
    assert score.wrong == 0
    assert score.questions > 0


def test_random_teams_are_other_teams_of_every_book_with_other_seeds():
    played = [contest(RANDOM).of(seed) for seed in range(8)]
    assert {game.name for game, _ in played} == set(GAMES)
    assert len({str(setup) for _, setup in played}) == 8


FALSE_ALARMS = pytest.mark.xfail(
    strict=False,
    reason="nothing wrong is entered, but one to four fouls a game are named that were none, when "
    "the players say at once that their move is over: docs/decisions/0022-late-commitment.md",
)
"""What the tracker that enters a move when it is over does not reach yet in these games."""

ONCE_MISJUDGED = (
    ("avx", 21402),  # a purchase and a pass after which nearly everything left the table
    ("ygo", 21401),
    ("random", 21309),  # two actions left out, of which neither explains anything alone
    ("random", 21401),  # a die at a line that looked as if beside its zone for a whole rest
    ("random", 21501),  # a purchase taken for another one paid with the same dice
)
AS_THEN = Habits(foul=EVERYTHING.foul, aloud=0.0, sparing=0.0, shoving=0.0, deaf=0.0)
"""How these were played: other habits make other games of the same seeds."""


@pytest.mark.slow
@FALSE_ALARMS
@pytest.mark.parametrize(("name", "seed"), ONCE_MISJUDGED)
def test_a_game_that_was_once_misjudged_is_understood(name, seed):
    score = play(*contest(name).of(seed), seed, AS_THEN, noise="plain")
    assert score.wrong == 0, score.diary
    assert score.false_alarms == 0, score.diary


MISJUDGED_BY_REAL_HABITS = (
    ("imwm", 71001, "plain"),  # three passes of which only the last moved dice
    ("imwm", 67003, "hard"),  # a silent choice that wanted another order of what followed
    ("ygo", 64005, "hard"),  # a ghost just where a purchase under others was said to lie
    ("ygo", 70001, "hard"),  # a die overlooked while what follows from a roll was still to be done
    ("ygo", 70006, "plain"),  # a bonus turned down, told from one taken only by the damage
    ("tmnt", 70040, "plain"),  # a turn that ended, told as an ability paid with a die it cleared
    ("imwm", 80029, "plain"),  # damage for one of two, one of which fell a moment later
    ("tmnt", 91077, "plain"),  # two effects, either of which may have struck the one who fell
    ("avx", 66000, "hard"),  # an action too many: what came later moved its die anyway
)
ANSWERING = Habits(foul=EVERYTHING.foul, deaf=0.0)
"""How these were played: nobody left a question open."""


@pytest.mark.slow
@FALSE_ALARMS
@pytest.mark.parametrize(("name", "seed", "noise"), MISJUDGED_BY_REAL_HABITS)
def test_a_game_of_hands_with_real_habits_is_understood(name, seed, noise):
    score = play(*contest(name).of(seed), seed, ANSWERING, noise)
    assert score.wrong == 0, score.diary
    assert score.false_alarms == 0, score.diary
