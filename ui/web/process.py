"""The page's own process: nothing that a browser does reaches the game but a line of JSON.

`python -m ui.web.process`, started by `TableServer`. On its input: a line of options, then lines
that begin with M (the mats of a game), T (a table), P (the camera's picture), A (the answer to a
command) or C (the game closes). On its output: one
JSON object per line. It ends when its input does.
"""

import asyncio
import json
import logging
import os
import sys
import time
from base64 import b64decode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

import uvicorn

from ui.web.codes import AccessCodes
from ui.web.connections import ACCEPTED_AT_ONCE, MOST, Connections, LimitedListener, listen
from ui.web.site import DESK_PAGES, Site
from words import choose_language, tr, wanted_language

ANSWER_S: Final = 5.0
"""Within this time the game has taken a command or refused it."""

MOST_ASKED: Final = 20
"""Commands that wait for the game at once."""

LOGGED_A_SECOND: Final = 20
LARGEST_TABLE: Final = 4_000_000  # bytes


@dataclass
class GamePipe:
    """The game at the other end of the pipes."""

    waiting: dict[int, "asyncio.Future[str]"] = field(default_factory=dict)
    asked: int = 0

    def tell(self, **facts: object) -> None:
        """One line to the game."""
        with suppress(OSError):  # it has gone: the input ends as well
            os.write(sys.stdout.fileno(), json.dumps(facts).encode() + b"\n")

    async def ask(self, command: Mapping[str, Any]) -> str:
        """Hand over a command; why it was refused, or ""."""
        if len(self.waiting) >= MOST_ASKED:
            return tr("the game is busy")
        self.asked += 1
        number = self.asked
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.waiting[number] = answer
        try:
            self.tell(ask=number, command=command)
            async with asyncio.timeout(ANSWER_S):
                return await answer
        except TimeoutError:
            return tr("the game does not answer")
        finally:
            del self.waiting[number]

    def answered(self, number: int, refused: str) -> None:
        """The game's answer."""
        answer = self.waiting.get(number)
        if answer is not None and not answer.done():
            answer.set_result(refused)


class ToGame(logging.Handler):
    """Hands a bounded number of lines on to the game's log."""

    def __init__(self, game: GamePipe) -> None:
        super().__init__()
        self._game = game
        self._second = (0, 0)

    def emit(self, record: logging.LogRecord) -> None:
        """One line, while there is room in this second."""
        now = int(time.monotonic())
        count = self._second[1] + 1 if self._second[0] == now else 1
        self._second = (now, count)
        if count <= LOGGED_A_SECOND:
            self._game.tell(log=record.getMessage()[:300], level=record.levelno)


def main() -> None:
    """Serve until the game goes."""
    limit_ourselves()
    choose_language(wanted_language(os.environ))
    options = json.loads(sys.stdin.buffer.readline())
    game, connections = GamePipe(), Connections()
    logger = logging.getLogger("ui.web")
    logger.setLevel(logging.INFO)
    logger.addHandler(ToGame(game))
    try:
        listener = listen(options["host"], options["port"], connections)
    except OSError as error:
        game.tell(error=error.strerror or str(error))
        return
    asyncio.run(_serve(options, game, connections, listener))


def limit_ourselves() -> None:
    """The referee comes first, and files are bounded."""
    with suppress(OSError, AttributeError):
        os.nice(5)
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on every system

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        files = MOST + 200
        if most != resource.RLIM_INFINITY:
            files = min(files, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))


async def _serve(
    options: Mapping[str, Any], game: GamePipe, connections: Connections, listener: LimitedListener
) -> None:
    codes = AccessCodes(lambda code: game.tell(player_code=code))
    site = Site(
        codes,
        connections,
        game.ask,
        options["local"],
        bool(options["certificate"]),
        options["delay"],
        lambda seconds: game.tell(pictures_for=seconds),
    )
    if options.get("pages") == "desk":
        site.pages, site.most_delay = DESK_PAGES, 0.0
    config = uvicorn.Config(
        site.app(),
        http="h11",
        ws="none",
        loop="asyncio",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=2,
        backlog=ACCEPTED_AT_ONCE,
        h11_max_incomplete_event_size=16_384,
        ssl_certfile=options["certificate"] or None,
        ssl_keyfile=options["key"] or None,
    )
    server = uvicorn.Server(config)
    game.tell(
        listening=listener.getsockname()[1],
        watch_code=codes.watch_code,
        player_code=codes.player_code,
    )
    async with asyncio.TaskGroup() as tasks:
        serving = tasks.create_task(server.serve([listener]))
        sweeping = tasks.create_task(sweep_always(connections))
        await _follow(game, site)
        await site.close()
        await asyncio.sleep(0.2)  # those who watch are told
        server.should_exit = True
        await serving
        sweeping.cancel()


async def sweep_always(connections: Connections) -> None:
    """Hang up on those who take too long to ask, until this is cancelled."""
    while True:
        await asyncio.sleep(0.5)
        connections.sweep()


async def _follow(game: GamePipe, site: Site) -> None:
    """Take in what the game says until it closes or is gone."""
    reader = asyncio.StreamReader(limit=LARGEST_TABLE)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin.buffer)
    while line := await reader.readline():
        if line.startswith(b"T"):
            await site.show(line[1:].strip())
        elif line.startswith(b"M"):
            site.mats = json.loads(line[1:])
        elif line.startswith(b"P"):
            site.picture(b64decode(line[1:]))
        elif line.startswith(b"A"):
            said = json.loads(line[1:])
            game.answered(said["ask"], said["refused"])
        else:
            return


if __name__ == "__main__":
    main()
