"""IRONDIE to everything around it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Final

from rules.core import AnyGame, as_any_game
from rules.core.family import CommandOption, Exchanges, GameFamily, SetMaker
from rules.core.set_up import Finding, Hit, Plan, Player, names_a_file
from rules.irondie import set_up
from rules.irondie.clocks import FORMATS


class IrondieFamily(GameFamily):
    """One game; players bring sets of nine dice."""

    name: ClassVar[str] = "irondie"
    package: ClassVar[str] = "rules.irondie"
    titles: ClassVar[Mapping[str, str]] = {"irondie": "IRONDIE"}
    readable: ClassVar[Mapping[str, str]] = {"irondie": "irondie", "d6": "pips"}  # and its roll-off
    most_players: ClassVar[int] = 4
    asks_who_begins: ClassVar[bool] = False
    best_of: ClassVar[int] = 3
    command_options: ClassVar[tuple[CommandOption, ...]] = (
        CommandOption("chromatic", "FILE", "IRONDIE: your own colour table"),
    )
    exchanges: ClassVar[Exchanges | None] = set_up.DiceExchanges()
    set_maker: ClassVar[SetMaker | None] = set_up.DiceSetMaker()

    def load(self, game: str) -> AnyGame:
        """The rules."""
        from rules.irondie.game import Irondie  # noqa: PLC0415 - only the chosen game is loaded

        del game
        return as_any_game(Irondie())

    def mat_for(self, game: str, setup: Mapping[str, Any]) -> str:
        """Its own mat."""
        del game, setup
        return "irondie"

    def formats(self, game: str) -> tuple[str, ...]:
        """With clocks and sudden death, or by the basic rules alone."""
        del game
        return FORMATS

    def example(self, game: str) -> Plan:
        """Two sets to begin with."""
        written = self.demo_setup(game)
        return Plan(game, written["format"], set_up.players_of(written))

    def demo_setup(self, game: str) -> Mapping[str, Any]:
        """The same as a set-up."""
        from rules.irondie.game import demo_setup  # noqa: PLC0415 - the same

        del game
        return demo_setup()

    def setup(self, plan: Plan) -> dict[str, Any]:
        """What `Game.new` is given."""
        return set_up.setup_of(plan)

    def examine(self, plan: Plan, number: int) -> tuple[Finding, ...]:
        """Whether the set is legal."""
        return set_up.examine(plan.players[number])

    def player_count(self, plan: Plan) -> int:
        """As many as there are sets."""
        return len(plan.players)

    def from_words(self, game: str, words: Sequence[str]) -> Plan:
        """Files of sets, or sets in one line."""
        players = tuple(
            self.player_in_file(Path(word).expanduser())
            if names_a_file(word)
            else Player(f"Player {number}", word)
            for number, word in enumerate(words, start=1)
        )
        if len(players) < 2:
            raise ValueError("two sets of dice are needed: name two files.")
        return replace(self.example(game), players=players)

    def player_in_file(self, path: Path) -> Player:
        """A set in a TOML file."""
        return set_up.player_in_file(path)

    def search(self, plan: Plan, words: str, limit: int) -> tuple[Hit, ...]:
        """Dice by type and colour."""
        del plan
        return set_up.search(words, limit)

    def brought_in(self, setup: Mapping[str, Any]) -> tuple[str, ...]:
        """The sets."""
        return tuple(", ".join(dice) for dice in setup.get("sets", ()))


FAMILY: Final[GameFamily] = IrondieFamily()
