"""The tables of the archive: raw entries, and what they tell, for SQLite and PostgreSQL alike."""

from typing import Any, Final

import sqlalchemy as sql
from sqlalchemy import BigInteger, Boolean, Float, Integer, LargeBinary, String, Text

VERSION: Final = 1

METADATA: Final = sql.MetaData()


def _of_a_game() -> tuple[sql.Column[Any], ...]:
    return (
        sql.Column("id", Integer, primary_key=True, autoincrement=True),  # in which order
        sql.Column("game", String(16), nullable=False),
        sql.Column("entry", Integer, nullable=False),
    )


about = sql.Table("about", METADATA, sql.Column("version", Integer, primary_key=True))

cursor = sql.Table(
    "cursor",
    METADATA,
    sql.Column("stream", String(80), primary_key=True),
    sql.Column("created", String(60), nullable=False),
    sql.Column("sequence", BigInteger, nullable=False),
    sql.Column("digest", String(64), nullable=False),
)

game = sql.Table(
    "game",
    METADATA,
    sql.Column("id", String(16), primary_key=True),
    sql.Column("table_name", String(16), nullable=False),
    sql.Column("kind", String(40), nullable=False),
    sql.Column("event", Text, nullable=False),
    sql.Column("round", Integer),
    sql.Column("match", Text, nullable=False),
    sql.Column("game_of_match", Integer, nullable=False),
    sql.Column("best_of", Integer, nullable=False),
    sql.Column("players", Text, nullable=False),  # JSON, seat by seat
    sql.Column("sides", Integer, nullable=False),
    sql.Column("format", Text, nullable=False),
    sql.Column("started", Float, nullable=False),
    sql.Column("signer", String(64), nullable=False),
    sql.Column("number", Integer, nullable=False),
    sql.Column("tip", String(64), nullable=False),
    sql.Column("updated", Float, nullable=False),
    sql.Column("outcome", Text),  # JSON: winners and text; null: not over
)

entry = sql.Table(
    "entry",
    METADATA,
    sql.Column("game", String(16), primary_key=True),
    sql.Column("number", Integer, primary_key=True),
    sql.Column("body", LargeBinary, nullable=False),
    sql.Column("hash", String(64), nullable=False),
    sql.Column("signer", String(64), nullable=False),
    sql.Column("signature", LargeBinary, nullable=False),
)

alarm = sql.Table(
    "alarm",
    METADATA,
    sql.Column("id", Integer, primary_key=True, autoincrement=True),
    sql.Column("game", String(16), nullable=False),
    sql.Column("table_name", String(16), nullable=False),
    sql.Column("number", Integer, nullable=False),
    sql.Column("hash", String(64), nullable=False),  # of what came
    sql.Column("body", LargeBinary, nullable=False),
    sql.Column("text", Text, nullable=False),
    sql.Column("at", Float, nullable=False),
    sql.Column("seen_by", Text, nullable=False, server_default=""),
    sql.UniqueConstraint("game", "number", "hash"),
)

event = sql.Table(
    "event",
    METADATA,
    *_of_a_game(),
    sql.Column("at", Float, nullable=False),
    sql.Column("kind", String(20), nullable=False),
    sql.Column("code", Text, nullable=False),
    sql.Column("seat", Integer),
    sql.Column("text", Text, nullable=False),
    sql.Column("counts", Boolean, nullable=False, server_default=sql.true()),
    sql.Index("event_place", "game", "entry"),
)

life = sql.Table(
    "life",
    METADATA,
    *_of_a_game(),
    sql.Column("seat", Integer, nullable=False),
    sql.Column("life", BigInteger, nullable=False),
    sql.Column("counts", Boolean, nullable=False, server_default=sql.true()),
    sql.Index("life_place", "game", "entry"),
)

roll = sql.Table(
    "roll",
    METADATA,
    *_of_a_game(),
    sql.Column("seat", Integer),
    sql.Column("faces", Text, nullable=False),  # JSON
    sql.Column("text", Text, nullable=False),
    sql.Column("counts", Boolean, nullable=False, server_default=sql.true()),
    sql.Index("roll_place", "game", "entry"),
)

foul = sql.Table(
    "foul",
    METADATA,
    *_of_a_game(),
    sql.Column("number", Integer, nullable=False),
    sql.Column("seat", Integer),
    sql.Column("code", Text, nullable=False),
    sql.Column("text", Text, nullable=False),
    sql.Column("book", Text, nullable=False),
    sql.Column("section", Text, nullable=False),
    sql.Column("remedy", Text, nullable=False),
    sql.Column("ended", String(12), nullable=False, server_default=""),  # mended, allowed, judged
    sql.Index("foul_place", "game", "entry"),
)

card = sql.Table(
    "card",
    METADATA,
    *_of_a_game(),
    sql.Column("seat", Integer),
    sql.Column("card", Text, nullable=False),
    sql.Column("die", Text, nullable=False),
    sql.Column("what", Text, nullable=False),  # "purchased", "fielded", "knocked-out"
    sql.Column("counts", Boolean, nullable=False, server_default=sql.true()),
    sql.Index("card_place", "game", "entry"),
)

words = sql.Table(
    "words", sql.MetaData(), *_of_a_game()[1:], sql.Column("text", Text, nullable=False)
)
"""Laid out by hand: each database has its own way to search text."""

WORDS: Final = {
    "sqlite": (
        """CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(
        game UNINDEXED, entry UNINDEXED, text, tokenize = 'unicode61 remove_diacritics 2')""",
    ),
    "postgresql": (
        """CREATE TABLE IF NOT EXISTS words (
        game VARCHAR(16) NOT NULL, entry INTEGER NOT NULL, text TEXT NOT NULL)""",
        """CREATE INDEX IF NOT EXISTS words_text ON words
        USING gin (to_tsvector('simple', text))""",
    ),
}

FOUND: Final = {
    "sqlite": sql.text(
        "SELECT game, entry, text FROM words WHERE words MATCH :wanted ORDER BY rank LIMIT :most"
    ),
    "postgresql": sql.text(
        "SELECT game, entry, text FROM words "
        "WHERE to_tsvector('simple', text) @@ plainto_tsquery('simple', :wanted) LIMIT :most"
    ),
}

TOLD: Final = {"event": event, "life": life, "roll": roll, "foul": foul, "card": card}
"""The projections by the names that `Projection` gives them."""
