"""What is chosen and recorded before round 1."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

from words import joined, tr

VERSION: Final = 1

Style: TypeAlias = Literal["swiss", "round robin"]

Breaker: TypeAlias = Literal[
    "opponents' match wins",
    "game wins",
    "opponents' game wins",
    "opponents' opponents",
    "lot",
]
"""What separates players with equal points, in the order in which it is asked."""

BEST_OF_THREE: Final[tuple[Breaker, ...]] = (
    "opponents' match wins",
    "game wins",
    "opponents' game wins",
    "lot",
)
SINGLE_GAMES: Final[tuple[Breaker, ...]] = (
    "opponents' match wins",
    "opponents' opponents",
    "lot",
)
"""Who won and how often is the same thing here, so the opponents' opponents are asked."""

FLOOR: Final = 1 / 3
"""Nobody's share of wins counts for less, so that a weak opponent does not cost too much."""

CUTS: Final = (0, 2, 4, 8, 16, 32)

ROUNDS: Final = ((2, 1), (3, 2), (5, 3), (8, 3), (16, 4), (32, 5), (64, 6), (128, 7), (256, 8))
"""Up to so many players, so many rounds; from six on as the WizKids Tournament Rules say."""


class TournamentPlan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An event as it was announced."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    game: Annotated[str, msgspec.Meta(max_length=40)] = ""
    edition: Annotated[str, msgspec.Meta(max_length=80)] = ""
    format: Annotated[str, msgspec.Meta(max_length=80)] = ""
    style: Style = "swiss"
    rounds: Annotated[int, msgspec.Meta(ge=0, le=30)] = 0  # 0: by the number of players
    best_of: Annotated[int, msgspec.Meta(ge=1, le=7)] = 1
    minutes: Annotated[int, msgspec.Meta(ge=0, le=600)] = 30  # of a round; 0: no clock
    extra_turns: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0  # after time is called
    game_minutes: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0  # then sudden death; 0: none
    cut: int = 0
    cut_best_of: Annotated[int, msgspec.Meta(ge=1, le=7)] = 3
    breakers: tuple[Breaker, ...] = ()  # (): as usual for the length of a match
    points: tuple[int, int, int] = (3, 1, 0)  # win, tie, loss
    seed: int = 0  # of every lot that is drawn
    version: int = VERSION

    @property
    def asked(self) -> tuple[Breaker, ...]:
        """The tie-breakers in their order."""
        return self.breakers or (BEST_OF_THREE if self.best_of > 1 else SINGLE_GAMES)

    @property
    def sudden_death(self) -> bool:
        """Whether games that are still played when time is called go on by harder rules."""
        return self.game_minutes > 0

    @property
    def bye_wins(self) -> int:
        """Games that a bye counts as won."""
        return self.best_of // 2 + 1

    def rounds_for(self, players: int) -> int:
        """Rounds to be played by so many."""
        if self.rounds:
            return self.rounds
        if self.style == "round robin":
            return max(1, players - 1 + players % 2)
        return next((rounds for most, rounds in ROUNDS if players <= most), 9)

    def why_not(self) -> str:
        """What is wrong with it, in a sentence; "" when it can be played."""
        win, tie, loss = self.points
        sizes = ", ".join(map(str, CUTS))
        faults = (
            (
                self.version > VERSION,
                tr("this event was written by a newer DiceRef: update DiceRef."),
            ),
            (
                self.cut not in CUTS,
                tr(
                    "a cut to {cut} makes no bracket: choose one of {sizes}.",
                    cut=self.cut,
                    sizes=sizes,
                ),
            ),
            (
                self.best_of % 2 == 0 or self.cut_best_of % 2 == 0,
                tr("a match is best of 1, 3, 5 or 7: an even number decides nothing."),
            ),
            (
                not win > tie >= loss >= 0,
                tr("a win must give more points than a tie, and a tie no fewer than a loss."),
            ),
            (
                self.style == "round robin" and bool(self.cut),
                tr("a round robin has no cut: everybody meets everybody."),
            ),
            (len(set(self.breakers)) < len(self.breakers), tr("a tie-breaker is named twice.")),
            (
                "lot" in self.breakers[:-1],
                tr("the lot separates everybody: no tie-breaker comes after it."),
            ),
        )
        return next((told for wrong, told in faults if wrong), "")


def read_breakers(written: str) -> tuple[Breaker, ...]:
    """Tie-breakers in their order, separated by commas. Raises `ValueError` with one sentence."""
    known: Mapping[str, Breaker] = {name.casefold(): name for name in get_args(Breaker)}
    found = []
    for part in filter(None, (part.strip() for part in written.split(","))):
        name = " ".join(part.casefold().replace("\u2019", "'").split())
        if name not in known:
            raise ValueError(
                tr(
                    "no tie-breaker is '{part:.40}': choose among {names}.",
                    part=part,
                    names=joined(", ", known),
                )
            )
        found.append(known[name])
    return tuple(found)


def read_points(written: str) -> tuple[int, int, int]:
    """Points of a win, a tie and a loss, as `3/1/0`. Raises `ValueError` with one sentence."""
    parts = [part.strip() for part in written.split("/")]
    if len(parts) != 3 or not all(part.isdecimal() and len(part) < 3 for part in parts):
        raise ValueError(
            tr("'{written:.20}' are no points: write win/tie/loss, as 3/1/0.", written=written)
        )
    win, tie, loss = map(int, parts)
    return win, tie, loss


class UsualWay(msgspec.Struct, frozen=True, kw_only=True):
    """A way in which events are usually run."""

    title: str
    source: str
    best_of: int = 1
    minutes: int = 30
    extra_turns: int = 0
    game_minutes: int = 0
    cut_best_of: int = 3


USUAL_WAYS: Final[dict[str, UsualWay]] = {
    "single": UsualWay(
        title=tr("one game in 30 minutes"), source="WizKids, change of 2014-11-19", minutes=30
    ),
    "best of 3": UsualWay(
        title=tr("best of 3 in 45 minutes"), source="store events of 2014", best_of=3, minutes=45
    ),
    "online": UsualWay(
        title=tr("best of 3 in 50 minutes, then five turns"),
        source="online events of 2020",
        best_of=3,
        minutes=50,
        extra_turns=5,
    ),
    "sudden death": UsualWay(
        title=tr("first to 2 in 45 minutes, a game 20 minutes, then sudden death"),
        source="the manual of IRONDIE",
        best_of=3,
        minutes=45,
        game_minutes=20,
    ),
}
