"""Changes that leave an input readable, so that what lies behind its parser is reached.

A fuzzer that changes letters mostly finds out that TOML, JSON, hashes and checksums refuse them.
These exchange whole values, then write the input anew as a stranger could: with its checksums
right.
"""

import sqlite3
import tomllib
from base64 import b64decode
from contextlib import closing, suppress
from zlib import crc32

import msgspec
import tomli_w

from hardware.cameras import recorded
from rules.journal import Journal
from rules.journal.entry import Entry, write_body
from tests.attacks.inputs import exchange, lines_seed, rehashed, room

STRANGE = (None, True, False, 0, -1, 3, 2**53, 2**63, 1e300, -0.5, "", "x", "x" * 3000, "\x1b[2J",
           "0", "../../etc", "\u202e", [], {}, [[]], [1, 2], {"a": 1}, float("nan"))  # fmt: skip
"""`inf` and `nan` are lawful TOML; JSON writes them as null."""


def toml(content, rng):
    try:
        value = tomllib.loads(content.decode())
    except (ValueError, RecursionError):
        return None
    for _ in range(rng.randint(1, 3)):
        exchange(value, rng, [one for one in STRANGE if one is not None])
    try:
        return tomli_w.dumps(value).encode()
    except (TypeError, ValueError, RecursionError):  # a list that TOML has no way to write
        return None


def plain_json(content, rng):
    try:
        value = msgspec.json.decode(content)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict | list):
        return None
    exchange(value, rng, STRANGE)
    return msgspec.json.encode(value)


def lines(content, rng):
    """An export with values exchanged in some lines and every hash computed anew."""
    all_ = content.splitlines()
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(all_)) if all_ else 0
        changed = plain_json(all_[at], rng) if all_ else None
        if changed is None:
            return None
        all_[at] = changed
    try:
        return rehashed(b"\n".join(all_))
    except (ValueError, RecursionError):
        return None


def journal(_, rng):
    """A record's file whose entries say something else, and whose hashes agree with them."""
    written = lines(lines_seed()[0], rng)
    for left in room().glob("changed*"):
        left.unlink()
    if written is None:
        return None
    path = room() / "changed.diceref"
    Journal.bare(path).close()
    with closing(sqlite3.connect(path)) as database, database:
        for number, line in enumerate(written.splitlines()):
            value = msgspec.json.decode(line)
            if isinstance(value, dict) and "kind" in value:
                row = (number, body_of(value), str(value["hash"]))
                database.execute("INSERT INTO entry VALUES (?, ?, ?)", row)
            elif isinstance(value, dict) and "picture" in value:
                with suppress(ValueError, KeyError):
                    row = (str(value["picture"]), b64decode(str(value["content"])))
                    database.execute("INSERT OR IGNORE INTO picture VALUES (?, ?)", row)
    return path.read_bytes()


def body_of(value):
    """An entry as a record holds it, or as it is when it is none."""
    try:
        return write_body(msgspec.convert(value, Entry)).decode()
    except ValueError:
        return msgspec.json.encode(value).decode()


def film(content, rng):
    """A film whose facts and pictures say something else, with every checksum right."""
    head, at, out = len(recorded._HEAD), len(recorded._HEAD), []
    while at + recorded._RECORD.size <= len(content):
        facts_size, picture_size, _ = recorded._RECORD.unpack_from(content, at)
        at += recorded._RECORD.size
        facts = content[at : at + facts_size]
        picture = bytearray(content[at + facts_size : at + facts_size + picture_size])
        at += facts_size + picture_size
        if rng.random() < 0.5:
            facts = plain_json(facts, rng) or facts
        if picture and rng.random() < 0.5:
            picture[rng.randrange(len(picture))] = rng.randrange(256)
        check = crc32(picture, crc32(facts))
        out.append(recorded._RECORD.pack(len(facts), len(picture), check) + facts + picture)
    return content[:head] + b"".join(out) if out else None


def request(content, rng):
    """A request whose body says something else, and is as long as it says."""
    head, end, body = content.partition(b"\r\n\r\n")
    changed = plain_json(body, rng)
    if changed is None or b"Content-Length" not in head:
        return None
    head = head.partition(b"Content-Length")[0] + b"Content-Length: %d" % len(changed)
    return head + end + changed


MUTATORS = {
    **dict.fromkeys(("team", "profile", "mat", "config", "colours", "scoring"), toml),
    "enrolled": plain_json,
    "lines": lines,
    "journal": journal,
    "film": film,
    "request": request,
}
