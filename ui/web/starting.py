"""Starting a page's own process and speaking with it: a line of JSON each way."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import ui
from words import tr

LONGEST_LINE: Final = 20_000
"""Bytes of one line from the page's process."""

STARTING_S: Final = 30.0


def started(
    module: str, options: Mapping[str, Any]
) -> tuple["subprocess.Popen[bytes]", Mapping[str, Any]]:
    """The process and its first line. Raises `OSError` with why it does not listen."""
    page = subprocess.Popen(  # noqa: S603 - our own modules
        [sys.executable, "-P", "-m", module],
        env={**os.environ, "PYTHONPATH": str(Path(ui.__file__).parents[1])},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is for the game
    )
    watch = threading.Timer(STARTING_S, page.kill)
    watch.start()
    try:
        send_line(page, json.dumps(options).encode())
        said = next_line(page) or {"error": tr("it did not start")}
    except OSError:
        said = {"error": tr("it did not start")}
    finally:
        watch.cancel()
    if "listening" not in said:
        page.kill()
        page.wait()
        raise OSError(str(said.get("error")))
    return page, said


def send_line(page: "subprocess.Popen[bytes]", line: bytes) -> None:
    """One line to the process. Raises `OSError` when it has gone."""
    assert page.stdin is not None
    page.stdin.write(line + b"\n")
    page.stdin.flush()


def next_line(page: "subprocess.Popen[bytes]") -> Mapping[str, Any] | None:
    """The next line of the process; None when it has gone, or says what it never should."""
    assert page.stdout is not None
    line = page.stdout.readline(LONGEST_LINE)
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None
