"""Game after game in one process, with clips, a page and a viewer: does it grow?

    python -m tests.attacks.soak --games 20

One JSON line per game, then one that says whether memory, files and threads stayed within 5 %.
"""

import argparse
import gc
import http.client
import json
import os
import threading
from contextlib import suppress
from tempfile import mkdtemp

import psutil

GROWTH = 1.05


def watch(port: int) -> threading.Thread:
    """A viewer who reads until the page closes."""

    def read() -> None:
        with suppress(OSError, http.client.HTTPException):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            connection.request("GET", "/tables")
            answer = connection.getresponse()
            while answer.readline():
                pass
            connection.close()

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    return thread


def play(game: str, seed: int, most: int) -> None:
    from ui.app.simulation import Simulation
    from ui.web.serve import TableServer

    simulation = Simulation(game, eye="truth", seed=seed, clips=True, journal_name=f"soak-{seed}")
    page = TableServer(simulation.session, ("127.0.0.1", 0), lambda _: None)
    viewer = watch(page.port)
    try:
        simulation.play(most=most)
    finally:
        page.close()
        viewer.join(10)
        simulation.journal.close()


def soak(games: int, game: str = "tmnt", most: int = 12) -> list[dict[str, float]]:
    """Resident memory (MB), open files and threads after each game."""
    process, found = psutil.Process(), []
    for seed in range(1, games + 1):
        play(game, seed, most)
        gc.collect()
        found.append(
            {
                "rss_mb": round(process.memory_info().rss / 1e6, 1),
                "files": process.num_fds(),
                "threads": process.num_threads(),
            }
        )
    return found


def is_flat(found: list[dict[str, float]], warm: int = 3) -> bool:
    """Whether nothing grew by more than a twentieth once everything had been used."""
    return all(
        found[-1][name] <= GROWTH * max(one[name] for one in found[:warm]) for name in found[0]
    )


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--games", type=int, default=20)
    asked = words.parse_args()
    os.environ["DICEREF_HOME"] = mkdtemp(prefix="diceref-soak-")
    found = soak(asked.games)
    for one in found:
        print(json.dumps(one))
    print(json.dumps({"games": len(found), "flat": is_flat(found)}))


if __name__ == "__main__":
    main()
