"""What a table keeps of the desk that it has joined: the way there, and what was played for it."""

import asyncio
import secrets
from pathlib import Path

from ui.app.errors import UserError
from ui.app.folders import folder
from ui.hub.connection import HubAccess, join
from ui.hub.join_codes import JoinCode
from ui.hub.whole_files import write_whole
from words import tr


def joined(code: str, table_key: str) -> Path:
    """The file that says how to get to the desk; "" is the one joined last. Raises `UserError`.

    `table_key`: the public key with which this table signs.
    """
    kept = folder("desk") / "joined.json"
    if not code:
        HubAccess.at(kept)  # says what is wrong with it
        return kept
    asyncio.run(join(JoinCode.read(code), _device_key(), table_key)).keep(kept)
    return kept


def _device_key() -> bytes:
    """What tells this device from others. Raises `UserError`."""
    path = folder("desk") / "device.key"
    if not path.exists():
        write_whole(path, secrets.token_bytes(32))
    try:
        return path.read_bytes()
    except OSError as error:
        raise UserError(
            tr("{path} cannot be read ({strerror}).", path=path, strerror=error.strerror)
        ) from None


def played_for(event: str, newest: Path) -> tuple[Path, ...]:
    """All records of games played for an event, this one among them: each is handed in whole."""
    listed = folder("desk") / f"records-{event}.txt"
    known = listed.read_text(encoding="utf-8").splitlines() if listed.exists() else []
    if str(newest) not in known:
        known.append(str(newest))
        write_whole(listed, "".join(f"{line}\n" for line in known).encode())
    return tuple(Path(line) for line in known if Path(line).is_file())
