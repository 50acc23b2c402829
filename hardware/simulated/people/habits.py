"""Habits of people who handle dice, each with how often it shows, and temperaments.

A share is the chance that the habit shows where it could: at a throw, a payment, a movement.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Final

from words import joined, tr

USUAL: Final[Mapping[str, float]] = MappingProxyType(
    {
        # time
        "rest-anywhere": 0.35,  # stop between any two movements of one move
        "held-in-the-air": 0.05,  # stop with dice in the hand, over the table
        "quick": 0.3,  # go on to the next move with hardly a rest
        # drawing and rolling
        "laid-down-first": 0.35,  # drawn dice lie unrolled before the throw, on the mat or beside
        "kept-in-hand": 0.5,  # dice chosen for a roll stay in the hand until they are thrown
        "die-by-die": 0.15,  # drawn, or thrown, one at a time
        "two-handfuls": 0.15,
        "roll-in-reserve": 0.35,  # roll where there is room; keep there
        "tray": 0.1,  # roll into a tray beside the mat
        "sort": 0.4,  # after the throw: rows, types, like with like
        "gather-reroll": 0.3,  # take all up for a reroll and set the kept ones down again
        "fallen-die": 0.05,  # a die falls off the table and is thrown again
        "leaning-die": 0.05,  # a die leans and is thrown again
        # paying, buying, fielding
        "take-first": 0.35,  # take the die, pay after
        "mixed-order": 0.15,  # both at once
        "one-heap": 0.2,  # pay for two things together
        "push-and-count": 0.15,  # push more energy forward, pull some back
        "change-of-mind": 0.1,  # do another lawful thing, take it back, do this
        "supply-in-view": 0.5,  # dice nobody has bought lie beside the mat, in view
        "shown-purchase": 0.25,  # a bought die lies near its pile before it is pushed in
        "spent-heap": 0.2,  # spent dice lie in a little heap until the turn ends
        "wrong-side-first": 0.2,  # a die is spun to a wrong side, then to the right one
        # attack
        "pull-back": 0.2,  # another attacker is pushed up and pulled back
        "pulled-back-later": 0.15,  # only after the next ones were pushed up: an exchange
        "other-attacker": 0.25,  # a blocker stands before another attacker first
        # clearing up
        "staged-clearing": 0.5,  # in any order, with rests between
        "two-at-once": 0.3,  # both players clear up at the same time
        "other-hand": 0.15,  # the opponent moves the die
        "overlap": 0.3,  # the next player begins while this one still clears up
        "forget": 0.05,  # a die is moved one or two moves late
        "late-marker": 0.5,  # the life marker moves before, during or long after
        # what is no move
        "knocked-over": 0.02,  # by a sleeve, and set back to what it showed
        "look-at-sides": 0.02,  # picked up, turned about, put back
        "lifted-to-count": 0.03,  # several dice, lifted and put back
        "spun-on-the-spot": 0.03,
        "pushed-together": 0.02,  # a heap, or a row
        "nudged-over-a-line": 0.02,
        "mat-pulled": 0.01,  # everything on it shifts a little
        "covered": 0.01,  # a card or a mug lies on dice for a while
        # words
        "unsaid": 0.5,  # what leaves no trace is not said
        "said-aloud": 0.1,  # what everybody sees is said as well
    }
)
"""How often each shows with people like most."""

WORN: Final[Mapping[str, float]] = MappingProxyType(
    {name: max(0.3, min(1.0, 3.0 * share)) for name, share in USUAL.items()}
)
"""How often a habit shows with somebody of whom it is the one habit."""


@dataclass(frozen=True, slots=True)
class Temperament:
    """How somebody does things."""

    name: str
    habit: float  # times as often as usual
    pace: float  # times as long as usual for a movement
    pause: float  # times as long as usual for a pause
    gap_mm: float  # room left between dice
    border_mm: float  # room left between a die's middle and the line
    askew: float  # radians (sigma) by which dice are turned


TEMPERAMENTS: Final[Mapping[str, Temperament]] = MappingProxyType(
    {
        one.name: one
        for one in (
            Temperament("careful", 0.4, 1.2, 1.2, 4.0, 9.0, 0.1),
            Temperament("usual", 1.0, 1.0, 1.0, 2.0, 7.5, 0.3),
            Temperament("messy", 2.0, 0.7, 0.7, 0.3, 3.0, 1.0),
        )
    }
)


@dataclass(frozen=True, slots=True)
class Habits:
    """Which habits people have, and their temperament."""

    shares: Mapping[str, float]
    temperament: Temperament
    rest: tuple[float, float] | None = None  # seconds after each move; None: as people pause

    def share(self, habit: str) -> float:
        """The chance that a habit shows where it could."""
        if habit not in USUAL:
            raise KeyError(habit)
        return self.shares.get(habit, 0.0)

    def shows(self, habit: str, rng: Random) -> bool:
        """Whether it shows here."""
        share = self.share(habit)
        return share > 0 and rng.random() < share


PLAIN: Final = Habits({}, TEMPERAMENTS["careful"], rest=(4.0, 6.0))
"""The favourite way: each action done whole and neatly, with a rest after it."""


def only(habit: str, temperament: str = "careful") -> Habits:
    """People with one habit, who are else as plain as can be. Raises `ValueError`."""
    if habit not in USUAL:
        raise ValueError(
            tr(
                "there is no habit '{habit}'; choose one of {names}.",
                habit=habit,
                names=joined(", ", USUAL),
            )
        )
    shares = {habit: WORN[habit]}
    rest = None if habit in {"rest-anywhere", "quick"} else PLAIN.rest
    return Habits(shares, TEMPERAMENTS[temperament], rest)


def every(temperament: str = "usual") -> Habits:
    """People with all habits at once. Raises `ValueError`."""
    if temperament not in TEMPERAMENTS:
        known = ", ".join(TEMPERAMENTS)
        raise ValueError(
            tr(
                "there is no temperament '{temperament}'; choose one of {known}.",
                temperament=temperament,
                known=known,
            )
        )
    of = TEMPERAMENTS[temperament]
    return Habits({name: min(0.95, share * of.habit) for name, share in USUAL.items()}, of)


def pause(rng: Random, scale: float = 1.0) -> float:
    """Seconds people stop for: mostly about one, now and then long, never over a minute.

    The logarithm is normal; one pause in thirty is somebody reading a card or telling a story.
    """
    if rng.random() < 1 / 30:
        return rng.uniform(8.0, 60.0)
    return min(60.0, max(0.2, scale * rng.lognormvariate(0.0, 0.9)))
