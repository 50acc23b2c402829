"""Scenes written as text: a position in the public notation, what is done in it, what is seen then.

    == 42avx Doctor Strange: one action die a turn for nothing
    book avx
    A field 42avx 1
    may buy Force Beam for nothing
    do buy Force Beam for nothing
    no buy Force Beam for nothing
    see A used Force Beam

The players are A and B unless `players` says otherwise. After the position (docs/positions.md):

- `do WORDS`: whoever is to decide does it; dice fall as `roll Thor 1` or `draw Thor` says;
- `see LINE`, `not LINE`: a line of the written position is (not) there;
- `may WORDS`, `no WORDS`: the act is (not) allowed now; `B: WORDS` asks for that player;
- `no WORDS | CODE`: with this reason;
- `listed WORDS`, `unlisted WORDS`: the act is (not) among those that are offered;
- `ask WORDS`: the open question has these words in it;
- `told WORDS`: something that happened since was told in these words.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec

import diceref
from rules.dicemasters.game import GAMES
from rules.dicemasters.written.acts import action_of_words

VERBS = ("do", "see", "not", "may", "no", "ask", "told", "listed", "unlisted")
PLAYERS = {False: "players A, B", True: "players A, B, C, D"}


def scenes(folder: Path) -> Iterator[tuple[str, str]]:
    """The scenes of a folder: title and lines."""
    for path in sorted(folder.glob("*.txt")):
        for block in path.read_text("utf-8").split("\n== ")[1:]:
            title, _, lines = block.partition("\n")
            yield title.strip(), lines


def play(lines: str) -> None:
    """Lay out a scene, play it and look at it."""
    said = [line.split("# ")[0].strip() for line in lines.splitlines()]
    said = [line for line in said if line and not line.startswith("#")]
    told = [line for line in said if line.split()[0] not in VERBS]
    if not any(line.startswith("players ") for line in told):
        told.append(PLAYERS["format doubles" in told])
    position = diceref.read_position("\n".join(told))
    scene = _Scene(position.state, position.names)
    for line in said:
        verb, _, words = line.partition(" ")
        if verb in VERBS:
            getattr(scene, verb if verb != "not" else "not_")(words)


class _Scene:
    """A position that goes on."""

    def __init__(self, state, names):
        self.state = state
        self.names = names
        self.events = []
        self.game = GAMES[state.match.edition.name]

    def do(self, words):
        action = action_of_words(self.state, words, names=self.names)
        wrong = self.game.why_not(self.state, action)
        assert wrong is None, f"do {words}: {wrong.text}"
        self.state, events = self.game.apply(self.state, action)
        self.events += [event.text for event in events]

    def see(self, line):
        assert line in self.written(), f"no line '{line}' in:\n{self.shown()}"

    def not_(self, line):
        assert line not in self.written(), f"'{line}' is there:\n{self.shown()}"

    def may(self, words):
        wrong = self.wrong(words)
        assert wrong is None, f"may {words}: {wrong.text}"

    def no(self, words):
        words, _, code = words.partition(" | ")
        wrong = self.wrong(words)
        assert wrong is not None, f"{words} is allowed"
        assert not code or wrong.code == code, f"{words}: {wrong.code}: {wrong.text}"

    def listed(self, words):
        assert self.is_listed(words), f"{words} is not offered:\n{self.shown()}"

    def unlisted(self, words):
        assert not self.is_listed(words), f"{words} is offered"

    def is_listed(self, words):
        action = action_of_words(self.state, words, names=self.names)
        return action in self.game.legal_actions(self.state)

    def ask(self, words):
        text = getattr(self.state.request, "text", "nothing is asked")
        assert words in text, text

    def told(self, words):
        assert any(words in event for event in self.events), "\n".join(self.events)

    def wrong(self, words):
        seat = None
        for number, name in enumerate(self.state.match.names):
            if words.startswith(f"{name}: "):
                seat, words = number, words.removeprefix(f"{name}: ")
        action = action_of_words(self.state, words, seat, names=self.names)
        return self.game.why_not(self.state, action, seat)

    def written(self):
        now = msgspec.structs.replace(self.state, origin=None, began=None, answers=(), request=None)
        return diceref.write_position(now).splitlines()

    def shown(self):
        options = "\n".join(
            self.game.say(self.state, action) for action in self.game.legal_actions(self.state)
        )
        return "\n".join(self.written()) + "\nlegal:\n" + options
