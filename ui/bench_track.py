"""The tracker's figures for the games DiceRef knows, and sweeps over many of them."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from rules.track import bench
from rules.track.sweep import GameRecord, sweep
from ui.errors import UserError
from ui.games import KNOWN

DICE_MASTERS: Final = ("avx", "ygo", "imwm", "tmnt")
APART: Final = ("irondie",)
"""Games whose figures stand beside the others', under their own names."""

GAMES: Final = 2
"""Games of each kind for `diceref bench`; a thousand take an hour of one core."""


def figures(
    names: Sequence[str] = DICE_MASTERS, games: int = GAMES, first: int = 0, out: Path | None = None
) -> Iterator[Mapping[str, object]]:
    """Simulated games of each kind under the tracker; kept in `out` when that is given."""
    with TemporaryDirectory() as folder:
        records = _played(names, range(first, first + games), out or Path(folder) / "games.jsonl")
    together = [record for record in records if record.game not in APART]
    if together:
        yield from bench.figures(together)
    for name in APART:
        alone = [record for record in records if record.game == name]
        if alone:
            yield from bench.figures(alone, f"track.{name}")
    if out is None:
        yield from bench.explaining([_game(name) for name in names], range(first, first + games))


def _played(names: Sequence[str], seeds: range, out: Path) -> list[GameRecord]:
    try:
        return list(sweep([_game(name) for name in names], seeds, out))
    except (OSError, ValueError) as error:
        raise UserError(str(error)) from error


def _game(name: str) -> bench.Played:
    if name not in KNOWN:
        raise UserError(f"there is no game '{name}': choose from {', '.join(KNOWN)}.")
    return KNOWN[name].load(), KNOWN[name].demo_setup()
