"""The tables of a journal file and the way from every older version to the newest.

To change the tables: raise `VERSION`, add the step to `MIGRATIONS`, keep a file of the old
version under tests/journal. Entries themselves are never rewritten, or their hashes would
break: a new field of an entry needs a default instead.
"""

import sqlite3
from typing import Final

APPLICATION_ID: Final = 0x44524546
"""SQLite's own mark for the kind of file: the letters DREF."""

VERSION: Final = 3

SIGNED_FROM: Final = 3
"""From this version on entries are signed."""

PAGE: Final = 8192
"""Bytes. Nearly every entry then lies whole on one page, which is what lets `recover` find
entries in a file that SQLite itself can no longer open."""

FIRST: Final = """
CREATE TABLE entry (
    number INTEGER PRIMARY KEY,
    body TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT;
CREATE TABLE picture (
    sha256 TEXT PRIMARY KEY,
    content BLOB NOT NULL
) STRICT, WITHOUT ROWID;
"""

MIGRATIONS: Final = {
    # Version 2: turning to the next foul or question without reading every body.
    2: "CREATE INDEX entry_kind ON entry (json_extract(body, '$.kind'), number);",
    # Version 3: entries are signed; nothing in the file is computed by SQLite any more, so that a
    # file that somebody else wrote can be opened without trusting what stands in it.
    3: """
    DROP INDEX entry_kind;
    CREATE TABLE signature (
        number INTEGER PRIMARY KEY,
        signer TEXT NOT NULL,
        signature BLOB NOT NULL
    ) STRICT;
    """,
}


def lay_out(database: sqlite3.Connection, newest: int = VERSION) -> None:
    """Create the tables in an empty file."""
    database.execute(f"PRAGMA page_size = {PAGE}")
    database.executescript(
        f"BEGIN; {FIRST} PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = 1; COMMIT;"
    )
    bring_up(database, newest)


def version(database: sqlite3.Connection) -> int:
    """The version of the tables in this file."""
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def is_journal(database: sqlite3.Connection) -> bool:
    """Whether the file carries the mark of a journal."""
    return bool(database.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID)


def bring_up(database: sqlite3.Connection, newest: int = VERSION) -> None:
    """Bring the tables to the newest version, one version at a time, each in one piece.

    What they hold has been checked: an older step may make SQLite compute something.
    """
    database.execute("PRAGMA trusted_schema = ON")
    for number in range(version(database) + 1, newest + 1):
        database.executescript(
            f"BEGIN IMMEDIATE; {MIGRATIONS[number]} PRAGMA user_version = {number}; COMMIT;"
        )
    database.execute("PRAGMA trusted_schema = OFF")
