"""Serves the public pages and tells browsers what changed: a process of its own.

`python -m ui.desk.page_server FOLDER HOST PORT`. It reads the folder that the desk writes and
nothing else: neither hub nor desk notices how many watch.
"""

import asyncio
import json
import mimetypes
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from words import tr

LOOK_S: Final = 0.25
ALIVE_S: Final = 20.0
MOST_VIEWERS: Final = 6000


class PageServer:
    """One folder of pages."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._news = asyncio.Condition()
        self._number = 0
        self._changed: list[str] = []
        self._viewers = 0

    def app(self) -> Starlette:
        """The pages, and `changes`."""
        routes = [Route("/changes", self._changes), Route("/{name:path}", self._file)]
        return Starlette(routes=routes, lifespan=self._watched)

    @asynccontextmanager
    async def _watched(self, app: Starlette) -> AsyncIterator[None]:
        del app
        watching = asyncio.create_task(self._watch())
        yield
        watching.cancel()

    async def _watch(self) -> None:
        """What the desk has written since."""
        seen: dict[str, int] = {}
        while True:
            now = await asyncio.to_thread(self._stamps)
            changed = [name for name, stamp in now.items() if seen.get(name) != stamp]
            if changed and seen:
                async with self._news:
                    self._number += 1
                    self._changed = changed
                    self._news.notify_all()
            seen = now
            await asyncio.sleep(LOOK_S)

    def _stamps(self) -> dict[str, int]:
        found = {}
        for path in (*self._folder.glob("*.html"), *self._folder.glob("table-*.json")):
            with suppress(OSError):
                found[path.name] = path.stat().st_mtime_ns
        return found

    async def _changes(self, request: Request) -> Response:
        del request
        if self._viewers >= MOST_VIEWERS:
            return PlainTextResponse(tr("too many watch just now"), 503)
        return StreamingResponse(
            self._told(),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )

    async def _told(self) -> AsyncIterator[str]:
        self._viewers += 1
        try:
            seen = self._number
            yield "retry: 3000\n\n"
            while True:
                try:
                    async with asyncio.timeout(ALIVE_S), self._news:
                        await self._news.wait_for(lambda: self._number != seen)  # noqa: B023 - read now
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                seen = self._number
                yield f"data: {json.dumps(self._changed)}\n\n"
        finally:
            self._viewers -= 1

    async def _file(self, request: Request) -> Response:
        name = request.path_params["name"] or "index.html"
        path = self._folder / name
        if path.parent.resolve() != self._folder.resolve() or not path.is_file():
            return PlainTextResponse(tr("there is no such page"), 404)
        kind = mimetypes.guess_type(name)[0] or "text/plain"
        headers = {
            "Cache-Control": "no-cache",
            "Content-Security-Policy": "default-src 'self'",
            "X-Content-Type-Options": "nosniff",
        }
        return Response(path.read_bytes(), media_type=kind, headers=headers)


def _make_room() -> None:
    """The tables and the desk come first; every viewer takes a file."""
    with suppress(OSError, AttributeError):
        os.nice(5)
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on every system

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def main() -> None:
    """Serve until ended."""
    folder, host, port = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    _make_room()
    uvicorn.run(
        PageServer(folder).app(),
        host=host,
        port=port,
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_keep_alive=5,
        backlog=2048,
        http="h11",
        ws="none",
    )


if __name__ == "__main__":
    main()
