"""What became of simulated games."""

from collections import Counter

import msgspec


class Remark(msgspec.Struct, frozen=True):
    """Something in a simulated game that a reader of the sweep wants to know of."""

    about: str  # "wrong", "asked", "false alarm", "given up", "foul named", "foul missed", ...
    look: int
    text: str


class Score(msgspec.Struct):
    """What became of some games."""

    games: int = 0
    actions: int = 0
    rests: int = 0
    committed: int = 0
    wrong: int = 0
    questions: int = 0
    silent_questions: int = 0  # about choices that leave no trace
    announced: int = 0
    unanswerable: int = 0  # questions without a right answer
    unmended: int = 0
    unruled: int = 0  # fouls named without book, section and how to mend them
    lawful: int = 0  # tables meant as fouls to which legal actions lead after all
    weighed: int = 0  # rests at which it was compared what tracker and truth allow next
    unlike: int = 0  # of those, where they look the same and allow different things
    false_alarms: int = 0
    given_up: int = 0
    wrong_without_rules: int = 0
    fouls: Counter[str] = msgspec.field(default_factory=Counter)  # by kind
    missed_fouls: Counter[str] = msgspec.field(default_factory=Counter)  # by kind
    looks_to_commit: Counter[int] = msgspec.field(default_factory=Counter)
    diary: list[Remark] = msgspec.field(default_factory=list)

    def add(self, other: "Score") -> None:
        """Take the games of another score in."""
        for field in self.__struct_fields__:
            setattr(self, field, getattr(self, field) + getattr(other, field))


class LongestLook(msgspec.Struct, frozen=True):
    """The look of one rest that took longest."""

    dice: int  # on the table
    moves: int  # since the rest before
    ms: float  # of CPU time
