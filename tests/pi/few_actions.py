"""`python -m tests.pi.few_actions N`: the first N actions of the demo, seen by the eye.

Prints the record as JSON, then the memory. The same on every machine, or something is wrong.
"""

import json
import sys

import psutil

from ui.app.simulation import Simulation

WRITTEN = {"step", "question", "foul", "answer"}

if __name__ == "__main__":
    simulation = Simulation("tmnt", eye="camera", now=lambda: 0.0)
    score = simulation.play(most=int(sys.argv[1]))
    entries = [
        (entry.kind, repr(entry.action), entry.cause)
        for entry in simulation.journal.entries()
        if entry.kind in WRITTEN
    ]
    megabytes = round(psutil.Process().memory_info().rss / 1e6)
    print(json.dumps({"entries": entries, "wrong": score.wrong}))
    print(json.dumps({"rss_mb": megabytes}))
