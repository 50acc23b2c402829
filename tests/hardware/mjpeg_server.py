"""A real MJPEG server on loopback that can be stalled, made to talk rubbish, killed, restarted."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Self

import cv2
import numpy as np


def picture(shade: int) -> bytes:
    image = np.zeros((120, 160, 3), np.uint8)
    image[:, :80] = shade
    return cv2.imencode(".jpg", image)[1].tobytes()


class MjpegServer:
    """Sends a picture every 20 ms to whoever asks; `port` 0 takes a free one."""

    def __init__(self, port: int = 0, shade: int = 200) -> None:
        self.body = picture(shade)
        self.stalled = Event()
        self.closing = Event()
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                while not server.closing.wait(0.02):
                    if server.stalled.is_set():
                        continue
                    head = f"Content-Type: image/jpeg\r\nContent-Length: {len(server.body)}"
                    part = b"--frame\r\n" + head.encode() + b"\r\n\r\n" + server.body + b"\r\n"
                    try:
                        self.wfile.write(part)
                    except OSError:
                        return

            def log_message(self, *words: object) -> None:
                """Stay silent."""

        ThreadingHTTPServer.allow_reuse_address = True
        self._http = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._http.daemon_threads = True
        self.port = self._http.server_address[1]
        self.address = f"http://127.0.0.1:{self.port}/video"

    def __enter__(self) -> Self:
        Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()
