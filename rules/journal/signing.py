"""Who wrote a record: each table signs its entries with a key of its own, before they are shown.

A signature is made over the hash of an entry and thereby of all before it. A witness is such a
hash with its signature, in one line, kept by somebody who does not own the record.
"""

import os
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import msgspec

from rules.journal.database import JournalError, sync_folder
from rules.journal.entry import Entry
from words import tr

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SIGNED: Final = b"DiceRef entry\n"
"""Stands before the hash in what is signed: a signature is good for nothing else."""

SHOWN: Final = 32
"""Digits of a hash or key that people compare: 128 bits."""

WITNESS: Final = re.compile(
    r"DICEREF:1:(?P<game>[0-9A-F]{64}):(?P<number>[1-9]\d{0,5}):(?P<tip>[0-9A-F]{64})"
    r":(?P<signer>[0-9A-F]{64}|):(?P<signature>[0-9A-F]{128}|)",
)


def in_groups(digits: str) -> str:
    """The first 128 bits of a hash or key in groups that can be read aloud and typed."""
    return "-".join(digits[at : at + 4] for at in range(0, SHOWN, 4))


class TableKey:
    """The key with which one table signs; nobody else has it."""

    def __init__(self, private: "Ed25519PrivateKey") -> None:
        self._private = private
        self.signer = private.public_key().public_bytes_raw().hex()

    @classmethod
    def at(cls, path: Path) -> Self:
        """The key in this file, made at first use, for its owner's eyes only.

        Raises `JournalError` when it can be neither read nor made.
        """
        from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415 - loads slowly
            Ed25519PrivateKey,
        )

        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not path.exists():
                _write_whole(path, Ed25519PrivateKey.generate().private_bytes_raw().hex())
            written = path.read_text(encoding="ascii").strip()
            return cls(Ed25519PrivateKey.from_private_bytes(bytes.fromhex(written)))
        except OSError as error:
            raise JournalError(
                tr(
                    "the table's key {path} cannot be kept ({strerror}).",
                    path=path,
                    strerror=error.strerror,
                )
            ) from error
        except ValueError as error:
            raise JournalError(
                tr(
                    "{path} is no table's key: put it back from a copy, or move it away and this "
                    "table gets a new one.",
                    path=path,
                )
            ) from error

    def sign(self, digest: str) -> bytes:
        """The signature of everything up to the entry with this hash."""
        return self._private.sign(SIGNED + bytes.fromhex(digest))


def _write_whole(path: Path, text: str) -> None:
    """Write a new file in one piece; of two programs the first one wins."""
    growing = path.with_name(f"{path.name}.{os.getpid()}")
    handle = os.open(growing, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(text + "\n")
        file.flush()
        os.fsync(file.fileno())
    with suppress(FileExistsError):
        os.link(growing, path)
    growing.unlink()
    sync_folder(path.parent)


class Signature(msgspec.Struct, frozen=True):
    """A table's signature of everything up to an entry."""

    number: int  # of the entry
    signer: str  # the table's public key, in hexadecimal digits
    signature: bytes


def genuine(signer: str, digest: str, signature: bytes) -> bool:
    """Whether the table with this public key signed the entry with this hash."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - loads slowly
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415 - the same
        Ed25519PublicKey,
    )

    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signer))
        public.verify(signature, SIGNED + bytes.fromhex(digest))
    except (InvalidSignature, ValueError):
        return False
    return True


class SignedRun(msgspec.Struct, frozen=True):
    """Entries in a row that one table signed; `signer` is "" where nobody did."""

    signer: str
    first: int
    last: int


def signed_runs(
    entries: Sequence[Entry], signatures: Iterable[Signature]
) -> tuple[tuple[SignedRun, ...], str]:
    """Who signed which entries, and what is wrong with a signature, or ""."""
    runs: list[SignedRun] = []
    done = 0
    first_signer = str(entries[0].facts.get("table", "")) if entries else ""
    for one in signatures:
        if not done < one.number <= len(entries):
            return tuple(runs), tr("entry {number} was signed and is not there", number=one.number)
        if not genuine(one.signer, entries[one.number - 1].hash, one.signature):
            return tuple(runs), tr(
                "the signature of entry {number} is not genuine", number=one.number
            )
        start = done + 1
        if runs and runs[-1].signer == one.signer:
            start = runs.pop().first
        elif not runs and not first_signer and one.number > 1:  # begun before there were keys
            start = one.number
            runs.append(SignedRun("", 1, one.number - 1))
        runs.append(SignedRun(one.signer, start, one.number))
        done = one.number
    if done < len(entries):
        runs.append(SignedRun("", done + 1, len(entries)))
    if first_signer and runs[0].signer != first_signer:
        return tuple(runs), tr("its first entries are not signed by the table that it names")
    if any(not run.signer for run in runs[1:]):
        return tuple(runs), tr("entries from {first} on are not signed", first=runs[-1].first)
    return tuple(runs), ""


class Witness(msgspec.Struct, frozen=True):
    """What somebody else kept of a record: how it stood at one entry."""

    game: str  # the hash of the record's first entry: no other game has it
    number: int
    tip: str
    signer: str = ""
    signature: bytes = b""

    def line(self) -> str:
        """One line for a QR code: capitals and digits take the least room there."""
        parts = (self.game, self.number, self.tip, self.signer, self.signature.hex())
        return f"DICEREF:1:{':'.join(map(str, parts))}".upper()

    @classmethod
    def read(cls, line: str) -> Self:
        """The inverse of `line`. Raises `ValueError` when it is none, or is not genuine."""
        found = WITNESS.fullmatch(line.strip().upper())
        if found is None:
            raise ValueError(tr("this is no witness: it begins with DICEREF:1: and is one line."))
        told = {name: text.lower() for name, text in found.groupdict().items()}
        signature = bytes.fromhex(told["signature"])
        witness = cls(told["game"], int(told["number"]), told["tip"], told["signer"], signature)
        if witness.signer and not genuine(witness.signer, witness.tip, signature):
            raise ValueError(tr("this witness is not genuine: no table signed it."))
        return witness
