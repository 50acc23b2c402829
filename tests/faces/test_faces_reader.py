"""The shipped reader on the program's own print: what the simulated table needs."""

import cv2
import numpy as np
import pytest

from hardware.dice import ActionFace, CharacterFace, DieKind, EnergyFace, IrondieFace, PipFace
from hardware.printing import draw_face
from vision.faces import (
    CONTEXT,
    CROP,
    HEADS,
    WIDE,
    FaceReader,
    Reading,
    canonical,
    upright_crop,
)
from vision.weights import WeightsError

HULK = DieKind(
    "15avx", "Hulk",
    (EnergyFace("Fist"), EnergyFace("Fist", 2), EnergyFace("Fist", 2),
     CharacterFace(1, 6, 5, 1), CharacterFace(2, 7, 7, 1), CharacterFace(3, 8, 8)),
    (95, 130, 35), (15, 45, 20), "Hulk",
)  # fmt: skip
WIZARD = DieKind(
    "8ygo", "Time Wizard",
    (EnergyFace("Mask"), EnergyFace("Mask", 2), EnergyFace("Mask", 2),
     CharacterFace(0, 2, 2), CharacterFace(0, 3, 3), CharacterFace(1, 3, 4, 1)),
    (250, 235, 20), (205, 40, 40), "Time Wizard",
)  # fmt: skip
SIDEKICK = DieKind(
    "sidekick", "Sidekick",
    (EnergyFace("Bolt"), EnergyFace("Fist"), EnergyFace("Mask"), EnergyFace("Shield"),
     EnergyFace("Wild"), CharacterFace(0, 1, 1)),
    (250, 250, 248), (15, 15, 15),
)  # fmt: skip
BASIC = DieKind(
    "basic", "Basic action",
    (EnergyFace("Generic", 2),) * 3 + (ActionFace(), ActionFace(1), ActionFace(2)),
    (250, 250, 250), (30, 60, 200),
)  # fmt: skip
DICE = (HULK, WIZARD, SIDEKICK, BASIC)


@pytest.fixture(scope="module")
def reader():
    return FaceReader(threads=1)


def on_a_table(kind, face, side, angle, seed):
    """A face `side` px wide on its die on green felt, and its corners from any start."""
    rng = np.random.default_rng(seed)
    art = draw_face(kind, face, 96)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2
    turn = np.deg2rad(angle)
    corners = corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners += side
    unit = np.array([[0, 0], [96, 0], [96, 96], [0, 96]], np.float32)
    onto = cv2.getPerspectiveTransform(unit, corners.astype(np.float32))
    picture = np.full((round(2 * side), round(2 * side), 3), (60, 110, 50), np.uint8)
    body = [int(c) for c in kind.body[::-1]]
    outline = (corners - side) * 1.12 + side
    cv2.fillConvexPoly(picture, np.rint(outline).astype(np.int32), body, cv2.LINE_AA)
    cv2.warpPerspective(
        cv2.GaussianBlur(art, (0, 0), max(0.3, 0.4 * 96 / side)),
        onto, picture.shape[:2], dst=picture, borderMode=cv2.BORDER_TRANSPARENT,
    )  # fmt: skip
    noisy = np.clip(picture + rng.normal(0, 3, picture.shape), 0, 255).astype(np.uint8)
    return noisy, np.roll(corners, int(rng.integers(4)), axis=0)


def shown(kinds, side):
    """Every face of these kinds once, at angles all around."""
    faces = [(kind, face) for kind in kinds for face in range(6)]
    for number, (kind, face) in enumerate(faces):
        yield kind.faces[face], upright_crop(*on_a_table(kind, face, side, 37 * number, number))


@pytest.mark.parametrize("side", [44, 64, 120])
def test_the_programs_own_faces_are_read_at_every_size_a_mat_is_seen_at(reader, side):
    faces, crops = zip(*shown(DICE, side), strict=True)
    found = [reading.best("dicemasters")[0] for reading in reader.read(crops)]
    right = sum(seen == face for seen, face in zip(found, faces, strict=True))
    assert right >= len(faces) - 1, [
        (face, seen) for face, seen in zip(faces, found, strict=True) if face != seen
    ]


def test_pips_and_irondie_marks_are_counted(reader):
    for family, faces in (
        ("pips", [PipFace(value) for value in range(1, 7)]),
        ("irondie", [IrondieFace("attack", value) for value in range(1, 7)]),
        ("irondie", [IrondieFace("life", value) for value in range(1, 7)]),
    ):
        die = DieKind("d", "d", tuple(faces), (225, 225, 215), (20, 20, 25))
        _, crops = zip(*shown((die,), 60), strict=True)
        found = [reading.best(family)[0] for reading in reader.read(crops)]
        assert sum(seen == face for seen, face in zip(found, faces, strict=True)) >= 5


def test_body_and_ink_are_measured(reader):
    _, crops = zip(*shown((HULK,), 60), strict=True)
    for reading in reader.read(crops):
        assert np.abs(np.subtract(reading.body, HULK.body)).max() < 16
        assert np.abs(np.subtract(reading.ink, HULK.ink)).max() < 60


def test_a_badly_aimed_crop_is_aimed_again(reader):
    rng = np.random.default_rng(4)
    right = 0
    faces = [(kind, face) for kind in DICE for face in range(6)]
    for number, (kind, face) in enumerate(faces):
        picture, corners = on_a_table(kind, face, 60, 37 * number, number)
        missed = corners + rng.uniform(-0.12, 0.12, 2) * 60 + rng.normal(0, 0.02, (4, 2)) * 60
        (reading,) = reader.read([upright_crop(picture, missed)])
        right += reading.best("dicemasters")[0] == kind.faces[face]
    assert right >= len(faces) - 2


def test_the_same_icon_is_nearer_to_itself_than_to_another(reader):
    faces = list(shown((HULK, WIZARD), 60))
    numbered = [(face, crop) for face, crop in faces if isinstance(face, CharacterFace)]
    together = np.stack([r.embedding for r in reader.read([crop for _, crop in numbered])])
    alike = together @ together.T
    assert alike[:3, :3].min() > alike[:3, 3:].max()


def test_nothing_to_read_reads_nothing(reader):
    assert reader.read([]) == ()


def test_colours_do_not_change_what_the_reader_sees():
    art = draw_face(HULK, 3, 80)
    swapped = np.ascontiguousarray(art[:, :, [2, 0, 1]])
    one, other = (canonical(picture[None])[0] for picture in (art, swapped))
    assert np.abs(one - other).max() < 0.05


def test_a_crop_shows_the_face_and_a_little_around_it():
    picture = np.zeros((200, 200, 3), np.uint8)
    picture[60:140, 60:140] = 255
    crop = upright_crop(picture, np.array([[60, 60], [140, 60], [140, 140], [60, 140]], float))
    share = (crop[:, :, 0] > 127).mean()
    assert share == pytest.approx((CROP / CONTEXT / WIDE) ** 2, abs=0.03)


def test_weights_that_do_not_match_their_hash_are_refused(tmp_path):
    (tmp_path / "manifest.json").write_text('{"faces": {"file": "f.onnx", "sha256": "00"}}')
    (tmp_path / "f.onnx").write_bytes(b"spoilt")
    with pytest.raises(WeightsError, match="hash"):
        FaceReader(tmp_path)


def test_a_sure_face_is_read_alike_alone_and_among_doubtful_ones(reader):
    ((_, sure), *_) = shown((HULK,), 64)
    _, blurred = zip(*shown((SIDEKICK,), 24), strict=True)
    doubtful = [cv2.GaussianBlur(crop, (0, 0), 6) for crop in blurred]
    (alone,) = reader.read([sure])
    among, *_ = reader.read([sure, *doubtful])
    for head, values in alone.attributes.items():
        assert np.allclose(values, among.attributes[head], atol=1e-3)


def test_the_likeliest_face_is_the_best_of_every_family():
    rng = np.random.default_rng(5)
    for _ in range(200):
        logits = {head: rng.normal(0, 3, width) for head, width in HEADS.items()}
        heads = {head: of - np.logaddexp.reduce(of) for head, of in logits.items()}
        reading = Reading(0, 1.0, heads, (0, 0, 0), (9, 9, 9), np.zeros(64, np.float32))
        families = ("dicemasters", "irondie")
        best = max(reading.log_probability(reading.best(family)[0]) for family in families)
        assert reading.likeliest == pytest.approx(best)
