"""A face written in plain words and read again is the same face."""

import pytest

from hardware.dice import (
    ActionFace,
    CharacterFace,
    EnergyFace,
    IrondieFace,
    PipFace,
    read_colour,
    read_face,
    write_face,
)

UNKNOWN = (1, 2, 3)


@pytest.mark.parametrize(
    "face",
    [
        CharacterFace(1, 4, 3, 2),
        EnergyFace("Bolt", 2),
        ActionFace(1),
        PipFace(5),
        IrondieFace("attack", 3),
    ],
)
def test_writing_and_reading_a_face_are_inverse(face):
    assert read_face(write_face(face)) == face


@pytest.mark.parametrize(
    "written",
    [{}, {"family": "pips"}, {"family": "tarot"}, {"family": "dicemasters", "kind": "energy"},
     {"family": "pips", "value": 1, "size": 2}],
)  # fmt: skip
def test_what_is_no_face_is_refused_in_one_sentence(written):
    with pytest.raises(ValueError, match="face of family"):
        read_face(written)


def test_colours_are_hexadecimal_or_unknown():
    assert read_colour("#ff8000", UNKNOWN) == (255, 128, 0)
    assert read_colour("", UNKNOWN) == UNKNOWN
    with pytest.raises(ValueError, match="rrggbb"):
        read_colour("#fff", UNKNOWN)
