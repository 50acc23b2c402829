"""IRONDIE to everything around it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final

from rules.core import AnyGame, DieFacts, PlayerNumber, Seat, as_any_game
from rules.core.family import CommandOption, Exchanges, GameFamily, SetEditor
from rules.core.set_up import Finding, Hit, Plan, Player, names_a_file
from rules.irondie import set_up
from rules.irondie.clocks import FORMATS, STANDARD, TEAMS, TOURNAMENT
from rules.irondie.match import MOST_PLAYERS, check_players
from words import tr

BY_CHANCE: Final = (*(STANDARD,) * 5, *(TOURNAMENT,) * 3, *(next(iter(TEAMS)),) * 2)
"""Of ten games by chance three have a clock and two are played by teams."""


class IrondieFamily(GameFamily):
    """One game; players bring sets of nine dice."""

    name: ClassVar[str] = "irondie"
    package: ClassVar[str] = "rules.irondie"
    titles: ClassVar[Mapping[str, str]] = {"irondie": "IRONDIE"}
    readable: ClassVar[Mapping[str, str]] = {"irondie": "irondie", "d6": "pips"}  # and its roll-off
    most_players: ClassVar[int] = MOST_PLAYERS
    asks_who_begins: ClassVar[bool] = False
    best_of: ClassVar[int] = 3
    common_fields: ClassVar[tuple[str, ...]] = ("chromatic",)
    command_options: ClassVar[tuple[CommandOption, ...]] = (
        CommandOption("chromatic", "FILE", tr("IRONDIE: your own colour table")),
    )
    exchanges: ClassVar[Exchanges | None] = set_up.DiceExchanges()
    set_editor: ClassVar[SetEditor | None] = set_up.DiceSetEditor()

    def load(self, game: str) -> AnyGame:
        """The rules."""
        from rules.irondie.game import Irondie  # noqa: PLC0415 - only the chosen game is loaded

        del game
        return as_any_game(Irondie())

    def mat_for(self, game: str, setup: Mapping[str, Any]) -> str:
        """The mat for two, or the one with a board for each of four or six players."""
        del game
        count = TEAMS.get(str(setup.get("format")), len(setup.get("sets", ())))
        return {4: "irondie-teams", 6: "irondie-six"}.get(count, "irondie")

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

    def examine(self, plan: Plan, number: PlayerNumber) -> tuple[Finding, ...]:
        """Whether the set is legal."""
        return set_up.examine(plan.players[number])

    def random_setup(self, game: str, rng: Random, format_name: str = "") -> Mapping[str, Any]:
        """Legal sets of nine, any die as likely as any other."""
        from rules.irondie.random_sets import random_setup  # noqa: PLC0415 - only when asked for

        del game
        return random_setup(rng, format_name or rng.choice(BY_CHANCE))

    def player_count(self, plan: Plan) -> int:
        """Two, or the players of both teams."""
        return TEAMS.get(plan.format, 2)

    def side_count(self, plan: Plan) -> int:
        """Two, whoever plays."""
        del plan
        return 2

    def seat_of(self, plan: Plan, number: int) -> Seat:
        """Team mates are written one after the other and sit at 0, 2, 4 and 1, 3, 5."""
        return set_up.seat_of(number, self.player_count(plan))

    def is_partner(self, plan: Plan, number: int) -> bool:
        """Not the first of a team."""
        mates = self.player_count(plan) // 2
        return mates > 1 and number % mates > 0

    def with_format(self, plan: Plan, name: str) -> Plan:
        """Another format; the multiplayer game lends sets to those who are not written yet."""
        plan = replace(plan, format=name)
        return set_up.with_players(plan, TEAMS.get(name, 2))

    def from_words(self, game: str, words: Sequence[str]) -> Plan:
        """Files of sets, or sets in one line."""
        players = tuple(
            self.player_in_file(Path(word).expanduser())
            if names_a_file(word)
            else Player(f"Player {number}", word)
            for number, word in enumerate(words, start=1)
        )
        if len(players) < 2:
            raise ValueError(tr("two sets of dice are needed: name two files."))
        check_players(len(players))
        plan = replace(self.example(game), players=players)
        teams = next((name for name, count in TEAMS.items() if count == len(players)), plan.format)
        return replace(plan, format=teams)

    def player_in_file(self, path: Path) -> Player:
        """A set in a TOML file."""
        return set_up.player_in_file(path)

    def dice_in_file(self, path: Path) -> tuple[DieFacts, ...] | None:
        """The dice of a set file, those of its side set too; None where it is none."""
        try:
            player = self.player_in_file(path)
        except ValueError:
            return None
        words = (*set_up.dice_words(player.brings), *set_up.dice_words(player.aside))
        return set_up.facts_of(words)

    def search(self, plan: Plan, words: str, limit: int) -> tuple[Hit, ...]:
        """Dice by type and colour."""
        del plan
        return set_up.find_pieces(words, limit)

    def brought_in(self, setup: Mapping[str, Any]) -> tuple[str, ...]:
        """The sets."""
        sets = tuple(", ".join(dice) for dice in setup.get("sets", ()))
        own = setup.get("chromatic_name")
        return (*sets, tr("colour table: {own}", own=own)) if own else sets


FAMILY: Final[GameFamily] = IrondieFamily()
