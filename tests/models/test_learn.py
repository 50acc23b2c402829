"""What players put right is learned from in minutes, and what would read worse is refused."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")
pytest.importorskip("onnx", reason="the extra 'train' is not installed")
pytest.importorskip("ultralytics", reason="the extra 'train' is not installed")

from hardware.dice import CharacterFace, IrondieFace, PipFace
from vision.corrections import TaughtFace
from vision.weights import manifest


@pytest.fixture
def quickly(monkeypatch):
    from models import learn

    monkeypatch.setattr(learn, "PRACTICE", 40)
    monkeypatch.setattr(learn, "EXAMINED", 30)
    return learn


def corrections(learn, count):
    """Printed dice, as if a player had named them."""
    wide, faces = learn.printed(count, 5, unseen=False)
    return [
        TaughtFace(crop, face, f"{number}.png")
        for number, (crop, face) in enumerate(zip(wide, faces, strict=True))
    ]


def test_a_dozen_is_needed(quickly, tmp_path):
    few = [TaughtFace(np.zeros((112, 112, 3), np.uint8), PipFace(1), "a.png")] * 11
    with pytest.raises(quickly.TooFewError, match="11 corrections are too few"):
        quickly.learn(few, tmp_path)


def test_what_is_no_better_is_not_written(quickly, tmp_path):
    out = tmp_path / "weights"
    with pytest.raises(quickly.NotBetterError, match="the reader stays as it is"):
        quickly.learn(corrections(quickly, 16), out, minutes=0.0)
    assert not out.exists()


def test_what_is_better_is_written_with_all_other_networks(quickly, tmp_path, monkeypatch):
    marks = iter([40.0, 90.0, 60.0, 90.0])
    monkeypatch.setattr(quickly, "marked", lambda *_: {"all": next(marks)})
    learnt = quickly.learn(corrections(quickly, 16), tmp_path, minutes=0.02)
    assert learnt.corrections == (40.0, 60.0)
    assert learnt.steps > 0
    known, made = manifest(), manifest(tmp_path)
    assert made.keys() == known.keys()
    assert {name for name in known if made[name].sha256 != known[name].sha256} == {"faces"}
    assert made["faces"].facts["learned_from"] == 12


@pytest.mark.parametrize(
    ("after", "refused"), [((61.0, 89.6), False), ((60.0, 95.0), True), ((99.0, 89.0), True)]
)
def test_printed_dice_may_not_be_read_worse(quickly, after, refused):
    learnt = quickly.Learnt((60.0, after[0]), (90.0, after[1]), 9)
    if refused:
        with pytest.raises(quickly.NotBetterError):
            quickly._refuse_worse(learnt)
    else:
        quickly._refuse_worse(learnt)


def test_each_face_is_examined_among_those_of_its_family():
    from models.learn import family_of

    faces = (PipFace(1), IrondieFace("attack", 1), CharacterFace(1, 2, 3))
    assert [family_of(face) for face in faces] == ["pips", "irondie", "dicemasters"]
