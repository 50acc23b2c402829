"""Whether dice fell as fair dice do, and how lucky each player was.

Faces that look the same are one outcome. Each kind of die of each player is tested on its own: the
chi-square statistic against the share of faces, its p-value drawn by simulation where few were
thrown. Who looks at many kinds finds a lopsided one by luck alone, so the p-values are corrected
(Holm) before anything is said of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import erf, sqrt
from typing import Any, Final

import numpy as np
from scipy.stats import chi2

from hardware.dice import ActionFace, CharacterFace, EnergyFace, IrondieFace, PipFace, read_face
from words import tr

FEW: Final = 5.0
"""A p-value is simulated where an outcome is expected less often than this."""

SIMULATED: Final = 20_000
UNLIKELY: Final = 0.01
"""A corrected p-value below this is said to be more than luck."""


@dataclass(frozen=True, slots=True)
class DiceTest:
    """How one kind of die fell for one player, or for all ("")."""

    game: str
    kind: str
    title: str
    player: str
    outcomes: tuple[str, ...]
    seen: tuple[int, ...]
    expected: tuple[float, ...]
    p: float
    corrected: float = 1.0  # for all tests that were made together

    @property
    def rolled(self) -> int:
        """How often it was rolled."""
        return sum(self.seen)

    @property
    def verdict(self) -> str:
        """What the test says, in plain words."""
        if self.corrected < UNLIKELY:
            return tr(
                "more than luck: chance does so once in {one_in} such looks",
                one_in=one_in(self.corrected),
            )
        if self.rolled < 2:
            return tr("too few rolls to say anything")
        return tr("within luck: one in {one_in} fair dice is as lopsided", one_in=one_in(self.p))


def one_in(p: float) -> str:
    """1/p as people say it."""
    times = 1.0 / max(p, 1e-9)
    return f"{times:.0f}" if times < 10_000 else f"{times:,.0f}".replace(",", " ")


def outcomes_of(faces: Sequence[Mapping[str, Any]]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The different things that six faces show, and which of them each face is."""
    shown = [_in_words(face) for face in faces]
    different = tuple(dict.fromkeys(shown))
    return different, tuple(different.index(words) for words in shown)


def _in_words(written: Mapping[str, Any]) -> str:
    match read_face(written):
        case EnergyFace(energy, amount):
            return f"{amount} {energy}"
        case CharacterFace(field, attack, defence, burst):
            return f"{field} {attack}/{defence}{'*' * burst}"
        case ActionFace(burst):
            return f"action{'*' * burst}"
        case PipFace(value) | IrondieFace(value=value):
            return str(value)


def dice_test(
    die: tuple[str, str, str], player: str, faces: Sequence[Mapping[str, Any]],
    counts: Sequence[int],
) -> DiceTest:  # fmt: skip
    """How a die (game, kind, title) fell; `counts` are of its six faces."""
    names, of_face = outcomes_of(faces)
    seen, shares = [0] * len(names), [0.0] * len(names)
    for face, outcome in enumerate(of_face):
        seen[outcome] += counts[face]
        shares[outcome] += 1 / 6
    rolled = sum(seen)
    expected = tuple(rolled * share for share in shares)
    p = lopsided(tuple(seen), tuple(shares))
    return DiceTest(*die, player, names, tuple(seen), expected, p)


@lru_cache(maxsize=4096)
def lopsided(seen: tuple[int, ...], shares: tuple[float, ...]) -> float:
    """How likely fair dice fall at least as unevenly as this."""
    rolled = sum(seen)
    if rolled == 0 or len(seen) < 2:
        return 1.0
    expected = rolled * np.asarray(shares)
    found = float(((np.asarray(seen) - expected) ** 2 / expected).sum())
    if expected.min() >= FEW:
        return float(chi2.sf(found, len(seen) - 1))
    draws = np.random.default_rng(20_061).multinomial(rolled, shares, size=SIMULATED)
    others = ((draws - expected) ** 2 / expected).sum(axis=1)
    return float((1 + np.count_nonzero(others >= found - 1e-9)) / (1 + SIMULATED))


def corrected(tests: Iterable[DiceTest]) -> list[DiceTest]:
    """The tests with p-values for having made all of them (Holm), the most lopsided first."""
    ordered = sorted(tests, key=lambda one: one.p)
    result, largest = [], 0.0
    for at, one in enumerate(ordered):
        largest = max(largest, min(1.0, one.p * (len(ordered) - at)))
        result.append(replace(one, corrected=largest))
    return result


# -- luck in one game


def worth(faces: Sequence[Mapping[str, Any]]) -> tuple[float, ...]:
    """What each face is worth among the six of its die, from 0 to 1; the same for faces alike.

    Energy is below actions and characters, larger figures are above smaller ones; in Ten Thousand
    a 1 is the best and a 5 the next.
    """
    order = [_rank(read_face(face)) for face in faces]
    return tuple(
        (sum(other < mine for other in order) + (sum(other == mine for other in order) - 1) / 2) / 5
        for mine in order
    )


def _rank(face: Any) -> tuple[int, int]:
    match face:
        case EnergyFace(_, amount):
            return 0, amount
        case CharacterFace(_, attack, defence, _):
            return 1, attack + defence
        case ActionFace(burst):
            return 1, burst
        case PipFace(value):
            return {1: (2, 0), 5: (1, 0)}.get(value, (0, 0))
    return 0, int(face.value)


def luck_of(rolls: Iterable[tuple[Sequence[float], Sequence[int]]]) -> float | None:
    """In standard deviations: how far the rolls of one player were above those of fair dice.

    `rolls`: what the faces of a kind are worth, and how often each was rolled. None where nothing
    was rolled whose faces differ in worth.
    """
    total = variance = 0.0
    for values, counts in rolls:
        mean, rolled = sum(values) / len(values), sum(counts)
        spread = sum((value - mean) ** 2 for value in values) / len(values)
        total += sum((value - mean) * count for value, count in zip(values, counts, strict=True))
        variance += rolled * spread
    return total / sqrt(variance) if variance else None


def luckier_than(luck: float) -> int:
    """How many of a hundred games with fair dice are less lucky."""
    return min(99, max(1, round(50 * (1 + erf(luck / sqrt(2))))))
