"""Boxes drawn only where a die may be are those that would be drawn everywhere."""

import numpy as np
import pytest

from vision.weights import FOLDER

onnx = pytest.importorskip("onnx", reason="the extra 'train' is not installed")


@pytest.fixture(scope="module")
def sessions(tmp_path_factory):
    import onnxruntime

    from models.sparse_head import everywhere

    plain = tmp_path_factory.mktemp("plain") / "detector.onnx"
    onnx.save(everywhere(onnx.load(str(FOLDER / "detector.onnx"))), str(plain))
    return [onnxruntime.InferenceSession(str(p)) for p in (FOLDER / "detector.onnx", plain)]


def _picture(seed):
    coarse = np.random.default_rng(seed).uniform(0, 1, (1, 3, 12, 20))
    return np.kron(coarse, np.ones((1, 1, 16, 16))).astype(np.float32)


def _drawn_everywhere(maps):
    """Boxes and scores of all places, from the three levels' distances and scores."""
    boxes, scores = [], []
    for stride, bins, logits in zip((8, 16, 32), maps[0::2], maps[1::2], strict=True):
        high, wide = logits.shape[2:]
        raised = np.exp(bins[0].reshape(4, 16, high, wide))
        means = (raised * np.arange(16)[:, None, None]).sum(1) / raised.sum(1)
        y, x = np.mgrid[:high, :wide] + 0.5
        box = np.stack([x - means[0], y - means[1], x + means[2], y + means[3]]) * stride
        boxes.append(box.reshape(4, -1).T)
        scores.append(1 / (1 + np.exp(-logits.ravel())))
    return np.concatenate(boxes), np.concatenate(scores)


def _asked(blob, least, *, small):
    return {"images": blob, "least": np.array(least, np.float32), "small": np.array(small)}


@pytest.mark.parametrize("least", [0.0, 1e-4, 0.02])
def test_the_same_boxes_are_drawn_at_the_border_of_the_picture_too(sessions, least):
    sparse, plain = sessions
    blob = _picture(4)
    boxes, scores = sparse.run(None, _asked(blob, least, small=False))
    all_boxes, all_scores = _drawn_everywhere(plain.run(None, {"images": blob}))
    wanted = all_scores >= least
    assert len(scores) == wanted.sum()
    if least < 0.01:
        assert len(scores) > 5
    np.testing.assert_allclose(scores, all_scores[wanted], atol=1e-5)
    np.testing.assert_allclose(boxes, all_boxes[wanted], atol=0.01)


def test_where_dice_are_small_the_finest_map_answers_alone(sessions):
    blob = _picture(4)
    places = (blob.shape[2] // 8) * (blob.shape[3] // 8)
    boxes, scores = sessions[0].run(None, _asked(blob, 0.0, small=True))
    all_boxes, all_scores = sessions[0].run(None, _asked(blob, 0.0, small=False))
    assert len(scores) == places < len(all_scores)
    np.testing.assert_allclose(scores, all_scores[:places], atol=1e-6)
    np.testing.assert_allclose(boxes, all_boxes[:places], atol=1e-3)


def test_a_picture_without_dice_has_no_boxes(sessions):
    blob = np.full((1, 3, 96, 128), 0.45, np.float32)
    boxes, scores = sessions[0].run(None, _asked(blob, 0.9, small=False))
    assert boxes.shape == (0, 4)
    assert scores.shape == (0,)
