"""Debian's files for one processor in a folder, wheels for it, and programs run in there.

Everything is made once and kept in `CACHE` under a name that tells what it was made of.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
ENTER: Final = Path(__file__).with_name("enter.sh")
CACHE: Final = (
    Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "diceref" / "userlands"
)
MIRROR: Final = "http://deb.debian.org/debian"
PYTHON_OF: Final = {"bookworm": "3.11", "trixie": "3.13"}

BASE: Final = (
    *("bash", "ca-certificates", "coreutils", "grep", "libc-bin", "sed"),
    *("libgl1", "libgomp1", "python3", "python3-venv"),
)
"""What the system's Python and the wheels need."""

_GLIB: Final = {"bookworm": "libglib2.0-0", "trixie": "libglib2.0-0t64"}
_WHEELS: Final = {"arm64": "aarch64-manylinux_2_28", "amd64": "x86_64-manylinux_2_28"}
_MACHINE: Final = {"arm64": "aarch64", "amd64": "x86_64"}


class UnavailableError(Exception):
    """This machine lacks what is needed; the text says what."""


@dataclass(frozen=True)
class Userland:
    """A root folder, what is mounted in it, and the processor that it is for."""

    root: Path
    arch: str
    suite: str
    mounts: Mapping[Path, str] = field(default_factory=dict)

    @property
    def python(self) -> str:
        """The version of the system's Python."""
        return PYTHON_OF[self.suite]

    def run(
        self,
        *words: object,
        cpu: str = "cortex-a76",
        surroundings: Mapping[str, str] | None = None,
        mounts: Mapping[Path, str] | None = None,
    ) -> "subprocess.CompletedProcess[str]":
        """Run a program to its end, at low priority."""
        return subprocess.run(
            self.command(*words, mounts=mounts),
            env=self.surroundings(cpu) | dict(surroundings or {}),
            capture_output=True,
            text=True,
            check=False,
        )

    def command(self, *words: object, mounts: Mapping[Path, str] | None = None) -> list[str]:
        """The words of the command line that runs a program in here."""
        emulator = str(_emulator()) if self.arch == "arm64" else "-"
        places = {ROOT: "/mnt/project"} | dict(self.mounts) | dict(mounts or {})
        bound = [f"{source}={target}" for source, target in places.items()]
        said = [*("nice", "-n", "15", "bash", ENTER, self.root, emulator), *bound, "--", *words]
        return [str(word) for word in said]

    def surroundings(self, cpu: str = "cortex-a76") -> dict[str, str]:
        """The environment of such a program."""
        return {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/tmp",  # noqa: S108 - a tmpfs of its own
            "LC_ALL": "C.UTF-8",
            "DICEREF_HOME": "/tmp/diceref",  # noqa: S108 - the same
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": "/mnt/project:/mnt/wheels",
            "QEMU_CPU": cpu,
        }


def userland(suite: str, arch: str, *more: str) -> Userland:
    """Debian with Python, what playing needs and `more` packages."""
    return Userland(_packages(suite, arch, *BASE, _GLIB[suite], *more), arch, suite)


def wheels(suite: str, arch: str, *more: str, lock: Path = ROOT / "requirements.lock") -> Path:
    """The locked libraries as wheels for that Python and processor, and `more` without theirs.

    Nothing is built: `AssertionError` for a library that has no wheel.
    """
    named = sha256(lock.read_bytes() + " ".join(more).encode()).hexdigest()[:12]

    def fetch(target: Path) -> None:
        common = [*("uv", "pip", "install", "--quiet", "--target", target)]
        common += ["--python-platform", _WHEELS[arch], "--python-version", PYTHON_OF[suite]]
        common += ["--only-binary", ":all:"]
        _do(Path(sys.executable).parent, *common, "--require-hashes", "--requirement", lock)
        if more:
            _do(Path(sys.executable).parent, *common, "--no-deps", *more)

    return kept(f"wheels-{suite}-{arch}-{named}", fetch)


def kept(name: str, make: Callable[[Path], None]) -> Path:
    """The folder of this name in the cache; made where it is not there, whole or not at all."""
    place = CACHE / name
    if not place.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        begun = CACHE / f".{name}.{os.getpid()}"
        try:
            make(begun)
            begun.rename(place)
        finally:
            shutil.rmtree(begun, ignore_errors=True)
    return place


def _packages(suite: str, arch: str, *names: str) -> Path:
    """These packages and what they depend on, unpacked and not configured."""
    if not shutil.which("mmdebstrap") or os.geteuid() != 0:
        raise UnavailableError("needs Debian's 'mmdebstrap', and root")
    named = sha256(" ".join(names).encode()).hexdigest()[:12]

    def unpack(target: Path) -> None:
        words = ["--mode=root", "--variant=extract", "--quiet", "--skip=check/qemu"]
        words += [f"--architectures={arch}", f"--include={','.join(names)}"]
        _do(None, "mmdebstrap", *words, suite, target, MIRROR)
        for folder in ("dev", "proc", "sys", "tmp", "mnt"):
            (target / folder).mkdir(exist_ok=True)
        known = sorted((target / "usr" / "share" / "ca-certificates").rglob("*.crt"))
        if known:
            bundle = target / "etc" / "ssl" / "certs" / "ca-certificates.crt"
            bundle.parent.mkdir(parents=True, exist_ok=True)
            bundle.write_bytes(b"".join(path.read_bytes() for path in known))

    return kept(f"{suite}-{arch}-{named}", unpack)


@cache
def _emulator() -> Path:
    """QEMU of Debian 13: that of Debian 12 ends in a segmentation fault in onnxruntime."""
    return _packages("trixie", "amd64", "qemu-user") / "usr" / "bin" / "qemu-aarch64"


def _do(folder: Path | None, *words: object) -> None:
    """Run a command that fetches something."""
    path = os.environ["PATH"] if folder is None else f"{folder}:{os.environ['PATH']}"
    said = ["nice", "-n", "15", *map(str, words)]
    done = subprocess.run(
        said, capture_output=True, text=True, check=False, env=os.environ | {"PATH": path}
    )
    if done.returncode:
        told = " ".join(done.stderr.split())[-400:]
        if "No solution found" in told:
            raise AssertionError(told)
        raise UnavailableError(f"{said[3]} failed: {told}")
