"""The real picamera2 and libcamera, in Debian 13, over a camera in software."""

import subprocess
import sys
import tarfile
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import pytest

from tests.pi.userland import MIRROR, UnavailableError, kept, userland, wheels
from tests.pi.virtual_camera import SENSOR
from ui.app.simulation import Simulation

pytestmark = pytest.mark.pi

SOURCES = Path(__file__).with_name("libcamera")
LIBCAMERA = "libcamera_0.7.2.orig.tar.gz"
SHA256 = "e27f5670fe9443eebc8e2f24235cd20b533324ef481a3684d34c78f1c3a12afb"
BUILT = "/opt/libcamera"
POOL = f"{MIRROR}/pool/main/libc/libcamera/"
PICAMERA2 = "0.3.38"
BUILDING = (
    *("gcc", "g++", "meson", "ninja-build", "patch", "pkgconf", "openssl", "python3-dev"),
    *("libgnutls28-dev", "libjpeg-dev", "libudev-dev", "libyaml-dev", "libyuv-dev"),
    *("pybind11-dev", "python3-pybind11", "python3-jinja2", "python3-ply", "python3-yaml"),
    *("python3-prctl", "python3-setuptools", "python3-pip"),
)
"""Packages that libcamera, PiDNG and picamera2 need beside wheels."""

WITH_PICAMERA2 = (
    *(f"picamera2=={PICAMERA2}", "av", "jsonschema", "jsonschema-specifications", "libarchive-c"),
    *("openexr", "pillow", "piexif", "referencing", "rpds-py", "simplejpeg", "tqdm", "videodev2"),
    *("attrs", "iniconfig", "packaging", "pluggy", "pygments", "pytest"),
)

SURROUNDINGS = (
    "DICEREF_VIRTUAL_CAMERA=/mnt/scene",
    f"LD_LIBRARY_PATH={BUILT}/lib",
    f"LD_PRELOAD={BUILT}/dma_heap.so",
    f"PYTHONPATH=/mnt/project:/mnt/wheels:{BUILT}/python:{BUILT}/lib/python3/dist-packages",
)


@pytest.fixture(scope="module")
def trixie(tmp_path_factory):
    try:
        debian = userland("trixie", "amd64", *BUILDING)
        fetched = wheels("trixie", "amd64", *WITH_PICAMERA2)
        built = kept(f"libcamera-{named(SOURCES)}", lambda target: build(debian, target))
    except UnavailableError as error:
        pytest.skip(str(error))
    mounts = {fetched: "/mnt/wheels", built: "/opt/libcamera"}
    return replace(debian, mounts=mounts)


def named(folder):
    """A name for what these files say."""
    parts = [path.read_bytes() for path in sorted(folder.iterdir())]
    return sha256(b"".join(parts) + LIBCAMERA.encode()).hexdigest()[:12]


def build(debian, target):
    """Libcamera with the steered camera, and PiDNG, which has no wheel."""
    target.mkdir()
    with TemporaryDirectory() as place:
        source = Path(place)
        fetch("curl", "--silent", "--fail", "--output", source / "l.tar.gz", POOL + LIBCAMERA)
        if sha256((source / "l.tar.gz").read_bytes()).hexdigest() != SHA256:
            raise UnavailableError(f"{LIBCAMERA} is not the one that was patched")
        with tarfile.open(source / "l.tar.gz") as packed:
            packed.extractall(source, filter="data")
        next(source.glob("libcamera-*")).rename(source / "libcamera")
        words = ["pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
        fetch(sys.executable, "-m", *words, "--dest", source, "pidng==4.0.9")
        script = "/mnt/project/tests/pi/libcamera/build.sh"
        done = debian.run("bash", script, mounts={source: "/mnt/source", target: "/opt/libcamera"})
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]


def fetch(*words):
    done = subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise UnavailableError(f"{words[0]} failed: {done.stderr[-200:]}")


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    """A folder with a picture of a mat with dice, in the sensor's size."""
    place = tmp_path_factory.mktemp("scene")
    simulation = Simulation("tmnt", eye="truth", seed=5, still=SENSOR)
    simulation.play(most=9)
    cv2.imwrite(str(place / "table.png"), simulation._camera.still().image)
    return place


@pytest.mark.parametrize("what", ["test_camera.py", "test_game.py"])
def test_inside_debian_with_libcamera(trixie, scene, what):
    words = [
        "/usr/bin/env",
        "-C",
        "/mnt/project",
        *SURROUNDINGS,
        "/usr/bin/python3",
        "-m",
        "pytest",
    ]
    words += ["-c", "/dev/null", "--rootdir", "/mnt/project", "-p", "no:cacheprovider", "-q", "-rA"]
    words += [f"/mnt/project/tests/pi/inside/{what}"]
    done = trixie.run(*words, mounts={scene: "/mnt/scene"})
    print(done.stdout)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
