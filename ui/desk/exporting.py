"""All of an event as files, and in one archive with a seal of its own."""

import hashlib
import json
import re
import zipfile
from collections.abc import Mapping
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rules.journal import in_groups, write_lines
from rules.journal.signing import TableKey
from rules.tournament.exchange import (
    as_json,
    as_trf,
    pairings_csv,
    players_csv,
    scores,
    standings_csv,
)
from ui.app.errors import UserError
from ui.desk.pages import PublicPages
from ui.desk.printing import print_sheets
from ui.hub.whole_files import write_whole
from words import tr

if TYPE_CHECKING:
    from ui.desk.service import DeskService

SEAL: Final = "SEAL.json"


def event_files(service: "DeskService") -> dict[str, bytes]:
    """Name -> content of everything that an event leaves behind."""
    state = service.state
    texts = {
        "event.jsonl": service.log.text(),
        "event.json": as_json(state),
        "standings.csv": standings_csv(state),
        "pairings.csv": pairings_csv(state),
        "players.csv": players_csv(state),
        "cross-table.trf": as_trf(state),
        "scores.json": json.dumps(
            {str(one.number): scores(state, one.number) for one in state.rounds}, indent=1
        ),
    }
    found = {name: text.encode() for name, text in texts.items()}
    for game in service.archive.games():
        with service.archive.journal(game.id) as journal:
            lines = "".join(f"{line}\n" for line in write_lines(journal))
        found[f"records/{game.table}-{game.id}.jsonl"] = lines.encode()
    return found


def sealed(files: Mapping[str, bytes], key: TableKey) -> tuple[bytes, str]:
    """The archive as a ZIP file, and its seal: what it holds and the desk's signature."""
    listed = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())}
    digest = hashlib.sha256(json.dumps(listed, sort_keys=True).encode()).hexdigest()
    told = {
        "files": listed,
        "seal": digest,
        "desk": key.signer,
        "signature": key.sign(digest).hex(),
    }
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(name, content)
        archive.writestr(SEAL, json.dumps(told, indent=1))
    return packed.getvalue(), in_groups(digest)


def check_archive(path: Path) -> tuple[str, str]:
    """The seal of an event's archive, and what is wrong with it, or "". Raises `UserError`."""
    from rules.journal.signing import genuine  # noqa: PLC0415 - loads slowly

    try:
        with zipfile.ZipFile(path) as archive:
            told: dict[str, Any] = json.loads(archive.read(SEAL))
            names = set(archive.namelist()) - {SEAL}
            listed: dict[str, str] = told["files"]
            digest = hashlib.sha256(json.dumps(listed, sort_keys=True).encode()).hexdigest()
            wrong = [
                name
                for name, known in listed.items()
                if name not in names or hashlib.sha256(archive.read(name)).hexdigest() != known
            ]
    except (OSError, KeyError, ValueError, TypeError, zipfile.BadZipFile) as error:
        raise UserError(
            tr("{path} is no sealed event of DiceRef ({error}).", path=path, error=error)
        ) from None
    if digest != told.get("seal") or not genuine(
        str(told.get("desk")), digest, bytes.fromhex(str(told.get("signature", "")))
    ):
        return in_groups(digest), tr("its seal is not genuine")
    if wrong:
        return in_groups(digest), tr("{wrong} was changed or is missing", wrong=wrong[0])
    if extra := names - set(listed):
        return in_groups(digest), tr("{min} was added afterwards", min=min(extra))
    return in_groups(digest), ""


def export_event(service: "DeskService", folder: Path) -> Path:
    """Write everything into a folder, and the sealed archive beside it. Raises `UserError`."""
    files = event_files(service)
    name = re.sub(r"[^A-Za-z0-9]+", "-", service.title).strip("-").lower() or "event"
    where = folder / f"{name}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    key = TableKey.at(service.folder / "desk.key")
    for file, content in files.items():
        write_whole(where / file, content)
    for game in service.archive.games():  # as `review` and `stats` read them
        with service.archive.journal(game.id) as journal:
            journal.save_as(where / "records" / f"{game.table}-{game.id}.diceref")
    packed, seal = sealed(files, key)
    write_whole(where.with_suffix(".zip"), packed)
    write_whole(where / "seal.txt", f"{seal}\n".encode())
    service.log.back_up(where / "event.db")
    pages = PublicPages(service, where / "pages")
    pages.draw(pages.shown())
    pages.write()  # to keep on a web server
    print_sheets(service, where / "print")
    return where
