"""Faces as players would say them."""

import pytest

from rules.dicemasters.engine.setup import demo_setup
from rules.dicemasters.game import GAMES
from rules.track.printed import face_in_words

YGO = {facts.title: facts for facts in GAMES["ygo"].dice(demo_setup("ygo"))}


@pytest.mark.parametrize(
    ("title", "face", "words"),
    [
        ("Sidekick", 0, "Sidekick: 1 Bolt"),
        ("Sidekick", 5, "Sidekick: character"),
        ("Harpie Lady", 4, "Harpie Lady: level 2 (1/3/3*)"),
        ("Waboku", 5, "Waboku: action**"),
    ],
)
def test_a_face_goes_by_what_players_call_it(title, face, words):
    assert face_in_words(YGO[title], face) == words


def test_no_two_faces_that_look_different_go_by_the_same_words():
    for facts in YGO.values():
        words = {face_in_words(facts, face) for face in range(6)}
        assert len(words) == len({str(face) for face in facts.faces})
