"""Ways to forge a record, as somebody who owns the file and the program would.

    python -m tests.attacks.forgeries --times 1000

Each kind so many times, against what others keep: nothing, the seal, a witness, the table's key.
One JSON line per kind.
"""

import argparse
import shutil
import sqlite3
import sys
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import msgspec

from rules.core import CHANCE
from rules.journal import Draft, Journal, TableKey, Witness, verify
from rules.journal.entry import Draft as Bare
from rules.journal.entry import Entry, chained, write_body
from rules.registry import known_game
from tests.attacks.told import figure

GAME = "tenthousand"


def played(path: Path, key: TableKey | None, seed: int, steps: int = 14) -> Path:
    """A short lawful game, signed by its table."""
    known = known_game(GAME)
    game, setup, rng = known.load(), known.demo_setup(), Random(seed)
    with Journal.create(path, GAME, setup, wall_time=1e9 + seed, key=key) as journal:
        state = game.new(setup)
        for number in range(steps):
            chance = game.to_move(state) == CHANCE
            action = game.sample(state, rng) if chance else rng.choice(game.legal_actions(state))
            state, events = game.apply(state, action)
            journal.append(
                Draft(
                    kind="step",
                    action=game.write_action(action),
                    digest=game.digest(state),
                    events=events,
                    cause="seen",
                    wall_time=1e9 + seed + number,
                )
            )
    return path


def copied(path: Path, name: str) -> Path:
    target = path.with_name(name)
    target.unlink(missing_ok=True)
    shutil.copy(path, target)
    return target


def entries_of(path: Path) -> list[Entry]:
    with Journal.open(path, read_only=True) as journal:
        return list(journal.entries())


def rewrite(path: Path, entries: list[Entry], key: TableKey | None) -> None:
    """Put these entries in place of all there were, chained anew; signed anew with `key`."""
    previous, rows, tips = "0" * 64, [], []
    for number, entry in enumerate(entries, start=1):
        draft = Bare(**{name: getattr(entry, name) for name in Bare.__struct_fields__})
        done = chained(draft, number, previous)
        previous = done.hash
        rows.append((number, write_body(done).decode(), done.hash))
        tips.append(done.hash)
    with sqlite3.connect(path) as database:
        database.execute("DELETE FROM entry")
        database.executemany("INSERT INTO entry VALUES (?, ?, ?)", rows)
        if key is not None:
            database.execute("DELETE FROM signature")
            database.executemany(
                "INSERT INTO signature VALUES (?, ?, ?)",
                [(n, key.signer, key.sign(tip)) for n, tip in enumerate(tips, start=1)],
            )


def forged(path: Path, rng: Random) -> None:
    """One step is another one now, and every hash is computed anew."""
    entries = entries_of(path)
    at = rng.randrange(1, len(entries))
    entry = entries[at]
    entries[at] = msgspec.structs.replace(
        entry, wall_time=entry.wall_time + 1, confidence=rng.random()
    )
    rewrite(path, entries, None)


def spliced(path: Path, other: Path, rng: Random) -> None:
    """The end of another game of the same table stands in place of this one's, signatures too."""
    at = rng.randrange(2, len(entries_of(path)))
    with sqlite3.connect(path) as database:
        database.execute("ATTACH ? AS other", (str(other),))
        for table in ("entry", "signature"):
            database.execute(f"DELETE FROM {table} WHERE number >= {at}")  # noqa: S608 - our own
            database.execute(
                f"INSERT INTO {table} SELECT * FROM other.{table} WHERE number >= {at}"  # noqa: S608
            )


def resigned(path: Path, stranger: TableKey, rng: Random) -> None:
    """Changed, chained anew, and signed by the forger, whose key it names."""
    entries = entries_of(path)
    facts = {**entries[0].facts, "table": stranger.signer}
    entries[0] = msgspec.structs.replace(entries[0], facts=facts)
    at = rng.randrange(1, len(entries))
    entries[at] = msgspec.structs.replace(entries[at], wall_time=rng.random())
    rewrite(path, entries, stranger)


def truncated(path: Path, rng: Random) -> None:
    """The last entries are gone, and their signatures."""
    at = rng.randrange(2, len(entries_of(path)) + 1)
    with sqlite3.connect(path) as database:
        database.execute(f"DELETE FROM entry WHERE number >= {at}")  # noqa: S608 - a number
        database.execute(f"DELETE FROM signature WHERE number >= {at}")  # noqa: S608 - the same


def unsigned(path: Path) -> None:
    """The signatures are gone, and with them the table's name."""
    entries = entries_of(path)
    facts = {name: value for name, value in entries[0].facts.items() if name != "table"}
    entries[0] = msgspec.structs.replace(entries[0], facts=facts)
    rewrite(path, entries, None)
    with sqlite3.connect(path) as database:
        database.execute("DELETE FROM signature")


def replayed(path: Path, other: Path, _: Random) -> None:
    """Another genuine record of the table, under this one's name."""
    path.write_bytes(other.read_bytes())


def kept(path: Path) -> tuple[str, Witness]:
    """The seal and the witness that others keep of a record as it is now."""
    with Journal.open(path, read_only=True) as journal:
        return journal.seal, Witness.read(journal.witness.line())


def kinds(room: Path):
    """A genuine record, and by name every way to forge it and what somebody else has kept."""
    key = TableKey.at(room / "table.key")
    stranger = TableKey.at(room / "elsewhere" / "table.key")
    game = played(room / "game.diceref", key, 1)
    other = played(room / "other.diceref", key, 2)
    seal, witness = kept(game)
    by_seal, by_witness, by_key = {"seal": seal}, {"witness": witness}, {"signer": key.signer[:32]}
    splice, replay = partial(_splice, other=other), partial(_replay, other=other)
    resign, strip = partial(_resign, stranger=stranger), _strip
    return game, {
        "forged, nothing kept": (forged, {}),
        "spliced, nothing kept": (splice, {}),
        "re-signed, key kept": (resign, by_key),
        "re-signed, seal kept": (resign, by_seal),
        "re-signed, witness kept": (resign, by_witness),
        "stripped, key kept": (strip, by_key),
        "stripped, seal kept": (strip, by_seal),
        "replayed, seal kept": (replay, by_seal),
        "replayed, witness kept": (replay, by_witness),
        "truncated, seal kept": (truncated, by_seal),
        "truncated, witness kept": (truncated, by_witness),
        "by the table itself, seal kept": (partial(_resign, stranger=key), by_seal),
        "by the table itself, witness kept": (partial(_resign, stranger=key), by_witness),
    }


def _splice(path: Path, rng: Random, other: Path) -> None:
    spliced(path, other, rng)


def _replay(path: Path, rng: Random, other: Path) -> None:
    replayed(path, other, rng)


def _resign(path: Path, rng: Random, stranger: TableKey) -> None:
    resigned(path, stranger, rng)


def _strip(path: Path, rng: Random) -> None:
    del rng
    unsigned(path)


def told(path: Path, forge, wanted, times: int) -> int:
    """How many of so many forged copies were told."""
    found = 0
    for seed in range(times):
        copy = copied(path, "copy.diceref")
        forge(copy, Random(seed))
        found += not verify(copy, **wanted).whole
        for ending in ("", "-wal", "-shm"):
            Path(f"{copy}{ending}").unlink(missing_ok=True)
    return found


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--times", type=int, default=1000)
    asked = words.parse_args()
    shared = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
    where = shared if shared.is_dir() else None
    good = True
    with TemporaryDirectory(prefix="diceref-forged-", dir=where) as room:
        game, ways = kinds(Path(room))
        for name, (forge, wanted) in ways.items():
            missed = asked.times - told(game, forge, wanted, asked.times)
            on = f"{asked.times:,} records {name}"
            good &= figure("forgeries.not_told", missed, "records", "0", not missed, on)
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
