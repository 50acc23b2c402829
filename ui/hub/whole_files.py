"""Small files that are there whole or not at all, for their owner's eyes only."""

import os
from pathlib import Path

from ui.app.errors import UserError
from words import tr


def write_whole(path: Path, content: bytes) -> None:
    """Replace a file in one piece; it survives a power cut. Raises `UserError`."""
    growing = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(growing, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        growing.replace(path)
    except OSError as error:
        growing.unlink(missing_ok=True)
        raise UserError(
            tr("{path} cannot be written ({strerror}).", path=path, strerror=error.strerror)
        ) from None
