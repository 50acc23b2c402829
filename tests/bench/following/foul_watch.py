"""Was a foul named, in time, and named right: the die, the player, the rule, the remedy?"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from hardware.simulated.people.script import CommittedFoul
from tests.bench.following.adapter import Accused, Cleared

CLEARED_S: Final = 8.0
"""After the remedy was carried out, before the referee must have seen it."""


class FoulScore(msgspec.Struct):
    """What became of the fouls of one game, by kind where it is told by kind."""

    committed: Counter[str] = msgspec.field(default_factory=Counter)
    named: Counter[str] = msgspec.field(default_factory=Counter)
    die: int = 0
    player: int = 0
    rule: int = 0
    ruled: int = 0  # fouls for which the game has a name
    remedy: int = 0
    early: int = 0
    mended: int = 0


class _Watched(msgspec.Struct):
    foul: CommittedFoul
    accused: Accused | None = None  # the first time it was named
    number: int | None = None  # of the accusation that stands
    cleared: bool = False


class FoulWatch:
    """Holds what is said of fouls against those that were committed."""

    def __init__(self, fouls: Sequence[CommittedFoul], titles: Mapping[str, str]) -> None:
        """`titles`: what each die is called."""
        self._open = [_Watched(foul) for foul in fouls]
        self._titles = titles
        self.score = FoulScore()
        self.score.committed.update(foul.kind for foul in fouls if foul.lasting)

    def at(self, time: float) -> CommittedFoul | None:
        """The foul that lies on the table now, from its first movement on."""
        watched = self._at(time)
        return watched.foul if watched is not None else None

    def _at(self, time: float) -> _Watched | None:
        for watched in reversed(self._open):  # the newest: one may follow soon after another
            if watched.foul.begun - 0.3 <= time < watched.foul.cleared + CLEARED_S:
                return watched
        return None

    def accused(self, time: float, word: Accused, dice: frozenset[str]) -> str | None:
        """What is wrong with a foul that was named; None when no foul was committed."""
        watched = self._at(time)
        if watched is None or time >= watched.foul.cleared:
            return None
        foul, score = watched.foul, self.score
        if not foul.lasting:
            return ""  # true, and soon mended: nobody counts on it
        watched.number = word.number
        early = time < foul.over
        score.early += early
        if watched.accused is not None:
            return "early" if early else ""
        watched.accused = word
        score.named[foul.kind] += 1
        wrong = ["early"] if early else []
        checks = {
            "die": self._right_die(foul, word, dice),
            "player": word.seat == foul.seat,
            "remedy": self._right_remedy(foul, word),
        }
        if foul.violations:
            score.ruled += 1
            names = {(v.code, v.citation.section) for v in foul.violations}
            checks["rule"] = (word.code, word.section) in names
        for name, right in checks.items():
            setattr(score, name, getattr(score, name) + right)
            wrong += [] if right else [name]
        return ", ".join(wrong)

    def _right_die(self, foul: CommittedFoul, word: Accused, dice: frozenset[str]) -> bool:
        """A die that lies wrong is pointed at, and none that lies right.

        A die that is not on the table can be named only in words.
        """
        if foul.kind == "life":
            return not dice
        if dice:
            return dice <= foul.culprits
        if foul.kind == "missing-drawn":
            return True  # which die was not drawn, nobody knows
        return any(self._titles[die] in word.text for die in foul.culprits)

    def _right_remedy(self, foul: CommittedFoul, word: Accused) -> bool:
        """The remedy that the game knows; where it knows none, there must be one at all."""
        if not foul.violations:
            return bool(word.remedy)
        remedies = {violation.remedy for violation in foul.violations if violation.remedy}
        return word.remedy in remedies if remedies else bool(word.remedy)

    def cleared(self, time: float, word: Cleared) -> None:
        """The referee has seen that something is right again."""
        for watched in self._open:
            if watched.number == word.number:
                if time >= watched.foul.mended and not watched.cleared:
                    watched.cleared = True
                    self.score.mended += 1
                return
