"""A crowd of hostile clients around a game in play: what the game and the honest viewers notice.

    python -m tests.attacks.crowd --dripping 4000 --streams 1000 --honest 200

The same simulated games are played in turns with the page left alone and with it attacked, by
clients on this machine's loopback addresses. All of them share this machine's processor, which
elsewhere would be other machines; so from rest to entry counts twice: on the clock, and by the
processor time of the game's process. One JSON line per figure.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from tempfile import mkdtemp

from tests.attacks.told import figure
from ui.app import simulated_game
from ui.app.simulation import Simulation
from ui.cli.memory import give_memory_back
from ui.web.serve import TableServer

WORST = 1.1
ACTIONS = 24
CLOCKS = {"core": time.process_time, "clock": time.perf_counter}


def clients(port, *words):
    command = [sys.executable, "-m", "tests.attacks.clients", "--port", str(port), *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def settled(seed, clock, asked=None):
    """Milliseconds from rest to entry of one game, by a clock; how many honest were served."""
    simulated_game.perf_counter = clock
    simulation = Simulation("tmnt", seed=seed, size=(640, 360), still=(1280, 720), fps=10.0)
    page = TableServer(simulation.session, ("127.0.0.1", 0), lambda _: None)
    crowd, served = [], None
    try:
        if asked is not None:
            hostile = "--dripping", str(asked.dripping), "--streams", str(asked.streams)
            crowd = [clients(page.port, *hostile, "--seconds", "600")]
            time.sleep(5.0)  # the honest come when all is taken already
            crowd.append(clients(page.port, "--honest", str(asked.honest), "--seconds", "30"))
        found = simulation.play(most=ACTIONS).settle_ms
        if asked is not None:
            served = json.loads(crowd[1].communicate(timeout=120)[0])["served"]
        assert page._page.poll() is None, "the page's process has ended"
    finally:
        for one in crowd:
            one.kill()
            one.wait()
        page.close()
        simulation.journal.close()
    return found, served


def p95(times):
    """Of what was followed at all: after eight seconds at rest players say a move aloud."""
    times = [one for one in times if one < 1000 * simulated_game.PATIENCE]
    return sorted(times)[int(0.95 * (len(times) - 1))]


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--dripping", type=int, default=4000)
    words.add_argument("--streams", type=int, default=1000)
    words.add_argument("--honest", type=int, default=200)
    words.add_argument("--games", type=int, default=4)
    words.add_argument("--clock", choices=("both", *CLOCKS), default="both")
    asked = words.parse_args()
    os.environ["DICEREF_HOME"] = mkdtemp(prefix="diceref-crowd-")
    give_memory_back()
    good, served = True, []
    for name in CLOCKS if asked.clock == "both" else (asked.clock,):
        clock = CLOCKS[name]
        alone, attacked = [], []
        settled(0, clock)  # everything is loaded
        for seed in range(asked.games):
            alone += settled(seed, clock)[0]
            found, seen = settled(seed, clock, asked)
            attacked += found
            served.append(seen)
        ratio = round(p95(attacked) / p95(alone), 3)
        on = (
            f"{asked.dripping:,} dripping clients and {asked.streams:,} streams, {len(alone)} and "
            f"{len(attacked)} entries of {asked.games} games, p95 {p95(attacked):.0f} against "
            f"{p95(alone):.0f} ms, {len(os.sched_getaffinity(0))} cores for all of them"
        )
        good &= figure(f"crowd.settle_{name}", ratio, "times", f"<= {WORST}", ratio <= WORST, on)
    least = min(served)
    on = f"the fewest of {asked.honest} honest viewers that were served in {len(served)} games"
    good &= figure("crowd.served", least, "viewers", str(asked.honest), least == asked.honest, on)
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
