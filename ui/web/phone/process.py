"""The process of a phone's page: what a phone sends reaches nobody else but as pixels.

`python -m ui.web.phone.process`, started by `PhonePage`. On its input a line of options; it ends
when its input does. On its output JSON, a line each: where it listens, what is logged. The game's
camera (`hardware.cameras.phone`) asks for pictures over a socket of this machine, one at a time.
"""

import asyncio
import json
import logging
import os
import socket
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import numpy as np
import uvicorn

from ui.web.codes import AccessCodes
from ui.web.connections import ACCEPTED_AT_ONCE, Connections, listen
from ui.web.phone.site import LARGEST_PICTURE, PhoneError, PhoneSite
from ui.web.process import GamePipe, ToGame, limit_ourselves, sweep_always
from words import choose_language, tr, wanted_language

LARGEST_REQUEST: Final = 10_000  # bytes
WIDEST: Final = 8192  # px


def main() -> None:
    """Serve until the program that started us goes."""
    limit_ourselves()
    choose_language(wanted_language(os.environ))
    options = json.loads(sys.stdin.buffer.readline())
    game, connections = GamePipe(), Connections()
    logger = logging.getLogger("ui.web")
    logger.setLevel(logging.INFO)
    logger.addHandler(ToGame(game))
    try:
        listener = listen(options["host"], options["port"], connections)
        pictures = _listening(Path(options["pictures"]))
    except OSError as error:
        game.tell(error=error.strerror or str(error))
        return
    codes = AccessCodes(lambda _: None, watch_code=options["code"])
    site = PhoneSite(codes, connections, options["local"], came=lambda: game.tell(phone=True))
    config = uvicorn.Config(
        site.app(),
        http="h11",
        ws="websockets-sansio",
        ws_max_size=LARGEST_PICTURE,
        ws_per_message_deflate=False,
        ws_ping_interval=5.0,
        ws_ping_timeout=10.0,
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
    asyncio.run(_serve(uvicorn.Server(config), listener, pictures, site, game))


def _listening(where: Path) -> socket.socket:
    with suppress(FileNotFoundError):
        where.unlink()
    pictures = socket.socket(socket.AF_UNIX)
    pictures.bind(str(where))
    where.chmod(0o600)
    pictures.listen(2)
    return pictures


async def _serve(
    server: uvicorn.Server,
    listener: socket.socket,
    pictures: socket.socket,
    site: PhoneSite,
    game: GamePipe,
) -> None:
    loop = asyncio.get_running_loop()
    threading.Thread(target=_hand_on, args=(pictures, site, loop), daemon=True).start()
    ended = asyncio.Event()

    def follow() -> None:
        while sys.stdin.buffer.readline():
            pass
        loop.call_soon_threadsafe(ended.set)

    threading.Thread(target=follow, daemon=True).start()
    serving = asyncio.create_task(server.serve([listener]))
    sweeping = asyncio.create_task(sweep_always(site.connections))
    game.tell(listening=listener.getsockname()[1])
    await ended.wait()
    server.should_exit = True
    await asyncio.wait([serving], timeout=3.0)
    sweeping.cancel()
    os._exit(0)  # a thread may wait for the camera


def _hand_on(pictures: socket.socket, site: PhoneSite, loop: asyncio.AbstractEventLoop) -> None:
    """Take whoever of this user wants pictures, each in a thread of its own."""
    while True:
        line, _ = pictures.accept()
        threading.Thread(target=_answer_all, args=(line, site, loop), daemon=True).start()


_ONE_AT_A_TIME: Final = threading.Lock()


def _answer_all(line: socket.socket, site: PhoneSite, loop: asyncio.AbstractEventLoop) -> None:
    with line, line.makefile("rb") as requests, suppress(OSError, ValueError):
        while request := requests.readline(LARGEST_REQUEST):
            with _ONE_AT_A_TIME:
                said, pixels = _answer(json.loads(request), site, loop)
            line.sendall(json.dumps(said).encode() + b"\n")
            if pixels is not None:
                line.sendall(pixels)


def _answer(
    request: Mapping[str, Any], site: PhoneSite, loop: asyncio.AbstractEventLoop
) -> tuple[Mapping[str, Any], memoryview | None]:
    """What the phone says to it, and the pixels of a picture."""
    try:
        match request:
            case {"want": "frame" | "still" as want, "width": int(width)} if 0 < width <= WIDEST:
                asked = asyncio.run_coroutine_threadsafe(site.picture(want, width), loop)
                image = np.ascontiguousarray(asked.result())
                return {"picture": image.shape[:2]}, image.data.cast("B")
            case {"want": "hold", "hold": dict(held)}:
                settings = asyncio.run_coroutine_threadsafe(site.settings("hold", held), loop)
                return {"settings": settings.result()}, None
            case {"want": "settings"}:
                settings = asyncio.run_coroutine_threadsafe(site.settings("settings"), loop)
                return {"settings": settings.result()}, None
            case {"want": "tell", "words": str(words)}:
                asyncio.run_coroutine_threadsafe(site.tell(words), loop).result()
                return {}, None
    except PhoneError as error:
        return {"trouble": str(error)}, None
    return {"trouble": tr("the phone's page does not know that")}, None


if __name__ == "__main__":
    main()
