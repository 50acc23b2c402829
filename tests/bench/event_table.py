"""One simulated table of `make event`: joins by its code, plays what the desk pairs, confirms.

`python -m tests.bench.event_table CODE SEED`; DICEREF_HOME names its folder. It ends when its input
does.
"""

import json
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from rules.core import AnyGame
from rules.journal import Draft, Header, Journal, TableKey
from rules.registry import known_game
from tests.bench.random_steps import random_steps
from ui.app.errors import UserError
from ui.app.folders import folder
from ui.app.records import table_key
from ui.app.state_model import model_of
from ui.app.table_model import Command, JudgeRuled, Subscriber, Subscribers, TableModel
from ui.hub.joined import joined, played_for
from ui.hub.link import TableLink
from ui.hub.messages import AskAnswer, ConfirmResult, Seated, WhoPlays

GAME: Final = "tmnt"
MOST_STEPS: Final = 60
"""Then the player who is behind gives up: an evening has to end."""

STEP_S: Final = 0.03
PATIENCE_S: Final = 20.0


class PlayedTable:
    """What the desk's link is told of the game that is played just now."""

    def __init__(self, game: AnyGame) -> None:
        setup = known_game(GAME).demo_setup()
        self._model = model_of(game, game.new(setup), title=GAME, colours={})
        self._subscribers = Subscribers()
        self.rulings: list[JudgeRuled] = []

    def subscribe(self, callback: Subscriber) -> Callable[[], None]:
        """See `TableSource`."""
        return self._subscribers.add(callback)

    def latest(self) -> TableModel:
        """See `TableSource`."""
        return self._model

    def send(self, command: Command) -> None:
        """See `TableSource`: rulings are kept for the record."""
        if isinstance(command, JudgeRuled):
            self.rulings.append(command)

    def show(self, journal: Journal, outcome: str = "") -> None:
        """The record has grown."""
        del outcome
        fresh = replace(self._model, witness=journal.witness.line(), journal=journal.where)
        self._model = fresh
        self._subscribers.tell(fresh)


class SimulatedTable:
    """Plays one match after the other."""

    def __init__(self, code: str, seed: int) -> None:
        self._key: TableKey = table_key()
        self._access = _joined_at_last(code, self._key.signer)
        self._chance = Random(seed)
        self._game = known_game(GAME).load()
        self._table = PlayedTable(self._game)
        self._link = TableLink(self._access, (), _say, self._table)
        self._calls = seed % 4 == 0  # some tables call a judge once
        self.over = threading.Event()

    def run(self) -> None:
        """Until the input ends."""
        done = ""
        while not self.over.is_set():
            seated = self._seated()
            if seated is None or seated.match == done:
                self.over.wait(0.4)
                continue
            self._play_match(seated)
            done = seated.match
        self._link.close()

    def _ask(self, what: object) -> AskAnswer | None:
        heard: list[AskAnswer] = []
        known = threading.Event()

        def take(answer: AskAnswer) -> None:
            heard.append(answer)
            known.set()

        self._link.ask(what, take)  # type: ignore[arg-type]  # one of the questions
        known.wait(8.0)
        return heard[0] if heard else None

    def _seated(self) -> Seated | None:
        answer = self._ask(WhoPlays())
        return answer.seated if answer else None

    def _play_match(self, seated: Seated) -> None:
        wins = dict.fromkeys(seated.players, 0)
        number = 0
        while max(wins.values()) <= seated.best_of // 2 and not self.over.is_set():
            number += 1
            winner = self._play(seated, number)
            wins[winner] += 1
        for player in seated.players:
            self._confirm(player)

    def _confirm(self, player: str) -> None:
        """Until the desk has the result from the record, and this word on it."""
        deadline = time.monotonic() + PATIENCE_S * 6
        while time.monotonic() < deadline and not self.over.is_set():
            answer = self._ask(ConfirmResult(player))
            if answer is not None and answer.text:
                return
            self.over.wait(0.3)

    def _play(self, seated: Seated, number: int) -> str:
        """One game; who has won it."""
        setup = known_game(GAME).demo_setup()
        header = Header(
            event=seated.event,
            round=seated.round,
            table=str(seated.table),
            match=seated.match,
            game_of_match=number,
            best_of=seated.best_of,
            players=seated.players,
        )
        name = f"r{seated.round}-t{seated.table}-{number}-{time.time_ns()}.diceref"
        path = folder("journals") / name
        with Journal.create(
            path, GAME, setup, header, wall_time=time.time(), key=self._key
        ) as journal:
            played_for(self._link.access.event, path)
            self._link.hand_in(path)
            steps = random_steps(self._game, setup, self._chance)
            for at, step in enumerate(islice(steps, MOST_STEPS)):
                journal.append(_now(step))
                self._table.show(journal)
                if self._calls and at == 20:
                    self._calls = False
                    self._link.call_judge("a die fell off the table", _say)
                self.over.wait(STEP_S)
                self._enter_rulings(journal)
            loser = self._chance.randrange(2)
            journal.append(_now(Draft(kind="result", facts={"conceded": loser})))
            self._table.show(journal)
            return seated.players[1 - loser]

    def _enter_rulings(self, journal: Journal) -> None:
        while self._table.rulings:
            ruling = self._table.rulings.pop(0)
            facts = {"text": f"{ruling.judge} rules: {ruling.ruling}", "who": ruling.judge}
            journal.append(_now(Draft(kind="note", cause="judge", facts=facts)))


def _joined_at_last(code: str, key: str) -> Path:
    """Join, again and again for a while: the hub may be down just then, as people see it."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            return joined(code, key)
        except UserError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.5)


def _now(draft: Draft) -> Draft:
    fields = {name: getattr(draft, name) for name in Draft.__struct_fields__}
    return Draft(**{**fields, "wall_time": time.time()})


def _say(sentence: str) -> None:
    print(json.dumps({"said": sentence}), flush=True)


def main() -> None:
    """Play until the input ends."""
    table = SimulatedTable(sys.argv[1], int(sys.argv[2]))
    playing = threading.Thread(target=table.run, daemon=True)
    playing.start()
    sys.stdin.read()
    table.over.set()
    playing.join(PATIENCE_S)


if __name__ == "__main__":
    main()
