"""Browsers that mean no good, on this machine's own loopback addresses and nowhere else.

    python -m tests.attacks.clients --port 8642 --dripping 4000 --streams 1000 --seconds 30
    python -m tests.attacks.clients --port 8642 --honest 200 --seconds 20

The second tells in one JSON line how many viewers, each from an address of its own, were served.
"""

import argparse
import asyncio
import json
import os
import resource
from contextlib import suppress

TARGET = "127.0.0.1"


async def connect(port: int, source: str):
    """A connection from one of the loopback addresses."""
    opening = asyncio.open_connection(TARGET, port, local_addr=(source, 0))
    return await asyncio.wait_for(opening, 5.0)


async def drip(port: int, source: str, until: float) -> None:
    """A request that never ends, a letter at a time; connects anew when it is hung up on."""
    loop = asyncio.get_running_loop()
    while loop.time() < until:
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
            reader, writer = await connect(port, source)
            try:
                for letter in b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: " + b"x" * 1000:
                    writer.write(bytes([letter]))
                    await writer.drain()
                    if reader.at_eof() or loop.time() > until:
                        break
                    await asyncio.sleep(0.5)
            finally:
                writer.close()
        await asyncio.sleep(0.5)


async def watch(port: int, source: str, until: float) -> int:
    """Watch the table; how many tables came."""
    loop = asyncio.get_running_loop()
    tables = 0
    while loop.time() < until:
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError, ValueError):
            reader, writer = await connect(port, source)
            try:
                writer.write(b"GET /tables HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                while loop.time() < until:
                    line = await asyncio.wait_for(reader.readline(), until - loop.time() + 0.1)
                    if not line:
                        break
                    tables += line.startswith(b"data: ") and b'"turn"' in line
            finally:
                writer.close()
        await asyncio.sleep(1.0)
    return tables


async def attack(port: int, dripping: int, streams: int, seconds: float) -> None:
    until = asyncio.get_running_loop().time() + seconds
    evil = [drip(port, f"127.0.1.{1 + n % 40}", until) for n in range(dripping)]
    evil += [watch(port, f"127.0.2.{1 + n % 20}", until) for n in range(streams)]
    await asyncio.gather(*evil)


async def look(port: int, honest: int, seconds: float) -> list[int]:
    until = asyncio.get_running_loop().time() + seconds
    viewers = [watch(port, f"127.0.3.{1 + n}", until) for n in range(honest)]
    return await asyncio.gather(*viewers)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--port", type=int, required=True)
    words.add_argument("--dripping", type=int, default=0)
    words.add_argument("--streams", type=int, default=0)
    words.add_argument("--honest", type=int, default=0)
    words.add_argument("--seconds", type=float, default=20.0)
    asked = words.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 20_000), most))
    if asked.honest:
        seen = asyncio.run(look(asked.port, asked.honest, asked.seconds))
        print(json.dumps({"honest": len(seen), "served": sum(n > 0 for n in seen)}))
    else:
        os.nice(19)  # elsewhere they would have machines of their own
        asyncio.run(attack(asked.port, asked.dripping, asked.streams, asked.seconds))


if __name__ == "__main__":
    main()
