"""A shipped network can be trained further: revived, it answers as it did."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")
pytest.importorskip("onnx", reason="the extra 'train' is not installed")
pytest.importorskip("ultralytics", reason="the extra 'train' is not installed")


@pytest.fixture
def samples():
    import torch

    return torch.randn(40, 3, 80, 80, generator=torch.Generator().manual_seed(1))


def test_a_revived_turn_finder_answers_as_the_shipped_one(samples):
    import onnxruntime
    import torch

    from models.faces_net import TurnFinder
    from models.unfolded import load_unfolded
    from vision.weights import FOLDER, manifest

    shipped = FOLDER / "faces_turn.onnx"
    finder = TurnFinder()
    load_unfolded(finder, shipped, samples)
    said = onnxruntime.InferenceSession(str(shipped)).run(None, {"crops": samples.numpy()})[0]
    warmth = manifest()["faces_turn"].facts["temperatures"]["turn"]
    with torch.no_grad():
        answers = finder.eval()(samples).numpy() / warmth
    assert np.abs(answers - said).max() < 0.01


def test_a_revived_second_look_answers_as_the_shipped_one(samples):
    import onnxruntime
    import torch

    from models.tops_train import SecondLook
    from models.unfolded import load_unfolded
    from vision.weights import FOLDER

    shipped = FOLDER / "tops.onnx"
    look = SecondLook()
    load_unfolded(look, shipped, samples)
    said = onnxruntime.InferenceSession(str(shipped)).run(None, {"crops": samples.numpy()})[0]
    with torch.no_grad():
        answers = look.eval()(samples).numpy()
    assert np.abs(answers - said).max() < 0.01


def test_a_revived_network_sees_what_it_usually_sees_as_usual(samples):
    import torch

    from models.faces_net import TurnFinder
    from models.unfolded import load_unfolded
    from vision.weights import FOLDER

    finder = TurnFinder()
    load_unfolded(finder, FOLDER / "faces_turn.onnx", samples)
    with torch.no_grad():
        convolution, normalisation, *_ = finder.body[0]
        seen = convolution(samples)
    assert torch.allclose(normalisation.running_mean, seen.mean((0, 2, 3)), atol=1e-4)
    assert torch.allclose(normalisation.running_var, seen.var((0, 2, 3)), rtol=1e-3)
