"""How long a program waits for `import diceref`."""

import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping

CODE = "import time; b = time.perf_counter(); import diceref; print(time.perf_counter() - b)"
MOST_S = 0.3


def figures(tries: int = 5) -> Iterator[Mapping[str, object]]:
    """Seconds, the best of some tries: what else runs on the machine is not our doing."""
    command = [sys.executable, "-c", CODE]
    seconds = min(
        float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        for _ in range(tries)
    )
    yield {
        "name": "library.import",
        "value": round(seconds, 3),
        "unit": "s",
        "must": f"<= {MOST_S}",
        "ok": seconds <= MOST_S,
        "on": f"best of {tries} new processes, {platform.machine()}",
    }
