"""What is written beside a die in a picture is what a player would say of it."""

from math import log

from ui.app.pictures import reading_in_words
from vision.sighting import Candidate, Sighting

FACES = {"sidekick": ["Sidekick: 1 Shield", "Sidekick: character", "Sidekick: 1 Shield"]}


def seen(**likelihood):
    chances = {Candidate("sidekick", int(f[-1])): log(p) for f, p in likelihood.items()}
    return Sighting(1, 9.0, 9.0, 0.0, "field", 0, 9.0, cocked=False, likelihood=chances)


def test_a_reading_names_the_face_and_not_its_number():
    assert reading_in_words(seen(face0=0.999, face1=0.001), FACES) == "Sidekick: 1 Shield"


def test_a_reading_says_how_sure_it_is_when_it_is_not():
    assert reading_in_words(seen(face0=0.3, face1=0.7), FACES) == "Sidekick: character 70%"


def test_faces_that_are_printed_alike_are_no_doubt():
    assert reading_in_words(seen(face0=0.5, face2=0.5), FACES) == "Sidekick: 1 Shield"


def test_a_die_that_is_none_of_the_games_is_a_question_mark():
    assert reading_in_words(seen(), FACES) == "?"
