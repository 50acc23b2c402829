"""What dice are worth: a scoring table as data, and the best way to count a throw by it."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec

from rules.core.near import near
from rules.core.toml_file import read_toml
from words import joined, tr

DICE: Final = 6
FACES: Final = 6
TRIPLE: Final = 3
STANDARD: Final = "standard"

Counts: TypeAlias = tuple[int, int, int, int, int, int]
"""How many dice show 1, 2, 3, 4, 5 and 6."""

_NONE: Final[Counts] = (0, 0, 0, 0, 0, 0)


class ScoringTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One variant of the game; docs/ten-thousand.md says what each entry means."""

    ones: int
    fives: int
    triples: tuple[int, int, int, int, int, int]
    more_of_a_kind: Literal["double", "add"] | tuple[int, int, int]
    straight: int
    short_straight: int
    three_pairs: int
    two_triplets: int
    four_and_a_pair: int
    target: int
    entry: int
    hot_dice: Literal["must", "may"]
    tie: Literal["shared", "must-beat"]

    def of_a_kind(self, face: int, count: int) -> int:
        """The points of three or more dice that show this face."""
        triple, further = self.triples[face - 1], count - TRIPLE
        if isinstance(self.more_of_a_kind, tuple):
            return self.more_of_a_kind[further - 1] if further else triple
        return triple * (2**further if self.more_of_a_kind == "double" else 1 + further)


def counted(values: Sequence[int]) -> Counts:
    """The dice by what they show."""
    one, two, three, four, five, six = (values.count(face) for face in range(1, FACES + 1))
    return (one, two, three, four, five, six)


def points(table: ScoringTable, values: Sequence[int]) -> int:
    """The most that these dice of one throw score, those that score nothing left out."""
    return _best(table, counted(values))


def points_of_all(table: ScoringTable, values: Sequence[int]) -> int | None:
    """The most that these dice of one throw score together; None when one scores nothing."""
    return _exact(table, counted(values))


@cache
def _best(table: ScoringTable, counts: Counts) -> int:
    parts = product(*(range(count + 1) for count in counts))
    found = (_exact(table, (a, b, c, d, e, f)) for a, b, c, d, e, f in parts)
    return max(each for each in found if each is not None)


@cache
def _exact(table: ScoringTable, counts: Counts) -> int | None:
    """The best way to divide all these dice into combinations: one of them takes the lowest die."""
    if counts == _NONE:
        return 0
    lowest = next(face for face, count in enumerate(counts) if count)
    best: int | None = None
    for taken, worth in _combinations(table, counts):
        if taken[lowest]:
            rest = _exact(table, _less(counts, taken))
            if rest is not None and (best is None or worth + rest > best):
                best = worth + rest
    return best


def _combinations(table: ScoringTable, counts: Counts) -> Iterator[tuple[Counts, int]]:
    """Everything that scores among these dice: which dice, and what they are worth."""
    for face, worth in ((1, table.ones), (5, table.fives)):
        if worth and counts[face - 1]:
            yield counted((face,)), worth
    for face, count in enumerate(counts, start=1):
        for many in range(TRIPLE, count + 1):
            worth = table.of_a_kind(face, many)
            if worth:
                yield counted((face,) * many), worth
    for run in ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6)):
        if table.short_straight and all(counts[face - 1] for face in run):
            yield counted(run), table.short_straight
    whole = _worth_of_six(table, counts)
    if whole:
        yield counts, whole


def _worth_of_six(table: ScoringTable, counts: Counts) -> int:
    """What six dice are worth as one pattern; 0 when they are none."""
    match sorted(count for count in counts if count):
        case [1, 1, 1, 1, 1, 1]:
            return table.straight
        case [2, 2, 2]:
            return table.three_pairs
        case [3, 3]:
            return table.two_triplets
        case [2, 4]:
            return table.four_and_a_pair
        case _:
            return 0


def _less(counts: Counts, taken: Counts) -> Counts:
    one, two, three, four, five, six = (a - b for a, b in zip(counts, taken, strict=True))
    return (one, two, three, four, five, six)


@cache
def _shipped() -> Mapping[str, Mapping[str, Any]]:
    source = files("rules.pips") / "variants.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))


def variants() -> tuple[str, ...]:
    """The names of the variants that are shipped, the standard one first."""
    return tuple(_shipped())


def variant(name: str) -> ScoringTable:
    """The variant of this name. Raises `ValueError` naming those there are."""
    known = _shipped()
    if name not in known:
        meant = near(name, known)
        hint = (
            tr("did you mean {meant}?", meant=meant[0])
            if meant
            else tr("choose one of {names}.", names=joined(", ", known))
        )
        raise ValueError(tr("Ten Thousand has no variant '{name}': {hint}", name=name, hint=hint))
    return own_table(known[name], tr("variant '{name}'", name=name))


def own_table(written: Mapping[str, Any], where: str) -> ScoringTable:
    """A table as it was written; what it leaves out is as in the standard game.

    Raises `ValueError` with one sentence that begins with `where`.
    """
    standard = _shipped()[STANDARD]
    for key in written:
        if key not in standard:
            meant = near(key, standard)
            hint = (
                tr("did you mean {meant}?", meant=meant[0])
                if meant
                else tr("it may hold {names}.", names=joined(", ", standard))
            )
            raise ValueError(
                tr(
                    "{where} has an entry '{key}' that does not exist: {hint}",
                    where=where,
                    key=key,
                    hint=hint,
                )
            )
    try:
        table = msgspec.convert({**standard, **written}, ScoringTable)
    except msgspec.ValidationError as error:
        raise ValueError(
            tr("{where} is no scoring table ({error}).", where=where, error=error)
        ) from None
    _check(table, where)
    return table


def _check(table: ScoringTable, where: str) -> None:
    """No points below nothing, and a target that somebody can reach."""
    fixed = table.more_of_a_kind if isinstance(table.more_of_a_kind, tuple) else ()
    numbers = (
        table.ones, table.fives, *table.triples, *fixed, table.straight, table.short_straight,
        table.three_pairs, table.two_triplets, table.four_and_a_pair, table.entry,
    )  # fmt: skip
    if min(numbers) < 0:
        raise ValueError(
            tr("{where} has points below nothing: write 0 for what scores nothing.", where=where)
        )
    if not any(numbers[:-1]):
        raise ValueError(
            tr("{where} has nothing that scores: give a 1 or a 5 some points.", where=where)
        )
    if table.target < 1:
        raise ValueError(
            tr(
                "{where} has a target of {target}: it must be above nothing.",
                where=where,
                target=table.target,
            )
        )


def read_table(path: Path) -> Mapping[str, Any]:
    """A table of one's own from its file, as a set-up holds it. Raises `ValueError`."""
    try:
        written = read_toml(path)
    except OSError as error:
        raise ValueError(
            tr("{path} cannot be read ({strerror}).", path=path, strerror=error.strerror)
        ) from None
    except ValueError as error:
        raise ValueError(tr("{path} is no TOML: {error}.", path=path, error=error)) from None
    own_table(written, str(path))
    return written
