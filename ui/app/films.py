"""Films of a record in a form that browsers play: WebM with VP8.

A record keeps JPEG pictures as they were taken, because nothing is encoded while people play. The
film is made of them when somebody takes it out, in a process of its own (`python -m ui.app.films`):
what stands in a foreign record never meets the encoder in ours, nor its chatter our terminal.
"""

import struct
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import ui
from hardware.pictures import decoded
from rules.journal.clips import is_our_film, pictures_of, rate_of
from words import tr

MEDIA: Final = "video/webm"
MAKING_S: Final = 120.0
"""A film of a minute takes a few seconds, even on a Pi."""


def webm_of(film: bytes) -> bytes | None:
    """The film of a record as WebM; None when it is no film of ours or cannot be made."""
    if not is_our_film(film):
        return None
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / "film.avi", Path(folder) / "film.webm"
        source.write_bytes(film)
        try:
            subprocess.run(  # noqa: S603 - our own program on a file of ours
                [sys.executable, "-P", "-m", __name__, str(source), str(made)],
                env={"PYTHONPATH": str(Path(ui.__file__).parents[1])},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=MAKING_S,
                check=True,
            )
            return made.read_bytes()
        except (subprocess.SubprocessError, OSError):
            return None


def encode(source: Path, target: Path) -> None:
    """Write the film as WebM. Raises `ValueError` for what is none."""
    import cv2  # noqa: PLC0415 - only in the process that encodes

    film = source.read_bytes()
    pictures = [decoded(picture) for picture in pictures_of(film)]
    first = pictures[0] if pictures else None
    if first is None:
        raise ValueError(tr("this is no film"))
    size = (first.shape[1], first.shape[0])
    writer = cv2.VideoWriter(str(target), cv2.VideoWriter.fourcc(*"VP80"), rate_of(film), size)
    if not writer.isOpened():
        raise ValueError(tr("there is no encoder for VP8"))
    for picture in pictures:
        if picture is None or picture.shape != first.shape:
            raise ValueError(tr("a picture of the film is damaged"))
        writer.write(picture)
    writer.release()


if __name__ == "__main__":
    try:
        encode(Path(sys.argv[1]), Path(sys.argv[2]))
    except (ValueError, OSError, struct.error) as error:
        sys.exit(str(error))
