import os
from pathlib import Path

import cv2
import pytest

from tests.pi.virtual_camera import VirtualCamera, configure

collect_ignore_glob = [] if "DICEREF_VIRTUAL_CAMERA" in os.environ else ["test_*.py"]


@pytest.fixture(scope="session")
def virtual(tmp_path_factory):
    """The camera; the same for all tests, since libcamera looks for cameras once."""
    made = VirtualCamera(tmp_path_factory.mktemp("camera") / "pictures")
    configure(made)
    return made


@pytest.fixture
def table(virtual):
    """What it shows: a mat with dice, in the sensor's size."""
    picture = cv2.imread(str(Path(os.environ["DICEREF_VIRTUAL_CAMERA"]) / "table.png"))
    virtual.behave()
    virtual.show(picture)
    return picture
