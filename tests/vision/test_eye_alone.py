"""The process that measures the eye's memory holds the eye and nothing else."""

import subprocess
import sys


def test_the_eye_alone_loads_neither_the_simulated_table_nor_torch():
    told = subprocess.run(
        [sys.executable, "-c", "import sys, tests.bench.vision_process; print(*sorted(sys.modules))"],  # noqa: E501
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    loaded = told.stdout.split()
    assert "vision.observe" in loaded
    assert not [name for name in loaded if name.startswith(("hardware.simulated", "torch"))]
