"""What an eye above the table hands over: one look, die by die, with what it could not see.

The border type between the world of people and whoever follows the game; it says nothing of how
the look came about and can be turned into any tracker's own type.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from hardware.simulated.people.script import Area


@dataclass(frozen=True, slots=True)
class SeenDie:
    """One die that is seen."""

    track: int  # the same as long as nobody touches the die
    x_mm: float
    y_mm: float
    zone: str | None  # the mat's zone under its middle; None between zones and off the mat
    seat: int | None
    border_mm: float  # to the nearest line
    near: tuple[tuple[str, int | None], ...]  # zones it reaches into, or nearly so
    flat: bool
    moving: bool
    likelihood: Mapping[tuple[str, int], float]  # (kind, face) -> natural log-probability


@dataclass(frozen=True, slots=True)
class SeenTable:
    """One look at the whole table."""

    time: float  # seconds
    number: int  # counts the looks
    dice: tuple[SeenDie, ...]
    hands: tuple[Area, ...] = ()  # parts of the table that a hand or an arm covers
    covers: tuple[Area, ...] = ()  # parts that something else covers: a card, a mug
    life: tuple[tuple[int, int | None], ...] = ()  # seat and number its marker lies on

    @property
    def hidden(self) -> tuple[Area, ...]:
        """All that is covered."""
        return self.hands + self.covers

    @property
    def moving(self) -> bool:
        """Whether a die is seen on its way."""
        return any(die.moving for die in self.dice)
