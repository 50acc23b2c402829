"""Writers that are killed, and disks that lose their power, while a signed record is written.

    python -m tests.attacks.power --kills 5000 --cuts 5000

Nothing that was shown may be missing afterwards, all of it must be signed, and it must go on. One
JSON line per figure.
"""

import argparse
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from rules.journal import Draft, Journal, JournalError, Picture, TableKey, verify
from tests.attacks.disk import can_be_recorded, recorded
from tests.attacks.told import figure
from tests.bench.power_cut import kill_writer

CUTS_OF_ONE = 200
"""Power cuts that are tried with one writer's disk."""

CLIP = 1_500_000
"""Bytes of a picture so large that SQLite moves its log into the file now and then."""


def write_some(journal, number):
    """As a game writes: single steps, several in one piece, pictures, now and then a clip."""
    note = Draft(kind="note", facts={"text": "y" * (number * 37 % 3000)})
    if number % 23 == 11:
        picture = Picture("clip.avi", "video/x-msvideo", bytes([number % 251]) * CLIP)
        journal.append(note, [picture])
    elif number % 5 == 4:
        journal.append_all([note] * (2 + number % 4))
    else:
        journal.append(note)


def a_writers_disk(folder, key, rng, *, synced=True):
    """Everything that is done to the disk while a game is begun, closed and gone on with."""
    path = folder / "game.diceref"
    with recorded(folder) as disk:
        journal = Journal.create(path, "trial", {}, key=key)
        disk.show(1)
        for number in range(rng.randrange(60, 120)):
            if number and rng.random() < 0.02:
                journal.close()
                journal = Journal.open(path, key=key)
            if not synced:
                journal._database.execute("PRAGMA synchronous = OFF")
            write_some(journal, number + rng.randrange(2))
            disk.show(len(journal))
        journal.close()
    return disk


@dataclass
class Cut:
    """One power cut."""

    shown: int
    kept: int
    damage: str

    @property
    def lost(self):
        return max(0, self.shown - self.kept)


def cut_power(disk, at, into, key, rng):
    """The record after a power cut at a step of the disk's; whoever comes back goes on with it."""
    path = into / "game.diceref"
    for left in into.iterdir():
        left.unlink()
    shown = disk.cut(at, into, rng)
    if not path.exists() or not shown:
        return Cut(shown, 0, "")
    try:
        report = verify(path)
        with Journal.open(path, key=key) as journal:
            kept = len(journal)
            journal.append(Draft(kind="note", facts={"text": "resumed"}))
        after = verify(path, signer=key.signer)
    except JournalError as error:
        return Cut(shown, 0, str(error).replace(str(path), "the record"))
    damage = report.damage or after.damage or ("" if after.entries == kept + 1 else "not whole")
    return Cut(shown, kept, damage)


def cuts(count, seed, room, *, synced=True):
    """So many power cuts at random instants, half of them with the disk back at its last sync."""
    rng, found = Random(seed), []
    key = TableKey.at(room / "table.key")
    while len(found) < count:
        with TemporaryDirectory(dir=room) as played, TemporaryDirectory(dir=room) as left:
            disk = a_writers_disk(Path(played), key, rng, synced=synced)
            for number in range(min(CUTS_OF_ONE, count - len(found))):
                at = rng.randrange(len(disk.done) + 1)
                chance = None if number % 2 else rng
                found.append(cut_power(disk, at, Path(left), key, chance))
    return found


def kills(count, seed, room):
    """So many writers killed at random instants."""
    rng, found = Random(seed), []
    for _ in range(count):
        with TemporaryDirectory(dir=room) as folder:
            found.append(kill_writer(Path(folder) / "game.diceref", rng, write_some))
    return found


def tell(name, found, how):
    """Two figures: entries lost, and records damaged."""
    shown = sum(one.shown for one in found)
    lost = sum(one.lost for one in found)
    damaged = Counter(one.damage for one in found if one.damage)
    for what, times in damaged.most_common(3):
        print(f"{times} times: {what}", file=sys.stderr)
    on = f"{len(found):,} {how}, {shown:,} signed entries shown"
    good = figure(f"{name}_lost", lost, "entries", "0", not lost, on)
    return figure(f"{name}_damaged", damaged.total(), "records", "0", not damaged, on) and good


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--kills", type=int, default=5000)
    words.add_argument("--cuts", type=int, default=5000)
    words.add_argument("--seed", type=int, default=1)
    asked = words.parse_args()
    good = True
    with TemporaryDirectory(prefix="diceref-power-") as room:
        if asked.kills:
            killed = kills(asked.kills, asked.seed, Path(room))
            good = tell("kills", killed, "writers killed (SIGKILL) at random instants")
        if asked.cuts and can_be_recorded():
            how = "power cuts, the disk back at its last sync, with or without some of the rest"
            good &= tell("cuts", cuts(asked.cuts, asked.seed, Path(room)), how)
        elif asked.cuts:
            print("SQLite is no library of the system here: no power cuts.", file=sys.stderr)
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
