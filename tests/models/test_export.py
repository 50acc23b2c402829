"""Storing weights in half precision changes the answers by no more than rounding does."""

import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="the extra 'train' is not installed")
pytest.importorskip("torch", reason="the extra 'train' is not installed")
pytest.importorskip("ultralytics", reason="the extra 'train' is not installed")


def test_a_halved_network_answers_as_the_whole_one_does(tmp_path):
    import onnxruntime
    import torch

    from models.export import halve

    torch.manual_seed(1)
    model = torch.nn.Sequential(
        torch.nn.Conv2d(3, 16, 3, padding=1), torch.nn.SiLU(), torch.nn.Conv2d(16, 4, 3)
    )
    whole, half = tmp_path / "whole.onnx", tmp_path / "half.onnx"
    crop = torch.rand(1, 3, 24, 24)
    torch.onnx.export(model, (crop,), str(whole), input_names=["crop"], dynamo=False)
    halve(whole, half)
    answers = [
        onnxruntime.InferenceSession(str(path)).run(None, {"crop": crop.numpy()})[0]
        for path in (whole, half)
    ]
    assert np.abs(answers[0] - answers[1]).max() < 0.01
    assert half.stat().st_size < whole.stat().st_size
