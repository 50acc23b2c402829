"""A small RTSP camera on loopback: JPEG pictures over RTP, interleaved in the TCP connection.

RFC 2326 for the words, RFC 2435 for the pictures. It can be stalled, killed and restarted, and
ends by itself after a while whatever happens.
"""

import socket
import struct
import time
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Event, Thread
from typing import Final, Self

import cv2
import numpy as np

LIFETIME_S: Final = 60.0
FRAGMENT: Final = 1200  # bytes of a picture in one packet
CLOCK: Final = 90_000  # ticks a second
JPEG_TYPE: Final = 26  # RTP's number for JPEG


def picture(shade: int) -> bytes:
    image = np.zeros((128, 160, 3), np.uint8)
    image[:, :80] = shade
    return cv2.imencode(".jpg", image)[1].tobytes()


def parts_of(jpeg: bytes) -> tuple[bytes, bytes, int, int, int]:
    """Quantisation tables, scan, width, height and sampling type (0: 4:2:2, 1: 4:2:0)."""
    tables, at, width, height, kind = b"", 2, 0, 0, 1
    while True:
        marker, length = jpeg[at + 1], struct.unpack_from(">H", jpeg, at + 2)[0]
        content = jpeg[at + 4 : at + 2 + length]
        if marker == 0xDB:
            tables += b"".join(content[n + 1 : n + 65] for n in range(0, len(content), 65))
        elif marker == 0xC0:
            height, width = struct.unpack_from(">HH", content, 1)
            kind = 1 if content[7] == 0x22 else 0
        at += 2 + length
        if marker == 0xDA:
            return tables, jpeg[at:-2], width, height, kind


def packets(jpeg: bytes, first: int, ticks: int) -> list[bytes]:
    """One picture as RTP packets, numbered from `first`."""
    tables, scan, width, height, kind = parts_of(jpeg)
    made: list[bytes] = []
    for offset in range(0, len(scan), FRAGMENT):
        piece = scan[offset : offset + FRAGMENT]
        last = offset + FRAGMENT >= len(scan)
        head = struct.pack(
            ">BBHII", 0x80, JPEG_TYPE | (0x80 if last else 0), (first + len(made)) & 0xFFFF,
            ticks & 0xFFFFFFFF, 0xD1CE,
        )  # fmt: skip
        where = struct.pack(">IBBBB", offset, kind, 255, width // 8, height // 8)
        quantiser = struct.pack(">BBH", 0, 0, len(tables)) + tables if offset == 0 else b""
        made.append(head + where + quantiser + piece)
    return made


class RtspServer:
    """Sends a picture every 20 ms to whoever plays it; `port` 0 takes a free one."""

    def __init__(self, port: int = 0, shade: int = 200) -> None:
        self.body = picture(shade)
        self.stalled = Event()
        self.closing = Event()
        self.methods: list[str] = []
        self._ends = time.monotonic() + LIFETIME_S
        server = self

        class Handler(StreamRequestHandler):
            def handle(self) -> None:
                self.connection.settimeout(1.0)
                try:
                    server._talk(self)
                except OSError:
                    return

        class Server(ThreadingTCPServer):
            allow_reuse_address = True
            daemon_threads = True

        self._tcp = Server(("127.0.0.1", port), Handler)
        self.port = self._tcp.server_address[1]
        self.address = f"rtsp://127.0.0.1:{self.port}/table"

    def __enter__(self) -> Self:
        Thread(target=self._tcp.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.closing.set()
        self._tcp.shutdown()
        self._tcp.server_close()

    @property
    def over(self) -> bool:
        return self.closing.is_set() or time.monotonic() > self._ends

    def _talk(self, line: StreamRequestHandler) -> None:
        """Answer until somebody plays, then send."""
        while not self.over:
            method, number = self._request(line)
            if not method:
                return
            self.methods.append(method)
            self._answer(line, method, number)
            if method == "TEARDOWN":
                return
            if method == "PLAY":
                self._send(line)
                return

    def _request(self, line: StreamRequestHandler) -> tuple[str, str]:
        """The method and the number of the next request."""
        first = line.rfile.readline(1000).decode()
        number = "0"
        while (more := line.rfile.readline(1000).decode().strip()) and not self.over:
            name, _, value = more.partition(":")
            if name.lower() == "cseq":
                number = value.strip()
        return first.partition(" ")[0], number

    def _answer(self, line: StreamRequestHandler, method: str, number: str) -> None:
        heads, body = [f"CSeq: {number}"], ""
        if method == "OPTIONS":
            heads.append("Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN")
        elif method == "DESCRIBE":
            body = (
                "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=table\r\nt=0 0\r\n"
                f"m=video 0 RTP/AVP {JPEG_TYPE}\r\nc=IN IP4 0.0.0.0\r\na=control:track0\r\n"
            )
            heads += [
                "Content-Type: application/sdp",
                f"Content-Base: {self.address}/",
                f"Content-Length: {len(body)}",
            ]
        elif method == "SETUP":
            heads += ["Transport: RTP/AVP/TCP;unicast;interleaved=0-1", "Session: 1;timeout=60"]
        elif method == "PLAY":
            heads.append("Session: 1")
        line.wfile.write(("RTSP/1.0 200 OK\r\n" + "\r\n".join(heads) + "\r\n\r\n" + body).encode())

    def _send(self, line: StreamRequestHandler) -> None:
        began, number = time.monotonic(), 0
        while not self.over and not self.closing.wait(0.02):
            if self.stalled.is_set():
                continue
            ticks = round((time.monotonic() - began) * CLOCK)
            made = packets(self.body, number, ticks)
            number += len(made)
            for packet in made:
                line.wfile.write(b"$\x00" + struct.pack(">H", len(packet)) + packet)
        line.connection.shutdown(socket.SHUT_RDWR)
