"""A coverage-guided fuzzer over every kind of foreign input.

    python -m tests.attacks.fuzz all --runs 10000
    python -m tests.attacks.fuzz journal --runs 10000 --keep 20

Begins from what was kept in `corpus`, which `make test` reads again. Every finding is kept there,
and with `--keep` so many of the inputs that reached something new. Three JSON lines per kind.

Needs atheris, which `make attacks` installs where it has wheels: Linux on x86-64.
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
from hashlib import sha1
from pathlib import Path
from random import Random
from time import process_time

from tests.attacks.told import figure

CORPUS = Path(__file__).parent / "corpus"
SLOWEST_S = 2.0
"""Of a core: other programs take their share of the clock. What waits is ended in ten minutes."""

MOST_MB = 1000
"""Resident memory, of everything that is loaded and the largest input."""

LOADED = ["rules", "calibration", "hardware", "ui", "vision"]


def answered(target, content):
    """How one input was answered: the fault, if any, and the seconds it took."""
    from tests.attacks.inputs import refused

    began = process_time()
    fault = ""
    try:
        refused(target, content)
    except Exception as error:  # noqa: BLE001 - a finding, whatever it is
        fault = f"{type(error).__name__}: {error}"[:300]
    return fault, process_time() - began


def fuzz(name, runs, keep):
    """Never returns: the fuzzer ends the process."""
    import atheris

    with atheris.instrument_imports(include=LOADED):
        from tests.attacks.inputs import TARGETS, room
        from tests.attacks.mutators import MUTATORS

    mutate = MUTATORS.get(name)
    target, kept, new = TARGETS[name], CORPUS / name, room() / "new"
    seeds = room() / "seeds"
    for folder in (seeds, kept, new):
        folder.mkdir(parents=True, exist_ok=True)
    for n, seed in enumerate(target.seeds()):
        (seeds / f"seed-{n}").write_bytes(seed)
    done, faults, slow, slowest = 0, 0, 0, 0.0

    def one(content):
        nonlocal done, faults, slow, slowest
        fault, seconds = answered(target, content)
        done, slowest = done + 1, max(slowest, seconds)
        if fault or seconds > SLOWEST_S:
            faults, slow = faults + bool(fault), slow + (seconds > SLOWEST_S)
            (kept / sha1(content).hexdigest()).write_bytes(content)  # noqa: S324 - a file's name
            print(f"{name}: {fault or f'{seconds:.1f} s'}", file=sys.stderr)
        if done < runs:
            return
        found = sorted(new.iterdir(), key=lambda path: path.stat().st_size)
        for path in Random(1).sample(found[: len(found) // 2], min(keep, len(found) // 2)):
            (kept / path.name).write_bytes(path.read_bytes())
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000
        on = f"{done:,} inputs by atheris, {len(found)} of them reached something new"
        good = figure(f"fuzz.{name}.faults", faults, "tracebacks", "0", not faults, on)
        on = f"{on}; the slowest took {slowest:.2f} s"
        good &= figure(f"fuzz.{name}.hangs", slow, f"over {SLOWEST_S:.0f} s", "0", not slow, on)
        good &= figure(f"fuzz.{name}.most", most, "MB", f"<= {MOST_MB}", most <= MOST_MB, on)
        shutil.rmtree(room())
        os._exit(0 if good else 1)

    def changed(content, most, seed):
        """Half of the time values are exchanged, where this kind of input has values."""
        rng = Random(seed)
        other = mutate(content, rng) if mutate and rng.random() < 0.5 else None
        return atheris.Mutate(content, most) if other is None else other[:most]

    options = [
        f"-artifact_prefix={room()}/",
        "-max_len=200000",
        f"-runs={runs * 2}",
        "-verbosity=0",
        "-timeout=600",
    ]
    atheris.Setup(
        [sys.argv[0], *options, str(new), str(kept), str(seeds)], one, custom_mutator=changed
    )
    atheris.Fuzz()


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("target")
    words.add_argument("--runs", type=int, default=10_000)
    words.add_argument("--keep", type=int, default=0)
    asked = words.parse_args()
    if asked.target != "all":
        fuzz(asked.target, asked.runs, asked.keep)
    from tests.attacks.inputs import TARGETS

    numbers = [f"--{name}={getattr(asked, name)}" for name in ("runs", "keep")]
    codes = [
        subprocess.run(
            [sys.executable, "-m", __spec__.name, name, *numbers], check=False
        ).returncode
        for name in TARGETS
    ]
    return int(any(codes))


if __name__ == "__main__":
    sys.exit(main())
