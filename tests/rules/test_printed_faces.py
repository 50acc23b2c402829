"""Faces as players would say them."""

import pytest

from rules.core.printed_faces import die_in_words, face_name, printed_in_words
from rules.dicemasters.engine.setup import demo_setup
from rules.dicemasters.game import GAMES

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
    assert die_in_words(YGO[title], face) == words


def test_no_two_faces_that_look_different_go_by_the_same_words():
    for facts in YGO.values():
        words = {die_in_words(facts, face) for face in range(6)}
        assert len(words) == len({str(face) for face in facts.faces})


def test_the_log_says_a_level_without_its_figures():
    assert [face_name(YGO["Harpie Lady"].faces, face) for face in range(3, 6)] == [
        "level 1",
        "level 2",
        "level 3",
    ]


def test_a_character_of_a_die_nobody_knows_is_said_with_its_figures():
    assert printed_in_words(YGO["Harpie Lady"].faces[4]) == "character 1/3/3*"
