"""Questions and fouls as players see them: ten of each, from simulated games.

`python -m tests.bench.examples --out docs/questions-and-fouls.md` plays until it has them.
"""

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

from calibration.mats import mat_named
from hardware.simulated.people.habits import every
from hardware.simulated.people.play import People
from rules.registry import known_game
from tests.bench.following.adapter import Accused, Asked
from tests.bench.following.followed_game import FollowedGame, Result

GAMES: Final = ("avx", "ygo", "imwm", "tmnt", "irondie")
WANTED: Final = 10
MOST_ANSWERS: Final = 5
TRIES: Final = 12
"""Games of each kind that are played at most."""

PAGE: Final = """# Questions and fouls, as they appear

Ten of each, made by `python -m tests.bench.examples --out docs/questions-and-fouls.md` from
simulated games with all habits; of fouls only those that were named rightly. Nobody has to answer
before they play on, and a foul that is put right goes away by itself.
"""


class Listening(FollowedGame):
    """A followed game that keeps what players were told."""

    asked: list[Asked]
    named: list[Accused]

    def _asked(self, time: float, word: Asked) -> None:
        self.asked.append(word)
        super()._asked(time, word)

    def _accused(self, time: float, word: Accused) -> None:
        before = self._result.accused + len(self._misnamed())
        super()._accused(time, word)
        if self._result.accused + len(self._misnamed()) == before:
            self.named.append(word)

    def _misnamed(self) -> list[str]:
        return [remark.text for remark in self._result.diary if remark.about == "misnamed"]


def played(name: str, seed: int) -> Listening:
    """One game, with fouls in it."""
    known = known_game(name)
    game, setup = known.load(), known.family.random_setup(name, Random(f"examples {seed}"))
    people = People(
        game, setup, mat_named(known.mat_for(setup)), every("usual"), seed, most=60, fouls=0.3
    )
    result = Result(name, seed, "all", "usual", 4.0, "plain", 0.3)
    listening = Listening(game, setup, people.play(), result)
    listening.asked, listening.named = [], []
    listening.run()
    return listening


def found() -> tuple[Sequence[tuple[str, Asked]], Sequence[tuple[str, Accused]]]:
    """The first questions and fouls that differ from each other in more than their dice."""
    asked: dict[str, tuple[str, Asked]] = {}
    named: dict[str, tuple[str, Accused]] = {}
    for seed in range(1, TRIES):
        for name in GAMES:
            heard = played(name, seed)
            for question in heard.asked:
                if len(question.answers) <= MOST_ANSWERS:
                    asked.setdefault(_sort(question), (name, question))
            for foul in heard.named:
                named.setdefault(foul.code, (name, foul))
            if len(asked) >= WANTED and len(named) >= WANTED:
                return list(asked.values())[:WANTED], list(named.values())[:WANTED]
    return list(asked.values())[:WANTED], list(named.values())[:WANTED]


def _sort(question: Asked) -> str:
    """What a question is about: its first word, and what its first answer does."""
    first = question.answers[0][0] if question.answers else ""
    return re.sub(r"\W.*", "", question.text) + " " + re.sub(r"\W.*", "", first)


def page() -> Iterator[str]:
    """The page, line by line."""
    asked, named = found()
    yield PAGE
    yield "## Questions\n"
    for game, question in asked:
        yield f"**{question.text}** ({game})"
        for number, (text, _) in enumerate(question.answers, start=1):
            yield f"{number}. {text}"
        yield ""
    yield "## Fouls\n"
    for game, foul in named:
        where = f"{foul.book}, {foul.section}" if foul.section else foul.book
        yield f"- **{foul.text}** {foul.remedy} ({where}; {game})"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the page, or write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, metavar="FILE", help="write it there")
    wanted = parser.parse_args(arguments)
    text = "\n".join(page()) + "\n"
    print(text)
    if wanted.out is not None:
        wanted.out.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
