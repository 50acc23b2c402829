import os
import subprocess
import sys
from pathlib import Path

import pytest

from vision.weights import FOLDER, WeightsError, manifest, open_network, register_network


def test_weights_that_do_not_match_their_hash_are_refused_in_one_sentence(tmp_path):
    (tmp_path / "net.onnx").write_bytes(b"first")
    register_network("net", "net.onnx", {}, tmp_path)
    (tmp_path / "net.onnx").write_bytes(b"other")
    with pytest.raises(WeightsError, match="does not match the hash") as refusal:
        open_network("net", folder=tmp_path)
    assert "\n" not in str(refusal.value)


def test_a_network_keeps_its_facts_beside_its_hash(tmp_path):
    (tmp_path / "net.onnx").write_bytes(b"first")
    register_network("net", "net.onnx", {"threshold": 0.4}, tmp_path)
    assert manifest(tmp_path)["net"].facts["threshold"] == 0.4


def test_missing_weights_are_named(tmp_path):
    with pytest.raises(WeightsError, match=r"manifest\.json is missing"):
        open_network("net", folder=tmp_path)


@pytest.mark.parametrize("name", sorted(manifest()))
def test_every_shipped_network_is_the_one_the_manifest_means(name):
    session, _ = open_network(name, threads=1)
    assert session.get_inputs()


def test_the_shipped_networks_take_at_most_25_megabytes():
    assert sum(path.stat().st_size for path in FOLDER.glob("*.onnx")) <= 25_000_000


@pytest.mark.parametrize(
    "work",
    [
        "from vision.weights import open_network; open_network('tops')",
        "from ui.app.doctor import examine; list(examine())",
    ],
)
def test_nothing_is_reported_to_anybody(work, tmp_path):
    """The inference library would leave an identifier in the home folder, and send it."""
    quiet = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "OMP_NUM_THREADS": "1"}
    subprocess.run(
        [sys.executable, "-c", work],
        check=True, env=quiet, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert not list(tmp_path.rglob("*onnxruntime*"))


def test_a_network_is_opened_once_however_many_games_are_played():
    first, second = (open_network("tops", threads=1)[0] for _ in range(2))
    assert first is second
    assert open_network("tops", threads=2)[0] is not first
