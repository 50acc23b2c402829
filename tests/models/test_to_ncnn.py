"""NCNN files answer as the shipped networks do."""

import shutil
from importlib.util import find_spec

import pytest

from models.to_ncnn import ConversionError, convert
from vision.weights import FOLDER, WeightsError

NEEDS = pytest.mark.skipif(
    any(find_spec(name) is None for name in ("ncnn", "pnnx")),
    reason="ncnn and pnnx are not installed",
)


@NEEDS
@pytest.mark.parametrize("name", ["tops", "faces", "faces_turn", "faces_aim"])
def test_the_ncnn_files_answer_as_the_shipped_network_does(name, tmp_path):
    converted = convert(name, tmp_path)
    assert converted.ok, converted
    assert converted.param.with_suffix(".bin").is_file()


@NEEDS
def test_a_network_that_does_not_match_its_hash_is_not_converted(tmp_path):
    weights = tmp_path / "weights"
    shutil.copytree(FOLDER, weights)
    with (weights / "tops.onnx").open("ab") as spoilt:
        spoilt.write(b"x")
    with pytest.raises(WeightsError, match="does not match the hash"):
        convert("tops", tmp_path / "out", weights)


def test_without_the_converter_the_user_is_told_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr("models.to_ncnn.find_spec", lambda _: None)
    with pytest.raises(ConversionError, match="pip install pnnx ncnn"):
        convert("tops", tmp_path)
