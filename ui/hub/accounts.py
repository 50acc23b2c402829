"""Who may do what at the hub: one account for the desk, one for each table, one for joining.

A table makes its own password when it joins with the code that the desk gave out; from then on that
code lets nobody else in. The server's configuration is written from this file.
"""

import hmac
import json
import secrets
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, Self

import msgspec

from ui.app.errors import UserError
from ui.hub import names
from ui.hub.join_codes import new_secret
from ui.hub.whole_files import write_whole
from words import tr
from words.written import write_text

WRONG_A_MINUTE: Final = 20
"""Wrong join codes, from wherever; then nobody joins for a minute."""


class TableAccount(msgspec.Struct, omit_defaults=True):
    """One table at the hub."""

    secret: str  # of its join code, in hexadecimal digits
    password: str = ""  # "": nobody has joined with the code
    device: str = ""  # what joined, as it calls itself
    joined: float = 0.0  # seconds since the epoch
    key: str = ""  # public: what signs its records; "": an older DiceRef did not say
    issued: str = ""  # the password in servers of one's own, which know nothing of joining


class Accounts(msgspec.Struct):
    """All accounts of one event, kept in a file that only its owner can read."""

    event: str  # the event's short name in subjects
    desk_password: str
    tables: dict[str, TableAccount]
    version: int = 1

    @classmethod
    def at(cls, path: Path) -> Self:
        """The accounts in this file, made at first use. Raises `UserError`."""
        if not path.exists():
            made = cls(secrets.token_hex(4), secrets.token_urlsafe(32), {})
            made.keep(path)
            return made
        try:
            found = msgspec.json.decode(path.read_bytes(), type=cls)
        except (OSError, ValueError) as error:
            raise UserError(
                tr(
                    "the hub's accounts {path} cannot be read ({error}): put back a copy.",
                    path=path,
                    error=error,
                )
            ) from None
        if found.version != 1:
            raise UserError(tr("{path} was written by a newer DiceRef: update DiceRef.", path=path))
        return found

    def keep(self, path: Path) -> None:
        """Write them down. Raises `UserError`."""
        write_whole(
            path, msgspec.json.format(msgspec.json.encode(self, enc_hook=write_text), indent=1)
        )

    def table(self, name: str) -> TableAccount:
        """The account of a table, made when it is new. Raises `UserError` for a bad name."""
        names.table_name(name)
        same = next((known for known in self.tables if known.lower() == name.lower()), name)
        if same != name:
            raise UserError(
                tr("there is a table '{same}' already: two tables need two names.", same=same)
            )
        return self.tables.setdefault(name, TableAccount(new_secret().hex()))

    def new_code(self, name: str) -> None:
        """Give a table another code: what had joined with the old one is let in no more."""
        issued = self.table(name).issued
        self.tables[name] = TableAccount(new_secret().hex())
        if issued:
            self.issue(name)

    def issue(self, name: str) -> None:
        """Give a table a password that stands in the servers before anybody has joined."""
        self.table(name).issued = secrets.token_urlsafe(32)


class JoinDesk:
    """Answers those who want to join; wrong codes are counted."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._wrong: list[float] = []

    @property
    def besieged(self) -> bool:
        """Whether so many wrong codes came that nobody joins for now."""
        now = time.monotonic()
        self._wrong = [when for when in self._wrong if now - when < 60]
        return len(self._wrong) >= WRONG_A_MINUTE

    def let_in(self, secret: str, password: str, device: str, key: str = "") -> tuple[str, bool]:
        """The table that this code is for, and whether its account has changed.

        Raises `ValueError` with the sentence for whoever asked.
        """
        if self.besieged:
            raise ValueError(tr("too many wrong join codes came in: try again in a minute."))
        name = next(
            (
                name
                for name, table in self._accounts.tables.items()
                if hmac.compare_digest(table.secret.encode(), secret.encode())
            ),
            None,
        )
        if name is None:
            self._wrong.append(time.monotonic())
            raise ValueError(
                tr("this join code is of no table here: the desk shows those that are.")
            )
        table = self._accounts.tables[name]
        if table.password and not hmac.compare_digest(table.password, password):
            raise ValueError(
                tr(
                    "table {name} has joined already ({what}): use that device, or ask the desk "
                    "for a new code.",
                    name=name,
                    what=table.device or tr("another device"),
                )
            )
        if table.password and table.key and table.key != key:
            raise ValueError(
                tr(
                    "table {name} has joined with another signing key: put the device's "
                    "table.key back, or ask the desk for a new code.",
                    name=name,
                )
            )
        changed = not table.password or table.key != key
        if changed:
            table.password, table.device, table.key = password, device[:60], key
            table.joined = time.time()
        return name, changed


def authorization(accounts: Accounts) -> Mapping[str, object]:
    """The accounts as the server's configuration wants them."""
    return {"timeout": 5, "users": list(_users(accounts))}


def _users(accounts: Accounts) -> Iterator[Mapping[str, object]]:
    event = accounts.event
    yield {"user": names.DESK, "password": accounts.desk_password}
    yield {
        "user": names.JOINING,
        "password": names.JOINING,
        "permissions": {
            "publish": [names.JOIN],
            "subscribe": [f"{names.inbox_of(names.JOINING)}.>"],
        },
    }
    for name, table in accounts.tables.items():
        if password := table.issued or table.password:
            yield {
                "user": names.account_of(name),
                "password": password,
                "permissions": {
                    "publish": [
                        names.entry_subject(event, name, "*"),
                        names.last_entry_request(event, name, "*"),
                        names.hello_subject(event, name),
                        names.ask_subject(event, name),
                        *_clip_subjects(names.clip_bucket(event, name)),
                    ],
                    "subscribe": [
                        f"{names.inbox_of(names.account_of(name))}.>",
                        names.order_subject(event, name),
                    ],
                    "allow_responses": {"max": 1, "expires": "1m"},
                },
            }


def _clip_subjects(bucket: str) -> Iterator[str]:
    """What putting a clip into the object store takes."""
    yield f"$O.{bucket}.>"
    yield from (
        f"$JS.API.{call}.OBJ_{bucket}" for call in ("STREAM.INFO", "STREAM.MSG.GET", "STREAM.PURGE")
    )
    yield f"$JS.API.DIRECT.GET.OBJ_{bucket}.>"


def as_configuration(accounts: Accounts) -> str:
    """The same as text: to be included by a server of one's own."""
    return "authorization: " + json.dumps(authorization(accounts), indent=1) + "\n"
