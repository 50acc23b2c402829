"""What things are called at the hub: subjects, streams, accounts."""

import re
from typing import Final
from zlib import crc32

from ui.app.errors import UserError

PORT: Final = 4253

SHARDS: Final = 8
"""Streams of one event: each waits for the disk by itself, so tables do not wait for each other."""

GAME_DIGITS: Final = 16
"""Of the hash of a game's first entry: they name the game."""

TABLE_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,15}")

JOIN: Final = "diceref.join"
"""Where somebody with a join code asks to be let in."""

DESK: Final = "desk"
JOINING: Final = "joining"
"""The account that may ask to join and nothing else; everybody knows it."""

HASH: Final = "DiceRef-Hash"
NUMBER: Final = "DiceRef-Entry"
SIGNER: Final = "DiceRef-Signer"
SIGNATURE: Final = "DiceRef-Signature"
EXPECTED: Final = "Nats-Expected-Last-Subject-Sequence"


def table_name(written: str) -> str:
    """A table's name as it may stand in a subject. Raises `UserError`."""
    if not TABLE_NAME.fullmatch(written):
        raise UserError(
            f"a table cannot be called '{written:.40}': use up to 16 letters and digits, - and _."
        )
    return written


def game_id(first_hash: str) -> str:
    """The name of a game: no other game has this first entry."""
    return first_hash[:GAME_DIGITS]


def shard_of(table: str) -> int:
    """Which of the event's streams keeps this table's entries."""
    return crc32(table.encode()) % SHARDS


def stream_name(event: str, shard: int) -> str:
    """The stream of a shard."""
    return f"DICEREF_{event}_{shard}"


def stream_subjects(event: str, shard: int) -> str:
    """All that a shard's stream keeps."""
    return f"diceref.{event}.entry.{shard}.>"


def entry_subject(event: str, table: str, game: str) -> str:
    """Where a table's entries of one game go."""
    return f"diceref.{event}.entry.{shard_of(table)}.{table}.{game}"


def last_entry_request(event: str, table: str, game: str) -> str:
    """Whom to ask for the last entry of one game that the hub has."""
    stream = stream_name(event, shard_of(table))
    return f"$JS.API.DIRECT.GET.{stream}.{entry_subject(event, table, game)}"


def hello_subject(event: str, table: str) -> str:
    """Where a table says every few seconds how it is."""
    return f"diceref.{event}.hello.{table}"


def ask_subject(event: str, table: str) -> str:
    """Where a table asks the desk: a judge, its pairing."""
    return f"diceref.{event}.ask.{table}"


def order_subject(event: str, table: str) -> str:
    """Where the desk tells a table something and waits for its answer."""
    return f"diceref.{event}.order.{table}"


def inbox_of(account: str) -> str:
    """Where answers to this account arrive; no other may listen there."""
    return f"_INBOX_{account}"


def account_of(table: str) -> str:
    """The account of a table."""
    return f"table_{table}"


def clip_bucket(event: str, table: str) -> str:
    """The object store that a table puts its clips into."""
    return f"CLIPS_{event}_{table}"
