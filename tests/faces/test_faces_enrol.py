import numpy as np
import pytest

from hardware.dice import CharacterFace, DieKind, EnergyFace
from vision.enrol import (
    CROPS,
    ProfileError,
    learned,
    read_profile,
    sort_faces,
    write_profile,
)
from vision.faces import EMBEDDING, HEADS, Reading, printed
from vision.identify import Declared

HULK = DieKind(
    "15avx",
    "Hulk",
    (
        EnergyFace("Fist"),
        EnergyFace("Fist", 2),
        EnergyFace("Fist", 2),
        CharacterFace(1, 6, 5, 1),
        CharacterFace(2, 7, 7, 1),
        CharacterFace(3, 8, 8),
    ),
    (80, 120, 30),
    (10, 40, 10),
    "Hulk",
)


def reading(face, sure=0.99, body=HULK.body):
    attributes = {head: np.full(width, -np.log(width)) for head, width in HEADS.items()}
    for head, at in printed(face):
        attributes[head] = np.log(np.full(HEADS[head], (1 - sure) / (HEADS[head] - 1)))
        attributes[head][at] = np.log(sure)
    return Reading(0, 1.0, attributes, body, HULK.ink, np.ones(EMBEDDING, np.float32) / 8)


ALL = [reading(HULK.faces[n]) for n in (3, 0, 5, 1, 4)]


def test_a_throw_of_every_face_enrols_a_die_without_a_question():
    enrolment = sort_faces(HULK, ALL)
    assert enrolment.complete
    assert enrolment.shown == {0: 3, 1: 0, 2: 5, 3: 1, 4: 4}


def test_faces_not_seen_yet_are_named_and_faces_printed_alike_count_once():
    enrolment = sort_faces(HULK, ALL[:3])
    assert enrolment.missing == (1, 4)


def test_what_it_cannot_tell_is_asked_and_the_answer_is_kept():
    vague = reading(HULK.faces[3], sure=0.4)
    enrolment = sort_faces(HULK, [*ALL[1:], vague])
    (doubt,) = enrolment.doubts
    assert doubt.crop == 4
    assert doubt.choices[0][0] == 3
    assert enrolment.missing == (3,)
    settled = enrolment.answered(4, 3)
    assert settled.complete
    assert settled.looks()[-1].face == 3


def test_a_die_of_another_colour_among_the_crops_is_asked_for_and_can_be_dismissed():
    other = reading(HULK.faces[0], body=(230, 60, 200))
    enrolment = sort_faces(HULK, [*ALL, other])
    (doubt,) = enrolment.doubts
    assert doubt.stranger
    assert enrolment.answered(5, None).complete


def test_never_more_than_twelve_crops_are_used():
    assert len(sort_faces(HULK, ALL * 4).readings) == CROPS


def test_a_profile_outlives_the_game_and_a_second_enrolment_replaces_the_first(tmp_path):
    path = tmp_path / "rigs" / "enrolled.json"
    assert read_profile(path) == ()
    write_profile(path, learned((), sort_faces(HULK, ALL)))
    again = learned(read_profile(path), sort_faces(HULK, ALL[:2]))
    write_profile(path, again)
    assert [look.face for look in read_profile(path)] == [3, 0]


def test_icons_learned_by_another_reader_are_forgotten_and_colours_kept(tmp_path):
    path = tmp_path / "enrolled.json"
    write_profile(path, learned((), sort_faces(HULK, ALL)))
    (today, *_) = read_profile(path)
    path.write_text(path.read_text().replace(today.network, "a1b2c3d4e5f6"))
    (tomorrow, *_) = read_profile(path)
    assert len(today.embedding) == EMBEDDING
    assert tomorrow.embedding == ()
    assert (tomorrow.body, tomorrow.ink) == (today.body, today.ink)
    Declared((HULK,), read_profile(path)).match(ALL[0])  # it is still of use


def test_a_spoilt_profile_is_named_with_what_to_do(tmp_path):
    path = tmp_path / "enrolled.json"
    path.write_text('[{"kind": 5')
    with pytest.raises(
        ProfileError, match=r"enrolled\.json is not a profile.*enrol the dice again"
    ):
        read_profile(path)
