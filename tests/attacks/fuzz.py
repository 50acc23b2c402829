"""A coverage-guided fuzzer over every kind of foreign input; what it finds new is kept as a corpus.

    python -m tests.attacks.fuzz journal --runs 10000

Needs atheris (`pip install atheris`; Linux on x86-64). One JSON line at the end; exit code 1 for a
finding.
"""

import argparse
import json
import os
import resource
import sys
from pathlib import Path
from time import perf_counter

CORPUS = Path(__file__).parent / "corpus"
SLOWEST_S = 2.0
MOST_KB = 1_000_000
"""Resident memory, of everything that is loaded and the largest input."""


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("target")
    words.add_argument("--runs", type=int, default=10_000)
    asked = words.parse_args()
    import atheris

    with atheris.instrument_imports(include=["rules", "calibration", "hardware", "ui", "vision"]):
        from tests.attacks.inputs import TARGETS, refused, room

    target = TARGETS[asked.target]
    seeds, kept = room() / "seeds", CORPUS / asked.target
    seeds.mkdir(exist_ok=True)
    kept.mkdir(parents=True, exist_ok=True)
    for n, seed in enumerate(target.seeds()):
        (seeds / f"seed-{n}").write_bytes(seed)
    told = {"target": asked.target, "runs": 0, "findings": 0, "slowest_s": 0.0}

    def one(content: bytes) -> None:
        began = perf_counter()
        try:
            refused(target, content)
        except Exception as fault:  # noqa: BLE001 - a finding, whatever it is
            told["findings"] += 1
            (room() / f"finding-{told['findings']}").write_bytes(content)
            print(f"{type(fault).__name__}: {fault}"[:300], file=sys.stderr)
        told["runs"] += 1
        told["slowest_s"] = max(told["slowest_s"], round(perf_counter() - began, 3))
        if told["runs"] >= asked.runs:
            most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            good = not told["findings"] and told["slowest_s"] <= SLOWEST_S and most <= MOST_KB
            print(json.dumps({**told, "most_mb": most // 1000, "ok": good}), flush=True)
            os._exit(0 if good else 1)

    options = ["-max_len=200000", f"-runs={asked.runs + 10}", "-verbosity=0", "-timeout=20"]
    atheris.Setup([sys.argv[0], *options, str(kept), str(seeds)], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
